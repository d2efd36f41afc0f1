"""Scores that follow from the answers: so much for each, by the rule, with the reason."""

from __future__ import annotations

from typing import Any

from rulesets.rounds import (
    Order,
    Out,
    PerPlayer,
    PerSide,
    Player,
    Players,
    Rounds,
    Side,
    ask,
    declared,
    worths,
)
from tests.rulesets.engine.small import begun, game


@declared
class Hand:
    cards: PerPlayer[int] = ask("Cards", high=9, worth=2, says="Cards", rule="cards")
    ones: PerPlayer[int | None] | None = ask("Ones", high=9, worth=-1, says="Ones")
    best: Player | None = ask("Best", worth=10, says="Best hand")
    shared: Players | None = ask("Shared", worth=5)
    down: Order | None = ask("Down", worth=(3, 1))
    unpaid: int = ask("Unpaid", high=9, default=0)


def lines(plays: Rounds, players: int = 3, **report: Any) -> list[tuple[int, int, str, str]]:
    transfers = plays.play(begun(plays, players), report).transfers
    return [(one.target.who, one.amount, one.text, one.rule) for one in transfers]


def test_counted_and_named_answers_score_by_themselves() -> None:
    found = lines(
        game(Hand), cards=[1, 0, 4], ones=[0, None, 2], best=1, shared=[0, 2], down=[2, 0, 1]
    )
    assert found == [
        (0, 2, "Cards: 1 × 2", "cards"),
        (1, 0, "Cards: 0 × 2", "cards"),
        (2, 8, "Cards: 4 × 2", "cards"),
        (2, -2, "Ones: 2", "scoring"),
        (1, 10, "Best hand", "scoring"),
        (0, 5, "Shared", "scoring"),
        (2, 5, "Shared", "scoring"),
        (2, 3, "Down", "scoring"),
        (0, 1, "Down", "scoring"),
        (1, 1, "Down", "scoring"),
    ]


@declared
class Tricks:
    tricks: PerSide[int] = ask("Tricks", high=13, worth=1, crossed=lambda table: table.number == 2)
    maker: Side | None = ask("Maker", worth=7)
    own: PerPlayer[int | None] | None = ask("Own", high=9, worth=3)


def test_a_side_scores_once_or_each_partner() -> None:
    together = game(Tricks, sides=2, players=(4, 4))
    told: dict[str, Any] = {"tricks": [8, 5], "maker": 1, "own": [1, None, None, 2]}
    assert [line[:2] for line in lines(together, 4, **told)] == [
        (0, 8),
        (1, 5),
        (1, 7),
        (0, 3),
        (1, 6),
    ]
    alone = game(Tricks, sides=2, players=(4, 4), alone=True)
    assert [line[:2] for line in lines(alone, 4, **told)] == [
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


def test_a_yes_scores_and_a_no_says_nothing() -> None:
    assert lines(game(Wet), fell=[True, False, True], slam=[False, True, False]) == [
        (0, 10, "Wet", "scoring"),
        (2, 10, "Wet", "scoring"),
        (1, 20, "Slam", "scoring"),
    ]


def test_who_is_out_has_no_line() -> None:
    def out_first(hand: Hand, table: Any) -> Any:
        yield from worths(hand, table)
        if hand.unpaid:
            yield Out(0)

    plays = game(Hand, score=out_first)
    state = plays.play(begun(plays), {"cards": [1, 1, 1], "unpaid": 1}).state
    step = plays.play(state, {"cards": [None, 1, 1]})
    assert [one.target.who for one in step.transfers] == [1, 2]
