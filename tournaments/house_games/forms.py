"""Forms to declare a family's own game: one for the game, and one for each question."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms import formset_factory
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from rulesets.files.house_game import (
    LETTERS,
    LONGEST,
    MOST_ASKS,
    MOST_DECKS,
    MOST_LINES,
    MOST_MINUTES,
    MOST_NAMED,
    MOST_PLAYERS,
)
from tournaments.web.forms import PLAIN, TextField, WholeNumberField, offer

KINDS = (
    ("number:player", _("A number from each player")),
    ("number:side", _("A number from each side")),
    ("yes:player", _("Yes or no for each player")),
    ("yes:side", _("Yes or no for each side")),
    ("player:table", _("One player")),
    ("side:table", _("One of the sides")),
    ("players:table", _("Several players")),
    ("order:table", _("Players in order, first to last")),
)
LEFT, NONE = "left", "none"
ENDS = (
    ("reach", _("When somebody reaches a total")),
    ("rounds", _("After a number of rounds")),
    ("never", _("After the last named round, or whenever you like")),
)


class Lines(TextField):
    """Short texts, one per line."""

    def __init__(self, *, letters: int, most: int, rows: int = 3, **kwargs: Any) -> None:
        widget = forms.Textarea(attrs={"rows": rows, "spellcheck": "false", **PLAIN})
        super().__init__(
            widget=widget, required=False, max_length=(letters + 2) * most * 2, **kwargs
        )

    def prepare_value(self, value: Any) -> Any:
        """Return the texts one per line; a stored list is joined."""
        return "\n".join(value) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> list[str]:
        """Return the lines with text."""
        return [line.strip() for line in super().clean(value).splitlines() if line.strip()]


def _text(label: Any, letters: int, help_text: Any = "", **attrs: Any) -> TextField:
    widget = forms.TextInput(attrs={"maxlength": letters, **PLAIN, **attrs})
    return TextField(label=label, help_text=help_text, required=False, widget=widget)


def _number(label: Any, help_text: Any = "", **bounds: int) -> WholeNumberField:
    return WholeNumberField(label=label, help_text=help_text, required=False, **bounds)  # type: ignore[arg-type]


class OwnGameForm(forms.Form):
    """A family's own game without its questions. `read_declaration` judges the meaning."""

    name = _text(_("What is it called?"), LONGEST["name"])
    about = _text(_("In one sentence"), LONGEST["about"], _("It appears in the list of games."))
    low = _number(_("Fewest players"), min_value=1, max_value=MOST_PLAYERS)
    high = _number(_("Most players"), min_value=1, max_value=MOST_PLAYERS)
    sides = forms.BooleanField(
        label=_("Partners play together, one side against the other"), required=False
    )
    wins = forms.ChoiceField(
        label=_("Who wins?"),
        choices=(("high", _("The highest total")), ("low", _("The lowest total"))),
        widget=forms.RadioSelect,
    )
    ends = forms.ChoiceField(label=_("When does it end?"), choices=ENDS, widget=forms.RadioSelect)
    count = _number(_("Which total, or how many rounds"))
    rounds = Lines(
        label=_("Names of the rounds"),
        help_text=_("One per line. Leave it empty if rounds have no names."),
        letters=LONGEST["round"],
        most=MOST_NAMED,
    )
    unit = _text(_("What is counted?"), LONGEST["unit"], _("Points, matches, pebbles …"))
    deals = forms.ChoiceField(label=_("Who deals next?"))
    out = forms.ChoiceField(
        label=_("Does the player who goes out collect from the others?"),
        help_text=_("Choose the question that says who went out."),
        required=False,
    )
    held = forms.ChoiceField(label=_("Which question says what they hold?"), required=False)
    decks = _number(_("Decks of cards"), min_value=0, max_value=MOST_DECKS)
    needs = _text(_("What else lies on the table"), LONGEST["needs"])
    minutes = _number(_("About how many minutes"), min_value=0, max_value=MOST_MINUTES)
    how = Lines(
        label=_("Lines for the score sheet"),
        help_text=_("Printed below the columns, one per line."),
        letters=LONGEST["line"],
        most=MOST_LINES,
    )
    text = TextField(
        label=_("The rules in your own words"),
        help_text=_(
            "Markdown: # a heading, - a list, *important*. Lines such as “Ann: 5H 6H JK” between "
            "```cards and ``` become a picture. The scoring is added automatically."
        ),
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
    )

    def __init__(self, count: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [
            (str(number), _now("Question {number}").format(number=number))
            for number in range(1, count + 1)
        ]
        who = _now("The player named in question {number}")
        dealers = [(number, who.format(number=number)) for number, _label in named]
        offer(self, "deals", [(LEFT, _("To the left")), (NONE, _("Nobody")), *dealers])
        offer(self, "out", [("", _("No, nobody collects")), *named])
        offer(self, "held", [("", "–"), *named])


class QuestionForm(forms.Form):
    """One of the questions asked after each round."""

    key = TextField(required=False, widget=forms.HiddenInput)
    label = _text(_("What is asked?"), LETTERS["label"])
    kind = forms.ChoiceField(label=_("What kind of answer?"), choices=KINDS, required=False)
    low = _number(_("From"))
    high = _number(_("To"))
    worth = _text(_("Worth"), 60, _("Points for each; for an order, by place: 5 3 1"))
    step = _number(_("In steps of"))
    total = _number(_("All together"), _("What all answers add up to, if it is always the same."))
    says = _text(_("Name in the score"), LETTERS["says"])
    help = _text(_("A hint below the question"), LETTERS["help"])
    optional = forms.BooleanField(label=_("May be left empty"), required=False)

    @property
    def empty(self) -> bool:
        values = (
            self[name].value() for name in ("label", "high", "worth", "says", "help", "total")
        )
        return not any(values)

    @property
    def open(self) -> bool:
        """Whether the rarer fields are unfolded: one of them has a value or an error."""
        names = ("step", "total", "says", "help", "optional")
        return any(self[name].value() or self[name].errors for name in names)


Questions = formset_factory(
    QuestionForm, extra=0, max_num=MOST_ASKS, absolute_max=MOST_ASKS + 2, can_delete=True
)


class OwnFileForm(forms.Form):
    """The file of an exported game."""

    file = forms.FileField(
        label=_("Game file"),
        widget=forms.ClearableFileInput(attrs={"accept": "application/json,.json"}),
        error_messages={
            "required": _("Choose an exported file."),
            "empty": _("That file is empty."),
        },
    )


class RulesNameForm(forms.Form):
    """The name of house rules."""

    name = TextField(
        label=_("What do you call these rules?"),
        max_length=60,
        widget=forms.TextInput(attrs={"placeholder": _("Kelowna Hearts, to 75"), **PLAIN}),
        error_messages={"required": _("Give these rules a name.")},
    )
