"""`python -m rulesets count ...`: cards in, plain JSON values out.

Every command answers `{"what": ..., "cards": ..., ..., "problems": [...]}` and a flag that is
true if the deck cannot have dealt those cards (the problems say which). Text that is no card, or
a number of cards that makes no sense, is refused with `Refused`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args

from rulesets.cards.card_rules import (
    GIN,
    UNCOUNTED,
    CardRules,
    CardValues,
    MeldRules,
    count_cards,
    parse_contract,
)
from rulesets.cards.contract_fulfilment import Extra, fulfil
from rulesets.cards.deck import CardError, Deck, parse_cards, texts
from rulesets.cards.layoffs import lay_off, lay_off_gin, read_meld
from rulesets.cards.melds import MOST_CARDS, best_melds
from rulesets.cards.poker import CATEGORIES, FIVE, best_five, winners
from rulesets.cards.totals import COLUMNS, count_grid
from rulesets.games import load, slugs

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Sequence

    from rulesets.cards.card_rules import Contract
    from rulesets.cards.deck import Card
    from rulesets.cards.melds import Meld
    from rulesets.engine.problems import Problem

Json = dict[str, Any]
Answer = tuple[Json, bool]
MOST_HAND = 52
PLAIN_GIN = CardRules(CardValues(), MeldRules())  # one hand of it, whatever it is played for


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
    melds = kind("melds", "best melds by a game's rules: wild cards, several packs", _melds)
    contract = kind("contract", "whether and how a hand fulfils a contract", _contract)
    for added in (melds, contract):
        added.add_argument("game", help="a game with melds; an unknown one lists those there are")
    contract_help = "as text: '2 sets of 3 and a run of 4'; or the number of the game's round"
    contract.add_argument("contract", help=contract_help)
    for added in (melds, contract):
        added.add_argument("cards", help="as one text: 'AS 2S JK'")
        added.add_argument("--wild", type=int, action="append", metavar="RANK", help="1 to 13")
    for added in (gin, melds):
        text = "a meld on the table to lay off on; may be given several times"
        added.add_argument("--table", action="append", default=[], metavar="CARDS", help=text)
    besides = "what may be laid down besides the contract"
    contract.add_argument("--extra", choices=get_args(Extra), default="none", help=besides)
    golf = kind("golf", "a Golf grid, its upper row first", _golf)
    golf.add_argument("cards", nargs="+", help="eight cards in one text, or two rows of four")
    poker = kind("poker", "the best five cards; of several hands also the winners", _poker)
    poker.add_argument("cards", nargs="+", help="a hand as one text")
    values = kind("values", "what cards count by a game's table", _values)
    values.add_argument(
        "game", help="the game whose card values count; an unknown one lists those there are"
    )
    values.add_argument("cards", help="as one text; may be empty")
    values.add_argument("--wild", type=int, action="append", metavar="RANK", help="1 to 13")


def run(options: argparse.Namespace) -> Answer:
    """Return the answer to parsed arguments, and whether the deck cannot have dealt the cards.

    Raises Refused.
    """
    try:
        answer: Answer = options.count(options)
    except CardError as error:
        raise Refused(str(error)) from error
    return answer


def _gin(options: argparse.Namespace) -> Answer:
    cards = _some(options.cards, MOST_CARDS)
    rules = replace(GIN, ace=options.ace)
    table = _table(options.table, rules)
    answer: Json = {"what": "gin", "cards": texts(cards)}
    problems = _dealt_by(Deck(), cards, table)
    if not problems and table:
        answer |= lay_off_gin(cards, table, options.ace).as_json()
    elif not problems:
        answer |= best_melds(cards, options.ace).as_json()
    return _with(answer, problems)


def _melds(options: argparse.Namespace) -> Answer:
    cards = _some(options.cards, MOST_CARDS)
    rules, values, deck = _game(options)
    table = _table(options.table, rules)
    answer: Json = {"what": "melds", "game": options.game, "cards": texts(cards)}
    problems = _dealt_by(deck, cards, table)
    if not problems:
        answer |= lay_off(cards, table, rules, values).as_json()
    return _with(answer, problems)


def _contract(options: argparse.Namespace) -> Answer:
    cards = _some(options.cards, MOST_CARDS)
    rules, values, deck = _game(options)
    try:
        contract = _contract_of(options.game, options.contract)
        answer: Json = {
            "what": "contract",
            "game": options.game,
            "contract": [f"{kind} of {size}" for kind, size in contract.groups],
            "one_suit": contract.one_suit,
            "cards": texts(cards),
        }
        problems = _dealt_by(deck, cards, ())
        if not problems:
            fulfilment = fulfil(cards, contract, rules, values, options.extra)
            answer["fulfilled"] = fulfilment is not None
            answer |= fulfilment.as_json() if fulfilment else {}
    except ValueError as error:
        raise Refused(str(error)) from error
    return _with(answer, problems)


def _contract_of(game: str, text: str) -> Contract:
    """Return the contract of a text, or of a game's round by its number."""
    rounds = by_game()[game].contracts
    if not text.isdecimal():
        return parse_contract(text)
    if not 1 <= int(text[:4]) <= len(rounds):
        raise Refused(f"{game} has {len(rounds)} rounds with a contract")
    return rounds[int(text[:4]) - 1]


def by_game() -> dict[str, CardRules]:
    """Return the card rules of each game, and those of plain gin."""
    here = {slug: load(slug).cards for slug in slugs()}
    return {"gin": PLAIN_GIN, **{slug: rules for slug, rules in here.items() if rules is not None}}


def _game(options: argparse.Namespace) -> tuple[MeldRules, CardValues, Deck]:
    """Return the rules and the values of a game, with the round's wild ranks, and its deck."""
    games = {slug: rules for slug, rules in by_game().items() if rules.melds is not None}
    if options.game not in games:
        raise _unknown("melds", options.game, games)
    rules, wild = games[options.game], _wild_ranks(options.wild)
    melds = rules.melds or GIN
    values = rules.values or UNCOUNTED
    return (melds if wild is None else melds.with_wild(wild)), values, rules.deck


def _unknown(what: str, game: str, games: Iterable[str]) -> Refused:
    return Refused(f"no {what} are known for {game!r}; there are: {', '.join(games)}")


def _wild_ranks(ranks: Sequence[int] | None) -> frozenset[int] | None:
    if any(not 1 <= rank <= 13 for rank in ranks or ()):
        raise Refused("--wild: a rank is a number from 1 to 13")
    return None if ranks is None else frozenset(ranks)


def _table(rows: Sequence[str], rules: MeldRules) -> list[Meld]:
    """Return the melds on the table."""
    melds = []
    for row in rows:
        cards = _some(row, MOST_CARDS)
        try:
            melds.append(read_meld(cards, rules))
        except ValueError as error:
            raise Refused(f"--table: {error}") from error
    return melds


def _dealt_by(deck: Deck, cards: Sequence[Card], table: Sequence[Meld]) -> tuple[Problem, ...]:
    """Return the cards that the deck cannot have dealt, those of the hand first in number."""
    return deck.problems([*cards, *(card for meld in table for card in meld.cards)])


def _golf(options: argparse.Namespace) -> Answer:
    cards = _some(" ".join(options.cards), 2 * COLUMNS)
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


def _poker(options: argparse.Namespace) -> Answer:
    hands = [_some(text, MOST_HAND) for text in options.cards]
    if any(len(hand) < FIVE for hand in hands):
        raise Refused(f"a poker hand has at least {FIVE} cards")
    answer: Json = {"what": "poker", "cards": [texts(hand) for hand in hands]}
    problems = Deck().problems([card for hand in hands for card in hand])
    if not problems:
        best_hands = [best_five(hand) for hand in hands]
        answer["hands"] = [
            {
                "best": texts(hand.cards),
                "category": CATEGORIES[hand.category],
                "name": hand.name,
                "strength": hand.strength,
            }
            for hand in best_hands
        ]
        answer["winners"] = list(winners(hands))
    return _with(answer, problems)


def _values(options: argparse.Namespace) -> Answer:
    games = {slug: rules for slug, rules in by_game().items() if rules.values is not None}
    if options.game not in games:
        raise _unknown("card values", options.game, games)
    rules = games[options.game]
    cards = parse_cards(options.cards, suits=rules.deck.suits)
    try:
        counted = count_cards(cards, rules.values or UNCOUNTED, _wild_ranks(options.wild))
    except LookupError as error:
        raise Refused(str(error.args[0])) from error
    answer = {
        "what": "values",
        "game": options.game,
        "cards": texts(cards),
        "count": counted.count,
        "values": list(counted.values),
    }
    return _with(answer, ())


def _some(text: str, most: int) -> tuple[Card, ...]:
    """Return the cards of a text with at least one card and not too many."""
    cards = parse_cards(text)
    if not 1 <= len(cards) <= most:
        raise Refused(f"give 1 to {most} cards, not {len(cards)}")
    return cards


def _with(answer: Json, problems: Sequence[Problem]) -> Answer:
    answer["problems"] = [
        {"code": p.code, "severity": p.severity, "message": p.message, "at": list(p.at)}
        for p in problems
    ]
    return answer, bool(problems)
