"""Lists of people as files hold them: letters, sheets, separators, titles, headings.

Out come rows with their lines and what each column is; who the people are is read elsewhere.
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

if TYPE_CHECKING:
    from django.http import QueryDict

DELIMITERS = "\t;,"  # in this order where a line holds as many of each
SEPARATORS = {"\t": _("tabs"), ";": _("semicolons"), ",": _("commas")}
SEP_LINE = re.compile(r"^\ufeff?sep=(.)\s*$", re.IGNORECASE)
TITLES_ABOVE = 5  # rows that may stand above the headings
MOST_CELLS = 400_000  # of a sheet: 10,000 people with 40 columns
SAMPLE_LINES = 3  # that are shown beside the question of which column is which
MOST_UNPACKED = 60_000_000  # bytes of a sheet

# Headings in English, German, French, Spanish, Italian, Dutch and Polish.
HEADINGS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "name": (
            *("name", "names", "full name", "person", "player", "players", "guest", "guests"),
            *("vollständiger name", "spieler", "spielerin", "gast", "gäste", "teilnehmer"),
            *("teilnehmerin", "nom complet", "nom et prénom", "joueur", "joueurs", "invité"),
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
KIND_OF = {word: kind for kind, words in HEADINGS.items() for word in words}
# Words that may be somebody's name: they are headings only beside others that are known.
NAMES_TOO = frozenset(
    (
        *("guest", "person", "player", "gast", "spieler", "joueur", "jugador", "ospite", "speler"),
        *("gracz", "first", "last", "given", "family", "place", "town", "city", "house", "side"),
        *("ort", "stadt", "ville", "paese", "rufname"),
    )
)
# Where both stand in a list, these are the surname and the first name; alone they are the name.
ALONE = frozenset(("nom", "nome", "nombre"))


# --- letters --------------------------------------------------------------------------------------


SAMPLES = 3


@dataclass(frozen=True, slots=True)
class TextReading:
    """One way to read the letters of a file: the coding, its name for people, and the text."""

    coding: str
    name: str
    text: str

    @property
    def sample(self) -> str:
        """Some of the words that tell this reading from others."""
        words = dict.fromkeys(WORD.findall(self.text))
        foreign = [word for word in words if any(ord(char) > ABOVE_ASCII for char in word)]
        return ", ".join(foreign[:SAMPLES])


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
    """Every way in which the letters of a file can be read, the likeliest first; a single one where
    the file leaves no doubt (UTF-8, UTF-16). Raises Refused for what is no text."""
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
    found: dict[str, TextReading] = {}
    for coding, name in () if tries[0] != "utf-8-sig" else CODINGS:
        try:
            text = data.decode(coding)
        except UnicodeDecodeError:
            continue
        if not any(char < " " and char not in "\t\r\n\f\v" for char in text):
            found.setdefault(text, TextReading(coding, str(name), text))
    if not found:
        message = "This is not a text file. Save the list as CSV (UTF-8) and choose that file."
        raise refusal("file.binary", message, "file")
    return tuple(sorted(found.values(), key=lambda one: -count_likely_words(one.text)))


def count_likely_words(text: str) -> int:
    """How many more words there are whose foreign letters are those of one language than others."""
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
    """Every way to read a file of a spreadsheet or a text editor, the likeliest first. Raises
    Refused for what is neither."""
    if data.startswith(XLSX):
        return (TextReading("", "", sheet_text(data)),)
    return text_readings(data)


def reread(text: str, coding: str, wanted: str) -> tuple[TextReading, ...]:
    """A text that was read by one coding, as read by another one, which then stands first; as it is
    where somebody has typed what that coding does not have."""
    try:
        readings = text_readings(text.encode(coding))
    except (LookupError, UnicodeError):
        return (TextReading("", "", text),)
    return tuple(sorted(readings, key=lambda one: one.coding != wanted))


# --- sheets ---------------------------------------------------------------------------------------


XLSX = b"PK\x03\x04"


def sheet_text(data: bytes) -> str:
    """The first sheet of a workbook as a list with tabs, line for line. Raises Refused for what is
    no workbook, or one that is far too large."""
    from openpyxl import load_workbook

    wrong = refusal("file.sheet", "This file cannot be read. Save it as XLSX or CSV again.", "file")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(part.file_size for part in packed.infolist()) > MOST_UNPACKED:
                raise wrong
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        written, cells = io.StringIO(), 0
        writer = csv.writer(written, delimiter="\t", lineterminator="\n")
        for row in sheet.iter_rows(values_only=True):
            values = ["" if cell is None else " ".join(str(cell).split()) for cell in row]
            cells += len(values)
            if cells > MOST_CELLS:
                raise wrong
            if any(values):
                writer.writerow(values)
            else:
                written.write("\n")
    except (KeyError, IndexError, OSError, ValueError, TypeError, zipfile.BadZipFile) as fault:
        raise wrong from fault
    return written.getvalue()


# --- tables ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class ListTable:
    """A list as a table: `rows` of cells with their lines, what each column is (`kinds`; "" is left
    out), its `headings` as written (none where there are none), the lines that are no people, and
    what is wrong. `asks`: which column is which has to be asked."""

    rows: list[tuple[int, list[str]]] = field(default_factory=list)
    separator: str = ""
    headings: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    titles: list[int] = field(default_factory=list)
    heading_line: int = 0
    asks: bool = False
    problems: list[Problem] = field(default_factory=list)

    @property
    def width(self) -> int:
        """The most cells that are filled in a row."""
        return max((len(cells) for _line, cells in self.sample_rows(len(self.rows))), default=0)

    def sample_rows(self, most: int) -> list[tuple[int, list[str]]]:
        """The first lines, that of the headings among them, without empty cells at their ends."""
        rows = [(self.heading_line, self.headings)] if self.heading_line else []
        return [(line, _trimmed(cells)) for line, cells in [*rows, *self.rows][:most]]

    @property
    def separator_words(self) -> str:
        """What parts the columns: "semicolons"; "" where there is one column."""
        return str(SEPARATORS.get(self.separator, ""))


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column of a list: its number, what its first lines say, and what it is taken for."""

    number: int
    cells: tuple[str, ...]
    kind: str


def columns_of(table: ListTable) -> list[ListColumn]:
    """The columns of a list with the cells of its first lines."""
    sample = [cells for _line, cells in table.sample_rows(SAMPLE_LINES)]
    return [
        ListColumn(
            place + 1,
            tuple(cells[place] if place < len(cells) else "" for cells in sample),
            table.kinds[place] if place < len(table.kinds) and not table.asks else "",
        )
        for place in range(table.width)
    ]


def column_question(table: ListTable) -> dict[str, Any]:
    """What people/_columns.html shows of a list to ask which column is which; nothing for a single
    column, which holds names."""
    if table.width <= 1:
        return {}
    return {
        "table": table,
        "columns": columns_of(table),
        "column_words": COLUMN_WORDS.items(),
        "sample": range(len(table.sample_rows(SAMPLE_LINES))),
        "asks": table.asks,
    }


def column_choices(data: QueryDict) -> dict[str, Any]:
    """What somebody has answered to that, as arguments of `read_table`; nothing if nobody was
    asked."""
    kinds = [kind if kind in COLUMN_WORDS else "" for kind in data.getlist("column")]
    return {"kinds": kinds, "has_heading": data.get("heading") == "1"} if kinds else {}


def read_table(
    text: str, kinds: Sequence[str] = (), *, has_heading: bool | None = None
) -> ListTable:
    """Read a list. `kinds` says what each column is, and `has_heading` whether the first line holds
    headings, where somebody was asked; else both follow from the headings that are known."""
    table = ListTable()
    text = text.removeprefix("\ufeff")
    named = SEP_LINE.match(text.partition("\n")[0].strip())
    _read_rows(text, table, named[1] if named else "")
    if not table.rows:
        return table
    if kinds:
        table.kinds = list(kinds)
        if has_heading:
            table.heading_line, table.headings = table.rows.pop(0)
        return table
    _find_headings(table)
    return table


def _read_rows(text: str, table: ListTable, separator: str) -> None:
    """The rows with the lines on which they begin, blank ones left out, as is a sep= line."""
    lines = text.splitlines(keepends=True)
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
        for cells in reader:
            if any(cell.strip() for cell in cells):
                table.rows.append((line, [" ".join(cell.split()) for cell in cells]))
            line = reader.line_num + 1 + skipped
    except csv.Error:
        message = "Line {line} cannot be read. Is a quotation mark missing its partner?"
        table.problems.append(error("line.broken", message, ("text", line), line=line))


def find_separator(lines: Sequence[str]) -> str:
    """What parts the columns of a list: whatever stands in the most lines at its head, of which a
    title may be one; "" for a list of one column."""
    head = lines[: TITLES_ABOVE + 1]
    counts = {mark: sum(mark in line for line in head) for mark in DELIMITERS}
    most = max(counts.values())
    return next((mark for mark in DELIMITERS if counts[mark] == most), "") if most else ""


def heading_kinds(cells: Sequence[str]) -> list[str]:
    """What the columns under these headings are; "" for one that is not known."""
    words = [clean_text(cell).rstrip(":*").strip().casefold() for cell in cells]
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
    """Take titles and headings off the rows; what the columns are, as far as it is known."""
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
    if width > 1 and single[0] and not all(single):
        table.titles = [table.rows[0][0]]
        del table.rows[0]
    table.kinds = {0: [], 1: ["name"]}.get(width, ["name", "note"])
    table.asks = width > len(table.kinds)


def _are_headings(cells: Sequence[str]) -> bool:
    """Whether a row says what the columns are: the names, or two others; not "Guest, Ann"."""
    kinds = heading_kinds(cells)
    known = [word for word, kind in zip(cells, kinds, strict=True) if kind]
    clear = any(word.casefold() not in NAMES_TOO for word in known)
    whole = len(known) == len([cell for cell in cells if cell])
    named = {"name", "first", "last"} & set(kinds)
    return bool(named or len(known) > 1) and (clear or whole)


def _is_above(table: ListTable, place: int) -> bool:
    """Whether all rows before one are titles: a single text each."""
    return all(len(_trimmed(cells)) <= 1 for _line, cells in table.rows[:place])


def _trimmed(cells: Sequence[str]) -> list[str]:
    """The cells without empty ones at the end."""
    filled = [place for place, cell in enumerate(cells) if cell]
    return list(cells[: filled[-1] + 1]) if filled else []
