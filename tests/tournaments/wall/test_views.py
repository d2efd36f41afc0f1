"""The wall screen: its slides, what it must not show, and who may not open it."""

import re

import pytest
from django.urls import reverse

from tests.tournaments.evening import an_event, host, next_set, play, say, start, table
from tournaments.access.services import ensure_links, revoke_link
from tournaments.events import services as events
from tournaments.models import Link
from tournaments.standings.selectors import standings
from tournaments.wall import services
from tournaments.wall.selectors import pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return start(people=14)


def token(event, kind="wall"):
    ensure_links(event)
    return Link.objects.get(event=event, kind=kind).token


def get(client, event, name="wall", **query):
    return client.get(reverse(name, args=(token(event),)), query)


def words(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def slides(response):
    return re.findall(r'data-slide="([^"]+)"', response.content.decode())


def totals(response):
    """Every number that stands as somebody's points."""
    return [int(n) for n in re.findall(r"<strong>(-?\d+)</strong>", response.content.decode())]


def test_before_the_draw_the_wall_invites(client):
    event = an_event(people=4)
    response = get(client, event)
    assert "join" in slides(response)
    assert "as soon as they are drawn" in words(response)
    assert f"/s/{token(event, 'spectator')}/" in words(response)


def test_seats_come_first_with_everybody_on_them(client, event):
    response = get(client, event)
    assert slides(response)[0] == "seats-1"
    assert 'data-now="seats-1"' in response.content.decode()
    for number in range(1, 8):
        assert f"G{number}" in words(response)
        assert f"L{number}" in words(response)
    assert "Sitting out:" in words(response)


def test_many_tables_are_turned_page_by_page(client):
    response = get(client, start(people=24))
    assert [name for name in slides(response) if name.startswith("seats")] == ["seats-1", "seats-2"]
    assert "1/2" in words(response)


def test_a_large_hall_is_listed_by_name(client):
    response = get(client, start(people=100))
    assert 'class="wall-names"' in response.content.decode()
    assert len([name for name in slides(response) if name.startswith("seats")]) == 5


@pytest.mark.parametrize(
    ("count", "size", "lengths"),
    [(0, 4, []), (4, 4, [4]), (5, 4, [3, 2]), (9, 4, [3, 3, 3]), (17, 16, [9, 8])],
)
def test_pages_are_even(count, size, lengths):
    assert [len(part) for part in pages(range(count), size)] == lengths


def test_missing_and_nudged_tables_are_called(client, event):
    play(event, sets=1)
    assert "missing" not in slides(get(client, event))
    other = start(people=14, name="Another evening")
    services.nudge(event=other, actor=host(other), table_number=2)
    response = get(client, other)
    assert "missing" in slides(response)
    assert 'data-now="nudge-2"' in response.content.decode()
    assert "Waiting for table 2" in words(response)


@pytest.mark.parametrize(("tables", "told"), [(2, "tables 1, 2"), (14, "14 tables")])
def test_the_host_sees_for_which_tables_the_wall_waits(client, tables, told):
    event = start(people=4 * tables)
    client.force_login(event.owner)
    answer = client.get(reverse("event_wall_control", args=(event.pk,)))
    assert f"Waiting for {told} " in f"{words(answer)} "


def test_tied_tables_are_told_to_cut_and_not_to_enter_results(client, event):
    play(event, sets=1)
    next_set(event)
    for number in (1, 2, 3):
        for deal in range(1, 5):
            reverses = number == 3 and deal % 2
            say(table(event, number), deal, {"tricks": [6, 7] if reverses else [7, 6]})
    response = get(client, event)
    assert "tied" in slides(response)
    assert "missing" not in slides(response)
    assert "1 table is tied Please cut the cards, and enter who cut highest 3" in words(response)
    assert "enter your results" not in words(response)
    services.nudge(event=event, actor=host(event), table_number=3)
    assert 'data-now="nudge-3"' in get(client, event).content.decode()


def test_the_timer_counts_down(client, event):
    services.set_timer(event=event, actor=host(event), minutes=12)
    left = re.search(r'data-ends="(\d+)"', get(client, event).content.decode())
    assert left
    assert 700 <= int(left[1]) <= 720


def test_standings_show_who_moved(client, event):
    play(event, sets=2)
    response = get(client, event)
    rows = standings(event).rows
    assert totals(response) == [row.total for row in rows]
    assert any(row.moved for row in rows)
    assert 'class="moved up"' in response.content.decode()


def test_hidden_standings_are_nowhere_on_the_wall(client, event):
    play(event, sets=2)
    services.hide_standings(event=event, actor=host(event), hidden=True)
    event.refresh_from_db()
    for name in ("wall", "wall_slides"):
        response = get(client, event, name)
        assert not [one for one in slides(response) if one.startswith("standings")]
        assert totals(response) == []


def test_the_end_reveals_place_by_place_and_then_the_winners(client, event):
    play(event, sets=7)
    rows = standings(event).rows
    services.hide_standings(event=event, actor=host(event), hidden=True)
    events.finish_event(event=event, actor=host(event), early=True)
    event.refresh_from_db()
    seen = []
    for _ in range(len(rows)):
        if not standings(event).hidden:
            break
        assert "winners" not in slides(get(client, event))
        services.reveal_next(event=event, actor=host(event))
        event.refresh_from_db()
        hidden = standings(event).hidden
        response = get(client, event)
        if hidden:
            assert slides(response)[0] == "reveal"
            assert totals(response) == [row.total for row in rows[hidden:]]
            assert rows[hidden].name in words(response)
        seen.append(hidden)
    assert seen == sorted(seen, reverse=True)
    assert seen[-1] == 0
    response = get(client, event)
    assert slides(response)[0] == "winners"
    assert rows[0].name in words(response)


def test_the_slides_come_alone_and_only_when_something_happened(client, event):
    event.refresh_from_db()
    assert get(client, event, "wall_slides", v=event.version).status_code == 204
    before = event.version
    say(table(event), 1, {"tricks": [7, 6]})
    response = get(client, event, "wall_slides", v=before)
    assert response.status_code == 200
    assert response.content.decode().strip().startswith('<div class="slides"')


def test_the_wall_listens_to_its_own_stream(client, event):
    assert f'data-live="/live/{token(event)}/"' in get(client, event).content.decode()


# --- who may not ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["wall", "wall_slides"])
@pytest.mark.parametrize("kind", ["table", "spectator", "scorekeeper", None])
def test_other_links_do_not_open_the_wall(client, event, name, kind):
    ensure_links(event)
    other = "nobody-knows-this"
    if kind:
        given = {"table_number": 1} if kind == "table" else {}
        other = Link.objects.get_or_create(event=event, kind=kind, **given)[0].token
    assert client.get(reverse(name, args=(other,))).status_code == 404


@pytest.mark.parametrize("name", ["wall", "wall_slides"])
def test_a_withdrawn_wall_goes_dark(client, event, name):
    where = reverse(name, args=(token(event),))
    revoke_link(link=Link.objects.get(event=event, kind="wall"), actor=host(event))
    assert client.get(where).status_code == 410
    assert client.post(where).status_code == 405


def test_the_wall_costs_few_queries(client, event, django_assert_max_num_queries):
    play(event, sets=2)
    where = reverse("wall", args=(token(event),))
    client.get(where)
    with django_assert_max_num_queries(16):
        assert client.get(where).status_code == 200
