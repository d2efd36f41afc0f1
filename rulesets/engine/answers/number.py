"""A whole number within bounds, in steps, or one of a few others, which may be halves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.engine.answers.kind import Kind, Widget
from rulesets.engine.json_values import FAR_TOO_LARGE, as_int, is_int
from rulesets.engine.problems import error, refusal
from rulesets.engine.words import Words, as_is

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from rulesets.engine.answers.kind import NameReader, Schema
    from rulesets.engine.fields import Field
    from rulesets.engine.problems import At, Problem
    from rulesets.engine.roster import Roster

SUMS = ("cards", "ranks")  # kinds of counters that need nothing but the cards


class NumberKind(Kind):
    """Counted or written down: tricks, points, cards left."""

    name = "count"
    annotations = (int, float)

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """No whole number, too large, out of range, or between two steps."""
        del roster
        if value in field.also and not isinstance(value, bool):
            return []
        if not is_int(value):
            text = "{label}: a whole number is wanted."
            return [refusal(f"{field.key}.type", text, at, label=field.label)]
        if abs(value) > FAR_TOO_LARGE:
            text = "{label}: the number is far too large."
            return [refusal(f"{field.key}.large", text, at, label=field.label)]
        if not field.low <= value <= field.high:
            text = "{label}: {value} is not between {low} and {high}."
            bounds = {"value": value, "low": field.low, "high": field.high}
            if value < 0 <= field.low:
                return [refusal(f"{field.key}.negative", text, at, label=field.label, **bounds)]
            return [error(f"{field.key}.range", text, at, label=field.label, **bounds)]
        if value % field.step:
            text = "{label}: {value} is no multiple of {step}."
            step = {"value": value, "step": field.step}
            return [error(f"{field.key}.step", text, at, label=field.label, **step)]
        return []

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> float | None:
        """A number stands as it is; where it can be counted from cards, these may stand there."""
        if isinstance(value, str | list) and may_be_cards(field):
            return names.counted(field, value, at, here)
        if isinstance(value, float) and value in field.also:
            return value
        return as_int(value, at)

    def schema(self, field: Field) -> Schema:
        """Its bounds and its step."""
        bounds: Schema = {"type": "integer", "minimum": field.low, "maximum": field.high}
        if field.step > 1:
            bounds["multipleOf"] = field.step
        ways: list[Schema] = [bounds]
        ways += [{"enum": list(field.also)}] if field.also else []
        if may_be_cards(field):
            ways.append({"type": ["string", "array"], "items": {"type": "string"}})
        return {"anyOf": ways} if len(ways) > 1 else bounds

    def made_up(self, field: Field, playing: Sequence[int], sides: int, chance: Random) -> float:
        """Any number of the range, or of the usual part of it; now and then one of the others."""
        del playing, sides
        if field.also and chance.random() < 0.05:
            return chance.choice(field.also)
        least, most = field.usual or (field.low, field.high)
        low, high = max(least, field.low), min(most, field.high)
        return chance.randint(-(-low // field.step), high // field.step) * field.step

    def bounds(self, field: Field) -> dict[str, int]:
        """From where to where, in which steps, and what the numbers add up to."""
        found = {"low": field.low, "high": field.high}
        found |= {"step": field.step} if field.step > 1 else {}
        return found | ({"total": field.total} if field.total is not None else {})

    def blank(self, *, each: bool, required: bool) -> int | None:
        """Nothing is 0 where everybody has to answer."""
        return 0 if each and required else None

    def widget(self, field: Field) -> Widget:
        """A number pad."""
        del field
        return Widget.NUMBER

    def words(self, field: Field, value: Any, roster: Roster) -> Words:
        """ "7", "−3", "30½"."""
        del field, roster
        half = "½" if value != int(value) else ""
        return as_is(f"{'−' if value < 0 else ''}{abs(int(value))}{half}")


def may_be_cards(field: Field) -> bool:
    """Whether a score file may tell the cards (or the ranks of books) instead of their count."""
    return field.counter is not None and field.counter.kind in SUMS and not field.counter.wild


def written(value: float) -> int | str:
    """A number as people write it: 30, or "30½"."""
    if isinstance(value, int):
        return value
    whole = int(value)
    return f"{whole or ''}½" if value - whole == 0.5 else f"{value:g}"


NUMBER = NumberKind()
