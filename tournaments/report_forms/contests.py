"""Two answers to one deal side by side: what each says, who gave it and when, and what differs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rulesets.engine.text import as_is
from tournaments.report_forms.bound_question import card_of
from tournaments.report_forms.report_form import make_form
from tournaments.web.wording import and_list, or_list, sentence_of, translate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from rulesets.engine.fields import Field
    from rulesets.engine.roster import Roster
    from tournaments.boards.deal_reports import DealReport
    from tournaments.boards.deals import Deal


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """One of the answers to a deal: what it says in words, from whom, from which phone and when.
    `is_counted`: it is the one that counts; `form_data` are the inputs of a form that sends it
    again. `number` is that of the phone, as in `phone_numbers`."""

    words: str
    author: str
    device: str
    created: datetime | None
    number: int = 0
    is_counted: bool = False
    form_data: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class DifferentAnswer:
    """What the answers say differently: of whom or of which question, and each answer's words.
    `question` says in short what is asked, where people answer several questions; `of_people`: the
    label is somebody's name, or a side's."""

    label: str
    values: tuple[str, ...]
    question: str = ""
    of_people: bool = False

    @property
    def prefix(self) -> str:
        """The label before an answer: "Bo", "Bo, bids:", "Who knocked?", "♠ Queen of spades:"."""
        if self.question:
            return _("{name}, {question}:").format(name=self.label, question=self.question)
        if self.of_people or self.label.endswith("?"):
            return self.label
        return _("{question}:").format(question=self.label)

    def words(self, at: int) -> str:
        """One of the answers in words: "Bo 30", "Who knocked? Cy"."""
        return f"{self.prefix} {self.values[at]}"


@dataclass(frozen=True, slots=True)
class Contest:
    """The answers to a contested deal, the one that counts first; what `differs` between them, and
    what is the `same` in all, in words."""

    deal: Deal
    answers: tuple[GivenAnswer, ...]
    differs: tuple[DifferentAnswer, ...]
    same: str

    @property
    def all_words(self) -> str:
        """ "11 : 2 or 5 : 8"."""
        return or_list([answer.words or "–" for answer in self.answers])

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
    authors, numbers = authors_of_answers(report), phone_numbers(report)
    counted = GivenAnswer(
        words[0], authors[0], report.device, report.given_at, numbers[0], is_counted=True
    )
    others = (
        GivenAnswer(
            text,
            author,
            rival.device,
            rival.created,
            number,
            form_data=tuple(make_form(deal, payload=rival.payload).form_data()),
        )
        for rival, author, number, text in zip(
            rivals, authors[1:], numbers[1:], words[1:], strict=True
        )
    )
    return Contest(deal, (counted, *others), differs, same)


def several_answers(count: int) -> str:
    """The words on what has so many answers."""
    return _("several answers") if count > 2 else _("two answers")


def authors_of_answers(report: DealReport) -> list[str]:
    """Who gave each answer to a contested deal, the one that counts first: "Phone 1", "Phone 2" of
    phones that are numbered."""
    authors = [report.newest_author, *(rival.author for rival in report.rivals)]
    return [
        name_phone(number) or author
        for number, author in zip(phone_numbers(report), authors, strict=True)
    ]


def phone_numbers(report: DealReport) -> list[int]:
    """The number of the phone that gave each answer, for all who look at them: from 1 of those that
    are called the same, such as the phones of a table; 0 of others, and of the host."""
    sources = [(report.newest_author, report.device)]
    sources += [(rival.author, rival.device) for rival in report.rivals]
    alike = Counter(author for author, device in sources if device)
    numbers = count(1)
    return [next(numbers) if device and alike[author] > 1 else 0 for author, device in sources]


def name_phone(number: int) -> str:
    """ "Phone 2"; "" of 0."""
    return _("Phone {number}").format(number=number) if number else ""


def value_words(deal: Deal, payloads: Sequence[dict[str, Any]]) -> list[str]:
    """Each report in words; question by question if the short words do not tell them apart."""
    words = [deal.named_words(payload) for payload in payloads]
    if len(set(words)) == len(words):
        return words
    differs, _same = differences(deal, payloads)
    return [" · ".join(row.words(at) for row in differs) for at in range(len(payloads))]


def differences(
    deal: Deal, payloads: Sequence[Mapping[str, Any]]
) -> tuple[tuple[DifferentAnswer, ...], str]:
    """What several reports of a deal say differently, and what they all say, in sentences."""
    asking = deal.asking(payloads)
    tables = [
        (field, rows)
        for field in asking.fields
        if (rows := tuple(_rows(field, payloads, asking.roster)))
    ]
    several = sum(rows[0].of_people for _field, rows in tables) > 1
    different, same = [], []
    for field, rows in tables:
        named = several and rows[0].of_people
        equal = [row for row in rows if len(set(row.values)) == 1 and row.values[0] != NONE]
        same.append(_sentence(equal, _short(field) if named else ""))
        question = _short(field).lower() if named else ""
        different += [replace(row, question=question) for row in rows if len(set(row.values)) > 1]
    return tuple(different), " ".join(filter(None, same))


NONE = "–"


def _sentence(rows: Sequence[DifferentAnswer], question: str) -> str:
    """The first answers of the rows in a sentence: "Bids: Ann 2 and Bo 3."."""
    if not rows:
        return ""
    words = and_list([row.words(0) for row in rows])
    if question:
        words = _("{question}: {answers}").format(question=question, answers=words)
    return sentence_of(words)


def _label(field: Field) -> str:
    """What a question of the table is about; before the name of a card stands its suit."""
    label, card = translate(field.says or field.label), card_of(field.sign)
    return label if card is None else f"{card[1]}\N{NO-BREAK SPACE}{label}"


def _short(field: Field) -> str:
    """What a question asks, in short."""
    return translate(field.says or field.label).rstrip("?")


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
        yield DifferentAnswer(_label(field), tuple(texts))
        return
    names = roster.side_names if field.per == "side" else roster.names
    for place, name in enumerate(names):
        each = [value[place] if value and place < len(value) else None for value in values]
        texts = (
            NONE if answer is None else translate(field.kind.words(field, answer, roster))
            for answer in each
        )
        yield DifferentAnswer(_name(name), tuple(texts), of_people=True)


def _name(name: Any) -> str:
    return translate(as_is(name)) if isinstance(name, str) else translate(name)
