"""What a report slip asks: the fields of a report as answers to tick and boxes to write into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.papers import data
from tournaments.papers.wording import said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.fields import Field

COUPLE = "couple"  # who sits there, which the slip says by itself
Names = tuple[str, ...]
WRITTEN = ("cards", "rolls")  # answers too long for a slip


def asked(fields: Sequence[Field], names: Names, sides: Names = ()) -> tuple[data.Ask, ...]:
    """What a slip asks of the people with these names: everything but what is seldom told."""
    words = {field.key: dict(field.choices) for field in fields}
    found = []
    for field in fields:
        if field.rare or field.kind.name in WRITTEN or field.key == COUPLE:
            continue
        hint = ""
        if field.when is not None:
            decider, values = field.when
            known = words.get(decider, {})
            hint = ", ".join(said(known[value]) for value in values if value in known)
        if field.kind.name == "order":
            hint = hint or _("1, 2, 3 … in their order")
        choices, boxes = _answers(field, names, sides)
        label = said(field.label)
        if field.total is not None:
            label = f"{label} (= {field.total})"
        found.append(data.Ask(label, choices, boxes, hint))
    return tuple(found)


def _answers(field: Field, names: Names, sides: Names) -> tuple[Names, Names]:
    """What can be ticked, and what is written into a box; each of several people has one."""
    kind = field.kind.name
    if field.per != "table":
        each = sides if field.per == "side" and sides else names
        return (each, ()) if kind == "yes" else ((), each)
    if kind in ("player", "players"):
        return names, ()
    if kind == "order":
        return (), names
    if kind == "side":
        return sides, ()
    if kind == "yes":
        return (_("yes"), _("no")), ()
    if kind == "choice":
        more = (said(field.parts_label),) if field.parts_label else ()
        return (*(said(label) for _key, label in field.choices), *more), ()
    if kind == "claims":
        return (), tuple(said(label) for _key, label in field.choices)
    return (), ("",)
