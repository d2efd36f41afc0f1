"""Old score cards: what is read of random evenings is what a plain loop over their deals says,
whatever lines are missing, doubled or out of order."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rulesets.records.score_cards.evenings import count_evening, read_evenings
from rulesets.records.score_cards.sheets import read_sheet
from rulesets.records.summaries import summarize

HEAD = ("Date", "Game", "Round", "Deal", "Table", "Player", "Partner", "Tricks")
PEOPLE = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")
TRICKS = 13


class Whist:
    slug, low, format, tricks = "whist", False, "drive", TRICKS

    def points(self, number: int, deal: int, tricks: list[int]) -> list[int]:
        return tricks

    def highlights(self, *_about: object) -> tuple[()]:
        return ()


Row = tuple[str, ...]


def evening(rng: Random) -> tuple[list[Row], Counter[str]]:
    """The lines of two tables in three rounds, and everybody's points."""
    rows, points = [], Counter[str]()
    for number in range(1, 4):
        seats = rng.sample(PEOPLE, 8)
        for table in (0, 1):
            a, b, c, d = seats[4 * table : 4 * table + 4]
            for deal in (1, 2, 3):
                tricks = rng.randint(0, TRICKS)
                for pair, taken in (((a, b), tricks), ((c, d), TRICKS - tricks)):
                    place = ("26.12.1997", "whist", str(number), str(deal), f"T{table}")
                    rows.append((*place, *pair, str(taken)))
                    points.update(dict.fromkeys(pair, taken))
    return rows, points


@pytest.mark.parametrize("seed", range(5))
def test_lines_missing_doubled_and_out_of_order(seed: int) -> None:
    rng = Random(seed)
    rows, points = evening(rng)
    # In each round and table one deal has lost the line of a side; some lines stand there twice.
    lost = {6 * block + rng.randrange(6) for block in range(6)}
    kept = [row for at, row in enumerate(rows) if at not in lost]
    kept += rng.sample(kept, 5)
    rng.shuffle(kept)
    sheet = read_sheet(list(enumerate([HEAD, *kept], 1)), {"whist": "whist"})
    assert sheet.problems == []
    [(key, lines)] = read_evenings(sheet.lines).items()
    evening_read = count_evening(key, lines, Whist())
    assert evening_read.checked.open == []
    assert len(evening_read.checked.made) == len(set(rows)) - len(set(kept))
    assert {name: one.points for name, one in evening_read.standings.items()} == dict(points)
    for name, one in evening_read.standings.items():
        assert one.place == 1 + sum(other > points[name] for other in points.values())
    summary, _details = summarize(evening_read.played)
    assert (summary.hands, summary.rounds, summary.deals) == (18, 3, 3)
    # A line with another number is open; each of its cures leaves one of the two.
    other = (*kept[0][:-1], str((int(kept[0][-1]) + 1) % TRICKS))
    sheet = read_sheet(list(enumerate([HEAD, *kept, other], 1)), {"whist": "whist"})
    [one] = count_evening(key, sheet.lines, Whist()).checked.open
    assert (one.code, len(one.cures)) == ("twice", 2)
    assert all(cure.totals for cure in one.cures)
