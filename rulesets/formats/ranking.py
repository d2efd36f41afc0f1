"""The ranking of a drive: by score, then by the agreed tie-breaks; and the ranking at each of its
tables."""

from __future__ import annotations

import operator
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from itertools import groupby
from math import lcm
from typing import TYPE_CHECKING

from rulesets.formats.carry import (
    columns_of,
    count,
    hands_sat_out,
    has_bye,
    late_sit_outs,
    table_results,
    tally,
    turns_played,
)
from rulesets.formats.deals import sides_at
from rulesets.formats.drive import Drive, complete, divisions_of, roles_at, sitters
from rulesets.movements.divisions import part_divisions
from rulesets.standings.carry import bye_of, wins_of
from rulesets.standings.metrics import Decision, Meeting, rank
from rulesets.standings.placings import Placing, placings
from rulesets.standings.teams import Member, rank_teams

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from rulesets.formats.carry import Memory
    from rulesets.formats.drive import SetRecord, TableSet
    from rulesets.movements.bracket import Level
    from rulesets.standings.carry import Carry
    from rulesets.standings.teams import TeamStanding


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A place in the standings.

    `sets` has an entry for each set of the drive's record (None: the player was not there, which
    counts 0). `sit_outs` are sets sat out. `lost` is the effect of deductions and extra points on
    the total, and `settled` that of a former stage that does not count in full; otherwise the total
    is that of the sets. `decision` is the tie-break that puts the player ahead of the next one, if
    there was one.
    `division` is the one in which the rank is (from 1; 0: everybody is ranked together).
    """

    player: int
    total: int
    rank: int
    shared: bool
    sets: tuple[int | None, ...]
    sit_outs: int
    lost: int = 0
    decision: Decision | None = None
    settled: int = 0
    division: int = 0


def ranks(drive: Drive, memory: Memory | None = None) -> list[int]:
    """Every player's rank, as in `standings` but cheaper."""
    rows = tally(drive, memory)
    totals = list(map(operator.add, map(sum, rows), _lost(drive)))
    totals = list(map(operator.add, totals, _settled(drive, rows)))
    return [place.rank for place in _places(drive, totals, memory)[0]]


def standings(drive: Drive, memory: Memory | None = None) -> tuple[PlayerScore, ...]:
    """Everybody's total and place, sorted by rank, then division and name; people who are level
    share a rank."""
    memory = {} if memory is None else memory
    rows, lost = tally(drive, memory), _lost(drive)
    settled = _settled(drive, rows)
    totals = [sum(row) + sum(less) for row, *less in zip(rows, lost, settled, strict=True)]
    ranked, decisions = _places(drive, totals, memory)
    division = divisions_of(drive) or [0] * len(totals)
    sat_out = _count_sit_outs(drive)
    missed = _missed(drive, memory) - set(late_sit_outs(drive))
    sets: list[list[int | None]] = [list(row) for row in rows]
    for player, position in missed:
        sets[player][position] = None
    scores = [
        PlayerScore(
            player,
            total,
            place.rank,
            place.shared,
            tuple(sets[player]),
            sat_out[player],
            lost[player],
            decisions.get(player),
            settled[player],
            division[player],
        )
        for player, (total, place) in enumerate(zip(totals, ranked, strict=True))
    ]
    scores.sort(key=lambda score: (score.rank, score.division, drive.players[score.player].name))
    return tuple(scores)


def team_standings(drive: Drive, scores: Sequence[PlayerScore]) -> tuple[TeamStanding, ...]:
    """The second ranking, of teams, from the standings; empty if nobody has a team."""
    partners = partners_with_one_total(drive, scores)
    members = (
        Member(guest.name, guest.team, score.total, score.rank, partners.get(score.player))
        for score in scores
        for guest in (drive.players[score.player],)
    )
    ranking = drive.format.ranking
    return rank_teams(members, ranking.team_best, low_wins=ranking.low_wins)


def partners_with_one_total(
    drive: Drive, scores: Iterable[PlayerScore]
) -> dict[int, tuple[int, int]]:
    """Fixed pairs who were partners last and have had the same total all evening: both, in the
    order of entry, by player."""
    if not drive.format.facts.fixed_pairs:
        return {}
    last = _last_partners(drive)
    counted = {score.player: (score.sets, score.total) for score in scores}
    return {
        first: (min(first, second), max(first, second))
        for first, second in last.items()
        if last.get(second) == first and counted[first] == counted[second]
    }


def entrants_of(drive: Drive) -> list[tuple[int, ...]]:
    """Everybody's entrant: the player alone, or with the partner of the latest draw and with those
    who have left the pair since. A substitute belongs to it once drawn with its people."""
    everybody = range(len(drive.players))
    if not drive.format.facts.fixed_pairs:
        return [(who,) for who in everybody]
    last: dict[int, int] = {}
    for record in drive.sets:
        for table in record.tables:
            for side in sides_at(drive.format, record.number, len(table.chairs)):
                pair = [who for chair in side if (who := table.chairs[chair]) is not None]
                last |= dict(zip(pair, reversed(pair), strict=True)) if len(pair) > 1 else {}
        last |= record.partners
    former: dict[int, list[int]] = {}
    for who, mate in last.items():
        if last[mate] != who:
            former.setdefault(mate, []).append(who)
    entrants = []
    for who in everybody:
        people = [who]
        if who in last and last[last[who]] == who:
            people.append(last[who])
        for member in people:  # grows
            people += former.get(member, ())
        entrants.append(tuple(sorted(people)))
    return entrants


def _last_partners(drive: Drive) -> dict[int, int]:
    """Everybody's latest partner, if partners stay together, at a table or sitting out."""
    last: dict[int, int] = {}
    for record in drive.sets:
        for table in record.tables:
            seated = sitters(table, drive.format.length.most_deals)
            for side in sides_at(drive.format, record.number, len(seated)):
                pair = [who for chair in side if (who := seated[chair]) is not None]
                last |= dict(zip(pair, reversed(pair), strict=True)) if len(pair) > 1 else {}
        last |= record.partners
    return last


def order_of(drive: Drive) -> tuple[tuple[int, ...], ...]:
    """The ranking as groups of people who are level, the best first, and within a group in the
    order of a lot that is drawn once: from first to last, the order in which people are seated.

    With several divisions, those who are first in theirs come first if equally many of each go on,
    otherwise everybody is ranked by their average per set; the lot then separates people who are
    level.
    """
    memory: Memory = {}
    scores = standings(drive, memory)
    results = DriveResults(drive, ())
    entrants, lots = results.entrants(), _lots(results)
    if not any(score.division for score in scores):
        scores = tuple(sorted(scores, key=lambda score: (score.rank, -lots[score.player])))
        levels = groupby(scores, key=lambda score: score.rank)
        return tuple(tuple(score.player for score in level) for _rank, level in levels)
    counts = count_sets(drive, memory)
    sign = 1 if drive.format.ranking.low_wins else -1

    def by_mean(score: PlayerScore) -> tuple[Fraction, int]:
        return Fraction(sign * score.total, max(1, counts[score.player])), lots[score.player]

    people: dict[int, list[PlayerScore]] = {}
    for score in sorted(scores, key=by_mean):
        people.setdefault(entrants[score.player], []).append(score)
    cut = drive.format.ranking.placement.cut
    if cut is None or not cut.of_each:
        return tuple(tuple(member.player for member in several) for several in people.values())
    ahead: Counter[int] = Counter()
    levels_of: dict[int, list[list[PlayerScore]]] = {}
    for several in sorted(people.values(), key=lambda several: several[0].rank):
        ahead[several[0].division] += 1
        levels_of.setdefault(ahead[several[0].division], []).append(several)
    ranked = [
        [
            (tuple(member.player for member in several), several[0].division)
            for several in sorted(level, key=lambda several: by_mean(several[0]))
        ]
        for level in levels_of.values()
    ]
    return tuple(member for level in part_divisions(ranked, cut.count) for member in level)


def _count_sit_outs(drive: Drive) -> Counter[int]:
    """How many sets everybody has sat out, or missed with the same effect."""
    sat_out = Counter(player for record in drive.sets for player in record.sitting_out)
    sat_out.update(player for player, _ in late_sit_outs(drive))
    return sat_out


def _lost(drive: Drive) -> list[int]:
    """The effect of deductions and extra points on the total, by player: those of the entrant.
    Deductions never help: if the lowest total wins, they are added."""
    sign = 1 if drive.format.ranking.low_wins else -1
    each = [sign * player.deducted for player in drive.players]
    return (
        [sum(each[who] for who in people) for people in entrants_of(drive)] if any(each) else each
    )


def _settled(drive: Drive, rows: Sequence[Sequence[int]]) -> Sequence[int]:
    """The effect of a former stage that does not count in full on the total, by player."""
    return drive.format.ranking.placement.settle(drive, rows) or [0] * len(drive.players)


def _missed(drive: Drive, memory: Memory | None) -> set[tuple[int, int]]:
    """(player, position of the set) for every set that a player had no part in."""
    everyone = set(range(len(drive.players)))
    return {
        (player, position)
        for position, record in enumerate(drive.sets)
        for player in everyone - count(drive, record, memory).here
    }


def _places(
    drive: Drive, totals: Sequence[int], memory: Memory | None
) -> tuple[Sequence[Placing], Mapping[int, Decision]]:
    """Everybody's place, and the tie-break that separated people with equal totals."""
    metrics, low = drive.format.ranking.metrics, drive.format.ranking.low_wins
    division = divisions_of(drive)
    results = DriveResults(drive, totals, memory)
    places = [Placing(1, shared=False)] * len(totals)
    decisions: dict[int, Decision] = {}
    if metrics == ("carry",) and not division:
        places = placings(totals, low_wins=low)
        return _count_entrants(results, places, division), decisions
    for number in sorted(set(division)) or [0]:
        mine = [who for who in range(len(totals)) if not division or division[who] == number]
        ranking = rank(mine, metrics, results)
        decisions |= {who: results.natural(decision) for who, decision in ranking.decisions.items()}
        inside = ranking.placings(len(totals))
        for who in mine:
            places[who] = inside[who]
    return _count_entrants(results, places, division), decisions


def _count_entrants(
    results: DriveResults, places: Sequence[Placing], division: Sequence[int]
) -> Sequence[Placing]:
    """The places with fixed partners counted as one: two who are level have one place."""
    if not results.drive.format.facts.fixed_pairs:
        return places
    keys = [division or [0] * len(places), [placing.rank for placing in places], results.entrants()]
    level: Counter[tuple[int, int]] = Counter()
    ahead: dict[tuple[int, int], int] = {}
    counted: Counter[int] = Counter()
    for part, place, _ in sorted(set(zip(*keys, strict=True))):
        ahead.setdefault((part, place), counted[part])
        level[part, place] += 1
        counted[part] += 1
    return [
        Placing(1 + ahead[part, rank], shared=level[part, rank] > 1)
        for part, rank, _ in zip(*keys, strict=True)
    ]


@dataclass
class DriveResults:
    """The numbers of a drive, each worked out when a metric asks for it. More is always better:
    natural numbers for which less is better are turned round."""

    drive: Drive
    totals: Sequence[int]
    memory: Memory | None = None
    _numbers: dict[str, Sequence[int | None]] = field(default_factory=dict)

    def numbers(self, metric: str) -> Sequence[int | None]:
        """Everybody's number for a metric that compares them with nobody."""
        values = self._numbers.get(metric)
        if values is None:
            measure = COUNTS.get(metric)
            numbers = (
                measure(self)
                if measure
                else self.drive.format.ranking.placement.measure(self.drive, metric)
            )
            sign = -1 if self._turned(metric) else 1
            values = self._numbers[metric] = [
                None if number is None else sign * number for number in numbers
            ]
        return values

    def natural(self, decision: Decision) -> Decision:
        """A decision with its numbers as people count them."""
        if not self._turned(decision.metric):
            return decision
        other = None if decision.other is None else -decision.other
        return Decision(decision.metric, -decision.own, other)

    def _turned(self, metric: str) -> bool:
        if metric in ("carry", "mean", "best_round", "opponents"):
            return self.drive.format.ranking.low_wins
        return metric == "sit_outs" or (metric == "points" and self._low)

    @property
    def _low(self) -> bool:
        return self.drive.format.game.plays.wins == "low"

    def encounters(self) -> Sequence[Sequence[Meeting]]:
        """Everybody's meetings with other entrants, in sets that are over at their table."""
        return self._encounters

    @cached_property
    def _encounters(self) -> list[list[Meeting]]:
        drive, entrants = self.drive, self.entrants()
        meetings: list[list[Meeting]] = [[] for _ in drive.players]
        for record in drive.sets:
            for table in record.tables:
                if not complete(drive.format, table):
                    continue
                seated = sitters(table, drive.format.length.most_deals)
                results = table_results(drive.format, record.number, table)
                for at, side in enumerate(results.sides):
                    for other, place in enumerate(results.places):
                        if at == other:
                            continue
                        opponents = {
                            entrants[who]
                            for chair in results.sides[other]
                            if (who := seated[chair]) is not None
                        }
                        won = wins_of((results.places[at], place))[0]
                        for chair in side:
                            if (who := seated[chair]) is not None:
                                meetings[who] += [(opponent, won) for opponent in sorted(opponents)]
        return meetings

    def entrants(self) -> Sequence[int]:
        """The entrant whose place everybody has: of fixed partners, the first of the latest
        pair."""
        return self._entrants

    @cached_property
    def _entrants(self) -> list[int]:
        entrants = list(range(len(self.drive.players)))
        last = _last_partners(self.drive) if self.drive.format.facts.fixed_pairs else {}
        for first, second in last.items():
            if last.get(second) == first:
                entrants[first] = min(first, second)
        return entrants


def _count_wins(results: DriveResults) -> list[int]:
    """Sets won, counted in halves, including byes."""
    drive = results.drive
    format, wins = drive.format, [0] * len(drive.players)
    for column in columns_of(drive, results.memory, "wins"):
        wins = list(map(operator.add, wins, column))
    worth = bye_of("wins", format.ranking.bye or "nothing") or 0
    for record in drive.sets if format.ranking.bye else ():
        for player, turns in hands_sat_out(format, record).items():
            wins[player] += worth if turns and has_bye(format, record, player) else 0
    return wins


def _best_rounds(results: DriveResults) -> list[int | None]:
    """Everybody's highest score in a set they played; the lowest if low points win; None for people
    who have played none."""
    drive = results.drive
    format, best = drive.format, min if drive.format.ranking.low_wins else max
    scores: list[list[int]] = [[] for _ in drive.players]
    columns = columns_of(drive, results.memory, format.ranking.carry)
    for record, column in zip(drive.sets, columns, strict=True):
        for player, turns in turns_played(format, record, format.ranking.carry).items():
            if turns:
                scores[player].append(column[player])
    return [best(brought, default=None) for brought in scores]


def _sum_by(way: Carry) -> Callable[[DriveResults], list[int]]:
    """Everybody's total by another way of scoring."""
    return lambda results: [sum(row) for row in tally(results.drive, results.memory, way)]


def _sit_outs(results: DriveResults) -> list[int]:
    counted = _count_sit_outs(results.drive)
    return [counted[player] for player in range(len(results.drive.players))]


def count_sets(drive: Drive, memory: Memory | None = None) -> list[int]:
    """How many sets everybody has had a part in, or missed with the effect of a sit-out."""
    counts = [len(drive.sets)] * len(drive.players)
    for player, _position in _missed(drive, memory) - set(late_sit_outs(drive)):
        counts[player] -= 1
    return counts


def _means(results: DriveResults) -> list[int]:
    """Everybody's average per set, as whole numbers over a common denominator; people with too few
    sets come after all others."""
    drive = results.drive
    counts = count_sets(drive, results.memory)
    whole = lcm(*filter(None, counts))
    means = [
        total * whole // count if count else 0
        for total, count in zip(results.totals, counts, strict=True)
    ]
    ranking = drive.format.ranking
    behind = (1 + 2 * max(map(abs, means), default=0)) * (1 if ranking.low_wins else -1)
    least = min(ranking.average_from, len(drive.sets))
    return [
        mean + (behind if count < least else 0) for mean, count in zip(means, counts, strict=True)
    ]


def _lots(results: DriveResults) -> list[int]:
    """A lot for each entrant, drawn once: it stays the same whoever comes or goes."""
    drive = results.drive
    return [
        int.from_bytes(sha256(f"{drive.seed}/lot/{entrant}".encode()).digest()[:6])
        for entrant in results.entrants()
    ]


COUNTS: Mapping[str, Callable[[DriveResults], Sequence[int | None]]] = {
    "carry": lambda results: results.totals,
    "mean": _means,
    "wins": _count_wins,
    "points": _sum_by("points"),
    "margin": _sum_by("margin"),
    "best_round": _best_rounds,
    "sit_outs": _sit_outs,
    "lot": _lots,
}


# --- at a table -----------------------------------------------------------------------------------


def read_results(drive: Drive) -> list[list[Level]]:
    """The results by set and table: the players (indexes) at the end, in groups of those who are
    level, the best first; cuts decide. Empty for a table that is still playing, or has to cut."""
    return [
        [
            read_level(drive, record, table)
            for table in sorted(record.tables, key=lambda table: table.table)
        ]
        for record in drive.sets
    ]


def read_level(drive: Drive, record: SetRecord, table: TableSet) -> Level:
    """The same for one table."""
    format = drive.format
    if not complete(format, table):
        return ()
    seats = table.chairs
    if table.board is None:
        seats = sitters(table, format.length.most_deals)
        roles = roles_at(drive, record, table)
        if format.hands.result(record.number, roles, table.hands, table.cut).tied:
            return ()
    results = table_results(format, record.number, table)
    by_place: dict[int, list[int]] = {}
    for side, place in zip(results.sides, results.places, strict=True):
        there = (seats[chair] for chair in side)
        by_place.setdefault(place, []).extend(who for who in there if who is not None)
    return tuple(tuple(group) for _place, group in sorted(by_place.items()) if group)
