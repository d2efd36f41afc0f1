"""What a game needs on the table: packs of cards, dice, dominoes, a board, and what else."""

from __future__ import annotations

from dataclasses import dataclass

from rulesets.engine.words import Words, as_is, as_words, joined, say

NAMED_SETS = {6: "a double-six set of dominoes", 9: "a double-nine set of dominoes"}
NAMED_SETS[12] = "a double-twelve set of dominoes"


@dataclass(frozen=True, slots=True)
class Needs:
    """What lies on the table.

    `decks` are the fewest and the most packs that are needed, `each` so many more for every
    player; `pack` is what is in one where it is not the usual 52 cards ("9 to ace"), `jokers`
    says that they stay in. `dominoes` is the highest double of the set. `also` are other things,
    in words.
    """

    decks: tuple[int, int] = (0, 0)
    each: int = 0
    pack: str = ""
    jokers: bool = False
    dice: int = 0
    dominoes: int = 0
    board: bool = False
    also: tuple[str | Words, ...] = ()

    @property
    def cards(self) -> bool:
        """Whether it is played with cards."""
        return self.decks[1] > 0 or self.each > 0

    def packs(self, players: int) -> tuple[int, int]:
        """The fewest and the most packs for so many players."""
        low, high = self.decks
        return low + self.each * players, high + self.each * players

    @property
    def parts(self) -> tuple[Words, ...]:
        """What is needed, one thing after the other."""
        found = [_cards(self)] if self.cards else []
        if self.dice:
            found.append(say("{count} dice", count=self.dice))
        if self.dominoes:
            found.append(Words(NAMED_SETS[self.dominoes]))
        if self.board:
            found.append(say("the board"))
        return (*found, *map(as_words, self.also))

    @property
    def words(self) -> Words:
        """The same in one line ("3 or 4 packs of cards with jokers, four quarters each")."""
        parts = self.parts
        keys = [f"part{number}" for number in range(len(parts))]
        return Words(", ".join(f"{{{key}}}" for key in keys), dict(zip(keys, parts, strict=True)))


def _cards(needs: Needs) -> Words:
    (low, high), told = needs.decks, {}
    with_jokers = " with jokers" if needs.jokers else ""
    if needs.each:
        text = f"a pack of cards{with_jokers} for each player"
        text += ", and one more" if low else ""
    elif high == 1:
        text = f"1 pack of cards{with_jokers}"
    else:
        between = "{some} or {last}" if high - low == 1 else "{some} to {last}"
        counts = as_is(str(low)) if low == high else joined([str(low), str(high)], between)
        text, told = f"{{count}} packs of cards{with_jokers}", {"count": counts}
    text += f" ({needs.pack})" if needs.pack else ""
    return Words(text, told)


def decks(
    low: int = 0, high: int = 0, *also: str, each: int = 0, pack: str = "", jokers: bool = False
) -> Needs:
    """`low` (to `high`) packs of cards, `each` more a player, and what else there has to be."""
    return Needs((low, high or low), each, pack, jokers, also=also)


def board(low: int = 0, high: int = 0, *also: str, each: int = 0, jokers: bool = False) -> Needs:
    """A board of the game's own, and cards beside it."""
    return Needs((low, high or low), each, jokers=jokers, board=True, also=also)
