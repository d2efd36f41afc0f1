"""Thirty One: the lowest pays, 31 and the knock, on their face, and the pot to the last one in."""

from __future__ import annotations

from typing import Any

from rulesets import games
from tests.rulesets.tables import codes, night, overridden, setup

SLUG = "thirty-one"
PLAYS = games.load(SLUG).plays


def cards(*points: float | None, **others: Any) -> dict[str, Any]:
    return {"points": list(points), **others}


def held(*reports: Any, **given_: Any) -> tuple[tuple[int, ...], int]:
    state = night(SLUG, *reports, **given_).state
    return state.totals, state.pot


def test_everyone_brings_four_quarters_and_antes_one() -> None:
    """Metzker p. 23."""
    assert held() == ((3, 3, 3), 3)
    assert held(stake=6, ante=2) == ((4, 4, 4), 6)
    assert [p.code for p in PLAYS.check_setup(setup(SLUG, stake=1, ante=2))] == ["options.ante"]


def test_the_lowest_pays_all_who_tie_and_a_knocker_two() -> None:
    """Metzker p. 23."""
    assert held(cards(5, 9, 7)) == ((2, 3, 3), 4)
    assert held(cards(5, 5, 7)) == ((2, 2, 3), 5)
    assert held(cards(5, 9, 7, knocker=0)) == ((1, 3, 3), 5)
    assert held(cards(5, 5, 7, knocker=0)) == ((1, 2, 3), 6)
    assert held(cards(5, 9, 7, knocker=1)) == ((2, 3, 3), 4)


def test_one_more_round_on_the_face_whatever_the_cards_are() -> None:
    """Metzker p. 23; games.md, golf: `on_face`."""
    state = night(SLUG, cards(5, 20, 21), cards(30, 5, 20), stake=2).state
    assert (state.out, state.totals, state.pot) == ((0,), (0, 0, 1), 5)
    later = night(SLUG, cards(5, 20, 21), cards(30, 5, 20), stake=2, on_face="until_next_loss")
    assert later.state.out == ()


def test_at_a_31_all_others_pay_where_that_was_agreed_on() -> None:
    """games.md, thirty-one: one each, a knocker who is lowest two."""
    down = cards(31, 30, 12, laid_down=0, knocker=2)
    assert held(down) == ((3, 3, 1), 5)
    assert held(down, all_pay=True) == ((3, 2, 1), 6)
    assert held(cards(31, 30, 12, laid_down=0, knocker=1), all_pay=True) == ((3, 2, 2), 5)
    history = night(SLUG, down, all_pay=True)
    assert [(line.text, line.rule) for line in history.rounds[0].transfers] == [
        ("Ann laid down 31; Bo has 30", "thirty-one"),
        ("Ann laid down 31; Cy has 12; the knock doubles it", "knocking"),
    ]


def test_three_of_a_kind_counts_thirty_and_a_half_only_where_agreed_on() -> None:
    report = cards(30.5, 31, 30.5)
    assert codes(SLUG, report) == [
        ("points.type", "error", ("points", 0)),
        ("points.type", "error", ("points", 2)),
    ]
    history = night(SLUG, report, three_of_a_kind=True)
    assert history.state.totals == (2, 3, 2)
    assert history.rounds[0].transfers[0].text == "Ann is lowest with 30½"
    assert PLAYS.board([history.opening.state, history.state]).rows[0].cells[0].text == "30½ −1"
    assert PLAYS.round_view(history.state)["counts"]["Cy"] == 30.5
    for wrong in (30.0, 29.5, True, float("nan"), "30½"):
        assert codes(SLUG, cards(wrong, 5, 6), three_of_a_kind=True)  # type: ignore[arg-type]


def test_going_home_leaves_the_quarters_in_the_pot() -> None:
    state = night(SLUG, cards(20, 25, None, went_home=[2])).state
    assert (state.totals, state.pot, state.out) == ((2, 3, 0), 7, (2,))
    history = night(SLUG, cards(None, None, None, went_home=[0, 2]))
    assert (history.ending.winners, history.state.totals) == ((1,), (0, 12, 0))
    assert codes(SLUG, cards(20, 25, 9, went_home=[2]))[0][0] == "went_home.out"
    assert codes(SLUG, cards(20, 25, None))[0] == ("points.missing", "error", ("points", 2))
    gone = cards(20, 25, None, went_home=[2], knocker=2)
    assert codes(SLUG, gone) == [("knocker.out", "error", ("knocker",))]
    everybody = cards(None, None, None, went_home=[0, 1, 2])
    assert codes(SLUG, everybody)[0][0] == "went_home.everybody"


def test_a_wrong_31_that_is_let_stand_can_be_played() -> None:
    for options in ({}, {"all_pay": True}):
        report = cards(20, 25, None, went_home=[2], laid_down=2)
        assert overridden(SLUG, report, **options).rounds[0].counted
