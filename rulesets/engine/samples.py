"""Made-up reports: from the declaration alone, for tests, the demo and pictures of papers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.engine.report_reading import decided

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from rulesets.engine.fields import Field
    from rulesets.engine.rounds import Rounds
    from rulesets.engine.table import Table

TRIES = 400
BIDS_MADE = 0.7  # how often a bid is made


def sample_report(plays: Rounds, table: Table, chance: Random) -> dict[str, Any]:
    """A report of the round that comes, without errors. Raises LookupError if none was found."""
    for _ in range(TRIES):
        report = unchecked_report(plays, table, chance)
        for check in plays.checks:
            mend = getattr(check, "mend", None)
            if mend is not None:
                mend(report, table, chance)
        problems = plays.check(table, report)
        if not any(problem.severity == "error" for problem in problems):
            return report
    raise LookupError(f"no report of round {table.number} could be made up")


def unchecked_report(plays: Rounds, table: Table, chance: Random) -> dict[str, Any]:
    """Answers within their bounds and totals; the game's own checks may refuse them."""
    report: dict[str, Any] = {}
    fields = plays.fields(table)
    for field in fields:
        if field.when is not None and decided(field, fields, report) not in field.when[1]:
            continue
        if field.rare or (not field.required and chance.random() < 0.5):
            continue
        report[field.key] = _answer(field, table, chance)
    _repeat_bids(fields, report, chance)
    return report


def _repeat_bids(fields: Sequence[Field], report: dict[str, Any], chance: Random) -> None:
    """What is said before the hand is often what comes of it: bids are made more often than not."""
    for said in (field for field in fields if field.before and field.key in report):
        for came in fields:
            alike = _bounds(came) == _bounds(said)
            if came.before or not alike or said.per == "table" or came.key not in report:
                continue
            report[said.key] = [
                made if chance.random() < BIDS_MADE else bid
                for bid, made in zip(report[said.key], report[came.key], strict=True)
            ]


def _bounds(field: Field) -> tuple[Any, ...]:
    return field.per, field.low, field.high, field.step


def _answer(field: Field, table: Table, chance: Random) -> Any:
    def one() -> Any:
        return field.kind.made_up(field, table.players, len(table.sides), chance)

    if field.per == "table":
        return one()
    places = range(len(table.sides)) if field.per == "side" else range(len(table.names))
    answering = list(places) if field.per == "side" else list(table.players)
    if field.total is None:
        return [one() if place in answering else None for place in places]
    shares = split_total(field.total, field, len(answering), chance)
    by_place = dict(zip(answering, shares, strict=True))
    return [by_place.get(place) for place in places]


def split_total(total: int, field: Field, count: int, chance: Random) -> list[int]:
    """A total in so many parts, each within the field's bounds; now and then all in one."""
    shares = [field.low] * count
    left = total - sum(shares)
    if left == field.high - field.low and chance.random() < 0.05:
        shares[chance.randrange(count)] += left
        return shares
    while left > 0:
        open_to = [place for place, share in enumerate(shares) if share < field.high]
        if not open_to:
            break
        shares[chance.choice(open_to)] += field.step
        left -= field.step
    return shares
