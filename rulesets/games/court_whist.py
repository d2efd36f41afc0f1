"""Court Whist (Metzker p. 28): a drive of seven sets of four hands, each with its own scoring.

The readings of open points in the source are in court_whist.md beside this file.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from rulesets.cards.deck import decks
from rulesets.drawing.seat_pictures import across, winners_move
from rulesets.engine.checks import Problems, error, warning
from rulesets.engine.endings import after
from rulesets.engine.game import Game, example, option
from rulesets.engine.questions import PerPlayer, PerSide, ask, declared
from rulesets.engine.rounds import Rounds, RoundSet
from rulesets.engine.scoring import at_least
from rulesets.engine.table import Table
from rulesets.referee.tricks import Tricks, every

TRICKS, FACES, FACES_IN_TRICK = 13, 12, 4
MOST_SPOKEN = 20  # a bound against slips of the finger, not a rule
LADY = "lady"
SUITS = (("S", "Spades"), ("H", "Hearts"), ("C", "Clubs"), ("D", "Diamonds"))
FIXED, KEYS = tuple(f"{name} trump" for _, name in SUITS), tuple(key for key, _ in SUITS)
CHAIRS = ("North", "East", "South", "West")
OWN = "Tricks of the side"


@declared
class Options:
    """The options that players may agree on before the drive."""

    fewer_repeats: bool = option(
        "Fewer repeated partnerships",
        default=False,
        help="Winners may move further than one table, so that fewer people meet again as "
        "partners. The book moves them one table.",
    )


def tricks(worth: int, rule: str, says: str = OWN, who: str = "side", **more: Any) -> Any:
    """Return the question of every set: how the 13 tricks are shared."""
    return ask(
        "Tricks taken",
        f"How many of the 13 tricks each {who} took.",
        total=TRICKS,
        unit="tricks",
        worth=worth,
        says=says,
        rule=rule,
        short="",
        sum_text="Tricks add up to {sum}; a hand has {total}.",
        **more,
    )


@declared
class Coronation:
    tricks: PerSide[int] = tricks(1, "coronation")


@declared
class Prosperity:
    tricks: PerSide[int] = tricks(2, "prosperity")


@declared
class Conspiracy:
    tricks: PerPlayer[int] = tricks(1, "conspiracy", "Tricks taken alone", "player")


@declared
class Chivalry:
    tricks: PerSide[int] = tricks(1, "chivalry")
    lady_tricks: PerSide[int] = ask(
        "Tricks taken by the lady",
        "How many of her side’s tricks the lady took herself.",
        high=TRICKS,
        worth=2,
        says="Of these taken by the lady",
        rule="chivalry",
        short="lady",
    )


@declared
class Revolution:
    tricks: PerSide[int] = tricks(
        1, "revolution", "Tricks of the opponents", crossed=lambda _table: True
    )


@declared
class Confiscation:
    tricks: PerSide[int] = tricks(1, "confiscation")
    spoke: PerPlayer[int | None] | None = ask(
        "Times spoken",
        "How often each player spoke after the cards were dealt.",
        high=MOST_SPOKEN,
        blank=0,
        worth=-3,
        says="Times spoken",
        rule="confiscation",
        short="spoke",
    )


@declared
class Restoration:
    tricks: PerSide[int] = tricks(1, "restoration")
    face_cards: PerSide[int] = ask(
        "Face cards",
        "How many jacks, queens and kings lie in each side’s tricks.",
        total=FACES,
        worth=1,
        says="Face cards in these tricks",
        rule="restoration",
        short="face cards",
        sum_text="Face cards add up to {sum}; the pack has {total}.",
    )


def played(asks: type, line: str, most: str, **other: Any) -> RoundSet:
    """Return a set of four hands, by default with the four suits as trumps."""
    name = asks.__name__
    same: dict[str, Any] = {"labels": FIXED, "signs": KEYS, **other}
    return RoundSet(name, asks=asks, line=line, most=most, rule=name.lower(), **same)


SETS = (
    played(
        Coronation,
        "A point for every trick of your side",
        "13",
        labels=tuple(f"King of {name.lower()} names trump" for _, name in SUITS),
        signs=tuple(f"named-{key}" for key in KEYS),
    ),
    played(Prosperity, "Two points for every trick of your side", "26"),
    played(
        Conspiracy,
        "A point for every trick you take yourself",
        "13",
        labels=("Last card turned up is trump",) * 4,
        signs=("turned",) * 4,
        partners=False,
    ),
    played(Chivalry, "A point for every trick, and two more if the lady took it", "13 to 39"),
    played(
        Revolution,
        "A point for every trick of your opponents",
        "13",
        labels=("No trump",) * 4,
        signs=("none",) * 4,
    ),
    played(Confiscation, "A point for every trick; you alone lose 3 each time you speak", "13"),
    played(Restoration, "A point for every trick, and for each face card in them", "25"),
)


def ladies(hand: Any, table: Table) -> Problems:
    """Check that the lady's tricks are among her side's; without a lady there are none."""
    for side, lady in enumerate(getattr(hand, "lady_tricks", ())):
        at = ("lady_tricks", side)
        if lady > hand.tricks[side]:
            text = "The lady’s tricks are {lady}, but her side’s only {tricks}."
            yield error("lady_tricks.over", text, at, lady=lady, tricks=hand.tricks[side])
        if lady and table.roles and LADY not in (table.roles[c] for c in table.sides[side]):
            text = "No lady plays on this side; her tricks are 0, not {lady}."
            yield error("lady_tricks.no_lady", text, at, lady=lady)


def faces(hand: Any, _table: Table) -> Problems:
    """Report more than four face cards to a trick."""
    for side, count in enumerate(getattr(hand, "face_cards", ())):
        at, taken = ("face_cards", side), hand.tricks[side]
        if count > 0 and taken <= 0:
            text = "A side without a trick has no face cards, not {faces}."
            yield error("face_cards.no_trick", text, at, faces=count)
        elif count > FACES_IN_TRICK * taken:
            text = (
                "A side with {tricks} of the tricks holds at most {most} face cards, not {faces}."
            )
            params = {"faces": count, "tricks": taken, "most": FACES_IN_TRICK * taken}
            yield error("face_cards.over", text, at, **params)


def rare(hand: Any, table: Table) -> Problems:
    """Warn of seldom things: all the tricks in one place, a score below zero."""
    for place, count in enumerate(hand.tricks):
        if count == TRICKS:
            holder = "side" if len(hand.tricks) == len(table.sides) else "player"
            text = f"All {{tricks}} tricks for one {holder}?"
            yield warning("tricks.all", text, ("tricks", place), tricks=count)
    for chair, spoke in enumerate(getattr(hand, "spoke", ())):
        points = hand.tricks[chair % 2] - 3 * (spoke or 0)
        if points < 0:
            text = "{chair} scores {points} for this hand. Right?"
            at = ("spoke", chair)
            yield warning("score.below_zero", text, at, chair=CHAIRS[chair], points=points)


GAME = Game(
    slug="court-whist",
    name="Court Whist",
    source="Metzker p. 28",
    about="Tables of four, new partners in each of seven sets, and a score of your own.",
    family="room",
    needs=decks(1, pack="for each table"),
    minutes=150,
    aliases=("Progressive Whist", "Whist Drive"),
    options=Options,
    pictures={
        "seats": partial(across, "Lady", "Gentleman"),
        "movement": partial(winners_move, "Lady", "Gentleman"),
    },
    referee=Tricks(every(13)),
    plays=Rounds(
        players=(4, 4),
        sides=2,
        alone=True,
        asks=Coronation,
        sets=SETS,
        checks=(ladies, faces, rare),
        ends=after(sum(len(one.labels) for one in SETS)),
        notable=at_least("tricks", 13, "all", "{name}: all thirteen tricks"),
        rarities={"all": "all thirteen tricks"},
    ),
    formats=("court_whist",),
    examples=(
        example("Seven tricks to six.", {"tricks": [7, 6]}, gives=(7, 6, 7, 6)),
        example("Every trick is worth two.", {"tricks": [5, 8]}, gives=(10, 16, 10, 16), round=5),
        example(
            "Everybody plays for themselves.", {"tricks": [4, 2, 6, 1]}, gives=(4, 2, 6, 1), round=9
        ),
        example(
            "7 + 2 × 2 for one side, 6 + 3 × 2 for the other: six tricks beat seven.",
            {"tricks": [7, 6], "lady_tricks": [2, 3]},
            gives=(11, 12, 11, 12),
            round=13,
        ),
        example(
            "The tricks count for the opponents.", {"tricks": [9, 4]}, gives=(4, 9, 4, 9), round=17
        ),
        example(
            "North spoke twice and falls below zero; the partner keeps the five.",
            {"tricks": [5, 8], "spoke": [2, 0, 0, 1]},
            gives=(-1, 8, 5, 5),
            round=21,
        ),
        example(
            "Fewer tricks, but with more face cards in them.",
            {"tricks": [6, 7], "face_cards": [8, 4]},
            gives=(14, 11, 14, 11),
            round=25,
        ),
    ),
)
