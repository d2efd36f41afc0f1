"""Long papers: made beside the pages, kept for a while, listed, thrown away."""

from __future__ import annotations

import datetime as dt
import threading
import time
from typing import Any

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.celery import app
from tests.tournaments import evening
from tests.tournaments.desk_pages import at, words
from tournaments.models import Event, PrintJob
from tournaments.papers import jobs, orders, press, register

REAL_HAND_OVER = press.hand_over
WISH = jobs.Wish(kind="cards-blank", count=60)


@pytest.fixture
def event(db: None) -> Event:
    return evening.start(people=8)


@pytest.fixture
def desk(client: Client, event: Event) -> Client:
    client.force_login(event.owner)
    return client


def made(event: Event, days: float = 0) -> PrintJob:
    job = jobs.start_job(event, WISH, "en")
    jobs.run_job(job)
    PrintJob.objects.filter(pk=job.pk).update(created=timezone.now() - dt.timedelta(days=days))
    job.refresh_from_db()
    return job


@pytest.mark.django_db(transaction=True)
@override_settings(REDIS_URL="")
def test_without_redis_a_thread_makes_it_and_the_pages_go_on(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(press, "hand_over", REAL_HAND_OVER)
    app.conf.task_always_eager = False
    monkeypatch.setattr(jobs, "LONG", 4)
    going_on, makers = threading.Event(), []
    make = register.make_paper

    def held_up(*given: Any) -> register.Printed:
        makers.append(threading.current_thread())
        assert going_on.wait(20)
        return make(*given)

    monkeypatch.setattr(jobs, "make_paper", held_up)
    event = evening.start(people=8)
    client.force_login(event.owner)
    answer = client.post(at("event_print", event), {"kind": "cards"})
    progress = client.get(answer.url)  # answered while the thread stands still
    assert "being made" in words(progress)
    assert client.get(at("event", event)).status_code == 200
    orders.make_beside(PrintJob.objects.get())  # is being made already
    going_on.set()
    deadline = time.monotonic() + 20
    while PrintJob.objects.get().state != "done" and time.monotonic() < deadline:
        time.sleep(0.02)
    assert [maker.name for maker in makers] == ["press"]
    page = words(client.get(answer.url))
    assert "It is ready" in page
    assert "No worker answers" not in page  # nobody expects one
    makers[0].join(20)
    app.conf.task_always_eager = True


def test_what_goes_wrong_on_the_press_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> None:
        raise ValueError("out of ink")

    press._print("a key", broken)
    assert "out of ink" in caplog.text


def test_made_papers_stay_and_are_listed_with_time_and_size(desk: Client, event: Event) -> None:
    job = made(event)
    assert job.size == len(job.pdf)
    shown = desk.get(at("event_print", event)).content.decode()
    assert at("print_file", event, job.pk) in shown
    assert "60 pages" in shown
    assert f"{job.size / 1024:.1f}\xa0KB" in shown
    assert f'<time datetime="{timezone.localtime(job.created).isoformat()}"' in shown
    assert desk.get(at("print_file", event, job.pk)).content == job.pdf


def test_one_under_way_is_listed_too(desk: Client, event: Event) -> None:
    job = jobs.start_job(event, WISH, "en")
    shown = desk.get(at("event_print", event)).content.decode()
    assert at("print_job", event, job.pk) in shown
    assert "Waiting" in shown


def test_a_made_paper_can_be_deleted(desk: Client, event: Event) -> None:
    job = made(event)
    refused = desk.post(at("print_job", event, job.pk), {"act": "burn"})
    assert refused.status_code == 422
    gone = desk.post(at("print_job", event, job.pk), {"act": "delete"})
    assert gone.url == at("event_print", event)
    assert "Deleted: Blank score cards" in words(desk.get(gone.url))
    assert not PrintJob.objects.exists()
    assert desk.get(at("print_file", event, job.pk)).status_code == 404


def test_old_papers_go_by_themselves(desk: Client, event: Event) -> None:
    old, young = made(event, days=31), made(event, days=29)
    assert list(jobs.kept(event)) == [young]
    other = evening.start(people=8, name="Another")
    jobs.start_job(other, WISH, "en")  # also where nobody prints for that event any more
    assert not PrintJob.objects.filter(pk=old.pk).exists()
    assert PrintJob.objects.filter(pk=young.pk).exists()


def test_so_many_of_one_event_are_kept(event: Event) -> None:
    first, *_rest = [jobs.start_job(event, WISH, "en") for _ in range(jobs.KEPT + 1)]
    assert event.print_jobs.count() == jobs.KEPT
    assert not event.print_jobs.filter(pk=first.pk).exists()


def test_progress_is_a_sign_of_life(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "EVERY", 1)
    job = jobs.start_job(event, WISH, "en")
    make = register.make_paper

    def slow(*given: Any) -> register.Printed:
        *most, progress = given

        def note(done: int, total: int) -> None:
            long_ago = timezone.now() - dt.timedelta(hours=1)
            PrintJob.objects.filter(pk=job.pk).update(heard=long_ago)
            progress(done, total)
            assert jobs.job_to_make(job.pk) is None

        return make(*most, note)

    monkeypatch.setattr(jobs, "make_paper", slow)
    jobs.run_job(job)
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == ("done", 60, 60)


def test_the_list_reads_no_files(desk: Client, event: Event) -> None:
    def queries() -> list[str]:
        with CaptureQueriesContext(connection) as found:
            desk.get(at("event_print", event))
        return [one["sql"] for one in found]

    made(event)
    queries()  # what is kept in memory is read once
    few = queries()
    for _ in range(6):
        made(event)
    many = queries()
    assert len(few) == len(many)
    assert not [sql for sql in many if '"pdf"' in sql]


def test_names_that_cannot_be_printed_are_told_before_printing(desk: Client, event: Event) -> None:
    entry = event.entries.first()
    assert entry is not None
    assert "cannot be printed" not in words(desk.get(at("event_print", event)))
    type(entry).objects.filter(pk=entry.pk).update(name="Abebe አበበ 🎉")
    shown = desk.get(at("event_print", event)).content.decode()
    assert "Some names cannot be printed letter for letter." in shown
    assert "<bdi>Abebe አበበ 🎉</bdi>: <bdi>አበ</bdi>" in shown
