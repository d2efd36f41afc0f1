"""What a round on the board of chips is asked for."""

from __future__ import annotations

from typing import Any

from rulesets.boards import SPACES, Space, board
from rulesets.counting.poker import FIVE
from rulesets.lastdeals import FINAL
from rulesets.scheme import Counter, Field

LONGEST_HAND = 18  # two players and the widow share the pack, and some get a card more
MOST_CHIPS = 100_000  # a bound against slips of the finger, not a rule

WIDOW = Field(
    "widow",
    "What became of the widow?",
    "Kept as it lay, taken by the dealer in exchange, or sold to the highest bidder.",
    "choice",
    choices=(("kept", "Nobody took it"), ("dealer", "The dealer exchanged hands")),
    required=False,
    parts_label="Sold to the highest bidder",
    parts=(
        Field("buyer", "Who bought it?", "The highest bidder.", "player"),
        Field("price", "For how many chips?", "Paid to the dealer.", high=MOST_CHIPS),
    ),
)
HANDS = Field(
    "hands",
    "Cards",
    "Everyone's hand as dealt, in place of the best poker hand.",
    "cards",
    per="player",
    required=False,
    counter=Counter("poker", LONGEST_HAND, FIVE),
    rare=True,
)
ABSENT = Field(
    "absent",
    "Does somebody not play this round?",
    "Away for a while, or gone home: puts no chips in and keeps the others.",
    "players",
    required=False,
    rare=True,
)
REBUYS = Field(
    "rebuys",
    "Bought again",
    "How many chips each player bought before this round.",
    per="player",
    low=1,
    high=MOST_CHIPS,
    required=False,
    rare=True,
)


def fields(options: Any) -> tuple[Field, ...]:
    """What a round is asked for; the spaces depend on the board."""
    claimed = tuple((space.key, space.label) for space in spaces_of(options)[: SPACES - 2])
    words = "Only the spaces that were claimed."
    claims = Field(
        "claims", "Who claimed which space?", words, "claims", choices=claimed, required=False
    )
    asked = (
        Field(
            "dealer",
            "Who deals?",
            "Where it is not the next one.",
            "player",
            required=False,
            nobody="The next one",
            rare=True,
        ),
        WIDOW,
        claims,
        Field("rummoli", "Who was out of cards first?", "Takes the last space.", "player"),
        Field(
            "poker",
            "Best poker hand",
            "Several where hands are level; nobody where the cards are told.",
            "players",
            required=False,
        ),
        HANDS,
        ABSENT,
    )
    return (REBUYS, *asked) if options.rebuy else asked


FINAL_FIELD = Field(
    FINAL,
    "Deals for what is left",
    "Who won each space when play ended, the one with the fewest chips first.",
    "claims",
)


def spaces_of(options: Any) -> tuple[Space, ...]:
    """The nine spaces of the chosen board; printed ones while names of one's own are missing."""
    own = options.board == "custom" and len(options.spaces) == SPACES
    return board("custom" if own else _known(options.board), options.spaces)


def _known(kind: str) -> str:
    return "rummoli" if kind == "custom" else kind
