"""Words that pages and papers share."""

import pytest

from rulesets.engine.text import NOTHING, say
from tournaments.web.wording import sentence


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
