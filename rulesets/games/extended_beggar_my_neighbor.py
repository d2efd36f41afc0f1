"""Beggar My Neighbor with the Extended Deck: pay for pay cards, and take every card."""

from typing import Any

from rulesets.engine.game import example, option, table_game
from rulesets.engine.scoring import Events, Problems, Table, error, gain, refusal, say
from rulesets.families import extended
from rulesets.families.winners import A_WIN, UNIT, WINS, target
from rulesets.referee.extended.circle_games import CircleGame
from rulesets.referee.position import Setting
from rulesets.rounds import PerPlayer, Player, Rounds, ask, declared, reach


@declared
class Options(extended.ExtendedOptions):
    target: int = target()
    deal: int = option(
        "Cards dealt",
        default=0,
        choices=((0, "all of them"), (52, "52: the others are a pile to draw from")),
        help="Draws have nothing to draw from unless some are left.",
    )
    face_ends_pay: bool = option(
        "A special card ends the payment", default=False, help="And nobody takes the pile."
    )


def cards(table: Table) -> int:
    """Return how many there are."""
    return len(extended.deck(table.options).cards())


@declared
class Ended:
    winner: Player | None = ask(
        "Who has all the cards?", "Wins the game.", nobody="Nobody: we stopped"
    )
    counts: PerPlayer[int | None] | None = ask(
        "Cards when you stopped",
        "The most cards win; level hands win nothing.",
        high=cards,
        rare=True,
    )


class WinnerOrCards:
    """A winner, or the cards that everybody has; not more than there are."""

    def __call__(self, game: Ended, table: Table) -> Problems:
        counts = [count or 0 for count in game.counts or ()]
        if game.winner is None and not any(counts):
            text = "Who won? Name somebody, or say how many cards each has."
            yield refusal("winner.missing", text, ("winner",))
        if sum(counts) > cards(table):
            text = "They have {sum} cards together; there are {all}."
            yield error("counts.sum", text, ("counts",), sum=sum(counts), all=cards(table))
        if game.winner is not None and any(counts) and game.winner not in most(counts):
            text, name = "{name} has not the most cards.", table.names[game.winner]
            yield error("counts.winner", text, ("counts", game.winner), name=name)

    def mend(self, report: dict[str, Any], table: Table, chance: Any) -> None:
        """Name a winner."""
        report["winner"] = chance.choice(table.players)
        report.pop("counts", None)


def most(counts: list[int]) -> list[int]:
    """Return the players with the most."""
    return [who for who, count in enumerate(counts) if count == max(counts)]


def score(game: Ended, table: Table) -> Events:
    """Yield a win for whoever has all, or the most of them alone."""
    if game.winner is not None:
        yield gain(game.winner, 1, "{who} has all the cards", "winning", ("winner",))
        yield say("{name} won", name=table.names[game.winner])
        return
    counts = [count or 0 for count in game.counts or ()]
    first = most(counts)
    if len(first) == 1:
        text, at = "{who} has the most cards: {count}", ("counts", first[0])
        yield gain(first[0], 1, text, "stopping", at, count=max(counts))
        yield say("{name} had the most cards", name=table.names[first[0]])
    else:
        for who in first:
            yield gain(who, 0, "{who} has as many as another", "stopping", ("counts", who))
        yield say("level: nobody won")


def left_over(setting: Setting) -> int:
    """Return the cards that are not dealt."""
    dealt = setting.options.deal
    return len(setting.deck.cards()) - dealt if dealt else 0


def how(options: Options) -> list[str]:
    """Return the lines of the sheet: the payments, and the options agreed on."""
    ends = "A Draw, Reverse or Skip in a payment ends it; nobody takes the stack."
    lines = ["An ace is paid 4 cards, a king 3, a queen 2, a jack 1.", A_WIN]
    if options.deal:
        lines.append("52 cards are dealt; the others are a pile to draw from.")
    return [*lines, ends] if options.face_ends_pay else lines


GAME = table_game(
    slug="extended-beggar-my-neighbor",
    name="Beggar My Neighbor with the Extended Deck",
    source=extended.SOURCE,
    sheet=extended.SHEET,
    pictures=extended.PICTURES,
    about="Pay for aces and faces; specials act once the payment is down, a joker is what you say.",
    family="winner",
    needs=extended.NEEDS,
    minutes=20,
    aliases=("Beggar Your Neighbour", "Strip Jack Naked", "Beat Your Neighbor Out of Doors"),
    options=Options,
    plays=Rounds(
        players=(2, 6),
        asks=Ended,
        score=score,
        checks=(WinnerOrCards(),),
        ends=reach("target"),
        goal="Whoever wins all the cards",
        unit=UNIT,
        counted=WINS,
        how=how,
    ),
    referee=CircleGame("play", "draw", empty="waits", stock=left_over),
    examples=(
        example("Bo has them all.", {"winner": 1}, gives=(0, 1)),
        example("They stop; Ann has the most.", {"counts": [30, 20, 16]}, gives=(1, 0, 0)),
        example("Level.", {"counts": [33, 33]}, gives=(0, 0)),
        example("First to two.", {"winner": 0}, {"winner": 0}, gives=(2, 0), target=2),
    ),
)
