"""The format that CONTRIBUTING.md adds, taken out of its text and played."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from rulesets.formats.rehearsal import late_guests, rehearse
from rulesets.games import load
from tests.rulesets.movements.movement_requests import request

TEXT = Path(__file__).parents[3] / "CONTRIBUTING.md"


def test_the_format_of_the_guide_seats_an_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    section = TEXT.read_text(encoding="utf-8").split("## Adding a format\n")[1].split("\n## ")[0]
    code = re.search(r"(?ms)^```python\n(.*?)^```$", section)
    assert code
    module = ModuleType("shuffle")
    monkeypatch.setitem(sys.modules, "shuffle", module)  # where its dataclasses look for names
    exec(code[1], module.__dict__)
    format = module.KIND.of(load("euchre"))
    assert (format.kind.slug, format.offer.course.text) == ("shuffle", "7 sets of 4 hands")
    assert format.labels.of_set(2).when.text == "Set 2 of 7"

    def evening(seed: int) -> list[tuple[tuple[int, ...], ...]]:
        here = late_guests(format, (), 9)
        played = rehearse(format, request(here, rng=random.Random(0)), seed=seed)
        for board_round in played.rounds:
            everybody = [who for table in board_round.tables for who in table] + [
                *board_round.sitting_out
            ]
            assert sorted(everybody) == [guest.id for guest in here]
        return [played_round.tables for played_round in played.rounds]

    assert len(evening(1)) == 7
    assert evening(1) == evening(1) != evening(2)
