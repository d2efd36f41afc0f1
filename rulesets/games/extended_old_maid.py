"""Old Maid with the Extended Deck: pair everything off; whoever is left with the Maid has lost."""

from typing import Any

from rulesets.engine.game import example, table_game
from rulesets.engine.scoring import Phrase, Problems, Table, error, warning
from rulesets.families import extended
from rulesets.families.winners import target
from rulesets.referee.extended.circle_games import CircleGame
from rulesets.rounds import Players, Rounds, ask, declared, reach

MOST = 3


@declared
class Options(extended.ExtendedOptions):
    target: int = target()


@declared
class Ended:
    losers: Players = ask(
        "Who was left with cards?", "The Maid, or what nobody could pair.", worth=1, says="Lost"
    )


class Losers:
    """One; up to three where jokers went to two ranks."""

    def __call__(self, ended: Ended, table: Table) -> Problems:
        count = len(ended.losers)
        if count > MOST or count == len(table.names) > 2:
            text = "{count} players are left with cards? There can be {most}."
            yield error("losers.count", text, ("losers",), count=count, most=MOST)
        elif count > 1:
            text = "{count} losers? So the jokers were paired with two ranks."
            yield warning("losers.count", text, ("losers",), count=count)

    def mend(self, report: dict[str, Any], table: Table, chance: Any) -> None:
        """Name one loser."""
        report["losers"] = [chance.choice(table.players)]


GAME = table_game(
    slug="extended-old-maid",
    name="Old Maid with the Extended Deck",
    source=extended.SOURCE,
    sheet=extended.SHEET,
    pictures=extended.PICTURES,
    about="Pair off every card but the Maid; a pair of Skips skips two players.",
    family="winner",
    needs=extended.NEEDS,
    minutes=20,
    aliases=("Black Peter", "Extended Old Maid"),
    options=Options,
    plays=Rounds(
        players=(2, 8),
        asks=Ended,
        checks=(Losers(),),
        ends=reach("target"),
        goal="Everybody but the one left with the Maid",
        wins="low",
        unit="losses",
        counted=Phrase("Lost"),
        how=("Write 1 for the player left with the Maid. The fewest win.",),
    ),
    referee=CircleGame("play", "draw", "reveal", empty="leaves", stock=0),
    examples=(
        example("Bo keeps the Maid.", {"losers": [1]}, gives=(0, 1, 0)),
        example("The jokers went to two ranks.", {"losers": [0, 2]}, gives=(1, 0, 1)),
        example(
            "Until somebody has lost twice.",
            {"losers": [2]},
            {"losers": [2]},
            gives=(0, 0, 2),
            target=2,
        ),
    ),
)
