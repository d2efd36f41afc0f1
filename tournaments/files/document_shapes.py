"""The content of an event file (docs/event-file.md), as shapes of `rulesets.files`."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from rulesets.engine.problems import as_text, wrong
from rulesets.engine.text import is_plain, names_in
from rulesets.files.shapes import (
    ANYTHING,
    TEXT,
    TRUTH,
    ByName,
    Choice,
    FixedRow,
    Later,
    Listing,
    Maybe,
    Record,
    Shape,
    Text,
    Whole,
    optional,
)
from rulesets.formats.drive import MOST_DEDUCTED
from rulesets.formats.pairs import MOST_DIVISIONS
from rulesets.records.stories import AWARD_KINDS
from tournaments.files.import_rows import Bounds, bounds
from tournaments.house_games.services import MOST_EDITIONS
from tournaments.models import Evening, Event, Pairing, Prize, Seating
from tournaments.models.events import TEAM_LENGTH
from tournaments.models.prizes import SEED_BITS
from tournaments.people.names import MAX_PEOPLE, MAX_TABLES

if TYPE_CHECKING:
    from rulesets.files.reader import Reading
    from rulesets.formats import Format

MOST_EVENTS = 100  # of an evening
MOST_ROWS = 200_000  # enough for the log of ten thousand people who each play 28 hands
MOST_DEPTH = 20
LONGEST_TEXT = 4000
LARGEST = 2**63  # of a number that is stored as it is
LAST = 32_000  # of a set, or a revision
MOST_POINTS = 1_000_000  # with which somebody joins a game


def check_values(document: Any) -> None:
    """Refuse what no event contains anywhere: deep nesting, huge numbers and texts, invalid
    text."""
    level = [document]
    for _depth in range(MOST_DEPTH):
        inner: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                inner += value.keys()
                inner += value.values()
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, str):
                if len(value) > LONGEST_TEXT or "\x00" in value:
                    wrong((), f"text of at most {LONGEST_TEXT} letters")
                as_text(value, ())
            elif isinstance(value, float) or (isinstance(value, int) and abs(value) >= LARGEST):
                wrong((), "no such number")
        level = inner
        if not level:
            return
    wrong((), f"nothing deeper than {MOST_DEPTH} levels")


@dataclass(frozen=True)
class Word(Choice):
    """One of a few texts."""

    def read(self, value: Any, reading: Reading) -> Any:
        if value not in self.of or not isinstance(value, str):
            TEXT.read(value, reading)
            choices = ", ".join(f"“{choice}”" for choice in self.of)
            reading.refuse("choice", text=f"one of {choices}")
        return value


def _date(text: Any, reading: Reading) -> dt.date:
    try:
        return dt.date.fromisoformat(text)
    except (TypeError, ValueError):
        return reading.refuse("text", text="a date like 2026-11-21")


def _time(text: Any, reading: Reading) -> dt.time:
    """A time of day in ISO form, without a zone."""
    try:
        time = dt.time.fromisoformat(text)
    except (TypeError, ValueError):
        return reading.refuse("text", text="a time like 19:30")
    if time.tzinfo is not None:
        reading.refuse("text", text="a time like 19:30")
    return time.replace(second=0, microsecond=0)


def _moment(text: Any, reading: Reading) -> dt.datetime:
    """A moment in ISO form with its zone."""
    try:
        moment = dt.datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return reading.refuse("text", text="a moment like 2026-11-21T19:30:00+00:00")
    if moment.tzinfo is None:
        reading.refuse("text", text="a moment with its time zone")
    return moment


def _param(value: Any, reading: Reading) -> str | int:
    if not isinstance(value, str | int) or isinstance(value, bool):
        reading.refuse("text", text="text or a whole number")
    return value


def _note(value: Any, reading: Reading) -> dict[str, Any]:
    """A reason or a note, if there is one; its sentence must be fillable."""
    if value == {}:
        return {}
    note: dict[str, Any] = NOTE_FIELDS.read(value, reading)
    if not is_plain(note["template"]) or not names_in(note["template"]) <= note["params"].keys():
        reading.at.append("template")
        expected = "a text with nothing but the names of its params in braces"
        reading.refuse("text", text=expected)
    return note


def _check_chairs(allowed: Bounds, chairs: list[Any], reading: Reading) -> list[Any]:
    allowed.check_chairs(len(chairs), tuple(reading.at))
    return chairs


def rows(shape: Shape, most: int = MOST_ROWS) -> Listing:
    """A list with at most that many values."""
    return Listing(shape, most=most)


def letters(most: int, message: str = "") -> Text:
    """A text with at most that many letters; `message` is the message for an empty one."""
    return Text(1 if message else 0, most, message)


DATE = ANYTHING.then(_date)
TIME = Maybe(ANYTHING.then(_time))
MOMENT = Maybe(ANYTHING.then(_moment))
SEED = Whole(1 - LARGEST, LARGEST - 1)
DIVISION = Whole(1, MOST_DIVISIONS)
NOTE_FIELDS = Record(
    {
        "params": ByName(ANYTHING.then(_param)),
        "template": TEXT,
        "code": letters(60),
    }
)
NOTE = ANYTHING.then(_note)
EVENING = Record(
    {
        "name": letters(80, "a name"),
        "date": DATE,
        "way": Word(tuple(Evening.Way.values)),
    }
)
EVENT = Record(
    {
        "game": TEXT,
        "edition": Whole(1, 1000),
        "format": optional(TEXT, ""),
        "declared": optional(ANYTHING, ...),
        "editions": optional(rows(ANYTHING, MOST_EDITIONS), []),
        "options": ANYTHING,
        "name": letters(80),
        "date": DATE,
        "starts_at": optional(TIME, None),
        "place": letters(80),
        "house_rules": optional(letters(60), ""),
        "state": Word(tuple(Event.State.values)),
        "hide_standings": TRUTH,
        "revealed": Whole(0, MAX_PEOPLE),
        "reveal_from": optional(Whole(0, MAX_PEOPLE), 0),
        "awards_shown": optional(Whole(0, LAST), 0),
        "passes_over": optional(TRUTH, default=True),
        "awards_off": optional(rows(Word(AWARD_KINDS), len(AWARD_KINDS)), []),
        "live_standings": optional(TRUTH, default=False),
        "saved_is_agreed": optional(TRUTH, default=False),
        "scorekeeper": ANYTHING,
    }
)
SNAPSHOT = Record(
    {
        "standings": rows(ByName(ANYTHING), MAX_PEOPLE),
        "players": ByName(Listing(ANYTHING)),
        "edition": Whole(1, 1000),
        "game": optional(ANYTHING, ...),  # not in older files
        "rules": optional(ANYTHING),
        "drive": optional(ANYTHING),
        "boards": optional(ANYTHING),
        "questions": optional(ANYTHING),
    }
)
ROLE_NAMES = ByName(Record({"one": optional(letters(30)), "many": optional(letters(30))}))
EDITION = Record({"declared": ANYTHING, "number": Whole(1, 1000)})
DISPUTE = Record(
    {
        "set": Maybe(Whole()),
        "revision": Maybe(Whole()),
        "table": Maybe(Whole()),
        "deal": Maybe(Whole(0, 100)),
        "objector": letters(144),
        "text": letters(1000),
        "kali_effect": TRUTH,
        "decision": letters(1000),
        "decided": MOMENT,
    }
)
LINE = Record(
    {
        "version": Whole(1, 10**9),
        "undoes": Maybe(Whole()),
        "who": letters(144),
        "code": letters(40),
        "params": ByName(ANYTHING),
        "created": MOMENT,
    }
)

DEDUCTION = Record({"points": Whole(-MOST_DEDUCTED, MOST_DEDUCTED), "reason": letters(300)})


def person(format: Format) -> Record:
    """Somebody who takes part in an event of a format."""
    role = Word((*format.facts.roles.names, ""))
    own_fields = {"name": letters(80, "a name"), "note": letters(60), "usual_role": letters(20)}
    presence = Record({"from_set": Whole(1, LAST), "here": TRUTH})
    return Record(
        {
            "shown": letters(144, "a name"),
            "role": role,
            "asked_role": role,
            "keeps_chair": TRUTH,
            "late_as_sit_out": TRUTH,
            "deductions": optional(rows(DEDUCTION), ()),
            "team": optional(letters(TEAM_LENGTH), ""),
            "seating_team": optional(letters(TEAM_LENGTH), ""),
            **own_fields,
            "second": optional(Record(own_fields), None),
            "presence": rows(presence),
        }
    )


def number_of(people: int) -> Whole:
    """The number of a person in a document with that many people."""
    return Whole(0, people - 1, expected="the number of a person in the file")


def pairing(people: int) -> Record:
    """Two people who are to be kept apart, or together."""
    number = number_of(people)
    return Record({"first": number, "second": number, "kind": Word(tuple(Pairing.Kind.values))})


def prize(people: int) -> Record:
    """A prize of an event, in a document with that many people."""
    kinds = Prize.Kind
    places, groups = {kinds.PLACE: Whole(1, LAST)}, (kinds.ROLE, kinds.TEAM)
    return Record(
        {
            "kind": Word(tuple(kinds.values)),
            "place": Later(lambda fields: places.get(fields["kind"], Whole(0, 0))),
            "group": Later(
                lambda fields: (
                    letters(TEAM_LENGTH, "a role or a team")
                    if fields["kind"] in groups
                    else letters(0)
                )
            ),
            "title": letters(60, "a title"),
            "gift": letters(80),
            "seed": Whole(0, 2**SEED_BITS - 1),
            "cut_winner": Maybe(number_of(people)),
        }
    )


def seating(format: Format, people: int) -> Record:
    """The seats of a round or set, in a document with that many people."""
    allowed, sitter, role = bounds(format), number_of(people), Word((*format.facts.roles.names, ""))
    return Record(
        {
            "flips": rows(FixedRow((sitter, role, role))),
            "notes": rows(NOTE),
            "state": Word(tuple(Seating.State.values)),
            "published": MOMENT,
            "set": Whole(*allowed.sets),
            "revision": Whole(1, LAST),
            "seed": SEED,
            "sitting_out": rows(
                Record(
                    {
                        "person": sitter,
                        "reason": NOTE,
                        "watches": optional(TRUTH, default=False),
                        "partner": optional(sitter),
                        "division": optional(DIVISION),
                    }
                )
            ),
            "tables": rows(_table(format, allowed, sitter, role)),
        }
    )


def _table(format: Format, allowed: Bounds, person: Whole, role: Word) -> Record:
    """A table: who sits in its chairs, who deals, and what was reported there."""
    joins = {
        "joined_after": optional(Whole(1, LAST)),
        "joined_with": optional(Whole(-MOST_POINTS, MOST_POINTS), default=0),
        "neighbour": optional(Whole(0, LAST)),
        "left_after": optional(Whole(1, LAST)),
        "pauses": optional(rows(FixedRow((Whole(1, LAST), Whole(1, LAST)))), default=()),
    }
    chair = Record({"person": person, "role": role, **joins})
    chairs = rows(chair).then(partial(_check_chairs, allowed))
    return Record(
        {
            "chairs": chairs,
            "number": Whole(1, MAX_TABLES),
            "first_dealer": Later(
                lambda fields: Maybe(Whole(*allowed.dealers(len(fields["chairs"]))))
            ),
            "dealers": optional(
                Later(
                    lambda fields: rows(
                        FixedRow((Whole(1, LAST), Whole(0, len(fields["chairs"]) - 1)))
                    )
                ),
                default=(),
            ),
            "last_deal": optional(Maybe(Whole(1, format.length.most_deals or LAST))),
            "late": optional(TRUTH, default=False),
            "division": optional(DIVISION),
            "substitutes": Later(
                lambda fields: rows(
                    Record(
                        {
                            "chair": Whole(0, len(fields["chairs"]) - 1),
                            "from_hand": Whole(1, format.length.most_deals),
                            "person": person,
                        }
                    )
                )
            ),
            "reports": rows(_report(allowed)),
            "rivals": optional(rows(_rival(allowed)), default=()),
        }
    )


def _rival(allowed: Bounds) -> Record:
    return Record(
        {
            "deal": Whole(*allowed.deals),
            "payload": ANYTHING,
            "author": letters(80),
            "created": MOMENT,
        }
    )


def _report(allowed: Bounds) -> Record:
    return Record(
        {
            "deal": Whole(*allowed.deals),
            "payload": ANYTHING,
            "overrode": rows(TEXT),
            "revision": Whole(1, LAST),
            "author": letters(80),
            "reason": letters(300),
            "needs_agreement": TRUTH,
            "created": MOMENT,
            "accepted_by": Maybe(letters(144)),
            "agreed_by": Maybe(letters(144)),
            "agreed_by_saving": optional(TRUTH, default=False),
        }
    )
