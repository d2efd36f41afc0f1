"""What a function of a game sees of a table."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from rulesets.engine.plays import player_account
from rulesets.engine.scoring import eldest
from rulesets.rounds import PerPlayer, ask, declared
from tests.rulesets.engine.small import after, begun, game, scored


def test_a_table_says_who_sits_and_plays() -> None:
    plays = game()
    table = begun(plays, 4, played=2, first=3)
    assert table.names == ("Ann", "Bo", "Cy", "Di")
    assert table.players == (0, 1, 2, 3)
    assert table.sides == ((0,), (1,), (2,), (3,))
    assert (table.rounds, table.number, table.dealer, table.turn) == (2, 3, 3, None)
    assert (table.totals, table.pot, table.out, table.roles) == ((0, 0, 0, 0), 0, (), ())
    assert table.name_of(2) == "Cy"
    gone = replace(table, gone=((1, 1), (0, 2)))
    assert (gone.out, gone.players) == ((1, 0), (2, 3))


def test_what_is_worked_out_belongs_to_one_table() -> None:
    plays = game()
    table = begun(plays)
    assert table.totals == (0, 0, 0)
    richer = replace(table, books={"points": {player_account(n): n for n in range(3)}})
    assert richer.totals == (0, 1, 2)
    assert table.totals == (0, 0, 0)
    assert richer == replace(table, books=richer.books)


def test_a_table_cannot_be_changed() -> None:
    table = begun(game())
    with pytest.raises(FrozenInstanceError):
        table.rounds = 3


def test_equal_rounds_lead_to_equal_tables() -> None:
    plays = game()
    one, other = (after(plays, begun(plays), scored(1, 2, 3)) for _ in range(2))
    assert one == other
    assert one != after(plays, begun(plays), scored(3, 2, 1))


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
