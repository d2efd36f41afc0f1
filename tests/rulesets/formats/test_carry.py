"""What people carry from set to set: results of tables, sit-outs and byes, tie-breaks, reasons."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.formats.board import BoardResult, DealPoints
from rulesets.formats.carry import Memory, tally
from rulesets.formats.drive import Drive, Player, SetRecord, TableSet, counting
from rulesets.formats.explanations import explain
from rulesets.formats.format import Format
from rulesets.formats.ranking import order_of, ranks, read_results, standings
from rulesets.movements.fixed_pairs import partners_of
from rulesets.standings.carry import BYES, CARRIES
from rulesets.standings.metrics import METRICS, TIE_BREAKS, Decision
from tests.rulesets.formats.euchre import LOST, MARCH, WON, Json, form_of
from tests.sampling import examples

HANDS = (WON, MARCH, LOST)
SIT_OUTS = ("mean", "tables", "nothing", 7, -3)
EIGHT = tuple(Player(name, "") for name in "ABCDEFGHI")


def table(number: int, chairs: str, *hands: Json, **changes: Any) -> TableSet:
    return TableSet(number, tuple("ABCDEFGHI".index(chair) for chair in chairs), hands, **changes)


def drive(format: Format, *sets: SetRecord, people: int = 5, seed: int = 0) -> Drive:
    return Drive(format, EIGHT[:people], sets, seed=seed)


def a_set(number: int, chairs: str, *hands: Json, out: str = "", **changes: Any) -> SetRecord:
    waiting = tuple("ABCDEFGHI".index(sitter) for sitter in out)
    return SetRecord(number, (table(1, chairs, *hands, **changes),), waiting)


def test_who_waits_for_a_partner_has_no_bye() -> None:
    waits = replace(a_set(1, "ABCD", WON, out="EFG"), partners={4: 5, 5: 4})
    for carry in ("wins", "beaten", "share"):
        format = form_of("swiss", carry=carry, deals=1, tie_breaks=["wins"])
        played = drive(format, waits, people=7)
        whole = 2 if carry == "wins" else 100
        assert [row[0] for row in tally(played)] == [whole, 0, whole, 0, whole, whole, 0]
        assert [ranks(played)[who] for who in (0, 4, 6)] == [1, 1, 3]
        assert [explain(played, who)[0].lines[0].text for who in (4, 6)] == ["Bye", "Sits out"]
    alone = form_of("swiss", "hearts", carry="wins", rounds=1)
    assert not alone.facts.fixed_pairs
    record = SetRecord(
        1, (TableSet(1, (0, 1, 2, 3), (), board=BoardResult(4, (), over=True)),), (4,)
    )
    assert tally(drive(alone, record))[4] == [2]


def test_a_substitute_has_a_part_of_what_the_chair_carries() -> None:
    format = form_of(carry="beaten", deals=4)
    shared = a_set(1, "ABCD", WON, WON, WON, LOST, out="E", subs=((2, 0, 4),))
    played = drive(format, shared, a_set(2, "ABCD", WON, WON, WON, WON))
    totals = tally(played)
    assert totals[0] == [25, 100]  # the first of four hands
    assert totals[4] == [100, 0]  # three by winning, and one sat out at the mean of these
    told = explain(played, 4)[0]
    assert [line.amount for line in told.lines] == [75, 25]
    assert "for 3 of 4 hands" in told.lines[0].text


# --- tie-breaks -----------------------------------------------------------------------------------


TIED = (
    SetRecord(1, (table(1, "ABCD", WON),), (4, 5)),
    SetRecord(2, (table(1, "EBFD", WON),), (0, 2)),
    SetRecord(3, (table(1, "AEFB", LOST),), (2, 3)),
    SetRecord(4, (table(1, "ACBD", LOST),), (4, 5)),
)  # A and F have 1, B and D 2, C and E 3


def test_worked_tie_breaks() -> None:
    format = form_of(deals=1, sit_out="nothing", tie_breaks=["wins", "margin"])
    shown = standings(drive(format, *TIED, people=6))
    # All who are level have won as often.
    assert [(one.player, one.total, one.rank, one.decision) for one in shown] == [
        (2, 3, 1, None),
        (4, 3, 1, None),
        (3, 2, 3, Decision("margin", 0, -2)),
        (1, 2, 4, None),
        (5, 1, 5, Decision("margin", -1, -3)),
        (0, 1, 6, None),
    ]


@pytest.mark.parametrize("low", [False, True])
def test_the_best_set_of_somebody_without_one_is_nothing(low: bool) -> None:
    """Not 0, which would be better than a set below 0, or the lowest."""
    format = form_of(
        "meetings", "hearts" if low else "thirty-one", tie_breaks=["best_round"], rounds=1
    )
    assert format.ranking.low_wins == low
    results = dict.fromkeys(range(3), 5 if low else -5)
    points = DealPoints(tuple(results.values()), (), None, ())  # type: ignore[arg-type]
    board = BoardResult(3, (points,), over=True)
    players = tuple(
        replace(EIGHT[who], deducted=-results.get(who, 0) if low else results.get(who, 0))
        for who in range(4)
    )
    whole = Drive(format, players, (SetRecord(1, (TableSet(1, (0, 1, 2), (), board=board),)),))
    found = {line.player: line for line in standings(whole)}
    assert {value.total for value in found.values()} == {0}
    assert [found[who].rank for who in range(4)] == [1, 1, 1, 4]
    assert found[0].decision == Decision("best_round", 5 if low else -5, None)
    assert METRICS["best_round"].format(None) == "–"


def test_a_lot_is_drawn_once() -> None:
    format = form_of("swiss", deals=1, tie_breaks=["lot"])
    sets = (a_set(1, "ABCD", WON),)
    first = order_of(drive(format, *sets, people=4, seed=5))
    assert first == order_of(drive(format, *sets, people=4, seed=5))
    assert [set(level) for level in first] == [{0, 2}, {1, 3}]  # partners stay on one place
    two = (SetRecord(1, (table(1, "ABCD", WON), table(2, "EFGH", WON))),)
    orders = {tuple(order_of(drive(format, *two, people=8, seed=seed))) for seed in range(9)}
    assert len(orders) > 1
    # Who comes later changes nobody's lot.
    later = order_of(drive(format, *two, people=9, seed=3))
    there = [level for level in later if 8 not in level]
    assert there == list(order_of(drive(format, *two, people=8, seed=3)))
    assert all(len(level) == 2 for level in there)


# --- invariants -----------------------------------------------------------------------------------


@st.composite
def an_evening(draw: st.DrawFn) -> Drive:
    slug = draw(st.sampled_from(["individual", "progressive", "swiss"]))
    options = {
        "deals": 3,
        "carry": draw(st.sampled_from(CARRIES)),
        "sit_out": draw(st.sampled_from(SIT_OUTS)),
        "bye": draw(st.sampled_from(BYES)),
        "tie_breaks": draw(st.lists(st.sampled_from(TIE_BREAKS), unique=True, max_size=3)),
    }
    count = draw(st.integers(0, 3))
    chance = Random(draw(st.integers(0, 999)))
    players = [replace(one, deducted=chance.choice([0, 0, 2])) for one in EIGHT]
    players[8] = replace(players[8], late_as_sit_out=chance.random() < 0.5)
    sets = []
    for number in range(1, count + 1):
        people = chance.sample(range(9 if number > 1 else 8), 8)
        out = tuple(who for who in range(9 if number > 1 else 8) if who not in people)
        if chance.random() < 0.5:
            out, people = (*out, *people[4:]), people[:4]
        hands = [[chance.choice(HANDS) for _ in range(3)] for _ in range(2)]
        subs = ((chance.randint(2, 3), chance.randrange(4), out[0]),) if out else ()
        tables = tuple(
            TableSet(at + 1, tuple(people[4 * at : 4 * at + 4]), tuple(hands[at]),
                     cut=chance.choice([None, (0, 2)]), subs=subs if at == 0 else ())
            for at in range(len(people) // 4)
        )  # fmt: skip
        pairs = partners_of(zip(out[::2], out[1::2], strict=False))
        sets.append(SetRecord(number, tables, out, partners=pairs))
    return Drive(form_of(slug, **options), tuple(players), tuple(sets), seed=chance.randrange(99))


@settings(max_examples=examples(60), deadline=None)
@given(an_evening())
def test_lines_add_up_and_what_was_remembered_is_counted_again(played: Drive) -> None:
    memory: Memory = {}
    first = standings(replace(played, sets=played.sets[:-1]), memory)
    assert len(first) == len(played.players)
    found = standings(played, memory)
    assert found == standings(played)
    assert ranks(played, memory) == [
        one.rank for one in sorted(found, key=lambda value: value.player)
    ]
    points = played.format.ranking.carry == "points"
    for one in found:
        lines = explain(played, one.player)
        assert sum(part.points for part in lines) + one.lost == one.total
        for part, counted in zip(lines, one.sets, strict=True):
            assert part.points == (counted or 0)
            by_hand = sum(hand.points or 0 for hand in part.hands)
            assert part.made == (None if points else by_hand)
            if points:
                assert part.points == by_hand
            else:
                assert part.points == sum(line.amount for line in part.lines)
            for hand in part.hands:
                assert sum(line.amount for line in hand.lines) == (hand.points or 0)


@settings(max_examples=examples(25), deadline=None)
@given(an_evening(), st.randoms(use_true_random=False))
def test_the_order_of_tables_changes_nothing(played: Drive, rng: Any) -> None:
    sets = []
    for record in played.sets:
        tables = list(record.tables)
        rng.shuffle(tables)
        out = list(record.sitting_out)
        rng.shuffle(out)
        sets.append(replace(record, tables=tuple(tables), sitting_out=tuple(out)))
    assert standings(replace(played, sets=tuple(sets))) == standings(played)


@settings(max_examples=examples(25), deadline=None)
@given(an_evening(), st.randoms(use_true_random=False))
def test_the_order_of_people_changes_no_place(played: Drive, rng: Any) -> None:
    if "lot" in played.format.ranking.metrics:
        return
    order = [*range(len(played.players))]
    rng.shuffle(order)
    at = {who: place for place, who in enumerate(order)}
    sets = tuple(
        replace(
            record,
            sitting_out=tuple(at[who] for who in record.sitting_out),
            partners={at[who]: at[mate] for who, mate in record.partners.items()},
            tables=tuple(
                replace(
                    table,
                    chairs=tuple(None if who is None else at[who] for who in table.chairs),
                    subs=tuple((hand, chair, at[who]) for hand, chair, who in table.subs),
                )
                for table in record.tables
            ),
        )
        for record in played.sets
    )
    again = replace(played, players=tuple(played.players[who] for who in order), sets=sets)

    def places(drive: Drive) -> dict[str, tuple[int, int, bool]]:
        names = [player.name for player in drive.players]
        return {
            names[line.player]: (line.rank, line.total, line.shared) for line in standings(drive)
        }

    assert places(again) == places(played)


@pytest.mark.parametrize("way", CARRIES)
def test_a_set_in_play_counts_at_its_end(way: str) -> None:
    format = form_of("swiss", carry=way, deals=2)
    played = drive(format, a_set(1, "ABCD", WON, WON, out="E"), a_set(2, "EBAD", WON, out="C"))
    assert tally(counting(played, live=False)) == tally(drive(format, played.sets[0]))


# --- score files ----------------------------------------------------------------------------------


def test_a_game_that_ranks_by_more_than_totals_says_who_is_first() -> None:
    deals: tuple[None, ...] = ()
    points = BoardResult(3, deals, over=True, places=(2, 1, 3))
    record = SetRecord(1, (TableSet(1, (0, 1, 2), (), board=points),))
    told = {way: tally(drive(form_of("meetings", "hearts", carry=way), record, people=3))
            for way in CARRIES}  # fmt: skip
    assert told["wins"] == [[0], [2], [0]]
    assert told["beaten"] == told["share"] == [[50], [100], [0]]
    assert told["points"] == told["margin"] == [[0], [0], [0]]
    knockout = drive(form_of("knockout", "hearts"), record, people=3)
    assert read_results(knockout) == [[((1,), (0,), (2,))]]


def test_an_average_is_over_the_sets_in_which_somebody_had_a_part() -> None:
    format = form_of("individual", per_round=1, deals=1)
    played = drive(format, a_set(1, "ABCD", MARCH), a_set(2, "EBAD", WON), a_set(3, "EACD", WON))
    assert [sum(row) for row in tally(played)] == [3, 0, 3, 0, 2]
    assert ranks(played) == [2, 4, 1, 4, 2]  # A: 3 in three sets, C: 3 in two, E: 2 in two
