"""Pairs: a round robin, by a schedule that is fixed before the first set.

Entrants are fixed pairs at tables of four, who stay together all evening, or single players at
tables of two. Everybody carries their points on; a sit-out scores the average of their own sets.
Nobody's seat depends on who wins, so ties stand. With several divisions each plays its own round
robin, and people who never meet are never compared.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulesets.engine.game import option
from rulesets.engine.problems import error
from rulesets.engine.questions import declared
from rulesets.engine.text import Phrase, say
from rulesets.formats.drives import DriveOptions, of_sides
from rulesets.formats.format import FormatKind
from rulesets.formats.offers import offer_of_sets, usual_rounds
from rulesets.formats.parts import Keeping, Placement
from rulesets.formats.people import check_schedule, game_check
from rulesets.formats.set_options import AFTER, agreed_of
from rulesets.formats.sets import also
from rulesets.formats.tables import BoardsOptions, of_singles
from rulesets.movements.divisions import count_rounds, division_sizes, read_divisions
from rulesets.movements.fixed_pairs import read_partners
from rulesets.movements.pairs import PairsMovement
from rulesets.movements.schedule import MOST_PEOPLE, MOST_ROUNDS, SeatRequests

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rulesets.engine.game import Game
    from rulesets.engine.problems import Problem
    from rulesets.formats.format import Format
    from rulesets.formats.parts import Check, Offer, Until
    from rulesets.movements.divisions import Divisions
    from rulesets.movements.seating import Past

TWO = 2
MOST_DIVISIONS = 20
DIVISIONS = "Divisions"  # a group of options
TIMES: int = option(
    "Everybody meets",
    default=1,
    choices=((1, "once"), (2, "twice")),
    help="Sets the number of sets proposed: eight entrants need 7 to meet once, 14 to meet twice.",
)
COUNT: int = option(
    "Number of divisions",
    default=1,
    low=1,
    high=MOST_DIVISIONS,
    help="Divisions play at the same time, each with its own standings.",
    group=DIVISIONS,
)
SEEDS: bool = option(
    "Seed in order of entry",
    default=False,
    help="Makes divisions equally strong: the top entries are shared out first, then the next, "
    "back and forth. Otherwise divisions are drawn.",
    group=DIVISIONS,
)
QUALIFY_OF: str = option(
    "Qualifiers counted",
    default="each",
    choices=(("each", "from each division"), ("all", "from all divisions together")),
    help="Only matters with several divisions.",
    follows="stages",
    group=AFTER,
)
UNTIL: dict[str, Until] = dict.fromkeys(("divisions", "seeds", "times"), "seats")
WORDS_OF_PAIRS = (
    say("every pair plays every other pair once"),
    say("every pair plays every other pair twice"),
    "{high} pairs in each division, {promise}",
    "{low} or {high} pairs in each division, {promise}",
)
WORDS_OF_PEOPLE = (
    say("everybody plays everybody else once"),
    say("everybody plays everybody else twice"),
    "{high} in each division, {promise}",
    "{low} or {high} in each division, {promise}",
)


@declared
class PairsOptions(DriveOptions):
    """The options of a round robin of pairs: also how often they meet, and divisions."""

    times: int = TIMES
    divisions: int = COUNT
    seeds: bool = SEEDS
    qualify_of: str = QUALIFY_OF


@declared
class PairsTablesOptions(BoardsOptions):
    """The options of a round robin of single players: also how often they meet, and divisions."""

    times: int = TIMES
    divisions: int = COUNT
    seeds: bool = SEEDS
    qualify_of: str = QUALIFY_OF


@dataclass(frozen=True)
class InDivisions(Placement):
    """Several groups play by themselves, and are read from the seats; `pairs`: of pairs."""

    divisions: int = 1
    pairs: bool = False

    def divide(self, rounds: Sequence[Past], people: Iterable[int] = ()) -> Divisions | None:
        """The divisions, from the seats."""
        if self.divisions == 1 or not rounds:
            return None
        here = sorted(rounds[-1].draw.people)
        partners: Sequence[Mapping[int, int]] = ()
        if self.pairs:
            partners = read_partners(rounds, here, SeatRequests()).in_rounds
        everybody = ((who,) for who in dict.fromkeys([*here, *people]))
        return read_divisions(rounds, everybody, self.divisions, partners)


def pairs(kind: FormatKind, game: Game, agreed: object, people: int) -> Format:
    """Every pair meets every other pair before any meet again. All seats are known in advance."""
    base = of_sides(kind, game, agreed, people)
    facts = replace(base.facts, entrants="pairs", requests=("partners", "apart"))
    return _in_circles(replace(base, facts=facts), TWO)


def pairs_of_singles(kind: FormatKind, game: Game, agreed: object, people: int) -> Format:
    """Everybody meets everybody else before any two meet again. All seats are known in advance.

    Tables are of two, whatever was agreed. To be in one division only makes sense if there are
    several.
    """
    base, (least, most) = of_singles(kind, game, agreed, people), game.plays.players
    checks = (game_check(game, agreed, in_twos),)
    tables = replace(base.tables, sizes=in_twos, usual=min(max(TWO, least), most), checks=checks)
    several = agreed_of(agreed, PairsTablesOptions).divisions > 1
    facts = base.facts if several else replace(base.facts, requests=("apart",))
    return _in_circles(replace(base, facts=facts, tables=tables), 1)


def _in_circles(base: Format, each: int) -> Format:
    """What all round robins share, for entrants of so many people: a schedule seats them, with an
    opponent for everybody in each division. Nobody's seat depends on who wins; wishes hold in all
    sets."""
    chosen, fewest = agreed_of(base.agreed, PairsOptions), base.tables.fewest
    checks = (check_schedule(MOST_PEOPLE), *base.tables.checks)
    start_checks = (_check_divisions(chosen.divisions, each, fewest),)
    tables = replace(base.tables, most=MOST_PEOPLE, checks=checks, start_checks=start_checks)
    return replace(
        base,
        facts=replace(base.facts, cuts="", requests_last=True),
        tables=tables,
        ranking=replace(base.ranking, placement=InDivisions(chosen.divisions, each == TWO)),
        agreement=also(base.agreement, until=UNTIL),
        movement=PairsMovement(each == 1, chosen.divisions, seeds=chosen.seeds),
    )


def _check_divisions(divisions: int, each: int, fewest: int) -> Check:
    """A check that two entrants, of so many people each, come to each division."""

    def check(people: int) -> tuple[Problem, ...]:
        entrants = people // each
        if people < fewest or entrants >= TWO * divisions:
            return ()
        text = "{entrants} people are too few for {divisions} divisions. Choose at most {most}."
        if each > 1:
            text = "{entrants} pairs are too few for {divisions} divisions. Choose at most {most}."
        return (
            error(
                "options.divisions",
                text,
                ("options", "divisions"),
                entrants=entrants,
                divisions=divisions,
                most=max(1, entrants // TWO),
            ),
        )

    return check


def _offer(format: Format) -> Offer:
    """As many sets as it takes for everybody to meet. The promise is whether the sets are exactly
    enough for that; with divisions, first how many are in one."""
    base, fixed = offer_of_sets(format), format.facts.fixed_pairs
    each, divisions = TWO if fixed else 1, format.ranking.placement.divisions
    once, twice, alike, unlike = WORDS_OF_PAIRS if fixed else WORDS_OF_PEOPLE
    sets = format.length.sets

    def largest(people: int) -> int:
        return -(-(people // each) // divisions)

    def usual_sets(people: int) -> int:
        times = agreed_of(format.agreed, PairsOptions).times
        return count_sets(largest(people), times) if people else usual_rounds(format)

    def promise(people: int) -> Phrase:
        rounds = count_rounds(largest(people))
        whole = {rounds: once, TWO * rounds: twice}
        promise = whole.get(sets) or _promise_meetings(sets, rounds)
        if divisions == 1:
            return promise
        high, *_more, low = division_sizes(people // each, divisions)
        return say(alike if high == low else unlike, low=low, high=high, promise=promise)

    course, how_many = base.course, base.how_many
    if divisions > 1:
        course = say("{divisions} divisions, {course}", divisions=divisions, course=course)
    if not fixed:
        how_many = say("Any number, at tables of {count}", count=TWO)
    return replace(
        base,
        how_many=how_many,
        course=course,
        usual_sets=usual_sets,
        is_apt=lambda people: sets >= count_rounds(largest(people)),
        promise=promise,
    )


def in_twos(people: int) -> tuple[int, ...]:
    """Tables of two; an odd one sits out."""
    return (TWO,) * (people // TWO)


def count_sets(entrants: int, times: int) -> int:
    """As many as it takes for everybody to meet this often, up to the limit."""
    return max(1, min(times * count_rounds(entrants), MOST_ROUNDS))


def _promise_meetings(sets: int, rounds: int) -> Phrase:
    if sets < rounds:
        return say("nobody plays anybody twice")
    return say("nobody meets again until everybody has met")


KIND = FormatKind(
    "pairs",
    say("Round robin: every pair plays every other pair"),
    Keeping.HANDS,
    pairs,
    PairsOptions,
    _offer,
    ahead=True,
    byes=True,
    qualifies=True,
    follows=True,
).and_for_singles(
    pairs_of_singles,
    PairsTablesOptions,
    say("Round robin: everybody plays everybody else, two at a table"),
)
