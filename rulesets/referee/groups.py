"""Cards that are laid together: chains of one number, and staircases of one suit.

Numbers run in a circle, such as ace to king and round again; a deck may leave some out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import NamedTuple

from rulesets.equipment.cards import Card
from rulesets.referee.laid import Laid

FEWEST = 3  # cards of a chain or a staircase
CHAIN, STAIRCASE, SINGLE = "chain", "staircase", "single"


class Face(NamedTuple):
    """What a laid card counts as: its number and suit, the card itself, the rank whose power it
    uses (0: none), and whether it is a plain card that was called nothing."""

    value: int
    suit: int
    card: Card
    acts: int = 0
    plain: bool = True


@dataclass(frozen=True, slots=True)
class Circle:
    """The numbers of a deck, in their order."""

    values: tuple[int, ...]

    def step(self, one: int, other: int) -> int | None:
        """1 for one up, -1 for one down, 0 for the same, None for anything else."""
        if one == other:
            return 0
        if one not in self.values or other not in self.values:
            return None
        apart = (self.values.index(other) - self.values.index(one)) % len(self.values)
        return {1: 1, len(self.values) - 1: -1}.get(apart)

    def near(self, value: int) -> tuple[int, ...]:
        """One down, the same, one up."""
        place = self.values.index(value)
        count = len(self.values)
        return self.values[place - 1], value, self.values[(place + 1) % count]

    def beyond(self, value: int, way: int) -> int:
        """The number one further on."""
        return self.values[(self.values.index(value) + way) % len(self.values)]

    def kind(self, faces: Sequence[Face]) -> str | None:
        """What these cards are together; None if they are no group."""
        if len(faces) == 1:
            return SINGLE
        if len(faces) < FEWEST:
            return None
        if len({face.value for face in faces}) == 1:
            return CHAIN
        ways = {self.step(one.value, other.value) for one, other in pairwise(faces)}
        once = len({face.value for face in faces}) == len(faces)
        if len({face.suit for face in faces}) == 1 and ways in ({1}, {-1}) and once:
            return STAIRCASE
        return None


def chains(held: Counter[Laid], values: dict[Laid, int], value: int) -> Iterator[tuple[Laid, ...]]:
    """Every chain of a number that a hand holds, its cards in the order of their texts."""
    laid = sorted((one for one in held if values[one] == value), key=lambda one: one.text)
    for counts in product(*(range(held[one] + 1) for one in laid)):
        if sum(counts) >= FEWEST:
            pairs = zip(laid, counts, strict=True)
            yield tuple(one for one, count in pairs for _ in range(count))


def staircases(
    held: Counter[Laid], values: dict[Laid, int], circle: Circle, first: Laid
) -> Iterator[tuple[Laid, ...]]:
    """Every staircase that a hand holds from a first card on, as it is laid."""
    by_value: dict[int, list[Laid]] = {}
    for one in held:
        if one.card.suit == first.card.suit:
            by_value.setdefault(values[one], []).append(one)
    for way in (1, -1):
        yield from _longer((first,), by_value, values, circle, way)


def _longer(
    laid: tuple[Laid, ...],
    by_value: dict[int, list[Laid]],
    values: dict[Laid, int],
    circle: Circle,
    way: int,
) -> Iterator[tuple[Laid, ...]]:
    if len(laid) >= FEWEST:
        yield laid
    if len(laid) == len(circle.values):
        return
    for one in by_value.get(circle.beyond(values[laid[-1]], way), ()):
        if all(one.card != other.card for other in laid):
            yield from _longer((*laid, one), by_value, values, circle, way)
