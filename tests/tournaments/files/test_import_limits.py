"""Events that keep boards as documents and back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.tournaments import board_evening as boards
from tests.tournaments.board_evening import GIN, GOLF, RUMMOLI, SLUGS
from tests.tournaments.evening import a_user
from tests.tournaments.files.test_event_document import spoiled
from tournaments.files.event_document import export_event
from tournaments.files.event_import import import_event
from tournaments.files.import_rows import bounds
from tournaments.models import Event
from tournaments.models.errors import Refused
from tournaments.models.event_games import every_game, formats_of
from tournaments.seating import draws

pytestmark = pytest.mark.django_db


def a_gin() -> Event:
    """Unequal teams, a couple that did not play, a correction and a round that is open."""
    event = boards.start(GIN, 7, seed=4)
    first, second, *_ = boards.read_board(event).rounds[0].reports
    boards.away(event, second.table_number)
    boards.play(event, 2)
    at = boards.table(event, first.table_number, set_number=1)
    boards.say(at, 1, boards.run(0, 4, 30), boards.host(event), reason="misheard")
    running = boards.read_board(event).rounds[-1].reports[0]
    boards.say(boards.table(event, running.table_number), 1, boards.gin(1, 12))
    return event


def a_golf() -> Event:
    """Two tables, one of them with a round taken back, and their final table."""
    event = boards.start(GOLF, 6, tables=2, options={"stake": 2, "ante": 1})
    boards.play(event, tables=(1, 2))
    draws.seat_final(event=event, actor=boards.host(event))
    boards.play(event, 1)
    boards.take_back(boards.table(event), 1)
    return event


def a_rummoli() -> Event:
    """A board of one's own, to the last deals."""
    spaces = [f"space {number}" for number in range(1, 10)]
    event = boards.start(RUMMOLI, 3, options={"board": "custom", "spaces": spaces, "rebuy": True})
    boards.play(event)
    return event


MADE = {GIN: a_gin, GOLF: a_golf, RUMMOLI: a_rummoli}


def document(slug: str) -> Any:
    return json.loads(json.dumps(export_event(MADE[slug]())))


@pytest.mark.exhaustive(keep=(GIN,))
@pytest.mark.parametrize("slug", SLUGS)
def test_an_imported_evening_can_be_played_on(slug: str) -> None:
    event = boards.start(slug, 6, seed=2)
    boards.play(event, 1)
    again = import_event(owner=a_user("other"), data=export_event(event))
    boards.play(again)
    boards.play(event)
    assert boards.totals(again) == boards.totals(event)
    assert boards.read_board(again).ending is not None


def test_a_setup_and_a_number_that_was_ruled_come_back() -> None:
    event = boards.an_event(GIN, 4, role_names={"guys": {"one": "Reds", "many": "Reds"}})
    again = import_event(owner=a_user("other"), data=json.loads(json.dumps(export_event(event))))
    assert again.role_names == event.role_names
    assert boards.begin(again).seatings.count() == 1
    # What a scorekeeper let stand is not the document's to refuse.
    event = boards.start(GOLF, 3)
    boards.play(event, 1)
    data = json.loads(json.dumps(export_event(event)))
    report = data["seatings"][0]["tables"][0]["reports"][0]
    report |= {"payload": {"points": [99, 1, 2]}, "overrode": ["points.range"]}
    again = import_event(owner=a_user("other"), data=data)
    assert boards.read_board(again).rounds[0].counted


REPORT = "seatings.0.tables.0.reports.0"
BREAKS: list[tuple[str, str, Any]] = [
    (GIN, "event.game", GOLF),
    (GIN, "event.options", {"stake": 4}),
    (GIN, "people.0.role", "girls"),
    (GIN, "people.0.role", ""),
    (GIN, "seatings.0.set", 4),
    (GIN, "seatings.0.tables.0.first_dealer", 2),
    (GIN, "seatings.0.tables.0.chairs", []),
    (GIN, f"{REPORT}.deal", 2),
    (GIN, f"{REPORT}.payload", []),
    (GIN, f"{REPORT}.payload", {"away": False}),
    (GIN, f"{REPORT}.payload", {"away": True, "by": 1}),
    (GIN, f"{REPORT}.payload", {"outcome": "gin", "by": 2, "caught": 10}),
    (GIN, f"{REPORT}.payload", {"outcome": "gin", "by": "G1", "caught": 10}),
    (GIN, f"{REPORT}.payload", {"couple": [0, 1], "outcome": "gin", "by": 1, "caught": 10}),
    (GIN, f"{REPORT}.payload", {"outcome": "gin", "by": 1}),
    (GOLF, "event.options.ante", 3),
    (GOLF, "seatings.0.set", 3),
    (GOLF, "seatings.1.set", 1),
    (GOLF, "seatings.0.tables.0.first_dealer", 3),
    (GOLF, f"{REPORT}.deal", 0),
    (GOLF, f"{REPORT}.payload", {"points": [1, 2]}),
    (GOLF, f"{REPORT}.payload", {"points": [1, 2, True]}),
    (GOLF, f"{REPORT}.payload", {"points": [1, 2, 3], "knocker": 3}),
    (GOLF, f"{REPORT}.payload", {"grids": [[["KS"]], None, None]}),
    (RUMMOLI, "event.options.spaces", ["a", "b"]),
    (RUMMOLI, "event.options.board", "rummoli"),
    (RUMMOLI, "seatings.0.set", 2),
    (RUMMOLI, f"{REPORT}.payload.rummoli", 7),
    (RUMMOLI, f"{REPORT}.payload.claims", {"moon": 1}),
    (RUMMOLI, f"{REPORT}.payload", {"final_poker": [{"space": 1, "player": 0}]}),
    (RUMMOLI, f"{REPORT}.payload", {"final_poker": [{"space": "space 1", "player": 9}]}),
    (RUMMOLI, f"{REPORT}.payload", {"final_poker": [], "rummoli": 1}),
]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_document_that_is_wrong_is_refused_whole(slug: str) -> None:
    text = json.dumps(document(slug))
    for path, value in [(path, value) for game, path, value in BREAKS if game == slug]:
        with pytest.raises(Refused) as refused:
            import_event(owner=a_user(), data=spoiled(text, path, value))
        assert refused.value.problems[0].at == ("file",), path
        assert Event.objects.count() == 1, path


def test_the_bounds_of_every_game_are_sound() -> None:
    for format in (format for game in every_game() for format in formats_of(game)):
        found = bounds(format)
        assert 1 == found.sets[0] <= found.sets[1]
        assert 2 <= found.chairs[0] <= found.chairs[1]
        assert found.deals[0] <= found.deals[1]
        assert found.dealers(found.chairs[0])[1] >= 1
