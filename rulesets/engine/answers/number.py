"""A whole number within bounds, in steps, or one of a few others, which can be halves; and rolls of
dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.engine.answers.kind import Kind, Typing, Widget
from rulesets.engine.problems import FAR_TOO_LARGE, as_int, as_list, error, is_int, refusal
from rulesets.engine.text import Phrase, as_is, say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from rulesets.engine.answers.kind import NameReader, Schema
    from rulesets.engine.fields import Field
    from rulesets.engine.problems import At, Problem
    from rulesets.engine.roster import Roster


SUMS = ("cards", "ranks")  # kinds of counters that need nothing but the cards


class NumberKind(Kind):
    """A count: tricks, points, cards left."""

    name = "count"
    annotations = (int, float)

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """Report an answer that is not a whole number, too large, out of range, or between two
        steps."""
        if value in field.also and not isinstance(value, bool):
            return []
        if not is_int(value):
            text = "{label}: enter a whole number."
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
            text = "{label}: {value} is not a multiple of {step}."
            step = {"value": value, "step": field.step}
            return [error(f"{field.key}.step", text, at, label=field.label, **step)]
        return []

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> float | None:
        """Return a number as it is; cards, if it can be counted from them."""
        if isinstance(value, str | list) and may_be_cards(field):
            return names.counted(field, value, at, here)
        if isinstance(value, float) and value in field.also:
            return value
        return as_int(value, at)

    def schema(self, field: Field) -> Schema:
        bounds: Schema = {"type": "integer", "minimum": field.low, "maximum": field.high}
        if field.step > 1:
            bounds["multipleOf"] = field.step
        ways: list[Schema] = [bounds]
        ways += [{"enum": list(field.also)}] if field.also else []
        if may_be_cards(field):
            ways.append({"type": ["string", "array"], "items": {"type": "string"}})
        return {"anyOf": ways} if len(ways) > 1 else bounds

    def made_up(self, field: Field, playing: Sequence[int], sides: int, chance: Random) -> float:
        """Return any number of the range, or of its usual part; now and then one of the others."""
        if field.also and chance.random() < 0.05:
            return chance.choice(field.also)
        least, most = field.usual or (field.low, field.high)
        low, high = max(least, field.low), min(most, field.high)
        return chance.randint(-(-low // field.step), high // field.step) * field.step

    def bounds(self, field: Field) -> dict[str, int]:
        """Return the range, the step, and what the numbers add up to."""
        bounds = {"low": field.low, "high": field.high}
        if field.step > 1:
            bounds["step"] = field.step
        if field.total is not None:
            bounds["total"] = field.total
        return bounds

    def blank(self, *, each: bool, required: bool) -> int | None:
        """Return 0 if everybody has to answer."""
        return 0 if each and required else None

    def widget(self, field: Field) -> Widget:
        """Return a number pad."""
        return Widget.NUMBER

    def words(self, field: Field, value: Any, roster: Roster) -> Phrase:
        """Return the number in words: "7", "−3", "30½"."""
        half = "½" if value != int(value) else ""
        return as_is(f"{'−' if value < 0 else ''}{abs(int(value))}{half}")


def may_be_cards(field: Field) -> bool:
    """Return whether a score file may give the cards (or the ranks of books) instead of their
    count."""
    return field.counter is not None and field.counter.kind in SUMS and not field.counter.wild


def written(value: float) -> int | str:
    """Return a number as people write it: 30, or "30½"."""
    if isinstance(value, int):
        return value
    whole = int(value)
    return f"{whole or ''}½" if value - whole == 0.5 else f"{value:g}"


NUMBER = NumberKind()


SPOTS = 6
LONGEST = 100  # rolls in one answer: far above any turn


DASHES = ("–", "-")  # for a roll of which nothing was kept
TYPING = Typing(
    help=say("Roll by roll, separated by commas: 1 5, 5. A dash if nothing was kept."),
    pattern=r"^[\d\s,;/–-]*$",
    refusal=say("Dice as numbers, roll by roll: 1 5, 5."),
)


class Rolls(tuple[tuple[int, ...], ...]):
    """Dice, roll by roll."""

    __slots__ = ()


class RollsKind(Kind):
    """A list of rolls, each a list of the spots of its dice, at most `columns` of them."""

    name = "rolls"
    annotations = (Rolls,)
    on_slips = False

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """Report an answer that is no list of rolls, too many rolls, or impossible dice."""
        lists = isinstance(value, list | tuple) and all(isinstance(r, list | tuple) for r in value)
        if not lists or not value:
            text = "{label}: give a list of rolls, each a list of dice."
            return [refusal(f"{field.key}.type", text, at, label=field.label)]
        if len(value) > LONGEST:
            text = "{label}: {given} rolls are too many."
            return [refusal(f"{field.key}.count", text, at, label=field.label, given=len(value))]
        problems = []
        for line, roll in enumerate(value):
            if len(roll) > field.columns:
                text = "{label}: roll {roll} has {given} dice, but there are only {most}."
                params = {"roll": line + 1, "given": len(roll), "most": field.columns}
                code = f"{field.key}.dice"
                problems.append(refusal(code, text, (*at, line), label=field.label, **params))
            problems += [
                refusal(
                    f"{field.key}.die",
                    "{label}: every die in roll {roll} has to show 1 to {spots}.",
                    (*at, line, place),
                    label=field.label,
                    roll=line + 1,
                    spots=SPOTS,
                )
                for place, die in enumerate(roll)
                if not is_int(die) or not 1 <= die <= SPOTS
            ]
        return problems

    def read(
        self, field: Field, value: Any, names: NameReader, at: At, here: At
    ) -> list[list[int]]:
        return [
            [as_int(die, (*at, line, n)) for n, die in enumerate(as_list(roll, (*at, line)))]
            for line, roll in enumerate(as_list(value, at))
        ]

    def schema(self, field: Field) -> Schema:
        die = {"type": "integer", "minimum": 1, "maximum": SPOTS}
        roll = {"type": "array", "items": die, "maxItems": field.columns}
        return {"type": "array", "items": roll, "minItems": 1, "maxItems": LONGEST}

    def made_up(
        self, field: Field, playing: Sequence[int], sides: int, chance: Random
    ) -> list[list[int]]:
        most = min(2, field.columns)
        rolls = range(chance.randint(1, 2))
        return [
            [chance.randint(1, SPOTS) for _ in range(chance.randint(1, most))] for _roll in rolls
        ]

    def plain(self, value: Any) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(roll) for roll in value)

    def widget(self, field: Field) -> Widget:
        return Widget.TEXT

    def typing(self, field: Field) -> Typing:
        """Return the pattern of numbers, with commas between the rolls."""
        return TYPING

    def parse(self, field: Field, value: Any) -> list[list[int]]:
        """Return the dice of "1 5, 5, –": those kept from each roll, a dash for none."""
        rolls = value.replace(";", ",").replace("/", ",").strip(" ,").split(",")
        return [[int(die) for die in roll.split() if die not in DASHES] for roll in rolls]

    def format(self, field: Field, value: Any) -> str:
        """Return the rolls as text; a dash for a roll of which no die was kept."""
        return ", ".join(" ".join(map(str, roll)) or DASHES[0] for roll in value)

    def words(self, field: Field, value: Any, roster: Roster) -> Phrase:
        return as_is(", ".join(" ".join(map(str, roll)) for roll in value))


ROLLS = RollsKind()
