"""Words: templates with parameters, said when they are shown."""

from __future__ import annotations

from rulesets.engine.problems import error, refusal, warning
from rulesets.engine.text import Phrase, as_is, is_plain, say


def shout(template: str) -> str:
    return template.upper().replace("{WHO}", "{who}").replace("{SUIT}", "{suit}")


def test_words_are_said_in_any_language_and_names_as_they_are() -> None:
    phrase = say("{who} has {suit}", who="Ann", suit=say("hearts"))
    assert phrase.text == str(phrase) == "Ann has hearts"
    assert phrase.render(shout) == "Ann HAS HEARTS"


def test_words_that_are_equal_are_kept_as_one() -> None:
    told = {say("{who} has {suit}", who="Ann", suit=say("hearts"))}
    assert say("{who} has {suit}", suit=say("hearts"), who="Ann") in told
    assert say("{who} has {suit}", who="Ann", suit=say("clubs")) not in told


def test_peoples_own_words_are_not_looked_up() -> None:
    asked: list[str] = []
    assert as_is("Ann").render(lambda text: asked.append(text) or text) == "Ann"
    assert not asked
    assert Phrase("{text}").text == "{text}"  # a family’s own label may be just that


def test_a_template_is_filled_by_plain_names_only() -> None:
    """A width of 200 million letters is no more than letters, and nothing is looked into."""
    for braces in ("{x:>200000000}", "{x!r}", "{x.real}", "{x[0]}", "{}", "{0}", "{x", "x}"):
        assert Phrase(f"{braces} and {{x}}", {"x": 7}).text == f"{braces} and 7"
        assert not is_plain(braces)
    assert is_plain("{who} has {{two}} braces")
    assert say("{who} has {{two}} braces", who="Ann").text == "Ann has {two} braces"


def test_a_problem_knows_its_sentence_its_place_and_whether_it_can_stand() -> None:
    found = error("tricks.sum", "{sum} is not {total}.", ("tricks",), sum=12, total=13)
    assert (found.message, found.params["sum"], found.firm) == ("12 is not 13.", 12, False)
    assert found.under("rounds", 3).at == ("rounds", 3, "tricks")
    assert (refusal("x", "X").severity, refusal("x", "X").firm) == ("error", True)
    assert (warning("x", "X").severity, warning("x", "X").firm) == ("warning", False)
