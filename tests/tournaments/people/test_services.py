"""People, names as people paste them, and who is entered."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from tests.tournaments import board_evening
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
from tournaments.events import services as events
from tournaments.models import Entry, Event
from tournaments.models.errors import Refused
from tournaments.people.names import MAX_PEOPLE, parse_names
from tournaments.people.selectors import entries, role_choices
from tournaments.seating import roll_call, roster

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


@pytest.mark.sql
def test_the_proposal_balances_the_roles_and_remembers_what_was_asked() -> None:
    event = an_event(people=0)
    names = "\n".join(f"L{n}, lady" for n in range(6)) + "\nG1, m\nG2, m"
    roster.enter_people(event=event, actor=host(event), parsed=parse_names(names, roles=ROLES))
    proposed = roster.propose_balance(event)
    assert len(proposed) == 2
    roster.apply_balance(event=event, actor=host(event), entries=proposed)
    rows = entries(event)
    assert sorted(row.role for row in rows).count("lady") == 4
    assert {row.entry_id for row in rows if row.flipped} == {e.pk for e in proposed}
    assert not roster.propose_balance(event)


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


def test_a_late_guest_of_a_team_has_no_role_of_other_evenings() -> None:
    event = board_evening.start(board_evening.GIN, 4)
    late = {"event": event, "actor": host(event)}
    zoe = roll_call.add_late_guest(**late, name="Zoe", role="girls")
    assert (zoe.role, zoe.person.usual_role) == ("girls", "")
    drive = start(people=4)
    ida = roll_call.add_late_guest(event=drive, actor=host(drive), name="Ida", role="lady")
    assert (ida.role, ida.person.usual_role) == ("lady", "lady")
