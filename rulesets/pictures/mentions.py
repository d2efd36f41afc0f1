"""Which pictures a rule text mentions."""

from __future__ import annotations

import re
from typing import NamedTuple

SCHEME = "picture:"
LINE = re.compile(
    r"^!\[(?P<caption>[^\]\n]+)\]\(picture:(?P<name>[a-z0-9-]+)\)[ \t]*$", re.MULTILINE
)


class Mention(NamedTuple):
    """A line of a text that stands for a picture."""

    name: str
    caption: str


def mentions(text: str) -> tuple[Mention, ...]:
    """The pictures that a rule text mentions, in order."""
    return tuple(Mention(found["name"], found["caption"]) for found in LINE.finditer(text))
