"""A board from the front page: choose a game, tap the people in the order of their seats, play.

For any signed-in host.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access.decorators import host_required
from tournaments.evenings.selectors import evening_of
from tournaments.events import opening
from tournaments.events.forms import heading_of
from tournaments.events.new_event_views import tile_words
from tournaments.events.opening import first_round
from tournaments.models import family_of
from tournaments.models.errors import Refused
from tournaments.models.event_games import choices, formats_of
from tournaments.people.selectors import recent_people
from tournaments.people.services import NAME_LENGTH
from tournaments.rules.rule_markup import rules_of_game
from tournaments.web.labels import how_many
from tournaments.web.responses import clean_line, page, sentences, whole_number
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from tournaments.models import Evening, Event
    from tournaments.models.event_games import Choice

AT_HAND = 24  # people shown at once; the others are folded away
KNOWN = 400  # people that the page can list
LONGEST_QUERY = 100
MOST_SEATS = 200  # at most so many seats in a form


@dataclass(frozen=True, slots=True)
class Guest:
    """A person to tap: the value that the form sends, and the seat (0: not tapped)."""

    value: str
    name: str
    note: str = ""
    seat: int = 0
    plays: bool = False


@dataclass(frozen=True, slots=True)
class Tile:
    """A game in the list of all, with what it needs; `tournament`: it begins with a new event."""

    key: str
    name: str
    words: str
    needs: str
    tournament: bool


@require_safe
@host_required
def choose_game(request: HttpRequest) -> HttpResponse:
    """All games by kind, or those that match a search. One for a whole room leads to a new event;
    with `?to=event` every one does."""
    q = clean_line(request.GET.get("q"), LONGEST_QUERY)
    family = family_of(request.user)
    offers = opening.search_choices(family, q) if q else in_order(choices(family))
    groups: dict[str, list[Tile]] = {}
    for choice in offers:
        groups.setdefault("" if q else heading_of(choice), []).append(tile(choice))
    context: dict[str, Any] = {"groups": list(groups.items()), "q": q, "count": len(offers)}
    context["choices"] = () if q else opening.recent_choices(family)
    context["to_event"] = request.GET.get("to") == "event"
    return page(request, "events/choose_game.html", {**context, **step_params(request)})


def in_order(offered: Sequence[Choice]) -> list[Choice]:
    """The choices in the order of the page: the family's own first, then by name, so that kinds
    stand in the order of their first game."""
    return sorted(
        offered, key=lambda choice: (not choice.own, formats_of(choice.game)[0].keeping.moves)
    )


def tile(choice: Choice) -> Tile:
    """A game, or house rules of one, as a tile."""
    game = choice.game
    needs, at_once = translate(game.needs.words), opening.at_a_table(game)
    return Tile(choice.key, choice.name, tile_words(game), needs, tournament=at_once is None)


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def choose_people(request: HttpRequest, choice_key: str) -> HttpResponse:
    """Who plays, tapped in the order of the seats; POST begins.

    With `act=add` nothing begins: the typed name takes the next seat.
    """
    family = family_of(request.user)
    choice = opening.choice_called(family, choice_key)
    if choice is None:
        raise Http404
    names, instead = seat_names(request), instead_param(request)
    # Whoever goes back from the game that took its place finds the way to it.
    successor = opening.successor_link(instead) if instead else None
    if successor is not None and request.method != "POST":
        return HttpResponseRedirect(reverse("table", args=[successor.token]))
    if request.method != "POST" or request.POST.get("act") == "add":
        return people_page(request, family, choice, names)
    try:
        people = opening.people_of(family, names)
        link = opening.begin(
            owner=request.user,
            key=choice_key,
            people=people,
            evening=evening_param(request),
            instead=instead,
            dealer=dealer_param(request),
        )
    except Refused as refused:
        return people_page(request, family, choice, names, sentences(refused))
    return HttpResponseRedirect(first_round(link), status=303)


def seat_names(request: HttpRequest) -> list[str]:
    """The people named in the form or, before it was sent, in the address, in the order of the
    seats; a typed name is the last."""
    params = request.POST if request.method == "POST" else request.GET
    name = " ".join(clean_line(request.POST.get("name"), NAME_LENGTH).split())
    more = [f"{opening.TYPED}{name}"] if name else []
    seats = [clean_line(seat, NAME_LENGTH + 1) for seat in params.getlist("seat")[:MOST_SEATS]]
    return list(dict.fromkeys([*seats, *more]))


def dealer_param(request: HttpRequest) -> int | None:
    """The chair (from 0) that deals first, if the form says so."""
    return whole_number(request.POST.get("dealer"), 0, MOST_SEATS)


def evening_param(request: HttpRequest) -> Evening | None:
    """The evening of the family for which the game is to count; None without one."""
    params = request.POST if request.method == "POST" else request.GET
    number = whole_number(params.get("evening"))
    return evening_of(family_of(request.user), number) if number else None


def instead_param(request: HttpRequest) -> Event | None:
    """The event of the family in whose place others are to play; None without one."""
    params = request.POST if request.method == "POST" else request.GET
    number = whole_number(params.get("instead"))
    return opening.event_in(family_of(request.user), number) if number else None


def step_params(request: HttpRequest) -> dict[str, Any]:
    """What the steps pass on to each other, as form fields and as a query: whether others are
    playing already, the evening for which the game counts, and the event whose people are
    changed."""
    params = request.POST if request.method == "POST" else request.GET
    passed = {"more": "1"} if params.get("more") == "1" else {}
    evening = evening_param(request)
    if evening is not None:
        passed["evening"] = str(evening.pk)
    instead = instead_param(request)
    if instead is not None:
        passed["instead"] = str(instead.pk)
    return {
        "carried": passed,
        "query": f"?{urlencode(passed)}" if passed else "",
        "evening": evening,
    }


def people_page(
    request: HttpRequest,
    family: int,
    choice: Choice,
    values: list[str],
    problems: list[str] | None = None,
) -> HttpResponse:
    """The people to tap, those who played last first; for another table, those who are free."""
    handed = step_params(request)
    free_first = "more" in handed["carried"]
    rows = recent_people(family, limit=KNOWN, free_first=free_first)
    seats = {value: number for number, value in enumerate(values, 1)}
    instead = instead_param(request)
    leaving = opening.people_in(instead) if instead else ()  # the table that they sit at
    guests = [
        Guest(
            str(row.person_id),
            row.name,
            row.note,
            seats.get(str(row.person_id), 0),
            row.plays and row.person_id not in leaving,
        )
        for row in rows
    ]
    new = [
        Guest(value, value.removeprefix(opening.TYPED), seat=seat)
        for value, seat in seats.items()
        if value.startswith(opening.TYPED)
    ]
    game = choice.game
    roster = game.plays.roster(tuple("ABCD"))
    least, most = game.plays.players
    context: dict[str, Any] = {
        "choice": choice,
        "rules": rules_of_game(game),
        "how_many": how_many(game),
        "deals": game.plays.dealers == "player",
        "dealer": dealer_param(request),
        "sides": len(roster.sides) if roster.in_sides else 0,
        "least": least,
        "most": most,
        "at_hand": guests[:AT_HAND],
        "others": guests[AT_HAND:],
        "new": new,
        **handed,
    }
    return page(request, "events/choose_people.html", context, problems=problems)
