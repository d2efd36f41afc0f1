"""The front page, all events, and an event as a whole: settings, closing; who won.

The front page and the lists: any signed-in host. An event: its hosts; next steps: the desk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access.decorators import (
    desk_access,
    host_access,
    host_required,
    scorekeeper_events,
    signed_out,
)
from tournaments.access.permissions import EventRequest
from tournaments.evenings.selectors import evenings_of
from tournaments.events import selectors
from tournaments.events import services as writing
from tournaments.events.forms import DeleteForm, EventForm, FormatForm, RolesForm
from tournaments.events.opening import recent_choices
from tournaments.events.rematch import choice_key
from tournaments.log.selectors import undo_sentence
from tournaments.models import family_of
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of, formats_of, game_of
from tournaments.models.score_cards import day_on_cards
from tournaments.people.selectors import count_people, recent_people
from tournaments.records.evening_pages import next_to_fall
from tournaments.rules.forms import OptionsForm, put_options
from tournaments.standings.selectors import only_board
from tournaments.web.collation import initials
from tournaments.web.forms import put_beside_fields
from tournaments.web.paging import PageRequest, list_page
from tournaments.web.responses import back, page, perform_action, whole_number
from tournaments.web.wording import known_day, short_day, translate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.engine.problems import Problem
    from tournaments.boards.event_board import EventBoard
    from tournaments.models import Event

NOON = 12
EVENING_BEGINS = 17


@require_http_methods(["GET", "HEAD", "POST"])
@host_access
def event_settings(request: EventRequest, event_id: int) -> HttpResponse:
    """Name, date, time, place, names of the roles, and options. For its hosts."""
    event = request.event
    game = game_of(event)
    data = request.POST if request.method == "POST" else None
    first = {"name": event.name, "date": event.date, "place": event.place}
    first["starts_at"] = event.starts_at
    form = EventForm(data, initial=first)
    if (card_day := day_on_cards(event)) is not None:
        form.fix_day(short_day(known_day(event.date, card_day)))
    locked = event.state != "setup"
    mine = format_of(event)
    offered = {format.kind.slug: format for format in formats_of(game)} | {mine.kind.slug: mine}
    played = mine if locked else offered.get(request.POST.get("format", ""), mine)
    roles = RolesForm(played, data, current=event.role_names)
    chosen = FormatForm(game, None if locked else data, initial={"format": played.kind.slug})
    chosen.fields["format"].disabled = locked
    settled = writing.are_rules_fixed(event)
    opened = writing.open_options(event) if locked else None
    # Once nothing can be changed, stored options need not even be valid.
    options = OptionsForm(
        played, data if opened != set() else None, current=event.options, opened=opened
    )
    checked = [form, roles, *([] if locked else [chosen]), *([options] if opened != set() else [])]
    wrong = [part for part in checked if not part.is_valid()] if data else []
    if data and not wrong:
        changes: dict[str, Any] = {**form.cleaned_data, "role_names": roles.role_names()}
        changes.pop("day", None)
        changes |= {"options": options.options()} if opened != set() else {}
        changes |= {} if locked else {"format": played.kind.slug}
        try:
            writing.update_event(event=event, actor=request.actor, **changes)
        except Refused as refusal:
            put_refused(form, options, refusal.problems)
        else:
            return back(request, "event_settings", event_id, message=_("Saved."))
    context = {
        "form": form,
        "roles": roles,
        "chosen": chosen,
        "options": options,
        "game": game,
        "locked": locked,
        "played": _(translate(mine.kind.name)),
        "settled": settled,
        "from_cards": card_day is not None,
        "tab": "settings",
        "delete_form": DeleteForm(event.name),
    }
    bad = any(part.errors for part in checked)  # a service may have refused after they were valid
    return page(request, "events/settings.html", context, status=422 if bad else 200)


def put_refused(form: EventForm, options: OptionsForm, problems: Iterable[Problem]) -> None:
    """Show problems beside the fields that they are about."""
    of_options = [
        problem for problem in problems if len(problem.at) > 1 and problem.at[0] == "options"
    ]
    put_options(options, of_options)
    put_beside_fields(form, [problem for problem in problems if problem not in of_options])


@require_http_methods(["GET", "HEAD", "POST"])
@host_access
def event_delete(request: EventRequest, event_id: int) -> HttpResponse:
    """Delete the event for good, after its name was typed. For its hosts."""
    form = DeleteForm(request.event.name, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        name = request.event.name
        try:
            writing.delete_event(event=request.event, actor=request.actor)
        except Refused as refusal:
            put_beside_fields(form, refusal.problems)
        else:
            return back(request, "home", message=_("“%(name)s” is deleted.") % {"name": name})
    return page(
        request,
        "events/delete.html",
        {"form": form, "tab": "settings"},
        status=422 if form.errors else 200,
    )


CARDS = 30  # events on a page of winners
LISTED = 40  # events on a page of all
FACES = 5


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What is being played, a game to play now, what was played lately; and the events of a
    scorekeeper whose session came by such links. For a host of the family, and for scorekeepers."""
    keeping = scorekeeper_events(request)
    if request.user.is_authenticated:
        return page(request, "events/home.html", {"keeping": keeping, **host_home(request)})
    if not keeping:
        return signed_out(request)
    return page(request, "events/home.html", {"keeping": keeping})


def host_home(request: HttpRequest) -> dict[str, Any]:
    """The context of a host's front page; with `?closed=` the event that was just closed."""
    family = family_of(request.user)
    front = selectors.front_page(family)
    closed = selectors.closed_event(family, whole_number(request.GET.get("closed")))
    faces = recent_people(family, limit=FACES)
    return {
        "greeting": greeting(request),
        "choices": recent_choices(family, people=front.usual_people),
        "evenings": [row for row in evenings_of(family) if row.recent],
        "front": front,
        "could_fall": next_to_fall(family),
        "faces": [(person, initials(person.name)) for person in faces],
        "people": count_people(family),
        "closed": closed,
        "undo": undo_sentence(closed) if closed else None,
    }


def greeting(request: HttpRequest) -> str:
    """A greeting for the time of day, by name if the account has one."""
    hour, name = timezone.localtime().hour, getattr(request.user, "first_name", "")
    if hour < NOON:
        words, named = _("Good morning"), _("Good morning, %(name)s")
    elif hour < EVENING_BEGINS:
        words, named = _("Good afternoon"), _("Good afternoon, %(name)s")
    else:
        words, named = _("Good evening"), _("Good evening, %(name)s")
    return named % {"name": name} if name else words


@require_safe
@host_required
def event_list(request: HttpRequest) -> HttpResponse:
    """Every event of the family, newest first, in pages, searched by name; and its evenings of
    several games. For the host."""
    family = family_of(request.user)
    part = list_page(
        selectors.all_events(family), PageRequest.of(request), name=lambda row: row[1], size=LISTED
    )
    context = {
        "part": part,
        "rows": selectors.event_rows([pk for pk, _name in part.lines]),
        "evenings": evenings_of(family),
        "years": selectors.years(family),
    }
    return page(request, "events/list.html", context)


@require_POST
@host_access
def event_close(request: EventRequest, event_id: int) -> HttpResponse:
    """Finish what was left open as it stands, or close it without a result; or ask who plays
    instead (`act=change_people`), with which it is closed only once they begin. For its hosts."""
    event, actor = request.event, request.actor

    def finish(request: EventRequest) -> str:
        writing.finish_event(event=event, actor=actor, early=True)
        return ""

    def put_away(request: EventRequest) -> str:
        writing.put_away_event(event=event, actor=actor)
        return ""

    actions = {"finish": finish, "put_away": put_away}
    following = f"{reverse('home')}?closed={event_id}"
    board = only_board(event) if request.POST.get("act") == "change_people" else None
    # Another phone may have saved a round since the button was shown.
    if board is not None and not board.has_begun:
        return HttpResponseRedirect(people_address(event, board), status=303)
    _words, problems = perform_action(request, actions)
    if problems:
        return page(request, "events/home.html", host_home(request), problems=problems)
    return HttpResponseRedirect(following, status=303)


def people_address(event: Event, board: EventBoard) -> str:
    """Return the address of the page that asks who plays the game of an event, with the people of
    a board in the order of their seats."""
    people = dict(event.entries.values_list("pk", "person"))
    seats = [people[board.entry_ids[place]] for place in board.clockwise]
    params: dict[str, Any] = {"seat": seats, "instead": event.pk}
    if event.evening_id:
        params["evening"] = event.evening_id
    address = reverse("choose_people", args=[choice_key(event)])
    return f"{address}?{urlencode(params, doseq=True)}"


STEPS = "next_steps"  # in a session: event id (as text, for JSON) -> the steps that were taken


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
def event_ready(request: EventRequest, event_id: int) -> HttpResponse:
    """What to do after the first seats are shown, in order: cards, codes, the wall. POST goes to
    one of them and ticks it for this session. For the desk."""
    key, steps_done = str(event_id), dict(request.session.get(STEPS, {}))
    pages = {"cards": "event_print", "codes": "event_links", "wall": "event_wall_control"}
    if request.actor.kind != "host":
        del pages["codes"]
    step = request.POST.get("act", "")
    if request.method == "POST" and step in pages:
        request.session[STEPS] = {**steps_done, key: sorted({*steps_done.get(key, ()), step})}
        return back(request, pages[step], event_id)
    taken = steps_done.get(key, ())
    ahead = next((name for name in pages if name not in taken), "")
    steps = [{"act": name, "done": name in taken, "next": name == ahead} for name in pages]
    context = {"steps": steps, "left": len(pages) - len(taken), "tab": "desk"}
    return page(request, "events/ready.html", context)


@require_safe
@host_required
def winners(request: HttpRequest) -> HttpResponse:
    """Who won, year by year (`?year=`): a page of the events, or those whose name contains `?q=`.
    For the host."""
    family = family_of(request.user)
    years = selectors.years(family)
    year = whole_number(request.GET.get("year"), 1900, 2200)
    of_year = {"year": str(year)} if year else {}
    part = list_page(
        selectors.finished_events(family, year),
        PageRequest.of(request),
        name=lambda row: row[1],
        size=CARDS,
        **of_year,
    )
    context = {
        "years": years,
        "year": year,
        "part": part,
        "rows": selectors.archive([pk for pk, _name in part.lines]),
    }
    return page(request, "events/winners.html", context)
