"""How a game is played, as far as anybody else has to know: what pages, papers and files ask.

A play keeps everything that the next round needs in a frozen state. `play` is a pure step from
state and report to the next state, and returns the movements that lead there: each names what
moved, from where to where, and the rule that moved it. `rulesets.engine.replay` folds a history
over it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from rulesets.engine.problems import At, Problem, error
from rulesets.engine.roster import Roster, RosterChange, Setup, partners
from rulesets.engine.text import NOTHING, ROUND, TURN, DealWords, Words, say
from rulesets.standings.placings import placings

if TYPE_CHECKING:
    from random import Random

    from rulesets.drawing.scoreboard import Scoreboard
    from rulesets.drawing.vectors import Drawing
    from rulesets.engine.fields import Field
    from rulesets.engine.limits import Limit, Shortcut


@dataclass(frozen=True, slots=True)
class Moment:
    """`code` names the kind of thing within the game, `words` tell it, `who` are the places of the
    people it belongs to."""

    code: str
    words: Words
    who: tuple[int, ...]

    @property
    def text(self) -> str:
        """It in English."""
        return self.words.text


Joining = Literal["", "choice", "stake"]
State = Any  # each play has a frozen dataclass of its own
Json = dict[str, Any]


class Account(NamedTuple):
    """Where points, gins, quarters or chips can be.

    `kind`: "player" or "side" (`who`), "column" (a side's game: `who` is the side, `what` the
    game), "space" (`what` is its key), "pot", or "bank", which stands for everything outside.
    """

    kind: str
    who: int = -1
    what: str = ""


BANK = Account("bank")
POT = Account("pot")
OWN = "game_"  # begins the name of an option of a game whose format has another of that name


@lru_cache(128)
def player_account(player: int) -> Account:
    """What a player holds."""
    return Account("player", player)


@dataclass(frozen=True, slots=True)
class Movement:
    """One line of the ledger: `amount` of `unit` goes from `source` to `target`, and why.

    `rule` is an anchor in the game's rule text; `at` points into the report that brought it.
    """

    amount: int
    unit: str
    source: Account
    target: Account
    words: Words
    rule: str
    at: At = ()

    @property
    def text(self) -> str:
        """The reason in English."""
        return self.words.text


@dataclass(frozen=True, slots=True)
class Step:
    """What a report leads to: the next state, and the movements that lead there."""

    state: State
    movements: tuple[Movement, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """How it ended: the winning sides (several where they are level), and why."""

    winners: tuple[int, ...]
    words: Words

    @property
    def text(self) -> str:
        return self.words.text


class Plays:
    """What may be asked of any game's play; whoever keeps score overrides what differs.

    - `players`: the fewest and the most; `seats`: only these numbers of them (empty: any between);
    - `unit` is what a total is counted in, `counted` what pages call totals, `wins` says which
      total is best;
    - `rows`: "couple" where a round is a list with a report for each couple of two sides;
    - `side_names`: the sides that people are entered for (empty: none, or those of the seats);
    - `conserved` units only ever come from the bank through movements whose rule is in `buying`;
    - `final` is the one field of a last report that closes the game, if there is such a report;
    - `dealers`: whether the deal is a person's or a side's; `turns`: a report is one turn;
    - `winner_deals`: when the same people play again the winner has the first deal, else whoever
      comes next in turn;
    - `final_table`: of several tables the last ones may meet at a final table;
    - `seats_matter`: another order of seats can lead to other totals;
    - `booked`: what accounts hold is made of the movements, so that they need not be compared.
    """

    players: tuple[int, int] = (2, 8)
    seats: tuple[int, ...] = ()
    unit: str = "points"
    counted: Words = say("Points")
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
    booked: ClassVar[bool] = False

    @property
    def called(self) -> DealWords:
        """What a report is about, as people call it: a round, or somebody's turn."""
        return TURN if self.turns else ROUND

    # --- before the first round -----------------------------------------------------------------

    @property
    def paired(self) -> bool:
        """Whether people are partners, or can be."""
        return False

    def roster(
        self, names: Sequence[str], roles: Sequence[str] = (), options: Any = None
    ) -> Roster:
        """The roster of people in the order of their seats; by the usual options where none are
        given."""
        del options
        return Roster(tuple(names), roles=tuple(roles))

    def seated(self, setup: Setup) -> tuple[Problem, ...]:
        """What is wrong with roster and options together."""
        return self.number_problems(len(setup.roster.names))

    def number_problems(self, given: int) -> tuple[Problem, ...]:
        """Too few or too many players, or a number that the game is not for."""
        low, high = self.players
        if not low <= given <= high:
            text = "{given} players; the game is for {low} to {high}."
            return (error("players.count", text, ("players",), given=given, low=low, high=high),)
        if self.seats and given not in self.seats:
            text = "{given} players; the game is for {seats}."
            seats = " or ".join(map(str, self.seats))
            return (error("players.count", text, ("players",), given=given, seats=seats),)
        return ()

    def start(self, setup: Setup) -> Step:
        """The first state, and what everybody put in at the start."""
        raise NotImplementedError

    def joining(self, state: State) -> Joining:
        """How somebody joins a game that goes on: "choice", with as much as the host says; "stake",
        with what everybody brought; "" not at all."""
        del state
        return ""

    def may_leave(self, state: State, player: int) -> bool:
        """Whether the game goes on without a player who leaves."""
        del state, player
        return False

    def reseat(self, state: State, change: RosterChange) -> Step:
        """The state once somebody has joined or left, where that can be."""
        raise NotImplementedError

    # --- a round --------------------------------------------------------------------------------

    def fields(self, state: State) -> tuple[Field, ...]:
        """What the report of the next round is asked for."""
        raise NotImplementedError

    def limits(self, state: State) -> tuple[Limit, ...]:
        """What bounds the numbers of the next report together; whoever enters them sees it."""
        del state
        return ()

    def shortcuts(self, state: State) -> tuple[Shortcut, ...]:
        """What fills in the next report at one tap."""
        del state
        return ()

    def check(self, state: State, report: object) -> tuple[Problem, ...]:
        """All problems of the next report, malformed ones included."""
        raise NotImplementedError

    def check_before(self, state: State, report: object) -> tuple[Problem, ...] | None:
        """All problems of what is told before the round is played (bids); None where nothing is
        asked then."""
        del state, report
        return None

    def play(self, state: State, report: Any) -> Step:
        """The step of a report without firm problems."""
        raise NotImplementedError

    def close(self, state: State) -> Step:
        """What happens by itself when nothing more is reported."""
        return Step(state)

    def skipped(self, state: State) -> State:
        """The state after a round that is not told (yet), where reports stand by themselves."""
        return state

    def over(self, state: State) -> Ending | None:
        """Whether and how it has ended."""
        raise NotImplementedError

    def playing(self, state: State) -> tuple[int, ...]:
        """Who can be named in the next round."""
        return tuple(range(len(state.roster.names)))

    def closing(self, state: State) -> tuple[int, ...]:
        """Who can be named in the last report."""
        return self.playing(state)

    def next_dealer(self, state: State) -> int | None:
        """Who deals the next round (None: nobody, or not known)."""
        del state
        return None

    def turn(self, state: State) -> int | None:
        """Whose turn is next, where a report is one turn."""
        del state
        return None

    def sample(self, state: State, chance: Random) -> Any:
        """A made-up report of the next round that has no errors."""
        raise NotImplementedError

    # --- what is told ---------------------------------------------------------------------------

    def name_of_round(self, state: State) -> Words:
        """What the next round is called besides its number ("8 cards"); often nothing."""
        del state
        return NOTHING

    def note_before(self, state: State) -> Words:
        """What the table is told before the next round ("Pass three to the left")."""
        del state
        return NOTHING

    def dues(self, state: State) -> tuple[Words, ...]:
        """What each player has to do next, by place; empty where nothing differs."""
        del state
        return ()

    def summary(self, state: State, report: Any) -> Words:
        """The round that led to this state in one line."""
        raise NotImplementedError

    def moments(self, before: State, report: Any) -> tuple[Moment, ...]:
        """What is worth remembering of a report of the round that follows `before`."""
        del before, report
        return ()

    def victory(self, options: Any) -> Words:
        """How the game is won, in a line: "The lowest total when somebody reaches 100"."""
        del options
        return best(self.unit, self.wins, say("when you stop"))

    def rounds_in_all(self, setup: Setup) -> int | None:
        """How many rounds there are, where that is known before the first."""
        del setup
        return None

    def target(self, setup: Setup) -> int | None:
        """The total that ends the game, where one does."""
        del setup
        return None

    # --- what stands where ----------------------------------------------------------------------

    def holdings(self, state: State) -> Mapping[str, Mapping[Account, int]]:
        """What every account holds, by unit."""
        raise NotImplementedError

    def account_name(self, state: State, account: Account, unit: str = "") -> Words:
        """What an account is called where `unit` moves ("" for the main one)."""
        raise NotImplementedError

    def totals(self, state: State) -> tuple[int, ...]:
        """What each side (each player, where all play alone) has."""
        raise NotImplementedError

    def ranking(self, state: State) -> tuple[int, ...] | None:
        """Numbers to rank by where totals do not say it, high is better; None: by totals."""
        del state
        return None

    def ranks(self, state: State) -> list[int]:
        """The place of each side, from 1; equal ones share it."""
        found = self.ranking(state)
        if found is not None:
            return [place.rank for place in placings(found)]
        low = self.wins == "low"
        return [place.rank for place in placings(self.totals(state), low_wins=low)]

    def out_since(self, state: State) -> Mapping[int, int]:
        """The round in which each player who is out has gone (0: not known), by place."""
        del state
        return {}

    def view(self, state: State) -> Json:
        """The state as JSON with names."""
        raise NotImplementedError

    def round_view(self, state: State) -> Json:
        """What the last round brought, as JSON with names."""
        raise NotImplementedError

    # --- boards and papers ----------------------------------------------------------------------

    def board(self, states: Sequence[State]) -> Scoreboard:
        """The opening and the states after each round as columns and rows."""
        raise NotImplementedError

    def row_text(self, state: State, row: Mapping[str, Any]) -> Words:
        """One couple's report of a round, and what it is worth, where couples report."""
        raise NotImplementedError

    def worksheet(
        self,
        state: State,
        report: Sequence[Mapping[str, Any] | None],
        seated: Sequence[tuple[int, int]] | None = None,
    ) -> Scoreboard:
        """The worksheet of the round after a state, with what is reported of it so far, where
        couples report; `seated` are those who really sit there, where that is known."""
        raise NotImplementedError

    def sheet(self, setup: Setup, states: Sequence[State] = ()) -> Scoreboard:
        """What a table scores on by hand: columns, foot, how to keep it, named rounds; filled in
        as far as `states` go."""
        raise NotImplementedError

    @property
    def has_drawing(self) -> bool:
        """Whether a picture shows how it stands."""
        return type(self).drawing is not Plays.drawing

    def drawing(self, state: State) -> Drawing | None:
        """A picture of a state, where one says more than figures."""
        del state
        return None

    def blank_drawing(self, options: Any, players: int = 0) -> Drawing | None:
        """What the game is played on by so many (0: the usual number), as it is printed for the
        table."""
        del options, players
        return None

    def blank_drawings(self, options: Any) -> tuple[Drawing, ...]:
        """Everything that it can be played on by these options, each once."""
        drawing = self.blank_drawing(options)
        return () if drawing is None else (drawing,)

    def space_key(self, options: Any, text: str, *, claimed: bool = False) -> str | None:
        """The key of a space by what people call it; if `claimed`, one that cards claim comes
        before any other that is called so."""
        del options, text, claimed
        return None


def own_option(options: Any, name: str) -> Any:
    """An option of a game by its name, also where its format has another of that name."""
    own = OWN + name
    return getattr(options, own if hasattr(options, own) else name)


def best(unit: str, wins: Literal["high", "low"], then: Words) -> Words:
    """ "The lowest total", or "The most chips", and when that is looked at."""
    if unit == Plays.unit:
        total = "The lowest total {then}" if wins == "low" else "The highest total {then}"
        return say(total, then=then)
    most = "The fewest {unit} {then}" if wins == "low" else "The most {unit} {then}"
    return say(most, unit=say(unit), then=then)


def in_two_sides(names: Sequence[str], roles: Sequence[str] = ()) -> Roster:
    """Every other chair on the same side."""
    return partners(tuple(names), 2, tuple(roles))
