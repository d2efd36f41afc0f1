"""The questions of a report as they are drawn while nothing is answered.

They are the same for many rounds and all phones of a table, and dear to draw: with an input for
each of twenty people they cost more than all the rest of a table's page. What lies on the spaces of
a board is another in every round, and stands in their labels: these are filled in afterwards.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import mark_safe

from rulesets.words import as_is
from tournaments.drawn import drawn
from tournaments.scoring.report_form import ReportForm
from tournaments.words import said

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from rulesets.fields import Field
    from rulesets.words import Words

TEMPLATE = "scoring/_report_form.html"
LABEL = secrets.token_urlsafe(32)  # nobody can write a text that contains it


def questions(form: ReportForm) -> SafeString:
    """The questions of a form with their inputs; kept where nothing is answered and nothing was
    found wrong. What is kept is compared with the questions themselves."""
    if form.is_bound or form.stored or form.problems:
        return render_to_string(TEMPLATE, {"form": form})
    labels = [escape(said(label)) for field in form.declared for label in _labels(field)]
    between = _unlabelled_questions(form).split(LABEL)
    text = chain.from_iterable(zip_longest(between, labels, fillvalue=""))
    return mark_safe("".join(text))  # noqa: S308  rendered by the template, and escaped


def _labels(field: Field) -> list[Words]:
    """What the spaces of a board are called, where they are asked for one by one."""
    return [label for _space, label in field.choices] if field.kind.name == "claims" else []


def _unlabelled_questions(form: ReportForm) -> SafeString:
    """The questions, with `LABEL` where the labels of spaces belong."""
    declared = tuple(map(_unlabelled, form.declared))

    def draw() -> SafeString:
        blank = ReportForm(
            fields=declared,
            roster=form.roster,
            playing=form.playing,
            final=form.final,
            told=form.told,
        )
        return render_to_string(TEMPLATE, {"form": blank})

    asked = tuple(field.key for field in declared)
    people = form.names, form.roster.side_names, form.people, form.final, form.told
    return drawn.part((TEMPLATE, asked, *people), draw, shows=declared)


def _unlabelled(field: Field) -> Field:
    """A question about spaces that are not named; any other as it is."""
    if field.kind.name != "claims":
        return field
    label = as_is(LABEL)
    return replace(field, choices=tuple((str(at), label) for at in range(len(field.choices))))
