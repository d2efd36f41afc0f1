"""Scores that follow from the answers by themselves: so much for each of what was counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.answers import NUMBER, YES_NO
from rulesets.rounds.asking import Asked, asked_of
from rulesets.rounds.events import Events, gain

if TYPE_CHECKING:
    from rulesets.rounds.table import Table


def worths(report: Any, table: Table) -> Events:
    """What every answer with a `worth` brings, to whoever it is about."""
    for asked in asked_of(type(report)):
        worth = asked.worth(table)
        value = getattr(report, asked.key)
        if worth is None or value is None:
            continue
        if asked.kind in (NUMBER, YES_NO) and asked.per != "table":
            yield from _counted(asked, value, worth, table)
        else:
            yield from _named(asked, value, worth, table)


def _counted(asked: Asked, values: Any, worth: int, table: Table) -> Events:
    """So much for each: {says}: {count} × {worth}; {says} alone for a yes, nothing for a no."""
    crossed = asked.given["crossed"] is not None and asked.given["crossed"](table)
    text = "{says}: {count}" if abs(worth) == 1 else "{says}: {count} × {worth}"
    text = "{says}" if asked.kind is YES_NO else text
    said, rule = _says(asked, table), asked.given["rule"] or "scoring"
    optional = not asked.required or asked.kind is YES_NO
    for place, count in enumerate(values):
        if count is None or (optional and not count):
            continue
        if asked.per == "player" and place in table.out:
            continue
        for who in _scoring(asked, place, table, crossed=crossed):
            params = {"says": said, "count": count, "worth": worth}
            yield gain(who, count * worth, text, rule, (asked.key, place), **params)


def _scoring(asked: Asked, place: int, table: Table, *, crossed: bool) -> tuple[int, ...]:
    """Who scores an answer: the one it is about, or both partners where each scores alone."""
    if asked.per == "player":
        return (place if table.alone else table.roster.side_of(place),)
    side = 1 - place if crossed else place
    return table.sides[side] if table.alone else (side,)


def _named(asked: Asked, value: Any, worth: Any, table: Table) -> Events:
    """So much for who is named; in an order, by place."""
    said, rule = _says(asked, table), asked.given["rule"] or "scoring"
    people = (who for _at, who in asked.kind.people(value))
    holders = [who if table.alone else table.roster.side_of(who) for who in people]
    for side in asked.kind.sides(value):
        holders += table.sides[side] if table.alone else (side,)
    for place, holder in enumerate(holders):
        each = worth[min(place, len(worth) - 1)] if isinstance(worth, tuple) else worth
        yield gain(holder, each, "{says}", rule, (asked.key,), says=said)


def _says(asked: Asked, table: Table) -> Any:
    field = asked.field(table)
    return field.says if field is not None else asked.key
