"""What a person's evening is explained with: sets or rounds, hands, and lines with their reasons.

A line is a movement of the ledger, seen from the person (or the team) that it concerns. Lines of
the very same reason are one. So are stakes that differ in a single word of their sentence ("Ann
antes on 10♠, J♦ and Q♣"). What brought nothing has its line too where the rules give a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.engine.words import Words
from tournaments.words import and_list, said

if TYPE_CHECKING:
    from rulesets.engine.plays import Movement, Plays


@dataclass(frozen=True, slots=True)
class PointLine:
    points: int
    text: str
    rule: str  # anchor in the game's rule text
    unit: str = ""  # of what, where it is not what the totals count


@dataclass(frozen=True, slots=True)
class PlayerHand:
    deal: int
    called: str  # what is dealt, or whose result it is where a round has several; else ""
    points: int | None  # None: not reported yet, somebody else had the chair, or the round's own
    summary: str  # of the report, "7 : 6"
    lines: tuple[PointLine, ...]
    provisional: bool
    note: str  # "a substitute had the chair", ...


@dataclass(frozen=True, slots=True)
class PlayerSet:
    """A set with its hands, or a round of a board that lasts, which is a hand by itself."""

    number: int
    name: str
    line: str
    rule: str  # where the set stands in the rule text; "" for a round
    points: int | None  # None: took no part
    table: int | None
    compass: str
    partner: str  # "" where there is none
    opponents: tuple[str, ...]
    note: str  # "sat out: ...", "not here", ""
    hands: tuple[PlayerHand, ...]
    at: tuple[int, ...] = ()  # set, table and deal of a round's report

    @property
    def dealt(self) -> bool:
        """Whether it is a set, of hands that have numbers."""
        return bool(self.rule)

    @property
    def where(self) -> str:
        """Where one sat in it, and with whom; "" where that is the same all evening."""
        if self.dealt and self.table is not None:
            words = _("Table {number}, {chair}").format(number=self.table, chair=self.compass)
            words += self.partner and _(", with {name}").format(name=self.partner)
            against = _(", against {names}").format(names=", ".join(self.opponents))
            return words + against if self.opponents else words
        if self.opponents:
            words = _("Place {number}, with {names}")
            return words.format(number=self.table, names=", ".join(self.opponents))
        return ""


def to_json(sets: Iterable[PlayerSet]) -> list[dict[str, Any]]:
    """The explanation as a snapshot keeps it."""
    return [{**_told(one), "hands": list(map(_hand_to_json, one.hands))} for one in sets]


def _hand_to_json(hand: PlayerHand) -> dict[str, Any]:
    return {**_told(hand), "lines": list(map(_told, hand.lines))}


def _told(value: PlayerSet | PlayerHand | PointLine) -> dict[str, Any]:
    """The fields of a value, as they are: `asdict` copies all that is in them, piece by piece."""
    return {name: getattr(value, name) for name in value.__slots__}


def from_json(kept: Iterable[Mapping[str, Any]]) -> tuple[PlayerSet, ...]:
    """The explanation that a snapshot keeps."""
    return tuple(
        PlayerSet(
            **{
                **one,
                "opponents": tuple(one["opponents"]),
                "at": tuple(one.get("at", ())),
                "hands": tuple(map(_hand_from_json, one["hands"])),
            }
        )
        for one in kept
    )


def _hand_from_json(kept: Mapping[str, Any]) -> PlayerHand:
    told = {**kept, "lines": tuple(PointLine(**line) for line in kept["lines"])}
    if "trump" in told:  # kept by an earlier version
        told["called"] = told.pop("trump")
    return PlayerHand(**told)


def point_lines(
    plays: Plays,
    movements: Iterable[Movement],
    concerns: Callable[[Movement], int | None],
) -> tuple[PointLine, ...]:
    """The movements that concern somebody (`concerns`: what one brings, None: nothing to do with
    it) as lines."""
    groups: list[tuple[list[Movement], int]] = []
    for movement in movements:
        amount = concerns(movement)
        if amount is None:
            continue
        if groups and _alike(plays, [*groups[-1][0], movement]):
            groups[-1] = ([*groups[-1][0], movement], groups[-1][1] + amount)
        else:
            groups.append(([movement], amount))
    return tuple(
        PointLine(
            points=amount,
            text=_sentence(alike),
            rule=alike[0].rule,
            unit="" if alike[0].unit == plays.unit else _unit(alike[0].unit, amount),
        )
        for alike, amount in groups
    )


def _unit(unit: str, amount: int) -> str:
    """The word for a unit, which is called by its plural, beside an amount of it."""
    return ngettext(unit.removesuffix("s"), unit, abs(amount))


def _alike(plays: Plays, movements: Sequence[Movement]) -> bool:
    """Whether movements stand in one line."""
    first, last = movements[0], movements[-1]
    if (first.rule, first.unit) != (last.rule, last.unit):
        return False
    if first.unit not in plays.conserved:
        return first.words == last.words
    return first.words.template == last.words.template and len(_varied(movements)) == 1


def _varied(alike: Sequence[Movement]) -> list[str]:
    """The parameters that differ."""
    first = alike[0].words.params
    return [key for key in first if any(one.words.params[key] != first[key] for one in alike)]


def _sentence(alike: Sequence[Movement]) -> str:
    first = alike[0].words
    params = dict(first.params)
    for key in _varied(alike):
        params[key] = and_list([_word(one.words.params[key]) for one in alike])
    return said(replace(first, params=params))


def _word(value: object) -> str:
    return said(value) if isinstance(value, Words) else str(value)
