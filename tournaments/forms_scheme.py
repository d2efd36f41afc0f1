"""The form of any scheme's report, built from the fields that the scheme declares.

Used on phones and at the desk. The form reads what was tapped and typed into the positional report
that the scheme wants, with only the answers that belong to it (`Field.when`); it judges nothing
but what cannot be read. What the engine finds comes back through `add_problems` and lands beside
the answer that it is about.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from rulesets.game import Problem
from rulesets.scheme import Counter, Field, Scheme, State
from tournaments.forms import Answer, JudgedForm, message, number_field
from tournaments.forms_answers import (
    as_typed,
    by_space,
    missing_words,
    named_in,
    part_at,
    read_answer,
    words,
)

PARTS = "+"  # the value of a choice whose answer has parts
COUPLE = 2
LONGEST_CARDS = 400  # letters; more than any hand or grid takes
SHAPES = {"choice": "choice", "player": "people", "players": "people", "count": "counts"}


def report_fields(scheme: Scheme, options: Any) -> tuple[Field, ...]:
    """What one report is asked for; who sits in a couple is known from the seats."""
    fields = scheme.fields(options)
    if scheme.rows == "couple":
        return tuple(field for field in fields if field.kind != "players" or field.key != "couple")
    return fields


def final_fields(scheme: Scheme, state: State) -> tuple[Field, ...]:
    """What the last report is asked for: a winner for each space that holds something, in the
    order in which they are played for. Empty where there is no such report or nothing is left."""
    left = [
        (amount, account)
        for held in scheme.balances(state).values()
        for account, amount in held.items()
        if account.kind == "space" and amount
    ]
    if scheme.final is None or not left:
        return ()
    left.sort(key=lambda one: one[0])  # stable: level ones stay in the order of the board
    choices = tuple(
        (account.what, f"{_(scheme.label(state, account))} ({amount})") for amount, account in left
    )
    return (replace(scheme.final, choices=choices),)


@dataclass(frozen=True, slots=True)
class AskedField:
    """One field of a report with its answers, ready for a template.

    `shape` names the template, `parts` are what is asked where the choice has parts, `only_for`
    the words of the answers to another field for which this one is asked, `is_open` whether it is
    asked by what is answered so far, `folded` whether it may be folded away.
    """

    field: Field
    label: str
    help: str
    shape: str
    answers: tuple[Answer, ...]
    problems: tuple[Problem, ...]
    parts: tuple["AskedField", ...] = ()
    only_for: str = ""
    is_open: bool = True
    folded: bool = False

    @property
    def messages(self) -> list[str]:
        return [message(problem) for problem in self.problems]

    @property
    def when_key(self) -> str:
        return self.field.when[0] if self.field.when else ""

    @property
    def when_values(self) -> str:
        return " ".join(self.field.when[1]) if self.field.when else ""

    @property
    def is_small(self) -> bool:
        """Whether all possible numbers fit on a pad of buttons."""
        return self.field.per == "table" and 0 < self.field.high - self.field.low < 15

    @property
    def is_signed(self) -> bool:
        return self.field.low < 0

    @property
    def counter(self) -> Counter | None:
        return self.field.counter

    @property
    def counter_columns(self) -> int:
        counter = self.field.counter
        return counter.most // counter.rows if counter and counter.rows else 0

    @property
    def counter_when(self) -> str:
        """The field and its values for which cards may be laid off, to be read by a script."""
        table = self.field.counter.table if self.field.counter else None
        return f"{table[0]} {' '.join(table[1])}" if table else ""


class SchemeForm(JudgedForm):
    """One report of a scheme.

    `fields` is what is asked (`report_fields`, `final_fields`), `names` the people by position,
    `playing` the positions of those who may be named (None: all; whoever a stored report names can
    always be). `payload` (a stored report) fills the form in; `final` says that the one field is a
    list of deals. After `is_valid()`, `payload` is the report to hand to the services.
    """

    def __init__(
        self,
        data: Any = None,
        *,
        fields: Sequence[Field],
        names: Sequence[str],
        playing: Collection[int] | None = None,
        payload: Mapping[str, Any] | None = None,
        final: bool = False,
        **kwargs: Any,
    ) -> None:
        self.declared = tuple(fields)
        self.names = tuple(names)
        self.final = final
        self.payload: dict[str, Any] = {}
        self.problems: list[Problem] = []
        stored = payload or {}
        everyone = range(len(self.names))
        named = set(everyone if playing is None else playing)
        for field in self.declared:
            named |= named_in(field, stored.get(field.key))
        self.people = tuple(place for place in everyone if place in named)
        kwargs.setdefault("initial", self._initial(stored))
        super().__init__(data, **kwargs)
        for field in self.declared:
            for part in (field, *field.parts):
                self._add(part, "" if part is field else field.key)

    def _add(self, field: Field, inside: str) -> None:
        for name, _at, label in self._slots(field, inside):
            self.fields[name] = self._input(field, label)

    def _slots(self, field: Field, inside: str = "") -> list[tuple[str, int | str | None, str]]:
        """The inputs of a field: the name, the place of the answer within it (None: it is the
        whole answer), and what it is called."""
        key = f"{inside}-{field.key}" if inside else field.key
        if field.kind == "claims":
            return [
                (f"{key}_{place}", space, words(label))
                for place, (space, label) in enumerate(field.choices)
            ]
        if field.per == "table":
            return [(key, None, words(field.label))]
        places = range(COUPLE) if field.per == "couple" else self.people
        return [(f"{key}_{place}", place, self.names[place]) for place in places]

    def _input(self, field: Field, label: str) -> forms.Field:
        """One answer's input. Whether it has to be there is said in `clean`."""
        people = [(str(place), self.names[place]) for place in self.people]
        if field.kind == "count":
            number = number_field(field.low, field.high, label)
            if field.low < 0:  # the number pad of most phones has no minus
                del number.widget.attrs["inputmode"]
            return number
        if field.kind == "players":
            return forms.TypedMultipleChoiceField(
                label=label,
                coerce=int,
                choices=people,
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )
        if field.kind == "cards":
            widget = forms.TextInput(
                attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
            )
            return forms.CharField(
                label=label, required=False, max_length=LONGEST_CARDS, widget=widget
            )
        choices = people
        if field.kind == "choice":
            choices = [(key, words(text)) for key, text in field.choices]
            if field.parts:
                choices.append((PARTS, words(field.parts_label)))
        elif field.kind == "claims" or not field.required:
            choices = [("", words(field.nobody)), *people]
        return forms.ChoiceField(
            label=label, choices=choices, required=False, widget=forms.RadioSelect
        )

    # --- a stored report ------------------------------------------------------------------------

    def _initial(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for field in self.declared:
            value = payload.get(field.key)
            if value is None:
                continue
            if field.parts and isinstance(value, Mapping):
                found[field.key] = PARTS
                found |= {f"{field.key}-{key}": part for key, part in value.items()}
                continue
            if field.kind == "claims" and self.final:
                value = by_space(field, value)
            for name, at, _label in self._slots(field):
                found[name] = as_typed(field, value if at is None else part_at(value, at))
        return found

    # --- what was sent --------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        self.payload = {}
        for field in sorted(self.declared, key=lambda one: one.when is not None):
            if not self._is_asked(field):
                for name, _at, _label in self._slots(field):
                    self.errors.pop(name, None)  # what is not asked cannot be wrong
                continue
            value = self._answer(field, cleaned)
            if value is not None:
                self.payload[field.key] = value
        return cleaned

    def _is_asked(self, field: Field) -> bool:
        return field.when is None or self.payload.get(field.when[0]) in field.when[1]

    def _answer(self, field: Field, cleaned: Mapping[str, Any], inside: str = "") -> Any:
        """The answer to one field; None where it is left out, with the missing ones noted."""
        slots = self._slots(field, inside)
        values = {at: read_answer(field, cleaned.get(name)) for name, at, _label in slots}
        for name, at, _label in slots:
            missing = values[at] is None and name not in self.errors
            if missing and field.required and field.kind != "claims" and field.per != "player":
                self.add_error(name, missing_words(field))
        if field.parts and values[None] == PARTS:
            self.errors.pop(slots[0][0], None)
            parts = {part.key: self._answer(part, cleaned, field.key) for part in field.parts}
            return {key: value for key, value in parts.items() if value is not None}
        for part in field.parts:
            self.errors.pop(f"{field.key}-{part.key}", None)
        if field.kind == "claims":
            return self._claims(slots[0][0] if slots else None, values)
        if field.per == "table":
            return values[None]
        if all(value is None for value in values.values()):
            return None
        size = COUPLE if field.per == "couple" else len(self.names)
        return [values.get(place) for place in range(size)]

    def _claims(self, first: str | None, values: Mapping[Any, Any]) -> Any:
        given = {key: value for key, value in values.items() if value is not None}
        if self.final:
            if not given and first is not None and not self.errors:
                self.add_error(None, _("Tap who won at least one of them."))
            return [{"space": key, "player": value} for key, value in given.items()]
        return given or None

    def as_sent(self) -> list[tuple[str, str]]:
        """The names and values that a browser would send of it as it stands."""
        sent: list[tuple[str, str]] = []
        for bound in self:
            value = bound.value()
            values = value if isinstance(value, list) else [value]
            sent.extend((bound.html_name, str(one)) for one in values if one is not None)
        return sent

    # --- what is shown --------------------------------------------------------------------------

    @property
    def overall(self) -> list[str]:
        """Messages about the report as a whole, or about something that is not asked here."""
        keys = {field.key for field in self.declared}
        own = [p for p in self.problems if not p.at or p.at[0] not in keys]
        return [*map(str, self.non_field_errors()), *map(message, own)]

    def asked(self) -> list[AskedField]:
        """The fields in order, each with its inputs and what is wrong with them."""
        return [self._asked(field) for field in self.declared]

    def _asked(self, field: Field, inside: str = "") -> AskedField:
        mine = self._about(inside, field.key) if inside else self._about(field.key)
        own_parts = {part.key for part in field.parts}
        mine = [p for p in mine if len(p.at) < 2 or p.at[1] not in own_parts]
        parts = tuple(self._asked(part, field.key) for part in field.parts)
        placed: list[Problem] = []
        answers = []
        for name, at, label in self._slots(field, inside):
            own = tuple(p for p in mine if at is not None and self._place(field, p) == at)
            placed += own
            answers.append(Answer(self[name], label, own))
        rest = tuple(problem for problem in mine if problem not in placed)
        asked = AskedField(
            field,
            words(field.label),
            words(field.help),
            SHAPES.get(field.kind, field.kind),
            tuple(answers),
            rest,
            parts,
            self._only_for(field),
            self._is_open(field),
        )
        return replace(asked, folded=self._is_folded(asked))

    def _about(self, *path: str) -> list[Problem]:
        """The problems at a place or inside of it; theirs is told from the last step on."""
        steps = len(path)
        return [replace(p, at=p.at[steps - 1 :]) for p in self.problems if p.at[:steps] == path]

    def _place(self, field: Field, problem: Problem) -> int | str | None:
        """Which answer of a field a problem is about."""
        if len(problem.at) < 2:
            return None
        at = problem.at[1]
        if field.kind != "claims" or not self.final:
            return at
        deals = self.payload.get(field.key) or ()
        return deals[at]["space"] if isinstance(at, int) and at < len(deals) else None

    def _only_for(self, field: Field) -> str:
        if field.when is None:
            return ""
        key, values = field.when
        decider = next(other for other in self.declared if other.key == key)
        return ", ".join(words(text) for value, text in decider.choices if value in values)

    def _is_open(self, field: Field) -> bool:
        if field.when is None:
            return True
        return self[field.when[0]].value() in field.when[1]

    def _is_folded(self, asked: AskedField) -> bool:
        """Rare answers are folded away until there is something in them, or wrong with them."""
        said = any(
            answer.field.value() not in (None, "", []) or answer.messages
            for answer in asked.answers
        )
        return asked.field.rare and not said and not asked.problems
