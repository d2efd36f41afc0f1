"""The evening that a newcomer sees."""

import pytest

from tests.tournaments.evening import a_user
from tournaments.events.demo import make_demo
from tournaments.events.demo_pads import make_demo_pads
from tournaments.events.desk import desk
from tournaments.games import every_game, formats_of
from tournaments.scoring.pads import pads
from tournaments.standing.standings import standings

pytestmark = pytest.mark.django_db


def test_the_demo_is_a_drive_in_its_fourth_set() -> None:
    event = make_demo(a_user())
    found = desk(event)
    assert (found.set_number, found.people, len(found.tables)) == (4, 30, 7)
    states = {card.number: card.state for card in found.tables}
    assert states[4] == "empty"
    assert states[2] == states[5] == states[7] == "partial"
    assert states[1] == "disputed"
    assert found.missing == (2, 4, 5, 7)
    assert found.open_disputes == 1
    assert len(found.sit_outs) == 2
    assert event.log.filter(code="report.corrected").count() == 1


def test_two_demos_stand_beside_each_other_and_score_the_same() -> None:
    owner = a_user()
    first, second = (standings(make_demo(owner)) for _ in range(2))
    assert [(row.name, row.total) for row in first.rows] == [
        (row.name, row.total) for row in second.rows
    ]


def test_evenings_of_score_pads_are_in_progress() -> None:
    made = {event.game: event for event in make_demo_pads(a_user())}
    assert made.keys() == {game.slug for game in every_game() if formats_of(game)[0].lasts}
    teams, golf, chips = (made[slug] for slug in ("gin-tournament", "golf", "rummoli"))
    (room,) = pads(teams)
    assert [one.complete for one in room.rounds] == [True] * 4 + [False]
    assert all(one.counted for one in room.rounds[:4])
    assert sum(line.payload is not None for line in room.rounds[4].lines) == 3
    assert len(room.rounds[4].byes) == 1
    assert min(room.plays.totals(room.state)) > 0
    assert teams.log.filter(code="report.corrected").count() == 1
    over, running = pads(golf)
    assert over.ending is not None
    assert running.open
    assert len(running.rounds) == 5
    (board,) = pads(chips)
    assert board.open
    assert [one.counted for one in board.rounds] == [True] * 5
    for event in made.values():
        assert all(pad.rounds for pad in pads(event)), event.game


def test_evenings_of_score_pads_are_the_same_every_time() -> None:
    first, second = (make_demo_pads(a_user()) for _ in range(2))
    for one, two in zip(first, second, strict=True):
        assert [pad.replay for pad in pads(one)] == [pad.replay for pad in pads(two)]
