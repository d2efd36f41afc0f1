"""A new event on one page: what so many people make of a game, what was chosen last time, wishes,
and the first seats by one button; the same people on another day."""

from __future__ import annotations

import datetime as dt
import html
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rulesets import games
from tests.sampling import GAMES_OF_EACH_KIND
from tests.tournaments import board_evening
from tests.tournaments.evening import a_user, an_event, host
from tests.tournaments.visits import words_of
from tournaments.events.arrangement import arrange
from tournaments.events.opening import next_date
from tournaments.files.event_document import export_event
from tournaments.files.event_import import import_event
from tournaments.models import Event, Pairing
from tournaments.models.errors import Refused
from tournaments.models.event_games import every_game, formats_of
from tournaments.models.families import family_alone
from tournaments.seating import draws, roster

pytestmark = pytest.mark.django_db

NEW = {"name": "Friday", "date": "2026-11-27", "place": ""}
LADIES, MEN = ("Ada", "Bea", "Cyd", "Dot"), ("Gus", "Hal", "Ian", "Jim")
BOTH = "\n".join([*(f"{name}, L" for name in LADIES), *(f"{name}, M" for name in MEN)])


def make(laptop: Client, game: str, names: str, **more: Any) -> Any:
    return laptop.post(reverse("event_new"), NEW | {"game": game, "names": names} | more)


# --- what comes of people and a game --------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "people", "told"),
    [
        ("court-whist", 9, "Two tables of four. One sits out each set, in turn."),
        ("court-whist", 3, "Court Whist takes at least 4 people; you have 3."),
        ("gin-tournament", 22, "Eleven against eleven."),
        ("golf", 28, "Two tables of 14. The winners meet at a final table."),
        ("hearts", 5, "One table of five."),
        ("hearts", 13, "Two tables, of seven or six."),
        ("euchre", 9, "Euchre is for tables of 4; you have 9."),
        ("rummoli", 0, "2 to 8 at a table."),
    ],
)
def test_what_fits_is_told(game: str, people: int, told: str) -> None:
    assert arrange(formats_of(games.load(game))[0], people).words.startswith(told)


@pytest.mark.exhaustive(keep=("3", "9"))
@pytest.mark.exhaustive(keep=GAMES_OF_EACH_KIND)
@pytest.mark.parametrize("people", [2, 3, 4, 5, 8, 9, 12])
@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.slug)
def test_what_is_said_to_fit_can_be_seated(laptop: Client, game: Any, people: int) -> None:
    """The page never promises seats that the draw refuses, nor refuses what it would seat."""
    format = formats_of(game)[0]
    fits = arrange(format, people).fits
    mark = "LM" if format.facts.roles.names else ""
    lines = [f"P{n}{', ' + mark[n % 2] if mark else ''}" for n in range(people)]
    answer = make(laptop, game.slug, "\n".join(lines), act="go")
    assert answer.status_code == (303 if fits else 422), words_of(answer)
    assert Event.objects.exists() == fits


# --- the one large button -------------------------------------------------------------------------


# --- the page -------------------------------------------------------------------------------------


def test_a_proposed_name_gives_way_to_that_of_another_game_and_a_typed_one_stays(
    laptop: Client,
) -> None:
    sent = NEW | {"act": "game", "game": "golf", "shown": "hearts", "proposed": "Hearts"}
    page = laptop.post(reverse("event_new"), sent | {"name": "Hearts"}).content.decode()
    assert 'name="name" value="Golf"' in page
    page = laptop.post(reverse("event_new"), sent | {"name": "At Rosa’s"}).content.decode()
    assert 'name="name" value="At Rosa’s"' in page


def test_the_enter_key_in_the_search_looks_for_a_game_without_a_script(laptop: Client) -> None:
    answer = make(laptop, "hearts", "Ann\nBo\nCy", act="go", q="golf", sought="")
    assert answer.status_code == 200
    assert 'value="golf"' in answer.content.decode()
    assert not Event.objects.exists()


def part(desk: Client, target: str, **sent: str) -> str:
    values = {"HX-Request": "true", "HX-Target": target}
    shown = {"game": "hearts", "shown": "hearts", "sought": "", "fitted": "3"}
    told = NEW | shown | {"names": "Ann\nBo\nCy"} | sent
    return desk.post(reverse("event_new"), told, headers=values).content.decode()


def test_an_answer_brings_what_an_answer_given_up_for_it_would_have_brought(desk: Client) -> None:
    assert 'id="game-part"' not in part(desk, "games")
    assert 'id="games"' not in part(desk, "game-part")
    chosen = part(desk, "games", game="golf")
    assert re.search(r'value="golf"[^>]* checked', chosen)
    assert '<div id="game-part" class="stack tight" hx-swap-oob="morph"' in chosen
    assert 'name="option_stake"' in chosen
    assert chosen.count('id="makes"') == 1
    form = part(desk, "games", game="cribbage", shown="cribbage", shown_format="none such")
    assert 'id="game-part"' in form
    for stale in ({"names": "Ann\nBo\nCy\nDi"}, {"q": "golf"}):
        assert '" hx-swap-oob="morph">' in part(desk, "game-part", **stale).split('id="games"')[1]
    assert "4 people" in part(desk, "game-part", names="Ann\nBo\nCy\nDi")


# --- wishes ---------------------------------------------------------------------------------------


def test_wishes_are_noted_with_the_names(laptop: Client) -> None:
    wishes = {"apart": "Ada, gus\nBea & Hal", "together": "Cyd and Ian", "chairs": "Dot"}
    assert make(laptop, "court-whist", BOTH, **wishes).status_code == 303
    event = Event.objects.get()
    rows = {(p.first.name, p.second.name, p.kind) for p in Pairing.objects.all()}
    expected = {("Ada", "Gus", "apart"), ("Bea", "Hal", "apart"), ("Cyd", "Ian", "together")}
    assert rows == expected
    assert [one.name for one in event.entries.filter(keeps_chair=True)] == ["Dot"]


@pytest.mark.parametrize(
    ("field", "typed", "told"),
    [
        ("apart", "Ada", "write two names"),
        ("apart", "Ada, Zed", "Nobody on the list is called Zed."),
        ("apart", "Ada, Guss", "Nobody on the list is called Guss. Did you mean Gus?"),
        ("together", "Ada, Bea\nBea, Ada", "already on the list"),
        ("chairs", "Zed", "Nobody on the list is called Zed."),
    ],
)
def test_a_wish_that_cannot_be_is_refused_beside_its_field(
    laptop: Client, field: str, typed: str, told: str
) -> None:
    answer = make(laptop, "court-whist", BOTH, **{field: typed})
    assert answer.status_code == 422
    assert told in html.unescape(answer.content.decode().split(f'id="id_{field}_error"')[1][:300])
    assert not Event.objects.exists()


# --- the same people on another day ---------------------------------------------------------------


def a_drive() -> Event:
    event = an_event(8, options={"fewer_repeats": True}, role_names={"lady": {"many": "Lasses"}})
    people = {entry.name: entry for entry in event.entries.all()}
    actor = host(event)
    roster.add_pairing(
        event=event, actor=actor, first=people["G1"], second=people["L1"], kind="apart"
    )
    roster.add_pairing(
        event=event, actor=actor, first=people["G2"], second=people["L2"], kind="together"
    )
    roster.set_keeps_chair(event=event, actor=actor, entry=people["L3"], keeps=True)
    return event


def test_two_taps_save_the_same_evening_for_next_time(laptop: Client) -> None:
    event = a_drive()
    page = laptop.get(reverse("event_repeat", args=[event.pk]))
    assert "same people" in words_of(page)
    who = re.findall(r'name="who" value="(\d+)" checked', page.content.decode())
    assert len(who) == 8
    gone = str(event.entries.get(name="G2").pk)
    date = re.search(r'name="date" value="([^"]+)"', page.content.decode())
    assert date is not None
    values = {"act": "save", "date": date[1], "who": [one for one in who if one != gone]}
    answer = laptop.post(reverse("event_repeat", args=[event.pk]), values | {"more": "Zoë, L"})
    assert (answer.status_code, answer["Location"]) == (303, "/")
    new = Event.objects.order_by("pk").last()
    assert new is not None
    assert (new.state, new.date) == ("setup", next_date(event.date))
    assert (new.game, new.options, new.role_names) == (event.game, event.options, event.role_names)
    assert {"G1", "L1", "Zoë"} < set(new.entries.values_list("name", flat=True))
    assert not new.entries.filter(name="G2").exists()
    assert new.entries.get(name="Zoë").role == "lady"
    assert [(p.first.name, p.second.name) for p in new.pairings.all()] == [("G1", "L1")]
    assert new.entries.get(name="L3").keeps_chair
    assert "Coming up" in words_of(laptop.get("/"))


@pytest.mark.parametrize(("more", "length"), [("", (3, 1)), ("Zoë", (7, 4))])
def test_another_number_has_its_own_length(
    laptop: Client, more: str, length: tuple[int, int]
) -> None:
    names = "\n".join(f"Guest {number}" for number in range(8))
    make(laptop, "euchre", names, format="progressive", option_rounds="3", option_deals="1")
    event = Event.objects.get()
    page = laptop.get(reverse("event_repeat", args=[event.pk]))
    assert "sets and hands follow their number" in words_of(page)
    who = [str(pk) for pk in event.entries.values_list("pk", flat=True)]
    values = {"act": "save", "date": "2030-01-01", "who": who, "more": more}
    assert laptop.post(reverse("event_repeat", args=[event.pk]), values).status_code == 303
    new = Event.objects.order_by("pk")[1]
    assert (new.options["rounds"], new.options["deals"]) == length


@pytest.mark.parametrize("wrong", [{"date": "soon"}, {"date": "0001-01-01"}, {"more": "x" * 200}])
def test_what_is_wrong_with_it_is_told_and_nothing_is_lost(
    laptop: Client, wrong: dict[str, str]
) -> None:
    event = board_evening.start("hearts", 4)
    who = [str(event.entries.order_by("pk")[0].pk)]
    sent = {"act": "save", "date": "2026-12-04", "more": "Zoë", "who": who} | wrong
    answer = laptop.post(reverse("event_repeat", args=[event.pk]), sent)
    assert answer.status_code == 422
    assert sent["more"] in answer.content.decode()
    assert re.findall(r'name="who" value="(\d+)" checked', answer.content.decode()) == who
    assert Event.objects.count() == 1


def test_all_of_an_evening_can_be_changed_first(laptop: Client) -> None:
    event = a_drive()
    page = laptop.get(reverse("event_new"), {"like": event.pk}).content.decode()
    assert "G1, Gentleman" in page
    assert "G1, L1" in page
    assert 'value="Lasses"' in page
    assert next_date(event.date).isoformat() in page


def test_nobody_else_repeats_an_evening(laptop: Client) -> None:
    event, other = a_drive(), a_user("other")
    family_alone(other)
    stranger = Client()
    stranger.force_login(other)
    assert "G1" not in stranger.get(reverse("event_new"), {"like": event.pk}).content.decode()


# --- after the first seats, and before the next ---------------------------------------------------


def test_after_the_first_seats_the_next_steps_stand_in_order(laptop: Client) -> None:
    event = an_event(8)
    draws.draw(event=event, actor=host(event))
    url, seating = reverse("event_draw", args=[event.pk]), event.seatings.get(state="draft")
    answer = laptop.post(url, {"act": "publish", "seating": seating.pk})
    ready = reverse("event_ready", args=[event.pk])
    assert answer["Location"] == ready
    words = words_of(laptop.get(ready))
    steps = ("Print the cards", "Codes for the tables", "The wall screen")
    assert [words.index(step) for step in steps] == sorted(words.index(step) for step in steps)
    printing = reverse("event_print", args=[event.pk])
    assert laptop.post(ready, {"act": "cards"})["Location"] == printing
    page = laptop.get(ready).content.decode()
    assert page.count('class="state done"') == 1
    assert laptop.post(ready, {"act": "nothing"}).status_code == 200
    assert Client().get(ready).status_code == 403


def test_whoever_comes_or_goes_puts_drawn_seats_away_and_one_tap_draws_anew(laptop: Client) -> None:
    event = an_event(8)
    people, url = reverse("event_people", args=[event.pk]), reverse("event_draw", args=[event.pk])
    laptop.post(url, {"act": "draw"})
    assert "Look at the seats" in words_of(laptop.get(people))
    laptop.post(people, {"names": "Zoë, L\nZed, M"})
    page = words_of(laptop.get(people))
    assert "2 people entered. The drawn seats were discarded." in page
    assert "Draw again" in page
    assert laptop.post(url, {"act": "draw"}).status_code == 303
    assert event.seatings.filter(state="draft").count() == 1
    assert "Draw again" not in words_of(laptop.get(people))
    gone = event.entries.get(name="Zed")
    laptop.post(reverse("event_entry", args=[event.pk, gone.pk]), {"act": "remove"})
    assert "The drawn seats were discarded." in words_of(laptop.get(people))


EIGHT = "\n".join(f"Guest {number}" for number in range(8))
PLANNED = {"name": "Friday", "date": "2031-11-28", "place": "", "game": "euchre", "names": EIGHT}
HALF_PAST_SEVEN = dt.time(19, 30)


def plan_at(laptop: Client, starts_at: str, **more: str) -> Any:
    return laptop.post(reverse("event_new"), PLANNED | {"starts_at": starts_at} | more)


@pytest.fixture
def planned(laptop: Client) -> Event:
    plan_at(laptop, "19:30", act="save")
    return Event.objects.get()


def test_the_page_of_a_new_event_says_when_it_is_over(laptop: Client) -> None:
    values = {"HX-Request": "true", "HX-Target": "makes"}
    page = laptop.post(reverse("event_new"), PLANNED | {"starts_at": "19:30"}, headers=values)
    assert "if you start at 7:30 p.m., over by " in words_of(page)
    assert ", 7:30 p.m." in page.content.decode().split('id="time-of-day"')[1]
    without = words_of(
        laptop.post(reverse("event_new"), PLANNED | {"starts_at": ""}, headers=values)
    )
    assert "if you start" not in without


@pytest.mark.parametrize("time", ["half past seven", "25:00", "7.30.1.2"])
def test_what_is_no_time_is_refused_beside_its_field(laptop: Client, time: str) -> None:
    page = plan_at(laptop, time, act="go")
    assert page.status_code == 422
    assert "Write the time as hours and minutes, such as 19:30." in words_of(page)
    assert not Event.objects.exists()


def test_next_time_is_at_the_same_time_unless_it_starts_at_once(
    laptop: Client, planned: Event
) -> None:
    who = [str(pk) for pk in planned.entries.values_list("pk", flat=True)]
    address = reverse("event_repeat", args=[planned.pk])
    assert "7:30 p.m." in words_of(laptop.get(address))
    for act, time in (("save", HALF_PAST_SEVEN), ("start", None)):
        answer = laptop.post(address, {"act": act, "date": "2031-12-05", "who": who})
        assert answer["Location"] == "/" or act == "start"
        assert Event.objects.latest("pk").starts_at == time


def test_the_event_file_carries_it(planned: Event) -> None:
    document = json.loads(json.dumps(export_event(planned)))
    assert document["event"]["starts_at"] == "19:30"
    assert import_event(owner=a_user("other"), data=document).starts_at == HALF_PAST_SEVEN
    for wrong in ("late", 1930, "19:30+01:00"):
        document["event"]["starts_at"] = wrong
        with pytest.raises(Refused):
            import_event(owner=a_user("other"), data=document)
