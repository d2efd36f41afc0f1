"""What the pages of an import of score cards show: its report, a contradiction with its cures, and
what it has changed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.records.house import ALL
from rulesets.records.score_cards.values import LEFT_OUT, fold, sitters_of
from tournaments.records import wording
from tournaments.records.card_document import problem_values
from tournaments.records.card_import import MOST_SHOWN, own_column
from tournaments.web.wording import and_list, written_place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.records.score_cards.values import (
        CardLine,
        Contradiction,
        Cure,
        Standing,
    )
    from tournaments.models import Job
    from tournaments.records.card_import import CardReport, ReportedEvening
    from tournaments.records.selectors import FamilyRecords

MOST_NAMED = 8  # people in the effect of a cure
MOST_LINKED = 12  # evenings that photos can be put to


@dataclass(frozen=True, slots=True)
class EveningRow:
    """An evening of the file in a line of the report; `state` is "done", "look" or "wait"."""

    name: str
    note: str
    state: str
    words: str


@dataclass(frozen=True, slots=True)
class CurePick:
    """A cure as a choice: what it changes, and what the evening comes to then."""

    value: str
    words: str
    effect: str


@dataclass(frozen=True, slots=True)
class OpenCard:
    """A contradiction to settle. `own` are the names of lines in which
    numbers of one's own may stand, with what was typed."""

    id: str
    title: str
    place: str
    why: str
    lines: tuple[CardLine, ...]
    picks: tuple[CurePick, ...]
    own: tuple[tuple[str, str], ...]
    number: int
    all: int

    @property
    def has_tricks(self) -> bool:
        """Whether its lines have tricks."""
        return any(line.tricks is not None for line in self.lines)

    @property
    def has_points(self) -> bool:
        """Whether its lines have points."""
        return any(line.points is not None for line in self.lines)

    @property
    def has_place(self) -> bool:
        """Whether its lines have places."""
        return any(line.place is not None for line in self.lines)


def evening_rows(report: CardReport) -> list[EveningRow]:
    """Return the evenings of a file."""
    return [_evening_row(report, evening) for evening in report.evenings]


def _evening_row(report: CardReport, evening: ReportedEvening) -> EveningRow:
    count = len(evening.counted.checked.open) if evening.is_taken else 0
    state, words = "done", _("complete")
    if count:
        words = ngettext("{n} to settle", "{n} to settle", count).format(n=count)
        state = "look"
    elif evening.state == "again":
        state, words = "look", _("here by another name?")
    elif evening.state == "known":
        state, words = "wait", _("here already")
    elif evening.state == "more":
        lines = evening.new_lines
        words = ngettext("{n} line is new", "{n} lines are new", lines).format(n=lines)
    elif evening.counted.checked.as_on_card:
        state, words = "wait", _("as on the card")
    people, hands = len(evening.counted.chairs), evening.hands
    parts = [wording.written_date(evening.key.date)]
    parts.append(ngettext("{n} person", "{n} people", people).format(n=people))
    parts += [ngettext("{n} deal", "{n} deals", hands).format(n=hands)] if hands else []
    name = evening.counted.name or report.games.of(evening.key.game).name
    return EveningRow(name, " · ".join(parts), state, words)


def problem_rows(report: CardReport) -> list[dict[str, Any]]:
    """Return the first lines that cannot be read."""
    return [problem_values(problem) for problem in report.sheet.problems[:MOST_SHOWN]]


def open_card(report: CardReport, at: int, typed: Sequence[str]) -> OpenCard | None:
    """Return a contradiction by its number, with what was `typed` for its lines; None if there are
    fewer."""
    if at >= len(report.open):
        return None
    contradiction = report.open[at]
    lines = contradiction.lines if own_column(contradiction) else ()
    evening = next(each for each in report.evenings if each.key == contradiction.key)
    texts = [*typed, *("" for _line in lines)][: len(lines)]
    own = tuple(zip((and_list(line.chairs) for line in lines), texts, strict=True))
    return OpenCard(
        id=contradiction.id,
        title=title_of(contradiction),
        place=place_of(report, contradiction),
        why=why_of(contradiction),
        lines=contradiction.lines,
        picks=tuple(
            CurePick(
                f"cure-{number}",
                cure_words(contradiction, cure, evening.lines),
                effect_of(contradiction, cure),
            )
            for number, cure in enumerate(contradiction.cures)
        ),
        own=own,
        number=at + 1,
        all=len(report.open),
    )


def title_of(contradiction: Contradiction) -> str:
    """Return what is wrong, in a few words."""
    return {
        "tricks": _("These tricks do not add up"),
        "third_line": _("Too many lines for one table"),
        "twice": _("Two numbers for the same people"),
        "two_tables": _("One name at two tables"),
        "sum": _("The sum on the card is another one"),
    }[contradiction.code]


def place_of(report: CardReport, contradiction: Contradiction) -> str:
    """Return where it is."""
    at = contradiction.at
    parts = [wording.written_date(contradiction.key.date)]
    parts.append(report.games.of(contradiction.key.game).name)
    if at.round:
        parts.append(_("round {n}").format(n=at.round))
    if at.deal:
        parts.append(_("deal {n}").format(n=at.deal))
    if at.table:
        parts.append(_("table {n}").format(n=at.table))
    return ", ".join(parts)


def why_of(contradiction: Contradiction) -> str:
    """Return what was expected; "" where the lines say it."""
    if contradiction.code == "tricks" and contradiction.due:
        numbers = " + ".join(str(line.tricks) for line in contradiction.lines)
        text = _("{numbers}, but a deal has {due} tricks.")
        return text.format(numbers=numbers, due=contradiction.due)
    if contradiction.code == "sum":
        return _("The rounds come to {due}.").format(due=contradiction.due)
    return ""


def cure_words(contradiction: Contradiction, cure: Cure, lines: Sequence[CardLine]) -> str:
    """Return what a cure changes among the lines of its evening."""
    by_number = {line.number: line for line in contradiction.lines}
    others = {line.number: line for line in lines}
    words = []
    for number, column, value in cure.cells:
        line = by_number.get(number)
        names = and_list(line.chairs) if line is not None else ""
        if column == LEFT_OUT:
            text = _("Leave out line {n}: {names}") if number > 0 else _("Leave out what was here")
            words.append(text.format(n=number, names=names))
        elif column == "tricks":
            words.append(_("{names}: {n} tricks").format(names=names, n=value))
        elif column == "theirs":
            words.append(_("{names}: {n} tricks of the others").format(names=names, n=value))
        elif line is None:
            place = _round_of(others[number]) if number in others else ""
            at = place or _("Line {n}").format(n=number)
            words.append(_("{at} has {n} points").format(at=at, n=value))
        else:
            words.append(_("The sum is {n}").format(n=value))
    return "; ".join(words)


def _round_of(line: CardLine) -> str:
    """Return where a line stands on its card, whether that was typed in or in a file; "" for a
    result of the evening."""
    if line.round and line.deal:
        return _("Round {round}, deal {n}").format(round=line.round, n=line.deal)
    return _("Round {n}").format(n=line.round) if line.round else ""


def effect_of(contradiction: Contradiction, cure: Cure) -> str:
    """Return the total and the place of everybody whom a cure concerns."""
    people = {who for line in contradiction.lines for who in line.side}
    totals = concerned(cure.totals, people)
    places = Counter(standing.place for standing in cure.totals.values())
    return "; ".join(
        standing_words(name, standing, shared=places[standing.place] > 1)
        for name, standing in totals[:MOST_NAMED]
    )


def concerned(totals: Mapping[str, Standing], people: set[str]) -> list[tuple[str, Standing]]:
    """Return the standings of chairs with one of these people."""
    return [
        (name, standing)
        for name, standing in totals.items()
        if people & {fold(part) for part in sitters_of(name)}
    ]


def standing_words(name: str, standing: Standing, *, shared: bool) -> str:
    """Return a total and a place in words."""
    place = written_place(standing.place, shared=shared)
    if standing.points is None:
        return _("{name}: place {place}").format(name=name, place=place)
    text = ngettext(
        "{name} {points} point, place {place}",
        "{name} {points} points, place {place}",
        standing.points,
    )
    return text.format(name=name, points=standing.points, place=place)


# --- taken in -------------------------------------------------------------------------------------


def taken_page(job: Job, records: FamilyRecords) -> dict[str, Any]:
    """Return what the page of a finished import shows."""
    results = job.results
    events = results["events"]
    cards = job.score_cards.order_by("event__date", "pk").values_list(
        "event_id", "event__name", "day"
    )
    return {
        "count": len(events),
        "evenings": [
            (event_id, name, wording.written_date(day))
            for event_id, name, day in cards[:MOST_LINKED]
        ],
        "hands": results["hands"],
        "people_new": results["people_new"],
        "begins": results.get("begins"),
        "changed": [_changed_row(records, row) for row in results["changed"]],
        "champions": "; ".join(
            f"{year} {and_list(names)}" for year, names in results["champions"].items()
        ),
        "champion_count": len(results["champions"]),
        "missing": [
            (
                wording.name_of_game(records, game),
                written_years(years["nothing"]),
                written_years(years["places"]),
            )
            for game, years in results["missing"].items()
        ],
    }


def written_years(years: Sequence[int]) -> str:
    """Write years, those that follow each other as a span: "2001, 2003–2007 and 2010"."""
    spans: list[list[int]] = []
    for year in years:
        if spans and spans[-1][-1] == year - 1:
            spans[-1].append(year)
        else:
            spans.append([year])
    return and_list([f"{span[0]}–{span[-1]}" if len(span) > 1 else str(span[0]) for span in spans])


def _changed_row(records: FamilyRecords, row: Mapping[str, Any]) -> dict[str, str]:
    now, old = row["now"], row["old"]
    name, scope = row["list"], row["game"]
    title = wording.title_of(records, scope, name)
    words = _("{names} with {value}").format(
        names=_names(now["who"]), value=wording.written_value(name, now["value"])
    )
    if old is None:
        note = _("a new list")
    else:
        note = _("it was {value}, by {names}").format(
            names=_names(old["who"]), value=wording.written_value(name, old["value"])
        )
    return {"title": title, "words": words, "note": note, "game": scope or ALL, "list": name}


def _names(names: Sequence[str]) -> str:
    return and_list(list(dict.fromkeys(names)))
