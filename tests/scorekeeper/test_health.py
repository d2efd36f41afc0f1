"""The health check says what is reachable, and no more."""

from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client

from scorekeeper import outages
from tests.redis_servers import REFUSED


@pytest.mark.sql
@pytest.mark.django_db
def test_a_process_is_in_use_with_and_without_redis(client: Client, settings: Any) -> None:
    settings.REDIS_URL = ""
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"status": "ok", "database": "ok", "redis": "not used"}
    assert "no-store" in answer.headers["Cache-Control"]
    settings.REDIS_URL = REFUSED
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"status": "degraded", "database": "ok", "redis": "unreachable"}


def test_database_away(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    def refuse() -> None:
        raise OperationalError("no route to db.internal")

    settings.REDIS_URL = REFUSED
    monkeypatch.setattr(connection, "cursor", refuse)
    status, parts = outages.health()
    assert status == 503
    assert parts == {"status": "failed", "database": "unreachable", "redis": "unreachable"}


def test_only_reading_is_allowed(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
