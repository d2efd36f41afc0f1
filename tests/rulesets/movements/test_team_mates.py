"""Team-mates sit apart in every round, where that can be; else one sentence says how often not."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from rulesets.movements.schedule import SeatRequests, table_sizes
from rulesets.movements.seating import ROLES, Guest, Past, Seating, as_past
from rulesets.movements.team_mates import count_together, name_mates, pair_mates
from tests.rulesets.movements.movement_requests import (
    COURT_WHIST,
    PROGRESSIVE,
    HeatsMovement,
    KnockoutMovement,
    ScheduledMovement,
    SwissMovement,
    first_seats_without_roles,
)

PEOPLE = 20
MOVEMENTS: dict[str, Any] = {
    "court_whist": COURT_WHIST,
    "progressive": PROGRESSIVE,
    "individual": ScheduledMovement("individual"),
    "mixed": ScheduledMovement("mixed"),
    "meetings": ScheduledMovement("meetings", table_sizes),
    "swiss": SwissMovement(table_sizes),
    "swiss of pairs": SwissMovement(),
    "heats": HeatsMovement(table_sizes, 4, 1),
    "knockout": KnockoutMovement(width=2),
}
FIXED = ("swiss of pairs",)


def guests(count: int = PEOPLE) -> list[Guest]:
    return [Guest(number, ROLES[number % 2]) for number in range(count)]


def teams_of(count: int, people: int = PEOPLE) -> dict[int, str]:
    """Two neighbours, who may be partners, are of one team."""
    return {number: f"Team {number // 2 % count}" for number in range(people)}


def draw(name: str, teams: dict[int, str], past: Sequence[Past] = (), sets: int = 1) -> Seating:
    seating: Seating = MOVEMENTS[name].next_seats(
        guests(), past, (), rng=random.Random(3), teams=teams, sets=sets
    )
    return seating


def mates_together(seating: Seating, teams: dict[int, str], *, fixed: bool) -> int:
    sides = [(0, 1), (1, 2), (2, 3), (3, 0)]
    count = 0
    for table in seating.tables:
        whole = [(a, b) for a in range(len(table)) for b in range(a)]
        pairs = sides if fixed else whole
        count += any(teams[table[a]] == teams[table[b]] for a, b in pairs)
    return count


@pytest.mark.parametrize("name", MOVEMENTS)
def test_the_first_seats_part_them(name: str) -> None:
    teams = teams_of(5)
    seating = draw(name, teams)
    assert not mates_together(seating, teams, fixed=name in FIXED)
    assert "teams.not_apart" not in [note.code for note in seating.notes]


@pytest.mark.usefixtures("brief_searches")
@pytest.mark.parametrize("name", MOVEMENTS)
def test_what_cannot_be_is_one_sentence(name: str) -> None:
    teams = dict.fromkeys(range(PEOPLE), "All")
    notes = [note for note in draw(name, teams).notes if note.code == "teams.not_apart"]
    assert len(notes) == 1
    params = notes[0].words.params
    assert params["count"] == params["tables"]


def test_a_wish_by_name_holds_before_the_team() -> None:
    teams = teams_of(5)
    seating = first_seats_without_roles(
        guests(), rng=random.Random(1), together=[(0, 1)], teams=teams
    )
    table = next(table for table in seating.tables if 0 in table)
    assert 1 in table
    assert [note.code for note in seating.notes] == []
    requests = SeatRequests.of([(0, 10)], [(0, 1)], teams=teams)
    assert not {(0, 1), (0, 10)} & set(requests.mates)
    assert (1, 10) in requests.mates


def test_of_too_many_pairs_those_of_small_teams() -> None:
    teams = {n: "Crowd" if n > 5 else "Few" for n in range(10_000)}
    assert pair_mates(teams) == tuple((a, b) for a in range(6) for b in range(a + 1, 6))


def test_the_sentence() -> None:
    rounds = [Past(((0, 1), (2, 3))), Past(((0, 2), (1, 3)))]
    (note,) = name_mates([(0, 1)], rounds)
    assert note.text.startswith("Team-mates share 1 of 4 tables in 2 rounds")
    (one,) = name_mates([(0, 1)], [Past(((0, 1, 2),))])
    assert one.text == "Team-mates sit together: there is only one table."
    assert name_mates([(0, 2)], [Past(((0, 1, 2, 3),))], fixed_pairs=True) == ()
    assert count_together([(0, 1), (1, 2), (7, 8)], [[0, 1], [2]]) == 1


@pytest.mark.parametrize("name", ["individual", "mixed", "meetings", "swiss"])
def test_later_rounds_part_them_too(name: str) -> None:
    teams = teams_of(5)
    past: list[Past] = []
    for _ in range(3):
        seating = draw(name, teams, past, sets=3)
        assert not mates_together(seating, teams, fixed=False)
        past.append(as_past(seating))
