"""The processes of the large installation, started as the compose file starts them, and used.

Without Docker: the commands come from docker/compose.yaml with other ports, the configuration of
the proxy from docker/nginx.conf. Needs DATABASE_URL (PostgreSQL), REDIS_URL and nginx; runs with
`-m services`.
"""

import gzip
import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

from tests.load.cpu import family
from tests.process_set import NAME, PATIENCE, ROOT, WEB, Installation, nginx, running

pytestmark = pytest.mark.services


MAKE_EVENT = """
import datetime
from django.contrib.auth import get_user_model
from tournaments.models import Link
from tournaments.events.services import create_event
owner = get_user_model().objects.create(username="owner")
event = create_event(owner=owner, name="Twelfth Night", date=datetime.date(2026, 1, 6),
                     game="court-whist")
link = Link.objects.create(event=event, kind="wall")
table = Link.objects.create(event=event, kind="table", table_number=1)
print(f"event={event.pk} token={link.token} table={table.token} version={event.version}")
"""
CHANGE_EVENT = """
from tournaments.access.permissions import host_actor
from tournaments.models import Event
from tournaments.wall.services import hide_standings
event = Event.objects.get(name="Twelfth Night")
hide_standings(event=event, actor=host_actor(event, event.owner), hidden=True)
print(f"version={event.version}")
"""

# What makes a job of each kind, which takes a second or two, and prints its number.
ORDERS = {
    "paper": """
from tournaments.jobs import services
from tournaments.models import Event
from tournaments.papers import printing
event = Event.objects.get(name="Twelfth Night")
job = printing.start_paper(event, printing.PrintOptions(kind="cards-blank", count=4000), "en")
services.enqueue(job)
print(f"job={job.pk}")
""",
    "draw": """
from tests.tournaments.evening import host
from tests.tournaments.events.test_drives_without_roles import an_event
from tournaments.models import Event, Job
from tournaments.seating import searches
event = an_event("individual", 52)
Event.objects.filter(pk=event.pk).update(options={"rounds": 12})
event = Event.objects.get(pk=event.pk)
searches.draw(event=event, actor=host(event), seed=5)
print(f"job={Job.objects.get(event=event).pk} event={event.pk}")
""",
    "import": """
import json
from django.core.files.base import ContentFile
from tests.tournaments.events.test_drives_without_roles import an_event
from tournaments.files import imports
from tournaments.files.event_document import export_event
from tournaments.jobs import services
document = export_event(an_event("individual", 4))
document["event"]["name"] = "From a file"
person = document["people"][0]
names = [f"Guest {number}" for number in range(6000)]
document["people"] = [{**person, "name": name, "shown": name} for name in names]
from django.contrib.auth import get_user_model
user = get_user_model().objects.get(username="owner")
file = ContentFile(json.dumps(document).encode())
job = imports.start_import(file, user, second=True)
services.enqueue(job)
print(f"job={job.pk}")
""",
}
LOOK_AT_RESULTS = """
from tournaments.models import Event, Job, Seating
paper = Job.objects.get(kind="paper")
imported = Event.objects.get(name="From a file")
drafts = Seating.objects.filter(event=EVENT, state="draft").count()
print(f"paper={bytes(paper.file)[:5].decode()} drafts={drafts} people={imported.entries.count()}")
"""


def needed(value: str | None, what: str) -> str:
    """The value, or no test: on CI a missing program or server is a failure."""
    if value:
        return value
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} is missing")
    pytest.skip(f"{what} is missing")


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    server = needed(os.environ.get("DATABASE_URL"), "DATABASE_URL")
    if not server.startswith("postgres"):
        pytest.skip("needs PostgreSQL")
    name = f"scorekeeper_set_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    yield urlsplit(server)._replace(path=f"/{name}").geturl()
    with psycopg.connect(server, autocommit=True) as connection:
        drop = sql.SQL("DROP DATABASE {} WITH (FORCE)")
        connection.execute(drop.format(sql.Identifier(name)))


@pytest.fixture(scope="module")
def installation(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    redis_url = needed(os.environ.get("REDIS_URL"), "REDIS_URL")
    needed(nginx(), "nginx")
    with running(tmp_path_factory.mktemp("installation"), database, redis_url) as found:
        yield found


@pytest.fixture(scope="module")
def evening(installation: Installation) -> dict[str, str]:
    return installation.shell(MAKE_EVENT)


def test_all_parts_are_healthy(installation: Installation) -> None:
    for port in ("proxy", "phones", "pages"):
        answer = installation.get("/healthz", port)
        assert json.loads(answer.body) == {"status": "ok", "database": "ok", "redis": "ok"}


def test_the_proxy_serves_static_files_for_ever(installation: Installation) -> None:
    manifest = json.loads((installation.folder / "static" / "staticfiles.json").read_text())
    hashed = manifest["paths"]["tournaments/bundles/page.css"]
    plain = installation.get(f"/static/{hashed}")
    assert plain.status == 200
    assert "immutable" in plain.headers["Cache-Control"]
    assert plain.headers["Content-Type"] == "text/css"
    packed = installation.get(f"/static/{hashed}", **{"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert installation.get("/static/staticfiles/../../nginx.conf").status in (400, 404)


def test_pages_come_through_the_proxy(installation: Installation) -> None:
    page = installation.get("/", Host="games.test")
    text = page.body.decode()
    assert page.status in (200, 403)
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    assert page.headers["X-Robots-Tag"] == "noindex, nofollow"
    # The pages name the collected files, so that browsers may keep them.
    assert re.search(r"/static/[\w/-]+\.[0-9a-f]{12}\.css", text)
    assert installation.get("/", Host="evil.test").status == 400


def test_looks_give_way_to_what_is_entered(installation: Installation) -> None:
    niceness = {
        name: os.getpriority(os.PRIO_PROCESS, installation.processes[name].pid) for name in WEB
    }
    assert niceness.pop("looks") >= max(niceness.values()) + 5


def test_a_look_is_told_when_to_come_again(
    installation: Installation, evening: dict[str, str]
) -> None:
    """Through the proxy, whose word on when a request came is believed, and nobody else's."""
    path = f"/t/{evening['table']}/state/"
    late = {"X-Request-Start": "t=1.000"}
    answer = installation.get(path, Host=NAME, **late)
    assert (answer.status, answer.headers["Retry-After"]) == (200, "4")
    refusal = installation.get(path, "looks", Host=NAME, **late)
    assert (refusal.status, refusal.body) == (503, b"busy")


def test_the_proxy_refuses_looks_beyond_its_bound(
    installation: Installation, evening: dict[str, str]
) -> None:
    """While the processes stand still, so many looks wait for them; the next is refused."""
    path = f"/t/{evening['table']}/state/"
    limit = re.search(r"limit_conn looks (\d+);", (ROOT / "docker/nginx.conf").read_text())
    assert limit is not None
    bound = int(limit[1])
    stopped = sorted(family(installation.processes["looks"].pid))
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    try:
        with ThreadPoolExecutor(bound + 8) as phones:
            looks = [
                phones.submit(installation.get, path, "proxy", Host=NAME)
                for _phone in range(bound + 8)
            ]
            done, _waiting = wait(looks, PATIENCE, FIRST_COMPLETED)
            refusal = done.pop().result()
            assert (refusal.status, refusal.body) == (503, b"busy")
            assert refusal.headers["Retry-After"] in ("8", "10", "12", "14")
            while sum(look.done() for look in looks) < 8:
                time.sleep(0.01)
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)
            statuses = [look.result().status for look in looks]
        assert statuses.count(503) == 8
        assert statuses.count(200) == bound
    finally:
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)


def test_a_change_reaches_a_wall_through_the_proxy(
    installation: Installation, evening: dict[str, str]
) -> None:
    """Also where another process has answered the look before."""
    path = f"/w/{evening['token']}/slides/"

    def look(version: str) -> int:
        return installation.get(f"{path}?v={version}", Host=NAME).status

    slides = installation.get(path, Host=NAME)
    version = re.search(rb'data-version="(\d+)"', slides.body)
    assert version is not None
    assert [look(version[1].decode()) for _look in range(4)] == [204] * 4
    changed = installation.shell(CHANGE_EVENT)
    deadline = time.monotonic() + PATIENCE
    while look(version[1].decode()) == 204 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert look(version[1].decode()) == 200
    assert look(changed["version"]) == 204


def test_the_worker_answers(installation: Installation) -> None:
    said = installation.run(
        str(Path(sys.executable).with_name("celery")),
        *("--app", "scorekeeper", "inspect", "ping", "--timeout", "5", "--json"),
    )
    answers: dict[str, Any] = json.loads(said)
    assert list(answers.values()) == [{"ok": "pong"}]


def test_jobs_whose_worker_was_killed_are_carried_out_by_another(
    installation: Installation, evening: dict[str, str], database: str
) -> None:
    """A worker takes a job of each kind from the queue, and is killed in the middle; no page
    asks. A search is gone once its seats are drawn."""

    def wait_until(holds: Callable[[dict[int, tuple[str, int]]], bool]) -> None:
        deadline = time.monotonic() + 3 * PATIENCE
        with psycopg.connect(database, autocommit=True) as connection:
            select = "SELECT id, state, attempts, is_by_page FROM tournaments_job"
            while True:
                rows = connection.execute(select).fetchall()
                assert not any(by_page for *_job, by_page in rows)
                jobs = {pk: (state, attempts) for pk, state, attempts, _by_page in rows}
                if holds(jobs):
                    return
                if time.monotonic() > deadline:
                    pytest.fail(f"nobody carries them out: {jobs}\n{installation.log('worker')}")
                time.sleep(0.02)

    worker = installation.processes["worker"]
    ordered: dict[str, dict[str, str]] = {}
    for kind, order in ORDERS.items():
        before = {int(answer["job"]) for answer in ordered.values()}
        with ThreadPoolExecutor(1) as shell:
            answer = shell.submit(installation.shell, order)
            wait_until(lambda jobs, before=before: running_job(jobs, before) is not None)
            for pid in family(worker.pid) - {worker.pid}:
                os.kill(pid, signal.SIGKILL)
            ordered[kind] = answer.result()
        job = int(ordered[kind]["job"])
        wait_until(lambda jobs, job=job: jobs.get(job, ("done", 2)) == ("done", 2))
    event = ordered["draw"]["event"]
    results = installation.shell(LOOK_AT_RESULTS.replace("EVENT", event))
    assert results == {"paper": "%PDF-", "drafts": "1", "people": "6000"}
    assert "WorkerLostError" in installation.log("worker")
    assert "tournaments.tasks.run_job" in installation.log("worker")


def running_job(jobs: dict[int, tuple[str, int]], before: set[int]) -> int | None:
    """A job that a worker has taken for the first time, none of those before."""
    keys = (pk for pk, job in jobs.items() if job == ("running", 1) and pk not in before)
    return next(keys, None)
