"""Evenings in divisions and of two stages, to the end: pages, papers, files, and the bracket."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rulesets.files import drive_answers
from rulesets.files.score_file import read_file
from rulesets.formats.drive import divisions_of
from tests.tournaments import evening
from tests.tournaments.evening import host
from tests.tournaments.events.test_knockout import an_event, play, played, show
from tests.tournaments.visits import for_guests, papers, words_of
from tournaments.boards.hall import Hall
from tournaments.events import services as events
from tournaments.files.event_document import score_file
from tournaments.models import Event, Link, Seat
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.seating import draws, roll_call
from tournaments.seats import requests as drive
from tournaments.seats.selectors import seats
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


def divisions(event: Event) -> dict[str, str]:
    return {row.name: row.division for row in standings(event).rows}


def divisions_by_rules(event: Event) -> dict[str, str]:
    """To which division each belongs, from the score file alone."""
    file = read_file(json.loads(json.dumps(score_file(event))))
    lines = drive_answers.score(file, explain=False)["standings"]
    return {line["name"]: f"Division {' ABC'[line['division']]}" for line in lines}


def places_within(event: Event) -> dict[str, list[int]]:
    values: dict[str, list[int]] = {}
    for row in standings(event).rows:
        values.setdefault(row.division, []).append(row.rank)
    return values


@pytest.mark.exhaustive(keep=("golf-9",))
@pytest.mark.parametrize(("game", "people"), [("euchre", 18), ("golf", 9), ("golf", 12)])
def test_an_evening_to_its_end(client: Client, game: str, people: int) -> None:
    event = played(people, game=game, form="pairs", rounds=5, deals=1, divisions=2)
    belongs = divisions(event)
    assert set(belongs.values()) == {"Division A", "Division B"}
    assert [ranks[0] for ranks in places_within(event).values()] == [1, 1]
    evening_played = Hall.now(event).drive.drive
    names = evening_played.players
    for record in evening_played.sets:
        for table in record.tables:
            assert len({belongs[names[who].name] for who in table.chairs if who is not None}) == 1

    assert divisions_by_rules(event) == belongs
    assert divisions(evening.check_files(event)) == belongs
    event = evening.check_end(event)
    assert divisions(event) == belongs
    client.force_login(event.owner)
    page = words_of(client.get(reverse("event_standings", args=[event.pk])))
    assert page.count("Division A") >= 2  # over its lines, and over its cross table
    assert "Who played whom · Division B" in page
    page = words_of(client.get(reverse("event_results", args=[event.pk])))
    assert page.count("Division A") == page.count("Division B") == 2  # who won, and how that was
    best = [row for row in standings(event).rows if row.rank == 1]
    assert all(row.name in page for row in best)
    page = words_of(client.get(reverse("event", args=[event.pk])))
    assert "(Division A)" in page
    assert "Each finished first in a division." in page
    printed = papers(client, event, "standings", "winners")
    assert "Division B" in printed["standings"]
    assert "Division A" in printed["winners"]
    assert "Division B" in for_guests(event, "wall")


def test_who_stands_in_for_somebody_of_another_division_stays_in_the_own() -> None:
    """Of six pairs and five somebody of the odd one has a bye, and takes a chair over in set 1."""
    event = an_event(22, form="pairs", rounds=3, deals=2, divisions=2)
    show(event)
    rows, names = Hall.now(event).drive, dict(event.entries.values_list("pk", "name"))
    drawn = divisions_of(rows.drive)
    belongs = {names[pk]: f"Division {'AB'[drawn[rows.index(pk)] - 1]}" for pk in names}
    waits = evening.newest(event).sit_outs.order_by("pk")[0].entry
    chairs = Seat.objects.filter(seating=evening.newest(event)).order_by("pk")
    chair = next(chair for chair in chairs if belongs[chair.entry.name] != belongs[waits.name])
    values: dict[str, Any] = {"table": chair.table, "chair": chair.chair, "from_hand": 2}
    roll_call.substitute(event=event, actor=host(event), entry=waits, **values)
    play(event, Random(1))
    assert divisions(event) == belongs
    roll_call.mark_away(event=event, actor=host(event), entry=chair.entry, from_set=2)
    for number in (2, 3):
        show(event)
        for table in drive.all_rounds(event, number, 0)[number - 1].tables:
            assert len({belongs[names[who]] for who in table}) == 1
        play(event, Random(number))
    assert divisions(event) == belongs
    assert divisions_by_rules(event) == belongs


def test_tables_name_their_divisions_wherever_they_stand(client: Client) -> None:
    event = an_event(18, "euchre", "pairs", rounds=3, deals=1, divisions=2)
    client.force_login(event.owner)
    both = ("Division A", "Division B")
    draft = draws.draw(event=event, actor=host(event), seed=7)
    page = words_of(client.get(reverse("event_draw", args=[event.pk])))
    assert all(name in page for name in both)  # before anybody else sees the seats
    kinds = ("chart", "where", "pocket-cards", "table-cards", "slips")
    printed = papers(client, event, *kinds)
    draws.publish(event=event, actor=host(event), seating=draft)
    for name in ("spectator", "spectator_seats"):
        page = for_guests(event, name)
        assert all(name in page for name in both)
    screen = event.links.get(kind=Link.Kind.WALL).token
    html = Client().get(reverse("wall", args=[screen])).content.decode()
    assert "Table 1, Division A" in html
    assert "Table 4, Division B" in html
    for name in ("event", "event_links"):
        page = words_of(client.get(reverse(name, args=[event.pk])))
        assert page.count("Division A") == page.count("Division B") == 2, name
    page = words_of(client.get(reverse("event_table", args=[event.pk, 1, 4])))
    assert "Division B" in page
    assert "Set 1 · Set 1" not in page
    assert "Division B · Set 1 of 3" in for_guests(event, "table", number=4)
    for kind in kinds:
        assert all(name in printed[kind] for name in both), kind

    play(event, Random(3))
    first = standings(event).rows[0]
    page = words_of(client.get(reverse("event_player", args=[event.pk, first.entry_id])))
    assert first.division in page
    assert "of 5 pairs" in page or "of 4 pairs" in page
    near = for_guests(event, "spectator_player", first.entry_id).partition("Standings")[2]
    others = {row.name for row in standings(event).rows if row.division != first.division}
    assert not others & set(near.split())
    page = words_of(client.get(reverse("event_results", args=[event.pk])))
    assert all(name in page for name in both)  # who leads so far, in each


@pytest.mark.parametrize("of", ["each", "all"])
def test_the_best_of_the_divisions_play_on(of: str) -> None:
    options: dict[str, Any] = {"stages": "knockout", "qualify": 2 if of == "each" else 4}
    event = played(
        12, 2, game="golf", form="pairs", rounds=2, deals=1, divisions=2, qualify_of=of, **options
    )
    belongs = divisions(event)
    ranks = {row.name: row.rank for row in standings(event).rows}
    show(event)
    newest = evening.newest(event)
    tables = [[seat.entry.name for seat in table.seats.all()] for table in newest.tables.all()]
    assert sum(map(len, tables)) == 4
    if of == "each":
        for one, two in tables:  # the first of a division and the second of another
            assert belongs[one] != belongs[two]
            assert {ranks[one], ranks[two]} <= {1, 2}
    play(event, Random(3))
    assert not any(divisions(event).values())  # one list, once they meet
    assert sorted(row.name for row in standings(event).rows[:4]) == sorted(tables[0] + tables[1])


def test_too_many_divisions_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        played(7, game="golf", form="pairs", rounds=3, deals=1, divisions=4)
    [problem] = refused.value.problems
    assert problem.message == "7 people are too few for 4 divisions. Choose at most 3."
    options: dict[str, Any] = {"stages": "knockout", "qualify": 4}
    with pytest.raises(Refused) as refused:
        played(6, game="golf", form="pairs", rounds=3, deals=1, divisions=2, **options)
    [problem] = refused.value.problems
    assert problem.message == "4 cannot qualify from a division of 3. Choose at most 3."


def test_two_stages_to_their_end(client: Client) -> None:
    stages = {"stages": "knockout", "qualify": 2, "stage_points": "halved"}
    event = played(10, form="swiss", rounds=2, deals=1, **stages)
    assert len(Hall.now(event).drive.drive.sets) == format_of(event).length.sets
    with pytest.raises(Refused):
        show(event)
    evening.check_files(event)
    seatings = format_of(event).length.sets
    event = evening.check_end(event)
    assert format_of(event).length.sets == seatings
    client.force_login(event.owner)
    for name in ("event", "event_standings", "event_results", "event_people"):
        assert client.get(reverse(name, args=[event.pk])).status_code == 200, name
    assert "The bracket" in words_of(client.get(reverse("event_standings", args=[event.pk])))
    printed = papers(client, event, "bracket", "winners")
    assert [paper[:3] for paper in printed.values()] == ["200"] * 2
    lost = next(row for row in standings(event).rows if row.lost)
    page = words_of(client.get(reverse("event_player", args=[event.pk, lost.entry_id])))
    assert "The first stage " in page


def test_what_follows_may_be_agreed_on_while_people_play() -> None:
    event = played(9, 1, game="golf", form="pairs", rounds=2, deals=1)
    values = {**event.options, "stages": "knockout", "qualify": 2, "others": "play"}
    events.update_event(event=event, actor=host(event), options=values)
    event.refresh_from_db()
    assert format_of(event).length.sets == 5  # seven others take three sets
    chance = Random(3)
    for _ in range(4):
        show(event)
        play(event, chance)
    with pytest.raises(Refused) as refused:
        show(event)
    assert "There are no more" in refused.value.problems[0].message
    evening.check_files(event)
    values["qualify"] = 3
    with pytest.raises(Refused) as refused:
        events.update_event(event=event, actor=host(event), options=values)
    assert refused.value.problems[0].at == ("options", "qualify")


GROUPS = ("Final", "Places 5 to 8", "Places 9 to 12")


@pytest.mark.exhaustive(keep=("euchre",))
@pytest.mark.parametrize(("game", "form"), [("euchre", "individual"), ("golf", "meetings")])
def test_a_final_and_the_places_behind_it_are_called_so_everywhere(
    client: Client, game: str, form: str
) -> None:
    event = played(12, 2, game=game, form=form, rounds=2, deals=1, stages="table", others="play")
    draft = draws.draw(event=event, actor=host(event), seed=3)
    client.force_login(event.owner)
    words = words_of(client.get(reverse("event_draw", args=[event.pk])))
    assert "Set 3 · The final and the places" in words
    assert all(group in words for group in GROUPS)
    draws.publish(event=event, actor=host(event), seating=draft)
    view = seats(event)
    assert view is not None
    assert tuple(table.division for table in view.tables) == GROUPS
    assert [table.letter for table in view.tables] == ["1–4", "5–8", "9–12"]
    ranked = [row.entry_id for row in standings(event).rows]
    for at, table in enumerate(view.tables):
        assert {seat.entry_id for seat in table.seats} <= {*ranked[4 * at : 4 * at + 4]} or at
    for table in view.tables:
        phone = for_guests(event, "table", number=table.number)
        own = for_guests(event, "spectator_player", table.seats[0].entry_id)
        for page in (phone, own):
            assert [group for group in GROUPS if group in page] == [table.division]
    desk = words_of(client.get(reverse("event", args=[event.pk])))
    printed = papers(client, event, "chart", "table-cards")
    wall = for_guests(event, "wall")
    for group in GROUPS:
        assert group in desk
        assert group in printed["chart"]
        assert group in printed["table-cards"]
        assert group in wall
