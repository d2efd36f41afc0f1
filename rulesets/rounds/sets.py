"""Rounds that belong together: a set has a name, questions and a way of scoring of its own."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RoundSet:
    """A set of rounds, as it is played, shown and printed.

    `labels` are what its rounds are called ("Hearts trump"), `signs` the same as icon keys
    ("S" "H" "C" "D" fixed suit, "named-S" named by the holder of that king, "turned" last card
    turned up, "none"). `line` says how it scores, `most` what all sides together can make in a
    round ("13 to 39"), `rule` is an anchor in the rule text. `partners`: whether partners win it
    together. `asks` is the dataclass of its reports (None: the game's own).
    """

    name: str
    labels: tuple[str, ...]
    asks: type | None = None
    line: str = ""
    most: str = ""
    rule: str = ""
    signs: tuple[str, ...] = ()
    partners: bool = True
