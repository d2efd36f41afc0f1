"""The pages on which an old score card is typed in beside its photo, for the hosts of a family."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from rulesets.records.score_cards.sheets import MOST_NAME, MOST_NUMBER, MOST_POINTS
from rulesets.records.score_cards.values import MOST_ON_A_CHAIR, fold, sitters_of
from tournaments.access.decorators import host_required, private
from tournaments.models import family_of
from tournaments.models.errors import Refused
from tournaments.records import card_jobs
from tournaments.records.card_games import CardGames
from tournaments.records.card_typing import (
    CARD,
    MOST_CHAIRS,
    MOST_DEALS,
    MOST_ROUNDS,
    SHEET,
    SUM,
    TypedCard,
    field_name,
    keep_typed,
    start_typing,
    typed_card,
    why_no_date,
)
from tournaments.records.photo_views import PictureField
from tournaments.records.photos import photos_of_import
from tournaments.web.forms import PLAIN, TextField, WholeNumberField, offer, put_beside_fields
from tournaments.web.responses import back, page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.forms import BoundField

LAYOUTS = (
    (SHEET, gettext_lazy("Everybody’s points by round")),
    (CARD, gettext_lazy("What one person noted: with whom, against whom, each deal")),
)


class CardPhotoForm(forms.Form):
    """A photo of a card, and what its fields are called."""

    file = PictureField()
    layout = forms.ChoiceField(
        label=gettext_lazy("The card has"),
        choices=LAYOUTS,
        initial=SHEET,
        widget=forms.RadioSelect,
    )
    names = TextField(
        label=gettext_lazy("Names"),
        help_text=gettext_lazy(
            "One a line, as on the card; “A + B” for a shared chair. Of one person’s card: whose "
            "it is."
        ),
        max_length=MOST_CHAIRS * 2 * (MOST_NAME + 3),
        widget=forms.Textarea(attrs={"rows": 4, **PLAIN}),
        error_messages={"required": gettext_lazy("Type the names on the card.")},
    )
    game = forms.ChoiceField(
        label=gettext_lazy("Game"),
        error_messages={"required": gettext_lazy("Choose the game.")},
    )
    date = TextField(
        label=gettext_lazy("Date"),
        help_text=gettext_lazy("26.12.2003, 2003-12-26, or only the year."),
        max_length=20,
        widget=forms.TextInput(attrs=PLAIN),
        error_messages={"required": gettext_lazy("Type the date, or only the year.")},
    )
    event = TextField(
        label=gettext_lazy("What was it called?"),
        help_text=gettext_lazy("Christmas, Friday cup; may be left empty."),
        max_length=MOST_NAME,
        required=False,
        widget=forms.TextInput(attrs=PLAIN),
    )
    rounds = WholeNumberField(
        label=gettext_lazy("Rounds"), min_value=1, max_value=MOST_ROUNDS, initial=7
    )
    deals = WholeNumberField(
        label=gettext_lazy("Deals a round, on one person’s card"),
        min_value=1,
        max_value=MOST_DEALS,
        initial=4,
    )

    def __init__(self, games: CardGames, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.games = games
        by_name = sorted(games.games.values(), key=lambda game: game.name.casefold())
        offer(self, "game", [("", _("Choose …")), *((game.slug, game.name) for game in by_name)])

    def clean_date(self) -> str:
        """Refuse a date that an import cannot read."""
        date: str = self.cleaned_data["date"]
        if words := why_no_date(date):
            text = _("That date cannot be read. Write it as: {words}.")
            raise forms.ValidationError(text.format(words=words))
        return date

    def clean_names(self) -> list[str]:
        """Return the chairs. Refuses too many of them, one name twice, and three on a chair."""
        text: str = self.cleaned_data["names"]
        names = [line.strip() for line in text.splitlines() if line.strip()]
        people = [fold(person) for name in names for person in sitters_of(name)]
        if len(set(people)) < len(people):
            raise forms.ValidationError(_("One name is there twice."))
        if any(len(sitters_of(name)) > MOST_ON_A_CHAIR for name in names):
            raise forms.ValidationError(_("Two share a chair at most."))
        if any(len(person) > MOST_NAME for person in people):
            raise forms.ValidationError(
                _("A name can have {most} letters at most.").format(most=MOST_NAME)
            )
        if self.cleaned_data.get("layout") == CARD and len(names) != 1:
            raise forms.ValidationError(_("One name: whose card it is."))
        if self.cleaned_data.get("layout") == SHEET and not 1 < len(names) <= MOST_CHAIRS:
            raise forms.ValidationError(
                _("Two to {most} names, one a line.").format(most=MOST_CHAIRS)
            )
        return names

    def card(self) -> TypedCard:
        """Return the card that is to be filled in."""
        values = {name: value for name, value in self.cleaned_data.items() if name != "file"}
        return TypedCard(**values, has_tricks=self.games.of(values["game"]).tricks > 0)


class CardLinesForm(forms.Form):
    """The fields of a card, as it was said to be."""

    def __init__(self, card: TypedCard, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.card, self.initial = card, card.cells
        has_tricks = card.has_tricks and card.layout == CARD
        low, high = (0, MOST_NUMBER) if has_tricks else (-MOST_POINTS, MOST_POINTS)
        if card.layout == SHEET:
            for number in (*range(1, card.rounds + 1), SUM):
                for at, name in enumerate(card.names):
                    self._add_number(number, at, name, low, high)
            return
        for number in range(1, card.rounds + 1):
            for heading, label, most in (
                ("partner", _("With"), MOST_NAME),
                ("opponent1", _("Against"), MOST_NAME),
                ("opponent2", _("And"), MOST_NAME),
                ("table", _("Table"), 20),
            ):
                self.fields[field_name(number, heading)] = TextField(
                    label=label,
                    max_length=most,
                    required=False,
                    widget=forms.TextInput(attrs=PLAIN),
                )
            for deal in range(1, card.deals + 1):
                self._add_number(number, deal, _("Deal {n}").format(n=deal), low, high)
        self._add_number(SUM, 0, _("The card says, in all"), -MOST_POINTS, MOST_POINTS)

    def _add_number(self, number: int | str, of: int, label: str, low: int, high: int) -> None:
        self.fields[field_name(number, of)] = WholeNumberField(
            label=label, min_value=low, max_value=high, required=False
        )

    def rows(self) -> Iterator[tuple[int, list[BoundField], list[BoundField]]]:
        """Yield each round: its number, the fields for people, and those for numbers."""
        for number in range(1, self.card.rounds + 1):
            fields = [self[name] for name in self.fields if name.startswith(f"r{number}-")]
            numbers = [field for field in fields if isinstance(field.field, WholeNumberField)]
            yield number, [field for field in fields if field not in numbers], numbers

    def sums(self) -> list[BoundField]:
        """Return the fields of the sums on the card."""
        return [self[name] for name in self.fields if name.startswith(f"r{SUM}-")]

    def filled(self) -> TypedCard:
        """Return the card as it is filled in now."""
        cells = {
            name: str(value) for name, value in self.cleaned_data.items() if value not in (None, "")
        }
        return replace(self.card, cells=cells)


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def cards_photo(request: HttpRequest) -> HttpResponse:
    """Choose the photo of a card, and say what is on it; POST goes on to typing it in. For any
    host."""
    family = family_of(request.user)
    games = CardGames(family)
    posted = (request.POST, request.FILES) if request.method == "POST" else ()
    form = CardPhotoForm(games, *posted)
    if request.method == "POST" and form.is_valid():
        try:
            job = start_typing(form.card(), form.cleaned_data["file"], family)
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            return back(request, "cards_typing", job.pk)
    context = {"form": form}
    status = 422 if form.errors else 200
    return private(page(request, "people/cards_photo.html", context, status=status))


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def cards_typing(request: HttpRequest, cards_id: int) -> HttpResponse:
    """Type in a card beside its photo; POST keeps what is there and, with `act` "read", goes on to
    what it says. For the hosts of the family; Raises Http404 for an import of a file."""
    job = get_object_or_404(card_jobs.card_jobs(family_of(request.user)), pk=cards_id)
    card = typed_card(job)
    if card is None:
        raise Http404
    form = CardLinesForm(card, *((request.POST,) if request.method == "POST" else ()))
    problems: list[str] = []
    if request.method == "POST" and form.is_valid():
        filled = form.filled()
        keep_typed(job, filled)
        if request.POST.get("act") != "read":
            return back(request, "cards_typing", job.pk, message=_("Saved."))
        if any(True for _line in filled.lines()):
            return back(request, "cards_import", job.pk)
        problems = [_("Nothing is typed in yet.")]
    context = {"job": job, "card": card, "form": form, "photos": photos_of_import(job)}
    status = 422 if form.errors or problems else 200
    template = "people/cards_typing.html"
    return private(page(request, template, context, problems=problems, status=status))
