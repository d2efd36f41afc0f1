"""The front door, a quick pad, and an event as a whole: made, settled, deleted.

New events: any signed-in host. Settings and deletion: its hosts. Finishing: the desk.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from rulesets.engine.game import Game
from rulesets.engine.problems import Problem
from rulesets.formats import Format
from tournaments.access.decorators import host_access, host_required, scorekeeper_events, signed_out
from tournaments.access.permissions import EventRequest, host_actor
from tournaments.evenings.selectors import evening_of, evenings_of
from tournaments.events import archive, services
from tournaments.events import services as writing
from tournaments.events.archive import newest_game
from tournaments.events.forms import (
    DeleteForm,
    EventForm,
    FormatForm,
    GameForm,
    RolesForm,
    first_event,
)
from tournaments.events.services import recent_choices
from tournaments.models import family_of
from tournaments.models.errors import Refused
from tournaments.models.event_games import Choice, choices, format_of, formats_of, game_of
from tournaments.people import selectors as reading
from tournaments.people.selectors import recent_people
from tournaments.people.services import NAME_LENGTH
from tournaments.rules.forms import OptionsForm, put_options
from tournaments.rules.rule_markup import rules_of_game
from tournaments.seating import roster
from tournaments.seating.forms import NamesForm
from tournaments.seating.roster_views import parsed_names, ticked_people
from tournaments.web.forms import put_beside_fields
from tournaments.web.labels import how_many, translate
from tournaments.web.paging import PageRequest, list_page
from tournaments.web.responses import back, clean_line, page, sentences, whole_number

if TYPE_CHECKING:
    from tournaments.models import Evening
    from tournaments.models.event_games import Choice


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
        *ticked_people(event, request.POST.getlist("known")),
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
    settled = writing.are_rules_fixed(event)
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


SHOWN = 12  # events and evenings on the page; the rest is a tap away
HOME_AT_HAND = 6  # of those that are being played
CARDS = 30  # events on a page of winners


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """A game to play now, what is going on, then the host's other events; a scorekeeper's are
    listed where a session came by such links."""
    keeping = scorekeeper_events(request)
    if request.user.is_authenticated:
        return page(request, "events/home.html", {"keeping": keeping, **host_home(request)})
    if not keeping:
        return signed_out(request)
    return page(request, "events/home.html", {"keeping": keeping})


def host_home(request: HttpRequest) -> dict[str, Any]:
    """What the front door shows a host; with `?all=1` every event."""
    family = family_of(request.user)
    running, evenings = archive.running(family), evenings_of(family)
    shown = None if request.GET.get("all") == "1" else SHOWN
    events, count = archive.events_of(family, shown), archive.event_count(family)
    return {
        "choices": recent_choices(family),
        "running": running[:HOME_AT_HAND],
        "further": running[HOME_AT_HAND:],
        "evenings": [row for row in evenings if row.recent],
        "past_evenings": [row for row in evenings if not row.recent][:shown],
        "events": events,
        "count": count,
        "hidden": count - len(events),
        "years": archive.years(family),
        "today": timezone.localdate(),
    }


@require_safe
@host_required
def winners(request: HttpRequest) -> HttpResponse:
    """Who won, year by year (`?year=`): a page of the events, or those whose name holds `?q=`. For
    the host."""
    family = family_of(request.user)
    years = archive.years(family)
    year = whole_number(request.GET.get("year"), 1900, 2200)
    of_year = {"year": str(year)} if year else {}
    part = list_page(
        archive.finished_events(family, year),
        PageRequest.of(request),
        name=lambda row: row[1],
        size=CARDS,
        **of_year,
    )
    context = {
        "years": years,
        "year": year,
        "part": part,
        "rows": archive.archive([pk for pk, _name in part.lines]),
    }
    return page(request, "events/winners.html", context)


AT_HAND = 24  # people shown at once; the others fold away
KNOWN = 400  # people that the page can list
LONGEST_QUERY = 100
SENT = 200  # seats that a form can name


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody to tap: what the form sends, and the seat that was tapped (0: none)."""

    value: str
    name: str
    note: str = ""
    seat: int = 0
    plays: bool = False


@dataclass(frozen=True, slots=True)
class Tile:
    """A game to tap, with what it asks of the evening; `room`: it begins with a new event."""

    key: str
    name: str
    people: str
    needs: str
    minutes: int
    room: bool


@require_safe
@host_required
def pad_game(request: HttpRequest) -> HttpResponse:
    """The games, or those that fit what was typed; one for a whole room leads to a new event."""
    q = clean_line(request.GET.get("q"), LONGEST_QUERY)
    tiles = [tile(choice) for choice in services.search_choices(family_of(request.user), q)]
    return page(request, "events/pad_game.html", {"tiles": tiles, "q": q, **step_params(request)})


def tile(choice: Choice) -> Tile:
    """A game, or house rules of one, as the page shows it."""
    game = choice.game
    room = services.at_a_table(game) is None
    needs = translate(game.needs.words)
    return Tile(choice.key, choice.name, how_many(game), needs, game.minutes, room=room)


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def pad_people(request: HttpRequest, wanted: str) -> HttpResponse:
    """Who plays, tapped in the order of the seats; POST begins.

    With `act=add` nothing begins: the name that was typed takes the next seat.
    """
    family = family_of(request.user)
    choice = services.choice_called(family, wanted)
    if choice is None:
        raise Http404
    sent = seat_names(request)
    if request.method != "POST" or request.POST.get("act") == "add":
        return people_page(request, family, choice, sent)
    try:
        people = services.people_of(family, sent)
        link = services.begin(
            owner=request.user, key=wanted, people=people, evening=evening_param(request)
        )
    except Refused as refused:
        return people_page(request, family, choice, sent, sentences(refused))
    # The first round lies open: it is what comes next.
    return HttpResponseRedirect(reverse("table", args=[link.token]) + "?deal=1", status=303)


def seat_names(request: HttpRequest) -> list[str]:
    """What the form names, in the order of the seats; a typed name is the last."""
    name = " ".join(clean_line(request.POST.get("name"), NAME_LENGTH).split())
    more = [f"{services.TYPED}{name}"] if name else []
    sent = [clean_line(one, NAME_LENGTH + 1) for one in request.POST.getlist("seat")[:SENT]]
    return list(dict.fromkeys([*sent, *more]))


def evening_param(request: HttpRequest) -> Evening | None:
    """The evening of the family that the game is to count for."""
    asked = request.POST if request.method == "POST" else request.GET
    number = whole_number(asked.get("evening"))
    return evening_of(family_of(request.user), number) if number else None


def step_params(request: HttpRequest) -> dict[str, Any]:
    """What the steps hand on to each other, as fields of a form and as the end of an address:
    whether others are at play already, and the evening that the game counts for."""
    asked = request.POST if request.method == "POST" else request.GET
    told = {"more": "1"} if asked.get("more") == "1" else {}
    evening = evening_param(request)
    if evening is not None:
        told["evening"] = str(evening.pk)
    return {"carried": told, "query": f"?{urlencode(told)}" if told else "", "evening": evening}


def people_page(
    request: HttpRequest,
    family: int,
    choice: Choice,
    sent: list[str],
    problems: list[str] | None = None,
) -> HttpResponse:
    """The people to tap: those who played last first; at another table, those who are free."""
    handed = step_params(request)
    free_first = "more" in handed["carried"]
    known = recent_people(family, limit=KNOWN, free_first=free_first)
    seats = {value: number for number, value in enumerate(sent, 1)}
    guests = [
        Guest(str(row.person_id), row.name, row.note, seats.get(str(row.person_id), 0), row.plays)
        for row in known
    ]
    new = [
        Guest(value, value.removeprefix(services.TYPED), seat=seat)
        for value, seat in seats.items()
        if value.startswith(services.TYPED)
    ]
    game = choice.game
    roster = game.plays.roster(tuple("ABCD"))
    context: dict[str, Any] = {
        "choice": choice,
        "rules": rules_of_game(game),
        "how_many": how_many(game),
        "sides": len(roster.sides) if roster.in_sides else 0,
        "at_hand": guests[:AT_HAND],
        "others": guests[AT_HAND:],
        "new": new,
        "chosen": len(sent),
        **handed,
    }
    return page(request, "events/pad_people.html", context, problems=problems)
