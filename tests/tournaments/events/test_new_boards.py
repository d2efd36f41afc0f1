"""A board in twenty seconds: a game, people in the order of their seats, play."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.rulesets.every_game import declared
from tests.tournaments.evening import a_user
from tests.tournaments.visits import words_of
from tournaments.boards.hall import Hall
from tournaments.events import opening as services
from tournaments.house_games.services import keep_rules, new_game
from tournaments.models import Event, Person, family_of
from tournaments.models.errors import Refused, refusal
from tournaments.models.event_games import every_game, formats_of
from tournaments.models.families import family_alone
from tournaments.people.names import ParsedName
from tournaments.people.selectors import recent_people
from tournaments.seating import draws

pytestmark = pytest.mark.django_db
PLAY = {"act": "play"}


def known(*names: str) -> list[str]:
    """People of the book, as a form names them."""
    family = family_of(a_user())
    return [str(Person.objects.create(family_id=family, name=name).pk) for name in names]


def play(laptop: Client, game: str, seats: list[str], **more: Any) -> Any:
    return laptop.post(reverse("choose_people", args=[game]), PLAY | {"seat": seats} | more)


def seated(event: Event) -> tuple[str, ...]:
    return Hall.now(event).boards[0].names


def guests(response: Any) -> list[str]:
    """The people to tap, as they stand on the page."""
    return re.findall(
        r'name="seat" value="([^"]*)"', response.content.decode().split("<template>")[0]
    )


def test_whoever_was_tapped_first_sits_first(laptop: Client) -> None:
    ann, bo, cy = known("Ann", "Bo", "Cy")
    answer = play(laptop, "hearts", [cy, "+Zoë  Ng", ann, bo])
    event = Event.objects.get()
    link = event.links.get(kind="table")
    assert (answer.status_code, answer["Location"]) == (303, f"/t/{link.token}/?deal=1")
    assert seated(event) == ("Cy", "Zoë Ng", "Ann", "Bo")
    assert (event.name, event.state, event.date) == ("Hearts", "playing", timezone.localdate())
    assert (event.options["target"], event.owner) == (100, a_user())
    assert Person.objects.filter(name="Zoë Ng").count() == 1


def test_games_for_a_room_lead_to_a_new_event(laptop: Client) -> None:
    rooms = [game for game in every_game() if services.at_a_table(game) is None]
    assert rooms
    assert not any(
        format.keeping.credit != "carried" and format.keeping.board != "room"
        for g in rooms
        for format in formats_of(g)
    )
    listed = laptop.get(reverse("choose_game")).content.decode()
    for game in rooms:
        assert f"{reverse('event_new')}?game={game.slug}" in listed
        assert laptop.get(reverse("choose_people", args=[game.slug])).status_code == 404
        with pytest.raises(Refused):
            services.begin(owner=a_user(), key=game.slug, people=[])
    assert laptop.get(reverse("choose_people", args=["no-such-game"])).status_code == 404


@pytest.mark.parametrize(
    ("query", "there", "gone"),
    [("hearts", "Hearts", "Golf"), ("five people, one deck, an hour", "min", "Euchre")],
)
def test_games_are_looked_for_in_peoples_words(
    laptop: Client, query: str, there: str, gone: str
) -> None:
    words = words_of(laptop.get(reverse("choose_game"), {"q": query}))
    assert there in words
    assert gone not in words
    assert "No game fits" in words_of(laptop.get(reverse("choose_game"), {"q": "qqqqqq zzz"}))


def test_a_familys_own_games_and_house_rules_begin_as_well(laptop: Client) -> None:
    family = family_of(a_user())
    own = new_game(family=family, value=declared("lake_race"))
    values: dict[str, Any] = {"game": "hearts", "name": "Kelowna Hearts", "options": {"target": 75}}
    rules = keep_rules(family=family, **values)
    listed = words_of(laptop.get(reverse("choose_game"), {"q": "kelowna"}))
    assert "Kelowna Hearts" in listed
    assert "Oh Hell!" not in listed
    key = f"hearts~{rules.pk}"
    assert key in laptop.get(reverse("choose_game"), {"q": "hearts"}).content.decode()
    assert play(laptop, key, ["+Ann", "+Bo", "+Cy"]).status_code == 303
    event = Event.objects.get()
    assert (event.name, event.game, event.options["target"]) == ("Kelowna Hearts", "hearts", 75)
    assert play(laptop, own.slug, ["+Ann", "+Bo", "+Cy"]).status_code == 303
    mine = Event.objects.get(game=own.slug)
    assert mine.declared
    tiles = re.findall(r'class="tile gm" href="/play/([^/]+)/"', laptop.get("/").content.decode())
    assert tiles[:2] == [own.slug, key]  # what was played last
    assert len(tiles) == services.RECENT
    other = a_user("other")
    family_alone(other)
    stranger = Client()
    stranger.force_login(other)
    for theirs in (key, own.slug):
        assert stranger.get(reverse("choose_people", args=[theirs])).status_code == 404


def test_too_few_and_too_many_are_told_and_nothing_is_lost(laptop: Client) -> None:
    (ann,) = known("Ann")
    answer = play(laptop, "hearts", [ann, "+Zoë"], name="")
    assert answer.status_code == 422
    assert "Hearts is for 3 to 8 people; you have 2." in words_of(answer)
    assert not Event.objects.exists()
    assert not Person.objects.filter(name="Zoë").exists()
    page = answer.content.decode()
    assert re.search(rf'data-seat="1"><input [^>]*value="{ann}" checked', page)
    assert re.search(r'data-seat="2"><input [^>]*value="\+Zoë" checked', page)
    assert "Euchre is for 4 people; you have 1." in words_of(play(laptop, "euchre", [ann]))


def test_a_known_name_in_other_letters_is_that_person(laptop: Client) -> None:
    ann, bo = known("Ann", "Bo")
    assert play(laptop, "hearts", ["+ANN", bo, "+Cy"]).status_code == 303
    assert seated(Event.objects.get()) == ("Ann", "Bo", "Cy")
    refused = play(laptop, "hearts", [ann, "+ann", bo])
    assert refused.status_code == 422
    assert "Ann is there twice." in words_of(refused)


@pytest.mark.parametrize("sent", ["", "+   ", "x", "999999999", "9" * 30, "²"])
def test_what_names_nobody_is_left_out(laptop: Client, sent: str) -> None:
    seats = [*known("Ann", "Bo"), sent]
    answer = play(laptop, "hearts", seats)
    assert answer.status_code == 422
    assert "you have 2" in words_of(answer)


def test_another_familys_people_cannot_be_seated(laptop: Client) -> None:
    other = a_user("other")
    a_user()
    family_alone(other)
    theirs = Person.objects.create(family_id=family_of(other), name="Stranger")
    answer = play(laptop, "hearts", [*known("Ann", "Bo"), str(theirs.pk)])
    assert answer.status_code == 422
    assert "Stranger" not in words_of(laptop.get(reverse("choose_people", args=["hearts"])))


def test_who_played_last_comes_first_and_at_another_table_who_is_free(laptop: Client) -> None:
    ann, bo, cy, di, eve = known("Ann", "Bo", "Cy", "Di", "Eve")
    url = reverse("choose_people", args=["hearts"])
    play(laptop, "hearts", [cy, di, eve])
    assert guests(laptop.get(url)) == [eve, di, cy, ann, bo]
    assert guests(laptop.get(url, {"more": "1"})) == [ann, bo, eve, di, cy]
    assert "already at a table" in words_of(laptop.get(url, {"more": "1"}))
    long_ago = timezone.localdate() - dt.timedelta(days=5)
    Event.objects.update(date=long_ago)  # somebody forgot to finish it
    assert not any(person.plays for person in recent_people(family_of(a_user()), limit=9))


def test_everything_or_nothing_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_given: Any) -> None:
        raise refusal("draft.gone", "Too late.")

    monkeypatch.setattr(draws, "publish", refuse)
    people = [ParsedName(name, "", None, 1) for name in ("Ann", "Bo", "Cy")]
    with pytest.raises(Refused):
        services.begin(owner=a_user(), key="hearts", people=people)
    assert not Event.objects.exists()
    assert not Person.objects.exists()


def test_the_home_page_looks_the_family_up_once(
    laptop: Client, django_assert_num_queries: Any
) -> None:
    family = family_of(a_user())
    for number in range(5):
        keep_rules(family=family, name=f"Rules {number}", game="hearts", options={})
        play(laptop, "hearts", ["+Ann", "+Bo", "+Cy"])
    laptop.get(reverse("home"))  # how the games stand is remembered
    # Two of them for who is signed in, two for the family, two for its records.
    with django_assert_num_queries(17):
        page = laptop.get(reverse("home"))
    assert words_of(page).count("Continue") == 4  # the fifth is folded
