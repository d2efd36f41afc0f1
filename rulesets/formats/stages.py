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
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from rulesets.engine.game import names_of
from rulesets.engine.problems import error
from rulesets.engine.text import NOTHING, Phrase, say
from rulesets.formats.drive import as_played
from rulesets.formats.drives import DriveFormat
from rulesets.formats.knockout import UntilOneIsLeft, read_reached
from rulesets.formats.parts import Length, SetFacts
from rulesets.formats.people import check_schedule
from rulesets.formats.ranking import order_of, read_results, standings
from rulesets.formats.set_options import STAGE_KEYS
from rulesets.formats.sets import SetFormat
from rulesets.formats.tables import TablesFormat
from rulesets.movements.bracket import NEVER, Bracket, PlaceGroup, name_places, name_round
from rulesets.movements.schedule import MOST_PEOPLE, SeatRequests
from rulesets.movements.stages import RankedTables, StagedMovement

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rulesets.engine.problems import Problem
    from rulesets.formats.drive import Drive
    from rulesets.formats.format import Format
    from rulesets.formats.parts import Facts, Ranking, Tables, Until
    from rulesets.movements.bracket import Match, Section
    from rulesets.movements.divisions import Divisions
    from rulesets.movements.heats import Heats
    from rulesets.movements.movement import Movement
    from rulesets.movements.schedule import Pair
    from rulesets.movements.seating import Past
    from rulesets.movements.stages import StageGroup

TWO = 2
CACHE_SIZE = 128  # classes of formats with two stages
NAMES = {
    "knockout": "then a knockout for the best {n}",
    "pairs": "then a round robin for the best {n}",
    "table": "then a final table for the best {n}",
}


@dataclass(frozen=True)
class FinalTableFormat(DriveFormat):
    """One set, at one table of two sides; behind it the others at tables by rank."""

    slug: ClassVar[str] = "table"
    decides: ClassVar[bool] = True

    @classmethod
    def classes(cls) -> tuple[type[Format], ...]:
        """For two sides, and for single players."""
        return cls, FinalOfTablesFormat

    @cached_property
    def facts(self) -> Facts:
        """Pairs that stay together; ties stand."""
        return replace(super().facts, entrants="pairs", cuts="", requests=("partners", "apart"))

    @cached_property
    def tables(self) -> Tables:
        """One table."""
        base = super().tables
        return replace(base, most=base.usual, checks=(check_schedule(base.usual),))

    @cached_property
    def movement(self) -> Movement:
        """Tables by rank."""
        return RankedTables()

    def _usual_sets(self, people: int) -> int:
        """One."""
        return 1


@dataclass(frozen=True)
class FinalOfTablesFormat(TablesFormat):
    """One set, at one table of single players; behind it the others at tables by rank."""

    slug: ClassVar[str] = FinalTableFormat.slug
    decides: ClassVar[bool] = True

    @cached_property
    def tables(self) -> Tables:
        """As many people as one table takes."""
        base, (least, most) = super().tables, self.game.plays.players

        def sizes(people: int) -> tuple[int, ...]:
            return (people,) if least <= people <= most else self._sizes(people)

        checks = (check_schedule(most), *base.checks)
        return replace(base, sizes=sizes, most=most, checks=checks)

    @cached_property
    def movement(self) -> Movement:
        """Everybody at one table if there is room, otherwise tables of the usual size."""
        return RankedTables(self.tables.sizes)

    @cached_property
    def movement_behind(self) -> Movement:
        """Tables of the usual size: the others have no final table."""
        return RankedTables(self._sizes)

    def _usual_sets(self, people: int) -> int:
        """One."""
        return 1


@dataclass(frozen=True)
class StagedFormat(SetFormat):
    """How a second stage changes the format of the first, `plain`; `second` is the format of the
    second. `with_stages` puts this class in front of `plain`. `known`: the evening is over, and
    `plain` knows how many sets it had."""

    known: ClassVar[bool] = False
    plain: ClassVar[type[SetFormat]]
    second: ClassVar[type[SetFormat]]

    @cached_property
    def first(self) -> SetFormat:
        """The first stage by itself."""
        return self.plain(**_values(self))

    @cached_property
    def final(self) -> SetFormat:
        """The format of the second stage, for the qualifiers."""
        kind = self.second(self.game).option_type
        mine = {field.name: getattr(self.agreed, field.name) for field in fields(self.agreed)}
        names = names_of(kind) - {"rounds", "seeds", "divisions", *STAGE_KEYS}
        chosen = {name: value for name, value in mine.items() if name in names}
        if "size" in names:
            chosen["size"] = self.first.tables.usual
        format = self.second(self.game, kind(**chosen), self.best_people)
        if "rounds" not in names_of(kind):
            return format
        sets = format.offer.usual_sets(self.best_people)
        return self.second(self.game, kind(**chosen, rounds=sets), self.best_people)

    @property
    def qualifiers(self) -> int:
        """How many qualify from all divisions together: pairs if partners stay together, otherwise
        people."""
        count: int = self.agreed.qualify
        return count * (self.first.divisions if self.of_each_division else 1)

    @property
    def of_each_division(self) -> bool:
        """Whether that many qualify from each division."""
        return self.first.divisions > 1 and self.agreed.qualify_of == "each"

    @property
    def best_people(self) -> int:
        """The number of qualifiers, in people."""
        return self.qualifiers * (TWO if self.first.facts.fixed_pairs else 1)

    def has_room(self, drive: Drive) -> bool:
        """All along in the first stage; then only among others who play on, and once they do so
        only if they play each against each."""
        played = len(drive.sets)
        if played <= self.qualifying:
            return played < self.qualifying or self.goes_on
        return self.goes_on and self.final.ahead and played < self.length.sets

    def divide(self, drive: Drive) -> Sequence[int]:
        """As in the first stage, until the second is drawn."""
        if drive.sets and drive.sets[-1].number > self.qualifying:
            return ()
        return self.first.divide(drive)

    def divide_rounds(self, rounds: Sequence[Past], people: Iterable[int] = ()) -> Divisions | None:
        """As in the first stage, until the second is drawn, for rounds that are not stored yet."""
        return None if len(rounds) > self.qualifying else self.first.divide_rounds(rounds, people)

    @property
    def goes_on(self) -> bool:
        """Whether the others play on as well."""
        return bool(self.agreed.others == "play")

    # --- how long -------------------------------------------------------------------------------

    @property
    def qualifying(self) -> int:
        """How many sets the first stage has."""
        sets: int = self.agreed.rounds  # a finished evening has kept the length of both stages
        return sets

    @cached_property
    def facts(self) -> Facts:
        """As in the first stage; ties are cut for if they are in either."""
        base = super().facts
        final = self.final.facts
        return replace(base, cuts=base.cuts or final.cuts, bracket=final.bracket)

    @cached_property
    def length(self) -> Length:
        """The sets of both stages; not known yet if the second lasts until one of the others is
        left, who have not begun; then the most that anybody could need. A finished evening keeps
        its number. Deals are those of the first stage, in as many games as the second has."""
        base, by_people = super().length, self.goes_on and self.final.length.by_people
        more = self.final.offer.usual_sets(self.best_people)
        if by_people:
            people = self.people or self.first.tables.most or MOST_PEOPLE
            more = max(more, self.final.offer.usual_sets(max(0, people - self.best_people)))
        most = self.qualifying + more
        sets = base.sets if self.known else 0 if by_people and not self.people else most
        final = self.final.length.deals
        deals = replace(base.deals, games=final.games, play_off=final.play_off)
        return Length(sets, most, by_people, base.deals, second=(self.qualifying, deals))

    @cached_property
    def tables(self) -> Tables:
        """As in the first stage, with people enough to qualify."""
        base, checks = super().tables, (self._check_qualifiers,)
        if base.option_checks:  # the first stage has no more than such checks before the start
            return replace(base, option_checks=(*base.option_checks, *checks))
        return replace(base, start_checks=(*base.start_checks, *checks))

    def _check_qualifiers(self, people: int) -> tuple[Problem, ...]:
        fixed = self.first.facts.fixed_pairs
        field = people // (TWO if fixed else 1)
        if people < self.tables.fewest:
            return ()
        if self.of_each_division and self.agreed.qualify > field // self.first.divisions:
            text = "{count} cannot qualify from a division of {field}. Choose at most {field}."
            params = {"count": self.agreed.qualify, "field": field // self.first.divisions}
            return (error("options.qualify", text, ("options", "qualify"), **params),)
        if self.qualifiers <= field:
            return ()
        text = "{count} cannot qualify when only {field} play. Choose at most {field}."
        if fixed:
            text = "{count} pairs cannot qualify when only {field} play. Choose at most {field}."
        params = {"count": self.qualifiers, "field": field}
        return (error("options.qualify", text, ("options", "qualify"), **params),)

    def _minutes(self) -> int:
        """The time for that many sets."""
        return super()._minutes() if self.length.sets else 0

    def _course(self) -> Phrase:
        """The course of the first stage, and what follows it."""
        then = say(NAMES[self.second.slug], n=self.qualifiers)
        whole = say("{first}, {then}", first=self.first.offer.course, then=then)
        games = self.length.most_games
        if games == 1:
            return whole
        return say("{course}; a match is the best of {n} games", course=whole, n=games)

    def _near(self, number: int) -> Phrase:
        """The name in the qualifiers' bracket; without one it is the final."""
        if number <= self.qualifying:
            return NOTHING
        if not self.facts.bracket:
            return say("Final")
        return name_round(self.qualifying + self.final.offer.usual_sets(self.best_people) - number)

    def _heading(self, number: int) -> Phrase:
        """That places are played for beside the final, where there is no bracket."""
        if number <= self.qualifying or self.facts.bracket or not self.goes_on:
            return NOTHING
        return say("Set {number} · The final and the places", number=number)

    def _promise(self, people: int) -> Phrase:
        """What the first stage promises."""
        return self.first.offer.promise(people)

    def _is_apt(self, people: int) -> bool:
        """As the first stage by itself."""
        return self.first.offer.is_apt(people)

    def _propose(self, people: int) -> Mapping[str, object]:
        """As the first stage by itself."""
        return self.first.offer.propose(people)

    # --- what may be agreed on ------------------------------------------------------------------

    @property
    def _idle(self) -> frozenset[str]:
        """Also the average: qualifiers play more sets than the others."""
        return super()._idle | {"per_round"}

    @property
    def _until(self) -> dict[str, Until]:
        """Also everything about the stages, once the second one is drawn."""
        settled = ("rounds", "qualify_of", "best_of", *STAGE_KEYS)
        more: dict[str, Until] = dict.fromkeys(settled, "stage")
        return {**more, **super()._until}

    def _problems(self) -> tuple[Problem, ...]:
        """The number of qualifiers has to fit the second stage."""
        least, most = self.second(self.game).tables.fewest, self.final.tables.most
        people, each = self.best_people, self.best_people // self.qualifiers
        at, params = ("options", "qualify"), {"count": self.qualifiers}
        if people < least:
            text = "{count} are too few for the second stage. Choose at least {least}."
            return (error("options.qualify", text, at, **params, least=-(-least // each)),)
        if most and people > most:
            text = "{count} are too many for the second stage. Choose at most {most}."
            return (error("options.qualify", text, at, **params, most=most // each),)
        if self.final.facts.partners and people % TWO:
            text = "{count} cannot be paired up in the second stage. Choose an even number."
            return (error("options.qualify", text, at, **params),)
        if not self.final.length.by_people and self.agreed.best_of > 1:
            text = "Only a knockout can have matches of several games. Choose one game."
            return (error("options.best_of", text, ("options", "best_of")),)
        people_problems = (
            replace(problem, at=at) for problem in self.final.tables.problems(people)
        )
        return (*people_problems, *self.final.agreement.problems())

    # --- seats ----------------------------------------------------------------------------------

    @cached_property
    def movement(self) -> StagedMovement:
        """The movement of the first stage, then that of the second."""
        return StagedMovement(
            self.first.movement,
            self.final.movement,
            self.final.movement_behind,
            self.qualifying,
            self.best_people,
            fixed=self.first.facts.fixed_pairs,
            pairs=self.final.facts.partners,
            others=self.goes_on,
            count_tables=self.final.tables.count,
            count_sets=self.final.offer.usual_sets,
            ends_together=not self.final.length.by_people,
        )

    def in_set(self, number: int) -> SetFacts:
        """As in the stage of that set; nobody moves by a ladder into the second, whose seats are
        never known ahead, and whoever has no part in it is out."""
        if number > self.qualifying:
            final = self.final.in_set(number - self.qualifying)
            return SetFacts(final.cuts, final.decides, eliminates=True)
        facts = self.first.in_set(number)
        return replace(facts, ladder=self.ladder if number < self.qualifying else None)

    def groups(
        self, drive: Drive, number: int, partners: Sequence[Pair] = (), draft: Past | None = None
    ) -> tuple[PlaceGroup, ...]:
        """In the second stage the final, and who plays for the places behind; at tables by rank
        each table for its own."""
        if number <= self.qualifying:
            return ()
        if self.facts.bracket:
            return super().groups(drive, number, partners, draft)
        sets = [record for record in drive.sets if record.number < number + (draft is None)]
        past = [as_played(drive, record) for record in sets]
        results = read_results(replace(drive, sets=tuple(sets)))
        if draft is not None:
            past.append(draft)
        if len(past) < number:
            return ()
        first = replace(drive, sets=tuple(sets[: self.qualifying]))
        requests = SeatRequests(partners=tuple(partners))
        parts = self.movement.read(past, results, order_of(first), requests)
        return self._name_parts(parts, past[-1].draw)

    def _name_parts(self, parts: Sequence[StageGroup], seats: Past) -> tuple[PlaceGroup, ...]:
        """The parts of the second stage in a set, in places: of pairs, if these are ranked."""
        main, others = parts
        each = TWO if self.first.facts.fixed_pairs else 1
        here = {who for table in seats.tables for who in table}.union(seats.sitting_out)
        blocks = [here.intersection(main.people)]
        tables = others.tables[-1] if others.sets else []
        by_table = isinstance(self.final.movement, RankedTables)
        blocks += [{*seats.tables[at]} for at in tables] if by_table else []
        blocks += [] if by_table or not tables else [here.intersection(others.people)]
        groups, first = [], 1
        for block in blocks:
            last = first + max(1, len(block) // each) - 1
            title = name_places(first, last) if first > 1 else say("Final")
            groups.append(PlaceGroup(first, last, title, frozenset(block)))
            first = last + 1
        return tuple(groups)

    # --- places ---------------------------------------------------------------------------------

    @cached_property
    def ranking(self) -> Ranking:
        """Qualifiers before all others; then, in a knockout, how far they came, and the score.
        Nobody is ranked by average."""
        base = super().ranking
        reached = ("reached",) if isinstance(self.final, UntilOneIsLeft) else ()
        division = ("division",) if self.first.divisions > 1 else ()
        metrics = ("stage", *reached, *division, "carry", *base.metrics[1:])
        return replace(base, metrics=metrics, average_from=0)

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
            if metric == "reached" and isinstance(self.final, UntilOneIsLeft):
                reached = read_reached(self._read_knockout(self.final, part))
            for who in part.people:
                places[who] = TWO - number if metric == "stage" else reached.get(who, -NEVER)
        return places

    def _measure_in_division(self, drive: Drive, places: list[int]) -> Sequence[int]:
        """The place, as a number below 0, of people who stopped, in their own division."""
        parts = self.read_parts(drive)
        on = {who for part in parts if part.sets for who in part.people}
        first = replace(drive, sets=drive.sets[: self.qualifying])
        for score in standings(first) if parts else ():
            places[score.player] = 0 if score.player in on else -score.rank
        return places

    def read_parts(self, drive: Drive, partners: Sequence[Pair] = ()) -> Sequence[StageGroup]:
        """The qualifiers and the others, as far as the second stage has been played; empty before
        it is seated."""
        if not drive.sets or drive.sets[-1].number <= self.qualifying:
            return ()
        seen = self._seen.get("drive")
        if seen is not None and seen[0] is drive and seen[1] == (*partners,):
            parts: Sequence[StageGroup] = seen[2]
            return parts
        first = replace(drive, sets=drive.sets[: self.qualifying])
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

    def _read_knockout(self, final: UntilOneIsLeft, part: StageGroup) -> Bracket | Heats:
        return final.read_rounds(part.rounds, part.results, part.partners, part.people)

    def settle(self, drive: Drive, rows: Sequence[Sequence[int]]) -> Sequence[int]:
        """How much less the first stage counts for people in the second."""
        how, parts = self.agreed.stage_points, self.read_parts(drive)
        if how == "kept" or not parts:
            return ()
        changes = [0] * len(rows)
        for part in parts:
            for who in part.people if part.sets else ():
                points = sum(rows[who][: self.qualifying])
                changes[who] = ((points + 1) // TWO if how == "halved" else 0) - points
        return changes

    def settle_words(self, points: int) -> Phrase:
        """Why a total differs by this much."""
        if not points:
            return NOTHING
        if self.agreed.stage_points == "halved":
            return say("The first stage counts half")
        return say("The first stage does not count in the second")

    def bracket(self, drive: Drive, partners: Sequence[Pair] = ()) -> tuple[Section, ...]:
        """The bracket of the qualifiers, then that of the others."""
        final = self.final
        if not isinstance(final, UntilOneIsLeft):
            return ()
        sections: list[Section] = []
        behind = 0
        for part in self.read_parts(drive, partners):
            read = self._read_knockout(final, part) if part.sets else None
            for section in read.sections() if isinstance(read, Bracket) else ():
                rounds = [
                    tuple(_put_match(match, part, section.begun + at - 1) for match in matches)
                    for at, matches in enumerate(section.matches)
                ]
                first, begun = section.first + behind, section.begun + self.qualifying
                sections.append(replace(section, first=first, begun=begun, matches=tuple(rounds)))
            behind += len(part.people) // (TWO if final.facts.partners else 1)
        return tuple(sections)


def _put_match(match: Match, part: StageGroup, number: int) -> Match:
    """A match with its table in the room, given as the position among those of its part."""
    if match.table is None:
        return match
    return replace(match, table=part.tables[number][match.table])


FINALS: dict[str, type[SetFormat]] = {FinalTableFormat.slug: FinalTableFormat}
"""Formats of a second stage that are no formats of an evening by themselves."""


def with_stages(
    format: Format, kinds: Mapping[str, type[Format]], *, is_over: bool = False
) -> Format:
    """The format with its second stage, if one was agreed; otherwise the format itself. `kinds` are
    all formats by slug. `is_over`: it has been played, so there is no need to check that it can
    be."""
    slug = getattr(format.agreed, "stages", "none")
    if not isinstance(format, SetFormat) or not format.qualifies or slug == "none":
        return format
    if not (is_over or slug in FINALS or slug in format.game.formats):
        return format
    second = (FINALS.get(slug) or kinds[slug]).classes()[0 if format.game.in_sides else -1]
    if not issubclass(second, SetFormat) or not second.decides:
        return format
    plain: Any = type(format)
    follows: Any = second
    return _stage(plain, follows, is_over)(**_values(format))


@lru_cache(CACHE_SIZE)
def _stage(
    plain: type[SetFormat],
    second: type[SetFormat],
    is_over: bool,
) -> type[StagedFormat]:
    """The class of a format with two stages."""
    about = {"plain": plain, "second": second, "known": is_over, "__doc__": plain.__doc__}
    kind = type(f"Staged{plain.__name__}", (StagedFormat, plain), about)
    return dataclass(frozen=True, eq=False)(kind)


def _values(format: Format) -> dict[str, Any]:
    """The fields a format was made from."""
    return {field.name: getattr(format, field.name) for field in fields(format) if field.init}
