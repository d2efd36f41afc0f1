"""Events from score cards as documents and back."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from tests.tournaments.evening import a_user
from tests.tournaments.files.test_event_document import without_dates
from tests.tournaments.records.card_tables import CSV
from tournaments.access.permissions import host_actor
from tournaments.events.services import delete_event, reopen_event
from tournaments.files.event_document import export_event
from tournaments.files.event_import import import_event, refuse_known
from tournaments.models import Event, Person, ScoreCards, Snapshot, family_of
from tournaments.models.errors import Refused
from tournaments.records.card_events import take_in
from tournaments.records.card_import import CardAnswers, read_report
from tournaments.records.selectors import read_records

pytestmark = pytest.mark.django_db

LINE_BREAKS: tuple[tuple[str, Any], ...] = (
    *(("round", value) for value in (-1, 1001, "1", True)),
    *(("deal", value) for value in (-1, 10**9)),
    *(("tricks", value) for value in (-1, 1001, "7")),
    *(("points", value) for value in (10**10, 0.5)),
    *((key, "x" * 81) for key in ("table", "trump", "event")),
    *((key, None) for key in ("table", "trump", "event", "is_sum", "accepted", "opponents")),
    *(("chairs", value) for value in ([], ["Nobody"], [""], ["+"], ["a", "b", "c"])),
    ("opponents", ["Nobody"]),
    *(("cells", value) for value in (None, {"tricks": "6"}, {"line": 1}, {"theirs": -1})),
)
BREAKS: tuple[tuple[str, Any], ...] = (
    *(("called", value) for value in ("x" * 81, None, 1)),
    *(("day", value) for value in ("", "20041226", "1799", "2004-12-32", 2004, "٢٠٠٤")),
    *(("created", value) for value in ("2004-12-26", "yesterday", 1)),
    *(("people", value) for value in ({}, {"karla": 0}, {"karla": 99}, [], None)),
    *(("lines", value) for value in ([], None, [None], [{}], {})),
)


def from_cards() -> list[Event]:
    """Events of Court Whist by tricks and by sums, with lines that stand as on the card."""
    owner = a_user()
    family = family_of(owner)
    report = read_report(family, CSV.encode(), CardAnswers(accepted=None))
    return take_in(report, owner=owner, family=family).events


def as_file(event: Event) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json.dumps(export_event(event)))
    return document


@pytest.mark.sql
def test_they_come_back_with_their_lines_and_their_records() -> None:
    events = from_cards()
    family = events[0].book
    records = [(row.name, row.year, row.summary.rounds) for row in records_of(family)]
    assert len(records) == len(events)
    cards = list(ScoreCards.objects.order_by("pk").values_list("called", "day", "lines", "created"))
    counted = [strip(event) for event in events]
    documents = [as_file(event) for event in events]
    for event in events:
        delete_event(event=event, actor=host_actor(event, event.owner))
    Person.objects.all().delete()
    again = [import_event(owner=a_user(), data=document) for document in documents]
    for event, document in zip(again, documents, strict=True):
        assert without_dates(export_event(event)) == without_dates(document)
    back = ScoreCards.objects.order_by("pk").values_list("called", "day", "lines", "created")
    assert list(back) == cards
    assert [strip(event) for event in again] == counted
    assert [(row.name, row.year, row.summary.rounds) for row in records_of(family)] == records
    for event in again:
        with pytest.raises(Refused):
            reopen_event(event=event, actor=host_actor(event, event.owner))
    # The same cards once more change nothing: the events are known by them.
    report = read_report(family, CSV.encode(), CardAnswers(accepted=None))
    assert [evening.state for evening in report.evenings] == ["known"] * len(events)


def records_of(family: int) -> Any:
    return read_records(family).house.evenings


def strip(event: Event) -> list[tuple[str, Any, Any]]:
    """The standings, with names for entries."""
    rows = Snapshot.objects.get(event=event).standings
    return [(row["name"], row["total"], row["rank"]) for row in rows]


def test_one_that_is_here_already_is_known_and_counts_once() -> None:
    events = from_cards()
    family = events[0].book
    evenings = len(records_of(family))
    for event in events:
        with pytest.raises(Refused, match="is here already"):
            refuse_known(family, as_file(event))
    far = "0001-01-01T00:00:00+14:00"  # before the first moment of all
    cards = as_file(events[0])["score_cards"] | {"created": far}
    refuse_known(family, as_file(events[0]) | {"score_cards": cards})
    far_seats = {"score_cards": cards, "seatings": [{"published": far}]}
    refuse_known(family, as_file(events[0]) | far_seats)
    import_event(owner=events[0].owner, data=as_file(events[0]))
    assert ScoreCards.objects.count() == len(events) + 1
    assert len(records_of(family)) == evenings


def test_cards_that_are_none_are_refused() -> None:
    [event, *_others] = from_cards()
    document = as_file(event)
    Event.objects.all().delete()
    wrong = [document["score_cards"] | {key: value} for key, value in BREAKS]
    for key, value in LINE_BREAKS:
        cards = copy.deepcopy(document["score_cards"])
        cards["lines"][0][key] = value
        wrong.append(cards)
    open_cards = copy.deepcopy(document["score_cards"])
    for line in open_cards["lines"]:
        line.pop("accepted", None)
    first = min(document["score_cards"]["people"])
    others = copy.deepcopy(document["score_cards"])
    others["people"] = dict.fromkeys(others["people"], others["people"][first])
    for cards in (*wrong, open_cards, others, None, [], "cards"):
        with pytest.raises(Refused):
            import_event(owner=a_user(), data=document | {"score_cards": cards})
    unfinished = document | {"snapshot": None, "event": document["event"] | {"state": "setup"}}
    with pytest.raises(Refused):
        import_event(owner=a_user(), data=unfinished)
    assert not Event.objects.exists()
