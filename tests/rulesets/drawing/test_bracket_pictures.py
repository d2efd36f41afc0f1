"""The picture of a bracket: a box for each match, who won, and what is still open."""

from __future__ import annotations

import random

import pytest

from rulesets.drawing.bracket_pictures import (
    SideScore,
    count_columns,
    draw_round,
    draw_section,
    entrant_name,
)
from rulesets.drawing.vectors import Drawing, Rect, Text
from rulesets.movements.bracket import Bracket
from rulesets.movements.seating import Guest, Past, as_past
from tests.rulesets.movements.movement_requests import KnockoutMovement

NAMES = {number: f"P{number}" for number in range(1, 65)}


def played(people: int, rounds: int, places: str = "none", over: int = 99) -> Bracket:
    """Rounds of two at a table, so many of them over; the lower number wins."""
    movement = KnockoutMovement(2, places)  # type: ignore[arg-type]
    guests, past, results = [Guest(who, "") for who in range(1, people + 1)], [], []
    for _ in range(rounds):
        seating = movement.next_seats(
            guests,
            past,
            (),
            rng=random.Random(1),
            results=results,
            ranked=[guest.id for guest in guests],
        )
        past.append(as_past(seating))
        results.append([tuple((who,) for who in sorted(table)) for table in seating.tables])
    results[over:] = [[] for _ in results[over:]]
    found: list[Past] = past
    return movement.read(found, results)


def texts(drawing: Drawing) -> dict[str, list[Text]]:
    values: dict[str, list[Text]] = {}
    for item in drawing.items:
        if isinstance(item, Text):
            values.setdefault(item.words.text, []).append(item)
    return values


def test_partners_are_named_in_the_order_of_entry_wherever_they_sit() -> None:
    assert {entrant_name(pair, NAMES).text for pair in ((7, 3), (3, 7))} == {"P3 & P7"}


def test_a_name_that_would_be_small_is_shortened_unless_another_is_called_so() -> None:
    long = {1: "Bartholomew Fotheringay-Smythe-Hohenlohe", 2: "Wolfeschlegelsteinhausenbergerdorff"}
    same = {1: "Bartholomew Featherstonehaugh-Cholmondeley"}
    (main,) = played(8, 1).sections()
    first, *_others = texts(draw_section(main, NAMES | long))["Bartholomew F."]
    assert first.most_lines == 2
    drawing = draw_section(main, NAMES | {1: long[1], 2: same[1]})
    assert {long[1], same[1]} <= set(texts(drawing))
    assert long[1] in str(draw_section(main, NAMES | long).description)


def test_who_has_won_is_bold_and_goes_on_to_a_further_column() -> None:
    (main,) = played(8, 1).sections()
    drawing = draw_section(main, NAMES)
    assert count_columns(drawing) == 3
    boxes = [item for item in drawing.items if isinstance(item, Rect)]
    assert len(boxes) == 4 + 2 + 1
    one, eight = texts(drawing)["P1"], texts(drawing)["P8"]
    assert [text.weight for text in one] == ["bold", "text"]
    assert one[0].area.x < one[1].area.x
    assert [text.role for text in eight] == ["muted"]
    told = [words.text for words in drawing.description]
    assert "Set 1: P1 beat P8" in told
    assert "Set 2: P1 against P4" in told


def test_each_match_shows_its_score() -> None:
    (main,) = played(8, 1).sections()
    points = {1: 12, 8: 7, 4: 5}
    scores = {(1, frozenset([who])): SideScore((made,)) for who, made in points.items()}
    drawing = draw_section(main, NAMES, scores)
    found = texts(drawing)
    assert found["12"][0].area.y == found["P1"][0].area.y
    assert found["7"][0].area.y == found["P8"][0].area.y
    assert [found[score][0].weight for score in ("12", "7")] == ["bold", "text"]
    told = [words.text for words in drawing.description]
    assert "Set 1: P1 beat P8, 12 : 7" in told
    assert "Set 1: P4 beat P5" in told  # whose score nobody knows
    assert "Set 2: P1 against P4" in told


def test_a_match_of_several_games_lists_the_points_of_each() -> None:
    (main,) = played(4, 1, over=0).sections()
    scores = {
        (1, frozenset([1])): SideScore((10, 3), 1),
        (1, frozenset([4])): SideScore((6, 10), 1),
    }
    drawing = draw_section(main, NAMES, scores)
    found = texts(drawing)
    assert [text.area.y for text in found["1"]] == [found[name][0].area.y for name in ("P1", "P4")]
    assert found["10 : 6, 3 : 10, game 3 at table 1"]
    told = [words.text for words in drawing.description]
    assert "Set 1: P1 against P4, 1–1 in games, 10 : 6, 3 : 10" in told
    assert "at table 2" in found


def test_who_waits_for_a_table_is_named_by_it() -> None:
    winners, third, losers, _last = played(8, 2, "all", over=1).sections()
    assert {"winner of table 1", "winner of table 2"} <= texts(draw_section(winners, NAMES)).keys()
    assert {"loser of table 1", "loser of table 2"} <= texts(draw_section(third, NAMES)).keys()
    told = [words.text for words in draw_section(losers, NAMES).description]
    assert told[-1] == "Set 3: winner of table 3 against winner of table 4"


def test_the_match_for_third_place_is_there_while_the_semifinals_are_played() -> None:
    movement = KnockoutMovement(2, "third")
    first = movement.next_seats(
        [Guest(who, "") for who in range(1, 5)], [], (), rng=random.Random(1), ranked=[1, 2, 3, 4]
    )
    one_is_over = [tuple((who,) for who in sorted(first.tables[0])), ()]
    final, third = movement.read([as_past(first)], [one_is_over]).sections()
    assert {"P1", "winner of table 2"} <= texts(draw_section(final, NAMES)).keys()
    assert {"P4", "loser of table 2"} == texts(draw_section(third, NAMES)).keys() - {"Set 2"}


@pytest.mark.parametrize("people", range(3, 34))
@pytest.mark.parametrize("places", ["third", "all"])
def test_no_box_lies_on_another_or_leaves_the_picture(people: int, places: str) -> None:
    """With as many byes as there may be, and the match for third place below the final."""
    sections = played(people, 1, places, over=0).sections()
    third = next((section for section in sections if section.is_for_third_place), None)
    for section in sections:
        apart = third if section.first == 1 else None
        pictures = [draw_section(section, NAMES, third=apart)]
        pictures += [
            draw_round(section, at, NAMES, third=apart) for at in range(len(section.matches))
        ]
        for drawing in pictures:
            boxes = [item.area for item in drawing.items if isinstance(item, Rect)]
            assert all(box.y >= 0 and box.foot <= drawing.height for box in boxes)
            assert all(box.x >= 0 and box.right <= drawing.width for box in boxes)
            for at, box in enumerate(boxes):
                for other in boxes[:at]:
                    apart_by = max(box.y - other.foot, other.y - box.foot)
                    assert apart_by >= 10 or box.x != other.x


def test_of_a_large_bracket_the_later_rounds_are_drawn() -> None:
    (main,) = played(64, 3).sections()
    drawing = draw_section(main, NAMES, most=8)
    assert count_columns(drawing) == 4
    assert "Set 3" in texts(drawing)
    assert "Set 2" not in texts(drawing)
