"""The drive, for its own game and for any other of two sides."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st

from rulesets.engine.game import Game, table_game
from rulesets.formats import format_of
from rulesets.formats.carry import tally
from rulesets.formats.deals import set_of
from rulesets.formats.drive import Drive, Player, SetRecord, TableSet
from rulesets.formats.explanations import explain
from rulesets.formats.format import Format
from rulesets.formats.ranking import standings
from rulesets.games import load
from rulesets.rounds import Events, PerSide, Rounds, Table, after, ask, declared, gain

ROLES = ("gentleman", "lady", "lady", "gentleman")


def drive_of(game: Game) -> Format:
    return format_of(game, "court_whist")


WHIST = drive_of(load("whist-tens"))
OWN = drive_of(load("court-whist"))


def hand(tricks: int, tens: int) -> dict[str, Any]:
    return {"tricks": [tricks, 13 - tricks], "tens": [tens, 4 - tens]}


hands = st.builds(hand, st.integers(1, 12), st.integers(0, 4))
PEOPLE = tuple(Player(name, role) for name, role in zip("ABCDE", [*ROLES, "lady"], strict=True))


def drive(*sets: tuple[dict[str, Any] | None, ...], cut: tuple[int, ...] | None = None) -> Drive:
    """One table, at which the fifth always sits out."""
    records = tuple(
        SetRecord(number, (TableSet(1, (0, 1, 2, 3), told, cut),), (4,))
        for number, told in enumerate(sets, 1)
    )
    return Drive(WHIST, PEOPLE, records)


@pytest.mark.parametrize("number", [-1, 0, 8])
def test_there_is_no_other_set(number: int) -> None:
    for ask_for in (
        lambda number: set_of(OWN, number),
        OWN.hands.table,
        OWN.hands.fields,
        lambda number: set_of(WHIST, number),
        WHIST.hands.table,
    ):
        with pytest.raises(LookupError):
            ask_for(number)


def test_another_game_has_seven_sets_in_which_its_rounds_come_round() -> None:
    assert WHIST.length.sets == 7
    assert [one.name for one in WHIST.sets] == [f"Set {number}" for number in range(1, 8)]
    named = [label for one in WHIST.sets for label in one.labels]
    assert named[:7] == [
        "♥ trump",
        "♠ trump",
        "♦ trump",
        "♣ trump",
        "High no-trump",
        "Low no-trump",
        "♥ trump",
    ]
    assert named[6:12] == named[:6]
    assert WHIST.hands.table(2, 2).rounds == 5
    assert WHIST.hands.table(2, 3).rounds == 0


def test_both_partners_have_what_their_side_makes() -> None:
    assert WHIST.hands.points(1, ROLES, hand(8, 3)) == (32, 10, 32, 10)
    assert WHIST.hands.points(2, ROLES, hand(8, 3), 2) == (10, 32, 10, 32)  # crossed
    lines = WHIST.hands.explain(1, ROLES, hand(8, 3))
    assert [[line.text for line in chair] for chair in lines[:2]] == [
        ["Tricks of North & South above six", "Tens of North & South: 3 × 10"],
        ["Tricks of East & West above six", "Tens of East & West: 1 × 10"],
    ]
    assert lines[0] == lines[2]
    assert WHIST.hands.summary(1, hand(8, 3)).text == "North & South 32, East & West 10"


def test_everybody_carries_the_points_on_and_a_sit_out_brings_eight_a_hand() -> None:
    played = drive((hand(8, 3), hand(7, 2), hand(6, 2), hand(6, 2)), (hand(8, 3), hand(8, 3)))
    # The second hand of the second set is the sixth, and crossed.
    first, second = 32 + 21 + 20 + 20, 32 + 10
    other, last = 10 + 20 + 21 + 21, 10 + 32
    rows = [[first, second], [other, last]] * 2 + [[32, 32]]
    assert tally(played) == rows
    scores = standings(played)
    assert [(PEOPLE[s.player].name, s.total, s.rank, s.shared) for s in scores] == [
        ("A", 135, 1, True),
        ("C", 135, 1, True),
        ("B", 114, 3, True),
        ("D", 114, 3, True),
        ("E", 64, 5, False),
    ]
    parts = explain(played, 1)
    assert [part.points for part in parts] == [other, last]
    assert [part.name for part in parts] == ["Set 1", "Set 2"]
    lines = [line.amount for part in parts for hand in part.hands for line in hand.lines]
    assert sum(lines) == 114
    assert [part.status for part in explain(played, 4)] == ["sat out", "sat out"]


@declared
class Taken:
    taken: PerSide[int] = ask("Taken", high=20, total=20)


def costs(deal: Taken, table: Table) -> Events:
    for side, count in enumerate(deal.taken):
        yield gain(side, count + table.number, "{who} took {count}", count=count)


def low_game(**more: Any) -> Format:
    plays = Rounds(players=(4, 4), sides=2, asks=Taken, score=costs, wins="low", **more)
    return drive_of(table_game(slug="low", name="Low", source="here", plays=plays))


def test_where_the_low_ones_win_they_move_and_lead() -> None:
    low = low_game()
    told = [{"taken": [5, 15]}] * 4
    result = low.hands.result(1, ROLES, told, None)
    assert (result.winners, result.sums) == ((0, 2), (30, 70, 30, 70))
    played = Drive(low, PEOPLE, (SetRecord(1, (TableSet(1, (0, 1, 2, 3), tuple(told)),), (4,)),))
    assert [PEOPLE[one.player].name for one in standings(played)] == ["A", "C", "E", "B", "D"]


def test_rounds_without_an_end_are_counted_on_and_have_numbers() -> None:
    low = low_game()
    assert low.sets[1].labels == ("", "", "", "")
    assert low.hands.table(2, 1).number == 5
    assert low.hands.points(2, ROLES, {"taken": [5, 15]}) == (10, 20, 10, 20)
    short = low_game(ends=after(3))
    assert [short.hands.table(1, hand).number for hand in range(1, 5)] == [1, 2, 3, 1]


@declared
class Rising:
    taken: PerSide[int] = ask(
        "Taken", high=20, total=20, worth=lambda table: table.number, says="Taken"
    )


def test_rounds_that_weigh_otherwise_within_a_set_are_each_weighed_by_themselves() -> None:
    plays = Rounds(players=(4, 4), sides=2, asks=Rising)
    rising = drive_of(table_game(slug="rising", name="Rising", source="here", plays=plays))
    told = [{"taken": [5, 15]}] * 4
    points = [rising.hands.points(1, ROLES, one, hand) for hand, one in enumerate(told, 1)]
    assert points == [(5 * n, 15 * n, 5 * n, 15 * n) for n in (1, 2, 3, 4)]
    assert tuple(rising.hands.fold(1)(told)) == tuple(map(sum, zip(*points, strict=True)))
