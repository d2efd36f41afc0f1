"""The front page: what goes on first, play again, what was left open, what was played lately."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import board_evening
from tests.tournaments.evening import a_user, host
from tests.tournaments.visits import words_of
from tournaments.boards.hall import Hall
from tournaments.events.selectors import IN_DETAIL, front_page
from tournaments.events.services import finish_event, put_away_event, reopen_event
from tournaments.models import Event, family_of
from tournaments.models.errors import Refused
from tournaments.models.families import family_alone

pytestmark = pytest.mark.django_db
HEARTS = {"hearts": [0, 13, 0, 0], "queen": 1}


def forgotten(event: Event, days: int = 2) -> Event:
    """Nobody has touched it for some days."""
    then = timezone.now() - dt.timedelta(days=days)
    Event.objects.filter(pk=event.pk).update(changed=then, date=then.date())
    event.refresh_from_db()
    return event


def finished(game: str = "hearts", people: int = 4) -> Event:
    event = board_evening.start(game, people)
    if game == "hearts":
        board_evening.say(board_evening.table(event), 1, {"hearts": [3, 5, 5, 0], "queen": 1})
    else:
        board_evening.play(event, 2)
    finish_event(event=event, actor=host(event), early=True)
    return event


# --- what goes on ---------------------------------------------------------------------------------


def test_a_board_in_play_leads_to_the_board_and_says_who_leads(laptop: Client) -> None:
    event = board_evening.start("hearts", ("Ann", "Bo", "Cy"))
    board_evening.say(board_evening.table(event), 1, {"hearts": [3, 5, 5], "queen": 1})
    page = laptop.get("/")
    assert "Round 2 · Ann leads by 2 Continue" in words_of(page)
    token = event.links.get(kind="table").token
    assert f'href="{reverse("table", args=[token])}"' in page.content.decode()
    for number in range(2, 6):
        values = {"hearts": [1, 12, 0], "queen": 1}
        board_evening.say(board_evening.table(event), number, values)
    assert re.search(r"The game is over · .* Look", words_of(laptop.get("/")))
    event.links.filter(kind="table").update(revoked_at=timezone.now())
    assert reverse("event", args=[event.pk]) in laptop.get("/").content.decode()


def test_of_many_games_the_newest_stand_there_and_the_rest_is_folded(laptop: Client) -> None:
    for number in range(IN_DETAIL + 2):
        board_evening.start("golf", ("Ann", f"Guest {number}"))
    page = words_of(laptop.get("/"))
    assert re.search(r"2 more \S.* Ann and Guest 1 Open", page)
    assert page.index("2 more") < page.index("Ann and Guest 0")


@pytest.mark.parametrize(
    ("hour", "greeting"), [(8, "Good morning"), (14, "Good afternoon"), (20, "Good evening")]
)
def test_the_greeting_goes_by_the_clock(
    laptop: Client, monkeypatch: pytest.MonkeyPatch, hour: int, greeting: str
) -> None:
    at = timezone.localtime().replace(hour=hour)
    monkeypatch.setattr("tournaments.events.views.timezone.localtime", lambda *_given: at)
    user = a_user()
    assert greeting in words_of(laptop.get("/"))
    user.first_name = "Rosa"
    user.save()
    assert f"{greeting}, Rosa" in words_of(laptop.get("/"))


def test_a_new_family_is_shown_its_first_evening(laptop: Client) -> None:
    assert "Your first evening" in words_of(laptop.get("/"))
    finished()
    assert "Your first evening" not in words_of(laptop.get("/"))


def test_nobody_sees_another_familys_games(laptop: Client) -> None:
    board_evening.start("hearts", ("Ann", "Bo", "Cy"))
    finished()
    other = a_user("other")
    family_alone(other)
    stranger = Client()
    stranger.force_login(other)
    assert "Continue" not in words_of(stranger.get("/"))
    assert "Nothing has been played yet." in words_of(stranger.get(reverse("event_list")))
    assert front_page(family_of(other)).is_new
    assert Client().get(reverse("event_list")).status_code == 403


# --- left open ------------------------------------------------------------------------------------


def test_what_was_left_open_is_finished_or_put_away_by_one_tap(laptop: Client) -> None:
    event = forgotten(board_evening.start("hearts", 4))
    page = words_of(laptop.get("/"))
    assert "A game was left open" in page
    assert "Continue" not in page
    answer = laptop.post(reverse("event_close", args=[event.pk]), {"act": "finish"})
    assert (answer.status_code, answer["Location"]) == (303, f"/?closed={event.pk}")
    event.refresh_from_db()
    assert event.state == "finished"
    assert event.snapshot.standings


def test_what_is_put_away_has_no_winner_and_comes_back_by_one_tap(laptop: Client) -> None:
    event = board_evening.start("hearts", 4)
    board_evening.say(board_evening.table(event), 1, HEARTS, confirmed=["hearts.power"])
    before = Hall.now(event).boards[0].state
    forgotten(event)
    answer = laptop.post(reverse("event_close", args=[event.pk]), {"act": "put_away"})
    event.refresh_from_db()
    assert (event.state, event.snapshot.standings) == ("finished", [])
    page = laptop.get(answer["Location"])
    assert "The event was put away without a result." in words_of(page)
    assert "Recently" not in words_of(page)
    step = re.search(r'name="step" value="(\d+)"', page.content.decode())
    assert step is not None
    for name in ("event", "event_results", "event_standings", "event_log", "event_export"):
        assert laptop.get(reverse(name, args=[event.pk])).status_code == 200, name
    assert "put away" in words_of(laptop.get(reverse("event_list")))
    undone = laptop.post(reverse("event_undo", args=[event.pk]), {"step": step[1], "next": "/"})
    assert undone["Location"] == "/"
    event.refresh_from_db()
    assert event.state == "playing"
    assert Hall.now(event).boards[0].state == before


def test_only_what_is_played_can_be_put_away(laptop: Client) -> None:
    event = board_evening.an_event("hearts", 4)
    with pytest.raises(Refused):
        put_away_event(event=event, actor=host(event))
    url = reverse("event_close", args=[event.pk])
    assert laptop.post(url, {"act": "put_away"}).status_code == 422
    assert laptop.post(url, {"act": "burn"}).status_code == 422
    assert Client().post(url, {"act": "put_away"}).status_code == 403
    done = finished()
    reopen_event(event=done, actor=host(done))
    put_away_event(event=done, actor=host(done))
    assert done.snapshot.standings == []


# --- play again, lately ---------------------------------------------------------------------------


def test_the_same_game_of_the_same_people_is_offered_once(laptop: Client) -> None:
    for _time in range(2):
        finished()
    finished("golf", 3)
    shown = front_page(family_of(a_user()))
    assert [line.name for line in shown.again] == ["Golf", "Hearts"]
    assert len(shown.lately) == 3
    assert all(line.winner for line in shown.lately)


def test_what_was_put_away_for_another_of_its_people_is_not_offered() -> None:
    event = board_evening.start("hearts", ("Ann", "Bo", "Cy"))
    put_away_event(event=event, actor=host(event))
    assert [line.name for line in front_page(family_of(a_user())).again] == ["Hearts"]
    board_evening.start("hearts", ("Ann", "Bo", "Cy", "Di"))
    assert not front_page(family_of(a_user())).again
