"""The score cards in an event's document: the lines that the event was counted from."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from rulesets.engine.problems import wrong
from rulesets.files.reader import read as read_shape
from rulesets.files.shapes import (
    ANYTHING,
    TRUTH,
    ByName,
    Listing,
    Maybe,
    Record,
    Whole,
    optional,
)
from rulesets.records.played_evenings import UNKNOWN_DAY
from rulesets.records.score_cards.sheets import FIRST_YEAR, MOST_NAME, MOST_NUMBER
from rulesets.records.score_cards.values import LEFT_OUT, MOST_ON_A_CHAIR, NUMBERS, side_of
from tournaments.files import document_shapes as shapes
from tournaments.models import Event, ScoreCards, Seating
from tournaments.models.families import PLUS
from tournaments.people.names import MAX_PEOPLE
from tournaments.records.card_files import MOST_LINES
from tournaments.records.services import count_cards, entries_of_cards, open_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rulesets.engine.problems import At
    from rulesets.files.reader import Reading
    from tournaments.files.import_rows import Rows
    from tournaments.models import Entry

    Find = Callable[[Any, At], Entry]

AT: At = ("score_cards",)
MOST_LETTERS = MOST_ON_A_CHAIR * MOST_NAME + len(PLUS)  # of a chair
MOST_POINTS = 10**9


def _day(text: Any, reading: Reading) -> str:
    """A date in ISO form, or a year alone."""
    is_year = isinstance(text, str) and len(text) == UNKNOWN_DAY
    try:
        day = dt.date.fromisoformat(f"{text}-12-31" if is_year else text)
    except (TypeError, ValueError):
        day = None
    if day is None or day.year < FIRST_YEAR or text not in (day.isoformat(), f"{day.year}"):
        reading.refuse("text", text="a date like 2026-11-21, or a year alone")
    return str(text)


_CHAIR = shapes.letters(MOST_LETTERS, "a name")
_NUMBER, _POINTS = Whole(0, MOST_NUMBER), Whole(-MOST_POINTS, MOST_POINTS)
_RANGES = {"points": _POINTS, "place": Whole(1, 10 * MOST_NUMBER)}
_CELLS = {column: Maybe(_RANGES.get(column, _NUMBER)) for column in NUMBERS}
_LINE = Record(
    {
        "event": shapes.letters(MOST_NAME),
        "round": _NUMBER,
        "deal": _NUMBER,
        "table": shapes.letters(MOST_NAME),
        "chairs": Listing(_CHAIR, least=1, most=MOST_ON_A_CHAIR),
        "opponents": Listing(_CHAIR, most=MOST_ON_A_CHAIR),
        "trump": shapes.letters(MOST_NAME),
        **_CELLS,
        "is_sum": TRUTH,
        "cells": optional(
            Record(
                {column: optional(cell, ...) for column, cell in _CELLS.items()}
                | {LEFT_OUT: optional(Maybe(Whole(0, 0)), ...)}
            ),
            ...,
        ),
        "accepted": optional(TRUTH, default=False),
    }
)


def _score_cards(people: int) -> Record:
    """The score cards of an event, in a document with that many people."""
    return Record(
        {
            "called": shapes.letters(MOST_NAME),
            "day": ANYTHING.then(_day),
            "created": shapes.MOMENT,
            "people": ByName(shapes.number_of(people)),
            "lines": Listing(_LINE, least=1, most=MOST_LINES),
        }
    )


def cards_document(cards: ScoreCards, numbers: Mapping[int, int]) -> dict[str, Any]:
    """The score cards as plain JSON values, with people by number."""
    return {
        "called": cards.called,
        "day": cards.day,
        "created": cards.created.isoformat(),
        "people": {name: numbers[pk] for name, pk in cards.people.items()},
        "lines": cards.lines,
    }


def keep_score_cards(event: Event, document: Any, people: list[Entry], rows: Rows) -> ScoreCards:
    """Save the score cards of a finished event; `people` are its entries by number. Refuses what is
    none, or is not settled."""
    fields: dict[str, Any] = read_shape(_score_cards(len(people)), document, at=AT)[0]
    is_played = Seating.objects.filter(event=event).exists()
    if event.state != Event.State.FINISHED or is_played:
        wrong(AT, "score cards of a finished event without seats, and of no other,")
    if len(fields["people"]) > 2 * MAX_PEOPLE:
        wrong((*AT, "people"), f"at most {2 * MAX_PEOPLE} names")
    lines = []
    for number, line in enumerate(fields["lines"]):
        if not side_of((*line["chairs"], *line["opponents"])) <= fields["people"].keys():
            wrong((*AT, "lines", number), "people whose names are in `people`")
        lines.append(_stored(line))
    cards = ScoreCards(
        event=event,
        called=fields["called"],
        day=fields["day"],
        people={name: people[number].pk for name, number in fields["people"].items()},
        lines=lines,
    )
    if open_lines(cards):
        wrong((*AT, "lines"), "lines that agree, or stand as on the card")
    rows.add(cards, fields["created"])
    rows.keep()
    return cards


def _stored(line: Mapping[str, Any]) -> dict[str, Any]:
    """A line as it is stored: only with the cells that were settled."""
    row = {key: value for key, value in line.items() if key not in ("cells", "accepted")}
    if line["cells"] is not ...:
        row["cells"] = {key: cell for key, cell in line["cells"].items() if cell is not ...}
    return row | ({"accepted": True} if line["accepted"] else {})


def check_standings(cards: ScoreCards, entries: list[int]) -> None:
    """Refuse cards of other people than the standings have; `entries` are theirs."""
    if sorted(entries_of_cards(cards, count_cards(cards))) != sorted(entries):
        wrong((*AT, "people"), "the people of the standings")
