"""Sets: people change tables from set to set, and everybody keeps their own score.

What all formats of that kind share, whatever is played at a table: how many sets there are, what
they and their places are called, and that scores are carried.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, cast

from rulesets.engine.game import names_of, scores_below_zero
from rulesets.engine.problems import error
from rulesets.engine.text import NOTHING, Phrase, say
from rulesets.formats.format import Format
from rulesets.formats.labels import SetLabels
from rulesets.formats.parts import (
    Agreement,
    Bell,
    Deals,
    Facts,
    Length,
    Ranking,
    SitOutScore,
    Tables,
    Until,
)
from rulesets.formats.set_options import STAGE_KEYS, SetOptions, agreed_of
from rulesets.movements.late_seats import find_chair, find_opposite_bye

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from rulesets.engine.game import Game
    from rulesets.engine.problems import Problem
    from rulesets.engine.rounds import RoundSet
    from rulesets.engine.text import DealNames
    from rulesets.formats.format import FormatKind
    from rulesets.movements.late_seats import LateSeats
    from rulesets.movements.schedule import SeatRequests
    from rulesets.movements.seating import Past
    from rulesets.standings.carry import Bye, Carry

SIT_OUT_TEXTS = {
    "mean": "A sit-out scores the average of the player’s own sets.",
    "tables": "A sit-out scores the average of all tables in that set.",
    "nothing": "A sit-out scores nothing.",
}
BYE_TEXTS = {
    "whole": "A sit-out is a bye and counts as a win.",
    "half": "A sit-out is a bye and counts as half a win.",
    "nothing": "A sit-out is a bye and scores nothing.",
}
LATER = {"rounds", "best", "best_of", *STAGE_KEYS}  # not settled with the first result


def of_sets(
    kind: FormatKind,
    game: Game,
    agreed: object,
    people: int,
    facts: Facts,
    tables: Tables,
    deals: Deals,
    deal: DealNames,
) -> Format:
    """A format of sets without a movement: the game's own sets, or the agreed number; with the
    bell, except in a game of turns, which is always played to the end."""
    chosen, turns = agreed_of(agreed, SetOptions), bool(game.plays.turns)
    own: tuple[RoundSet, ...] = getattr(game.plays, "sets", ())
    count = len(own) or chosen.rounds
    bell = Bell(chosen.minutes) if chosen.minutes and not turns else None
    until: dict[str, Until] = dict.fromkeys(names_of(SetOptions) - LATER, "result")
    if kind.ahead:
        until["rounds"] = "seats"
    idle = {"bye": not kind.byes, "minutes": turns}
    if kind.keeping.apart:
        ends = (field.name for field in fields(game.options) if field.metadata.get("ends"))
        idle |= dict.fromkeys(ends, True)
    return Format(
        kind,
        game,
        agreed,
        facts,
        Length(count, count, deals=replace(deals, bell=bell)),
        tables,
        SetLabels(deal, chairs=facts.chairs, sets=own, count=count),
        rank_people(kind, game, agreed),
        Agreement(also_idle(frozenset(), idle), until, lambda: _refuse_stages(game, agreed)),
        people=people,
    )


def _refuse_stages(game: Game, agreed: object) -> tuple[Problem, ...]:
    """The second stage has to fit the game: here none does."""
    if getattr(agreed, "stages", "none") == "none":
        return ()
    text = "{game} cannot be played like that in a second stage. Choose another second stage."
    return (error("options.stages", text, ("options", "stages"), game=game.name),)


def rank_people(kind: FormatKind, game: Game, agreed: object) -> Ranking:
    """By the agreed score or its average, then by the agreed tie-breaks. Only the points of the
    game can win if they are low."""
    chosen = agreed_of(agreed, SetOptions)
    return Ranking(
        carry=cast("Carry", chosen.carry),
        low_wins=chosen.carry == "points" and game.plays.wins == "low",
        sit_out=sit_out_of(agreed, SitOutScore()),
        bye=cast("Bye", chosen.bye) if kind.byes else None,
        tie_breaks=chosen.tie_breaks,
        average_from=chosen.per_round,
        team_best=chosen.best,
    )


def also_idle(idle: Iterable[str], changes: Mapping[str, bool]) -> frozenset[str]:
    """The options without effect, with those that have none either."""
    return frozenset(idle) | {name for name, is_idle in changes.items() if is_idle}


def also(
    agreement: Agreement,
    *,
    idle: Mapping[str, bool] | None = None,
    until: Mapping[str, Until] | None = None,
    problems: Callable[[], tuple[Problem, ...]] | None = None,
) -> Agreement:
    """The agreement with more of it; `problems` of its own come first."""
    return Agreement(
        also_idle(agreement.idle, idle or {}),
        {**agreement.until, **(until or {})},
        agreement.problems if problems is None else lambda: problems() or agreement.problems(),
    )


def sit_out_of(agreed: object, usual: SitOutScore) -> SitOutScore:
    """What a sit-out scores by these options; as `usual` if they do not say."""
    rule = getattr(agreed, "sit_out", None)
    if rule is None:
        return usual
    return SitOutScore("set", rule) if isinstance(rule, int) else SitOutScore(rule)


def favours_zero(format: Format) -> bool:
    """Whether somebody who has played nothing could be ahead: if the lowest score wins, or scores
    can be below 0."""
    ranking = format.ranking
    below = ranking.carry == "points" and scores_below_zero(format.game)
    return ranking.low_wins or ranking.carry == "margin" or below


def sit_out_words(format: Format) -> Phrase:
    """What a sit-out scores, if there are sit-outs; for a bye, its worth."""
    ranking, sit_out = format.ranking, format.ranking.sit_out
    if ranking.bye is not None and ranking.bye_points is not None:
        return say(BYE_TEXTS[ranking.bye])
    if sit_out.by == "set":
        return say("A sit-out scores {points} points a set.", points=sit_out.points)
    if sit_out.by != "deal":
        return say(SIT_OUT_TEXTS[sit_out.by])
    if not sit_out.points:
        return NOTHING
    text, hand = "A sit-out scores {hand} points a hand, {set} a set.", sit_out.points
    return say(text, hand=hand, set=hand * format.length.deals.usual)


def find_late_seats(
    format: Format,
    first: Past,
    here: Sequence[int],
    requests: SeatRequests,
    closed: Collection[int] = (),
) -> LateSeats | None:
    """Where late guests can sit in the first set, while that is played; None where nobody can.

    In: that set as far as it was played; who is here for the next one; wishes; the tables (from 0)
    at which something is reported.
    """
    if format.ranking.bye is None:
        return None
    pairs, sizes = format.facts.fixed_pairs, format.tables.sizes
    two = pairs or format.facts.bracket or {*sizes(len(first.people))} == {2}
    if two:  # entrants at each table
        parts = format.ranking.placement.divide([first])
        people = parts.people if parts else {}
        return find_opposite_bye(first, here, requests, alone=not pairs, divisions=people)
    return find_chair(first, here, closed, format.game.plays.players[1], sizes)
