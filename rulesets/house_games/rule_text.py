"""The rule text of a family's own game: its own words, and what follows from the declaration."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING

from rulesets.engine.words import signed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.house_games.declaration import Ask, Declaration

HEADING = re.compile(r"^(#{1,6})(?=\s)(.*)$")
ANCHOR = re.compile(r"\s*\{#[\w-]*\}\s*$")
MARKS = re.compile(r"([\\`*_{}\[\]()<>#+!|~&])")
DEEPEST = 6


def rule_text(declared: Declaration, options: type) -> str:
    """The whole text in Markdown, with the anchor that every score refers to."""
    parts = [f"# {escaped(declared.name)}", escaped(declared.about)]
    if declared.text:
        parts += ["## How to play {#play}", demoted(declared.text)]
    parts += ["## Players and end {#end}", "\n".join(_frame(declared))]
    parts += ["## Scoring {#scoring}", *_scoring(declared)]
    agreed = list(_agreed(options))
    if agreed:
        parts += ["## Agree before you play {#options}", "\n".join(agreed)]
    return "\n\n".join(part for part in parts if part) + "\n"


def escaped(text: str) -> str:
    """People's own words without any meaning to Markdown."""
    return MARKS.sub(r"\\\1", text)


def demoted(text: str) -> str:
    """A family's own text as a part of the page: its headings under ours, and no anchors."""
    lines = []
    for line in text.split("\n"):
        found = HEADING.match(line)
        if found is None:
            lines.append(line)
        else:
            marks = "#" * min(len(found[1]) + 2, DEEPEST)
            lines.append(marks + ANCHOR.sub("", found[2]))
    return "\n".join(lines)


def _frame(declared: Declaration) -> Iterator[str]:
    low, high = declared.players
    if declared.sides:
        yield f"- {' or '.join(map(str, declared.seats))} players in two sides."
    else:
        yield f"- {low} players." if low == high else f"- {low} to {high} players."
    by, count = declared.ends
    if by == "reach":
        yield f"- It ends with the round in which somebody has {count}."
    elif by == "rounds":
        yield f"- {count} rounds are played."
    else:
        yield "- It ends when you like."
    yield f"- The {'lowest' if declared.wins == 'low' else 'highest'} total wins."
    if declared.deals == "left":
        yield "- The deal passes to the left."
    elif declared.deals != "none":
        label = next(one.label for one in declared.asks if one.key == declared.deals)
        yield f"- Who deals next: {escaped(label)}"
    for number, name in enumerate(declared.rounds, 1):
        yield f"- Round {number}: {escaped(name)}"


def _scoring(declared: Declaration) -> Iterator[str]:
    yield "After each round:"
    rows = ["| What | Points | Write down |", "|---|---|---|"]
    rows += [
        f"| {escaped(one.label)} | {_worth(declared, one)} | {_answer(one)} |"
        for one in declared.asks
    ]
    yield "\n".join(rows)
    helps = [f"- {escaped(one.label)} {escaped(one.help)}" for one in declared.asks if one.help]
    yield "\n".join(helps)
    if declared.collects:
        yield "Whoever goes out scores what all the others still hold."


def _answer(one: Ask) -> str:
    each = {"player": "each player: ", "side": "each side: ", "table": ""}[one.of]
    told = {
        "yes": "yes or no",
        "player": "a player",
        "side": "a side",
        "players": "players",
        "order": "players, the first one first",
    }.get(one.kind, "")
    if one.kind == "number":
        told = f"{signed(one.low)} to {one.high}"
        told += f", in steps of {one.step}" if one.step > 1 else ""
        told += f", all together {one.total}" if one.total is not None else ""
    return f"{each}{told}; may be left out" if one.optional else f"{each}{told}"


def _worth(declared: Declaration, one: Ask) -> str:
    if one.key in declared.collects[1:]:
        return "goes to whoever is out"
    if isinstance(one.worth, tuple):
        return ", ".join(map(signed, one.worth)) + " by place"
    if not one.worth:
        return "–"
    return f"{signed(one.worth)} each" if one.kind == "number" else signed(one.worth)


def _agreed(options: type) -> Iterator[str]:
    for option in dataclasses.fields(options):
        yield f"- `{option.name}`: {option.metadata['label']}: {option.default} if you say nothing."
