"""Saskatchewan Rummy (Metzker p. 20): tricks, hearts and queens cost cents; PayDay pays the pot."""

from rulesets.engine.game import example, option, table_game
from rulesets.engine.scoring import POT, Events, Phrase, Table, as_is, eldest, listed, pay, say
from rulesets.families.tricks import Cost, Costs
from rulesets.rounds import Order, PerPlayer, Rounds, SheetColumn, after, ask, decks, declared

PACK, PAID = 52, ("first", "second", "third")  # cards; whom PayDay pays
REMOVED = ("2♣", "2♦", "2♠", "2♥", "3♣", "3♦", "3♠", "3♥")  # in this order, so that hands are equal


@declared
class Options:
    stakes: int = option(
        "Smallest payment", default=5, low=1, high=1000, help="In cents; all others follow."
    )


def each(table: Table) -> int:
    """Return how many cards everybody is dealt."""
    return PACK // len(table.names)


def removed(table: Table) -> tuple[str, ...]:
    """Return the cards that lie aside."""
    return REMOVED[: PACK % len(table.names)]


def there(table: Table) -> int:
    """Return how many there are of what costs in the round that comes."""
    hearts = 13 - sum("♥" in card for card in removed(table))
    return (each(table), hearts, 4, 1, 1, 0)[min(table.rounds, PAYDAY)]


cost = Costs(
    (
        Cost("Tricks", 1),
        Cost("Hearts", 1),
        Cost("Queens", 2),
        Cost("King of ♣", 5, help="1 for the player who took it."),
        Cost("Last trick", 10, help="1 for the player who took it."),
        Cost("PayDay", 1),
    ),
    there,
)
PAYDAY = len(cost.rounds) - 1


def is_payday(table: Table) -> bool:
    """Return whether the last round comes."""
    return table.rounds >= PAYDAY


@declared
class Round:
    taken: PerPlayer[int] = cost.taken(only=lambda table: not is_payday(table))
    passes: PerPlayer[int] = ask(
        "Times passed",
        "How often each player paid because no card fitted.",
        high=lambda table: PACK - each(table),
        usual=(0, 6),
        only=is_payday,
    )
    order: Order = ask(
        "Who was out of cards first, second and third?",
        "They share the pot.",
        low=len(PAID),
        high=len(PAID),
        only=is_payday,
    )


def score(deal: Round, table: Table) -> Events:
    """Yield everybody's payments; on PayDay also the pot to the first three."""
    payday, worth = is_payday(table), table.options.stakes * cost(table).worth
    key, rule = ("passes", "payday") if payday else ("taken", "scoring")
    what = Phrase("Passes" if payday else cost(table).name)
    for who, count in enumerate(getattr(deal, key)):
        text, params = "{what}: {count} × {worth}", {"what": what, "count": count, "worth": worth}
        yield pay(count * worth, who, POT, text, rule, (key, who), **params)
        if count and not payday:
            yield say("{name} pays {cents}", name=table.names[who], cents=count * worth)
    whole = table.pot + worth * sum(deal.passes)
    half, quarter = whole // 2, (whole - whole // 2) // 2
    shares = (half, whole - half - quarter, quarter)
    for place, who in enumerate(deal.order[: len(PAID)]):
        text, cents, at = "{who} is out of cards {place}", shares[place], ("order", place)
        yield pay(cents, POT, who, text, "winnings", at, place=Phrase(PAID[place]))
        yield say("{name} wins {cents}", name=table.names[who], cents=cents)


def note(table: Table) -> Phrase:
    """Return the note: the cost, who begins, which cards are left out, and the pot."""
    costs, begins = "{cents} cents each", "{name} begins"
    if is_payday(table):
        costs, begins = "{cents} cents to pass", "{name} begins with a seven"
    cents = table.options.stakes * cost(table).worth
    parts = [Phrase(costs, {"cents": cents}), *eldest(table, begins)]
    if aside := removed(table):
        parts.append(Phrase("leave out {cards}", {"cards": as_is(" ".join(aside))}))
    return listed([*parts, Phrase("in the pot: {pot} cents", {"pot": table.pot})], "; ")


def taken(deal: Round, who: int) -> int:
    """Return how many of the cards or tricks that cost a player took; on PayDay, how often the
    player passed."""
    return (deal.passes if deal.order else deal.taken)[who]


def how(options: Options) -> list[Phrase]:
    """Return the lines of the sheet about the cost of everything."""
    cents = {f"cents{worth}": worth * options.stakes for worth in (1, 2, 5, 10)}
    costs = "Cents: trick or heart {cents1}, queen {cents2}, king of ♣ {cents5}, last trick"
    return [
        Phrase(costs + " {cents10}; on PayDay {cents1} for a pass.", cents),
        Phrase("PayDay: half the pot to the first out, the rest to the second and the third."),
    ]


TRICKS, ALL = {"taken": [5, 3, 3, 2]}, {"taken": [0, 13, 0]}
ROUNDS = TRICKS, *({"taken": [*took]} for took in ((0, 6, 4, 3), (1, 1, 0, 2), (0, 0, 1, 0)))
PAY = {"passes": [2, 0, 1, 4], "order": [2, 1, 3]}
WORKED = *ROUNDS, {"taken": [1, 0, 0, 0]}, PAY
ELEVEN, ODD = [11, *(0,) * 10], {"passes": [1, 0, 0], "order": [0, 1, 2]}
GAME = table_game(
    slug="saskatchewan-rummy",
    name="Saskatchewan Rummy",
    source="Metzker p. 20",
    about="Five rounds of tricks fill a pot with cents; whoever is out first on PayDay wins half.",
    family="stakes",
    needs=decks(1, 1, "small coins"),
    minutes=60,
    options=Options,
    plays=Rounds(
        players=(3, 13),
        asks=Round,
        score=score,
        label=lambda table: cost(table).name,
        note=note,
        ends=after(len(cost.rounds)),
        unit="cents",
        counted=Phrase("Cents"),
        sheet_columns=(
            SheetColumn(
                "took", per="player", value=lambda table, who: taken(table.last.report, who)
            ),
        ),
        how=how,
        notable=cost.notable,
        rarities={"all": "took them all"},
        joins=False,
    ),
    examples=(
        example("The worked example, all six rounds.", *WORKED, gives=(-95, 15, 75, 5)),
        example("All hearts in one hand.", ALL, gives=(0, -65, 0), round=2),
        example(
            "Eleven hearts among eleven.", {"taken": ELEVEN}, gives=(-55, *ELEVEN[1:]), round=2
        ),
        example("The last trick.", {"taken": [0, 0, 1]}, gives=(0, 0, -50), round=5),
        example("An odd cent to the second.", ODD, gives=(-3, 2, 1), round=6),
        example("Twice the stakes.", ROUNDS[3], gives=(0, 0, -50, 0), round=4, stakes=10),
    ),
)
