"""Two teams at one long table: couples report, and the room keeps one score sheet (Metzker p.
30)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulesets.engine.text import say
from rulesets.formats.format import Format, FormatKind
from rulesets.formats.labels import LineLabels
from rulesets.formats.offers import offer_of_game
from rulesets.formats.parts import Deals, Facts, Keeping, Length, Ranking, Roles, Tables

if TYPE_CHECKING:
    from rulesets.engine.game import Game
    from rulesets.formats.parts import Offer


def team_line(kind: FormatKind, game: Game, agreed: object, people: int) -> Format:
    """After each round one team moves along a seat. Anybody facing an empty chair sits out.

    There is a deal for everybody in each round, until the game of the room ends.
    """
    plays = game.plays
    fewest, most = plays.players
    sides = plays.side_names
    return Format(
        kind,
        game,
        agreed,
        Facts(width=2, roles=Roles(sides, tuple(name.capitalize() for name in sides))),
        Length(deals=Deals(1)),
        Tables(lambda count: (count,), fewest, most_each=most),
        LineLabels(plays.called, total=plays.counted),
        Ranking(low_wins=plays.wins == "low"),
        people=people,
    )


def _offer(format: Format) -> Offer:
    """The most people on each side of the table."""
    most = format.game.plays.players[1] // 2
    return replace(offer_of_game(format), how_many=say("Two teams of up to {most}", most=most))


KIND = FormatKind(
    "team_line", say("Two teams at one long table"), Keeping.ROOM, team_line, offer=_offer
)
