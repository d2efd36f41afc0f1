"""Thirty One (Metzker p. 23): the lowest count pays a quarter, the last one in takes the pot."""

from typing import Any

from rulesets.cards.card_rules import PIPS
from rulesets.engine.fields import Counter
from rulesets.engine.game import example, option, table_game
from rulesets.engine.scoring import Events, Phrase, Problems, Table, at_least, error, warning
from rulesets.families import quarters
from rulesets.families.quarters import UNTIL_LOSS, Quarters, counts_present, settle
from rulesets.rounds import CardValues, PerPlayer, Player, Players, ask, decks, declared

LEAST, MOST, ALIKE = 2, 31, 30.5
SUITS, CARDS = 4, 3  # each suit holds one 31; cards in a hand
VALUES = CardValues((11, *PIPS[1:]))


@declared
class Options(quarters.QuartersOptions):
    all_pay: bool = option("Everybody pays at a 31", default=False, help="Not only the lowest.")
    three_of_a_kind: bool = option(
        "Three of a kind counts 30½", default=False, help="More than 30, less than 31."
    )
    knock_only: bool = option(
        "A knock is the whole turn", default=False, help="Without a card drawn or discarded."
    )


def counter(table: Table) -> Counter:
    """Return how three cards are counted."""
    alike = int(2 * ALIKE) if table.options.three_of_a_kind else 0
    return Counter("suit", CARDS, CARDS, values=VALUES, of=(alike,))


@declared
class Round:
    points: PerPlayer[float | None] = ask(
        "Points",
        "What each player’s three cards count in one suit.",
        low=LEAST,
        high=MOST,
        also=lambda table: (ALIKE,) if table.options.three_of_a_kind else (),
        cards=counter,
        instead=("went_home",),
    )
    knocker: Player | None = ask("Who knocked?", "Pays double if lowest.")
    laid_down: Player | None = ask("Who laid down 31?", "That ends the round at once.")
    went_home: Players | None = quarters.left_out()


def thirty_one(deal: Round, table: Table) -> Problems:
    """Check that the player who laid down 31 has it, and that one pack has four at most."""
    if (count := deal.points.count(MOST)) > SUITS:
        text = "{count} players with 31; one pack has {most}."
        yield error("points.many", text, ("points",), count=count, most=SUITS)
    if (who := deal.laid_down) is None:
        if table.options.all_pay and MOST in deal.points:
            name = table.names[deal.points.index(MOST)]
            text = "{name} has 31. Was it laid down? Then everybody else pays."
            yield warning("laid_down.nobody", text, ("laid_down",), name=name)
        return
    name, at = table.names[who], ("laid_down",)
    if deal.points[who] != MOST:
        yield error("laid_down.count", "{name} laid down 31, but has another count.", at, name=name)
    if who == deal.knocker:
        text = "{name} knocked and laid down 31 afterwards?"
        yield warning("laid_down.knocker", text, at, name=name)


def score(deal: Round, table: Table) -> Events:
    """Yield the payment of the lowest, at a 31 of all others if so agreed; a lowest knocker pays
    two."""
    counts = [count for count in deal.points if count is not None]
    lowest = [who for who, count in enumerate(deal.points) if counts and count == min(counts)]
    paying, text, params = lowest, "{name} is lowest with {points}", {}
    if table.options.all_pay and deal.laid_down is not None:
        others = (who for who in table.players if who != deal.laid_down)
        paying = [who for who in others if deal.points[who] is not None]
        text = "{winner} laid down 31; {name} has {points}"
        params = {"winner": table.names[deal.laid_down]}
    due = {who: 2 if who == deal.knocker and who in lowest else 1 for who in paying}
    rule = "thirty-one" if params else "paying"
    left = tuple(sorted(deal.went_home or ()))
    yield from settle(
        table, deal.points, due, text, rule=rule, knocker=deal.knocker, left=left, **params
    )


def how(options: Options) -> list[Phrase]:
    """Return the lines of the sheet about the options agreed on."""
    lines = {
        "At a 31 everybody else pays.": options.all_pay,
        "Three of a kind counts 30½.": options.three_of_a_kind,
        "Whoever knocks neither draws nor discards.": options.knock_only,
    }
    return [Phrase(line) for line, agreed in lines.items() if agreed]


def example_report(*points: float | None, **others: Any) -> dict[str, Any]:
    return {"points": list(points), **others}


LOSSES = example_report(5, 20, 21), example_report(20, 5, 21), example_report(5, 20, 21)
GAME = table_game(
    slug="thirty-one",
    name="Thirty One",
    source="Metzker p. 23",
    about="Three cards of one suit near 31; the lowest count pays, the last one in takes the pot.",
    family="stakes",
    needs=decks(1, 1, "four quarters for each player"),
    minutes=45,
    aliases=("31", "Scat", "Blitz"),
    options=Options,
    plays=Quarters(
        players=(2, 17),
        asks=Round,
        score=score,
        checks=(counts_present("points"), thirty_one),
        pays="low",
        note=quarters.standing,
        how=how,
        notable=at_least("points", MOST, "thirty-one", "{name} had 31"),
        rarities={"thirty-one": "31 in the hand"},
    ),
    examples=(
        example(
            "The worked example: Cy takes the pot.",
            example_report(24, 18, 27, knocker=2),
            example_report(15, 22, 15, knocker=0),
            example_report(20, 31, 26, laid_down=1),
            example_report(25, 19, 28, knocker=2),
            example_report(None, 23, 30, knocker=1),
            example_report(None, 29, 17),
            gives=(0, 0, 12),
        ),
        example("Two tie for lowest.", example_report(9, 9, 20), gives=(2, 2, 3)),
        example(
            "All pay at Ann’s 31; Cy, who knocked and is lowest, pays two.",
            example_report(31, 30, 12, laid_down=0, knocker=2),
            gives=(3, 2, 1),
            all_pay=True,
        ),
        example("30½.", example_report(30, 30.5, 31), gives=(2, 3, 3), three_of_a_kind=True),
        example("Until the next loss.", *LOSSES, gives=(0, 0, 1), stake=2, on_face=UNTIL_LOSS),
        example("Played again.", example_report(7, 7), example_report(8, 8), gives=(0, 0), stake=2),
        example("Cy goes home.", example_report(20, 25, None, went_home=[2]), gives=(2, 3, 0)),
    ),
)
