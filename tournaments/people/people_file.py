"""People from a list in a file: names, problems by line, and admission to the book."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import combinations
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
from tournaments.people.selectors import PersonRow, events_of_people
from tournaments.people.services import NOTE_LENGTH, clean, fold_name
from tournaments.web.paging import plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(slots=True)
class PeopleFile:
    """A list that was read: its table, its people, its problems with their lines, and the lines
    that hold something but no name."""

    table: ListTable
    people: list[ParsedName] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    nameless: list[Problem] = field(default_factory=list)

    @property
    def nameless_lines(self) -> list[int]:
        """The numbers of the lines without a name."""
        return [int(problem.at[-1]) for problem in self.nameless]

    @property
    def lines(self) -> dict[int, list[str]]:
        """All cells by line."""
        return dict(self.table.rows)

    @property
    def asks(self) -> bool:
        """Whether the host has to say which column is which."""
        return self.table.asks


def guests_of_file(file: PeopleFile) -> list[ParsedName]:
    """Return the people of a list as guests of an event. Raises Refused with every line that cannot
    be read, has no name or repeats a person (at = ("file", line))."""
    problems, guests = [*file.problems, *file.nameless], []
    seen: dict[tuple[str, str], int] = {}
    for guest in file.people:
        problem = judged(guest, seen)
        seen |= dict.fromkeys(map(fold_person, guest.people), guest.line)
        guests.append(guest)
        problems += [problem] if problem else []
    if problems:
        raise Refused(replace(problem, at=("file", *problem.at[1:])) for problem in problems)
    return guests


def read_people(
    text: str,
    roles: Sequence[str] = (),
    role_names: Mapping[str, Mapping[str, str]] | None = None,
    *,
    kinds: Sequence[str] = (),
    has_heading: bool | None = None,
) -> PeopleFile:
    """Read a list with a line for each person. The columns follow from headings, or from `kinds`
    and `has_heading` if the host was asked; two columns without headings are names and notes, or
    surnames and first names. If the host has to be asked, the result has no people.

    `roles`: the two that words like "m" and "f" mean, beside the event's own words; without them
    the column of roles is ignored. Raises Refused for too much text.
    """
    if len(text) > MAX_TEXT:
        raise refusal("names.long", "That is too much text.", "text")
    table = read_table(text, kinds, has_heading=has_heading)
    file = PeopleFile(table, problems=list(table.problems))
    if not table.rows:
        if not file.problems:
            file.problems.append(error("file.empty", "There is nobody in this list.", ("text",)))
        return file
    if kinds and not {"name", "first", "last"} & set(kinds):
        text = "Say which column holds the names."
        file.problems.append(error("file.columns", text, ("columns",)))
        return file
    if table.asks:
        return file
    words = role_words(tuple(roles), role_names)
    if "role" in table.kinds:  # letters that elsewhere are initials: Herr and Dame, homme and dame
        words = dict(zip("hd", roles, strict=False)) | words
    for line, cells in table.rows:
        _read_line(line, cells, file, tuple(roles), words)
    if not file.people and not file.problems:
        file.problems, file.nameless = file.nameless, []
    if len(file.people) > MAX_PEOPLE:
        template = "There are {count} names; at most {most} people can be entered."
        params = {"count": len(file.people), "most": MAX_PEOPLE}
        file.problems.append(error("names.many", template, ("text",), **params))
    return file


def _read_line(
    line: int,
    cells: Sequence[str],
    file: PeopleFile,
    roles: tuple[str, ...],
    words: Mapping[str, str],
) -> None:
    """Read one line and add its person or its problem to the file."""
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
    elif person.code == "names.empty":
        file.nameless.append(person)
    else:
        file.problems.append(person)


NAME_AND_NOTE = 2  # columns of a list without headings


def _cleaned(person: ParsedName, line: int) -> ParsedName | Problem:
    """Return the person with name and note cleaned for storage, or the problem with them."""
    if any(unlike_a_name(name + note) for name, note in person.people):
        text = "Line {line}: it has characters that do not belong in a name. Type the name again."
        return error("line.signs", text, ("text", line), line=line)
    try:
        name, note = clean(person.name, person.note)
    except Refused as refused:
        return on_line(refused.problems[0], ("text", line), line)
    return replace(person, name=name, note=note)


def likeness(name: str) -> str:
    """Return a key that is equal for names that differ in case, accents and the order of words."""
    return " ".join(sorted(re.findall(r"\w+", plain(name))))


def lookalikes(book: Sequence[PersonRow]) -> list[tuple[PersonRow, PersonRow]]:
    """Return those of the book who may be one person: two whose names are alike, neither with a
    note that tells them apart, and who never came to one evening. Two queries."""
    alike: dict[str, list[PersonRow]] = {}
    for row in book:
        if not row.note:
            alike.setdefault(likeness(row.name), []).append(row)
    groups = [group for key, group in alike.items() if key and len(group) > 1]
    ids = [row.person_id for group in groups for row in group]
    events = events_of_people(ids)
    return [
        (first, second)
        for group in groups
        for first, second in combinations(group, 2)
        if not events[first.person_id] & events[second.person_id]
    ]


AT_ONCE = 1000  # people who are written in one transaction
State = Literal["new", "alike", "known", "again"]


@dataclass(frozen=True, slots=True)
class Admission:
    """The state of a person in a list: `new`; `known` in the book by name and note; listed `again`,
    with another note or without (`other`: the first line of that name); or `alike` to another
    person (`other`: the name). About the last two the host is asked; `repeats`: the line is that
    first line once more, cell by cell. `number`: the place in the list, from 0; `written`: the
    spelling of a known name in the book, if it differs."""

    listed: ParsedName
    state: State
    number: int
    other: str = ""
    written: str = ""
    repeats: bool = False

    @property
    def is_asked(self) -> bool:
        """Whether the host is asked if this is somebody else."""
        return self.state in ("alike", "again")

    @property
    def is_taken(self) -> bool:
        """Whether the person is admitted unless the host says otherwise: in doubt they are two
        people, whom the host can merge later."""
        return self.state == "new" or (self.is_asked and not self.repeats)


def admissions(
    family: int, people: Sequence[ParsedName], lines: Mapping[int, Sequence[str]] | None = None
) -> list[Admission]:
    """Return the state of each person in a list. One query. Names that differ only in capitals,
    apostrophes and spaces are the same. `lines`: all cells by line, of whatever columns."""
    book = Person.objects.in_book(family).order_by("name", "note", "pk")
    in_book: dict[tuple[str, str], tuple[str, str]] = {}
    for person in book.values_list("name", "note"):
        in_book.setdefault(fold_person(person), person)
    names = [name for listed in people for name in _one_by_one(listed)]
    listed = {fold_person((name.name, name.note)) for name in names}
    like: dict[str, dict[tuple[str, bool], tuple[str, str]]] = {}  # one of each name, listed or not
    for key, person in in_book.items():
        like.setdefault(likeness(person[0]), {}).setdefault((key[0], key in listed), person)
    seen: dict[tuple[str, str], int] = {}
    same_name: dict[str, int] = {}
    cells = {line: [fold_name(cell) for cell in row] for line, row in (lines or {}).items()}
    rows = []
    for number, name in enumerate(names):
        key, looks = fold_person((name.name, name.note)), likeness(name.name)
        others = like.setdefault(looks, {}) if looks else {}
        other = next((others[it] for it in others if it != (key[0], True)), None)
        if key in in_book:
            same = in_book[key] == (name.name, name.note)
            written = "" if same else name_with_note(*in_book[key])
            rows.append(Admission(name, "known", number, written=written))
        elif (first := seen.get(key, same_name.get(key[0]))) is not None:
            repeats = key in seen and cells.get(first) == cells.get(name.line)
            rows.append(Admission(name, "again", number, str(first), repeats=repeats))
        elif other:
            rows.append(Admission(name, "alike", number, name_with_note(*other)))
        else:
            rows.append(Admission(name, "new", number))
        others.setdefault((key[0], True), (name.name, name.note))
        seen.setdefault(key, name.line)
        same_name.setdefault(key[0], name.line)
    return rows


def _one_by_one(listed: ParsedName) -> list[ParsedName]:
    """Return the people of a line one by one: two if they share a chair."""
    if listed.second is None:
        return [listed]
    return [ParsedName(name, note, None, listed.line) for name, note in listed.people]


@dataclass(frozen=True, slots=True)
class Decisions:
    """What the host has said about people of one name: whether it is somebody else, by the place in
    the list, and of the `rest` (None: as `is_taken` has it); and who is `left_out`, by place."""

    by_number: Mapping[int, bool] = field(default_factory=dict)
    rest: bool | None = None
    left_out: frozenset[int] = frozenset()

    def choose(self, rows: Sequence[Admission]) -> list[Admission]:
        """Return those who are admitted."""
        return [row for row in rows if self.answer_for(row) == "two"]

    def answer_for(self, row: Admission) -> str:
        """What is chosen for a line, as the form has it: "two" for somebody who is admitted, "same"
        for somebody who is here already, "out" for a line that is left out."""
        if row.number in self.left_out:
            return "out"
        taken = row.is_taken
        if row.is_asked:
            rest = row.is_taken if self.rest is None else self.rest
            taken = self.by_number.get(row.number, rest)
        return "two" if taken else "same"


AS_THEY_ARE = Decisions()


def admit(
    *,
    family: int,
    people: Sequence[ParsedName],
    lines: Mapping[int, Sequence[str]] | None = None,
    decided: Decisions = AS_THEY_ARE,
) -> int:
    """Add the people of a list to the book, as was decided: all of them or, if anything fails,
    nobody. Known people stay unchanged; the second of two with one name and note gets a number.
    Returns the number of people added."""
    remove_broken()
    rows = admissions(family, people, lines)
    taken = decided.choose(rows)
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
    """Return the person's note, with a number if that name and note are taken."""
    note, number = listed.note, 2
    while (key := (fold_name(listed.name), fold_name(note))) in taken:
        note = f"{listed.note} {number}".strip()[-NOTE_LENGTH:]
        number += 1
    taken.add(key)
    return note
