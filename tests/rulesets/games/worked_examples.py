"""The worked example of a rule text, held against the game's own example.

The table of a section `{#example}` belongs to the first example that the game declares. A row that
begins with a number is of that round; a row without one goes on with it; “Total” is the end. Every
number in it must be one that the round has: reported, gained, held, or a sum whose parts stand
there. So a figure that is wrong in the text, or that the engine counts otherwise, is found.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulesets import games
from rulesets.engine.game import Example, Game, parse_options
from rulesets.engine.plays import Account
from rulesets.engine.replay import Replay, RoundReport, replay

SECTION = re.compile(r"^## .*\{#example\}$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"−?\d[\d,]*")
# Cards, dice in a row, and what a contract or a trump is called are no figures.
NAMES = re.compile(
    r"\b(?:10|[2-9AKQJ])[♠♥♦♣]|\b\d(?: \d){2,}\b|\b\d no trump\b|\bkeeps [^,]*, then \d"
)
SUM = re.compile(r"(\d[\d,]*(?: \+ \d[\d,]*)+) = (\d[\d,]*)")
END = "Total"


@dataclass
class Part:
    """The rows of one round; `number` is None for others, the last one among them."""

    number: int | None
    rows: list[list[str]] = field(default_factory=list)


def table_of(game: Game) -> list[list[str]]:
    """The cells of the first table of the worked example, its head first; empty without one."""
    match = SECTION.search(games.text_of(game))
    lines: list[str] = []
    for line in match[1].splitlines() if match else ():
        if line.startswith("|"):
            lines.append(line)
        elif lines:
            break
    rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]
    return [row for row in rows if set("".join(row)) != {"-"}]


def value(number: str) -> int:
    """ "−1,000" as a number."""
    return int(number.rstrip(",").replace(",", "").replace("−", "-"))


def numbers_in(text: str) -> list[int]:
    """The numbers of a cell; a sum stands for its result, cards and dice for nothing."""
    for total in SUM.finditer(text):
        assert sum(map(value, total[1].split(" + "))) == value(total[2]), total[0]
    told = NAMES.sub("", SUM.sub(lambda total: total[2], text))
    return [value(one) for one in NUMBER.findall(told)]


def parts_of(rows: Sequence[Sequence[str]]) -> list[Part]:
    parts: list[Part] = []
    for row in rows:
        number = re.match(r"\d+", row[0])
        if number or row[0] or not parts:
            parts.append(Part(int(number[0]) if number else None))
        parts[-1].rows.append(list(row))
    return parts


def leaves(found: Any) -> Iterator[int]:
    """Every number of a report or of a text."""
    if isinstance(found, bool) or found is None:
        return
    if isinstance(found, int):
        yield found
    elif isinstance(found, str):
        yield from map(value, NUMBER.findall(found))
    elif isinstance(found, Mapping):
        for one in found.values():
            yield from leaves(one)
    elif isinstance(found, Iterable):
        for one in found:
            yield from leaves(one)


def contains(numbers: Sequence[int], wanted: Iterable[int]) -> bool:
    rest = iter(numbers)
    return all(any(one == number for number in rest) for one in wanted)


@dataclass(frozen=True)
class Worked:
    """An example of a game, played."""

    game: Game
    example: Example
    done: Replay

    def totals(self, number: int) -> list[int]:
        """What everybody has after a round (0: before the first)."""
        state = self.done.rounds[number - 1].state if number else self.done.opening.state
        return list(self.game.plays.totals(state))

    def gains(self, number: int) -> list[int]:
        pairs = zip(self.totals(number), self.totals(number - 1), strict=True)
        return [now - was for now, was in pairs]

    def facts(self, number: int) -> set[int]:
        """What a round has: what was reported, what moved and why, what everybody holds."""
        played = self.done.rounds[number - 1]
        found = {*leaves(self.example.reports[number - 1]), *leaves(played.summary.text)}
        found |= {*self.totals(number), *self.gains(number)}
        held = self.held(number - 1)
        for move in played.transfers:
            found |= {move.amount, -move.amount, *leaves(move.text)}
            held[move.unit, move.source] -= move.amount
            held[move.unit, move.target] += move.amount
            found |= {held[move.unit, move.source], held[move.unit, move.target]}
        return found | set(self.held(number).values())

    def held(self, number: int) -> Counter[tuple[str, Account]]:
        """What lies where after a round."""
        state = self.done.rounds[number - 1].state if number else self.done.opening.state
        return Counter(
            {
                (unit, account): amount
                for unit, held in self.game.plays.holdings(state).items()
                for account, amount in held.items()
            }
        )

    @property
    def every_fact(self) -> set[int]:
        """What all rounds have, and the end."""
        found = set(self.example.gives)
        for held in self.game.plays.holdings(self.done.state).values():
            found |= set(held.values())
        return found.union(*(self.facts(n) for n in range(1, len(self.done.rounds) + 1)))


def worked(game: Game, named: str = "") -> Worked:
    one = game.examples[0]
    if named:
        one = next(example for example in game.examples if _set_of(game, example.round) == named)
    options, _problems = parse_options(game.options, dict(one.options))
    reports = [RoundReport(report, override=True) for report in one.reports]
    return Worked(game, one, replay(game.plays, one.setup(game, options), reports))


def _set_of(game: Game, number: int) -> str:
    for one in getattr(game.plays, "sets", ()):
        if number <= len(one.labels):
            return str(one.name)
        number -= len(one.labels)
    return ""
