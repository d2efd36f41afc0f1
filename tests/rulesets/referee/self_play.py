"""Whole games against oneself: dealt from a real deck, every turn chosen from what is open."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import replace
from random import Random
from typing import Any

from rulesets import games
from rulesets.cards.deck import ALL_SUITS, DRAW, SPECIAL, Card
from rulesets.engine.game import parse_options
from rulesets.referee import (
    KnownHand,
    Opening,
    PlayedCard,
    Position,
    Setting,
    Turn,
    TurnFile,
    TurnStep,
    judge_turn,
    list_plays,
    list_verbs,
    parse_played_card,
    start,
)
from rulesets.referee.judging import _begin_turn, carry_out

# Cards each; 0: all of them.
DEALT = {"extra-steps": 7, "garby-blackjack": 0, "extended-president": 0}
TRICKS = ("extended-hearts", "extended-spades", "extended-bridge")  # no card is turned up
DEALT |= dict.fromkeys(TRICKS, 13)
USUALLY = 5
WHOLE = (
    "crazy-eights", "jokers-wild", "jokers-extra-wild", "extra-steps", "garby-blackjack",
    "extended-crazy-eights", "extended-president", "extended-hearts", "extended-spades",
    "extended-bridge",
)  # fmt: skip
NAMES = tuple("ABCDEFGH")
MOST = 3_000  # turns: a game that goes on longer has gone wrong


class Table:
    """A game on a real table: what lies where is known here, whatever the referee says."""

    def __init__(self, slug: str, seed: int, seats: int, **options: Any) -> None:
        self.rng = rng = Random(f"{slug} {seed} {seats} {options}")
        game = games.load(slug)
        assert game.referee is not None
        chosen, problems = parse_options(game.options, options)
        assert not problems
        deck = game.referee.deck(chosen, seats)
        self.setting = Setting(game.referee, chosen, NAMES[:seats], deck)
        self.all = list(deck.cards())
        cards = self.all[:]
        rng.shuffle(cards)
        hands = self._deal(cards, slug, seats)
        self.pile: list[Card] = []
        self.aside: list[Card] = []  # dealt for what was revealed, but not shown yet
        self.gone: list[Card] = []  # out of play: revealed, or in tricks that were taken
        while cards and not self.pile and slug not in TRICKS:
            top = cards.pop()
            opening = Opening(top=PlayedCard(top))
            if any(game.referee.opening_problems(self.setting, opening)):
                cards.insert(len(cards) // 2, top)
            else:
                self.pile = [top]
        self.stock = deque(cards)
        self.position = start(TurnFile(self.setting, self._opening(hands)))
        self.turns: list[Turn] = []

    def _deal(self, cards: list[Card], slug: str, seats: int) -> dict[int, KnownHand]:
        each = DEALT.get(slug, USUALLY)
        if each:
            return {
                seat: KnownHand(tuple(cards.pop() for _ in range(each)), 0) for seat in range(seats)
            }
        dealt = {seat: KnownHand(tuple(cards[seat::seats]), 0) for seat in range(seats)}
        cards.clear()
        return dealt

    def _opening(self, hands: dict[int, KnownHand]) -> Opening:
        top = PlayedCard(self.pile[-1]) if self.pile else None
        return Opening(top=top, pile=len(self.pile), stock=len(self.stock), hands=hands)

    def play_on(self) -> Position:
        """Turn after turn to the end."""
        while self.position.over is None:
            assert len(self.turns) < MOST
            self.one_turn()
            self.check()
        return self.position

    def one_turn(self) -> None:
        """A turn, step by step, of what is open."""
        position, steps = self.position, []
        number, seat = position.turns + 1, position.mover
        while True:
            here = judge_turn(position, Turn(number, seat, tuple(steps), done=False))
            assert here.legal, here.problems
            whole = Turn(number, seat, tuple(steps))
            end = judge_turn(position, whole)
            step = None
            if here.after.over is None and not (end.legal and steps and self.rng.random() < 0.6):
                step = self.next_step(here.after)
            if step is None:
                assert end.legal, (steps, end.problems)
                self.turns.append(whole)
                self.position = self.seen(end.after)
                return
            steps.append(step)

    def seen(self, position: Position) -> Position:
        """The faces of cards that somebody got without showing them (an ace's, a slap's)."""
        if not position.pile:
            self.gone += self.pile
            self.pile = []
        hands = [
            KnownHand((*hand.known, *self.unseen(hand.others or 0)), 0) for hand in position.hands
        ]
        return replace(position, hands=tuple(hands))

    def unseen(self, number: int) -> list[Card]:
        """So many cards that nobody was shown: those set aside first."""
        given, self.aside = self.aside[:number], self.aside[number:]
        return given + self.taken(number - len(given))

    def next_step(self, position: Position) -> TurnStep | None:
        """One of the steps that are open; rather a play than a draw."""
        open_plays, verbs = list_plays(position), list_verbs(position)
        if open_plays and self.rng.random() < 0.95:
            longest = max(open_plays, key=len)
            picked = longest if self.rng.random() < 0.5 else self.rng.choice(open_plays)
            return self.called(position, picked)
        verbs = [verb for verb in verbs if verb != "play"]
        special = {card.is_special for card in position.hands[position.mover or 0].known}
        if special != {True, False}:  # something is left that is known, while others are replaced
            verbs = [verb for verb in verbs if verb != "reveal"]
        if verbs:
            verb = self.rng.choice(verbs)
            number = position.due or 1
            if verb == "reveal":
                return self.revealed(position)
            if verb != "draw":
                return TurnStep(verb)
            if (self.reach() or 0) >= number:
                return self.drawn(number)
        return self.called(position, self.rng.choice(open_plays)) if open_plays else None

    def reach(self) -> int:
        """How many cards can be drawn by now."""
        reshuffles = self.setting.referee.reshuffles(self.setting.options)
        return len(self.stock) + (max(len(self.pile) - 1, 0) if reshuffles else 0)

    def revealed(self, position: Position) -> TurnStep:
        """One special card or two of the hand."""
        assert position.mover is not None
        held = [card for card in position.hands[position.mover].known if card.is_special]
        report = self.rng.sample(held, min(len(held), self.rng.randint(1, 2)))
        self.gone += report
        # They are replaced at once, whatever is drawn and played afterwards.
        count = sum(2 if card.rank == DRAW else 1 for card in report)
        self.aside += self.taken(min(count, self.reach()))
        return TurnStep("reveal", tuple(PlayedCard(card) for card in report))

    def drawn(self, number: int) -> TurnStep:
        """Cards from the real stock."""
        return TurnStep("draw", tuple(map(PlayedCard, self.taken(number))), number)

    def taken(self, number: int) -> list[Card]:
        """The next cards of the stock; where it does not hold so many, the pile under its top card
        is shuffled first."""
        reshuffles = self.setting.referee.reshuffles(self.setting.options)
        if number > len(self.stock) and reshuffles:
            under = self.pile[:-1]
            self.rng.shuffle(under)
            self.stock.extend(under)
            self.pile = self.pile[-1:]
        return [self.stock.popleft() for _ in range(number)]

    def called(self, position: Position, play: list[str]) -> TurnStep:
        """The play, with whatever has to be said beside it."""
        suits = self.setting.deck.suits
        cards = tuple(parse_played_card(text, suits) for text in play)
        others = [seat for seat in range(len(self.setting.names)) if seat != position.mover]
        for trial in range(400):
            to = self.rng.choice([None, *others]) if trial else None
            called = [self.call(position, laid) for laid in cards] if trial > 9 else cards
            step = TurnStep("play", tuple(called), to=to)
            turn = Turn(position.turns + 1, position.mover, (step,), done=False)
            if carry_out(position, turn).legal:
                self.pile += [laid.card for laid in cards]
                return step
        raise AssertionError(f"{play} is listed, and no call makes it legal")

    def call(self, position: Position, laid: PlayedCard) -> PlayedCard:
        """A card with one of the calls that there are, if it is none that is called already."""
        if laid.calls:
            return laid
        assert position.mover is not None
        going = _begin_turn(position, position.mover)
        letters = [ALL_SUITS[suit].letter for suit in self.setting.deck.suits if suit < SPECIAL]
        ways = [*going.referee.variants(going, laid.card)]
        ways += [PlayedCard(laid.card, (letter,)) for letter in letters]
        return self.rng.choice([laid, *ways])

    def check(self) -> None:
        """No card is lost, none is there twice, and the referee counts as many as there are; a turn
        that has ended is not paused."""
        ended = {one.seat for one in self.position.passed}
        assert not ended & self.position.paused
        held = [card for hand in self.position.hands for card in hand.known]
        assert all(hand.others == 0 for hand in self.position.hands)
        there = Counter(held) + Counter(self.stock) + Counter([*self.pile, *self.gone])
        assert there == Counter(self.all)
        assert self.position.stock is not None
        counted = self.position.stock + self.position.pile
        assert counted == len(self.stock) + len(self.pile)


# --- as a turn file -------------------------------------------------------------------------------


def as_file(slug: str, table: Table, first: Position) -> dict[str, Any]:
    """The turn file of a game that was played."""
    names = table.setting.names
    top = first.top.text if first.top else None
    hands = {
        names[seat]: [card.text for card in hand.known] for seat, hand in enumerate(first.hands)
    }
    return {
        "game": slug,
        "players": list(names),
        "start": {"top": top, "pile": first.pile, "stock": first.stock, "hands": hands},
        "turns": [
            {"player": names[turn.seat or 0], "steps": [_step(step, names) for step in turn.steps]}
            for turn in table.turns
        ],
    }


def _step(step: TurnStep, names: tuple[str, ...]) -> dict[str, Any]:
    values: dict[str, Any] = {step.verb: [laid.text for laid in step.cards]}
    if step.verb == "pass":
        values = {"pass": True}
    elif step.verb == "draw" and not step.cards:
        values = {"draw": step.number}
    if step.to is not None:
        values["to"] = names[step.to]
    return values
