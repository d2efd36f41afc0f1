"""Rummoli (Metzker p. 34): chips on a board of nine spaces, claimed by cards, poker and going out.

The readings of open points in the source are in rummoli.md beside this file.
"""

from __future__ import annotations

from rulesets.cards.deck import board
from rulesets.engine.game import ALONE, Game, example, option
from rulesets.engine.questions import declared
from rulesets.rummoli.board_drawing import board_drawing
from rulesets.rummoli.chips import ANTE, BOARDS, SPACES
from rulesets.rummoli.claiming import MOST_CHIPS
from rulesets.rummoli.play import ChipBoard


@declared
class Options:
    """The options that players may agree on before the first round."""

    chips: int = option(
        "Chips to start with",
        default=50,
        low=ANTE,
        high=MOST_CHIPS,
        help="How many chips every player buys before the first round.",
    )
    board: str = option(
        "Board",
        default="rummoli",
        choices=(
            ("rummoli", "Rummoli"),
            ("michigan", "Michigan Rummy"),
            ("custom", "our own nine spaces"),
        ),
        help="Which spaces lie on the table.",
    )
    spaces: tuple[str, ...] = option(
        "Names of our own spaces",
        default=(),
        low=SPACES,
        high=SPACES,
        help="Only for your own board: nine names, the last two for the poker hand and for going "
        "out.",
    )
    rebuy: bool = option(
        "Buying again", default=False, help="Players who cannot ante may buy more."
    )


SOLD = {"widow": {"buyer": 1, "price": 3}, "claims": {"AS": 0}, "rummoli": 1, "poker": [2]}
LAST = [{"space": key, "player": 0} for key in ("10S", "QC", "KH", "AS", "AKD", "789")]

GAME = Game(
    slug="rummoli",
    name="Rummoli",
    source="Metzker p. 34",
    about="Chips on a board of nine spaces, won by cards, by a poker hand and by going out first.",
    family="stakes",
    needs=board(1, 1, "chips"),
    minutes=90,
    formats=("table", *ALONE),
    aliases=("Michigan Rummy", "Tripoley", "Royal Rummy"),
    pictures={"board": lambda: board_drawing(BOARDS["rummoli"])},
    plays=ChipBoard(),
    options=Options,
    examples=(
        example(
            "The worked example: Bo buys the widow; A♠, Rummoli and Poker bring 3 chips each.",
            SOLD,
            gives=(-9 + 3 + 3, -9 - 3 + 3, -9 + 3),
        ),
        example(
            "Two level hands share three chips: one each, the odd one stays for the next round.",
            {"rummoli": 1, "poker": [0, 2]},
            {"rummoli": 1, "poker": [0]},
            gives=(-18 + 1 + 4, -18 + 3 + 3, -18 + 1),
        ),
        example(
            "After one round the six spaces that nobody claimed are dealt for.",
            {"claims": {"JD": 0}, "rummoli": 1, "poker": [1]},
            {"final_poker": LAST},
            gives=(-9 + 2 + 12, -9 + 4),
        ),
    ),
)
