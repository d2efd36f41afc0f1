"""Tables of single players, who change tables from set to set; each table keeps a board for a set.

What all formats of that kind share, whatever the movement: table sizes, and how long a set lasts.
Tables differ by at most one person, and are as near to four (or the agreed size) as the game
allows. Every set begins a new board, which lasts until everybody at the table has dealt once (or as
often as agreed), or until the game ends if that comes first. Its final totals are the set's points;
for stakes, what is held minus what was brought. Sit-outs are only for numbers that no tables fit;
they score the average of the player's own sets.

**Reading** for games in which a report is a turn: a set is the whole game.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulesets.engine.game import FOUR, option
from rulesets.engine.questions import declared
from rulesets.formats.parts import Deals, Facts, Tables
from rulesets.formats.people import game_check
from rulesets.formats.set_options import SetOptions, agreed_of
from rulesets.formats.sets import also, of_sets
from rulesets.movements.schedule import table_sizes

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.engine.game import Game
    from rulesets.formats.format import Format, FormatKind

MOST_DEALS = 12
LARGEST = 20


@declared
class BoardsOptions(SetOptions):
    """The options of sets at boards: also the number of deals."""

    deals: int = option(
        "Deals per player in a set",
        default=1,
        low=1,
        high=MOST_DEALS,
        help="With one, everybody deals once. If the game ends sooner, so does the set.",
    )


@declared
class TablesOptions(BoardsOptions):
    """The options of sets at tables of any size: also that size."""

    size: int = option(
        "Players at a table",
        default=FOUR,
        low=2,
        high=LARGEST,
        help="Tables are as close to this size as the game and the numbers allow.",
    )


def of_singles(kind: FormatKind, game: Game, agreed: object, people: int) -> Format:
    """A game that people play singly, without a movement: at tables as near to the agreed size as
    the game allows, which keep a board for each set. Everybody deals as often as agreed; a game of
    turns is played to the end."""
    size, (least, most) = agreed_of(agreed, TablesOptions).size, game.plays.players
    each = 0 if game.plays.turns else agreed_of(agreed, BoardsOptions).deals
    sizes = sizes_near(game, size)
    checks = (game_check(game, agreed, sizes),)
    tables = Tables(sizes, least, min(max(size, least), most), checks=checks)
    format = of_sets(
        kind, game, agreed, people, Facts(), tables, Deals(each=each), game.plays.called
    )
    return replace(format, agreement=also(format.agreement, until={"size": "seats"}))


def sizes_near(game: Game, size: int) -> Callable[[int], tuple[int, ...]]:
    """The sizes of tables for a number of people, as near to this one as the game allows."""
    least, most = game.plays.players
    return lambda people: table_sizes(people, size, least, most)
