"""An event as a whole: made, settled, finished, deleted.

New events: any signed-in host. Settings and deletion: its hosts. Finishing: the desk.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rulesets.engine.game import Game
from rulesets.engine.problems import Problem
from rulesets.formats import Format
from tournaments.access.decorators import desk_access, host_access, host_required
from tournaments.actors import EventRequest, host_actor
from tournaments.answers import back, did, page
from tournaments.errors import Refused
from tournaments.events import desk_pages
from tournaments.events import writes as writing
from tournaments.events.archive import newest_game
from tournaments.events.forms import (
    DeleteForm,
    EventForm,
    FormatForm,
    GameForm,
    OptionsForm,
    RolesForm,
    first_event,
    put_options,
)
from tournaments.forms import put_beside_fields
from tournaments.games import Choice, choices, format_of, formats_of, game_of
from tournaments.models import family_of
from tournaments.people import reads as reading
from tournaments.seating import roster
from tournaments.seating.forms import NamesForm
from tournaments.seating.roster_pages import known_people, parsed_names

FREE = ("name", "date", "place", "names")  # fields that do not depend on the game


@dataclass(slots=True)
class Wizard:
    """The forms of the page for a new event, and the choice that they are about."""

    choice: Choice
    event: EventForm
    game: GameForm
    names: NamesForm
    format: FormatForm
    roles: RolesForm
    options: OptionsForm

    def all(self) -> tuple[Any, ...]:
        """Every form of the page."""
        return (self.event, self.game, self.names, self.format, self.roles, self.options)

    def all_valid(self) -> bool:
        """Whether nothing is wrong anywhere."""
        return every_valid(self.all())


def put_refused(forms: Wizard, problems: Iterable[Problem]) -> None:
    """Show what was refused beside the fields that it is about."""
    of_names = []
    for problem in problems:
        about, *place = problem.at or ("",)
        if about == "role_names":
            field = "_".join(["role", *map(str, place)])
            put_beside_fields(forms.roles, [replace(problem, at=(field,))])
        elif about == "options":
            put_options(forms.options, [problem])
        else:
            of_names.append(problem)
    put_beside_fields(forms.names, of_names)


def every_valid(forms: Iterable[Any]) -> bool:
    """Check every form, also behind one that is wrong: all problems show at once."""
    return not [form for form in forms if not form.is_valid()]


def chosen_game(request: HttpRequest, family: int, offered: Sequence[Choice]) -> Choice:
    """The game that the page is about: as asked for, else that of the family's newest evening,
    else the first that the whole room plays together."""
    asked = request.POST.get("game") or request.GET.get("game") or newest_game(family)
    usual = sorted(offered, key=lambda one: not formats_of(one.game)[0].moves)
    return next((one for one in offered if one.key == asked), usual[0])


def chosen_format(request: HttpRequest, game: Game, known: str = "") -> Format:
    """The format that the page is about: as asked for, else the `known` or the usual one."""
    asked = request.POST.get("format") or request.GET.get("format") or known
    offered = formats_of(game)
    return next((form for form in offered if form.slug == asked), offered[0])


def wizard(request: HttpRequest, *, judged: bool) -> Wizard:
    """The forms, filled in by what was sent; not `judged` where only another game was chosen."""
    data = request.POST if judged else None
    family = family_of(request.user)
    offered = choices(family)
    choice = chosen_game(request, family, offered)
    game = choice.game
    form = chosen_format(request, game)
    # Another game was chosen: a format that only the one before can be played in goes with it.
    known = request.POST.get("format") in (None, *game.formats)
    sent = data if known or data is None else QueryDict()
    shown = request.POST.get("shown", choice.key) == choice.key
    agreed = data if shown or data is None else QueryDict()  # of another game, or other rules
    typed = {name: request.POST[name] for name in FREE if name in request.POST}
    return Wizard(
        choice,
        EventForm(data, initial=first_event() | typed),
        GameForm(offered, data, initial={"game": choice.key}),
        NamesForm(data, initial=typed),
        FormatForm(game, sent, initial={"format": form.slug}),
        RolesForm(form, data),
        OptionsForm(game, agreed, current=choice.options),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def event_new(request: HttpRequest) -> HttpResponse:
    """What, when, where, and who comes, on one page; then on to the roles.

    With ``act=game`` nothing is made: the page shows what the game that was chosen leaves open
    and keeps what was typed. htmx asks for that part alone.
    """
    judged = request.method == "POST" and request.POST.get("act") != "game"
    forms = wizard(request, judged=judged)
    if judged and forms.all_valid():
        try:
            with transaction.atomic():
                event = created(request, forms)
        except Refused as refusal:
            put_refused(forms, refusal.problems)
        else:
            return back(request, "event_people", event.pk)
    game = forms.choice.game
    context: dict[str, Any] = {"forms": forms, "choice": forms.choice, "game": game}
    context["format"] = chosen_format(request, game)
    if request.headers.get("HX-Target") == "game-part":
        return page(request, "events/_game_part.html", context | {"swapped": True})
    context["known"] = reading.people_list(family_of(request.user), limit=400)
    context["ticked"] = set(request.POST.getlist("known"))
    bad = judged and any(form.errors for form in forms.all())
    return page(request, "events/new.html", context, status=422 if bad else 200)


def created(request: HttpRequest, forms: Wizard) -> Any:
    """Make the event and enter its people; everything or nothing."""
    options = {**forms.choice.options, **forms.options.options()}
    event = writing.create_event(
        owner=request.user,
        **forms.event.cleaned_data,
        game=forms.choice.game.slug,
        format=forms.format.cleaned_data["format"],
        role_names=forms.roles.role_names(),
        options=options,
        house_rules=forms.choice.named_for(options),
    )
    parsed = [
        *parsed_names(event, forms.names.cleaned_data["names"]),
        *known_people(event, request.POST.getlist("known")),
    ]
    if parsed:
        roster.enter_people(event=event, actor=host_actor(event, request.user), parsed=parsed)
    return event


@require_http_methods(["GET", "HEAD", "POST"])
@host_access
def event_settings(request: EventRequest, event_id: int) -> HttpResponse:
    """Name, date, place, what the roles are called, the rules chosen. For its hosts."""
    event = request.event
    game = game_of(event)
    data = request.POST if request.method == "POST" else None
    first = {"name": event.name, "date": event.date, "place": event.place}
    form = EventForm(data, initial=first)
    locked = event.state != "setup"
    played = format_of(event) if locked else chosen_format(request, game, event.format)
    roles = RolesForm(played, data, current=event.role_names)
    chosen = FormatForm(game, None if locked else data, initial={"format": played.slug})
    chosen.fields["format"].disabled = locked
    settled = writing.rules_settled(event)
    options = OptionsForm(game, None if settled else data, current=event.options)
    for field in options.fields.values():
        field.disabled = settled
    checked = [form, roles, *([] if locked else [chosen]), *([] if settled else [options])]
    if request.method == "POST" and every_valid(checked):
        changes: dict[str, Any] = {**form.cleaned_data, "role_names": roles.role_names()}
        changes |= {} if settled else {"options": options.options()}
        changes |= {} if locked else chosen.cleaned_data
        try:
            writing.update_event(event=event, actor=request.actor, **changes)
        except Refused as refusal:
            put_beside_fields(form, refusal.problems)
        else:
            return back(request, "event_settings", event_id, said=_("Saved."))
    context = {
        "form": form,
        "roles": roles,
        "chosen": chosen,
        "options": options,
        "game": game,
        "locked": locked,
        "settled": settled,
        "tab": "settings",
        "delete_form": DeleteForm(event.name),
    }
    bad = any(one.errors for one in checked)
    return page(request, "events/settings.html", context, status=422 if bad else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@host_access
def event_delete(request: EventRequest, event_id: int) -> HttpResponse:
    """Delete for good, after the name was typed. For its hosts."""
    form = DeleteForm(request.event.name, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        name = request.event.name
        try:
            writing.delete_event(event=request.event, actor=request.actor)
        except Refused as refusal:
            put_beside_fields(form, refusal.problems)
        else:
            return back(request, "home", said=_("“%(name)s” is deleted.") % {"name": name})
    return page(
        request,
        "events/delete.html",
        {"form": form, "tab": "settings"},
        status=422 if form.errors else 200,
    )


@require_POST
@desk_access
def event_finish(request: EventRequest, event_id: int) -> HttpResponse:
    """Close the event with its standings as they are, or open it again. For the desk."""

    def finish(request: EventRequest) -> str:
        early = request.POST.get("early") == "1"
        writing.finish_event(event=request.event, actor=request.actor, early=early)
        return _("The event is finished. Its results are kept as they stand.")

    def reopen(request: EventRequest) -> str:
        sure = request.POST.get("sure") == "1"
        writing.reopen_event(event=request.event, actor=request.actor, sure=sure)
        return _("The event is open again.")

    said, problems = did(request, {"finish": finish, "reopen": reopen})
    if problems:
        reopening = request.POST.get("act") == "reopen"
        return desk_pages.end_page(request, problems, reopening=reopening)
    to = "event_results" if request.POST["act"] == "finish" else "event"
    return back(request, to, event_id, said=said)
