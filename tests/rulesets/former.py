"""Random evenings of an earlier version, kept as files with what that version made of them.

Each line of `tests/data/former/<game>.jsonl.gz` is one evening: its event file and its score file
as that version exported them, and what it answered: `score` (the command line), `standings` and
`explained` (the app, see `tests.tournaments.former`). Later versions must answer the same.

Only the functions under "this version of the command line" know how this version is built, and
turn it into what was kept. If it changes, they do; the files never do.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rulesets.files import cli

Json = dict[str, Any]

DATA = Path(__file__).resolve().parents[1] / "data" / "former"
SLUGS = ("court-whist", "gin-tournament", "golf", "rummoli")
EVENINGS = 50  # of each game
# Whoever is out and has cards all the same: that was told of the points, and is told of the
# answer that there is. A version of now says the one, the files say the other.
CALLED_NOW = {"grids.out": "points.out"}
SENTENCES = {"summary", "moments"}  # of a round: told, and not counted


def evenings(slug: str, chunk: int = 0, chunks: int = 1) -> list[tuple[int, Json]]:
    """The evenings of a game with their numbers (from 0): every `chunks`th one from `chunk` on."""
    with gzip.open(DATA / f"{slug}.jsonl.gz", "rt", encoding="utf-8") as lines:
        chosen = [(n, line) for n, line in enumerate(lines) if n % chunks == chunk]
    return [(number, json.loads(line)) for number, line in chosen]


def as_json(value: Any) -> str:
    """The one way in which a value is compared, byte by byte."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


# -- this version of the command line --------------------------------------------------------


def answer(score_file: Json | list[Json]) -> tuple[Any, int]:
    """What `python -m rulesets score --explain` prints of a score file, and its exit status."""
    with tempfile.TemporaryDirectory() as folder, io.StringIO() as printed:
        path = Path(folder) / "evening.json"
        path.write_text(json.dumps(score_file), encoding="utf-8")
        with contextlib.redirect_stdout(printed):
            status = cli.main(["score", "--explain", str(path)])
        return json.loads(printed.getvalue()), status


def essence(answered: Any, status: int) -> Json:
    """What is kept of an answer: numbers and names, and the sums of what explains them."""
    several = answered if isinstance(answered, list) else [answered]
    parts = [_board(one) if "rounds" in one else _drive(one) for one in several]
    return {"status": status, "files": parts}


def _drive(answered: Mapping[str, Any]) -> Json:
    rows = []
    for row in answered["standings"]:
        plain = {key: value for key, value in row.items() if key != "explanation"}
        rows.append({**plain, "explained": [_explained(one) for one in row["explanation"]]})
    return {
        "finished": answered["finished"],
        "standings": rows,
        "problems": _codes(answered["problems"]),
    }


def _explained(one: Mapping[str, Any]) -> Json:
    """A set of somebody, with the sum of each hand's lines: [hand, sum]."""
    hands = [[hand["hand"], sum(line["points"] for line in hand["lines"])] for hand in one["hands"]]
    return {"set": one["set"], "status": one["status"], "points": one["points"], "hands": hands}


def _board(answered: Mapping[str, Any]) -> Json:
    """Everything but sentences; the ledger as sums."""
    plain = {
        key: value
        for key, value in answered.items()
        if key not in ("ending", "ledger", "problems", "rounds", "final")
    }
    ending = answered.get("ending")
    rounds = [*answered["rounds"], *([answered["final"]] if "final" in answered else [])]
    return {
        **plain,
        "winners": None if ending is None else ending["winners"],
        "rounds": [
            {k: v for k, v in board_round.items() if k not in SENTENCES} for board_round in rounds
        ],
        "ledger": _ledger(answered.get("ledger", ())),
        "problems": _codes(answered["problems"]),
    }


def _ledger(transfers: Sequence[Mapping[str, Any]]) -> Json:
    """By unit and account what each round brought: [round, what came in, what went out]."""
    came: Counter[tuple[str, str, int]] = Counter()
    went: Counter[tuple[str, str, int]] = Counter()
    for transfer in transfers:
        came[transfer["unit"], transfer["to"], transfer["round"]] += transfer["amount"]
        went[transfer["unit"], transfer["from"], transfer["round"]] += transfer["amount"]
    sums: Json = {}
    for key in sorted(came.keys() | went.keys()):
        unit, account, number = key
        of_account = sums.setdefault(unit, {}).setdefault(account, [])
        of_account.append([number, came[key], went[key]])
    return sums


def _codes(problems: Iterable[Mapping[str, Any]]) -> list[list[str]]:
    codes = ((problem["severity"], problem["code"]) for problem in problems)
    return [[severity, CALLED_NOW.get(code, code)] for severity, code in codes]
