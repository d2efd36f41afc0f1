"""Reading a list of names as people paste it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulesets.engine.clean_text import clean_text
from rulesets.engine.problems import Problem, error
from tournaments.models import name_with_note
from tournaments.models.errors import Refused, refusal
from tournaments.models.events import TEAM_LENGTH
from tournaments.models.families import PLUS
from tournaments.people.list_tables import BAR, SEP_LINE, read_table
from tournaments.people.mail_lists import strip_mail_lines
from tournaments.people.services import NAME_LENGTH, NOTE_LENGTH, clean, fold_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

MAX_PEOPLE = 10_000
MAX_TABLES = MAX_PEOPLE // 2
MAX_TEXT = 2_000_000  # 10,000 people of 80 letters, with their addresses in further columns

# What people write for the two roles of a partnership; words of the event itself come on top.
MALE_WORDS = (
    *("m", "mr", "man", "men", "male", "herr", "herren"),
    *("g", "gent", "gents", "guy", "guys", "boy", "boys"),
)
FEMALE_WORDS = (
    *("f", "w", "mrs", "ms", "miss", "woman", "women", "female", "frau", "dame", "damen"),
    *("l", "girl", "girls", "gal", "gals"),
)
TITLES = {"mr": 0, "mrs": 1, "ms": 1, "miss": 1}
COLUMNS = re.compile(r"[\t;,]")
NOTE = re.compile(r"^(?P<name>.*\S)\s*\((?P<note>[^()]+)\)$")
SHARED = re.compile(r"\s\+\s")  # between two who share a chair
MARKS_A_TEAM = re.compile(r"^(?:.*\S\s*:|[-–—]{2,})$")  # names the team of those below, or none
MOST_ON_A_CHAIR = 2
MOST_CELLS = 3  # of a line that was typed: a name, a note, a role
DISPLAY_LENGTH = 144
BULLET = re.compile(r"^\s*(?:\d+[.)]\s+|[-*•]\s+)")
# A cell that a spreadsheet put in quotation marks; those inside a name (a nickname) stay.
QUOTED = re.compile(r'(?:^|(?<=[\t;,]))\s*"((?:[^"]|"")*)"\s*(?=$|[\t;,])')


@dataclass(frozen=True, slots=True)
class ParsedName:
    """One line of a list. `role`: a key of the game's roles, or None if the line has none;
    `second`: name and note of the person who shares the chair; `team`: the team's name or ""."""

    name: str
    note: str
    role: str | None
    line: int
    second: tuple[str, str] | None = None
    team: str = ""

    @property
    def people(self) -> tuple[tuple[str, str], ...]:
        """The one or two people of the line, each with name and note."""
        first = (self.name, self.note)
        return (first,) if self.second is None else (first, self.second)


def parse_names(
    text: str,
    *,
    roles: tuple[str, ...] = (),
    role_names: Mapping[str, Mapping[str, str]] | None = None,
) -> list[ParsedName]:
    """Read one person a line: a name, then perhaps a note in brackets and a role in a column; or
    two who share a chair: "David + Sarah". A line that ends in a colon names the team of those
    below it: "Garby:"; a line of hyphens ends it. A column with the heading "team" does the same.

    Columns are split by comma, tab or semicolon, as spreadsheets save them; a role is read from its
    words or from a title before the name. A line "Smith, Ann" or "Smith; Ann" with no role word is
    a surname first. A list with headings is read by them. Raises Refused with every line that
    cannot be read (at = ("names", line)).
    """
    if len(text) > MAX_TEXT:
        raise refusal("names.long", "That is too much text.", "names")
    words = role_words(roles, role_names)
    problems: list[Problem] = []
    parsed: list[ParsedName] = []
    seen: dict[tuple[str, str], int] = {}
    for reading in _parsed_lines(clean_text(text, lines=True), roles, words):
        problem = reading if isinstance(reading, Problem) else judged(reading, seen)
        if problem is not None:
            problems.append(problem)
        elif isinstance(reading, ParsedName):
            seen |= dict.fromkeys(map(fold_person, reading.people), reading.line)
            parsed.append(reading)
    if len(parsed) > MAX_PEOPLE:
        text = "There are {count} names; at most {most} people can be entered."
        problems.append(error("names.many", text, ("names",), count=len(parsed), most=MAX_PEOPLE))
    if problems:
        raise Refused(problems)
    return parsed


def _parsed_lines(
    text: str, roles: tuple[str, ...], words: Mapping[str, str]
) -> Iterator[ParsedName | Problem]:
    """Yield the people and the problems of a text, read by its headings or line by line."""
    text = "".join(strip_mail_lines(text.splitlines(keepends=True))[0])
    table = read_table(text)
    if table.headings and not table.asks and len(table.headings) > 1:
        yield from (replace(problem, at=("names", *problem.at[1:])) for problem in table.problems)
        for at_line, row in table.rows:
            yield read_row(at_line, row, table.kinds, roles, words, "names")
        return
    if table.separator == BAR:
        yield from (read_cells(row, at_line, roles, words) for at_line, row in table.rows)
        return
    team = ""
    for number, raw in enumerate(text.splitlines(), 1):
        line = BULLET.sub("", QUOTED.sub(_unquoted, raw)).strip()
        if not line or (number == 1 and SEP_LINE.match(line)):
            continue
        if MARKS_A_TEAM.match(line):
            try:
                team = team_name(line)
            except Refused as refused:
                yield from (
                    on_line(problem, ("names", number), number) for problem in refused.problems
                )
            continue
        cells = COLUMNS.split(line)
        if len([cell for cell in cells if cell.strip()]) > MOST_CELLS:
            message = "Line {line}: put each person on a separate line."
            yield error("names.crowded", message, ("names", number), line=number)
            continue
        yield replace(read_cells(cells, number, roles, words), team=team)


def read_row(
    line: int,
    cells: Sequence[str],
    kinds: Sequence[str],
    roles: tuple[str, ...],
    words: Mapping[str, str],
    at: str,
) -> ParsedName | Problem:
    """Read one person from a row with columns of these kinds, or return the row's problem."""
    values = {kind: cell for kind, cell in zip(kinds, cells, strict=False) if kind and cell}
    if any(cells[len(kinds) :]):
        text = (
            "Line {line} has {count} columns instead of {width}. Put quotation marks around a"
            " text with a comma in it."
        )
        params: dict[str, Any] = {"line": line, "count": len(cells), "width": len(kinds)}
        return error("line.wide", text, (at, line), **params)
    written = values.get("role", "")
    role = words.get(clean_text(written).rstrip(".").casefold())
    if written and words and role is None:
        text = "Line {line}: “{word}” is not a role here. Write m or f, or leave it empty."
        return error("line.role", text, (at, line), line=line, word=written[:40])
    name = values.get("name") or " ".join(
        values[part] for part in ("first", "last") if part in values
    )
    if unlike_a_name(name + values.get("note", "")):
        text = "Line {line}: it has characters that do not belong in a name. Type the name again."
        return error("line.signs", text, (at, line), line=line)
    turned = name.split(",") if "name" in values else [name]
    if not any(map(clean_text, turned)):
        return error("names.empty", "Line {line}: there is no name.", (at, line), line=line)
    person = read_cells(turned, line, roles, {})
    note = " ".join(filter(None, (person.note, values.get("note", ""))))
    try:
        team = team_name(values.get("team", ""))
        if person.second is None:
            cleaned, note = clean(person.name, note)
            person = replace(person, name=cleaned)
    except Refused as refused:
        problem = refused.problems[0]
        return on_line(problem, (at, line), line)
    return replace(person, note=note, role=role or person.role, team=team)


def team_name(text: str) -> str:
    """Return a team's name without the colon after it; "" for hyphens. Raises Refused for a name
    that is too long or has control characters."""
    name = clean_text(text).rstrip(":").strip()
    if len(name) > TEAM_LENGTH or unlike_a_name(name):
        text = "A team’s name has at most {most} characters."
        raise refusal("team.name", text, "team", most=TEAM_LENGTH)
    return name.strip("-–—").strip() and name


def on_line(problem: Problem, at: tuple[str, int], line: int) -> Problem:
    """Return the problem with the number of its line before its words."""
    return error(problem.code, "Line {line}: {problem}", at, line=line, problem=problem.words)


def read_chair(name: str, note: str, role: str | None = None, team: str = "") -> ParsedName:
    """Read the one or two people of a chair from a name, a note and a team. Raises Refused."""
    team = team_name(team)
    name, *others = SHARED.split(clean_text(name))
    if not others:
        return ParsedName(*clean(name, note), role, 1, team=team)
    sitters = ParsedName(*_part_note(name), role, 1, _part_note(PLUS.join(others)), team)
    problem = judged(sitters, {})
    if problem is None and clean_text(note):
        text = "After each name, add something in brackets that tells the two apart."
        problem = error("chair.note", text, ("note",))
    if problem is not None:
        raise Refused([replace(problem, at=problem.at if problem.at == ("note",) else ("name",))])
    return sitters


def role_words(
    roles: tuple[str, ...], role_names: Mapping[str, Mapping[str, str]] | None = None
) -> dict[str, str]:
    """Return the role by each word that people write for it, in small letters."""
    role_names = role_names or {}
    words: dict[str, str] = {}
    if len(roles) == 2:
        words |= dict.fromkeys(MALE_WORDS, roles[0]) | dict.fromkeys(FEMALE_WORDS, roles[1])
    for role in roles:
        words[role.casefold()] = role
        words[f"{role}s".casefold()] = role
        for name in role_names.get(role, {}).values():
            words[name.strip().casefold()] = role
    words.pop("", None)
    return words


def read_cells(
    columns: Sequence[str], number: int, roles: tuple[str, ...], words: Mapping[str, str]
) -> ParsedName:
    """Read one person from the cells of line `number` of a list without headings.

    The second of two cells is a note if it begins with a small letter, else the first name:
    "Smith, Ann", "Smith; Ann".
    """
    cells = [" ".join(cell.split()) for cell in columns]
    cells = [cell for cell in cells if cell]
    role = None
    rest = []
    for place, cell in enumerate(cells):
        cell_role = words.get(cell.rstrip(".").casefold())
        if cell_role is not None and role is None and (place > 0 or len(columns) > 1):
            role = cell_role
        else:
            rest.append(cell)
    if len(rest) == 2 and not any("(" in cell for cell in rest) and _begins_a_name(rest[1]):
        rest = [f"{rest[1]} {rest[0]}"]
    name, note = (rest[0] if rest else ""), " ".join(rest[1:])
    name, *others = SHARED.split(name)
    if others:
        second = _part_note(PLUS.join(others))
        return ParsedName(*_part_note(name), role, number, second)
    matched = NOTE.match(name)
    if matched:
        name, note = matched["name"], " ".join(filter(None, (matched["note"].strip(), note)))
        if words.get(note.casefold()):
            role, note = role or words[note.casefold()], ""
    title, _, after = name.partition(" ")
    position = TITLES.get(title.rstrip(".").casefold())
    if position is not None and after and role is None and len(roles) == 2:
        role = roles[position]  # the title stays part of the name, as it was written
    return ParsedName(name, note, role, number)


def _begins_a_name(text: str) -> bool:
    """Whether a text begins with a letter other than a small one."""
    return text[:1].isalpha() and not text[:1].islower()


def _part_note(text: str) -> tuple[str, str]:
    """Split off the note in brackets after a name."""
    matched = NOTE.match(text)
    return (matched["name"], matched["note"].strip()) if matched else (text, "")


def fold_person(person: tuple[str, str]) -> tuple[str, str]:
    """Return name and note folded for comparison."""
    return fold_name(person[0]), fold_name(person[1])


def unlike_a_name(text: str) -> bool:
    """Whether a text has control characters, surrogates, private or unassigned characters."""
    return any(unicodedata.category(char) in ("Cc", "Cs", "Co", "Cn") for char in text)


def _unquoted(cell: re.Match[str]) -> str:
    """Return the words of a quoted cell; a surname before a comma goes to the end."""
    last, comma, first = cell[1].replace('""', '"').partition(",")
    words = f"{first} {last}" if comma else last
    return " ".join(COLUMNS.sub(" ", words).split())


def judged(parsed: ParsedName, seen: Mapping[tuple[str, str], int]) -> Problem | None:
    """Return the problem of a line, if any. `seen`: the lines of the people before it, by folded
    name and note."""
    at, line = ("names", parsed.line), parsed.line
    if not all(name for name, _note in parsed.people):
        text = "Line {line}: there is no name."
        return error("names.empty", text, at, line=line)
    if any(len(name) > NAME_LENGTH or len(note) > NOTE_LENGTH for name, note in parsed.people):
        text = "Line {line}: a name has at most {most} characters."
        return error("names.length", text, at, line=line, most=NAME_LENGTH)
    if parsed.second is not None and (problem := _judge_shared(parsed)) is not None:
        return problem
    for person in parsed.people:
        before = seen.get(fold_person(person))
        if before is not None:
            text = (
                "Line {line}: {name} is also on line {before}. If they are two people, add "
                "something in brackets: “{name} (from Leeds)”."
            )
            return error("names.double", text, at, line=line, name=person[0], before=before)
    return None


def _judge_shared(parsed: ParsedName) -> Problem | None:
    """Return the problem of two people who share a chair, if any."""
    at, line = ("names", parsed.line), parsed.line
    first, second = parsed.people
    if SHARED.search(second[0]):
        text = "Line {line}: at most {most} people can share a chair."
        return error("names.chair", text, at, line=line, most=MOST_ON_A_CHAIR)
    if fold_person(first) == fold_person(second):
        text = "Line {line}: {name} is there twice."
        return error("names.double", text, at, line=line, name=first[0])
    letters = len(write_names(parsed.people))
    if letters > DISPLAY_LENGTH:
        text = (
            "Line {line}: together, the two names are {count} characters long; at most {most} fit."
        )
        return error("names.length", text, at, line=line, count=letters, most=DISPLAY_LENGTH)
    return None


def write_lines(people: Sequence[ParsedName], role_names: Mapping[str, str]) -> str:
    """Write people one a line, under the names of their teams, so that `parse_names` can read them
    again. `role_names`: the words for roles."""
    lines: list[str] = []
    team = ""
    for person in people:
        if person.team != team:
            team = person.team
            lines.append(f"{team}:" if team else "---")
        name = COLUMNS.sub(" ", write_names(person.people))
        role = role_names.get(person.role or "", person.role or "")
        lines.append(f"{name}, {role}" if role else name)
    return "\n".join(lines)


def write_names(people: Iterable[tuple[str, str]]) -> str:
    """Write the names of the people of a chair, each with its note if it has one."""
    return PLUS.join(name_with_note(name, note) for name, note in people)
