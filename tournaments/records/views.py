"""The pages of the records, for the hosts of a family."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from rulesets.records.house import ALL, USUAL
from tournaments.access.decorators import host_required, private
from tournaments.models import family_of
from tournaments.records import comparison_pages, pages
from tournaments.records.evening_pages import evening_page
from tournaments.records.photos import photos_of, without_names
from tournaments.records.season_page import SeasonForm, choose_season, season_page, usual_season
from tournaments.records.selectors import (
    FamilyRecords,
    family_records,
    planned_in,
    state_of_people,
)
from tournaments.records.wording import name_of_game
from tournaments.web.responses import page, page_of_family, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

MOST_CHOSEN = 200  # of an address that somebody typed
MOST_TYPED = 80


@require_safe
@host_required
def house(request: HttpRequest) -> HttpResponse:
    """Show the latest evening, what could fall next, champions, lists and great moments."""
    year = timezone.localdate().year

    def context(records: FamilyRecords) -> dict[str, Any]:
        return {"house": pages.house_page(records, year), "season": usual_season(records)}

    return _page(request, "house", context)


@require_safe
@host_required
def champions(request: HttpRequest) -> HttpResponse:
    """Show the champion of every year: of all games, or of `?game=`."""
    year, scope = timezone.localdate().year, request.GET.get("game", ALL)[:MOST_TYPED]

    def context(records: FamilyRecords) -> dict[str, Any]:
        scopes = (ALL, *records.house.games)
        if scope not in scopes:
            raise Http404
        names = [(slug, name_of_game(records, slug)) for slug in records.house.games]
        years = pages.champion_years(records, scope, year)
        return {
            "years": years,
            "champion": pages.champions_headline(years, year),
            "so_far": pages.year_so_far(
                records,
                scope,
                year,
                planned_in(records.family, year, scope),
            ),
            "games": names,
            "chosen": scope,
        }

    return _page(request, "champions", context, scope)


@require_safe
@host_required
def lists(request: HttpRequest) -> HttpResponse:
    """Show all lists, each with who heads it; or the places of a person (`?person=`) in them.
    Raises Http404 for one who is not in the records."""
    typed = request.GET.get("person", "")[:MOST_TYPED]

    def context(records: FamilyRecords) -> dict[str, Any]:
        person = _person(records, typed)
        groups = pages.all_lists(records, person)
        leads = sum(row.leads for group in groups for row in group.lists)
        return {"groups": groups, "leads": leads, **_filter(records, person)}

    return _page(request, "lists", context, typed)


@require_safe
@host_required
def one_list(request: HttpRequest, game: str, name: str) -> HttpResponse:
    """Show one list, with the evenings behind it, of those for whom what the address says is
    enough; bad numbers are answered with 422 beside their fields. Raises Http404 if there is
    none."""
    form = pages.LeastForm(name, request.GET)
    is_valid = form.is_valid()

    def context(records: FamilyRecords) -> dict[str, Any]:
        least = form.least() if is_valid else USUAL
        chosen = pages.one_list(records, game, name, least)
        if chosen is None:
            raise Http404
        return {"list": chosen, "form": form}

    if is_valid and not any(form.cleaned_data.values()):
        return _page(request, "list", context, game, name)
    answer = context(family_records(family_of(request.user)))
    return private(page(request, "records/list.html", answer, status=200 if is_valid else 422))


@require_safe
@host_required
def evening(request: HttpRequest, event_id: int) -> HttpResponse:
    """Tell an evening: how it was won, what turned it, what fell. Raises Http404 for one that
    records do not count."""
    photos = photos_of(event_id)

    def context(records: FamilyRecords) -> dict[str, Any]:
        details = evening_page(records, event_id)
        if details is None:
            raise Http404
        season = usual_season(records, event_id)
        pictures = list(without_names(photos, records))
        return {"evening": details, "photos": pictures, "season": season}

    return _page(request, "evening", context, event_id, photos)


@require_safe
@host_required
def among(request: HttpRequest) -> HttpResponse:
    """Compare people (`?with=` each of them): two, or some among themselves; without enough of
    them, or with `?change=`, ask whom. Raises Http404 for people who are not in the records."""
    records = family_records(family_of(request.user))
    typed = request.GET.getlist("with")[:MOST_CHOSEN]
    people = [who for who in dict.fromkeys(map(whole_number, typed)) if who is not None]
    choices = comparison_pages.people_to_compare(records, people)
    if len(people) < len(set(typed)) or not {line.who for line in choices}.issuperset(people):
        raise Http404
    problem = comparison_pages.why_not_compared(people) if people else ""
    is_choosing = not people or "change" in request.GET
    if is_choosing or problem:
        context: dict[str, Any] = {"choices": choices, "problem": "" if is_choosing else problem}
        status = 200 if is_choosing else 422
        return private(page(request, "records/pick.html", context, status=status))
    if len(people) == 2:
        two = comparison_pages.two_page(records, *people)
        return private(page(request, "records/two.html", {"two": two, "people": people}))
    context = {"among": comparison_pages.among_page(records, people), "people": people}
    return private(page(request, "records/among.html", context))


@require_safe
@host_required
def season(request: HttpRequest) -> HttpResponse:
    """Show the season of the latest evening, or of that of an event (`?event=`), counted as the
    address says; bad numbers are answered with 422 beside their fields. Raises Http404 for an event
    that records do not count."""
    form, records = SeasonForm(request.GET), family_records(family_of(request.user))
    typed, details = request.GET.get("event", ""), None
    chosen = choose_season(records, whole_number(typed))
    if typed and (chosen is None or whole_number(typed) is None):
        raise Http404
    if form.is_valid() and chosen is not None:
        details = season_page(records, chosen, form.rules(chosen.planned))
    status = 422 if form.errors else 200
    context = {"season": details, "form": form}
    return private(page(request, "records/season.html", context, status=status))


@require_safe
@host_required
def moments(request: HttpRequest) -> HttpResponse:
    """Show how rare great moments are, and the latest ones: of all games, or of `?game=`, and of
    one person (`?person=`). Raises Http404 for a game without any, and for people who are not in
    the records."""
    game = request.GET.get("game", "")[:MOST_TYPED]
    typed = request.GET.get("person", "")[:MOST_TYPED]

    def context(records: FamilyRecords) -> dict[str, Any]:
        person = _person(records, typed)
        moments_page = pages.moments_page(records, game, person)
        if moments_page is None:
            raise Http404
        return {"moments": moments_page, **_filter(records, person)}

    return _page(request, "moments", context, game, typed)


def _person(records: FamilyRecords, typed: str) -> int | None:
    """Return the person of a filter; None for everybody. Raises Http404 for one who is not in the
    records."""
    if not typed:
        return None
    person = whole_number(typed)
    if person not in dict(pages.people_choices(records)):
        raise Http404
    return person


def _filter(records: FamilyRecords, person: int | None) -> dict[str, Any]:
    """Return what the choice of a person shows."""
    name = "" if person is None else records.names[person]
    return {"people": pages.people_choices(records), "person": person, "person_name": name}


def _page(
    request: HttpRequest,
    name: str,
    context: Callable[[FamilyRecords], dict[str, Any]],
    *also: Hashable,
) -> HttpResponse:
    """Render a page once for all hosts of a family, until its people or evenings change. Dates are
    written without the year that goes on, so the pages of every year are others."""
    family = family_of(request.user)
    state = state_of_people(family)
    return private(
        page_of_family(
            request,
            f"records/{name}.html",
            lambda: context(family_records(family, state)),
            *(family, timezone.localdate().year, *also),
            state=state,
        )
    )
