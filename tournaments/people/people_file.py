"""People out of a list in a file: who they are, what is wrong on which line, and who of them comes
into the book."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from rulesets.engine.problems import Problem, error
from tournaments.db.import_staging import Staging, remove_broken, slices
from tournaments.models import Person, name_with_note
from tournaments.models.errors import Refused, refusal
from tournaments.people.list_tables import ListTable, read_table
from tournaments.people.names import (
    MAX_PEOPLE,
    MAX_TEXT,
    ParsedName,
    fold_person,
    judged,
    on_line,
    read_cells,
    read_row,
    role_words,
    unlike_a_name,
)
from tournaments.people.services import NOTE_LENGTH, clean, fold_name
from tournaments.web.paging import plain

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


@dataclass(slots=True)
class PeopleFile:
    """What a list says: the table it is, the people that can be read, and what is wrong, with its
    line."""

    table: ListTable
    people: list[ParsedName] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def asks(self) -> bool:
        """Whether somebody has to say which column is which."""
        return self.table.asks


def guests_of_file(file: PeopleFile) -> list[ParsedName]:
    """The people of an event out of such a list, as if they had been typed. Raises Refused with
    every line that cannot be read, or that names somebody again (at = ("file", line))."""
    problems, guests = list(file.problems), []
    seen: dict[tuple[str, str], int] = {}
    for guest in file.people:
        problem = judged(guest, seen)
        seen |= dict.fromkeys(map(fold_person, guest.people), guest.line)
        guests.append(guest)
        problems += [problem] if problem else []
    if problems:
        raise Refused(replace(one, at=("file", *one.at[1:])) for one in problems)
    return guests


def read_people(
    text: str,
    roles: Sequence[str] = (),
    role_names: Mapping[str, Mapping[str, str]] | None = None,
    *,
    kinds: Sequence[str] = (),
    has_heading: bool | None = None,
) -> PeopleFile:
    """Read a list with a line for each person. Headings say what the columns are, or `kinds` and
    `has_heading`, where somebody was asked; two columns without headings are names and notes, or
    surnames and first names. Where it has to be asked, there are no people.

    `roles` are the two that words like "m" and "f" stand for, beside what the event calls them;
    where there are none, nobody looks at that column. Raises Refused for too much text.
    """
    if len(text) > MAX_TEXT:
        raise refusal("names.long", "That is too much text.", "text")
    table = read_table(text, kinds, has_heading=has_heading)
    found = PeopleFile(table, problems=list(table.problems))
    if not table.rows:
        if not found.problems:
            found.problems.append(error("file.empty", "There is nobody in this list.", ("text",)))
        return found
    if kinds and not {"name", "first", "last"} & set(kinds):
        text = "Say which column holds the names."
        found.problems.append(error("file.columns", text, ("columns",)))
        return found
    if table.asks:
        return found
    words = role_words(tuple(roles), role_names)
    for line, cells in table.rows:
        _read_line(line, cells, found, tuple(roles), words)
    if len(found.people) > MAX_PEOPLE:
        template = "There are {count} names; at most {most} people can be entered."
        params = {"count": len(found.people), "most": MAX_PEOPLE}
        found.problems.append(error("names.many", template, ("text",), **params))
    return found


def _read_line(
    line: int,
    cells: Sequence[str],
    file: PeopleFile,
    roles: tuple[str, ...],
    words: Mapping[str, str],
) -> None:
    """One line: somebody, or what is wrong with it."""
    table = file.table
    person: ParsedName | Problem
    if table.headings or len(table.kinds) != NAME_AND_NOTE or any(cells[NAME_AND_NOTE:]):
        person = read_row(line, cells, table.kinds, roles, words, "text")
    else:
        person = read_cells(cells, line, roles, words)
    if isinstance(person, ParsedName):
        person = _cleaned(person, line)
    if isinstance(person, ParsedName):
        file.people.append(person)
    else:
        file.problems.append(person)


NAME_AND_NOTE = 2  # columns of a list without headings


def _cleaned(person: ParsedName, line: int) -> ParsedName | Problem:
    """Somebody with a name and a note as they are kept; or what is wrong with them."""
    if any(unlike_a_name(name + note) for name, note in person.people):
        text = "Line {line}: it has characters that do not belong in a name. Type the name again."
        return error("line.signs", text, ("text", line), line=line)
    try:
        name, note = clean(person.name, person.note)
    except Refused as refused:
        return on_line(refused.problems[0], ("text", line), line)
    return replace(person, name=name, note=note)


def likeness(name: str) -> str:
    """What names have in common that are the same but for case, accents and the order of words."""
    return " ".join(sorted(re.findall(r"\w+", plain(name))))


AT_ONCE = 1000  # people who are written in one transaction
State = Literal["new", "alike", "known", "again"]


@dataclass(frozen=True, slots=True)
class Admission:
    """What becomes of somebody in a list: `new`; `known` in the book by name and note; listed
    `again`, as on the line of `other`; or `alike` to somebody (`other`). Of the last two the host
    may say that they are other people. `written` is the name of the book, where a known one is
    written otherwise."""

    listed: ParsedName
    state: State
    other: str = ""
    written: str = ""

    @property
    def is_taken(self) -> bool:
        """Whether the person comes in unless the host says otherwise."""
        return self.state == "new"


def admissions(family: int, people: Sequence[ParsedName]) -> list[Admission]:
    """What would become of each of a list. One query. Capitals, apostrophes and spaces make nobody
    new.

    Nobody is alike to somebody of the same name who is in the list as well: the list has them as
    two, told apart by their notes.
    """
    book = Person.objects.filter(family_id=family, merged_into=None).order_by("name", "note", "pk")
    known: dict[tuple[str, str], tuple[str, str]] = {}
    for person in book.values_list("name", "note"):
        known.setdefault(fold_person(person), person)
    single = [one for listed in people for one in _one_by_one(listed)]
    listed = {fold_person((one.name, one.note)) for one in single}
    like: dict[str, dict[tuple[str, bool], tuple[str, str]]] = {}  # one of each name, listed or not
    for key, person in known.items():
        like.setdefault(likeness(person[0]), {}).setdefault((key[0], key in listed), person)
    seen: dict[tuple[str, str], int] = {}
    found = []
    for one in single:
        key, looks = fold_person((one.name, one.note)), likeness(one.name)
        others = like.setdefault(looks, {}) if looks else {}
        other = next((others[it] for it in others if it != (key[0], True)), None)
        if key in known:
            same = known[key] == (one.name, one.note)
            written = "" if same else name_with_note(*known[key])
            found.append(Admission(one, "known", written=written))
        elif key in seen:
            found.append(Admission(one, "again", str(seen[key])))
        elif other:
            found.append(Admission(one, "alike", name_with_note(*other)))
        else:
            found.append(Admission(one, "new"))
        others.setdefault((key[0], True), (one.name, one.note))
        seen.setdefault(key, one.line)
    return found


def _one_by_one(listed: ParsedName) -> list[ParsedName]:
    """Those of a line, two where they share a chair."""
    if listed.second is None:
        return [listed]
    return [ParsedName(name, note, None, listed.line) for name, note in listed.people]


def admit(*, family: int, people: Sequence[ParsedName], apart: Collection[int] = ()) -> int:
    """Take the new people of a list into the book, and those on the lines `apart`, who look like
    somebody else: all of them or, if anything fails, nobody. Who is known already stays as is; of
    two of one name and note the second gets a number. Returns how many came."""
    remove_broken()
    rows = admissions(family, people)
    taken = [
        row for row in rows if row.is_taken or (row.state != "known" and row.listed.line in apart)
    ]
    notes = {
        fold_person((row.listed.name, row.listed.note)) for row in rows if row.state == "known"
    }
    staging = Staging.begin(family)
    try:
        for some in slices(taken, AT_ONCE):
            persons = [
                Person(
                    family=staging.family,
                    name=row.listed.name,
                    note=_free_note(row.listed, notes),
                    usual_role=row.listed.role or "",
                )
                for row in some
            ]
            with staging.batch():
                Person.objects.bulk_create(persons)
        with staging.publishing():
            pass
    except BaseException:
        staging.give_up()
        raise
    staging.finish()
    return staging.admitted


def _free_note(listed: ParsedName, taken: set[tuple[str, str]]) -> str:
    """The note of somebody, with a number where another of that name and note is taken."""
    note, number = listed.note, 2
    while (key := (fold_name(listed.name), fold_name(note))) in taken:
        note = f"{listed.note} {number}".strip()[-NOTE_LENGTH:]
        number += 1
    taken.add(key)
    return note
