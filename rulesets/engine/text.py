"""Text for people: one type for all sentences, labels and reasons of the engine.

Words stay a template with parameters until they are shown, so that they can be translated into any
language. People's own words (names) are parameters and are never translated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

Params = Mapping[str, "str | int | Phrase"]
PLAIN = re.compile(r"(?:[^{}]|{{|}}|{[A-Za-z_]\w*})*")
NAME = re.compile(r"{([A-Za-z_]\w*)}")
AS_IS = "{text}"  # the template of what nobody translates
KNOWN = 4096  # templates of which it is remembered that they are plain


@lru_cache(KNOWN)
def is_plain(template: str) -> bool:
    """Return whether a template has only names in its braces."""
    return PLAIN.fullmatch(template) is not None


def names_in(template: str) -> set[str]:
    """Return the names that fill a template."""
    return set(NAME.findall(template))


class _Open(dict[str, "str | int"]):
    """The values for the braces; an unknown name stays as it is."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def filled(template: str, values: Mapping[str, str | int]) -> str:
    """Return the template with its braces filled.

    Templates also come from files, so anything but a plain name is taken literally: a width
    (`{x:>200000000}`), an attribute or an index is never followed.
    """
    if is_plain(template):
        return template.format_map(_Open(values))
    return NAME.sub(lambda match: str(values.get(match[1], match[0])), template)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text in English with parameters, which may be further words."""

    template: str
    params: Params = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.template, frozenset(self.params.items())))

    def render(self, translate: Callable[[str], str] = str) -> str:
        """Return the text with every template in it translated; people's own words stay as they
        are."""
        if not self.template:
            return ""
        if self.template == AS_IS and isinstance(own := self.params.get("text"), str):
            return own
        values = {
            key: value.render(translate) if isinstance(value, Phrase) else value
            for key, value in self.params.items()
        }
        return filled(translate(self.template), values)

    @property
    def text(self) -> str:
        """The text in English."""
        return self.render()

    def __str__(self) -> str:
        return self.render()

    def __bool__(self) -> bool:
        """Return whether there is any text."""
        return bool(self.template)


NOTHING = Phrase("")


def say(template: str, /, **params: str | int | Phrase) -> Phrase:
    """Return words with their parameters."""
    return Phrase(template, params)


def as_is(text: str) -> Phrase:
    """Return people's own words (a name), which nobody translates."""
    return Phrase(AS_IS, {"text": text})


def signed(value: int) -> str:
    """Return a number with a true minus sign, which is as wide as a digit."""
    return f"−{-value}" if value < 0 else str(value)


def as_phrase(text: str | Phrase) -> Phrase:
    """Return words of a declaration; a plain text is a template without parameters."""
    return text if isinstance(text, Phrase) else Phrase(text)


@dataclass(frozen=True, slots=True)
class DealNames:
    """The words for what a report is about: `title` over a column, `one` and `many` within a
    sentence, `at_start` and `inside` with its number ("Round 3", "in round 3"), and `row` for a row
    of the board."""

    title: Phrase
    one: Phrase
    many: Phrase
    at_start: str
    inside: str
    row: Phrase

    def numbered(self, number: int) -> Phrase:
        """Return the name of a round as a heading: "Round 3"."""
        return Phrase(self.at_start, {"number": number})

    def within(self, number: int) -> Phrase:
        """Return the name of a round inside a sentence: "round 3"."""
        return Phrase(self.inside, {"number": number})


ROUND = DealNames(
    say("Round"), say("round"), say("rounds"), "Round {number}", "round {number}", say("Round")
)
TURN = DealNames(
    say("Turn"), say("turn"), say("turns"), "Turn {number}", "turn {number}", say("Lap")
)


def joined(names: tuple[str, ...] | list[str], last: str = "{some} and {last}") -> Phrase:
    """Return names in a row: "Ann", "Ann and Bo", "Ann, Bo and Cy"."""
    if len(names) < 2:
        return as_is("".join(names))
    return Phrase(last, {"some": ", ".join(names[:-1]), "last": names[-1]})


def listed(parts: Sequence[Phrase], between: str = ", ") -> Phrase:
    """Return words one after the other."""
    if len(parts) == 1:
        return parts[0]
    keys = [f"part{number}" for number in range(len(parts))]
    template = between.join(f"{{{key}}}" for key in keys)
    return Phrase(template, dict(zip(keys, parts, strict=True)))
