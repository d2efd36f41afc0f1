"""Formats with what was agreed on, hands of Euchre, and the seats that a score file is answered."""

from __future__ import annotations

from typing import Any

from rulesets.files.drive_answers import next_seats, seats
from rulesets.files.score_file import read_file
from rulesets.formats import format_of, read_options
from rulesets.formats.format import Format
from rulesets.games import load

Json = dict[str, Any]
WON = {"makers": 0, "alone": False, "tricks": 3}  # a point for the first and the third chair
MARCH = {"makers": 0, "alone": False, "tricks": 5}  # two
LOST = {"makers": 0, "alone": False, "tricks": 1}  # two for the others


def form_of(slug: str = "individual", game: str = "euchre", **options: object) -> Format:
    """The format of a game with these options, which must be possible."""
    agreed, problems = read_options(format_of(load(game), slug), options)
    assert not problems, problems
    return format_of(load(game), slug, agreed)


def answer(file: Json, seed: int = 1) -> Json:
    """The next seats of a score file."""
    read = read_file(file)
    assert not read.broken, read.problems
    return seats(read, next_seats(read, seed), seed)
