"""People, kept across events. For the hosts of a family."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import host_required
from tournaments.answers import back, page, sentences, whole
from tournaments.errors import Refused
from tournaments.forms import put_beside_fields
from tournaments.models import Person, family_of
from tournaments.paging import Address, Wanted, part_of
from tournaments.people import reads as reading
from tournaments.people import records
from tournaments.people import writes as writing
from tournaments.people.forms import MergeForm, PersonForm


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def people(request: HttpRequest) -> HttpResponse:
    """Search and list; POST adds somebody."""
    form = PersonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            person = writing.add_person(
                family=family_of(request.user),
                name=form.cleaned_data["name"],
                note=form.cleaned_data["note"],
            )
        except Refused as refusal:
            put_beside_fields(form, refusal.problems)
        else:
            return back(request, "people", said=_("%(name)s is in the book.") % {"name": person})
    book = reading.people_list(family_of(request.user))
    part = part_of(book, Wanted.of(request), name=lambda row: row.told)
    times = reading.times_entered(part.lines)
    context = {
        "form": form,
        "part": part,
        "rows": [(row, times[row.person_id]) for row in part.lines],
        "addresses": Address("person", ()),
    }
    return page(request, "people/people.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def person(request: HttpRequest, person_id: int) -> HttpResponse:
    """Somebody's evenings and what they come to; POST renames."""
    family = family_of(request.user)
    someone = get_object_or_404(Person, pk=person_id, family_id=family, merged_into=None)
    first = {"name": someone.name, "note": someone.note}
    form = PersonForm(request.POST if request.method == "POST" else None, initial=first)
    if request.method == "POST" and form.is_valid():
        try:
            writing.rename_person(person=someone, **form.cleaned_data)
        except Refused as refusal:
            put_beside_fields(form, refusal.problems)
        else:
            return back(request, "person", person_id, said=_("Saved."))
    return page(
        request,
        "people/person.html",
        {
            "person": someone,
            "form": form,
            "record": records.record(someone),
            "lasts": bool(request.GET.get("lasts")),
        },
        status=422 if form.errors else 200,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def people_merge(request: HttpRequest) -> HttpResponse:
    """Two entries of the book that are one person: GET shows what would move, POST does it."""
    family = family_of(request.user)
    asked = request.POST if request.method == "POST" else request.GET
    keep, duplicate = whole(asked.get("keep")), whole(asked.get("duplicate"))
    if keep is None or duplicate is None or keep == duplicate:
        said = asked if "duplicate" in asked else None
        form = MergeForm(reading.people_list(family), said, keep=keep)
        if not form.is_valid():
            bad = bool(form.errors)
            return page(request, "people/merge.html", {"form": form}, status=422 if bad else 200)
        keep, duplicate = (int(form.cleaned_data[name]) for name in ("keep", "duplicate"))
    kept = get_object_or_404(Person, pk=keep, family_id=family, merged_into=None)
    gone = get_object_or_404(Person, pk=duplicate, family_id=family, merged_into=None)
    problems: list[str] = []
    if request.method == "POST":
        try:
            writing.merge_people(keep=kept, duplicate=gone, who=request.user.get_username())
        except Refused as refusal:
            problems = sentences(refusal)
        else:
            return back(request, "person", kept.pk, said=_("They are one person now."))
    return page(
        request,
        "people/merge.html",
        {
            "kept": kept,
            "gone": gone,
            "kept_history": records.history(kept),
            "gone_history": records.history(gone),
        },
        problems=problems,
    )
