"""What the thirteen games with the Extended Deck share."""

from typing import Any

import pytest

from rulesets import games
from rulesets.cards.deck import RANKS, parse_cards
from rulesets.cards.picker import count
from rulesets.families import extended
from rulesets.files.board_file import BoardFile
from rulesets.files.score_file import read_file
from rulesets.files.turn_file import judge
from rulesets.games.extended_rummy import table_of
from rulesets.referee.extended.circle_games import is_true
from tests.rulesets.every_game import GAMES, anchors
from tests.rulesets.tables import codes, night

SLUGS = [game.slug for game in GAMES if issubclass(game.options, extended.PackOptions)]
SIX_RULES = {"jokers", "revealed", "played", "common", "ranks", "own-rules"}


@pytest.mark.parametrize("slug", SLUGS)
def test_each_tells_what_changes_first_and_the_six_rules(slug: str) -> None:
    told = anchors(games.rule_text(slug))
    assert told[0] == "changes"
    assert set(told) >= SIX_RULES
    assert ("follow-suit" in told) == issubclass(games.load(slug).options, extended.TrickOptions)
    assert "66 cards" in games.load(slug).needs.words.text


@pytest.mark.parametrize(("ace", "total"), [(11, 11), (1, 6)])
def test_jokers_left_are_the_lowest_cards_that_are_not_there(ace: int, total: int) -> None:
    """referee.md, X16; the rules of the Extended Deck, Rummy: 2 + 2 + 2 + 3 + 2."""
    cards = parse_cards("JK JK JK JK 2S")
    assert sum(table_of(ace).each(cards)) == total
    counter = extended.count_left(table_of(ace))(night("extended-rummy", jokers=4).state)
    assert count(counter, ["JK", "JK", "JK", "JK", "2S"]).value == total
    assert table_of(ace).each(parse_cards("JK AS")) == ((2, 11) if ace == 11 else (1, 1))


@pytest.mark.parametrize(
    ("rank", "cards", "held"),
    [
        (1, "AS AH AD AC JK", False),
        (7, "JK", True),
        (7, "7S DRH", False),
        (7, "7S JK 7D", True),
        (7, "7S 8S", False),
        (1, "DRH", False),
    ],
)
def test_claims(rank: int, cards: str, held: bool) -> None:
    """referee.md, X14; the rules of the Extended Deck, Bluff."""
    assert is_true(rank, parse_cards(cards, suits=extended.EXTENDED)) is held
    claimed = {"play": cards.split(), "claim": RANKS[rank - 1]}
    (turn,) = judge(bluff(claimed))["turns"]
    assert turn["legal"]  # a bluff breaks no rule
    (effect,) = turn["effects"]
    assert (effect["does"], effect["rule"]) == ("claim", "challenge")
    ends = "whoever doubts it takes the pile." if held else "somebody doubts it, A takes the pile."
    assert effect["text"].endswith(ends)


def bluff(step: dict[str, Any]) -> dict[str, Any]:
    turns = [{"player": "A", "steps": [step]}]
    return {"game": "extended-bluff", "players": ["A", "B", "C"], "turns": turns}


def test_without_a_claim_nothing_is_said_of_one() -> None:
    assert judge(bluff({"play": ["7S"]}))["turns"][0]["effects"] == []
    wrong = judge(bluff({"play": ["7S"], "claim": "11"}))["turns"][0]
    assert [one["code"] for one in wrong["problems"]] == ["claim.unknown"]
    other = bluff({"play": ["7S"], "claim": "7"}) | {"game": "extended-go-fish"}
    assert [one["code"] for one in judge(other)["problems"]] == ["file.field"]


@pytest.mark.parametrize(
    ("slug", "most"), [("extended-crazy-eights", 628 + 2 * 2), ("extended-rummy", 460 + 2 * 2)]
)
def test_all_hands_count_no_more_than_the_deck(slug: str, most: int) -> None:
    """referee.md: at most 628 (460), and 2 a joker."""
    assert codes(slug, {"out": 0, "held": [0, most - 1, 1]}) == []
    assert codes(slug, {"out": 0, "held": [0, most, 1]}) == [("held.many", "error", ("held",))]


# --- cards in a score file ------------------------------------------------------------------------


def in_file(slug: str, report: object) -> tuple[list[tuple[str, object]], object]:
    """The problems of a score file with this one round of Ann, Bo and Cy, and its totals."""
    read = read_file({"game": slug, "players": ["Ann", "Bo", "Cy"], "rounds": [report]})
    assert isinstance(read, BoardFile)
    assert read.replay is not None
    return [(p.code, p.at) for p in read.problems], read.replay.state.totals


def test_a_score_file_may_tell_cards_in_place_of_their_count() -> None:
    """referee.md: `held` {name: cards or count}, `books` {name: ranks or number}."""
    hands = {"Ann": "8S DRH", "Bo": [], "Cy": ["JK"]}
    assert in_file("extended-crazy-eights", {"out": "Bo", "held": hands}) == ([], (0, 61, 0))
    books = {"Ann": ["A", "7"], "Bo": 3, "Cy": "DR"}
    assert in_file("extended-go-fish", {"books": books}) == ([], (2, 3, 1))


@pytest.mark.parametrize(
    ("held", "code"),
    [
        ({"Ann": "8S", "Bo": 0, "Cy": ["8S"]}, "card.copies"),
        ({"Ann": 5, "Bo": 0, "Cy": "QX"}, "card.unknown"),
        ({"Ann": 5, "Bo": 0, "Cy": "JK JK JK"}, "card.copies"),
    ],
)
def test_cards_that_cannot_be_held_are_named(held: object, code: str) -> None:
    """A card stands in one hand only, and is one of the deck's."""
    found, _totals = in_file("extended-crazy-eights", {"out": "Bo", "held": held})
    assert found == [(code, ("rounds", 0, "held", "Cy"))]


def test_a_book_is_laid_down_once() -> None:
    found, _totals = in_file("extended-go-fish", {"books": {"Ann": "A 7", "Bo": "A", "Cy": 0}})
    assert found == [("books.twice", ("rounds", 0, "books", "Bo"))]
