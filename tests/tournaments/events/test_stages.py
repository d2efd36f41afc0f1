"""Evenings of two stages: through the pages and papers, to the end, as files and as kept."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import evening
from tests.tournaments.evening import host
from tests.tournaments.events.test_knockout import play, played, show
from tests.tournaments.visits import for_guests, papers, text_of, words_of
from tournaments.boards.hall import Hall
from tournaments.events import services as events
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.seating import draws
from tournaments.seats.selectors import seats
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


def test_an_evening_to_its_end(client: Client) -> None:
    stages = {"stages": "knockout", "qualify": 2, "stage_points": "halved"}
    event = played(10, form="swiss", rounds=2, deals=1, **stages)
    assert len(Hall.now(event).drive.drive.sets) == format_of(event).length.sets
    with pytest.raises(Refused):
        show(event)
    evening.check_files(event)
    seatings = format_of(event).length.sets
    event = evening.check_end(event)
    assert format_of(event).length.sets == seatings
    client.force_login(event.owner)
    for name in ("event", "event_standings", "event_results", "event_people"):
        assert client.get(reverse(name, args=[event.pk])).status_code == 200, name
    assert "The bracket" in words_of(client.get(reverse("event_standings", args=[event.pk])))
    printed = papers(client, event, "bracket", "winners")
    assert [paper[:3] for paper in printed.values()] == ["200"] * 2
    lost = next(row for row in standings(event).rows if row.lost)
    page = words_of(client.get(reverse("event_player", args=[event.pk, lost.entry_id])))
    assert "The first stage " in page


def test_what_follows_may_be_agreed_on_while_people_play() -> None:
    event = played(9, 1, game="golf", form="pairs", rounds=2, deals=1)
    told = {**event.options, "stages": "knockout", "qualify": 2, "others": "play"}
    events.update_event(event=event, actor=host(event), options=told)
    event.refresh_from_db()
    assert format_of(event).length.sets == 5  # seven others take three sets
    chance = Random(3)
    for _ in range(4):
        show(event)
        play(event, chance)
    with pytest.raises(Refused) as refused:
        show(event)
    assert "There are no more" in refused.value.problems[0].message
    evening.check_files(event)
    told["qualify"] = 3
    with pytest.raises(Refused) as refused:
        events.update_event(event=event, actor=host(event), options=told)
    assert refused.value.problems[0].at == ("options", "qualify")


def test_what_follows_is_chosen_with_the_rules(client: Client) -> None:
    event = played(12, 1, form="swiss", rounds=3, deals=1)
    client.force_login(event.owner)
    address = reverse("event_settings", args=[event.pk])
    shown = client.get(address)
    page = words_of(shown)
    assert "Second stage" in page
    for key, part in (("stages", "leads"), ("qualify", "follows"), ("others", "follows")):
        assert re.search(rf'name="option_{key}"[^>]* data-{part}="stages"', text_of(shown)), key


GROUPS = ("Final", "Places 5 to 8", "Places 9 to 12")


@pytest.mark.exhaustive(keep=("euchre",))
@pytest.mark.parametrize(("game", "form"), [("euchre", "individual"), ("golf", "meetings")])
def test_a_final_and_the_places_behind_it_are_called_so_everywhere(
    client: Client, game: str, form: str
) -> None:
    event = played(12, 2, game=game, form=form, rounds=2, deals=1, stages="table", others="play")
    draft = draws.draw(event=event, actor=host(event), seed=3)
    client.force_login(event.owner)
    drawn = words_of(client.get(reverse("event_draw", args=[event.pk])))
    assert "Set 3 · The final and the places" in drawn
    assert all(group in drawn for group in GROUPS)
    draws.publish(event=event, actor=host(event), seating=draft)
    found = seats(event)
    assert found is not None
    assert tuple(table.division for table in found.tables) == GROUPS
    assert [table.letter for table in found.tables] == ["1–4", "5–8", "9–12"]
    ranked = [row.entry_id for row in standings(event).rows]
    for at, table in enumerate(found.tables):
        assert {seat.entry_id for seat in table.seats} <= {*ranked[4 * at : 4 * at + 4]} or at
    for table in found.tables:
        phone = for_guests(event, "table", number=table.number)
        own = for_guests(event, "spectator_player", table.seats[0].entry_id)
        for page in (phone, own):
            assert [group for group in GROUPS if group in page] == [table.division]
    desk = words_of(client.get(reverse("event", args=[event.pk])))
    printed = papers(client, event, "chart", "table-cards")
    wall = for_guests(event, "wall")
    for group in GROUPS:
        assert group in desk
        assert group in printed["chart"]
        assert group in printed["table-cards"]
        assert group in wall
