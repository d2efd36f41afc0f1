"""The questions of a report as they are drawn while nothing is answered.

They are the same for many rounds and all phones of a table, and dear to draw: with an input for
each of twenty people they cost more than all the rest of a table's page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.template.loader import render_to_string
from django.utils.translation import get_language

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from rulesets.fields import Field
    from tournaments.scoring.report_form import ReportForm

TEMPLATE = "scoring/_report_form.html"
ROOM = 256  # forms that a process keeps

# By who is asked what, in which language: the questions, and how they are drawn.
_kept: dict[tuple[Any, ...], tuple[tuple[Field, ...], SafeString]] = {}


def drawn(form: ReportForm) -> SafeString:
    """The questions of a form with their inputs; kept where nothing is answered and nothing was
    found wrong. What is kept is compared with the questions themselves."""
    if form.is_bound or form.stored or form.problems:
        return render_to_string(TEMPLATE, {"form": form})
    asked = tuple(field.key for field in form.declared)
    people = form.names, form.roster.side_names, form.people, form.final, form.told
    key = (asked, *people, get_language())
    known = _kept.get(key)
    if known is not None and known[0] == form.declared:
        return known[1]
    text = render_to_string(TEMPLATE, {"form": form})
    _kept.pop(key, None)
    _kept[key] = form.declared, text
    while len(_kept) > ROOM:
        _kept.pop(next(iter(_kept)), None)
    return text
