"""A yearbook as plain values for the template that sets it: cover, evenings, the house, people,
great moments, the index."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.records.house import ALL
from tournaments.papers.rulebook.lists import initial, sorting
from tournaments.papers.rulebook.values import REGIONS, printable_values
from tournaments.papers.yearbooks.evenings import (
    by_year,
    line_of,
    photos_in_print,
    plan_evenings,
    terms_of,
    values_of_evening,
)
from tournaments.records import wording
from tournaments.records.pages import MOST_OF_GAME, moment_lines
from tournaments.records.photos import without_names
from tournaments.web.wording import spell, spoken_place

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rulesets.records.house import Holding
    from rulesets.records.recorded_evenings import RecordedEvening
    from tournaments.papers.rulebook.book import PageStyle
    from tournaments.papers.yearbooks.evenings import Plan, Values
    from tournaments.records.selectors import FamilyRecords, Years

MOST_LINES: Final = 40  # of lists on the page of the house: those of the games most played
MOST_MOMENTS: Final = 60
MOST_ON_COVER: Final = 5
PARTICLES: Final = frozenset(
    [
        "af",
        "al",
        "bin",
        "da",
        "das",
        "de",
        "del",
        "della",
        "den",
        "der",
        "di",
        "do",
        "dos",
        "du",
        "la",
        "las",
        "le",
        "lo",
        "los",
        "mac",
        "ní",
        "o",
        "ten",
        "ter",
        "van",
        "vom",
        "von",
        "y",
        "zu",
        "zum",
        "zur",
    ]
)


@dataclass(frozen=True, slots=True)
class YearbookFacts:
    """What a yearbook is told besides the records: its title, its first and last year, the year
    that goes on, whose book it is, the words of its edition, its language and paper."""

    title: str
    years: Years
    this_year: int
    family: str
    edition: str
    printed: str
    language: str
    is_booklet: bool


def yearbook_values(
    records: FamilyRecords, facts: YearbookFacts, page: PageStyle, note: Callable[[], None]
) -> Values:
    """Return everything that the template asks for. `note` is called after each evening; what it
    raises ends the reading. Three statements an evening with a page, four with two."""
    first, last = facts.years
    then = records.within((0, last))
    evenings = [evening for evening in then.house.evenings if evening.year >= first]
    plan = plan_evenings(evenings, brief=first != last)
    language, _dash, region = facts.language.partition("-")
    parts: list[Values] = []
    pictures: dict[str, str] = {}
    for evening in (*plan.halves, *plan.spreads):
        part = values_of_evening(then, evening, whole=evening in plan.spreads)
        if evening in plan.spreads:
            drawings = dict(photos_in_print(evening))
            pictures |= {photo.key: drawing for photo, drawing in drawings.items()}
            part["photos"] = [
                [photo.key, photo.alt, photo.caption] for photo in without_names(drawings, then)
            ]
        parts.append(part)
        note()
    halves, spreads = parts[: len(plan.halves)], parts[len(plan.halves) :]
    lines = [line_of(then, evening) for evening in plan.lines]
    values = {
        "style": page._asdict(),
        "lang": language,
        "region": region.upper() or REGIONS.get(language),
        "title": facts.title,
        "family": facts.family,
        "cover": _cover(then, evenings, facts),
        "edition": facts.edition,
        "printed": facts.printed,
        "booklet": facts.is_booklet,
        "words": _words_of_template(),
        "halves": halves,
        "spreads": spreads,
        "years": list(by_year(lines)),
        "house": _house(then, records.within((0, first - 1)), facts, evenings),
        "people": _people(then, evenings, facts),
        "moments": _moments(then, evenings),
        "back": _champions(then, facts),
        "index": _index(then, plan, evenings),
    }
    printable: Values = printable_values(values)
    return printable | {"pictures": pictures}


def _words_of_template() -> dict[str, str]:
    return {
        "contents": _("Evenings"),
        "evenings": _("All evenings"),
        "records": _("records"),
        "awards": _("remembered for"),
        "moments": _("great moments"),
        "sum": _("sum"),
        "notes": _("Our notes"),
        "champions": _("Champions of the years"),
        "people": _("People"),
        "index": _("Index"),
        "index_words": _("In bold the evenings somebody won."),
        "in_all": _("in all"),
        "evenings_short": _("evenings"),
        "won": _("won"),
        "best": _("best"),
        "since": _("since"),
        "changed": _("changed"),
        "page": _("page"),
        "date": _("date"),
        "great_moments": _("Great moments"),
        "moment": _("moment"),
        "game": _("game"),
        "how_rare": _("how rare"),
        "face": _("Set in Vollkorn by Friedrich Althausen."),
    }


# --- the cover ------------------------------------------------------------------------------------


def spell_year(year: int) -> str:
    """Return a year in words where it is written in English ("Twenty twenty-six"), else in
    figures."""
    century, rest = divmod(year, 100)
    words = spell(rest), spell(century)
    if any(word.isdecimal() for word in words) or not 11 <= century <= 20 or not rest:
        return str(year)
    if century == 20 and rest < 10:
        return f"Two thousand and {words[0]}"
    return f"{capfirst(words[1])} {words[0] if rest > 9 else 'oh-' + words[0]}"


def _cover(
    records: FamilyRecords, evenings: Sequence[RecordedEvening], facts: YearbookFacts
) -> Values:
    first, last = facts.years
    count = len(evenings)
    line = ngettext(
        "{n} evening at cards, and what came of it",
        "{n} evenings at cards, and what came of them",
        count,
    ).format(n=capfirst(spell(count)))
    is_one = first == last
    rows = []
    champions = records.house.champions.get(last, {}) if is_one else {}
    for scope in (ALL, *records.house.games):
        if scope in champions:
            label = _("all games") if scope == ALL else wording.name_of_game(records, scope)
            rows.append([label, capfirst(wording.named_people(records, champions[scope]))])
    if len(rows) == 2:  # all games are one game
        rows = rows[1:]
    return {
        "title": spell_year(last) if is_one else f"{first}–{last}",
        "line": line,
        "rows": rows[:MOST_ON_COVER],
    }


# --- the house ------------------------------------------------------------------------------------


def _house(
    then: FamilyRecords,
    before: FamilyRecords,
    facts: YearbookFacts,
    evenings: Sequence[RecordedEvening],
) -> Values:
    """Return what stands at the end of the years, with a mark at what they have changed; none in
    a book that begins with the house, of which everything is new."""
    first, last = facts.years
    title = _("The records on 31 December") if last < facts.this_year else _("The records today")
    count = len(then.house.evenings)
    stands = ngettext(
        "How things stand after {n} evening.", "How things stand after {n} evenings.", count
    )
    span = str(last) if first == last else f"{first}–{last}"
    is_later = bool(before.house.evenings)
    lists: list[Values] = []
    lines = 0
    for scope, held in then.house.lists.items():
        old = before.house.lists.get(scope, {})
        rows = [
            [
                is_later and not _is_same(old.get(name), holding),
                str(wording.TITLES[name]),
                wording.named_people(then, holding.who) + _when(then, name, holding),
                wording.written_value(name, holding.value),
            ]
            for name, holding in list(held.items())[-MOST_OF_GAME:]
        ]
        lines += len(rows) + 2
        if lines > MOST_LINES and lists:
            break
        name = _("Of all games") if scope == ALL else wording.name_of_game(then, scope)
        lists.append({"title": name, "rows": rows})
    return {
        "title": title,
        "stands": stands.format(n=count),
        "changed": _("changed in {years}.").format(years=span) if is_later else "",
        "champions": _champions(then, facts if is_later else None),
        "lists": lists,
    }


def _is_same(old: Holding | None, new: Holding) -> bool:
    return old is not None and old.value == new.value and old.who == new.who


def _when(records: FamilyRecords, name: str, holding: Holding) -> str:
    """Return the years in which a record by points was reached: ", 2017"; "" of counts."""
    if name in ("wins", "wins_in_a_row", "rounds_won", "partnership") or not holding.evenings:
        return ""
    if name == "most_improved":
        years = set(holding.evenings)
    else:
        years = {records.house.evenings[at].year for at in holding.evenings}
    return ", " + ", ".join(map(str, sorted(years)))


def _champions(records: FamilyRecords, facts: YearbookFacts | None) -> list[Values]:
    """Return the champions of all years; those of the years of a book with these `facts` are
    marked."""
    house = records.house
    rows: list[Values] = []
    evenings = Counter(evening.year for evening in house.evenings)
    for year in range(min(evenings, default=0), max(evenings, default=-1) + 1):
        champions = house.champions.get(year, {}).get(ALL, ())
        won = sum(
            evening.year == year and not set(champions).isdisjoint(evening.winners)
            for evening in house.evenings
        )
        rows.append(
            {
                "year": year,
                "names": capfirst(wording.named_people(records, champions)) or _("nobody met"),
                "met": bool(champions),
                "won": _("{n} of {all}").format(n=won, all=evenings[year]) if champions else "",
                "new": facts is not None and facts.years[0] <= year <= facts.years[1],
            }
        )
    return rows


# --- people ---------------------------------------------------------------------------------------


def _people(
    records: FamilyRecords, evenings: Sequence[RecordedEvening], facts: YearbookFacts
) -> Values:
    """Return everybody who sat down in the years, with these and with all years."""
    here = {who for evening in evenings for who in evening.chair_of} - records.house.out
    rows = []
    for who in sorted(here, key=lambda who: name_order(records.names[who])):
        own = [
            evening.outcomes[evening.chair_of[who]]
            for evening in evenings
            if who in evening.chair_of
        ]
        every = [evening for evening in records.house.evenings if who in evening.chair_of]
        won = sum(evening.outcomes[evening.chair_of[who]].is_win for evening in every)
        best = spoken_place(min(outcome.place for outcome in own))
        numbers = (
            len(own),
            sum(outcome.is_win for outcome in own),
            best,
            every[0].year,
            len(every),
            won,
        )
        cells = [str(number or "·") for number in numbers]
        rows.append([f"p{who}", records.names[who], cells])
    first, last = facts.years
    span = str(last) if first == last else f"{first}–{last}"
    text = ngettext("{n} of us sat down in {years}.", "{n} of us sat down in {years}.", len(rows))
    return {"line": text.format(n=capfirst(spell(len(rows))), years=span), "span": span,
            "rows": rows}  # fmt: skip


def _moments(records: FamilyRecords, evenings: Sequence[RecordedEvening]) -> Values:
    """Return the great moments of the years, and how rare each kind is."""
    keys = {evening.key for evening in evenings}
    lines = [
        [line.title, line.note]
        for line in reversed(moment_lines(records, MOST_MOMENTS))
        if line.event_id in keys
    ]
    kinds = {
        (evening.game, kind) for evening in evenings for kind, *_rest in evening.summary.highlights
    }
    rarities = [
        [
            capfirst(wording.moment_words(records, row.game, row.kind)),
            wording.name_of_game(records, row.game),
            _("1 in {n}").format(n=row.one_in),
        ]
        for row in records.house.moments(records.kinds)
        if (row.game, row.kind) in kinds
    ]
    return {"lines": lines, "rarities": rarities}


# --- the index ------------------------------------------------------------------------------------


def name_order(name: str) -> tuple[bool, tuple[bool, str], str]:
    """Return the key that sorts a name by its surname; names of other scripts come last."""
    entry = index_name(name)
    return not _is_latin(entry), sorting(entry), entry


def index_name(name: str) -> str:
    """Return a name as an index has it: "Vries, Wim de"; one of a single word, or of another
    script, as it stands."""
    bare, bracket, note = name.partition(" (")
    words = bare.split()
    if len(words) < 2 or not _is_latin(bare):
        return name
    start = len(words) - 1
    particles: list[str] = []
    while start > 1 and words[start - 1].casefold() in PARTICLES:
        start -= 1
        particles.insert(0, words[start])
    first_names = " ".join([*words[:start], *particles])
    return f"{words[-1]}, {first_names}{bracket}{note}"


def _is_latin(name: str) -> bool:
    letter = next((char for char in name if char.isalpha()), "")
    return unicodedata.name(letter, "").startswith("LATIN")


def _index(
    records: FamilyRecords, plan: Plan, evenings: Sequence[RecordedEvening]
) -> list[list[list[str]]]:
    """Return the entries letter by letter: the name of each place in the book, and the word."""
    people = {who for evening in evenings for who in evening.chair_of} - records.house.out
    terms = [[f"p{who}", index_name(records.names[who])] for who in people]
    names = {evening.name for evening in (*plan.spreads, *plan.halves)}
    terms += [[f"n{name}", name] for name in names]
    words: dict[str, str] = {}
    for evening in evenings:
        for key, kind in terms_of(evening).items():
            if key not in words and kind:
                words[key] = capfirst(wording.moment_words(records, evening.game, kind))
            elif key not in words:
                words[key] = wording.name_of_game(records, evening.game)
    # An evening that is called as its game is listed once.
    terms += [[key, word] for key, word in words.items() if word not in names]
    terms.sort(key=lambda term: (not _is_latin(term[1]), sorting(term[1]), term[1]))
    return [list(here) for _letter, here in groupby(terms, key=lambda term: _letter_of(term[1]))]


def _letter_of(word: str) -> str:
    return initial(word) if _is_latin(word) else ""


def people_named(values: Mapping[str, Any]) -> list[int]:
    """Return the numbers of the people that a yearbook names."""
    return [int(key[1:]) for key, _name, _cells in values["people"]["rows"]]
