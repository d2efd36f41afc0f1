"""Words of the engine on paper, in the language of whoever prints."""

from __future__ import annotations

from collections.abc import Hashable

from django.utils.translation import gettext as _

from rulesets.engine.text import Words, as_is

AS_IS = as_is("").template


def translate(words: Words) -> str:
    """The words as a text."""
    if words.template == AS_IS:  # people's own
        return str(words.params["text"])
    return words.said(_)


def words_key(words: Words) -> Hashable:
    """What tells words from others, without saying them in any language."""
    params = words.params
    if not params:
        return words.template
    told = [words_key(each) if isinstance(each, Words) else each for each in params.values()]
    return (words.template, *told)
