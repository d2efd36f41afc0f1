"""Bluff with the Extended Deck: lay cards face down, say what they are; the first one out wins."""

from rulesets.engine.game import example, table_game
from rulesets.engine.scoring import Events, Table, as_is, gain, listed, say
from rulesets.families import extended
from rulesets.families.winners import A_WIN, UNIT, WINS, target
from rulesets.referee.extended.circle_games import Bluff
from rulesets.rounds import Order, Rounds, ask, declared, reach


@declared
class Options(extended.ExtendedOptions):
    target: int = target()


@declared
class Ended:
    out: Order = ask("Who went out, in order?", "The first one wins; others if you play on.", low=1)


def score(ended: Ended, table: Table) -> Events:
    """Yield a win for the first."""
    for place, who in enumerate(ended.out, 1):
        text = "{who} went out first" if place == 1 else "{who} came in at place {place}"
        yield gain(who, int(place == 1), text, "winning", ("out", place - 1), place=place)
    yield say("in order: {names}", names=listed([as_is(table.names[who]) for who in ended.out]))


GAME = table_game(
    slug="extended-bluff",
    name="Bluff with the Extended Deck",
    source=extended.SOURCE,
    sheet=extended.SHEET,
    pictures=extended.PICTURES,
    about="Say what you lay face down; a joker is always true, a special card never is.",
    family="winner",
    needs=extended.NEEDS,
    minutes=25,
    aliases=("Cheat", "I Doubt It", "Doubt It"),
    options=Options,
    plays=Rounds(
        players=(3, 10),
        asks=Ended,
        score=score,
        ends=reach("target"),
        goal="First out of cards",
        unit=UNIT,
        counted=WINS,
        how=(
            A_WIN,
            "A claim holds if all its cards are of the rank or jokers, four at most.",
            "Draw, Reverse and Skip are never the rank that is called.",
        ),
    ),
    referee=Bluff("play", "draw", "reveal", "pass", acts=False, empty="wins"),
    examples=(
        example("Cy is out first.", {"out": [2]}, gives=(0, 0, 1)),
        example("They play on.", {"out": [1, 2, 0]}, {"out": [1]}, gives=(0, 2, 0)),
        example("First to two.", {"out": [0]}, {"out": [0]}, gives=(2, 0, 0), target=2),
    ),
)
