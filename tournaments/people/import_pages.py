"""A list of people into the book: shown first, kept when the host says so. For a family's hosts."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import host_required
from tournaments.answers import back, page, whole
from tournaments.errors import Refused
from tournaments.forms import put_beside_fields, told
from tournaments.games import usual_roles
from tournaments.models import family_of
from tournaments.people.admissions import admissions, admit
from tournaments.people.forms import PeopleListForm
from tournaments.people.people_file import PeopleFile, decoded, read_people

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.people.admissions import Admission

TEMPLATE = "people/import.html"
SHOWN = 200  # lines of a list, whatever its length


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
    # What was changed after it was looked at is looked at again.
    as_seen = request.POST.get("seen") == mark_of(text)
    if request.POST.get("act") == "keep" and as_seen and not found.problems:
        return taken_in(request, found)
    return preview(request, text, found)


def given(form: PeopleListForm) -> str:
    """The text of the file, or what was pasted. Raises Refused for a file that is no text."""
    file = form.cleaned_data["file"]
    return decoded(file.read()) if file else form.cleaned_data["text"]


def mark_of(text: str) -> str:
    """What tells a text from others; browsers send the ends of its lines in their own way."""
    return sha256("\n".join(text.splitlines()).encode(errors="replace")).hexdigest()[:16]


def taken_in(request: HttpRequest, found: PeopleFile) -> HttpResponse:
    """Keep the people of a list; the host has said who of those that are like somebody."""
    alike = {line for one in request.POST.getlist("alike") if (line := whole(one)) is not None}
    if request.POST.get("all_alike"):
        alike = {one.line for one in found.people}
    taken = admit(family=family_of(request.user), people=found.people, alike=alike)
    said = ngettext("{n} person came in.", "{n} people came in.", taken)
    return back(request, "people", said=said.format(n=taken))


def preview(request: HttpRequest, text: str, found: PeopleFile) -> HttpResponse:
    """What would become of everybody; or the problems, which are to be settled first, with 422."""
    context: dict[str, Any] = {"form": PeopleListForm(initial={"text": text})}
    if found.problems:
        context |= {"wrong": told(found.problems), "problems_found": len(found.problems)}
        return page(request, TEMPLATE, context, status=422)
    rows = admissions(family_of(request.user), found.people)
    shown = lines_shown(rows)
    states = Counter(row.state for row in rows)
    context |= {
        "rows": shown,
        "left": len(rows) - len(shown),
        "coming": states["new"],
        "states": states,
        "columns": found.columns,
        "unused": [heading for heading in found.unused if heading],
        "seen": mark_of(text),
    }
    return page(request, TEMPLATE, context)


def lines_shown(rows: Sequence[Admission]) -> list[Admission]:
    """The lines that the page shows, in their order. Of a long list those that the host has to
    decide about come before the others."""
    if len(rows) <= SHOWN:
        return list(rows)
    by_need = sorted(rows, key=lambda row: row.state != "alike")
    return sorted(by_need[:SHOWN], key=lambda row: row.listed.line)
