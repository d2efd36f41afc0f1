"""Draw the seats of the next set, show or discard them; and first seats, rounds and the final table
at boards."""

from __future__ import annotations

import secrets
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from django.db.models import Prefetch
from django.utils.translation import gettext_lazy

from rulesets.engine.game import parse_options
from rulesets.engine.problems import error
from rulesets.engine.roster import Setup
from rulesets.formats.format import option_type_of
from tournaments.access.services import ensure_links
from tournaments.boards.event_board import EventBoard
from tournaments.boards.event_tables import read_tables
from tournaments.boards.hall import Hall
from tournaments.db.steps import NO_TABLE, Step, event_transaction, register
from tournaments.models import Entry, Event, Seat, Seating, SitOut, Table
from tournaments.models.errors import Refused, refusal
from tournaments.models.event_games import format_of, game_of
from tournaments.scores.progress import missing_words
from tournaments.seating.roster import admitted, people_words
from tournaments.seating.ways import WAYS
from tournaments.seats import requests as drive
from tournaments.seats.early_seats import find_early, find_seats
from tournaments.seats.requests import open_tables, present
from tournaments.seats.storage import (
    AS_ENTERED,
    NewSeats,
    current_seating,
    hide,
    is_newest,
    is_unused,
    next_revision,
    restore_draft,
    seat_round,
    seat_table,
    show,
    store,
)
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from django.db.models import QuerySet

    from rulesets.engine.game import Game
    from rulesets.engine.problems import Problem
    from rulesets.movements.exchanges import Progress
    from tournaments.access.permissions import Actor
    from tournaments.db.steps import Params
    from tournaments.people.names import ParsedName


def draw(
    *,
    event: Event,
    actor: Actor,
    seed: int | None = None,
    progress: Progress | None = None,
    end: Callable[[], None] | None = None,
) -> Seating:
    """Draw the seats of the next set as a draft; a draft drawn before gives way.

    Without a seed a random one is taken. Beside a page `progress` is told how far it is, and `end`
    ends the search in the same transaction: if it raises, nothing is kept. Raises Refused with
    every table whose hands or cut are missing, where too few people are here or somebody has no
    role, and beside a page if something has happened meanwhile from which the seats follow.
    """
    chosen = secrets.randbits(53) if seed is None else seed
    find = partial(_find_next, event, chosen, progress)
    early = find_early(event, find, again=end is None)
    with event_transaction(event, actor) as step:
        if end is not None:
            end()
        new = early.take(event)
        before = event.seatings.filter(state=Seating.State.DRAFT).first()
        if before is not None:
            before.state = Seating.State.REPLACED
            before.save(update_fields=["state"])
        seating = store(event, new)
        replaced = before.pk if before else None
        params = {"set": new.set_number, "seating": seating.pk, "replaced": replaced}
        step.log("seating.drawn", only_table=NO_TABLE, **params)
    return seating


def _find_next(event: Event, seed: int, progress: Progress | None) -> NewSeats:
    """The next seats. Raises Refused if they cannot be drawn yet."""
    hall = Hall.now(event)
    return find_seats(event, check_next(event, hall), seed, hall=hall, progress=progress)


def publish(*, event: Event, actor: Actor, seating: Seating) -> Seating:
    """Show the drawn seats to everybody: they are in play from now on.

    Raises Refused if the draft was replaced meanwhile, if somebody in it is no longer here, or if
    options that were changed since do not suit the people of a table.
    """
    with event_transaction(event, actor) as step:
        seating.refresh_from_db()
        if seating.event_id != event.pk or seating.state != Seating.State.DRAFT:
            raise refusal(
                "draft.gone", "There has been a new draw in the meantime. Check the new one."
            )
        format, first = format_of(event), event.state == Event.State.SETUP
        if WAYS(format).is_drawn:
            _refuse_early(event, seating)
        else:
            refuse_begun(event)
        _refuse_absent(event, seating)
        if not format.facts.width:
            refuse_tables(event, seating.tables.all())
        show(event, seating)
        if event.round_ends_at is not None:
            event.round_ends_at = None  # that of the set before
            event.save(update_fields=["round_ends_at"])
        params = {"seating": seating.pk, "tables": seating.tables.count(), "first": first}
        step.log("seating.published", set=seating.set_number, **params)
        ensure_links(event)
    return seating


def why_not(event: Event) -> tuple[Problem, ...]:
    """The problems of drawing the seats of the next set; () if they can be drawn."""
    try:
        check_next(event)
    except Refused as refused:
        return refused.problems
    return ()


def has_draft(event: Event) -> bool:
    """Whether seats are drawn that are not shown yet."""
    return event.seatings.filter(state=Seating.State.DRAFT).exists()


def is_put_away(event: Event) -> bool:
    """Whether the next seats were drawn and discarded, and none have been drawn since."""
    seating = current_seating(event)
    number = seating.set_number + 1 if seating else 1
    unseen = event.seatings.filter(set_number=number, published_at=None)
    states = set(unseen.values_list("state", flat=True))
    return Seating.State.REPLACED in states and Seating.State.DRAFT not in states


def refuse_begun(event: Event) -> None:
    """Raise Refused once an evening has begun whose seats stay: they are drawn before it."""
    if event.state != Event.State.SETUP:
        raise refusal("seats.begun", "The game has begun, so these seats stay.")


def refuse_tables(event: Event, tables: QuerySet[Table]) -> None:
    """Raise Refused with the game's own problems with the people of one of the tables."""
    # A join: a prefetch has a parameter for each person, and SQLite takes a thousand at most.
    seats = Prefetch("seats", Seat.objects.select_related("entry"))
    for table in tables.prefetch_related(seats):
        refuse_setup(event, [seat.entry for seat in table.seats.all()])


def refuse_setup(event: Event, sitting: Sequence[Entry]) -> None:
    """Raise Refused with the game's own problems with these people and its options."""
    game = game_of(event)
    options, problems = parse_options(option_type_of(format_of(event)), event.options)
    if not problems:
        setup = Setup(
            game.plays.roster([entry.name for entry in sitting], options=options), options
        )
        problems = game.plays.check_setup(setup)
    if problems:
        raise Refused(problems)


def discard_draft(*, event: Event, actor: Actor) -> None:
    """Discard the drawn seats."""
    with event_transaction(event, actor) as step:
        draft = event.seatings.filter(state=Seating.State.DRAFT).first()
        if draft is None:
            return
        draft.state = Seating.State.REPLACED
        draft.save(update_fields=["state"])
        params = {"set": draft.set_number, "seating": draft.pk}
        step.log("seating.discarded", only_table=NO_TABLE, **params)


def check_next(event: Event, hall: Hall | None = None) -> int:
    """Refuse to draw what cannot be drawn yet; the number of the seats that can. `hall` is the
    event as it is now, if it has been read."""
    hall, seating = hall or Hall.now(event), current_seating(event)
    number = _next_set(event, seating)
    _refuse_unfinished_tables(hall, seating)
    refuse_guests(hall, number)
    return number


def _next_set(event: Event, seating: Seating | None) -> int:
    if event.state == Event.State.FINISHED:
        raise refusal("event.finished", "The event is finished.")
    number = seating.set_number + 1 if seating else 1
    if 0 < format_of(event).length.sets < number:
        raise refusal("sets.all", "The last set is in play. There are no more.")
    return number


def _refuse_early(event: Event, seating: Seating) -> None:
    hall, seating_in_play = Hall.now(event), current_seating(event)
    if seating.set_number != _next_set(event, seating_in_play):
        raise refusal("draft.old", "This draw belongs to another set.")
    _refuse_unfinished_tables(hall, seating_in_play)


def _refuse_unfinished_tables(hall: Hall, seating: Seating | None) -> None:
    if seating is None:
        return
    format, problems = format_of(hall.event), []
    for table in open_tables(hall, seating.set_number):
        code, text, missing = "hands.missing", "Table {table}: {deals} are missing.", table.missing
        if not missing:
            code, text = "cut.missing", "Table {table}: a tie, and no cut yet."
        elif missing == 1:
            text = "Table {table}: {deals} is missing."
        at, deals = ("tables", table.number), missing_words(format, missing)
        problems.append(error(code, text, at, table=table.number, deals=deals))
    if problems:
        raise Refused(problems)


def refuse_guests(hall: Hall, number: int, like: int = 0) -> None:
    """Refuse to seat a set for those who are here for it (or for the set `like`)."""
    format, here = format_of(hall.event), drive.guests_here(hall, like or number)
    if len(here) < format.tables.fewest:
        text = "{count} people are here, but a table needs {need}."
        raise refusal("people.few", text, count=len(here), need=format.tables.fewest)
    if many := (format.tables.problems if number > 1 else format.tables.start_problems)(len(here)):
        raise Refused(many)
    if format.facts.roles.names:
        text = "{name} has no role yet."
        problems = [
            error("role.missing", text, ("roles", entry.entry_id), name=entry.name)
            for entry in here
            if entry.role not in format.facts.roles.names
        ]
        if problems:
            raise Refused(problems)


def _refuse_absent(event: Event, seating: Seating) -> None:
    here = {entry.pk for entry in drive.people_here(event, seating.set_number)}
    entry_ids = set(Seat.objects.filter(seating=seating).values_list("entry_id", flat=True))
    entry_ids |= set(SitOut.objects.filter(seating=seating).values_list("entry_id", flat=True))
    if entry_ids != here:
        raise refusal("draft.people", "People have come or gone since this draw. Draw again.")


def seat_words(event: Event, params: Params) -> dict[str, str]:
    """{seats} and {seating}: the names of the seats of a log entry."""
    format, number = format_of(event), params["set"] or 1
    return {
        "seats": translate(format.labels.of_set(number).seats),
        "seating": translate(format.labels.of_set(number).within),
    }


def _published_words(event: Event, params: Params) -> dict[str, str]:
    return seat_words(event, params) | {"tables": WAYS(event).count_tables(params["tables"])}


def _undo_draw(event: Event, params: Params, _actor: Actor) -> None:
    drafts = Seating.objects.filter(pk=params["seating"], state=Seating.State.DRAFT)
    drafts.update(state=Seating.State.REPLACED)
    restore_draft(event, params["replaced"])


def _undo_publishing(event: Event, params: Params, _actor: Actor) -> None:
    hide(event, Seating.objects.get(pk=params["seating"]), Seating.State.DRAFT)


def _undo_discarding(event: Event, params: Params, _actor: Actor) -> None:
    restore_draft(event, params["seating"])


def is_seating_unused(_event: Event, params: Params) -> bool:
    """Whether the seats of a log entry can still be discarded."""
    return is_unused(Seating.objects.get(pk=params["seating"]))


register(
    Step("seating.drawn", gettext_lazy("{seats} were drawn."), words=seat_words, undo=_undo_draw),
    Step(
        "seating.published",
        gettext_lazy("{seats} were shown ({tables})."),
        words=_published_words,
        undo=_undo_publishing,
        can_undo=is_seating_unused,
    ),
    Step(
        "seating.discarded",
        gettext_lazy("{seats} that had been drawn were discarded."),
        words=seat_words,
        undo=_undo_discarding,
    ),
)


MOST_TABLES = 60


def draw_seats(
    *, event: Event, actor: Actor, tables: int = 1, shuffle: bool = True, seed: int | None = None
) -> Seating:
    """Draw the first seats as a draft and return it; an earlier draft is replaced.

    `tables` matters only if each table keeps its own board; without `shuffle` people sit in the
    order in which they were entered. Raises Refused for too few or too many people at a table, and,
    if teams play, for everybody without a team.
    """
    with event_transaction(event, actor) as step:
        refuse_begun(event)
        game = game_of(event)
        here = _here(event, 1)
        before = event.seatings.filter(state=Seating.State.DRAFT).first()
        if before is not None:
            before.state = Seating.State.REPLACED
            before.save(update_fields=["state"])
        chosen = (secrets.randbits(53) or 1) if seed is None else seed
        chosen = chosen if shuffle else AS_ENTERED
        if WAYS(event).in_teams:
            first = Random(f"dealers {chosen or secrets.randbits(53)}")  # noqa: S311
            dealing = first.randrange(2)
            seating = seat_round(event, game, read_tables(event), 1, chosen, dealing)
        else:
            seating = _tables(event, game, here, tables, chosen)
        replaced = before.pk if before else None
        step.log("seating.drawn", set=1, seating=seating.pk, replaced=replaced)
    return seating


def finalists(boards: Sequence[EventBoard]) -> list[int]:
    """The entries of the final table: the winner of every table, once all have one; before that
    empty."""
    if not boards or not boards[0].plays.final_table or len(boards) < 2:
        return []
    if any(board.set_number > 1 or board.ending is None for board in boards):
        return []
    return [
        board.entry_ids[place]
        for board in boards
        if board.ending
        for winner in board.ending.winners
        for place in board.people_of(winner)
    ]


def seat_final(*, event: Event, actor: Actor) -> Seating:
    """Seat the winners of all tables at one more table. Raises Refused before all are known."""
    with event_transaction(event, actor) as step:
        people = finalists(Hall.now(event).boards)
        if event.state != Event.State.PLAYING or not people:
            text = "The final table has to wait until every table has a winner."
            raise refusal("final.early", text)
        game = game_of(event)
        here = [Entry.objects.get(pk=pk) for pk in people]
        seating = _tables(event, game, here, 1, secrets.randbits(53) or 1, number=2)
        show(event, seating)
        ensure_links(event)
        step.log("final.seated", seating=seating.pk, names=[entry.name for entry in here])
    return seating


def may_open(event: Event) -> bool:
    """Whether a further table may begin: if people keep their seats, and until there is a final
    table."""
    running = current_seating(event)
    begun = event.state == Event.State.PLAYING and running is not None and running.set_number == 1
    return begun and not format_of(event).keeping.moves


def open_table(*, event: Event, actor: Actor, parsed: Iterable[ParsedName]) -> Table:
    """Enter late arrivals and seat them, in this order, at a table of their own beside those that
    play already.

    Raises Refused for too few or too many, for somebody who is entered already, and once the final
    table is seated.
    """
    guests = list(parsed)
    with event_transaction(event, actor) as step:
        game = game_of(event)
        running = current_seating(event)
        if event.state != Event.State.PLAYING or running is None:
            raise refusal("event.not_playing", "The event is not in play.")
        if not may_open(event):
            raise refusal("table.late", "No other table can start now.", "names")
        number = max(running.tables.values_list("number", flat=True)) + 1
        _refuse_number(game, len(guests), 1)
        if number > MOST_TABLES:
            raise refusal("table.late", "No other table can start now.", "names")
        entries = admitted(event, guests)
        if len(entries) < len(guests):
            text = "One of these people is already entered, or is named twice."
            raise refusal("names.twice", text, "names")
        refuse_setup(event, entries)
        first = secrets.randbelow(len(entries)) if game.plays.dealers == "player" else None
        table = seat_table(running, number, [(entry.pk, "") for entry in entries], first)
        ensure_links(event)
        params: dict[str, Any] = {"table": number, "id": table.pk}
        params |= {"entries": [e.pk for e in entries], "names": [e.name for e in entries]}
        step.log("table.opened", **params)
    return table


def _refuse_number(game: Game, people: int, tables: int) -> None:
    """Raise Refused for too many tables, and for too many or too few people at them."""
    low, high = game.plays.players
    if not 1 <= tables <= MOST_TABLES or not low * tables <= people <= high * tables:
        text = "{count} people at {tables} tables do not work: a table takes {low} to {high}."
        params = {"count": people, "tables": tables, "low": low, "high": high}
        raise refusal("people.tables", text, "tables", **params)


def _here(event: Event, number: int) -> list[Entry]:
    ids = present(event, number)
    return [entry for entry in event.entries.order_by("pk") if entry.pk in ids]


def _tables(
    event: Event, game: Game, here: Sequence[Entry], tables: int, seed: int, *, number: int = 1
) -> Seating:
    """Seat people at tables with their own boards, as evenly as possible."""
    plays = game.plays
    _refuse_number(game, len(here), tables)
    order, rng = list(here), Random(seed)  # noqa: S311 - it is to be repeated
    if seed != AS_ENTERED:
        rng.shuffle(order)
    seating = Seating.objects.create(
        event=event, set_number=number, revision=next_revision(event, number), seed=seed
    )
    each, more = divmod(len(order), tables)
    start = 0
    for table_number in range(1, tables + 1):
        sitting = order[start : start + each + (table_number <= more)]
        start += len(sitting)
        refuse_setup(event, sitting)
        first = rng.randrange(len(sitting)) if plays.dealers == "player" else None
        seat_table(seating, table_number, [(entry.pk, "") for entry in sitting], first)
    return seating


def _undo_final(event: Event, params: Params, _actor: Actor) -> None:
    hide(event, Seating.objects.get(pk=params["seating"]), Seating.State.REPLACED)


def _undo_table(event: Event, params: Params, _actor: Actor) -> None:
    Table.objects.filter(pk=params["id"]).delete()
    Entry.objects.filter(event=event, pk__in=params["entries"]).delete()


def _can_undo_table(_event: Event, params: Params) -> bool:
    """Whether nothing was ever reported or disputed at the table, and no final table follows it."""
    table = Table.objects.filter(pk=params["id"], reports=None, dispute=None).first()
    return table is not None and is_newest(table.seating)


register(
    Step(
        "final.seated",
        gettext_lazy("The final table was seated: {people}."),
        words=people_words,
        undo=_undo_final,
        can_undo=is_seating_unused,
    ),
    Step(
        "table.opened",
        gettext_lazy("Table {table} was opened: {people}."),
        words=people_words,
        undo=_undo_table,
        can_undo=_can_undo_table,
    ),
)
