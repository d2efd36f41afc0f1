"""An event as a document and back."""

import copy
import gzip
import io
import json
import tracemalloc
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rulesets.engine.problems import Unusable
from rulesets.files.score_file import read_file
from rulesets.formats import carry
from rulesets.formats import drive as engine
from tests.tournaments.evening import (
    a_user,
    an_event,
    entry,
    host,
    next_set,
    play,
    say,
    start,
    table,
)
from tests.tournaments.people.past_evenings import figures
from tournaments.boards.hall import Hall
from tournaments.events import services as events
from tournaments.events.services import finish_event
from tournaments.files import event_import
from tournaments.files.event_document import export_event, score_file
from tournaments.files.event_import import import_event
from tournaments.models import Event, Person
from tournaments.models.errors import Refused
from tournaments.people.selectors import people_list
from tournaments.records.attendance import history
from tournaments.records.selectors import evening_counts
from tournaments.reports import disputes
from tournaments.seating import roll_call, roster
from tournaments.standings.selectors import standings
from tournaments.wall import prizes
from tournaments.web.wording import short_day

pytestmark = pytest.mark.django_db


def a_rich_event() -> Event:
    """An event with something of everything in it."""
    event = an_event(people=11)
    actor = host(event)
    first, second = entry(event, "G1"), entry(event, "L1")
    roster.add_pairing(event=event, actor=actor, first=first, second=second, kind="apart")
    roster.set_scorekeeper(event=event, actor=actor, entry=first)
    next_set(event, seed=5)
    play(event, sets=2)
    at = table(event, 1)
    say(at, 1, {"tricks": [9, 4]}, actor, reason="misheard", reseat=False)
    out = event.seatings.get(set_number=2, state="published").sit_outs.first()
    assert out is not None
    objection = {"objector": "L2", "text": "Trumps changed", "table": at, "deal": 2}
    disputes.note_dispute(event=event, actor=actor, kali_effect=True, **objection)
    late = roll_call.add_late_guest(event=event, actor=actor, name="Zoë", role="lady")
    roster.set_keeps_chair(event=event, actor=actor, entry=late, keeps=True)
    return event


def play_on(event: Event) -> None:
    """A set after the late guest, and an end."""
    event.refresh_from_db()
    next_set(event, seed=3)
    play(event, sets=1)
    events.finish_event(event=event, actor=host(event), early=True)


def without_dates(document: dict[str, Any]) -> dict[str, Any]:
    """The document without what is bound to differ: the moment of export."""
    kept = copy.deepcopy(document)
    del kept["exported"]
    return kept


def test_exported_wiped_and_brought_in_it_gives_the_same_file() -> None:
    event = a_rich_event()
    play_on(event)
    before = json.dumps(without_dates(export_event(event)))
    for _time in range(2):
        events.delete_event(event=event, actor=host(event))
        Person.objects.all().delete()
        event = import_event(owner=a_user("other"), data=json.loads(before) | {"exported": ""})
        after = json.dumps(without_dates(export_event(event)))
        assert after == before


PRIZES = (
    ("place:1", "The cup", "a cup"),
    ("role:lady", "", "flowers"),
    ("last", "", "a spoon"),
    ("lot", "Luck", ""),
)
PRIZE_BREAKS: tuple[tuple[str, Any], ...] = (
    *(("kind", value) for value in ("best", None)),
    *(("place", value) for value in (0, 32_001, True, None)),
    *(("group", value) for value in ("lady", None)),
    *(("title", value) for value in ("", " ", "x" * 61, "\x00")),
    *(("gift", value) for value in ("x" * 81, 7)),
    *(("seed", value) for value in (-1, 2**53, 0.5)),
    *(("cut_winner", value) for value in (-1, 99, True)),
)


def an_event_with_prizes() -> Event:
    """A finished event whose prizes are being told: nobody is passed over, and one cut."""
    event = an_event(people=8)
    actor = host(event)
    for key, title, gift in PRIZES:
        prizes.name_prize(event=event, actor=actor, key=key, title=title, gift=gift)
    prizes.move_prize(event=event, actor=actor, prize_id=event.prizes.last().pk, to=3)
    prizes.pass_over(event=event, actor=actor, passes_over=False)
    prizes.choose_awards(event=event, actor=actor, kinds=["climb", "partners", "moment"])
    next_set(event, seed=5)
    play(event, sets=1)
    events.finish_event(event=event, actor=actor, early=True)
    rows = standings(event).rows
    event.prizes.filter(kind="last").update(cut_winner=rows[-1].entry_id)
    Event.objects.filter(pk=event.pk).update(hide_standings=True, awards_shown=2)
    return Event.objects.get(pk=event.pk)


@pytest.mark.sql
def test_prizes_come_back_with_those_who_have_them() -> None:
    event = an_event_with_prizes()
    document = json.loads(json.dumps(export_event(event)))
    assert [prize["kind"] for prize in document["prizes"]] == ["place", "role", "lot", "last"]
    again = import_event(owner=a_user("other"), data=document)
    assert without_dates(export_event(again)) == without_dates(document)
    assert (again.awards_shown, again.passes_over) == (2, False)
    assert again.awards_off == ["steadiest", "giant_killer"]
    lines = [(line.prize.title, line.prize.gift, line.who) for line in prizes.prize_lines(event)]
    assert len(lines) == len(PRIZES)
    assert lines == [
        (line.prize.title, line.prize.gift, line.who) for line in prizes.prize_lines(again)
    ]


def test_prizes_that_are_none_are_refused() -> None:
    text = json.dumps(export_event(an_event_with_prizes()))
    lists: list[Any] = [None, {}, "none", [None], [{}], [json.loads(text)["prizes"][0]] * 31]
    for key, value in PRIZE_BREAKS:
        first, *rest = json.loads(text)["prizes"]
        lists.append([first | {key: value}, *rest])
    for value in lists:
        with pytest.raises(Refused):
            import_event(owner=a_user(), data=json.loads(text) | {"prizes": value})
    wrong_values: list[tuple[str, Any]] = [("awards_shown", -1), ("awards_shown", 32_001)]
    wrong_values += [("passes_over", "no"), ("awards_off", ["luck"]), ("awards_off", "climb")]
    for key, value in wrong_values:
        document = json.loads(text)
        document["event"][key] = value
        with pytest.raises(Refused):
            import_event(owner=a_user(), data=document)
    assert Event.objects.count() == 1


BREAKS: list[tuple[str, Any]] = [
    ("format", "another"),
    ("version", 2),
    ("event.name", None),
    ("event.game", "chess"),
    ("event.game", "golf"),
    ("event.date", "yesterday"),
    ("event.state", "lost"),
    ("event.options", {"no_such": 1}),
    ("event.scorekeeper", 99),
    ("people.0.role", "king"),
    ("people.0.name", ""),
    ("people.1.name", "G1"),
    ("people", "nobody"),
    ("pairings.0.first", -1),
    ("pairings.0.kind", "near"),
    ("seatings.0.set", 9),
    ("seatings.0.seed", "x"),
    ("seatings.0.published", None),
    ("seatings.0.tables.0.chairs", []),
    ("seatings.0.tables.0.chairs.0.person", True),
    ("seatings.0.tables.0.reports.0.payload", {"tricks": "7:6"}),
    ("seatings.0.tables.0.reports.0.deal", 5),
    ("seatings.0.tables.0.reports.0.created", "2026-11-21T10:00:00"),
    ("seatings.0.tables.0.first_dealer", 4),
    ("seatings.0.sitting_out.0.reason", {"code": "x", "template": "{nothing}", "params": {}}),
    (
        "seatings.0.sitting_out.0.reason",
        {"code": "x", "template": "{x:>200000000}", "params": {"x": "a"}},
    ),
    ("seatings.0.tables.1.number", 1),
    ("disputes.0.table", 7),
    ("log.0.version", 0),
    ("log.1.code", "unheard"),
    ("snapshot", {}),
]


def spoiled(text: str, path: str, value: Any) -> Any:
    """The document with another value at a place."""
    document = place = json.loads(text)
    *way, last = path.split(".")
    for step in way:
        place = place[int(step) if isinstance(place, list) else step]
    place[int(last) if isinstance(place, list) else last] = value
    return document


def test_a_document_that_is_wrong_is_refused_whole() -> None:
    text = json.dumps(export_event(a_rich_event()))
    for path, value in BREAKS:
        with pytest.raises(Refused) as refused:
            import_event(owner=a_user(), data=spoiled(text, path, value))
        assert refused.value.problems[0].at == ("file",), path
        assert Event.objects.count() == 1, path


@pytest.mark.parametrize("data", [None, [], "text", 7, {}])
def test_what_is_no_document_is_refused(data: Any) -> None:
    with pytest.raises(Refused):
        import_event(owner=a_user(), data=data)


def test_the_score_file_scores_the_same_on_the_command_line() -> None:
    event = a_rich_event()
    at = table(event, 2)
    say(at, 2, {"tricks": [9, 9]}, host(event), override=True, reason="found another deck")
    read = read_file(json.loads(json.dumps(score_file(event))))
    assert not read.broken, read.problems
    names = [player.name for player in read.drive.players]
    totals = dict(zip(names, map(sum, carry.tally(read.drive)), strict=True))
    ours = Hall.of(event).drive.drive
    assert totals == {
        player.name: sum(row) for player, row in zip(ours.players, carry.tally(ours), strict=True)
    }


def test_a_score_file_knows_the_role_that_somebody_played_in_each_set() -> None:
    event = start(people=8)
    roster.set_keeps_chair(event=event, actor=host(event), entry=entry(event, "L1"), keeps=True)
    play(event, 3)
    first = entry(event, "G1")
    first.role = "lady"  # as a later seating that asked for it would leave it
    first.save()
    written = json.loads(json.dumps(score_file(event)))
    assert [one["roles"] for one in written["sets"]] == [{"G1": "gentleman"}] * 3
    read = read_file(written)
    assert not read.broken
    assert read.problems == ()
    roles = [seat.role for seat in table(event).seats.all()]
    record = read.drive.sets[2]
    assert list(engine.roles_at(read.drive, record, record.tables[0])) == roles
    assert [p["name"] for p in written["players"] if p.get("keeps_chair")] == ["L1"]


# --- the file: packed where it is long ------------------------------------------------------------


MIB = 1024 * 1024


def read(data: bytes) -> Any:
    return event_import.unpack_document(io.BytesIO(data))


def sent(client: Client, raw: bytes, name: str = "e.json.gz") -> HttpResponse:
    client.force_login(a_user())
    return client.post(
        reverse("event_import"), {"file": SimpleUploadedFile(name, raw), "second": "on"}
    )


def test_a_long_event_leaves_packed_and_comes_back(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = start(people=4)
    play(event, sets=1)
    client.force_login(a_user())
    address = reverse("event_export", args=[event.pk])
    plain = client.get(address)
    assert plain["Content-Disposition"].endswith('.json"')
    monkeypatch.setattr(event_import, "LONGEST_PLAIN", 1000)
    packed = client.get(address)
    assert packed["Content-Type"] == "application/gzip"
    assert packed["Content-Disposition"].endswith('.json.gz"')
    document = json.loads(gzip.decompress(packed.content))
    assert document | {"exported": ""} == plain.json() | {"exported": ""}
    assert sent(client, packed.content).status_code == 303
    again = export_event(Event.objects.latest("pk"))
    assert json.loads(json.dumps(again)) | {"exported": ""} == document | {"exported": ""}


def test_what_unpacks_without_end_is_refused_before_it_has(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    bomb = gzip.compress(bytes(64 * MIB))
    monkeypatch.setattr(event_import, "LARGEST_DOCUMENT", MIB)
    tracemalloc.start()
    with pytest.raises(event_import.TooLarge):
        read(bomb)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 * MIB
    answer = sent(client, bomb)
    assert answer.status_code == 422
    assert "too large to be an exported event" in answer.content.decode()


@pytest.mark.parametrize("value", [b"[]", b"{}", b"0", b'{"a":0}'])
def test_more_values_than_an_event_has_are_never_built(
    value: bytes, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_import, "MOST_VALUES", 1000)
    file = b"[" + b",".join([value] * 1001) + b"]"
    for data in (file, gzip.compress(file)):
        with pytest.raises(event_import.TooLarge):
            read(data)
    assert sent(client, file, "e.json").status_code == 422


def test_a_file_that_is_too_large_unpacked_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_import, "LARGEST_FILE", 100)
    assert read(b'"' + b"x" * 98 + b'"')
    with pytest.raises(event_import.TooLarge):
        read(b'"' + b"x" * 99 + b'"')


@pytest.mark.parametrize("spoil", ["cut", "more", "broken", "head"])
def test_a_damaged_gzip_file_is_refused(client: Client, spoil: str) -> None:
    whole = gzip.compress(json.dumps({"format": "x", "log": list(range(500))}).encode())
    damaged = {
        "cut": whole[:-9],
        "more": whole + b"more",
        "broken": whole[:30] + bytes(20) + whole[50:],
        "head": whole[:2],
    }[spoil]
    with pytest.raises(Unusable):
        read(damaged)
    assert sent(client, damaged).status_code == 422


def test_more_people_take_hardly_more_statements() -> None:
    counts = []
    for people in (8, 40):
        event = start(people=people)
        play(event, sets=1)
        document = json.loads(json.dumps(export_event(event)))
        with CaptureQueriesContext(connection) as queries:
            import_event(owner=a_user(f"of {people}"), data=document)
        counts.append(len(queries))
    assert counts[1] <= counts[0] + 6  # some statements take so many rows and no more


def test_an_event_that_is_here_is_said_first_and_comes_in_as_a_second_one(client: Client) -> None:
    """Told by the moment of its first seats, whatever it is called since; asked once, not doubled
    in anybody's records."""
    event = start(people=4)
    play(event, sets=1)
    finish_event(event=event, actor=host(event), early=True)
    raw = json.dumps(export_event(event)).encode()
    Event.objects.filter(pk=event.pk).update(name="Another name")
    client.force_login(a_user())
    address = reverse("event_import")
    upload = SimpleUploadedFile("e.json", raw)
    assert 'name="second"' in client.get(address).content.decode()  # hidden, and not set
    refused = client.post(address, {"file": upload})
    assert refused.status_code == 422
    page = refused.content.decode()
    assert f"“Another name” of {short_day(event.date)} is here already." in page
    assert "Choose the file again and tick this." in page
    assert '<input type="checkbox" name="second"' in page
    assert Event.objects.count() == 1
    before = [figures(one) for one in Person.objects.order_by("pk")]
    upload.seek(0)
    assert client.post(address, {"file": upload, "second": "on"}).status_code == 303
    assert Event.objects.count() == 2
    assert [figures(one) for one in Person.objects.order_by("pk")] == before
    ids = [row.person_id for row in people_list(event.book)]
    assert {value.finished for value in evening_counts(event.book, ids).values()} == {1}
    assert all(len(history(one)) == 1 for one in Person.objects.all())


def test_an_event_that_has_not_begun_is_known_by_game_name_and_date(client: Client) -> None:
    event = an_event(people=4)
    raw = json.dumps(export_event(event)).encode()
    client.force_login(a_user())
    upload = SimpleUploadedFile("e.json", raw)
    assert client.post(reverse("event_import"), {"file": upload}).status_code == 422
    other = json.dumps(export_event(event) | {"seatings": "none"}).encode()
    upload = SimpleUploadedFile("e.json", other)
    assert client.post(reverse("event_import"), {"file": upload}).status_code == 422
    event.delete()
    upload = SimpleUploadedFile("e.json", raw)
    assert client.post(reverse("event_import"), {"file": upload}).status_code == 303
