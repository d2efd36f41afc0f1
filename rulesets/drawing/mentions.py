"""Pictures in rule texts, where words are long: what a text mentions, and what is drawn.

A line of its own, `![caption](picture:name)`, stands for the picture that the game declares under
that name (`Game.pictures`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

SCHEME = "picture:"
MENTION_LINE = re.compile(
    r"^!\[(?P<caption>[^\]\n]+)\]\(picture:(?P<name>[a-z0-9-]+)\)[ \t]*$", re.MULTILINE
)


class PictureMention(NamedTuple):
    """A line of a text that stands for a picture."""

    name: str
    caption: str


def find_mentions(text: str) -> tuple[PictureMention, ...]:
    """The pictures that a rule text mentions, in order."""
    return tuple(
        PictureMention(found["name"], found["caption"]) for found in MENTION_LINE.finditer(text)
    )
