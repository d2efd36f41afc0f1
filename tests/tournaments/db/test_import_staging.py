"""An import stands in nobody's way, is seen by nobody before it is whole, and leaves nothing behind
where it breaks."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, connections, transaction
from django.db.models import ForeignKey, QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.evening import a_user, an_event, at_table, host, play, say, start, table
from tournaments import models
from tournaments.db import import_staging
from tournaments.db.import_staging import ROWS, Staging, remove_broken
from tournaments.events import services as events
from tournaments.events.selectors import all_events
from tournaments.files import event_import, import_rows
from tournaments.files.backup import read_manifest, write_backup
from tournaments.files.event_document import export_event
from tournaments.files.event_import import import_event
from tournaments.management.commands.up import Command
from tournaments.models import Event, Family, Person, Report, family_of
from tournaments.models.errors import Refused
from tournaments.people import people_file
from tournaments.people.names import ParsedName
from tournaments.people.selectors import people_list, recent_people
from tournaments.people.services import add_person

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = [pytest.mark.sql, pytest.mark.django_db(transaction=True)]
AGO = timedelta(hours=1)


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_rows, "BATCH", 7)
    monkeypatch.setattr(import_staging, "LONGEST_REST", 0.0)


@pytest.fixture(scope="module")
def written(django_db_setup: None, django_db_blocker: Any) -> str:
    """The document of an evening that is over; nothing of it is left."""
    with django_db_blocker.unblock(), transaction.atomic():
        event = start(people=8, name="The one that comes")
        play(event, sets=1)
        events.finish_event(event=event, actor=host(event), early=True)
        document = json.dumps(export_event(event))
        transaction.set_rollback(True)
    return document


@pytest.fixture
def told(written: str) -> dict[str, Any]:
    """The same, for a host who has a family already."""
    family_of(a_user())
    return dict(json.loads(written))


def elsewhere(work: Callable[[], Any]) -> Any:
    """What another process finds or does: by a connection of its own."""

    def done() -> Any:
        try:
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as one:
        return one.submit(done).result(timeout=60)


def sent(document: dict[str, Any], user: Any = None) -> Any:
    client = Client()
    client.force_login(user or a_user())
    file = SimpleUploadedFile("event.json", json.dumps(document).encode())
    return client.post(reverse("event_import"), {"file": file, "second": "on"})


def counts() -> dict[str, int]:
    return {case.__name__: case._base_manager.count() for case in (*ROWS, Family, models.HouseGame)}


def when_counted(monkeypatch: pytest.MonkeyPatch, work: Callable[[], Any]) -> None:
    """Do something once all rows of the next import are there, before anybody sees them."""
    count, turns = event_import.computed, iter([work])

    def counted(*args: Any) -> Any:
        next(turns, lambda: None)()
        return count(*args)

    monkeypatch.setattr(event_import, "computed", counted)


class Transactions:
    """What is done in each outermost transaction."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rows: list[int] = []
        enter, insert = transaction.Atomic.__enter__, QuerySet._batched_insert

        def entered(atomic: Any) -> None:
            if not connection.in_atomic_block:
                self.rows.append(0)
            enter(atomic)

        def inserted(queryset: Any, objs: Any, *args: Any, **kwargs: Any) -> Any:
            self.rows[-1] += len(objs)
            return insert(queryset, objs, *args, **kwargs)

        monkeypatch.setattr(transaction.Atomic, "__enter__", entered)
        monkeypatch.setattr(QuerySet, "_batched_insert", inserted)


# --- nobody waits ---------------------------------------------------------------------------------


def test_standings_are_counted_in_no_transaction_and_in_short_turns(
    told: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[bool] = []
    when_counted(monkeypatch, lambda: held.append(connection.in_atomic_block))
    assert sent(told).status_code == 303
    assert held == [False]
    usual, found = sys.getswitchinterval(), list[float]()
    when_counted(monkeypatch, lambda: found.append(sys.getswitchinterval()))
    import_event(owner=a_user(), data=told)
    assert found == [import_staging.SHORT_TURN]
    assert sys.getswitchinterval() == usual == import_staging.USUAL_TURN


def test_rows_come_a_few_at_a_time(told: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Transactions(monkeypatch)
    import_event(owner=a_user(), data=told)
    assert max(seen.rows) == 7
    assert sum(rows > 0 for rows in seen.rows) > 10


def test_a_long_list_of_people_comes_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_file, "AT_ONCE", 7)
    people = [ParsedName(f"Guest {line}", "", None, line) for line in range(1, 31)]
    family = family_of(a_user())
    seen = Transactions(monkeypatch)
    assert people_file.admit(family=family, people=people) == 30
    assert max(seen.rows) == 7
    assert Person.objects.filter(family=family).count() == 30
    assert Family.objects.count() == 1


def test_results_come_in_between_any_two_batches(
    told: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = start(people=16, name="The one that is played")
    places = iter([(at, deal) for at in range(1, 5) for deal in range(1, 3)])
    batch = Staging.batch

    @contextmanager
    def batched(one: Staging) -> Iterator[None]:
        with batch(one):
            yield
        if (place := next(places, None)) is not None:
            at, deal = place
            actor, payload = at_table(other, at), {"tricks": [7, 6]}
            elsewhere(lambda: say(table(other, at), deal, payload, actor, key=f"{at}-{deal}"))

    monkeypatch.setattr(Staging, "batch", batched)
    assert sent(told).status_code == 303
    assert Report.objects.filter(table__seating__event=other).count() == 8


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="others have many writers")
def test_a_backup_is_not_in_the_way_of_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = start(people=4)
    rows = iter([1])
    iterator = QuerySet.iterator

    def meanwhile(queryset: Any, *args: Any, **kwargs: Any) -> Any:
        if queryset.model is Report and next(rows, None):
            payload, actor = {"tricks": [7, 6]}, at_table(event, 1)
            elsewhere(lambda: say(table(event), 1, payload, actor, key="while"))
        return iterator(queryset, *args, **kwargs)

    monkeypatch.setattr(QuerySet, "iterator", meanwhile)
    write_backup(tmp_path / "b.zip")
    assert Report.objects.count() == 1
    with transaction.atomic():  # and from then on writers queue as ever
        assert connection.transaction_mode == "IMMEDIATE"


# --- nobody sees it -------------------------------------------------------------------------------


def test_nobody_sees_it_before_it_is_whole(
    told: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = a_user()
    an_event(4, name="Ours")
    family, there = family_of(owner), counts()
    values: dict[str, Any] = {}

    def seen() -> None:
        desk = Client()
        desk.force_login(owner)
        newest = Event.objects.latest("pk").pk
        values["event"] = desk.get(reverse("event", args=[newest])).status_code
        values["home"] = "The one that comes" in desk.get(reverse("home")).content.decode()
        values["people"] = len(people_list(family)), len(recent_people(family, limit=99))
        values["events"] = len(all_events(family))
        write_backup(tmp_path / "b.zip")
        rows = read_manifest(tmp_path / "b.zip").rows
        values["backup"] = {name: rows.get(f"tournaments.{name.lower()}", 0) for name in there}

    def look() -> None:
        assert Person.objects.count() == 4 + 8
        assert Event.objects.filter(name="The one that comes").exists()
        elsewhere(seen)

    when_counted(monkeypatch, look)
    import_event(owner=owner, data=told)
    assert values == {"event": 404, "home": False, "people": (4, 4), "events": 1, "backup": there}
    assert len(all_events(family)) == 2
    # Those four are of the same names.
    assert len(people_list(family)) == len(recent_people(family, limit=99)) == 8
    assert Family.objects.count() == 1


def test_whatever_hangs_on_an_event_is_known_to_imports() -> None:
    hanging = {Event}
    while True:
        more = {
            one
            for one in (model for model in vars(models).values() if isinstance(model, type))
            if hasattr(one, "_meta")
            and any(
                isinstance(field, ForeignKey) and field.related_model in hanging
                for field in one._meta.fields
            )
        }
        if more <= hanging:
            break
        hanging |= more
    assert hanging <= ROWS.keys()
    order = list(ROWS)
    for model in order:  # first what others point to
        for field in model._meta.fields:
            if isinstance(field, ForeignKey) and not field.null and field.related_model in ROWS:
                assert order.index(field.related_model) <= order.index(model)


# --- people ---------------------------------------------------------------------------------------


def test_who_was_known_before_or_became_known_meanwhile_is_there_once(
    told: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = a_user()
    family = family_of(owner)
    first, second, *_others = [one["name"] for one in told["people"]]
    known = add_person(family=family, name=first)
    found: list[Person] = []
    meanwhile = partial(add_person, family=family, name=second)
    when_counted(monkeypatch, lambda: found.append(elsewhere(meanwhile)))
    event = import_event(owner=owner, data=told)
    assert Person.objects.count() == 8
    entered = set(event.entries.values_list("person_id", flat=True))
    assert {known.pk, found[0].pk} <= entered
    assert not Person.objects.exclude(family=family).exists()


def test_two_imports_at_once_bring_everybody_once(
    told: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = a_user()
    when_counted(monkeypatch, lambda: elsewhere(lambda: import_event(owner=owner, data=told)))
    import_event(owner=owner, data=told)
    assert Person.objects.count() == 8
    assert Event.objects.count() == 2
    assert Family.objects.count() == 1


# --- what breaks ----------------------------------------------------------------------------------


class Broken(BaseException):
    """What nobody catches."""


def breaking(monkeypatch: pytest.MonkeyPatch, stage: str) -> None:
    """Let the import break off at a stage: a batch of that number, the count, the last step."""

    def broken(*_args: Any, **_kwargs: Any) -> None:
        raise Broken

    if stage == "count":
        monkeypatch.setattr(event_import, "computed", broken)
    elif stage == "last":
        monkeypatch.setattr(event_import, "event_transaction", broken)
    elif stage == "hand over":
        monkeypatch.setattr(Staging, "hand_over", broken)
    else:
        batch, left = Staging.batch, iter(range(int(stage)))

        @contextmanager
        def counted(one: Staging) -> Iterator[None]:
            with batch(one):
                yield
                if next(left, None) == int(stage) - 1:
                    raise Broken

        monkeypatch.setattr(Staging, "batch", counted)


STAGES = ("1", "2", "4", "7", "10", "count", "hand over", "last")


@pytest.mark.exhaustive(keep=("2", "count", "last"))
@pytest.mark.parametrize("stage", STAGES)
def test_nothing_is_left_of_what_breaks(
    told: dict[str, Any], stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = a_user()
    add_person(family=family_of(owner), name=told["people"][0]["name"])
    there = counts()
    with monkeypatch.context() as patched:
        breaking(patched, stage)
        with pytest.raises(Broken):
            sent(told, owner)
        assert counts() == there
    assert sent(told, owner).status_code == 303


KILLED = [("import", stage) for stage in STAGES]
KILLED += [(how, stage) for how in ("people", "start") for stage in ("2", "last")]


@pytest.mark.exhaustive(keep=("count", "last"))
@pytest.mark.parametrize(("next_one", "stage"), KILLED)
def test_what_a_killed_import_has_left_goes_with_the_next_or_at_the_start(
    told: dict[str, Any], stage: str, next_one: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = a_user()
    there = counts()
    with monkeypatch.context() as patched:
        breaking(patched, stage)
        patched.setattr(Staging, "give_up", lambda _one: None)  # nobody was there to do it
        with pytest.raises(Broken):
            sent(told, owner)
    assert counts() != there
    assert remove_broken() == 0  # it may still be at work
    if next_one == "start":
        monkeypatch.setattr("tournaments.management.commands.up.copy_before_update", lambda: None)
        command = Command()
        said: list[str] = []
        monkeypatch.setattr(command, "say", said.append)
        command.update()
        assert counts() == there
        assert "Import its file again" in said[0]
        return
    Family.objects.exclude(heartbeat=None).update(heartbeat=timezone.now() - AGO)
    if next_one == "people":
        people_file.admit(family=family_of(owner), people=[])
        assert counts() == there
    else:
        assert sent(told, owner).status_code == 303
        assert Event.objects.count() == 1
        assert Person.objects.count() == 8
        assert Family.objects.count() == 1


def test_who_was_taken_for_dead_says_so_and_leaves_nothing(
    told: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = a_user()
    there = counts()

    def remove_it() -> None:
        Family.objects.exclude(heartbeat=None).update(heartbeat=timezone.now() - AGO)
        assert elsewhere(remove_broken) == 1

    when_counted(monkeypatch, remove_it)
    with pytest.raises(Refused, match="Import the file again"):
        import_event(owner=owner, data=told)
    assert counts() == there


def test_an_import_says_that_it_is_at_work(
    told: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_staging, "BEAT", timedelta())
    moments, batch = list[Any](), Staging.batch

    @contextmanager
    def batched(one: Staging) -> Iterator[None]:
        with batch(one):
            yield
        moments.append(Family.objects.exclude(heartbeat=None).get().heartbeat)

    monkeypatch.setattr(Staging, "batch", batched)
    import_event(owner=a_user(), data=told)
    assert len(moments) == len(set(moments)) > 10
