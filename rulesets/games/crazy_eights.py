"""Crazy Eights (for the Janken Deck): whoever goes out collects what the others still hold."""

from rulesets.equipment.cards import FRENCH, JANKEN
from rulesets.equipment.needs import decks
from rulesets.families.collecting import collected
from rulesets.game import example, goal, option, table_game
from rulesets.rounds import CardRules, CardValues, Counter, PerPlayer, Player, Rounds, ask, declared
from rulesets.rounds.checks import at_most, none_left
from rulesets.rounds.endings import reach
from rulesets.rounds.telling import Table, Words, listed

VALUES = CardValues((1, 2, 3, 4, 5, 6, 7, 50, 9, 10, 10, 10, 10))
MANY = 6  # players: they take two packs


@declared
class Options:
    target: int = goal(0, low=0, high=10_000, help="0 for no end.")
    packs: int = option(
        "Packs", default=0, low=0, high=4, help="0: one, and two from six players on."
    )
    deck: str = option(
        "Deck",
        default="janken",
        choices=(("janken", "Janken, five suits"), ("standard", "52 cards")),
        help="What you play with; without jokers.",
    )
    must_play: bool = option(
        "Whoever draws must play", default=True, help="Otherwise the turn may end with a draw."
    )
    reshuffle: bool = option(
        "Shuffle the pile into a new stock", default=False, help="When the stock is used up."
    )


def counter(table: Table) -> Counter:
    """How a hand is counted from its cards."""
    packs = table.options.packs or (2 if len(table.names) >= MANY else 1)
    suits = JANKEN if table.options.deck == "janken" else FRENCH
    cards = 13 * len(suits) * packs
    return Counter("cards", cards, packs=packs, suits=suits, values=VALUES)


def most(table: Table) -> int:
    """What all cards there are count."""
    found = counter(table)
    return sum(VALUES.ranks) * len(found.suits) * found.packs


@declared
class Hand:
    out: Player | None = ask(
        "Who went out?", "Nobody, if all had to pass.", nobody="Nobody: blocked"
    )
    held: PerPlayer[int] = ask(
        "Left in hand",
        "What each player's cards count.",
        high=most,
        usual=(1, 60),
        cards=counter,
    )


def note(table: Table) -> Words:
    """Who begins, and that there are several packs."""
    packs, told = counter(table).packs, []
    if table.dealer is not None:
        begins = table.names[(table.dealer + 1) % len(table.names)]
        told.append(Words("{name} begins.", {"name": begins}))
    if packs > 1:
        told.append(Words("Packs: {packs}.", {"packs": packs}))
    return listed(told, " ")


def how(options: Options) -> list[str]:
    """What the cards count, and what was agreed on."""
    return [
        "An eight 50, king, queen and jack 10, an ace 1, the others as they show.",
        "Whoever goes out collects what the others hold.",
        "Blocked: the lowest scores what each other holds above it.",
        "Whoever draws must play." if options.must_play else "A draw may end the turn.",
        "The pile is the new stock." if options.reshuffle else "The stock is used once.",
    ]


TOO_MUCH = "All hands together count {sum}; the deck has {most}."
GAME = table_game(
    slug="crazy-eights",
    name="Crazy Eights",
    source="Rules for the Janken Deck, first game",
    about="Match suit or rank, eights are wild; who is out of cards collects from the others.",
    needs=decks(1, 2, pack="five suits, or the usual four"),
    minutes=30,
    aliases=("Crazy 8s", "Eights", "Swedish Rummy"),
    options=Options,
    cards=CardRules(VALUES),
    plays=Rounds(
        players=(2, 8),
        asks=Hand,
        score=collected,
        checks=(none_left("out", "held"), at_most("held", most, TOO_MUCH)),
        note=note,
        ends=reach("target"),
        how=how,
    ),
    examples=(
        example(
            "The worked example: Bo goes out, then two blocked hands.",
            {"out": 1, "held": [60, 0, 5]},
            {"held": [7, 12, 25]},
            {"held": [10, 10, 25]},
            gives=(30, 72, 0),
        ),
        example("A single ace.", {"out": 0, "held": [0, 1]}, gives=(1, 0)),
        example("Three share 20.", {"held": [5, 25, 5, 5]}, gives=(6, 0, 6, 6)),
        example("Nobody is above.", {"held": [50, 50]}, gives=(0, 0)),
        example("All but one.", {"out": 0, "held": [0, 507]}, gives=(507, 0), deck="standard"),
        example("Two packs.", {"out": 5, "held": [700, 1, 2, 3, 4, 0]}, gives=(0, 0, 0, 0, 0, 710)),
        example("Up to 100.", *[{"out": 1, "held": [50, 0]}] * 2, gives=(0, 100), target=100),
    ),
)
