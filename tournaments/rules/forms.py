"""The form of a game's options, and the form that counts a hand's cards."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import starmap
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets import formats
from rulesets.cards.deck import RANKS, CardError, as_typed, parse_cards, texts
from rulesets.cards.layoffs import split_melds
from rulesets.cards.picker import CardCount, count
from rulesets.engine.fields import Counter
from rulesets.engine.game import Game, read_options
from rulesets.engine.problems import Problem
from rulesets.formats import Format
from rulesets.formats.format import option_type_of
from tournaments.rules.rule_text import default_of, option_words
from tournaments.web.forms import PLAIN, TextField, WholeNumberField, message

PREFIX = "option_"


class NamesField(TextField):
    """A list of names, one per line."""

    lines = True  # for templates: a field of several lines

    def __init__(self, **kwargs: Any) -> None:
        lines = forms.Textarea(attrs={"rows": 9, "spellcheck": "false", **PLAIN})
        super().__init__(widget=lines, max_length=2000, required=False, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Return the names one per line; a stored list is joined."""
        return "\n".join(value) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> list[str]:
        """Return the lines with text."""
        lines = (" ".join(line.split()) for line in super().clean(value).splitlines())
        return [line for line in lines if line]


Choices = Sequence[tuple[Any, Any]]


class ChoiceOrNumber(forms.RadioSelect):
    """Radio buttons, the last one with a box for a number beside it."""

    template_name = "_choice_or_number.html"
    number = "number"  # the key of the last choice, and the end of its box's name

    def __init__(self, *, choices: Choices, bounds: tuple[int, int]) -> None:
        super().__init__(choices=choices)
        self.bounds = bounds

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return the context with the value and the label of the box."""
        *keys, (_number, label) = ((str(key), label) for key, label in self.choices)
        typed = value is not None and str(value) not in dict(keys)
        context = super().get_context(name, self.number if typed else value, attrs)
        box = {"name": f"{name}_{self.number}", "label": label, "value": value if typed else ""}
        return context | {"box": box, "bounds": self.bounds}

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """Return the choice, or the value of the box."""
        chosen = super().value_from_datadict(data, files, name)
        return data.get(f"{name}_{self.number}", "") if chosen == self.number else chosen


class ChoiceOrNumberField(forms.Field):
    """One of some choices, or a whole number within bounds with the label `called`."""

    def __init__(
        self, *, choices: Choices, called: str, bounds: tuple[int, int], **kwargs: Any
    ) -> None:
        all_choices = [*choices, (ChoiceOrNumber.number, capfirst(called))]
        super().__init__(widget=ChoiceOrNumber(choices=all_choices, bounds=bounds), **kwargs)
        self.keys = {str(key): key for key, _label in choices}
        self.inner = WholeNumberField(min_value=bounds[0], max_value=bounds[1])

    def clean(self, value: Any) -> Any:
        """Return the key of a choice, or the number."""
        if value is None and not self.required:
            return None
        return self.keys[str(value)] if str(value) in self.keys else self.inner.clean(value)

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether another value was chosen."""
        return str(initial) != str(data)


class ChoiceList(forms.Widget):
    """A list to choose from for each place of an order; `none`: the label of an empty place."""

    template_name = "_choice_list.html"

    def __init__(self, choices: Choices, none: str) -> None:
        super().__init__()
        self.choices, self.none = choices, none

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return the context with a row for each place: its number and its chosen key."""
        context = super().get_context(name, None, attrs)
        chosen = [str(key) for key in value or () if key]
        places = range(max(len(self.choices), len(chosen)))
        rows = [(place + 1, chosen[place] if place < len(chosen) else "") for place in places]
        return context | {"rows": rows, "choices": self.choices, "none": self.none}

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """Return the choice of each list; None if none of them was posted."""
        read = getattr(data, "getlist", None)
        return (read(name) if read else data[name]) if name in data else None

    def id_for_label(self, id_: str, index: Any = None) -> str:
        """Return the id of the first list."""
        return f"{id_}_1" if id_ else ""


class ChoiceListField(forms.Field):
    """Some of the choices in an order; the form judges them with the other options."""

    def __init__(self, *, choices: Choices, none: str, **kwargs: Any) -> None:
        super().__init__(widget=ChoiceList(choices, none), required=False, **kwargs)

    def clean(self, value: Any) -> Any:
        """Return the chosen keys; None if the field was not posted."""
        return None if value is None else [str(key) for key in value if key]

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether the choices or their order differ."""
        return list(initial or ()) != [key for key in data or () if key]


@dataclasses.dataclass(frozen=True, slots=True)
class OptionGroup:
    """Fields below one heading, with a summary in words; the most common fields have none."""

    title: str
    fields: tuple[forms.BoundField, ...]
    words: str
    is_open: bool

    @property
    def key(self) -> str:
        """The group's id on a page."""
        return f"group-{self.fields[0].name}"


class OptionsForm(forms.Form):
    """The options of a game, agreed on before play; for a format its own too. `opened`: the names
    of options that may still be changed (None: all).

    A field that was not posted keeps its default: the page may have shown another game's fields.
    """

    def __init__(
        self,
        game: Game | Format,
        *args: Any,
        current: Mapping[str, Any] | None = None,
        opened: Collection[str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        kind = game.options if isinstance(game, Game) else option_type_of(game)
        self.game = game
        self._options: dict[str, dataclasses.Field[Any]] = {}
        self._groups: dict[str, str] = {}
        idle = game.agreement.idle if isinstance(game, Format) else frozenset()
        for option in dataclasses.fields(kind):
            if option.name in idle:
                continue
            initial = (current or {}).get(option.name, option.default)
            field = self.fields[PREFIX + option.name] = self.made(option, initial)
            field.disabled = opened is not None and option.name not in opened
            self._options[PREFIX + option.name] = option
            self._groups[PREFIX + option.name] = option.metadata.get("group", "")
            lead = option.metadata.get("follows")
            if lead:
                field.widget.attrs["data-follows"] = lead
                self.fields[PREFIX + lead].widget.attrs["data-leads"] = lead

    def groups(self) -> tuple[OptionGroup, ...]:
        """Return all fields, grouped by their headings."""
        return self._group([*self])

    def open_groups(self) -> tuple[OptionGroup, ...]:
        """Return the groups of fields that can be changed."""
        return self._group([field for field in self if not field.field.disabled])

    def locked_groups(self) -> tuple[OptionGroup, ...]:
        """Return the groups of fields that can no longer be changed."""
        return self._group([field for field in self if field.field.disabled])

    def _group(self, fields: Sequence[forms.BoundField]) -> tuple[OptionGroup, ...]:
        by_title: dict[str, list[forms.BoundField]] = {"": []}
        for field in fields:
            by_title.setdefault(self._groups[field.name], []).append(field)
        changed = {*self.changed_data} if self.is_bound else set()
        return tuple(
            OptionGroup(
                _(title) if title else "",
                tuple(mine),
                self._say(mine),
                any(field.errors or field.name in changed for field in mine),
            )
            for title, mine in by_title.items()
            if mine
        )

    def _say(self, fields: Sequence[forms.BoundField]) -> str:
        """Return the values of a group that differ from the defaults in words; else its first
        value."""
        values = [(field, self._options[field.name], self._value(field)) for field in fields]
        changed = [entry for entry in values if entry[2] != default_of(entry[1])]
        return ", ".join(starmap(_in_short, changed or values[:1]))

    def _value(self, field: forms.BoundField) -> Any:
        """Return a field's value as an option's; the default if it cannot be read."""
        usual = default_of(self._options[field.name])
        try:
            value = field.field.clean(field.value())
        except forms.ValidationError:
            return usual
        return usual if value is None else tuple(value) if isinstance(value, list) else value

    def made(self, option: dataclasses.Field[Any], initial: Any) -> forms.Field:
        """Return the field of an option: a box to tick, a choice, an order, names, or a number in
        its bounds."""
        words = {
            "label": gettext_lazy(option.metadata.get("label", option.name.replace("_", " "))),
            "help_text": gettext_lazy(option.metadata.get("help", ""))
            if option.metadata.get("help")
            else "",
            "initial": initial,
        }
        is_posted = not self.is_bound or PREFIX + option.name in self.data
        if isinstance(option.default, bool):
            return forms.BooleanField(required=False, **words)
        choices = [
            (key, capfirst(gettext_lazy(label)))
            for key, label in option.metadata.get("choices") or ()
        ]
        none, some = (option.metadata.get(name, "") for name in ("none", "some"))
        if isinstance(option.default, tuple):
            if choices:
                return ChoiceListField(choices=choices, none=_(none) if none else "–", **words)
            words["help_text"] = f"{words['help_text']} {gettext_lazy('One per line.')}".strip()
            return NamesField(**words)
        low, high = option.metadata.get("low"), option.metadata.get("high")
        if none and low == 0:
            choices, low = [(0, capfirst(gettext_lazy(none)))], 1
        if choices and low is not None and high is not None:
            words |= {"called": gettext_lazy(some or "this many"), "bounds": (low, high)}
            return ChoiceOrNumberField(choices=choices, required=is_posted, **words)
        if choices:
            words["coerce"], words["widget"] = type(option.default), forms.RadioSelect
            return forms.TypedChoiceField(required=is_posted, choices=choices, **words)
        return WholeNumberField(min_value=low, max_value=high, required=is_posted, **words)

    def clean(self) -> dict[str, Any]:
        """Judge the options together, as the game does, and put problems beside the fields."""
        data = super().clean() or {}
        if not self.errors:
            put_options(self, self._read()[1])
        return data

    def _read(self) -> tuple[Any, Sequence[Problem]]:
        if isinstance(self.game, Format):
            return formats.read_options(self.game, self.options())
        return read_options(self.game, self.options())

    def options(self) -> dict[str, Any]:
        """Return the options as an event stores them; options that were not posted are left out."""
        return {
            name.removeprefix(PREFIX): value
            for name, value in self.cleaned_data.items()
            if value is not None and value != ""
        }


def _in_short(field: forms.BoundField, option: dataclasses.Field[Any], value: Any) -> str:
    words = option_words(option, value)
    says_it_all = isinstance(value, str | tuple) or (not value and option.metadata.get("none"))
    return words if says_it_all else f"{field.label}: {words}"


def put_options(form: OptionsForm, problems: Iterable[Problem]) -> None:
    """Put the problems of options beside their fields."""
    for problem in problems:
        key = PREFIX + str(problem.at[-1])
        form.add_error(key if key in form.fields else None, message(problem))


LONGEST = 2_400  # letters: all the cards of nine packs
LONGEST_TABLE = 200  # letters: twice the length of twenty-six cards with spaces
MOST_BEFORE = 100_000  # points of a turn


def _typed(label: Any) -> TextField:
    """Return a field for cards as text, long enough for a large table."""
    return TextField(label=label, max_length=LONGEST, required=False)


class HandForm(forms.Form):
    """Cards of a hand (or tiles, or dice), and if the counter has them those of the other's melds,
    or those on the table. Checks lengths; `counted` is the count or its problems."""

    cards = TextField(label=gettext_lazy("Cards"), max_length=LONGEST, required=False)
    table = TextField(
        label=gettext_lazy("The other’s melds"),
        help_text=gettext_lazy("If cards may be laid off on them. One meld at a time."),
        max_length=LONGEST_TABLE,
        required=False,
    )
    rank = forms.ChoiceField(
        label=gettext_lazy("Wild rank"),
        choices=[("", "–"), *((rank, rank) for rank in RANKS)],
        required=False,
    )
    before = WholeNumberField(
        label=gettext_lazy("Points in this turn so far"),
        min_value=0,
        max_value=MOST_BEFORE,
        required=False,
    )

    def __init__(self, data: Any = None, *, counter: Counter) -> None:
        super().__init__(data, auto_id="id_%s")
        self.counter = counter
        self.fields["cards"].required = counter.least > 0
        for name, is_asked in (("before", counter.kind == "dice"), ("rank", counter.wild)):
            if not is_asked:
                del self.fields[name]
        if counter.kind == "points":
            self.fields["table"] = _typed(gettext_lazy("Cards on the table"))
            self.fields["cards"].label = _("Cards in hand")
        elif counter.table is None:
            del self.fields["table"]
        self._call()
        for field in self.fields.values():
            field.widget.attrs |= {
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
            }

    def _call(self) -> None:
        """Set label and help of the first field."""
        first, kind = self.fields["cards"], self.counter.kind
        if kind == "tiles":
            first.label, first.help_text = _("Tiles"), _("Both ends of each tile: 6-4, 3-0.")
        elif kind == "ranks":
            first.label, first.help_text = _("Ranks"), _("Each book once: A 7 DR.")
        elif kind == "dice":
            first.label, first.help_text = _("Dice"), _("What each die of the roll shows: 1 5 3.")
        else:
            example, other = as_typed(self.counter.suits)
            text = _("Rank and suit of each card: {one}, {other}, JK for a joker.")
            first.help_text = text.format(one=example, other=other)

    @property
    def counted(self) -> CardCount:
        """The count of the cards, or its problems. The form has to be valid."""
        table: list[list[str]] = []
        text, before = self.cleaned_data.get("table"), self.cleaned_data.get("before") or 0
        if text and self.counter.kind == "points":
            table = [text.replace("/", " ").split()]
        elif text:
            try:
                cards = parse_cards(text, ("table",))
            except CardError as refused:
                return CardCount((), problems=(refused.problem,))
            melds = split_melds(cards)
            table = [texts(cards)] if melds is None else [texts(meld) for meld in melds]
        cards = self.cleaned_data["cards"].replace("/", " ").replace(",", " ").split()
        counter = self.counter
        if rank := self.cleaned_data.get("rank"):
            wild = frozenset({RANKS.index(rank) + 1})
            counter = replace(counter, values=replace(counter.values, wild_ranks=wild))
        return count(counter, cards, table, before)

    def messages(self) -> list[str]:
        """Return all problems in the reader's language."""
        if not self.is_valid():
            return [str(error) for errors in self.errors.values() for error in errors]
        return [message(problem) for problem in self.counted.problems]
