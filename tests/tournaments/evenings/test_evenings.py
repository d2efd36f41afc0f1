"""An evening of several games: put together, counted, shown to guests, printed."""

from __future__ import annotations

import datetime as dt
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rulesets import games
from tests.tournaments import board_evening
from tests.tournaments.evening import a_user, finish, host
from tests.tournaments.visits import texts_of, words_of
from tournaments.evenings import selectors, services
from tournaments.evenings.selectors import evening_view, evenings_of
from tournaments.events import opening
from tournaments.events.services import delete_event, reopen_event
from tournaments.files.backup import restore_backup, write_backup
from tournaments.log.selectors import last_undoable
from tournaments.models import Evening, Event, LogEntry, family_of
from tournaments.models.errors import Refused
from tournaments.models.families import family_alone
from tournaments.people.names import ParsedName
from tournaments.standings.selectors import standings
from tournaments.wall.services import hide_standings

pytestmark = pytest.mark.django_db
DAY = dt.date(2026, 11, 22)


@pytest.fixture
def evening() -> Evening:
    return services.create_evening(owner=a_user(), name="Gran is 80", date=DAY, way="places")


def start_board(evening: Evening | None, game: str, *names: str) -> Event:
    people = [ParsedName(name, "", None, 1) for name in names]
    link = opening.begin(owner=a_user(), key=game, people=people, evening=evening)
    return link.event


def hearts(event: Event, *taken: int) -> None:
    """One round: hearts taken; the first took the queen."""
    at = board_evening.table(event)
    deal = board_evening.read_board(event).next_number
    board_evening.say(at, deal, {"hearts": list(taken), "queen": 0})


def table(evening: Evening, **questions: Any) -> dict[str, tuple[int, int]]:
    evening.refresh_from_db()
    return {row.name: (row.rank, row.total) for row in evening_view(evening, **questions).rows}


# --- counting -------------------------------------------------------------------------------------


WAYS = {
    "places": {"Bo": (1, 6), "Cy": (2, 3), "Ann": (3, 1), "Di": (3, 1)},
    "games": {"Bo": (1, 2), "Ann": (2, 0), "Cy": (2, 0), "Di": (2, 0)},
    "share": {"Bo": (1, 200), "Cy": (2, 83), "Ann": (3, 0), "Di": (3, 0)},
}


@pytest.mark.sql
def test_games_add_up_however_they_are_counted(evening: Evening) -> None:
    first = start_board(evening, "hearts", "Ann", "Bo", "Cy")
    assert table(evening) == {}  # nothing is played yet
    hearts(first, 3, 4, 6)  # 16, 4, 6: the lowest wins
    finish(first)
    second = start_board(evening, "hearts", "Cy", "Di", "Bo")
    hearts(second, 0, 13, 0)  # 13, 13, 0
    finish(second)
    for way, points in WAYS.items():
        Evening.objects.update(way=way)
        assert table(evening) == points, way
        assert {row.name: row.words for row in evening_view(evening).rows}["Bo"] == "two wins"


def test_only_games_that_are_over_count(laptop: Client, evening: Evening) -> None:
    second = start_board(evening, "hearts", "Cy", "Di", "Bo")
    hearts(second, 0, 13, 0)  # 13, 13, 0
    assert table(evening) == {}
    assert evening_view(evening).summary == "One game is being played."
    first = start_board(evening, "hearts", "Ann", "Bo", "Cy")
    hearts(first, 3, 4, 6)  # 16, 4, 6
    finish(first)
    assert table(evening) == {"Bo": (1, 3), "Cy": (2, 2), "Ann": (3, 1)}
    view = evening_view(evening)
    assert view.title == "Bo leads the evening"
    assert view.summary == "One game counts; one more is still being played. One ahead of Cy."
    assert [(game.column, game.playing, game.leaders, game.standing) for game in view.games] == [
        (0, True, (), "Bo 0, Cy 13, Di 13"),
        (1, False, ("Bo",), ""),
    ]
    assert (view.rows[0].words, view.rows[1].words) == (
        "one win; first so far in another game",
        "once second",
    )
    page = words_of(laptop.get(reverse("evening", args=[evening.pk])))
    assert "Still being played A game counts once it is over. Hearts Round 2" in page
    assert "Bo 0, Cy 13, Di 13" in page
    assert "Total Bo 3 3 Cy 2 2 Ann 1 1 1: Hearts" in page
    assert "Di" not in {row.name for row in view.rows}
    # Whatever was put away before anything counted has no winner anywhere.
    unplayed = start_board(evening, "golf", "Ann", "Di")
    finish(unplayed)
    assert table(evening) == {"Bo": (1, 3), "Cy": (2, 2), "Ann": (3, 1)}
    assert "put away" in words_of(laptop.get(reverse("event_list")))
    assert "See the winners" not in words_of(laptop.get(reverse("event", args=[unplayed.pk])))
    for address in (reverse("winners"), reverse("event_results", args=[unplayed.pk])):
        assert "Nothing was played, so nobody won." in words_of(laptop.get(address))
    assert "Ann 1 evening B" in words_of(laptop.get(reverse("people")))


def test_all_who_share_the_second_place_are_named(evening: Evening) -> None:
    game = start_board(evening, "hearts", "Ann", "Cy", "Bo")
    hearts(game, 0, 13, 0)  # 13, 13, 0
    finish(game)
    assert evening_view(evening).summary == "One game. Two ahead of Ann and Cy."


def test_a_game_that_has_ended_is_no_longer_in_play(laptop: Client, evening: Evening) -> None:
    first = start_board(evening, "hearts", "Ann", "Bo", "Cy")
    for _round in range(6):  # 19, 0 and 7 each time
        hearts(first, 6, 0, 7)
    view = evening_view(evening)
    assert (view.title, view.summary) == ("Bo wins the evening", "One game. One ahead of Cy.")
    assert not view.playing
    assert view.rows[0].words == "one win"
    start_board(evening, "hearts", "Ann", "Bo", "Cy")
    page = words_of(laptop.get(reverse("evening", args=[evening.pk])))
    assert "Bo leads the evening One game counts; one more is still being played." in page


def test_partners_each_get_the_points(evening: Evening) -> None:
    event = start_board(evening, "euchre", "Ann", "Bo", "Cy", "Di")
    report = games.load("euchre").examples[0].reports[0]
    board_evening.say(board_evening.table(event), 1, report)
    finish(event)
    won = {row.name for row in standings(event).rows if row.rank == 1}
    assert won in ({"Ann", "Cy"}, {"Bo", "Di"})
    places = table(evening)
    assert {name for name, place in places.items() if place == (1, 3)} == won
    assert sorted(places.values()) == [(1, 3), (1, 3), (3, 1), (3, 1)]
    pair = "Ann & Cy" if "Ann" in won else "Bo & Di"
    view = evening_view(evening)
    assert (view.games[0].leaders, view.title) == ((pair,), f"{pair} win the evening")


def test_a_team_wins_by_its_name(laptop: Client, evening: Evening) -> None:
    event = board_evening.start("gin-tournament", 24)
    board_evening.play_round(event, Random(5))
    services.join(evening=evening, event=event, user=a_user())
    first = next(side for side in standings(event).sides if side.rank == 1)
    start_board(evening, "hearts", "Ann", "Bo", "Cy")
    game = evening_view(evening).games[0]
    assert game.standing.startswith(f"{first.name} {first.total}, ")
    finish(event)
    view = evening_view(evening)
    assert view.games[0].winner == first.name
    assert (len(view.first), view.title) == (12, f"{first.name} lead the evening")
    page = words_of(laptop.get(reverse("evening", args=[evening.pk])))
    assert f"{first.name} lead the evening One game counts; one more is still" in page


@pytest.mark.sql
def test_a_finished_game_counts_as_it_was_kept(evening: Evening) -> None:
    event = start_board(evening, "hearts", "Ann", "Bo", "Cy")
    hearts(event, 3, 4, 6)
    finish(event)
    before = table(evening)
    snapshot = event.snapshot
    snapshot.standings[0]["rank"], snapshot.standings[1]["rank"] = 2, 1
    snapshot.save()
    Event.objects.filter(pk=event.pk).update(version=99)
    assert table(evening) != before
    reopen_event(event=event, actor=host(event), sure=True)
    assert table(evening) == {}
    hearts(event, 0, 13, 0)
    finish(event)
    assert table(evening) != before


# --- putting together -----------------------------------------------------------------------------


@pytest.mark.sql
def test_late_games_join_and_games_can_be_taken_out(laptop: Client, evening: Evening) -> None:
    event = start_board(None, "hearts", "Ann", "Bo", "Cy")
    hearts(event, 11, 1, 1)
    finish(event)
    url = reverse("evening", args=[evening.pk])
    act = reverse("evening_act", args=[evening.pk])
    assert "Add Hearts" in laptop.get(url).content.decode()
    joined = laptop.post(act, {"act": "join", "event": event.pk}, follow=True)
    assert "“Hearts” counts now." in words_of(joined)
    assert len(table(evening)) == 3
    assert "Add Hearts" not in laptop.get(url).content.decode()
    left = laptop.post(act, {"act": "leave", "event": event.pk}, follow=True)
    assert "“Hearts” no longer counts." in words_of(left)
    assert table(evening) == {}
    log = list(LogEntry.objects.filter(event=event, code__startswith="evening"))
    assert sorted(line.code for line in log) == ["evening.joined", "evening.left"]
    assert "It now counts for Gran is 80." in words_of(
        laptop.get(reverse("event_log", args=[event.pk]))
    )
    step = last_undoable(event)
    assert step is not None
    assert step.code == "event.finished"


def test_a_game_counts_for_one_evening_only(evening: Evening) -> None:
    other = services.create_evening(owner=a_user(), name="Next day", date=DAY, way="games")
    event = start_board(evening, "hearts", "Ann", "Bo", "Cy")
    hearts(event, 11, 1, 1)
    finish(event)
    version = Event.objects.get(pk=event.pk).version
    services.join(evening=other, event=event, user=a_user())
    assert (table(evening), len(table(other))) == ({}, 3)
    services.leave(evening=evening, event=event, user=a_user())  # it had left before
    services.join(evening=other, event=event, user=a_user())  # it is there
    assert Event.objects.get(pk=event.pk).version == version + 1


@pytest.mark.parametrize("sent", [{}, {"act": "join"}, {"act": "join", "event": "x"}, {"act": "?"}])
def test_what_names_no_game_is_refused(laptop: Client, evening: Evening, sent: Any) -> None:
    answer = laptop.post(reverse("evening_act", args=[evening.pk]), sent)
    assert answer.status_code == 422
    assert "Choose a game." in words_of(answer)


@pytest.mark.sql
def test_a_new_evening_and_its_games_from_a_phone(laptop: Client) -> None:
    values = {"name": " Gran  is 80 ", "date": "2026-11-22", "way": "share"}
    response = laptop.post(reverse("evening_new"), values)
    evening = Evening.objects.get()
    assert response["Location"] == reverse("evening", args=[evening.pk])
    assert (evening.name, evening.date, evening.way) == ("Gran is 80", DAY, "share")
    begin = f"{reverse('choose_game')}?more=1&amp;evening={evening.pk}"
    assert begin in laptop.get(response["Location"]).content.decode()
    people = reverse("choose_people", args=["hearts"])
    handed = {"more": "1", "evening": str(evening.pk)}
    page = laptop.get(people, handed).content.decode()
    assert f'name="evening" value="{evening.pk}"' in page
    seats = ["+Ann", "+Bo", "+Cy"]
    began = laptop.post(people, handed | {"act": "play", "seat": seats})
    assert Event.objects.get().evening == evening
    beside = laptop.get(began["Location"]).content.decode()
    assert begin in beside
    event = Event.objects.get()
    assert (
        reverse("evening", args=[evening.pk])
        in laptop.get(reverse("event", args=[event.pk])).content.decode()
    )


@pytest.mark.sql
@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"name": " "}, "Give the evening a name"),
        ({"name": "x" * 81}, "at most 80"),
        ({"date": "soon"}, "Write the day as"),
        ({"date": "0026-11-22"}, "That year cannot be right."),
        ({"way": "luck"}, "Choose how games count."),
        ({"way": ""}, "Choose how games count."),
    ],
)
def test_what_is_wrong_stands_beside_the_field(
    laptop: Client, evening: Evening, wrong: dict[str, str], says: str
) -> None:
    sent = {"name": "Gran", "date": "2026-11-22", "way": "games"} | wrong
    for url in (reverse("evening_new"), reverse("evening_settings", args=[evening.pk])):
        answer = laptop.post(url, sent)
        assert answer.status_code == 422
        assert says in words_of(answer)
    assert list(Evening.objects.values_list("name", "way")) == [("Gran is 80", "places")]


@pytest.mark.sql
def test_settings_change_what_it_counts(laptop: Client, evening: Evening) -> None:
    url = reverse("evening_settings", args=[evening.pk])
    assert 'value="Gran is 80"' in laptop.get(url).content.decode()
    values = {"name": "Gran is 81", "date": "2027-11-22", "way": "games"}
    assert laptop.post(url, values).status_code == 303
    evening.refresh_from_db()
    assert (evening.name, evening.way) == ("Gran is 81", "games")


def test_a_deleted_evening_leaves_its_games(laptop: Client, evening: Evening) -> None:
    event = start_board(evening, "hearts", "Ann", "Bo", "Cy")
    hearts(event, 11, 1, 1)
    answer = laptop.post(
        reverse("evening_settings", args=[evening.pk]), {"act": "delete"}, follow=True
    )
    assert "Its games are still here" in words_of(answer)
    assert not Evening.objects.exists()
    event.refresh_from_db()
    assert event.evening is None
    assert len(standings(event).rows) == 3


def test_a_deleted_game_leaves_the_evening(evening: Evening) -> None:
    event = start_board(evening, "hearts", "Ann", "Bo", "Cy")
    delete_event(event=event, actor=host(event))
    assert table(evening) == {}


@pytest.mark.sql
def test_joining_an_evening_that_is_gone_is_refused(evening: Evening) -> None:
    event = start_board(None, "hearts", "Ann", "Bo", "Cy")
    Evening.objects.all().delete()
    with pytest.raises(Refused):
        services.join(evening=evening, event=event, user=a_user())


# --- whose it is ----------------------------------------------------------------------------------


@pytest.mark.sql
def test_evenings_of_another_family_are_not_found(laptop: Client, evening: Evening) -> None:
    other = a_user("other")
    family_alone(other)
    theirs = services.create_evening(owner=other, name="Theirs", date=DAY, way="games")
    event = start_board(evening, "hearts", "Ann", "Bo", "Cy")
    with pytest.raises(Refused):
        services.join(evening=theirs, event=event, user=other)
    for name in ("evening", "evening_settings", "evening_pdf", "evening_code"):
        assert laptop.get(reverse(name, args=[theirs.pk])).status_code == 404, name
    begun = laptop.post(
        reverse("choose_people", args=["golf"]),
        {"act": "play", "evening": str(theirs.pk), "seat": ["+Ann", "+Bo"]},
    )
    assert begun.status_code == 303
    assert not theirs.events.exists()
    stranger = Client()
    stranger.force_login(other)
    act = reverse("evening_act", args=[theirs.pk])
    assert stranger.post(act, {"act": "join", "event": event.pk}).status_code == 422
    assert "Theirs" not in words_of(laptop.get("/"))
    assert [row.name for row in evenings_of(family_of(other))] == ["Theirs"]


@pytest.mark.sql
def test_guests_see_the_table_and_nothing_else(laptop: Client, evening: Evening) -> None:
    event = start_board(evening, "hearts", "Ann", "Bo", "Cy")
    hearts(event, 11, 1, 1)
    url = reverse("evening_guests", args=[evening.token])
    page = Client().get(url)
    assert "Bo 1, Cy 1, Ann 24" in words_of(page)
    finish(event)
    page = Client().get(url)
    assert "Bo and Cy are level" in words_of(page)
    assert "Ann" in words_of(page)
    assert page["X-Robots-Tag"] == "noindex, nofollow"
    assert page["Cache-Control"] == "no-store"
    assert "/evenings/" not in page.content.decode()
    guests = event.links.get(kind="spectator").token
    assert reverse("spectator_standings", args=[guests]) in page.content.decode()
    laptop.post(reverse("evening_act", args=[evening.pk]), {"act": "renew"})
    assert Client().get(url).status_code == 404
    evening.refresh_from_db()
    assert Client().get(reverse("evening_guests", args=[evening.token])).status_code == 200


def test_what_the_host_keeps_back_is_kept_back_here_too(evening: Evening) -> None:
    first, second = (start_board(evening, "hearts", "Ann", "Bo", "Cy") for _ in range(2))
    hearts(first, 11, 1, 1)
    finish(first)
    hearts(second, 0, 13, 0)
    finish(second)
    hide_standings(event=second, actor=host(second), hidden=True)
    assert table(evening)["Bo"] == (2, 3)
    assert table(evening, public=True) == {"Bo": (1, 2), "Cy": (1, 2), "Ann": (3, 1)}
    words = words_of(Client().get(reverse("evening_guests", args=[evening.token])))
    assert "Hearts 1 round Bo and Cy Hearts hidden for now" in words
    third = start_board(evening, "hearts", "Ann", "Bo", "Cy")  # in play
    hearts(third, 0, 13, 0)
    hide_standings(event=third, actor=host(third), hidden=True)
    evening.refresh_from_db()
    assert [game.standing for game in evening_view(evening).games if game.standing]
    assert not [game for game in evening_view(evening, public=True).games if game.standing]


# --- paper, files, cost ---------------------------------------------------------------------------


@pytest.mark.parametrize("many", [0, 6])
def test_the_paper_tells_which_game_is_which(laptop: Client, evening: Evening, many: int) -> None:
    for number in range(many // 3):
        event = start_board(
            evening, "hearts", *(f"{name} {number}" for name in ("Ann", "Bo", "Cy"))
        )
        hearts(event, 11, 1, 1)
        finish(event)
    hearts(start_board(evening, "hearts", "Ann", "Bo", "Cy"), 0, 9, 4)
    answer = laptop.get(reverse("evening_pdf", args=[evening.pk]))
    assert answer["Content-Type"] == "application/pdf"
    pages = texts_of(answer.content)
    text = " ".join("\n".join(pages).split())
    assert "Overall standings" in text
    assert "Gran is 80" in text
    assert text.count("Bo ") >= many // 3
    assert "Still being played Hearts · Cy 4, Bo 9, Ann 13" in text
    assert ("1 Hearts" in text) is bool(many)
    assert len(pages) <= 4


@pytest.mark.sql
def test_a_backup_holds_evenings(evening: Evening, tmp_path: Any) -> None:
    event = start_board(evening, "hearts", "Ann", "Bo", "Cy")
    hearts(event, 11, 1, 1)
    finish(event)
    before = table(evening)
    assert before
    write_backup(tmp_path / "all.zip")
    services.delete_evening(evening=evening, user=a_user())
    restore_backup(tmp_path / "all.zip", force=True)
    assert table(Evening.objects.get()) == before


def test_finished_games_cost_no_query_each(
    laptop: Client, evening: Evening, django_assert_max_num_queries: Any
) -> None:
    for number in range(6):
        event = start_board(evening, "hearts", "Ann", "Bo", f"Cy {number}")
        hearts(event, 11, 1, 1)
        finish(event)
    found = selectors.evening_of(family_of(a_user()), evening.pk)
    assert found is not None
    with django_assert_max_num_queries(2):
        view = evening_view(found)
    assert len(view.rows) == 8
    with django_assert_max_num_queries(9):
        page = laptop.get(reverse("evening", args=[evening.pk]))
    assert page.status_code == 200


def test_games_in_play_cost_no_query_each_once_counted(
    laptop: Client, evening: Evening, django_assert_max_num_queries: Any
) -> None:
    for _number in range(6):
        hearts(start_board(evening, "hearts", "Ann", "Bo", "Cy"), 11, 1, 1)
    url = reverse("evening", args=[evening.pk])
    laptop.get(url)
    with django_assert_max_num_queries(10):  # one of them for the boards that it leads to
        page = laptop.get(url)
    assert page.status_code == 200
    guests = reverse("evening_guests", args=[evening.token])
    with django_assert_max_num_queries(4):
        page = Client().get(guests)
    assert page.status_code == 200


# --- the front door -------------------------------------------------------------------------------


@pytest.mark.sql
def test_what_goes_on_stands_first_and_the_rest_is_on_its_own_page(
    laptop: Client, evening: Evening
) -> None:
    Evening.objects.update(date=DAY - dt.timedelta(days=400))
    names = [f"Night {number}" for number in range(15)]
    for name in names:
        event = start_board(None, "hearts", "Ann", "Bo", "Cy")
        Event.objects.filter(pk=event.pk).update(name=name)
    for event in Event.objects.filter(name__in=names[:13]):
        Event.objects.filter(pk=event.pk).update(state="setup", date=DAY - dt.timedelta(days=9))
    words = words_of(laptop.get("/"))
    assert words.index("Night 14 Round 1 · Ann, Bo and Cy Continue") < words.index(
        "What are you playing?"
    )
    assert "Gran is 80" not in words
    assert "Night 0 " not in words
    everything = words_of(laptop.get(reverse("event_list")))
    assert "Night 0 " in everything
    assert everything.index("Evenings of several games") < everything.index("Gran is 80")
    assert "Night 0 " in words_of(laptop.get(reverse("event_list"), {"q": "night 0"}))


def test_an_evening_with_a_game_in_play_goes_on(laptop: Client, evening: Evening) -> None:
    Evening.objects.update(date=DAY - dt.timedelta(days=400))
    event = start_board(evening, "hearts", "Ann", "Bo", "Cy")
    hearts(event, 0, 13, 0)
    words = words_of(laptop.get("/"))
    assert "Hearts Round 2 · Cy leads by 13 Continue" in words
    assert words.index("Gran is 80 1 game · 1 in play") < words.index("What are you playing?")
