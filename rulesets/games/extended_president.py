"""President with the Extended Deck: be rid of your cards early; a special card may only lead."""

from rulesets.engine.game import example, goal, table_game
from rulesets.engine.scoring import Phrase, Table
from rulesets.families import extended
from rulesets.referee.extended.president import President
from rulesets.rounds import Order, Rounds, SheetColumn, ask, declared, reach

POINTS = (2, 1, 0)


@declared
class Options(extended.ExtendedOptions):
    target: int = goal(11, low=2, high=100)


@declared
class Ended:
    order: Order = ask(
        "In what order did everybody go out?",
        "Everybody, the president first.",
        low=lambda table: len(table.players),
        worth=POINTS,
        says="Place",
    )


def due(table: Table, player: int) -> Phrase | None:
    """Return the rank of a player by the last hand."""
    report = table.last.report if table.last is not None else None
    if report is None or player not in report.order:
        return None
    place = report.order.index(player)
    if place == 0:
        return Phrase("President")
    if place == len(table.names) - 1:
        return Phrase("Beggar")
    return Phrase("Vice president") if place == 1 else None


GAME = table_game(
    slug="extended-president",
    name="President with the Extended Deck",
    source=extended.SOURCE,
    sheet=extended.SHEET,
    pictures=extended.PICTURES,
    about="Beat what was led with as many cards of a higher rank; specials may only lead.",
    family="points",
    needs=extended.NEEDS,
    minutes=45,
    aliases=("Capitalism", "Scum", "Rich Man Poor Man"),
    options=Options,
    plays=Rounds(
        players=(3, 8),
        asks=Ended,
        due=due,
        ends=reach("target"),
        sheet_columns=(SheetColumn("place", "order"),),
        how=(
            "The first one out has 2 points, the second 1.",
            "Three low, two high. Draw, Reverse and Skip may only be led.",
            "A joker is any rank; at most four cards of a rank.",
        ),
    ),
    referee=President(),
    examples=(
        example(
            "Two hands of four.",
            {"order": [2, 0, 1, 3]},
            {"order": [0, 2, 3, 1]},
            gives=(3, 0, 3, 0),
        ),
        example("To 4.", {"order": [1, 2, 0]}, {"order": [1, 0, 2]}, gives=(1, 4, 1), target=4),
    ),
)
