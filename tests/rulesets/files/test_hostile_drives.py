"""Whatever stands in the file of a drive, it is scored, or refused in a line; nothing else."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.engine.problems import Unusable
from rulesets.files.drive_answers import next_seats, score, seats
from rulesets.files.drive_file import DriveFile
from rulesets.files.score_file import read_file
from rulesets.games import load
from tests.sampling import examples

ALONE = {
    "golf": [{"points": [9, 4, 7, 5]}, {"points": [3, 8]}],
    "hearts": [{"hearts": [13, 0, 0, 0], "queen": 0}],
}
SIDES = {
    "euchre": [{"makers": 0, "tricks": 3}, {"makers": 1, "tricks": 5}, {}],
    "court-whist": [{"tricks": [7, 6]}, {"tricks": [13, 0]}],
}
GAMES: dict[str, list[dict[str, Any]]] = {**ALONE, **SIDES}
OPTIONS: list[dict[str, Any]] = [
    {},
    {"rounds": 3, "deals": 1},
    {"carry": "beaten", "tie_breaks": ["head_to_head", "wins", "lot"], "bye": "half"},
    {"carry": "margin", "per_round": 2, "sit_out": 30},
    {"size": 2, "places": "all"},
    {"stages": "knockout", "qualify": 2, "rounds": 1, "others": "play"},
    {"stages": "pairs", "qualify": 2, "rounds": 1},
    {"stages": "table", "qualify": 4, "rounds": 1, "stage_points": "halved"},
    {"divisions": 2},
    {"best_of": 3},
    {"moves": "part", "bell": True},
    {"minutes": 20},
]


def made_up(chance: random.Random, game: str, form: str) -> dict[str, Any]:
    """A file in which most things can stand, and many must not."""
    names = [f"P{number}" for number in range(chance.randrange(2, 14))]
    reports = [*GAMES[game], None]

    def people(count: int) -> list[Any]:
        if chance.random() < 0.8 and count <= len(names):
            return chance.sample(names, count)
        return [chance.choice([*names, *names, None]) for _ in range(count)]

    def table(number: int, chairs: list[Any]) -> dict[str, Any]:
        values: dict[str, Any] = {"table": number, "chairs": chairs}
        values["hands"] = [chance.choice(reports) for _ in range(chance.randrange(5))]
        if game in SIDES and chance.random() < 0.4:
            values["subs"] = [
                {
                    "hand": chance.randrange(1, 5),
                    "for": chance.choice(names),
                    "player": chance.choice(names),
                }
                for _ in range(chance.randrange(1, 3))
            ]
        if game in SIDES and chance.random() < 0.2:
            values["cut"] = chance.sample(names, 2)
        return values

    rounds = []
    for number in range(1, chance.randrange(1, 5)):
        size = 4 if game in SIDES else chance.randrange(2, 6)
        seated = people(len(names))
        tables = [
            table(at // size + 1, seated[at : at + size])
            for at in range(0, len(seated) - size * (chance.random() < 0.9) + 1, size)
        ]
        rounds.append(
            {"set": number, "tables": tables, "sitting_out": seated[-(len(seated) % size) :]}
        )
    return {
        "game": game,
        "format": form,
        "options": chance.choice(OPTIONS),
        "players": [
            {
                "name": name,
                "late_as_sit_out": chance.random() < 0.2,
                "keeps_chair": chance.random() < 0.1,
            }
            for name in names
        ],
        "sets": rounds,
        "deductions": [{"player": chance.choice(names), "points": 3}],
        "apart": [chance.sample(names, 2)],
        "together": [chance.sample(names, 2)],
    }


@pytest.mark.parametrize(
    ("game", "form"), [(game, form) for game in GAMES for form in load(game).formats]
)
@settings(max_examples=examples(15), deadline=None)
@given(seed=st.integers(0, 10**9))
def test_it_is_scored_or_refused(game: str, form: str, seed: int) -> None:
    value = made_up(random.Random(seed), game, form)
    try:
        read = read_file(value)
    except Unusable:
        return
    assert isinstance(read, DriveFile)
    answer = score(read, explain=True)
    assert len(answer["standings"]) == len(value["players"])
    if not read.broken:
        view = seats(read, next_seats(read, 1), 1)
        seated = [who for one in view["tables"] for who in one["chairs"]]
        assert len(seated) == len(set(seated))
