"""Chips on their way: bought, anted, paid and claimed, each with its line in the ledger."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulesets.engine.plays import BANK, Movement, player_account
from rulesets.engine.words import say
from rulesets.rummoli.chips import CHIPS, Claim, State, space_account

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.problems import At


class Flow:
    """The chips of a state while a report moves them; `state` is what becomes of it."""

    def __init__(self, state: State) -> None:
        self._before = state
        self.chips = list(state.chips)
        self.bought = list(state.bought)
        self.board = list(state.board)
        self.movements: list[Movement] = []

    @property
    def state(self) -> State:
        """The state with the chips where they are now."""
        return replace(
            self._before,
            chips=tuple(self.chips),
            bought=tuple(self.bought),
            board=tuple(self.board),
        )

    def buy(self, player: int, amount: int, at: At = ()) -> None:
        """A player buys chips."""
        words = say("{name} buys {chips} chips", name=self._name(player), chips=amount)
        holds = player_account(player)
        self.movements.append(Movement(amount, CHIPS, BANK, holds, words, "buying", at))
        self.chips[player] += amount
        self.bought[player] += amount

    def ante(self, player: int) -> None:
        """A player puts a chip on each space."""
        for place, space in enumerate(self._before.spaces):
            words = say("{name} antes on {space}", name=self._name(player), space=space.words)
            source, target = player_account(player), space_account(space.key)
            self.movements.append(Movement(1, CHIPS, source, target, words, "ante"))
            self.chips[player] -= 1
            self.board[place] += 1

    def pay(self, buyer: int, dealer: int, price: int) -> None:
        """The buyer of the widow pays the dealer."""
        if not price:
            return
        text = "{name} buys the widow from {other}"
        words = say(text, name=self._name(buyer), other=self._name(dealer))
        source, target = player_account(buyer), player_account(dealer)
        at: At = ("widow", "price")
        self.movements.append(Movement(price, CHIPS, source, target, words, "widow", at))
        self.chips[buyer] -= price
        self.chips[dealer] += price

    def claim(self, key: str, players: Sequence[int], text: str, rule: str, at: At) -> Claim:
        """A space is taken; several share it evenly, and the odd chips stay where they are."""
        place = self._before.place(key)
        each, left = divmod(self.board[place], len(players))
        space = self._before.spaces[place].words
        for player in players:
            words = say(text, name=self._name(player), space=space)
            target = player_account(player)
            if each:
                source = space_account(key)
                self.movements.append(Movement(each, CHIPS, source, target, words, rule, at))
            self.chips[player] += each
        self.board[place] = left
        return Claim(key, tuple(players), each, left)

    def _name(self, player: int) -> str:
        return self._before.roster.names[player]
