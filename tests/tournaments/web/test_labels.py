"""Words that pages and papers share."""

import pytest

from rulesets import games
from rulesets.engine.text import NOTHING, say
from tournaments.web.labels import compass, set_word
from tournaments.web.wording import sentence


@pytest.mark.parametrize(
    ("slug", "chair", "word"),
    [
        ("court-whist", 0, "North"),
        ("court-whist", 3, "West"),
        ("golf", 0, "Chair 1"),
        ("rummoli", 7, "Chair 8"),
        ("gin-tournament", 0, ""),
        ("gin-tournament", 1, ""),
    ],
)
def test_every_chair_of_every_game_has_a_word_or_needs_none(slug, chair, word):
    assert compass(games.load(slug), chair) == word


@pytest.mark.parametrize(
    ("slug", "number", "word"),
    [
        ("court-whist", 1, "Coronation"),
        ("gin-tournament", 3, "Round 3"),
        ("golf", 1, ""),
        ("golf", 2, "Final table"),
    ],
)
def test_seats_are_called_by_their_set_round_or_table(slug, number, word):
    assert set_word(games.load(slug), number) == word


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (say("new sticks: {name}", name="Bo"), "New sticks: Bo."),
        (say("{name} begins.", name="Ann"), "Ann begins."),
        (say("Did everybody pass?"), "Did everybody pass?"),
        (say("2♣ leads"), "2♣ leads."),
        (NOTHING, ""),
    ],
)
def test_words_by_themselves_are_a_sentence(words, text):
    assert sentence(words) == text
