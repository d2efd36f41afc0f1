"""The lines of a standings list: where scores are carried on from set to set, from boards that
last, and as a snapshot keeps them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from itertools import accumulate, groupby, pairwise
from operator import is_
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from rulesets.engine.plays import Account
from rulesets.formats import carry, ranking
from rulesets.formats import drive as engine
from rulesets.standings.metrics import METRICS
from rulesets.standings.placings import placings
from tournaments.models import Entry
from tournaments.standings.team_ranking import best_words
from tournaments.web.collation import sort_key, sorted_by_name
from tournaments.web.labels import division_name, role_words, translate, written_place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from rulesets.engine.plays import State
    from rulesets.formats.drive import Drive, SetRecord
    from rulesets.standings.metrics import Decision
    from tournaments.boards.drive_rows import DriveRows
    from tournaments.boards.pad import Pad
    from tournaments.models import Event
    from tournaments.standings.team_ranking import TeamRow


MOST_NAMES = 20  # of a team, that can be read from a wall


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One player's line. `sets[i]` is None where the player took no part in set i + 1.

    On a score pad a set is a round: `sets` is what each round brought the player (or the
    player's team), `role` and `role_name` are the team's, and everybody of a team has its line.
    """

    entry_id: int
    name: str
    role: str
    role_name: str
    total: int
    rank: int
    shared: bool
    sets: tuple[int | None, ...]
    sit_outs: int
    moved: int  # places up (+) or down (-) since the end of the set before
    progress: tuple[int, ...]  # running total after each set; of a score pad from its opening on
    table: str = ""  # the pad that the line comes from, where there are several
    side: tuple[str, ...] = ()  # everybody whose total it is, where partners have one together
    lost: int = 0  # how deductions, and a stage that counts in part, have changed the total
    made: tuple[int | None, ...] = ()  # points of the game by set, where not these are carried
    decision: str = ""  # the tie-break that puts the line before the next: "by wins: 5 to 4"
    mean: str = ""  # of the sets, where it ranks people: "24.5 a set"
    team: str = ""  # whose name the player carries, besides any role
    division: str = ""  # within which the place is, where people play in several: "Division A"

    @property
    def note(self) -> str:
        """What the place stands on besides the total."""
        return " · ".join(filter(None, (self.mean, self.decision)))

    @property
    def points(self) -> tuple[int | None, ...]:
        """What each set brought in points of the game."""
        return self.made or self.sets

    @property
    def place(self) -> str:
        """The place as it is written: "4=" where it is shared."""
        return written_place(self.rank, shared=self.shared)

    @property
    def partners(self) -> str:
        """The others on the side."""
        return ", ".join(name for name in self.side if name != self.name)


@dataclass(frozen=True, slots=True)
class Side:
    """A team with everybody in it."""

    name: str
    total: int
    rank: int
    shared: bool  # level with another team
    moved: int
    progress: tuple[int, ...]
    rows: tuple[StandingRow, ...]

    @property
    def place(self) -> str:
        """The place as it is written: "1=" where both have it."""
        return written_place(self.rank, shared=self.shared)

    @property
    def names(self) -> str:
        """Everybody in it, or how many there are where no wall could hold their names."""
        if len(self.rows) > MOST_NAMES:
            return ngettext("{n} player", "{n} players", len(self.rows)).format(n=len(self.rows))
        return ", ".join(row.name for row in self.rows)


@dataclass(frozen=True, slots=True)
class Standings:
    """All lines, best first."""

    rows: tuple[StandingRow, ...]
    sets_shown: int  # how many sets count; of boards that last, how many rounds there are
    finished: bool
    provisional: bool  # some report in it has not been accepted yet
    hidden: int  # how many lines, from the top, the public may not see yet
    hide: bool  # the host has hidden the standings
    version: int
    begun: bool = True  # something counts; before that nobody has a place
    counted: str = ""  # what the totals are, in the game's own words; "" for a drive's points
    best: str = ""  # who wins, where it is not whoever has most
    after: str = ""  # which sets count, while they are played: "After set 3"
    teams: bool = False  # the lines are those of teams: everybody in one has the same
    reveal_order: tuple[int, ...] = ()  # of places, while the standings are hidden
    by_team: tuple[TeamRow, ...] = ()  # the second ranking, of the names that people carry

    @property
    def lines(self) -> Sequence[StandingRow]:
        """All of them as they are read: of several divisions one below the other, by name while
        nobody has a place."""
        return in_divisions(self.rows) if self.begun else by_name(self.rows)

    @property
    def public_lines(self) -> Sequence[StandingRow]:
        """Those of them that spectators may see."""
        return in_divisions(self.public) if self.begun else by_name(self.rows)

    @property
    def divided(self) -> bool:
        """Whether places are those within divisions."""
        return any(row.division for row in self.rows)

    @property
    def public(self) -> tuple[StandingRow, ...]:
        """What spectators and the wall screen may see."""
        return self.rows[self.hidden :]

    @property
    def best_of_team(self) -> str:
        """How many of each team count, in words."""
        return best_words(self.by_team)

    @property
    def public_by_team(self) -> tuple[TeamRow, ...]:
        """The second ranking for spectators and the wall screen; none as long as a line is hidden,
        which it would tell of."""
        return () if self.hidden else self.by_team

    @property
    def sides(self) -> tuple[Side, ...]:
        """The teams, best first; none where everybody plays alone."""
        return sides(self.rows) if self.teams else ()

    @property
    def public_sides(self) -> tuple[Side, ...]:
        """The teams that spectators and the wall screen may see."""
        return sides(self.public) if self.teams else ()

    def row(self, entry_id: int) -> StandingRow | None:
        """The line of one entry, or None if there is none."""
        return next((row for row in self.rows if row.entry_id == entry_id), None)

    def hides(self, entry_id: int) -> bool:
        """Whether the public may not see this entry's score yet."""
        return any(row.entry_id == entry_id for row in self.rows[: self.hidden])


def by_name(rows: Sequence[StandingRow]) -> Sequence[StandingRow]:
    """The lines while nobody has a place yet."""
    return sorted_by_name(rows, lambda row: row.name)


def in_divisions(rows: Sequence[StandingRow]) -> Sequence[StandingRow]:
    """The lines as they are read: those of a division below each other, where there are some."""
    return sorted(rows, key=lambda row: row.division)


def sides(rows: Sequence[StandingRow]) -> tuple[Side, ...]:
    """The teams of lines that stand team by team."""
    found = [tuple(members) for _team, members in groupby(rows, key=lambda row: row.role)]
    ranks = [members[0].rank for members in found]
    return tuple(
        Side(
            name=first.role_name,
            total=first.total,
            rank=first.rank,
            shared=ranks.count(first.rank) > 1,
            moved=first.moved,
            progress=first.progress,
            rows=members,
        )
        for members in found
        for first in members[:1]
    )


def lines_of_totals(rows: Iterable[StandingRow]) -> list[tuple[StandingRow, ...]]:
    """The lines of each total: those of partners who have one together, of everybody else one."""
    found: dict[tuple[str, tuple[str, ...] | int], list[StandingRow]] = {}
    for row in rows:
        found.setdefault((row.table, row.side or row.entry_id), []).append(row)
    return list(map(tuple, found.values()))


def row_to_json(row: StandingRow) -> dict[str, Any]:
    """A line as a snapshot keeps it."""
    return asdict(row)


def row_from_json(kept: Mapping[str, Any]) -> StandingRow:
    """The reverse of `row_to_json`."""
    lists = {key: tuple(kept.get(key, ())) for key in ("sets", "progress", "side", "made")}
    return StandingRow(**{**kept, **lists})


Key = tuple[int, int]  # place at the table (as a negative number), total
NOT_LAST: Key = (-1_000_000, 0)  # of somebody who is at no final table


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody's pad and place in its roster, and those at the final table."""

    pad: Pad
    place: int
    final: Pad | None = None
    final_place: int = 0

    @property
    def newest(self) -> tuple[Pad, int]:
        return (self.final, self.final_place) if self.final else (self.pad, self.place)


def board_rows(event: Event, found: Sequence[Pad]) -> tuple[StandingRow, ...]:
    """Everybody's line, best first; before the first seats everybody has nothing yet.

    Who sits at no table has no line.
    """
    if not found:
        everybody = Entry.objects.filter(event_id=event.pk).order_by("pk")
        names = sorted_by_name(everybody.values_list("pk", "name"), lambda row: row[1])
        return tuple(_nothing_yet(pk, name) for pk, name in names)
    return _teams(found[0]) if found[0].form.teams else _tables(found)


def _nothing_yet(entry_id: int, name: str) -> StandingRow:
    return StandingRow(
        entry_id=entry_id,
        name=name,
        role="",
        role_name="",
        total=0,
        rank=1,
        shared=True,
        sets=(),
        sit_outs=0,
        moved=0,
        progress=(),
    )


def course(pad: Pad) -> tuple[State, ...]:
    """The opening and the state after each round that counts, what closed the game in the last."""
    states = list(pad.states)
    if pad.replay.closing.movements:
        states[-2:] = states[-1:]
    return tuple(states)


def account_of(pad: Pad, scorer: int) -> Account:
    """Where somebody's points are, or those of a side."""
    return Account("player" if pad.alone else "side", scorer)


def stake_of(pad: Pad, place: int) -> int:
    """What somebody put in at the start of a pad."""
    mine = account_of(pad, pad.scorer(place))
    return sum(
        movement.amount
        for movement in pad.replay.opening.movements
        if movement.source.kind == "bank" and movement.target == mine
    )


def run_of(pad: Pad, scorer: int) -> tuple[tuple[int | None, ...], tuple[int, ...]]:
    """What each round brought a side (None: it does not count), and the totals from the start."""
    totals = [pad.totals(state)[scorer] for state in course(pad)]
    gains = iter(now - before for before, now in pairwise(totals))
    return tuple(next(gains) if one.counted else None for one in pad.rounds), tuple(totals)


def seats_of(found: Sequence[Pad]) -> dict[int, Seat]:
    """Everybody's pads by entry, where each table keeps one."""
    seats: dict[int, Seat] = {}
    for pad in found:
        for place, entry_id in enumerate(pad.entry_ids):
            first = seats.get(entry_id)
            seats[entry_id] = (
                Seat(first.pad, first.place, pad, place) if first else Seat(pad, place)
            )
    return seats


# -- two teams -------------------------------------------------------------------------------


def _teams(pad: Pad) -> tuple[StandingRow, ...]:
    roster, plays = pad.setup.roster, pad.plays
    states = course(pad)
    now = plays.ranks(states[-1])
    before = plays.ranks(states[-2]) if states[2:] else now
    rows = []
    for team, members in enumerate(roster.sides):
        sets, progress = run_of(pad, team)
        for place in members:
            row = StandingRow(
                entry_id=pad.entry_ids[place],
                name=pad.names[place],
                role=plays.side_names[team],
                role_name=roster.side_names[team],
                total=progress[-1],
                rank=now[team],
                shared=len(members) > 1 or now.count(now[team]) > 1,
                sets=sets,
                sit_outs=sum(place in one.byes for one in pad.rounds if one.counted),
                moved=before[team] - now[team],
                progress=progress,
            )
            rows.append(row)
    order = {role: team for team, role in enumerate(plays.side_names)}
    return tuple(sorted(rows, key=lambda row: (row.rank, order[row.role], sort_key(row.name))))


# -- a board for each table ------------------------------------------------------------------


def _tables(found: Sequence[Pad]) -> tuple[StandingRow, ...]:
    seats = seats_of(found)
    now = _ranks(seats, lambda pad: pad.state)
    ranks = list(now.values())
    before = _board_ranks_before(found, seats)
    rows = []
    for entry_id, seat in seats.items():
        sets, progress = _run(seat)
        row = StandingRow(
            entry_id=entry_id,
            name=seat.pad.names[seat.place],
            role="",
            role_name="",
            total=progress[-1],
            rank=now[entry_id],
            shared=ranks.count(now[entry_id]) > 1,
            sets=sets,
            sit_outs=0,
            moved=before[entry_id] - now[entry_id] if before else 0,
            progress=progress,
            table=seat.newest[0].title,
            side=_side(*seat.newest),
        )
        rows.append(row)
    return tuple(sorted(rows, key=lambda row: (row.rank, sort_key(row.name))))


def _side(pad: Pad, place: int) -> tuple[str, ...]:
    """Everybody who has a total together with somebody, in the order of their chairs."""
    people = pad.people_of(pad.scorer(place))
    return tuple(pad.names[one] for one in people) if len(people) > 1 else ()


def _run(seat: Seat) -> tuple[tuple[int | None, ...], tuple[int, ...]]:
    sets, progress = run_of(seat.pad, seat.pad.scorer(seat.place))
    if seat.final is None:
        return sets, progress
    more, totals = run_of(seat.final, seat.final.scorer(seat.final_place))
    left = progress[-1] - stake_of(seat.final, seat.final_place)
    # What is put in at the final table is no round of its own: its first round begins below.
    shown = totals[1:] or totals
    return sets + more, progress + tuple(left + total for total in shown)


def _ranks(seats: Mapping[int, Seat], state_of: Callable[[Pad], State]) -> dict[int, int]:
    """Everybody's rank, every pad being in the state that `state_of` finds."""
    pads = {id(pad): pad for seat in seats.values() for pad in (seat.pad, seat.final) if pad}
    at = {key: _keys(pad, state_of(pad)) for key, pad in pads.items()}
    keys = {
        entry_id: (
            at[id(seat.final)][seat.final.scorer(seat.final_place)] if seat.final else NOT_LAST,
            at[id(seat.pad)][seat.pad.scorer(seat.place)],
        )
        for entry_id, seat in seats.items()
    }
    order = {key: rank for rank, key in enumerate(sorted(set(keys.values())))}
    ranked = placings([order[key] for key in keys.values()])
    return {entry_id: place.rank for entry_id, place in zip(keys, ranked, strict=True)}


def _keys(pad: Pad, state: State) -> list[Key]:
    """By what people are compared, by whose total it is: higher is better."""
    totals = pad.plays.totals(state)
    best_first = [-total if pad.plays.wins == "low" else total for total in totals]
    if pad.plays.ranking(state) is None:
        return [(0, total) for total in best_first]
    own = pad.plays.ranks(state)
    return [(-rank, total) for rank, total in zip(own, best_first, strict=True)]


def _board_ranks_before(found: Sequence[Pad], seats: Mapping[int, Seat]) -> dict[int, int]:
    """Everybody's rank before the last round of every table in play; nothing if there is none."""
    last = max(pad.set_number for pad in found)
    moved = {id(pad): course(pad) for pad in found if pad.set_number == last}
    earlier = {key: states[-2] for key, states in moved.items() if len(states) > 2}
    if not earlier:
        return {}
    return _ranks(seats, lambda pad: earlier.get(id(pad), pad.state))


def after(event: Event, whole: Drive) -> str:
    """Which sets the standings count, in words; nothing before the first seats."""
    number = engine.set_in_play(whole)
    if number and event.live_standings:
        return _("Set {number} as far as it is reported").format(number=number)
    played = len(whole.sets) - bool(number)
    if number == 1:
        return _("No set is over yet")
    return _("After set {number}").format(number=played) if played else ""


def set_rows(event: Event, rows: DriveRows) -> tuple[StandingRow, ...]:
    """Everybody's line, best first; the same as last time while the same sets count, whatever was
    reported of the one in play."""
    language, sets = get_language(), rows.drive.sets
    counted, lines = rows.lines.get(language, ((), ()))
    if not lines or len(counted) != len(sets) or not all(map(is_, counted, sets)):
        lines = _make_rows(event, rows)
        rows.lines[language] = sets, lines
    return lines


def _make_rows(event: Event, rows: DriveRows) -> tuple[StandingRow, ...]:
    words = role_words(event)
    before = _set_ranks_before(rows)
    people = rows.drive.players
    scores = ranking.standings(rows.drive, rows.memory)
    partners = ranking.partners_with_one_total(rows.drive, scores)
    made = _points_made(rows)
    return tuple(
        StandingRow(
            entry_id=rows.entry_ids[score.player],
            name=people[score.player].name,
            role=people[score.player].role,
            role_name=words.get(people[score.player].role, ""),
            total=score.total,
            rank=score.rank,
            shared=score.shared,
            sets=score.sets,
            sit_outs=score.sit_outs,
            moved=before[score.player] - score.rank if before else 0,
            progress=tuple(accumulate(points or 0 for points in score.sets)),
            lost=score.lost + score.settled,
            side=tuple(people[one].name for one in partners.get(score.player, ())),
            made=made[score.player] if made else (),
            decision=decision_words(score.decision),
            mean=_mean_words(score, rows.game.per_round, len(rows.drive.sets)),
            team=people[score.player].team,
            division=division_name(score.division),
        )
        for score in scores
    )


def in_division(name: str, division: str) -> str:
    """A name with the division, where it says within which a place is."""
    return f"{name} ({division})" if division else name


def _points_made(rows: DriveRows) -> list[tuple[int | None, ...]]:
    """Everybody's points of the game by set, None for no part in it; nothing where these are
    carried."""
    if rows.game.carry == "points":
        return []
    here = [carry.count(rows.drive, one, rows.memory).here for one in rows.drive.sets]
    return [
        tuple(
            points if player in people else None for points, people in zip(made, here, strict=True)
        )
        for player, made in enumerate(carry.tally(rows.drive, rows.memory, "points"))
    ]


def _mean_words(score: ranking.PlayerScore, least: int, sets: int) -> str:
    """What somebody has carried from each set, where that ranks people."""
    count = len(score.sets) - score.sets.count(None)
    if not least or not count:
        return ""
    mean = f"{score.total / count:.1f}".replace("-", "−")
    if count >= min(least, sets):
        return _("{mean} a set").format(mean=mean)
    return _("{mean} a set, of {n} sets only").format(mean=mean, n=count)


def decision_words(decision: Decision | None) -> str:
    """What puts somebody before the next, who is level: "by wins: 5 to 4"."""
    if decision is None:
        return ""
    metric = METRICS[decision.metric]
    if metric.is_lot:
        return _("by lot")
    return _("by {metric}: {own} to {other}").format(
        metric=translate(metric.name),
        own=metric.said(decision.own),
        other=metric.said(decision.other),
    )


def _set_ranks_before(rows: DriveRows) -> list[int]:
    """The ranks at the end of the set before the newest one that has a result; none before that."""
    sets = list(rows.drive.sets)
    while sets and not _begun(sets[-1]):
        sets.pop()
    if len(sets) < 2:
        return []
    return ranking.ranks(replace(rows.drive, sets=tuple(sets[:-1])), rows.memory)


def _begun(one: SetRecord) -> bool:
    return any(hand for table in one.tables for hand in table.hands)
