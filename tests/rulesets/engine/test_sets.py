"""Rounds that belong together: names, questions and signs of their own."""

from __future__ import annotations

from rulesets.rounds import PerPlayer, PerSide, Rounds, RoundSet, after, ask, declared
from tests.rulesets.engine.small import begun


@declared
class Plain:
    tricks: PerSide[int] = ask("Tricks", high=13, total=13, worth=1)


@declared
class Alone:
    tricks: PerPlayer[int] = ask("Tricks taken alone", high=13, total=13, worth=2)


PLAYS = Rounds(
    players=(4, 4),
    sides=2,
    alone=True,
    asks=Plain,
    sets=(
        RoundSet("First", ("Spades", "Hearts"), signs=("S", "H")),
        RoundSet("Second", ("Turned",), asks=Alone, partners=False),
    ),
    ends=after(3),
)


def test_each_round_has_the_questions_of_its_set() -> None:
    asked = [PLAYS.fields(begun(PLAYS, 4, played=n))[0] for n in range(4)]
    assert [(field.per, field.label.text) for field in asked] == [
        ("side", "Tricks"),
        ("side", "Tricks"),
        ("player", "Tricks taken alone"),
        ("player", "Tricks taken alone"),
    ]


def test_rounds_are_called_as_their_set_says() -> None:
    tables = [begun(PLAYS, 4, played=n) for n in range(4)]
    assert [PLAYS.name_of_round(table).text for table in tables] == [
        "Spades",
        "Hearts",
        "Turned",
        "Turned",
    ]
    found = [PLAYS.set_of(table) for table in tables]
    assert [(one.name, place) for one, place in found] == [
        ("First", 0),
        ("First", 1),
        ("Second", 0),
        ("Second", 0),
    ]


def test_they_are_played_one_after_the_other() -> None:
    state = begun(PLAYS, 4)
    for report in ({"tricks": [8, 5]}, {"tricks": [0, 13]}, {"tricks": [1, 2, 3, 7]}):
        assert PLAYS.check(state, report) == ()
        state = PLAYS.play(state, report).state
    assert state.totals == (10, 22, 14, 32)
    assert PLAYS.over(state) is not None
