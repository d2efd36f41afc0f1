"""The evenings that a newcomer sees."""

import pytest

from tests.tournaments.evening import a_user
from tournaments.boards.hall import Hall
from tournaments.desk.selectors import desk
from tournaments.events.demo import make_demo, make_evening
from tournaments.models import Event
from tournaments.models.event_games import every_game, format_of, game_of
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


def check_drive(event: Event) -> None:
    """It is in its fourth set."""
    page = desk(event)
    assert (page.set_number, page.people, len(page.cards)) == (4, 30, 7)
    states = {card.number: card.state for card in page.cards}
    assert states[4] == "empty"
    assert states[2] == states[5] == states[7] == "partial"
    assert states[1] == "disputed"
    assert page.missing == (2, 4, 5, 7)
    assert page.open_disputes == 1
    assert len(page.sit_outs) == 2
    assert event.log.filter(code="report.corrected").count() == 1


def test_there_is_an_evening_of_every_game_and_drives_come_first() -> None:
    every = make_demo(a_user())
    assert sorted(event.game for event in every) == [game.slug for game in every_game()]
    lasting = [format_of(event).keeping.credit != "carried" for event in every]
    assert lasting == sorted(lasting)
    check_drive(every[0])
    made = {event.game: event for event in every if format_of(event).keeping.credit != "carried"}
    teams, golf, chips = (made[slug] for slug in ("gin-tournament", "golf", "rummoli"))
    (room,) = Hall.of(teams).boards
    assert [board_round.complete for board_round in room.rounds] == [True] * 4 + [False]
    assert all(board_round.counted for board_round in room.rounds[:4])
    assert sum(line.payload is not None for line in room.rounds[4].reports) == 3
    assert len(room.rounds[4].byes) == 1
    assert min(room.plays.totals(room.state)) > 0
    assert teams.log.filter(code="report.corrected").count() == 1
    over, running = Hall.of(golf).boards
    assert over.ending is not None
    assert running.open
    assert len(running.rounds) == 5
    (board,) = Hall.of(chips).boards
    assert board.open
    assert [board_round.counted for board_round in board.rounds] == [True] * 5
    for event in made.values():
        assert all(board.rounds for board in Hall.of(event).boards), event.game
    for event in (every[0], golf):  # they score the same every time
        again = make_evening(a_user(), game_of(event))
        assert [(row.name, row.total) for row in standings(again).rows] == [
            (row.name, row.total) for row in standings(event).rows
        ]
