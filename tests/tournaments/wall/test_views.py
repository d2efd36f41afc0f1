"""The wall screen: its slides, what it must not show, and who may not open it."""

import re
from random import Random

import pytest
from django.urls import reverse

from tests.tournaments.evening import (
    an_event,
    an_event_in,
    finish,
    host,
    next_set,
    play,
    play_set,
    say,
    start,
    table,
)
from tests.tournaments.row_copies import remember_rows
from tests.tournaments.visits import words_of
from tournaments.access.selectors import join_code
from tournaments.access.services import ensure_links
from tournaments.events import services as events
from tournaments.models import Event, Link
from tournaments.models.errors import Refused
from tournaments.records.evening_pages import evening_page
from tournaments.records.selectors import family_records
from tournaments.standings.selectors import standings
from tournaments.wall import services
from tournaments.wall.reveal import reveal
from tournaments.wall.slides import pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return start(people=14)


@remember_rows
def play_through(people):
    event = start(people=people)
    play(event, sets=7)
    return event


@pytest.fixture
def played():
    """An evening of which every set has been played, and which is not finished yet."""
    return play_through(14)


def token(event, kind="wall"):
    ensure_links(event)
    return Link.objects.get(event=event, kind=kind).token


def get(client, event, name="wall", **query):
    return client.get(reverse(name, args=(token(event),)), query)


def slides(response):
    return re.findall(r'data-slide="([^"]+)"', response.content.decode())


def totals(response):
    return [int(n) for n in re.findall(r"<strong>(-?\d+)</strong>", response.content.decode())]


def test_before_the_draw_the_wall_invites(client):
    event = an_event(people=4)
    response = get(client, event)
    assert "join" in slides(response)
    assert "as soon as they are drawn" in words_of(response)
    assert f"and type {join_code(event)}" in words_of(response)


def test_seats_come_first_with_everybody_on_them(client, event):
    response = get(client, event)
    assert slides(response)[0] == "seats-1"
    assert 'data-now="seats-1"' in response.content.decode()
    assert "data-every" not in response.content.decode()
    for number in range(1, 8):
        assert f"G{number}" in words_of(response)
        assert f"L{number}" in words_of(response)
    assert "Sitting out" in words_of(response)
    # The code to join with stands beside the square, in threes: on the rail, and large.
    code = join_code(event)
    assert re.fullmatch(r"\w{3} \w{3}", code)
    assert response.content.decode().count(code) == 2
    assert "/join" in words_of(response)
    # The slides come alone, and only when something happened.
    event.refresh_from_db()
    assert get(client, event, "wall_slides", v=event.version).status_code == 204
    before = event.version
    say(table(event), 1, {"tricks": [7, 6]})
    response = get(client, event, "wall_slides", v=before)
    assert response.status_code == 200
    assert response.content.decode().strip().startswith('<div class="slides"')


@pytest.mark.parametrize(
    ("people", "pages_of_names", "pages_of_tables", "grid"),
    [
        (8, 0, 1, "columns-two rows-1"),
        (32, 0, 1, "columns-two rows-4"),
        (36, 0, 1, "columns-three rows-3"),
        (56, 2, 2, ""),
        (100, 3, 0, ""),
    ],
)
def test_up_to_eight_tables_stand_in_two_columns_and_from_forty_people_on_names_come_first(
    client, people, pages_of_names, pages_of_tables, grid
):
    response = get(client, start(people=people))
    seats = [name for name in slides(response) if name.startswith(("names", "seats"))]
    by_name = [f"names-{number + 1}" for number in range(pages_of_names)]
    assert seats == by_name + [f"seats-{number + 1}" for number in range(pages_of_tables)]
    page = response.content.decode()
    assert page.count('data-now="seats-1"') == 1
    assert (
        page.index('data-now="seats-1"') < page.index(f'data-slide="{seats[-1]}"') or not seats[1:]
    )
    assert page.count("data-read") == pages_of_names
    assert f'class="seats {grid}' in page or not pages_of_tables
    assert ("page 1 of 2" in words_of(response)) == (people == 56)


def test_a_list_by_name_has_its_letters_at_the_side_and_its_ends_above(client):
    response = get(client, start(people=40))
    assert slides(response)[:2] == ["names-1", "seats-1"]
    assert "Your table: G1 to L20" in words_of(response)
    page = response.content.decode()
    letters = re.findall(r'<i aria-hidden="true">(\w?)</i><span class="who"', page)
    assert len(letters) == 40
    assert list(filter(None, letters)) == ["G", "L"]
    assert '<small><span aria-hidden="true">N</span><span class="visually-hidden">North' in page


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
    assert "Waiting for table 2" in words_of(response)


def test_once_a_set_is_complete_its_seats_give_way_to_what_comes_next(client, event):
    services.set_timer(event=event, actor=host(event), minutes=20)
    assert "rail-clock" in get(client, Event.objects.get(pk=event.pk)).content.decode()
    play(event, sets=1)
    response = get(client, Event.objects.get(pk=event.pk))
    assert slides(response)[0] == "over"
    assert not [name for name in slides(response) if name.startswith("seats")]
    assert "Set 1 is complete Coronation · all 3 tables are done" in words_of(response)
    assert "Seats for set 2 in a moment" in words_of(response)
    assert "First on this screen" in words_of(response)
    assert 'data-now="over-1"' in response.content.decode()
    assert "rail-clock" not in response.content.decode()
    next_set(event)
    assert slides(get(client, Event.objects.get(pk=event.pk)))[0] == "seats-1"


def test_nobody_is_promised_to_see_first_what_phones_know_already(client):
    planned = an_event_in("individual")
    next_set(planned)
    play_set(planned, Random(1))
    assert "Your phones already know" in words_of(get(client, Event.objects.get(pk=planned.pk)))


def test_who_goes_where_stands_in_two_columns_while_tables_are_few(client):
    event = an_event_in("progressive", 12)
    next_set(event)
    play_set(event, Random(1))
    page = get(client, Event.objects.get(pk=event.pk)).content.decode()
    assert 'class="seats round ladder columns-two rows-2' in page


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
    assert "1 table is tied" in words_of(response)
    assert "3 Cut the cards and enter who cut highest" in words_of(response)
    assert "have sent" not in words_of(response)
    services.nudge(event=event, actor=host(event), table_number=3)
    assert 'data-now="nudge-3"' in get(client, event).content.decode()


def test_standings_show_who_moved_and_hidden_ones_are_nowhere_on_the_wall(client, event):
    play(event, sets=2)
    response = get(client, event)
    rows = standings(event).rows
    assert totals(response) == [row.total for row in rows]
    assert any(row.moved for row in rows)
    assert 'class="moved up"' in response.content.decode()
    services.hide_standings(event=event, actor=host(event), hidden=True)
    event.refresh_from_db()
    for name in ("wall", "wall_slides"):
        response = get(client, event, name)
        assert not [slide for slide in slides(response) if slide.startswith("standings")]
        assert totals(response) == []


def stage(response):
    return re.findall(r'class="hero" data-fit="hero">([^<]+)<', response.content.decode())


def kinds(response):
    return re.findall(r'class="stage (\w*)', response.content.decode())


def step(event):
    services.reveal_next(event=event, actor=host(event))
    event.refresh_from_db()


def test_awards_then_third_second_and_the_champion_alone_at_the_end(client, played):
    event = played
    services.hide_standings(event=event, actor=host(event), hidden=True)
    finish(event)
    response = get(client, event)
    assert slides(response) == ["hidden", "join"]
    assert "Who has won?" in words_of(response)
    result = reveal(event)
    assert result.awards
    winners = {row.name for row in standings(event).rows if row.rank == 1}
    for number, one in enumerate(result.steps[: result.awards], 1):
        assert winners.isdisjoint(one.names)
        step(event)
        response = get(client, event)
        assert kinds(response) == ["award"]
        assert 'data-every="500"' in response.content.decode()
        assert one.title in words_of(response)
        assert stage(response) == list(one.names)
        assert f"Prizes · {number} of {result.awards}" in words_of(response)
        assert not winners.intersection(stage(response))
        assert standings(event).public == ()
        assert reveal(event).steps == result.steps
    services.reveal_back(event=event, actor=host(event))
    assert (event.awards_shown, event.revealed) == (result.awards - 1, 0)
    step(event)
    ranks = [one.rank for one in result.steps[result.awards :]]
    assert ranks == sorted({row.rank for row in standings(event).rows if row.rank <= 3})[::-1]
    for one in result.steps[result.awards :]:
        step(event)
        response = get(client, event)
        assert stage(response) == list(one.names)
        assert one.points in words_of(response)
        assert ("felt" in response.content.decode()) == (one.kind == "champion")
        assert "data-bare" in response.content.decode()
    assert kinds(response) == ["champion"]
    assert standings(event).hidden == 0
    services.reveal_back(event=event, actor=host(event))
    assert event.revealed == len(ranks) - 1
    step(event)
    step(event)
    # The page of the evening names the same ones.
    page = evening_page(family_records(event.book), event.pk)
    assert page is not None
    assert [row.title for row in page.awards] == [
        one.title for one in result.steps[: result.awards]
    ]
    assert slides(get(client, event))[:2] == ["champion", "winners"]
    with pytest.raises(Refused):
        services.reveal_next(event=event, actor=host(event))


def test_behind_the_third_place_all_are_open_with_the_first_step(client, played):
    event = played
    assert "over" not in slides(get(client, event))  # after the last set no seats are promised
    services.plan_reveal(event=event, actor=host(event), first=3)
    event.refresh_from_db()
    rows = standings(event).rows
    assert standings(event).public == ()
    step(event)
    ranks = {row.rank for row in standings(event).public}
    third = max(row.rank for row in rows if row.rank <= 3)
    assert ranks == {row.rank for row in rows if row.rank >= third}
    services.plan_reveal(event=event, actor=host(event), first=None)
    event.refresh_from_db()
    assert not standings(event).hide


def test_a_shared_first_place_is_revealed_together(client):
    event = start(people=4)
    play(event, sets=1)
    services.plan_reveal(event=event, actor=host(event), first=3)
    event.refresh_from_db()
    rows = standings(event).rows
    first = [row.name for row in rows if row.rank == 1]
    assert len(first) > 1
    while standings(event).hidden:
        step(event)
    assert sorted(stage(get(client, event))) == sorted(first)


def test_nothing_is_revealed_that_is_not_hidden(event):
    play(event, sets=1)
    for verb in (services.reveal_next, services.reveal_back):
        with pytest.raises(Refused):
            verb(event=event, actor=host(event))
    services.hide_standings(event=event, actor=host(event), hidden=True)
    with pytest.raises(Refused):
        services.reveal_back(event=event, actor=host(event))


# --- the remote -------------------------------------------------------------------------------


def press(client, event, **form):
    where = reverse("event_wall_control", args=(event.pk,))
    answer = client.post(where, form, follow=True)
    event.refresh_from_db()
    return answer


def test_the_remote_goes_through_the_reveal_and_back(client, played):
    event = played
    events.finish_event(event=event, actor=host(event), early=True)
    client.force_login(event.owner)
    press(client, event, act="plan", first="3")
    assert (event.hide_standings, event.reveal_from) == (True, 3)
    result = reveal(event)
    page = words_of(press(client, event, act="reveal"))
    assert f"step 1 of {len(result.steps)}" in page
    assert result.steps[0].title in page
    assert f"Next: {result.steps[1].name}, {result.steps[1].words}. Only you see this." in page
    assert f"Next: {result.steps[1].title}" in page
    press(client, event, act="back")
    assert (event.awards_shown, event.revealed) == (0, 0)


def test_the_remote_holds_a_page_and_lets_it_turn(client, event):
    play(event, sets=1)
    client.force_login(event.owner)
    shown = slides(get(client, event))
    assert "It turns its pages by itself" in words_of(press(client, event, act="hold", slide=""))
    page = words_of(press(client, event, act="hold", slide=shown[0]))
    assert "Seats" in page
    assert "Turn the pages" in page
    assert f'data-held="{shown[0]}"' in get(client, event).content.decode()
    assert event.held_slide == shown[0]
    press(client, event, act="hold")
    assert "data-held" not in get(client, event).content.decode()


def test_no_two_pages_have_one_name(client):
    event = start(people=60)
    client.force_login(event.owner)
    page = get(client, event)
    assert len([key for key in slides(page) if key.startswith("seats-")]) > 1
    where = reverse("event_wall_control", args=(event.pk,))
    names = [name for _key, name in client.get(where).context["remote"].pages]
    assert len(set(names)) == len(names) == len(slides(page))
    assert {"Seats, page 1", "Seats, page 2"} < set(names)
    assert any(name.startswith("Seats by name, ") for name in names)


def test_a_break_stands_on_the_wall_until_the_host_goes_on(client, event):
    client.force_login(event.owner)
    press(client, event, act="break", minutes="15")
    response = get(client, event)
    assert slides(response)[0] == "break"
    assert re.search(r"A break Back at \d+:\d\d", words_of(response))
    press(client, event, act="no_break")
    assert "break" not in slides(get(client, event))
    assert "At most 240" in words_of(press(client, event, act="break", minutes="5000"))


def test_a_timer_and_missing_tables_share_a_page(client, event):
    services.set_timer(event=event, actor=host(event), minutes=12)
    say(table(event, 1), 1, {"tricks": [7, 6]})
    page = get(client, event).content.decode()
    assert 'class="waiting timed"' in page
    left = [int(seconds) for seconds in re.findall(r'data-ends="(\d+)"', page)]
    assert len(left) == 2
    assert all(700 <= seconds <= 720 for seconds in left)
    assert "Waiting for 3 tables" in words_of(get(client, event))
    assert "0 of 3 tables are done" in words_of(get(client, event))


def test_the_wall_costs_few_queries(client, event, django_assert_max_num_queries):
    play(event, sets=2)
    where = reverse("wall", args=(token(event),))
    client.get(where)
    with django_assert_max_num_queries(16):
        assert client.get(where).status_code == 200
