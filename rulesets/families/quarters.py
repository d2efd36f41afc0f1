"""Quarters and a pot: who loses a round pays, who cannot pay is out, the last one in takes the pot.

What a round counts and who loses it is the game's own business (Metzker p. 16: the highest count,
p. 23: the lowest). Shown are counts by round, coins at the foot, and who has to pay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from rulesets.drawing.run_chart import Survivor, survivors_drawing
from rulesets.drawing.scoreboard import (
    EMPTY,
    Cell,
    Column,
    Mark,
    Row,
    Scoreboard,
    continue_sheet,
)
from rulesets.engine.answers.number import written
from rulesets.engine.endings import Ends, last_in
from rulesets.engine.game import option
from rulesets.engine.plays import POT, Ending, Json
from rulesets.engine.problems import refusal
from rulesets.engine.questions import ask, declared
from rulesets.engine.rounds import Rounds, wrong_option
from rulesets.engine.scoring import Events, Keep, Out, bring, pay, say
from rulesets.engine.text import Phrase, as_is, joined, listed
from rulesets.engine.text import say as words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.drawing.vectors import Drawing
    from rulesets.engine.checks import Check, Problems
    from rulesets.engine.problems import At, Problem
    from rulesets.engine.roster import Setup
    from rulesets.engine.table import Table


# --- how it is shown ------------------------------------------------------------------------------


WORST: dict[Mark, str] = {
    "high": "The highest count pays a quarter, a knocker who has it two: strike out the coins.",
    "low": "The lowest count pays a quarter, a knocker who has it two: strike out the coins.",
}


@dataclass(frozen=True, slots=True)
class Loss:
    """The result of the last round: each player's count (None: was out), who has to pay, the
    payments, who went out in it, whether it is played again, and who had gone home."""

    counts: tuple[float | None, ...]
    paying: tuple[int, ...]
    paid: Mapping[int, int]
    out: tuple[int, ...]
    knocker: int | None
    replayed: bool
    left: tuple[int, ...] = ()


def faces(table: Table) -> tuple[int, ...]:
    """Return the players on their face: still in, without a quarter."""
    return tuple(player for player in table.players if not table.totals[player])


def quarters_board(title: Phrase, states: Sequence[Table], pays: Mark) -> Scoreboard:
    """Return rounds as rows with everyone's count, who lost marked as `pays` says; the quarters
    left as coins at the foot."""
    last = states[-1]
    headings = tuple(Column(as_is(name)) for name in last.names)
    players = range(len(headings))
    rows = tuple(
        Row(
            as_is(str(state.rounds)),
            tuple(_cell(state.memory, p, pays) for p in players),
            report=number,
        )
        for number, state in enumerate(states)
        if state.last is not None
    )
    foot = Row(words("Quarters"), tuple(_coins(last, player) for player in players))
    return Scoreboard(title, headings, rows, (foot,), (words("Pot: {pot}", pot=last.pot),))


def _cell(brought: Loss, player: int, pays: Mark) -> Cell:
    points = brought.counts[player]
    if points is None:
        return Cell(text="went home") if player in brought.left else EMPTY
    marks: tuple[Mark, ...] = (pays,) if player in brought.paying else ()
    marks += ("knocked",) if player == brought.knocker else ()
    marks += ("out",) if player in brought.out else ()
    paid = brought.paid.get(player, 0)
    text = f"−{paid}" if paid else ""
    if isinstance(points, int):
        return Cell(points, marks=marks, text=text)
    return Cell(marks=marks, text=f"{written(points)} {text}".strip())


def _coins(state: Table, player: int) -> Cell:
    held = state.totals[player]
    marks: tuple[Mark, ...] = ("out",) if player in state.out else ()
    marks += ("face",) if player in faces(state) else ()
    return Cell(held, marks=marks, coins=held)


def quarters_sheet(
    title: Phrase, setup: Setup, pays: Mark, lines: Iterable[Phrase] = ()
) -> Scoreboard:
    """Return a column for everyone's counts, one for who knocked, and coins to strike out; `lines`
    are the game's own."""
    rules, players = setup.options, len(setup.roster.names)
    headings = (
        *(Column(as_is(name)) for name in setup.roster.names),
        Column(words("Knocked"), holds="name"),
    )
    coins = (Cell(coins=rules.stake - rules.ante),) * players
    after = (
        "Without a coin you are on your face and play on; if you have to pay again, you are out."
    )
    if rules.on_face == "one_round":
        after = (
            "Without a coin you are on your face: you have one more round, and then you are out."
        )
    notes = (
        words(WORST[pays]),
        words("In the pot at the start: {pot}.", pot=rules.ante * players),
        *lines,
        words(after),
        words("The last one in takes the pot."),
    )
    return Scoreboard(title, headings, (), (Row(words("Quarters"), (*coins, EMPTY)),), notes)


# --- how it is played -----------------------------------------------------------------------------


QUARTERS = "quarters"
UNTIL_LOSS, ONE_ROUND = "until_next_loss", "one_round"


def face_option(default: str) -> Any:
    """Return how long somebody without quarters plays on."""
    return option(
        "On their face",
        default=default,
        choices=(
            (UNTIL_LOSS, "plays on until the next loss"),
            (ONE_ROUND, "plays exactly one more round"),
        ),
        help="How long a player without quarters plays on.",
    )


@declared
class QuartersOptions:
    """The options that players may agree on before the first round."""

    stake: int = option(
        "Quarters to start with",
        default=4,
        low=1,
        high=100,
        help="How many quarters every player brings, the ante included.",
    )
    ante: int = option(
        "Quarters into the pot at the start",
        default=1,
        low=0,
        high=100,
        help="How many of them each player puts into the pot before the first round.",
    )
    on_face: str = face_option(ONE_ROUND)


def left_out() -> Any:
    """Return the question of every game for quarters: who has gone home."""
    return ask(
        "Did somebody go home before this round?",
        "Is out, and leaves the quarters in the pot.",
        rare=True,
    )


def counts_present(*keys: str) -> Check:
    """Return a check that everybody who stays has a count in one of the questions `keys`; that
    nobody who went home has one, or is the `knocker`; and that somebody stays."""

    def check(deal: Any, table: Table) -> Problems:
        left = deal.went_home or ()
        alone = len(left) == len(table.players) - 1
        if len(left) == len(table.players):
            text = "Somebody has to stay, to take the pot."
            yield refusal("went_home.everybody", text, ("went_home",))
        for player in table.players:
            filled = [key for key in keys if getattr(deal, key)[player] is not None]
            at: At = (filled[0] if filled else keys[0], player)
            if player in left and filled:
                text = "{name} has gone home and has no cards."
                yield refusal("went_home.out", text, at, name=table.names[player])
            elif not (player in left or filled or alone):
                text = "{name} is still in; a count is missing."
                yield refusal(f"{keys[0]}.missing", text, at, name=table.names[player])
        if deal.knocker is not None and deal.knocker in left:
            text = "{name} is out and cannot knock."
            yield refusal("knocker.out", text, ("knocker",), name=table.names[deal.knocker])

    return check


def standing(table: Table) -> Phrase:
    """Return the note before a round: the pot, and who is on their face."""
    on_face = [table.names[player] for player in faces(table)]
    pot = words("Pot: {pot}", pot=table.pot)
    if not on_face:
        return pot
    return listed([pot, words("on their face: {names}", names=joined(on_face))])


def stakes(table: Table) -> Events:
    """Yield the stake that everyone brings, and the ante that goes into the pot."""
    rules = table.options
    for player in table.players:
        text = "{name} brings {stake}"
        params = {"name": table.names[player], "stake": rules.stake}
        yield bring(rules.stake, player, text, "stakes", **params)
        if rules.ante:
            text = "{name} puts the ante into the pot"
            yield pay(rules.ante, player, POT, text, "stakes", name=table.names[player])


def home_goers(table: Table, left: Sequence[int]) -> Events:
    """Yield the players who go home before the round: they are out, and leave the quarters in the
    pot."""
    for place, player in enumerate(left):
        if table.holds(player):
            text = "{name} goes home; the quarters go into the pot"
            at: At = ("went_home", place)
            name = table.names[player]
            yield pay(table.holds(player), player, POT, text, "leaving", at, name=name)
        yield Out(player)
        yield say("{name} goes home", name=table.names[player])


def settle(
    table: Table,
    counts: Sequence[float | None],
    due: Mapping[int, int],
    text: str,
    *,
    rule: str = "paying",
    knocker: int | None = None,
    keys: Sequence[str] = (),
    left: Sequence[int] = (),
    **params: str,
) -> Events:
    """Yield the round that `due` have lost, each owing so many quarters; `left` went home before.

    `text` says so of a {name} with {points} (and of what else `params` give), by the rule `rule`,
    `keys` in which field each player's count was reported. Nobody pays more than he has. A round
    that would put everybody out is played again.
    """
    yield from home_goers(table, left)
    playing = [player for player in table.players if player not in left]
    if len(playing) == 1:
        yield Keep(Loss(tuple(counts), (), {}, (), None, replayed=False, left=tuple(left)))
        return
    out = _losers_of_round(table, playing, due)
    if len(out) == len(playing):
        yield Keep(
            Loss(tuple(counts), tuple(due), {}, (), knocker, replayed=True, left=tuple(left))
        )
        yield say("played again")
        return
    paid = {player: min(owed, table.holds(player)) for player, owed in due.items()}
    for player, amount in paid.items():
        if amount:
            at: At = (keys[player] if keys else "points", player)
            count = {"points": written(counts[player] or 0), **params}
            yield _payment(table, player, amount, due[player], text, rule, count, at)
    for player in out:
        yield Out(player)
    yield Keep(
        Loss(tuple(counts), tuple(due), paid, out, knocker, replayed=False, left=tuple(left))
    )
    yield from _tell_payments(table, paid, out)


def _tell_payments(table: Table, paid: Mapping[int, int], out: Sequence[int]) -> Events:
    for player, amount in paid.items():
        if amount:
            yield say("{name} pays {amount}", name=table.names[player], amount=amount)
    for player in out:
        yield say("{name} is out", name=table.names[player])
    if not any(paid.values()) and not out:
        yield say("nobody pays")


def _losers_of_round(
    table: Table, playing: Sequence[int], due: Mapping[int, int]
) -> tuple[int, ...]:
    """Return the players who go out in this round. If the one round on their face would leave
    nobody, only those who have to pay go out; everybody, if that leaves nobody either."""
    on_face = tuple(player for player in playing if not table.holds(player))
    if table.options.on_face == ONE_ROUND and len(on_face) < len(playing):
        return on_face
    return tuple(player for player in on_face if player in due)


def _payment(
    table: Table,
    player: int,
    paid: int,
    due: int,
    text: str,
    rule: str,
    params: Mapping[str, Any],
    at: At,
) -> Any:
    if due > 1:
        text += "; the knock doubles it"
    if paid < due:
        text += ", as far as the quarters go"
    rule = "knocking" if due > 1 else rule
    return pay(paid, player, POT, text, rule, at, name=table.names[player], **params)


def take_pot(table: Table, ending: Ending) -> Events:
    """Yield the pot to the last one in."""
    winner = ending.winners[0]
    if table.pot:
        text = "{name} is the last one in and takes the pot"
        yield pay(table.pot, POT, winner, text, "ending", name=table.names[winner])


def ranking(table: Table) -> tuple[int, ...]:
    """Return numbers to rank by, high is better: who is in, by quarters; then who went out, the
    later the better."""
    exits = dict(table.gone)
    return tuple(
        exits.get(player, table.rounds + 1 + held) for player, held in enumerate(table.totals)
    )


def stake_problems(setup: Setup) -> Iterator[Problem]:
    """Report an ante above the stake."""
    stake, ante = setup.options.stake, setup.options.ante
    if ante > stake:
        text = "Somebody who brings only {stake} cannot put {ante} into the pot."
        yield wrong_option("ante", text, ante=ante, stake=stake)


class LastInQuarters(Ends):
    """One player is left, and has so many quarters."""

    def over(self, table: Table) -> bool:
        return last_in().over(table)

    def winners(self, table: Table) -> tuple[int, ...] | None:
        return table.players

    def victory(self, plays: Rounds, options: Any) -> Phrase:
        return last_in().victory(plays, options)

    def why(self, table: Table) -> Phrase:
        winner = table.players[0]
        text = "{name} is the last one in and has {quarters} quarters"
        return words(text, name=table.names[winner], quarters=table.totals[winner])


@dataclass(frozen=True, kw_only=True)
class Quarters(Rounds):
    """A game for quarters. `pays` says whose count loses: the highest, or the lowest."""

    pays: Literal["high", "low"] = "high"
    unit: str = QUARTERS
    counted: Phrase = field(default_factory=lambda: words("Quarters"))
    opens: Any = stakes
    ends: Ends = field(default_factory=LastInQuarters)
    pays_out: Any = take_pot
    rank: Any = ranking
    agreed: Any = stake_problems
    conserved: frozenset[str] = frozenset({QUARTERS})
    buying: frozenset[str] = frozenset({"stakes"})
    final_table: bool = True
    joins: bool = False

    def view(self, state: Table) -> Json:
        """Return quarters, pot, who is on their face, who is out (first one first), and the
        winner."""
        names, ending = state.names, self.over(state)
        return {
            "quarters": dict(zip(names, state.totals, strict=True)),
            "pot": state.pot,
            "faces": [names[player] for player in faces(state)],
            "out": [names[player] for player in state.out],
            "winner": None if ending is None else names[ending.winners[0]],
        }

    def round_view(self, state: Table) -> Json:
        brought, names = state.memory, state.names
        if brought is None:
            return {}
        counts = {names[p]: value for p, value in enumerate(brought.counts) if value is not None}
        return {
            "counts": counts,
            "paying": [names[player] for player in brought.paying],
            "knocker": None if brought.knocker is None else names[brought.knocker],
            "paid": {names[player]: amount for player, amount in brought.paid.items()},
            "went_out": [names[player] for player in brought.out],
            "went_home": [names[player] for player in brought.left],
            "replayed": brought.replayed,
        }

    def summary(self, state: Table, report: Any) -> Phrase:
        """Return the round in a line: "Bo pays 1, Cy pays 2"; who goes out."""
        if state.last is None:
            return as_is("")
        return listed(state.last.texts) if state.last.texts else words("nobody pays")

    def board(self, states: Sequence[Table]) -> Scoreboard:
        """Return rounds as rows with everyone's count; the quarters left as coins at the foot."""
        return quarters_board(self.counted, states, self.pays)

    def sheet(self, setup: Setup, states: Sequence[Table] = ()) -> Scoreboard:
        """Return a column for everyone's counts, one for who knocked, and coins to strike out."""
        blank = quarters_sheet(self.counted, setup, self.pays, self.sheet_lines(setup.options))
        return continue_sheet(blank, self.board(states)) if states else blank

    def drawing(self, state: Table) -> Drawing | None:
        """Return a tile for everyone, and the pot."""
        ending, exits, on_face = self.over(state), dict(state.gone), faces(state)
        people = [
            Survivor(
                name,
                held,
                on_face=player in on_face,
                out_in=exits.get(player),
                winner=ending is not None and player in ending.winners,
            )
            for player, (name, held) in enumerate(zip(state.names, state.totals, strict=True))
        ]
        return survivors_drawing(people, state.pot)
