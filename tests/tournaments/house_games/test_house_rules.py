"""An evening that was begun under house rules goes by their name."""

from __future__ import annotations

import datetime
import json
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from tests.tournaments.evening import a_user
from tournaments.access.permissions import host_actor
from tournaments.events import services as events
from tournaments.events.opening import begin
from tournaments.files.event_document import export_event
from tournaments.files.event_import import import_event
from tournaments.house_games import services
from tournaments.models import Event, HouseRules, Link, family_of
from tournaments.models.errors import Refused
from tournaments.models.event_games import game_name, game_title
from tournaments.papers.selectors import EventOrder
from tournaments.people.names import parse_names

pytestmark = pytest.mark.django_db

NAME = "Kelowna Hearts"


@pytest.fixture
def rules() -> HouseRules:
    return services.keep_rules(
        family=family_of(a_user()), name=NAME, game="hearts", options={"target": 75}
    )


@pytest.fixture
def board(rules: HouseRules) -> Link:
    people = parse_names("Ann\nBo\nCy")
    return begin(owner=a_user(), key=f"hearts~{rules.pk}", people=people)


@pytest.fixture
def host(client: Client) -> Client:
    client.force_login(a_user())
    return client


def text_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def test_a_board_shows_their_name_wherever_the_game_is_told(board: Link, host: Client) -> None:
    event = board.event
    assert (event.house_rules, game_title(event), game_name(event)) == (NAME, NAME, "Hearts")
    events.update_event(event=event, actor=host_actor(event, a_user()), name="Friday")
    guests = event.links.get(kind=Link.Kind.SPECTATOR).token
    for address in (
        reverse("event", args=[event.pk]),
        reverse("event_standings", args=[event.pk]),
        reverse("table", args=[board.token]),
        reverse("spectator_standings", args=[guests]),
    ):
        assert f"Rules: {NAME}" in text_of(host, address)
    assert NAME in text_of(host, reverse("event_settings", args=[event.pk]))
    assert NAME in text_of(host, reverse("home"))
    (sheet,) = EventOrder(event).blank_sheets
    assert (sheet.title, sheet.subtitle, sheet.rules) == ("Hearts", NAME, "Metzker p. 17")


def test_their_rule_page_has_the_name_and_what_was_agreed_on(board: Link, client: Client) -> None:
    phone = text_of(client, reverse("table", args=[board.token]))
    address = phone.split('house-rules"><a href="')[1].split('"')[0]
    page = text_of(client, address)
    assert f"<h1>{NAME}</h1>" in page
    assert "House rules of Hearts" in page
    assert "<dt>Play until somebody reaches</dt><dd>75</dd>" in page
    assert "<dt>Winner</dt><dd>The lowest total when somebody reaches 75</dd>" in page
    assert NAME not in text_of(client, reverse("rules", args=["hearts"]))


def test_the_name_goes_with_the_event_file(board: Link) -> None:
    told = json.loads(json.dumps(export_event(board.event)))
    assert import_event(owner=a_user("other"), data=told).house_rules == NAME
    del told["event"]["house_rules"]  # as files were written before
    assert import_event(owner=a_user("other"), data=told).house_rules == ""
    for wrong in ("x" * 61, 7, None):
        told["event"]["house_rules"] = wrong
        with pytest.raises(Refused, match=r"event\.house_rules"):
            import_event(owner=a_user("other"), data=told)


def test_the_name_goes_when_the_options_become_others(board: Link) -> None:
    event = board.event
    actor = host_actor(event, a_user())
    events.update_event(event=event, actor=actor, place="Lake", options={"target": 75})
    event.refresh_from_db()
    assert event.house_rules == NAME
    events.update_event(event=event, actor=actor, options={"target": 60})
    event.refresh_from_db()
    assert (event.options["target"], event.house_rules) == (60, "")


@pytest.mark.parametrize(("target", "called"), [("75", NAME), ("60", "")])
def test_a_new_event_has_the_name_while_it_keeps_to_them(
    rules: HouseRules, host: Client, target: str, called: str
) -> None:
    key = f"hearts~{rules.pk}"
    sent = {"name": "Night", "date": "2026-11-21", "place": "", "names": "Ann\nBo\nCy"}
    answer = host.post(
        reverse("event_new"), {**sent, "game": key, "shown": key, "option_target": target}
    )
    assert answer.status_code == 303
    assert Event.objects.latest("pk").house_rules == called


def test_boards_from_before_get_the_name_back(rules: HouseRules) -> None:
    given: dict[str, Any] = {"owner": a_user(), "date": datetime.date(2026, 11, 20)}
    theirs = events.create_event(name=NAME, game="hearts", options=rules.options, **given)
    others = events.create_event(name=NAME, game="hearts", options={"target": 60}, **given)
    migration = import_module("tournaments.migrations.0008_house_rules_of_events")
    migration.keep_names(apps, None)
    theirs.refresh_from_db()
    others.refresh_from_db()
    assert (theirs.house_rules, others.house_rules) == (NAME, "")
