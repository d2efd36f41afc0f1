"""Stored schedules: whole evenings, and cycles.

Whist cycles: v = 0 or 1 mod 4: everybody has everybody as a partner once and as an opponent twice.
Mixed cycles: everybody has everybody of the other role as a partner. The data is beside this
module, one schedule per line; people are numbered from 0, and in mixed ones the first half has one
role.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

from rulesets.engine.text import Phrase, say

Kind = Literal["individual", "mixed", "meetings"]
Tables = tuple[tuple[int, ...], ...]
Shape = tuple[int, ...]

_WHOLE = ("designs", "seven_rounds", "eight_rounds")
_CYCLES = ("whist_starters", "mixed_starters")
_KINDS: Mapping[str, Kind] = {
    "partnership": "individual",
    "whist": "individual",
    "mixed": "mixed",
    "meeting": "meetings",
}
_FIXED = "inf"  # in a cycle: the last person, who does not turn
CUTS = 12  # ways to leave rounds out of a cycle that are looked at


@dataclass(frozen=True, slots=True)
class StoredSchedule:
    """Seats of this many people, round by round, under a name. Any rounds of a cycle can be used,
    and it can be repeated."""

    kind: Kind
    name: str
    people: int
    rounds: tuple[Tables, ...]
    is_cycle: bool = False

    @property
    def shape(self) -> Shape:
        """The sizes of the tables of a round."""
        return tuple(map(len, self.rounds[0]))


@dataclass(frozen=True, slots=True)
class Start:
    """Seats to begin a search with. `whole`: a stored schedule as it is, with nothing left out or
    added, which needs no further search."""

    rounds: tuple[Tables, ...]
    source: Phrase
    whole: bool = False


def _read(name: str) -> Any:
    path = files("rulesets.movements") / "schedules" / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))


Key = tuple[Kind, int]


@lru_cache(1)
def _rows() -> Mapping[Key, Sequence[Any]]:
    """The stored lines, by kind and number of people."""
    rows: dict[Key, list[Any]] = {}
    for name in (*_WHOLE, *_CYCLES):
        stored = _read(name)
        for row in stored.get("schedules") or stored["starters"]:
            kind = _KINDS[row.get("mode") or row["kind"]]
            couples = "starters" in stored and kind == "mixed"
            people = 2 * row["v"] if couples else row.get("players") or row["v"]
            rows.setdefault((kind, people), []).append(row)
    return rows


@lru_cache(64)
def stored_schedules(kind: Kind, people: int) -> tuple[StoredSchedule, ...]:
    """All stored schedules of a kind for this many people."""
    schedules = []
    for row in _rows().get((kind, people), ()):
        if "modulus" in row:
            schedules.append(_turned(row))
            continue
        rounds = tuple(tuple(map(tuple, tables)) for tables in row["rounds"])
        is_cycle = _is_cycle(kind, row)
        schedules.append(StoredSchedule(kind, row["name"], people, rounds, is_cycle=is_cycle))
    return tuple(schedules)


def _is_cycle(kind: Kind, row: Mapping[str, Any]) -> bool:
    """Whether everybody has everybody (of the other role) as a partner."""
    if kind == "meetings":
        return False
    partners: int = row["men"] if kind == "mixed" else row["players"]
    return len(row["rounds"]) == partners - 1 + partners % 2


def _turned(row: Mapping[str, Any]) -> StoredSchedule:
    """A cycle from its first round: in each round everybody's number is one higher."""
    modulus: int = row["modulus"]
    size: int = row["v"]

    def number(value: int | str, turn: int) -> int:
        return size - 1 if value == _FIXED else (int(value) + turn) % modulus

    rounds = []
    for turn in range(modulus):
        tables = []
        for table in row["tables"]:
            first, second, third, fourth = (number(value, turn) for value in table)
            if row["kind"] == "mixed":  # two men and two ladies; each with the one in like place
                tables.append((first, second, third + size, fourth + size))
            else:
                tables.append((first, second, third, fourth))
        rounds.append(tuple(tables))
    kind = _KINDS[row["kind"]]
    if kind == "mixed":
        return StoredSchedule(kind, f"mixed {size}+{size}", 2 * size, tuple(rounds), is_cycle=True)
    return StoredSchedule(kind, f"whist {size}", size, tuple(rounds), is_cycle=True)


def starts(
    kind: Kind, people: int, shape: Shape, rounds: int, rng: random.Random
) -> Iterator[Start]:
    """The seats for this many rounds that stored schedules lead to, whole ones first.

    In: the sizes of the tables of a round; the source of the draws.
    """
    several = [
        schedule
        for schedule in stored_schedules(kind, people)
        if tuple(sorted(schedule.shape, reverse=True)) == shape
    ]
    several.sort(key=lambda schedule: len(schedule.rounds))
    for schedule in several:
        source = say("stored schedule “{name}”", name=schedule.name)
        if len(schedule.rounds) == rounds:
            yield Start(schedule.rounds, source, whole=True)
    for schedule in several:
        source = say("part of the stored schedule “{name}”", name=schedule.name)
        if len(schedule.rounds) > rounds:
            for number in range(CUTS if schedule.is_cycle else 1):
                yield Start(_cut(schedule, rounds, number, rng), source)
    for schedule in several:
        source = say("stored schedule “{name}”, repeated", name=schedule.name)
        if len(schedule.rounds) < rounds and schedule.is_cycle:
            for several_times in _again(schedule, shape, rounds, rng):
                yield Start(several_times, source)


def _cut(
    schedule: StoredSchedule, rounds: int, number: int, rng: random.Random
) -> tuple[Tables, ...]:
    """The first rounds, or (`number` above 0) some of them."""
    if number == 0:
        return schedule.rounds[:rounds]
    return tuple(rng.sample(schedule.rounds, rounds))


def _again(
    schedule: StoredSchedule, shape: Shape, rounds: int, rng: random.Random
) -> Iterator[tuple[Tables, ...]]:
    """A cycle as often as it fits, with people shuffled each time, and the rest in every way there
    is for that many rounds."""
    times, rest = divmod(rounds, len(schedule.rounds))
    turns = list(schedule.rounds)
    for _ in range(times - 1):
        turns += _renumbered(schedule.rounds, _shuffled(schedule, rng))
    if not rest:
        yield tuple(turns)
        return
    for short in starts(schedule.kind, schedule.people, shape, rest, rng):
        yield (*turns, *_renumbered(short.rounds, _shuffled(schedule, rng)))


def _shuffled(schedule: StoredSchedule, rng: random.Random) -> list[int]:
    """New numbers for everybody; in a mixed schedule within each role."""
    half = schedule.people // 2 if schedule.kind == "mixed" else schedule.people
    first, second = list(range(half)), list(range(half, schedule.people))
    rng.shuffle(first)
    rng.shuffle(second)
    return first + second


def _renumbered(rounds: Sequence[Tables], numbers: Sequence[int]) -> list[Tables]:
    return [
        tuple(tuple(numbers[person] for person in table) for table in tables) for tables in rounds
    ]
