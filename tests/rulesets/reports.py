"""Hypothesis strategies: reports that can have happened, and whole drives made of them."""

from __future__ import annotations

import itertools
from typing import Any

from hypothesis import strategies as st

from rulesets.formats import format_of
from rulesets.formats.drive import Drive, Player, SetRecord, TableSet
from rulesets.games import load

GAME = format_of(load("court-whist"))
ROLES = ("gentleman", "lady", "lady", "gentleman")  # chairs 0 and 2, 1 and 3 are partners
STAGES = range(1, 8)


@st.composite
def reports(draw: st.DrawFn, stage: int) -> dict[str, Any]:
    """A possible report of one hand of Court Whist."""
    if stage == 3:
        cuts = sorted(draw(st.lists(st.integers(0, 13), min_size=3, max_size=3)))
        edges = [0, *cuts, 13]
        return {"tricks": [b - a for a, b in itertools.pairwise(edges)]}
    tricks = draw(st.integers(0, 13))
    report: dict[str, Any] = {"tricks": [tricks, 13 - tricks]}
    if stage == 4:
        ladies = [draw(st.integers(0, side)) for side in report["tricks"]]
        report["lady_tricks"] = ladies
    if stage == 6 and draw(st.booleans()):
        report["spoke"] = draw(st.lists(st.integers(0, 5), min_size=4, max_size=4))
    if stage == 7:
        faces = draw(st.integers(max(0, 12 - 4 * (13 - tricks)), min(12, 4 * tricks)))
        report["face_cards"] = [faces, 12 - faces]
    return report


@st.composite
def drives(draw: st.DrawFn, *, whole: bool = False) -> Drive:
    """A drive of 1 to 3 tables with sit-outs, absences, unreported hands and substitutes.

    `whole`: every set is there and every hand reported.
    """
    tables = draw(st.integers(1, 3))
    people = 4 * tables + draw(st.integers(0, 3))
    players = tuple(
        Player(f"P{n:02}", "lady" if n % 2 else "gentleman", draw(st.booleans()))
        for n in range(people)
    )
    last = 7 if whole else draw(st.integers(0, 7))
    sets = []
    for number in range(1, last + 1):
        order = draw(st.permutations(range(people)))
        hand = reports(number) if whole else st.none() | reports(number)
        waiting = order[4 * tables :]
        here = [person for person in waiting if draw(st.booleans())]
        records = []
        for table in range(tables):
            chairs = tuple(order[4 * table : 4 * table + 4])
            hands = tuple(draw(st.lists(hand, min_size=4, max_size=4)))
            subs: tuple[tuple[int, int, int], ...] = ()
            if table == 0 and waiting and draw(st.booleans()):
                subs = ((draw(st.integers(1, 4)), draw(st.integers(0, 3)), waiting[0]),)
            records.append(TableSet(table + 1, chairs, hands, None, subs))
        sets.append(SetRecord(number, tuple(records), tuple(here)))
    return Drive(GAME, players, tuple(sets))
