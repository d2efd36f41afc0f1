"""No request, however odd, breaks anything: every address, by everybody, with nonsense."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, reverse

from scorekeeper.requests import PlainRequest
from tests.faults import requests
from tests.faults.event_files import ADDRESSES
from tests.faults.rounds import rounds
from tests.tournaments import board_evening, evening
from tests.tournaments.job_rows import a_cards_job, a_paper_job, a_photo, an_import_job
from tournaments.access.services import ensure_links, make_link
from tournaments.models import Dispute, Event, Report
from tournaments.report_forms.inputs import ways

pytestmark = [pytest.mark.faults, pytest.mark.django_db]

WHO = ("anonymous", "owner", "scorekeeper")


EVENINGS = {
    "drive": lambda: evening.played(9),
    "boards": lambda: board_evening.start(board_evening.RUMMOLI, 5),
    "teams": lambda: board_evening.start(board_evening.GIN, 6),
    "tables": lambda: board_evening.start(board_evening.GOLF, 6, tables=2),
}


@pytest.fixture(autouse=True)
def requests_as_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test client makes requests as our servers make them."""
    monkeypatch.setattr("django.test.client.WSGIRequest", PlainRequest)


@pytest.mark.parametrize("kind", EVENINGS)
def test_no_request_breaks_anything(kind: str) -> None:
    event = EVENINGS[kind]()
    known, tokens = named(event)
    clients = {who: client_of(who, event, tokens) for who in WHO}
    rng = Random(f"requests to {kind}")
    reports = Report.objects.count()
    for number in range(rounds(short=120, long=20_000)):
        who, pattern = rng.choice(WHO), rng.choice(ADDRESSES)
        address, request = an_address(pattern, known, tokens, rng), requests.a_request(rng)
        with transaction.atomic():
            status = asked(clients[who], address, request)
            transaction.set_rollback(True)
        assert status < 500, (kind, number, who, address[:200], request)
    assert Report.objects.count() == reports


def asked(client: Client, address: str, request: dict[str, Any]) -> int:
    query, method, headers = (request.pop(name) for name in ("query", "method", "headers"))
    given = f"{address}?{query}" if query else address
    answer = client.generic(method, given, headers=headers, **request)
    request |= {"query": query, "method": method, "headers": headers}
    return answer.status_code


def named(event: Event) -> tuple[dict[str, Any], dict[str, str]]:
    """What the addresses of an evening can name, and its tokens by kind."""
    ensure_links(event)
    make_link(event=event, actor=evening.host(event), kind="scorekeeper", label="Sam")
    entry = event.entries.order_by("pk")[0]
    dispute = Dispute.objects.create(event=event, objector="G1", text="Too loud")
    job = a_paper_job(event, state="running")
    links = {link.kind: link for link in event.links.all()}
    known = {"event_id": event.pk, "set_number": 1, "number": 1, "deal": 1, "entry_id": entry.pk}
    known |= {"person_id": entry.person_id, "dispute_id": dispute.pk, "job_id": job.pk}
    known |= {"import_id": an_import_job(event).pk, "cards_id": a_cards_job(event).pk}
    known |= {"photo_key": a_photo(event).key}
    known |= {"link_id": links["wall"].pk, "kind": "chart", "slug": event.game}
    known |= {"counter": ways()[0].counter.kind, "sheet": "reports"}
    return known, {kind: link.token for kind, link in links.items()}


def client_of(who: str, event: Event, tokens: dict[str, str]) -> Client:
    client = Client()
    if who == "owner":
        client.force_login(event.owner)
    elif who == "scorekeeper":
        client.post(reverse("scorekeeper_in", args=[tokens["scorekeeper"]]))
    return client


def an_address(
    pattern: URLPattern, known: dict[str, Any], tokens: dict[str, str], rng: Random
) -> str:
    kinds = {"spectator": "spectator", "wall": "wall", "scorekeeper": "scorekeeper"}
    kind = kinds.get(str(pattern.name).partition("_")[0], "table")
    values = requests.values_for(pattern, {**known, "token": tokens[kind]}, rng)
    return reverse(str(pattern.name), kwargs=values)
