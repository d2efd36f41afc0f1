"""What the pages of some people among themselves show, and of two: who is ahead, by how much, and
how it went lately."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.records.comparisons import MOST_AMONG, among, duel, evenings_with
from tournaments.records import wording
from tournaments.records.pages import EveningLine, evening_line
from tournaments.records.selectors import read_details
from tournaments.web.wording import count_word, spoken_place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.records.comparisons import AmongFigures, Duel
    from tournaments.records.selectors import FamilyRecords

LATELY = 12  # evenings of two


@dataclass(frozen=True, slots=True)
class PickLine:
    """Somebody who can be compared."""

    who: int
    name: str
    evenings: int
    is_chosen: bool


def people_to_compare(records: FamilyRecords, chosen: Sequence[int]) -> tuple[PickLine, ...]:
    """Return everybody with an evening who is in the records, those who came most often first."""
    lines = (
        PickLine(who, records.names[who], count, who in chosen)
        for who, count in records.attendances.items()
        if who not in records.house.out
    )
    return tuple(sorted(lines, key=lambda line: (-line.evenings, line.name)))


def why_not_compared(people: Sequence[int]) -> str:
    """Return why so many people cannot be compared; "" if they can."""
    if len(people) < 2:
        return _("Choose at least two people.")
    if len(people) > MOST_AMONG:
        return _("Choose at most {n} people.").format(n=MOST_AMONG)
    return ""


# --- some people ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AmongLine:
    """Somebody among the others: how often in each place, the share of them beaten (None: never
    met), ahead of each of the others (None: oneself)."""

    who: int
    name: str
    places: tuple[int, ...]
    beaten: float | None
    ahead_of: tuple[int | None, ...]
    leads: bool


@dataclass(frozen=True, slots=True)
class AmongPage:
    """What the page of some people among themselves shows."""

    headline: str
    words: str
    heads: tuple[str, ...]
    lines: tuple[AmongLine, ...]
    evenings: tuple[EveningLine, ...]


def among_page(records: FamilyRecords, people: Sequence[int]) -> AmongPage:
    """Return the page of some people among themselves, the best of them first. One statement."""
    house = records.house
    places = evenings_with(house, people)
    details = read_details(house.evenings[at].key for at in places)
    rows = sorted(among(house, people, details), key=lambda row: (-(row.beaten or 0), row.who))
    best = rows[0].beaten
    first = [row for row in rows if best is not None and row.beaten == best]
    return AmongPage(
        headline=_among_headline(records, first, len(people)),
        words=_among_words(records, first, len(places)),
        heads=tuple(spoken_place(place) for place in range(1, len(people) + 1)),
        lines=tuple(
            AmongLine(
                row.who,
                records.names[row.who],
                tuple(row.places.get(place, 0) for place in range(1, len(people) + 1)),
                row.beaten,
                tuple(None if other.who == row.who else row.ahead_of[other.who] for other in rows),
                row in first,
            )
            for row in rows
        ),
        evenings=tuple(evening_line(records, house.evenings[at]) for at in reversed(places)),
    )


def _among_headline(records: FamilyRecords, first: Sequence[AmongFigures], many: int) -> str:
    if not first:
        return _("They have never all been there")
    names = wording.named_people(records, (row.who for row in first))
    if len(first) == 1:
        return _("{name} is first among the {n}").format(name=names, n=count_word(many))
    return _("{names} are level among the {n}").format(names=names, n=count_word(many))


def _among_words(records: FamilyRecords, first: Sequence[AmongFigures], many: int) -> str:
    if not first:
        return _("Choose fewer people, or others.")
    words = ngettext("{n} evening with all of them", "{n} evenings with all of them", many)
    text = words.format(n=many)
    if len(first) == 1 and first[0].ahead:
        return _("{evenings}: {name} was ahead of all in {n}.").format(
            evenings=text, name=records.names[first[0].who], n=first[0].ahead
        )
    return f"{text}."


# --- two people -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DuelLine:
    """Two people in a game: ahead, level and behind for the first."""

    name: str
    ahead: int
    level: int
    behind: int

    @property
    def met(self) -> int:
        """Evenings on different sides."""
        return self.ahead + self.level + self.behind


@dataclass(frozen=True, slots=True)
class TwoPage:
    """What the page of two people shows; `lately` are the last evenings, the oldest first, as
    "ahead", "level" or "behind" for the first."""

    headline: str
    words: str
    first: str
    second: str
    first_id: int
    second_id: int
    all: DuelLine
    lately: tuple[str, ...]
    games: tuple[DuelLine, ...]
    together: str
    evenings: tuple[EveningLine, ...]


def two_page(records: FamilyRecords, first: int, second: int) -> TwoPage:
    """Return the page of two people, whoever was ahead more often first."""
    house = records.house
    results = duel(house, first, second)
    counts = results.counts(house)
    if counts["behind"] > counts["ahead"]:
        first, second = second, first
        results = duel(house, first, second)
    against = [how for _at, how in results.results if how != "together"]
    games = [_duel_line(records, results, game) for game in house.games]
    line = _duel_line(records, results, "")
    places = [at for at, _how in results.results]
    names = {"a": records.names[first], "b": records.names[second]}
    return TwoPage(
        headline=_two_headline(line, names),
        words=_two_words(records, places, against, names),
        first=names["a"],
        second=names["b"],
        first_id=first,
        second_id=second,
        all=line,
        lately=tuple(against[-LATELY:]),
        games=tuple(game for game in games if game.met),
        together=_together_words(records, results, first, second),
        evenings=tuple(evening_line(records, house.evenings[at]) for at in reversed(places)),
    )


def _duel_line(records: FamilyRecords, results: Duel, game: str) -> DuelLine:
    counts = results.counts(records.house, game)
    name = wording.name_of_game(records, game) if game else ""
    return DuelLine(name, counts["ahead"], counts["level"], counts["behind"])


def _two_headline(line: DuelLine, names: dict[str, str]) -> str:
    if not line.met:
        return _("{a} and {b} have never played against each other").format(**names)
    if line.ahead == line.behind:
        return _("{a} and {b}: {n} all").format(n=line.ahead, **names)
    return _("{a} leads {b}, {n} to {m}").format(n=line.ahead, m=line.behind, **names)


def _two_words(
    records: FamilyRecords, places: Sequence[int], against: Sequence[str], names: dict[str, str]
) -> str:
    """Return how many evenings they had since when, and of the last ones how many were won."""
    if not places:
        return ""
    since = records.house.evenings[places[0]].year
    words = ngettext("{n} evening since {year}.", "{n} evenings since {year}.", len(places))
    text = words.format(n=len(places), year=since)
    last = against[-LATELY:]
    if len(against) <= LATELY:
        return text
    lately = _("Of the last {all}, {a} was ahead in {n}.").format(
        all=count_word(len(last)), n=count_word(last.count("ahead")), **names
    )
    return f"{text} {lately}"


def _together_words(records: FamilyRecords, results: Duel, first: int, second: int) -> str:
    """Return how it goes for them side by side, in the game in which they were partners most."""
    house, pair = records.house, (min(first, second), max(first, second))
    best: tuple[int, float, str] = (0, 0.0, "")
    for game in house.games:
        kind = house.kind_of(game)
        sums = house.partners(kind).get(pair) if kind is not None else None
        if sums is not None and sums[0] > best[0]:
            best = sums[0], sums[1] / sums[0], game
    rounds, above, game = best
    if not rounds:
        return ""
    words = ngettext(
        "{n} round side by side in {game}: {value} a round above the room.",
        "{n} rounds side by side in {game}: {value} a round above the room.",
        rounds,
    )
    return words.format(
        n=rounds, game=wording.name_of_game(records, game), value=wording.written_mean(above)
    )
