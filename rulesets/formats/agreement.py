"""What people have agreed on for an evening, and what of it can still change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.engine.game import names_of
from rulesets.engine.problems import error
from rulesets.formats.format import first_stage
from rulesets.formats.set_options import LENGTH_KEYS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.engine.problems import Problem
    from rulesets.formats.format import Format
    from rulesets.formats.parts import Until


def open_options(format: Format, seating_count: int, *, reported: bool) -> frozenset[str]:
    """Which options of the format itself can still change once so many seatings are shown;
    `reported`: results may have come in."""
    second = format.length.second
    past: dict[Until, bool] = {
        "seats": seating_count > 0,
        "second seats": seating_count > 1,
        "result": reported,
        "stage": second is not None and seating_count > second[0],
    }
    until = format.agreement.until
    names = names_of(format.kind.options)
    return frozenset(name for name in names if name not in until or not past[until[name]])


def check_change(before: Format, after: Format, seating_count: int) -> tuple[Problem, ...]:
    """Problems of changing from the options of `before` to those of `after` once so many seatings
    are shown, each at ("options", name): people stay entered in roles, or without; and there are at
    least as many sets as are seated, except in a second stage or if people decide how many."""
    were, stage = before.length.second, first_stage(after)
    if were and after.length.second and seating_count > were[0]:
        return ()
    if seating_count and before.facts.roles != stage.facts.roles:
        text = (
            "The seats are already shown, so this can no longer switch between playing with roles "
            "and without. Choose another way to move."
        )
        return (error("options.roles", text, ("options", "moves")),)
    if not stage.length.sets or stage.length.by_people or stage.length.sets >= seating_count:
        return ()
    text = "{count} sets are already seated. Choose at least {count}."
    return (error("options.rounds", text, ("options", "rounds"), count=seating_count),)


def length_keys(format: Format) -> frozenset[str]:
    """The options of the format itself that say how long an evening is, and how many scores of a
    team count; they follow from how many people come, so an evening like another one does not take
    them over."""
    return LENGTH_KEYS & names_of(format.kind.options)


def fit_length(format: Format, options: Mapping[str, object], people: int) -> dict[str, object]:
    """Options (plain values by name) with the length that is proposed for so many people."""
    proposed, keys = format.offer.propose(people), length_keys(format)
    others = {name: value for name, value in options.items() if name not in keys}
    return others | {name: proposed[name] for name in keys & proposed.keys()}
