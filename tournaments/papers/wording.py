"""Words of the engine on paper, in the language of whoever prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from rulesets.words import Words


def said(words: Words) -> str:
    """The words as a text."""
    return words.said(_)
