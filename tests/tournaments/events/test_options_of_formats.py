"""Rounds, deals and moves of an evening: chosen, kept in files, changed as far as play allows."""

from __future__ import annotations

import json
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from rulesets import formats, games
from tests.tournaments import evening
from tests.tournaments.evening import a_user, codes, host
from tournaments.boards.hall import Hall
from tournaments.events import services as events
from tournaments.files.event_document import export_event
from tournaments.files.event_import import import_event
from tournaments.models import Event, Link
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.rules.forms import OptionsForm
from tournaments.seating import draws
from tournaments.seats.requests import past_sets, winners_of

pytestmark = pytest.mark.django_db

CARRY = {
    "carry": "points",
    "sit_out": "mean",
    "bye": "whole",
    "tie_breaks": [],
    "per_round": 0,
    "stages": "none",
    "qualify": 4,
    "stage_points": "reset",
    "others": "stop",
    "best_of": 1,
    "best": 0,
    "minutes": 0,
}
NEW = {"name": "Euchre", "date": "2026-11-21", "place": "", "game": "euchre"}
NAMES = "\n".join(f"Guest {number}" for number in range(8))


def sent(**options: object) -> dict[str, str]:
    return {f"option_{key}": str(value) for key, value in options.items()}


def play(event: Event, *, seed: int = 1) -> None:
    evening.next_set(event, seed=seed)
    evening.play_set(event, Random(seed))
    event.refresh_from_db()


def test_a_short_evening_from_the_page_of_a_new_event_to_its_end(client: Client) -> None:
    client.force_login(a_user())
    page = client.get(reverse("event_new"), {"game": "euchre", "format": "progressive"})
    for name in ("rounds", "deals", "moves"):
        assert f'name="option_{name}"' in page.content.decode()
    assert 'name="option_target"' not in page.content.decode()  # each hand stands by itself
    table = client.get(reverse("event_new"), {"game": "euchre", "format": "table"})
    assert 'name="option_target"' in table.content.decode()
    assert 'name="option_rounds"' not in table.content.decode()
    data = NEW | {"format": "progressive", "names": NAMES}
    wrong = client.post(reverse("event_new"), data | sent(rounds=61, deals=2))
    assert wrong.status_code == 422
    assert wrong.context["wizard"].options.errors.keys() == {"option_rounds"}
    response = client.post(reverse("event_new"), data | sent(rounds=2, deals=2, moves="both"))
    assert response.status_code == 303
    event = Event.objects.get()
    assert event.options == (
        {"target": 10, "rounds": 2, "deals": 2, "moves": "both", "bell": False} | CARRY
    )
    for number in (1, 2):
        play(event, seed=number)
    hall = Hall.now(event)
    past, winners = past_sets(hall, 2), winners_of(hall, 2)
    assert {*past[1].tables[0]} == {who for table in winners_of(hall, 1) for who in table}
    assert len(winners) == 2
    with pytest.raises(Refused) as refused:
        evening.next_set(event)
    assert codes(refused) == ["sets.all"]
    phone = event.links.get(kind=Link.Kind.TABLE, table_number=1)
    text = client.get(reverse("table", args=[phone.token])).content.decode()
    assert "Set 2 of 2" in text
    assert evening.check_files(event).options == event.options
    format = format_of(evening.check_end(event))
    assert (format.length.sets, format.length.most_deals, format.agreed.rounds) == (2, 2, 2)
    settings = client.get(reverse("event_settings", args=[event.pk])).content.decode()
    assert "Rules that are locked" in settings
    assert client.get(reverse("event_new"), {"game": "euchre"}).status_code == 200
    again = client.get(reverse("event_new"), {"game": "euchre", "format": "table"})
    assert again.context["wizard"].options_before == {"target": 10}


def test_a_file_from_before_plays_the_usual_numbers() -> None:
    document = json.loads(json.dumps(export_event(evening.an_event_in("progressive"))))
    assert document["event"]["options"]["rounds"] == 7
    document["event"]["options"] = {}
    copy = import_event(owner=a_user(), data=document)
    assert (format_of(copy).length.sets, format_of(copy).length.most_deals) == (7, 4)
    document["event"]["options"] = {"rounds": 61}
    with pytest.raises(Refused):
        import_event(owner=a_user(), data=document)
    document["event"] |= {"format": "table", "options": {"rounds": 5}}
    with pytest.raises(Refused):
        import_event(owner=a_user(), data=document)


def test_more_rounds_while_people_play_and_never_fewer_than_are_seated(client: Client) -> None:
    event = evening.an_event_in("progressive", rounds=2)
    client.force_login(a_user())
    url = reverse("event_settings", args=[event.pk])
    data = {"name": "Euchre", "date": "2026-11-21", "place": ""}
    assert client.post(url, data | sent(rounds=2, deals=1)).status_code == 303
    evening.next_set(event, seed=1)
    event.refresh_from_db()
    events.update_event(event=event, actor=host(event), options={**event.options, "deals": 2})
    assert format_of(event).length.most_deals == 2  # nobody has reported yet
    evening.play_set(event, Random(1))
    play(event, seed=2)
    draws_left = data | sent(rounds=3, moves="both", deals=1, target=7)
    assert client.post(url, draws_left).status_code == 303
    event.refresh_from_db()
    assert (
        event.options
        == {"target": 10, "rounds": 3, "deals": 2, "moves": "both", "bell": False} | CARRY
    )
    draws.draw(event=event, actor=host(event))
    assert draws.has_draft(event)
    refused = client.post(url, data | sent(rounds=1, moves="both"))
    assert refused.status_code == 422
    assert "2 sets are already seated" in refused.content.decode()
    assert draws.has_draft(event)
    assert client.post(url, data | sent(rounds=2, moves="up")).status_code == 303
    assert not draws.has_draft(event)
    with pytest.raises(Refused) as held:
        events.update_event(
            event=event, actor=host(event), options={**event.options, "deals": 3, "rounds": 5}
        )
    assert codes(held) == ["options.held"]
    event.refresh_from_db()
    assert event.options["rounds"] == 2


def test_a_swiss_of_too_many_sets_is_not_drawn(client: Client) -> None:
    event = evening.an_event_in("swiss", rounds=4)  # of four pairs, who meet in three
    client.force_login(a_user())
    answer = client.post(reverse("event_draw", args=[event.pk]), {"act": "draw"})
    assert answer.status_code == 422
    assert "4 entrants can play at most 3 sets" in answer.content.decode()
    with pytest.raises(Refused) as refused:
        evening.next_set(event)
    assert codes(refused) == ["options.rounds"]


def groups_of(form: OptionsForm) -> dict[str, tuple[str, bool]]:
    return {group.title: (group.words, group.is_open) for group in form.groups() if group.title}


@pytest.mark.parametrize(
    ("chosen", "box", "value"), [("0", "", 0), ("number", "20", 20), ("number", "500", None)]
)
def test_a_number_may_be_none(chosen: str, box: str, value: int | None) -> None:
    format = formats.format_of(games.load("euchre"), "pairs")
    data = {"option_minutes": chosen, "option_minutes_number": box}
    options = OptionsForm(format, data)
    assert options.is_valid() == (value is not None)
    if value is None:
        assert options.errors.keys() == {"option_minutes"}
        assert 'value="500"' in str(options["option_minutes"])
    else:
        assert options.options()["minutes"] == value
    assert groups_of(options)["Clock and bell"][1] == (
        value != 0
    )  # what was changed stays in sight
