"""A family's own game in a room of several tables: what is called alike, whole evenings, files."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from rulesets.engine.game import names_of
from rulesets.formats import format_of as format_in
from rulesets.formats import read_options
from rulesets.formats.format import option_type_of
from tests.rulesets.every_game import declared, own
from tests.tournaments import evening
from tests.tournaments.evening import a_user
from tests.tournaments.events.test_meetings import boards, play
from tournaments.house_games import services
from tournaments.models import Event, family_of
from tournaments.models.event_games import format_of

pytestmark = pytest.mark.django_db

RACE, WHIST, RUMMY = (own(name) for name in ("lake_race", "cabin_whist", "grandmas_rummy"))


def test_own_games_are_played_in_the_formats_that_fit_them() -> None:
    assert RACE.formats == ("table", "meetings", "swiss", "knockout")
    assert WHIST.formats[:3] == ("table", "court_whist", "progressive")
    assert "meetings" not in WHIST.formats
    assert {"swiss", "pairs"} <= {*WHIST.formats, *RUMMY.formats}


def test_an_option_that_the_format_calls_alike_keeps_its_own_meaning() -> None:
    table, swiss = format_in(RACE), format_in(RACE, "swiss")
    assert table.agreed.rounds == 5
    assert "game_rounds" not in names_of(option_type_of(table))
    assert (swiss.agreed.rounds, swiss.agreed.game_rounds) == (7, 5)
    options, problems = read_options(swiss, {"rounds": 4, "game_rounds": 2})
    assert not problems
    short = format_in(RACE, "swiss", options)
    assert short.length.sets == 4
    assert short.game.plays.victory(options).text.endswith("after 2 rounds")
    assert read_options(swiss, {"game_rounds": 0})[1][0].at == ("options", "game_rounds")


def an_event(game: str, form: str, people: int, **options: int) -> Event:
    services.new_game(family=family_of(a_user()), value=declared(game))
    return evening.an_event_in(form, people, f"house-{game.replace('_', '-')}", **options)


@pytest.mark.parametrize(
    ("game", "form", "options"),
    [
        ("lake_race", "swiss", {"rounds": 2, "game_rounds": 2}),
        ("cabin_whist", "swiss", {"rounds": 2, "deals": 2}),
        ("grandmas_rummy", "meetings", {"rounds": 2}),
    ],
)
def test_an_evening_of_an_own_game(
    client: Client, game: str, form: str, options: dict[str, int]
) -> None:
    event, chance = an_event(game, form, 9, **options), Random(3)
    for number in (1, 2):
        evening.next_set(event, seed=number)
        if format_of(event).keeping.apart:
            evening.play_set(event, chance)
        else:
            play(event, chance)
            if game == "lake_race":  # two rounds each, and not as many as there are people
                assert {board.state.rounds for board in boards(event)} == {2}
    client.force_login(a_user())
    for page in ("event", "event_standings", "event_draw", "event_settings"):
        assert client.get(reverse(page, args=[event.pk])).status_code == 200, page
    evening.check_files(event)
