"""Words and small discs that several pictures label things with."""

from __future__ import annotations

from rulesets.show.drawing import Anchor, Area, Circle, Group, Role, Text, Weight
from rulesets.words import Words, as_words


def label(
    area: Area,
    text: str | Words,
    size: float = 32.0,
    *,
    role: Role = "ink",
    anchor: Anchor = "middle",
    bold: bool = True,
) -> Text:
    """Words in at most two lines."""
    weight: Weight = "bold" if bold else "text"
    return Text(area, as_words(text), size, role, weight, anchor, most_lines=2)


def seat(
    x: float,
    y: float,
    radius: float,
    text: str | Words,
    *,
    filled: bool = False,
    dashed: bool = False,
) -> Group:
    """Somebody's place, seen from above; `filled`: dark, with light letters; `dashed`: one that
    is passed over."""
    room = Area(x - radius * 0.8, y - radius * 0.6, radius * 1.6, radius * 1.2)
    dash = radius * 0.3 if dashed else 0.0
    disc = Circle(x, y, radius, "black" if filled else "card", "line", radius * 0.08, dash)
    role: Role = "card" if filled else "black"
    return Group((disc, label(room, text, radius * 0.95, role=role)))
