"""Chairs that people keep."""

from rulesets.movements.keepers import name_displaced
from rulesets.movements.seating import Guest, Past


def test_who_keeps_a_chair_but_sits_in_another_is_named() -> None:
    past = [Past(((1, 2, 3, 4), (5, 6, 7, 8)))]
    guests = [Guest(person, "", person in (1, 2, 4, 9)) for person in range(1, 10)]
    notes = name_displaced(((1, 5, 3, 6), (2, 8, 7, 9)), guests, past)
    assert [(note.code, note.words.params) for note in notes] == [("keeper.moved", {"person": 2})]
