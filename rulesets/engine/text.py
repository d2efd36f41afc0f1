"""Text for people: one type for all sentences, labels and reasons of the engine.

Words stay a template with parameters until they are shown, so that they can be translated into any
language. People's own words (names) are parameters and are never translated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

Params = Mapping[str, "str | int | Words"]
PLAIN = re.compile(r"(?:[^{}]|{{|}}|{[A-Za-z_]\w*})*")
NAME = re.compile(r"{([A-Za-z_]\w*)}")
AS_IS = "{text}"  # the template of what nobody translates
KNOWN = 4096  # templates of which it is remembered that they are plain


@lru_cache(KNOWN)
def is_plain(template: str) -> bool:
    """Whether a template has only names in its braces."""
    return PLAIN.fullmatch(template) is not None


def names_in(template: str) -> set[str]:
    """The names that fill a template."""
    return set(NAME.findall(template))


class _Open(dict[str, "str | int"]):
    """The values for the braces; an unknown name stays as it is."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def filled(template: str, given: Mapping[str, str | int]) -> str:
    """The template with its braces filled.

    Templates also come from files, so anything but a plain name is taken literally: a width
    (`{x:>200000000}`), an attribute or an index is never followed.
    """
    if is_plain(template):
        return template.format_map(_Open(given))
    return NAME.sub(lambda found: str(given.get(found[1], found[0])), template)


@dataclass(frozen=True, slots=True)
class Words:
    """A text in English with parameters, which may be further words."""

    template: str
    params: Params = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.template, frozenset(self.params.items())))

    def said(self, translate: Callable[[str], str] = str) -> str:
        """The text with every template in it translated; people's own words stay as they are."""
        if not self.template:
            return ""
        if self.template == AS_IS and isinstance(own := self.params.get("text"), str):
            return own
        given = {
            key: value.said(translate) if isinstance(value, Words) else value
            for key, value in self.params.items()
        }
        return filled(translate(self.template), given)

    @property
    def text(self) -> str:
        """The text in English."""
        return self.said()

    def __str__(self) -> str:
        return self.said()

    def __bool__(self) -> bool:
        """Whether there is any text."""
        return bool(self.template)


NOTHING = Words("")


def say(template: str, /, **params: str | int | Words) -> Words:
    """Words with their parameters."""
    return Words(template, params)


def as_is(text: str) -> Words:
    """People's own words (a name), which nobody translates."""
    return Words(AS_IS, {"text": text})


def signed(value: int) -> str:
    """A number with a true minus sign, which is as wide as a digit."""
    return f"−{-value}" if value < 0 else str(value)


def as_words(text: str | Words) -> Words:
    """Words of a declaration; a plain text is a template without parameters."""
    return text if isinstance(text, Words) else Words(text)


@dataclass(frozen=True, slots=True)
class DealWords:
    """The words for what a report is about: `title` over a column, `one` and `many` within a
    sentence, `at_start` and `inside` with its number ("Round 3", "in round 3"), and `row` for a row
    of the board."""

    title: Words
    one: Words
    many: Words
    at_start: str
    inside: str
    row: Words

    def numbered(self, number: int) -> Words:
        """One of them: "Round 3"."""
        return Words(self.at_start, {"number": number})

    def within(self, number: int) -> Words:
        """The same inside a sentence: "round 3"."""
        return Words(self.inside, {"number": number})


ROUND = DealWords(
    say("Round"), say("round"), say("rounds"), "Round {number}", "round {number}", say("Round")
)
TURN = DealWords(
    say("Turn"), say("turn"), say("turns"), "Turn {number}", "turn {number}", say("Lap")
)


def joined(names: tuple[str, ...] | list[str], last: str = "{some} and {last}") -> Words:
    """ "Ann", "Ann and Bo", "Ann, Bo and Cy"."""
    if len(names) < 2:
        return as_is("".join(names))
    return Words(last, {"some": ", ".join(names[:-1]), "last": names[-1]})


def listed(parts: Sequence[Words], between: str = ", ") -> Words:
    """Words one after the other."""
    if len(parts) == 1:
        return parts[0]
    keys = [f"part{number}" for number in range(len(parts))]
    template = between.join(f"{{{key}}}" for key in keys)
    return Words(template, dict(zip(keys, parts, strict=True)))
