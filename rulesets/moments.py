"""What is worth remembering of a report: rare things, told in a sentence, and whose they are."""

from __future__ import annotations

from dataclasses import dataclass

from rulesets.words import Words


@dataclass(frozen=True, slots=True)
class Moment:
    """`code` names the kind of thing within the game, `words` tell it, `who` are the places of the
    people it belongs to."""

    code: str
    words: Words
    who: tuple[int, ...]

    @property
    def text(self) -> str:
        """It in English."""
        return self.words.text
