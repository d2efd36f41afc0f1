"""The fold over a whole drive: scores, places, sit-outs, latecomers, substitutes, explanations."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.formats import format_of
from rulesets.formats.carry import tally
from rulesets.formats.drive import (
    Drive,
    Player,
    SetRecord,
    TableSet,
    counting,
    finished,
    roles_at,
    set_in_play,
    sitters,
)
from rulesets.formats.explanations import explain
from rulesets.formats.ranking import standings
from rulesets.games import load
from tests.rulesets.reports import drives
from tests.sampling import examples

GAME = format_of(load("court-whist"))
PEOPLE = tuple(Player(name, role) for name, role in zip("ABCDEF", "glglgl", strict=True))
HANDS: tuple[dict[str, Any], ...] = (
    {"tricks": [7, 6]},
    {"tricks": [5, 8]},
    {"tricks": [9, 4]},
    {"tricks": [5, 8]},
)


def drive(*sets: SetRecord, players: tuple[Player, ...] = PEOPLE) -> Drive:
    return Drive(GAME, players, sets)


def one(number: int = 1, **changes: Any) -> SetRecord:
    """A set with players 0 to 3 at table 1."""
    waiting = changes.pop("sitting_out", ())
    table = replace(TableSet(1, (0, 1, 2, 3), HANDS), **changes)
    return SetRecord(number, (table,), waiting)


def test_a_set_in_play_counts_at_its_end_or_as_it_is_reported() -> None:
    begun = replace(one(2, hands=(HANDS[0], None, None, None)), sitting_out=(4,))
    played = drive(one(1), begun)
    assert set_in_play(played) == 2
    assert tally(counting(played, live=False)) == [[26]] * 4 + [[0]] * 2
    shown = tally(counting(played, live=True))
    assert [sets[1] for sets in shown] == [14, 12, 14, 12, 0, 0]  # nobody leads from the sofa
    over = drive(one(1), one(2, sitting_out=(4,)))
    assert set_in_play(over) == set_in_play(drive()) == 0
    assert counting(over, live=False) is counting(over, live=True) is over


def test_a_late_guest_who_has_just_come_has_the_sets_missed() -> None:
    players = (*PEOPLE[:5], replace(PEOPLE[5], late_as_sit_out=True))
    begun = replace(one(3, hands=(None,) * 4), sitting_out=(5,))
    played = drive(one(1), one(2), begun, players=players)
    late = next(s for s in standings(counting(played, live=False)) if s.player == 5)
    assert (late.sets, late.sit_outs) == ((32, 32), 2)
    nobody = drive(one(1), one(2), one(3, hands=(None,) * 4), players=players)
    late = next(s for s in standings(counting(nobody, live=True)) if s.player == 5)
    assert (late.total, late.sit_outs) == (0, 0)


def test_a_substitute_is_credited_from_the_first_hand_played() -> None:
    played = drive(one(1, subs=((3, 0, 4),)))
    assert [row[0] for row in tally(played)] == [7 + 5, 26, 26, 26, 9 + 5, 0]
    assert sitters(played.sets[0].tables[0], 2) == (0, 1, 2, 3)
    assert sitters(played.sets[0].tables[0], 3) == (4, 1, 2, 3)
    assert roles_at(played, played.sets[0], played.sets[0].tables[0]) == ("g", "l", "g", "l")


def test_an_explanation_leads_from_the_set_to_the_rule() -> None:
    hands = ({"tricks": [7, 6], "lady_tricks": [2, 3]}, None)
    [part] = explain(drive(one(4, hands=hands)), 1)
    assert (part.number, part.name, part.status, part.points) == (4, "Chivalry", "played", 12)
    first, second, *_ = part.hands
    assert (first.table, first.chair, first.points, first.summary.text) == (
        1,
        1,
        12,
        "7 : 6, lady 2 : 3",
    )
    assert [(line.amount, line.text, line.rule) for line in first.lines] == [
        (6, "Tricks of the side: 6", "chivalry"),
        (6, "Of these taken by the lady: 3 × 2", "chivalry"),
    ]
    assert (second.points, second.lines) == (None, ())


@settings(max_examples=examples(40))
@given(drives())
def test_the_fold_the_explanation_and_the_lines_agree(played: Drive) -> None:
    rows = tally(played)
    for player, row in enumerate(rows):
        parts = explain(played, player)
        assert [part.points for part in parts] == row
        for part in parts:
            lines = [line.amount for hand in part.hands for line in hand.lines]
            assert sum(lines) == part.points


@settings(max_examples=examples(30))
@given(drives(), st.randoms(use_true_random=False))
def test_the_order_of_tables_and_of_hands_does_not_matter(played: Drive, rng: Any) -> None:
    shuffled = []
    for record in played.sets:
        tables = [
            table if table.subs else replace(table, hands=tuple(rng.sample(table.hands, 4)))
            for table in record.tables
        ]
        rng.shuffle(tables)
        shuffled.append(replace(record, tables=tuple(tables)))
    assert tally(replace(played, sets=tuple(shuffled))) == tally(played)


@settings(max_examples=examples(30))
@given(drives())
def test_standings_are_ranked_and_complete(played: Drive) -> None:
    scores = standings(played)
    assert sorted(score.player for score in scores) == list(range(len(played.players)))
    for score in scores:
        assert score.total == sum(points or 0 for points in score.sets)
        assert score.rank == 1 + sum(other.total > score.total for other in scores)
        assert score.shared == any(o.total == score.total for o in scores if o is not score)
    assert [score.rank for score in scores] == sorted(score.rank for score in scores)


@settings(max_examples=examples(20))
@given(drives(whole=True))
def test_a_whole_drive_is_finished(played: Drive) -> None:
    assert finished(played)
    *before, last = played.sets
    assert not finished(replace(played, sets=(*before, replace(last, tables=()))))
