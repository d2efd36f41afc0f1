"""Two answers to one deal side by side: what each says, who gave it and when, and what differs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rulesets.engine.text import as_is
from tournaments.report_forms.report_form import make_form
from tournaments.web.wording import and_list, translate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from rulesets.engine.fields import Field
    from rulesets.engine.roster import Roster
    from tournaments.boards.deals import Deal


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """One of the answers to a deal: what it says in words, from whom, from which phone and when.
    `is_counted`: it is the one that counts; `form_data` are the inputs of a form that sends it
    again."""

    words: str
    author: str
    device: str
    created: datetime | None
    is_counted: bool = False
    form_data: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class DifferentAnswer:
    """What the answers say differently: of whom or of which question, and each answer's words."""

    label: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Contest:
    """The answers to a contested deal, the one that counts first; what `differs` between them, and
    what is the `same` in all, in words."""

    deal: Deal
    answers: tuple[GivenAnswer, ...]
    differs: tuple[DifferentAnswer, ...]
    same: str

    @property
    def both_words(self) -> str:
        """ "11 : 2 or 5 : 8"."""
        return _(" or ").join(answer.words or "–" for answer in self.answers)

    @property
    def report_id(self) -> int | None:
        """The report that is kept if the first answer is."""
        return self.deal.report.newest_id


def contest_of(deal: Deal) -> Contest | None:
    """Both answers to a contested deal; None if nobody contests it."""
    report = deal.report
    if not report.contested:
        return None
    rivals = report.rivals
    payloads = [report.newest_payload or {}, *(rival.payload for rival in rivals)]
    words = value_words(deal, payloads)
    differs, same = differences(deal, payloads)
    author, device = report.newest_author, report.device
    counted = GivenAnswer(words[0], author, device, report.given_at, is_counted=True)
    others = (
        GivenAnswer(
            text,
            rival.author,
            rival.device,
            rival.created,
            form_data=tuple(make_form(deal, payload=rival.payload).form_data()),
        )
        for rival, text in zip(rivals, words[1:], strict=True)
    )
    return Contest(deal, (counted, *others), differs, same)


def value_words(deal: Deal, payloads: Sequence[dict[str, Any]]) -> list[str]:
    """Each report in words; question by question if the short words do not tell them apart."""
    words = [deal.words(payload) for payload in payloads]
    if len(set(words)) == len(words):
        return words
    differs, _same = differences(deal, payloads)
    return [
        " · ".join(
            _("{question}: {answer}").format(question=row.label.rstrip("?"), answer=row.values[at])
            for row in differs
        )
        for at in range(len(payloads))
    ]


def differences(
    deal: Deal, payloads: Sequence[Mapping[str, Any]]
) -> tuple[tuple[DifferentAnswer, ...], str]:
    """What several reports of a deal say differently, and what they all say, in words."""
    asked = deal.asking(payloads)
    rows = [row for field in asked.fields for row in _rows(field, payloads, asked.roster)]
    different = tuple(row for row in rows if len(set(row.values)) > 1)
    same = [
        (_("{name}: {answer}") if row.label.endswith("?") else _("{name} {answer}")).format(
            name=row.label.rstrip("?"), answer=row.values[0]
        )
        for row in rows
        if len(set(row.values)) == 1 and row.values[0] != NONE
    ]
    return different, and_list(same) if same else ""


NONE = "–"


def _rows(
    field: Field, payloads: Sequence[Mapping[str, Any]], roster: Roster
) -> Iterator[DifferentAnswer]:
    """A row for each person or side that answers, or one for the table."""
    values = [payload.get(field.key) for payload in payloads]
    if all(value is None for value in values):
        return
    if field.per == "table":
        texts = (
            NONE if value is None else translate(field.words(value, roster)) for value in values
        )
        yield DifferentAnswer(translate(field.label), tuple(texts))
        return
    names = roster.side_names if field.per == "side" else roster.names
    for place, name in enumerate(names):
        each = [value[place] if value and place < len(value) else None for value in values]
        texts = (
            NONE if one is None else translate(field.kind.words(field, one, roster)) for one in each
        )
        yield DifferentAnswer(_name(name), tuple(texts))


def _name(name: Any) -> str:
    return translate(as_is(name)) if isinstance(name, str) else translate(name)
