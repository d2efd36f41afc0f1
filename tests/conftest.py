"""For all tests."""

import os
from typing import Any

import pytest
from hypothesis import settings

from scorekeeper.celery import app
from tournaments.cache.memo import clear_memos

# No test fails because a machine is slow; and CI says the same of the same commit every time.
settings.register_profile("scorekeeper", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("scorekeeper")


@pytest.fixture(autouse=True, scope="session")
def jobs_run_where_they_are_asked_for() -> None:
    """Also where a broker is configured: a worker would not see the test's database.

    That a real worker takes real jobs is shown by the processes of the large installation.
    """
    app.autodiscover_tasks(force=True)  # what is known by its name alone would be sent
    app.conf.task_always_eager = True


@pytest.fixture(autouse=True)
def papers_are_made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread would not see the test's database either; one test starts one for real."""
    monkeypatch.setattr("tournaments.papers.pdf_worker.hand_over", lambda _key, work: work())


@pytest.fixture(autouse=True)
def pages_are_never_old(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test has done shows on every page at once; those about older pages say so."""
    settings.ONLOOKERS_SECONDS = 0
    monkeypatch.setattr("tournaments.phones.looks.OLD", 0)
    monkeypatch.setattr("tournaments.phones.looks.PART", 1_000_000)


@pytest.fixture(autouse=True)
def nothing_is_known_from_before() -> None:
    """What a process knows of an event from before would have each test count other queries."""
    clear_memos()


@pytest.fixture(autouse=True)
def files_come_in_here(settings: Any) -> None:
    """Another process would see another database; those about it say so."""
    settings.IMPORTS_APART = False


DATABASE_FIXTURES = {"db", "transactional_db", "django_db_serialized_rollback", "live_server"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With ONLY_DATABASE=1 leave out what touches no database: it says the same with any."""
    if not os.environ.get("ONLY_DATABASE"):
        return
    left, touching = [], []
    for item in items:
        fixtures = DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
        touches = item.get_closest_marker("django_db") or fixtures
        (touching if touches else left).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = touching
