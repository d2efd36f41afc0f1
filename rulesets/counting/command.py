"""`python -m rulesets count ...`: cards in, plain JSON values out.

Every command answers `{"what": ..., "cards": ..., ..., "problems": [...]}` and a flag that is true
where the deck cannot have dealt those cards (the problems say which). Text that is no card, or a
number of cards that makes no sense, is refused with `Refused`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.cards import CardError, Deck, parse_cards, texts
from rulesets.counting.grid import COLUMNS, count_grid
from rulesets.counting.melds import MOST_CARDS, best_melds
from rulesets.counting.poker import CATEGORIES, FIVE, best_five, winners
from rulesets.counting.values import TABLES, count_cards, table_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from rulesets.cards import Card
    from rulesets.game import Problem

Json = dict[str, Any]
Answer = tuple[Json, bool]
MOST_HAND = 52


class Refused(ValueError):
    """Input that cannot be counted; the text is one line."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the commands below `count` on an argument parser."""
    kinds = parser.add_subparsers(metavar="WHAT", required=True, parser_class=type(parser))

    def kind(name: str, text: str, run: Callable[[argparse.Namespace], Answer]) -> Any:
        added = kinds.add_parser(name, help=text, description=text)
        added.set_defaults(count=run)
        return added

    gin = kind("gin", "best melds and deadwood of a hand from one pack", _gin)
    gin.add_argument("cards", help="as one text: 'AS 2S 3S 10H'")
    gin.add_argument("--ace", choices=("low", "high", "either"), default="either")
    golf = kind("golf", "a Golf grid, its upper row first", _golf)
    golf.add_argument("cards", nargs="+", help="eight cards in one text, or two rows of four")
    poker = kind("poker", "the best five cards; of several hands also the winners", _poker)
    poker.add_argument("cards", nargs="+", help="a hand as one text")
    values = kind("values", "what cards count by a game's table", _values)
    values.add_argument("game", help=", ".join(TABLES))
    values.add_argument("cards", help="as one text; may be empty")
    values.add_argument("--wild", type=int, action="append", metavar="RANK", help="1 to 13")


def run(given: argparse.Namespace) -> Answer:
    """The answer to parsed arguments, and whether the deck cannot have dealt the cards.

    Raises Refused.
    """
    try:
        answer: Answer = given.count(given)
    except CardError as error:
        raise Refused(str(error)) from error
    return answer


def _gin(given: argparse.Namespace) -> Answer:
    cards = _some(given.cards, MOST_CARDS)
    answer: Json = {"what": "gin", "cards": texts(cards)}
    problems = Deck().problems(cards)
    if not problems:
        answer |= best_melds(cards, given.ace).as_json()
    return _with(answer, problems)


def _golf(given: argparse.Namespace) -> Answer:
    cards = _some(" ".join(given.cards), 2 * COLUMNS)
    if len(cards) != 2 * COLUMNS:
        raise Refused(f"a grid has {2 * COLUMNS} cards, these are {len(cards)}")
    rows = (cards[:COLUMNS], cards[COLUMNS:])
    answer: Json = {"what": "golf", "cards": [texts(row) for row in rows]}
    # Three or four decks with two jokers each (Metzker p. 16).
    problems = Deck(packs=4, jokers=8).problems(cards)
    if not problems:
        grid = count_grid(rows)
        answer["count"] = grid.count
        answer["columns"] = [
            {"cards": texts(column.cards), "kind": column.kind, "count": column.count}
            for column in grid.columns
        ]
    return _with(answer, problems)


def _poker(given: argparse.Namespace) -> Answer:
    hands = [_some(text, MOST_HAND) for text in given.cards]
    if any(len(hand) < FIVE for hand in hands):
        raise Refused(f"a poker hand has at least {FIVE} cards")
    answer: Json = {"what": "poker", "cards": [texts(hand) for hand in hands]}
    problems = Deck().problems([card for hand in hands for card in hand])
    if not problems:
        found = [best_five(hand) for hand in hands]
        answer["hands"] = [
            {
                "best": texts(hand.cards),
                "category": CATEGORIES[hand.category],
                "name": hand.name,
                "strength": hand.strength,
            }
            for hand in found
        ]
        answer["winners"] = list(winners(hands))
    return _with(answer, problems)


def _values(given: argparse.Namespace) -> Answer:
    cards = parse_cards(given.cards)
    try:
        table = table_of(given.game)
        if any(not 1 <= rank <= 13 for rank in given.wild or ()):
            raise Refused("--wild: a rank is a number from 1 to 13")
        counted = count_cards(cards, table, given.wild)
    except LookupError as error:
        raise Refused(str(error.args[0])) from error
    answer = {
        "what": "values",
        "game": given.game,
        "cards": texts(cards),
        "count": counted.count,
        "values": list(counted.values),
    }
    return _with(answer, ())


def _some(text: str, most: int) -> tuple[Card, ...]:
    """The cards of a text that holds at least one and not too many."""
    cards = parse_cards(text)
    if not 1 <= len(cards) <= most:
        raise Refused(f"1 to {most} cards are wanted, these are {len(cards)}")
    return cards


def _with(answer: Json, problems: Sequence[Problem]) -> Answer:
    answer["problems"] = [
        {"code": p.code, "severity": p.severity, "message": p.message, "at": list(p.at)}
        for p in problems
    ]
    return answer, bool(problems)
