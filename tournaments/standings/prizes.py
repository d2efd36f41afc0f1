"""Who has the prizes of finished events, by their standings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from rulesets.records.summaries import from_json
from rulesets.standings.prizes import Finisher, NamedPrize, best_rounds, prize_holders
from tournaments.models import Prize, Snapshot
from tournaments.standings.rows import row_from_json

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from django.db.models import QuerySet

    from rulesets.standings.prizes import PrizeHolders, PrizeKind
    from tournaments.models import Event
    from tournaments.standings.rows import StandingRow

LOT = Prize.Kind.LOT


def holders_of(
    prizes: Sequence[Prize],
    rows: Sequence[StandingRow],
    *,
    passes_over: bool,
    low: bool,
    others: Collection[int] = (),
) -> list[PrizeHolders]:
    """Return the entries that have each of an event's prizes, and those that are level for it.
    `rows` are its final standings,
    `others` the entries that have an award."""
    rounds = best_rounds([row.points for row in rows], low=low)
    finishers = [
        Finisher(row.entry_id, row.rank, row.role, row.team, best)
        for row, best in zip(rows, rounds, strict=True)
    ]
    values = [
        NamedPrize(
            cast("PrizeKind", prize.kind),
            prize.place,
            prize.group,
            prize.seed,
            prize.cut_winner_id,
        )
        for prize in prizes
    ]
    return prize_holders(values, finishers, passes_over=passes_over, others=others)


def holders_by_event(events: QuerySet[Event]) -> dict[int, frozenset[int]]:
    """Return the entries that have a prize of finished events, without what is drawn by lot among
    those who have nothing. One statement, and another if there are prizes."""
    prizes: dict[int, list[Prize]] = {}
    for prize in Prize.objects.filter(event__in=events.values("pk")):
        prizes.setdefault(prize.event_id, []).append(prize)
    if not prizes:
        return {}
    columns = ("event_id", "event__passes_over", "records", "standings")
    rows: QuerySet[Any, Any] = Snapshot.objects.filter(event__in=list(prizes))
    holders: dict[int, frozenset[int]] = {}
    for event_id, passes_over, records, standings in rows.values_list(*columns):
        low = from_json(records).low
        certain = [prize for prize in prizes[event_id] if prize.kind != LOT]
        lines = [row_from_json(row) for row in standings]
        by_prize = holders_of(certain, lines, passes_over=passes_over, low=low)
        holders[event_id] = frozenset(key for prize in by_prize for key in prize.holders)
    return holders


def lots_last(prizes: Iterable[Prize]) -> list[Prize]:
    """Return prizes with lots at the end: they are drawn among those whom nothing else is for."""
    return sorted(prizes, key=lambda prize: prize.kind == LOT)
