"""People, names as people paste them, and who is entered."""

from __future__ import annotations

import datetime as dt
import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import evening
from tests.tournaments.evening import (
    a_user,
    an_event,
    entry,
    host,
    refuses,
    say,
    start,
    table,
)
from tests.tournaments.people.past_evenings import figures
from tests.tournaments.visits import text_of
from tournaments.events import services as events
from tournaments.events.opening import next_date, repeat_event
from tournaments.files.event_document import export_event, score_file
from tournaments.files.event_import import import_event
from tournaments.models import Entry, Event, Link, Person
from tournaments.models.errors import Refused
from tournaments.people.names import MAX_PEOPLE, parse_names
from tournaments.people.selectors import people_list, role_choices
from tournaments.people.services import add_person, merge_people
from tournaments.records.attendance import history
from tournaments.records.selectors import EveningCount, evening_counts
from tournaments.seating import roll_call, roster
from tournaments.standings.selectors import standings

if TYPE_CHECKING:
    from tournaments.people.names import ParsedName

pytestmark = pytest.mark.django_db
ROLES = ("gentleman", "lady")
GUYS = {"gentleman": {"one": "Guy", "many": "Guys"}, "lady": {"one": "Girl", "many": "Girls"}}


@pytest.mark.parametrize(
    ("line", "name", "note", "role"),
    [
        ("Ann Baker", "Ann Baker", "", None),
        ("  1. Ann   Baker ", "Ann Baker", "", None),
        ("Ann Baker, lady", "Ann Baker", "", "lady"),
        ("Ann Baker\tf", "Ann Baker", "", "lady"),
        ("m; Bo Lind", "Bo Lind", "", "gentleman"),
        ('"Lind, Bo";m', "Bo Lind", "", "gentleman"),
        ('f,"Baker; Ann"', "Baker Ann", "", "lady"),
        ('Bo "Bobby" Lind;m', 'Bo "Bobby" Lind', "", "gentleman"),
        ('"Bo ""Bobby"" Lind",m', 'Bo "Bobby" Lind', "", "gentleman"),
        ("\ufeffAnn Baker;f", "Ann Baker", "", "lady"),
        ("\u202eAnn Baker", "Ann Baker", "", None),
        ("Bo Lind, Guys", "Bo Lind", "", "gentleman"),
        ("Mr Bo Lind", "Mr Bo Lind", "", "gentleman"),
        ("Mrs. Ann Baker", "Mrs. Ann Baker", "", "lady"),
        ("Baker, Ann", "Ann Baker", "", None),
        ("Ann Baker (from Leeds)", "Ann Baker", "from Leeds", None),
        ("Ann Baker (from Leeds), w", "Ann Baker", "from Leeds", "lady"),
        ("Ann Baker, from Leeds", "Ann Baker", "from Leeds", None),
        ("Ann (lady)", "Ann", "", "lady"),
        ("M", "M", "", None),
        ("山田 太郎", "山田 太郎", "", None),
    ],
)
def test_a_line_is_read_as_people_write_it(
    line: str, name: str, note: str, role: str | None
) -> None:
    (found,) = parse_names(line, roles=ROLES, role_names=GUYS)
    assert (found.name, found.note, found.role) == (name, note, role)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("Ann\n\nAnn", "names.double", 3),
        ("Ann\nx" + "x" * 80, "names.length", 2),
        ("Ann, Bo, Cy, Di", "names.crowded", 1),
        (", m", "names.empty", 1),
    ],
)
def test_a_line_that_cannot_be_read_is_named(text: str, code: str, line: int) -> None:
    with pytest.raises(Refused) as refused:
        parse_names(text, roles=ROLES)
    problem = refused.value.problems[0]
    assert (problem.code, problem.at) == (code, ("names", line))
    assert f"Line {line}" in problem.message


def test_more_people_than_fit_are_refused() -> None:
    text = "\n".join(f"Player {n}" for n in range(MAX_PEOPLE + 1))
    with refuses("names.many"):
        parse_names(text)
    with pytest.raises(Refused):
        parse_names("x" * 3_000_000)


@pytest.mark.sql
def test_duplicates_are_merged_unless_both_played_one_evening() -> None:
    event = an_event(people=4)
    keep = Person.objects.get(name="G1")
    double = add_person(family=keep.family_id, name="Geo. One")
    other = an_event(people=0)
    roster.enter_people(event=other, actor=host(other), parsed=parse_names("Geo. One"))
    merge_people(keep=keep, duplicate=double)
    assert "Geo. One" not in [row.name for row in people_list(keep.family_id)]
    assert len(history(keep)) == 2
    assert other.entries.get().name == "Geo. One"  # the evening keeps the name it was played under
    with refuses("person.both"):
        merge_people(keep=keep, duplicate=entry(event, "G2").person)


@pytest.mark.sql
@pytest.mark.parametrize(
    ("fields", "at"),
    [
        ({"name": " "}, ("name",)),
        ({"name": "x" * 81}, ("name",)),
        ({"place": "x" * 81}, ("place",)),
        ({"game": "chess"}, ("game",)),
        ({"options": {"no_such": True}}, ("options", "no_such")),
        ({"role_names": {"lady": {"one": "x" * 31}}}, ("role_names", "lady", "one")),
    ],
)
def test_a_wrong_field_of_an_event_is_named(fields: dict[str, Any], at: tuple[str, ...]) -> None:
    given = {"name": "Evening", "date": dt.date(2026, 11, 21), "game": "court-whist"} | fields
    with pytest.raises(Refused) as refused:
        events.create_event(owner=a_user(), **given)
    assert refused.value.problems[0].at == at
    assert not Event.objects.exists()


@pytest.mark.sql
def test_options_are_locked_by_the_first_result() -> None:
    event = start(people=4)
    events.update_event(event=event, actor=host(event), options={"fewer_repeats": True})
    say(table(event), 1, {"tricks": [7, 6]})
    with refuses("options.locked"):
        events.update_event(event=event, actor=host(event), options={"fewer_repeats": False})
    assert event.options["fewer_repeats"] is True
    events.update_event(event=event, actor=host(event), name="Renamed", role_names=GUYS)
    assert role_choices(event) == (("gentleman", "Guy"), ("lady", "Girl"))


def test_the_list_is_closed_once_seats_are_shown() -> None:
    event = start(people=8)
    with pytest.raises(Refused):
        roster.enter_people(event=event, actor=host(event), parsed=parse_names("Zoë"))
    with pytest.raises(Refused):
        roster.remove_entry(event=event, actor=host(event), entry=entry(event, "G1"))
    with pytest.raises(Refused):
        roster.set_role(event=event, actor=host(event), entry=entry(event, "G1"), role="lady")


@pytest.mark.sql
def test_an_entry_of_another_event_is_refused() -> None:
    event, other = an_event(people=4), an_event(people=4)
    with pytest.raises(Refused):
        roster.set_keeps_chair(event=event, actor=host(event), entry=entry(other, "G1"), keeps=True)
    assert not Entry.objects.filter(keeps_chair=True).exists()


# --- two people on one chair ----------------------------------------------------------------------


NAMES = "Ann\nBo\nCy\nDi\nEve\nFay\nGus\nDavid + Sarah (Leeds)"
SHARED = "David + Sarah (Leeds)"
NEW = {"game": "euchre", "format": "progressive", "name": "Euchre", "date": "2026-11-21"}


def read(text: str) -> list[ParsedName]:
    return parse_names(text, roles=("gentleman", "lady"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("A + B + C", "names.chair"),
        ("A + a", "names.double"),
        ("A + B\nB", "names.double"),
        (f"{'A' * 79} + {'B' * 79}", "names.length"),
        (f"{'A' * 81} + B", "names.length"),
    ],
)
def test_what_cannot_be_read(text: str, code: str) -> None:
    with refuses(code):
        read(text)


def an_evening(client: Client) -> Event:
    """Two sets, made by the page."""
    client.force_login(a_user())
    sent = NEW | {"names": NAMES, "option_rounds": "2", "place": ""}
    assert client.post(reverse("event_new"), sent).status_code == 303
    event = Event.objects.get()
    for number in (1, 2):
        evening.next_set(event, seed=number)
        evening.play_set(event, Random(number))
    event.refresh_from_db()
    return event


def test_one_seat_one_line_and_two_records(client: Client) -> None:
    event = an_evening(client)
    entry = event.entries.get(name=SHARED)
    david, sarah = entry.people
    assert (str(david), str(sarah)) == ("David", "Sarah (Leeds)")
    assert event.entries.count() == len(standings(event).rows) == 8
    links = {(one.kind, one.table_number): one.token for one in event.links.all()}
    at = event.seatings.get(set_number=2).tables.get(seats__entry=entry).number
    for address in (
        reverse("table", args=[links[Link.Kind.TABLE, at]]),
        reverse("wall", args=[links[Link.Kind.WALL, None]]),
    ):
        assert "David + Sarah" in text_of(Client().get(address)), address
    for name in ("event", "event_standings", "event_people", "event_draw"):
        assert SHARED in text_of(client.get(reverse(name, args=[event.pk]))), name
    events.finish_event(event=event, actor=host(event))
    [line] = [row for row in standings(Event.objects.get()).rows if row.entry_id == entry.pk]
    for someone, other in ((david, sarah), (sarah, david)):
        [mine] = history(someone)
        assert (mine.total, mine.beside) == (line.total, str(other))
        assert mine.outcome is not None
        assert (mine.outcome.place, mine.outcome.sides) == (line.rank, 8)
        record = figures(someone)
        assert record.deals == 8
        # Neither partner nor opponent.
        assert other.pk not in {case.who for case in (*record.against, *record.partners)}
        page = text_of(client.get(reverse("person", args=[someone.pk])))
        assert f"sharing a chair with {other}" in page
    player = client.get(reverse("event_player", args=[event.pk, entry.pk])).content.decode()
    table = text_of(client.get(reverse("event_standings", args=[event.pk])))
    for someone in (david, sarah):
        assert reverse("person", args=[someone.pk]) in player
        assert reverse("person", args=[someone.pk]) in table
    rows = people_list(event.book)
    by_id = evening_counts(event.book, [row.person_id for row in rows])
    counts = {row.label: by_id[row.person_id] for row in rows}
    assert counts["Sarah (Leeds)"] == counts["David"] == EveningCount(finished=1)


def test_files_and_the_next_evening_keep_them(client: Client) -> None:
    event = an_evening(client)
    before = [(row.name, row.total, row.rank) for row in standings(event).rows]
    document = json.loads(json.dumps(export_event(event)))
    assert {"name": SHARED} in [{"name": one["name"]} for one in score_file(event)["players"]]
    copy = import_event(owner=a_user(), data=document)
    assert [(row.name, row.total, row.rank) for row in standings(copy).rows] == before
    assert copy.entries.get(name=SHARED).people == event.entries.get(name=SHARED).people
    away = import_event(owner=a_user("other"), data=document)
    assert [person.family_id for person in away.entries.get(name=SHARED).people] == [away.book] * 2
    again = repeat_event(
        event=event, owner=a_user(), date=next_date(event.date), entries=event.entries.all()
    )
    assert again.entries.get(name=SHARED).people == event.entries.get(name=SHARED).people
    typed = client.get(reverse("event_new"), {"like": event.pk}).content.decode()
    assert SHARED in typed
    assert Person.objects.filter(family=event.book).count() == 9


def test_nobody_has_two_chairs(client: Client) -> None:
    event = an_evening(client)
    names = {"event": event, "actor": host(event)}
    for name in ("David", "Ann + Zoë", "Sarah + Zoë (Leeds) + Bo"):
        with pytest.raises(Refused):
            roll_call.add_late_guest(**names, name=name, role="")
    late = roll_call.add_late_guest(**names, name="Zoë + Yan", role="", late_as_sit_out=True)
    assert [str(person) for person in late.people] == ["Zoë", "Yan"]
    sarah = Person.objects.get(name="Sarah")
    ann = Person.objects.get(name="Ann")
    with refuses("person.both"):
        merge_people(keep=ann, duplicate=sarah)
    other = Person.objects.create(family=sarah.family, name="Sally")
    merge_people(keep=other, duplicate=sarah)
    assert event.entries.get(name=SHARED).second == other
    fresh = events.create_event_like(event, owner=a_user(), name="Again", date=event.date)
    alone = {"event": fresh, "actor": host(fresh)}
    assert len(roster.enter_people(**alone, parsed=read("Ann\nDavid + Sally"))) == 2
    for known in ("David + Sally", "David", "Sally"):
        assert not roster.enter_people(**alone, parsed=read(known))
    roster.enter_people(**alone, parsed=read("Bo"))
    with refuses("chair.taken"):
        roster.enter_people(**alone, parsed=read("Ann + David"))
    assert Entry.objects.filter(event=fresh).count() == 3
