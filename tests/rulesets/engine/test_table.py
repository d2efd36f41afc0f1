"""What a function of a game sees of a table."""

from __future__ import annotations

from dataclasses import replace

from rulesets.engine.scoring import eldest
from rulesets.rounds import PerPlayer, ask, declared
from tests.rulesets.engine.small import begun, game


@declared
class Left:
    count: PerPlayer[int] = ask("Left", high=50)


def test_who_sits_at_the_dealers_left() -> None:
    table = begun(game(Left))
    names = table.names
    dealt = replace(table, dealer=len(names) - 1)
    assert [words.text for words in eldest(dealt)] == [f"{names[0]} begins"]
    told = eldest(replace(dealt, gone=((0, 1),)), "{name} leads")
    assert [words.text for words in told] == [f"{names[1]} leads"]
    assert eldest(replace(table, dealer=None)) == ()
