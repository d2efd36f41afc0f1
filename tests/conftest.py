"""For all tests."""

import pytest

from scorekeeper.celery import app


@pytest.fixture(autouse=True, scope="session")
def jobs_run_where_they_are_asked_for() -> None:
    """Also where a broker is configured: a worker would not see the test's database.

    That a real worker takes real jobs is shown by the processes of the large installation.
    """
    app.conf.task_always_eager = True
