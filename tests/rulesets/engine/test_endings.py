"""When a game ends, who has won, and in which words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulesets.engine.roster import Setup
from rulesets.rounds import Rounds, Table, last_in, reach, when
from rulesets.rounds import after as ends_after
from tests.rulesets.engine.small import NAMES, after, begun, game, scored


@dataclass(frozen=True)
class Options:
    target: int = 10
    rounds: int = 2


def over(plays: Rounds, *reports: Any, **options: int) -> tuple[tuple[int, ...], str] | None:
    ending = plays.over(after(plays, begun(plays, options=Options(**options)), *reports))
    return None if ending is None else (ending.winners, ending.text)


def count(plays: Rounds, players: int = 3, **options: int) -> int | None:
    return plays.rounds_in_all(Setup(plays.roster(NAMES[:players]), Options(**options)))


def test_after_so_many_rounds() -> None:
    one = scored(1, 2, 1)
    for ends, rounds, why in (
        (ends_after(1), 1, "The only round has been played"),
        (ends_after("rounds"), 2, "Both rounds have been played"),
        (ends_after(lambda begun: len(begun.roster.names)), 3, "All 3 rounds have been played"),
    ):
        plays = game(ends=ends)
        assert count(plays) == rounds
        assert over(plays, *[one] * (rounds - 1)) is None
        assert over(plays, *[one] * rounds) == ((1,), why)


def test_the_last_one_in() -> None:
    ends = last_in()
    table = begun(game())
    assert not ends.over(table)
    left = Table(table.roster, None, "points", alone=True, gone=((0, 1), (2, 2)))
    assert (ends.over(left), ends.winners(left), ends.why(left).text) == (
        True,
        (1,),
        "Bo is the last one in",
    )
    nobody = Table(table.roster, None, "points", alone=True, gone=((0, 1), (2, 2), (1, 2)))
    assert (ends.winners(nobody), ends.why(nobody).text) == ((), "Nobody is left")


def test_a_function_may_name_the_winners() -> None:
    def level(table: Table) -> tuple[int, ...] | None:
        best = max(table.totals)
        return tuple(n for n, total in enumerate(table.totals) if total == best) if best else None

    plays = game(ends=when(level, "The first point wins.", "{names} scored"))
    assert over(plays) is None
    assert over(plays, scored(0, 2, 2)) == ((1, 2), "Bo and Cy scored")
    assert plays.ends.words(None).text == "The first point wins."
    quiet = game(ends=when(level, "The first point wins."))
    assert over(quiet, scored(1, 0, 0)) == ((0,), "Ann reached the goal")


def test_a_ranking_of_the_games_own_says_who_has_won() -> None:
    plays = game(ends=reach(10), rank=lambda table: (0, table.totals[1], 1))
    assert over(plays, scored(10, 1, 0)) == ((1, 2), "Ann has reached 10")
    state = after(plays, begun(plays), scored(10, 1, 0))
    assert plays.ranks(state) == [3, 1, 1]
