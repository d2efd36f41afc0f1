"""Knockout evenings of pairs, of two at a table and of larger tables, to the winner."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import evening
from tests.tournaments.evening import a_user, host
from tests.tournaments.visits import for_guests, papers, words_of
from tournaments.boards.hall import Hall
from tournaments.boards.table_reports import reports_at
from tournaments.events.demo import sample_report
from tournaments.files.event_document import export_event
from tournaments.files.event_import import import_event
from tournaments.models import Event, Link, Table
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.reports import acceptances
from tournaments.reports.submission import Submission
from tournaments.seating import draws
from tournaments.seats.requests import past_sets
from tournaments.seats.selectors import seats
from tournaments.standings.finales import event_finale
from tournaments.standings.selectors import standings
from tournaments.templatetags.wall import wall_places
from tournaments.wall.prizes import event_awards
from tournaments.wall.reveal import podiums
from tournaments.web.wording import translate

pytestmark = pytest.mark.django_db


def an_event(people: int, game: str = "euchre", form: str = "knockout", **options: Any) -> Event:
    return evening.an_event_in(form, people, game, **options)


def show(event: Event, seed: int = 7) -> Any:
    """The seats of the next set."""
    draft = draws.draw(event=event, actor=host(event), seed=seed)
    draws.publish(event=event, actor=host(event), seating=draft)
    event.refresh_from_db()
    return draft


def play(event: Event, chance: Random) -> None:
    """Every table of the newest set plays to its end, and cuts where it must."""
    format, number = format_of(event), evening.newest(event).set_number
    for table in Table.objects.filter(seating=evening.newest(event)).order_by("number"):
        if format.keeping.apart:
            while None in (told := reports_at(table).payloads(format)):
                deal = told.index(None) + 1
                report = sample_report(format.game.plays, format.hands.table(number, deal), chance)
                evening.say(table, deal, report, host(event))
            result = Hall.now(event).result(reports_at(table))
            if result.tied:
                acceptances.report_cut(table, result.cuts[0], Submission(host(event), "c"))
            continue
        while True:
            result = Hall.now(event).boards
            board = next(
                one
                for one in result
                if (one.set_number, one.table_number) == (number, table.number)
            )
            if board.is_over:
                break
            report = sample_report(board.plays, board.standing, chance)
            evening.say(table, board.next_number, report, host(event))
    event.refresh_from_db()


def played(people: int, sets: int = 0, game: str = "euchre", **options: Any) -> Event:
    event, chance = an_event(people, game, **options), Random(3)
    show(event)
    for number in range(1, (sets or format_of(event).length.sets) + 1):
        play(event, chance)
        if number < (sets or format_of(event).length.sets):
            show(event)
    return event


def places(event: Event) -> dict[str, int]:
    return {row.name: row.rank for row in standings(event).rows}


def codes(event: Event) -> dict[str, int]:
    """Why how many people do not play in the newest set."""
    values: dict[str, int] = {}
    for out in evening.newest(event).sit_outs.all():
        values[out.reason["code"]] = values.get(out.reason["code"], 0) + 1
    return values


@pytest.mark.parametrize(("places", "name"), [("none", "Final"), ("all", "")])
def test_the_final_table_of_a_knockout_at_larger_tables_is_called_so(
    client: Client, places: str, name: str
) -> None:
    """Not where others play beside it for their places."""
    event = played(8, 1, "golf", size=4, deals=1, places=places)
    draft = draws.draw(event=event, actor=host(event), seed=3)
    client.force_login(event.owner)
    words = words_of(client.get(reverse("event_draw", args=[event.pk])))
    assert ("Set 2 · Final" in words) == bool(name)
    draws.publish(event=event, actor=host(event), seating=draft)
    view = seats(event)
    assert view is not None
    assert view.tables[0].division == name
    for page in (for_guests(event, "table"), for_guests(event, "wall")):
        assert ("Final" in page) == bool(name)
    assert ("Final" in papers(client, event, "table-cards")["table-cards"]) == bool(name)


def test_a_bracket_shows_what_is_played_first_where_there_is_little_room(client: Client) -> None:
    """Round by round, the one that is played open, and the match for third place below the final;
    the bracket stands above the list of places."""
    event = an_event(8, "golf", size=2, deals=1, places="third")
    show(event)
    client.force_login(event.owner)
    address = reverse("event_standings", args=[event.pk])
    rounds = re.compile(r'<details class="fold" id="bracket-1-(\d)(?:-now)?"( open)?>')
    for number in (1, 2, 3):
        page = client.get(address).content.decode()
        matches = rounds.findall(page)
        assert [at for at, is_open in matches if is_open] == [str(number)]
        assert page.index("The bracket") < page.index("list near" if number == 1 else "<table")
        final = page.partition("Set 3 · Final</title>")[2].partition("</svg>")[0]
        assert ("For third place" in final) == (number > 1)
        play(event, Random(number))
        if number < 3:
            show(event)
    page = client.get(address).content.decode()
    assert [at for at, is_open in rounds.findall(page) if is_open] == ["3"]
    printed = papers(client, event, "bracket")["bracket"]
    assert "For third place" in printed
    assert "What is empty is filled in by hand." in printed


def test_who_is_out_sits_nothing_out_and_is_told_so(client: Client) -> None:
    event = played(12, 1)
    show(event)
    assert codes(event) == {"out": 4}
    client.force_login(event.owner)
    page = words_of(client.get(reverse("event_draw", args=[event.pk])))
    assert "Watching" in page
    assert "Knocked out in set 1." in page
    assert "Sitting out this set" not in page
    past = past_sets(Hall.now(event), 2)
    assert past[1].sitting_out == ()
    assert {row.sit_outs for row in standings(event).rows} == {0, 1}  # four had a bye
    assert all(len(row.side) == 2 for row in standings(event).rows)  # who had one are pairs, too
    out = evening.newest(event).sit_outs.first()
    assert out is not None
    player = words_of(client.get(reverse("event_player", args=[event.pk, out.entry_id])))
    assert "not playing" in player, player
    assert "The bracket" in for_guests(event, "wall")
    assert "The bracket" in for_guests(event, "spectator_standings")
    again = import_event(owner=a_user("other"), data=json.loads(json.dumps(export_event(event))))
    assert codes(again) == {"out": 4}
    assert Hall.now(again).drive.drive.sets[1].sitting_out == ()


def test_nobody_leads_while_several_are_still_in(client: Client) -> None:
    event = played(12, 1, deals=2)
    client.force_login(event.owner)
    first = [row for row in standings(event).rows if row.rank == 1]
    assert len(first) > 4
    assert {row.place for row in first} == {"still in"}
    finalists = [row for row in standings(played(12, 2, deals=2)).rows if row.rank == 1]
    assert [row.place for row in finalists] == ["in the final"] * 4
    assert wall_places(finalists).count('<small class="status">in the final</small>') == 4
    page = client.get(reverse("event_standings", args=[event.pk])).content.decode()
    assert 'class="lead"' not in page
    lines = page.partition("Who played whom")[0].count("<tr>")
    assert lines == 1 + 6  # the head, and a line for each pair
    assert "are still in" in words_of(client.get(reverse("event_results", args=[event.pk])))
    link = {one.kind: one.token for one in event.links.filter(table_number=None)}
    guest = Client().get(reverse("spectator_standings", args=[link[Link.Kind.SPECTATOR]]))
    assert "place first" not in guest.content.decode()
    address = reverse("spectator_player", args=[link[Link.Kind.SPECTATOR], first[0].entry_id])
    assert "place first" not in Client().get(address).content.decode()
    screen = Client().get(reverse("wall", args=[link[Link.Kind.WALL]])).content.decode()
    assert "class=lead" not in screen


@pytest.mark.exhaustive(keep=("euchre",))
@pytest.mark.parametrize(("game", "options"), [("euchre", {"deals": 1}), ("golf", {"size": 2})])
def test_an_evening_to_its_end_is_won_in_the_final_and_not_by_so_many_points(
    client: Client, game: str, options: dict[str, Any]
) -> None:
    event = played(8, game=game, **options)
    assert len(Hall.now(event).drive.drive.sets) == format_of(event).length.sets
    with pytest.raises(Refused):
        show(event)
    again = evening.check_files(event)
    assert format_of(again).length.sets == format_of(event).length.sets
    event = evening.check_end(event)
    ending = event_finale(event)
    assert ending is not None
    first, second = (
        next(row for row in standings(event).rows if row.rank == rank) for rank in (1, 2)
    )
    own, other = (f"{row.points[-1]}".replace("-", "−") for row in (first, second))
    if own != other:
        assert ending.words.startswith(
            f"{own} to {other} in the final against {second.side[0]}"
            if second.side
            else f"{own} to {other} in the final"
        )
    assert "ahead of" not in ending.words
    assert ending.run == ()
    assert not any(place.total for place in ending.places)
    assert "climb" not in {award.kind for award in event_awards(event, standings(event))}
    assert {step.total for step in podiums(standings(event))[0].steps} == {None}
    client.force_login(event.owner)
    page = client.get(reverse("event_standings", args=[event.pk])).content.decode()
    assert 'class="lead"' in page
    assert "The bracket" in page
    printed = papers(client, event, "certificates", "winners", "bracket")
    assert printed.pop("bracket").startswith("200")
    assert "point" not in printed["certificates"] + printed["winners"]
    assert f"First of {'4 pairs' if second.side else '8'}" in printed["certificates"]


@pytest.mark.parametrize(
    ("people", "game", "options", "last"),
    [
        (12, "golf", {"size": 2, "places": "all"}, "Places 9 to 12"),
        (8, "euchre", {"places": "third"}, "For third place"),
    ],
)
def test_who_plays_for_other_places_is_in_no_final(
    client: Client, people: int, game: str, options: dict[str, Any], last: str
) -> None:
    event = played(people, 1, game, deals=1, **options)
    show(event)
    number = evening.newest(event).set_number
    name = translate(format_of(event).labels.of_set(number).title).rpartition(" · ")[2]
    assert name in ("Quarterfinals", "Final")
    view = seats(event)
    assert view is not None
    match = name.removesuffix("s")
    assert view.tables[0].division == match
    assert view.tables[-1].division == last
    for table in (view.tables[0], view.tables[-1]):
        phone = for_guests(event, "table", number=table.number)
        own = for_guests(event, "spectator_player", table.seats[0].entry_id)
        for page in (phone, own):
            assert (match in page) == (table is view.tables[0])
            assert (last in page) == (table is view.tables[-1])
    client.force_login(event.owner)
    desk = client.get(reverse("event", args=[event.pk]))
    assert last in words_of(desk)
    # Of a match of one hand there is nothing to count.
    assert ("hand-bar" in desk.content.decode()) == (game == "golf")
    host = client.get(reverse("event_table", args=[event.pk, number, view.tables[-1].number]))
    assert last in words_of(host)
    assert match not in words_of(host)
    assert last in papers(client, event, "chart")["chart"]
    pages = "Page 2 of 2" if "Places" in last else "Page 1 of 1"
    assert pages in papers(client, event, "bracket")["bracket"]
