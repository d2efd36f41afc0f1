"""Go Fish with the Extended Deck: books of four, of Draws, Reverses and Skips too."""

from typing import Any

from rulesets.engine.fields import Counter
from rulesets.engine.game import example, goal, table_game
from rulesets.engine.scoring import Problems, Table, at_least, error
from rulesets.families import extended
from rulesets.referee.extended.circle_games import CircleGame
from rulesets.rounds import PerPlayer, Rounds, ask, declared, reach

RANKS = 16
USUAL = (0, 5)


@declared
class Options(extended.ExtendedOptions):
    target: int = goal(0, low=0, high=1000, none="no end", help="")


def most(table: Table) -> int:
    """Return all books that there can be."""
    return RANKS * int(table.options.packs)


def counter(table: Table) -> Counter:
    """Return how books are counted by their ranks."""
    return Counter("ranks", RANKS, packs=table.options.packs)


@declared
class Ended:
    books: PerPlayer[int] = ask(
        "Books",
        "How many each player laid down; Draws, Reverses and Skips too.",
        high=most,
        usual=USUAL,
        worth=1,
        says="Books",
        cards=counter,
    )


class Books:
    """No more than there are ranks."""

    def __call__(self, game: Ended, table: Table) -> Problems:
        if sum(game.books) > most(table):
            text = "Books add up to {sum}; there are {all} ranks, DR, RV and SK among them."
            yield error("books.sum", text, ("books",), sum=sum(game.books), all=most(table))

    def mend(self, report: dict[str, Any], table: Table, chance: Any) -> None:
        """Share out thirteen books, or fewer."""
        shares = [0] * len(report["books"])
        for _ in range(chance.randint(10, 14)):
            shares[chance.choice(table.players)] += 1
        report["books"] = shares


GAME = table_game(
    slug="extended-go-fish",
    name="Go Fish with the Extended Deck",
    source=extended.SOURCE,
    sheet=extended.SHEET,
    pictures=extended.PICTURES,
    about="Ask for ranks and collect fours; a joker fills a book, specials make books that act.",
    needs=extended.NEEDS,
    minutes=20,
    aliases=("Fish", "Extended Go Fish"),
    options=Options,
    plays=Rounds(
        players=(2, 6),
        asks=Ended,
        checks=(Books(),),
        ends=reach("target"),
        goal="The most books",
        how=(
            "A point for each book of four.",
            "A book of Draws: the next draws eight. Of Skips: the next four turns. Of Reverses: 0.",
        ),
        notable=at_least("books", 8, "books", "{name} laid down {count} books"),
        rarities={"books": "eight books"},
        joins=False,
    ),
    referee=CircleGame("play", "draw", "reveal", draws=True),
    examples=(
        example("Thirteen books.", {"books": [5, 6, 2]}, gives=(5, 6, 2)),
        example("All sixteen.", {"books": [9, 7]}, gives=(9, 7)),
        example(
            "Two games to ten.", {"books": [7, 5]}, {"books": [4, 8]}, gives=(11, 13), target=10
        ),
    ),
)
