"""Chips on a board of nine spaces: the boards, who holds how many, how they move, and how that is
shown."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from rulesets.drawing.scoreboard import EMPTY, Cell, Column, Mark, Row, Scoreboard
from rulesets.engine.plays import BANK, Account, Ending, Json, Transfer, player_account
from rulesets.engine.roster import Roster
from rulesets.engine.text import Phrase, as_is, joined, listed, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.problems import At
    from rulesets.engine.roster import Setup


SPACES = 9
LABELS = 256  # spaces of boards that are cached
POKER, RUMMOLI = "poker", "rummoli"
_SYMBOLS = str.maketrans("♠♥♦♣", "SHDC")
_WORDS = (("SPADES", "S"), ("HEARTS", "H"), ("DIAMONDS", "D"), ("CLUBS", "C"))
_FILLERS = re.compile(r"\b(OF|ONE|A SUIT|SUIT|THE)\b")


@dataclass(frozen=True)
class Space:
    """One space: its key in reports, its label, and the sets of cards that claim it (any one
    set); none for a space that no cards claim, or of which only the table knows."""

    key: str
    label: str
    cards: tuple[tuple[str, ...], ...] = ()
    aliases: tuple[str, ...] = ()

    @cached_property
    def words(self) -> Phrase:
        """The label; that of a printed board can be translated, a family's own is as it is."""
        printed = any(self in spaces for spaces in BOARDS.values())
        return Phrase(self.label) if printed else as_is(self.label)


def _run(*ranks: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(rank + suit for rank in ranks) for suit in "SHDC")


def _single(*cards: tuple[str, str]) -> tuple[Space, ...]:
    return tuple(Space(key, label, ((key,),)) for key, label in cards)


BOARDS: dict[str, tuple[Space, ...]] = {
    "rummoli": (
        *_single(("10S", "10♠"), ("JD", "J♦"), ("QC", "Q♣"), ("KH", "K♥"), ("AS", "A♠")),
        Space("AKD", "A-K of ♦", (("AD", "KD"),), ("ADKD", "KAD", "KDAD")),
        Space("789", "7-8-9 of one suit", _run("7", "8", "9")),
        Space(POKER, "Poker"),
        Space(RUMMOLI, "Rummoli"),
    ),
    "michigan": (
        *_single(("10H", "10♥"), ("JH", "J♥"), ("QH", "Q♥"), ("KH", "K♥"), ("AH", "A♥")),
        Space("KQH", "K-Q of ♥", (("KH", "QH"),), ("KHQH", "QKH", "QHKH")),
        Space("8910", "8-9-10 of one suit", _run("8", "9", "10")),
        Space(POKER, "Poker (Pot)", aliases=("POT",)),
        Space(RUMMOLI, "Rummoli (Kitty)", aliases=("KITTY",)),
    ),
}
TITLES = (
    say("The board"),
    say("The board of Michigan Rummy"),
    say("The board for spaces of your own"),
)


def board(kind: str, names: tuple[str, ...] = ()) -> tuple[Space, ...]:
    """Return the nine spaces of a board; those of a custom one have `names`, the last two for the
    poker hand and for going out. The keys of these two are no other space's, whatever that is
    called."""
    if kind in BOARDS:
        return BOARDS[kind]
    return (
        *(
            Space(name.upper() if name in (POKER, RUMMOLI) else name, name)
            for name in names[: SPACES - 2]
        ),
        Space(POKER, names[SPACES - 2], aliases=(_folded(names[SPACES - 2]),)),
        Space(RUMMOLI, names[SPACES - 1], aliases=(_folded(names[SPACES - 1]),)),
    )


def find(spaces: tuple[Space, ...], text: str) -> str | None:
    """Return the key of the space that a text means: its key, its label, or the same in other
    letters ("A♠", "as", "A-K of diamonds"). None if it means none."""
    for space in spaces:
        if text == space.key:
            return space.key
    folded = _folded(text)
    for space in spaces:
        if folded and folded in {_folded(space.key), _folded(space.label), *space.aliases}:
            return space.key
    return None


def _folded(text: str) -> str:
    upper = text.strip().upper().translate(_SYMBOLS)
    for word, letter in _WORDS:
        upper = upper.replace(word, letter)
    return re.sub(r"[^0-9A-Z]", "", _FILLERS.sub("", upper)) or upper


CHIPS = "chips"
ENDING = "{names}: {net} chips more than bought"
ANTE = SPACES  # one chip on each space


@dataclass(frozen=True, slots=True)
class Claim:
    """A space taken: by whom (several where hands were level), what each got, what stayed."""

    space: str
    players: tuple[int, ...]
    each: int
    left: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """The result of the last round. `price` is what the buyer of the widow paid the dealer."""

    dealer: int
    playing: tuple[int, ...]
    claims: tuple[Claim, ...]
    rebuys: tuple[tuple[int, int], ...] = ()
    widow: str = "kept"
    buyer: int | None = None
    price: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """Chips held and bought by each player and lying on each space.

    `out` cannot ante for another round, `dealer` dealt last (or deals first), `last` is the last
    round, `final` what was won when the remaining spaces were dealt for (None: play goes on).
    """

    roster: Roster
    rules: Any
    spaces: tuple[Space, ...]
    chips: tuple[int, ...]
    bought: tuple[int, ...]
    board: tuple[int, ...]
    dealer: int
    rounds: int = 0
    out: tuple[int, ...] = ()
    last: Round | None = None
    final: tuple[Claim, ...] | None = None

    @property
    def playing(self) -> tuple[int, ...]:
        """The players who took part in the last round (everyone before the first)."""
        return tuple(range(len(self.chips))) if self.last is None else self.last.playing

    @property
    def closing(self) -> tuple[int, ...]:
        """The players who take part in the last deals: everybody who is not out, also who sat the
        last round out, and who took part in that round with the last chips."""
        everyone = range(len(self.chips))
        return tuple(p for p in everyone if p in self.playing or p not in self.out)

    def place(self, key: str) -> int:
        """Return the place of a space on the board. Raises ValueError if it has none of that
        key."""
        return [space.key for space in self.spaces].index(key)

    def next_dealer(self, playing: Sequence[int]) -> int:
        """Return the next dealer among those who play: the first dealer, then always to the
        left."""
        first = self.dealer + (1 if self.rounds else 0)
        seats = len(self.chips)
        return next(
            (p for p in (s % seats for s in range(first, first + seats)) if p in playing), 0
        )


@lru_cache(LABELS)
def space_account(key: str) -> Account:
    return Account("space", what=key)


def totals(state: State) -> tuple[int, ...]:
    """Return chips less chips bought, by player."""
    return tuple(held - bought for held, bought in zip(state.chips, state.bought, strict=True))


def over(state: State) -> Ending | None:
    """Return the end: nothing is left on the board after the last deal, or one player took it
    all."""
    if state.final is None or any(state.board):
        return None
    net = totals(state)
    winners = tuple(player for player, value in enumerate(net) if value == max(net))
    names = joined([state.roster.names[player] for player in winners])
    text = "{names}: {net} chip more than bought" if max(net) == 1 else ENDING
    return Ending(winners, say(text, names=names, net=max(net)))


def balances(state: State) -> dict[str, dict[Account, int]]:
    """Return the chips of every player and every space."""
    held = {player_account(player): chips for player, chips in enumerate(state.chips)}
    for space, chips in zip(state.spaces, state.board, strict=True):
        held[space_account(space.key)] = chips
    return {CHIPS: held}


def label(state: State, account: Account) -> Phrase:
    """Return a player's name, a space's label, or where chips are bought."""
    if account.kind == "player":
        return as_is(state.roster.names[account.who])
    if account.kind == "space":
        return state.spaces[state.place(account.what)].words
    return say("bank")


def view(state: State) -> Json:
    """Return the chips, those bought, the board, who is out, and who deals next."""
    names = state.roster.names
    ending = over(state)
    staying = [player for player in range(len(names)) if player not in state.out]
    dealer = state.next_dealer(staying) if len(staying) > 1 and ending is None else None
    return {
        "chips": dict(zip(names, state.chips, strict=True)),
        "bought": dict(zip(names, state.bought, strict=True)),
        "board": {space.key: chips for space, chips in zip(state.spaces, state.board, strict=True)},
        "out": [names[player] for player in state.out],
        "dealer": None if dealer is None else names[dealer],
    }


def round_view(state: State) -> Json:
    """Return the result of the last round, or the deals for the chips left after it."""
    brought, names = state.last, state.roster.names
    if state.final is not None:
        return {"final_poker": [_claim_view(state, claim) for claim in state.final]}
    if brought is None:
        return {}
    widow: Any = brought.widow
    if brought.buyer is not None:
        widow = {"buyer": names[brought.buyer], "price": brought.price}
    return {
        "dealer": names[brought.dealer],
        "playing": [names[player] for player in brought.playing],
        "rebuys": {names[player]: chips for player, chips in brought.rebuys},
        "widow": widow,
        "claims": [_claim_view(state, claim) for claim in brought.claims],
    }


def _claim_view(state: State, claim: Claim) -> Json:
    return {
        "space": claim.space,
        "players": [state.roster.names[player] for player in claim.players],
        "chips": claim.each,
        "left": claim.left,
    }


def summary(state: State) -> Phrase:
    """Return who took which space: "Bo goes out (Rummoli 4), Cy takes Poker 4"."""
    brought = state.final
    if brought is None:
        brought = state.last.claims if state.last else ()
    parts = []
    for claim in brought:
        space = state.spaces[state.place(claim.space)].words
        names = joined([state.roster.names[player] for player in claim.players])
        parts.append(say("{space}: {names} {chips}", space=space, names=names, chips=claim.each))
    return listed(parts) if parts else say("nothing was left")


def scoreboard(states: Sequence[State]) -> Scoreboard:
    """Return the board: the chips that everyone starts with, then rounds as rows with the chips
    after each; the dealer marked, the spaces in the notes."""
    last = states[-1]
    headings = tuple(Column(as_is(name)) for name in last.roster.names)
    rows = tuple(
        Row(
            _called(state),
            tuple(_cell(state, player) for player in range(len(headings))),
            report=number or None,
        )
        for number, state in enumerate(states)
    )
    foot = Row(say("After paying for chips"), tuple(Cell(value) for value in totals(last)))
    notes = tuple(
        say("{space}: {chips}", space=space.words, chips=chips)
        for space, chips in zip(last.spaces, last.board, strict=True)
    )
    lead = sum(state.last is None for state in states)
    return Scoreboard(say("Chips"), headings, rows, (foot,), notes, lead)


def _called(state: State) -> Phrase:
    """Return the label of a state's row."""
    if state.last is None:
        return say("Start")
    return say("Last deals") if state.final is not None else as_is(str(state.rounds))


def _cell(state: State, player: int) -> Cell:
    marks: tuple[Mark, ...] = ()
    if state.last is not None and state.final is None and state.last.dealer == player:
        marks += ("dealer",)
    if player in state.out:
        marks += ("out",)
    return Cell(state.chips[player], marks=marks)


def blank_sheet(setup: Setup, spaces: Sequence[Space]) -> Scoreboard:
    """Return columns for who deals, who took each space and the widow, then for everyone's chips
    after the round."""
    deals = Column(say("Deals"), holds="word")
    taken = tuple(
        Column(space.words, say("Who took it, and how many chips"), "word") for space in spaces
    )
    held = tuple(Column(as_is(name), say("Chips after the round")) for name in setup.roster.names)
    columns = (deals, *taken, Column(say("Widow"), holds="word"), *held)
    empty = (EMPTY,) * (len(columns) - len(held))
    begin = Row(say("Start"), (*empty, *(Cell(setup.options.chips) for _ in held)))
    closing = tuple(Row(say(label), (EMPTY,) * len(columns)) for label in ("Bought", "Won or lost"))
    notes = (
        "Everyone in puts a chip on each of the nine spaces before the deal.",
        "Anybody with fewer than nine chips is out, or buys again where that is agreed.",
        "Widow: who bought it and for how much, or “D” where the dealer exchanged hands.",
        "What nobody takes stays on its space for the next round.",
        "At the end a poker hand is dealt for each space with chips on it, the poorest first.",
    )
    return Scoreboard(say("Chips"), columns, (begin,), closing, tuple(map(say, notes)))


def filled_sheet(blank: Scoreboard, states: Sequence[State]) -> Scoreboard:
    """Return the board as a sheet to continue: what became of the widow, then the chips. What lies
    on the spaces is on the board itself."""
    board = scoreboard(states)
    rows = tuple(
        replace(row, cells=(Cell(text=_widow(state)), *row.cells))
        for row, state in zip(board.rows, states, strict=True)
    )
    foot = tuple(replace(row, cells=(EMPTY, *row.cells)) for row in board.foot)
    columns = (Column(say("Widow"), holds="word"), *board.columns)
    return replace(board, columns=columns, rows=rows, foot=foot, notes=blank.notes)


def _widow(state: State) -> str:
    """Return what a sheet says of the widow: "Bo 3", or "D" where the dealer exchanged hands."""
    last = state.last
    if last is None or state.final is not None:
        return ""
    if last.buyer is not None:
        return f"{state.roster.names[last.buyer]} {last.price}"
    return "D" if last.widow == "dealer" else ""


class Flow:
    """The chips of a state while a report moves them; `state` is what becomes of it."""

    def __init__(self, state: State) -> None:
        self._before = state
        self.chips = list(state.chips)
        self.bought = list(state.bought)
        self.board = list(state.board)
        self.transfers: list[Transfer] = []

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
        """Sell chips to a player."""
        words = say("{name} buys {chips} chips", name=self._name(player), chips=amount)
        holds = player_account(player)
        self.transfers.append(Transfer(amount, CHIPS, BANK, holds, words, "buying", at))
        self.chips[player] += amount
        self.bought[player] += amount

    def ante(self, player: int) -> None:
        """Put a chip of a player on each space."""
        for place, space in enumerate(self._before.spaces):
            words = say("{name} antes on {space}", name=self._name(player), space=space.words)
            source, target = player_account(player), space_account(space.key)
            self.transfers.append(Transfer(1, CHIPS, source, target, words, "ante"))
            self.chips[player] -= 1
            self.board[place] += 1

    def pay(self, buyer: int, dealer: int, price: int) -> None:
        """Pay the dealer for the widow."""
        if not price:
            return
        text = "{name} buys the widow from {other}"
        words = say(text, name=self._name(buyer), other=self._name(dealer))
        source, target = player_account(buyer), player_account(dealer)
        at: At = ("widow", "price")
        self.transfers.append(Transfer(price, CHIPS, source, target, words, "widow", at))
        self.chips[buyer] -= price
        self.chips[dealer] += price

    def claim(self, key: str, players: Sequence[int], text: str, rule: str, at: At) -> Claim:
        """Give a space to its takers; several share it evenly, and the odd chips stay where they
        are."""
        place = self._before.place(key)
        each, left = divmod(self.board[place], len(players))
        space = self._before.spaces[place].words
        for player in players:
            words = say(text, name=self._name(player), space=space)
            target = player_account(player)
            if each:
                source = space_account(key)
                self.transfers.append(Transfer(each, CHIPS, source, target, words, rule, at))
            self.chips[player] += each
        self.board[place] = left
        return Claim(key, tuple(players), each, left)

    def _name(self, player: int) -> str:
        return self._before.roster.names[player]
