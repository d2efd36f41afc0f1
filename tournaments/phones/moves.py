"""After a set, a round or the game: everybody's next place, who cuts after a tie, who has won, and
what can be done now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from operator import attrgetter
from typing import TYPE_CHECKING

from django.db.models import Max, Min
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from rulesets.formats.cuts import SIDES
from tournaments.access.selectors import open_link
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.deals import on_board
from tournaments.boards.event_board import EventBoard, running
from tournaments.boards.hall import Hall
from tournaments.cache.memo import Memo
from tournaments.log.selectors import rematch_number, successor_number
from tournaments.models import Event, Link, Report
from tournaments.phones.blocks import Moved
from tournaments.scores.finale import Finale, finale
from tournaments.scores.sets import Chair, chairs_of, ladder_words, result_words
from tournaments.seats.own_rounds import Move, moves_from, own_rounds
from tournaments.seats.selectors import seats
from tournaments.standings.finales import event_finale
from tournaments.web.labels import called, set_words
from tournaments.web.wording import and_list, count_word

if TYPE_CHECKING:
    from tournaments.boards.event_board import BoardRound
    from tournaments.phones.phone import Phone

LONGEST = 12 * 60  # minutes: a longer game was left open overnight
TABLES = 256

_memo: Memo[EndedGame | None] = Memo(TABLES)  # by table, since the end of a game stays as it is


@dataclass(frozen=True, slots=True)
class EndedGame:
    """Values that are worked out once for a game that is over; `next_game` is the address at which
    it is played again."""

    finale: Finale
    duration: str
    next_game: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a game. `is_hero`: it has the page to itself, since no deal is looked at;
    `goes_on`: what comes after one table of several; `duration`: "8 rounds, 51 minutes".
    `is_only_board`: it is the only table of an event, from which it can be played again and shared;
    `next_game` is where that goes on already; `undo` leads to the last round, as long as it can be
    changed."""

    finale: Finale
    is_hero: bool
    goes_on: str = ""
    duration: str = ""
    is_only_board: bool = False
    is_host: bool = False
    next_game: str = ""
    undo: str = ""


# --- after a set, or a round of the room ----------------------------------------------------------


def moved_of(phone: Phone, *, is_told: bool) -> Moved | None:
    """What the set before has led to, until something of this one is reported; with a schedule,
    where everybody goes once all of a set is. A board of a set that is over shows that itself.

    `is_told`: with the result of the set before, until the table has cut for this one, as everybody
    sits there then.
    """
    board = phone.board
    if phone.is_finished or not phone.format.keeping.moves:
        return None
    before: EventBoard | None = None if is_told else board
    if board.running:
        begins = phone.untouched and board.set_number > 1
        before = Hall.of(phone.event).board(phone.place, board.set_number - 1) if begins else None
    moves = () if before is None else moves_from(before)
    if before is None or not moves:
        return _planned_moves(phone)
    if is_told and board.setup.first is not None:
        return None
    title = _("After {name}").format(name=set_words(phone.format, before.set_number))
    return Moved(title, result_words(before) if is_told else "", tuple(move.text for move in moves))


_is_over: Callable[[EventBoard], bool] = attrgetter("is_over")
_IS_OVER = ByKeeping[Callable[[EventBoard], bool]](
    table=_is_over, set=_is_over, hands=attrgetter("result.complete"), room=_is_over
)


def _planned_moves(phone: Phone) -> Moved | None:
    """Return the next places of those at a table, if a schedule has them, once all of a set is
    reported."""
    board = phone.board
    is_over = _IS_OVER(phone.format)(board)
    plan = seats(phone.event) if is_over and board.running and phone.format.kind.ahead else None
    if plan is None:
        return None
    rounds, following = own_rounds(phone.event, plan), board.set_number + 1
    places = [
        (name, own_round)
        for pk, name in zip(board.entry_ids, board.names, strict=True)
        for own_round in rounds.get(pk, ())
        if own_round.number == following
    ]
    if not places:
        return None
    title = _("Next: {title}").format(title=places[0][1].title)
    lines = (
        _("{name}: {where}").format(name=name, where=own_round.where) for name, own_round in places
    )
    return Moved(title, "", tuple(lines))


def room_moved(phone: Phone) -> Moved | None:
    """Return the next places of those who sat here in the round before; None if nobody did, and
    once something of this round is reported."""
    board, now, here = phone.board, running(phone.board), phone.due
    before = board.round(now.number - 1)
    reported = here is not None and here.report.payload is not None
    if before is None or reported or phone.answer.form is not None:
        return None
    earlier = next(
        (report for report in before.reports if report.table_number == phone.place), None
    )
    moves = _moves(board, now, before, phone.place)
    if earlier is None and not moves:
        return None
    yes = earlier is not None and earlier.state == "provisional"
    return Moved(
        _("{round} is over").format(round=called(board.format).numbered(before.number)),
        "" if phone.keeps_back else before.brought,
        () if board.ending is not None or not board.open else moves,
        on_board(board, before.number, earlier) if earlier and yes else None,
    )


def _moves(board: EventBoard, now: BoardRound, before: BoardRound, number: int) -> tuple[str, ...]:
    """Return for those who sat at a place in the round before their places in this one."""
    sat, sit = _places(before), _places(now)
    sentences = []
    here = (who for who, chair in sat.items() if chair == number)
    for place in sorted(here, key=board.setup.roster.side_of):
        values = {"name": board.names[place], "place": sit.get(place)}
        if place in now.byes:
            text = _("{name}: you sit out {deal}, at place {place}")
            values["deal"] = called(board.format).within(now.number)
        elif place not in sit:
            continue
        elif sit[place] == number:
            text = _("{name}: you stay here")
        else:
            text = _("{name}: you move to place {place}")
        sentences.append(text.format(**values))
    return tuple(sentences)


def _places(board_round: BoardRound) -> dict[int, int]:
    return places_alone(board_round) | {
        place: report.table_number for report in board_round.reports for place in report.chairs
    }


def places_alone(board_round: BoardRound) -> dict[int, int]:
    """Return the people who face an empty chair in a round, each with the place; in the order of
    the chairs."""
    taken = {report.table_number for report in board_round.reports}
    left = (number for number in count(1) if number not in taken)
    return dict(zip(board_round.byes, left, strict=False))


# --- the end of a set -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CutGroup:
    """People of a tie, one of whom wins the cut: the label, whether it is exactly one of the
    choices, and each of these, as it is sent (its chairs) and in words."""

    title: str
    is_single: bool
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a set at a table whose hands are reported, or will not be played: `words` and
    the next places on a `ladder`, or the people who cut (`groups`; `seen`: the revision of the
    cut), the reason for a cut, and the `moves` to the next seats. `is_last`: no set follows."""

    name: str
    words: str
    ladder: str
    cut: str
    groups: tuple[CutGroup, ...]
    seen: int
    moves: tuple[Move, ...]
    is_last: bool


def outcome_of(phone: Phone) -> Outcome | None:
    """Return the result of a set; None while its hands are played."""
    board = phone.board
    if board.running and not board.result.complete:
        return None
    cut, settled = board.cut, ""
    if cut is not None and cut.payload:
        by_lot = cut.payload.get("drawn")
        settled = _("Settled by a draw.") if by_lot else _("Settled by cutting.")
    is_tied = bool(board.result.tied)
    return Outcome(
        name=_(board.round_set.name),
        words="" if phone.is_finished and is_tied else result_words(board),
        ladder=ladder_words(board),
        cut=settled,
        groups=tuple(cut_groups(phone)),
        seen=cut.revision if cut is not None else 0,
        moves=() if board.running or phone.is_finished else moves_from(board),
        is_last=board.set_number == board.format.length.sets,
    )


def cut_groups(phone: Phone) -> list[CutGroup]:
    """Return the people who cut after a tie: the two sides, or people by role, or all of them; []
    if nobody cuts."""
    board, uncut = phone.board, phone.board.uncut
    is_due = board.result.tied and board.format.in_set(board.set_number).decides
    if not is_due or not board.running:
        return []
    chairs = chairs_of(phone.event, board)
    cutting = [chair for chair in chairs if chair.index in uncut.tied]
    if uncut.cuts == SIDES:
        names = {chair.index: chair.name for chair in cutting}
        sides = tuple(
            (",".join(map(str, side)), and_list([names[chair] for chair in side])) for side in SIDES
        )
        return [CutGroup(_("Which side cut the highest?"), is_single=True, choices=sides)]
    roles = list(dict.fromkeys(chair.role for chair in cutting))
    if len(roles) != uncut.cut_pick:
        several = _("The {number} who cut highest").format(number=count_word(uncut.cut_pick))
        return [CutGroup(several, uncut.cut_pick == 1, _choices(cutting))]
    groups = []
    for role in roles:
        mine = [chair for chair in cutting if chair.role == role]
        title = _("Who cut highest: {role}").format(role=mine[0].role_name)
        groups.append(CutGroup(title, is_single=True, choices=_choices(mine)))
    return groups


def _choices(chairs: Sequence[Chair]) -> tuple[tuple[str, str], ...]:
    return tuple((str(chair.index), chair.name) for chair in chairs)


# --- the end of the evening --------------------------------------------------------------------


def ending_of(phone: Phone, board: EventBoard | None) -> Ended | None:
    """How the game of this `board` ended, or without one the whole event, since a set ends with
    what the whole room has played; None while it goes on, and while the host hides the room's
    result."""
    event = phone.event
    if phone.keeps_back or not (phone.is_finished or (board and board.ending)):
        return None
    place = (board.set_number, board.table_number) if board else ()
    key = (event.pk, place, get_language())
    hidden = event.hide_standings, event.revealed, event.reveal_from
    state = (event.version, event.changed, event.state, hidden)
    ended = _memo.get(key, state, lambda: _ended_game(event, board))
    if ended is None:
        return None
    is_hero = phone.answer.number is None and phone.answer.form is None and not phone.answer.both
    own = board if board and board.table_number else None
    is_only_board = bool(own) and len(Hall.of(event).boards) == 1
    undo = _undo(phone, own) if own and not phone.is_finished else ""
    return Ended(
        ended.finale,
        is_hero,
        _goes_on(event, board) if board and not phone.is_finished else "",
        ended.duration,
        is_only_board,
        phone.by_host,
        ended.next_game if is_only_board else "",
        undo,
    )


def _ended_game(event: Event, board: EventBoard | None) -> EndedGame | None:
    """The ending with its duration; None if nothing was played."""
    if board:
        ending = finale(board, early=event.state == Event.State.FINISHED)
    else:
        ending = event_finale(event, public=True)
    if ending is None:
        return None
    return EndedGame(ending, _duration(ending, _minutes(event)), _next_game(event))


def _undo(phone: Phone, board: EventBoard) -> str:
    """The address of the newest round that counts."""
    counted = board.tally.counted
    return f"{phone.at.home}?deal={counted[-1].number}" if counted else ""


def _next_game(event: Event) -> str:
    """The address at which the same people play again; "" if they do not."""
    return _address_of(rematch_number(event))


def successor_address(event: Event) -> str:
    """The address of the game that took the place of this one when its people were changed; "" if
    none did."""
    return _address_of(successor_number(event)) if event.state == Event.State.FINISHED else ""


def _address_of(number: int | None) -> str:
    """The address of the table of an event; "" without one."""
    link = open_link(number, Link.Kind.TABLE, 1) if number else None
    return reverse("table", args=[link.token]) if link else ""


def _minutes(event: Event) -> int:
    """The minutes from the first report to the last."""
    reports = Report.objects.filter(table__seating__event=event, deal__gt=0)
    times = reports.aggregate(first=Min("created"), last=Max("created"))
    if not times["first"]:
        return 0
    return int((times["last"] - times["first"]).total_seconds() // 60)


def _duration(ending: Finale, minutes: int) -> str:
    """How many rounds, and how long they took; without the time if it means nothing."""
    if not 1 < minutes <= LONGEST:
        return ending.rounds
    words = ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes)
    return _("{rounds}, {time}").format(rounds=ending.rounds, time=words)


def _goes_on(event: Event, board: EventBoard) -> str:
    """Return a sentence on how it goes on when one table of several has ended; "" if it does
    not."""
    boards = Hall.of(event).boards
    if not board.plays.final_table or board.set_number > 1 or len(boards) < 2:
        return ""
    final = boards[-1]
    if final.set_number > 1:
        return _("The final table is played at table {number}: {names}.").format(
            number=final.table_number, names=and_list(final.names)
        )
    return _(
        "The last ones in at each table meet at a final table, as soon as every table is done."
    )
