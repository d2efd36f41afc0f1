"""A report declared as a dataclass: kinds, of whom, what may be left out, what depends."""

from __future__ import annotations

from typing import Any

import pytest

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
from rulesets.engine.questions import build_report, questions_of
from rulesets.engine.text import say
from rulesets.rounds import (
    Counter,
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
from tests.rulesets.engine.small import begun, game


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


BY_KEY = {asked.key: asked for asked in questions_of(Everything)}


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
    assert list(kinds) == [asked.key for asked in questions_of(Everything)]


def test_none_and_defaults_say_what_may_be_left_out() -> None:
    optional = {key for key, asked in BY_KEY.items() if not asked.required}
    assert optional == {"some", "cards", "alone", "blank", "extra", "many"}
    everybody = {key for key, asked in BY_KEY.items() if asked.everybody and asked.per == "player"}
    assert everybody == {"each", "flags"}


def test_what_is_left_out_has_its_default() -> None:
    deal = build_report(Everything, {}, 2, 2)
    assert deal.each == (0, 0)
    assert deal.some == deal.extra == deal.cards == (None, None)
    assert deal.flags == (False, False)
    assert (deal.alone, deal.blank, deal.many) == (False, None, 3)
    assert (deal.best, deal.down) == ((), ())


def test_lists_become_tuples_and_nobodys_answer_stays_away() -> None:
    told: dict[str, Any] = {"each": [1, None], "some": [None, 2], "flags": [True, None]}
    told |= {"best": [1], "dice": [[1], [5]], "cards": [[["AS"], ["2S"]], None]}
    deal = build_report(Everything, told, 2, 2)
    assert (deal.each, deal.some) == ((1, 0), (None, 2))
    assert (deal.best, deal.dice, deal.flags) == ((1,), ((1,), (5,)), (True, False))
    assert deal.cards == ((("AS",), ("2S",)), None)


def most(table: Any) -> int:
    return int(table.number)


@declared
class Later:
    bid: PerPlayer[int] = ask(lambda table: f"Bid {table.number}", high=most, total=most)
    bonus: int = ask("Bonus", high=9, only=lambda table: table.number == 2)
    cards: PerPlayer[int] = ask("Left", high=99, cards=lambda t: Counter("cards", t.number))


def test_bounds_totals_words_and_counters_may_depend_on_the_table() -> None:
    plays = game(Later)
    first, second = (plays.fields(begun(plays, played=rounds)) for rounds in (0, 1))
    assert [field.key for field in first] == ["bid", "cards"]
    assert [field.key for field in second] == ["bid", "bonus", "cards"]
    assert (first[0].label.text, second[0].label.text) == ("Bid 1", "Bid 2")
    assert (second[0].high, second[0].total) == (2, 2)
    counters = [fields[-1].counter for fields in (first, second)]
    assert [counter.most for counter in counters if counter] == [1, 2]


def test_a_kind_that_there_is_not_is_a_mistake() -> None:
    @declared
    class Wrong:
        what: bytes = ask("What?")

    with pytest.raises(KeyError):
        questions_of(Wrong)
