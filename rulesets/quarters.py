"""Quarters and a pot: who loses a round pays, who cannot pay is out, the last one in takes the pot.

What a round counts and who loses it is the game's own business (Metzker p. 16: the highest).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulesets.game import At, Params, Problem, entry
from rulesets.reading import error
from rulesets.scheme import BANK, POT, Account, Ending, Json, Movement, Step, player_account
from rulesets.scoreboard import EMPTY, Cell, Column, Mark, Row, Scoreboard

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.scheme import Roster, Setup

QUARTERS = "quarters"
UNTIL_LOSS, ONE_ROUND = "until_next_loss", "one_round"


@dataclass(frozen=True, slots=True)
class Options:
    """What the players may agree on before the first round."""

    stake: int = entry(
        "Quarters to start with",
        default=4,
        low=1,
        high=100,
        help_text="How many quarters every player brings, the ante included.",
    )
    ante: int = entry(
        "Quarters into the pot at the start",
        default=1,
        low=0,
        high=100,
        help_text="How many of them each player puts into the pot before the first round.",
    )
    on_face: str = entry(
        "On the face",
        default=UNTIL_LOSS,
        choices=(
            (UNTIL_LOSS, "plays on until the next loss"),
            (ONE_ROUND, "plays exactly one more round"),
        ),
        help_text="How long a player without quarters plays on.",
    )


@dataclass(frozen=True, slots=True)
class Round:
    """What the last round brought: each player's count (None: was out), who has to pay, what
    each paid, who went out in it, whether it is played again, and who had gone home."""

    counts: tuple[int | None, ...]
    paying: tuple[int, ...]
    paid: Mapping[int, int]
    out: tuple[int, ...]
    knocker: int | None
    replayed: bool
    left: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """Who holds how many quarters, and the pot; `out` lists those who are out, first one first,
    `out_in` the rounds in which they went.

    Who is in without a quarter lies on the face.
    """

    roster: Roster
    rules: Options
    quarters: tuple[int, ...]
    pot: int
    out: tuple[int, ...] = ()
    out_in: tuple[int, ...] = ()
    rounds: int = 0
    last: Round | None = None

    @property
    def playing(self) -> tuple[int, ...]:
        """Those who are still in."""
        return tuple(p for p in range(len(self.quarters)) if p not in self.out)

    @property
    def faces(self) -> tuple[int, ...]:
        """Those who lie on the face."""
        return tuple(p for p in self.playing if not self.quarters[p])


def stake_problems(setup: Setup) -> tuple[Problem, ...]:
    """No ante above the stake."""
    stake, ante = setup.options.stake, setup.options.ante
    if ante <= stake:
        return ()
    text = "Nobody can put {ante} into the pot who brings only {stake}."
    return (error("options.ante", text, ("options", "ante"), ante=ante, stake=stake),)


def start(setup: Setup) -> Step:
    """Everyone brings the stake and puts the ante into the pot."""
    rules, names = setup.options, setup.roster.names
    movements = []
    for player, name in enumerate(names):
        holds = player_account(player)
        text = "{name} brings {stake}"
        params: dict[str, str | int] = {"name": name, "stake": rules.stake}
        movements.append(Movement(rules.stake, QUARTERS, BANK, holds, text, params, "stakes"))
        if rules.ante:
            text = "{name} puts the ante into the pot"
            movements.append(
                Movement(rules.ante, QUARTERS, holds, POT, text, {"name": name}, "stakes")
            )
    held = (rules.stake - rules.ante,) * len(names)
    return Step(State(setup.roster, rules, held, rules.ante * len(names)), tuple(movements))


def go_home(state: State, left: Sequence[int]) -> Step:
    """Who goes home before the round is out, and leaves the quarters in the pot."""
    quarters = list(state.quarters)
    movements = []
    for place, player in enumerate(left):
        if quarters[player]:
            text = "{name} goes home; the quarters go into the pot"
            params: Params = {"name": state.roster.names[player]}
            source, at = player_account(player), ("went_home", place)
            movements.append(
                Movement(quarters[player], QUARTERS, source, POT, text, params, "leaving", at)
            )
        quarters[player] = 0
    gone = replace(
        state,
        quarters=tuple(quarters),
        pot=state.pot + sum(movement.amount for movement in movements),
        out=(*state.out, *left),
        out_in=(*state.out_in, *(state.rounds + 1,) * len(left)),
    )
    return Step(gone, tuple(movements))


def last_in(state: State, left: Sequence[int]) -> Step:
    """The round before which all but one have gone home: that one takes the pot."""
    nobody = (None,) * len(state.quarters)
    brought = Round(nobody, (), {}, (), None, replayed=False, left=tuple(left))
    taken, taking = _take_pot(replace(state, rounds=state.rounds + 1, last=brought))
    return Step(taken, taking)


def settle(
    state: State,
    counts: tuple[int | None, ...],
    paying: tuple[int, ...],
    knocker: int | None,
    text: str,
    keys: Sequence[str],
    left: Sequence[int] = (),
) -> Step:
    """The round in which `paying` have lost, a knocker among them twice; `left` went home before.

    `text` says so of a {name} with {points}, `keys` in which field each player's count was
    reported. Nobody pays more than he has. A round that would put
    everybody out is played again.
    """
    out = _going_out(state, paying)
    rounds = state.rounds + 1
    if len(out) == len(state.playing):
        brought = Round(counts, paying, {}, (), knocker, replayed=True, left=tuple(left))
        return Step(replace(state, rounds=rounds, last=brought))
    quarters = list(state.quarters)
    paid: dict[int, int] = {}
    movements = []
    for player in paying:
        due = 2 if player == knocker else 1
        paid[player] = min(due, quarters[player])
        quarters[player] -= paid[player]
        if paid[player]:
            name = state.roster.names[player]
            params: Params = {"name": name, "points": counts[player] or 0}
            movements.append(
                _payment(player, paid[player], due, text, params, (keys[player], player))
            )
    following = replace(
        state,
        quarters=tuple(quarters),
        pot=state.pot + sum(paid.values()),
        out=(*state.out, *out),
        out_in=(*state.out_in, *(rounds,) * len(out)),
        rounds=rounds,
        last=Round(counts, paying, paid, out, knocker, replayed=False, left=tuple(left)),
    )
    if len(following.playing) > 1:
        return Step(following, tuple(movements))
    taken, taking = _take_pot(following)
    return Step(taken, (*movements, *taking))


def _take_pot(state: State) -> tuple[State, tuple[Movement, ...]]:
    """The pot goes to the last one in."""
    winner = state.playing[0]
    quarters = list(state.quarters)
    quarters[winner] += state.pot
    text = "{name} is the last one in and takes the pot"
    params = {"name": state.roster.names[winner]}
    account = player_account(winner)
    taking = Movement(state.pot, QUARTERS, POT, account, text, params, "ending")
    taken = replace(state, quarters=tuple(quarters), pot=0)
    return taken, (taking,) if state.pot else ()


def _going_out(state: State, paying: Sequence[int]) -> tuple[int, ...]:
    """Who goes out in this round. Where the one round on the face would leave nobody, it is
    enough for those who have to pay; everybody, if that leaves nobody either."""
    losing = tuple(player for player in state.faces if player in paying)
    if state.rules.on_face == ONE_ROUND and len(state.faces) < len(state.playing):
        return state.faces
    return losing


def _payment(player: int, paid: int, due: int, text: str, params: Params, at: At) -> Movement:
    if due > 1:
        text += "; the knock doubles it"
    if paid < due:
        text += ", as far as the quarters go"
    rule = "knocking" if due > 1 else "paying"
    return Movement(paid, QUARTERS, player_account(player), POT, text, params, rule, at)


def over(state: State) -> Ending | None:
    """The end: one player is left."""
    if len(state.playing) > 1:
        return None
    winner = state.playing[0]
    name = state.roster.names[winner]
    params: dict[str, str | int] = {"name": name, "quarters": state.quarters[winner]}
    return Ending((winner,), "{name} is the last one in and has {quarters} quarters", params)


def totals(state: State) -> tuple[int, ...]:
    """The quarters that each player holds."""
    return state.quarters


def ranking(state: State) -> tuple[int, ...]:
    """Higher is better: who is in, by quarters; then who went out, the later the better."""
    gone = dict(zip(state.out, state.out_in, strict=True))
    return tuple(
        gone.get(player, state.rounds + 1 + held) for player, held in enumerate(state.quarters)
    )


def balances(state: State) -> dict[str, dict[Account, int]]:
    """The quarters of everyone, and of the pot."""
    held = {player_account(player): value for player, value in enumerate(state.quarters)}
    return {QUARTERS: {**held, POT: state.pot}}


def label(state: State, account: Account) -> str:
    """A player's name, "pot", or where the quarters come from."""
    if account.kind == "player":
        return state.roster.names[account.who]
    return "pot" if account == POT else "brought along"


def view(state: State) -> Json:
    """Quarters, pot, who lies on the face, who is out (first one first), and the winner."""
    names = state.roster.names
    ending = over(state)
    return {
        "quarters": dict(zip(names, state.quarters, strict=True)),
        "pot": state.pot,
        "faces": [names[player] for player in state.faces],
        "out": [names[player] for player in state.out],
        "winner": None if ending is None else names[ending.winners[0]],
    }


def round_view(state: State) -> Json:
    """What the last round brought."""
    brought, names = state.last, state.roster.names
    if brought is None:
        return {}
    return {
        "counts": {names[p]: value for p, value in enumerate(brought.counts) if value is not None},
        "paying": [names[player] for player in brought.paying],
        "knocker": None if brought.knocker is None else names[brought.knocker],
        "paid": {names[player]: amount for player, amount in brought.paid.items()},
        "went_out": [names[player] for player in brought.out],
        "went_home": [names[player] for player in brought.left],
        "replayed": brought.replayed,
    }


def summary(state: State, _report: object) -> str:
    """ "Bo pays 1, Cy pays 2"; who goes out."""
    brought, names = state.last, state.roster.names
    gone = [f"{names[player]} goes home" for player in brought.left] if brought else []
    if brought is None or brought.replayed:
        return ", ".join((*gone, "played again"))
    parts = gone
    parts += [f"{names[player]} pays {amount}" for player, amount in brought.paid.items() if amount]
    parts += [f"{names[player]} is out" for player in brought.out]
    return ", ".join(parts) or "nobody pays"


def scoreboard(states: Sequence[State]) -> Scoreboard:
    """Rounds as rows with everyone's count; the quarters left as coins at the foot."""
    last = states[-1]
    headings = tuple(Column(name) for name in last.roster.names)
    rows = tuple(
        Row(str(state.rounds), tuple(_cell(state.last, p) for p in range(len(headings))))
        for state in states
        if state.last is not None
    )
    foot = Row("Quarters", tuple(_coins(last, player) for player in range(len(headings))))
    return Scoreboard("Quarters", headings, rows, (foot,), (f"Pot: {last.pot}",))


def _cell(brought: Round, player: int) -> Cell:
    points = brought.counts[player]
    if points is None:
        return Cell(text="went home") if player in brought.left else EMPTY
    marks: tuple[Mark, ...] = ("high",) if player in brought.paying else ()
    marks += ("knocked",) if player == brought.knocker else ()
    marks += ("out",) if player in brought.out else ()
    paid = brought.paid.get(player, 0)
    return Cell(points, marks=marks, text=f"−{paid}" if paid else "")


def _coins(state: State, player: int) -> Cell:
    marks: tuple[Mark, ...] = ("out",) if player in state.out else ()
    marks += ("face",) if player in state.faces else ()
    return Cell(state.quarters[player], marks=marks, coins=state.quarters[player])


def blank_sheet(setup: Setup) -> Scoreboard:
    """A column for everyone's counts, one for who knocked, and coins to strike out."""
    rules, players = setup.options, len(setup.roster.names)
    headings = (*(Column(name) for name in setup.roster.names), Column("Knocked"))
    coins = (Cell(coins=rules.stake - rules.ante),) * players
    after = "lies on the face and plays on; whoever has to pay again is out."
    if rules.on_face == ONE_ROUND:
        after = "lies on the face for exactly one more round and is out after it."
    notes = (
        f"In the pot at the start: {rules.ante * players}.",
        "The highest count pays a quarter, a knocker who is highest two: strike out the coins.",
        f"Without a coin a player {after}",
        "The last one in takes the pot.",
    )
    return Scoreboard("Quarters", headings, (), (Row("Quarters", (*coins, EMPTY)),), notes)
