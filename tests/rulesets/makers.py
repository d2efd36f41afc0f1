"""A game of two sides whose answers name a side, a player and several in order; in a folder of its
own, for as long as a test lasts."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rulesets import games
from rulesets.engine.game import Game

SLUG = "makers"
MODULE = '''
"""Makers: a side makes trump and takes three tricks or more; who plays alone gains two more."""

from rulesets.rounds import Events, Order, Player, PerPlayer, PerSide, Rounds, Side, Table
from rulesets.rounds import after, ask, declared, example, gain, table_game


@declared
class Hand:
    makers: Side | None = ask("Who made trump?", nobody="Thrown in")
    tricks: PerSide[int] = ask("Tricks", high=5, total=5, worth=1)
    alone: Player | None = ask("Who played alone?", rare=True)
    passed: Order | None = ask("Who passed?", "The first one first.", rare=True)
    beside: PerPlayer[Player | None] | None = ask("Whom did each one wink at?", rare=True)


def score(hand: Hand, table: Table) -> Events:
    for side in range(len(table.sides)):
        yield gain(side, hand.tricks[side], "Tricks", "scoring", ("tricks", side))
    if hand.makers is not None and hand.tricks[hand.makers] >= 3:
        yield gain(hand.makers, 1, "Made trump", "scoring", ("makers",))
    if hand.alone is not None:
        yield gain(table.roster.side_of(hand.alone), 2, "Alone", "scoring", ("alone",))


GAME = table_game(
    slug="makers",
    name="Makers",
    source="A test",
    about="Make trump and take three.",
    plays=Rounds(players=(4, 4), sides=2, asks=Hand, score=score, ends=after(8)),
    examples=(example("Made it.", {"makers": 0, "tricks": [3, 2]}, gives=(4, 2)),),
)
'''


@contextmanager
def makers(folder: Path) -> Iterator[Game]:
    """The game, known as long as it lasts."""
    (folder / "makers.py").write_text(MODULE, encoding="utf-8")
    (folder / "makers.md").write_text("# Makers\n\n## Scoring {#scoring}\n", encoding="utf-8")
    with games.also_from(folder):
        yield games.load(SLUG)
