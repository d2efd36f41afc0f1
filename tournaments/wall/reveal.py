"""The reveal, step by step: the awards, prizes of those who are not among the first, places from
the last (or the third) upwards with theirs, and the first alone at the end.

`Event.awards_shown` and `Event.revealed` count the steps that are done; the wall shows the newest
one, the host's phone also the next.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.engine.text import signed
from tournaments.models import Event
from tournaments.models.event_games import format_of
from tournaments.standings.finales import event_finale
from tournaments.standings.rows import in_division, in_divisions, lines_of_totals, sides
from tournaments.standings.selectors import standings
from tournaments.wall.prizes import event_awards, place_title, prize_lines
from tournaments.web.labels import POINTS, total_unit
from tournaments.web.wording import and_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tournaments.records.evening_pages import AwardLine
    from tournaments.standings.rows import StandingRow, Standings
    from tournaments.wall.prizes import PrizeLine

MOST_NAMES = 8  # on one place; a hall cannot read more
STEPS = 3  # of the podium
LONGEST_KEY = 40  # of a slide that is held


@dataclass(frozen=True, slots=True)
class RevealStep:
    """`title` is the place ("Third"), or what the award is for; `names` who has it; `points` their
    total, `words` say more. `people` are the members of a team."""

    kind: Literal["place", "champion", "award"]
    title: str
    names: tuple[str, ...] = ()
    points: str = ""
    words: str = ""
    people: str = ""
    turn: str = ""  # the round that decided it, in a sentence
    more: int = 0  # how many further names are left out
    rank: int = 0
    mark: str = ""
    gifts: tuple[str, ...] = ()  # the prizes that go with a place

    @property
    def name(self) -> str:
        return and_list(list(self.names))


@dataclass(frozen=True, slots=True)
class Group:
    """Those who share a place, as they stand on the podium. `names` are the sides', where totals
    are; `is_divided`: each has the place in a division of their own."""

    rank: int
    names: tuple[str, ...]
    total: int | None  # None where it does not say how they came to their place
    people: str = ""
    is_divided: bool = False

    @property
    def title(self) -> str:
        """ "First", "Second", "Third"; shared: "Second, shared"."""
        return place_words(self.rank, shared=len(self.names) > 1 and not self.is_divided)


@dataclass(frozen=True, slots=True)
class Reveal:
    """All steps, the `awards` before the places, and how many of them are `done`. `podium` is the
    slide that comes after the last; "" where nobody stands beside the first."""

    steps: tuple[RevealStep, ...]
    done: int
    awards: int = 0
    podium: str = ""

    @property
    def now(self) -> RevealStep | None:
        """The step that the wall shows; None before the first and after the last."""
        return self.steps[self.done - 1] if 0 < self.done <= len(self.steps) else None

    @property
    def next(self) -> RevealStep | None:
        """The next step; None after the last."""
        return self.steps[self.done] if self.done < len(self.steps) else None

    @property
    def is_over(self) -> bool:
        """Whether the wall shows its usual slides again."""
        return self.done > len(self.steps)


NO_REVEAL = Reveal((), 0)


def reveal(event: Event) -> Reveal:
    """The reveal of an event whose standings are hidden; without steps if they are not."""
    table = standings(event)
    if not table.hide:
        return NO_REVEAL
    prizes = prize_lines(event, table)
    last = [line for line in prizes if line.rank in table.reveal_order and line.rank <= STEPS]
    first = [line for line in reversed(prizes) if line not in last]
    awards = (*map(award_step, event_awards(event, table)), *map(prize_step, first))
    # Once a place is shown all awards were, also where a correction has brought one more.
    done = len(awards) if event.revealed else min(event.awards_shown, len(awards))
    steps = (*awards, *_places(event, table, last))
    podium = next((podium.key for podium in podiums(table) if len(podium.steps) > 1), "")
    return Reveal(steps, done + event.revealed, len(awards), podium)


@dataclass(frozen=True, slots=True)
class Podium:
    """The first three places, unless too many people share them to be readable in a hall; of a
    `division`, if there are several."""

    steps: tuple[Group, ...]
    division: str = ""

    @property
    def title(self) -> str:
        """Its title: "The podium: Division A"."""
        words = _("The podium: {division}") if self.division else _("The podium")
        return words.format(division=self.division)

    @property
    def key(self) -> str:
        """The key of its slide."""
        return "-".join(filter(None, ("winners", slugify(self.division))))[:LONGEST_KEY]


def _by_rank(table: Standings) -> dict[int, Group]:
    """The groups by rank in the standings, where partners who share a total count as two; in the
    groups a side counts as one, so that the second side is second."""
    members_by_rank: dict[int, list[tuple[str, int, str]]] = {}
    if table.teams:
        for side in sides(table.rows):
            members_by_rank.setdefault(side.rank, []).append((side.name, side.total, side.names))
    else:
        for rank, name, total in _sides(table.rows):
            members_by_rank.setdefault(rank, []).append((name, total, ""))
    before = 0
    groups = {}
    for rank, members in members_by_rank.items():
        names = tuple(name for name, _t, _p in members)
        if table.divided:
            groups[rank] = Group(_place_within(table, rank), names, None, is_divided=True)
            continue
        points = members[0][1] if table.by_total else None
        groups[rank] = Group(before + 1, names, points, members[0][2])
        before += len(members)
    return groups


def _place_within(table: Standings, rank: int) -> int:
    """The place of a rank within its division, where partners count as one."""
    ahead = Counter(row.division for row, *_ in lines_of_totals(table.rows) if row.rank < rank)
    return 1 + max(ahead.values(), default=0)


def _sides(rows: Sequence[StandingRow]) -> list[tuple[int, str, int]]:
    """A line for each side with a total, and one for everybody else."""
    return [
        (row.rank, in_division(and_list(list(row.side)) or row.name, row.division), row.total)
        for row, *_others in lines_of_totals(rows)
    ]


def podiums(table: Standings) -> tuple[Podium, ...]:
    """The podium, or one for each division."""
    if not table.divided:
        return (Podium(_steps_of(_by_rank(table).values())),)
    several = groupby(in_divisions(table.rows), key=lambda row: row.division)
    return tuple(
        Podium(_steps_of(_count_groups(_sides([replace(row, division="") for row in rows]))), name)
        for name, rows in several
    )


def _steps_of(groups: Iterable[Group]) -> tuple[Group, ...]:
    best = [group for group in groups if group.rank <= STEPS]
    return tuple(group for group in best if group.rank == 1 or len(group.names) <= MOST_NAMES)


def _count_groups(lines: Iterable[tuple[int, str, int]]) -> list[Group]:
    """Those who share a rank, best first, with their places among these lines."""
    before, groups = 0, []
    for _rank, several in groupby(lines, key=lambda line: line[0]):
        members = list(several)
        names = tuple(name for _r, name, _total in members)
        groups.append(Group(before + 1, names, members[0][2]))
        before += len(members)
    return groups


def champion(event: Event, table: Standings) -> RevealStep | None:
    """The step of whoever came first alone: by how much, and the round that decided it; None if
    several did."""
    ordered = tuple(_by_rank(table).values())
    return _champion(event, table, ordered[0]) if ordered else None


def _places(event: Event, table: Standings, prizes: Sequence[PrizeLine]) -> Iterator[RevealStep]:
    """The places one by one, each with its `prizes`."""
    by_rank = _by_rank(table)
    for rank in table.reveal_order:
        group = by_rank[rank]
        step = _champion(event, table, group) if rank == 1 else _place(event, group)
        gifts = (gift_words(line, step.title) for line in prizes if line.rank == rank)
        yield replace(step, gifts=tuple(gifts))


def prize_step(line: PrizeLine) -> RevealStep:
    """A prize as a step of its own."""
    return RevealStep("award", line.prize.title, line.names, words=line.prize.gift)


def gift_words(line: PrizeLine, heading: str) -> str:
    """A prize in a line below the name of whoever has it: "The best Girl: a scarf"; what it is
    alone where the `heading` says what for."""
    title, gift = line.prize.title, line.prize.gift
    if not gift:
        return title
    if title in (heading, place_title(line.prize.place)):
        return gift
    return _("{title}: {gift}").format(title=title, gift=gift)


def award_step(award: AwardLine) -> RevealStep:
    """An award as a step of its own."""
    return RevealStep("award", award.title, award.people, words=award.why, mark=award.kind)


def _place(event: Event, group: Group) -> RevealStep:
    many = len(group.names)
    return RevealStep(
        "place",
        group.title,
        group.names[:MOST_NAMES],
        points_words(event, group.total) if group.total is not None else "",
        people=group.people,
        more=max(0, many - MOST_NAMES),
        rank=group.rank,
    )


def _champion(event: Event, table: Standings, group: Group) -> RevealStep:
    finale = event_finale(event)
    first = _place(event, group)
    return replace(
        first,
        kind="champion",
        title=_first_words(event, table, len(group.names), is_over=finale is not None),
        words=(finale.margin or finale.why) if finale else "",
        turn=finale.turn_of_game if finale else "",
    )


def _first_words(event: Event, table: Standings, many: int, *, is_over: bool) -> str:
    """The word for the first: a tournament has a champion, a game a winner."""
    if not is_over:
        return place_words(1, shared=many > 1)
    pairs = table.teams or any(row.side for row in table.rows)
    return ngettext(*format_of(event).labels.winners, 2 if pairs else many)


def place_words(rank: int, *, shared: bool) -> str:
    """ "Third", "Place 7"; "Second, shared"."""
    words = {1: _("First"), 2: _("Second"), 3: _("Third")}
    title = words.get(rank) or _("Place {number}").format(number=rank)
    return _("{place}, shared").format(place=title) if shared else title


def points_words(event: Event, total: int) -> str:
    """ "142 points"; in the game's own unit, where totals are those of the game."""
    unit = total_unit(event)
    if unit == POINTS:
        words = ngettext("{total} point", "{total} points", total)
        return words.format(total=signed(total))
    return _("{total} {unit}").format(total=signed(total), unit=_(unit))
