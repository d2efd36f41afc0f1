"""The order of games in a book: by the alphabet, but for neighbours that save a page."""

from __future__ import annotations

from typing import Any

import pytest

from tournaments.papers.rulebook.layout import Extent, _arrange


def arranged(*parts: dict[str, int], page: int = 8) -> list[str]:
    """The names of games in the order of their pages; parts: the games of each part of the
    contents, with their lengths."""
    lengths = {name: pages for part in parts for name, pages in part.items()}
    values: Any = {
        "chapters": [{"key": name, "name": name} for name in lengths],
        "contents": [{"rows": [{"key": name} for name in part]} for part in parts],
    }
    extents = {name: Extent(pages, 0.5, (), (), None) for name, pages in lengths.items()}
    _arrange(values, extents, page)
    order = [chapter["key"] for chapter in values["chapters"]]
    assert [row["key"] for part in values["contents"] for row in part["rows"]] == order
    return order


@pytest.mark.parametrize(
    ("games", "page", "order"),
    [
        ({"Ace": 2, "Bid": 2, "Cut": 1}, 8, ["Ace", "Bid", "Cut"]),
        ({"Ace": 1, "Bid": 2, "Cut": 1, "Die": 2}, 8, ["Bid", "Ace", "Cut", "Die"]),
        ({"Ace": 1, "Bid": 2, "Cut": 1, "Die": 2}, 9, ["Ace", "Bid", "Die", "Cut"]),
        ({"Ace": 1, "Bid": 1, "Cut": 2}, 8, ["Ace", "Bid", "Cut"]),
        ({"Ace": 1, "Bid": 2, "Cut": 2, "Cup": 1}, 8, ["Bid", "Ace", "Cup", "Cut"]),
        # Of two ways to save a page, the one within a letter.
        (
            {"Ace": 2, "Bid": 1, "Bow": 2, "Cut": 1, "Die": 2},
            8,
            ["Ace", "Bow", "Bid", "Cut", "Die"],
        ),
    ],
)
def test_neighbours_change_places_where_that_saves_a_page(
    games: dict[str, int], page: int, order: list[str]
) -> None:
    assert arranged(games, page=page) == order


def test_a_game_stays_in_its_part_of_the_contents() -> None:
    parts = {"Ace": 1}, {"Bid": 2, "Cut": 1}
    assert arranged(*parts) == ["Ace", "Cut", "Bid"]
    assert arranged({"Ace": 1}, {"Bid": 2}, {"Cut": 1}) == ["Ace", "Bid", "Cut"]
