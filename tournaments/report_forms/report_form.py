"""The form of any game's report, built from the fields that its round asks for, and its questions
as HTML while nothing is answered.

It is used on phones and at the desk. The form reads what was tapped and typed into the report by
chair that the game wants, with only the answers that belong to it (`Field.when`). It refuses only
what cannot be read; problems that the engine finds come back through `add_problems` and are shown
beside the answer that they are about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django import forms
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rulesets.engine.answers import SIDE
from rulesets.engine.answers.choice import PARTS
from rulesets.engine.limits import merged
from rulesets.engine.roster import Roster
from rulesets.engine.text import as_is
from tournaments.cache.page_cache import Blanks, render_fragment
from tournaments.report_forms.bound_question import (
    BoundAnswer,
    BoundQuestion,
    QuestionTable,
    make_inputs,
    parts_of,
    widget_of,
)
from tournaments.report_forms.entry_aids import BoundShortcut, EntryAids, with_marks, with_notes
from tournaments.report_forms.inputs import (
    ANSWER,
    answers_in_words,
    followed,
    has_former_names,
    input_name,
    with_former_names,
)
from tournaments.web.forms import message
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from django.utils.safestring import SafeString

    from rulesets.drawing.vectors import Drawing
    from rulesets.engine.fields import Field
    from rulesets.engine.limits import Limit
    from rulesets.engine.problems import Problem
    from tournaments.boards.deals import Deal
    from tournaments.report_forms.inputs import AnswerText


Slot = tuple[str, int | str | None, str]


def _with_parts(field: Field) -> list[tuple[Field, str]]:
    """A field and its parts, each with the key of the field that it is part of."""
    return [(field, ""), *((part, field.key) for part in field.parts)]


class ReportForm(forms.Form):
    """The form of one report.

    `fields` are the questions (`report_fields`, `final_fields`), `roster` the people by position
    and their sides, `playing` the positions that may be named (None: all; whoever a stored report
    names always can be). `payload` (a stored report) fills the form in; `final` says that the one
    field is a list of deals; `answered_before` are the keys of what was answered before the hand;
    `aids` help with entering. With a prefix it is one of several forms in one. After `is_valid()`,
    `payload` is the report to keep.
    """

    def __init__(
        self,
        data: Any = None,
        *,
        fields: Sequence[Field],
        roster: Roster,
        playing: Collection[int] | None = None,
        payload: Mapping[str, Any] | None = None,
        final: bool = False,
        answered_before: Collection[str] = (),
        aids: EntryAids | None = None,
        **kwargs: Any,
    ) -> None:
        self.aids = aids
        self.declared = tuple(fields)
        self.roster = roster
        self.names = roster.names
        self.final, self.answered_before = final, frozenset(answered_before)
        self.payload: dict[str, Any] = {}
        self.problems: list[Problem] = []
        self.stored = stored = payload or {}
        everyone = range(len(self.names))
        self.playing = frozenset(everyone if playing is None else playing)
        named = set(self.playing)
        for field in self.declared:
            value = stored.get(field.key)
            named |= {deal["player"] for deal in value or ()} if final else people_in(field, value)
        self.people = tuple(place for place in everyone if place in named)
        kwargs.setdefault("initial", self._initial(stored))
        self.unclear = False
        if data is not None and not kwargs.get("prefix") and has_former_names(data):
            data, self.unclear = with_former_names(data, self._names())
        super().__init__(data, **kwargs)

    def name_people(self, roster: Roster) -> None:
        """Set the roster later: a view may read the form first and name the people afterwards."""
        self.roster, self.names = roster, roster.names
        self._bound_fields_cache: dict[str, Any] = {}  # where Django caches the inputs
        self.fields = {}

    @property
    def fields(self) -> dict[str, forms.Field]:
        """The inputs, made on first use: not at all if the questions are cached as HTML."""
        if not self._inputs:
            language = get_language()
            for whole in self.declared:
                for field, inside in _with_parts(whole):
                    offered = field.kind.choices(field, self.roster, self.people)
                    choices = tuple((key, translate(words)) for key, words in offered)
                    slots = self._slots(field, inside)
                    labels = tuple(label for _name, _at, label in slots)
                    inputs = make_inputs(field, labels, choices, language)
                    for (name, _at, _label), each in zip(slots, inputs, strict=True):
                        self._inputs[name] = each
        return self._inputs

    @fields.setter
    def fields(self, inputs: dict[str, forms.Field]) -> None:
        self._inputs = inputs

    def __getitem__(self, name: str) -> forms.BoundField:
        """The input of that name. Raises KeyError if there is none: templates look for an item
        first, whatever attribute of the form they want."""
        if not name.startswith(ANSWER):
            raise KeyError(name)
        return super().__getitem__(name)

    def _slots(self, field: Field, inside: str = "") -> list[Slot]:
        """The inputs of a field: name, place of the answer within it (None: it is the whole
        answer), and label."""
        path = (inside, field.key) if inside else (field.key,)
        per = field.kind.spread or field.per
        if per == "choice":
            return [
                (input_name(*path, place), key, translate(label))
                for place, (key, label) in enumerate(field.choices)
            ]
        if per == "side":
            sides = enumerate(self.roster.side_names)
            return [(input_name(*path, at), at, name) for at, name in sides]
        if per == "table":
            return [(input_name(*path), None, translate(field.label))]
        return [(input_name(*path, place), place, self.names[place]) for place in self.people]

    def _names(self) -> list[str]:
        every = (field for whole in self.declared for field in _with_parts(whole))
        return [name for field, inside in every for name, _at, _label in self._slots(field, inside)]

    # --- a stored report ------------------------------------------------------------------------

    def _initial(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        initial: dict[str, Any] = {}
        for field in self.declared:
            value = payload.get(field.key)
            if value is None and payload and field.asks_for_nobody:
                initial[input_name(field.key)] = ""
            if value is None:
                continue
            if field.parts and isinstance(value, Mapping):
                initial[input_name(field.key)] = PARTS
                initial |= {input_name(field.key, key): part for key, part in value.items()}
                continue
            if field.kind.spread:
                each = by_space(field, value) if self.final else field.kind.split(value)
                initial |= {name: each.get(at) for name, at, _label in self._slots(field)}
                continue
            for name, at, _label in self._slots(field):
                answer = value if at is None else answer_of(value, at)
                initial[name] = None if answer is None else field.kind.format(field, answer)
        return initial

    # --- what was sent --------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        self.payload = {}
        for field in sorted(self.declared, key=lambda field: field.when is not None):
            if not self._is_asked(field):
                for name, _at, _label in self._slots(field):
                    self.errors.pop(name, None)  # no errors for what is not asked
                continue
            value = self._answer(field, cleaned)
            if value is not None:
                self.payload[field.key] = value
        if self.unclear:
            text = _("This was entered before the program was updated. Please enter it again.")
            self.add_error(None, text)
        return cleaned

    def _is_asked(self, field: Field) -> bool:
        return field.when is None or self.payload.get(field.when[0]) in field.when[1]

    def _answer(self, field: Field, cleaned: Mapping[str, Any], inside: str = "") -> Any:
        """The answer to one field; None if it is left out. Missing answers are noted as errors."""
        slots = self._slots(field, inside)
        values = {at: parse(field, cleaned.get(name)) for name, at, _label in slots}
        wrong = any(name in self.errors for name, _at, _label in slots)
        spared = self.payload.get(field.none_for) if field.none_for else None
        if spared is not None and values.get(spared, 0) is None:
            values[spared] = 0  # by the rules
        if not wrong:
            places = [at for at in values if self._has_to_answer(field, at)]
            values = followed(field, values, places)
        for name, at, _label in slots:
            missing = values[at] is None and name not in self.errors
            if missing and self._has_to_answer(field, at):
                self.add_error(name, widget_of(field).missing)
        if field.parts and values[None] == PARTS:
            self.errors.pop(slots[0][0], None)
            parts = {part.key: self._answer(part, cleaned, field.key) for part in field.parts}
            return {key: value for key, value in parts.items() if value is not None}
        for part in field.parts:
            self.errors.pop(input_name(field.key, part.key), None)
        return self._put_together(field, slots, values)

    def _has_to_answer(self, field: Field, at: int | str | None) -> bool:
        """Whether one answer of a field is required; if the players may decide, the game says
        so."""
        if not field.required or field.kind.spread or field.kind.default is not None:
            return False
        if field.per != "player":
            return True
        return field.everybody and at in self.playing

    def _put_together(self, field: Field, slots: Sequence[Slot], values: Mapping[Any, Any]) -> Any:
        """The values of a field's inputs as the answer that the report holds."""
        default = field.kind.default
        if field.kind.spread:
            return self._join(field, slots, values)
        if field.per == "table":
            decides = any(other.when and other.when[0] == field.key for other in self.declared)
            return default if values[None] is None and decides else values[None]
        if field.required and default is not None:  # whoever is not tapped answers no
            values = {
                place: default if value is None else value
                for place, value in values.items()
                if field.per == "side" or place in self.playing
            }
        if all(value is None for value in values.values()):
            return None
        size = len(self.roster.side_names if field.per == "side" else self.names)
        return [values.get(place) for place in range(size)]

    def _join(self, field: Field, slots: Sequence[Slot], values: Mapping[Any, Any]) -> Any:
        """The one answer that several inputs make."""
        answer, problems = field.kind.join(field, values, self.people)
        names = {at: name for name, at, _label in slots}
        for problem in problems:
            self.add_error(names[problem.at[0]] if problem.at else None, message(problem))
        if not self.final:
            return answer
        if not answer and slots and not self.errors:
            self.add_error(None, _("Tap who won at least one of them."))
        return [{"space": key, "player": player} for key, player in (answer or {}).items()]

    @property
    def confirmed(self) -> tuple[str, ...]:
        """The codes of the warnings that were confirmed."""
        name = self.add_prefix("confirmed")
        if hasattr(self.data, "getlist"):
            return tuple(self.data.getlist(name))
        return tuple(self.data.get(name, ()))

    @property
    def confirming(self) -> str:
        """The name of the input by which warnings are confirmed."""
        return self.add_prefix("confirmed")

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Take the problems that the engine or a service found; they are shown beside their
        fields."""
        self.problems.extend(problems)

    def form_data(self) -> list[tuple[str, str]]:
        """The names and values that a browser would send with the form as it stands."""
        pairs: list[tuple[str, str]] = [(ANSWER, "")]
        for bound in self:
            value = bound.value()
            values = value if isinstance(value, list) else [value]
            entries = ("on" if value is True else value for value in values if value is not False)
            pairs.extend((bound.html_name, str(value)) for value in entries if value is not None)
        return pairs

    # --- what is shown --------------------------------------------------------------------------

    @property
    def asks(self) -> list[Problem]:
        """The warnings to confirm; empty while there are errors."""
        if any(problem.severity == "error" for problem in self.problems):
            return []
        return [problem for problem in self.problems if problem.severity == "warning"]

    @property
    def overall(self) -> list[str]:
        """Messages about the report as a whole, or about something that is not asked here."""
        keys = {field.key for field in self.declared}
        own = [p for p in self.problems if not p.at or p.at[0] not in keys]
        return [*map(str, self.non_field_errors()), *map(message, own)]

    @property
    def complaints(self) -> list[str]:
        """All messages, in the order of the page."""
        return [
            *self.overall,
            *(text for question in self.questions() for text in question.complaints),
        ]

    def questions(self) -> list[BoundQuestion]:
        """The questions in order, each with its inputs and problems; those shown as marks in rows
        of numbers are part of these."""
        return with_marks(with_notes([self._question(field) for field in self.declared]))

    @property
    def limits(self) -> tuple[Limit, ...]:
        """The limits that bound its numbers together."""
        return self.aids.limits if self.aids is not None else ()

    @property
    def shortcuts(self) -> tuple[BoundShortcut, ...]:
        """The shortcuts that fill it in with one tap, for things that can be shared out."""
        totals = {field.key: field.total or 0 for field in self.declared}
        return tuple(
            BoundShortcut(shortcut, translate(shortcut.label), self.people, self.names)
            for shortcut in (self.aids.shortcuts if self.aids is not None else ())
            if all(totals.get(key, 0) > 1 for key in shortcut.all_of)
        )

    @property
    def shortcut_buttons(self) -> SafeString | str:
        """The shortcuts as HTML; most rounds of a table have the same."""
        shortcuts = self.shortcuts
        if not shortcuts:
            return ""
        return render_fragment(
            shortcuts, lambda: render_to_string(SHORTCUTS, {"shortcuts": shortcuts})
        )

    @property
    def spaces(self) -> str:
        """The keys of the spaces that can be claimed, in order, for a script."""
        claimed = (field for field in self.declared if field.kind.spread == "choice")
        return " ".join(key for field in claimed for key, _label in field.choices)

    @property
    def board(self) -> Drawing | None:
        """The board whose spaces are tapped to say who claims them."""
        claimed = any(field.kind.spread == "choice" for field in self.declared)
        return self.aids.board if claimed and self.aids is not None else None

    def parts(self) -> list[BoundQuestion | QuestionTable]:
        """The questions, with those that ask the same people joined into tables."""
        return parts_of(self.questions())

    def _question(self, field: Field, inside: str = "") -> BoundQuestion:
        mine = self._about(inside, field.key) if inside else self._about(field.key)
        own_parts = {part.key for part in field.parts}
        mine = [p for p in mine if len(p.at) < 2 or p.at[1] not in own_parts]
        parts = tuple(self._question(part, field.key) for part in field.parts)
        placed: list[Problem] = []
        answers = []
        for name, at, label in self._slots(field, inside):
            own = tuple(p for p in mine if at is not None and self._place(field, p) == at)
            placed += own
            answers.append(BoundAnswer(self[name], label, own))
        question = BoundQuestion(
            field,
            translate(field.label),
            translate(field.help),
            widget_of(field),
            tuple(answers),
            tuple(problem for problem in mine if problem not in placed),
            parts,
            limit=merged(field.key, self.limits) if field.is_numbers else None,
            whose=self._whose(field),
            **self._condition(field),
        )
        wrong = question.messages or any(answer.messages for answer in answers)
        if field.key in self.answered_before and not wrong:
            return replace(question, early_answer=self._answer_text(field))
        return replace(question, folded=self._is_folded(question))

    def _whose(self, field: Field) -> tuple[tuple[int, ...], ...]:
        """The places or sides that a question is about, for each answer to the question that says
        so; () if no question does."""
        source = next((each for each in self.declared if each.key == field.of_whom), None)
        if source is None:
            return ()
        roster, opposite = self.roster, field.is_opposite
        sides = range(len(roster.sides))
        if source.kind == SIDE:
            return tuple((len(sides) - 1 - side if opposite else side,) for side in sides)
        if not opposite:
            return tuple((place,) for place in range(len(roster.names)))
        return tuple(
            tuple(who for side in sides if side != own for who in roster.sides[side])
            for own in map(roster.side_of, range(len(roster.names)))
        )

    def _answer_text(self, field: Field) -> str:
        """An answer as it stands, in words."""
        payload = self.payload if self.is_bound else self.stored
        return "".join(answer.text for answer in answers_in_words((field,), self.roster, payload))

    def _about(self, *path: str) -> list[Problem]:
        """The problems at a place of the report or inside it; their own places then begin with the
        last step of the path."""
        steps = len(path)
        return [replace(p, at=p.at[steps - 1 :]) for p in self.problems if p.at[:steps] == path]

    def _place(self, field: Field, problem: Problem) -> int | str | None:
        """Which answer of a field a problem is about."""
        if len(problem.at) < 2:
            return None
        at = problem.at[1]
        answer = self.payload.get(field.key)
        if self.final:
            deals = answer or ()
            return deals[at]["space"] if isinstance(at, int) and at < len(deals) else None
        place: int | str | None = field.kind.part(answer, at) if field.kind.spread else at
        return place

    def _condition(self, field: Field) -> dict[str, Any]:
        """The keyword arguments of a `BoundQuestion` that is asked only for some answers to another
        field."""
        if field.when is None:
            return {}
        key, values = field.when
        decider = next(other for other in self.declared if other.key == key)
        kind = decider.kind
        answer = (self.payload if self.is_bound else self.stored).get(key)
        return {
            "only_for": translate(kind.condition(decider, values)),
            "when_values": " ".join(str(kind.format(decider, value)) for value in values),
            "is_open": (kind.default if answer is None else answer) in values,
        }

    def _is_folded(self, question: BoundQuestion) -> bool:
        """Whether a rare question is folded away: until it has an answer or a problem."""
        field = question.field
        nothing: list[Any] = [None, "", [], False]
        if field.kind.default is not None:
            nothing.append(field.kind.format(field, field.kind.default))
        is_answered = any(
            answer.field.value() not in nothing or answer.messages for answer in question.answers
        )
        return field.rare and not is_answered and not question.problems


def people_in(field: Field, value: Any) -> set[int]:
    """The positions that a stored answer names."""
    if value is None or field.per == "side":
        return set()
    if field.parts and isinstance(value, Mapping):
        return {who for part in field.parts for who in people_in(part, value.get(part.key))}
    answers = [value]
    answering: set[int] = set()
    if field.per == "player":
        answers = [answer for answer in value if answer is not None]
        answering = {place for place, answer in enumerate(value) if answer is not None}
    return answering | {who for answer in answers for _at, who in field.kind.people(answer)}


def by_space(field: Field, deals: Sequence[Mapping[str, Any]]) -> dict[Any, Any]:
    """The winners of the last deals by space; a deal that names no space was for the next in
    turn."""
    open_ones = [key for key, _label in field.choices]
    winners: dict[Any, Any] = {}
    for deal in deals:
        space = deal.get("space") or next(iter(open_ones), "")
        winners[space] = deal.get("player")
        open_ones = [key for key in open_ones if key != space]
    return winners


def parse(field: Field, data: Any) -> Any:
    """A cleaned input as an answer; None if nothing was given."""
    return None if data is None or data in ("", []) else field.kind.parse(field, data)


def answer_of(value: Any, place: int | str) -> Any:
    """The answer at one place of several."""
    return value[place] if isinstance(place, int) and place < len(value) else None


TEMPLATE, SHORTCUTS = "reports/_report_form.html", "reports/_shortcuts.html"
_BLANKS = Blanks()


def questions(form: ReportForm) -> SafeString:
    """The questions of a form as HTML; cached if nothing is answered and nothing is wrong. The key
    of the cache are the questions themselves."""
    if form.is_bound or form.stored or form.problems:
        return render_to_string(TEMPLATE, {"form": form})
    words = _TemplateBlanks()
    fields = tuple(words.without_labels(field) for field in form.declared)
    roster = words.without_names(form.roster)

    def draw() -> SafeString:
        blank = ReportForm(
            fields=fields,
            roster=roster,
            playing=form.playing,
            final=form.final,
            answered_before=form.answered_before,
            aids=form.aids,
        )
        return render_to_string(TEMPLATE, {"form": blank})

    keys = tuple(field.key for field in fields)
    people = roster.names, roster.side_names, form.people
    key = (TEMPLATE, keys, *people, form.final, form.answered_before)
    text = render_fragment(key, draw, shows=(fields, form.limits))
    named = tuple(words.words)
    return render_fragment((text, named), lambda: words.filled_in(text))


class _TemplateBlanks:
    """The words that are filled into cached HTML, in order, with a blank for each."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def blanks(self, words: Sequence[str]) -> tuple[str, ...]:
        """Remember these words; return the blanks that stand for them."""
        first = len(self.words)
        self.words += words
        return tuple(map(_BLANKS.at, range(first, len(self.words))))

    def without_names(self, roster: Roster) -> Roster:
        """The roster with blanks for the names of people and sides; if everybody plays alone, the
        sides have the same blanks as the people."""
        names = self.blanks(roster.names)
        sides = self.blanks(roster.side_names) if roster.in_sides else names
        return replace(roster, names=names, side_names=sides)

    def without_labels(self, field: Field) -> Field:
        """A question about the spaces of a board with blanks for what lies there; any other as it
        is."""
        if field.kind.spread != "choice":
            return field
        blanks = self.blanks([translate(label) for _space, label in field.choices])
        choices = ((str(place), as_is(blank)) for place, blank in enumerate(blanks))
        return replace(field, choices=tuple(choices))

    def filled_in(self, text: str) -> SafeString:
        """The HTML with the words in the place of the blanks."""
        return _BLANKS.fill_row(text, [escape(word) for word in self.words])


def make_form(
    deal: Deal,
    data: Any = None,
    payload: Mapping[str, Any] | None = None,
    *,
    answered_before: Collection[str] = (),
    **more: Any,
) -> ReportForm:
    """The form of a report of a deal: as sent, or with a stored one; `answered_before` are the keys
    of questions that were answered before the hand."""
    return ReportForm(
        data,
        fields=deal.fields,
        roster=deal.roster,
        playing=deal.playing,
        payload=payload,
        final=deal.final,
        answered_before=answered_before,
        aids=None if deal.final else EntryAids(deal.plays, deal.before),
        **more,
    )


def make_desk_form(deal: Deal, data: Any = None, *, final: bool = False, **more: Any) -> ReportForm:
    """The form of a deal at the desk: with `data` as sent, else filled with the stored report.
    `final`: for the report that closes the game; with a `prefix` it is one of several forms on a
    page."""
    return make_form(replace(deal, final=final), data, deal.report.payload, **more)


def answers_of(deal: Deal) -> tuple[AnswerText, ...]:
    """What was reported of a deal, question by question."""
    final_deal = replace(deal, final=deal.is_last)
    return answers_in_words(final_deal.fields, final_deal.roster, deal.report.payload)
