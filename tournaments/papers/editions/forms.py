"""The forms for new editions: of the rulebook, and of yearbooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournaments.models import Family
from tournaments.models.event_games import every_game, game_name
from tournaments.models.families import USUAL
from tournaments.papers.editions import selectors
from tournaments.papers.editions.selectors import (
    ALL,
    CHOSEN,
    EVENT,
    NO_RULES,
    PLAYED,
    SHELF,
    SOURCE,
    BookWish,
    wish_from,
)
from tournaments.papers.rulebook.typesetter import why_unavailable
from tournaments.papers.writer import SIGNATURES
from tournaments.papers.writer import USUAL as USUAL_SIGNATURE
from tournaments.web.forms import PLAIN, TextField, offer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tournaments.models import BookEdition
    from tournaments.papers.data import Paper
    from tournaments.records.selectors import Years

ORDERS = (
    ("name", _("Alphabetically")),
    ("kind", _("By how they score")),
    ("source", _("As in the books they come from")),
)
PAPERS = (("a4", "A4"), ("letter", "Letter"), ("a5", "A5"))
SIZES = (("usual", _("Usual")), ("large", _("Large print")))
FORMS = (
    ("pages", _("Pages")),
    ("booklet", _("A booklet: two pages on each side of a sheet, folded in the middle")),
    ("cards", _("Quick-reference cards: one a game, four on a sheet to cut apart")),
)


def _line(label: Any, most: int, *, needed: Any = "") -> TextField:
    return TextField(
        label=label,
        max_length=most,
        required=bool(needed),
        widget=forms.TextInput(attrs=PLAIN),
        error_messages={"required": needed} if needed else {},
    )


class EditionForm(forms.Form):
    """The choices for the next edition."""

    title = _line(_("Title"), 80, needed=_("Give the book a title."))
    line = _line(_("Edition"), 60, needed=_("Write which edition it is: “Second edition”."))
    year = _line(_("Year"), 12)
    family = _line(_("Whose book it is"), 80)
    dedication = _line(_("Dedication"), 160)
    which = forms.ChoiceField(label=_("Which games?"), widget=forms.RadioSelect)
    games = forms.MultipleChoiceField(
        label=_("The games you choose"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    own = forms.BooleanField(label=_("Include your own games"), required=False)
    order = forms.ChoiceField(label=_("In which order?"), choices=ORDERS)
    rules = forms.ChoiceField(label=_("House rules"))
    sheets = forms.BooleanField(
        label=_("Include a score sheet for each game, to be copied"), required=False
    )
    paper = forms.ChoiceField(label=_("Paper"), choices=PAPERS)
    size = forms.ChoiceField(label=_("Type"), choices=SIZES)
    form = forms.ChoiceField(label=_("Print as"), choices=FORMS, widget=forms.RadioSelect)
    signature = forms.TypedChoiceField(
        label=_("Sheets per signature"),
        help_text=_(
            "For a booklet: this many sheets are folded together and sewn, one signature after "
            "another. Up to eight sheets make a single signature."
        ),
        choices=[(count, count) for count in SIGNATURES],
        coerce=int,
        required=False,
    )

    def __init__(self, family: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        every = sorted(every_game(family), key=lambda game: game.name.casefold())
        offer(self, "which", _which(family))
        offer(self, "games", [(game.slug, game.name) for game in every])
        offer(self, "rules", _rules(family))

    def clean(self) -> dict[str, Any]:
        """The choices. Raises ValidationError for a choice without games, and for pages too small
        to be read."""
        choices = super().clean() or {}
        if (
            choices.get("which") == CHOSEN
            and not choices.get("games")
            and "games" not in self.errors
        ):
            self.add_error("games", _now("Choose at least one game."))
        if (choices.get("paper"), choices.get("size"), choices.get("form")) == (
            "a5",
            "large",
            "booklet",
        ):
            self.add_error(
                "size", _now("Large print does not fit on half a sheet of A5. Choose A4 or Letter.")
            )
        if why := why_unavailable():
            raise forms.ValidationError(why)
        choices["signature"] = choices.get("signature") or USUAL_SIGNATURE
        return choices

    def wish(self) -> BookWish:
        """The choices as a `BookWish`."""
        return wish_from(self.cleaned_data)


def _which(family: int) -> Iterator[tuple[str, str]]:
    yield ALL, _now("All games")
    for name, count in selectors.sources():
        words = _now("The games of the book “{name}” ({count})")
        yield SOURCE + name, words.format(name=name, count=count)
    count = len(selectors.played_games(family))
    yield PLAYED, _now("The games we play here ({count})").format(count=count)
    yield CHOSEN, _now("The games I choose below")


def _rules(family: int) -> Iterator[tuple[str, str]]:
    yield SHELF, _now("All our house rules")
    for event in selectors.events_with_rules(family):
        words = _now("The rules of {event}: {game}")
        yield f"{EVENT}{event.pk}", words.format(event=event.name, game=game_name(event))
    yield NO_RULES, _now("None: the usual rules")


def suggested(family: int, newest: BookEdition | None) -> dict[str, Any]:
    """The initial values of the form: those of the newest edition, with the next number."""
    year = str(timezone.localdate().year)
    if newest is not None:
        choices = wish_from(newest.wish).to_json()
        line = _now("Edition {number}").format(number=newest.number + 1)
        signature = choices["signature"] or USUAL_SIGNATURE
        return choices | {"line": line, "year": year, "signature": signature}
    return BookWish(
        title=_now("The family book of games"),
        line=_now("First edition"),
        year=year,
        family=own_name(family),
        signature=USUAL_SIGNATURE,
    ).to_json()


def own_name(family: int) -> str:
    """The name that a family has given itself; "" for the usual one."""
    name: str = Family.objects.values_list("name", flat=True).get(pk=family)
    return "" if name == USUAL else name


YEARBOOK_PAPERS = (("a5", "A5"), ("a4", "A4"))
YEARBOOK_FORMS = (
    ("pages", _("Pages")),
    ("booklet", _("A booklet: two A5 pages on each side of A4, folded in the middle")),
)


class YearbookForm(forms.Form):
    """The choices for an edition of a yearbook."""

    years = forms.ChoiceField(label=_("Which year?"))
    family = _line(_("Whose book it is"), 80)
    paper = forms.ChoiceField(label=_("Paper"), choices=YEARBOOK_PAPERS)
    form = forms.ChoiceField(label=_("Print as"), choices=YEARBOOK_FORMS, widget=forms.RadioSelect)

    def __init__(self, years: Sequence[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(str(year), str(year)) for year in sorted(years, reverse=True)]
        if len(years) > 1:
            words = _now("All years, {first} to {last}, a line an evening")
            label = words.format(first=min(years), last=max(years))
            choices.append((f"{min(years)}-{max(years)}", label))
        offer(self, "years", choices)

    def clean(self) -> dict[str, Any]:
        """The choices. Raises ValidationError where there is no typesetter."""
        if why := why_unavailable():
            raise forms.ValidationError(why)
        return super().clean() or {}

    def span(self) -> Years:
        """The first and the last year."""
        first, _dash, last = self.cleaned_data["years"].partition("-")
        return int(first), int(last or first)

    def wish(self) -> BookWish:
        """The choices besides the years, which `new_yearbook` names."""
        fields = {name: self.cleaned_data[name] for name in ("family", "form")}
        is_large = fields["form"] == "booklet" or self.cleaned_data["paper"] == "a4"
        paper: Paper = "a4" if is_large else "a5"
        return BookWish(title="", line="", paper=paper, signature=USUAL_SIGNATURE, **fields)
