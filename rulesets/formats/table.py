"""Everybody keeps their seat: one table, or several with separate scores."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulesets.engine.text import NOTHING, Phrase, say
from rulesets.formats.format import Format, FormatKind
from rulesets.formats.labels import Labels
from rulesets.formats.offers import offer_of_game
from rulesets.formats.parts import Facts, Keeping, Length, Ranking, Tables
from rulesets.formats.people import check_sizes

if TYPE_CHECKING:
    from rulesets.engine.game import Game
    from rulesets.engine.problems import Problem
    from rulesets.formats.parts import Offer


def table(kind: FormatKind, game: Game, agreed: object, people: int) -> Format:
    """Everybody keeps their seat all evening. In some games the winners meet at a final table.

    There are as few tables as possible, as even as possible.
    """
    plays = game.plays
    fewest, most = plays.players

    def sizes(people: int) -> tuple[int, ...]:
        count = max(1, -(-people // most))
        each, more = divmod(people, count)
        return (each + 1,) * more + (each,) * (count - more)

    def check(people: int) -> tuple[Problem, ...]:
        smaller_first = sizes(people)[::-1]
        if min(smaller_first) < fewest:
            return ()
        return check_sizes(game, agreed, smaller_first)

    return Format(
        kind,
        game,
        agreed,
        Facts(final_table=plays.final_table),
        Length(most=2 if plays.final_table else 1),
        Tables(sizes, fewest, checks=(check,)),
        Labels(plays.called, total=plays.counted),
        Ranking(low_wins=plays.wins == "low"),
        people=people,
    )


def _offer(format: Format) -> Offer:
    """The offer of the game; each table has its own winner, unless the winners meet."""

    def promise(people: int) -> Phrase:
        if format.tables.count(people) == 1:
            return NOTHING
        if format.facts.final_table:
            return say("the winners meet at a final table")
        return say("each table has its own winner")

    return replace(offer_of_game(format), promise=promise)


KIND = FormatKind(
    "table",
    say("Fixed tables: each keeps its own score"),
    Keeping.TABLE,
    table,
    offer=_offer,
)
