"""What people carry on, and what parts them: chosen on a page, told on all, kept in files."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from tests.tournaments import evening
from tests.tournaments.evening import a_user, host
from tests.tournaments.events.test_meetings import play as play_boards
from tests.tournaments.visits import text_of
from tournaments.events import services as events
from tournaments.files.spreadsheets import standings_sheet
from tournaments.models import Event
from tournaments.models.event_games import format_of
from tournaments.papers.selectors import card_sets
from tournaments.records.attendance import history
from tournaments.standings.cross_table import cross_table
from tournaments.standings.players import explanation, last_points, place_label, player_page
from tournaments.standings.selectors import computed, standings

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.django_db

AGREED = {"carry": "wins", "sit_out": "tables", "bye": "half", "tie_breaks": ["margin", "lot"]}
NEW = {"name": "Euchre", "date": "2026-11-21", "place": "", "game": "euchre", "format": "swiss"}


def an_event(form: str = "swiss", people: int = 10, game: str = "euchre", **more: object) -> Event:
    return evening.an_event_in(form, people, game, **{"rounds": 3, **AGREED, **more})


def play(event: Event, sets: int = 1) -> Event:
    for number in range(1, sets + 1):
        evening.next_set(event, seed=number)
        if format_of(event).keeping.apart:
            evening.play_set(event, Random(number))
        else:
            play_boards(event, Random(number))
    event.refresh_from_db()
    return event


def test_it_is_chosen_on_the_page_of_a_new_event(client: Client) -> None:
    client.force_login(a_user())
    page = text_of(client.get(reverse("event_new"), {"game": "euchre", "format": "swiss"}))
    for name in ("carry", "sit_out", "sit_out_number", "bye", "tie_breaks"):
        assert f'name="option_{name}"' in page
    data = {**NEW, "names": "\n".join(f"P{n}" for n in range(8)), "option_rounds": "3",
            "option_deals": "4", "option_target": "10", "option_carry": "beaten",
            "option_bye": "half", "option_sit_out": "number"}  # fmt: skip
    wrong = [
        ({"option_sit_out_number": "10001"}, "option_sit_out"),
        ({"option_sit_out_number": ""}, "option_sit_out"),
        ({"option_sit_out": "luck"}, "option_sit_out"),
        ({"option_tie_breaks": ["wins", "", "wins"]}, "option_tie_breaks"),
        ({"option_tie_breaks": ["luck"]}, "option_tie_breaks"),
        ({"option_carry": "luck"}, "option_carry"),
    ]
    for changes, field in wrong:
        sent = data | {"option_sit_out_number": "40"} | changes
        refused = client.post(reverse("event_new"), sent)
        assert refused.status_code == 422, changes
        assert refused.context["wizard"].options.errors.keys() == {field}
        assert f'id="id_{field}_error"' in text_of(refused)
    twice = {"option_sit_out_number": "40", "option_tie_breaks": ["lot", "lot"]}
    refused = client.post(reverse("event_new"), data | twice)
    assert "lot, drawn once” is there twice. Remove one." in text_of(refused)
    sent = data | {"option_sit_out_number": "40", "option_tie_breaks": ["wins", "", "lot"]}
    assert client.post(reverse("event_new"), sent).status_code == 303
    event = Event.objects.get()
    agreed = format_of(event).agreed
    assert (agreed.carry, agreed.bye, agreed.sit_out) == ("beaten", "half", 40)
    assert agreed.tie_breaks == ("wins", "lot")
    settings = text_of(client.get(reverse("event_settings", args=[event.pk])))
    assert '<option value="wins" selected>' in settings
    assert 'name="option_sit_out_number" value="40"' in settings


def test_pages_tell_what_is_carried_and_what_parted_two(client: Client) -> None:
    event = play(an_event(), 3)
    table = standings(event)
    parted = [row for row in table.rows if row.decision]
    assert parted
    assert len({row.rank for row in table.rows}) == 5  # the five pairs, a lot at the last
    client.force_login(event.owner)
    page = text_of(client.get(reverse("event_standings", args=[event.pk])))
    assert all(row.decision in page for row in parted)
    for row in table.rows:
        lines = explanation(event, row.entry_id)
        assert sum(one.points or 0 for one in lines) == row.total
        assert tuple(one.points for one in lines) == row.sets
        for one in lines:
            assert sum(line.points for line in one.carry) == one.points
            by_hand = sum(hand.points or 0 for hand in one.hands)
            assert one.made == (None if one.table is None else by_hand)
        boxes = card_sets(event, lines)
        assert tuple(box and box.total for box in boxes) == row.sets
        page = player_page(event, row.entry_id)
        assert page is not None
        last = last_points(event, page)
        assert last.parts == ", ".join(line.text for line in lines[-1].carry)
        mine = text_of(client.get(reverse("event_player", args=[event.pk, row.entry_id])))
        place = place_label(row.rank, shared=row.shared)
        assert f"{place} {row.decision}" in mine or not row.decision
        assert all(line.text in mine for one in lines for line in one.carry)
    cells = [cell for line in cross_table(event, table) for cell in line.cells if cell]
    assert max(one.own for cell in cells for one in cell) > 2  # points of the game, not wins
    events.finish_event(event=event, actor=host(event), early=True)
    event.refresh_from_db()
    assert standings(event).rows == computed(event).rows
    page = player_page(event, table.rows[0].entry_id)
    assert [record.carry for record in page.sets] == [
        line.carry for line in explanation(event, table.rows[0].entry_id)
    ]
    person = event.entries.get(pk=table.rows[0].entry_id).person
    [shown] = history(person)
    assert shown.total == sum(point or 0 for point in table.rows[0].points)


def test_a_low_game_is_won_by_most_wins(client: Client) -> None:
    event = play(an_event("meetings", 9, "hearts", carry="beaten", tie_breaks=["points"]), 2)
    rows = standings(event).rows
    assert [row.total for row in rows] == sorted((row.total for row in rows), reverse=True)
    client.force_login(event.owner)
    assert "lowest" not in text_of(client.get(reverse("event_standings", args=[event.pk])))


def test_the_mean_is_told_where_it_ranks(client: Client) -> None:
    event = play(an_event("individual", 9, per_round=2, tie_breaks=["lot"]), 2)
    client.force_login(event.owner)
    page = text_of(client.get(reverse("event_standings", args=[event.pk])))
    for row in standings(event).rows:
        assert row.mean == f"{row.total / 2:.1f} a set"
        assert row.note in page
    sheet = standings_sheet(event)
    assert list(sheet["Mean"]) == [row.mean for row in standings(event).rows]
