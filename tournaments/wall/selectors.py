"""What the wall screen shows of an event, as plain values: seats, standings, boards, whom the
room waits for, the reveal. And its remote control on the host's phone: what is on the wall now, and
the steps forward and back."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rulesets.formats.deals import find_set
from tournaments.access.selectors import join_code, open_link
from tournaments.boards.bells import call_out, has_rung
from tournaments.boards.by_keeping import DRAWS_EVERY_SET, ByKeeping
from tournaments.boards.hall import Hall
from tournaments.cache.memo import Memo
from tournaments.db.current_values import EVENTS, Steps, read_current, tables_of_steps
from tournaments.db.steps import Touches
from tournaments.models import Event, Link, Seating
from tournaments.models.event_games import format_of
from tournaments.records.evening_pages import records_on_the_wall, winners_record
from tournaments.scores.event_state import countdown_of, table_states
from tournaments.scores.ladder import ladder
from tournaments.seats.selectors import seats
from tournaments.standings.board_displays import awaited, board_displays, seats_matter
from tournaments.standings.cross_table import brackets
from tournaments.standings.selectors import standings
from tournaments.wall.prizes import event_awards, prize_lines
from tournaments.wall.reveal import (
    NO_REVEAL,
    Podium,
    Reveal,
    RevealStep,
    award_step,
    champion,
    podiums,
    prize_step,
    reveal,
)
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from rulesets.engine.rounds import RoundSet
    from rulesets.formats import Format
    from tournaments.records.pages import HeldList
    from tournaments.scores.ladder import Rung
    from tournaments.seats.selectors import SeatsView
    from tournaments.standings.board_displays import AwaitedPlace, BoardDisplay
    from tournaments.standings.cross_table import BracketPicture
    from tournaments.standings.rows import Side, StandingRow, Standings
    from tournaments.standings.team_ranking import TeamRow
    from tournaments.wall.slides import Slide

    # Places that have not reported; tables with a result missing; tables that only have to cut.
    Awaited = tuple[tuple[AwaitedPlace, ...], tuple[int, ...], tuple[int, ...]]


HALL_MATCHES = 4  # matches of a bracket above each other; with more, earlier rounds are left out


@dataclass(frozen=True, slots=True)
class WallView:
    """All values of the wall screen. `when` is how far the evening is ("Set 2 of 7"). `podiums`,
    `champion` and `awards` are filled once the evening is over and nothing is hidden."""

    event_name: str
    place: str
    version: int
    state: str
    seats: SeatsView | None  # the newest published
    standings: tuple[StandingRow, ...]  # those that may be seen
    hidden: int  # how many places are still hidden
    provisional: bool
    missing: tuple[int, ...]  # tables with a result missing
    tied: tuple[int, ...]  # tables that have to cut
    nudged: tuple[int, ...]  # tables that the host has asked to hurry
    round_ends_at: datetime | None
    join_token: str  # of the spectator link; "" if there is none
    format: Format
    counted: str = ""  # what totals count; "" for scores that people carry
    after: str = ""  # which sets the standings count, while they are played
    teams: bool = False
    sides: tuple[Side, ...] = ()  # the teams that may be seen
    by_team: tuple[TeamRow, ...] = ()  # the ranking of teams, while nothing is hidden
    best_of_team: str = ""  # how many of each team count
    boards: tuple[BoardDisplay, ...] = ()  # none while anything is hidden
    standings_begun: bool = True  # a round has been played
    has_leader: bool = True  # the first leads, and is not one of several still in
    seats_matter: bool = True  # people still look for where to sit
    awaited: tuple[AwaitedPlace, ...] = ()  # whom the room waits for, if boards are kept
    low_wins: bool = False
    next_set: int = 0  # that is drawn next, once all results of the one before are in
    when: str = ""
    line: str = ""  # how the set in play counts: "Each trick counts 2"
    trumps: tuple[tuple[str, str], ...] = ()  # of its hands: icon key and word
    people: int = 0
    reveal: Reveal = NO_REVEAL
    champion: RevealStep | None = None
    fell: str = ""  # the record that the first took, in a sentence
    podiums: tuple[Podium, ...] = ()
    awards: tuple[RevealStep, ...] = ()
    records: tuple[HeldList, ...] = ()  # of its game
    break_ends_at: datetime | None = None
    ladder: tuple[Rung, ...] = ()  # if tables have an order
    held: str = ""  # the key of the slide at which the host holds the wall
    join_code: str = ""  # "K7M Q4P"
    by_couples: bool = False  # the places of a long table have couples
    bell: str = ""  # what is called out when the bell of a set rings
    has_rung: bool = False
    brackets: tuple[BracketPicture, ...] = ()  # while nothing is hidden

    @property
    def award_number(self) -> int:
        """The number of the award that the reveal shows, from 1; 0 for anything else."""
        return self.reveal.done if self.reveal.done <= self.reveal.awards else 0

    @property
    def is_over(self) -> bool:
        """Whether the evening is over and nothing is hidden any more."""
        return self.state == Event.State.FINISHED and not self.hidden and bool(self.standings)

    @property
    def is_revealing(self) -> bool:
        """Whether the next step of the reveal may come at any moment."""
        return bool(self.reveal.steps) and not self.reveal.is_over


def wall(event: Event) -> WallView:
    """The values of all slides. A fixed number of queries."""
    table = standings(event)
    seating = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("-set_number").first()
    format = format_of(event)
    displays = board_displays(event)
    way = WALLS(event)
    waiting, missing, tied = way.awaited(event, seating)
    join = open_link(event, Link.Kind.SPECTATOR)
    number = seating.set_number if seating else 0
    played = find_set(format, number) if number else None
    return WallView(
        event_name=event.name,
        place=event.place,
        version=event.version,
        state=event.state,
        seats=seats(event),
        standings=table.public,
        hidden=table.hidden,
        provisional=table.provisional,
        missing=missing,
        tied=tied,
        nudged=_late(event, seating, {*missing, *tied}, waiting),
        round_ends_at=countdown_of(event),
        bell=call_out(format)
        if format.length.deals.bell and event.state == Event.State.PLAYING
        else "",
        has_rung=has_rung(event, format, number),
        join_token=join.token if join else "",
        format=format,
        counted=table.counted,
        after=table.after,
        teams=table.teams,
        by_team=table.public_by_team,
        best_of_team=table.best_of_team,
        sides=table.public_sides,
        boards=displays,
        standings_begun=table.begun,
        has_leader=table.has_leader,
        seats_matter=DRAWS_EVERY_SET(event) or seats_matter(event),
        by_couples=way.by_couples,
        awaited=waiting,
        low_wins=format.ranking.low_wins,
        next_set=_next_set(event, format, number) if not (missing or tied) else 0,
        when=_when(event, format, number, displays),
        line=_(played.line) if played and played.line else "",
        trumps=_trumps(played) if played else (),
        people=len(table.rows),
        **_end(event, table, displays),
        break_ends_at=event.break_ends_at,
        ladder=ladder(event),
        held=event.held_slide,
        join_code=join_code(event),
        brackets=() if table.hidden else brackets(event, HALL_MATCHES, by_round=True),
    )


def _late(
    event: Event, seating: Seating | None, tables: set[int], waiting: tuple[AwaitedPlace, ...]
) -> tuple[int, ...]:
    """The tables that the room waits for and that were asked to hurry."""
    nudged = tables & _nudged(event, seating) if seating and tables else set()
    return tuple(sorted(nudged | {place.number for place in waiting if place.nudged}))


def _end(event: Event, table: Standings, boards: tuple[BoardDisplay, ...]) -> dict[str, Any]:
    """The reveal; and everything about the end, if the evening is over and nothing is hidden. The
    winner of an evening's only game is shown at once."""
    over = event.state == Event.State.FINISHED and not table.hidden and bool(table.rows)
    # While the evening goes on, a reveal shows nothing before its first step.
    begun = event.revealed or event.state == Event.State.FINISHED
    steps = reveal(event) if begun else NO_REVEAL
    won = over or (len(boards) == 1 and bool(boards[0].ending))
    # Not among the steps, which are counted while a step is being logged: records read then would
    # be those from before it.
    first_is_shown = won or (steps.now is not None and steps.now.kind == "champion")
    return {
        "reveal": steps,
        "champion": champion(event, table) if won else None,
        "fell": winners_record(event) if first_is_shown else "",
        "podiums": podiums(table) if over else (),
        "records": records_on_the_wall(event) if over else (),
        "awards": (
            *map(award_step, event_awards(event, table)),
            *map(prize_step, prize_lines(event, table)),
        )
        if over
        else (),
    }


def _when(event: Event, format: Format, number: int, boards: tuple[BoardDisplay, ...]) -> str:
    """How far the evening is: "Set 2 of 7", "Round 7"; "" once it is over."""
    if event.state == Event.State.FINISHED:
        return ""
    if name := translate(format.labels.of_set(number).when_named) if number else "":
        return name
    return boards[0].deal if len(boards) == 1 and not boards[0].ending else ""


def _next_set(event: Event, format: Format, number: int) -> int:
    """The set that is drawn next, if `number` is in play and not the last; else 0."""
    if event.state != Event.State.PLAYING or not number or not DRAWS_EVERY_SET(event):
        return 0
    return 0 if number == format.length.sets else number + 1


def _trumps(played: RoundSet) -> tuple[tuple[str, str], ...]:
    """The trumps of a set's hands, if hands have any."""
    if len(set(played.signs)) < 2:
        return ()
    return tuple(zip(played.signs, map(_, played.labels), strict=False))


def _awaited_places(event: Event, seating: Seating | None) -> Awaited:
    """The couples and tables that the room waits for."""
    return awaited(event), (), ()


def _awaited_tables(event: Event, seating: Seating | None) -> Awaited:
    """The tables of a set with a result missing, and those that only have to cut."""
    if seating is None or event.state != Event.State.PLAYING:
        return (), (), ()
    tables = table_states(Hall.of(event), seating.set_number)
    missing = tuple(table.number for table in tables if table.missing)
    return (), missing, tuple(table.number for table in tables if table.tied)


@dataclass(frozen=True, slots=True)
class _WallWay:
    """How the wall says whom it waits for (`awaited`): places, tables with a result missing, tables
    that have to cut; `by_couples`: the places of a long table have couples."""

    awaited: Callable[[Event, Seating | None], Awaited]
    by_couples: bool = False


_OF_SETS = _WallWay(_awaited_tables)
WALLS = ByKeeping(
    table=_WallWay(_awaited_places),
    set=_OF_SETS,
    hands=_OF_SETS,
    room=_WallWay(_awaited_places, by_couples=True),
)


_nudges: Memo[frozenset[int]] = Memo(EVENTS)


def _nudged(event: Event, seating: Seating) -> frozenset[int]:
    """Tables asked to hurry in this set."""

    def make() -> frozenset[int]:
        lines = event.log.filter(code="nudge", created__gte=seating.published_at)
        return frozenset(params["table"] for params in lines.values_list("params", flat=True))

    def renew(old: frozenset[int], steps: Steps) -> frozenset[int] | None:
        if tables_of_steps(steps, Touches.DISPUTES) is None:
            return None
        return old.union(step.params["table"] for step in steps if step.code == "nudge")

    return read_current(_nudges, event, make, renew)


@dataclass(frozen=True, slots=True)
class Button:
    """A large button: its action `act` and, for slides, the slide that it goes to."""

    act: str
    words: str
    slide: str = ""


@dataclass(frozen=True, slots=True)
class PageList:
    """The slides of one title: the key of each, and a name that no other has."""

    title: str
    pages: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Remote:
    """The remote control. `now` is what is on the wall, `under` a line below it, `then` the next
    step, which only the host knows. `step` of `steps` during a reveal. `pages` are the slides that
    the wall turns through, with their titles; `lists` the same, those of one title together."""

    now: str
    under: str = ""
    then: str = ""
    back: Button | None = None
    next: Button | None = None
    step: int = 0
    steps: int = 0
    pages: tuple[tuple[str, str], ...] = ()
    lists: tuple[PageList, ...] = ()
    held: str = ""


def remote(view: WallView, slides: Sequence[Slide]) -> Remote:
    """The remote control of a wall that shows these slides."""
    reveal = view.reveal
    if reveal.steps and not reveal.is_over and (reveal.done or view.state == "finished"):
        return _reveal_remote(view)
    return _page_remote(view, slides)


def _reveal_remote(view: WallView) -> Remote:
    reveal = view.reveal
    current, follows = reveal.now, reveal.next
    last = _("The podium") if reveal.podium else _("End the reveal")
    words = follows.title if follows else last
    return Remote(
        now=current.title if current else _("“Who has won?”"),
        under=_who(current) if current else "",
        then=_who(follows) if follows else "",
        back=Button("back", _("Back")) if reveal.done else None,
        next=Button("reveal", words),
        step=reveal.done,
        steps=len(reveal.steps),
    )


def _who(step: RevealStep) -> str:
    """ "Tilda Becker, 116 points"."""
    return ", ".join(part for part in (step.name, step.points or step.words) if part)


def _named_pages(slides: Sequence[Slide]) -> tuple[tuple[str, str], ...]:
    """The key of every slide, and a name that no other has: pages of one list are numbered."""
    many, number = Counter(slide.title for slide in slides), Counter[str]()
    named = []
    for slide in slides:
        name = slide.title
        if many[name] > 1:
            number[name] += 1
            name = _("{heading}, page {page}").format(heading=name, page=number[name])
        named.append((slide.key, name))
    return tuple(named)


def _page_lists(slides: Sequence[Slide], pages: Sequence[tuple[str, str]]) -> tuple[PageList, ...]:
    """The named pages of these slides, those of one title together."""
    lists: dict[str, list[tuple[str, str]]] = {}
    for slide, page in zip(slides, pages, strict=True):
        lists.setdefault(slide.title, []).append(page)
    return tuple(PageList(title, tuple(named)) for title, named in lists.items())


def _page_remote(view: WallView, slides: Sequence[Slide]) -> Remote:
    pages = _named_pages(slides)
    keys = [key for key, _title in pages]
    held = view.held if view.held in keys else ""
    at = keys.index(held) if held else -1
    before = pages[at - 1] if held else pages[-1]
    after = pages[(at + 1) % len(pages)]
    several = len(pages) > 1
    return Remote(
        now=pages[at][1] if held else _("It turns its pages by itself"),
        under=_("Held until you go on") if held else _("A page every nine seconds"),
        back=Button("hold", before[1], before[0]) if several else None,
        next=Button("hold", after[1], after[0]) if several else None,
        pages=pages,
        lists=_page_lists(slides, pages),
        held=held,
    )
