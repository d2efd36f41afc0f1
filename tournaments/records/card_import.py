"""Old score cards: what a file says, what is asked and open, and how it is taken in.

`read_report` is what page and command show before anything is stored; `take_in` stores it, all or
nothing. The same lines once more change nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from rulesets.records.score_cards.evenings import count_evening, people_of, read_evenings
from rulesets.records.score_cards.values import CardLine, Cells, Key, fold, sitters_of
from tournaments.models import Entry, Event, ScoreCards
from tournaments.records.card_files import read_card_file
from tournaments.records.card_games import CardGames
from tournaments.records.card_lines import contents_of, from_stored, renamed
from tournaments.records.card_people import PeopleMatcher, aliases_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from rulesets.records.score_cards.evenings import CardEvening
    from rulesets.records.score_cards.sheets import CardSheet
    from rulesets.records.score_cards.values import Contradiction
    from tournaments.records.card_people import CardPerson

SAME, SECOND = "same", "second"
MOST_SHOWN = 200  # problems


@dataclass(slots=True)
class CardAnswers:
    """What the host has answered: the `order` of unclear dates ("day" or "month"), the `game` of
    lines without one, what to do with evenings that are here by another name (`again`: "same" or
    "second"), `people` by folded name (a number of the book, 0 for somebody new). Settled `cells`
    by line and column, and the lines that stay as on the card (`accepted`; None: all)."""

    order: str = ""
    game: str = ""
    again: str = ""
    people: dict[str, int] = field(default_factory=dict)
    cells: Cells = field(default_factory=dict)
    accepted: frozenset[int] | None = frozenset()


@dataclass(slots=True)
class ReportedEvening:
    """An evening of a file. `state`: "new"; "known" as it is; "more": lines are new to it
    (`event`: the one that is here, with its `people_here` by folded name); "again": one of that
    game and date is here by another name."""

    counted: CardEvening
    state: str
    event: Event | None = None
    lines: tuple[CardLine, ...] = ()
    new_lines: int = 0
    cells: Cells = field(default_factory=dict)
    accepted: frozenset[int] | None = frozenset()
    people_here: dict[str, int] = field(default_factory=dict)

    @property
    def key(self) -> Key:
        """What it is known by."""
        return self.counted.key

    @property
    def is_taken(self) -> bool:
        """Whether something of it goes in."""
        return self.state in ("new", "more")

    @property
    def hands(self) -> int:
        """How many deals it has."""
        return sum(len(table.deals) for table in self.counted.played.tables)


@dataclass(slots=True)
class CardReport:
    """What a file of score cards says, with what is asked and open."""

    sheet: CardSheet
    games: CardGames
    evenings: list[ReportedEvening]
    people: dict[str, CardPerson]
    aliases: dict[str, str] = field(default_factory=dict)

    @property
    def open(self) -> list[Contradiction]:
        """What contradicts, in the order of the evenings."""
        return [
            contradiction
            for evening in self.evenings
            if evening.is_taken
            for contradiction in evening.counted.checked.open
        ]

    @property
    def people_to_ask(self) -> list[CardPerson]:
        """Names that somebody of the house may have."""
        return [person for person in self.people.values() if person.person_id is None]

    @property
    def again(self) -> list[ReportedEvening]:
        """Evenings of which one is here by another name."""
        return [evening for evening in self.evenings if evening.state == "again"]

    @property
    def taken(self) -> list[ReportedEvening]:
        """Evenings of which something goes in."""
        return [evening for evening in self.evenings if evening.is_taken]

    @property
    def is_asked(self) -> bool:
        """Whether something is to be answered."""
        questions = (self.sheet.order, self.sheet.game, self.again, self.people_to_ask)
        return any(map(bool, questions))

    @property
    def is_ready(self) -> bool:
        """Whether all of it can go in."""
        return not (self.sheet.problems or self.is_asked or self.open)

    @property
    def made(self) -> list[CardLine]:
        """Lines that were missing."""
        return [line for evening in self.taken for line in evening.counted.checked.made]

    @property
    def doubled(self) -> list[tuple[int, int]]:
        """Lines that stand there twice: the number, and that of the first."""
        return [pair for evening in self.taken for pair in evening.counted.checked.doubled]


def read_report(family: int, data: bytes, answers: CardAnswers) -> CardReport:
    """Read a file of score cards for a family. Raises Refused if it is none. Nothing is stored."""
    games = CardGames(family)
    sheet = read_card_file(data, games.slugs, order=answers.order, game=answers.game)
    by_key = read_evenings(sheet.lines)
    here = _Here(family, by_key)
    counts = Counter(
        who for lines in by_key.values() for who in {name for line in lines for name in line.side}
    )
    matcher = PeopleMatcher(family, here.known_names)
    people = matcher.match(people_of(by_key), counts, answers.people)
    reader = _EveningReader(here, games, people, answers)
    aliases = aliases_of(people)
    evenings = [
        reader.read(key, [renamed(line, aliases) for line in lines] if aliases else lines)
        for key, lines in by_key.items()
    ]
    return CardReport(sheet, games, evenings, people, aliases)


class _Here:
    """The evenings of a family that are here: those from cards, and others of the same games. Three
    statements."""

    def __init__(self, family: int, keys: Collection[Key]) -> None:
        cards = ScoreCards.objects.filter(event__family=family).select_related("event")
        self.cards = {Key(card.called, card.day, card.event.game): card for card in cards}
        entries = {pk for card in self.cards.values() for pk in card.people.values()}
        rows = Entry.objects.filter(event__score_cards__isnull=False, event__family=family)
        # An entry of two has the second under the name that stands second.
        self.sitters = {
            pk: (first, second)
            for pk, first, second in rows.values_list("pk", "person_id", "second_id")
            if pk in entries
        }
        self.known_names: dict[str, int] = {}
        for card in self.cards.values():
            self.known_names |= self.people_of(card)
        same_games = Q(game__in={key.game for key in keys})
        others = Event.objects.filter(same_games, family=family).order_by("pk")
        self.events: dict[tuple[str, str], list[Event]] = defaultdict(list)
        days = {card.event_id: card.day for card in self.cards.values()}
        for event in others:
            day = days.get(event.pk, event.date.isoformat())
            self.events[event.game, day].append(event)
            self.events[event.game, day[:4]].append(event)

    def people_of(self, cards: ScoreCards) -> dict[str, int]:
        """Return the people of an event from cards, by folded name. Two who share a chair stand in
        it in the order of the lines; that of `people` is the database's."""
        written = (
            fold(name)
            for line in cards.lines
            for chair in (*line["chairs"], *line["opponents"])
            for name in sitters_of(chair)
        )
        names = [name for name in dict.fromkeys(written) if name in cards.people]
        person_of: dict[str, int] = {}
        seen: set[int] = set()
        for name in dict.fromkeys((*names, *cards.people)):
            pk = cards.people[name]
            first, second = self.sitters.get(pk, (0, None))
            person_of[name] = second if pk in seen and second else first
            seen.add(pk)
        return {name: who for name, who in person_of.items() if who}


class _EveningReader:
    """Compares the evenings of a file with those that are here."""

    def __init__(
        self,
        here: _Here,
        games: CardGames,
        people: Mapping[str, CardPerson],
        answers: CardAnswers,
    ) -> None:
        self.here, self.games, self.answers = here, games, answers
        self.ids = {key: person.person_id for key, person in people.items()}

    def read(self, key: Key, lines: Sequence[CardLine]) -> ReportedEvening:
        """Read an evening."""
        cards = self.here.cards.get(key)
        if cards is not None:
            return self._compared(key, lines, cards)
        settled = self._settled(lines)
        counted = count_evening(key, lines, self.games.of(key.game), *settled)
        event = self._same_day(key)
        state = "new"
        if event is not None:
            state = {SAME: "known", SECOND: "new"}.get(self.answers.again, "again")
        new = len(lines) - len(counted.checked.doubled)
        here = event if state == "known" else None
        return ReportedEvening(counted, state, here, tuple(lines), new, *settled)

    def _settled(self, lines: Sequence[CardLine]) -> tuple[Cells, frozenset[int] | None]:
        numbers = {line.number for line in lines}
        cells = {at: value for at, value in self.answers.cells.items() if at[0] in numbers}
        return cells, self.answers.accepted

    def _same_day(self, key: Key) -> Event | None:
        """Return an event of that game and date (or of the year, of a year alone) that is not known
        by these cards."""
        return next(iter(self.here.events.get((key.game, key.date), ())), None)

    def _compared(self, key: Key, lines: Sequence[CardLine], cards: ScoreCards) -> ReportedEvening:
        """Read an evening that is here from cards: what it has already counts as it was settled
        then."""
        stored = from_stored(cards.lines, cards.day, key.game)
        people_here = self.here.people_of(cards)
        ids = self.ids | people_here

        def person(name: str) -> str:
            who = ids.get(fold(name))
            return f"#{who}" if who else fold(name)

        have = {contents_of(line, person) for line in stored.lines}
        new, seen = [], set()
        for line in lines:
            contents = contents_of(line, person)
            if contents not in have and contents not in seen:
                seen.add(contents)
                new.append(line)
        cells, accepted = self._settled(new)
        all_lines = (*stored.lines, *new)
        settled_cells = stored.cells | cells
        standing = None if accepted is None else stored.accepted | accepted
        counted = count_evening(key, all_lines, self.games.of(key.game), settled_cells, standing)
        state = "more" if new else "known"
        there = (cards.event, all_lines, len(new), settled_cells, standing)
        return ReportedEvening(counted, state, *there, people_here)


def settle(answers: CardAnswers, contradiction: Contradiction, choice: str) -> bool:
    """Take a choice for a contradiction into the answers: the number of a cure, "card", or numbers
    of one's own for each line, such as "6 7". Return whether it is one."""
    numbers = [line.number for line in contradiction.lines if line.number]
    if choice == "card":
        if answers.accepted is not None:
            answers.accepted |= set(numbers)
        return True
    if choice.startswith("cure-") and choice[5:].isdecimal():
        at = int(choice[5:])
        if at >= len(contradiction.cures):
            return False
        for number, cell, value in contradiction.cures[at].cells:
            answers.cells[number, cell] = value
        return True
    own = choice.split()
    column = own_column(contradiction)
    if not column or len(own) != len(contradiction.lines):
        return False
    if not all(text.isdecimal() and len(text) < MOST_FIGURES for text in own):
        return False
    for line, text in zip(contradiction.lines, own, strict=True):
        answers.cells[line.number, column] = int(text)
        if line.theirs is not None:
            others = [int(number) for number in own if number is not text]
            answers.cells[line.number, "theirs"] = sum(others)
    return True


MOST_FIGURES = 8


def own_column(contradiction: Contradiction) -> str:
    """Return the column in which a host may put numbers of one's own; "" where no numbers are
    wrong."""
    return {"tricks": "tricks", "sum": "points"}.get(contradiction.code, "")


def answers_to_json(answers: CardAnswers) -> dict[str, Any]:
    """Return answers as JSON."""
    return {
        "order": answers.order,
        "game": answers.game,
        "again": answers.again,
        "people": answers.people,
        "cells": [[line, column, value] for (line, column), value in answers.cells.items()],
        "accepted": None if answers.accepted is None else sorted(answers.accepted),
    }


def answers_from_json(stored: Mapping[str, Any]) -> CardAnswers:
    """Read such answers."""
    accepted = stored.get("accepted", [])
    return CardAnswers(
        order=stored.get("order", ""),
        game=stored.get("game", ""),
        again=stored.get("again", ""),
        people=dict(stored.get("people", {})),
        cells={(line, column): value for line, column, value in stored.get("cells", [])},
        accepted=None if accepted is None else frozenset(accepted),
    )
