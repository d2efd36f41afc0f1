"""Everything that is wrong with a report, from the declaration and from the game's own checks."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.problems import Problem
from rulesets.rounds import (
    Events,
    Out,
    PerPlayer,
    Player,
    Players,
    Table,
    ask,
    declared,
    error,
    gain,
    reach,
)
from tests.rulesets.rounds.small import Points, after, begun, codes, game, scored


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


def test_who_is_out_neither_answers_nor_is_named() -> None:
    state = after(PLAYS, begun(PLAYS, 4), told(1, 4, 0, 0, lost=[2]))
    assert state.players == (0, 1, 3)
    assert codes(PLAYS, state, told(1, 4, None, 0)) == []
    assert codes(PLAYS, state, told(1, 3, 1, 0)) == [("tricks.out", ("tricks", 2))]
    assert codes(PLAYS, state, told(1, 4, None, 0, best=2)) == [
        ("best.out", ("best",)),
        ("best.none", ("best",)),
    ]
    assert codes(PLAYS, state, told(1, 4, None, 0, lost=[3, 2])) == [("lost.out", ("lost", 1))]
    missing = PLAYS.check(state, told(1, None, None, 0))
    assert [problem.message for problem in missing] == ["Bo is still in; Tricks is missing."]


def test_the_games_own_checks_see_what_could_be_read() -> None:
    state = begun(PLAYS)
    assert codes(PLAYS, state, told(0, 4, 0, best=0)) == [
        ("tricks.sum", ("tricks",)),
        ("best.none", ("best",)),
    ]
    assert codes(PLAYS, state, told(0, 4, None, best=0)) == [("tricks.missing", ("tricks", 2))]
    strange = told(0, 5, 0, best=0, mood=1)
    assert codes(PLAYS, state, strange) == [
        ("report.field", ("mood",)),
        ("best.none", ("best",)),
    ]


def test_after_the_end_there_is_no_round() -> None:
    plays = game(Points, ends=reach(5))
    state = after(plays, begun(plays), scored(5, 0, 0))
    [problem] = plays.check(state, scored(1, 1, 1))
    assert (problem.code, problem.firm) == ("round.over", True)
    assert problem.message == "Ann has reached 5; there is no further round."


@declared
class Turn:
    points: int = ask("Points", high=9)


def one_turn(deal: Turn, table: Table) -> Events:
    yield gain(table.turn or 0, deal.points, "{who} throws")


def test_a_turn_of_somebody_else_is_asked_about() -> None:
    plays = game(Turn, score=one_turn, turns=True)
    state = begun(plays)
    assert codes(plays, state, {"points": 3}) == []
    assert codes(plays, state, {"points": 3, "turn": 0}) == []
    [problem] = plays.check(state, {"points": 3, "turn": 2})
    assert (problem.code, problem.severity) == ("turn.order", "warning")
    assert problem.message == "Cy’s turn? It would be Ann’s."
