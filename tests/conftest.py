"""For all tests."""

import gc
import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

from rulesets.movements import schedule, scheduled
from scorekeeper.celery import app
from tests import sampling
from tournaments.cache.memo import clear_memos

# No test fails because a machine is slow; and CI says the same of the same commit every time,
# unless it is asked for other examples (CI_SEED, .ci/run).
_IS_REPEATABLE = bool(os.environ.get("CI")) and not os.environ.get("CI_SEED")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("scorekeeper", "Scorekeeper").addoption(
        "--exhaustive",
        action="store_true",
        help="run all there is: every game on every page, every size of paper, every former"
        " evening, long made-up ones; without it, one of each kind of them, as in .ci/run.",
    )


def pytest_configure(config: pytest.Config) -> None:
    sampling.choose(exhaustive=config.getoption("exhaustive"))
    settings.register_profile(
        "scorekeeper",
        max_examples=sampling.examples(100),
        deadline=None,
        derandomize=_IS_REPEATABLE,
        print_blob=True,
    )
    settings.load_profile("scorekeeper")


def pytest_collection_finish() -> None:
    """Ten thousand collected tests are no garbage: looking through them again and again takes a
    sixth of the time of a run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_modify_db_settings: None, django_db_blocker: Any
) -> Iterator[None]:
    """Begin with tables that were made once for all processes."""
    from tests import databases

    with django_db_blocker.unblock():
        databases.create_database()
    yield
    with django_db_blocker.unblock():
        databases.drop_database()


@pytest.fixture(autouse=True, scope="session")
def passwords_are_hashed_quickly() -> None:
    """A slow hash is there for thieves of a database; that it is a slow one is Django's default."""
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True, scope="session")
def jobs_run_where_they_are_asked_for() -> None:
    """Also where a broker is configured: a worker would not see the test's database.

    That a real worker takes real jobs is shown by the processes of the large installation.
    """
    app.autodiscover_tasks(force=True)  # what is known by its name alone would be sent
    app.conf.task_always_eager = True


@pytest.fixture(autouse=True, scope="session")
def nothing_goes_on_beside_a_test() -> Iterator[None]:
    """Another thread or process would not see the test's database, and a heartbeat would stop what
    takes longer than the first; what a test has done shows on every page at once. Tests that are
    about these say otherwise. Set once: each of these would cost every test a third of a
    millisecond."""
    from django.conf import settings

    settings.ONLOOKERS_SECONDS = 0
    settings.IMPORTS_APART = False
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tournaments.jobs.runner.start_thread", lambda _key, work, **_lane: work())
        patch.setattr("tournaments.jobs.services.BEAT_SECONDS", 600.0)
        patch.setattr("tournaments.access.polling.OLD", 0)
        patch.setattr("tournaments.access.polling.PART", 1_000_000)
        yield


@pytest.fixture(autouse=True)
def nothing_is_known_from_before() -> None:
    """What a process knows of an event from before would have each test count other queries."""
    clear_memos()


@pytest.fixture
def brief_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try two hundred exchanges where seats are searched, not two hundred thousand: for tests that
    are about the pages and the numbers of rounds, and not about how good the seats are."""
    monkeypatch.setitem(schedule.make_schedule.__kwdefaults__, "steps", 200)
    monkeypatch.setattr(scheduled, "_PLANS", {})  # seats that others search longer


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only an exhaustive run has."""
    if config.getoption("exhaustive"):
        return
    left, chosen = [], []
    for item in items:
        (left if sampling.is_left_out(item) else chosen).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = chosen
