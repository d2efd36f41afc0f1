"""The drive, for its own game and for any other of two sides."""

from __future__ import annotations

from typing import Any

from rulesets.engine.game import Game, table_game
from rulesets.formats import format_of
from rulesets.formats.drive import Drive, Player, SetRecord, TableSet
from rulesets.formats.format import Format
from rulesets.formats.ranking import standings
from rulesets.games import load
from rulesets.rounds import Events, PerSide, Rounds, Table, ask, declared, gain

ROLES = ("gentleman", "lady", "lady", "gentleman")


def drive_of(game: Game) -> Format:
    return format_of(game, "court_whist")


WHIST = drive_of(load("whist-tens"))


def hand(tricks: int, tens: int) -> dict[str, Any]:
    return {"tricks": [tricks, 13 - tricks], "tens": [tens, 4 - tens]}


PEOPLE = tuple(Player(name, role) for name, role in zip("ABCDE", [*ROLES, "lady"], strict=True))


def test_another_game_has_seven_sets_in_which_its_rounds_come_round() -> None:
    assert WHIST.length.sets == 7
    assert [record.name for record in WHIST.sets] == [f"Set {number}" for number in range(1, 8)]
    named = [label for record in WHIST.sets for label in record.labels]
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
    assert [PEOPLE[line.player].name for line in standings(played)] == ["A", "C", "E", "B", "D"]


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
