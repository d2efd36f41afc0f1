"""Sentences of the records: how an evening was won, what could fall next, what a list holds."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rulesets.engine.text import signed
from rulesets.records.house import ALL
from rulesets.records.played_evenings import UNKNOWN_DAY
from tournaments.web.wording import and_list, or_list, short_day, spoken_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rulesets.records.house import CouldFall, Fall, Least, Nearest
    from rulesets.records.recorded_evenings import RecordedEvening
    from rulesets.records.stories import Story
    from tournaments.records.selectors import FamilyRecords

MOST_NAMES = 4  # in a sentence
TITLES = {
    "wins": gettext_lazy("Most evenings won"),
    "wins_in_a_row": gettext_lazy("Most evenings won in a row"),
    "rounds_won": gettext_lazy("Most rounds won"),
    "most_improved": gettext_lazy("Most improved"),
    "best_evening": gettext_lazy("Best evening"),
    "best_margin": gettext_lazy("Furthest above the others"),
    "biggest_win": gettext_lazy("Biggest win"),
    "closest": gettext_lazy("Closest finish"),
    "lead_changes": gettext_lazy("Most changes of the lead"),
    "comeback": gettext_lazy("Greatest comeback"),
    "partnership": gettext_lazy("Best partners"),
}
MEANINGS = {
    "wins": gettext_lazy("Evenings in first place, alone or level."),
    "wins_in_a_row": gettext_lazy(
        "Evenings won one after the other. An evening away does not end it."
    ),
    "rounds_won": gettext_lazy("Rounds with the best points at the table."),
    "most_improved": gettext_lazy(
        "Others beaten in one year, less those of the year before, from five evenings in each."
    ),
    "best_evening": gettext_lazy("The best total, of evenings with the usual number of rounds."),
    "best_margin": gettext_lazy("Points a round better than the room, on one evening."),
    "biggest_win": gettext_lazy("Points between the winner and the next."),
    "closest": gettext_lazy("The fewest points between the winner and the next."),
    "lead_changes": gettext_lazy("How often the lead changed hands on one evening."),
    "comeback": gettext_lazy(
        "Points that the winner was behind, after a third of the evening or later."
    ),
    "partnership": gettext_lazy(
        "Points a round above the room, more than both have with others: from eight rounds "
        "together, or two evenings."
    ),
}
MEANS = ("best_margin", "partnership")  # with a decimal


def threshold_words(name: str, least: Least, count: int) -> str:
    """Return what it takes to be in a list, and how many are in it; "" where it takes nothing."""
    if name == "partnership":
        words = _("Who has sat together for {rounds} rounds, or on {evenings} evenings: {pairs}.")
        pairs = ngettext("{n} pair", "{n} pairs", count).format(n=count)
        return words.format(rounds=least.rounds, evenings=least.evenings, pairs=pairs)
    if name == "most_improved":
        words = ngettext(
            "Who came {evenings} times in a year and in the one before: {n} year.",
            "Who came {evenings} times in a year and in the one before: {n} years.",
            count,
        )
        return words.format(evenings=least.of_year, n=count)
    return ""


def people_called(records: FamilyRecords, people: Iterable[int]) -> list[str]:
    """Return the names of people; one "somebody" for all who are left out."""
    out = records.house.out
    names = [_("somebody") if who in out else records.names[who] for who in people]
    return list(dict.fromkeys(names))


def named_people(records: FamilyRecords, people: Iterable[int]) -> str:
    """Join the names of people as `people_called` has them; of many the first ones, and how many
    others there are."""
    names = people_called(records, people)
    if len(names) <= MOST_NAMES:
        return and_list(names)
    others = len(names) - MOST_NAMES + 1
    rest = ngettext("{n} other", "{n} others", others).format(n=others)
    return and_list([*names[: MOST_NAMES - 1], rest])


def name_of_game(records: FamilyRecords, slug: str) -> str:
    """Return the name of a game; of one that is gone its slug in words."""
    game = records.games.get(slug)
    return slug.replace("-", " ").title() if game is None else game.name


def written_date(date: str) -> str:
    """Write the date of an evening, which may be a year alone."""
    return date if len(date) == UNKNOWN_DAY else short_day(dt.date.fromisoformat(date))


def days_in_brief(dates: Sequence[str]) -> list[str]:
    """Write the dates of evenings for the heads of columns: "2 Jun", of several years "2 Jun 25"; a
    year alone as it is."""
    form = _("j M y") if len({date[:UNKNOWN_DAY] for date in dates}) > 1 else _("j M")
    return [
        date
        if len(date) == UNKNOWN_DAY
        else date_format(dt.date.fromisoformat(date), form, use_l10n=False)
        for date in dates
    ]


def written_value(name: str, value: float) -> str:
    """Write the value of a list."""
    if name == "most_improved":
        return f"+{round(100 * value)}%"
    if name in MEANS:
        return written_mean(value)
    return signed(int(value))


def written_mean(value: float) -> str:
    """Write points above the room: with a sign and one decimal."""
    return f"{value:+.1f}".replace("-", "−")


def headline_of(records: FamilyRecords, evening: RecordedEvening, story: Story) -> tuple[str, str]:
    """Return how an evening was won, with the winner's name, and a sentence with the figures."""
    winners = capfirst(named_people(records, evening.winners))
    after = _margin(records, evening, story)
    if story.headline == "shared":
        return _("{names} shared the win").format(names=winners), after
    if story.headline == "record" and story.fall is not None:
        return _("{names} took a record").format(names=winners), fall_words(records, story.fall)
    if story.headline == "behind":
        return _("{names} won after being {n} behind").format(names=winners, n=story.by), after
    if story.headline == "led":
        return _("{names} led from start to end").format(names=winners), after
    if story.headline == "close":
        return _("{names} won by {n}").format(names=winners, n=story.by), after
    return _("{names} won").format(names=winners), after


def fall_words(records: FamilyRecords, fall: Fall) -> str:
    """Return what a record is now, and what it was."""
    return _("{title}: {value}, was {before}.").format(
        title=title_of(records, fall.game, fall.list),
        value=written_value(fall.list, fall.after.value),
        before=written_value(fall.list, fall.before.value),
    )


def fallen_words(records: FamilyRecords, fall: Fall) -> str:
    """Return who took a record or drew level with it, what it is now, and whose it was."""
    new = [who for who in fall.after.who if fall.bettered or who not in fall.before.who]
    text = _("{title}: {names} with {value}. It was {before}, by {holders}.")
    if not fall.bettered:
        text = _("{title}: {names} drew level with {holders}, {value} each.")
    return text.format(
        title=title_of(records, fall.game, fall.list),
        names=named_people(records, new),
        value=written_value(fall.list, fall.after.value),
        before=written_value(fall.list, fall.before.value),
        holders=named_people(records, fall.before.who),
    )


def nearest_words(records: FamilyRecords, row: Nearest) -> str:
    """Return who came nearest to a record of the game: in which place of which list."""
    text = _(
        "{names} came nearest: {place} in “{title}”, with {value}. "
        "The record is {record}, by {holders}."
    )
    return text.format(
        names=capfirst(named_people(records, row.line.who)),
        title=TITLES[row.list],
        value=written_value(row.list, row.line.value),
        place=spoken_place(row.place),
        record=written_value(row.list, row.record.value),
        holders=named_people(records, row.record.who),
    )


def _margin(records: FamilyRecords, evening: RecordedEvening, story: Story) -> str:
    """Return who came next, and how far behind; "" for nobody."""
    places = {who: evening.outcomes[chair].place for who, chair in evening.chair_of.items()}
    second = min((place for place in places.values() if place > 1), default=0)
    next_people = [who for who, place in places.items() if place == second]
    if not next_people:
        return ""
    names = named_people(records, next_people)
    if story.headline != "shared" and evening.summary.margin:
        words = _("{n} ahead of {names}.")
        return words.format(n=evening.summary.margin, names=names)
    return _("{names} came next.").format(names=capfirst(names))


def title_of(records: FamilyRecords, scope: str, name: str) -> str:
    """Return what a list is called, with its game unless it is of all."""
    title = str(TITLES[name])
    return title if scope == ALL else f"{title} · {name_of_game(records, scope)}"


def could_fall_title(records: FamilyRecords, row: CouldFall) -> str:
    """Return who could take a list next."""
    words = {
        "name": or_list(people_called(records, row.who)),
        "title": title_of(records, row.game, row.list),
    }
    return _("{name}: {title}").format(**words)


def could_fall_words(records: FamilyRecords, row: CouldFall) -> str:
    """Return what the record is, and what one win more would do to it."""
    steps = {count + 1 > row.holding.value for count in row.counts}
    if steps == {True}:
        words = _("The record is {n}, by {names}. The next win beats it.")
    elif steps == {False}:
        words = _("The record is {n}, by {names}. The next win is level with it.")
    else:
        words = _("The record is {n}, by {names}. The next win is level with it, or beats it.")
    names = named_people(records, row.holding.who)
    return words.format(n=int(row.holding.value), names=names)


def moment_words(records: FamilyRecords, game: str, kind: str) -> str:
    """Return what a great moment was, as its game calls it."""
    words = records.kinds.get(game, {}).get(kind)
    return kind.replace("-", " ") if words is None else _(words)
