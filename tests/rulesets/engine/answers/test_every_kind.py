"""What holds for every kind of answer: made up, kept in a file, entered, told, and declared."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulesets.engine.answers import KINDS, Kind, Widget
from rulesets.engine.fields import Field
from rulesets.engine.questions import ask as question
from rulesets.engine.questions import declared, questions_of
from rulesets.engine.text import say
from tests.rulesets.engine.answers.names import FOUR, NAMES, PLAYING, codes, made_up, there_and_back

PEOPLE = (0, 1, 2, 3)
CHOICES = (("A", say("Ay")), ("B", say("Bee")), ("C", say("Cee")))
TURNED = (3, 2, 1, 0)

every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)


def field_of(kind: Kind, **more: Any) -> Field:
    return Field("q", say("Question"), kind=kind, high=9, columns=5, choices=CHOICES, **more)


def entered(field: Field, value: Any) -> Any:
    """What comes of an answer that is shown in its inputs and read from them again."""
    kind = field.kind
    if not kind.spread:
        return kind.parse(field, kind.format(field, value))
    parts = {at: kind.parse(field, one) for at, one in kind.split(value).items()}
    answer, problems = kind.join(field, parts, PEOPLE)
    assert not problems
    return answer


@every_kind
def test_what_is_made_up_is_sound_and_stands_in_a_file(kind: Kind) -> None:
    field = field_of(kind)
    judge = Draft202012Validator(kind.schema(field))
    for value in made_up(field, 20):
        assert there_and_back(field, value) == value
        written = kind.write(value, NAMES)
        assert judge.is_valid(written) or written in range(len(FOUR.sides))


@every_kind
def test_what_is_shown_in_an_input_is_read_from_it(kind: Kind) -> None:
    field = field_of(kind)
    assert isinstance(kind.widget(field), Widget)
    for value in made_up(field, 20):
        assert (entered(field, value) or kind.default) == (value or kind.default)


@every_kind
def test_what_can_be_chosen_is_an_answer(kind: Kind) -> None:
    field = field_of(kind)
    for given, words in kind.choices(field, FOUR, PLAYING):
        assert words.text
        if given and not kind.spread and kind.widget(field) is not Widget.PEOPLE:
            answer = kind.parse(field, given)
            assert codes(field, kind.default if answer is None else answer) == []


@every_kind
def test_every_answer_has_words(kind: Kind) -> None:
    field = field_of(kind)
    for value in made_up(field, 20):
        assert field.words(value, FOUR).text or not value
    values = made_up(field, len(NAMES))
    if not kind.spread:
        each = field_of(kind, per="player")
        assert each.words([values[0], None, *values[2:]], FOUR).text


@every_kind
def test_a_slip_has_a_place_for_it(kind: Kind) -> None:
    names = tuple(say(name) for name in NAMES)
    cells = kind.cells(field_of(kind), names, names[:2])
    assert bool(cells.ticks) != bool(cells.boxes)
    assert {*kind.cells_of_each(names).ticks, *kind.cells_of_each(names).boxes} == set(names)


@every_kind
def test_people_can_have_other_places(kind: Kind) -> None:
    field = field_of(kind)
    for value in made_up(field, 20):
        moved = kind.renumber(value, TURNED)
        assert codes(field, moved) == []
        before, after = ([who for _at, who in kind.people(case)] for case in (value, moved))
        assert after == [TURNED[who] for who in before]
        assert kind.renumber(moved, TURNED) == value


@every_kind
def test_it_is_declared_by_an_annotation(kind: Kind) -> None:
    for hint in kind.annotations:
        report = type("Report", (), {"__annotations__": {"q": hint}, "q": question("Q", high=9)})
        (asked,) = questions_of(declared(report))
        assert asked.kind is kind


def test_no_two_kinds_share_an_annotation() -> None:
    hints = [hint for kind in KINDS.values() for hint in kind.annotations]
    assert len(hints) == len(set(hints))


@every_kind
def test_the_score_sheet_has_a_cell_for_it(kind: Kind) -> None:
    field = field_of(kind)
    made = kind.made_up(field, PLAYING, len(FOUR.sides), Random(1))
    cell = kind.cell(field, kind.plain(made), 1, FOUR)
    assert isinstance(cell, bool) == (kind.holds == "tick")
