"""The spectators' phones: finding oneself, standings, explanations; looking only."""

import re

import pytest
from django.urls import reverse

from tests.tournaments.evening import entry, finish, host, play, say, start, table
from tests.tournaments.visits import words_of
from tournaments.access.services import ensure_links
from tournaments.events import services as events
from tournaments.models import Link
from tournaments.standings.selectors import standings
from tournaments.wall import services as wall_services
from tournaments.web import paging
from tournaments.web.collation import sorted_by_name

pytestmark = pytest.mark.django_db

PAGES = ("spectator", "spectator_seats", "spectator_standings")


@pytest.fixture
def event():
    return start(people=10)


def token(event):
    ensure_links(event)
    return Link.objects.get(event=event, kind="spectator").token


def get(client, event, name="spectator", *args, **query):
    return client.get(reverse(name, args=(token(event), *args)), query)


def people(response):
    """The names in the list of the page on which one finds oneself."""
    return re.findall(r'data-person="([^"]+)"', response.content.decode())


def test_everybody_finds_their_seat(client, event):
    response = get(client, event)
    assert len(people(response)) == 10
    seat = table(event, 2).seats.select_related("entry").get(chair=3)
    assert f"{seat.entry.name} Table 2, West" in words_of(response)
    assert words_of(response).count("sits out") == 2


def test_names_are_found_by_letter_and_by_a_part(client, event):
    assert sorted(people(get(client, event, letter="L"))) == ["L1", "L2", "L3", "L4", "L5"]
    assert people(get(client, event, q="g3")) == ["G3"]
    response = get(client, event, q="Rumpelstiltskin")
    assert people(response) == []
    assert "Nobody of that name is here tonight" in words_of(response)


def test_once_it_is_over_everybody_finds_their_place(client, event):
    play(event, 1)
    wall_services.hide_standings(event=event, actor=host(event), hidden=True)
    event.refresh_from_db()
    finish(event)
    before = get(client, event)
    assert "How did I do?" in words_of(before)
    assert "Table 1" not in words_of(before)
    assert "Place" not in words_of(before)
    wall_services.hide_standings(event=event, actor=host(event), hidden=False)
    event.refresh_from_db()
    page = words_of(get(client, event))
    for row in standings(event).rows:
        assert f"{row.name} Place {row.place}" in page


def test_points_of_a_set_without_a_rule_of_its_own_are_explained_too(client):
    event = start(people=8, game="euchre", format="swiss", options={"rounds": 3})
    for number, tricks in enumerate((3, 5, 2, 3), 1):
        for at in (1, 2):
            say(table(event, at), number, {"makers": 0, "alone": False, "tricks": tricks})
    north = table(event, 1).seats.get(chair=0).entry_id
    seen = words_of(get(client, event, "spectator_player", north))
    assert "Why 4 in set 1? 1 + 2 + 0 + 1" in seen


def test_a_player_of_another_event_is_not_shown(client, event):
    other = start(people=8, name="Another evening")
    response = get(client, event, "spectator_player", entry(other, "G1").pk)
    assert response.status_code == 404


def test_hidden_standings_are_on_no_page(client, event):
    play(event, sets=2)
    top = standings(event).rows[0]
    wall_services.hide_standings(event=event, actor=host(event), hidden=True)
    event.refresh_from_db()
    response = get(client, event, "spectator_standings")
    assert "data-entry" not in response.content.decode()
    assert "10 places are kept secret until the end" in words_of(response)
    page = get(client, event, "spectator_player", top.entry_id)
    assert "has not been revealed yet" in words_of(page)
    for secret in (f"{top.total} points", "Hand 1", "<polyline", 'class="stat"'):
        assert secret not in page.content.decode().replace("<strong>", "")
    assert str(top.total) not in words_of(page)
    events.finish_event(event=event, actor=host(event), early=True)
    seen = words_of(get(client, event, "spectator_standings"))
    assert "10 places are still secret" in seen
    assert "until the end of the evening" not in seen  # which it is
    assert "until the end" not in words_of(get(client, event, "spectator_player", top.entry_id))


def test_points_of_a_sit_out_are_explained_as_such(client):
    event = start(people=9)
    play(event, sets=1)
    out = event.seatings.get(set_number=1).sit_outs.get().entry_id
    seen = words_of(get(client, event, "spectator_player", out))
    assert "Why 32 in set 1? Coronation Sat out: 8 + 8 + 8 + 8" in seen
    assert seen.count("sat out") == 1  # not with every hand, too


def test_revealed_places_appear_from_the_bottom(client, event):
    play(event, sets=2)
    rows = standings(event).rows
    wall_services.hide_standings(event=event, actor=host(event), hidden=True)
    type(event).objects.update(reveal_from=0)  # from the last place on
    wall_services.reveal_next(event=event, actor=host(event))
    event.refresh_from_db()
    matches = re.findall(
        r'<li data-entry="(\d+)"', get(client, event, "spectator_standings").content.decode()
    )
    last = [str(row.entry_id) for row in rows if row.rank == rows[-1].rank]
    assert matches == last
    open_page = get(client, event, "spectator_player", int(last[0]))
    assert "not been revealed" not in words_of(open_page)
    closed_page = get(client, event, "spectator_player", rows[0].entry_id)
    assert "not been revealed" in words_of(closed_page)


def test_a_page_that_polls_is_answered_briefly_while_nothing_happens(client, event):
    where = reverse("spectator_standings", args=(token(event),))
    event.refresh_from_db()
    poll = {"v": event.version}
    headers = {"HX-Request": "true"}
    assert client.get(where, poll, headers=headers).status_code == 204
    say(table(event), 1, {"tricks": [7, 6]})
    assert client.get(where, poll, headers=headers).status_code == 200
    assert client.get(where, poll).status_code == 200


def test_a_full_hall_comes_in_pages(client, monkeypatch):
    """Forty people, as if twelve were as many as a page holds."""
    monkeypatch.setattr(paging.list_page, "__defaults__", (12,))
    monkeypatch.setattr(paging.page_with, "__defaults__", (12,))
    monkeypatch.setattr(paging, "LINES", 12)
    event = start(people=40)
    where = {name: reverse(name, args=(token(event),)) for name in PAGES}
    lines = {"spectator": r'data-person="(\w+)"', "spectator_standings": r">([GL]\d+)</a>"}
    for name, line in lines.items():
        found = []
        for number in (1, 2, 3, 4):
            found += re.findall(line, client.get(where[name], {"page": number}).content.decode())
        assert len(found) == 40
        assert len(set(found)) == 40
    some = client.get(where["spectator_standings"], {"q": "g1"}).content.decode()
    assert set(re.findall(lines["spectator_standings"], some)) == {
        one.name for one in event.entries.filter(name__istartswith="g1")
    }
    assert "Nobody" in words_of(client.get(where["spectator_standings"], {"q": "nobody"}))
    last = sorted_by_name(standings(event).rows, lambda row: row.name)[-1]
    there = client.get(where["spectator_standings"], {"of": last.entry_id})
    assert there.status_code == 302
    assert there["Location"].endswith(f"?page=4#entry-{last.entry_id}")
    assert f'id="entry-{last.entry_id}"' in client.get(there["Location"]).content.decode()
    seats = client.get(where["spectator_seats"], {"q": "G7"}).content.decode()
    assert "G7" in seats


def test_nobody_is_led_to_a_line_that_is_hidden(client, event):
    play(event, sets=1)
    best = standings(event).rows[0]
    wall_services.hide_standings(event=event, actor=host(event), hidden=True)
    where = reverse("spectator_standings", args=(token(event),))
    assert client.get(where, {"of": best.entry_id})["Location"] == where


# --- who may not ------------------------------------------------------------------------------


def test_the_pages_keep_out_of_search_engines(client, event):
    for name in PAGES:
        response = get(client, event, name)
        assert "noindex" in response.headers["X-Robots-Tag"]
        assert response.headers["Cache-Control"] in ("no-store", "private, no-cache")


def test_the_pages_cost_few_queries(client, event, django_assert_max_num_queries):
    play(event, sets=2)
    link = token(event)
    get(client, event, "spectator_standings")
    with django_assert_max_num_queries(2):
        answers = [client.get(reverse("spectator_standings", args=(link,)))]
    with django_assert_max_num_queries(8):
        answers.append(client.get(reverse("spectator", args=(link,))))
    with django_assert_max_num_queries(15):
        answers.append(client.get(reverse("spectator_player", args=(link, entry(event, "G1").pk))))
    assert [answer.status_code for answer in answers] == [200, 200, 200]


def test_a_second_look_at_ones_own_page_asks_next_to_nothing(
    client, event, django_assert_max_num_queries
):
    say(table(event, 1), 1, {"tricks": [7, 6]}, host(event))
    mine, other = entry(event, "G1").pk, entry(event, "G2").pk
    first = get(client, event, "spectator_player", mine)
    address = reverse("spectator_player", args=(token(event), mine))
    with django_assert_max_num_queries(3):
        assert client.get(address).content == first.content
    assert get(client, event, "spectator_player", other).content != first.content
    say(table(event, 1), 2, {"tricks": [13, 0]}, host(event))
    assert client.get(address).content != first.content
    assert get(client, event, "spectator_player", 10**6).status_code == 404
