"""Scores that follow from the answers of sides."""

from __future__ import annotations

from typing import Any

from rulesets.rounds import PerPlayer, PerSide, Rounds, Side, ask, declared
from tests.rulesets.engine.small import begun, game


def lines(plays: Rounds, players: int = 3, **report: Any) -> list[tuple[int, int, str, str]]:
    transfers = plays.play(begun(plays, players), report).transfers
    return [
        (transfer.target.who, transfer.amount, transfer.text, transfer.rule)
        for transfer in transfers
    ]


@declared
class Tricks:
    tricks: PerSide[int] = ask("Tricks", high=13, worth=1, crossed=lambda table: table.number == 2)
    maker: Side | None = ask("Maker", worth=7)
    own: PerPlayer[int | None] | None = ask("Own", high=9, worth=3)


def test_a_side_scores_once_or_each_partner() -> None:
    together = game(Tricks, sides=2, players=(4, 4))
    values: dict[str, Any] = {"tricks": [8, 5], "maker": 1, "own": [1, None, None, 2]}
    assert [line[:2] for line in lines(together, 4, **values)] == [
        (0, 8),
        (1, 5),
        (1, 7),
        (0, 3),
        (1, 6),
    ]
    alone = game(Tricks, sides=2, players=(4, 4), alone=True)
    assert [line[:2] for line in lines(alone, 4, **values)] == [
        (0, 8),
        (2, 8),
        (1, 5),
        (3, 5),
        (1, 7),
        (3, 7),
        (0, 3),
        (3, 6),
    ]


@declared
class Wet:
    fell: PerPlayer[bool] = ask("Fell in?", worth=10, says="Wet")
    slam: PerSide[bool] = ask("All tricks?", worth=20, says="Slam")
