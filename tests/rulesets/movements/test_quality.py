"""How good seats are, against figures that another programme counted."""

import json
from pathlib import Path
from typing import Any

import pytest

from rulesets.movements.quality import MEETINGS, OTHER_ROLE, SAME_ROLE, measure_seats
from rulesets.movements.seating import GENTLEMAN, LADY, Past
from rulesets.movements.stored_schedules import Kind, stored_schedules

FIGURES = Path(__file__).parents[2] / "data" / "seating" / "quality.json"
NAMES = {OTHER_ROLE: "opponents man-lady", SAME_ROLE: "opponents same sex"}
KINDS: dict[str, Kind] = {
    "partnership": "individual",
    "mixed": "mixed",
    "meeting": "meetings",
}
ROWS = json.loads(FIGURES.read_text(encoding="utf-8"))


def rounds_of(row: dict[str, Any]) -> list[Past]:
    """The rounds of a row: its own, or those of the stored schedule so called."""
    everybody = range(row["players"])
    rounds = row.get("rounds")
    if rounds is None:
        several = stored_schedules(KINDS[row["mode"]], row["players"])
        rounds = next(one.rounds for one in several if one.name == row["name"])
    roles = {}
    if "men" in row:
        roles = {person: GENTLEMAN if person < row["men"] else LADY for person in everybody}
    return [
        Past(
            tuple(map(tuple, tables)),
            tuple({*everybody} - {person for table in tables for person in table}),
            roles,
        )
        for tables in rounds
    ]


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_figures_are_those_that_were_counted_elsewhere(row: dict[str, Any]) -> None:
    quality = measure_seats(rounds_of(row), sides=row["mode"] != "meeting")
    counted = {
        NAMES.get(name, name): [measure.repeats, measure.least]
        for name, measure in quality.measures.items()
    }
    assert counted == row["repeats"]
    for name, measure in quality.measures.items():
        spread = {str(times): pairs for times, pairs in measure.spread.items()}
        assert row["pairs"].get(NAMES.get(name, name), spread) == spread
    assert {str(times): many for times, many in quality.sit_outs.items()} == row["sit_outs"]
    assert quality.even == row["even"]
    assert quality.is_best == row["best"]


@pytest.mark.parametrize(
    ("rounds", "sides", "sentence"),
    [
        ([], True, ""),
        ([((0, 1, 2, 3), (4, 5, 6, 7))], True, "Nobody meets anybody twice."),
        (
            [((0, 1, 2),), ((0, 3, 4),), ((5, 6),)],
            False,
            "Nobody meets anybody twice; each sits out once or twice.",
        ),
        (
            [((0, 1, 2, 3),), ((0, 2, 1, 3),)],
            True,
            "Nobody has the same partner twice, or the same opponent more than twice.",
        ),
        ([((0, 1, 2, 3),)] * 2, False, "6 pairs meet again; fewer repeats are impossible."),
        ([((0, 1, 2, 3),)] * 2, True, "Nobody has the same partner twice, except 2 pairs."),
        ([((0, 1, 2, 3),)] * 3, True, "Nobody has the same partner more than 3 times."),
        (
            [((0, 1), (2, 3)), ((0, 1), (2, 3))],
            False,
            "Nobody meets anybody twice, except 2 pairs.",
        ),
        ([((0, 1), (2,)), ((0, 1), (2,))], False, "Nobody meets anybody twice, except one pair."),
        ([((0, 1), (2,))] * 3, False, "Nobody meets anybody more than 3 times."),
        (
            [((0, 1, 2, 3), (4, 5, 6, 7)), ((0, 4, 1, 5), (2, 6, 3, 7))],
            True,
            "Nobody has the same partner or opponent twice.",
        ),
    ],
)
def test_the_sentence(rounds: list[Any], sides: bool, sentence: str) -> None:
    everybody = {person for tables in rounds for table in tables for person in table}
    past = [
        Past(tables, tuple(everybody - {person for table in tables for person in table}))
        for tables in rounds
    ]
    assert measure_seats(past, sides=sides).sentence.text == sentence


def test_sit_outs_in_the_sentence() -> None:
    def seats(*sitting_out: tuple[int, ...]) -> str:
        rounds = [Past((tuple({*range(6)} - {*out}),), out) for out in sitting_out]
        return measure_seats(rounds, sides=False).sentence.text.rpartition("; ")[2]

    assert seats((0, 1), (2, 3), (4, 5)) == "each sits out once."
    assert seats((0, 1), (2, 3)) == "nobody sits out more than once."
    assert seats((0, 1), (2, 3), (4, 5), (0, 1)) == "each sits out once or twice."
    assert seats(*[(0, 1), (2, 3), (4, 5)] * 2) == "each sits out twice."
    assert seats(*[(0, 1), (2, 3), (4, 5)] * 3) == "each sits out 3 times."


def test_all_figures_one_after_the_other() -> None:
    def told(*rounds: Past, sides: bool = True) -> list[str]:
        return [words.text for words in measure_seats(rounds, sides=sides).figures]

    first, again = Past(((0, 1, 2, 3),), (4,)), Past(((0, 4, 2, 3),), (1,))
    assert told() == []
    assert told(first, again) == [
        "Same partner again: one pair",
        "Same opponent again: 2 pairs",
        "At one table again: 3 pairs",
        "Sit-outs: 0–1 times each",
    ]
    assert told(Past(((0, 1, 2, 3),)), sides=False) == ["At one table again: nobody"]
    assert told(*[Past(((0, 1),), (2, 3)), Past(((2, 3),), (0, 1))] * 3, sides=False) == [
        "At one table again: 2 pairs, up to 3 times",
        "Sit-outs: 3 times each",
    ]
    roles = {0: GENTLEMAN, 1: GENTLEMAN, 2: LADY, 3: LADY}
    assert told(Past(((0, 1, 2, 3),), (), roles)) == [
        "Same partner again: nobody",
        "Same opponent of the other role again: nobody",
        "Same opponent of the same role again: nobody",
        "At one table again: nobody",
    ]


def test_who_comes_late_has_not_sat_out() -> None:
    quality = measure_seats([Past(((0, 1, 2, 3),)), Past(((0, 2, 1, 4),), (3,))])
    assert quality.people == 5
    assert quality.sit_outs == {0: 4, 1: 1}
    assert quality.measures[MEETINGS].most == 2
