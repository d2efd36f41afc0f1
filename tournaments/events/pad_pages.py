"""A quick pad: which game, who sits around the table, play. For any host."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access.decorators import host_required
from tournaments.answers import page, sentences, typed, whole
from tournaments.errors import Refused
from tournaments.evenings.reads import evening_of
from tournaments.events import quick_pads
from tournaments.models import family_of
from tournaments.people.recent import recent_people
from tournaments.people.writes import NAME_LENGTH
from tournaments.scoring.rule_addresses import rules_of_game
from tournaments.words import how_many, said

if TYPE_CHECKING:
    from tournaments.games import Choice
    from tournaments.models import Evening

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
    q = typed(request.GET.get("q"), LONGEST_QUERY)
    tiles = [tile(choice) for choice in quick_pads.found_choices(family_of(request.user), q)]
    return page(request, "events/pad_game.html", {"tiles": tiles, "q": q, **carried(request)})


def tile(choice: Choice) -> Tile:
    """A game, or house rules of one, as the page shows it."""
    game = choice.game
    room = quick_pads.at_a_table(game) is None
    needs = said(game.needs.words)
    return Tile(choice.key, choice.name, how_many(game), needs, game.minutes, room=room)


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def pad_people(request: HttpRequest, wanted: str) -> HttpResponse:
    """Who plays, tapped in the order of the seats; POST begins.

    With `act=add` nothing begins: the name that was typed takes the next seat.
    """
    family = family_of(request.user)
    choice = quick_pads.choice_called(family, wanted)
    if choice is None:
        raise Http404
    sent = seats_sent(request)
    if request.method != "POST" or request.POST.get("act") == "add":
        return people_page(request, family, choice, sent)
    try:
        people = quick_pads.people_of(family, sent)
        link = quick_pads.begin(
            owner=request.user, key=wanted, people=people, evening=evening_asked(request)
        )
    except Refused as refused:
        return people_page(request, family, choice, sent, sentences(refused))
    # The first round lies open: it is what comes next.
    return HttpResponseRedirect(reverse("table", args=[link.token]) + "?deal=1", status=303)


def seats_sent(request: HttpRequest) -> list[str]:
    """What the form names, in the order of the seats; a typed name is the last."""
    name = " ".join(typed(request.POST.get("name"), NAME_LENGTH).split())
    more = [f"{quick_pads.TYPED}{name}"] if name else []
    sent = [typed(one, NAME_LENGTH + 1) for one in request.POST.getlist("seat")[:SENT]]
    return list(dict.fromkeys([*sent, *more]))


def evening_asked(request: HttpRequest) -> Evening | None:
    """The evening of the family that the game is to count for."""
    asked = request.POST if request.method == "POST" else request.GET
    number = whole(asked.get("evening"))
    return evening_of(family_of(request.user), number) if number else None


def carried(request: HttpRequest) -> dict[str, Any]:
    """What the steps hand on to each other, as fields of a form and as the end of an address:
    whether others are at play already, and the evening that the game counts for."""
    asked = request.POST if request.method == "POST" else request.GET
    told = {"more": "1"} if asked.get("more") == "1" else {}
    evening = evening_asked(request)
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
    handed = carried(request)
    free_first = "more" in handed["carried"]
    known = recent_people(family, limit=KNOWN, free_first=free_first)
    seats = {value: number for number, value in enumerate(sent, 1)}
    guests = [
        Guest(str(row.person_id), row.name, row.note, seats.get(str(row.person_id), 0), row.plays)
        for row in known
    ]
    new = [
        Guest(value, value.removeprefix(quick_pads.TYPED), seat=seat)
        for value, seat in seats.items()
        if value.startswith(quick_pads.TYPED)
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
