"""Imports as jobs: their page shows progress, Stop, and what is wrong."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.evening import a_stranger, a_user, play, start
from tests.tournaments.visits import signed_in, words_of
from tournaments.files import imports
from tournaments.files.event_document import export_event
from tournaments.jobs import services
from tournaments.models import Event, Family, Job

pytestmark = pytest.mark.django_db(transaction=True)

Waiting = list[Callable[[], object]]


@pytest.fixture
def document() -> dict[str, Any]:
    event = start(people=8, name="The <first> evening")
    play(event, 1)
    return export_event(event)


@pytest.fixture
def waiting(waiting: Waiting, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Waiting:
    """Imports that were started, and that nobody has carried out yet."""
    settings.IMPORTS_APART = True
    monkeypatch.setattr(imports, "SHORT", 100)
    monkeypatch.setattr(services, "run_apart", services.run)
    monkeypatch.setattr(services, "NOTE_SECONDS", 0)
    return waiting


@pytest.fixture
def host(client: Client, document: dict[str, Any]) -> Client:
    client.force_login(a_user())
    return client


def upload(host: Client, document: Any, **more: str) -> Any:
    file = SimpleUploadedFile("evening.json", json.dumps(document).encode())
    return host.post(reverse("event_import"), {"file": file, **more})


def look(host: Client) -> Any:
    """The page of the newest import."""
    return host.get(reverse("event_import_job", args=[Job.objects.latest("pk").pk]))


def full_disk(error: str) -> Callable[..., Any]:
    """An import that finds no room, as the database says it or the system."""

    def fail(**_given: Any) -> Any:
        if error == "system":
            raise OSError(errno.ENOSPC, "No space left on device")
        raise OperationalError("database or disk is full")

    return fail


def test_an_import_shows_its_progress_and_leads_to_the_event(
    host: Client, document: dict[str, Any], waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = upload(host, document, second="on")
    page = look(host)
    assert (answer.status_code, answer.url) == (303, page.request["PATH_INFO"])
    assert "Waiting for its turn" in words_of(page)
    steps: list[tuple[int, int]] = []
    real = services._progress

    def listening(*values: Any) -> services.Progress:
        note = real(*values)

        def listen(done: int, total: int) -> None:
            note(done, total)
            steps.append(Job.objects.values_list("done", "total").get())
            assert Event.objects.filter(family__heartbeat=None).count() == 1  # nobody sees it

        return listen

    monkeypatch.setattr(services, "_progress", listening)
    waiting.pop()()
    total = len(document["people"]) + len(document["log"])
    total += sum(len(seating["tables"]) for seating in document["seatings"])
    assert steps == [(done, total) for done in range(1, total + 1)]
    job = Job.objects.get()
    assert (job.state, job.file, job.size) == ("done", None, 0)
    poll = host.get(page.request["PATH_INFO"], headers={"HX-Request": "true"})
    assert (poll.status_code, poll.headers["HX-Refresh"]) == (204, "true")
    newest = Event.objects.latest("pk")
    assert look(host).url == reverse("event", args=[newest.pk])
    assert export_event(newest)["seatings"] == document["seatings"]
    Job.objects.update(results={"event": newest.pk + 1})  # which was deleted since
    assert look(host).url == reverse("home")


def test_stop_leaves_nothing(
    host: Client, document: dict[str, Any], waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it waits, in the middle, and when it is about to be shown."""
    upload(host, document, second="on")
    stopped = host.post(reverse("event_import_job", args=[Job.objects.get().pk]), {"act": "stop"})
    assert stopped.url == reverse("event_import")
    assert "Nothing was imported." in words_of(host.get(stopped.url))
    waiting.pop()()
    upload(host, document, second="on")
    with monkeypatch.context() as patched:
        stop_then: Any = services._progress

        def stopping(*values: Any) -> services.Progress:
            note = stop_then(*values)

            def stop(done: int, total: int) -> None:
                if done == 5:
                    Job.objects.all().delete()
                note(done, total)

            return stop

        patched.setattr(services, "_progress", stopping)
        waiting.pop()()
    upload(host, document, second="on")
    with monkeypatch.context() as patched:
        real = imports.import_document

        def late(*, end: Any, **values: Any) -> Any:
            def stopped_before(imported: Any) -> None:
                # As by another process, whose transaction is over.
                Job.objects.all().delete()
                end(imported)

            return real(end=stopped_before, **values)

        patched.setattr(imports, "import_document", late)
        waiting.pop()()
    assert Event.objects.count() == 1
    assert not Family.objects.exclude(heartbeat=None).exists()


def test_what_is_wrong_stands_beside_the_field(
    host: Client, document: dict[str, Any], waiting: Waiting
) -> None:
    upload(host, document)
    waiting.pop()()
    page = look(host)
    assert page.status_code == 422
    assert "is here already" in words_of(page)
    assert page.context["form"].errors.keys() == {"second"}
    document["people"][1]["role"] = "dragon"
    upload(host, document, second="on")
    waiting.pop()()
    page = look(host)
    assert page.status_code == 422
    assert "people[1].role" in words_of(page)
    assert page.context["form"].errors.keys() == {"file"}
    assert f'action="{reverse("event_import")}"' in page.content.decode()
    assert Event.objects.count() == 1
    assert Job.objects.latest("pk").file is None


def test_only_two_imports_run_at_once(
    host: Client, document: dict[str, Any], waiting: Waiting
) -> None:
    for _upload in range(2):
        assert upload(host, document, second="on").status_code == 303
    refused = upload(host, document, second="on")
    assert refused.status_code == 422
    assert "2 other files are being imported just now" in words_of(refused)
    for work in waiting:
        work()
    assert Event.objects.count() == 3
    assert upload(host, document, second="on").status_code == 303


def test_an_import_ends_after_its_time_and_once_its_page_is_closed(
    host: Client, document: dict[str, Any], waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = services.KINDS[imports.IMPORT]

    def beat(*, ago: timedelta = timedelta(0), begun: float = 0) -> bool:
        upload(host, document, second="on")
        job = Job.objects.latest("pk")
        Job.objects.filter(pk=job.pk).update(state="running", seen=timezone.now() - ago)
        row = Job.objects.filter(pk=job.pk)
        return services._beat(row, kind, services.monotonic() - begun)

    assert beat()
    look(host)
    Job.objects.all().delete()
    assert not beat(ago=imports.WATCHED_FOR)
    assert "Its page was closed" in words_of(look(host))
    assert not beat(begun=imports.LONGEST.total_seconds() + 1)
    assert "It took more than 8 minutes and was stopped." in words_of(look(host))
    job = Job.objects.latest("pk")
    before = timezone.now() - timedelta(minutes=1)
    Job.objects.filter(pk=job.pk).update(state="running", seen=before)
    look(host)
    assert Job.objects.latest("pk").seen > before


@pytest.mark.parametrize("error", ["database", "system"])
def test_a_full_disk_is_told_of(
    error: str,
    host: Client,
    document: dict[str, Any],
    waiting: Waiting,
    monkeypatch: pytest.MonkeyPatch,
    caplog: Any,
) -> None:
    if error == "database" and connection.vendor != "sqlite":
        pytest.skip("these are the words of SQLite")
    upload(host, document, second="on")
    monkeypatch.setattr(imports, "import_document", full_disk(error))
    waiting.pop()()
    words = "The disk of the computer that runs Scorekeeper is full. Nothing was imported."
    assert words in words_of(look(host))
    monkeypatch.setattr(Job.objects, "create", full_disk(error))
    answer = upload(host, document, second="on")
    assert (answer.status_code, words in words_of(answer)) == (422, True)
    assert "Traceback" not in caplog.text


def test_an_import_belongs_to_its_family(
    host: Client, document: dict[str, Any], waiting: Waiting
) -> None:
    upload(host, document, second="on")
    stranger = signed_in(a_stranger())
    assert look(stranger).status_code == 404
    address = reverse("event_import_job", args=[Job.objects.get().pk])
    assert stranger.post(address, {"act": "stop"}).status_code == 404
    assert Job.objects.exists()
