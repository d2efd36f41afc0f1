"""The snapshot in an event's document: what a finished event shows, of the right kind to the last
word."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from rulesets.json_values import as_int, as_list, as_object, wrong
from tournaments.events.fields import At, Fields, a_list, an_int
from tournaments.models import Snapshot
from tournaments.standing.reasons import from_json
from tournaments.standing.rows import row_from_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.models import Entry, Event

    Find = Callable[[Any, At], Entry]

# What may be below nothing; everything else counts something or is a place.
SIGNED = {"points", "total", "moved", "progress", "sets"}
PLACE = 3  # set, table and deal


def keep_snapshot(event: Event, given: Any, find: Find, most_people: int) -> None:
    """Keep the snapshot; `find` gives the entry of a person's number. Refuses what is none."""
    at: At = ("snapshot",)
    told: Fields = as_object(given, at)
    rows = []
    for number, row in enumerate(a_list(told, "standings", at, most_people)):
        there = (*at, "standings", number)
        entry = find(as_object(row, there).get("entry_id"), there)
        rows.append({**row, "entry_id": entry.pk})
        conform(row_from_json(rows[-1]), there)
    players = {}
    for key, sets in as_object(told.get("players"), (*at, "players")).items():
        there = (*at, "players", key)
        if not (key.isascii() and key.isdecimal() and len(key) < 10):
            wrong(there, "the number of a person in the file")
        for one in from_json(as_list(sets, there)):
            conform(one, there)
            if len(one.at) not in (0, PLACE):
                wrong((*there, "at"), "a set, a table and a deal")
        players[str(find(int(key), there).pk)] = sets
    edition = an_int(told, "edition", 1, 1000, at)
    Snapshot.objects.create(event=event, edition=edition, standings=rows, players=players)


@cache
def _kinds(of: type) -> dict[str, Any]:
    return get_type_hints(of)


def conform(value: Any, at: At) -> None:
    """Refuse an object of ours whose values are not of the kinds that it declares."""
    kinds = _kinds(type(value))  # type: ignore[arg-type]  # types can be hashed
    for field in fields(value):
        _conform(getattr(value, field.name), kinds[field.name], (*at, field.name))


def _conform(value: Any, kind: Any, at: At) -> None:
    if isinstance(kind, UnionType):
        if value is not None:
            _conform(value, get_args(kind)[0], at)
    elif get_args(kind):  # a tuple of so many
        if not isinstance(value, tuple):
            wrong(at, "a list")
        for one in value:
            _conform(one, get_args(kind)[0], at)
    elif is_dataclass(kind):
        conform(value, at)
    elif kind is int:
        if as_int(value, at) < 0 and not SIGNED & set(at):
            wrong(at, "no number below nothing")
    elif not isinstance(value, kind):
        wrong(at, {str: "text", bool: "true or false"}[kind])
