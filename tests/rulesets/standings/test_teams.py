"""Teams over individuals: who counts, who stands where."""

from hypothesis import given
from hypothesis import strategies as st

from rulesets.standings.placings import placings
from rulesets.standings.teams import Member, rank_teams


def members(*rows: tuple[str, str, int], low: bool = False) -> list[Member]:
    places = placings([total for _, _, total in rows], low_wins=low)
    return [Member(*row, place.rank) for row, place in zip(rows, places, strict=True)]


EVENING = members(
    ("Ann", "Garby", 61),
    ("Bo", "Garby", 55),
    ("Cy", "Garby", 40),
    ("Di", "Rossi", 70),
    ("Ed", "Rossi", 46),
    ("Flo", "", 99),
    ("Gus", "Ueno", 90),
)


def test_the_best_of_each_add_up() -> None:
    garby, rossi, ueno = rank_teams(EVENING, 2)
    assert [(case.name, case.total, case.rank, case.shared) for case in (garby, rossi)] == [
        ("Garby", 116, 1, True),
        ("Rossi", 116, 1, True),
    ]
    assert [one.name for one in garby.counted] == ["Ann", "Bo"]
    assert [other.name for other in garby.others] == ["Cy"]
    # Too few of them stand after all others, whatever they have.
    assert (ueno.name, ueno.total, ueno.rank, ueno.is_full) == ("Ueno", 90, 3, False)


def test_as_many_count_as_the_smallest_team_has() -> None:
    assert [(team.name, team.total) for team in rank_teams(EVENING)] == [
        ("Ueno", 90),
        ("Rossi", 70),
        ("Garby", 61),
    ]


def test_where_the_lowest_wins_the_lowest_count() -> None:
    low = members(("A", "X", 3), ("B", "X", 9), ("C", "Y", 5), ("D", "Y", 6), low=True)
    assert [(team.name, team.total) for team in rank_teams(low, 1, low_wins=True)] == [
        ("X", 3),
        ("Y", 5),
    ]
    assert [(team.name, team.total) for team in rank_teams(low, 2, low_wins=True)] == [
        ("Y", 11),
        ("X", 12),
    ]


def test_partners_who_have_one_total_count_once() -> None:
    pair = [Member(name, "X", 20, 1, "pair") for name in ("A", "B")]
    (team,) = rank_teams([*pair, Member("C", "X", 5, 3)], 2)
    assert (team.total, [one.name for one in team.counted]) == (25, ["A + B", "C"])


@given(
    st.lists(st.tuples(st.sampled_from(["", "X", "Y", "Z"]), st.integers(-50, 50)), max_size=30),
    st.integers(0, 6),
)
def test_everybody_of_a_team_is_in_it_once(rows: list[tuple[str, int]], best: int) -> None:
    people = members(*((f"P{n}", team, total) for n, (team, total) in enumerate(rows)))
    found = rank_teams(people, best)
    names = [case.name for team in found for case in (*team.counted, *team.others)]
    assert sorted(names) == sorted(person.name for person in people if person.team)
    for team in found:
        assert team.total == sum(one.total for one in team.counted)
        assert all(one.rank <= other.rank for one in team.counted for other in team.others)
        assert team.is_full == (len(team.counted) >= (best or 1))
    assert [one.rank for one in found] == sorted(one.rank for one in found)
