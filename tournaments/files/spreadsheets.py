"""An event, or an evening of several games, as a spreadsheet: the standings with every round, and
what every table reported.

The reports are those of the score file (`documents.score_file`), a line for each.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from tablib import Databook, Dataset

from rulesets.records.house import ALL
from tournaments.evenings.selectors import evening_view
from tournaments.files.event_document import score_file
from tournaments.models.event_games import format_of, game_title
from tournaments.records.pages import ranked_lines
from tournaments.records.wording import TITLES, name_of_game
from tournaments.standings.selectors import standings
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tablib import Dataset

    from tournaments.models import Evening, Event
    from tournaments.records.selectors import FamilyRecords


FORMULA = tuple("=+-@＝＋－＠")
BEFORE = "set", "round", "table", "hand"  # the columns for the place of a report
SEPARATOR = " : "
COUPLE = "couple"  # the column for the couple that reports

Report = tuple[dict[str, Any], str, Mapping[str, Any]]  # where, who sat there, the answers


def harmless(value: object) -> str | int | float:
    """A value as a cell that no spreadsheet takes for a formula: numbers stay, text loses control
    characters and gets an apostrophe in front if it begins like one."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    text = "".join(" " if unicodedata.category(c) in ("Cc", "Cs") else c for c in str(value))
    return f"'{text}" if text.lstrip().startswith(FORMULA) else text


def records_sheet(records: FamilyRecords) -> Dataset:
    """All lists of a family's records, a line for each place in them."""
    words = (_("Game"), _("List"), _("Place"), _("Name"), _("Value"), _("When"))
    sheet = Dataset(headers=[*words])
    for scope, lists in records.house.lists.items():
        game = _("all games") if scope == ALL else name_of_game(records, scope)
        for name in lists:
            for line in ranked_lines(records, scope, name):
                cells = (game, TITLES[name], line.place, line.names, line.value, line.note)
                sheet.append([harmless(cell) for cell in cells])
    return sheet


def csv_file(sheet: Dataset) -> bytes:
    """A sheet as CSV that Excel reads as UTF-8, too."""
    return bytes("\ufeff" + sheet.export("csv"), "utf-8")


def workbook(event: Event) -> bytes:
    """The sheets of an event as XLSX; with that of teams if there are any."""
    teams = [teams_sheet(event)] if standings(event).by_team else []
    return make_workbook([standings_sheet(event), *teams, reports_sheet(event)])


def make_workbook(sheets: Sequence[Dataset]) -> bytes:
    """Sheets as one XLSX workbook; their titles must differ."""
    return bytes(Databook(sheets).export("xlsx"))


def standings_sheet(event: Event) -> Dataset:
    """Everybody's place, total and what each round brought; while it is played, as it stands."""
    ranking, format = standings(event), format_of(event)
    rounds = max((len(row.sets) for row in ranking.rows), default=0)
    names_of_rounds = [
        translate(format.labels.column(number).name) for number in range(1, rounds + 1)
    ]
    head = [_("Place"), _("Name"), _("Role or team"), _("Partners"), _("Table"), _("Total")]
    beside = {_("Mean"): "mean", _("Tie-break over the next"): "decision", _("Team"): "team"}
    beside = {_("Division"): "division", **beside}
    beside = {
        name: key for name, key in beside.items() if any(getattr(r, key) for r in ranking.rows)
    }
    sheet = empty_sheet(_("Standings"), [*head, *beside, *names_of_rounds])
    for row in ranking.rows:
        brought = ["" if points is None else points for points in row.sets]
        gaps = [""] * (rounds - len(brought))
        first = [row.rank, row.name, row.role_name, row.partners, row.table, row.total]
        first += [getattr(row, key) for key in beside.values()]
        sheet.append([harmless(cell) for cell in (*first, *brought, *gaps)])
    return sheet


def teams_sheet(event: Event) -> Dataset:
    """The ranking of teams over people, with who counts."""
    sheet = empty_sheet(_("Teams"), [_("Place"), _("Team"), _("Total"), _("Who counts")])
    for team in standings(event).by_team:
        sheet.append([harmless(cell) for cell in (team.rank, team.name, team.total, team.note)])
    return sheet


def reports_sheet(event: Event) -> Dataset:
    """A line for each report: where, who sat there, and each answer in a column of its own."""
    document = score_file(event)
    files = document if isinstance(document, list) else [document]
    rows = [row for number, file in enumerate(files, 1) for row in _reports(file, number)]
    answers = list(dict.fromkeys(key for _where, _who, report in rows for key in report))
    columns = [key for key in BEFORE if any(key in where for where, _who, _told in rows)]
    head = [_(key.capitalize()) for key in columns]
    sheet = empty_sheet(_("Reports"), [*head, _("People"), *(_heading(key) for key in answers)])
    for where, who, report in rows:
        first = [where.get(key, "") for key in columns]
        sheet.append([harmless(cell) for cell in (*first, who, *_cells(report, answers))])
    return sheet


SHEETS = {"standings": standings_sheet, "reports": reports_sheet}


def empty_sheet(title: str, headings: Sequence[str]) -> Dataset:
    """An empty sheet; equal headings are numbered, so that each has a column."""
    seen: dict[str, int] = {}
    head = []
    for heading in headings:
        seen[heading] = seen.get(heading, 0) + 1
        head.append(harmless(heading if seen[heading] == 1 else f"{heading} ({seen[heading]})"))
    return Dataset(headers=head, title=title)


def _heading(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _cells(answers_by_key: Mapping[str, Any], answers: Sequence[str]) -> Iterator[str | int]:
    for key in answers:
        yield _cell(answers_by_key[key]) if key in answers_by_key else ""


def _cell(value: Any) -> str | int:
    """An answer as text: lists with colons between, answers with names as "Ann 3"."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_cell(part)}" for key, part in value.items())
    if isinstance(value, list):
        return SEPARATOR.join(str(_cell(part)) for part in value)
    return value if isinstance(value, int) else str(value)


def _reports(file: Mapping[str, Any], number: int) -> Iterator[Report]:
    """The reports of one score file, the one with that number."""
    for record in file.get("sets", ()):
        yield from _of_set(record)
    names = file.get("players") or [
        name for team in file.get("teams", {}).values() for name in team
    ]
    for round_number, report in enumerate(file.get("rounds", ()), 1):
        where = {"round": round_number, "table": number}
        if isinstance(report, Mapping):
            yield where, ", ".join(names), report
            continue
        for place, row in enumerate(report, 1):
            if row is not None:
                answers = {key: value for key, value in row.items() if key != COUPLE}
                yield {**where, "table": place}, ", ".join(row.get(COUPLE, ())), answers


def _of_set(record: Mapping[str, Any]) -> Iterator[Report]:
    for table in record["tables"]:
        people = list(table["chairs"])
        for hand, report in enumerate(table["hands"], 1):
            taken = {
                sub["for"]: sub["player"] for sub in table.get("subs", ()) if sub["hand"] == hand
            }
            people = [taken.get(name, name) for name in people]
            if report is not None:
                where = {"set": record["set"], "table": table["table"], "hand": hand}
                yield where, ", ".join(people), report


def overall_workbook(evening: Evening) -> bytes:
    """An evening as XLSX: the overall table first, then the games in the order in which they
    began."""
    sheets = [overall_sheet(evening)]
    for number, event in enumerate(evening.events.order_by("pk"), 1):
        sheet = standings_sheet(event)
        sheet.title = f"{number} {game_title(event)}"
        sheets.append(sheet)
    return make_workbook(sheets)


def overall_sheet(evening: Evening) -> Dataset:
    """Everybody's place, total, games won, and what each game that counts brought."""
    view = evening_view(evening)
    head = [_("Place"), _("Name"), _("Total"), _("Games won")]
    sheet = empty_sheet(_("Overall"), [*head, *(game.name for game in view.counted)])
    for row in view.rows:
        brought = ("" if points is None else points for points in row.points)
        sheet.append(
            [harmless(cell) for cell in (row.rank, row.name, row.total, row.won, *brought)]
        )
    return sheet
