"""The form of any game's report, built from the fields that its round asks for.

Used on phones and at the desk. The form reads what was tapped and typed into the positional report
that the game wants, with only the answers that belong to it (`Field.when`); it judges nothing
but what cannot be read. What the engine finds comes back through `add_problems` and lands beside
the answer that it is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _

from rulesets.roster import Roster
from rulesets.words import say
from tournaments.forms import message
from tournaments.scoring.abreast import Abreast, parts_of
from tournaments.scoring.answers import answers_in_words
from tournaments.scoring.asked import AskedField, is_tapped, shape_of
from tournaments.scoring.inputs import (
    ANSWER,
    NO,
    YES,
    as_typed,
    by_space,
    followed,
    has_former_names,
    in_order,
    input_name,
    missing_words,
    named_in,
    part_at,
    place_in,
    read_answer,
    with_former_names,
)
from tournaments.scoring.judged_form import Answer, JudgedForm
from tournaments.scoring.pads import SEATED
from tournaments.scoring.widgets import PARTS, input_for
from tournaments.words import said

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from rulesets.fields import Field
    from rulesets.plays import Plays, State
    from rulesets.problems import Problem
    from tournaments.scoring.pad import Line, Pad

Slot = tuple[str, int | str | None, str]


def report_fields(plays: Plays, state: State) -> tuple[Field, ...]:
    """What a report of the round after a state is asked for; who sits in a couple is known from
    the seats."""
    return tuple(field for field in plays.fields(state) if field.key != SEATED)


def final_fields(plays: Plays, state: State) -> tuple[Field, ...]:
    """What the last report is asked for: a winner for each space that holds something, in the
    order in which they are played for. Empty where there is no such report or nothing is left."""
    left = [
        (amount, account)
        for held in plays.holdings(state).values()
        for account, amount in held.items()
        if account.kind == "space" and amount
    ]
    if plays.final is None or not left:
        return ()
    left.sort(key=lambda one: one[0])  # stable: level ones stay in the order of the board
    choices = tuple(
        (
            account.what,
            say("{space} ({amount})", space=plays.account_name(state, account), amount=amount),
        )
        for amount, account in left
    )
    return (replace(plays.final, choices=choices),)


def _with_parts(field: Field) -> list[tuple[Field, str]]:
    """A question and those inside of it, each with the key of what it is inside of."""
    return [(field, ""), *((part, field.key) for part in field.parts)]


def seated(pad: Pad, line: Line) -> Roster:
    """Who reports, by chair: a couple by itself, or the whole table with its sides."""
    if pad.room:
        return Roster(tuple(pad.names[place] for place in line.chairs))
    return pad.setup.roster


class ReportForm(JudgedForm):
    """One report.

    `fields` is what is asked (`report_fields`, `final_fields`), `roster` the people by position
    and their sides, `playing` the positions of those who may be named (None: all; whoever a stored
    report names can always be). `payload` (a stored report) fills the form in; `final` says that
    the one field is a list of deals; `told` are the keys of what was told before the hand. After
    `is_valid()`, `payload` is the report to keep.
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
        told: Collection[str] = (),
        **kwargs: Any,
    ) -> None:
        self.declared = tuple(fields)
        self.roster = roster
        self.names = roster.names
        self.final, self.told = final, frozenset(told)
        self.payload: dict[str, Any] = {}
        self.problems: list[Problem] = []
        self.stored = stored = payload or {}
        everyone = range(len(self.names))
        self.playing = frozenset(everyone if playing is None else playing)
        named = set(self.playing)
        for field in self.declared:
            named |= named_in(field, stored.get(field.key))
        self.people = tuple(place for place in everyone if place in named)
        kwargs.setdefault("initial", self._initial(stored))
        self.unclear = False
        if data is not None and has_former_names(data):
            data, self.unclear = with_former_names(data, self._names())
        super().__init__(data, **kwargs)

    def name_people(self, roster: Roster) -> None:
        """Say whose the answers are; a view may read the form first and name people later."""
        self.roster, self.names = roster, roster.names
        self._bound_fields_cache: dict[str, Any] = {}  # Django keeps the inputs as they were made
        self.fields = {}

    @property
    def fields(self) -> dict[str, forms.Field]:
        """The inputs, made once somebody looks: nobody does where the questions are kept drawn."""
        if not self._inputs:
            people = tuple((str(place), self.names[place]) for place in self.people)
            sides = tuple((str(place), name) for place, name in enumerate(self.roster.side_names))
            for whole in self.declared:
                for field, inside in _with_parts(whole):
                    for name, _at, label in self._slots(field, inside):
                        self._inputs[name] = input_for(field, label, people, sides)
        return self._inputs

    @fields.setter
    def fields(self, inputs: dict[str, forms.Field]) -> None:
        self._inputs = inputs

    def __getitem__(self, name: str) -> forms.BoundField:
        """The input of a name. Raises KeyError where there is none: templates look for one first,
        whatever they want of the form."""
        if not name.startswith(ANSWER):
            raise KeyError(name)
        return super().__getitem__(name)

    def _slots(self, field: Field, inside: str = "") -> list[Slot]:
        """The inputs of a field: the name, the place of the answer within it (None: it is the
        whole answer), and what it is called."""
        path = (inside, field.key) if inside else (field.key,)
        if field.kind.name == "claims":
            return [
                (input_name(*path, place), space, said(label))
                for place, (space, label) in enumerate(field.choices)
            ]
        if field.per == "side":
            sides = enumerate(self.roster.side_names)
            return [(input_name(*path, at), at, name) for at, name in sides]
        if field.per == "table" and field.kind.name != "order":
            return [(input_name(*path), None, said(field.label))]
        return [(input_name(*path, place), place, self.names[place]) for place in self.people]

    def _names(self) -> list[str]:
        """The names of all inputs."""
        every = (one for whole in self.declared for one in _with_parts(whole))
        return [name for field, inside in every for name, _at, _label in self._slots(field, inside)]

    # --- a stored report ------------------------------------------------------------------------

    def _initial(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for field in self.declared:
            value = payload.get(field.key)
            if value is None:
                continue
            if field.parts and isinstance(value, Mapping):
                found[input_name(field.key)] = PARTS
                found |= {input_name(field.key, key): part for key, part in value.items()}
                continue
            if field.kind.name == "claims" and self.final:
                value = by_space(field, value)
            for name, at, _label in self._slots(field):
                if field.kind.name == "order" and isinstance(value, list | tuple):
                    found[name] = place_in(value, at)
                else:
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
        if self.unclear:
            text = _("This was written down before the program was renewed. Enter it once more.")
            self.add_error(None, text)
        return cleaned

    def _is_asked(self, field: Field) -> bool:
        return field.when is None or self.payload.get(field.when[0]) in field.when[1]

    def _answer(self, field: Field, cleaned: Mapping[str, Any], inside: str = "") -> Any:
        """The answer to one field; None where it is left out, with the missing ones noted."""
        slots = self._slots(field, inside)
        if field.kind.name == "order":
            return self._order(field, slots, cleaned)
        values = {at: read_answer(field, cleaned.get(name)) for name, at, _label in slots}
        wrong = any(name in self.errors for name, _at, _label in slots)
        spared = self.payload.get(field.none_for) if field.none_for else None
        if spared is not None and values.get(spared, 0) is None:
            values[spared] = 0  # by the rules
        if not wrong:
            wanted = [at for at in values if self._has_to_answer(field, at)]
            values = followed(field, values, wanted)
        for name, at, _label in slots:
            missing = values[at] is None and name not in self.errors
            if missing and self._has_to_answer(field, at):
                self.add_error(name, missing_words(field))
        if field.parts and values[None] == PARTS:
            self.errors.pop(slots[0][0], None)
            parts = {part.key: self._answer(part, cleaned, field.key) for part in field.parts}
            return {key: value for key, value in parts.items() if value is not None}
        for part in field.parts:
            self.errors.pop(input_name(field.key, part.key), None)
        return self._put_together(field, slots, values)

    def _has_to_answer(self, field: Field, at: int | str | None) -> bool:
        """Whether one answer of a field has to be there; where it is left to the players, the
        game says so."""
        if not field.required or field.kind.name in ("claims", "yes"):
            return False
        if field.per != "player":
            return True
        return field.everybody and at in self.playing

    def _put_together(self, field: Field, slots: Sequence[Slot], values: Mapping[Any, Any]) -> Any:
        """The answers of a field as the one that the report holds."""
        if field.kind.name == "claims":
            return self._claims(slots[0][0] if slots else None, values)
        if field.per == "table":
            decides = any(
                one.when is not None and one.when[0] == field.key for one in self.declared
            )
            if field.kind.name == "yes" and decides:
                return bool(values[None])
            return values[None]
        if field.kind.name == "yes" and field.required:  # whoever is not tapped says no
            values = {place: bool(values[place]) for place in values if self._answers(field, place)}
        if all(value is None for value in values.values()):
            return None
        size = len(self.roster.side_names if field.per == "side" else self.names)
        return [values.get(place) for place in range(size)]

    def _answers(self, field: Field, place: Any) -> bool:
        """Whether a side or a player has an answer in this round."""
        return field.per == "side" or place in self.playing

    def _order(self, field: Field, slots: Sequence[Slot], cleaned: Mapping[str, Any]) -> Any:
        """People by the places that were given to them. Where everybody has one, the last of them
        follows."""
        places = {at: int(cleaned[name]) for name, at, _label in slots if cleaned.get(name)}
        taken: set[int] = set()
        for name, at, _label in slots:
            if isinstance(at, int) and at in places:
                if places[at] in taken:
                    self.add_error(name, _("Somebody else has this place."))
                taken.add(places[at])
        order = in_order({at: place for at, place in places.items() if isinstance(at, int)})
        left = [place for place in self.people if place not in order]
        if field.low >= len(self.people) > 1 and len(left) == 1:
            return [*order, *left]
        if not order and field.required and field.low:
            self.add_error(None, f"{said(field.label)}: {missing_words(field)}")
        return order if order or field.required else None

    def _claims(self, first: str | None, values: Mapping[Any, Any]) -> Any:
        given = {key: value for key, value in values.items() if value is not None}
        if self.final:
            if not given and first is not None and not self.errors:
                self.add_error(None, _("Tap who won at least one of them."))
            return [{"space": key, "player": value} for key, value in given.items()]
        return given or None

    def as_sent(self) -> list[tuple[str, str]]:
        """The names and values that a browser would send of it as it stands."""
        sent: list[tuple[str, str]] = [(ANSWER, "")]
        for bound in self:
            value = bound.value()
            values = value if isinstance(value, list) else [value]
            told = ("on" if one is True else one for one in values if one is not False)
            sent.extend((bound.html_name, str(one)) for one in told if one is not None)
        return sent

    # --- what is shown --------------------------------------------------------------------------

    @property
    def is_tapped(self) -> bool:
        """Whether a phone asks number after number, each with one tap."""
        return bool(self.declared) and all(map(is_tapped, self.declared))

    @property
    def overall(self) -> list[str]:
        """Messages about the report as a whole, or about something that is not asked here."""
        keys = {field.key for field in self.declared}
        own = [p for p in self.problems if not p.at or p.at[0] not in keys]
        return [*map(str, self.non_field_errors()), *map(message, own)]

    @property
    def complaints(self) -> list[str]:
        """All that is wrong, in the order of the page."""
        return [*self.overall, *(text for one in self.asked() for text in one.complaints)]

    def asked(self) -> list[AskedField]:
        """The fields in order, each with its inputs and what is wrong with them."""
        return [self._asked(field) for field in self.declared]

    def parts(self) -> list[AskedField | Abreast]:
        """The same, with questions of the same people side by side."""
        return parts_of(self.asked())

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
            said(field.label),
            said(field.help),
            shape_of(field),
            tuple(answers),
            rest,
            parts,
            self._only_for(field),
            self._is_open(field),
        )
        wrong = asked.messages or any(answer.messages for answer in answers)
        if field.key in self.told and not wrong:
            return replace(asked, told=self._said(field))
        return replace(asked, folded=self._is_folded(asked))

    def _said(self, field: Field) -> str:
        """An answer as it stands, in words."""
        given = self.payload if self.is_bound else self.stored
        return "".join(one.text for one in answers_in_words((field,), self.roster, given))

    def _about(self, *path: str) -> list[Problem]:
        """The problems at a place or inside of it; theirs is told from the last step on."""
        steps = len(path)
        return [replace(p, at=p.at[steps - 1 :]) for p in self.problems if p.at[:steps] == path]

    def _place(self, field: Field, problem: Problem) -> int | str | None:
        """Which answer of a field a problem is about."""
        if len(problem.at) < 2:
            return None
        at = problem.at[1]
        if field.kind.name == "order":
            order = self.payload.get(field.key) or ()
            return order[at] if isinstance(at, int) and at < len(order) else None
        if field.kind.name != "claims" or not self.final:
            return at
        deals = self.payload.get(field.key) or ()
        return deals[at]["space"] if isinstance(at, int) and at < len(deals) else None

    def _only_for(self, field: Field) -> str:
        if field.when is None:
            return ""
        key, values = field.when
        decider = next(other for other in self.declared if other.key == key)
        if decider.kind.name == "yes":
            return f"{said(decider.label)} {_('Yes') if True in values else _('No')}"
        return ", ".join(said(text) for value, text in decider.choices if value in values)

    def _is_open(self, field: Field) -> bool:
        if field.when is None:
            return True
        key, values = field.when
        now = self[input_name(key)].value()
        decider = next(other for other in self.declared if other.key == key)
        return (now == YES) in values if decider.kind.name == "yes" else now in values

    def _is_folded(self, asked: AskedField) -> bool:
        """Rare answers are folded away until there is something in them, or wrong with them."""
        said = any(
            answer.field.value() not in (None, "", NO, False, []) or answer.messages
            for answer in asked.answers
        )
        return asked.field.rare and not said and not asked.problems
