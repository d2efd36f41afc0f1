"""How a game is played, as far as pages, papers and files need to know.

A play keeps everything that the next round needs in a frozen state. `play` is a pure step from
state and report to the next state, and returns the transfers that lead there: each says what moved,
from where to where, and by which rule. `rulesets.engine.replay` folds a history over it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from rulesets.engine.problems import At, Problem, error
from rulesets.engine.roster import Roster, RosterChange, Setup
from rulesets.engine.text import NOTHING, ROUND, TURN, DealNames, Phrase, say
from rulesets.standings.placings import placings

if TYPE_CHECKING:
    from random import Random

    from rulesets.drawing.scoreboard import Scoreboard
    from rulesets.drawing.vectors import Drawing
    from rulesets.engine.fields import Field
    from rulesets.engine.limits import Limit, Shortcut


@dataclass(frozen=True, slots=True)
class Moment:
    """Something worth remembering: `code` is its kind within the game, `words` describe it, and
    `who` are the places of the people it belongs to."""

    code: str
    words: Phrase
    who: tuple[int, ...]

    @property
    def text(self) -> str:
        """The words in English."""
        return self.words.text


Joining = Literal["", "choice", "stake"]
State = Any  # each play has a frozen dataclass of its own
Json = dict[str, Any]


class Account(NamedTuple):
    """A place where points, gins, quarters or chips can be.

    `kind`: "player" or "side" (`who`), "column" (a side's game: `who` is the side, `what` the
    game), "space" (`what` is its key), "pot", or "bank", which is everything outside.
    """

    kind: str
    who: int = -1
    what: str = ""


BANK = Account("bank")
POT = Account("pot")
OWN = "game_"  # begins the name of an option of a game whose format has another of that name


@lru_cache(128)
def player_account(player: int) -> Account:
    return Account("player", player)


@dataclass(frozen=True, slots=True)
class Transfer:
    """One line of the ledger: `amount` of `unit` goes from `source` to `target`, and why.

    `rule` is an anchor in the game's rule text; `at` is the place in the report that caused it.
    """

    amount: int
    unit: str
    source: Account
    target: Account
    words: Phrase
    rule: str
    at: At = ()

    @property
    def text(self) -> str:
        """The reason in English."""
        return self.words.text


@dataclass(frozen=True, slots=True)
class Step:
    """The result of a report: the next state, and the transfers that lead there."""

    state: State
    transfers: tuple[Transfer, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: the winning sides (several if they are level), and why."""

    winners: tuple[int, ...]
    words: Phrase

    @property
    def text(self) -> str:
        return self.words.text


class Plays:
    """The interface of all games; a game overrides what differs.

    - `players`: the fewest and the most; `seats`: only these numbers of them (empty: any between);
    - `unit` is what a total is counted in, `counted` what pages call totals, `wins` says which
      total is best;
    - `rows`: "couple" if a round is a list with a report for each couple of two sides;
    - `side_names`: the sides that people are entered for (empty: none, or those of the seats);
    - `conserved` units only ever come from the bank through transfers whose rule is in `buying`;
    - `final` is the one field of a last report that ends the game, if there is such a report;
    - `dealers`: whether a person or a side deals; `turns`: a report is one turn;
    - `winner_deals`: when the same people play again the winner deals first, otherwise the next in
      turn;
    - `final_table`: the last ones in at several tables may meet at a final table;
    - `seats_matter`: another order of seats can lead to other totals;
    - `rarities`: the kinds of moments worth remembering, in words without names or numbers;
    - `booked`: the accounts are built from the transfers, so they need not be compared.
    """

    players: tuple[int, int] = (2, 8)
    seats: tuple[int, ...] = ()
    unit: str = "points"
    counted: Phrase = say("Points")
    wins: Literal["high", "low"] = "high"
    rows: ClassVar[Literal["table", "couple"]] = "table"
    side_names: ClassVar[tuple[str, ...]] = ()
    conserved: frozenset[str] = frozenset()
    buying: frozenset[str] = frozenset()
    final: Field | None = None
    dealers: Literal["player", "side", "none"] = "none"
    winner_deals: bool = False
    turns: bool = False
    final_table: bool = False
    seats_matter: bool = False
    rarities: Mapping[str, str] = MappingProxyType({})
    booked: ClassVar[bool] = False

    @property
    def called(self) -> DealNames:
        """The words for what a report is about: a round, or somebody's turn."""
        return TURN if self.turns else ROUND

    @property
    def passes_deal(self) -> bool:
        """Whether the deal passes on to the left after each round, so that a table can also settle
        between two rounds who deals."""
        return False

    # --- before the first round -----------------------------------------------------------------

    @property
    def paired(self) -> bool:
        """Whether people are partners, or can be."""
        return False

    def roster(
        self, names: Sequence[str], roles: Sequence[str] = (), options: Any = None
    ) -> Roster:
        """Return the roster of people in seating order; with the default options if none are
        given."""
        return Roster(tuple(names), roles=tuple(roles))

    def check_setup(self, setup: Setup) -> tuple[Problem, ...]:
        """Report problems of roster and options together."""
        return self.number_problems(len(setup.roster.names))

    def number_problems(self, count: int) -> tuple[Problem, ...]:
        """Report too few or too many players, or a number that the game is not for."""
        low, high = self.players
        if not low <= count <= high:
            text = "{given} players; the game is for {low} to {high}."
            return (error("players.count", text, ("players",), given=count, low=low, high=high),)
        if self.seats and count not in self.seats:
            text = "{given} players; the game is for {seats}."
            seats = " or ".join(map(str, self.seats))
            return (error("players.count", text, ("players",), given=count, seats=seats),)
        return ()

    def start(self, setup: Setup) -> Step:
        """Return the first state, and what everybody put in at the start."""
        raise NotImplementedError

    def joining(self, state: State) -> Joining:
        """Return how somebody can join a game in progress: "choice", with as much as the host says;
        "stake", paying in what everybody else did; "" not at all."""
        return ""

    def may_leave(self, state: State, player: int) -> bool:
        """Return whether the game goes on if a player leaves."""
        return False

    def reseat(self, state: State, change: RosterChange) -> Step:
        """Return the state after somebody has joined, left or come back, or deals out of turn, if
        that is possible."""
        raise NotImplementedError

    # --- a round --------------------------------------------------------------------------------

    def fields(self, state: State) -> tuple[Field, ...]:
        """Return the questions of the next round's report."""
        raise NotImplementedError

    def limits(self, state: State) -> tuple[Limit, ...]:
        """Return joint bounds on the numbers of the next report, shown while they are entered."""
        return ()

    def shortcuts(self, state: State) -> tuple[Shortcut, ...]:
        """Return shortcuts that fill in the next report at one tap."""
        return ()

    def check(self, state: State, report: object) -> tuple[Problem, ...]:
        """Return all problems of the next report, including malformed answers."""
        raise NotImplementedError

    def check_before(self, state: State, report: object) -> tuple[Problem, ...] | None:
        """Return all problems of the answers given before the round is played (bids); None if
        nothing is asked then."""
        return None

    def play(self, state: State, report: Any) -> Step:
        """Return the step of a report without firm problems."""
        raise NotImplementedError

    def close(self, state: State) -> Step:
        """Return the step that follows automatically when nothing more is reported."""
        return Step(state)

    def skipped(self, state: State) -> State:
        """Return the state after a round that is not reported (yet), for independent reports."""
        return state

    def over(self, state: State) -> Ending | None:
        """Return whether and how it has ended."""
        raise NotImplementedError

    def playing(self, state: State) -> tuple[int, ...]:
        """Return the players who can be named in the next round."""
        return tuple(range(len(state.roster.names)))

    def closing(self, state: State) -> tuple[int, ...]:
        """Return the players who can be named in the last report."""
        return self.playing(state)

    def next_dealer(self, state: State) -> int | None:
        """Return the dealer of the next round (None: nobody, or not known)."""
        return None

    def deal_again(self, state: State, by_winner: bool) -> int | None:
        """Return the first dealer when the same people play again after this state: the winner
        (`by_winner`; the first of a side), or the next in turn. None: nobody, or not known."""
        if not by_winner:
            return self.next_dealer(state)
        winner, roster = self.ranks(state).index(1), state.roster
        alone = getattr(self, "alone", False) or not roster.in_sides
        return winner if alone else int(roster.sides[winner][0])

    def turn(self, state: State) -> int | None:
        """Return the player whose turn is next, if a report is one turn."""
        return None

    def sample(self, state: State, chance: Random) -> Any:
        """Return a made-up report of the next round that has no errors."""
        raise NotImplementedError

    # --- what is told ---------------------------------------------------------------------------

    def name_of_round(self, state: State) -> Phrase:
        """Return the name of the next round besides its number ("8 cards"); often nothing."""
        return NOTHING

    def note_before(self, state: State) -> Phrase:
        """Return a note for the table before the next round ("Pass three to the left")."""
        return NOTHING

    def dues(self, state: State) -> tuple[Phrase, ...]:
        """Return the task of each player before the next round, by place; empty if nothing
        differs."""
        return ()

    def summary(self, state: State, report: Any) -> Phrase:
        """Return the round that led to this state, in one line."""
        raise NotImplementedError

    def moments(self, before: State, report: Any) -> tuple[Moment, ...]:
        """Return the events worth remembering in a report of the round that follows `before`."""
        return ()

    def victory(self, options: Any) -> Phrase:
        """Return how the game is won, in a line: "The lowest total when somebody reaches 100"."""
        return best(self.unit, self.wins, say("when you stop"))

    def rounds_in_all(self, setup: Setup) -> int | None:
        """Return how many rounds there are, if that is known in advance."""
        return None

    def target(self, setup: Setup) -> int | None:
        """Return the total that ends the game, if one does."""
        return None

    # --- what stands where ----------------------------------------------------------------------

    def holdings(self, state: State) -> Mapping[str, Mapping[Account, int]]:
        """Return the balance of every account, by unit."""
        raise NotImplementedError

    def account_name(self, state: State, account: Account, unit: str = "") -> Phrase:
        """Return the name of an account if `unit` moves ("" for the main one)."""
        raise NotImplementedError

    def totals(self, state: State) -> tuple[int, ...]:
        """Return each side's total (each player's, if everybody plays singly)."""
        raise NotImplementedError

    def ranking(self, state: State) -> tuple[int, ...] | None:
        """Return numbers to rank by if totals do not decide, high is better; None: by totals."""
        return None

    def ranks(self, state: State) -> list[int]:
        """Return the place of each side, from 1; equal ones share it, and people who have left the
        table come after those who have not."""
        ranking, low = self.ranking(state), self.wins == "low"
        worths = [-total if low else total for total in self.totals(state)]
        if ranking is not None:
            worths = list(ranking)
        absent = frozenset(self.leavers(state))
        keys = [(who not in absent, worth) for who, worth in enumerate(worths)]
        return [place.rank for place in placings(keys)]

    def leavers(self, state: State) -> tuple[int, ...]:
        """Return the people who have left the table and not come back, by place."""
        return ()

    def out_since(self, state: State) -> Mapping[int, int]:
        """Return the round in which each player who is out went out (0: unknown), by place."""
        return {}

    def view(self, state: State) -> Json:
        """Return the state as JSON with names."""
        raise NotImplementedError

    def round_view(self, state: State) -> Json:
        """Return the result of the last round, as JSON with names."""
        raise NotImplementedError

    # --- boards and papers ----------------------------------------------------------------------

    def board(self, states: Sequence[State]) -> Scoreboard:
        """Return the opening and the states after each round as columns and rows."""
        raise NotImplementedError

    def row_text(self, state: State, row: Mapping[str, Any]) -> Phrase:
        """Return one couple's report of a round, and its worth, if couples report."""
        raise NotImplementedError

    def worksheet(
        self,
        state: State,
        report: Sequence[Mapping[str, Any] | None],
        seats: Sequence[tuple[int, int]] | None = None,
    ) -> Scoreboard:
        """Return the worksheet of the round after a state, with the reports so far, if couples
        report; `seats` are the people who really sit there, if that is known."""
        raise NotImplementedError

    def sheet(self, setup: Setup, states: Sequence[State] = ()) -> Scoreboard:
        """Return the paper sheet of a table: columns, foot, how to keep it, named rounds; filled in
        as far as `states` go."""
        raise NotImplementedError

    @property
    def has_drawing(self) -> bool:
        """Whether there is a picture of the state of the game."""
        return type(self).drawing is not Plays.drawing

    def drawing(self, state: State) -> Drawing | None:
        """Return a picture of a state, if one says more than figures."""
        return None

    def blank_drawing(self, options: Any, players: int = 0) -> Drawing | None:
        """Return the board for this many players (0: the usual number), as it is printed for the
        table."""
        return None

    def blank_drawings(self, options: Any) -> tuple[Drawing, ...]:
        """Return all boards on which it can be played with these options, each once."""
        drawing = self.blank_drawing(options)
        return () if drawing is None else (drawing,)

    def space_key(self, options: Any, text: str, *, claimed: bool = False) -> str | None:
        """Return the key of a space by its common name; if `claimed`, one that cards can claim
        takes precedence over any other of that name."""
        return None


def own_option(options: Any, name: str) -> Any:
    """Return an option of a game by its name, even if its format has one of the same name."""
    own = OWN + name
    return getattr(options, own if hasattr(options, own) else name)


def best(unit: str, wins: Literal["high", "low"], then: Phrase) -> Phrase:
    """Return "The lowest total", or "The most chips", and when that is decided."""
    if unit == Plays.unit:
        total = "The lowest total {then}" if wins == "low" else "The highest total {then}"
        return say(total, then=then)
    most = "The fewest {unit} {then}" if wins == "low" else "The most {unit} {then}"
    return say(most, unit=say(unit), then=then)
