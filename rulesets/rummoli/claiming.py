"""A round on the board of chips: what it asks, what is wrong with it, what it brings, and what
ends the game (Metzker p. 34)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulesets.cards import poker
from rulesets.cards.deck import Card, Deck, parse_card
from rulesets.cards.poker import FIVE
from rulesets.engine.answers import CARDS, CHOICE, CLAIMS, PLAYER, PLAYERS
from rulesets.engine.fields import Counter, Field
from rulesets.engine.plays import Step
from rulesets.engine.problems import LONGEST_FIELD, Problem, error, refusal, warning
from rulesets.engine.report_reading import read
from rulesets.engine.roster import Setup
from rulesets.engine.text import say
from rulesets.rummoli.chips import ANTE, POKER, RUMMOLI, SPACES, Flow, Round, Space, State, board

if TYPE_CHECKING:
    from rulesets.engine.problems import At, Problem
    from rulesets.rummoli.chips import State


FINAL = "final_poker"


def final_problems(state: State, report: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Report problems of the last deals: always a space with the fewest chips, each space once, by
    a player who is still in."""
    problems = [
        refusal(
            "report.field", "“{field}” does not belong to the last deals.", (str(key),), field=key
        )
        for key in (str(key)[:LONGEST_FIELD] for key in report if key != FINAL)
    ]
    deals = report[FINAL]
    if not isinstance(deals, list | tuple):
        return (*problems, refusal("final_poker.type", "Give a list of deals.", (FINAL,)))
    spaces = tuple((space.key, space.words) for space in state.spaces)
    questions = (
        Field("space", say("Space"), kind=CHOICE, choices=spaces, required=False),
        Field("player", say("Player"), kind=PLAYER),
    )
    board = {space.key: n for space, n in zip(state.spaces, state.board, strict=True)}
    if state.final is not None and not any(state.board):
        return (
            *problems,
            refusal("round.over", "Everything has already been dealt for.", (FINAL,)),
        )
    if not state.rounds:
        problems.append(refusal("final_poker.early", "No round has been played yet.", (FINAL,)))
    for place, deal in enumerate(deals):
        deal_problems, sound = read(questions, deal, state.roster)
        if isinstance(deal, Mapping) and deal.get("space") is None and any(board.values()):
            sound["space"] = _poorest(board)
        if sound.get("player", state.closing[0]) not in state.closing:
            text = "{name} is out and takes no part in the last deals."
            name = state.roster.names[sound["player"]]
            deal_problems.append(refusal("final_poker.out", text, ("player",), name=name))
        if not any(board.values()):
            text = "There is nothing left on the board to deal for."
            deal_problems.append(refusal("final_poker.empty", text))
        elif "space" in sound:
            deal_problems += _deal_problems(state, board, sound["space"])
            board[sound["space"]] = 0
        problems += [problem.under(FINAL, place) for problem in deal_problems]
    return tuple(problems)


def _deal_problems(state: State, board: Mapping[str, int], key: str) -> list[Problem]:
    space = state.spaces[state.place(key)].words
    if not board[key]:
        return [
            refusal("final_poker.empty", "There are no chips on {space}.", ("space",), space=space)
        ]
    least = min(chips for chips in board.values() if chips)
    if board[key] > least:
        text = "{space} has {chips} chips. A space with {least} comes first."
        params = {"chips": board[key], "least": least}
        return [error("final_poker.order", text, ("space",), space=space, **params)]
    return []


def _poorest(board: Mapping[str, int]) -> str:
    """Return the space with the fewest chips, the first such on the board."""
    return min((key for key, chips in board.items() if chips), key=board.__getitem__)


def play_final(state: State, deals: Sequence[Mapping[str, Any]]) -> Step:
    """Play the last deals: each space goes to the winner of its deal; a deal that names none is for
    the poorest."""
    flow = Flow(state)
    text = "{name} has the best hand dealt for {space}"
    claims = []
    for place, deal in enumerate(deals):
        board = {space.key: n for space, n in zip(state.spaces, flow.board, strict=True)}
        key = deal.get("space") or _poorest(board)
        claims.append(flow.claim(key, (deal["player"],), text, "ending", (FINAL, place)))
    return Step(replace(flow.state, final=(*(state.final or ()), *claims)), tuple(flow.transfers))


def close(state: State) -> Step:
    """Return the step that follows automatically if nobody may buy again and fewer than two can
    ante: the only player left takes all chips on the board; without any the game is at its end."""
    staying = [player for player, chips in enumerate(state.chips) if chips >= ANTE]
    if not state.rounds or len(staying) > 1 or state.rules.rebuy or state.final is not None:
        return Step(state)
    if not staying:
        return Step(state if any(state.board) else replace(state, final=()))
    flow = Flow(state)
    text = "{name} is the only one left and takes {space}"
    taken = [
        flow.claim(space.key, staying, text, "ending", ())
        for space, chips in zip(state.spaces, state.board, strict=True)
        if chips
    ]
    return Step(replace(flow.state, final=tuple(taken)), tuple(flow.transfers))


DECK = Deck()


def hand_problems(state: State, playing: Sequence[int], report: Mapping[str, Any]) -> list[Problem]:
    """Report hands that are not of one pack, have fewer than five cards, or do not win what was
    claimed."""
    hands = report.get("hands")
    if hands is None:
        return []
    problems = _card_problems(state, hands)
    if problems:
        return problems
    missing = [player for player in playing if hands[player] is None]
    names = ", ".join(state.roster.names[player] for player in missing)
    if missing and not report.get("poker"):
        text = "To name the best poker hand, the cards of {names} are missing."
        problems.append(refusal("hands.missing", text, ("hands",), names=names))
    winners = set(report.get("poker") or ())
    best = set() if missing else set(best_hands(hands, playing))
    if winners and best and winners != best:
        text = "The cards say that {names} had the best poker hand."
        names = " and ".join(state.roster.names[player] for player in sorted(best))
        problems.append(error("poker.not_best", text, ("poker",), names=names))
    for key, player in report.get("claims", {}).items():
        needed = state.spaces[state.place(key)].cards
        held = {card.text for card in _cards(hands[player] or ())}
        if hands[player] is not None and needed and not any(held >= set(n) for n in needed):
            text = "{name} did not hold the cards for {space}."
            space, name = state.spaces[state.place(key)].words, state.roster.names[player]
            problems.append(error("claims.not_held", text, ("claims", key), space=space, name=name))
    return problems


def _card_problems(state: State, hands: Sequence[Sequence[str] | None]) -> list[Problem]:
    problems = []
    places: list[tuple[At, str]] = []
    for player, hand in enumerate(hands):
        if hand is not None and len(hand) < poker.FIVE:
            text = "{name} holds {given} cards; five make a poker hand."
            name, at = state.roster.names[player], ("hands", player)
            problems.append(refusal("hands.few", text, at, name=name, given=len(hand)))
        places += [(("hands", player, n), text) for n, text in enumerate(hand or ())]
    repeats = DECK.problems([parse_card(text) for _, text in places])
    return problems + [replace(p, at=places[int(p.at[-1])][0], firm=True) for p in repeats]


def _cards(hand: Sequence[str]) -> list[Card]:
    return [parse_card(text) for text in hand]


def best_hands(hands: Sequence[Sequence[str] | None], playing: Sequence[int]) -> tuple[int, ...]:
    """Return the players with the best poker hand."""
    places = poker.winners([_cards(hands[player] or ()) for player in playing])
    return tuple(playing[place] for place in places)


LONGEST_HAND = 18  # two players and the widow share the pack, and some get a card more
MOST_CHIPS = 100_000  # a bound against slips of the finger, not a rule

WIDOW = Field(
    "widow",
    say("What became of the widow?"),
    say("Left alone, taken by the dealer in exchange, or sold to the highest bidder."),
    CHOICE,
    choices=(("kept", say("Nobody took it")), ("dealer", say("The dealer exchanged hands"))),
    required=False,
    parts_label=say("Sold to the highest bidder"),
    parts=(
        Field("buyer", say("Who bought it?"), say("The highest bidder."), PLAYER),
        Field("price", say("For how many chips?"), say("Paid to the dealer."), high=MOST_CHIPS),
    ),
)
HANDS = Field(
    "hands",
    say("Cards"),
    say(
        "Enter the hand each player played with, instead of the best poker hand. After an "
        "exchange, or if the widow was bought, that is the widow."
    ),
    CARDS,
    per="player",
    required=False,
    counter=Counter("poker", LONGEST_HAND, FIVE),
    rare=True,
)
ABSENT = Field(
    "absent",
    say("Is anybody not playing this round?"),
    say("Away for a while, or gone home: puts no chips in and keeps the rest."),
    PLAYERS,
    required=False,
    rare=True,
)
REBUYS = Field(
    "rebuys",
    say("Bought again"),
    say("How many chips each player bought before this round."),
    per="player",
    low=1,
    high=MOST_CHIPS,
    required=False,
    rare=True,
)


def fields(options: Any) -> tuple[Field, ...]:
    """Return the questions of a round; the spaces depend on the board."""
    claimed = tuple((space.key, space.words) for space in spaces_of(options)[: SPACES - 2])
    claims = Field(
        "claims",
        say("Who claimed which space?"),
        say("Only the spaces that were claimed."),
        CLAIMS,
        choices=claimed,
        required=False,
    )
    dealer = Field(
        "dealer",
        say("Who deals?"),
        say("If it is not the next player."),
        PLAYER,
        required=False,
        nobody=say("The next one"),
        rare=True,
    )
    questions = (
        claims,
        WIDOW,
        Field("rummoli", say("Who was out of cards first?"), say("Takes the last space."), PLAYER),
        Field(
            "poker",
            say("Best poker hand"),
            say("Several if hands are level; nobody if you enter the cards."),
            PLAYERS,
            required=False,
            instead=("hands",),
        ),
        HANDS,
        dealer,
        ABSENT,
    )
    return (*questions, REBUYS) if options.rebuy else questions


FINAL_FIELD = Field(
    FINAL,
    say("Deals for what is left"),
    say("Who won each space when play ended, the one with the fewest chips first."),
    CLAIMS,
)


def spaces_of(options: Any) -> tuple[Space, ...]:
    """Return the nine spaces of the chosen board; printed ones while names of one's own are
    missing."""
    own = options.board == "custom" and len(options.spaces) == SPACES
    return board("custom" if own else _known(options.board), options.spaces)


def _known(kind: str) -> str:
    return "rummoli" if kind == "custom" else kind


FEWEST = 2


def start(setup: Setup) -> Step:
    """Sell everyone the chips to start with."""
    names, chips = setup.roster.names, setup.options.chips
    none = (0,) * len(names)
    spaces, empty = spaces_of(setup.options), (0,) * SPACES
    flow = Flow(
        State(setup.roster, setup.options, spaces, none, none, empty, dealer=setup.first or 0)
    )
    for player in range(len(names)):
        flow.buy(player, chips)
    return Step(flow.state, tuple(flow.transfers))


@dataclass(frozen=True, slots=True)
class Entered:
    """Before the deal: everyone's chips with what was bought again, who plays, who deals and
    whose deal it would be, and how many could ante."""

    chips: tuple[int, ...]
    playing: tuple[int, ...]
    dealer: int
    due: int
    able: int


def _enter(state: State, report: Mapping[str, Any]) -> Entered:
    bought = report.get("rebuys") or (0,) * len(state.chips)
    chips = tuple(held + (more or 0) for held, more in zip(state.chips, bought, strict=True))
    absent = report.get("absent") or ()
    able = tuple(player for player, held in enumerate(chips) if held >= ANTE)
    playing = tuple(player for player in able if player not in absent)
    due = state.next_dealer(playing)
    dealer = report.get("dealer")
    return Entered(chips, playing, due if dealer is None else dealer, due, len(able))


def staying(state: State) -> tuple[int, ...]:
    """Return the players who can take part in the next round: everyone, if chips may be bought
    again."""
    everyone = range(len(state.chips))
    return tuple(p for p in everyone if state.rules.rebuy or p not in state.out)


def next_dealer(state: State) -> int | None:
    """Return the dealer of the next round, among those who can ante."""
    able = tuple(p for p, chips in enumerate(state.chips) if chips >= ANTE)
    return state.next_dealer(able) if len(able) >= FEWEST and state.final is None else None


def check(state: State, report: object) -> tuple[Problem, ...]:
    """Return all problems of a round, or of the last deals."""
    if isinstance(report, Mapping) and FINAL in report:
        return final_problems(state, report)
    if state.final is not None:
        return (
            refusal("round.over", "The remaining spaces have been dealt for, so no round follows."),
        )
    problems, sound = read(fields(state.rules), report, state.roster)
    answers = isinstance(report, Mapping) and (report.get("poker"), report.get("hands"))
    if answers == (None, None):
        text = "Enter who had the best poker hand, or the cards."
        problems.append(refusal("poker.missing", text, ("poker",)))
    entered = _enter(state, sound)
    if entered.able < FEWEST:
        text = "Fewer than two players have the {ante} chips to ante."
        return (*problems, refusal("round.over", text, ante=ANTE))
    if len(entered.playing) < FEWEST:
        text = "There is nobody left to play with: a round takes at least two."
        return (*problems, refusal("absent.many", text, ("absent",)))
    problems += _rebuy_problems(state, sound)
    problems += [
        refusal(
            f"{at[0]}.out", "{name} takes no part in this round.", at, name=state.roster.names[p]
        )
        for at, p in _named(sound)
        if p not in entered.playing
    ]
    if entered.dealer != entered.due:
        text = "{name} deals? It should be {due}’s turn."
        name, due = (state.roster.names[p] for p in (entered.dealer, entered.due))
        problems.append(warning("dealer.turn", text, ("dealer",), name=name, due=due))
    problems += _widow_problems(state, entered, sound.get("widow"))
    problems += hand_problems(state, entered.playing, sound)
    return tuple(problems)


def _named(report: Mapping[str, Any]) -> list[tuple[tuple[str | int, ...], int]]:
    """Return everyone whom a sound report names, with the place."""
    people: list[tuple[tuple[str | int, ...], int]] = [
        ((key,), report[key]) for key in ("dealer", "rummoli") if report.get(key) is not None
    ]
    widow = report.get("widow")
    if isinstance(widow, Mapping):
        people.append((("widow", "buyer"), widow["buyer"]))
    people += [(("claims", key), player) for key, player in report.get("claims", {}).items()]
    people += [(("poker", place), player) for place, player in enumerate(report.get("poker", ()))]
    hands = report.get("hands", ())
    people += [(("hands", p), p) for p, hand in enumerate(hands) if hand is not None]
    return people


def _rebuy_problems(state: State, report: Mapping[str, Any]) -> list[Problem]:
    problems = []
    for player, more in enumerate(report.get("rebuys") or ()):
        params: dict[str, Any] = {
            "name": state.roster.names[player],
            "held": state.chips[player],
            "ante": ANTE,
        }
        if more is not None and state.chips[player] >= ANTE:
            text = "{name} still has {held} chips but buys again?"
            problems.append(warning("rebuys.early", text, ("rebuys", player), **params))
        elif more is not None and state.chips[player] + more < ANTE:
            text = "That is not enough for {name} to ante {ante}."
            problems.append(refusal("rebuys.short", text, ("rebuys", player), **params))
    return problems


def _widow_problems(state: State, entered: Entered, widow: object) -> list[Problem]:
    if not isinstance(widow, Mapping):
        return []
    buyer, price = widow["buyer"], widow["price"]
    left = entered.chips[buyer] - ANTE
    name = state.roster.names[buyer]
    if buyer == entered.dealer:
        text = "{name} deals and exchanges without paying."
        return [refusal("widow.dealer", text, ("widow", "buyer"), name=name)]
    if price > left:
        text = "{name} cannot pay {price} with {left} chips after the ante."
        params: dict[str, Any] = {"name": name, "price": price, "left": max(left, 0)}
        return [refusal("widow.price", text, ("widow", "price"), **params)]
    return []


def play(state: State, report: Mapping[str, Any]) -> Step:
    """Play a round: buying again, the ante, the widow, then the claims, going out and the best
    poker hand."""
    if FINAL in report:
        return play_final(state, report[FINAL])
    entered, flow = _enter(state, report), Flow(state)
    rebuys = [(p, more) for p, more in enumerate(report.get("rebuys") or ()) if more]
    for player, more in rebuys:
        flow.buy(player, more, ("rebuys", player))
    for player in entered.playing:
        flow.ante(player)
    widow = report.get("widow") or "kept"
    buyer, price = (widow["buyer"], widow["price"]) if isinstance(widow, Mapping) else (None, 0)
    if buyer is not None:
        flow.pay(buyer, entered.dealer, price)
    takers = report.get("claims") or {}
    claims = [
        flow.claim(key, (takers[key],), "{name} claims {space}", "claims", ("claims", key))
        for key in (space.key for space in state.spaces)
        if key in takers
    ]
    out_first, best = report["rummoli"], tuple(sorted(report.get("poker") or ()))
    best = best or best_hands(report["hands"], entered.playing)
    text = "{name} is out of cards first"
    claims.append(flow.claim(RUMMOLI, (out_first,), text, "going-out", ("rummoli",)))
    text = "{name} has the best poker hand" if len(best) == 1 else "{name} shares {space}"
    claims.append(flow.claim(POKER, best, text, "poker", ("poker",)))
    sold = "sold" if buyer is not None else str(widow)
    brought = Round(
        entered.dealer, entered.playing, tuple(claims), tuple(rebuys), sold, buyer, price
    )
    out = tuple(player for player, chips in enumerate(flow.chips) if chips < ANTE)
    after = replace(
        flow.state, dealer=entered.dealer, rounds=state.rounds + 1, last=brought, out=out
    )
    return Step(after, tuple(flow.transfers))
