"""Who may call which operation: every one, by every kind of link, and by nobody."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from scorekeeper import __version__
from tests.redis_servers import bad_redis
from tests.tournaments.api.calls import Caller, codes, token
from tests.tournaments.evening import host, say, start, table
from tournaments.access.services import revoke_link
from tournaments.api import auth
from tournaments.api.urls import api
from tournaments.events.services import delete_event
from tournaments.models import Event, Link, Report

pytestmark = pytest.mark.django_db

KINDS = ("scorekeeper", "table", "spectator", "wall")
ALL = {"scorekeeper", "table", "spectator"}
AT_TABLES = {"scorekeeper", "table"}
# Who may, and what an allowed call with nothing useful in it is answered with.
OPERATIONS: dict[tuple[str, str], tuple[set[str], int]] = {
    ("get", "/api/events"): (ALL, 200),
    ("get", "/api/events/{event_id}"): (ALL, 200),
    ("get", "/api/events/{event_id}/people"): (ALL, 200),
    ("post", "/api/events/{event_id}/people"): ({"scorekeeper"}, 422),
    ("get", "/api/events/{event_id}/standings"): (ALL, 200),
    ("get", "/api/events/{event_id}/record"): (ALL, 404),  # it is not over
    ("get", "/api/events/{event_id}/teams"): (ALL, 200),
    ("get", "/api/events/{event_id}/tables"): (ALL, 200),
    ("get", "/api/events/{event_id}/tables/{set_number}/{number}"): (AT_TABLES, 200),
    ("get", "/api/events/{event_id}/reports"): (AT_TABLES, 200),
    ("post", "/api/events/{event_id}/tables/{set_number}/{number}/deals/{deal}/report"): (
        AT_TABLES,
        422,
    ),
    ("post", "/api/events/{event_id}/tables/{set_number}/{number}/deals/{deal}/withdraw"): (
        AT_TABLES,
        422,
    ),
    ("post", "/api/events/{event_id}/reports/{report_id}/accept"): (AT_TABLES, 200),
}


@pytest.fixture(autouse=True)
def no_calls_yet() -> None:
    cache.clear()


@pytest.fixture
def evening() -> tuple[Event, Report]:
    event = start(people=8)
    return event, say(table(event, 1), 1, {"tricks": [7, 6]})


def called(evening: tuple[Event, Report], method: str, path: str, bearer: str) -> Any:
    event, report = evening
    where = path.format(event_id=event.pk, set_number=1, number=1, deal=2, report_id=report.pk)
    headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
    client = Client(enforce_csrf_checks=True)
    return client.generic(method.upper(), where, "{}", "application/json", headers=headers)


def test_every_operation_says_who_may_call_it() -> None:
    told = {
        (method, path): set(one["x-roles"])
        for path, methods in api.get_openapi_schema()["paths"].items()
        for method, one in methods.items()
    }
    assert told == {key: roles for key, (roles, _status) in OPERATIONS.items()}


@pytest.mark.parametrize("kind", KINDS)
def test_who_may_call_what(kind: str, evening: tuple[Event, Report]) -> None:
    bearer = token(evening[0], kind, 1 if kind == "table" else None)
    wrong = []
    for (method, path), (roles, status) in OPERATIONS.items():
        answer = called(evening, method, path, bearer)
        if answer.status_code != (status if kind in roles else 403):
            wrong.append(f"{method} {path}: {answer.status_code} {answer.content!r}")
    assert not wrong, "\n".join(wrong)


def test_nobody_comes_in_without_an_open_link(evening: tuple[Event, Report]) -> None:
    event = evening[0]
    bearer = token(event, "scorekeeper")
    revoke_link(link=Link.objects.get(token=bearer), actor=host(event))
    for method, path in OPERATIONS:
        for case in ("", bearer, "x" * 24, "x" * 5000, "ä", "\t"):
            answer = called(evening, method, path, case)
            assert answer.status_code in (401, 429), (method, path, case)
    assert answer.headers["Retry-After"]


def test_a_session_opens_nothing(evening: tuple[Event, Report]) -> None:
    client = Client()
    client.force_login(evening[0].owner)
    answer = client.get(f"/api/events/{evening[0].pk}")
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_another_event_is_not_there(evening: tuple[Event, Report]) -> None:
    other = start(people=8, name="Another evening")
    for kind in ("scorekeeper", "spectator"):
        answer = called(evening, "get", "/api/events/{event_id}", token(other, kind))
        assert answer.status_code == 404
    for method, path in OPERATIONS:
        if "{event_id}" in path:
            filled = {"name": "X", "payload": {}, "seen": 1}
            values = {"Authorization": f"Bearer {token(other, 'scorekeeper')}"}
            values["Idempotency-Key"] = "k"
            where = path.format(
                event_id=evening[0].pk, set_number=1, number=1, deal=1, report_id=evening[1].pk
            )
            answer = getattr(Client(), method)(
                where, data=filled, headers=values, content_type="application/json"
            )
            assert answer.status_code == 404, path


def test_a_table_sees_and_enters_its_own(evening: tuple[Event, Report]) -> None:
    event, report = evening
    ask = Caller(event, "table", 2)
    assert ask("/tables/1/2").status_code == 200
    assert ask("/tables/1/1").status_code == 404
    assert ask("/reports").json() == {"items": [], "count": 0}
    assert ask("/tables/1/1/deals/2/report", {"payload": {"tricks": [7, 6]}}).status_code == 404
    assert ask(f"/reports/{report.pk}/accept", {}).status_code == 404
    assert ask("/tables/1/2/deals/1/report", {"payload": {"tricks": [7, 6]}}).status_code == 200


def test_what_the_host_has_hidden_only_the_desk_sees(evening: tuple[Event, Report]) -> None:
    event = evening[0]
    Event.objects.filter(pk=event.pk).update(hide_standings=True)
    assert Caller(event, "scorekeeper")("/standings").json()["count"] == 8
    for kind, number in (("spectator", None), ("table", 1)):
        assert Caller(event, kind, number)("/standings").json()["count"] == 0


def test_calls_are_counted_for_each_link(evening: tuple[Event, Report], settings: Any) -> None:
    settings.API_CALLS_A_MINUTE = 3
    one, other = Caller(evening[0], "scorekeeper"), Caller(evening[0], "spectator")
    answers = [one("") for _ in range(8)]
    assert [answer.status_code for answer in answers[:3]] == [200] * 3
    assert answers[-1].status_code == 429  # also where a minute began between
    assert codes(answers[-1]) == ["calls.many"]
    assert answers[-1].headers["Retry-After"] == "60"
    assert other("").status_code == 200


def test_guessing_is_stopped_but_not_who_knows(
    evening: tuple[Event, Report], settings: Any
) -> None:
    settings.API_GUESSES_A_MINUTE = 2
    ask = Caller(evening[0], "spectator")
    guesses = [called(evening, "get", "/api/events", f"guess-{n}").status_code for n in range(6)]
    assert guesses[0] == 401
    assert guesses[-1] == 429
    assert ask("").status_code == 200


@pytest.mark.parametrize("kind", ["refused", "hanging"])
def test_guesses_are_counted_while_redis_is_away(
    kind: str, evening: tuple[Event, Report], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auth, "local_counts", auth.LocalCounts())
    settings.API_GUESSES_A_MINUTE = 2
    ask = Caller(evening[0], "spectator")
    with bad_redis(kind) as url:
        settings.REDIS_URL = url
        settings.CACHES = {
            "default": {
                "BACKEND": "tournaments.cache.shared_cache.FaultTolerantCache",
                "LOCATION": url,
            }
        }
        guesses = [called(evening, "get", "/api/events", f"guess-{n}") for n in range(6)]
        assert guesses[0].status_code == 401
        assert guesses[-1].status_code == 429  # also where a minute began between
        assert codes(guesses[-1]) == ["calls.many"]
        assert ask("").status_code == 200


def test_a_process_counts_for_a_minute_and_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auth, "MOST_NAMES", 2)
    counts = auth.LocalCounts()
    assert [counts.add("one", 7), counts.add("one", 7), counts.add("two", 7)] == [1, 2, 1]
    assert [counts.add("three", 7), counts.add("four", 7), counts.add("one", 7)] == [1, 2, 3]
    assert counts.add("one", 8) == 1


def test_an_event_that_was_deleted_is_gone_with_its_links(evening: tuple[Event, Report]) -> None:
    event = evening[0]
    ask = Caller(event, "scorekeeper")
    delete_event(event=event, actor=host(event))
    assert ask("").status_code == 401


def test_an_address_that_is_not_there_is_refused_like_everything() -> None:
    paths = ("", "/", "/nothing", "/events/", "/events/1/nothing", "/%00", "/ä/../x")
    for method, path in product(("get", "post", "put", "delete", "head"), paths):
        answer = getattr(Client(enforce_csrf_checks=True), method)(f"/api{path}")
        assert answer.status_code == 404, (method, path)
        assert answer.headers["Content-Type"] == "application/json"
        if method != "head":
            assert codes(answer) == ["not_found"]
            assert "address" in answer.json()["problems"][0]["message"]


WITHOUT_LINK = {"/api/openapi.json": {"GET", "HEAD"}}  # what anyone may ask


def test_a_method_that_an_address_has_not_is_refused_like_everything(
    evening: tuple[Event, Report],
) -> None:
    methods = {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"}
    for path in {path for _method, path in OPERATIONS} | {*WITHOUT_LINK}:
        allowed = {method.upper() for method, one in OPERATIONS if one == path}
        allowed |= WITHOUT_LINK.get(path, set())
        for method in sorted(methods - allowed):
            answer = called(evening, method, path, token(evening[0], "scorekeeper"))
            assert (answer.status_code, codes(answer)) == (405, ["method.other"]), (method, path)
            assert answer.headers["Content-Type"] == "application/json"
            assert answer.headers["Allow"] == ", ".join(sorted(allowed))


def test_the_document_says_which_version_of_scorekeeper_answers(settings: Any) -> None:
    answer = Client().get("/api/openapi.json")
    assert answer.json()["info"]["version"] == settings.VERSION == __version__
    answer = Client().head("/api/openapi.json")
    assert (answer.status_code, answer.content) == (200, b"")
