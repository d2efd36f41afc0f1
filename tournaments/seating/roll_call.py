"""Who is here: late arrivals, early leavers, substitutes, and people who join or leave a game that
a table has begun."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from statistics import mean
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rulesets.engine.roster import RosterChange
from tournaments.access.permissions import refuse_foreign
from tournaments.boards.hall import Hall
from tournaments.boards.table_reports import reports_at
from tournaments.db.steps import Step, Touches, event_transaction, register
from tournaments.models import (
    Entry,
    Event,
    Presence,
    Report,
    Seat,
    Seating,
    Substitution,
    Table,
)
from tournaments.models.errors import refusal
from tournaments.models.event_games import format_of
from tournaments.people.names import MAX_PEOPLE, ParsedName, read_chair, write_names
from tournaments.reports.report_effects import (
    can_undo_rounds,
    open_waiting,
    rounds_of,
    sentences_of_rounds,
    undo_rounds,
)
from tournaments.seating.draws import has_draft, seat_words
from tournaments.seating.roster import admitted, can_leave, enter_people, take_off_list
from tournaments.seats.storage import discard, undo_discard
from tournaments.web.labels import called

if TYPE_CHECKING:
    from tournaments.access.permissions import Actor
    from tournaments.boards.event_board import EventBoard
    from tournaments.boards.event_tables import TableRecord
    from tournaments.db.steps import Params


def mark_here(*, event: Event, actor: Actor, entry: Entry, from_set: int) -> None:
    """Mark somebody as here from the set `from_set` on (which must not be shown yet)."""
    _mark(event, actor, entry, from_set, here=True)


def mark_away(*, event: Event, actor: Actor, entry: Entry, from_set: int) -> None:
    """Mark somebody as away from the set `from_set` on (which must not be shown yet).

    Somebody who leaves in the middle of a set is replaced by `substitute`.
    """
    _mark(event, actor, entry, from_set, here=False)


def _mark(event: Event, actor: Actor, entry: Entry, from_set: int, *, here: bool) -> None:
    with event_transaction(event, actor) as step:
        if entry.event_id != event.pk:
            raise refusal("entry.foreign", "That person is not entered in this event.")
        _refuse_published(event, from_set)
        _refuse_at_table(event)
        presence = Presence.objects.create(entry=entry, from_set=from_set, here=here)
        code = "attendance.here" if here else "attendance.away"
        params: dict[str, Any] = {"name": entry.name, "set": from_set, "discarded": discard(event)}
        step.log(code, entry=entry.pk, presence=presence.pk, **params, **open_waiting(event))


def add_late_guest(
    *,
    event: Event,
    actor: Actor,
    name: str,
    role: str,
    note: str = "",
    late_as_sit_out: bool = False,
    team: str = "",
) -> Entry:
    """Enter somebody who comes after the first set was shown, for the next set to be drawn, and
    return the entry.

    Missed sets score 0, or count as sit-outs with `late_as_sit_out`.
    """
    parsed, roles = read_chair(name, note, role, team), format_of(event).facts.roles.names
    if roles and role not in roles:
        raise refusal("role.unknown", "Choose one of the roles.", "role")
    with event_transaction(event, actor) as step:
        if event.state == Event.State.FINISHED:
            raise refusal("event.finished", "The event is finished.")
        _refuse_at_table(event)
        if event.entries.count() >= MAX_PEOPLE:
            text = "At most {most} people can be entered."
            raise refusal("names.many", text, "name", most=MAX_PEOPLE)
        full_name = write_names(parsed.people)
        taken = event.entries.filter(name=full_name).exists()
        entry = next(iter([] if taken else admitted(event, [parsed])), None)
        if entry is None:
            text = "There is already a {name}. Add a few words to tell the two apart."
            raise refusal("name.taken", text, "name", name=full_name)
        if late_as_sit_out:
            entry.late_as_sit_out = True
            entry.save(update_fields=["late_as_sit_out"])
        number = next_set(event)
        Presence.objects.create(entry=entry, from_set=number, here=True)
        params: dict[str, Any] = {"name": entry.name, "set": number, "sit_out": late_as_sit_out}
        params |= {"discarded": discard(event), **open_waiting(event)}
        step.log("late.added", entry=entry.pk, **params)
    return entry


def admit_person(*, event: Event, actor: Actor, name: str, note: str = "", role: str = "") -> Entry:
    """Enter somebody, once seats are shown as a late arrival if the game takes any; return the
    entry.

    Raises Refused.
    """
    format = format_of(event)
    if event.state != Event.State.SETUP and format.keeping.moves:
        return add_late_guest(event=event, actor=actor, name=name, note=note, role=role)
    parsed = read_chair(name, note, role or None)
    if role and role not in format.facts.roles.names:
        raise refusal("role.unknown", "Choose one of the roles.", "role")
    entries = enter_people(event=event, actor=actor, parsed=[parsed])
    if not entries:
        text = "There is already a {name}. Add a few words to tell the two apart."
        raise refusal("name.taken", text, "name", name=write_names(parsed.people))
    return entries[0]


def substitute(
    *, event: Event, actor: Actor, table: Table, chair: int, from_hand: int, entry: Entry
) -> Substitution:
    """Let somebody take a chair from a hand on; both are credited with the hands they played.

    The substitute is any entry without a chair in this set. Raises Refused once a hand from there
    on is reported: withdraw it first, or choose a later hand.
    """
    with event_transaction(event, actor) as step:
        hands = _chair_taken(event, table, chair, from_hand, entry)
        before = hands.sitters(from_hand)[chair]
        substitution = Substitution.objects.create(
            table=table, chair=chair, from_hand=from_hand, entry=entry
        )
        params: dict[str, Any] = {
            "table": table.number,
            "set": table.seating.set_number,
            "chair": chair,
        }
        params |= {"hand": from_hand, "name": entry.name, "instead": hands.name_of(before)}
        step.log("substitute", substitution=substitution.pk, discarded=discard(event), **params)
    return substitution


def _chair_taken(
    event: Event, table: Table, chair: int, from_hand: int, entry: Entry
) -> TableRecord:
    """The table whose chair somebody takes. Raises Refused if they cannot."""
    _check_substitute(event, table, chair, from_hand, entry)
    reports = reports_at(table)
    if reports.last_reported >= from_hand:
        text = "Hand {hand} or a later one is already reported."
        raise refusal("substitute.late", text, "from_hand", hand=from_hand)
    if reports.table.sitters(from_hand)[chair] == entry.pk:
        text = "{name} already has this chair."
        raise refusal("substitute.same", text, "entry", name=entry.name)
    return reports.table


def next_hand(table: Table) -> int:
    """The first hand of a table after all that are reported, from 1; the last of the set if all
    are."""
    return min(
        reports_at(table).last_reported + 1, format_of(table.seating.event).length.most_deals
    )


@dataclass(frozen=True, slots=True)
class CreditedHand:
    """Who scores for a chair in a hand, and the points of its side (None: it is not played yet);
    `new`: whoever takes the chair."""

    name: str
    points: int | None
    who: str
    new: bool


@dataclass(frozen=True, slots=True)
class SubstitutionPreview:
    """What comes of it if somebody takes a chair of `leaver`. `next_hands`: number and name of each
    from which that can be; `goes_on`: another set follows."""

    leaver: str
    leaver_id: int
    goes_on: bool
    hands: tuple[CreditedHand, ...]
    next_hands: tuple[tuple[int, str], ...]
    sentences: tuple[str, ...]


def foresee_substitute(
    *, event: Event, table: Table, chair: int, from_hand: int, entry: Entry
) -> SubstitutionPreview:
    """Who gets which points if somebody takes a chair. Raises Refused as taking it would."""
    record = _chair_taken(event, table, chair, from_hand, entry)
    format, words = format_of(event), called(format_of(event))
    deals = Hall.of(event).deals(table.seating.set_number, table.number)
    points = {deal.number: deal.points[chair] for deal in deals if deal.points}
    leaver_id = record.sitters(from_hand)[chair]
    leaver, goes_on = record.name_of(leaver_id), table.seating.set_number != format.length.sets
    numbers = range(1, format.length.most_deals + 1)
    hands = tuple(
        CreditedHand(
            str(number),
            points.get(number),
            entry.name if number >= from_hand else record.name_of(record.sitters(number)[chair]),
            number >= from_hand,
        )
        for number in numbers
    )
    remaining = sum(hand.points or 0 for hand in hands if hand.who == leaver)
    sentences = []
    if points:
        text = ngettext(
            "{name} keeps {points} point of this set.",
            "{name} keeps {points} points of this set.",
            remaining,
        )
        sentences.append(text.format(name=leaver, points=remaining))
    if has_draft(event):
        sentences.append(_("The next seats, already drawn, are discarded."))
    first = next_hand(table)
    rest = tuple((number, words.within(number)) for number in numbers if number >= first)
    return SubstitutionPreview(leaver, leaver_id, goes_on, hands, rest, tuple(sentences))


def next_set(event: Event) -> int:
    """The number of the set to be shown next."""
    newest = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("-set_number").first()
    return newest.set_number + 1 if newest else 1


def _refuse_published(event: Event, from_set: int) -> None:
    if event.state == Event.State.FINISHED:
        raise refusal("event.finished", "The event is finished.")
    if from_set < next_set(event):
        text = "The seats of set {set} are already shown."
        raise refusal("attendance.shown", text, "from_set", set=from_set)


def _refuse_at_table(event: Event) -> None:
    """Raise Refused if tables keep their own boards: their people stay to the end, and nobody
    joins."""
    if not format_of(event).keeping.moves and event.state == Event.State.PLAYING:
        text = "The game has begun, so the players at a table stay the same to the end."
        raise refusal("attendance.seated", text)


def _check_substitute(event: Event, table: Table, chair: int, from_hand: int, entry: Entry) -> None:
    format = format_of(event)
    if table.seating.event_id != event.pk or entry.event_id != event.pk:
        raise refusal("entry.foreign", "That person is not entered in this event.")
    if table.seating.state != Seating.State.PUBLISHED or event.state != Event.State.PLAYING:
        raise refusal("set.not_playing", "This set is not being played.")
    if not 0 <= chair < format.facts.width:
        raise refusal("substitute.chair", "Choose one of the chairs.", "chair")
    if not 1 <= from_hand <= format.length.most_deals:
        raise refusal("substitute.hand", "Choose one of the hands.", "from_hand")
    sits = Seat.objects.filter(seating=table.seating, entry=entry).exclude(table=table, chair=chair)
    stands_in = Substitution.objects.filter(table__seating=table.seating, entry=entry).exclude(
        table=table, chair=chair
    )
    if sits.exists() or stands_in.exists():
        text = "{name} has a chair in this set."
        raise refusal("substitute.seated", text, "entry", name=entry.name)


def _undo_presence(event: Event, params: Params, _actor: Actor) -> None:
    undo_rounds(event, params)
    Presence.objects.filter(pk=params["presence"]).delete()
    undo_discard(event, params.get("discarded"))


def _undo_late_guest(event: Event, params: Params, _actor: Actor) -> None:
    undo_rounds(event, params)
    take_off_list(event, [params["entry"]])
    undo_discard(event, params.get("discarded"))


def _can_undo_late_guest(event: Event, params: Params) -> bool:
    opened = rounds_of(event, params, "opened")
    return can_undo_rounds(event, params) and can_leave(event, [params["entry"]], opened)


def _undo_substitute(event: Event, params: Params, _actor: Actor) -> None:
    Substitution.objects.filter(pk=params["substitution"]).delete()
    undo_discard(event, params.get("discarded"))


def _can_undo_substitute(_event: Event, params: Params) -> bool:
    """Whether no hand played since is reported."""
    substitutions = Substitution.objects.select_related("table__seating")
    substitution = substitutions.filter(pk=params["substitution"]).first()
    if substitution is None:
        return False
    deals = reports_at(substitution.table).deals
    return not any(
        deal >= substitution.from_hand and report.payload for deal, report in deals.items()
    )


_presence_step = partial(
    Step,
    words=seat_words,
    consequences=sentences_of_rounds,
    touches=Touches.ENTRY,
    # At a long table an arrival or departure may open a round, and its log entry says so.
    params=frozenset(("name", "entry", "set", "presence", "discarded")),
    undo=_undo_presence,
    can_undo=can_undo_rounds,
)
register(
    _presence_step("attendance.here", gettext_lazy("{name} is here from {seating} on.")),
    _presence_step("attendance.away", gettext_lazy("{name} is away from {seating} on.")),
    Step(
        "late.added",
        gettext_lazy("{name} came late and is playing from {seating} on."),
        words=seat_words,
        consequences=sentences_of_rounds,
        undo=_undo_late_guest,
        can_undo=_can_undo_late_guest,
    ),
    Step(
        "substitute",
        gettext_lazy("{name} plays for {instead} from hand {hand} on."),
        has_place=True,
        undo=_undo_substitute,
        can_undo=_can_undo_substitute,
    ),
)


JOINED = "player.joined"  # the step of the log
STARTS = ("mean", "last", "zero")  # what a newcomer begins with, if the game does not say so


def first_totals(board: EventBoard) -> dict[str, int]:
    """The totals with which somebody who joins now could begin: the average, that of the last
    player, or 0."""
    state = board.standing
    there = [
        total for who, total in enumerate(board.totals(state)) if who in board.plays.playing(state)
    ]
    last = max(there) if board.plays.wins == "low" else min(there)
    return {"mean": round(mean(there)), "last": last, "zero": 0}


def join_table(
    *,
    table: Table,
    actor: Actor,
    newcomer: ParsedName,
    start: str = "mean",
    neighbour: int | None = None,
    key: str = "",
) -> Seat:
    """Add somebody to a table whose game goes on, from the next round on; return the seat.

    The newcomer sits to the left of the chair `neighbour` (None: in the last place), and brings
    what the game says, or begins with the total that `start` names. Raises Refused if the game does
    not allow it, nobody sits in that chair any more, or the person is at a table already. The same
    key again returns the same seat.
    """
    event = table.seating.event
    refuse_foreign(table, actor)
    with event_transaction(event, actor) as step:
        earlier = event.log.filter(code=JOINED, params__key=key).first() if key else None
        if earlier is not None:
            return Seat.objects.get(pk=earlier.params["seat"])
        board = _board_of(event, table)
        way = board.plays.joining(board.standing) if _is_begun(board) else ""
        if not way:
            raise refusal("player.join", "Nobody can join this game now.")
        if neighbour is not None and neighbour not in board.plays.playing(board.standing):
            text = "Choose somebody who is playing as the neighbour."
            raise refusal("player.neighbour", text, "neighbour")
        amount = first_totals(board)[start if start in STARTS else "mean"] if way == "choice" else 0
        entries = admitted(event, [newcomer])
        if not entries:
            leavers = table.seats.filter(entry__name__iexact=newcomer.name).exclude(left_after=None)
            if leavers.exists():
                text = "{name} went home. Tap “Is back”, or add a few words if it is somebody else."
                raise refusal("name.gone", text, "name", name=newcomer.name)
            text = "There is already a {name} this evening. Add a few words to tell the two apart."
            raise refusal("name.taken", text, "name", name=newcomer.name)
        seat = Seat.objects.create(
            seating=table.seating,
            table=table,
            chair=len(board.entry_ids),
            entry=entries[0],
            joined_after=len(board.rounds),
            joined_with=amount,
            neighbour=neighbour,
        )
        change = RosterChange(
            len(board.rounds), seat.chair, entries[0].name, amount=amount, neighbour=neighbour
        )
        brought = board.plays.reseat(board.standing, change).state
        params: dict[str, Any] = {"name": entries[0].name, "entry": entries[0].pk, "seat": seat.pk}
        params |= {"table": table.number, "set": table.seating.set_number, "key": key}
        params |= {"with": board.plays.totals(brought)[-1], "after": len(board.rounds)}
        if neighbour is not None:
            params["beside"] = board.names[neighbour]
        step.log(JOINED, only_table=table.number, **params)
    return seat


def leave_table(*, table: Table, actor: Actor, chair: int) -> None:
    """Let somebody leave a game that goes on: out from the next round on, with the total so far.

    Raises Refused if too few would be left.
    """
    event = table.seating.event
    refuse_foreign(table, actor)
    with event_transaction(event, actor) as step:
        board = _board_of(event, table)
        if not (_is_begun(board) and board.plays.may_leave(board.standing, chair)):
            raise refusal("player.leave", "The game cannot go on without them.")
        seat = table.seats.select_related("entry").get(chair=chair)
        seat.left_after = len(board.rounds)
        seat.save(update_fields=["left_after"])
        params: dict[str, Any] = {
            "name": seat.entry.name,
            "seat": seat.pk,
            "after": len(board.rounds),
        }
        params |= {"table": table.number, "set": table.seating.set_number}
        step.log("player.left", only_table=table.number, **params)


def return_to_table(*, table: Table, actor: Actor, chair: int) -> None:
    """Let somebody who left a game that goes on play again, in their chair and with what they had,
    from the next round on. Raises Refused if they are there, or the game is over."""
    event = table.seating.event
    refuse_foreign(table, actor)
    with event_transaction(event, actor) as step:
        board = _board_of(event, table)
        seat = table.seats.select_related("entry").filter(chair=chair).first()
        if seat is None or seat.left_after is None or not _is_begun(board):
            raise refusal("player.back", "There is nobody to come back.")
        left, now = seat.left_after, len(board.rounds)
        if now > left:  # rounds were played without them
            seat.pauses = [*seat.pauses, [left, now]]
        seat.left_after = None
        seat.save(update_fields=["left_after", "pauses"])
        params: dict[str, Any] = {
            "name": seat.entry.name,
            "seat": seat.pk,
            "after": now,
            "left": left,
        }
        params |= {"table": table.number, "set": table.seating.set_number}
        step.log("player.returned", only_table=table.number, **params)


def _board_of(event: Event, table: Table) -> EventBoard:
    """The board of a table in play, read inside the transaction."""
    if format_of(event).keeping.moves or event.state != Event.State.PLAYING:
        raise refusal("player.join", "Nobody can join this game now.")
    for board in Hall.now(event).boards:
        if board.table_id == table.pk and board.running:
            return board
    raise refusal("seats.replaced", "The seats were changed. Reload the page.")


def _is_begun(board: EventBoard) -> bool:
    """Whether a round is reported, and none is half reported."""
    return board.ending is None and bool(board.rounds) and board.rounds[-1].complete


def _joined_sentence(params: Params) -> str:
    text = _("{name} joined with {with}.") if params["with"] else _("{name} joined.")
    if params.get("beside"):
        text += " " + _("{name} sits to the left of {beside}.")
    return text


def _undo_joining(event: Event, params: Params, _actor: Actor) -> None:
    Seat.objects.filter(pk=params["seat"]).delete()
    Entry.objects.filter(event=event, pk=params["entry"]).delete()


def _can_undo(_event: Event, params: Params) -> bool:
    """Whether no round has been reported since."""
    after = Report.objects.filter(table__seats=params["seat"], deal__gt=params["after"])
    return not after.exists()


def _undo_return(_event: Event, params: Params, _actor: Actor) -> None:
    seat = Seat.objects.get(pk=params["seat"])
    pause = [params["left"], params["after"]]
    seat.left_after = params["left"]
    seat.pauses = [each for each in seat.pauses if each != pause]
    seat.save(update_fields=["left_after", "pauses"])


def _undo_leaving(_event: Event, params: Params, _actor: Actor) -> None:
    Seat.objects.filter(pk=params["seat"]).update(left_after=None)


register(
    Step(
        JOINED,
        _joined_sentence,
        has_place=True,
        undo=_undo_joining,
        can_undo=_can_undo,
    ),
    Step(
        "player.left",
        gettext_lazy("{name} left the table."),
        has_place=True,
        undo=_undo_leaving,
        can_undo=_can_undo,
    ),
    Step(
        "player.returned",
        gettext_lazy("{name} is back at the table."),
        has_place=True,
        undo=_undo_return,
        can_undo=_can_undo,
    ),
)
