"""Swiss: entrants with similar scores meet, and nobody meets twice for as long as possible.

Entrants are fixed pairs at tables of four, who stay together all evening, or single players at
tables of two or more. Everybody carries their points on and is seated by them; a sit-out scores the
average of their own sets. Ties stand.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulesets.engine.game import option
from rulesets.engine.problems import error
from rulesets.engine.questions import declared
from rulesets.engine.text import Phrase, say
from rulesets.formats.drives import DriveOptions, of_sides
from rulesets.formats.format import FormatKind
from rulesets.formats.offers import FEWEST_SETS, offer_of_sets, usual_rounds
from rulesets.formats.pairs import TWO, in_twos
from rulesets.formats.parts import Keeping
from rulesets.formats.people import game_check
from rulesets.formats.set_options import agreed_of
from rulesets.formats.sets import also
from rulesets.formats.tables import TablesOptions, of_singles
from rulesets.movements.divisions import count_rounds
from rulesets.movements.swiss import SwissMovement

if TYPE_CHECKING:
    from rulesets.engine.game import Game
    from rulesets.engine.problems import Problem
    from rulesets.formats.format import Format
    from rulesets.formats.parts import Check, Offer, PairRequest

SEEDS: bool = option(
    "Seed in order of entry",
    default=False,
    help="In set 1 the upper half of the entries meets the lower half. Otherwise set 1 is drawn.",
)


@declared
class SwissOptions(DriveOptions):
    """The options of a Swiss of pairs: also how the first set is seated."""

    seeds: bool = SEEDS


@declared
class SwissTablesOptions(TablesOptions):
    """The options of a Swiss of single players: also how the first set is seated."""

    seeds: bool = SEEDS


def swiss(kind: FormatKind, game: Game, agreed: object, people: int) -> Format:
    """Pairs meet pairs with about the same score.

    They stay together, and ties stand. There are no more sets than it takes for everybody to meet.
    """
    base, chosen = of_sides(kind, game, agreed, people), agreed_of(agreed, SwissOptions)
    requests: tuple[PairRequest, ...] = ("partners", "apart")
    return replace(
        base,
        facts=replace(base.facts, entrants="pairs", cuts="", requests=requests, requests_last=True),
        tables=replace(base.tables, option_checks=(_check_sets_of(chosen.rounds, TWO),)),
        agreement=also(base.agreement, until={"seeds": "seats"}),
        movement=SwissMovement(seeds=chosen.seeds),
    )


def swiss_of_singles(kind: FormatKind, game: Game, agreed: object, people: int) -> Format:
    """People who play singly meet others with about the same score.

    Two at a table meet nobody else, and an odd one sits out; wishes hold in all sets.
    """
    base, chosen = of_singles(kind, game, agreed, people), agreed_of(agreed, SwissTablesOptions)
    tables = replace(base.tables, option_checks=(_check_sets_of(chosen.rounds, 1),))
    if tables.usual == TWO:
        tables = replace(tables, sizes=in_twos, checks=(game_check(game, agreed, in_twos),))
    return replace(
        base,
        facts=replace(base.facts, requests_last=True),
        tables=tables,
        agreement=also(base.agreement, until={"seeds": "seats"}),
        movement=SwissMovement(tables.sizes, seeds=chosen.seeds),
    )


def _offer(format: Format) -> Offer:
    """As many sets as it takes to separate the entrants. Nobody has to meet again for up to half as
    many sets as there are entrants (Dirac), or as long as nobody has met more than half of the
    people; at tables of more than two that cannot be promised."""
    base, pairs, sizes = offer_of_sets(format), format.facts.fixed_pairs, format.tables.sizes
    each = TWO if pairs else 1

    def usual_sets(people: int) -> int:
        return count_sets(people // each) if people else usual_rounds(format)

    def is_apt(people: int) -> bool:
        opponents = 1 if pairs else max(sizes(people), default=TWO) - 1
        return TWO * format.length.sets * opponents <= people // each

    def promise(people: int) -> Phrase:
        if (pairs or {*sizes(people)} == {TWO}) and is_apt(people):
            return say("nobody plays anybody twice, and similar scores meet")
        return say("similar scores meet")

    return replace(base, usual_sets=usual_sets, is_apt=is_apt, promise=promise)


def _check_sets_of(rounds: int, each: int) -> Check:
    """A check of so many sets for entrants of so many people."""
    return lambda people: check_sets(rounds, people // each)


def check_sets(rounds: int, entrants: int) -> tuple[Problem, ...]:
    """The problem of more sets than this many entrants can play, if there are enough for one."""
    most = count_rounds(entrants)
    if entrants < TWO or rounds <= most:
        return ()
    text = (
        "{count} entrants can play at most {most} sets; by then all have met. Choose {most} or "
        "fewer."
    )
    at = ("options", "rounds")
    return (error("options.rounds", text, at, count=entrants, most=most),)


def count_sets(entrants: int) -> int:
    """How many sets separate this many entrants who win or lose each time: at least three, and no
    more than it takes for everybody to meet."""
    return max(1, min(max(FEWEST_SETS, (entrants - 1).bit_length()), count_rounds(entrants)))


KIND = FormatKind(
    "swiss",
    say("Swiss: pairs with similar scores meet"),
    Keeping.HANDS,
    swiss,
    SwissOptions,
    _offer,
    byes=True,
    qualifies=True,
).and_for_singles(
    swiss_of_singles, SwissTablesOptions, say("Swiss: people with similar scores meet")
)
