"""A season on its page: who leads, who can still win, what every evening brought, and how it is
counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rulesets.records.seasons import LAST, SeasonRules, season
from rulesets.standings.placings import Way
from tournaments.records import wording
from tournaments.records.selectors import planned_under
from tournaments.web.forms import WholeNumberField
from tournaments.web.wording import and_list, count_word, spoken_place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.records.seasons import SeasonLine
    from tournaments.records.selectors import FamilyRecords, SeasonEvening

POINTS = (10, 8, 6, 5, 4, 3, 2, 1)
NAMED = 8  # who can still win is said by name from so many people down
MOST = 200
MOST_OTHERS = 6  # names to choose from
FEWEST = 2  # evenings
NUMBERS = ("best", "least", "left")


class SeasonForm(forms.Form):
    """How a season counts. Nothing typed: points by place, all evenings, those left that are
    planned."""

    event = WholeNumberField(required=False, widget=forms.HiddenInput)  # one of the season

    way = forms.ChoiceField(
        label=gettext_lazy("An evening counts"),
        required=False,
        choices=[
            ("points", gettext_lazy("10, 8, 6, 5, 4, 3, 2, 1 points by place")),
            ("games", gettext_lazy("1 for a win")),
            ("places", gettext_lazy("one more for each place")),
            ("share", gettext_lazy("the share of the others beaten")),
        ],
    )
    best = WholeNumberField(
        label=gettext_lazy("The best evenings that count (0: all)"),
        required=False, min_value=0, max_value=MOST,
    )  # fmt: skip
    least = WholeNumberField(
        label=gettext_lazy("Evenings it takes to be ranked"),
        required=False, min_value=0, max_value=MOST,
    )  # fmt: skip
    left = WholeNumberField(
        label=gettext_lazy("Evenings still to be played"),
        required=False, min_value=0, max_value=MOST,
    )  # fmt: skip

    def rules(self, planned: int) -> SeasonRules:
        """Return the rules of a valid form, with so many evenings planned."""
        values: dict[str, Any] = self.cleaned_data
        way = values["way"] or "points"
        numbers = {name: values[name] or 0 for name in NUMBERS}
        if values["left"] is None:
            numbers["left"] = planned
        return SeasonRules(POINTS if way == "points" else cast("Way", way), **numbers)


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """Somebody's season in a line; `points` are by evening, each with whether it counts (None: was
    not there). `needs` says what it takes to win."""

    rank: int | None
    name: str
    person: int | None
    points: tuple[tuple[int | None, bool], ...]
    total: int
    most: int
    needs: str
    leads: bool


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """What the page of a season shows; `heads` are its evenings, each with its event and its date;
    `others` the other names with several evenings, each with its latest event."""

    event_id: int
    title: str
    headline: str
    words: str
    heads: tuple[tuple[int, str], ...]
    rows: tuple[SeasonRow, ...]
    left: int
    others: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class ChosenSeason:
    """The evenings under a name, with how many are planned, and the other names."""

    name: str
    evenings: Sequence[SeasonEvening]
    planned: int
    others: tuple[tuple[int, str], ...]


def choose_season(records: FamilyRecords, event: int | None = None) -> ChosenSeason | None:
    """Return the season of an event, or of the latest evening; None for an event that records do
    not count, and before the first. Two statements."""
    seasons = records.seasons()
    for name, evenings in seasons.items():
        keys = {game.key for evening in evenings for game in evening.games}
        if event is None or event in keys:
            others = (
                (others[-1].event_id, other)
                for other, others in seasons.items()
                if other != name and len(others) > 1
            )
            planned = planned_under(records.family, name)
            return ChosenSeason(name, evenings, planned, tuple(others)[:MOST_OTHERS])
    return None


def season_page(records: FamilyRecords, chosen: ChosenSeason, rules: SeasonRules) -> SeasonPage:
    """Return the page of a season."""
    evenings = chosen.evenings
    days = wording.days_in_brief([evening.date for evening in evenings])
    lines = season([evening.standings() for evening in evenings], rules)
    return SeasonPage(
        event_id=evenings[-1].event_id,
        title=chosen.name,
        headline=_headline(records, lines),
        words=_words(records, lines, len(evenings), rules.left),
        heads=tuple(zip((evening.event_id for evening in evenings), days, strict=True)),
        rows=tuple(_row(records, line, rules.left) for line in lines),
        left=rules.left,
        others=chosen.others,
    )


def usual_season(records: FamilyRecords, event: int | None = None) -> SeasonPage | None:
    """Return the season of an event, or of the latest evening, counted as usual; None unless it has
    several evenings."""
    chosen = choose_season(records, event)
    if chosen is None or len(chosen.evenings) < FEWEST:
        return None
    return season_page(records, chosen, SeasonRules(POINTS, left=chosen.planned))


def _row(records: FamilyRecords, line: SeasonLine, left: int) -> SeasonRow:
    out = line.who in records.house.out
    return SeasonRow(
        rank=line.rank,
        name=_("somebody") if out else records.names[line.who],
        person=None if out else line.who,
        points=tuple(zip(line.points, line.counted, strict=True)),
        total=line.total,
        most=line.most,
        needs=needs_words(line.needs) if left else "",
        leads=line.rank == 1,
    )


def needs_words(needs: Sequence[int] | None) -> str:
    """Return what it takes to win a season: "a win and a 4th place"."""
    if needs is None:
        return _("cannot win any more")
    if not needs:
        return _("leads now")
    wins = sum(place == 1 for place in needs)
    parts = []
    if wins:
        parts.append(_("a win") if wins == 1 else _("{n} wins").format(n=count_word(wins)))
    parts += [
        _("a {place} place").format(place=spoken_place(place)) for place in needs if place > 1
    ]
    free = sum(place == LAST for place in needs)
    if free:
        text = ngettext("{n} more evening, in any place", "{n} more evenings, in any place", free)
        parts.append(text.format(n=count_word(free)))
    return and_list(parts)


def _headline(records: FamilyRecords, lines: Sequence[SeasonLine]) -> str:
    first = [line for line in lines if line.rank == 1]
    if not first:
        return _("Nobody is ranked yet")
    names = wording.named_people(records, (line.who for line in first))
    text = ngettext("{names} leads with {n}", "{names} lead with {n}", len(first))
    return text.format(names=names, n=first[0].total)


def _words(records: FamilyRecords, lines: Sequence[SeasonLine], evenings: int, left: int) -> str:
    """Return how many evenings were played and are left, and who can still win: by name of few."""
    played = ngettext("{n} evening played.", "{n} evenings played.", evenings).format(n=evenings)
    if not left:
        return played
    able = [line.who for line in lines if line.can_win]
    if len(able) > NAMED:
        return _("{played} {n} of {all} people can still win.").format(
            played=played, n=len(able), all=len(lines)
        )
    names = and_list(wording.people_called(records, able))
    return _("{played} Who can still win: {names}.").format(played=played, names=names)
