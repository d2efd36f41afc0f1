"""Golf for quarters (Metzker p. 16): the highest count pays, the last one in takes the pot.

The readings of open points in the source are in golf.md beside this file.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesets.cards.deck import Deck, decks, parse_card
from rulesets.cards.totals import COLUMNS, count_grid
from rulesets.drawing.card_pictures import two_rows
from rulesets.engine.answers import Grid, Player, Players
from rulesets.engine.checks import Problems, refusal, warning
from rulesets.engine.fields import Counter
from rulesets.engine.game import example, table_game
from rulesets.engine.questions import PerPlayer, ask, declared
from rulesets.engine.scoring import Events, at_least
from rulesets.engine.table import Table
from rulesets.families import quarters
from rulesets.families.quarters import Quarters, counts_present, left_out, settle

FEWEST, MOST = 2, 26  # eight cards each of four packs, a stock and a discard pile
LOW, HIGH = -100, 80
RARE_LOW = -40
DECK = Deck(packs=4, jokers=16)  # the largest that the table may have shuffled
GRID = Counter("golf", 2 * COLUMNS, 2 * COLUMNS, rows=2, packs=DECK.packs, jokers=DECK.jokers)


@declared
class FirstOptions(quarters.QuartersOptions):
    """As the first edition had them."""

    on_face: str = quarters.face_option(quarters.UNTIL_LOSS)


@declared
class Round:
    points: PerPlayer[int | None] = ask(
        "Points",
        "What each player’s eight cards count.",
        low=LOW,
        high=HIGH,
        cards=GRID,
        instead=("grids", "went_home"),
    )
    grids: PerPlayer[Grid | None] = ask(
        "Cards",
        "Each player’s eight cards, two rows of four, in place of the points.",
        rows=2,
        columns=COLUMNS,
        cards=GRID,
        rare=True,
    )
    knocker: Player | None = ask("Who knocked?", "Pays double if highest.")
    went_home: Players | None = left_out()


def counts(deal: Round, table: Table) -> Problems:
    """Report counts that are entered twice, and warn of rare ones."""
    for player, name in enumerate(table.names):
        points = deal.points[player]
        if points is not None and deal.grids[player] is not None:
            text = "{name} has both points and cards; one of them is enough."
            yield refusal("points.twice", text, ("points", player), name=name)
        if points is not None and LOW <= points < RARE_LOW:
            text = "{name} counts {points}? That takes jokers in a block."
            yield warning("points.rare", text, ("points", player), name=name, points=points)


def cards_there(deal: Round, _table: Table) -> Problems:
    """Report cards that are at the table more often than any deck allowed here holds them."""
    places = [
        (("grids", player, line, column), parse_card(text))
        for player, grid in enumerate(deal.grids)
        for line, row in enumerate(grid or ())
        for column, text in enumerate(row)
    ]
    for problem in DECK.problems([card for _, card in places]):
        yield replace(problem, at=places[int(problem.at[-1])][0])


def count(deal: Round, player: int) -> int | None:
    """Return a player's count in a round: as given, or from the cards; None for one without
    cards."""
    if deal.points[player] is not None:
        return deal.points[player]
    grid = deal.grids[player]
    if grid is None:
        return None
    return count_grid([[parse_card(text) for text in row] for row in grid]).count


def score(deal: Round, table: Table) -> Events:
    """Yield the payment of the highest; who cannot pay is out; a round that leaves nobody is played
    again."""
    left = tuple(sorted(deal.went_home or ()))
    points = tuple(count(deal, player) for player in range(len(table.names)))
    values = [value for value in points if value is not None]
    highest = [player for player, value in enumerate(points) if values and value == max(values)]
    due = {player: 2 if player == deal.knocker else 1 for player in highest}
    keys = ["grids" if value is None else "points" for value in deal.points]
    text = "{name} is highest with {points}"
    yield from settle(table, points, due, text, knocker=deal.knocker, keys=keys, left=left)


GRIDS: list[Any] = [
    [["KS", "QH", "QD", "7H"], ["2S", "QS", "QC", "7D"]],
    [["AS", "2S", "3S", "4S"], ["5H", "6H", "8H", "9H"]],
    None,
]
WORKED: list[Any] = [
    {"points": [12, 30, 7], "knocker": 1},
    {"points": [15, 22, 22]},
    {"points": [25, 9, 8]},
    {"points": [14, None, 31], "knocker": 2},
    {"points": [18, None, 6]},
]
GAME = table_game(
    slug="golf",
    name="Golf",
    source="Metzker p. 16",
    about="Eight cards in a grid; the highest count pays, and the last one in takes the pot.",
    family="stakes",
    needs=decks(3, 4, "four quarters for each player", jokers=True),
    minutes=75,
    aliases=("Golf for Quarters",),
    options=quarters.QuartersOptions,
    edition=2,
    former={1: {"options": FirstOptions}},
    pictures={"rows": two_rows},
    plays=Quarters(
        players=(FEWEST, MOST),
        asks=Round,
        score=score,
        checks=(counts_present("points", "grids"), counts, cards_there),
        notable=at_least("points", -50, "block", "{name} counts {count}", below=True),
        rarities={"block": "50 below nothing"},
    ),
    examples=(
        example("The worked example.", *WORKED, gives=(12, 0, 0)),
        example(
            "Ann’s four queens are a block: 2 − 10 + 0. Bo’s cards count 38.",
            {"grids": GRIDS, "points": [None, None, 5]},
            gives=(3, 2, 3),
        ),
        example(
            "With two quarters each, Ann pays one, is on her face and has one more round; "
            "Bo takes the pot.",
            *({"points": [9, 1]}, {"points": [1, 9]}),
            gives=(0, 4),
            stake=2,
        ),
        example(
            "The same until the next loss: Ann plays on, and so does Bo.",
            *({"points": [9, 1]}, {"points": [1, 9]}),
            gives=(0, 0),
            stake=2,
            on_face=quarters.UNTIL_LOSS,
        ),
    ),
)
