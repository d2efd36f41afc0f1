"""The referee: turn files with things that do not belong."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulesets import games
from rulesets.files.cli import main
from tests.faults.event_files import mutated
from tests.faults.rounds import rounds
from tests.rulesets.referee.self_play import Table, as_file
from tests.rulesets.referee.test_every_referee import JUDGED, WHOLE

pytestmark = pytest.mark.faults
FRESH = 60  # so many mutations until other files are taken as well
CARDS = ["AS", "2H", "8R=S", "JK", "JK=7H", "10T", "DRH", "SKS", "RVC", "QW", "JH=11", "XX"]


def a_file(slug: str, rng: Random) -> Any:
    """A game that was begun, or made up turns where nobody deals it."""
    if slug in WHOLE:
        table = Table(
            slug, rng.randrange(10**6), max(rng.randint(2, 4), games.load(slug).plays.players[0])
        )
        first = table.position
        for _ in range(rng.randint(0, 8)):
            if table.position.over is None:
                table.one_turn()
        return as_file(slug, table, first)
    plays = games.load(slug).plays
    names = list("ABCDEFGHIJKL"[: plays.seats[0] if plays.seats else max(plays.players[0], 3)])
    steps = [{"play": [rng.choice(CARDS)]}, {"draw": 2}, {"reveal": "SKS"}, {"act": "bet"}]
    turns = [{"player": rng.choice(names), "steps": rng.sample(steps, 2)} for _ in range(5)]
    return {"game": slug, "players": names, "turns": turns}


def test_no_file_ends_in_a_traceback(tmp_path: Path) -> None:
    """The commands answer 0, 1 or 2; what they print is JSON, or one line of what is wrong."""
    rng, path = Random("turn files"), tmp_path / "turns.json"
    slugs = [game.slug for game in JUDGED]
    documents: list[Any] = []
    seen = set()
    for number in range(rounds(short=180, long=20_000)):
        if number % FRESH == 0:  # as many files more, of one game after the other
            documents = documents[-FRESH:]
            documents += [a_file(slug, rng) for slug in rng.sample(slugs, min(5, len(slugs)))]
        document = mutated(rng.choice(documents), rng)
        path.write_text(json.dumps(document), encoding="utf-8")
        command = ["turn", str(path), "--hand", rng.choice(CARDS)] if number % 3 == 0 else (
            ["judge", str(path)]
        )  # fmt: skip
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            status = main(command)
        seen.add(status)
        if status == 2:
            assert err.getvalue().startswith("rulesets: ")
            assert err.getvalue().count("\n") == 1
        else:
            assert status == int('"error"' in out.getvalue())
            assert json.loads(out.getvalue())
    assert seen == {0, 1, 2}
