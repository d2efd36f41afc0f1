"""What a finished evening keeps of everybody, read in parts.

In a hall of ten thousand people it is a JSON object of 90 MB, and ten times as much as objects of
Python: nobody needs it as a whole.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from django.db import connection
from django.db.models import F, Func, TextField, Value
from django.db.models.functions import Cast

from tournaments.models import Event, Snapshot
from tournaments.standing.reasons import from_json
from tournaments.standing.rows import row_from_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models import Expression

    from tournaments.standing.reasons import PlayerSet
    from tournaments.standing.rows import StandingRow

_KEY = re.compile(r'\s*[{,]\s*"(\d+)"\s*:\s*')


def kept_rows(event: Event) -> tuple[StandingRow, ...]:
    """The standings that are kept, without the rest, which in a hall is a hundred times as much."""
    if Event._meta.get_field("snapshot").is_cached(event):  # read with the event
        rows = event.snapshot.standings
    else:
        rows = Snapshot.objects.values_list("standings", flat=True).get(event=event)
    return tuple(map(row_from_json, rows))


def kept_of(event: Event, entry_id: int) -> tuple[PlayerSet, ...]:
    """What is kept of one entry; nothing for one that took no part."""
    told = _players(event, _under(entry_id))
    return from_json(json.loads(told)) if told else ()


def kept_one_by_one(event: Event) -> Iterator[tuple[int, tuple[PlayerSet, ...]]]:
    """What is kept of everybody, with the entry id: one after the other out of the text."""
    text = _players(event, Cast("players", TextField())) or ""
    read, place = json.JSONDecoder().raw_decode, 0
    while found := _KEY.match(text, place):
        sets, place = read(text, found.end())
        yield int(found[1]), from_json(sets)


def _players(event: Event, wanted: Expression) -> str | None:
    found: str | None = Snapshot.objects.values_list(wanted, flat=True).get(event=event)
    return found


def _under(entry_id: int) -> Expression:
    """The part of an entry, as text. Django's own lookup takes a number for a place in a list."""
    if connection.vendor == "sqlite":
        path = Value(f'$."{entry_id}"')
        return Func(F("players"), path, function="JSON_EXTRACT", output_field=TextField())
    key = Value(str(entry_id))
    named = "jsonb_extract_path_text"
    return Func(F("players"), key, function=named, output_field=TextField())
