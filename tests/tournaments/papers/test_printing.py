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
from django.urls import reverse
from django.utils import timezone

from scorekeeper.celery import app
from tests.tournaments import evening
from tests.tournaments.desk_pages import at
from tests.tournaments.editions import an_edition
from tests.tournaments.job_rows import a_paper_job
from tests.tournaments.visits import words_of
from tournaments import tasks
from tournaments.jobs import runner, services
from tournaments.models import BookEdition, Event, Job
from tournaments.models.families import family_alone
from tournaments.papers import printing

pytestmark = pytest.mark.django_db

REAL_HAND_OVER = runner.start_thread
WISH = printing.PrintOptions(kind="cards-blank", count=8)


def made(event: Event, days: float = 0) -> Job:
    job = printing.start_paper(event, WISH, "en")
    services.carry_out(job)
    Job.objects.filter(pk=job.pk).update(created=timezone.now() - dt.timedelta(days=days))
    job.refresh_from_db()
    return job


@pytest.mark.sql
@pytest.mark.django_db(transaction=True)
@override_settings(REDIS_URL="")
def test_without_redis_a_thread_makes_it_and_the_pages_go_on(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "start_thread", REAL_HAND_OVER)
    app.conf.task_always_eager = False
    monkeypatch.setattr(printing, "LONG", 4)
    going_on, makers = threading.Event(), []
    make = printing.print_paper

    def held_up(*values: Any) -> printing.Printed:
        makers.append(threading.current_thread())
        assert going_on.wait(20)
        return make(*values)

    monkeypatch.setattr(printing, "print_paper", held_up)
    event = evening.start(people=8)
    client.force_login(event.owner)
    answer = client.post(at("event_print", event), {"kind": "cards"})
    progress = client.get(answer.url)  # answered while the thread stands still
    assert "Being made" in words_of(progress)
    assert client.get(at("event", event)).status_code == 200
    services.run_beside(Job.objects.get())  # is being made already
    going_on.set()
    deadline = time.monotonic() + 20
    while Job.objects.get().state != "done" and time.monotonic() < deadline:
        time.sleep(0.02)
    assert [maker.name for maker in makers] == ["press"]
    page = words_of(client.get(answer.url))
    assert "It is ready" in page
    assert "The printing service did not answer" not in page  # nobody expects one
    makers[0].join(20)
    app.conf.task_always_eager = True


def test_made_papers_stay_and_are_listed_with_time_and_size(desk: Client, event: Event) -> None:
    job = made(event)
    assert job.size == len(job.file)
    page = desk.get(at("event_print", event)).content.decode()
    assert at("print_file", event, job.pk) in page
    assert "4 pages" in page
    assert f"{job.size / 1024:.1f}\xa0KB" in page
    assert f'<time datetime="{timezone.localtime(job.created).isoformat()}"' in page
    assert desk.get(at("print_file", event, job.pk)).content == job.file
    begun = printing.start_paper(event, WISH, "en")
    page = desk.get(at("event_print", event)).content.decode()
    assert at("print_job", event, begun.pk) in page  # what is under way, too
    assert "Waiting" in page


def test_a_made_paper_can_be_deleted(desk: Client, event: Event) -> None:
    job = made(event)
    refused = desk.post(at("print_job", event, job.pk), {"act": "burn"})
    assert refused.status_code == 422
    response = desk.post(at("print_job", event, job.pk), {"act": "delete"})
    assert response.url == at("event_print", event)
    assert "Deleted: Blank score cards" in words_of(desk.get(response.url))
    assert not Job.objects.exists()
    assert desk.get(at("print_file", event, job.pk)).status_code == 404


def test_old_papers_go_by_themselves(desk: Client, event: Event) -> None:
    old, young = made(event, days=31), made(event, days=29)
    assert list(printing.paper_jobs(event)) == [young]
    other = evening.start(people=8, name="Another")
    printing.start_paper(other, WISH, "en")  # also where nobody prints for that event any more
    assert not Job.objects.filter(pk=old.pk).exists()
    assert Job.objects.filter(pk=young.pk).exists()


def test_so_many_of_one_event_are_kept(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "MOST_STORED", 2)
    first, *_rest = [made(event) for _ in range(3)]
    assert event.jobs.count() == 2
    assert not event.jobs.filter(pk=first.pk).exists()


@pytest.mark.sql
def test_progress_is_a_sign_of_life(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "NOTE_SECONDS", 0)
    job = printing.start_paper(event, WISH, "en")
    make = printing.print_paper

    def slow(*values: Any) -> printing.Printed:
        *most, progress = values

        def note(done: int, total: int) -> None:
            long_ago = timezone.now() - dt.timedelta(hours=1)
            Job.objects.filter(pk=job.pk).update(heartbeat=long_ago)
            progress(done, total)
            assert services.find_free_job(job.pk) is None

        return make(*most, note)

    monkeypatch.setattr(printing, "print_paper", slow)
    services.carry_out(job)
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == ("done", 4, 4)


def test_the_list_reads_no_files(desk: Client, event: Event) -> None:
    def queries() -> list[str]:
        with CaptureQueriesContext(connection) as queries:
            desk.get(at("event_print", event))
        return [one["sql"] for one in queries]

    made(event)
    queries()  # what is kept in memory is read once
    few = queries()
    made(event)
    made(event)
    many = queries()
    assert len(few) == len(many)
    assert not [sql for sql in many if '"file"' in sql]


def under_way(event: Event, number: int, state: str = "waiting") -> list[Job]:
    return [a_paper_job(event, state=state) for _ in range(number)]


def of_another_family(name: str) -> Event:
    owner = evening.a_user(name)
    family_alone(owner)
    return evening.start(people=8, owner=owner, name=name)


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "LONG", 4)


@pytest.mark.parametrize("state", ["waiting", "running"])
def test_so_many_are_made_at_once_for_a_family(
    desk: Client, event: Event, long: None, state: str
) -> None:
    other = evening.start(people=8, name="Another")  # of the same family
    first, _second = [*under_way(event, 1, state), *under_way(other, 1, state)]
    refused = desk.post(at("event_print", event), {"kind": "cards"})
    assert refused.status_code == 429
    assert refused.headers["Retry-After"]
    assert "2 long papers are being made for you" in words_of(refused)
    assert "delete one that nobody needs" in words_of(refused)
    assert f'href="{at("event_print", event)}"' in refused.content.decode()
    assert Job.objects.count() == 2
    theirs, stranger = of_another_family("theirs"), Client()
    stranger.force_login(theirs.owner)
    assert stranger.post(at("event_print", theirs), {"kind": "cards"}).status_code == 303
    desk.post(at("print_job", event, first.pk), {"act": "delete"})
    assert desk.post(at("event_print", event), {"kind": "cards"}).status_code == 303


@pytest.mark.sql
def test_so_many_are_made_at_once_for_all(
    desk: Client, event: Event, long: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "OF_ALL", 3)
    for number in range(3):
        under_way(of_another_family(f"family {number}"), 1)
    refused = desk.post(at("event_print", event), {"kind": "cards"})
    assert refused.status_code == 503
    assert refused.headers["Retry-After"]
    assert "3 long papers are being made here, for others too" in words_of(refused)
    assert "family 1" not in words_of(refused)


def test_a_rulebook_is_one_of_them(desk: Client, event: Event) -> None:
    edition = an_edition(event.book, pages=0)
    under_way(event, 2)
    again = desk.post(reverse("rulebook_edition", args=[edition.pk]), {"act": "print"})
    assert again.status_code == 429
    form = desk.get(reverse("rulebook")).context["form"]
    sent = {name: value for name, value in form.initial.items() if value is not None}
    assert desk.post(reverse("rulebook"), sent).status_code == 429
    assert BookEdition.objects.count() == 1  # none was begun that cannot be printed
    Job.objects.all().delete()
    Job.objects.create(edition=edition, family_id=edition.owner_id, kind="rulebook")
    under_way(event, 1)
    with pytest.raises(services.Busy):
        printing.start_paper(event, WISH, "en")


def test_what_nobody_asks_for_any_more_holds_nobody_up(event: Event) -> None:
    under_way(event, 2)
    long_ago = timezone.now() - services.LOST_AFTER - dt.timedelta(seconds=1)
    Job.objects.update(heartbeat=long_ago)
    assert printing.start_paper(event, WISH, "en").state == "waiting"


def test_a_long_paper_cannot_be_had_past_its_job(desk: Client, event: Event, long: None) -> None:
    refused = desk.get(at("event_pdf", event, "cards"))
    assert refused.status_code == 422
    assert "Start it here" in words_of(refused)
    one = desk.get(at("event_pdf", event, "cards"), {"only": event.entries.all()[0].pk})
    assert one.content.startswith(b"%PDF-")


@pytest.mark.parametrize("bound", ["FAMILY_BYTES", "ALL_BYTES"])
def test_the_oldest_go_where_there_is_too_much(
    event: Event, bound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    oldest, older, newer = (made(event) for _ in range(3))
    theirs = made(of_another_family("theirs"))
    before = {job.pk for job in (oldest, older, newer, theirs)}
    monkeypatch.setattr(printing, bound, int(3.5 * newer.size))
    newest = made(event)
    left = set(Job.objects.values_list("pk", flat=True))
    gone = {oldest.pk} if bound == "FAMILY_BYTES" else {oldest.pk, older.pk}
    assert left == (before | {newest.pk}) - gone
    monkeypatch.setattr(printing, bound, 1)
    alone = made(event)
    assert alone.state == "done"
    mine = set(Job.objects.filter(event=event).values_list("pk", flat=True))
    assert mine == {alone.pk}


def test_signs_of_life_come_without_progress(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "BEAT_SECONDS", 0.02)
    job = printing.start_paper(evening.start(people=8), WISH, "en")
    seen: list[dt.datetime] = []

    def stuck(*_given: Any) -> printing.Printed:
        deadline = time.monotonic() + 20
        while len(set(seen)) < 4 and time.monotonic() < deadline:
            seen.append(Job.objects.get().heartbeat)
            time.sleep(0.01)
        return printing.Printed(b"%PDF-", "stuck.pdf")

    monkeypatch.setattr(printing, "print_paper", stuck)
    services.carry_out(job)
    assert len(set(seen)) == 4
    assert Job.objects.get().state == "done"


@pytest.mark.sql
def test_a_paper_that_its_maker_dies_over_is_given_up(event: Event) -> None:
    job = printing.start_paper(event, WISH, "en")
    for tried in range(1, services.ATTEMPTS + 1):
        Job.objects.filter(pk=job.pk).update(
            state="running",
            heartbeat=timezone.now() - services.SILENT_FOR * 2,
            attempts=tried,
        )
        assert services.find_free_job(job.pk) is not None
    services.run(job.pk, by_page=False)
    job.refresh_from_db()
    assert (job.state, job.file) == ("failed", None)
    assert "It could not be made" in job.problems[0]


def test_the_list_of_papers_takes_up_what_somebody_died_over(desk: Client, event: Event) -> None:
    job = printing.start_paper(event, WISH, "en")
    Job.objects.filter(pk=job.pk).update(
        state="running", heartbeat=timezone.now() - services.SILENT_FOR * 2
    )
    desk.get(at("event_print", event))
    job.refresh_from_db()
    assert job.state == "done"


def test_a_worker_looks_again_where_somebody_may_have_died(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(tasks.run_job, "apply_async", lambda *a, **k: asked.append((a, k)))
    job = printing.start_paper(event, WISH, "en")
    Job.objects.filter(pk=job.pk).update(state="running", heartbeat=timezone.now())
    tasks.run_job(job.pk)  # as a worker calls it
    later = services.SILENT_FOR.total_seconds() + 1
    assert asked == [(((job.pk,),), {"countdown": later})]
    tasks.resume_jobs()
    assert len(asked) == 2
    Job.objects.filter(pk=job.pk).update(heartbeat=timezone.now() - services.SILENT_FOR * 2)
    tasks.run_job(job.pk)
    tasks.resume_jobs()
    assert len(asked) == 2
    assert Job.objects.get().state == "done"


def test_names_that_cannot_be_printed_are_told_before_printing(desk: Client, event: Event) -> None:
    entry = event.entries.first()
    assert "cannot be printed" not in words_of(desk.get(at("event_print", event)))
    type(entry).objects.filter(pk=entry.pk).update(name="Abebe አበበ 🎉")
    page = desk.get(at("event_print", event)).content.decode()
    assert "Some names cannot be printed letter for letter." in page
    assert "<bdi>Abebe አበበ 🎉</bdi>: <bdi>አበ</bdi>" in page
