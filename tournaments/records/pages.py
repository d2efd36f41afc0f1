"""What the pages of the records show: the house, its champions, its lists, its great moments.

Figures are those of `rulesets.records`; nothing is counted here but lines. People who are left out
have no line, and are "somebody" where a place cannot be empty.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rulesets.drawing.dots_chart import dots_chart
from rulesets.records.house import ALL, LISTS, USUAL, Least
from rulesets.records.recorded_evenings import is_level
from rulesets.records.stories import story_of
from tournaments.records import wording
from tournaments.web.forms import WholeNumberField
from tournaments.web.wording import count_word, spoken_place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.drawing.vectors import Drawing
    from rulesets.records.house import CouldFall, Holding, ListLine, MomentCount, YearWinner
    from rulesets.records.recorded_evenings import RecordedEvening
    from tournaments.records.selectors import FamilyRecords

LATELY = 3  # evenings on the page of the house
YEARS = 9  # of champions there
MOST_ABLE = 8  # are named who can still be champion
MOST_CROWNS = 6  # beyond these a figure
MOST_OF_GAME = 7  # lists of a game: the last, as those by points tell more than its wins
MOST_LINES = 12  # of a list, or of evenings before they are folded
MOST_MOMENTS = 100
MOST_LEAST = 10_000


@dataclass(frozen=True, slots=True)
class EveningLine:
    """A finished evening in a line that leads to it."""

    event_id: int
    title: str
    note: str
    winners: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """What somebody has in a list; with `is_rival` one more would count. `crowns` are as many as
    there are wins, up to six."""

    name: str
    count: int
    is_rival: bool

    @property
    def crowns(self) -> range:
        return range(self.count if self.count < MOST_CROWNS else 0)


@dataclass(frozen=True, slots=True)
class FallCard:
    """A list that could fall, and for whom."""

    game: str
    list: str
    title: str
    words: str
    tallies: tuple[Tally, ...]


@dataclass(frozen=True, slots=True)
class ChampionYear:
    """A year and its champion. `kind` is "now" for the year that goes on, "run" for a run that
    stands, "none" for a year in which nobody met."""

    year: int
    names: str = ""
    kind: str = ""
    note: str = ""
    evenings: tuple[EveningLine, ...] = ()


@dataclass(frozen=True, slots=True)
class YearRow:
    """Somebody who has won evenings of the year that goes on, and the part of the others whom they
    have beaten in all of theirs."""

    person_id: int
    name: str
    wins: int
    beaten: float
    leads: bool


@dataclass(frozen=True, slots=True)
class YearSoFar:
    """The year that goes on: who has won its evenings, and `words` for who can still win it."""

    year: int
    words: str
    rows: tuple[YearRow, ...]


@dataclass(frozen=True, slots=True)
class HeldList:
    """A list in a line: who heads it, since when, how much it is; with `leads` it stands out."""

    game: str
    list: str
    title: str
    names: str
    note: str
    value: str
    leads: bool = False


@dataclass(frozen=True, slots=True)
class GameLists:
    """The lists of a game, or of all."""

    name: str
    lists: tuple[HeldList, ...]


@dataclass(frozen=True, slots=True)
class HousePage:
    """What the page of the house shows. `latest` is None before the first evening."""

    latest: EveningLine | None
    headline: str
    words: str
    could_fall: tuple[FallCard, ...]
    champions: tuple[ChampionYear, ...]
    lists: tuple[HeldList, ...]
    lately: tuple[EveningLine, ...]
    evenings: int
    people: int
    since: str
    moments: int
    latest_moment: str
    latest_year: int


def house_page(records: FamilyRecords, year: int) -> HousePage:
    """Return the page of a family's house; `year` is the one that goes on."""
    house = records.house
    evenings = house.evenings
    champions = champion_years(records, ALL, year, YEARS)
    headline, words = "", ""
    if evenings:
        last = len(evenings) - 1
        headline, words = wording.headline_of(records, evenings[last], story_of(house, last))
    lately = tuple(evening_line(records, evening) for evening in evenings[: -LATELY - 1 : -1])
    moments = moment_lines(records, 1)
    return HousePage(
        latest=lately[0] if lately else None,
        headline=headline,
        words=words,
        could_fall=tuple(_fall_card(records, row) for row in house.could_fall()),
        champions=champions,
        lists=held_lists(records, ALL),
        lately=lately,
        evenings=len(evenings),
        people=len(set(records.attendances) - house.out),
        since=wording.written_date(evenings[0].date) if evenings else "",
        moments=sum(len(evening.summary.highlights) for evening in evenings),
        latest_moment=moments[0].title if moments else "",
        latest_year=evenings[-1].year if evenings else year,
    )


def evening_line(records: FamilyRecords, evening: RecordedEvening) -> EveningLine:
    """Return an evening in a line: its game, its date, who won."""
    people = len(evening.chair_of)
    game = wording.name_of_game(records, evening.game)
    parts = [wording.written_date(evening.date)]
    parts += [] if game in evening.name else [game]
    parts.append(ngettext("{n} person", "{n} people", people).format(n=people))
    if evening.key in records.from_cards:
        parts.append(_("from cards") if evening.summary.rounds else _("places only"))
    return EveningLine(
        evening.key,
        evening.name,
        " · ".join(parts),
        capfirst(wording.named_people(records, evening.winners)),
    )


def _fall_card(records: FamilyRecords, row: CouldFall) -> FallCard:
    rivals = [
        Tally(records.names[who], count, is_rival=True)
        for who, count in zip(row.who, row.counts, strict=True)
    ]
    holders = [
        Tally(records.names[who], int(row.holding.value), is_rival=False)
        for who in row.holding.who
        if who not in row.who
    ]
    return FallCard(
        row.game,
        row.list,
        wording.could_fall_title(records, row),
        wording.could_fall_words(records, row),
        (*rivals, *holders[:MOST_CROWNS]),
    )


# --- champions ----------------------------------------------------------------------------------


def champion_years(
    records: FamilyRecords, scope: str, year: int, most: int | None = None
) -> tuple[ChampionYear, ...]:
    """Return the years from the latest back to the first, with the champions of a game or of all,
    at most so many; years without an evening have a line, too."""
    house = records.house
    winners = {at: here[scope] for at, here in house.champions.items() if scope in here}
    if not winners:
        return ()
    run = set(_run_years(winners, year))
    by_year: dict[int, list[RecordedEvening]] = {}
    for at in house.of_game(scope):
        by_year.setdefault(house.evenings[at].year, []).append(house.evenings[at])
    latest = max(year, *winners)
    lines = []
    for at in range(latest, min(winners) - 1, -1)[:most]:
        if at not in winners:
            kind = "now" if at == year else "none"
            lines.append(ChampionYear(at, kind=kind))
            continue
        evenings = by_year[at]
        best = sum(not set(winners[at]).isdisjoint(evening.winners) for evening in evenings)
        many = len(evenings)
        note = ngettext("won the only evening", "won {n} of {all} evenings", many)
        lines.append(
            ChampionYear(
                at,
                capfirst(wording.named_people(records, winners[at])),
                "now" if at == year else "run" if at in run else "",
                note.format(n=best, all=many),
                tuple(evening_line(records, evening) for evening in reversed(evenings)),
            )
        )
    return tuple(lines)


def year_so_far(records: FamilyRecords, scope: str, year: int, planned: int) -> YearSoFar | None:
    """Return who has won evenings of the year that goes on, of a game or of all, and who can still
    be its champion if so many more are `planned`; None before somebody has."""
    winners = records.house.winners_by_year.get(year, {}).get(scope, ())
    rows = tuple(
        YearRow(
            row.who,
            records.names[row.who],
            row.wins,
            row.beaten,
            row.who in records.house.champions[year][scope],
        )
        for row in winners
        if row.who not in records.house.out
    )
    return YearSoFar(year, _contenders_words(records, winners, planned), rows) if rows else None


def _contenders_words(records: FamilyRecords, winners: Sequence[YearWinner], planned: int) -> str:
    """Return a sentence that says who can still win most evenings of a year."""
    if not planned:
        return ""
    most = winners[0].wins
    values = {"n": capfirst(count_word(planned))}
    if planned >= most:
        text = ngettext(
            "{n} evening is planned, so anybody can still be champion.",
            "{n} evenings are planned, so anybody can still be champion.",
            planned,
        )
        return text.format(**values)
    able = [row.who for row in winners if row.wins + planned >= most]
    if len(able) > MOST_ABLE:
        return ""
    text = ngettext(
        "{n} evening is planned: {names} can still be champion.",
        "{n} evenings are planned: {names} can still be champion.",
        planned,
    )
    return text.format(**values, names=wording.named_people(records, able))


def champions_headline(years: Sequence[ChampionYear], year: int) -> str:
    """Return who is champion: of a run that stands, else of the last year that is over, else who
    leads; "" for nobody. `year` is the one that goes on."""
    run = [line for line in years if line.kind == "run"]
    if run:
        words = _("{count} years in a row: {names}")
        return words.format(count=capfirst(count_word(len(run))), names=run[0].names)
    over = next((line for line in years if line.names and line.year != year), None)
    if over is not None:
        return _("{names}, champion of {year}").format(names=over.names, year=over.year)
    now = next((line for line in years if line.names), None)
    return _("{names}, so far").format(names=now.names) if now else ""


def _run_years(winners: dict[int, tuple[int, ...]], year: int) -> Sequence[int]:
    """Return the years of the run that stands: of somebody who was champion in each up to the last
    one that is over; none unless there are two."""
    years = [at for at in sorted(winners, reverse=True) if at != year]
    if not years or years[0] < year - 1:
        return ()
    holders, run = set(winners[years[0]]), years[:1]
    for later, earlier in pairwise(years):
        holders &= set(winners[earlier])
        if later - earlier > 1 or not holders:
            break
        run.append(earlier)
    return run if len(run) > 1 else ()


# --- lists --------------------------------------------------------------------------------------


class LeastForm(forms.Form):
    """What it takes to be in a list: of partners, or of those who improved; nothing typed is the
    usual."""

    FIELDS: ClassVar = {"partnership": ("rounds", "evenings"), "most_improved": ("of_year",)}
    rounds = WholeNumberField(
        label=gettext_lazy("Rounds together"), required=False, min_value=1, max_value=MOST_LEAST
    )
    evenings = WholeNumberField(
        label=gettext_lazy("or evenings together"),
        required=False, min_value=1, max_value=MOST_LEAST,
    )  # fmt: skip
    of_year = WholeNumberField(
        label=gettext_lazy("Evenings in each year"),
        required=False, min_value=1, max_value=MOST_LEAST,
    )  # fmt: skip

    def __init__(self, name: str, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        for field in {*self.fields}.difference(self.FIELDS.get(name, ())):
            del self.fields[field]
        for field in self.fields:
            self.fields[field].widget.attrs["placeholder"] = getattr(USUAL, field)

    def least(self) -> Least:
        """Return what was typed in a valid form, and the usual for the rest."""
        typed = {name: number for name, number in self.cleaned_data.items() if number is not None}
        return Least(**typed)


def people_choices(records: FamilyRecords) -> tuple[tuple[int, str], ...]:
    """Return everybody with an evening who is in the records, who came most often first."""
    here = records.attendances.keys() - records.house.out
    people = sorted(here, key=lambda who: (-records.attendances[who], records.names[who]))
    return tuple((who, records.names[who]) for who in people)


def all_lists(records: FamilyRecords, person: int | None = None) -> tuple[GameLists, ...]:
    """Return the lists of all games, then of each, the most played first: each with who heads it,
    or with the place that a person has in it, without those in which they have none."""
    groups = (
        GameLists(
            _("Of all games") if scope == ALL else wording.name_of_game(records, scope),
            held_lists(records, scope)[-MOST_OF_GAME:]
            if person is None
            else _own_lists(records, scope, person),
        )
        for scope in records.house.lists
    )
    return tuple(group for group in groups if group.lists)


def _own_lists(records: FamilyRecords, scope: str, person: int) -> tuple[HeldList, ...]:
    rows = []
    for name in records.house.lists[scope]:
        lines = ranked_lines(records, scope, name)
        best = next((line for line in lines if person in line.who), None)
        if best is not None:
            place = _("{place} place").format(place=spoken_place(best.place))
            names = _("holds the record") if best.leads else place
            title = str(wording.TITLES[name])
            others = best.names if len(best.who) > 1 else ""
            note = " · ".join(filter(None, (others, best.note)))
            words = capfirst(names)
            rows.append(HeldList(scope, name, title, words, note, best.value, leads=best.leads))
    return tuple(rows)


def held_lists(records: FamilyRecords, scope: str) -> tuple[HeldList, ...]:
    """Return the lists of a game, or of all, with who heads each."""
    return tuple(
        HeldList(
            scope,
            name,
            str(wording.TITLES[name]),
            wording.named_people(records, holding.who),
            _since(records, name, holding),
            wording.written_value(name, holding.value),
        )
        for name, holding in records.house.lists.get(scope, {}).items()
    )


def _since(records: FamilyRecords, name: str, holding: Holding) -> str:
    """Return when a record was reached; "" if that is no one day."""
    if name == "partnership" or not holding.evenings:
        return ""
    if name == "most_improved":
        return str(min(holding.evenings))
    return wording.written_date(records.house.evenings[min(holding.evenings)].date)


@dataclass(frozen=True, slots=True)
class RankedLine:
    """A line of a list. It leads to the evening `event_id`, else to the page of one `person`.
    `place` is that in the list."""

    who: tuple[int, ...]
    names: str
    value: str
    note: str
    event_id: int | None
    place: int
    leads: bool

    @property
    def person(self) -> int | None:
        """The one whose line it is; None for several."""
        return self.who[0] if len(self.who) == 1 else None


@dataclass(frozen=True, slots=True)
class OneList:
    """A list by itself: who heads it, who is next, the evenings behind it, and what it was
    before. `threshold` says what it takes to be in it; "" where nothing does."""

    title: str
    game: str
    names: str
    value: str
    meaning: str
    threshold: str
    lines: tuple[RankedLine, ...]
    evenings: tuple[EveningLine, ...]
    before: tuple[EveningLine, ...]


def one_list(records: FamilyRecords, scope: str, name: str, least: Least = USUAL) -> OneList | None:
    """Return a list of a game (or of all), with those for whom it is enough; None if there is
    none."""
    house = records.house
    holding = house.lists.get(scope, {}).get(name) if name in LISTS else None
    if holding is None:
        return None
    lines = ranked_lines(records, scope, name, least)
    places = reversed(house.evenings_behind(scope, name))
    return OneList(
        title=str(wording.TITLES[name]),
        game="" if scope == ALL else wording.name_of_game(records, scope),
        names=wording.named_people(records, holding.who),
        value=wording.written_value(name, holding.value),
        meaning=str(wording.MEANINGS[name]),
        threshold=wording.threshold_words(name, least, len(lines)),
        lines=lines[:MOST_LINES],
        evenings=tuple(evening_line(records, house.evenings[at]) for at in places),
        before=tuple(_falls_of(records, scope, name)),
    )


def ranked_lines(
    records: FamilyRecords, scope: str, name: str, least: Least = USUAL
) -> tuple[RankedLine, ...]:
    """Return the lines of a list that there is, the best first."""
    house = records.house
    holding = house.lists[scope][name]
    lines = list[RankedLine]()
    for number, line in enumerate(house.lines_of(scope, name, least), 1):
        value = wording.written_value(name, line.value)
        is_level_with_last = bool(lines) and lines[-1].value == value
        lines.append(
            RankedLine(
                line.who,
                wording.named_people(records, line.who),
                value,
                _note_of_line(records, line),
                None if line.evening is None else house.evenings[line.evening].key,
                lines[-1].place if is_level_with_last else number,
                leads=set(line.who) <= set(holding.who) and is_level(line.value, holding.value),
            )
        )
    return tuple(lines)


def _note_of_line(records: FamilyRecords, line: ListLine) -> str:
    """Return when it was, or for how long partners sat together; "" for a count."""
    if line.evening is not None:
        return wording.written_date(records.house.evenings[line.evening].date)
    if line.year:
        return str(line.year)
    text = ngettext("{n} round together", "{n} rounds together", line.rounds)
    return text.format(n=line.rounds) if line.rounds else ""


def _falls_of(records: FamilyRecords, scope: str, name: str) -> Iterator[EveningLine]:
    """Yield the evenings on which a list fell, the latest first, with what it was before."""
    evenings = records.house.evenings
    for evening, falls in zip(reversed(evenings), reversed(records.house.falls), strict=True):
        for fall in falls:
            if (fall.game, fall.list) != (scope, name):
                continue
            yield EveningLine(
                evening.key,
                wording.named_people(records, fall.after.who),
                (
                    _("{date} · {value}, was {before}")
                    if fall.bettered
                    else _("{date} · {value}, level with {holders}")
                ).format(
                    holders=wording.named_people(records, fall.before.who),
                    date=wording.written_date(evening.date),
                    value=wording.written_value(name, fall.after.value),
                    before=wording.written_value(name, fall.before.value),
                ),
            )


# --- great moments ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MomentLine:
    """A kind of great moment: how rare it is, whose it was most often, and when it came."""

    title: str
    note: str
    rarity: str
    dots: Drawing | None


@dataclass(frozen=True, slots=True)
class MomentsPage:
    """The page of great moments: the kinds, the rarest first, and the latest ones, of all games
    or of the `chosen` one, and of one person. `games` are those that know some, with their
    names."""

    kinds: tuple[MomentLine, ...]
    latest: tuple[EveningLine, ...]
    total: int
    games: tuple[tuple[str, str], ...]
    chosen: str


def moments_page(
    records: FamilyRecords, game: str = "", person: int | None = None
) -> MomentsPage | None:
    """Return the page of great moments, of all games or of one; of one person without how rare they
    are. None for a game that knows none."""
    whose: dict[tuple[str, str], Counter[int]] = {}
    years: dict[tuple[str, str], list[int]] = {}
    for evening in records.house.evenings:
        for kind, _round, _deal, chairs in evening.summary.highlights:
            people = (who for chair in chairs for who in evening.people[chair])
            whose.setdefault((evening.game, kind), Counter()).update(people)
            years.setdefault((evening.game, kind), []).append(evening.year)
    every = records.house.moments(records.kinds)
    slugs = dict.fromkeys(row.game for row in every)
    if game and game not in slugs:
        return None
    counts = [row for row in every if game in ("", row.game)]
    lines = (
        _moment_line(
            records,
            row,
            whose.get((row.game, row.kind)),
            _dots(records, row.game, years.get((row.game, row.kind), [])),
        )
        for row in (counts if person is None else ())
    )
    return MomentsPage(
        tuple(lines),
        moment_lines(records, MOST_MOMENTS, game, person),
        sum(row.times for row in counts),
        tuple((slug, wording.name_of_game(records, slug)) for slug in slugs),
        game,
    )


def _dots(records: FamilyRecords, game: str, years: Sequence[int]) -> Drawing | None:
    """Return the chart of the years of a kind of moment, on the scale of the house."""
    every = [evening.year for evening in records.house.evenings]
    played = [records.house.evenings[at].year for at in records.house.of_game(game)]
    span, house = ((min(here), max(here)) for here in (played, every))
    return dots_chart(years, span, house)


def _moment_line(
    records: FamilyRecords, row: MomentCount, whose: Counter[int] | None, dots: Drawing | None
) -> MomentLine:
    if row.times:
        times = ngettext("{n} time in {deals} deals", "{n} times in {deals} deals", row.times)
    else:
        times = ngettext("{deals} deal so far", "{deals} deals so far", row.deals)
    parts = [wording.name_of_game(records, row.game), times.format(n=row.times, deals=row.deals)]
    people = {who: count for who, count in (whose or {}).items() if who not in records.house.out}
    most = max(people.values(), default=0)
    if most > 1:
        names = wording.named_people(records, (who for who in people if people[who] == most))
        words = _("{names} {n} times")
        parts.append(words.format(names=names, n=most))
    return MomentLine(
        capfirst(wording.moment_words(records, row.game, row.kind)),
        " · ".join(parts),
        _("1 in {n}").format(n=row.one_in) if row.times else _("never yet"),
        dots,
    )


def moment_lines(
    records: FamilyRecords, most: int, game: str = "", person: int | None = None
) -> tuple[EveningLine, ...]:
    """Return the latest great moments, the newest first, of all games or of one, of everybody or of
    one person; at most so many."""
    lines: list[EveningLine] = []
    for evening in reversed(records.house.evenings):
        if game not in ("", evening.game):
            continue
        for kind, number, _deal, chairs in reversed(evening.summary.highlights):
            if len(lines) == most:
                return tuple(lines)
            people = dict.fromkeys(who for chair in chairs for who in evening.people[chair])
            if person is not None and person not in people:
                continue
            names = wording.named_people(records, people)
            words = wording.moment_words(records, evening.game, kind)
            title = _("{names}: {words}").format(names=capfirst(names), words=words)
            note = _("{date} · {game} · round {n}").format(
                date=wording.written_date(evening.date),
                game=wording.name_of_game(records, evening.game),
                n=number,
            )
            lines.append(EveningLine(evening.key, title if names else capfirst(words), note))
    return tuple(lines)
