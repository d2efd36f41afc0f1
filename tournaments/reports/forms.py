"""Forms around a result: reasons, objections, decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models.errors import refusal
from tournaments.web.forms import PLAIN, TextField, offer
from tournaments.web.responses import clean_line

if TYPE_CHECKING:
    from django.http import QueryDict

    from tournaments.access.permissions import EventRequest
    from tournaments.boards.event_board import EventBoard


# The usual reasons of a correction, by the value of their button.
REASONS = {
    "swapped": _("Sides swapped"),
    "written": _("Written down wrong"),
    "counted": _("Counted wrong"),
}


def reason_of(data: QueryDict) -> str:
    """Why a result is corrected: as it was typed, or else the usual reason that was chosen."""
    typed = clean_line(data.get("reason"), 300)
    return typed or str(REASONS.get(data.get("why", ""), ""))


class ReasonForm(forms.Form):
    """Why something is withdrawn or overridden."""

    reason = TextField(
        label=_("Reason"),
        max_length=300,
        widget=forms.TextInput(attrs=PLAIN),
        error_messages={"required": _("Write the reason. It goes in the log.")},
    )


class DisputeForm(forms.Form):
    """An objection.

    `places` are the tables (or couples) that it may be about; `deals` is the largest number of a
    deal, called by `deal_word` (0: the place is enough).
    """

    objector = TextField(
        label=_("Who objects?"),
        max_length=144,
        widget=forms.TextInput(attrs={"list": "everyone", "autocomplete": "off"}),
        error_messages={"required": _("Write who objects.")},
    )
    text = TextField(
        label=_("What is it about?"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Write what it is about.")},
    )
    table = forms.ChoiceField(label=_("Where?"), required=False)
    deal = forms.TypedChoiceField(required=False, coerce=int, empty_value=None)
    kali_effect = forms.BooleanField(
        label=_("A rule changed in mid-game"),
        help_text=_(
            "Anybody who objects may play on in the old way (in the book: the Kali effect)."
        ),
        required=False,
    )

    def __init__(
        self,
        places: Sequence[tuple[str, str]],
        deals: int,
        deal_word: str,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "table", [("", _("no particular table")), *places])
        self.fields["deal"].label = deal_word
        numbers = ((str(number), str(number)) for number in range(1, deals + 1))
        offer(self, "deal", [("", _("no particular one")), *numbers])
        if not deals:
            del self.fields["deal"]


class DecisionForm(forms.Form):
    """How a dispute was settled."""

    decision = TextField(
        label=_("What was decided"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": _("Write what was decided.")},
    )


def chosen_cut(request: EventRequest, board: EventBoard) -> tuple[int, ...]:
    """The chairs that won the cut, as one of the possible answers. Raises Refused for others."""
    for answer in board.uncut.cuts:
        if request.POST.get("chairs") == ",".join(str(chair) for chair in answer):
            return answer
    raise refusal("cut.choose", "Choose who won the cut.", "chairs")
