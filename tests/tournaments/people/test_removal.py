"""Removed for good: the name is nowhere any more, and everything that was played is."""

from __future__ import annotations

import lzma
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import BinaryField, CharField, JSONField, TextField
from django.test import Client
from django.urls import reverse

from rulesets.records.score_cards.values import fold
from tests.tournaments.board_evening import GOLF, an_event, start
from tests.tournaments.evening import host
from tests.tournaments.people.past_evenings import finished
from tests.tournaments.visits import words_of
from tournaments.access.services import make_link
from tournaments.files.event_document import export_event
from tournaments.models import (
    BookEdition,
    Dispute,
    Event,
    HouseRules,
    Job,
    LogEntry,
    Person,
    ScoreCards,
)
from tournaments.models.errors import Refused
from tournaments.people.names import parse_names
from tournaments.people.removal import COLUMNS, OF_FAMILIES, remove_person
from tournaments.people.services import merge_people
from tournaments.records.card_events import take_in
from tournaments.records.card_import import CardAnswers, read_report
from tournaments.records.selectors import family_records
from tournaments.records.services import complete_records
from tournaments.seating import roster
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db

NAME = "Wilma Quast"
HEARTS = (NAME, "Wilma", "Bo", "Cy")
CARDS = """\
event,date,game,round,player,points
Wilma Quast at sixty,2009-05-02,five-hundreds,1,wilma  QUAST,120
Wilma Quast at sixty,2009-05-02,five-hundreds,1,Bo + Cy,80
Wilma Quast at sixty,2009-05-02,five-hundreds,2,Wilma Quast,40
Wilma Quast at sixty,2009-05-02,five-hundreds,2,Bo + Cy,90
Cottage,2010,five-hundreds,1,Wilma Quast + Bo,75
Cottage,2010,five-hundreds,1,Cy,60
"""
# Columns without names of people, or (the last three) kept as they are: see the page that asks.
WITHOUT_NAMES = {
    "BookEdition": "kept byte for byte; the page names the editions",
    "Device": "codes",
    "Family": "the family's own name",
    "HouseEdition": "a game's declaration",
    "HouseGame": "slugs",
    "Job": "deleted",
    "JoinAttempt": "codes",
    "JoinCode": "codes",
    "Person": "the line itself",
    "ScoreCards": "by the names in their lines",
    "SignIn": "digests",
    "Table": "numbers",
}
OTHER_COLUMNS = {
    "Acceptance": {"kind"},
    "Balance": {"unit"},
    "Entry": {"role", "asked_role"},
    "Evening": {"token", "way"},
    "Event": {"awards_off", "declared", "format", "game", "held_slide", "options", "state"},
    "HouseRules": {"game", "options"},
    "Link": {"kind", "token"},
    "LogEntry": {"code"},
    "Pairing": {"kind"},
    "Photo": {"key", "shows", "file", "small"},
    "Prize": {"kind"},
    "Report": {"device", "key", "overrode", "payload"},
    "RivalReport": {"device", "key", "payload", "settling_device"},
    "Seat": {"pauses", "role"},
    "Seating": {"flips", "state"},
    "Snapshot": {"boards"},
    "Table": {"dealers"},
}


def wilma() -> Person:
    return Person.objects.get(name=NAME)


def take_cards(user: Any, family: int) -> None:
    take_in(read_report(family, CARDS.encode(), CardAnswers()), owner=user, family=family)


def everything() -> str:
    """All that the database holds but the printed books, boards unpacked, folded."""
    texts = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            if table == "tournaments_bookedition":
                continue
            cursor.execute(f'SELECT * FROM "{table}"')
            for row in cursor.fetchall():
                for value in row:
                    if isinstance(value, bytes | memoryview):
                        data = bytes(value)
                        data = lzma.decompress(data) if data[:2] == b"\xfd7" else data
                        texts.append(data.decode(errors="replace"))
                    else:
                        texts.append(str(value))
    return "\n".join(texts).casefold()


@pytest.fixture
def hearts() -> Event:
    """An evening of Hearts with her and another Wilma, cards with her, one that she missed."""
    event = finished("hearts", HEARTS)
    make_link(event=event, kind="scorekeeper", label=NAME, actor=host(event))
    Dispute.objects.create(event=event, objector=NAME, text=f"{NAME}’s trick, says Wilma")
    take_cards(event.owner, event.family_id)
    HouseRules.objects.create(family=event.family, name=f"As {NAME} plays", game="hearts")
    HouseRules.objects.create(family=event.family, name="As Somebody plays", game="hearts")
    Job.objects.create(
        family=event.family, kind="event-import", state="done", file=NAME.encode(),
        filename=f"{NAME}.csv",
    )  # fmt: skip
    missed = an_event(GOLF, ("Bo", "Cy", "Di"), name="Without her")
    (entry,) = roster.enter_people(event=missed, actor=host(missed), parsed=parse_names(NAME))
    roster.remove_entry(event=missed, actor=host(missed), entry=entry)
    return Event.objects.get(pk=event.pk)


@pytest.mark.sql
def test_the_name_is_nowhere_and_what_was_played_stays(hearts: Event) -> None:
    twin = Person.objects.create(family=hearts.family, name="W. Quast-Meyer")
    merge_people(keep=wilma(), duplicate=twin)
    before = standings(hearts)
    played = {event.pk: event.snapshot.records for event in Event.objects.filter(state="finished")}
    lines = {line.pk: line.code for line in LogEntry.objects.all()}
    assert fold(NAME) in everything()
    remove_person(person=wilma(), host=hearts.owner)
    stored = everything()
    assert fold(NAME) not in stored
    assert "quast" not in stored
    now = {event.pk: event.snapshot.records for event in Event.objects.filter(state="finished")}
    assert now == played
    hearts = Event.objects.get(pk=hearts.pk)
    after = standings(hearts)
    assert [row.total for row in after.rows] == [row.total for row in before.rows]
    assert sorted(row.name for row in after.rows) == ["Bo", "Cy", "Somebody", "Wilma"]
    assert Dispute.objects.get().text == "Somebody’s trick, says Wilma"
    assert set(HouseRules.objects.values_list("name", flat=True)) == {
        "As Somebody plays", "As Somebody plays 2",
    }  # fmt: skip
    assert Event.objects.filter(name="Somebody at sixty").exists()
    # Of the log no line is gone, and one is added to each event that had the name.
    kept = {line.pk: line.code for line in LogEntry.objects.filter(pk__in=lines)}
    assert kept == lines
    added = LogEntry.objects.exclude(pk__in=lines)
    assert {line.code for line in added} == {"person.removed"}
    assert added.count() == Event.objects.count()


@pytest.mark.sql
def test_cards_count_as_before_and_two_stay_apart(hearts: Event) -> None:
    family = hearts.family_id
    before = family_records(family).house
    totals = {
        evening.key: [c.points for c in evening.summary.chairs] for evening in before.evenings
    }
    remove_person(person=wilma(), host=hearts.owner)
    Event.objects.filter(state="setup").delete()
    remove_person(person=Person.objects.get(name="Bo"), host=hearts.owner)
    for cards in ScoreCards.objects.all():
        complete_records(cards.event)
    after = family_records(family).house
    assert {
        evening.key: [c.points for c in evening.summary.chairs] for evening in after.evenings
    } == totals
    names = {entry.name for event in Event.objects.all() for entry in event.entries.all()}
    assert names == {"Somebody", "Somebody 2", "Wilma", "Cy", "Somebody 2 + Cy",
                     "Somebody + Somebody 2"}  # fmt: skip
    people = Person.objects.exclude(removed_at=None)
    assert {person.name for person in people} == {"Somebody"}
    assert after.out == {person.pk for person in people}


@pytest.mark.sql
def test_nobody_takes_a_name_away_from_a_game_that_goes_on(hearts: Event) -> None:
    going_on = start(GOLF, (NAME, "Bo", "Cy"), name="Tonight")
    with pytest.raises(Refused, match="Tonight"):
        remove_person(person=wilma(), host=hearts.owner)
    going_on.entries.filter(person=wilma()).update(person=Person.objects.create(name="Di"))
    Job.objects.create(family=hearts.family, kind="paper", state="running")
    with pytest.raises(Refused, match="is being made"):
        remove_person(person=wilma(), host=hearts.owner)
    assert wilma().removed_at is None


def test_the_page_asks_once_more_and_says_what_goes(client: Client, hearts: Event) -> None:
    client.force_login(hearts.owner)
    person = wilma()
    BookEdition.objects.create(
        family=hearts.family, kind="yearbook", number=1, title="Yearbook 2009", line="Edition 1",
        told={"people": [person.pk]}, pages=4,
    )  # fmt: skip
    care = client.get(reverse("person_care", args=[person.pk]))
    assert f"Remove {NAME} …" in words_of(care)
    address = reverse("person_remove", args=[person.pk])
    page = words_of(client.get(address))
    assert "3 evenings with every deal" in page
    assert f"Titles {NAME} at sixty." in page
    assert "Yearbook 2009, Edition 1. A printed edition stays as it is" in page
    assert Client().post(address).status_code == 403
    planned = an_event(GOLF, (NAME, "Bo", "Cy"), name="Tonight")
    refused = client.post(address)
    assert refused.status_code == 422
    assert "is entered in “Tonight”, which is not finished" in words_of(refused)
    planned.delete()
    file = client.get(reverse("person_download", args=[person.pk])).json()
    assert [cards["event"] for cards in file["score_cards"]] == [f"{NAME} at sixty", "Cottage"]
    assert [line["points"] for line in file["score_cards"][0]["lines"]] == [120, 40]
    assert {line["code"] for line in file["log"]} >= {"link.made", "entry.removed"}
    followed = client.post(address, follow=True)
    assert "What was played stays." in words_of(followed)
    assert NAME not in words_of(followed)
    for name in ("person", "person_care", "person_remove", "person_download"):
        assert client.get(reverse(name, args=[person.pk])).status_code == 404
    for event in Event.objects.all():
        assert "Quast" not in str(export_event(event))
        for name in ("event_standings", "event_log", "event"):
            answer = client.get(reverse(name, args=[event.pk]), follow=True)
            assert "Quast" not in answer.content.decode(), name
    for name in ("records", "records_lists", "records_champions", "people"):
        assert "Quast" not in client.get(reverse(name)).content.decode(), name


def test_every_column_with_words_is_looked_through() -> None:
    """Or it is listed above, and says why not."""
    missed = set()
    for model in apps.get_app_config("tournaments").get_models():
        name = model.__name__
        if name in WITHOUT_NAMES or model in OF_FAMILIES:
            continue
        _at, columns = COLUMNS.get(model, ("", ()))
        for field in model._meta.concrete_fields:
            has_words = isinstance(field, CharField | TextField | JSONField | BinaryField)
            if has_words and field.name not in {*columns, *OTHER_COLUMNS.get(name, ())}:
                missed.add(f"{name}.{field.name}")
    assert missed == set()
