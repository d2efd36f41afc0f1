"""Why somebody has a score, in lines.

A line is a transfer of the ledger, as seen by the person (or team) that it concerns. Transfers with
the very same reason share a line. So do stakes that differ in a single word of their sentence ("Ann
antes on 10♠, J♦ and Q♣"). Transfers of nothing have a line, too, if the rules give a reason.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import ngettext

from rulesets.engine.text import Phrase
from tournaments.scores.books import reason_words
from tournaments.standings.player_sets import PointLine
from tournaments.web.wording import and_list, translate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from rulesets.engine.plays import Plays, Transfer


def point_lines(
    plays: Plays,
    transfers: Iterable[Transfer],
    concerns: Callable[[Transfer], int | None],
) -> tuple[PointLine, ...]:
    """The transfers that concern somebody as lines. `concerns` returns what a transfer adds, None
    if it does not concern them."""
    groups: list[tuple[list[Transfer], int]] = []
    for transfer in transfers:
        amount = concerns(transfer)
        if amount is None:
            continue
        if groups and _alike(plays, [*groups[-1][0], transfer]):
            groups[-1] = ([*groups[-1][0], transfer], groups[-1][1] + amount)
        else:
            groups.append(([transfer], amount))
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
    """The word for a unit, given by its plural, beside an amount of it."""
    return ngettext(unit.removesuffix("s"), unit, abs(amount))


def _alike(plays: Plays, transfers: Sequence[Transfer]) -> bool:
    """Whether transfers share a line."""
    first, last = transfers[0], transfers[-1]
    if (first.rule, first.unit) != (last.rule, last.unit):
        return False
    if first.unit not in plays.conserved:
        return first.words == last.words
    return first.words.template == last.words.template and len(_varied(transfers)) == 1


def _varied(alike: Sequence[Transfer]) -> list[str]:
    """The parameters that differ."""
    first = alike[0].words.params
    return [
        key for key in first if any(transfer.words.params[key] != first[key] for transfer in alike)
    ]


def _sentence(alike: Sequence[Transfer]) -> str:
    first = alike[0].words
    params = dict(first.params)
    for key in _varied(alike):
        params[key] = and_list([_word(transfer.words.params[key]) for transfer in alike])
    return reason_words(replace(first, params=params))


def _word(value: object) -> str:
    return translate(value) if isinstance(value, Phrase) else str(value)
