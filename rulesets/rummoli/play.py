"""The play on a board of chips (Metzker p. 34)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

from rulesets.drawing.scoreboard import Scoreboard
from rulesets.drawing.vectors import Drawing
from rulesets.engine.fields import Field
from rulesets.engine.plays import Account, Ending, Json, Moment, Plays, Step
from rulesets.engine.problems import Problem, error
from rulesets.engine.roster import Setup
from rulesets.engine.text import Phrase, say
from rulesets.rummoli import chips, claiming
from rulesets.rummoli.board_drawing import board_drawing, state_drawing
from rulesets.rummoli.chips import BOARDS, CHIPS, POKER, RUMMOLI, SPACES, TITLES, State, board, find
from rulesets.rummoli.claiming import FINAL_FIELD, fields, spaces_of

COUNTED = say("Chips more than bought")
MANY = 5  # spaces won in one round that are worth telling


@dataclass(frozen=True)
class ChipBoard(Plays):
    """Chips on spaces, claimed by cards, by the best poker hand and by going out.

    It is no `Rounds`: there the books know people, sides and one pot, who is out stays out, and
    every report is a round. Here nine spaces are accounts with names of their own, whoever is out
    may buy again, and the last deals are a report of another kind, which closes the game.
    """

    players: tuple[int, int] = (2, 8)
    unit: str = CHIPS
    counted: Phrase = COUNTED
    final: Field | None = FINAL_FIELD
    dealers: Literal["player", "side", "none"] = "player"
    conserved: frozenset[str] = frozenset({CHIPS})
    buying: frozenset[str] = frozenset({"buying"})
    seats_matter: bool = True
    rarities: Mapping[str, str] = field(
        default_factory=lambda: {"spaces": "most of the board in one round"}
    )

    def victory(self, options: Any) -> Phrase:
        """Return how the game is won: bought chips are no win."""
        return say("The most chips won when you stop")

    def check_setup(self, setup: Setup) -> tuple[Problem, ...]:
        """Report a wrong number of players; and names for a board of one's own that are not nine,
        or are for another board."""
        problems = list(self.number_problems(len(setup.roster.names)))
        if (setup.options.board == "custom") != bool(setup.options.spaces):
            text = "Nine names of spaces belong to your own board, and only to that."
            problems.append(error("options.spaces", text, ("options", "spaces")))
        return tuple(problems)

    def start(self, setup: Setup) -> Step:
        """Sell everyone the chips to start with."""
        return claiming.start(setup)

    def fields(self, state: State) -> tuple[Field, ...]:
        """Return the questions of a round; the spaces depend on the board."""
        return fields(state.rules)

    def check(self, state: State, report: object) -> tuple[Problem, ...]:
        return claiming.check(state, report)

    def play(self, state: State, report: Mapping[str, Any]) -> Step:
        """Play antes, the widow and claims; or the last deals."""
        return claiming.play(state, report)

    def close(self, state: State) -> Step:
        """Return the step that gives the chips on the board to the only player left."""
        return claiming.close(state)

    def over(self, state: State) -> Ending | None:
        """Return the end, once nothing is left on the board after the last deal."""
        return chips.over(state)

    def playing(self, state: State) -> tuple[int, ...]:
        """Return the players who can take part in the next round."""
        return claiming.staying(state)

    def closing(self, state: State) -> tuple[int, ...]:
        """Return the players who can win one of the last deals."""
        return state.closing

    def next_dealer(self, state: State) -> int | None:
        """Return the next one to the left who can ante."""
        return claiming.next_dealer(state)

    def sample(self, state: State, chance: Random) -> dict[str, Any]:
        """Return a made-up report: somebody out of cards, somebody with the best hand, some spaces
        claimed."""
        able = [place for place, held in enumerate(state.chips) if held >= chips.ANTE]
        if len(able) < claiming.FEWEST:
            return _last_deals(state, chance)
        claimed = [space.key for space in state.spaces[:-2] if chance.random() < 0.5]
        return {
            "claims": {key: chance.choice(able) for key in claimed},
            "rummoli": chance.choice(able),
            "poker": [chance.choice(able)],
        }

    def summary(self, state: State, report: Any) -> Phrase:
        """Return the takers of the spaces in a line."""
        return chips.summary(state)

    def moments(self, before: State, report: Any) -> tuple[Moment, ...]:
        """Return the winner of most of the board in one round, shared spaces not counted."""
        if claiming.FINAL in report:
            return ()
        spaces = Counter((report.get("claims") or {}).values()) + Counter([report["rummoli"]])
        best = report.get("poker") or ()
        spaces.update(best if len(best) == 1 else ())
        text = "{name} won {count} of the nine spaces"
        names = before.roster.names
        return tuple(
            Moment("spaces", say(text, name=names[player], count=count), (player,))
            for player, count in sorted(spaces.items())
            if count >= MANY
        )

    def holdings(self, state: State) -> Mapping[str, Mapping[Account, int]]:
        """Return the chips of every player and every space."""
        return chips.balances(state)

    def account_name(self, state: State, account: Account, unit: str = "") -> Phrase:
        """Return a player's name, a space's label, or the bank."""
        return chips.label(state, account)

    def totals(self, state: State) -> tuple[int, ...]:
        """Return chips less chips bought."""
        return chips.totals(state)

    def view(self, state: State) -> Json:
        """Return chips, board, who is out, who deals next."""
        return chips.view(state)

    def round_view(self, state: State) -> Json:
        return chips.round_view(state)

    def board(self, states: Sequence[State]) -> Scoreboard:
        """Return rounds as rows with the chips after each."""
        return chips.scoreboard(states)

    def sheet(self, setup: Setup, states: Sequence[State] = ()) -> Scoreboard:
        """Return columns for who deals, who took each space, and everyone's chips; of a sheet that
        is filled in, for the widow and the chips."""
        blank = chips.blank_sheet(setup, spaces_of(setup.options))
        return chips.filled_sheet(blank, states) if states else blank

    def drawing(self, state: State) -> Drawing | None:
        return state_drawing(state)

    def blank_drawing(self, options: Any, players: int = 0) -> Drawing | None:
        """Return the board to play on, the same for any number of players."""
        return board_drawing(spaces_of(options))

    def blank_drawings(self, options: Any) -> tuple[Drawing, ...]:
        """Return the printed boards, and one whose spaces are to be named by hand."""
        own = board("custom", ("",) * (SPACES - 2) + (POKER.title(), RUMMOLI.title()))
        boards = zip(TITLES, (*BOARDS.values(), own), strict=True)
        return tuple(board_drawing(spaces, title=title) for title, spaces in boards)

    def space_key(self, options: Any, text: str, *, claimed: bool = False) -> str | None:
        """Return the key of a space by what people call it; if `claimed`, one that cards claim
        comes before any other that is called so."""
        spaces = spaces_of(options)
        return (find(spaces[: SPACES - 2], text) if claimed else None) or find(spaces, text)


def _last_deals(state: State, chance: Random) -> dict[str, Any]:
    left = sorted((held, place) for place, held in enumerate(state.board) if held)
    deals = [
        {"space": state.spaces[place].key, "player": chance.choice(state.closing)}
        for _held, place in left
    ]
    return {claiming.FINAL: deals}
