"""Stages: some sets in which people qualify, then more sets for the best: a knockout, a round robin
or a final table. The others play on in the same way, or watch.

In everything not mentioned here a format with stages is its first one: the same chairs, game and
deals. The sets of the second stage are more sets of the same evening, seated by the movement of its
own format (`rulesets.movements.stages`).

Places: first the qualifiers, then those who played on behind them, then those who stopped. The
first two groups are placed by how far a knockout took them, then by score. Their score from the
first stage does not count, or counts in full, or half (rounded half up); for those who stopped it
stands, and with several divisions the third of each are ahead of the fourth. Deductions always
count in full.

**Readings.** `qualify` counts pairs if partners stay together, otherwise people; with several
divisions that many from each, or from all by average per set. The first of each division are seeded
ahead of the second, who are placed so that nobody meets their own division again early. If
everybody was ranked singly and pairs play on, the best qualifier partners the last. In a knockout
at tables the best are seeded apart, and only the first place is played for. The others have a
knockout of their own, or as many sets of round robin, or tables by rank.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from rulesets.engine.game import names_of
from rulesets.engine.problems import error
from rulesets.engine.text import NOTHING, Phrase, say
from rulesets.formats import FORMATS
from rulesets.formats.drive import as_played
from rulesets.formats.drives import DriveOptions, of_sides
from rulesets.formats.format import FormatKind, movement_of
from rulesets.formats.knockout import UntilOneIsLeft, read_reached
from rulesets.formats.labels import name_no_set
from rulesets.formats.offers import count_minutes, offer_of_sets
from rulesets.formats.parts import Agreement, Cut, Keeping, Length, Placement
from rulesets.formats.people import check_schedule
from rulesets.formats.ranking import order_of, read_results, standings
from rulesets.formats.set_options import STAGE_KEYS
from rulesets.formats.sets import also_idle
from rulesets.formats.tables import TablesOptions, of_singles, sizes_near
from rulesets.movements.bracket import (
    NEVER,
    Bracket,
    PlaceGroup,
    groups_in,
    name_places,
    name_round,
)
from rulesets.movements.knockout import KnockoutMovement
from rulesets.movements.movement import PlannedMovement
from rulesets.movements.schedule import MOST_PEOPLE, SeatRequests
from rulesets.movements.stages import RankedTables, StagedMovement

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rulesets.engine.game import Game
    from rulesets.engine.problems import Problem
    from rulesets.formats.drive import Drive
    from rulesets.formats.format import Format
    from rulesets.formats.labels import Labels
    from rulesets.formats.parts import Facts, Offer, Ranking, Tables, Until
    from rulesets.movements.bracket import Match, Section
    from rulesets.movements.divisions import Divisions
    from rulesets.movements.heats import Heats
    from rulesets.movements.schedule import Pair
    from rulesets.movements.seating import Past
    from rulesets.movements.stages import StageGroup

TWO = 2
NAMES = {
    "knockout": "then a knockout for the best {n}",
    "pairs": "then a round robin for the best {n}",
    "table": "then a final table for the best {n}",
}


def final_table(kind: FormatKind, game: Game, agreed: object, people: int) -> Format:
    """One set, at one table of two pairs that stay together, whose ties stand; behind it the others
    at tables by rank."""
    base = of_sides(kind, game, agreed, people)
    usual = base.tables.usual
    return replace(
        base,
        facts=replace(base.facts, entrants="pairs", cuts="", requests=("partners", "apart")),
        tables=replace(base.tables, most=usual, checks=(check_schedule(usual),)),
        movement=RankedTables(),
    )


def final_table_of_singles(kind: FormatKind, game: Game, agreed: object, people: int) -> Format:
    """One set, at one table of single players, as many as it takes; behind it the others at tables
    by rank."""
    base, (least, most) = of_singles(kind, game, agreed, people), game.plays.players
    usual = base.tables.sizes

    def sizes(count: int) -> tuple[int, ...]:
        return (count,) if least <= count <= most else usual(count)

    checks = (check_schedule(most), *base.tables.checks)
    tables = replace(base.tables, sizes=sizes, most=most, checks=checks)
    return replace(base, tables=tables, movement=RankedTables(sizes))


def _offer_of_final(format: Format) -> Offer:
    """One set."""
    return replace(offer_of_sets(format), usual_sets=lambda _people: 1)


FINAL_TABLE = FormatKind(
    "table",
    NOTHING,
    Keeping.HANDS,
    final_table,
    DriveOptions,
    _offer_of_final,
    follows=True,
).and_for_singles(final_table_of_singles, TablesOptions)
FINALS = {FINAL_TABLE.slug: FINAL_TABLE}
"""Formats of a second stage that are no formats of an evening by themselves."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Staged(Placement):
    """First the qualifiers, then the others who played on, by the places of the `second` stage and
    by score; then those who stopped, by the `first`. `sets`: how many there are in both."""

    first: Placement
    second: Placement
    cut: Cut
    movement: StagedMovement
    sets: int
    divisions: int = 1

    @property
    def _each(self) -> int:
        """The people of an entrant in the first stage."""
        return TWO if self.movement.fixed else 1

    def metrics(self, score: str, tie_breaks: Sequence[str]) -> tuple[str, ...]:
        """Qualifiers before all others; then, in a knockout, how far they came, and the score.
        Nobody is ranked by average."""
        reached = ("reached",) if isinstance(self.second, UntilOneIsLeft) else ()
        division = ("division",) if self.divisions > 1 else ()
        return ("stage", *reached, *division, "carry", *tie_breaks)

    def measure(self, drive: Drive, metric: str) -> Sequence[int]:
        """In which part of the second stage everybody plays (2, 1, none: 0), and how far they have
        come there."""
        if metric not in ("stage", "reached", "division"):
            return super().measure(drive, metric)
        places = [0] * len(drive.players)
        if metric == "division":
            return self._measure_in_division(drive, places)
        for number, part in enumerate(self.read_parts(drive)):
            if not part.sets:
                continue
            reached: Mapping[int, int] = {}
            if metric == "reached" and isinstance(self.second, UntilOneIsLeft):
                reached = read_reached(_read_knockout(self.second, part))
            for who in part.people:
                places[who] = TWO - number if metric == "stage" else reached.get(who, -NEVER)
        return places

    def _measure_in_division(self, drive: Drive, places: list[int]) -> Sequence[int]:
        """The place, as a number below 0, of people who stopped, in their own division."""
        parts = self.read_parts(drive)
        on = {who for part in parts if part.sets for who in part.people}
        first = replace(drive, sets=drive.sets[: self.cut.after])
        for score in standings(first) if parts else ():
            places[score.player] = 0 if score.player in on else -score.rank
        return places

    def divide(self, rounds: Sequence[Past], people: Iterable[int] = ()) -> Divisions | None:
        """As in the first stage, until the second is drawn."""
        return None if len(rounds) > self.cut.after else self.first.divide(rounds, people)

    def settle(self, drive: Drive, rows: Sequence[Sequence[int]]) -> Sequence[int]:
        """How much less the first stage counts for people in the second."""
        how, parts = self.cut.points, self.read_parts(drive)
        if how == "kept" or not parts:
            return ()
        changes = [0] * len(rows)
        for part in parts:
            for who in part.people if part.sets else ():
                points = sum(rows[who][: self.cut.after])
                changes[who] = ((points + 1) // TWO if how == "halved" else 0) - points
        return changes

    def settle_words(self, points: int) -> Phrase:
        """Why a total differs by this much."""
        if not points:
            return NOTHING
        if self.cut.points == "halved":
            return say("The first stage counts half")
        return say("The first stage does not count in the second")

    def bracket(self, drive: Drive, partners: Sequence[Pair] = ()) -> tuple[Section, ...]:
        """The bracket of the qualifiers, then that of the others."""
        if not isinstance(self.second, UntilOneIsLeft):
            return ()
        sections: list[Section] = []
        behind, each = 0, TWO if self.movement.pairs else 1
        for part in self.read_parts(drive, partners):
            read = _read_knockout(self.second, part) if part.sets else None
            for section in read.sections() if isinstance(read, Bracket) else ():
                rounds = [
                    tuple(_put_match(match, part, section.begun + at - 1) for match in matches)
                    for at, matches in enumerate(section.matches)
                ]
                first, begun = section.first + behind, section.begun + self.cut.after
                sections.append(replace(section, first=first, begun=begun, matches=tuple(rounds)))
            behind += len(part.people) // each
        return tuple(sections)

    def groups(
        self, drive: Drive, number: int, partners: Sequence[Pair] = (), draft: Past | None = None
    ) -> tuple[PlaceGroup, ...]:
        """In the second stage the final, and who plays for the places behind; at tables by rank
        each table for its own."""
        if number <= self.cut.after:
            return ()
        if isinstance(self.movement.second, KnockoutMovement):
            return groups_in(self.bracket(drive, partners), number)
        sets = [record for record in drive.sets if record.number < number + (draft is None)]
        past = [as_played(drive, record) for record in sets]
        results = read_results(replace(drive, sets=tuple(sets)))
        if draft is not None:
            past.append(draft)
        if len(past) < number:
            return ()
        first = replace(drive, sets=tuple(sets[: self.cut.after]))
        requests = SeatRequests(partners=tuple(partners))
        parts = self.movement.read(past, results, order_of(first), requests)
        return self._name_parts(parts, past[-1].draw)

    def _name_parts(self, parts: Sequence[StageGroup], seats: Past) -> tuple[PlaceGroup, ...]:
        """The parts of the second stage in a set, in places: of pairs, if these are ranked."""
        main, others = parts
        here = {who for table in seats.tables for who in table}.union(seats.sitting_out)
        blocks = [here.intersection(main.people)]
        tables = others.tables[-1] if others.sets else []
        by_table = isinstance(self.movement.second, RankedTables)
        blocks += [{*seats.tables[at]} for at in tables] if by_table else []
        blocks += [] if by_table or not tables else [here.intersection(others.people)]
        groups, first = [], 1
        for block in blocks:
            last = first + max(1, len(block) // self._each) - 1
            title = name_places(first, last) if first > 1 else say("Final")
            groups.append(PlaceGroup(first, last, title, frozenset(block)))
            first = last + 1
        return tuple(groups)

    def has_room(self, drive: Drive) -> bool:
        """All along in the first stage; then only among others who play on, and once they do so
        only if they play each against each."""
        played, goes_on = len(drive.sets), self.cut.others
        if played <= self.cut.after:
            return played < self.cut.after or goes_on
        planned = isinstance(self.movement.second, PlannedMovement)
        return goes_on and planned and played < self.sets

    def read_parts(self, drive: Drive, partners: Sequence[Pair] = ()) -> Sequence[StageGroup]:
        """The qualifiers and the others, as far as the second stage has been played; empty before
        it is seated."""
        if not drive.sets or drive.sets[-1].number <= self.cut.after:
            return ()
        seen = self._seen.get("drive")
        if seen is not None and seen[0] is drive and seen[1] == (*partners,):
            return seen[2]
        first = replace(drive, sets=drive.sets[: self.cut.after])
        past = [as_played(drive, record) for record in drive.sets]
        requests = SeatRequests(partners=tuple(partners))
        order = order_of(first)
        parts = self.movement.read(past, read_results(drive), order, requests)
        self._seen["drive"] = drive, (*partners,), parts
        return parts

    @cached_property
    def _seen(self) -> dict[str, tuple[Drive, tuple[Pair, ...], Sequence[StageGroup]]]:
        """The drive that was read last, because standings ask several times."""
        return {}


def _read_knockout(placement: UntilOneIsLeft, part: StageGroup) -> Bracket | Heats:
    return placement.read_rounds(part.rounds, part.results, part.partners, part.people)


def _put_match(match: Match, part: StageGroup, number: int) -> Match:
    """A match with its table in the room and those that it waits for, which are given as positions
    among the tables of its part."""
    first, second = (
        origin and replace(origin, table=part.tables[number - 1][origin.table])
        for origin in match.origins
    )
    table = None if match.table is None else part.tables[number][match.table]
    return replace(match, table=table, origins=(first, second))


def with_stages(first: Format) -> Format:
    """The format with its second stage, if that fits the game; otherwise the format itself."""
    kind = _second_kind(first)
    if kind is None:
        return first
    cut = _cut_of(first)
    best = cut.count * (TWO if first.facts.fixed_pairs else 1)
    second = _build_second(first, kind, best)
    movement = _move_stages(first, second, cut, best)
    length = _measure_stages(first, second, cut, best)
    return replace(
        first,
        kind=replace(first.kind, offer=_offer),
        facts=_join_facts(first.facts, second.facts),
        length=length,
        tables=_count_qualifiers(first, cut),
        labels=_name_stages(first, second, cut, best, length),
        ranking=_rank_stages(first, second, cut, movement, length),
        agreement=_agree_on_stages(first, second, cut, best),
        movement=movement,
        stages=(first, second),
    )


def _second_kind(first: Format) -> FormatKind | None:
    """The kind of the second stage; None if it does not fit the game. That of a finished evening
    has been played."""
    slug = getattr(first.agreed, "stages", "none")
    if not (first.kind.is_over or slug in FINALS or slug in first.game.formats):
        return None
    kind = (FINALS.get(slug) or FORMATS[slug]).for_game(first.game)
    return kind if kind.follows else None


def _cut_of(first: Format) -> Cut:
    """What was agreed on between the stages. (A finished evening has kept the length of both.)"""
    agreed, divisions = first.agreed, first.ranking.placement.divisions
    of_each = divisions > 1 and agreed.qualify_of == "each"
    count = agreed.qualify * (divisions if of_each else 1)
    return Cut(agreed.rounds, count, of_each, agreed.stage_points, agreed.others == "play")


def _build_second(first: Format, kind: FormatKind, best: int) -> Format:
    """The format of the second stage for the qualifiers, so many people, with as many sets as they
    usually play; in everything else as it was agreed for the first."""
    options = kind.option_type(first.game)
    mine = {field.name: getattr(first.agreed, field.name) for field in fields(first.agreed)}
    names = names_of(options) - {"rounds", "seeds", "divisions", *STAGE_KEYS}
    chosen = {name: value for name, value in mine.items() if name in names}
    if "size" in names:
        chosen["size"] = first.tables.usual
    format = kind.build(kind, first.game, options(**chosen), best)
    if "rounds" not in names_of(options):
        return format
    sets = format.offer.usual_sets(best)
    return kind.build(kind, first.game, options(**chosen, rounds=sets), best)


def _move_stages(first: Format, second: Format, cut: Cut, best: int) -> StagedMovement:
    """The movement of the first stage, then that of the second; the others have no final table, but
    tables of the usual size."""
    begin, then = movement_of(first), movement_of(second)
    behind = then
    if isinstance(then, RankedTables) and then.sizes is not None:
        behind = RankedTables(sizes_near(second.game, second.agreed.size))
    return StagedMovement(
        begin,
        then,
        behind,
        cut.after,
        best,
        fixed=first.facts.fixed_pairs,
        pairs=second.facts.partners,
        others=cut.others,
        count_tables=second.tables.count,
        count_sets=second.offer.usual_sets,
        ends_together=not second.length.by_people,
    )


def _measure_stages(first: Format, second: Format, cut: Cut, best: int) -> Length:
    """The sets of both stages; not known yet if the second lasts until one of the others is left,
    who have not begun; then the most that anybody could need. A finished evening keeps its number.
    Deals are those of the first stage, in as many games as the second has."""
    base, by_people = first.length, cut.others and second.length.by_people
    more = second.offer.usual_sets(best)
    if by_people:
        people = first.people or first.tables.most or MOST_PEOPLE
        more = max(more, second.offer.usual_sets(max(0, people - best)))
    most = cut.after + more
    sets = 0 if by_people and not first.people else most
    if first.kind.is_over:
        sets = base.sets
    games, play_off = second.length.deals.games, second.length.deals.play_off
    deals = replace(base.deals, games=games, play_off=play_off)
    return Length(sets, most, by_people, base.deals, second=(cut.after, deals))


def _join_facts(first: Facts, second: Facts) -> Facts:
    """As in the first stage; ties are cut for if they are in either."""
    return replace(first, cuts=first.cuts or second.cuts, bracket=second.bracket)


def _count_qualifiers(first: Format, cut: Cut) -> Tables:
    """As in the first stage, with people enough to qualify."""
    tables = first.tables
    checks = (partial(_check_qualifiers, first, cut),)
    if tables.option_checks:  # the first stage has no more than such checks before the start
        return replace(tables, option_checks=(*tables.option_checks, *checks))
    return replace(tables, start_checks=(*tables.start_checks, *checks))


def _check_qualifiers(first: Format, cut: Cut, people: int) -> tuple[Problem, ...]:
    """Whether enough people come for so many to qualify."""
    fixed, divisions = first.facts.fixed_pairs, first.ranking.placement.divisions
    field = people // (TWO if fixed else 1)
    if people < first.tables.fewest:
        return ()
    if cut.of_each and first.agreed.qualify > field // divisions:
        text = "{count} cannot qualify from a division of {field}. Choose at most {field}."
        params = {"count": first.agreed.qualify, "field": field // divisions}
        return (error("options.qualify", text, ("options", "qualify"), **params),)
    if cut.count <= field:
        return ()
    text = "{count} cannot qualify when only {field} play. Choose at most {field}."
    if fixed:
        text = "{count} pairs cannot qualify when only {field} play. Choose at most {field}."
    params = {"count": cut.count, "field": field}
    return (error("options.qualify", text, ("options", "qualify"), **params),)


def _name_stages(first: Format, second: Format, cut: Cut, best: int, length: Length) -> Labels:
    """The names of sets in the qualifiers' bracket; without one it is the final, and where the
    others play on, a title says that places are played for beside it."""
    last, bracket = cut.after + second.offer.usual_sets(best), second.facts.bracket

    def near(number: int, count: int) -> Phrase:
        if number <= cut.after:
            return NOTHING
        return name_round(last - number) if bracket else say("Final")

    def heading(number: int, count: int) -> Phrase:
        if number <= cut.after:
            return NOTHING
        return say("Set {number} · The final and the places", number=number)

    with_places = cut.others and not bracket
    return first.labels.for_sets(length.sets, near, heading if with_places else name_no_set)


def _rank_stages(
    first: Format, second: Format, cut: Cut, movement: StagedMovement, length: Length
) -> Ranking:
    """By the stage that somebody reached; nobody by average."""
    before, then = first.ranking.placement, second.ranking.placement
    placement = Staged(
        first=before,
        second=then,
        cut=cut,
        movement=movement,
        sets=length.sets,
        divisions=before.divisions,
    )
    return replace(first.ranking, placement=placement, average_from=0)


def _agree_on_stages(first: Format, second: Format, cut: Cut, best: int) -> Agreement:
    """Everything about the stages is settled once the second is drawn. The average has no effect,
    because qualifiers play more sets than the others."""
    settled = ("rounds", "qualify_of", "best_of", *STAGE_KEYS)
    until: dict[str, Until] = dict.fromkeys(settled, "stage")
    return Agreement(
        also_idle(first.agreement.idle, {"per_round": True}),
        {**until, **first.agreement.until},
        partial(_check_stages, first, second, cut, best),
    )


def _check_stages(first: Format, second: Format, cut: Cut, best: int) -> tuple[Problem, ...]:
    """The number of qualifiers has to fit the second stage."""
    kind, game = second.kind, first.game
    least = kind.build(kind, game, kind.option_type(game)(), 0).tables.fewest
    most, each = second.tables.most, best // cut.count
    at, params = ("options", "qualify"), {"count": cut.count}
    if best < least:
        text = "{count} are too few for the second stage. Choose at least {least}."
        return (error("options.qualify", text, at, **params, least=-(-least // each)),)
    if most and best > most:
        text = "{count} are too many for the second stage. Choose at most {most}."
        return (error("options.qualify", text, at, **params, most=most // each),)
    if second.facts.partners and best % TWO:
        text = "{count} cannot be paired up in the second stage. Choose an even number."
        return (error("options.qualify", text, at, **params),)
    if not second.length.by_people and first.agreed.best_of > 1:
        text = "Only a knockout can have matches of several games. Choose one game."
        return (error("options.best_of", text, ("options", "best_of")),)
    people_problems = (replace(problem, at=at) for problem in second.tables.problems(best))
    return (*people_problems, *second.agreement.problems())


def _offer(format: Format) -> Offer:
    """As the first stage by itself, with the course of both and the time for all sets."""
    first, second = format.stages
    cut = format.ranking.placement.cut
    then = say(NAMES[second.kind.slug], n=cut.count if cut else 0)
    course = say("{first}, {then}", first=first.offer.course, then=then)
    games = format.length.most_games
    if games > 1:
        course = say("{course}; a match is the best of {n} games", course=course, n=games)
    return replace(
        first.offer,
        course=course,
        minutes=partial(count_minutes, format) if format.length.sets else lambda: 0,
    )
