"""Words: templates with parameters, said when they are shown."""

from __future__ import annotations

import pytest

from rulesets.engine.problems import error, refusal, warning
from rulesets.engine.text import (
    NOTHING,
    Phrase,
    as_is,
    as_phrase,
    is_plain,
    joined,
    listed,
    say,
)


def shout(template: str) -> str:
    return template.upper().replace("{WHO}", "{who}").replace("{SUIT}", "{suit}")


def test_words_are_said_in_any_language_and_names_as_they_are() -> None:
    told = say("{who} has {suit}", who="Ann", suit=say("hearts"))
    assert told.text == str(told) == "Ann has hearts"
    assert told.render(shout) == "Ann HAS HEARTS"


def test_words_that_are_equal_are_kept_as_one() -> None:
    told = {say("{who} has {suit}", who="Ann", suit=say("hearts"))}
    assert say("{who} has {suit}", suit=say("hearts"), who="Ann") in told
    assert say("{who} has {suit}", who="Ann", suit=say("clubs")) not in told


def test_peoples_own_words_are_not_looked_up() -> None:
    asked: list[str] = []
    assert as_is("Ann").render(lambda text: asked.append(text) or text) == "Ann"
    assert not asked
    assert Phrase("{text}").text == "{text}"  # a family’s own label may be just that


def test_braces_of_people_are_their_own() -> None:
    assert as_is("{who} & <b>").text == "{who} & <b>"
    assert say("{who} wins", who="{x}").text == "{x} wins"


def test_a_template_is_filled_by_plain_names_only() -> None:
    """A width of 200 million letters is no more than letters, and nothing is looked into."""
    for braces in ("{x:>200000000}", "{x!r}", "{x.real}", "{x[0]}", "{}", "{0}", "{x", "x}"):
        assert Phrase(f"{braces} and {{x}}", {"x": 7}).text == f"{braces} and 7"
        assert not is_plain(braces)
    assert is_plain("{who} has {{two}} braces")
    assert say("{who} has {{two}} braces", who="Ann").text == "Ann has {two} braces"


def test_nothing_is_said_without_a_template() -> None:
    assert not NOTHING
    assert NOTHING.text == ""
    assert as_phrase("x")
    assert as_phrase(NOTHING) is NOTHING


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ((), ""),
        (("Ann",), "Ann"),
        (("Ann", "Bo"), "Ann and Bo"),
        (("Ann", "Bo", "{Cy}"), "Ann, Bo and {Cy}"),
    ],
)
def test_names_are_joined(names: tuple[str, ...], text: str) -> None:
    assert joined(names).text == text


def test_words_are_listed() -> None:
    parts = [say("{n} tricks", n=3), as_is("{Bo}")]
    assert listed(parts).text == "3 tricks, {Bo}"
    assert listed(parts, " and ").text == "3 tricks and {Bo}"
    assert listed(parts[:1]) is parts[0]


def test_a_problem_knows_its_sentence_its_place_and_whether_it_can_stand() -> None:
    found = error("tricks.sum", "{sum} is not {total}.", ("tricks",), sum=12, total=13)
    assert (found.message, found.params["sum"], found.firm) == ("12 is not 13.", 12, False)
    assert found.under("rounds", 3).at == ("rounds", 3, "tricks")
    assert (refusal("x", "X").severity, refusal("x", "X").firm) == ("error", True)
    assert (warning("x", "X").severity, warning("x", "X").firm) == ("warning", False)
