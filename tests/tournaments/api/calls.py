"""Calls of the API with the token of a link, for tests."""

from __future__ import annotations

import uuid
from typing import Any

from django.test import Client

from tests.tournaments.evening import host
from tournaments.access.services import ensure_links, make_link
from tournaments.models import Event, Link


def token(event: Event, kind: str, number: int | None = None) -> str:
    """The token of an open link of the event."""
    if kind == "scorekeeper":
        return make_link(event=event, actor=host(event), kind=kind, label="Program").token
    ensure_links(event)
    found = Link.objects.filter(event=event, kind=kind, revoked_at=None)
    return found.filter(table_number=number).get().token if number else found.get().token


class Caller:
    """A program that holds one link."""

    def __init__(self, event: Event, kind: str, number: int | None = None) -> None:
        self.event = event
        self.token = token(event, kind, number)
        self.client = Client()

    def __call__(
        self, path: str, data: Any = None, method: str = "", key: str = "", **headers: str
    ) -> Any:
        """Ask for a path below the event; with data it is a POST."""
        values = {"Authorization": f"Bearer {self.token}", **headers}
        if data is not None:
            values["Idempotency-Key"] = key or uuid.uuid4().hex
        where = f"/api/events/{self.event.pk}{path}"
        how = method or ("GET" if data is None else "POST")
        kind = "application/json"
        body = {} if data is None else {"data": data, "content_type": kind}
        return getattr(self.client, how.lower())(where, headers=values, **body)


def codes(answer: Any) -> list[str]:
    """The codes of what was refused."""
    return [one["code"] for one in answer.json()["problems"]]
