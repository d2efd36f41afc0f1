"""An evening of several games as a file: out, and in again with all that was played."""

from __future__ import annotations

import copy
import datetime as dt
import gzip
import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.rulesets.every_game import declared
from tests.tournaments import board_evening
from tests.tournaments.evening import a_user, host, play
from tests.tournaments.evening import start as start_drive
from tests.tournaments.visits import words_of
from tournaments.evenings.selectors import evening_view
from tournaments.evenings.services import create_evening, join
from tournaments.events import opening as services
from tournaments.events.services import finish_event
from tournaments.files import document_shapes, event_import
from tournaments.files.event_document import export_evening, export_event
from tournaments.files.event_import import import_document, import_event
from tournaments.house_games import services as shelf
from tournaments.models import (
    Evening,
    Event,
    Family,
    HouseEdition,
    HouseGame,
    Person,
    family_of,
)
from tournaments.models.errors import Refused
from tournaments.models.families import family_alone
from tournaments.people.names import ParsedName

pytestmark = pytest.mark.django_db
DAY = dt.date(2026, 11, 22)
NAMES = ("Ann", "Bo", "Cy")
SLUG = "house-grandmas-rummy"
DECLARED = declared("grandmas_rummy")


def other_rummy(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(DECLARED), **changes}


def start_board(evening: Evening, key: str, *reports: dict[str, Any]) -> Event:
    people = [ParsedName(name, "", None, 1) for name in NAMES]
    event = services.begin(owner=evening.owner, key=key, people=people, evening=evening).event
    for deal, payload in enumerate(reports, 1):
        board_evening.say(board_evening.table(event), deal, payload)
    return event


def an_evening(owner: Any) -> Evening:
    """Three games: house rules, a game of the family's own, and a drive that is over."""
    family = family_of(owner)
    evening = create_evening(owner=owner, name="Gran is 80", date=DAY, way="share")
    rules = shelf.keep_rules(
        family=family, name="Hearts, to 50", game="hearts", options={"target": 50}
    )
    hearts = [{"hearts": [5, 4, 4], "queen": 1}, {"hearts": [1, 12, 0], "queen": 0}]
    start_board(evening, f"hearts~{rules.pk}", *hearts)
    game = shelf.new_game(family=family, value=DECLARED)
    start_board(evening, game.slug, {"out": 0, "held": [0, 5, 10], "melds": [1, 0, 0]})
    changed = other_rummy(about="As it is played since the summer.")
    shelf.change_game(
        game=game, value=changed, basis=shelf.seen(game.editions.order_by("number").last())
    )
    start_board(evening, game.slug, {"out": 2, "held": [15, 5, 0], "melds": [0, 0, 2]})
    drive = start_drive(people=8)
    play(drive, sets=1)
    finish_event(event=drive, actor=host(drive), early=True)
    join(evening=evening, event=Event.objects.get(pk=drive.pk), user=owner)
    return evening


def document(evening: Evening) -> dict[str, Any]:
    return dict(json.loads(json.dumps(export_evening(evening))))


def undated(told: Any) -> Any:
    """Without what the moment of bringing in adds."""
    if isinstance(told, dict):
        return {key: undated(value) for key, value in told.items() if key != "exported"}
    return [undated(one) for one in told] if isinstance(told, list) else told


def overall(evening: Evening) -> list[Any]:
    view = evening_view(evening)
    games = [(game.name, game.game, game.state, game.leaders, game.column) for game in view.games]
    return [*view.rows, games, view.counts]


def pages(evening: Evening, owner: Any) -> dict[str, str]:
    desk = Client()
    desk.force_login(owner)
    values = {"evening": words_of(desk.get(reverse("evening", args=[evening.pk])))}
    for event in evening.events.order_by("pk"):
        for name in ("event", "event_standings", "event_people", "event_settings"):
            values[f"{event.game} {event.edition} {name}"] = words_of(
                desk.get(reverse(name, args=[event.pk]))
            )
    guests = Client().get(reverse("evening_guests", args=[evening.token]))
    values["guests"] = words_of(guests)
    for name, text in values.items():  # addresses are new; what was done before is not taken back
        values[name] = re.sub(r"https?://\S+|Last step .*? Undo ?", "", text).strip()
    return values


def links(evening: Evening) -> list[Any]:
    return [
        sorted(event.links.values_list("kind", "table_number"), key=str)
        for event in evening.events.order_by("pk")
    ]


def sent(user: Any, raw: bytes, name: str = "evening.json") -> Any:
    client = Client()
    client.force_login(user)
    file = SimpleUploadedFile(name, raw)
    return client.post(reverse("event_import"), {"file": file, "second": "on"})


@pytest.fixture(scope="module")
def written(django_db_setup: None, django_db_blocker: Any) -> bytes:
    """The file of the evening of three games; nothing of it is left."""
    with django_db_blocker.unblock(), transaction.atomic():
        told = json.dumps(document(an_evening(a_user()))).encode()
        transaction.set_rollback(True)
    return told


@pytest.fixture
def told(written: bytes) -> dict[str, Any]:
    return dict(json.loads(written))


@pytest.fixture
def owner() -> Any:
    return a_user()


@pytest.fixture
def stranger(owner: Any) -> Any:
    family_of(owner)
    user = a_user("stranger")
    family_alone(user)
    return user


def exported(owner: Any, evening: Evening) -> Any:
    desk = Client()
    desk.force_login(owner)
    return desk.get(reverse("evening_export", args=[evening.pk]))


def test_an_evening_comes_to_another_family_as_it_was(owner: Any, stranger: Any) -> None:
    evening = an_evening(owner)
    told = document(evening)
    answer = exported(owner, evening)
    assert answer["Content-Disposition"].endswith('.json"')
    assert undated(answer.json()) == undated(told)
    response = sent(stranger, answer.content)
    again = Evening.objects.exclude(pk=evening.pk).get()
    assert response["Location"] == reverse("evening", args=[again.pk])
    assert again.family_id == family_of(stranger) != evening.family_id
    assert again.token != evening.token
    assert overall(again) == overall(evening)
    assert links(again) == links(evening)
    assert pages(again, stranger) == pages(evening, owner)
    assert Person.objects.filter(family=family_of(stranger)).count() == 3 + 8
    assert undated(document(again))["evening"] == told["evening"]
    for one, other in zip(document(again)["events"], told["events"], strict=True):
        assert undated(one) == undated(other)
    ours, theirs = (
        list(
            HouseEdition.objects.filter(game__family=family)
            .order_by("number")
            .values_list("game__slug", "number", "declared")
        )
        for family in (evening.family_id, again.family_id)
    )
    assert [number for _slug, number, _declared in ours] == [1, 2]
    assert ours == theirs


def test_a_long_evening_leaves_packed_and_comes_back(
    told: dict[str, Any], owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = import_document(owner=owner, data=told)
    monkeypatch.setattr(event_import, "LONGEST_PLAIN", 1000)
    answer = exported(owner, evening)
    assert answer["Content-Disposition"].endswith('.json.gz"')
    assert json.loads(gzip.decompress(answer.content))["format"] == "scorekeeper-evening"
    assert sent(owner, answer.content, "e.json.gz").status_code == 303
    assert Evening.objects.count() == 2
    monkeypatch.setattr(event_import, "LARGEST_DOCUMENT", 1000)
    refused = exported(owner, evening)
    assert "too much for a file" in refused.content.decode()


def test_an_evening_without_games_comes_too(owner: Any) -> None:
    evening = create_evening(owner=owner, name="Gran is 80", date=DAY, way="games")
    again = import_document(owner=owner, data=document(evening))
    assert (again.name, again.date, again.way) == ("Gran is 80", DAY, "games")


# --- what is refused ------------------------------------------------------------------------------

BAD: tuple[tuple[str, Any, str], ...] = (
    ("format", "scorekeeper-party", "format"),
    ("evening", None, "evening: expected an object"),
    ("evening.name", "", "evening.name: expected a name"),
    ("evening.date", "tomorrow", "evening.date: expected a date"),
    ("evening.way", "luck", "evening.way: expected one of"),
    ("events", {}, "events: expected a list"),
    ("events.1.format", "scorekeeper-evening", "events[1].format"),
    ("events.1.event.game", "hearts!", "events[1].event.game"),
    ("events.1.event.declared.players", [3, 1], "events[1].event.declared.players"),
    ("events.1.event.editions.0.declared", {}, "events[1].event.editions[0].declared"),
    ("events.1.event.editions.0.number", 1, "events[1].event.editions"),
    ("events.2.event.declared.about", "Another game.", "events[2].event.declared"),
    ("events.3.seatings.0.tables.0.reports.0.payload", {"tricks": "x"}, "events[3].seatings[0]"),
)


@pytest.mark.parametrize(("path", "value", "place"), BAD, ids=[one[0] for one in BAD])
def test_a_bad_file_is_refused_with_its_place(
    told: dict[str, Any], stranger: Any, path: str, value: Any, place: str
) -> None:
    there = [model.objects.count() for model in (Evening, Event, Person, HouseGame, Family)]
    at: Any = told
    *way, last = path.split(".")
    for step in way:
        at = at[int(step)] if isinstance(at, list) else at[step]
    at[int(last) if isinstance(at, list) else last] = value
    with pytest.raises(Refused) as refused:
        import_document(owner=stranger, data=told)
    assert place in str(refused.value)
    after = [model.objects.count() for model in (Evening, Event, Person, HouseGame, Family)]
    assert after == there


def test_more_games_than_an_evening_has_are_refused(
    told: dict[str, Any], owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document_shapes, "MOST_EVENTS", 3)
    with pytest.raises(Refused, match="events: expected a list of at most 3"):
        import_document(owner=owner, data=told)
    assert not Evening.objects.exists()


def test_an_evening_is_no_event(owner: Any) -> None:
    told = document(create_evening(owner=owner, name="Gran is 80", date=DAY, way="games"))
    with pytest.raises(Refused, match="format"):
        import_event(owner=owner, data=told)


# --- games of the family's own --------------------------------------------------------------------


def editions(family: int) -> dict[tuple[str, int], str]:
    rows = HouseEdition.objects.filter(game__family=family)
    found = rows.values_list("game__slug", "number", "declared")
    return {(slug, number): json.loads(declared)["about"] for slug, number, declared in found}


def played(owner: Any, value: dict[str, Any]) -> dict[str, Any]:
    """The file of an event of a game that `owner` declares so; nothing of it stays."""
    game = shelf.new_game(family=family_of(owner), value=value)
    people = [ParsedName(name, "", None, 1) for name in NAMES]
    event = services.begin(owner=owner, key=game.slug, people=people).event
    return dict(json.loads(json.dumps(export_event(event))))


def test_a_game_that_is_there_under_another_number_is_that(owner: Any, stranger: Any) -> None:
    told = played(owner, other_rummy(about="The second."))
    family = family_of(stranger)
    game = shelf.new_game(family=family, value=DECLARED)
    HouseEdition.objects.create(game=game, number=2, declared=json.dumps(told["event"]["declared"]))
    event = import_event(owner=stranger, data=told)
    assert (event.game, event.edition) == (SLUG, 2)
    assert len(editions(family)) == 2


def test_a_new_edition_of_a_game_that_is_there_is_added_to_it(
    told: dict[str, Any], stranger: Any
) -> None:
    family = family_of(stranger)
    shelf.new_game(family=family, value=DECLARED)
    import_document(owner=stranger, data=told)
    assert editions(family) == {
        (SLUG, 1): DECLARED["about"],
        (SLUG, 2): "As it is played since the summer.",
    }


def test_another_game_of_the_same_slug_comes_beside_the_one_that_is_there(
    told: dict[str, Any], stranger: Any
) -> None:
    family = family_of(stranger)
    shelf.new_game(family=family, value=other_rummy(about="Ours."))
    first = import_document(owner=stranger, data=told)
    assert editions(family) == {
        (SLUG, 1): "Ours.",
        (f"{SLUG}-2", 1): DECLARED["about"],
        (f"{SLUG}-2", 2): "As it is played since the summer.",
    }
    second = import_document(owner=stranger, data=told)
    assert len(editions(family)) == 3
    for evening in (first, second):
        own = evening.events.exclude(declared="").order_by("pk").values_list("game", "edition")
        assert list(own) == [(f"{SLUG}-2", 1), (f"{SLUG}-2", 2)]


def test_where_no_game_fits_onto_the_shelf_nothing_comes(
    owner: Any, stranger: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = played(owner, DECLARED)
    monkeypatch.setattr(shelf, "MOST_GAMES", 0)
    with pytest.raises(Refused, match="0 games on your shelf"):
        import_event(owner=stranger, data=event)
    assert not Event.objects.filter(owner=stranger).exists()
    assert not Person.objects.filter(family=family_of(stranger)).exists()
    assert sent(stranger, json.dumps(event).encode()).status_code == 422
