"""A report declared as a dataclass: kinds, of whom, what may be left out, what depends."""

from __future__ import annotations

from rulesets.engine.answers import (
    CARDS,
    CHOICE,
    NUMBER,
    ORDER,
    PLAYER,
    PLAYERS,
    ROLLS,
    SIDE,
    YES_NO,
)
from rulesets.engine.questions import questions_of
from rulesets.engine.text import say
from rulesets.rounds import (
    Grid,
    Hand,
    Order,
    PerPlayer,
    PerSide,
    Player,
    Players,
    Rolls,
    Side,
    ask,
    declared,
)


@declared
class Everything:
    number: int = ask("Number", high=9)
    each: PerPlayer[int] = ask("Each", high=9)
    some: PerPlayer[int | None] = ask("Some", high=9)
    sides: PerSide[int] = ask("Sides", high=9)
    who: Player = ask("Who?")
    maker: Side = ask("Whose?")
    best: Players = ask("Best")
    down: Order = ask("Down")
    how: str = ask("How?", choices=(("won", "Won"), ("lost", say("Lost"))))
    cards: PerPlayer[Grid | None] = ask("Cards", rows=2, columns=4)
    hand: Hand = ask("Hand")
    dice: Rolls = ask("Dice", columns=5)
    alone: bool = ask("Alone?")
    blank: Player | None = ask("Blank?")
    extra: PerPlayer[int | None] | None = ask("Extra", high=9)
    many: int = ask("Many", high=9, default=3)
    flags: PerPlayer[bool] = ask("Flags")


BY_KEY = {question.key: question for question in questions_of(Everything)}


def test_the_annotation_says_what_is_asked_and_of_whom() -> None:
    kinds = {key: (asked.kind, asked.per) for key, asked in BY_KEY.items()}
    assert kinds == {
        "number": (NUMBER, "table"),
        "each": (NUMBER, "player"),
        "some": (NUMBER, "player"),
        "sides": (NUMBER, "side"),
        "who": (PLAYER, "table"),
        "maker": (SIDE, "table"),
        "best": (PLAYERS, "table"),
        "down": (ORDER, "table"),
        "how": (CHOICE, "table"),
        "cards": (CARDS, "player"),
        "hand": (CARDS, "table"),
        "dice": (ROLLS, "table"),
        "alone": (YES_NO, "table"),
        "blank": (PLAYER, "table"),
        "extra": (NUMBER, "player"),
        "many": (NUMBER, "table"),
        "flags": (YES_NO, "player"),
    }
    assert list(kinds) == [question.key for question in questions_of(Everything)]
