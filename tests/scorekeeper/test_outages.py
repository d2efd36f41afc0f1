"""Data that cannot be written or read: a clear sentence, 503, and nothing half done."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path, reverse

from scorekeeper import outages
from tests.tournaments import evening
from tests.tournaments.api.calls import token
from tournaments.db import outages as causes
from tournaments.models import Event, Person

pytestmark = [
    pytest.mark.sql,
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="SQLite's own outages"),
]

ERRORS: dict[str, Exception] = {
    "full": OperationalError("database or disk is full"),
    "read-only": OSError(errno.EROFS, "Read-only file system"),
    "locked": OperationalError("database is locked"),
    "other": OperationalError("no such table: people"),
}


def broken(request: HttpRequest, kind: str) -> HttpResponse:
    raise ERRORS[kind]


handler500 = "scorekeeper.outages.server_error"
urlpatterns = [
    path("broken/<str:kind>/", broken),
    path("api/broken/<str:kind>/", broken),
    path("", include("scorekeeper.urls")),
]
API_TEXT = Path(__file__).parents[2].joinpath("docs", "api.md").read_text(encoding="utf-8")


@pytest.fixture
def patient(client: Client) -> Client:
    """A browser that is shown the answer to an error."""
    client.raise_request_exception = False
    return client


@pytest.mark.django_db
@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("kind", "why"), [("full", "is full"), ("read-only", "only be read"), ("locked", "too long")]
)
def test_what_is_kept_and_what_is_not_is_said(patient: Client, kind: str, why: str) -> None:
    shown = patient.get(f"/broken/{kind}/")
    assert shown.status_code == 503
    assert why in shown.content.decode()
    assert "shown as saved is safe" in shown.content.decode()
    posted = patient.post(f"/broken/{kind}/").content.decode()
    assert "What you just sent was not saved" in posted
    assert "Traceback" not in posted
    answer = patient.post(f"/broken/{kind}/", headers={"Accept": "application/json"})
    assert answer.status_code == 503
    assert why in answer.json()["problem"]
    assert answer.headers["Retry-After"]


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_a_mistake_of_the_program_stays_one(patient: Client) -> None:
    assert patient.get("/broken/other/").status_code == 500


@contextmanager
def told(sql: str, after: str) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        try:
            yield
        finally:
            cursor.execute(after)


READ_ONLY = ("PRAGMA query_only = ON", "PRAGMA query_only = OFF")
NO_ROOM = ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1073741823")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("trouble", [READ_ONLY, NO_ROOM], ids=["read-only", "full"])
def test_pages_are_read_while_nothing_can_be_written(
    patient: Client, trouble: tuple[str, str]
) -> None:
    event = evening.start()
    patient.force_login(event.owner)
    new = {"name": "N" * 80, "date": "2026-11-21", "place": "P" * 80, "game": event.game}
    new |= {"names": "\n".join(f"Somebody of the name {number}" for number in range(900))}
    with told(*trouble):
        for name in ("event", "event_standings", "event_print"):
            assert patient.get(reverse(name, args=[event.pk])).status_code == 200, name
        refused = patient.post(reverse("event_new"), new)
    assert refused.status_code == 503
    assert Event.objects.get() == event


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("trouble", "code"), [(READ_ONLY, "data.read-only"), (NO_ROOM, "data.full")]
)
def test_a_program_is_answered_as_always(
    patient: Client, trouble: tuple[str, str], code: str
) -> None:
    event = evening.start()
    values = {"Authorization": f"Bearer {token(event, 'scorekeeper')}", "Idempotency-Key": "one"}
    base = f"/api/events/{event.pk}"
    with told(*trouble):
        assert patient.get(base, headers=values).status_code == 200
        with suppress(OperationalError):  # what is left of the pages takes the first
            while True:
                Person.objects.bulk_create([Person(name="N" * 80, note="N" * 60)] * 50)
        for number in range(100):
            answer = patient.post(
                f"{base}/people",
                {"name": f"{'N' * 60} {number}", "note": "N" * 60, "role": "lady"},
                headers=values,
                content_type="application/json",
            )
            if answer.status_code == 503:
                break
    assert answer.status_code == 503
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Retry-After"]
    [problem] = answer.json()["problems"]
    assert (problem["code"], problem["field"], problem["severity"]) == (code, "", "error")
    assert "What you just sent was not saved" in problem["message"]
    assert f"`{code}`" in API_TEXT


def test_every_outage_is_in_the_text_about_the_api() -> None:
    for kind in causes.WHY:
        assert f"`{outages.code_of(kind)}`" in API_TEXT
    assert "`server.error`" in API_TEXT


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_a_program_is_told_of_a_mistake_in_json(patient: Client) -> None:
    for address, status in (("/api/broken/other/", 500), ("/api/broken/full/", 503)):
        answer = patient.get(address)
        assert answer.status_code == status
        assert answer.headers["Content-Type"] == "application/json"
        assert len(answer.json()["problems"]) == 1


@pytest.mark.django_db(transaction=True)
def test_a_session_that_cannot_be_kept_does_not_spoil_the_answer(client: Client) -> None:
    event = evening.start()
    client.force_login(event.owner)
    session = client.session
    with told(*READ_ONLY):
        session["paper"] = "letter"
        session.save()
    assert Session.objects.get().get_decoded().get("paper") is None


@pytest.mark.django_db(transaction=True)
def test_the_health_check_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outages.database_status() == "ok"
    with told(*READ_ONLY):
        assert outages.database_status() == causes.READ_ONLY
    monkeypatch.setattr(outages, "LOCK_TIMEOUT", 10)
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert outages.database_status() == causes.LOCKED
        other.execute("ROLLBACK")
    assert outages.database_status() == "ok"
    monkeypatch.setattr(outages, "LEAST_FREE", 2**62)
    assert outages.health()[1]["database"] == causes.FULL
