"""Games that report only a winner, or the order in which people finished; wins are counted.

Three shapes: shedding games (`out`, or the `order` of everybody), board games (`winner`, a side,
and how far everybody came), and ladders: the first who has climbed so many rungs wins, in the order
in which a report names people; others who get there in the same round share the second place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from rulesets.engine.checks import Problems, error, refusal
from rulesets.engine.endings import Ends, reach
from rulesets.engine.game import option
from rulesets.engine.problems import At
from rulesets.engine.questions import ask
from rulesets.engine.rounds import Rounds
from rulesets.engine.scoring import Events, Moments, Show, gain, say, side_moment
from rulesets.engine.text import Phrase, as_is, joined, listed
from rulesets.engine.text import say as words

if TYPE_CHECKING:
    from random import Random

    from rulesets.engine.table import Table


WINS = Phrase("Wins")
A_WIN = "Write 1 for the winner."
UNIT = "wins"
WHOLE_ORDERS = 0.3  # how often made-up reports tell the whole order


def target() -> Any:
    """Return the option of a shedding game to stop after so many wins."""
    return option(
        "Play until somebody reaches",
        default=0,
        low=0,
        high=100,
        none="no end",
        some="this many games won",
        ends=True,
    )


# --- who was out first, or in which order all were ------------------------------------------------


class FinishReport(Protocol):
    """A report with the player who was out first, or the order in which all were."""

    @property
    def out(self) -> Any: ...

    @property
    def order(self) -> Sequence[int] | None: ...


def out() -> Any:
    """Return the question of who won."""
    return ask("Who went out first?", "Wins the round.", nobody="The order below says it")


def order() -> Any:
    """Return the question of the whole order, for those who play on."""
    help_text = "If you play on: everybody, the first one out first."
    return ask("In what order did everybody go out?", help_text, rare=True)


@dataclass(frozen=True, slots=True)
class Finished:
    """A check that one of both is answered; an order names everybody and begins with the player
    named as out."""

    def __call__(self, deal: FinishReport, table: Table) -> Problems:
        if not deal.order:
            if deal.out is None:
                yield refusal("out.missing", "Who went out first? Nobody is named.", ("out",))
            return
        missing = [table.names[who] for who in table.players if who not in deal.order]
        if missing:
            text = "The order has to name everybody: {names} missing."
            yield error("order.few", text, ("order",), names=_are(missing))
        first = table.names[deal.order[0]]
        if deal.out is not None and deal.out != deal.order[0]:
            text = "{name} went out first, but the order begins with {first}."
            name = table.names[deal.out]
            yield error("order.first", text, ("order", 0), name=name, first=first)

    def mend(self, report: dict[str, Any], table: Table, chance: Random) -> None:
        """Name somebody as out first; now and then all in order."""
        report.setdefault("out", chance.choice(table.players))
        if chance.random() < WHOLE_ORDERS:
            others = [who for who in table.players if who != report["out"]]
            report["order"] = [report["out"], *chance.sample(others, len(others))]


def _are(names: list[str]) -> Phrase:
    subject = joined(names)
    return Phrase("{names} is" if len(names) == 1 else "{names} are", {"names": subject})


def finished(deal: FinishReport, table: Table) -> Events:
    """Yield a win for the first; what place the others had."""
    if not deal.order:
        yield gain(deal.out, 1, "{who} went out first", "winning", ("out",))
        yield say("{name} went out first", name=table.names[deal.out])
        return
    for place, who in enumerate(deal.order, 1):
        at: At = ("order", place - 1)
        text = "{who} went out first" if place == 1 else "{who} came in at place {place}"
        yield gain(who, int(place == 1), text, "winning", at, place=place)
        if place > 1:
            yield Show(who, None, (), f"{place}.")
    yield say("in order: {names}", names=listed([as_is(table.names[who]) for who in deal.order]))


def shedding(
    players: tuple[int, int],
    asks: type,
    note: Callable[[Table], Phrase],
    how: Callable[[Any], list[str]],
) -> Rounds:
    """Return how all shedding games of this kind are played: `asks` is the report, with `out` and
    `order`; `note` tells who begins, `how` what the cards do."""
    return Rounds(
        players=players,
        asks=asks,
        score=finished,
        checks=(Finished(),),
        note=note,
        ends=reach("target"),
        goal="First out of cards",
        unit=UNIT,
        counted=WINS,
        how=how,
    )


# --- which side won a board game ------------------------------------------------------------------


class WinnerReport(Protocol):
    """The side that won."""

    @property
    def winner(self) -> int: ...


def winner(help_text: str) -> Any:
    """Return the question of which side won; `help_text` says by what."""
    return ask("Who won?", help_text)


def home(label: str, help_text: str, most: Callable[[Table], int]) -> Any:
    """Return the question of how many pieces each player has brought home."""
    return ask(label, help_text, high=most)


def won(deal: WinnerReport, table: Table) -> Events:
    """Yield a win for the side."""
    yield gain(deal.winner, 1, "{who} won", "winning", ("winner",))
    yield say("{name} won", name=table.name_of(deal.winner))


def shut_out(deal: Any, table: Table) -> Moments:
    """Yield a win in which nobody else brought a single piece home."""
    others = [
        who for side in range(len(table.sides)) if side != deal.winner for who in table.sides[side]
    ]
    if not any(deal.home[who] for who in others):
        yield side_moment(
            table, deal.winner, "shut-out", "{name} won, and nobody else had one home"
        )


@dataclass(frozen=True, slots=True)
class AllHome:
    """Everything of the winning side is home, and of no other side.

    `most` is what one player has; `text` with {name}, {count} and {all} says what is missing,
    `others` with {name} that a side cannot have all.
    """

    most: Callable[[Table], int]
    text: str
    others: str

    def __call__(self, deal: Any, table: Table) -> Problems:
        each = self.most(table)
        for side, members in enumerate(table.sides):
            name = table.roster.side_names[side]
            for player in members:
                count, at = deal.home[player], ("home", player)
                if side == deal.winner and count < each:
                    params = {"name": table.names[player], "count": count, "all": each}
                    yield error("home.few", self.text, at, **params)
            if side != deal.winner and all(deal.home[player] == each for player in members):
                yield error("home.all", self.others, ("home", members[0]), name=name)

    def mend(self, report: dict[str, Any], table: Table, chance: Random) -> None:
        """Bring all pieces of the winner home, and leave each other side at least one."""
        each = self.most(table)
        for side, members in enumerate(table.sides):
            for player in members:
                limit = each if side == report["winner"] else each - (player == members[0])
                count = report["home"][player]
                report["home"][player] = each if side == report["winner"] else min(count, limit)


# --- who is the first to have climbed so far ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FirstTo(Ends):
    """As soon as somebody has `goal`; `order` is the answer that says who had it first, `reason`
    the sentence about the end ({name} and {goal} are filled in)."""

    goal: int
    order: str
    reason: str = "{name} is the first with {goal}"

    def over(self, table: Table) -> bool:
        return max(table.totals) >= self.goal

    def winners(self, table: Table) -> tuple[int, ...] | None:
        there = [who for who, total in enumerate(table.totals) if total >= self.goal]
        named = getattr(table.last.report, self.order) if table.last is not None else ()
        first = next((who for who in named if who in there), *there[:1])
        return (first,)

    def total(self, options: Any) -> int | None:
        return self.goal

    def words(self, options: Any) -> Phrase:
        return words("The first with {goal} wins.", goal=self.goal)

    def victory(self, plays: Rounds, options: Any) -> Phrase:
        return words("First with {goal} {unit}", goal=self.goal, unit=words(plays.unit))

    def why(self, table: Table) -> Phrase:
        winner = (self.winners(table) or (0,))[0]
        return words(self.reason, name=table.name_of(winner), goal=self.goal)

    def ranking(self, table: Table) -> tuple[int, ...]:
        """Return numbers to rank by, high is better: the winner, then by rungs; whoever else has
        the goal shares place 2."""
        first = self.winners(table) if self.over(table) else None
        reached = (min(total, self.goal) for total in table.totals)
        return tuple(rungs + (first == (who,)) for who, rungs in enumerate(reached))
