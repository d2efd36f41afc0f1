"""Seats of the second of two stages: chairs, partners and parts that were chosen by the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from rulesets.formats.drive import Drive, SetRecord, TableSet
from rulesets.formats.ranking import order_of, standings
from tests.rulesets.formats.euchre import WON
from tests.rulesets.formats.test_stages import (
    LOST,
    an_evening,
    an_evening_until,
    begin,
    form_of,
    play,
    seat,
)

GO_ON = {"knockout": 8, "pairs": 8, "table": 2}  # so many pairs


@pytest.mark.parametrize("second", GO_ON)
@pytest.mark.parametrize("seed", range(2))
def test_who_keeps_a_chair_keeps_it_into_the_second_stage(second: str, seed: int) -> None:
    format = form_of("swiss", stages=second, qualify=GO_ON[second], others="play", rounds=3)
    keeper = 5
    drive = begin(format, 32)
    for _ in range(3):
        drive = play(drive, seat(drive, seed, keeps=keeper), Random(seed))
    home = chair_of(drive.sets[2].tables, keeper)
    seating = seat(drive, seed, keeps=keeper)
    notes = {note.code: note.words.params for note in seating.notes}
    now = next(
        (table, chairs.index(keeper))
        for table, chairs in enumerate(seating.tables, 1)
        if keeper in chairs
    )
    if now != home:
        assert notes["keeper.moved"] == {"person": keeper}
    else:
        assert "keeper.moved" not in notes
    best = {who for chairs in seating.tables[:4] for who in chairs}
    if second != "table" and (home[0] <= 4) == (keeper in best):  # its part has that chair
        assert now == home


def chair_of(tables: Sequence[TableSet], who: int) -> tuple[int, int]:
    return next((table.table, table.chairs.index(who)) for table in tables if who in table.chairs)


def test_who_was_ranked_alone_gets_a_partner_by_rank() -> None:
    format = form_of("individual", stages="knockout", qualify=8)
    drive, chance = begin(format, 16), Random(3)
    for _ in range(3):
        drive = play(drive, seat(drive), chance)
    order = order_of(drive)
    place = {who: at for at, level in enumerate(order) for who in level}
    pairs = [side for table in seat(drive).tables for side in (table[::2], table[1::2])]
    assert len(pairs) == 4
    ranked = sorted((who for pair in pairs for who in pair), key=place.__getitem__)
    assert place[ranked[-1]] <= min(place[who] for who in range(16) if who not in ranked)
    ends = [sorted(place[who] for who in pair) for pair in pairs]
    assert [place[ranked[0]], place[ranked[-1]]] in ends


@pytest.mark.parametrize("slug", ["pairs", "swiss"])
def test_partners_go_on_together_whatever_is_wished_since(slug: str) -> None:
    format = form_of(slug, stages="pairs", qualify=4, others="play")
    drive = an_evening_until(format, 16, 3)
    partners = {side for table in drive.sets[2].tables for side in sides_of(table.chairs)}
    seating = seat(drive, apart=sorted(partners))
    assert {side for chairs in seating.tables for side in sides_of(chairs)} == partners


def sides_of(chairs: Sequence[int]) -> list[tuple[int, int]]:
    return [(min(side), max(side)) for side in (chairs[::2], chairs[1::2])]


def test_seats_that_are_shown_stay_when_the_qualifying_is_corrected() -> None:
    format = form_of("swiss", stages="knockout", qualify=4)
    drive, chance = begin(format, 24), Random(5)
    for _ in range(4):
        drive = play(drive, seat(drive), chance)
    on = {who for table in drive.sets[3].tables for who in table.chairs}
    first = drive.sets[0]
    turned = [
        TableSet(table.table, table.chairs, (LOST if table.hands == (WON,) else WON,))
        for table in first.tables
    ]
    again = (SetRecord(1, tuple(turned), first.sitting_out), *drive.sets[1:])
    corrected = Drive(drive.format, drive.players, again)
    assert {line.player for line in standings(corrected)[:8]} == on
    final = seat(corrected)
    assert len(final.tables) == 1
    assert {*final.tables[0]} <= on


def test_a_pair_that_sits_out_of_a_stage_stays_among_the_best() -> None:
    """Of ten pairs five go on, each against each: in every set one of them sits out."""
    format = form_of("swiss", stages="pairs", qualify=5, others="play", rounds=2)
    drive = an_evening(format, 20)
    best = {line.player for line in standings(drive)[:10]}
    meetings = set()
    for record in drive.sets[2:]:
        for table in record.tables[:2]:
            assert best.issuperset(table.chairs)
            meetings.add(frozenset(sides_of(table.chairs)))
        assert len(best.intersection(record.sitting_out)) == 2
    assert len(meetings) == 5 * 4 // 2


@pytest.mark.parametrize("leaves", [False, True])
def test_who_looks_on_and_stands_in_went_on_only_where_somebody_left(leaves: bool) -> None:
    """Of eight pairs four play a knockout; one who looks on takes a chair over in its first set."""
    format = form_of("swiss", stages="knockout", qualify=4, deals=2)
    drive = an_evening_until(format, 16, format.agreed.rounds)
    seating = seat(drive)
    on = {who for table in seating.tables for who in table}
    stands_in = next(out.id for out in seating.sitting_out if out.id not in on)
    drive = play(drive, seating, Random(3))
    *before, newest = drive.sets
    first = newest.tables[0]
    gone = first.chairs[0]
    taken = replace(first, subs=((1, 0, stands_in),), hands=(WON, WON))
    tables = (taken, *(replace(table, hands=(WON, WON)) for table in newest.tables[1:]))
    drive = replace(drive, sets=(*before, replace(newest, tables=tables)))
    here = [who for who in range(16) if who != gone or not leaves]
    (final,) = [table for table in seat(drive, present=here).tables if first.chairs[2] in table]
    assert (stands_in in final, gone in final) == (leaves, not leaves)
    ranks = {line.player: line.rank for line in standings(drive)}
    assert ranks[stands_in] > max(ranks[who] for who in on)
