"""5 in a Row (Metzker p. 24): discs on a board of cards; three rows of five win."""

from random import Random
from typing import Any

from rulesets.drawing.board_pictures import field_of_cards
from rulesets.engine.game import example, table_game
from rulesets.engine.scoring import Phrase, Problems, Table, at_least, eldest, error, listed
from rulesets.families import winners
from rulesets.rounds import PerSide, Rounds, SheetColumn, Side, ask, board, declared

NEEDED, MOST = 3, 4  # rows that win; with a last disc in two rows at once


@declared
class Game:
    winner: Side = winners.winner("The first with three rows of five.")
    rows: PerSide[int] = ask(
        "Rows of five", "Three win; four if the last disc finished two.", high=MOST
    )


class ThreeRows:
    """The winner has three rows or, by one disc in two, four; the others have fewer."""

    def __call__(self, game: Game, table: Table) -> Problems:
        for side, rows in enumerate(game.rows):
            at, name = ("rows", side), table.name_of(side)
            if side == game.winner and rows < NEEDED:
                text = "{name} won with {rows}? Three rows win."
                yield error("rows.few", text, at, name=name, rows=rows)
            elif side != game.winner and rows >= NEEDED:
                text = "{rows} rows for {name}, and no win? Three rows win."
                yield error("rows.many", text, at, name=name, rows=rows)

    def mend(self, report: dict[str, Any], table: Table, chance: Random) -> None:
        """Give three or four to the winner, fewer to the others."""
        for side in range(len(report["rows"])):
            won = side == report["winner"]
            report["rows"][side] = chance.choice((NEEDED, NEEDED, MOST) if won else (0, 1, 2))


def note(table: Table) -> Phrase:
    return listed(eldest(table))


WORKED = (
    {"winner": 0, "rows": [3, 1]},
    {"winner": 1, "rows": [2, 4]},
    {"winner": 0, "rows": [3, 0]},
)
GAME = table_game(
    slug="five-in-a-row",
    name="5 in a Row",
    source="Metzker p. 24",
    about="Play a card, place a disc on the board: three rows of five win. Alone or in pairs.",
    family="winner",
    needs=board(2, 2, "discs in two colours"),
    minutes=45,
    aliases=("Sequence", "One-Eyed Jacks"),
    pictures={"board": field_of_cards},
    plays=Rounds(
        players=(2, 4),
        seats=(2, 4),
        sides=2,
        asks=Game,
        score=winners.won,
        checks=(ThreeRows(),),
        note=note,
        goal="First with three rows of five",
        unit=winners.UNIT,
        counted=winners.WINS,
        sheet_columns=(SheetColumn("rows", "rows"),),
        how=(
            "Five cards each. Play a card, place a disc on its space, draw a card.",
            "A jack with two eyes: any free space. A jack with one eye: take a disc away.",
            "Three rows of five win; a finished row is safe.",
            winners.A_WIN,
        ),
        lies_on=lambda _options, _players: field_of_cards(),
        notable=at_least("rows", MOST, "double", "{name} won with two rows by one disc"),
        rarities={"double": "two rows by one disc"},
    ),
    examples=(
        example("The worked example: three games.", *WORKED, gives=(2, 1)),
        example("Three rows to none.", {"winner": 1, "rows": [0, 3]}, gives=(0, 1)),
        example("The last disc finishes two rows.", {"winner": 0, "rows": [4, 2]}, gives=(1, 0)),
        example("Two players.", {"winner": 1, "rows": [1, 3]}, gives=(0, 1), players=2),
        example("Two rows each, then one more.", {"winner": 0, "rows": [3, 2]}, gives=(1, 0)),
        example("The same side again.", *[WORKED[0]] * 3, gives=(3, 0)),
    ),
)
