"""Lists of people in files: letters, sheets, separators, titles, headings.

Results are rows with their line numbers and the kind of each column; people_file reads the people.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from rulesets.engine.clean_text import clean_text
from rulesets.engine.problems import Problem, error
from tournaments.models.errors import refusal
from tournaments.people.mail_lists import strip_mail_lines

if TYPE_CHECKING:
    from django.http import QueryDict

BAR = "|"  # of tables in Markdown
DELIMITERS = f"\t{BAR};,"  # in this order if a line holds as many of each
SEPARATORS = {"\t": _("tabs"), BAR: _("bars"), ";": _("semicolons"), ",": _("commas")}
RULE = re.compile(r":?-+:?")  # a cell of the line below the headings of a table in Markdown
SEP_LINE = re.compile(r"^\ufeff?sep=(.)\s*$", re.IGNORECASE)
TITLES_ABOVE = 5  # rows that may stand above the headings
MOST_CELLS = 400_000  # of a sheet: 10,000 people with 40 columns
MOST_COLUMNS_OF_ONE = 3  # of the only person of a list
MARK = re.compile(r"^(?:[-*•·–—]|#?\d{1,3}[.):]|#?\d{1,3} [-–—])\s*(?=\S)")  # "1.", "3)", "-"
CONTACT = re.compile(r"[\s,;:]*(?:<?[^\s<>]+@[^\s<>]+\.[^\s<>]+>?|[+(]?\d[\d\s()/+.-]{5,}\d)$")
DIGIT = re.compile(r"\d")
SAMPLE_LINES = 3  # on the page that asks which column is which
MOST_UNPACKED = 60_000_000  # bytes of a sheet

# Headings in English, German, French, Spanish, Italian, Dutch and Polish.
HEADINGS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "name": (
            *("name", "names", "full name", "person", "player", "players", "guest", "guests"),
            *("who", "player name", "guest name", "real name", "nickname", "participants"),
            *("attendee", "attendees", "wer", "namen", "spielername", "spitzname", "gastname"),
            *("teilnehmende", "teilnehmer/in", "mitspieler", "personen"),
            *("vollständiger name", "spieler", "spielerin", "gast", "gäste", "teilnehmer"),
            *("teilnehmerin", "qui", "nom complet", "nom et prénom", "joueur", "joueurs", "invité"),
            *("invités", "participant", "nombre completo", "nombre y apellidos", "jugador"),
            *("jugadores", "invitado", "participante", "nome completo", "nome e cognome"),
            *("cognome e nome", "giocatore", "giocatori", "ospite", "partecipante", "naam"),
            *("volledige naam", "speler", "spelers", "deelnemer", "imię i nazwisko"),
            *("nazwisko i imię", "gracz", "gość", "uczestnik"),
        ),
        "first": (
            *("first", "first name", "firstname", "given name", "given", "forename", "vorname"),
            *("rufname", "prénom", "prenom", "nombre", "nombre de pila", "nome", "voornaam"),
            *("roepnaam", "imię", "imie"),
        ),
        "last": (
            *("last", "last name", "lastname", "surname", "family name", "family", "nachname"),
            *("familienname", "zuname", "nom", "nom de famille", "apellido", "apellidos"),
            *("cognome", "achternaam", "familienaam", "nazwisko"),
        ),
        "note": (
            *("note", "notes", "to tell apart", "remark", "remarks", "comment", "comments", "town"),
            *("city", "place", "notiz", "bemerkung", "anmerkung", "ort", "wohnort", "stadt"),
            *("remarque", "ville", "lieu", "nota", "notas", "observaciones", "ciudad", "localidad"),
            *("osservazioni", "città", "paese", "opmerking", "opmerkingen", "plaats", "woonplaats"),
            *("uwagi", "uwaga", "miasto", "miejscowość"),
        ),
        "role": (
            *("role", "usual role", "plays", "plays as", "sex", "gender", "m/f", "rolle"),
            *("geschlecht", "m/w", "rôle", "sexe", "rol", "sexo", "ruolo", "sesso", "geslacht"),
            *("rola", "płeć", "m/v", "k/m"),
        ),
        "team": (
            *("team", "teams", "club", "village", "house", "side", "mannschaft", "verein"),
            *("équipe", "equipe", "equipo", "club", "squadra", "ploeg", "vereniging", "drużyna"),
            *("klub",),
        ),
    }
)
COLUMN_WORDS = {
    "name": _("name"),
    "first": _("first name"),
    "last": _("surname"),
    "note": _("note, to tell people apart"),
    "role": _("role"),
    "team": _("team"),
    "": _("left out"),
}
# Headings of columns that nobody needs here: known, and left out without a question.
LEFT_OUT = frozenset(
    (
        *("phone", "telephone", "tel", "mobile", "cell", "email", "e-mail", "mail", "address"),
        *("street", "age", "birthday", "date", "no", "nr", "no.", "nr.", "number", "#", "seat"),
        *("table", "telefon", "handy", "mobil", "adresse", "straße", "alter", "geburtstag"),
        *("datum", "nummer", "platz", "tisch", "téléphone", "portable", "teléfono", "telefono"),
        *("telefoon", "mobiel", "komórka"),
    )
)
KIND_OF = {word: kind for kind, words in HEADINGS.items() for word in words}
# Words that may be somebody's name: they are headings only beside other known headings.
NAMES_TOO = frozenset(
    (
        *("guest", "person", "player", "gast", "spieler", "joueur", "jugador", "ospite", "speler"),
        *("gracz", "first", "last", "given", "family", "place", "town", "city", "house", "side"),
        *("ort", "stadt", "ville", "paese", "rufname"),
    )
)
# If a list has both, these are the surname and the first name; alone they are the whole name.
ALONE = frozenset(("nom", "nome", "nombre"))


# --- letters --------------------------------------------------------------------------------------


SAMPLES = 3


@dataclass(frozen=True, slots=True)
class TextReading:
    """One way to read the letters of a file: the coding, its name for people, and the text."""

    coding: str
    name: str
    text: str


def samples(readings: Sequence[TextReading]) -> list[str]:
    """Return a few words of each reading of a file, the same words in all of them: those that the
    readings show in the most ways. Their codings have one byte for each letter."""
    places: dict[str, slice] = {}
    for match in WORD.finditer(readings[0].text):
        if any(ord(char) > ABOVE_ASCII for char in match[0]):
            places.setdefault(match[0], slice(*match.span()))

    def ways(place: slice) -> int:
        return len({reading.text[place] for reading in readings})

    telling = sorted(places.values(), key=ways, reverse=True)[:SAMPLES]
    telling.sort(key=lambda place: place.start)
    return [", ".join(reading.text[place] for place in telling) for reading in readings]


CODINGS = (
    ("cp1252", _("Western Europe")),
    ("cp1250", _("Central Europe")),
    ("mac_roman", _("Mac")),
    ("cp1251", _("Cyrillic")),
    ("cp1253", _("Greek")),
    ("cp1254", _("Turkish")),
    ("cp1257", _("Baltic")),
)
# The letters beyond a to z with which the languages of these codings write names.
ALPHABETS = (
    "äöüß", "àâæçéèêëîïôœùûüÿ", "áéíñóúüï", "àèéìòù", "áéëèïíóöüúçê", "æøåéôòêó", "åäöé",
    "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "čćđšž", "ăâîșțşţ",
    "áâãàçéêíóôõú", "çğıöşüâîi̇", "áðéíóúýþæö", "āčēģīķļņšūž", "ąčęėįšųūž", "õäöüšž",
)  # fmt: skip
ABOVE_ASCII = 127
SCRIPTS = ("а", "я"), ("α", "ώ"), ("ά", "ώ")
WORD = re.compile(r"[^\s,;:.\"'()\d/+-]+")


def text_readings(data: bytes) -> tuple[TextReading, ...]:
    """Return all readings of the letters of a file, the likeliest first; only one for UTF-8 and
    UTF-16. Raises Refused if the file is no text."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        tries = ["utf-16"]
    elif b"\0" in data[:200]:
        tries = ["utf-16-be" if data[:1] == b"\0" else "utf-16-le"]
    else:
        tries = ["utf-8-sig"]
    for coding in tries:
        try:
            return (TextReading(coding, "", data.decode(coding)),)
        except UnicodeDecodeError:
            continue
    readings: dict[str, TextReading] = {}
    for coding, name in () if tries[0] != "utf-8-sig" else CODINGS:
        try:
            text = data.decode(coding)
        except UnicodeDecodeError:
            continue
        if not any(char < " " and char not in "\t\r\n\f\v" for char in text):
            readings.setdefault(text, TextReading(coding, str(name), text))
    if not readings:
        message = "This is not a text file. Save the list as CSV (UTF-8) and choose that file."
        raise refusal("file.binary", message, "file")
    return tuple(sorted(readings.values(), key=lambda reading: -count_likely_words(reading.text)))


def count_likely_words(text: str) -> int:
    """Return the number of words whose foreign letters all belong to one language, less the number
    of words that mix languages."""
    likely = 0
    for word in set(WORD.findall(text)):
        letters = {char for char in word if ord(char) > ABOVE_ASCII}
        if letters:
            likely += 1 if _is_of_one_language(word, letters) else -1
    return likely


def _is_of_one_language(word: str, letters: set[str]) -> bool:
    if not all(char.isalpha() or char in "’‘“”„–" for char in letters):
        return False
    inside = word[1:]
    if inside != inside.lower() and word != word.upper():
        return False  # a capital in the middle of a word
    small = {char for char in "".join(letters).lower() if char.isalpha()}
    if any(all(low <= char <= high for char in small) for low, high in SCRIPTS):
        return all(ord(char) > ABOVE_ASCII for char in word)
    return any(small <= set(alphabet) for alphabet in ALPHABETS)


def read_file(data: bytes) -> tuple[TextReading, ...]:
    """Return all readings of a file of a spreadsheet or a text editor, the likeliest first. Raises
    Refused for other files."""
    if data.startswith(XLSX):
        return (TextReading("", "", sheet_text(data)),)
    return text_readings(data)


def reread(text: str, coding: str, first: str) -> tuple[TextReading, ...]:
    """Return all readings of a text that was read by `coding`, that of the coding `first` first;
    only the text itself if it has letters that `coding` lacks."""
    try:
        readings = text_readings(text.encode(coding))
    except (LookupError, UnicodeError):
        return (TextReading("", "", text),)
    return tuple(sorted(readings, key=lambda reading: reading.coding != first))


# --- sheets ---------------------------------------------------------------------------------------


XLSX = b"PK\x03\x04"


def sheet_text(
    data: bytes,
    *,
    most_cells: int = MOST_CELLS,
    most_unpacked: int = MOST_UNPACKED,
    as_written: bool = False,
) -> str:
    """Return the first sheet of a workbook as lines with tabs. Raises Refused if the file is no
    workbook or too large. `as_written`: formulas instead of their values, and what stands in cells
    that are merged downwards in each of their lines."""
    from openpyxl import load_workbook

    wrong = refusal("file.sheet", "This file cannot be read. Save it as XLSX or CSV again.", "file")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(part.file_size for part in packed.infolist()) > most_unpacked:
                raise wrong
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=not as_written)
            sheet: Any = book.worksheets[0]
            part = packed.read(sheet._worksheet_path) if as_written else b""
        merged = _Merged(part)
        written, cells = io.StringIO(), 0
        writer = csv.writer(written, delimiter="\t", lineterminator="\n")
        for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
            values = ["" if cell is None else " ".join(str(cell).split()) for cell in row]
            cells += len(values)
            if cells > most_cells:
                raise wrong
            merged.fill(number, values)
            if any(values):
                writer.writerow(values)
            else:
                written.write("\n")
    except (KeyError, IndexError, OSError, ValueError, TypeError, zipfile.BadZipFile) as fault:
        raise wrong from fault
    return written.getvalue()


MERGED = re.compile(rb'<mergeCell ref="([A-Z]{1,3})([0-9]{1,7}):[A-Z]{1,3}([0-9]{1,7})"')


class _Merged:
    """The cells of a sheet that are merged downwards: a sheet has their text in the first only."""

    def __init__(self, part: bytes) -> None:
        from openpyxl.utils import column_index_from_string

        self.starting: dict[int, list[tuple[int, int]]] = {}
        self.texts: dict[int, tuple[int, str]] = {}  # by column: the last line, the text
        for column, first, last in MERGED.findall(part):
            if first != last:
                at = column_index_from_string(column.decode()) - 1
                self.starting.setdefault(int(first), []).append((at, int(last)))

    def fill(self, number: int, values: list[str]) -> None:
        """Fill in the cells of a line."""
        for at, last in self.starting.get(number, ()):
            self.texts[at] = (last, values[at] if at < len(values) else "")
        for at, (last, text) in self.texts.items():
            if number <= last and at < len(values):
                values[at] = values[at] or text


# --- tables ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class ListTable:
    """A list as a table: `rows` of cells with their line numbers, the kind of each column (`kinds`;
    "" is left out), the `headings` as written, the lines of titles and of headings that stand there
    again, those of a `mail` around the list, and the problems. `asks`: the host has to say which
    column is which."""

    rows: list[tuple[int, list[str]]] = field(default_factory=list)
    separator: str = ""
    headings: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    titles: list[int] = field(default_factory=list)
    mail: list[int] = field(default_factory=list)
    heading_line: int = 0
    asks: bool = False
    problems: list[Problem] = field(default_factory=list)

    @property
    def width(self) -> int:
        """The largest number of filled cells in a row."""
        return max((len(cells) for _line, cells in self.sample_rows(len(self.rows))), default=0)

    def sample_rows(self, most: int) -> list[tuple[int, list[str]]]:
        """Return the first lines, with the headings, without empty cells at their ends."""
        rows = [(self.heading_line, self.headings)] if self.heading_line else []
        return [(line, _trimmed(cells)) for line, cells in [*rows, *self.rows][:most]]

    @property
    def separator_words(self) -> str:
        """The name of the separator: "semicolons"; "" for a single column."""
        return str(SEPARATORS.get(self.separator, ""))


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column of a list: its number, the cells of its first lines, and its kind."""

    number: int
    cells: tuple[str, ...]
    kind: str


def columns_of(table: ListTable) -> list[ListColumn]:
    """Return the columns of a list with the cells of its first lines."""
    sample = [cells for _line, cells in table.sample_rows(SAMPLE_LINES)]
    kinds = suggest_kinds(table) if table.asks else kinds_as_read(table)
    return [
        ListColumn(
            place + 1,
            tuple(cells[place] if place < len(cells) else "" for cells in sample),
            kinds[place] if place < len(kinds) else "",
        )
        for place in range(table.width)
    ]


def kinds_as_read(table: ListTable) -> list[str]:
    """Return the kinds of the columns; of two without headings, a surname and a first name where
    names.read_cells takes each second cell for one."""
    second = [cells[1] for _line, cells in table.rows if len(cells) > 1 and cells[1]]
    are_names = all(cell[0].isalpha() and not cell[0].islower() for cell in second)
    if table.kinds == ["name", "note"] and not table.headings and second and are_names:
        return ["last", "first"]
    return table.kinds


def suggest_kinds(table: ListTable) -> list[str]:
    """Return the kinds to offer where the host has to say them: the first column of words is the
    name."""
    cells = [cells for _line, cells in table.rows]
    for place in range(table.width):
        column = [row[place] for row in cells if place < len(row) and row[place]]
        if column and not any(DIGIT.search(cell) for cell in column):
            return [""] * place + ["name"]
    return []


def begins_with_headings(table: ListTable) -> bool:
    """Whether the first line looks like headings: it has no digit, while others have some. A
    heading taken for a person is seen in the list, and can be left out there."""
    first, *others = [any(DIGIT.search(cell) for cell in cells) for _line, cells in table.rows]
    return bool(table.headings) or (table.asks and not first and any(others))


def column_question(table: ListTable) -> dict[str, Any]:
    """Return the context of people/_columns.html, which asks which column is which; empty for a
    single column, which holds names."""
    if table.width <= 1:
        return {}
    return {
        "table": table,
        "columns": columns_of(table),
        "column_words": COLUMN_WORDS.items(),
        "sample": range(len(table.sample_rows(SAMPLE_LINES))),
        "asks": table.asks,
        "has_headings": begins_with_headings(table),
        "in_doubt": is_guessed(table),
        "titles_of_columns": list(dict.fromkeys(str(COLUMN_WORDS[kind]) for kind in table.kinds)),
    }


def column_choices(data: QueryDict) -> dict[str, Any]:
    """Return the posted answers to `column_question` as arguments of `read_table`; empty if there
    are none."""
    kinds = [kind if kind in COLUMN_WORDS else "" for kind in data.getlist("column")]
    return {"kinds": kinds, "has_heading": data.get("heading") == "1"} if kinds else {}


def read_table(
    text: str, kinds: Sequence[str] = (), *, has_heading: bool | None = None
) -> ListTable:
    """Read a list. `kinds` (of the columns) and `has_heading` (the first line below the titles
    holds headings) are the host's answers; without them both follow from the known headings."""
    table = read_rows(text)
    if not table.rows:
        return table
    _part_single_line(table)
    _find_headings(table)
    if not kinds:
        _leave_out_repeated_headings(table)
        _strip_names(table)
        return table
    table.kinds, table.asks = list(kinds), False
    if has_heading and not table.heading_line and table.rows:
        table.heading_line, table.headings = table.rows.pop(0)
    elif not has_heading and table.heading_line:
        table.rows.insert(0, (table.heading_line, table.headings))
        table.heading_line, table.headings = 0, []
    _leave_out_repeated_headings(table)
    _strip_names(table)
    return table


def _part_single_line(table: ListTable) -> None:
    """Take a list on one line for what it is: several people with commas between them."""
    (line, cells), *others = table.rows
    filled = _trimmed(cells)
    are_addresses = len(filled) > 1 and all("@" in cell for cell in filled)
    if not others and (len(filled) > MOST_COLUMNS_OF_ONE or are_addresses):
        table.rows, table.separator = [(line, [cell]) for cell in filled if cell], ""


def _strip_names(table: ListTable) -> None:
    """Take numbers and dashes off the beginning of each line, and telephone numbers and addresses
    off the end of names."""
    names = [at for at, kind in enumerate(table.kinds) if kind in ("name", "last", "first")]
    for _line, cells in table.rows:
        for at in names:
            if at < len(cells):
                cells[at] = CONTACT.sub("", MARK.sub("", cells[at]) if at == 0 else cells[at])


def is_guessed(table: ListTable) -> bool:
    """Whether the host should see which column is which: nobody has said so, and there are no
    headings, or some that nobody knows."""
    kinds = zip(table.headings, table.kinds, strict=False)
    unknown = any(cell and not kind and heading_word(cell) not in LEFT_OUT for cell, kind in kinds)
    return table.asks or not table.headings or unknown


def _leave_out_repeated_headings(table: ListTable) -> None:
    """Take off the rows that repeat the headings, as where pages or lists were put together."""
    if not table.headings:
        return
    again = [line for line, cells in table.rows if _trimmed(cells) == _trimmed(table.headings)]
    table.rows = [row for row in table.rows if row[0] not in again]
    table.titles += again


def read_rows(text: str) -> ListTable:
    """Read the rows of a table as they stand, without a look at headings."""
    table = ListTable()
    text = text.removeprefix("\ufeff")
    named = SEP_LINE.match(text.partition("\n")[0].strip())
    _read_rows(text, table, named[1] if named else "")
    return table


def _read_rows(text: str, table: ListTable, separator: str) -> None:
    """Add the rows with the lines on which they begin to the table, without blank lines and a
    sep= line."""
    lines, table.mail = strip_mail_lines(text.splitlines(keepends=True))
    skipped = 1 if separator else 0
    table.separator = separator or find_separator([line for line in lines if line.strip()])
    reader = csv.reader(
        io.StringIO("".join(lines[skipped:]), newline=""),
        delimiter=table.separator or ",",
        skipinitialspace=True,
        strict=True,
    )
    line = 1 + skipped
    try:
        for written in reader:
            cells = _cells_between_bars(written) if table.separator == BAR else written
            if any(cell.strip() for cell in cells):
                table.rows.append((line, [" ".join(cell.split()) for cell in cells]))
            line = reader.line_num + 1 + skipped
    except csv.Error:
        message = "Line {line} cannot be read. Is a quotation mark missing its partner?"
        table.problems.append(error("line.broken", message, ("text", line), line=line))


def _cells_between_bars(cells: Sequence[str]) -> list[str]:
    """Return the cells of a line of a table in Markdown, without those before its first and behind
    its last bar; none for the line below the headings."""
    start = 1 if len(cells) > 1 and not cells[0].strip() else 0
    end = -1 if len(cells) > start + 1 and not cells[-1].strip() else None
    inner = list(cells[start:end])
    return [] if all(RULE.fullmatch(cell.strip()) for cell in inner) else inner


def find_separator(lines: Sequence[str]) -> str:
    """Return the separator of a list: the mark in most of its first lines, of which some may be
    titles; "" for a list of one column."""
    head = lines[: TITLES_ABOVE + 1]
    counts = {mark: sum(mark in line for line in head) for mark in DELIMITERS}
    most = max(counts.values())
    return next((mark for mark in DELIMITERS if counts[mark] == most), "") if most else ""


def heading_word(cell: str) -> str:
    """Return a heading as HEADINGS and LEFT_OUT have it."""
    return clean_text(cell).rstrip(":*").strip().casefold()


def heading_kinds(cells: Sequence[str]) -> list[str]:
    """Return the kinds of the columns under these headings; "" for an unknown heading."""
    words = [heading_word(cell) for cell in cells]
    kinds: list[str] = []
    for word in words:
        kind = KIND_OF.get(word, "")
        kinds.append(kind if kind not in kinds else "")
    names = {"first", "last"} & set(kinds)
    if len(names) == 1:  # "Nom", "Nome", "Nombre" without the other is the whole name
        place = kinds.index(names.pop())
        if words[place] in ALONE and "name" not in kinds:
            kinds[place] = "name"
    return kinds


def _find_headings(table: ListTable) -> None:
    """Take titles and headings off the rows and set the kinds of the columns, or that the host has
    to be asked."""
    head = table.rows[: TITLES_ABOVE + 1]
    places = [
        place
        for place, (_line, cells) in enumerate(head)
        if _are_headings(cells) and _is_above(table, place)
    ]
    if places:  # of "Guests" and "Name; Age" below it the first is a title
        place = max(places, key=lambda at: (len(_trimmed(head[at][1])) > 1, -at))
        table.heading_line, table.headings = head[place]
        table.kinds = heading_kinds(table.headings)
        table.titles = [line for line, _cells in head[:place]]
        del table.rows[: place + 1]
        table.asks = not {"name", "first", "last"} & set(table.kinds)
        return
    width = table.width
    single = [len(_trimmed(cells)) <= 1 for _line, cells in table.rows]
    if width > 1 and single[0] and not all(single[:2]):
        table.titles = [table.rows[0][0]]
        del table.rows[0]
    table.kinds = {0: [], 1: ["name"]}.get(width, ["name", "note"])
    table.asks = width > len(table.kinds)


def _are_headings(cells: Sequence[str]) -> bool:
    """Whether a row has headings: those of names, or two others; "Guest, Ann" has none."""
    kinds = heading_kinds(cells)
    headings = [
        cell
        for cell, kind in zip(cells, kinds, strict=True)
        if kind or heading_word(cell) in LEFT_OUT
    ]
    clear = any(word.casefold() not in NAMES_TOO for word in headings)
    whole = len(headings) == len([cell for cell in cells if cell])
    named = {"name", "first", "last"} & set(kinds)
    several = len([kind for kind in kinds if kind]) > 1
    return bool(named or several) and (clear or whole)


def _is_above(table: ListTable, place: int) -> bool:
    """Whether all rows before that place are titles: a single text each."""
    return all(len(_trimmed(cells)) <= 1 for _line, cells in table.rows[:place])


def _trimmed(cells: Sequence[str]) -> list[str]:
    """Return the cells without empty ones at the end."""
    filled = [place for place, cell in enumerate(cells) if cell]
    return list(cells[: filled[-1] + 1]) if filled else []
