"""A list of people into the book: shown first, kept when the host says so. For a family's hosts."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import host_required
from tournaments.answers import back, page, whole
from tournaments.errors import Refused
from tournaments.forms import message, put_beside_fields
from tournaments.games import usual_roles
from tournaments.models import family_of
from tournaments.people.admissions import admissions, admit
from tournaments.people.forms import PeopleListForm
from tournaments.people.people_file import PeopleFile, decoded, read_people

TEMPLATE = "people/import.html"


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def people_import(request: HttpRequest) -> HttpResponse:
    """Choose or paste a list; then what would become of everybody; "keep" takes them in."""
    if request.method != "POST":
        return page(request, TEMPLATE, {"form": PeopleListForm()})
    form = PeopleListForm(request.POST, request.FILES)
    if not form.is_valid():
        return page(request, TEMPLATE, {"form": form}, status=422)
    try:
        text = given(form)
        found = read_people(text, usual_roles())
    except Refused as refused:
        put_beside_fields(form, refused.problems)
        return page(request, TEMPLATE, {"form": form}, status=422)
    if request.POST.get("act") == "keep" and not found.problems:
        lines = [line for one in request.POST.getlist("alike") if (line := whole(one)) is not None]
        taken = admit(family=family_of(request.user), people=found.people, alike=lines)
        said = ngettext("{n} person came in.", "{n} people came in.", len(taken))
        return back(request, "people", said=said.format(n=len(taken)))
    return preview(request, text, found)


def given(form: PeopleListForm) -> str:
    """The text of the file, or what was pasted. Raises Refused for a file that is no text."""
    file = form.cleaned_data["file"]
    return decoded(file.read()) if file else form.cleaned_data["text"]


def preview(request: HttpRequest, text: str, found: PeopleFile) -> HttpResponse:
    """What would become of everybody; with problems, which are to be settled first, 422."""
    rows = admissions(family_of(request.user), found.people)
    context: dict[str, Any] = {
        "form": PeopleListForm(initial={"text": text}),
        "rows": rows,
        "coming": sum(row.is_taken for row in rows),
        "alike": any(row.state == "alike" for row in rows),
        "columns": found.columns,
        "unused": [heading for heading in found.unused if heading],
        "wrong": [message(one) for one in found.problems],
        "text": text,
    }
    return page(request, TEMPLATE, context, status=422 if found.problems else 200)
