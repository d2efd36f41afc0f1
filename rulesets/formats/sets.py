"""Sets: people change tables from set to set, and everybody keeps their own score.

What all formats of that kind share, whatever is played at a table: how many sets there are, what
they and their places are called, and that scores are carried.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, cast

from rulesets.engine.game import names_of, scores_below_zero, usual_length
from rulesets.engine.problems import error
from rulesets.engine.roster import Setup
from rulesets.engine.rounds import RoundSet
from rulesets.engine.text import NOTHING, Phrase, say
from rulesets.formats.format import Format
from rulesets.formats.hands import known_set
from rulesets.formats.labels import SET, SetLabels
from rulesets.formats.parts import (
    Agreement,
    Bell,
    Deals,
    Keeping,
    Length,
    Ranking,
    SitOutScore,
    Until,
)
from rulesets.formats.set_options import STAGE_KEYS, SetOptions, agreed_of
from rulesets.movements.late_seats import find_chair, find_opposite_bye

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from rulesets.engine.problems import Problem
    from rulesets.engine.rounds import Rounds
    from rulesets.formats.drive import Drive
    from rulesets.formats.labels import Labels
    from rulesets.movements.bracket import PlaceGroup, Section
    from rulesets.movements.divisions import Divisions
    from rulesets.movements.late_seats import LateSeats
    from rulesets.movements.movement import Movement as Seats
    from rulesets.movements.schedule import Pair, SeatRequests
    from rulesets.movements.seating import Past
    from rulesets.standings.carry import Carry

DIFFERENT = 4  # deals in which it shows whether their numbers matter
CHANGING = 3  # minutes between two sets
LONG_ENOUGH = 180  # minutes of the evening that is proposed
FEWEST_SETS = 3  # that are proposed, however long they take


SIT_OUT_TEXTS = {
    "mean": "A sit-out scores the average of the player’s own sets.",
    "tables": "A sit-out scores the average of all tables in that set.",
    "nothing": "A sit-out scores nothing.",
}
BYE_TEXTS = {
    "whole": "A sit-out is a bye and counts as a win.",
    "half": "A sit-out is a bye and counts as half a win.",
    "nothing": "A sit-out is a bye and scores nothing.",
}


@dataclass(frozen=True)
class SetFormat(Format):
    """Tables play sets, counted from 1; `rounds` of them if the game has no sets of its own.

    The options in `seating_keys` are fixed from the first seats. `sit_out`: what one scores if
    nothing was agreed; `byes`: somebody drawn to sit out has a bye. `decides`: the best of another
    format can go on in it.
    """

    keeping: ClassVar[Keeping] = Keeping.SET
    sit_out: ClassVar[SitOutScore] = SitOutScore()
    byes: ClassVar[bool] = False
    qualifies: ClassVar[bool] = True
    decides: ClassVar[bool] = False
    seating_keys: ClassVar[tuple[str, ...]] = ()

    @property
    def movement(self) -> Seats:
        """What seats the sets."""
        raise NotImplementedError

    @cached_property
    def length(self) -> Length:
        """The game's own sets, or the agreed number; with the bell, except in a game of turns,
        which is always played to the end."""
        chosen = agreed_of(self.agreed, SetOptions)
        count = len(self._own) or chosen.rounds
        rings = chosen.minutes and not self.plays.turns
        return Length(count, count, deals=Deals(bell=Bell(chosen.minutes) if rings else None))

    @cached_property
    def labels(self) -> Labels:
        """A set has a number, and perhaps a name in the game."""
        return SetLabels(
            self.plays.called,
            chairs=self.facts.chairs,
            count=self.length.sets,
            own_names=tuple(round_set.name for round_set in self._own),
            near=self._near,
            heading=self._heading,
        )

    def _near(self, number: int) -> Phrase:
        """The name of a set by how close it is to the final; often nothing."""
        return NOTHING

    def _heading(self, number: int) -> Phrase:
        """A title of its own for the seats of a set; often nothing."""
        return NOTHING

    def _course(self) -> Phrase:
        """The number of sets, and their length by the clock."""
        count, minutes = self.length.sets, self.length.deals.minutes
        if not minutes:
            return super()._course()
        sets = SET.one if count == 1 else SET.many
        return say("{n} {sets} of {minutes} minutes", n=count, sets=sets, minutes=minutes)

    @property
    def plays(self) -> Rounds:
        """The game's play."""
        return cast("Rounds", self.game.plays)

    @cached_property
    def agreement(self) -> Agreement:
        """Options without effect, when each is settled, and what does not go together."""
        return Agreement(self._idle, self._until, self._problems)

    @property
    def _idle(self) -> frozenset[str]:
        """The bye, if nobody can have one; the average, if people play until they are out; the end
        of the game, if deals are independent."""
        turns = bool(self.plays.turns)
        idle = {"bye": not self.byes, "per_round": self.length.by_people, "minutes": turns}
        idle |= {
            field.name: self.keeping.apart for field in fields(self.game.options) if _is_end(field)
        }
        return frozenset(name for name, is_idle in idle.items() if is_idle)

    @property
    def _until(self) -> dict[str, Until]:
        """The deals of a set and what counts are settled with the first result. The number of
        scores that count for a team is never settled, nor the number of sets, unless all seats are
        fixed before the first."""
        later = {"rounds", "best", "best_of", *STAGE_KEYS}
        until: dict[str, Until] = dict.fromkeys(names_of(SetOptions) - later, "result")
        fixed: tuple[str, ...] = ("rounds",) if self.ahead else ()
        return {**until, **dict.fromkeys((*self.seating_keys, *fixed), "seats")}

    def _problems(self) -> tuple[Problem, ...]:
        """The second stage has to fit the game."""
        if getattr(self.agreed, "stages", "none") == "none":
            return ()
        text = "{game} cannot be played like that in a second stage. Choose another second stage."
        return (error("options.stages", text, ("options", "stages"), game=self.game.name),)

    @cached_property
    def ranking(self) -> Ranking:
        """By the agreed score or its average, then by the agreed tie-breaks. Only the points of the
        game can win if they are low."""
        agreed = self.agreed
        carry: Carry = getattr(agreed, "carry", "points")
        average: int = getattr(agreed, "per_round", 0)
        return Ranking(
            carry,
            low_wins=carry == "points" and self.plays.wins == "low",
            sit_out=sit_out_of(agreed, self.sit_out),
            bye=getattr(agreed, "bye", "whole") if self.byes else None,
            metrics=("mean" if average else "carry", *getattr(agreed, "tie_breaks", ())),
            average_from=average,
            team_best=getattr(agreed, "best", 0),
        )

    def is_by_total(self, number: int) -> bool:
        """Whether places after so many sets follow what people have, and not how far they came."""
        staged = getattr(self.agreed, "stages", "none") != "none" and number > self.agreed.rounds
        return not (staged or self.in_set(number).eliminates)

    @property
    def divisions(self) -> int:
        """How many groups play by themselves, with rankings of their own."""
        return 1

    @property
    def qualifiers(self) -> int:
        """How many qualify for another stage."""
        return 0

    @property
    def of_each_division(self) -> bool:
        """Whether that many qualify from each division."""
        return False

    def find_late_seats(
        self,
        first: Past,
        here: Sequence[int],
        requests: SeatRequests,
        closed: Collection[int] = (),
    ) -> LateSeats | None:
        """Where late guests can sit in the first set, while that is played; None where nobody can.

        In: that set as far as it was played; who is here for the next one; wishes; the tables
        (from 0) at which something is reported.
        """
        if not self.byes:
            return None
        pairs, sizes = self.facts.fixed_pairs, self.tables.sizes
        two = pairs or self.facts.bracket or {*sizes(len(first.people))} == {2}
        if two:  # entrants at each table
            parts = self.divide_rounds([first])
            people = parts.people if parts else {}
            return find_opposite_bye(first, here, requests, alone=not pairs, divisions=people)
        return find_chair(first, here, closed, self.plays.players[1], sizes)

    def has_room(self, drive: Drive) -> bool:
        """Whether whoever comes now plays from the next set on; else they may stand in for somebody
        who leaves."""
        return True

    def divide(self, drive: Drive) -> Sequence[int]:
        """The division of every player of a drive, from 1; empty if everybody is ranked together,
        or it is not known yet."""
        return ()

    def divide_rounds(self, rounds: Sequence[Past], people: Iterable[int] = ()) -> Divisions | None:
        """The divisions of the tables of these rounds (the newest of which may only be drawn), of
        everybody there, and of all these `people`; None if everybody plays together."""
        return None

    def bracket(self, drive: Drive, partners: Sequence[Pair] = ()) -> tuple[Section, ...]:
        """Who meets whom until one is left, as far as it has been played, if the format has a
        bracket; `partners` are fixed pairs that no table has shown yet."""
        return ()

    @property
    def movement_behind(self) -> Seats:
        """The movement of those who did not qualify for it, if it is a second stage."""
        return self.movement

    def groups(
        self, drive: Drive, number: int, partners: Sequence[Pair] = (), draft: Past | None = None
    ) -> tuple[PlaceGroup, ...]:
        """Who plays for which places in a set, the best first; empty while everybody plays for all
        of them. `draft`: the seats of that set, if they are not shown yet."""
        sections = self.bracket(drive, partners) if self.in_set(number).eliminates else ()
        groups = tuple(
            group for section in sections if (group := section.group_in(number)) is not None
        )
        return groups if len(groups) > 1 else ()

    def settle(self, drive: Drive, rows: Sequence[Sequence[int]]) -> Sequence[int]:
        """By how much the total of every player differs from the sum of the sets (`rows`), apart
        from deductions; empty if nobody's does."""
        return ()

    def settle_words(self, points: int) -> Phrase:
        """Why a total differs by this much."""
        return NOTHING

    def measure(self, drive: Drive, metric: str) -> Sequence[int]:
        """Every player's number for a metric that only this format knows; more is better."""
        raise NotImplementedError

    def setup_at(self, setup: Setup, number: int) -> Setup:
        """Deals whose numbers matter go on from set to set, at all tables with the same one; a game
        that has no more of them than a set begins again in each."""
        if self.keeping.apart or not self.has_numbers:
            return setup
        deals = self.length.deals
        count, span = self.plays.rounds_in_all(setup), deals.at(len(setup.roster.names))
        if not span or (count and count <= span):
            return setup
        before = (number - 1) * deals.at(self.tables.usual)
        return replace(setup, played=before % count if count else before, span=span)

    @cached_property
    def has_numbers(self) -> bool:
        """Whether something else is dealt, asked or told from deal to deal."""
        plays = self.plays
        setup = Setup(plays.roster(("",) * self.tables.usual, options=self.agreed), self.agreed, 0)
        tables = (plays.start(replace(setup, played=n)).state for n in range(DIFFERENT))
        names = {(plays.name_of_round(table), plays.note_before(table)) for table in tables}
        return not plays.turns and len(names) > 1

    def sides_at(self, number: int, people: int) -> tuple[tuple[int, ...], ...]:
        """The chairs of a table of this many in a set, grouped into sides that share their
        points."""
        return tuple((chair,) for chair in range(people))

    def _minutes(self) -> int:
        """The time for that many deals at a table of the game, plus a little to change seats."""
        if self._own:
            return self.game.minutes
        length = self.length
        changes = CHANGING * (length.sets - 1)
        if minutes := length.deals.minutes:
            return length.sets * minutes + changes
        games = sum(length.of_set(number).games for number in range(1, length.sets + 1))
        played = self._minutes_of(games, length.deals.at(self.tables.usual))
        return played + changes if played else 0

    def _minutes_of(self, games: int, deals: float) -> int:
        """The minutes that this many games of so many deals last (0 deals: whole games); 0:
        unknown."""
        length = usual_length(self.game)
        if not length or not self.game.minutes:
            return 0
        return round(games * (deals or length) * self.game.minutes / length)

    def _usual_sets(self, people: int) -> int:
        """How many sets this many people play, if the evening is long enough."""
        sets: int = self.own_options().rounds
        return sets

    def _propose(self, people: int) -> Mapping[str, object]:
        """Sets and deals, and what counts: opponents beaten if tables differ in size or scores can
        be below 0, otherwise points."""
        if "rounds" not in names_of(self.own_options):
            return {}
        length = self._propose_length(people)
        proposed = replace(self, options=replace(self.agreed, **length))
        uneven = len(set(proposed.tables.sizes(people))) > 1 or scores_below_zero(self.game)
        return {**length, "carry": "beaten" if uneven else "points"}

    def _propose_length(self, people: int) -> Mapping[str, int]:
        """Sets and deals that take at most three hours.

        If all usual sets fit with the usual number of deals, or with half or a quarter of it, that
        is the proposal. Otherwise it is the largest of these numbers of deals that leaves time for
        the usual number of sets, and as many sets as fit; if none does, one deal each, and at least
        three sets.
        """
        usual, aim = self.own_options(), self._usual_sets(people)
        if minutes := self.length.deals.minutes:
            fit = (LONG_ENOUGH + CHANGING) // (minutes + CHANGING)
            return {"rounds": max(1, min(aim, fit)), "deals": usual.deals}
        most = {deals: self._sets_within(deals, aim) for deals in _halves(usual.deals)}
        for enough in (aim, min(aim, usual.rounds)):
            deals = next((number for number, sets in most.items() if sets >= enough), 0)
            if deals:
                return {"rounds": most[deals], "deals": deals}
        return {"rounds": max(min(aim, FEWEST_SETS), most[1]), "deals": 1}

    def _sets_within(self, deals: int, most: int) -> int:
        """How many of the `wanted` sets with this many deals fit into the evening."""
        each = self.length.deals.at(self.tables.usual) * deals / self.agreed.deals
        fit = (
            sets
            for sets in range(most, 0, -1)
            if self._minutes_of(sets, each) + CHANGING * (sets - 1) <= LONG_ENOUGH
        )
        return next(fit, 0)

    @cached_property
    def sets(self) -> tuple[RoundSet, ...]:
        """The sets: the game's own, or the agreed number."""
        return self._own or tuple(
            RoundSet(
                f"Set {number}",
                self._deal_names(number),
                rule="scoring",
                partners=self.facts.partners,
            )
            for number in range(1, self.length.most + 1)
        )

    @property
    def _own(self) -> tuple[RoundSet, ...]:
        """The game's own sets, if it has any."""
        own: tuple[RoundSet, ...] = getattr(self.game.plays, "sets", ())
        return own

    def _deal_names(self, number: int) -> tuple[str, ...]:
        """The names of the deals of a set, if their places in it have names."""
        return ()

    def set(self, number: int) -> RoundSet:
        """The set of that number. Raises LookupError if there is none."""
        return self.sets[known_set(self, number) - 1]


def sit_out_of(agreed: object, usual: SitOutScore) -> SitOutScore:
    """What a sit-out scores by these options; as `usual` if they do not say."""
    rule = getattr(agreed, "sit_out", None)
    if rule is None:
        return usual
    return SitOutScore("set", rule) if isinstance(rule, int) else SitOutScore(rule)


def favours_zero(format: SetFormat) -> bool:
    """Whether somebody who has played nothing could be ahead: if the lowest score wins, or scores
    can be below 0."""
    ranking = format.ranking
    below = ranking.carry == "points" and scores_below_zero(format.game)
    return ranking.low_wins or ranking.carry == "margin" or below


def sit_out_words(format: Format) -> Phrase:
    """What a sit-out scores, if there are sit-outs; for a bye, its worth."""
    ranking, sit_out = format.ranking, format.ranking.sit_out
    if ranking.bye is not None and ranking.bye_points is not None:
        return say(BYE_TEXTS[ranking.bye])
    if sit_out.by == "set":
        return say("A sit-out scores {points} points a set.", points=sit_out.points)
    if sit_out.by != "deal":
        return say(SIT_OUT_TEXTS[sit_out.by])
    if not sit_out.points:
        return NOTHING
    text, hand = "A sit-out scores {hand} points a hand, {set} a set.", sit_out.points
    return say(text, hand=hand, set=hand * format.length.deals.usual)


def _halves(deals: int) -> Iterator[int]:
    """The number of deals, half of it, and so on down to one."""
    while deals:
        yield deals
        deals //= 2


def _is_end(option: Any) -> bool:
    return bool(option.metadata.get("ends"))
