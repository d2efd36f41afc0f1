"""Redis away, hanging or slow: nobody fails for it, and hardly anybody waits."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from scorekeeper.celery import app
from tests.redis_servers import BadRedis, bad_redis
from tests.tournaments import evening
from tournaments.access.services import ensure_links
from tournaments.cache import redis_client
from tournaments.jobs import services
from tournaments.models import Job
from tournaments.papers import printing

KINDS = ("refused", "hanging", "slow")


@pytest.fixture(params=KINDS)
def bad(request: pytest.FixtureRequest) -> Iterator[str]:
    """An installation whose Redis has a bad day."""
    caches = {"default": {"BACKEND": "tournaments.cache.shared_cache.FaultTolerantCache"}}
    with bad_redis(request.param) as url:
        caches["default"]["LOCATION"] = url
        with override_settings(REDIS_URL=url, CACHES=caches):
            yield url


def test_the_first_to_notice_waits_and_asks_again_after_a_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hanging = BadRedis(None)
    assert not redis_client.is_up(hanging.url)
    asked = hanging.asked
    assert asked
    assert not redis_client.is_up(hanging.url)
    assert hanging.asked == asked
    hanging.close()
    monkeypatch.setattr(redis_client, "OPEN_SECONDS", 0)
    server = BadRedis(0)
    url = server.url
    assert redis_client.ask(url, lambda: 1, 0) == 1
    assert redis_client.is_up(url)
    server.close()
    assert not redis_client.is_up("redis://127.0.0.1:1/9")


def test_what_is_slow_is_left_alone_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_client, "SLOW_SECONDS", -1)
    url = "redis://slow.example/0"
    assert redis_client.ask(url, lambda: "late", "nothing") == "late"
    assert redis_client.ask(url, lambda: "late", "nothing") == "nothing"


def test_the_cache_is_empty_then(bad: str) -> None:
    cache.set("one", 1)
    assert cache.get("one") is None
    assert cache.get("one", "default") == "default"
    assert cache.get_many(["one"]) == {}
    assert cache.set_many({"one": 1}) == ["one"]
    assert not cache.add("one", 1)
    assert not cache.has_key("one")
    assert cache.incr("one") == 0
    assert not cache.touch("one")
    assert not cache.delete("one")
    cache.delete_many(["one"])
    cache.clear()


@pytest.mark.django_db
def test_pages_are_there_all_the_same(bad: str, client: Client) -> None:
    event = evening.start()
    client.force_login(event.owner)
    for name in ("event", "event_standings", "event_print"):
        assert client.get(reverse(name, args=[event.pk])).status_code == 200, name
    ensure_links(event)
    values = {"Authorization": f"Bearer {event.links.get(kind='spectator').token}"}
    assert client.get(reverse("api:event", args=[event.pk]), headers=values).status_code == 200


@pytest.fixture
def job(db: None) -> Job:
    event = evening.start()
    wish = printing.PrintOptions(kind="cards-blank", count=3)
    return printing.start_paper(event, wish, "en")


def shown(client: Client, job: Job) -> str:
    client.force_login(job.event.owner)
    return client.get(reverse("print_job", args=[job.event_id, job.pk])).content.decode()


@pytest.fixture
def queue(bad: str) -> Iterator[None]:
    """Jobs go to the queue in this Redis, not to where they are asked for."""
    before = app.conf.broker_url
    app.conf.task_always_eager, app.conf.broker_url = False, bad
    yield
    app.conf.task_always_eager, app.conf.broker_url = True, before


@pytest.mark.exhaustive(keep=("False", "hanging-True", "True-hanging"))
@pytest.mark.parametrize("answered", [False, True])
def test_papers_are_made_without_a_queue(
    queue: None, answered: bool, job: Job, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    if answered:  # a moment before it went
        monkeypatch.setattr(redis_client, "is_up", lambda _url: True)
    services.enqueue(job)
    job.refresh_from_db()
    assert job.state == Job.State.DONE
    assert "The printing service did not answer" in shown(client, job)


def test_a_paper_that_nobody_takes_is_made_by_the_page(job: Job, client: Client) -> None:
    assert "Being made" in shown(client, job)
    aged(job, dt.timedelta(seconds=6))
    with override_settings(REDIS_URL="redis://127.0.0.1:1/9"):
        page = shown(client, job)
    assert "It is ready" in page
    assert "The printing service did not answer" in page
    assert services.find_free_job(job.pk) is None  # the worker that wakes up later leaves it


def test_a_paper_that_its_worker_died_over_is_made_anew(job: Job, client: Client) -> None:
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, done=1, total=3)
    assert "1 of 3" in shown(client, job)
    aged(job, dt.timedelta(minutes=3))
    assert "It is ready" in shown(client, job)


def test_one_of_several_makes_it(job: Job) -> None:
    services.carry_out(Job.objects.get(pk=job.pk))
    made = Job.objects.get(pk=job.pk)
    services.carry_out(job, by_page=True)
    assert Job.objects.get(pk=job.pk).attempts == made.attempts == 1
    assert not made.is_by_page


def aged(job: Job, by: dt.timedelta) -> None:
    Job.objects.filter(pk=job.pk).update(heartbeat=timezone.now() - by)
