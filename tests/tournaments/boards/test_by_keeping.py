"""A room of the app chooses once by the way in which score is kept."""

from typing import Any

import pytest
from django.http import Http404, HttpResponse
from django.test import RequestFactory

from rulesets.formats.parts import Keeping
from tests.tournaments.board_evening import GIN, GOLF, start
from tests.tournaments.evening import start as drive
from tournaments.access.decorators import only_for
from tournaments.boards.by_keeping import ByKeeping
from tournaments.models.event_games import every_game, formats_of

WAYS = ByKeeping(table=Keeping.TABLE, set=Keeping.SET, hands=Keeping.HANDS, room=Keeping.ROOM)


def test_every_format_has_its_choice() -> None:
    chosen = {WAYS(format) for game in every_game() for format in formats_of(game)}
    assert chosen == set(Keeping)
    for game in every_game():
        for format in formats_of(game):
            assert WAYS(format) is format.keeping


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("way", "begin"),
    [
        (Keeping.TABLE, lambda: start(GOLF, 4)),
        (Keeping.ROOM, lambda: start(GIN, 4)),
        (Keeping.HANDS, drive),
    ],
)
def test_a_page_is_only_for_some_ways(way: Keeping, begin: Any) -> None:
    event = begin()
    assert WAYS(event) is way
    request: Any = RequestFactory().get("/")
    request.event = event
    view = lambda request: HttpResponse("there")  # noqa: E731
    assert only_for(Keeping.SET, way)(view)(request).content == b"there"
    with pytest.raises(Http404):
        only_for(*set(Keeping) - {way})(view)(request)
