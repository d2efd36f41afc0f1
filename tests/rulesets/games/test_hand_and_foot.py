"""Hand and Foot Canasta: canastas, first melds, red threes, and what the packs hold."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets import games
from rulesets.cards import picker
from tests.rulesets.every_game import begun
from tests.rulesets.tables import codes, filled_sheet, night, problems, setup

GAME = games.load("hand-and-foot")
SLUG, PLAYS = GAME.slug, GAME.plays
NOTHING = {"red": 0, "black": 0, "wild": 0, "red_threes": 0, "table": 0, "hand": 0}
LEAST = {**NOTHING, "red": 1, "black": 1, "wild": 1, "table": 265}


def deal(ours: dict[str, int], theirs: dict[str, int] | None = None, **others: Any) -> Any:
    other = NOTHING | (theirs or {})
    return {key: [(NOTHING | ours)[key], other[key]] for key in NOTHING} | others


def test_what_everything_is_worth() -> None:
    """Metzker p. 6."""
    ours = {"red": 2, "black": 1, "wild": 1, "red_threes": 3, "table": 900, "hand": 45}
    history = night(SLUG, deal(ours, {"hand": 120}, went_out=0), players=4)
    assert history.state.totals == (1000 + 300 + 2000 + 300 + 100 + 900 - 45, -120)
    rows = {(m.text, m.rule, m.amount) for _, m in history.ledger() if m.amount}
    assert {
        ("Red canastas: 2 × 500", "canastas", 1000),
        ("Wild canastas: 1 × 2000", "canastas", 2000),
        ("Red threes: 3 × 100", "red-threes", 300),
        ("Cards left: 45", "scoring", -45),
        ("Went out", "going-out", 100),
    } < rows
    sheet = filled_sheet(SLUG, deal(ours, {"hand": 120}, went_out=0), deal({}), players=4)
    row = sheet.rows[0]
    over, under = 1000 + 300 + 2000 + 300 + 100, 900 - 45
    assert [cell.value for cell in row.cells[5:8]] == [over, under, over + under]
    assert [cell.value for cell in row.cells[-3:]] == [0, -120, -120]
    assert [cell.value for cell in sheet.rows[1].cells[-3:]] == [0, 0, 0]
    assert sheet.foot[0].cells[-1].value == -120


def test_red_threes_count_against_a_side_that_has_not_melded() -> None:
    """Metzker p. 7."""
    without = deal({"red_threes": 2, "hand": 60}, {"table": 95, "red_threes": 1})
    assert night(SLUG, without, players=4).state.totals == (-260, 195)
    values = {**without, "melded": [False, True]}
    assert night(SLUG, values, players=4).state.totals == (-260, 195)
    assert codes(SLUG, {**without, "melded": [None, False]}, players=4) == [
        ("melded.cards", "error", ("melded", 1))
    ]
    assert codes(SLUG, {**without, "melded": [True, None]}, players=4) == [
        ("table.few", "error", ("table", 0))
    ]


@pytest.mark.parametrize(("round_", "first"), list(enumerate((90, 120, 150, 180))))
def test_the_first_meld_grows(round_: int, first: int) -> None:
    """Metzker p. 6."""
    before = [deal({})] * round_
    assert codes(SLUG, deal({"table": first}), *before, players=4) == []
    (found,) = problems(SLUG, deal({"table": first - 5}), *before, players=4)
    assert (found.code, found.message) == (
        "table.few",
        f"Ann & Cy: the first meld and the canastas count at least {first}.",
    )
    state = night(SLUG, *before, players=4).state
    assert PLAYS.name_of_round(state).text == f"first meld {first}"


@pytest.mark.parametrize("missing", ["red", "black", "wild"])
def test_nobody_goes_out_without_all_three(missing: str) -> None:
    """Metzker p. 7."""
    assert codes(SLUG, deal(LEAST, went_out=0), players=4) == []
    assert codes(SLUG, deal({**LEAST, missing: 0}, went_out=0), players=4) == [
        ("went_out.canastas", "error", ("went_out",))
    ]


def test_nobody_goes_out_without_sevens_where_that_was_agreed() -> None:
    """Metzker p. 7, the alternate rule."""
    out = deal(LEAST, went_out=0)
    assert codes(SLUG, out, players=4) == []
    missing = [("went_out.sevens", "error", ("sevens",))]
    assert codes(SLUG, out, players=4, sevens=True) == missing
    assert codes(SLUG, {**out, "sevens": True}, players=4, sevens=True) == []
    assert codes(SLUG, deal(LEAST), players=4, sevens=True) == []
    state = PLAYS.start(setup(SLUG, 4, sevens=True)).state
    assert "sevens" in [field.key for field in PLAYS.fields(state)]
    assert "sevens" not in [field.key for field in PLAYS.fields(PLAYS.start(setup(SLUG, 4)).state)]


@pytest.mark.parametrize(("players", "packs"), [(2, 3), (4, 5), (6, 7)])
def test_the_packs_hold_no_more(players: int, packs: int) -> None:
    """games.md: red threes, wild cards, natural cards and the values of so many packs."""
    ours, theirs = (
        {**NOTHING, "table": 305 * packs, "red_threes": packs, "hand": hand} for hand in (0, 5)
    )
    full = {**ours, "wild": 6 * packs // 14, "red": 11 * (4 * packs // 7) // 2}
    assert codes(SLUG, deal(full, ours), players=players) == []
    found = codes(SLUG, deal(ours, theirs | {"red_threes": packs + 1}), players=players)
    assert [code for code, _, _ in found] == ["red_threes.many", "table.many"]
    more = {**ours, "black": 6 * packs}
    found = codes(SLUG, deal(more, {**ours, "wild": 1}), players=players)
    assert "wild.many" in [code for code, _, _ in found]
    red = {**ours, "red": 11 * (4 * packs // 7)}
    assert "red.many" in [
        c for c, _, _ in codes(SLUG, deal(red, {**red, "red": 1}), players=players)
    ]


def test_cards_are_counted_by_the_book() -> None:
    """Metzker p. 6; a red three counts nothing in hand (games.md)."""
    state = PLAYS.start(begun(GAME, 4)).state
    counters = [field.counter for field in PLAYS.fields(state) if field.counter is not None]
    assert len(counters) == 2
    for counter in counters:
        cards = ["JK", "2S", "AH", "KD", "8C", "7S", "4S", "3S", "3H"]
        assert picker.count(counter, cards).value == 50 + 25 + 20 + 10 + 10 + 5 + 5 + 5 + 0
        assert (counter.packs, counter.jokers) == (5, 10)
