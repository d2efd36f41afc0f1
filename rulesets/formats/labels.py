"""What things are called in a format: its deals, sets, tables and chairs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulesets.engine.text import NOTHING, ROUND, DealNames, Phrase, say

if TYPE_CHECKING:
    from rulesets.engine.rounds import RoundSet

HAND = DealNames(
    say("Hand"), say("hand"), say("hands"), "Hand {number}", "hand {number}", say("Hand")
)
SET = DealNames(say("Set"), say("set"), say("sets"), "Set {number}", "set {number}", say("Set"))


@dataclass(frozen=True, slots=True)
class SetNames:
    """A set or a round in words: its `name` ("Partners I"), a `title` with its number ("Set 1 ·
    Partners I"), `within` a sentence ("set 1"), its `seats` ("The seats of set 1"), and how far the
    evening has come with it, by number (`when`: "Set 1 of 7") and also by name (`when_named`). Its
    `headline` over the seats is what is played for ("Semifinals"), or else its name.
    Where tables show that themselves, name, title and progress are nothing."""

    name: Phrase = NOTHING
    title: Phrase = NOTHING
    within: Phrase = NOTHING
    seats: Phrase = NOTHING
    when: Phrase = NOTHING
    when_named: Phrase = NOTHING
    headline: Phrase = NOTHING


@dataclass(frozen=True)
class Labels:
    """The words of a format; here those of tables that stay together all evening.

    - `deal`: what a report is about; `seating`: a set or a round;
    - `total`: what totals are called; nothing for points that people carry;
    - `chairs`: their names (empty: numbers);
    - `by_set`: the columns of points in the standings are of whole sets;
    - `sets`: those of the game, or of a finished evening (often none);
    - `over_text` ({set}) refuses a table's report for seats that others have followed; `clock_text`
      is shown beside the time left; `winners` are the titles of one winner and of several.
    """

    deal: DealNames
    seating: DealNames = ROUND
    total: Phrase = NOTHING
    chairs: tuple[str, ...] = ()
    over_text: str = "The final table is seated. Ask the host to correct this."
    clock_text: str = "left"
    winners: tuple[str, str] = ("The winner", "The winners")
    by_set: bool = False
    sets: tuple[RoundSet, ...] = ()

    def for_sets(self, count: int, near: NameSet, heading: NameSet) -> Labels:
        """The same for so many sets (0: not known yet) with these names; here there are none."""
        return self

    @property
    def column_title(self) -> Phrase:
        """The heading over the columns of points in the standings."""
        return self.seating.title if self.by_set else self.deal.title

    def column(self, number: int) -> SetNames:
        """The name of a column of points in the standings, and its name within a sentence."""
        if self.by_set:
            return self.of_set(number)
        return SetNames(self.deal.numbered(number), within=self.deal.within(number))

    def amount(self, count: int) -> Phrase:
        """How much was played, given the number of columns of points in the standings; nothing if
        everybody knows how many sets there are."""
        if self.by_set:
            return NOTHING
        name = self.deal.one if count == 1 else self.deal.many
        return Phrase("{n} {deals}", {"n": count, "deals": name})

    def of_set(self, number: int) -> SetNames:
        """A set or a round."""
        name = say("Final table") if number > 1 else NOTHING
        return SetNames(name, name, say("round {number}", number=number), say("The seats"))

    def table(self, seating: int, table: int) -> Phrase:
        """The name of a table, usually its number."""
        return say("Final table") if seating > 1 else say("Table {number}", number=table)

    def chair(self, chair: int) -> Phrase:
        """The name of a chair; its number if chairs have no names."""
        if chair < len(self.chairs):
            return say(self.chairs[chair])
        return say("Chair {number}", number=chair + 1)

    def place(
        self, seating: int, table: int, deal: int | None = None, *, alone: bool = False
    ) -> Phrase:
        """Where a report belongs: "Round 2, table 3"; without a deal, where a table is. `alone`:
        there is only one table."""
        if deal is None:
            return NOTHING if alone else say("Table {table}", table=table)
        if seating > 1:
            return say("Final table, {deal}", deal=self.deal.within(deal))
        if alone:
            return self.deal.numbered(deal)
        return say("{deal}, table {table}", deal=self.deal.numbered(deal), table=table)


@dataclass(frozen=True)
class LineLabels(Labels):
    """The words of a long table, along which couples have places."""

    over_text: str = "Round {set} is over. Ask the host to correct the result."

    def of_set(self, number: int) -> SetNames:
        """A round."""
        plain, name = super().of_set(number), say("Round {number}", number=number)
        when = self.deal.numbered(number)
        return SetNames(name, name, plain.within, plain.seats, when, when)

    def table(self, seating: int, table: int) -> Phrase:
        """A couple's place along the table."""
        return say("Place {number}", number=table)

    def chair(self, chair: int) -> Phrase:
        """Nothing: a couple's two chairs have no names."""
        return NOTHING

    def place(
        self, seating: int, table: int, deal: int | None = None, *, alone: bool = False
    ) -> Phrase:
        """The round, and the couple's place along the table."""
        return say("Round {round}, place {table}", round=seating, table=table)


NameSet = Callable[[int, int], Phrase]
"""The name of a set, from its number and how many there are (0: not known yet)."""


def name_no_set(number: int, count: int) -> Phrase:
    """Return nothing."""
    return NOTHING


@dataclass(frozen=True, kw_only=True)
class SetLabels(Labels):
    """The words of sets, between which people change tables.

    - `count`: how many there are (0: not known yet);
    - `near` names a set by how close it is to the final, and `heading` is a title of its own for
      its seats; both often nothing.
    """

    seating: DealNames = SET
    over_text: str = "Set {set} is over. Ask the host to correct the result."
    clock_text: str = "left in this set"
    winners: tuple[str, str] = ("The champion", "The champions")
    by_set: bool = True
    count: int = 0
    near: NameSet = name_no_set
    heading: NameSet = name_no_set

    def for_sets(self, count: int, near: NameSet, heading: NameSet) -> SetLabels:
        """The same for so many sets with these names."""
        return replace(self, count=count, near=near, heading=heading)

    def of_set(self, number: int) -> SetNames:
        """A set, by number and name."""
        plain, named = f"Set {number}", 0 < number <= len(self.sets)
        name = say(self.sets[number - 1].name if named else plain)
        best = self.near(number, self.count) or name
        title = when = say("Set {number}", number=number)
        if self.count:
            when = Phrase("Set {number} of {all}", {"number": number, "all": self.count})
        when_named = when
        if best.template != plain:
            title = say("Set {number} · {name}", number=number, name=best)
            text = "{name}, set {number} of {sets}"
            when_named = say(text, name=best, number=number, sets=self.count)
        return SetNames(
            name,
            self.heading(number, self.count) or title,
            say("set {number}", number=number),
            Phrase("The seats of set {set}", {"set": number}),
            when,
            when_named,
            best,
        )

    def table(self, seating: int, table: int) -> Phrase:
        """Its number."""
        return say("Table {number}", number=table)

    def place(
        self, seating: int, table: int, deal: int | None = None, *, alone: bool = False
    ) -> Phrase:
        """The set, the table and the deal."""
        if not deal:
            return say("Set {set}, table {table}", set=seating, table=table)
        text, called = "Set {set}, table {table}, {deal}", self.deal.within(deal)
        return say(text, set=seating, table=table, deal=called)
