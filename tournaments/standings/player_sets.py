"""The explanation of somebody's score: sets or rounds, their hands, and lines; and how a snapshot
stores it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class PointLine:
    """Points, and the text that says why."""

    points: int
    text: str
    rule: str  # anchor in the game's rule text
    unit: str = ""  # if it is not the unit of the totals


@dataclass(frozen=True, slots=True)
class PlayerHand:
    """A hand and what it brought the player."""

    deal: int
    called: str  # its name, or whose result it is if a round has several; else ""
    points: int | None  # None: not reported yet, somebody else had the chair, or the round's own
    summary: str  # of the report, "7 : 6"
    lines: tuple[PointLine, ...]
    provisional: bool
    note: str  # "a substitute had the chair", ...


@dataclass(frozen=True, slots=True)
class PlayerSet:
    """A set with its hands; or a round of a board that lasts, with one hand."""

    number: int
    name: str
    line: str
    rule: str  # anchor in the rule text; "" for a round
    points: int | None  # None: took no part
    table: int | None
    compass: str
    partner: str  # "" where there is none
    opponents: tuple[str, ...]
    note: str  # "sat out: ...", "not here", ""
    hands: tuple[PlayerHand, ...]
    at: tuple[int, ...] = ()  # set, table and deal of a round's report
    made: int | None = None  # points of the game, if something else is carried
    carry: tuple[PointLine, ...] = ()  # why so much is carried

    @property
    def dealt(self) -> bool:
        """Whether it is a set with numbered hands."""
        return bool(self.rule)

    @property
    def where(self) -> str:
        """Where the player sat and with whom; "" if that is the same all evening."""
        if self.dealt and self.table is not None:
            words = _("Table {number}, {chair}").format(number=self.table, chair=self.compass)
            words += self.partner and _(", with {name}").format(name=self.partner)
            others = self.opponents
            alone = len(others) > 1 and not self.partner
            template = _(", with {names}") if alone else _(", against {names}")
            return words + template.format(names=", ".join(others)) if others else words
        if self.opponents:
            words = _("Place {number}, with {names}")
            return words.format(number=self.table, names=", ".join(self.opponents))
        return ""


def to_json(sets: Iterable[PlayerSet]) -> list[dict[str, Any]]:
    """The explanation as JSON for a snapshot."""
    return [
        {
            **_field_values(player_set),
            "hands": list(map(_hand_to_json, player_set.hands)),
            "carry": list(map(_field_values, player_set.carry)),
        }
        for player_set in sets
    ]


def _hand_to_json(hand: PlayerHand) -> dict[str, Any]:
    return {**_field_values(hand), "lines": list(map(_field_values, hand.lines))}


def _field_values(value: PlayerSet | PlayerHand | PointLine) -> dict[str, Any]:
    """The fields of a value without copying: `asdict` copies everything in them."""
    return {name: getattr(value, name) for name in value.__slots__}


def from_json(stored: Iterable[Mapping[str, Any]]) -> tuple[PlayerSet, ...]:
    """The explanation from a snapshot's JSON."""
    return tuple(
        PlayerSet(
            **{
                **values,
                "opponents": tuple(values["opponents"]),
                "at": tuple(values.get("at", ())),
                "carry": tuple(PointLine(**line) for line in values.get("carry", ())),
                "hands": tuple(map(_hand_from_json, values["hands"])),
            }
        )
        for values in stored
    )


def _hand_from_json(stored: Mapping[str, Any]) -> PlayerHand:
    values = {**stored, "lines": tuple(PointLine(**line) for line in stored["lines"])}
    if "trump" in values:  # stored by an earlier version
        values["called"] = values.pop("trump")
    return PlayerHand(**values)
