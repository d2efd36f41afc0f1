"""No call of the API breaks anything: what its OpenAPI document allows, and what it does not.

Schemathesis makes the calls up from the document and holds the answers against it: no 500, no
status and no shape that is not announced.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given
from hypothesis import settings as limits
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    response_schema_conformance,
    status_code_conformance,
)

from scorekeeper.requests import Handler
from tests.faults.rounds import rounds
from tests.tournaments import board_evening, evening
from tests.tournaments.api.calls import token
from tournaments.models import Event, Report

pytestmark = [pytest.mark.faults, pytest.mark.django_db]

CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)


EVENINGS = {
    "drive": lambda: evening.played(9),
    "boards": lambda: board_evening.start(board_evening.RUMMOLI, 5),
    "teams": lambda: board_evening.start(board_evening.GIN, 6),
}


@pytest.fixture(autouse=True)
def the_connection_stays() -> Iterator[None]:
    """As Django's own test client has it: the test's transaction is on this connection."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.parametrize("mode", MODES, ids=[mode.value for mode in MODES])
@pytest.mark.parametrize("kind", EVENINGS)
def test_no_call_breaks_anything(kind: str, mode: GenerationMode, settings: Any) -> None:
    settings.API_CALLS_A_MINUTE = 10**9
    event = EVENINGS[kind]()
    tokens = [token(event, "scorekeeper"), token(event, "table", 1), token(event, "spectator")]
    document = schemathesis.openapi.from_wsgi("/api/openapi.json", Handler())
    operations = [operation.ok() for operation in document.get_all_operations()]
    assert len(operations) >= 11
    before = Report.objects.count()
    for operation in operations:
        call(operation, mode, event, tokens)
    assert Report.objects.count() == before


def call(operation: Any, mode: GenerationMode, event: Event, tokens: list[str]) -> None:
    """Call one operation as often as there is time for, by each link in turn."""
    turn = Random(f"{operation.label} {mode.value}")
    reports = list(Report.objects.filter(table__seating__event=event).values_list("pk", flat=True))

    @limits(
        max_examples=rounds(short=3, long=1500),
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def one(case: Any) -> None:
        if turn.random() < 0.8:  # most calls are about what is there
            real = {"event_id": event.pk, "set_number": 1, "number": 1}
            real |= {"deal": turn.randint(1, 5), "report_id": turn.choice(reports or [1])}
            given_parts = case.path_parameters or {}
            case.path_parameters = {key: real[key] for key in given_parts}
        with transaction.atomic():
            # Schemathesis reads compressed answers over a network only.
            headers = {"Authorization": f"Bearer {turn.choice(tokens)}"}
            answer = case.call(headers=headers | {"Accept-Encoding": "identity"})
            transaction.set_rollback(True)
        # A request that no server could read is answered with a page, as everywhere.
        is_json = "json" in answer.headers.get("content-type", [""])[0]
        checks = CHECKS if is_json else [not_a_server_error]
        case.validate_response(answer, checks=checks)

    one()
