"""Shared checks, and all problems of a report."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rulesets.engine.problems import Problem
from rulesets.rounds import (
    Events,
    Out,
    PerPlayer,
    Player,
    Players,
    Rounds,
    Table,
    afterwards,
    among,
    ask,
    at_most,
    declared,
    error,
    none_left,
    reach,
    refusal,
)
from tests.rulesets.engine.small import Points, after, begun, codes, game, scored


@declared
class Left:
    out: Player | None = ask("Who went out?")
    count: PerPlayer[int] = ask("Left", high=50)
    points: PerPlayer[int | None] | None = ask("Points", low=-50, high=50)
    melded: Players | None = ask("Melded")


def plays(*checks: Any) -> Rounds:
    return game(Left, checks=checks)


def found(check: Any, **report: Any) -> list[Any]:
    one = plays(check)
    return codes(one, begun(one), report)


def mended(check: Any, **report: Any) -> dict[str, Any]:
    one = plays(check)
    check.mend(report, begun(one), Random(1))
    assert codes(one, begun(one), report) == []
    return report


def test_who_went_out_has_nothing_left_and_the_others_have() -> None:
    check = none_left("out", "count", 2)
    assert found(check, out=1, count=[5, 0, 2]) == []
    assert found(check, out=1, count=[5, 3, 1]) == [
        ("count.left", ("count", 1)),
        ("count.none", ("count", 2)),
    ]
    assert found(check, count=[5, 0, 2]) == [("count.none", ("count", 1))]
    assert mended(check, out=1, count=[1, 3, 9])["count"] == [2, 0, 9]


def test_all_together_are_no_more_than_the_cards_hold() -> None:
    check = at_most("points", 60, "{sum} is more than {most}.")
    assert found(check, count=[0, 0, 0], points=[30, 30, None]) == []
    assert found(check, count=[0, 0, 0], points=[50, -40, 50]) == []
    assert found(check, count=[0, 0, 0], points=[50, None, 11]) == [("points.many", ("points",))]
    signless = at_most("points", lambda table: 20 * len(table.players), "{sum}", absolute=True)
    assert found(signless, count=[0, 0, 0], points=[50, -40, 50]) == [("points.many", ("points",))]
    assert found(signless, count=[0, 0, 0]) == []


def test_who_is_named_in_one_answer_stands_in_another() -> None:
    check = among("out", "melded", "{name} has not melded.")
    assert found(check, out=1, count=[0, 0, 0], melded=[0, 1]) == []
    assert found(check, count=[0, 0, 0], melded=[0]) == []
    assert found(check, out=1, count=[0, 0, 0], melded=[0]) == [("out.other", ("out",))]
    assert found(check, out=1, count=[0, 0, 0]) == [("out.other", ("out",))]
    assert mended(check, out=1, count=[0, 0, 0], melded=[0])["out"] == 0


@declared
class Bid:
    bid: PerPlayer[int] = ask("Bid", high=5, before=True)
    taken: PerPlayer[int] = ask("Taken", high=5)


def test_a_check_of_the_whole_report_waits_until_the_hand_is_played() -> None:
    def fits(deal: Any, table: Any) -> Any:
        if sum(deal.taken) > 5:
            yield refusal("bid.late", "Too many.", ("bid",))

    one = game(Bid, checks=(afterwards(fits),))
    state = begun(one)
    assert one.check_before(state, {"bid": [1, 2, 3]}) == ()
    assert codes(one, state, {"bid": [1, 2, 3], "taken": [3, 3, 0]}) == [("bid.late", ("bid",))]


@declared
class Tricks:
    tricks: PerPlayer[int] = ask("Tricks", high=5, total=5)
    lost: Players | None = ask("Out")
    best: Player | None = ask("Best")


def score(deal: Tricks, _table: Table) -> Events:
    yield from (Out(player) for player in deal.lost or ())


def seen(deal: Tricks, table: Table) -> Iterator[Problem]:
    if deal.best is not None and not deal.tricks[deal.best]:
        yield error("best.none", "{name}", ("best",), name=table.names[deal.best])


PLAYS = game(Tricks, score=score, checks=(seen,))


def told(*tricks: int | None, **more: object) -> dict[str, object]:
    return {"tricks": list(tricks), **more}


def test_everybody_who_is_in_answers_and_the_answers_add_up() -> None:
    state = begun(PLAYS)
    assert codes(PLAYS, state, told(1, 4, 0)) == []
    assert codes(PLAYS, state, told(1, 3, 0)) == [("tricks.sum", ("tricks",))]
    assert codes(PLAYS, state, told(1, None, 0)) == [("tricks.missing", ("tricks", 1))]
    assert codes(PLAYS, state, told(6, 0, 0)) == [
        ("tricks.range", ("tricks", 0)),
        ("tricks.sum", ("tricks",)),
    ]


def test_after_the_end_there_is_no_round() -> None:
    plays = game(Points, ends=reach(5))
    state = after(plays, begun(plays), scored(5, 0, 0))
    [problem] = plays.check(state, scored(1, 1, 1))
    assert (problem.code, problem.firm) == ("round.over", True)
    assert problem.message == "Ann has reached 5, so there is no other round."
