"""Teams over individuals: where a team is given, who sits with whom, the second ranking."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from tests.tournaments.evening import a_user, host
from tests.tournaments.standings.test_carry import play
from tests.tournaments.visits import text_of
from tournaments.access.services import ensure_links
from tournaments.events import services as events
from tournaments.files.spreadsheets import standings_sheet, teams_sheet, workbook
from tournaments.log.services import undo_last
from tournaments.models import Entry, Event
from tournaments.models.errors import Refused
from tournaments.people.names import parse_names
from tournaments.people.people_file import guests_of_file, read_people
from tournaments.seating import draws, roster
from tournaments.standings.selectors import computed, standings
from tournaments.wall.selectors import wall
from tournaments.wall.slides import slides

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.django_db

LIST = """Garby:
Ann
Bo
Cy
Rossi:
Di
Ed
Flo
--
Gus
Hy
"""


def an_event(form: str = "individual", text: str = LIST, game: str = "euchre") -> Event:
    options = {"deals": 2 if game == "euchre" else 1, "best": 2}
    if form != "knockout":
        options["rounds"] = 3
    event = events.create_event(
        owner=a_user(),
        game=game,
        format=form,
        name="x",
        date=dt.date(2026, 11, 21),
        options=options,
    )
    roster.enter_people(event=event, actor=host(event), parsed=parse_names(text))
    ensure_links(event)
    return event


def entry(event: Event, name: str) -> Entry:
    return event.entries.get(name=name)


def test_names_are_typed_team_by_team_or_in_a_column() -> None:
    found = {name.name: name.team for name in parse_names(LIST)}
    assert found == {
        **dict.fromkeys(("Ann", "Bo", "Cy"), "Garby"),
        **dict.fromkeys(("Di", "Ed", "Flo"), "Rossi"),
        **dict.fromkeys(("Gus", "Hy"), ""),
    }
    pasted = parse_names("Name\tTeam\nAnn\tGarby\nBo\t\nCy")
    assert [(one.name, one.team, one.note) for one in pasted] == [
        ("Ann", "Garby", ""),
        ("Bo", "", ""),
        ("Cy", "", ""),
    ]
    listed = guests_of_file(read_people("Name,Village\nAnn,Garby\nBo,\n"))
    assert [(one.name, one.team) for one in listed] == [("Ann", "Garby"), ("Bo", "")]
    with pytest.raises(Refused) as refused:
        parse_names(f"{'x' * 41}:\nAnn")
    assert [problem.at for problem in refused.value.problems] == [("names", 1)]


def test_the_second_ranking_on_every_page(client: Client) -> None:
    event = play(an_event(), 2)
    table = standings(event)
    garby, rossi = sorted(table.by_team, key=lambda team: team.name)
    assert len(garby.counted) == len(rossi.counted) == 2
    assert garby.total == sum(total for _, total in garby.counted)
    of_team = [row.total for row in table.rows if row.team == "Garby"]
    assert garby.total == sum(sorted(of_team)[-2:])
    client.force_login(event.owner)
    link = event.links.get(kind="spectator")
    for address in (
        reverse("event_standings", args=[event.pk]),
        reverse("spectator_standings", args=[link.token]),
    ):
        page = text_of(client.get(address))
        assert garby.note in page
        assert "The best 2 of each team count." in page
    (slide,) = (slide for slide in slides(wall(event), "") if slide.key == "teams-1")
    assert tuple(slide.context["part"]) == table.by_team
    sheet = teams_sheet(event)
    assert [row[1] for row in sheet] == [team.name for team in table.by_team]
    assert "Team" in standings_sheet(event).headers
    assert workbook(event)
    events.update_event(event=event, actor=host(event), options={**event.options, "best": 4})
    event.refresh_from_db()
    assert {team.missing for team in standings(event).by_team} == {1}
    assert standings(event).best_of_team == "The best 4 of each team count."


def test_nothing_is_told_while_a_place_is_hidden() -> None:
    event = play(an_event())
    event.hide_standings = True
    event.save()
    table = standings(event)
    assert table.by_team
    assert not table.public_by_team


def test_a_team_is_put_right_and_undone(client: Client) -> None:
    event = an_event()
    client.force_login(event.owner)
    draws.draw(event=event, actor=host(event), seed=1)
    gus = entry(event, "Gus")
    address = reverse("event_entry", args=[event.pk, gus.pk])
    assert client.post(address, {"act": "team", "team": "Rossi"}).status_code == 303
    gus.refresh_from_db()
    assert (gus.team, gus.seating_team) == ("Rossi", "Rossi")
    assert not draws.has_draft(event)  # the seats follow from the teams
    event.refresh_from_db()
    undo_last(event=event, actor=host(event))
    gus.refresh_from_db()
    assert (gus.team, gus.seating_team) == ("", "")
    assert draws.has_draft(event)
    long = client.post(address, {"act": "team", "team": "x" * 41})
    assert long.status_code == 422
    assert "A team’s name has at most 40 characters." in text_of(long)
    people = text_of(client.get(reverse("event_people", args=[event.pk]) + f"?open={gus.pk}"))
    assert '<option value="Garby">' in people


def test_a_finished_evening_keeps_its_teams() -> None:
    event = play(an_event(), 3)
    before = standings(event).by_team
    events.finish_event(event=event, actor=host(event))
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    assert standings(event).by_team == before == computed(event).by_team
    with pytest.raises(Refused):
        roster.set_team(event=event, actor=host(event), entry=entry(event, "Gus"), team="Garby")
