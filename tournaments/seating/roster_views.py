"""Who is entered, and what is wished for the draw. For the desk; the book is for its owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from rulesets.formats.parts import Keeping
from tournaments.access.decorators import desk_access, host_access, only_for
from tournaments.access.permissions import EventRequest
from tournaments.models import Entry, Event, Pairing
from tournaments.models.errors import Refused, refusal
from tournaments.models.event_games import format_of, game_of
from tournaments.models.events import TEAM_LENGTH
from tournaments.people import selectors as reading
from tournaments.people.list_tables import column_choices, column_question, read_file
from tournaments.people.names import ParsedName, parse_names, write_lines, write_names
from tournaments.people.people_file import PeopleFile, guests_of_file, read_people
from tournaments.people.selectors import EntryRow, persons
from tournaments.seating import draws
from tournaments.seating import roster as writing
from tournaments.seating.forms import GuestsForm, PairingForm
from tournaments.seating.ways import WAYS
from tournaments.web.forms import put_beside_fields
from tournaments.web.labels import role_word
from tournaments.web.paging import Address, PageRequest, is_long, list_page, page_with
from tournaments.web.responses import (
    back,
    clean_line,
    entries_of,
    entry_of,
    page,
    perform_action,
    sentences,
    whole_number,
)
from tournaments.web.wording import and_list, count_word

if TYPE_CHECKING:
    from rulesets.formats import Format

MOST_KNOWN = 400
NAMED = 5


def parsed_names(event: Event, text: str) -> Sequence[ParsedName]:
    """The lines that were typed or pasted, parsed with the words for this event's roles."""
    roles = format_of(event).facts.roles.names
    return parse_names(text, roles=roles, role_names=event.role_names)


def guests_of(event: Event, form: GuestsForm) -> Sequence[ParsedName]:
    """The people who were typed. Raises Refused if there are none."""
    guests = parsed_names(event, form.cleaned_data["names"])
    if not guests:
        raise refusal("names.none", "Type at least one name.", "names")
    return guests


def lines_with_list(event: Event, form: GuestsForm, people_file: PeopleFile) -> str:
    """What was typed and, below it, the people of a list, as if they had been typed too. Raises
    Refused for what cannot be read of either."""
    parsed_names(event, form.cleaned_data["names"])
    guests = guests_of_file(people_file)
    called = {role: role_word(event, role) for role in format_of(event).facts.roles.names}
    return "\n".join(
        filter(None, (form.cleaned_data["names"].strip(), write_lines(guests, called)))
    )


def ticked_people(event: Event, ids: Sequence[str]) -> list[Any]:
    """The people of the book who were ticked, as if they had been typed."""
    numbers = [number for text in ids[:MOST_KNOWN] if (number := whole_number(text)) is not None]
    roles = format_of(event).facts.roles.names
    return [
        ParsedName(
            name=person.name,
            note=person.note,
            role=person.usual_role if person.usual_role in roles else None,
            line=0,
        )
        for person in persons(event.book, numbers)
    ]


def people_context(request: EventRequest, opened: int | None = None) -> dict[str, Any]:
    """The context of the people page; `opened` is the entry whose menu is open."""
    event = request.event
    format = format_of(event)
    rows = reading.entries(event)
    choices = reading.role_choices(event)
    tables, out, alone = _tables_of(format, len(rows))
    page_request = PageRequest.of(request)
    if opened is not None:
        number = page_with(rows, lambda row: row.entry_id == opened)
        page_request = replace(page_request, q="", page=number or 1)
    setup = event.state == "setup"
    proposal = writing.propose_balance(event) if setup and choices else []
    unmarked = sum(not row.role for row in rows) if choices else 0
    partners = reading.partners(event, rows)
    return {
        "rows": rows,
        "part": list_page(rows, page_request, name=lambda row: row.name),
        "deeds": Address("event_entry", (event.pk,)),
        "roles": choices,
        "sides": [
            (role_word(event, role, many=True), sum(row.role == role for row in rows))
            for role, _name in choices
        ],
        "unmarked": unmarked,
        "drafted": setup and draws.has_draft(event),
        "put_away": setup and draws.is_put_away(event),
        "to_draw": setup and rows and not unmarked and not proposal,
        "balance_words": balance_words(event, proposal),
        "players": game_of(event).plays.players,
        "ways": WAYS(format),
        "tables": tables,
        "over": out,
        "alone": alone,
        "proposed": {entry.pk for entry in proposal},
        "askable": askable(rows, proposal),
        "pairings": reading.pairings(event),
        "partners": partners,
        "waits": next(
            (row.name for row in rows if setup and alone and not partners[row.entry_id]), ""
        ),
        "teams": reading.team_names(event),
        "scorekeeper": event.scorekeeper_id,
        "setup": setup,
        "tab": "people",
    }


def _tables_of(format: Format, people: int) -> tuple[int, int, int]:
    """How many tables so many people have in the first set, how many sit out each set, and whether
    somebody has no partner; no tables for too few."""
    format = format.for_people(people)
    if not format.tables.fits(people):
        return 0, 0, 0
    alone = people % 2 if format.facts.fixed_pairs else 0
    return format.tables.count(people), format.tables.spare(people) - alone, alone


def balance_words(event: Event, proposal: Sequence[Entry]) -> str:
    """How many have to play the other role so that every partnership is mixed; "" for nobody."""
    if not proposal:
        return ""
    role = proposal[0].role
    other = next(each for each in format_of(event).facts.roles.names if each != role)
    own = bool(event.role_names)
    names = {
        "n": count_word(len(proposal)),
        "one": role_word(event, role),
        "many": role_word(event, role, many=True),
        "other": role_word(event, other),
        "others": role_word(event, other, many=True),
    }
    if not own:  # a family's own words keep their capitals
        names = {name: word.lower() for name, word in names.items()}
    text = ngettext(
        "{n} {one} needs to play as a {other}. Here is a suggestion.",
        "{n} {many} need to play as {others}. Here is a suggestion.",
        len(proposal),
    )
    return capfirst(text.format(**names))


def askable(rows: Sequence[EntryRow], proposal: Sequence[Entry]) -> list[EntryRow]:
    """Who can be ticked to play the other role: everybody of that role if they are few; else those
    proposed, or nobody if these are very many, too."""
    proposed = {entry.pk for entry in proposal}
    could = [row for row in rows if proposal and row.role == proposal[0].role]
    if is_long(len(could)):
        could = [row for row in could if row.entry_id in proposed]
    return [] if is_long(len(could)) else could


def people_to_tick(request: EventRequest) -> list[Any]:
    """The people of the book who can still be ticked. A scorekeeper does not see the book."""
    if request.actor.kind != "host":
        return []
    event = request.event
    return list(reading.people_list(event.book, limit=MOST_KNOWN, but=event.pk))


def people_extras(request: EventRequest, rows: Sequence[EntryRow]) -> dict[str, Any]:
    """The context beside the list before the first seats; long parts only if they are asked for."""
    event = request.event
    if event.state != "setup":
        return {}
    opens_book = "book" in request.GET
    candidates = people_to_tick(request)
    return {
        "book": is_long(len(candidates)) and not opens_book,
        "asked_book": opens_book,
        "known": candidates,
        "most_known": MOST_KNOWN if len(candidates) == MOST_KNOWN else 0,
        "pairing": PairingForm(
            [(row.entry_id, row.name) for row in rows], requests=format_of(event).facts.requests
        ),
    }


def people_page(
    request: EventRequest,
    problems: list[str] | None = None,
    names: GuestsForm | None = None,
    pairing: PairingForm | None = None,
    opened: int | None = None,
    question: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """The page, or only its list if htmx asks for it; with a `question` of which column of a list
    is which."""
    context = people_context(request, opened)
    context |= people_extras(request, context["rows"])
    context["names"] = names or GuestsForm()
    context |= question or {}
    if pairing is not None:
        context["pairing"] = pairing
    bad = bool(problems or (names and names.errors) or (pairing and pairing.errors))
    template = "seating/_roster.html" if request.htmx else "seating/roster.html"
    return page(request, template, context, problems=problems, status=422 if bad else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
def event_people(request: EventRequest, event_id: int) -> HttpResponse:
    """Enter names, typed or pasted, and everybody entered so far; with `?open=` the menu of one
    entry, for htmx only that. For the desk."""
    opened = whole_number(request.GET.get("open"))
    if request.method != "POST" and opened is not None:
        return entry_page(request, opened)
    if request.method != "POST":
        return people_page(request)
    form, drafted = GuestsForm(request.POST, request.FILES), draws.has_draft(request.event)
    if form.is_valid():
        try:
            if form.cleaned_data["file"] or form.cleaned_data["listed"]:
                return list_page_of(request, form)
            message = enter_parsed(request, guests_of(request.event, form))
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            message = with_put_away(request.event, drafted, message)
            return back(request, "event_people", event_id, message=message)
    return people_page(request, names=form)


def list_page_of(request: EventRequest, form: GuestsForm) -> HttpResponse:
    """The page with the people of a file in the box of names; or with the question of which column
    is which, if that is not known. Raises Refused for what is no list."""
    event, file = request.event, form.cleaned_data["file"]
    text = read_file(file.read())[0].text if file else form.cleaned_data["listed"]
    choices = {} if file else column_choices(request.POST)
    people_file = read_people(text, format_of(event).facts.roles.names, event.role_names, **choices)
    question = (
        {"listed": text, **column_question(people_file.table)}
        if people_file.asks or choices
        else {}
    )
    if people_file.asks:
        return people_page(request, names=form, question=question)
    try:
        names = list_preview(event, form, people_file)
    except Refused as refused:
        put_beside_fields(form, refused.problems)
        return people_page(request, names=form, question=question)
    return people_page(request, names=names)


def list_preview(event: Event, form: GuestsForm, people_file: PeopleFile) -> GuestsForm:
    """The form with the people of a list in the box of names: they can be looked at and changed
    before they are entered. Raises Refused."""
    lines = lines_with_list(event, form, people_file)
    preview = GuestsForm(initial={"names": lines})
    count = len(parsed_names(event, lines))
    preview.fields["names"].help_text = ngettext(
        "{n} person. Nobody is entered yet: look through the list, then enter them.",
        "{n} people. Nobody is entered yet: look through the list, then enter them.",
        count,
    ).format(n=count)
    return preview


def entry_page(request: EventRequest, opened: int) -> HttpResponse:
    """The menu of an entry, in the list or alone."""
    context = people_context(request, opened) | {"opened": opened}
    row = next((row for row in context["rows"] if row.entry_id == opened), None)
    if row is None:
        raise Http404
    if request.htmx:
        return page(request, "seating/_people.html", context | {"lines": [row]})
    context |= people_extras(request, context["rows"]) | {"names": GuestsForm()}
    return page(request, "seating/roster.html", context)


def enter_parsed(request: EventRequest, parsed: Sequence[ParsedName]) -> str:
    """Enter people; return how many are new, and who was there already (two pages may enter the
    same name at once). Raises Refused if nobody is new: the name may mean somebody else."""
    added = writing.enter_people(event=request.event, actor=request.actor, parsed=parsed)
    new = {entry.name for entry in added}
    there = [typed for typed in parsed if write_names(typed.people) not in new]
    if not there:
        return entered_count_words(len(added))
    names = [write_names(typed.people) for typed in there[:NAMED]]
    if left := len(there) - len(names):
        names.append(ngettext("%(n)d other", "%(n)d others", left) % {"n": left})
    already = refusal(
        "names.there",
        "Already entered: {names}. If this is somebody else of that name, add a few words: "
        "“{one}”.",
        "names",
        names=and_list(names),
        one=_("%(name)s (from Leeds)") % {"name": there[0].name},
    )
    if not added:
        raise already
    return " ".join([entered_count_words(len(added)), *sentences(already)])


def with_put_away(event: Event, drafted: bool, message: str) -> str:
    """The message; if seats had been `drafted` and are discarded now, it says so."""
    if not drafted or draws.has_draft(event):
        return message
    return " ".join(filter(None, (message, _("The drawn seats were discarded."))))


def entered_count_words(count: int) -> str:
    return ngettext("%(n)d person entered.", "%(n)d people entered.", count) % {"n": count}


@require_POST
@host_access
def event_known(request: EventRequest, event_id: int) -> HttpResponse:
    """Enter people of the book by ticking them. For the event's hosts: the book is not the
    desk's."""
    drafted = draws.has_draft(request.event)
    try:
        parsed = ticked_people(request.event, request.POST.getlist("known"))
        if not parsed:
            raise refusal("known.none", "Tick at least one person.")
        message = enter_parsed(request, parsed)
    except Refused as refused:
        return people_page(request, problems=sentences(refused))
    message = with_put_away(request.event, drafted, message)
    return back(request, "event_people", event_id, message=message)


@require_POST
@desk_access
def event_entry(request: EventRequest, event_id: int, entry_id: int) -> HttpResponse:
    """One person's role, kept chair, and keeping of scores; or remove the entry. For the desk."""
    entry = get_object_or_404(Entry, pk=entry_id, event_id=event_id)

    def role(request: EventRequest) -> str:
        writing.set_role(
            event=request.event,
            actor=request.actor,
            entry=entry,
            role=request.POST.get("role", ""),
        )
        return ""

    def keeps(request: EventRequest) -> str:
        on = request.POST.get("keeps") == "1"
        writing.set_keeps_chair(event=request.event, actor=request.actor, entry=entry, keeps=on)
        return ""

    def scorekeeper(request: EventRequest) -> str:
        on = request.POST.get("keeps") == "1"
        writing.set_scorekeeper(
            event=request.event, actor=request.actor, entry=entry if on else None
        )
        return ""

    def rename(request: EventRequest) -> str:
        name = clean_line(request.POST.get("name"), 200)
        writing.rename_entry(event=request.event, actor=request.actor, entry=entry, name=name)
        return _("The name is now %(name)s.") % {"name": entry.name}

    def remove(request: EventRequest) -> str:
        writing.remove_entry(event=request.event, actor=request.actor, entry=entry)
        return _("%(name)s has been removed.") % {"name": entry.name}

    def team(request: EventRequest) -> str:
        name = clean_line(request.POST.get("team"), TEAM_LENGTH + 1)
        writing.set_team(event=request.event, actor=request.actor, entry=entry, team=name)
        return ""

    deeds = {"role": role, "keeps": keeps, "scorekeeper": scorekeeper, "team": team}
    deeds |= {"rename": rename, "remove": remove}
    drafted = draws.has_draft(request.event)
    message, problems = perform_action(request, deeds)
    message = with_put_away(request.event, drafted, message)
    if problems or request.htmx:
        return people_page(request, problems=problems, opened=entry_id)
    return back(request, "event_people", event_id, message=message)


@require_POST
@desk_access
@only_for(Keeping.SET, Keeping.HANDS)
def event_balance(request: EventRequest, event_id: int) -> HttpResponse:
    """Ask people to play the other role. For the desk."""
    try:
        people = entries_of(request.event, request.POST.getlist("entry"))
        if request.POST.get("all"):
            people = writing.propose_balance(request.event)
        writing.apply_balance(event=request.event, actor=request.actor, entries=people)
    except Refused as refused:
        return people_page(request, problems=sentences(refused))
    if request.htmx:
        return people_page(request)
    return back(request, "event_people", event_id)


@require_POST
@desk_access
@only_for(Keeping.SET, Keeping.HANDS)
def event_pairings(request: EventRequest, event_id: int) -> HttpResponse:
    """Two people apart, together or as partners, in the first draw or all sets. For the desk."""
    people = request.event.entries.values_list("pk", "name")
    form = PairingForm(people, request.POST, requests=format_of(request.event).facts.requests)
    removed = whole_number(request.POST.get("remove"))
    if removed is not None:
        pairing = get_object_or_404(Pairing, pk=removed, event_id=event_id)
        try:
            writing.remove_pairing(event=request.event, actor=request.actor, pairing=pairing)
        except Refused as refused:
            return people_page(request, problems=sentences(refused))
        return back(request, "event_people", event_id)
    if form.is_valid():
        try:
            writing.add_pairing(
                event=request.event,
                actor=request.actor,
                first=entry_of(request.event, form.cleaned_data["first"]),
                second=entry_of(request.event, form.cleaned_data["second"]),
                kind=form.cleaned_data["kind"],
            )
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            return back(request, "event_people", event_id)
    return people_page(request, pairing=form)
