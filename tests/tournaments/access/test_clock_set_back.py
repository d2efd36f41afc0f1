"""A clock that is set back: a moment in the future is believed for its window at most."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.evening import a_user, host, start
from tests.tournaments.job_rows import a_paper_job
from tournaments.access.join_codes import MOST_BY_ADDRESS, open_tables
from tournaments.access.selectors import join_code, marked_link, tables_open_until
from tournaments.access.services import create_sign_in, ensure_links, use_sign_in
from tournaments.db.import_staging import SILENT_FOR, Staging, remove_broken
from tournaments.jobs import services
from tournaments.models import Device, Event, JoinAttempt, family_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
# Wherever one of these is compared with now, it is within a window.
MOMENTS = ("seen", "moment", "heartbeat", "tables_until", "attempt_time")


@pytest.fixture
def event() -> Event:
    made = start(people=8)
    ensure_links(made)
    return made


@pytest.fixture
def set_back(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """A function that sets the clock back by a day."""
    real = timezone.now

    def act() -> None:
        monkeypatch.setattr(timezone, "now", lambda: real() - DAY)

    yield act
    monkeypatch.undo()


def test_join_codes_are_not_locked_for_a_day(
    client: Client, event: Event, set_back: Callable[[], None]
) -> None:
    code, now = join_code(event), timezone.now()
    rows = [JoinAttempt(address="127.0.0.1", beginning="22", moment=now) for _row in range(500)]
    JoinAttempt.objects.bulk_create(rows)
    assert len(rows) > MOST_BY_ADDRESS
    assert client.post("/join/", {"code": code}).status_code == 429
    set_back()
    assert client.post("/join/", {"code": code}).status_code == 303


def test_tables_do_not_stay_open_for_a_day(event: Event, set_back: Callable[[], None]) -> None:
    open_tables(event=event, actor=host(event))
    assert tables_open_until(event)
    set_back()
    assert tables_open_until(event) is None


def test_a_sign_in_is_not_good_for_another_day(set_back: Callable[[], None]) -> None:
    token = create_sign_in(a_user())
    set_back()
    assert use_sign_in(token) is None


def test_wrong_passwords_do_not_lock_for_a_day(
    client: Client, set_back: Callable[[], None]
) -> None:
    user = a_user("mabel")
    user.set_password("cards and tea")
    user.save()
    sent, address = {"username": "mabel", "password": "wrong"}, reverse("sign_in_form")
    answers = [client.post(address, sent) for _guess in range(settings.AXES_FAILURE_LIMIT + 1)]
    for locked in answers[-2:]:
        assert locked.status_code == 429
        assert int(locked.headers["Retry-After"]) > 14 * 60  # also right at the limit
    set_back()
    assert client.post(address, sent | {"password": "cards and tea"}).status_code == 303


def test_a_phone_is_not_at_its_table_for_a_day(event: Event, set_back: Callable[[], None]) -> None:
    link = event.links.get(kind="table", table_number=1)
    Device.objects.create(link=link, code="x" * 20, seen=timezone.now())

    def others() -> Any:
        found = marked_link(link.token, "y" * 20)
        return found.others

    assert others() == 1
    set_back()
    assert others() == 0


def test_what_nobody_works_on_is_taken_up(event: Event, set_back: Callable[[], None]) -> None:
    job = a_paper_job(event, state=services.RUNNING)
    family = Staging.begin(family_of(a_user())).family
    assert not services.is_overdue(job)
    assert not remove_broken(SILENT_FOR)
    set_back()
    assert services.is_overdue(job)
    assert remove_broken(SILENT_FOR) == 1
    assert not type(family).objects.filter(pk=family.pk).exists()


def test_no_moment_is_compared_with_now_on_one_side_only() -> None:
    """Of the moments that something is believed by, a lookup or comparison alone has no end."""
    wrong = []
    for path in (Path(settings.BASE_DIR) / "tournaments").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if not any(moment in source for moment in MOMENTS):
            continue
        for node in ast.walk(ast.parse(source)):
            name = node.arg if isinstance(node, ast.keyword) else None
            if name and name.split("__")[0] in MOMENTS and name.endswith(("__gt", "__gte")):
                wrong.append(f"{path.name}:{node.lineno}: {name}")
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                names = {side.attr for side in sides if isinstance(side, ast.Attribute)}
                if names & set(MOMENTS) - {"seen"} and any(
                    isinstance(op, ast.Gt | ast.Lt) for op in node.ops
                ):
                    wrong.append(f"{path.name}:{node.lineno}: {names}")
    assert not wrong, "use `within` or `is_within` (tournaments/db/rows.py)"
