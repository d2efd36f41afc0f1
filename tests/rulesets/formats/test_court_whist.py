"""The drive, for its own game and for any other of two sides."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.engine.game import Game, table_game
from rulesets.files.drive_answers import next_seats
from rulesets.files.drive_file import DriveFile
from rulesets.files.score_file import read_file
from rulesets.formats import format_of
from rulesets.formats.card import layout
from rulesets.formats.carry import tally
from rulesets.formats.deals import set_of
from rulesets.formats.drive import Drive, Player, SetRecord, TableSet
from rulesets.formats.explanations import explain
from rulesets.formats.format import Format
from rulesets.formats.hands import CHAIRS
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


def test_its_own_game_has_its_own_sets() -> None:
    assert [one.name for one in OWN.sets][2:4] == ["Conspiracy", "Chivalry"]
    assert (OWN.length.sets, OWN.length.most_deals, OWN.facts.width) == (7, 4, 4)
    assert OWN.labels.of_set(3).name.text == "Conspiracy"
    assert OWN.sets[1].name_deal(4).text == "Diamonds trump"
    assert OWN.sets[1].name_deal(5).text == ""
    assert [OWN.labels.chair(chair).text for chair in range(4)] == list(CHAIRS)
    assert OWN.hands.fields(4)[1].key == "lady_tricks"


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


def test_reports_are_judged_as_at_a_table() -> None:
    assert WHIST.hands.check(1, ROLES, hand(8, 3)) == ()
    assert [p.code for p in WHIST.hands.check(1, ROLES, hand(0, 2))] == ["tens.many"]
    assert [p.code for p in WHIST.hands.check(7, (), {"tricks": [8, 5]}, 4)] == ["tens.missing"]


@given(st.integers(1, 7), st.lists(st.none() | hands, min_size=4, max_size=4))
def test_the_fold_is_the_sum_of_the_hands(number: int, told: list[Any]) -> None:
    points = [
        WHIST.hands.points(number, ROLES, report, place)
        for place, report in enumerate(told, 1)
        if report is not None
    ]
    expected = [sum(chair) for chair in zip(*points, strict=True)] if points else [0] * 4
    assert list(WHIST.hands.fold(number)(told)) == expected


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


def test_who_wins_a_set_moves_and_a_tie_is_cut_for() -> None:
    won = [hand(8, 3), hand(7, 2), hand(6, 2), hand(6, 2)]
    assert WHIST.hands.result(1, ROLES, won, None).winners == (0, 2)
    level = [hand(7, 2), hand(6, 2), hand(7, 2), hand(6, 2)]
    tied = WHIST.hands.result(1, ROLES, level, None)
    assert (tied.winners, tied.tied, tied.cut_pick) == ((), (0, 1, 2, 3), 2)
    assert WHIST.hands.result(1, ROLES, level, (0, 1)).winners == (0, 1)
    assert WHIST.hands.check_cut(1, ROLES, level, (0, 1)) == ()
    assert [p.code for p in WHIST.hands.check_cut(1, ROLES, level, (0, 3))] == ["cut.wrong"]
    assert [p.code for p in WHIST.hands.check_cut(1, ROLES, won, (0, 1))] == ["cut.unneeded"]
    assert not WHIST.hands.result(1, ROLES, [*level[:3], None], None).complete


def test_such_a_drive_goes_into_a_file_and_its_next_seats_come_out() -> None:
    told = [hand(8, 3), hand(7, 2), hand(6, 2), hand(6, 2)]
    file = {
        "game": "whist-tens",
        "format": "court_whist",
        "players": [{"name": one.name, "role": one.role} for one in PEOPLE],
        "rounds": [
            {
                "round": 1,
                "tables": [{"table": 1, "chairs": list("ABCD"), "deals": told}],
                "sitting_out": ["E"],
            }
        ],
    }
    read = read_file(file)
    assert isinstance(read, DriveFile)
    assert read.problems == ()
    assert [sum(row) for row in tally(read.drive)] == [93, 72, 93, 72, 32]
    seats = next_seats(read, 1)
    assert (seats.number, seats.problems) == (2, ())
    assert seats.seating is not None
    assert 4 in seats.seating.tables[0]


def test_the_card_has_a_row_for_each_set() -> None:
    card = layout(WHIST)
    assert [row.name for row in card.sets][:2] == ["Set 1", "Set 2"]
    assert [hand.label for hand in card.sets[1].hands][:2] == ["High no-trump", "Low no-trump"]
    assert len(card.sets) == WHIST.length.sets


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


@pytest.mark.parametrize("drive", [WHIST, OWN])
def test_what_a_hand_is_worth_is_what_its_lines_add_up_to(drive: Format) -> None:
    for number in range(1, drive.length.sets + 1):
        for place in range(1, 5):
            report = dict(drive.game.plays.sample(drive.hands.table(number, place), Random(number)))
            lines = drive.hands.explain(number, ROLES, report, place)
            sums = tuple(sum(one.amount for one in chair) for chair in lines)
            assert drive.hands.points(number, ROLES, report, place) == sums
