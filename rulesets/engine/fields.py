"""What a report is asked for, resolved for one round: labels, bounds, kinds of answers.

Reports are plain JSON values in which people are numbers: places in the roster, from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from rulesets.cards.deck import FRENCH, Card
from rulesets.engine.answers.kind import Widget
from rulesets.engine.answers.number import NUMBER
from rulesets.engine.answers.people import PLAYER
from rulesets.engine.text import NOTHING, Words, say

if TYPE_CHECKING:
    from rulesets.engine.answers.kind import Kind
    from rulesets.engine.roster import Roster

Per = Literal["table", "player", "side"]
NOBODY = say("Nobody")


@dataclass(frozen=True, slots=True)
class Counter:
    """How cards, tiles or dice can answer a field; `rulesets.cards.picker` does the counting.

    `kind` is what `python -m rulesets count` calls it: "gin" (what is left beside the best melds),
    "golf" (a grid), "poker" (the best five; it has no number), "nine" and "21" (the total of a hand
    whose jokers bring it nearest to that), "cards" (the sum of the `values`),
    "points" (the same of what lies on the table, less that of the hand), "suit" (the
    best sum of one suit; `of` the halves that cards of one rank count instead, 0: no more than
    others), "tiles" (the pips of
    dominoes; `of` the highest double of the set and the one in the middle, -1 for none), "dice"
    (what a roll of 10,000 scores, to be added to what the field holds; `of` what a turn has to come
    to, to count at all), "ranks" (books that are told by their ranks, so many for each pack).
    `least` and `most` say how many cards are wanted, in `rows` rows where their order matters
    (0: it does not). They come from `packs` times the cards of the `suits` (but those `without`)
    and, in all, `jokers` jokers. `wild` is the field of the report that names the wild rank, where
    that is not known before.
    `table` is where melds that lie on the table may be laid off on: if another field of the report
    has one of these values, as with `Field.when`; None: never.
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
    with an answer, or None, for everyone in the roster; "side" a list with one for each side.
    Numbers lie in `low`..`high` in steps of `step` from 0, or are one of `also`; with a `total`
    the answers add up to it (so that the last one follows by itself). Made-up ones lie within
    `usual`, where the bounds are those of the deck and seldom reached. `blank` is the number that
    a form keeps where none was given (None: it keeps none).
    `when`: asked only where another field has one of these values; it belongs to no other report.
    `parts`: instead of a choice the answer may be an object of these fields; `parts_label` is what
    that answer is called beside the choices. `nobody` is what it is called to name no player.
    `rare`: seldom answered, so that a form may fold it away. `rows` and `columns`: of cards.
    `counter`: how the answer can be counted from cards (each answer of a list by itself); the cards
    themselves are the answer where the kind is cards. None: it cannot be.
    `unit` is what the numbers count, within a sentence ("hearts"); `sign` a few letters or a suit
    that stand for it where room is short ("♥", "Q♠").
    `everybody`: each player who is in the round has to answer, but for whom the answer `none_for`
    names: that one has 0 by the rules, and is not asked. `sum_text` is the refusal when `total` is
    missed.
    """

    key: str
    label: Words
    help: Words = NOTHING
    kind: Kind = NUMBER
    per: Per = "table"
    low: int = 0
    high: int = 0
    step: int = 1
    also: tuple[float, ...] = ()
    usual: tuple[int, int] | None = None
    blank: int | None = None
    total: int | None = None
    choices: tuple[tuple[str, Words], ...] = ()
    required: bool = True
    everybody: bool = False
    none_for: str = ""
    when: tuple[str, tuple[Any, ...]] | None = None
    parts: tuple[Field, ...] = ()
    parts_label: Words = NOTHING
    nobody: Words = NOBODY
    rare: bool = False
    rows: int = 0
    columns: int = 0
    counter: Counter | None = None
    before: bool = False
    says: Words = NOTHING
    unit: Words = NOTHING
    sign: str = ""
    sum_text: str = "{label} add up to {sum}; there are {total}."

    @property
    def is_numbers(self) -> bool:
        """Whether it asks numbers of several people or sides, whatever else is answered."""
        widget = self.kind.widget(self)
        return widget is Widget.NUMBER and self.per != "table" and self.when is None

    def words(self, value: Any, roster: Roster) -> Words:
        """An answer to it in words; `value` is a list unless the table answers."""
        if self.per == "table":
            return self.kind.words(self, value, roster)
        names = roster.side_names if self.per == "side" else roster.names
        each = [(names[place], one) for place, one in enumerate(value) if one is not None]
        return self.kind.words_of_each(self, each, roster)


AWAY = Field("away", say("Away"), say("Takes no part in this round."), PLAYER)
