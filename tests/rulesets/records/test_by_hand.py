"""Three evenings worked out by hand: a shared chair, a substitute, a tie, a late joiner, somebody
who was removed. Every figure below can be followed in the comments.

People: Ann 1, Bo 2, Cy 3, Di 4, Eve 5, Fay 6 (removed).

**6 March 2026, whist, two rounds of two deals; partners change.** Chairs: Ann, Bo, Cy, and Di with
Eve (shared). Fay comes in for Cy in the second deal of round 2 and has a chair of her own, the
fifth, without a seat at first.

    round 1   Ann + Cy 15 : 11 Bo + Di/Eve       deals 8 : 5 (spades), 7 : 6 (hearts)
    round 2   Ann + Bo 12 : 14 Cy + Di/Eve       deals 7 : 6 (spades), 5 : 8 (hearts)
              In the second deal Fay sits for Cy, so 6 of the 14 are Cy's and 8 Fay's.
    totals    Ann 27, Di/Eve 25, Bo 23, Cy 21, Fay 8

The room: round 1 (15 + 11 + 15 + 11) / 4 = 13, round 2 (12 + 12 + 14 + 14) / 4 = 13.

**13 March 2026, hearts, three rounds of a deal, the fewest win.** Ann, Bo, Cy; Di joins after round
1 and begins with 6.

    round 1   Ann 4   Bo 8   Cy 6            4   8   6
    round 2   Ann 6   Bo 2   Cy 6   Di 0    10  10  12   6
    round 3   Ann 3   Bo 3   Cy 9   Di 5    13  13  21  11

Di wins with 11. The room: 6, 14 / 4 = 3.5, 20 / 4 = 5.

**20 March 2026, hearts, two rounds of a deal.** Ann, Bo, Eve.

    round 1   Ann 2   Bo 4   Eve 9
    round 2   Ann 6   Bo 4   Eve 8           8   8  17

Ann and Bo win together. The room: 5, 6.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulesets.records.document import RecordsDocument
from rulesets.records.house import House, Least
from rulesets.records.played_evenings import (
    ChairResult,
    DealResult,
    PlayedEvening,
    SeatResult,
    TableRound,
)
from tests.rulesets.records.plain_records import Played
from tests.rulesets.records.test_records import recorded

ANN, BO, CY, DI, EVE, FAY = range(1, 7)
NAMES = {ANN: "Ann", BO: "Bo", CY: "Cy", DI: "Di", EVE: "Eve"}


def whist() -> Played:
    def table(number: int, chairs: tuple[int, ...], deals: Any) -> TableRound:
        sums = [sum(points[side] for _trump, points, _who in deals) for side in (0, 1)]
        seats = tuple(
            SeatResult(None if number == 2 and chair == 2 else chair, sums[at % 2], at % 2, "guest")
            for at, chair in enumerate(chairs)
        )
        rows = tuple(
            DealResult(who, (points[0], points[1]) * 2, trump) for trump, points, who in deals
        )
        return TableRound(number, seats, rows)

    first = (0, 1, 2, 3)  # Ann and Cy against Bo and Di/Eve
    second = (0, 2, 1, 3)  # Ann and Bo against Cy and Di/Eve
    tables = (
        table(1, first, (("S", (8, 5), first), ("H", (7, 6), first))),
        table(2, second, (("S", (7, 6), second), ("H", (5, 8), (0, 4, 1, 3)))),
    )
    courses = (0, 15, 27), (0, 11, 23), (0, 15, 21), (0, 11, 25), (0, 0, 8)
    chairs = tuple(
        ChairResult(at, at, rank, course[-1], course[-1], "guest", course)
        for at, (course, rank) in enumerate(zip(courses, (1, 3, 4, 2, 5), strict=True))
    )
    people = (ANN,), (BO,), (CY,), (DI, EVE), (FAY,)
    return Played("2026-03-06", PlayedEvening("whist", "drive", 2, 2, chairs, tables), people)


def hearts(date: str, people: tuple[int, ...], rounds: Any, courses: Any, ranks: Any) -> Played:
    tables = tuple(
        TableRound(
            number,
            tuple(SeatResult(at, points, at) for at, points in enumerate(row)),
            (DealResult(tuple(range(len(row))), row),),
        )
        for number, row in enumerate(rounds, 1)
    )
    chairs = tuple(
        ChairResult(at, at, ranks[at], run[-1], run[-1], "", run, joined=run[0] is None)
        for at, run in enumerate(courses)
    )
    evening = PlayedEvening("hearts", "table", 1, len(tables), chairs, tables, (), low=True)
    return Played(date, evening, tuple((who,) for who in people))


LATE = hearts(
    "2026-03-13",
    (ANN, BO, CY, DI),
    ((4, 8, 6), (6, 2, 6, 0), (3, 3, 9, 5)),
    ((0, 4, 10, 13), (0, 8, 10, 13), (0, 6, 12, 21), (None, 6, 6, 11)),
    (2, 2, 4, 1),
)
TIE = hearts(
    "2026-03-20",
    (ANN, BO, EVE),
    ((2, 4, 9), (6, 4, 8)),
    ((0, 2, 8), (0, 4, 8), (0, 9, 17)),
    (1, 1, 3),
)


@pytest.fixture(scope="module")
def document() -> RecordsDocument:
    rows, details = recorded([whist(), LATE, TIE])
    return RecordsDocument(House(rows, {FAY}), NAMES, details)


def test_awards(document: RecordsDocument) -> None:
    """One of each at most, and none for winners."""
    first, second, third = (evening["awards"] for evening in document.evenings())
    # Whist after round 1: Ann and Cy 15, Bo and Di/Eve 11, Fay 0. Di and Eve rise from 3 to 2.
    assert first["climb"] == {"value": 1, "who": ["Di", "Eve"]}
    # Partners above the room: Cy and Ann by 2, but Ann won. There are only two rounds, so nobody is
    # steady; nobody had been anywhere before, so nobody is a giant.
    assert first.keys() == {"climb"}
    # Hearts after round 1: Ann 4, Cy 6, Bo 8; at the end Di, Ann and Bo, Cy. Bo rises to 2.
    assert second["climb"] == {"value": 1, "who": ["Bo"]}
    # Above the room: Ann 2, −2.5, 2, of mean ½: squares (2.25 + 9 + 2.25) / 3 = 4.5. Cy 0, −2.5,
    # −4, of mean −13/6: squares (0 + 6.25 + 16) / 3 − 169/36 = 98/36.
    assert second["steadiest"] == {"value": pytest.approx((98 / 36) ** 0.5), "who": ["Cy"]}
    # Bo won round 3 with Ann at the table, who had beaten more of the others, but has an award.
    assert "giant_killer" not in second
    assert third == {}  # Eve is last all the way, and won no round


def test_among(document: RecordsDocument) -> None:
    """Ann and Bo: ahead once (the whist), level twice."""
    assert document.among([ANN, BO]) == {
        "Ann": {"evenings": 3, "ahead": 1, "beaten": pytest.approx((1 + 0.5 + 0.5) / 3)},
        "Bo": {"evenings": 3, "ahead": 0, "beaten": pytest.approx((0 + 0.5 + 0.5) / 3)},
    }


def test_partners_stand_as_they_sat_and_by_what_it_takes() -> None:
    """Five times the first evening with Cy in the first chair, who is named before Bo then."""
    chairs = ((CY,), (BO,), (ANN,), (DI, EVE), (FAY,))
    days = [replace(whist(), date=f"2026-03-0{at}", people=chairs) for at in range(1, 6)]
    house = House(recorded(days)[0])
    game = house.evenings[0].game
    pairs = {line.who: line.rounds for line in house.lines_of(game, "partnership")}
    assert pairs == {(CY, BO): 5}  # nobody else has sat with two partners from first deal to last
    assert not house.lines_of(game, "partnership", Least(rounds=6, evenings=6))
    assert len(house.lines_of(game, "partnership", Least(rounds=5, evenings=6))) == len(pairs)
