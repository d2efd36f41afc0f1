"""Event files are hostile until proven: what could break a page later is not taken in."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from rulesets.files.reader import read
from tests.faults.event_files import look_at_everything
from tests.tournaments import board_evening
from tests.tournaments.evening import a_user, host, play, start
from tests.tournaments.visits import words_of
from tournaments.boards import hall
from tournaments.events import services as events
from tournaments.files import document_shapes, event_import
from tournaments.files.event_document import export_event
from tournaments.files.event_import import import_event
from tournaments.models import Event, Person
from tournaments.models.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def _finished() -> dict[str, Any]:
    return {}


@pytest.fixture
def finished(_finished: dict[str, Any]) -> dict[str, Any]:
    """The document of a finished evening; the evening itself is gone."""
    if not _finished:
        event = start(people=4)
        play(event, sets=1)
        events.finish_event(event=event, actor=host(event), early=True)
        _finished.update(json.loads(json.dumps(export_event(event))))
        events.delete_event(event=event, actor=host(event))
        Person.objects.all().delete()
    return copy.deepcopy(_finished)


def deep(levels: int) -> Any:
    value: Any = []
    for _level in range(levels):
        value = [value]
    return value


ANYWHERE: tuple[Any, ...] = (
    *("\ud800", "a\x00b", "x" * 5000, 2**63, -(2**70), 1.5, deep(30), deep(930), {"\udfff": 1}),
)


@pytest.mark.parametrize("value", ANYWHERE, ids=range(len(ANYWHERE)))
def test_what_no_event_holds_is_refused_anywhere(finished: dict[str, Any], value: Any) -> None:
    finished["log"][0]["params"]["more"] = value
    with pytest.raises(Refused, match="not a usable event file"):
        import_event(owner=a_user(), data=finished)
    assert not Event.objects.exists()
    assert not Person.objects.exists()


SNAPSHOT: tuple[tuple[str, Any], ...] = (
    ("standings.0.total", "10"),
    ("standings.0.name", 7),
    ("standings.0.shared", None),
    ("standings.0.sets", [None, "x"]),
    ("standings.0.progress", [None]),
    ("standings.0.rank", -1),
    ("players.0.0.hands.0.deal", "{0}"),
    ("players.0.0.hands.0.lines.0.points", [1]),
    ("players.0.0.hands.0.lines.0.text", None),
    ("players.0.0.opponents", [3]),
    ("players.0.0.at", [1, 2]),
    ("players.0.0.at", [1, -2, 1]),
    ("players.x", []),
)


@pytest.mark.parametrize(("path", "value"), SNAPSHOT, ids=range(len(SNAPSHOT)))
def test_a_snapshot_is_of_the_right_kind_to_the_last_word(
    finished: dict[str, Any], path: str, value: Any
) -> None:
    place: Any = finished["snapshot"]
    *way, last = path.split(".")
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place[step]
    place[int(last) if isinstance(place, list) else last] = value
    with pytest.raises(Refused):
        import_event(owner=a_user(), data=finished)
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    "template", ["{x:>9}", "{x.y}", "{x[0]}", "{x!r}", "{}", "{0}", "{", "{unknown}"]
)
def test_sentences_have_plain_names_only(template: str) -> None:
    note = {"code": "x", "template": template, "params": {"x": "a"}}
    with pytest.raises(ValueError, match="names of its params"):
        read(document_shapes.NOTE, note)


def sent(client: Client, raw: bytes) -> HttpResponse:
    client.force_login(a_user())
    return client.post(
        reverse("event_import"), {"file": SimpleUploadedFile("e.json", raw), "second": "on"}
    )


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b'{"event": 3}',
        b'{"a": NaN}',
        b'{"a": 1, "a": 2}',
        b"[" * 930 + b"]" * 930,
        b"9" * 5000,
        b'"\xff"',
        b"[]",
    ],
)
def test_what_is_no_sound_json_is_refused(client: Client, raw: bytes) -> None:
    assert sent(client, raw).status_code == 422


@pytest.mark.parametrize("part", ["boards_of", "computed"])
def test_nothing_is_kept_of_what_cannot_be_counted(
    finished: dict[str, Any], part: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaking(*_given: Any) -> None:
        raise RecursionError

    raw = json.dumps(finished).encode()
    monkeypatch.setattr(hall if part == "boards_of" else event_import, part, breaking)
    refused = sent(client, raw)
    assert refused.status_code == 422
    assert "contradicts itself" in refused.content.decode()
    assert not Event.objects.exists()
    assert not Person.objects.exists()
    monkeypatch.undo()
    assert sent(client, raw).status_code == 303
    assert Event.objects.get().state == Event.State.FINISHED


def test_a_pad_without_a_table_has_pages(client: Client) -> None:
    """Found among files changed by machine: people have a page of their own, and no chair."""
    document = json.loads(json.dumps(export_event(board_evening.start("golf", 4))))
    document["seatings"][0]["tables"] = []
    event = import_event(owner=a_user(), data=document)
    guest = event.links.get(kind="spectator")
    for entry in event.entries.all():
        page = client.get(reverse("spectator_player", args=[guest.token, entry.pk]))
        assert "You have no seat" in words_of(page)
    client.force_login(event.owner)
    assert look_at_everything(client, event) == []
