"""Data that a pad fetches in advance, to go on without a network: the forms of the deals that come
next, what a report of each adds to the totals, and the rounds so far (static js/pad.js)."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from rulesets.engine.addends import ANSWERED, Addends, Input, Total, addends_of
from rulesets.engine.answers import NUMBER, YES_NO
from rulesets.engine.answers.choice import YES
from rulesets.engine.tracing import Branch
from tournaments.boards.board_reading import blank_report
from tournaments.boards.deals import Deal, on_board
from tournaments.boards.event_board import deal_title, rounds_ahead
from tournaments.phones import head
from tournaments.phones.blocks import Entry, Head
from tournaments.phones.phone import Phone, dealer_words
from tournaments.phones.request_params import form_of
from tournaments.report_forms.inputs import input_name
from tournaments.web.labels import called

if TYPE_CHECKING:
    from collections.abc import Hashable

    from rulesets.engine.fields import Field
    from rulesets.engine.plays import State
    from rulesets.engine.tracing import Test, Tree

MOST = 5  # deals that a phone can go on with
NOTHING_LATER: dict[str, Any] = {"deals": [], "addends": [], "rounds": "", "wins": "", "target": 0}
SHEET = "phones/_sheet.html"


def later_deals(phone: Phone) -> dict[str, Any]:
    """Return the deals that can be entered on a board of a table's own from here on, the next one
    first. `addends` are listed once: most deals have the same. `rounds` is the content of the fold
    of the rounds, as HTML; `wins` says whether the "low" or the "high" totals lead, "" if totals do
    not decide, and `target` what is played up to (0: no total)."""
    board, score = phone.board, head.board_score(phone)
    rounds = score.folded_rounds if score else ""
    if phone.is_finished or not (board.open and board.playable):
        return NOTHING_LATER | {"rounds": rounds}
    ways: list[Addends | None] = []
    deals = []
    for number, state in islice(rounds_ahead(board), 1 + MOST):
        added = addends_of(board.plays, state, is_later=number > board.next_number)
        if added not in ways:
            ways.append(added)
        deals.append(_described(phone, number, state) | {"addends": ways.index(added)})
    return {
        "deals": deals,
        "addends": [write_addends(way) for way in ways],
        "rounds": rounds,
        "wins": board.plays.wins if board.plays.ranking(board.state) is None else "",
        "target": board.plays.target(board.setup) or 0,
    }


def _described(phone: Phone, number: int, state: State) -> dict[str, Any]:
    """A deal as the phone shows it: its form, and what stands above it."""
    deal, seen, has_bids = _deal(phone, number, state)
    form = form_of(deal, payload=deal.report.payload)
    name = called(deal.format).within(number)
    title, note = head.round_words(phone.board, number, state)
    who = dealer_words(phone.board, state)
    entry = Entry(
        form,
        deal,
        deal_title(phone.board, number, state),
        deal.rest_words if has_bids else deal.entry_words,
        who,
        is_urgent=True,
    )
    context = {
        "entry": entry,
        "at": phone.at,
        "event": phone.event,
        "head": Head("", "", title),
        "score": head.board_score(phone),
        "key": "",
    }
    return {
        "deal": number,
        "seen": seen,
        "label": deal.label,
        "title": title,
        "summary": who,
        "note": note,
        "change": _("Change {deal}").format(deal=name),
        "form": render_to_string(SHEET, context, phone.request),
    }


def _deal(phone: Phone, number: int, state: State) -> tuple[Deal, int, bool]:
    """The deal with all of its questions, as it is once those before it have been saved, and the
    revision that its form will have seen: bids that wait will have been saved, too; and whether
    only what comes after the bids is to be entered then."""
    board = phone.board
    board_round = board.round(number)
    report = board_round.reports[0] if board_round else blank_report(board, number)
    deal = replace(on_board(board, number, report), before=state)
    first = number == board.next_number and not report.standing
    asks_first = first and any(field.before for field in deal.fields)
    if asks_first:
        report = replace(report, revision=report.revision + 1)
    return replace(deal, report=report), report.revision, asks_first or report.is_open


# --- addends as JSON ------------------------------------------------------------------------------


def write_addends(addends: Addends | None) -> dict[str, Any] | None:
    """Addends as JSON; None if only the rules can tell."""
    return None if addends is None else _AddendsWriter(addends).written()


class _AddendsWriter:
    """Writes `Addends` with the names of inputs in place of answers.

    An input is `[name, low, high, step, also, blank]` (a number), `[name, value]` (1 if that is
    what was chosen, any for ""), or the place of a total. A sum is `[constant, [input, times],
    ...]`. A decision is `{"sum", "is" (the values; null: at least 0), "yes", "no"}`.
    """

    def __init__(self, addends: Addends) -> None:
        self._addends = addends
        self._inputs: dict[Input | Total, int] = {}

    def written(self) -> dict[str, Any]:
        """All of it."""
        added = self._addends
        fields = {field.key: field for field in added.fields}
        gains, ends = self._tree(added.gains), self._tree(added.ends)
        return {
            "inputs": [self._input(key, fields) for key in self._inputs],
            "gains": gains,
            "ends": ends,
            "sums": [
                [field.total, input_name(field.key, "")]
                for field in added.fields
                if field.total is not None
            ],
            "absent": [input_name(key) for key in added.absent],
        }

    def _tree(self, tree: Tree) -> Any:
        if isinstance(tree, Branch):
            test: Test = tree.test
            return {
                "sum": self._sum(test.terms, test.constant),
                "is": test.values,
                "yes": self._tree(tree.yes),
                "no": self._tree(tree.no),
            }
        if isinstance(tree, tuple):
            return [self._sum(addend.terms, addend.constant) for addend in tree]
        return tree

    def _sum(self, terms: frozenset[tuple[Hashable, float]], constant: float) -> list[Any]:
        places = ([self._place(key), times] for key, times in terms)
        return [constant, *places]

    def _place(self, key: Any) -> int:
        return self._inputs.setdefault(key, len(self._inputs))

    def _input(self, key: Input | Total, fields: dict[str, Field]) -> Any:
        if isinstance(key, Total):
            return key.scorer
        field = fields[key.key]
        whole = key.place is None and field.per != "table"
        parts = (key.key, *(() if key.place is None else (key.place,)))
        name = input_name(*parts) + ("-" if whole and key.choice is ANSWERED else "")
        if key.choice is ANSWERED:
            return [name, ""]
        if field.kind is YES_NO:
            return [name, YES if field.per == "table" else "on"]
        if field.kind is NUMBER:
            return [name, field.low, field.high, field.step, list(field.also), field.blank]
        return [name, str(key.choice)]
