"""The evenings of a yearbook as plain values: each on two pages, on half of one, or in a line."""

from __future__ import annotations

import datetime as dt
from base64 import b64encode
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.drawing.course_chart import course_chart
from rulesets.engine.text import signed
from rulesets.records.played_evenings import UNKNOWN_DAY
from tournaments.papers.rulebook.greys import svg_of
from tournaments.records import wording
from tournaments.records.evening_pages import courses_of, evening_page, lead_words, rows_of_chairs
from tournaments.records.photo_files import in_grey
from tournaments.records.photos import small_pictures
from tournaments.web.wording import and_list, sentence_of, spell

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.drawing.course_chart import Course
    from rulesets.records.recorded_evenings import RecordedEvening
    from tournaments.records.evening_pages import EveningPage
    from tournaments.records.photos import PhotoLine
    from tournaments.records.selectors import FamilyRecords
    from tournaments.standings.rows import StandingRow

Values = dict[str, Any]
MOST_PAGES: Final = 42  # of evenings: with the rest of the book no more than sixty
IN_LINES: Final = 30  # evenings on a page that has a line for each
MOST_COLUMNS: Final = 8  # rounds side by side
MOST_ROWS: Final = 34  # people below each other
LONGEST_ALT: Final = 900
MOST_RECORDS: Final = 5
MOST_LEADERS, FEW = 2, 3
MOST_PHOTOS: Final = 3  # of an evening on two pages
PHOTO_SHAPE: Final = (300, 200)
SVG: Final = 'xmlns="http://www.w3.org/2000/svg"'
JPEG: Final = "data:image/jpeg;base64"


@dataclass(frozen=True, slots=True)
class Plan:
    """How much room evenings have: two pages each, half a page, or a line; each in their order."""

    spreads: tuple[RecordedEvening, ...]
    halves: tuple[RecordedEvening, ...]
    lines: tuple[RecordedEvening, ...]

    @property
    def pages(self) -> int:
        """How many pages that takes."""
        return _pages(len(self.spreads), len(self.halves), len(self.lines))


def _pages(spreads: int, halves: int, lines: int) -> int:
    return 2 * spreads + -(-halves // 2) + -(-lines // IN_LINES)


def plan_evenings(evenings: Sequence[RecordedEvening], *, brief: bool) -> Plan:
    """Return the room of each evening: two pages for one that stands by itself, half a page for
    those of a name that comes again, and less for the smallest where there are too many. `brief`:
    a line for each, as in a book of many years."""
    if brief:
        return Plan((), (), tuple(evenings))
    names = Counter(evening.name for evening in evenings)
    room = {
        evening.key: 4 if names[evening.name] == 1 else 1 for evening in evenings
    }  # in half pages
    by_size = sorted(
        evenings, key=lambda evening: (len(evening.chair_of), evening.date, evening.key)
    )
    for most in (4, 1):  # first two pages become half a page, then that a line
        for evening in by_size:
            counts = Counter(room.values())
            if _pages(counts[4], counts[1], counts[0]) <= MOST_PAGES:
                break
            if room[evening.key] == most:
                room[evening.key] = 1 if most > 1 else 0
    spreads, halves, lines = (
        tuple(evening for evening in evenings if room[evening.key] == size) for size in (4, 1, 0)
    )
    return Plan(spreads, halves, lines)


def values_of_evening(records: FamilyRecords, evening: RecordedEvening, *, whole: bool) -> Values:
    """Return an evening as the template sets it: `whole` on two pages, else on half of one. Three
    statements."""
    page = evening_page(records, evening.key)
    if page is None:
        raise LookupError(evening.key)
    rows = rows_of_chairs(evening)
    courses = courses_of(records, evening, rows)
    out = records.house.out
    people = [who for who in evening.chair_of if who not in out]
    places = [[place.place, place.names, place.points, place.leads] for place in page.places]
    return {
        "key": f"e{evening.key}",
        "name": evening.name,
        "date": written_day(evening.date),
        "headline": _headline(page),
        "facts": _facts(records, evening),
        "paragraphs": _paragraphs(evening, page, courses) if whole else [],
        "chart": _chart(evening, courses) if whole else None,
        "table": _table(records, evening, rows) if whole else None,
        "places": places,
        "records": list(page.fell[:MOST_RECORDS]),
        "moments": list(page.moments[:MOST_RECORDS]),
        "awards": [[award.title, award.names, award.why] for award in page.awards],
        "people": people,
        "winners": [who for who in evening.winners if who not in out],
        "terms": list(terms_of(evening)),
        "photos": [],
    }


def photos_in_print(evening: RecordedEvening) -> Iterator[tuple[PhotoLine, str]]:
    """Yield the photos of an evening that stand on its pages, each with its drawing in grey: cut to
    the shape that all have. One statement."""
    width, height = PHOTO_SHAPE
    box = f'width="{width}" height="{height}"'
    for photo, data in small_pictures(evening.key, MOST_PHOTOS):
        picture = b64encode(in_grey(data)).decode()
        image = f'<image {box} preserveAspectRatio="xMidYMid slice" href="{JPEG},{picture}"/>'
        yield photo, f'<svg {SVG} viewBox="0 0 {width} {height}" {box}>{image}</svg>'


def terms_of(evening: RecordedEvening) -> dict[str, str]:
    """Return what the index lists of an evening besides people and its name, by the name of the
    place: its game, and the kinds of its great moments."""
    kinds = {kind for kind, *_rest in evening.summary.highlights}
    moments = {f"m{evening.game}:{kind}": kind for kind in sorted(kinds)}
    return {f"g{evening.game}": "", **moments}


def line_of(records: FamilyRecords, evening: RecordedEvening) -> Values:
    """Return an evening as a line."""
    out = records.house.out
    return {
        "year": evening.year,
        "date": written_day(evening.date),
        "name": evening.name,
        "winner": capfirst(wording.named_people(records, evening.winners)),
        "people": [who for who in evening.chair_of if who not in out],
        "winners": [who for who in evening.winners if who not in out],
        "terms": list(terms_of(evening)),
    }


def written_day(date: str) -> str:
    """Write the day of an evening without its year, which the book says; "" for a year alone."""
    if len(date) == UNKNOWN_DAY:
        return ""
    return date_format(dt.date.fromisoformat(date), _("j F"))


def _headline(page: EveningPage) -> str:
    """Return the one line below the name: how it was won."""
    return f"{page.headline}." if page.headline else ""


def _facts(records: FamilyRecords, evening: RecordedEvening) -> list[list[str]]:
    summary = evening.summary
    facts = [
        [_("game"), wording.name_of_game(records, evening.game)],
        [_("people"), str(len(evening.chair_of))],
    ]
    if summary.rounds:
        facts.append([_("rounds"), str(summary.rounds)])
    if summary.hands > summary.rounds:
        facts.append([_("deals"), str(summary.hands)])
    if summary.margin:
        facts.append([_("won by"), str(summary.margin)])
    return facts


def _paragraphs(
    evening: RecordedEvening, page: EveningPage, courses: Sequence[Course]
) -> list[str]:
    """Return the evening told in up to three paragraphs: the beginning, what turned it, the
    end."""
    texts = _beginning(evening, courses), _turns(evening, page), _end(evening, page)
    return [text for text in texts if text]


def _beginning(evening: RecordedEvening, courses: Sequence[Course]) -> str:
    """Return how many came, and who led after a third of the rounds."""
    count, third = len(evening.chair_of), -(-evening.summary.rounds // 3)
    text_of_count = ngettext("{n} person came.", "{n} people came.", count)
    sentences = [text_of_count.format(n=capfirst(spell(count)))]
    totals = {
        course.name: total
        for course in courses
        if third < len(course.totals) and (total := course.totals[third]) is not None
    }
    if third and len(totals) > 2:
        best = min(totals.values()) if evening.summary.low else max(totals.values())
        leaders = [name for name, total in totals.items() if total == best]
        if len(leaders) <= MOST_LEADERS:
            text = ngettext(
                "After round {round} {names} led with {total}.",
                "After round {round} {names} led with {total} each.",
                len(leaders),
            )
            words = {"round": third, "names": and_list(leaders), "total": signed(best)}
            sentences.append(text.format(**words))
    return " ".join(sentences)


def _turns(evening: RecordedEvening, page: EveningPage) -> str:
    """Return the rounds that turned an evening, in their order, in a sentence."""
    parts: list[str] = []
    for number, before, after in sorted(map(tuple, evening.summary.turns)):
        text = _("in round {n} from {before} to {now}")
        if not parts:
            text = _("In round {n} {names} went from {before} to {now}")
        words = {"before": lead_words(before), "now": lead_words(after), "names": page.winners}
        parts.append(text.format(n=number, **words))
    return sentence_of(and_list(parts))


def _end(evening: RecordedEvening, page: EveningPage) -> str:
    """Return who came next, how far behind, and who came last."""
    sentences = []
    others = [line for line in page.places if not line.leads]
    second = [line.names for line in others if line.place == others[0].place]
    if second and len(second) <= MOST_LEADERS:
        text = _("{names} came second.")
        if evening.summary.margin:
            text = _("{names} came second, {n} behind.")
        words = {"names": and_list(second), "n": evening.summary.margin}
        sentences.append(text.format(**words))
    last = page.places[-1]
    if len(page.places) > FEW and last.place.isdecimal() and last.names != capfirst(_("somebody")):
        text = _("{names} took the wooden spoon home, with {points}.")
        if not last.points:
            text = _("{names} took the wooden spoon home.")
        sentences.append(text.format(names=last.names, points=last.points))
    return " ".join(sentences)


def _chart(evening: RecordedEvening, courses: Sequence[Course]) -> Values | None:
    """Return the drawing of an evening's course as the template sets it, with its words."""
    drawing = course_chart(courses, low=evening.summary.low)
    if drawing is None:
        return None
    words = ". ".join(part.render(_) for part in (drawing.title, *drawing.description))
    return {
        "svg": svg_of(drawing),
        "alt": words[:LONGEST_ALT],
        "title": drawing.title.render(_) + ".",
    }


# --- everybody, by round ----------------------------------------------------------------------


def _table(
    records: FamilyRecords, evening: RecordedEvening, rows: Sequence[StandingRow]
) -> Values | None:
    """Return everybody by round, the best of each marked: of many rounds the totals after some of
    them; None where nobody has points, or for a room that only a list of places can hold."""
    summary = evening.summary
    if not summary.rounds or not rows or len(rows) > MOST_ROWS:
        return None
    order = sorted(range(len(rows)), key=lambda at: evening.outcomes[at].place)
    ends = _columns(summary.rounds)
    by_round = {at: _cells(rows[at], ends) for at in order}
    best = [
        _best([cells[column] for cells in by_round.values()], low=summary.low)
        for column in range(len(ends))
    ]
    each = all(later - earlier == 1 for earlier, later in pairwise((0, *ends)))
    lines = []
    for at in order:
        outcome = evening.outcomes[at]
        cells = [
            ["–" if value is None else signed(value), each and value is not None and value == top]
            for value, top in zip(by_round[at], best, strict=True)
        ]
        names = capfirst(wording.named_people(records, evening.people[at]))
        total = signed(summary.chairs[at].points) if summary.has_points else ""
        lines.append([str(outcome.place), names, cells, total])
    note = _("In bold the best of each round.") if each else _("Points after these rounds.")
    return {"heads": [str(end) for end in ends], "rows": lines, "note": note}


def _columns(rounds: int) -> list[int]:
    """Return the rounds at whose ends there is a column: each, or some evenly apart."""
    step = -(-rounds // MOST_COLUMNS)
    return list(range(rounds, 0, -step))[::-1]


def _cells(row: StandingRow, ends: Sequence[int]) -> list[int | None]:
    """Return what somebody made of the rounds up to each of these ends; where these are not all
    rounds, what they had by then."""
    points = [*row.points, *(None,) * ends[-1]][: ends[-1]]
    if ends == list(range(1, len(ends) + 1)):
        return points
    return [sum(score or 0 for score in points[:end]) for end in ends]


def _best(values: Sequence[int | None], *, low: bool) -> int | None:
    scores = [value for value in values if value is not None]
    if len(set(scores)) < 2:
        return None
    return min(scores) if low else max(scores)


def by_year(lines: Sequence[Values]) -> Iterator[Mapping[str, Any]]:
    """Yield lines year by year."""
    years: dict[int, list[Values]] = {}
    for line in lines:
        years.setdefault(line["year"], []).append(line)
    for year, here in years.items():
        yield {"year": year, "lines": here}
