"""The questions of a report as they are drawn while nothing is answered.

They are the same for many rounds and all tables of a hall, and dear to draw: with an input for each
of twenty people they cost more than all the rest of a table's page. What people are called, and
what lies on the spaces of a board, is filled in afterwards.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import mark_safe

from rulesets.engine.roster import Roster
from rulesets.engine.words import as_is
from tournaments.cache.page_cache import render_fragment
from tournaments.scoring.report_form import ReportForm
from tournaments.words import said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.utils.safestring import SafeString

    from rulesets.engine.fields import Field

TEMPLATE = "scoring/_report_form.html"
_BLANK = secrets.token_urlsafe(24)  # nobody can write a text that contains it
_BLANKS = re.compile(rf"{_BLANK}(\d+);")


def questions(form: ReportForm) -> SafeString:
    """The questions of a form with their inputs; kept where nothing is answered and nothing was
    found wrong. What is kept is compared with the questions themselves."""
    if form.is_bound or form.stored or form.problems:
        return render_to_string(TEMPLATE, {"form": form})
    words = _Words()
    fields = tuple(words.without_labels(field) for field in form.declared)
    roster = words.without_names(form.roster)

    def draw() -> SafeString:
        blank = ReportForm(
            fields=fields, roster=roster, playing=form.playing, final=form.final, told=form.told
        )
        return render_to_string(TEMPLATE, {"form": blank})

    asked = tuple(field.key for field in fields)
    people = roster.names, roster.side_names, form.people
    key = (TEMPLATE, asked, *people, form.final, form.told)
    text = render_fragment(key, draw, shows=fields)
    return words.filled_in(text)


class _Words:
    """What is filled in: the words in their order, with a blank for each in what is drawn."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def blanks(self, words: Sequence[str]) -> tuple[str, ...]:
        """Where these words belong."""
        first = len(self.words)
        self.words += words
        return tuple(f"{_BLANK}{place};" for place in range(first, len(self.words)))

    def without_names(self, roster: Roster) -> Roster:
        """The same people and sides, whatever they are called; where everybody plays alone, the
        sides are still called as the people are."""
        names = self.blanks(roster.names)
        sides = self.blanks(roster.side_names) if roster.in_sides else names
        return replace(roster, names=names, side_names=sides)

    def without_labels(self, field: Field) -> Field:
        """A question about the spaces of a board, whatever lies there; any other as it is."""
        if field.kind.spread != "choice":
            return field
        blanks = self.blanks([said(label) for _space, label in field.choices])
        choices = ((str(place), as_is(blank)) for place, blank in enumerate(blanks))
        return replace(field, choices=tuple(choices))

    def filled_in(self, text: str) -> SafeString:
        """What was drawn, with the words."""
        words = [escape(word) for word in self.words]
        return mark_safe(  # noqa: S308  rendered by the template, and escaped
            _BLANKS.sub(lambda found: words[int(found[1])], text)
        )
