"""Canadian Salad (Metzker p. 13): ten rounds in which something else costs; the lowest wins."""

from rulesets.engine.game import example, table_game
from rulesets.engine.scoring import Events, Phrase, Problems, Table, gain, warning, worths
from rulesets.engine.text import say
from rulesets.families.tricks import Cost, Costs
from rulesets.rounds import PerPlayer, Rounds, SheetColumn, after, decks, declared, shortcut

FEWEST, MOST = 3, 8
OTHERS = 100  # for each of them, where one player took everything


def there(table: Table) -> int:
    """Return how many there are of what costs in the round that comes."""
    return cost(table).there[len(table.names) - FEWEST]


cost = Costs(
    (
        Cost("Red cards", 5, (26, 26, 25, 39, 52, 52)),
        Cost("Even cards", 5, (18, 24, 22, 36, 42, 48), "2, 4, 6, 8, 10 and queen."),
        Cost("Tricks", 10, (13, 13, 10, 13, 13, 13)),
        Cost("Hearts", 10, (13, 13, 13, 26, 26, 26)),
        Cost("Face cards", 10, (9, 12, 12, 18, 21, 24), "Jack, queen and king."),
        Cost("Sevens", 30, (3, 4, 4, 6, 7, 8)),
        Cost("Aces", 30, (3, 4, 4, 6, 7, 8)),
        Cost("Queens", 30, (3, 4, 4, 6, 7, 8)),
        Cost("King of ♠", 75, (1, 1, 1, 2, 2, 2)),
        Cost("Last trick", 75, (1, 1, 1, 1, 1, 1)),
    ),
    there,
)


@declared
class Round:
    taken: PerPlayer[int] = cost.taken(worth=lambda table: cost(table).worth)


def taker(deal: Round, table: Table) -> int | None:
    """Return the player who took all there is; None where there is only one, which somebody has to
    take."""
    count = there(table)
    sole = count > 1 and sum(deal.taken) == count and count in deal.taken
    return deal.taken.index(count) if sole else None


def score(deal: Round, table: Table) -> Events:
    """Yield the cost of each; but everything to one player costs the others."""
    sole = taker(deal, table)
    if sole is None:
        yield from worths(deal, table)
        return
    for player in table.players:
        points, name = 0 if player == sole else OTHERS, table.names[sole]
        yield gain(player, points, "{name} took all", "everything", ("taken", sole), name=name)


def rare(deal: Round, table: Table) -> Problems:
    """Warn of everything to one player."""
    sole = taker(deal, table)
    if sole is not None:
        text = "{name} took all {count}? Then the others have 100 points each."
        name, count = table.names[sole], there(table)
        yield warning("taken.all", text, ("taken", sole), name=name, count=count)


def note(table: Table) -> Phrase:
    """Return the cost of each, and of all of them together."""
    worth, count = cost(table).worth, there(table)
    if count == 1:
        return say("It costs {worth} points", worth=worth)
    return say("{worth} points each, {sum} in all", worth=worth, sum=worth * count)


WORKED = ({"taken": [10, 6, 4, 6]}, {"taken": [24, 0, 0, 0]}, {"taken": [3, 4, 2, 4]})
TRICKS = {"taken": [4, 3, 2, 1, 0]}
SEVENS = {"taken": [0, 3, 0]}
SINGLE = ({"taken": [0, 0, 1, 0]}, {"taken": [1, 0, 0, 0]})
DOUBLE = {"taken": [0, 2, 0, 0, 0, 0]}
APART = ({"taken": [1, 0, 0, 0, 0, 0, 1]}, {"taken": [0, 1, 0, 0, 0, 0, 0]})
RED = {"taken": [30, 12, 10, 0, 0, 0, 0, 0]}
GAME = table_game(
    slug="canadian-salad",
    name="Canadian Salad",
    source="Metzker p. 13",
    about="Ten rounds of tricks, each with a different penalty. Lowest wins.",
    needs=decks(1, 2),
    minutes=75,
    aliases=("Whist", "Fruit Salad"),
    plays=Rounds(
        players=(FEWEST, MOST),
        asks=Round,
        score=score,
        checks=(rare,),
        fills=(shortcut("Somebody took all", all_of=("taken",), confirms=("taken.all",)),),
        label=lambda table: cost(table).name,
        note=note,
        ends=after(len(cost.rounds)),
        wins="low",
        sheet_columns=(SheetColumn("took", "taken"),),
        how=(
            "5 each: red cards, even cards. 10 each: tricks, hearts, face cards.",
            "30 each: sevens, aces, queens. 75 each: king of ♠, last trick.",
            "Everything to one: 0, others 100 each; not the last trick or a single king of ♠.",
        ),
        notable=cost.notable,
        rarities={"all": "took them all"},
    ),
    examples=(
        example("The worked example; Ann has all even cards.", *WORKED, gives=(80, 170, 140, 170)),
        example("Five share ten tricks.", TRICKS, gives=(40, 30, 20, 10, 0), round=3),
        example("All three of the sevens.", SEVENS, gives=(100, 0, 100), round=6),
        example("A single king of ♠, and the last trick.", *SINGLE, gives=(75, 0, 75, 0), round=9),
        example("Both kings of ♠.", DOUBLE, gives=(100, 0, 100, 100, 100, 100), round=9),
        example("One king each, the last trick.", *APART, gives=(75, 75, 0, 0, 0, 0, 75), round=9),
        example("Red cards of two packs.", RED, gives=(150, 60, 50, 0, 0, 0, 0, 0)),
    ),
)
