"""What the pages of a person show: figures of `rulesets.records`, and sentences about them.

People who are left out of records are met by nobody here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rulesets.records.house import ALL
from rulesets.records.persons import (
    TOGETHER,
    evenings_of,
    partners_in,
    person_record,
    splits_of,
)
from tournaments.records import wording
from tournaments.records.selectors import read_splits
from tournaments.web.wording import and_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.records.persons import (
        Against,
        GameFigures,
        Partner,
        PersonRecord,
        Split,
        YearFigures,
    )
    from tournaments.records.selectors import FamilyRecords, Years

ENOUGH = 3  # evenings, for shares, a line and a nemesis to say more than the cards
MOST_PARTNERS = 6
MOST_SENTENCES = 4
LONG_ATTENDANCE = 3  # dates in a row
PARTS = {
    ("half", "first"): gettext_lazy("First half"),
    ("half", "second"): gettext_lazy("Second half"),
    ("trump", "S"): gettext_lazy("Spades"),
    ("trump", "H"): gettext_lazy("Hearts"),
    ("trump", "D"): gettext_lazy("Diamonds"),
    ("trump", "C"): gettext_lazy("Clubs"),
    ("trump", "NT"): gettext_lazy("No trump"),
}
SPLITS = {
    "half": gettext_lazy("By half of the evening"),
    "trump": gettext_lazy("By trump"),
    "role": gettext_lazy("By role"),
}


@dataclass(frozen=True, slots=True)
class YearPoint:
    """A year of somebody's on a chart; `is_champion`: of all games."""

    year: int
    evenings: int
    beaten: float
    is_champion: bool


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody met, by name: evenings that ended ahead of, level with and behind them, and those
    together on one side."""

    who: int
    name: str
    ahead: int
    level: int
    behind: int
    together: int

    @property
    def met(self) -> int:
        return self.ahead + self.level + self.behind


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of somebody's in a line; `best` are the most points of an evening ("": unknown),
    `best_event` which."""

    slug: str
    name: str
    evenings: int
    wins: int
    beaten: float
    above_room: str
    best: str
    best_event: int | None


@dataclass(frozen=True, slots=True)
class BarLine:
    """A mean above the room with its bar: `share` of the greatest of its list, -1 to 1; `person` is
    whom it leads to."""

    name: str
    count: int
    value: str
    share: float
    person: int | None = None


@dataclass(frozen=True, slots=True)
class PersonPage:
    """What a person's page shows of finished evenings. `is_early`: too few for shares."""

    headline: str
    record: PersonRecord
    since: int | None
    years: tuple[YearPoint, ...]
    nemesis: Rival | None
    victim: Rival | None
    games: tuple[GameLine, ...]
    partners: tuple[BarLine, ...]
    partners_game: str
    sentences: tuple[str, ...]

    @property
    def is_early(self) -> bool:
        return 0 < len(self.record.evenings) < ENOUGH


def person_page(records: FamilyRecords, who: int) -> PersonPage:
    """Return the page of somebody who may be left out of records, of whom nothing is told then.
    One statement, for what the details of evenings bring."""
    record = person_record(records.house, who)
    since = record.years[0].year if record.years else None
    nemesis, victim = (
        _rival(records, rivals[0]) if rivals else None
        for rivals in (record.nemesis, record.victims)
    )
    game, partners = _partners(records, record)
    return PersonPage(
        headline=_headline(records, record),
        record=record,
        since=since,
        years=tuple(_years(records, who, record.years)),
        nemesis=nemesis,
        victim=victim,
        games=tuple(_game_line(records, who, game) for game in record.games),
        partners=partners,
        partners_game=game,
        sentences=tuple(_sentences(records, record))[:MOST_SENTENCES],
    )


def _rival(records: FamilyRecords, against: Against) -> Rival:
    return Rival(
        against.who,
        records.names[against.who],
        against.ahead,
        against.level,
        against.behind,
        against.together,
    )


def _years(records: FamilyRecords, who: int, years: Sequence[YearFigures]) -> Iterator[YearPoint]:
    for row in years:
        champions = records.house.champions.get(row.year, {}).get(ALL, ())
        yield YearPoint(row.year, row.evenings, row.beaten, who in champions)


def _game_line(records: FamilyRecords, who: int, game: GameFigures) -> GameLine:
    evenings = records.house.evenings
    best = evenings[game.best] if game.best is not None else None
    points = best.summary.chairs[best.chair_of[who]].points if best is not None else None
    return GameLine(
        slug=game.game,
        name=wording.name_of_game(records, game.game),
        evenings=game.evenings,
        wins=game.wins,
        beaten=game.beaten,
        above_room="–" if game.above_room is None else wording.written_mean(game.above_room),
        best="" if points is None else wording.written_value("best_evening", points),
        best_event=best.key if best is not None else None,
    )


def _partners(records: FamilyRecords, record: PersonRecord) -> tuple[str, tuple[BarLine, ...]]:
    """Return the game with most rounds beside others, and those with whom there were enough: the
    most frequent ones, the best and the worst, in order of their means."""
    best: tuple[str, tuple[Partner, ...]] = ("", ())
    for game in record.games:
        often = [p for p in partners_in(records.house, record, game.game) if p.rounds >= TOGETHER]
        if sum(p.rounds for p in often) > sum(p.rounds for p in best[1]):
            best = game.game, tuple(often)
    game_slug, partners = best
    if not partners:
        return "", ()
    ordered = sorted(partners, key=lambda partner: -partner.above)
    chosen = {ordered[0], ordered[-1], *partners[: MOST_PARTNERS - 2]}
    most = max(abs(partner.above) for partner in chosen) or 1
    return wording.name_of_game(records, game_slug), tuple(
        BarLine(
            records.names[partner.who],
            partner.rounds,
            wording.written_mean(partner.above),
            partner.above / most,
            partner.who,
        )
        for partner in ordered
        if partner in chosen
    )


# --- the first line -------------------------------------------------------------------------------


def _headline(records: FamilyRecords, record: PersonRecord) -> str:
    """Return what is to be told of somebody first; "" where that is how long they have come."""
    if not record.evenings:
        return ""
    if len(record.evenings) == 1:
        return _("One evening so far. Good to have you.")
    return {
        "holds": _holds,
        "champion": _champion,
        "won": _won,
        "partner": _partner,
        "since": lambda _records, _record: "",
    }[record.headline](records, record)


def _holds(records: FamilyRecords, record: PersonRecord) -> str:
    """Return the first list that somebody holds alone, else with others."""
    held = [
        (scope, name, holding)
        for scope, lists in records.house.lists.items()
        for name, holding in lists.items()
        if record.who in holding.who
    ]
    scope, name, holding = min(held, key=lambda row: len(row[2].who) > 1)
    others = [who for who in holding.who if who != record.who]
    names = wording.named_people(records, others)
    if (scope, name) == (ALL, "wins"):
        text = _("Nobody has won more evenings: {n} of {all}, as many as {names}.")
        alone = _("Nobody has won more evenings: {n} of {all}.")
        values = {"n": record.wins, "all": len(record.evenings), "names": names}
        return (text if others else alone).format(**values)
    text = _("Holds a record with {names}: {title}, {value}.")
    alone = _("Holds a record: {title}, {value}.")
    return (text if others else alone).format(
        names=names,
        title=wording.title_of(records, scope, name),
        value=wording.written_value(name, holding.value),
    )


def _champion(records: FamilyRecords, record: PersonRecord) -> str:
    years = [str(year) for year, here in records.house.champions.items() if record.who in here[ALL]]
    return _("Champion of {years}.").format(years=and_list(years))


def _won(records: FamilyRecords, record: PersonRecord) -> str:
    evenings = records.house.evenings
    last = next(
        evenings[at] for at in reversed(record.evenings) if record.who in evenings[at].winners
    )
    return _("Won {event} on {date}.").format(event=last.name, date=wording.written_date(last.date))


def _partner(records: FamilyRecords, record: PersonRecord) -> str:
    usual = record.usual_partners
    names = wording.named_people(records, (partner.who for partner in usual))
    return _("{n} rounds with {names}, more than with anybody else.").format(
        n=usual[0].rounds, names=names
    )


# --- worth knowing --------------------------------------------------------------------------------


def _sentences(records: FamilyRecords, record: PersonRecord) -> Iterator[str]:
    """Yield what is worth a sentence: rare moments, the closest win, runs, and a split that differs
    by more than cards would bring."""
    yield from _moments(records, record)
    yield from _closest_win(records, record)
    if record.wins_in_a_row > 1:
        yield _("Won {n} evenings in a row.").format(n=record.wins_in_a_row)
    dates = len({evening.date for evening in records.house.evenings})
    if record.attendance >= LONG_ATTENDANCE:
        text = _("Was there {n} times in a row, of {all} dates.")
        whole = _("Has never missed a date: {n} of {all}.")
        text = whole if record.attendance == dates else text
        yield text.format(n=record.attendance, all=dates)
    for split in _splits(records, record):
        if not split.even:
            yield _("{part}: {value} a round above the room, over {n}.").format(
                part=part_name(split), value=wording.written_mean(split.mean), n=split.count
            )


def _moments(records: FamilyRecords, record: PersonRecord) -> Iterator[str]:
    """Yield the rarest kind of great moment that somebody had, and when."""
    times: Counter[tuple[str, str]] = Counter()
    last: dict[tuple[str, str], str] = {}
    for at in record.evenings:
        evening = records.house.evenings[at]
        for kind, _round, _deal, chairs in evening.summary.highlights:
            if evening.chair_of[record.who] in chairs:
                times[evening.game, kind] += 1
                last[evening.game, kind] = evening.date
    row = next(
        (row for row in records.house.moments(records.kinds) if times[row.game, row.kind]), None
    )
    if row is None:
        return
    text = ngettext("{moment}: once, {date}.", "{moment}: {n} times, the last {date}.",
                    times[row.game, row.kind])  # fmt: skip
    yield text.format(
        moment=capfirst(wording.moment_words(records, row.game, row.kind)),
        n=times[row.game, row.kind],
        date=wording.written_date(last[row.game, row.kind]),
    )


def _closest_win(records: FamilyRecords, record: PersonRecord) -> Iterator[str]:
    wins = [
        (evening.summary.close, evening)
        for evening in (records.house.evenings[at] for at in record.evenings)
        if evening.summary.close and evening.has_one_winner and record.who in evening.winners
    ]
    if wins:
        close, evening = min(wins, key=lambda row: row[0])
        text = ngettext(
            "Closest win: {n} point, {event} on {date}.",
            "Closest win: {n} points, {event} on {date}.",
            close,
        )
        yield text.format(n=close, event=evening.name, date=wording.written_date(evening.date))


def _splits(records: FamilyRecords, record: PersonRecord) -> tuple[Split, ...]:
    splits = read_splits(records.house.evenings[at].key for at in record.evenings)
    return splits_of(records.house, record.who, splits)


def part_name(split: Split) -> str:
    """Return what a part of somebody's rounds is called."""
    words = PARTS.get((split.by, split.part))
    return capfirst(_(split.part)) if words is None else str(words)


# --- all figures ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SplitTable:
    """The parts of a split in a game; `is_even`: none of them says anything."""

    title: str
    game: str
    is_even: bool
    lines: tuple[BarLine, ...]


@dataclass(frozen=True, slots=True)
class FiguresPage:
    """All figures of somebody in a time. `years` are those that can be chosen, the latest
    first."""

    record: PersonRecord
    games: tuple[GameLine, ...]
    met: tuple[Rival, ...]
    splits: tuple[SplitTable, ...]
    years: tuple[int, ...]


class YearsForm(forms.Form):
    """A time, from a year to another: nothing chosen is all years. `years`: the latest first."""

    def __init__(self, years: Sequence[int], data: Mapping[str, Any]) -> None:
        super().__init__(data)
        self.years = years
        choices = [("", _("Any")), *((str(year), str(year)) for year in years)]
        for name, label in (("since", _("From")), ("until", _("to"))):
            self.fields[name] = forms.TypedChoiceField(
                label=label, choices=choices, coerce=int, empty_value=None, required=False
            )

    def clean(self) -> dict[str, Any]:
        """Refuse a time that ends before it begins."""
        values = self.cleaned_data
        if values.get("since") and values.get("until") and values["since"] > values["until"]:
            self.add_error("until", _("It ends before it begins."))
        return values

    def span(self) -> Years | None:
        """Return the time of a valid form; None for all years."""
        since, until = self.cleaned_data["since"], self.cleaned_data["until"]
        if since is None and until is None:
            return None
        return since or self.years[-1], until or self.years[0]


def years_of(records: FamilyRecords, who: int) -> tuple[int, ...]:
    """Return the years in which somebody was there, the latest first."""
    years = {evening.year for _at, evening in evenings_of(records.house, who)}
    return tuple(sorted(years, reverse=True))


def figures_page(records: FamilyRecords, who: int, span: Years | None) -> FiguresPage:
    """Return all figures of somebody: of all evenings, or of a time. One statement."""
    part = records if span is None else records.within(span)
    record = person_record(part.house, who)
    tables: dict[tuple[str, str], list[Split]] = {}
    for split in _splits(part, record):
        tables.setdefault((split.game, split.by), []).append(split)
    return FiguresPage(
        record=record,
        games=tuple(_game_line(part, who, game) for game in record.games),
        met=tuple(_rival(records, against) for against in record.against),
        splits=tuple(_split_table(records, splits) for splits in tables.values() if splits[1:]),
        years=years_of(records, who),
    )


def _split_table(records: FamilyRecords, splits: Sequence[Split]) -> SplitTable:
    most = max(abs(split.mean) for split in splits) or 1
    return SplitTable(
        str(SPLITS[splits[0].by]),
        wording.name_of_game(records, splits[0].game),
        all(split.even for split in splits),
        tuple(
            BarLine(
                part_name(split), split.count, wording.written_mean(split.mean), split.mean / most
            )
            for split in splits
        ),
    )
