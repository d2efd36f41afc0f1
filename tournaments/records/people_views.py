"""The book of people and lists to add to it, for the hosts of a family."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access.decorators import host_required, private
from tournaments.models import family_of
from tournaments.models.errors import Refused
from tournaments.models.event_games import usual_roles
from tournaments.people import selectors as reading
from tournaments.people import services as writing
from tournaments.people.forms import MergeForm, PeopleListForm, PersonForm
from tournaments.people.list_tables import column_choices, column_question, samples
from tournaments.people.people_file import (
    Decisions,
    PeopleFile,
    admissions,
    admit,
    lookalikes,
    read_people,
)
from tournaments.people.removal import remove_person, titles_with
from tournaments.records.attendance import (
    history,
    person_data,
    photos_at,
    stored_data,
    yearbooks_naming,
)
from tournaments.records.person_pages import YearsForm, figures_page, person_page, years_of
from tournaments.records.selectors import evening_counts, family_records, state_of_people
from tournaments.web.forms import problem_lines, put_beside_fields
from tournaments.web.paging import Address, PageRequest, list_page
from tournaments.web.responses import back, page, page_of_family, sentences, whole_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import QueryDict

    from tournaments.models import Person
    from tournaments.people.list_tables import TextReading
    from tournaments.people.people_file import Admission


MOST_ALIKE = 4  # pairs of names that are asked about
LATEST = 4  # evenings on a person's page


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def people(request: HttpRequest) -> HttpResponse:
    """Search and list people; POST adds a person."""
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
            return back(
                request, "people", message=_("%(name)s is on your list.") % {"name": person}
            )
    family, page_request = family_of(request.user), PageRequest.of(request)

    def context(state: tuple[object, ...] | None = None) -> dict[str, Any]:
        book = reading.people_list(family)
        part = list_page(book, page_request, name=lambda row: row.label)
        times = evening_counts(family, [row.person_id for row in part.lines], state)
        return {
            "form": form,
            "part": part,
            "rows": [(row, times[row.person_id]) for row in part.lines],
            "addresses": Address("person", ()),
            "lookalikes": lookalikes(book)[:MOST_ALIKE],
        }

    template = "people/people.html"
    if request.method == "POST" or page_request.q:
        return page(request, template, context(), status=422 if form.errors else 200)
    state = state_of_people(family)
    return page_of_family(
        request, template, lambda: context(state), family, page_request.page, state=state
    )


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def person(request: HttpRequest, person_id: int) -> HttpResponse:
    """Show a person's evenings and record; POST renames the person."""
    family = family_of(request.user)
    someone = _someone(family, person_id)
    first = {"name": someone.name, "note": someone.note}
    form = PersonForm(request.POST if request.method == "POST" else None, initial=first)
    if request.method == "POST" and form.is_valid():
        try:
            writing.rename_person(person=someone, **form.cleaned_data)
        except Refused as refusal:
            put_beside_fields(form, refusal.problems)
        else:
            return back(request, "person", person_id, message=_("Saved."))
    records = family_records(family)
    evenings = history(someone, records)
    begun = [row for row in evenings if not row.is_planned]
    return page(
        request,
        "people/person.html",
        {
            "person": someone,
            "form": form,
            "figures": None if someone.left_out else person_page(records, someone.pk),
            "latest": begun[:LATEST],
            "total": len(begun),
            "playing": sum(row.is_playing for row in begun),
            "planned": [row for row in reversed(evenings) if row.is_planned],
        },
        status=422 if form.errors else 200,
    )


@require_safe
@host_required
def person_evenings(request: HttpRequest, person_id: int) -> HttpResponse:
    """List a person's evenings that have begun: all, those won or ended in the first three
    (`?of=`), those of a game (`?game=`), of a time (`?since=`, `?until=`). Raises Http404 for
    others."""
    someone = _someone(family_of(request.user), person_id)
    of, game = request.GET.get("of", ""), request.GET.get("game", "")[:80]
    rows = [row for row in history(someone) if not row.is_planned]
    form = YearsForm(sorted({row.date.year for row in rows}, reverse=True), request.GET)
    if not form.is_valid():
        raise Http404
    if (span := form.span()) is not None:
        rows = [row for row in rows if span[0] <= row.date.year <= span[1]]
    if game:
        rows = [row for row in rows if row.slug == game]
    if of == "won":
        rows = [row for row in rows if row.outcome and row.outcome.is_win]
    elif of == "podium":
        rows = [row for row in rows if row.outcome and row.outcome.is_podium]
    if (game and not rows) or of not in ("", "won", "podium"):
        raise Http404
    context: dict[str, Any] = {"person": someone, "rows": rows, "of": of, "span": span}
    context["game"] = rows[0].game if game else ""
    return page(request, "people/person_evenings.html", context)


@require_safe
@host_required
def person_figures(request: HttpRequest, person_id: int) -> HttpResponse:
    """Show all figures of a person, of all evenings or of a time (`?since=`, `?until=`: years);
    years without an evening, or in the wrong order, are answered with 422 beside their fields.
    Raises Http404 for somebody who is left out of records."""
    family = family_of(request.user)
    someone = _someone(family, person_id)
    if someone.left_out:
        raise Http404
    records = family_records(family)
    form = YearsForm(years_of(records, someone.pk), request.GET)
    span = form.span() if form.is_valid() else None
    context = {
        "person": someone,
        "figures": figures_page(records, someone.pk, span),
        "form": form,
        "span": span,
    }
    status = 422 if form.errors else 200
    return page(request, "people/person_figures.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def person_care(request: HttpRequest, person_id: int) -> HttpResponse:
    """Ask whether a person is to be left out of records, and say what that changes; POST does it,
    or takes it back (`out`)."""
    someone = _someone(family_of(request.user), person_id)
    if request.method == "POST":
        out = request.POST.get("out") == "1"
        writing.leave_out(person=someone, out=out)
        words = _("{name} is left out of the records.") if out else _("{name} is in the records.")
        return back(request, "person", person_id, message=words.format(name=someone))
    context = {
        "person": someone,
        "evenings": history(someone),
        "yearbooks": yearbooks_naming(someone),
    }
    return page(request, "people/care.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def person_remove(request: HttpRequest, person_id: int) -> HttpResponse:
    """Ask once more whether a person is to be removed for good; POST does it."""
    someone = _someone(family_of(request.user), person_id)
    problems: list[str] = []
    if request.method == "POST":
        try:
            remove_person(person=someone, host=request.user)
        except Refused as refusal:
            problems = sentences(refusal)
        else:
            message = _("The name is gone from here. What was played stays.")
            return back(request, "people", message=message)
    context = {
        "person": someone,
        "evenings": history(someone),
        "titles": titles_with(someone),
        "photos": sum(photos_at(someone).values()),
        "yearbooks": yearbooks_naming(someone),
    }
    return page(request, "people/remove.html", context, problems=problems)


@require_safe
@host_required
def person_stored(request: HttpRequest, person_id: int) -> HttpResponse:
    """Show how much of each kind is stored of a person, where, who sees it, and how it goes. For
    the hosts of the family."""
    someone = _someone(family_of(request.user), person_id)
    context = {"person": someone, "stored": stored_data(someone)}
    return private(page(request, "people/stored.html", context))


@require_safe
@host_required
def person_download(request: HttpRequest, person_id: int) -> HttpResponse:
    """Hand out all that is stored of a person as JSON, in a file without the name."""
    someone = _someone(family_of(request.user), person_id)
    response = JsonResponse(
        person_data(someone), json_dumps_params={"indent": 2, "ensure_ascii": False}
    )
    response.headers["Content-Disposition"] = f'attachment; filename="person-{person_id}.json"'
    return private(response)


def _someone(family: int, person_id: int) -> Person:
    """Return a person in the book of a family. Raises Http404 for others."""
    someone = reading.person_in_book(family, person_id)
    if someone is None:
        raise Http404
    return someone


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def people_merge(request: HttpRequest) -> HttpResponse:
    """Merge two entries of the book: GET shows the evenings of both, POST merges."""
    family = family_of(request.user)
    parameters = request.POST if request.method == "POST" else request.GET
    keep, duplicate = (
        whole_number(parameters.get("keep")),
        whole_number(parameters.get("duplicate")),
    )
    if keep is None or duplicate is None or keep == duplicate:
        data = parameters if "duplicate" in parameters else None
        form = MergeForm(reading.people_list(family), data, keep=keep)
        if not form.is_valid():
            bad = bool(form.errors)
            return page(request, "people/merge.html", {"form": form}, status=422 if bad else 200)
        keep, duplicate = (int(form.cleaned_data[name]) for name in ("keep", "duplicate"))
    keep_person, duplicate_person = _someone(family, keep), _someone(family, duplicate)
    problems: list[str] = []
    if request.method == "POST":
        try:
            writing.merge_people(
                keep=keep_person, duplicate=duplicate_person, who=request.user.get_username()
            )
        except Refused as refusal:
            problems = sentences(refusal)
        else:
            return back(request, "person", keep_person.pk, message=_("They are now one person."))
    records = family_records(family)
    return page(
        request,
        "people/merge.html",
        {
            "kept": keep_person,
            "gone": duplicate_person,
            "kept_history": history(keep_person, records),
            "gone_history": history(duplicate_person, records),
        },
        problems=problems,
    )


TEMPLATE = "people/import.html"
WHO = "who-"  # before the place in the list of somebody about whom the host is asked
MOST_LINES = 200  # lines of a list, whatever its length


@require_http_methods(["GET", "HEAD", "POST"])
@host_required
def people_import(request: HttpRequest) -> HttpResponse:
    """Choose or paste a list, then preview it; "keep" admits the people."""
    if request.method != "POST":
        return page(request, TEMPLATE, {"form": PeopleListForm()})
    form = PeopleListForm(request.POST, request.FILES)
    if not form.is_valid():
        return page(request, TEMPLATE, {"form": form}, status=422)
    try:
        readings = form.readings()
        text = readings[0].text
        # Answers about the columns belong to the text on the page, not to a new file.
        choices = {} if form.cleaned_data["file"] else column_choices(request.POST)
        file = read_people(text, usual_roles(), **choices)
    except Refused as refused:
        put_beside_fields(form, refused.problems)
        return page(request, TEMPLATE, {"form": form}, status=422)
    # A text that changed after its preview is previewed again.
    as_seen = request.POST.get("seen") == mark_of(text, file)
    if request.POST.get("act") == "keep" and as_seen and not file.problems and not file.asks:
        return taken_in(request, file)
    return preview(request, readings, file, request.POST if as_seen else None)


def mark_of(text: str, file: PeopleFile) -> str:
    """Return a digest of a text and its columns, independent of the browser's line ends."""
    read = "\n".join([*text.splitlines(), *file.table.kinds, str(file.table.heading_line)])
    return sha256(read.encode(errors="replace")).hexdigest()[:16]


def taken_in(request: HttpRequest, file: PeopleFile) -> HttpResponse:
    """Admit the people of a list, as the host has decided about those of one name."""
    decided = decisions(request.POST)
    taken = admit(
        family=family_of(request.user), people=file.people, lines=file.lines, decided=decided
    )
    message = ngettext("{n} person was added.", "{n} people were added.", taken)
    return back(request, "people", message=message.format(n=taken))


def decisions(data: QueryDict) -> Decisions:
    """What the host said about people of one name; what was said of all holds for those who are not
    on the page, too."""
    everybody = data.get("all")
    rest = everybody or data.get("rest")
    answers = {
        number: data[key]
        for key in data
        if key.startswith(WHO) and (number := whole_number(key.removeprefix(WHO))) is not None
    }
    by_number = {number: answer == "two" for number, answer in answers.items()}
    left_out = frozenset(number for number, answer in answers.items() if answer == "out")
    return Decisions({} if everybody else by_number, rest == "two" if rest else None, left_out)


def preview(
    request: HttpRequest, readings: Sequence[TextReading], file: PeopleFile, data: QueryDict | None
) -> HttpResponse:
    """Show the state of everybody in the list; or the problems to settle first, with 422. `data`:
    what the host has decided about this very list."""
    text, table = readings[0].text, file.table
    form = PeopleListForm(initial={"text": text, "coding": readings[0].coding})
    context: dict[str, Any] = {"form": form, "table": table}
    if len(readings) > 1:
        pairs = zip(readings, samples(readings), strict=True)
        context["readings"] = sorted(
            pairs, key=lambda pair: (pair[0] is not readings[0], pair[0].name)
        )
        context["coding"] = readings[0].coding
    context |= column_question(table)
    if file.problems:
        context |= {"wrong": problem_lines(file.problems), "problems_found": len(file.problems)}
        return page(request, TEMPLATE, context, status=422)
    if file.asks:
        return page(request, TEMPLATE, context)
    rows = admissions(family_of(request.user), file.people, file.lines)
    decided = decisions(data) if data is not None else Decisions()
    visible = visible_lines(rows)
    states = Counter(row.state for row in rows)
    context |= {
        "rows": [(row, decided.answer_for(row)) for row in visible],
        "left": len(rows) - len(visible),
        "total": len(rows),
        "new_count": len(decided.choose(rows)),
        "states": states,
        "asked": states["alike"] + states["again"],
        "rest": "" if decided.rest is None else "two" if decided.rest else "same",
        "nameless": file.nameless_lines,
        "seen": mark_of(text, file),
    }
    return page(request, TEMPLATE, context)


def visible_lines(rows: Sequence[Admission]) -> list[Admission]:
    """Return the lines to show, in their order: of a long list first those that the host has to
    decide about, then as many others as fit."""
    if len(rows) <= MOST_LINES:
        return list(rows)
    by_need = sorted(rows, key=lambda row: not row.is_asked)
    return sorted(by_need[:MOST_LINES], key=lambda row: row.listed.line)
