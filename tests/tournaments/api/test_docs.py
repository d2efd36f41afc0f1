"""The examples of docs/api.md, executed one after the other as they stand there."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.tournaments.api.calls import token
from tests.tournaments.evening import start
from tournaments.api.urls import api
from tournaments.models import Report

pytestmark = pytest.mark.django_db

TEXT = Path(__file__).parents[3].joinpath("docs", "api.md").read_text(encoding="utf-8")
EXAMPLES = [
    pair
    for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
    for pair in re.findall(r"^(curl .*)\n# (\d+)(?: (.*))?$", block, re.MULTILINE)
]


def run(command: str, known: dict[str, str]) -> Any:
    """What curl would do, with the test client."""
    for name, value in known.items():
        command = command.replace(f"${name}", value)
    words = iter(shlex.split(command)[1:])
    method, address, headers, body = "", "", {}, ""
    for word in words:
        if word == "-s":
            continue
        if word == "-X":
            method = next(words)
        elif word == "-H":
            name, _colon, value = next(words).partition(": ")
            headers[name] = value
        elif word == "--json":
            body = next(words)
        else:
            assert not word.startswith("-"), word
            address = word
    assert address.startswith("http://testserver/")
    path = address.removeprefix("http://testserver")
    how = method or ("POST" if body else "GET")
    return Client().generic(how, path, body, "application/json", headers=headers)


def holds(found: Any, told: Any) -> bool:
    """Whether an answer has all that the text says of it."""
    if isinstance(told, dict):
        return all(key in found and holds(found[key], value) for key, value in told.items())
    if isinstance(told, list):
        return len(found) == len(told) and all(map(holds, found, told))
    return bool(found == told)


def test_every_example_does_what_the_text_says() -> None:
    cache.clear()
    event = start(people=8)
    known = {
        "HOST": "http://testserver",
        "EVENT": str(event.pk),
        "TOKEN": token(event, "scorekeeper"),
        "TABLE": token(event, "table", 1),
    }
    assert len(EXAMPLES) == TEXT.count("\ncurl ")
    for command, status, told in EXAMPLES:
        report = Report.objects.filter(deal=2).first()
        if report is not None:
            known["REPORT"] = str(report.pk)
        answer = run(command, known)
        assert answer.status_code == int(status), (command, answer.content)
        if told:
            assert holds(answer.json(), json.loads(told)), (command, answer.content)


def test_every_operation_has_an_example() -> None:
    subs = [re.sub(r"\$[A-Z]+|\d+", "1", command) for command, _status, _told in EXAMPLES]
    for path, methods in api.get_openapi_schema()["paths"].items():
        address = re.sub(r"\{\w+\}", "1", path)
        for method in methods:
            posts = [one for one in subs if ("--json" in one or "-X" in one) == (method == "post")]
            assert any(re.search(f'"1{address}["?]', post) for post in posts), (method, path)


def test_every_refusal_is_in_the_text() -> None:
    for code in ("body.unreadable", "token.unknown", "role.other", "not_found", "calls.many"):
        assert f"`{code}`" in TEXT
