"""Mexican Train: thirteen doubles, one player out, and the 0-0."""

from __future__ import annotations

from typing import Any

from rulesets import games
from tests.rulesets.tables import codes, night

SLUG = "mexican-train"
PLAYS = games.load(SLUG).plays


def left(*pips: int, **others: Any) -> dict[str, Any]:
    return {"pips": list(pips), **others}


def found(report: object, **values: Any) -> list[str]:
    return [code for code, _, _ in codes(SLUG, report, **values)]


def test_from_the_double_twelve_down_to_the_blank() -> None:
    """Metzker p. 27."""
    history = night(SLUG, *[left(0, 1, 2)] * 13)
    states = [history.opening.state, *(board_round.state for board_round in history.rounds[:-1])]
    named = [PLAYS.name_of_round(state).text for state in states]
    assert named == [f"double {number}" for number in range(12, -1, -1)]
    assert history.ending.winners == (0,)


def test_where_the_blank_costs_50_it_is_asked() -> None:
    """Metzker p. 27, alternate rules."""
    values = {"double_blank": 50}
    assert night(SLUG, left(0, 5, 6, blank=2), **values).state.totals == (0, 5, 56)
    assert found(left(0, 0, 6), **values) == ["pips.none"]
    assert found(left(0, 0, 6, blank=1), **values) == []
    assert found(left(0, 0, 6, blank=1, blocked=True), **values) == ["pips.none"]
    assert found(left(0, 5, 6, blank=2)) == ["report.field"]
    last = night(SLUG, *[left(0, 1, 2)] * 12, **values).state
    assert [field.key for field in PLAYS.fields(last)] == ["pips", "blocked"]
    assert [p.code for p in PLAYS.check(last, left(0, 0, 6))] == ["pips.none"]


def test_whoever_went_out_begins_where_the_double_is_laid_out() -> None:
    def told(*reports: Any) -> str:
        text: str = PLAYS.note_before(night(SLUG, *reports, held_out=True).state).text
        return text

    assert told(left(4, 0, 6)) == "15 tiles each; the double is laid out, and Bo begins"
    assert told(left(0, 0, 6)).endswith("whoever went out begins")
