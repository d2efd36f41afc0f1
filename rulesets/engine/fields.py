"""The questions of a report, resolved for one round: labels, bounds, kinds of answers.

Reports are plain JSON values in which people are numbers: places in the roster, from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from rulesets.cards.deck import FRENCH, Card
from rulesets.engine.answers.kind import Widget
from rulesets.engine.answers.number import NUMBER
from rulesets.engine.answers.people import PLAYER
from rulesets.engine.text import NOTHING, Phrase, say

if TYPE_CHECKING:
    from rulesets.engine.answers.kind import Kind
    from rulesets.engine.roster import Roster

Per = Literal["table", "player", "side"]
NOBODY = say("Nobody")


@dataclass(frozen=True, slots=True)
class Counter:
    """How cards, tiles or dice can answer a field; `rulesets.cards.picker` does the counting.

    `kind` is its name in `python -m rulesets count`: "gin" (the deadwood beside the best melds),
    "golf" (a grid), "poker" (the best five; no number), "nine" and "21" (the total of a hand whose
    jokers bring it nearest to that), "cards" (the sum of the `values`), "points" (the same for the
    table, minus the hand), "suit" (the best sum of one suit; `of` the halves that cards of one rank
    count instead, 0: no more than others), "tiles" (the pips of dominoes; `of` the highest double
    of the set and the one in the middle, -1 for none), "dice" (the score of a roll of 10,000, to be
    added to what the field holds; `of` the least that a turn has to score to count at all), "ranks"
    (books given by their ranks, this many for each pack). `least` and `most` are the number of
    cards, in `rows` rows if their order matters (0: it does not). They come from `packs` times the
    cards of the `suits` (except those `without`) and `jokers` jokers in all. `wild` is the field of
    the report that names the wild rank, if that is not known in advance. `table` says when cards
    may be laid off on melds on the table: if another field of the report has one of these values,
    as with `Field.when`; None: never.
    """

    kind: Literal[
        "gin", "golf", "poker", "nine", "21", "cards", "points", "suit", "tiles", "dice", "ranks"
    ]
    most: int
    least: int = 1
    rows: int = 0
    packs: int = 1
    jokers: int = 0
    table: tuple[str, tuple[str, ...]] | None = None
    values: Any = None
    suits: tuple[int, ...] = FRENCH
    without: frozenset[Card] = frozenset()
    wild: str = ""
    of: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """One question of a report.

    `kind` is an object of `rulesets.engine.answers`. `per`: "table" is one answer; "player" a list
    with an answer, or None, for everybody in the roster; "side" a list with one for each side.

    Numbers are in `low`..`high` in steps of `step` from 0, or are one of `also`; with a `total` the
    answers add up to it (so the last one follows). Made-up ones are within `usual`, if the bounds
    are those of the deck and rarely reached. `blank` is the number that a form stores if none was
    given (None: it stores none).

    `when`: asked only if another field has one of these values, and not allowed in any other
    report. `parts`: instead of a choice the answer may be an object of these fields; `parts_label`
    is the name of that answer beside the choices. `nobody` is the label for naming no player.

    `rare`: seldom answered, so a form may fold it away. `rows` and `columns`: of cards. `counter`:
    how the answer can be counted from cards (each answer of a list by itself); if the kind is
    cards, the cards themselves are the answer. None: it cannot be.

    `unit` is what the numbers count, within a sentence ("hearts"); `sign` a few letters or a suit
    that stand for it where there is little room ("♥", "Q♠").

    `everybody`: each player in the round has to answer, except the one named in the answer
    `none_for`, who has 0 by the rules and is not asked. `instead`: each player has to answer it or
    one of the questions with these keys, or is named there as gone home. `needed_for`: it has to be
    answered if the question with this key names somebody. `of_whom`: it is about whoever, player or
    side, is named in the answer with this key or, with `is_opposite`, about the other side.
    `sum_text` is the refusal if the answers miss `total`.
    """

    key: str
    label: Phrase
    help: Phrase = NOTHING
    kind: Kind = NUMBER
    per: Per = "table"
    low: int = 0
    high: int = 0
    step: int = 1
    also: tuple[float, ...] = ()
    usual: tuple[int, int] | None = None
    blank: int | None = None
    total: int | None = None
    choices: tuple[tuple[str, Phrase], ...] = ()
    required: bool = True
    everybody: bool = False
    none_for: str = ""
    when: tuple[str, tuple[Any, ...]] | None = None
    parts: tuple[Field, ...] = ()
    parts_label: Phrase = NOTHING
    nobody: Phrase = NOBODY
    rare: bool = False
    rows: int = 0
    columns: int = 0
    counter: Counter | None = None
    before: bool = False
    says: Phrase = NOTHING
    unit: Phrase = NOTHING
    sign: str = ""
    instead: tuple[str, ...] = ()
    needed_for: str = ""
    of_whom: str = ""
    is_opposite: bool = False
    sum_text: str = "{label} add up to {sum}; there are {total}."

    @property
    def is_numbers(self) -> bool:
        """Whether it asks several people or sides for numbers, whatever else can be answered."""
        widget = self.kind.widget(self)
        return widget is Widget.NUMBER and self.per != "table" and self.when is None

    @property
    def asks_for_nobody(self) -> bool:
        """Whether naming no player is an answer with words of its own ("Nobody: thrown in"), which
        is chosen like any other."""
        return not self.required and not self.rare and self.nobody != NOBODY

    def words(self, value: Any, roster: Roster) -> Phrase:
        """Return an answer in words; `value` is a list unless the table answers."""
        if self.per == "table":
            return self.kind.words(self, value, roster)
        names = roster.side_names if self.per == "side" else roster.names
        each = [(names[place], answer) for place, answer in enumerate(value) if answer is not None]
        return self.kind.words_of_each(self, each, roster)


AWAY = Field("away", say("Away"), say("Takes no part in this round."), PLAYER)
