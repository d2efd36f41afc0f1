"""Every game on the command line: show, schema, check, score and count, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesets.engine.game import FAMILIES, Game
from rulesets.files import house_game
from rulesets.files.cli import main
from rulesets.files.counting import by_game
from rulesets.games import load, slugs
from tests.rulesets.every_game import GAMES
from tests.rulesets.files.test_cli import run

ROOT = Path(__file__).resolve().parents[3]
any_game = pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])


@any_game
def test_its_cards_are_counted(capsys: pytest.CaptureFixture[str], game: Game) -> None:
    rules = by_game().get(game.slug)
    if rules is None or rules.values is None:
        status, answer, err = run(capsys, "count", "values", game.slug, "AS")
        assert (status, answer, err.count("\n")) == (2, None, 1)
        return
    cards = [card for card in rules.deck.cards() if not card.is_joker][:60]
    text = " ".join(card.text for card in cards)
    status, answer, _ = run(capsys, "count", "values", game.slug, text)
    assert status == 0
    assert answer["count"] == sum(answer["values"])
    assert answer["values"] == [rules.values.value(card) for card in cards]
    status, answer, err = run(capsys, "count", "values", game.slug, "ZZ")
    assert (status, answer, err.count("\n")) == (2, None, 1)


def test_the_cards_of_five_suits_are_read_by_their_letters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for slug in ("crazy-eights", "jokers-wild"):
        status, answer, _ = run(capsys, "count", "values", slug, "8R KP 4W AS 2L")
        assert (status, answer["cards"]) == (0, ["8R", "KP", "4W", "AS", "2L"])
    assert run(capsys, "count", "values", "crazy-eights", "8H KD")[1]["count"] == 60
    assert run(capsys, "count", "values", "jokers-wild", "8H")[0] == 2


# --- the list -------------------------------------------------------------------------------------


def test_the_page_of_all_games_is_what_they_declare(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--markdown"]) == 0
    page, _err = capsys.readouterr()
    assert (ROOT / "docs" / "games.md").read_text(encoding="utf-8") == page
    for game in GAMES:
        assert page.count(f"`{game.slug}`") == 1
        assert f"| {game.source} |" in page
    assert [line[3:] for line in page.splitlines() if line.startswith("## ")] == list(
        FAMILIES.values()
    )


@pytest.mark.parametrize(
    ("slug", "people"),
    [
        ("hearts", "3 to 8"),
        ("euchre", "4"),
        ("five-in-a-row", "2 or 4"),
        ("court-whist", "4 at each of any number of tables"),
        ("gin-tournament", "two teams of 1 to 60"),
    ],
)
def test_the_page_says_how_many_can_play(slug: str, people: str) -> None:
    assert f"| {people} |" in house_game.markdown([load(slug)])


def test_a_query_lists_the_games_that_it_fits(capsys: pytest.CaptureFixture[str]) -> None:
    status, found, _ = run(capsys, "list", "scat")
    assert (status, [one["slug"] for one in found]) == (0, ["thirty-one"])
    assert found[0]["aliases"] == ["31", "Scat", "Blitz"]
    assert found[0]["needs"] == "1 pack of cards, four quarters for each player"
    status, found, _ = run(capsys, "list", "two", "people,", "a", "board")
    assert {"five-in-a-row", "fast-track"} <= {one["slug"] for one in found}
    assert run(capsys, "list", "no such thing") == (0, [], "")
    assert len(run(capsys, "list")[1]) == len(slugs())
