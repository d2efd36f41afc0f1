"""People out of a CSV file: which encoding, which columns, what is wrong on which line, and who of
them comes into the book.

Reads text and says what it found; what is in the book already is another's business.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from rulesets.engine.clean_text import clean_text
from rulesets.engine.problems import Problem, error
from tournaments.db.import_staging import Staging, remove_broken, slices
from tournaments.models import Person, name_with_note
from tournaments.models.errors import Refused, refusal
from tournaments.people.names import (
    HEADINGS,
    MAX_PEOPLE,
    MAX_TEXT,
    TEAM_HEADINGS,
    ParsedName,
    judged,
    on_line,
    role_words,
    team_name,
    unlike_a_name,
)
from tournaments.people.services import clean
from tournaments.web.paging import plain

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


DELIMITERS = "\t;,"  # in this order where a line holds as many of each
FIRST = ("first", "first name", "given name", "given", "forename")
LAST = ("last", "last name", "surname", "family name", "family")
NOTE = ("note", "notes", "to tell apart", "remark", "remarks", "comment", "comments")
ROLE = ("role", "usual role", "plays", "plays as", "sex", "gender", "m/f")
COLUMNS = {
    "name": HEADINGS,
    "first": FIRST,
    "last": LAST,
    "note": NOTE,
    "role": ROLE,
    "team": TEAM_HEADINGS,
}


@dataclass(frozen=True, slots=True)
class Listed:
    """One person of the file. `role` is a key of a role, or ""; so is the name of a team."""

    line: int
    name: str
    note: str
    role: str
    team: str = ""


@dataclass(slots=True)
class PeopleFile:
    """What a file says: the people that can be read, what each column was taken for, the columns
    that nobody asked for, and what is wrong, with its line."""

    people: list[Listed] = field(default_factory=list)
    columns: list[tuple[str, str]] = field(default_factory=list)  # (what it is, its heading)
    unused: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def decoded(data: bytes) -> str:
    """The text of a file in UTF-8, UTF-16 (with its mark, or plainly so), or else Windows-1252.

    Raises Refused for what is no text in any of them.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        tries = ["utf-16"]
    elif b"\0" in data[:200]:
        tries = ["utf-16-be" if data[:1] == b"\0" else "utf-16-le"]
    else:
        tries = ["utf-8-sig", "cp1252"]
    for encoding in tries:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    text = "This is not a text file. Save the list as CSV (UTF-8) and choose that file."
    raise refusal("file.binary", text, "file")


def read_guests(
    text: str, roles: Sequence[str], role_names: Mapping[str, Mapping[str, str]]
) -> list[ParsedName]:
    """Read the people of an event out of such a list, as if they had been typed. Raises Refused
    with every line that cannot be read, or that names somebody again (at = ("file", line))."""
    found = read_people(text, roles, role_names)
    problems, guests = list(found.problems), []
    seen: dict[tuple[str, str], int] = {}
    for one in found.people:
        guest = ParsedName(one.name, one.note, one.role or None, one.line, team=one.team)
        problem = judged(guest, seen)
        seen.setdefault((one.name.casefold(), one.note.casefold()), one.line)
        guests.append(guest)
        problems += [problem] if problem else []
    if problems:
        raise Refused(replace(one, at=("file", *one.at[1:])) for one in problems)
    return guests


def read_people(
    text: str,
    roles: Sequence[str] = (),
    role_names: Mapping[str, Mapping[str, str]] | None = None,
) -> PeopleFile:
    """Read a list with a line for each person. A first line of headings says what the columns are;
    without one the first is the name and the second tells people apart.

    `roles` are the two that words like "m" and "f" stand for, beside what the event calls them;
    where there are none, nobody looks at that column. Raises Refused for too much text.
    """
    if len(text) > MAX_TEXT:
        raise refusal("names.long", "That is too much text.", "text")
    found = PeopleFile()
    rows = list(_rows(text.removeprefix("\ufeff"), found))
    if not rows:
        if not found.problems:
            found.problems.append(error("file.empty", "There is nobody in this list.", ("text",)))
        return found
    places = _places(rows[0][1], found)
    if found.columns:
        del rows[0]
    if not {"name", "first", "last"} & places.keys():
        text = "No column is called “Name”. Give that heading to the one with the names."
        found.problems.append(error("file.columns", text, ("text",)))
        return found
    words = role_words(tuple(roles), role_names)
    width = max(places.values()) + 1 if not found.columns else _width(found)
    if not words:
        places.pop("role", None)
    for line, cells in rows:
        _read_row(line, cells, places, width, words, found)
    if len(found.people) > MAX_PEOPLE:
        template = "There are {count} names; at most {most} people can be entered."
        params = {"count": len(found.people), "most": MAX_PEOPLE}
        found.problems.append(error("names.many", template, ("text",), **params))
    return found


def _width(file: PeopleFile) -> int:
    return len(file.columns) + len(file.unused)


def _rows(text: str, file: PeopleFile) -> list[tuple[int, list[str]]]:
    """The rows with the lines on which they begin, blank ones left out."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True
    )
    rows: list[tuple[int, list[str]]] = []
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((line, [" ".join(cell.split()) for cell in cells]))
            line = reader.line_num + 1
    except csv.Error:
        text = "Line {line} cannot be read. Is a quotation mark missing its partner?"
        file.problems.append(error("line.broken", text, ("text", line), line=line))
    return rows


def _places(head: Sequence[str], file: PeopleFile) -> dict[str, int]:
    """What stands in which column; what the headings said is noted in the file."""
    places: dict[str, int] = {}
    called = {}
    for place, cell in enumerate(head):
        word = clean_text(cell).casefold()
        kind = next((kind for kind, words in COLUMNS.items() if word in words), None)
        if kind is not None and kind not in places:
            places[kind], called[place] = place, kind
    if not places:  # no headings
        return {"name": 0, "note": 1} if len(head) > 1 else {"name": 0}
    file.columns = [(kind, head[place]) for place, kind in called.items()]
    file.unused = [cell for place, cell in enumerate(head) if place not in called]
    return places


def _read_row(
    line: int,
    cells: Sequence[str],
    places: Mapping[str, int],
    width: int,
    words: Mapping[str, str],
    file: PeopleFile,
) -> None:
    def cell(kind: str) -> str:
        place = places.get(kind)
        return cells[place] if place is not None and place < len(cells) else ""

    if any(cells[width:]):
        text = (
            "Line {line} has {count} columns instead of {width}. Put quotation marks around a"
            " text with a comma in it."
        )
        params = {"line": line, "count": len(cells), "width": width}
        file.problems.append(error("line.wide", text, ("text", line), **params))
        return
    role = words.get(clean_text(cell("role")).rstrip(".").casefold(), "")
    if cell("role") and not role:
        text = "Line {line}: “{word}” is not a role here. Write m or f, or leave it empty."
        at = ("text", line)
        file.problems.append(error("line.role", text, at, line=line, word=cell("role")[:40]))
        return
    called = cell("name") or f"{cell('first')} {cell('last')}"
    try:
        name, note = clean(called, cell("note"))
        team = team_name(cell("team"))
    except Refused as refused:
        file.problems += [on_line(one, ("text", line), line) for one in refused.problems]
        return
    if unlike_a_name(called + cell("note")):
        text = "Line {line}: it has characters that do not belong in a name. Type the name again."
        file.problems.append(error("line.signs", text, ("text", line), line=line))
        return
    file.people.append(Listed(line, name, note, role, team))


def likeness(name: str) -> str:
    """What names have in common that are the same but for case, accents and the order of words."""
    return " ".join(sorted(re.findall(r"\w+", plain(name))))


AT_ONCE = 1000  # people who are written in one transaction
State = Literal["new", "alike", "known", "again"]


@dataclass(frozen=True, slots=True)
class Admission:
    """What becomes of somebody in a list: `new`; `known` in the book by name and note; listed
    `again`, as on the line of `other`; or `alike` to somebody (`other`), so that the host decides.
    """

    listed: Listed
    state: State
    other: str = ""

    @property
    def is_taken(self) -> bool:
        """Whether the person comes in unless the host says otherwise."""
        return self.state == "new"


def admissions(family: int, people: Sequence[Listed]) -> list[Admission]:
    """What would become of each of a list. One query.

    Nobody is alike to somebody of the same name who is in the list as well: the list has them as
    two, told apart by their notes.
    """
    book = Person.objects.filter(family_id=family, merged_into=None).order_by("name", "note", "pk")
    known = dict.fromkeys(book.values_list("name", "note"))
    listed = {(one.name, one.note) for one in people}
    like: dict[str, dict[tuple[str, bool], tuple[str, str]]] = {}  # one of each name, listed or not
    for key in known:
        like.setdefault(likeness(key[0]), {}).setdefault((key[0], key in listed), key)
    seen: dict[tuple[str, str], int] = {}
    found = []
    for one in people:
        key, looks = (one.name, one.note), likeness(one.name)
        others = like.setdefault(looks, {}) if looks else {}
        other = next((others[it] for it in others if it != (one.name, True)), None)
        if key in known:
            found.append(Admission(one, "known"))
        elif key in seen:
            found.append(Admission(one, "again", str(seen[key])))
        elif other:
            found.append(Admission(one, "alike", name_with_note(*other)))
        else:
            found.append(Admission(one, "new"))
        others.setdefault((one.name, True), key)
        seen.setdefault(key, one.line)
    return found


def admit(*, family: int, people: Sequence[Listed], alike: Collection[int] = ()) -> int:
    """Take the new people of a list into the book, and those on the lines `alike`, who look like
    somebody else: all of them or, if anything fails, nobody. Who is known already stays as is.
    Returns how many came."""
    remove_broken()
    taken = [
        one.listed
        for one in admissions(family, people)
        if one.is_taken or (one.state == "alike" and one.listed.line in alike)
    ]
    staging = Staging.begin(family)
    try:
        for some in slices(taken, AT_ONCE):
            rows = [
                Person(family=staging.family, name=one.name, note=one.note, usual_role=one.role)
                for one in some
            ]
            with staging.batch():
                Person.objects.bulk_create(rows)
        with staging.publishing():
            pass
    except BaseException:
        staging.give_up()
        raise
    staging.finish()
    return staging.admitted
