"""What an evening is remembered for: counted from lines of standings, and left out where it says
little."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING

from rulesets.standings.placings import placings
from tournaments.standings.awards import MOST, Award, awards
from tournaments.standings.rows import StandingRow, Standings

if TYPE_CHECKING:
    from collections.abc import Sequence


def table(
    sets: dict[str, Sequence[int]], *, low_wins: bool = False, roles: Sequence[str] = ("",)
) -> Standings:
    """Standings of people by what each set brought them; roles by turns."""
    totals = [sum(points) for points in sets.values()]
    ranks = placings(totals, low_wins=low_wins)
    rows = [
        StandingRow(
            entry_id=number,
            name=name,
            role=roles[number % len(roles)],
            role_name=roles[number % len(roles)].capitalize(),
            total=totals[number],
            rank=ranks[number].rank,
            shared=ranks[number].shared,
            sets=tuple(points),
            sit_outs=0,
            moved=0,
            progress=tuple(accumulate(points)),
        )
        for number, (name, points) in enumerate(sets.items())
    ]
    rows.sort(key=lambda row: row.rank)
    return Standings(
        tuple(rows), 3, finished=True, provisional=False, hidden=0, hide=False, version=1
    )


def found(shown: Standings, *, low_wins: bool = False) -> dict[str, Award]:
    told = awards(shown, low_wins=low_wins, numbered="set {}".format)
    assert len(told) <= MOST
    return {one.kind: one for one in told}


SETS = {
    "Ann": (9, 9, 9, 9),
    "Bo": (1, 6, 6, 16),
    "Cy": (8, 6, 5, 5),
    "Di": (7, 6, 5, 5),
    "Eve": (10, 5, 4, 4),
    "Fay": (6, 5, 4, 4),
}


def test_the_longest_climb_is_told_with_where_it_began() -> None:
    climb = found(table(SETS))["climb"]
    assert climb.names == ("Bo",)
    assert climb.words == "From place 6 after set 3 to place 2"


def test_a_climb_that_two_have_made_or_that_is_short_is_none() -> None:
    assert "climb" not in found(table({**SETS, "Bo": (6, 6, 5, 5)}))


def test_the_most_in_one_set_and_who_shares_it() -> None:
    most = found(table(SETS))["set"]
    assert (most.names, most.words) == (("Bo",), "16 in set 4")
    shared = found(table({**SETS, "Cy": (8, 16, 1, 1)}))["set"]
    assert (shared.names, shared.words) == (("Bo", "Cy"), "16 each")


def test_where_the_lowest_wins_the_most_is_no_honour() -> None:
    shown = found(table(SETS, low_wins=True), low_wins=True)
    assert "set" not in shown
    assert found(table(SETS, low_wins=True), low_wins=True).keys() <= {"climb", "start", "role"}


def test_the_best_of_the_role_that_did_not_win() -> None:
    role = found(table(SETS, roles=("lady", "gentleman")))["role"]
    assert (role.title, role.names) == ("Best Gentleman", ("Bo",))
    assert role.words == "2nd, with 29"


def test_who_led_first_and_did_not_win() -> None:
    start = found(table(SETS))["start"]
    assert start.names == ("Eve",)
    assert start.words.startswith("In the lead after set 1")


def test_few_people_few_sets_and_teams_have_none() -> None:
    assert found(table(dict(list(SETS.items())[:4]))) == {}
    assert found(table({name: points[:2] for name, points in SETS.items()})) == {}
    assert found(replace(table(SETS), teams=True)) == {}


def test_partners_have_theirs_together() -> None:
    shown = table({**SETS, "Bo": (1, 6, 6, 16), "Cy": (1, 6, 6, 16)})
    rows = tuple(
        replace(row, side=("Bo", "Cy")) if row.name in ("Bo", "Cy") else row for row in shown.rows
    )
    most = found(replace(shown, rows=rows))["set"]
    assert most.names == ("Bo", "Cy")
    assert most.words == "16 in set 4"
