"""What a round on the board of chips is asked for."""

from __future__ import annotations

from typing import Any

from rulesets.cards.poker import FIVE
from rulesets.engine.answers import CARDS, CHOICE, CLAIMS, PLAYER, PLAYERS
from rulesets.engine.fields import Counter, Field
from rulesets.engine.words import say
from rulesets.rummoli.boards import SPACES, Space, board
from rulesets.rummoli.last_deals import FINAL

LONGEST_HAND = 18  # two players and the widow share the pack, and some get a card more
MOST_CHIPS = 100_000  # a bound against slips of the finger, not a rule

WIDOW = Field(
    "widow",
    say("What became of the widow?"),
    say("Left alone, taken by the dealer in exchange, or sold to the highest bidder."),
    CHOICE,
    choices=(("kept", say("Nobody took it")), ("dealer", say("The dealer exchanged hands"))),
    required=False,
    parts_label=say("Sold to the highest bidder"),
    parts=(
        Field("buyer", say("Who bought it?"), say("The highest bidder."), PLAYER),
        Field("price", say("For how many chips?"), say("Paid to the dealer."), high=MOST_CHIPS),
    ),
)
HANDS = Field(
    "hands",
    say("Cards"),
    say(
        "The hand that each one played with, in place of the best poker hand: after an exchange, "
        "or with a widow that was bought, the widow."
    ),
    CARDS,
    per="player",
    required=False,
    counter=Counter("poker", LONGEST_HAND, FIVE),
    rare=True,
)
ABSENT = Field(
    "absent",
    say("Does somebody not play this round?"),
    say("Away for a while, or gone home: puts no chips in and keeps the others."),
    PLAYERS,
    required=False,
    rare=True,
)
REBUYS = Field(
    "rebuys",
    say("Bought again"),
    say("How many chips each player bought before this round."),
    per="player",
    low=1,
    high=MOST_CHIPS,
    required=False,
    rare=True,
)


def fields(options: Any) -> tuple[Field, ...]:
    """What a round is asked for; the spaces depend on the board."""
    claimed = tuple((space.key, space.words) for space in spaces_of(options)[: SPACES - 2])
    claims = Field(
        "claims",
        say("Who claimed which space?"),
        say("Only the spaces that were claimed."),
        CLAIMS,
        choices=claimed,
        required=False,
    )
    asked = (
        Field(
            "dealer",
            say("Who deals?"),
            say("If it is not the next player."),
            PLAYER,
            required=False,
            nobody=say("The next one"),
            rare=True,
        ),
        WIDOW,
        claims,
        Field("rummoli", say("Who was out of cards first?"), say("Takes the last space."), PLAYER),
        Field(
            "poker",
            say("Best poker hand"),
            say("Several if hands are level; nobody if you give the cards."),
            PLAYERS,
            required=False,
        ),
        HANDS,
        ABSENT,
    )
    return (REBUYS, *asked) if options.rebuy else asked


FINAL_FIELD = Field(
    FINAL,
    say("Deals for what is left"),
    say("Who won each space when play ended, the one with the fewest chips first."),
    CLAIMS,
)


def spaces_of(options: Any) -> tuple[Space, ...]:
    """The nine spaces of the chosen board; printed ones while names of one's own are missing."""
    own = options.board == "custom" and len(options.spaces) == SPACES
    return board("custom" if own else _known(options.board), options.spaces)


def _known(kind: str) -> str:
    return "rummoli" if kind == "custom" else kind
