"""Games found in people's own words."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.formats import format_of
from rulesets.game_search import find_games, parse_query
from tests.rulesets.every_game import GAMES


def found(query: str) -> list[str]:
    return [game.slug for game in find_games(query)]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("hearts", "hearts"),
        ("Harts", "hearts"),
        ("black lady", "hearts"),
        ("31", "thirty-one"),
        ("thirty-one", "thirty-one"),
        ("scat", "thirty-one"),
        ("10,000", "ten-thousand"),
        ("ten thousand", "ten-thousand"),
        ("OH HELL!", "oh-hell"),
        ("up and down the river", "oh-hell"),
        ("crazy 8s", "crazy-eights"),
        ("rummy for four in two teams with two decks", "push"),
        ("five hundreds", "five-hundreds"),
        ("500", "500-bid"),
        ("scoot", "sweep"),
        ("dice", "ten-thousand"),
    ],
)
def test_a_game_is_found_by_what_people_call_it(query: str, first: str) -> None:
    assert found(query)[0] == first


def test_every_game_is_found_first_by_its_name_and_among_few_by_an_alias() -> None:
    for game in GAMES:
        assert found(game.name)[0] == game.slug
        for alias in game.aliases:
            assert game.slug in found(alias)[:3], alias


@pytest.mark.parametrize(
    ("query", "people", "packs", "minutes", "things"),
    [
        ("five people, one deck, an hour", 5, 1, 60, set()),
        ("we are 12", 12, 0, 0, set()),
        ("for two, half an hour", 2, 0, 30, set()),
        ("an hour and a half", 0, 0, 90, set()),
        ("1 1/2 hours", 0, 0, 90, set()),
        ("two and a half hours", 0, 0, 150, set()),
        ("forty-five minutes with dice", 0, 0, 45, {"dice"}),
        ("2-player board game", 2, 0, 0, {"board"}),
        ("3 packs of cards, partners", 0, 3, 0, {"sides"}),
        ("dominos", 0, 0, 0, {"dominoes"}),
        ("three of us with a deck of cards", 3, 1, 0, set()),
    ],
)
def test_what_the_evening_offers_is_understood(
    query: str, people: int, packs: int, minutes: int, things: set[str]
) -> None:
    wanted = parse_query(query)
    assert (wanted.people, wanted.packs, wanted.minutes) == (people, packs, minutes)
    assert wanted.things == things
    assert not wanted.words


def test_whatever_is_asked_has_to_fit() -> None:
    games = find_games("five people, one deck, an hour")
    assert games
    for game in games:
        low, high = game.plays.players
        assert low <= 5 <= high or format_of(game).keeping.moves
        assert game.needs.packs(5)[0] == 1
        assert game.minutes <= 75
    assert "push" not in found("five people")
    assert "court-whist" in found("17 people")
    assert "gin-tournament" not in found("17 people")
    assert not set(found("one deck")) & {"ten-thousand", "golf", "chicken-foot"}
    assert found("dominoes") == ["chicken-foot", "mexican-train"]
    assert "quarters" in find_games("quarters")[0].needs.words.text
    assert found("no such thing anywhere") == []


def test_a_bare_number_is_a_name_or_so_many_people() -> None:
    assert found("5")[:2] == ["five-in-a-row", "five-hundreds"]
    assert "hearts" in found("5")
    assert "euchre" not in found("5")
    assert found("hearts 5") == ["hearts"]
    assert found("hearts 9") == []


def test_an_empty_query_finds_all_by_name() -> None:
    names = [game.name for game in find_games("  ")]
    assert len(names) == len(GAMES)
    assert names == sorted(names, key=lambda name: name.casefold().replace("’", ""))


def test_games_of_ones_own_are_looked_through_as_well() -> None:
    own = dataclasses.replace(GAMES[0], slug="own", name="Grandma's Whist", aliases=("Nan's",))
    assert find_games("grandmas", among=(own, *GAMES)) == (own,)
    assert find_games("nans", among=(own,)) == (own,)
    assert find_games("hearts", among=(own,)) == ()


@given(st.text(max_size=60))
def test_no_query_is_refused(query: str) -> None:
    assert set(find_games(query)) <= set(GAMES)


def test_only_the_beginning_of_a_long_query_is_read() -> None:
    assert find_games("9" * 10_000) == ()
