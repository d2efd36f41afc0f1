"""The answers of a report in words, one line for each question, as they were given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tournaments.words import said

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.engine.fields import Field
    from rulesets.engine.roster import Roster


@dataclass(frozen=True, slots=True)
class AnswerText:
    """One question and what was answered to it."""

    label: str
    text: str


def answers_in_words(
    fields: Sequence[Field], roster: Roster, payload: Mapping[str, Any] | None
) -> tuple[AnswerText, ...]:
    """What a report says; `roster` are the people by chair. What was left out is left out."""
    return tuple(
        AnswerText(said(field.label), said(field.words(payload[field.key], roster)))
        for field in fields
        if payload and payload.get(field.key) is not None
    )
