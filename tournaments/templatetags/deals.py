"""What a deal says on pages: its answers, what it moved in the books, its two answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template

from tournaments.report_forms.contests import contest_of
from tournaments.report_forms.report_form import answers_of
from tournaments.scores.books import moved_of
from tournaments.scores.sets import order_words

if TYPE_CHECKING:
    from tournaments.boards.deals import Deal
    from tournaments.report_forms.contests import Contest
    from tournaments.report_forms.inputs import AnswerText
    from tournaments.scores.books import Stake

register = template.Library()


@register.filter
def answers(deal: Deal) -> tuple[AnswerText, ...]:
    """What was reported, question by question."""
    return answers_of(deal)


@register.filter
def moved(deal: Deal) -> tuple[Stake, ...]:
    """The lines of the books that it caused."""
    return moved_of(deal)


@register.filter
def contest(deal: Deal) -> Contest | None:
    """Both answers, if two were given and nobody has chosen yet."""
    return contest_of(deal)


@register.filter
def order(deal: Deal) -> str:
    """The names in the order of its numbers, where these stand alone."""
    return order_words(deal.board, deal.summary)
