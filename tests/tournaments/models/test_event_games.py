"""The door to an event's game: what it is, and under which options."""

import pytest

from tournaments.models import Event
from tournaments.models.event_games import (
    every_game,
    format_of,
    formats_of,
    game_called,
    game_of,
    options_of,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.slug)
def test_an_event_plays_its_game(game):
    event = Event(game=game.slug, edition=game.edition)
    assert game_of(event) is game
    for format in formats_of(game):
        event.format = format.kind.slug
        assert format_of(event).kind.slug == format.kind.slug
    event.format = ""
    assert format_of(event).kind.slug == game.formats[0] == format_of(game).kind.slug
    assert options_of(event) == game.options()


def test_options_and_edition_are_those_of_the_event():
    assert options_of(Event(game="golf", options={})) == game_of(Event(game="golf")).options()
    changed = {"stake": 6}
    assert options_of(Event(game="golf", options=changed)).stake == 6
    assert options_of(Event(game="golf", options={"stake": "many"})) == options_of(
        Event(game="golf", options={})
    )
    first, now = (Event(game="golf", edition=number, options={}) for number in (1, 2))
    assert (game_of(first).edition, options_of(first).on_face) == (1, "until_next_loss")
    assert (game_of(now).edition, options_of(now).on_face) == (2, "one_round")
    assert format_of(first).game is game_of(first)


def test_a_game_that_is_not_known_any_more():
    assert game_called("three-card-loo") is None
    with pytest.raises(LookupError):
        game_of(Event(game="three-card-loo"))
