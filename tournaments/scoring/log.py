"""The log as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.games import drive_of, format_of
from tournaments.models import Event, LogEntry
from tournaments.models.access import Link
from tournaments.scoring.undo_steps import last_undoable
from tournaments.words import and_list, compass, role_word, said, table_title

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from rulesets.formats import Format

PAGE_SIZE = 50
Params = Mapping[str, Any]

# A line's code -> its sentence; what is in braces comes from the line's params, made readable.
SENTENCES: dict[str, Any] = {
    "event.created": gettext_lazy("The event was made."),
    "event.updated": gettext_lazy("The event’s settings were changed."),
    "event.imported": gettext_lazy("The event was read from a file."),
    "event.finished": gettext_lazy("The evening was finished."),
    "event.reopened": gettext_lazy("The evening was taken up again."),
    "evening.joined": gettext_lazy("It counts for {evening} now."),
    "evening.left": gettext_lazy("It counts for {evening} no longer."),
    "people.entered": gettext_lazy("Entered: {people}."),
    "entry.role": gettext_lazy("{name} plays as {role}."),
    "entry.renamed": gettext_lazy("{before} is now called {name}."),
    "entry.removed": gettext_lazy("{name} was taken off the list."),
    "entry.keeps_chair": gettext_lazy("{name} keeps a chair."),
    "entry.travels": gettext_lazy("{name} no longer keeps a chair."),
    "roles.balanced": gettext_lazy("Asked to play the other role: {people}."),
    "pairing.added": gettext_lazy("{first} and {second}: {wish}."),
    "pairing.removed": gettext_lazy("{first} and {second}: no longer {wish}."),
    "scorekeeper.set": gettext_lazy("{name} keeps the score."),
    "scorekeeper.none": gettext_lazy("Nobody who plays keeps the score."),
    "seating.drawn": gettext_lazy("{seats} were drawn."),
    "seating.published": gettext_lazy("{seats} were shown ({tables})."),
    "seating.discarded": gettext_lazy("{seats} that had been drawn were put away."),
    "seating.anew": gettext_lazy("Round {set} was seated anew."),
    "final.seated": gettext_lazy("The final table was seated: {people}."),
    "table.opened": gettext_lazy("Table {table} was opened: {people}."),
    "attendance.here": gettext_lazy("{name} is here from {seating} on."),
    "attendance.away": gettext_lazy("{name} is away from {seating} on."),
    "late.added": gettext_lazy("{name} came late and plays from {seating} on."),
    "substitute": gettext_lazy("{name} plays for {instead} from hand {hand} on."),
    "dealer": gettext_lazy("{name} deals first."),
    "dealer.team": gettext_lazy("{name} deal first."),
    "report.added": gettext_lazy("{text}."),
    "report.corrected": gettext_lazy("{old}. It became: {text}."),
    "report.withdrawn": gettext_lazy("{old}. It was withdrawn."),
    "report.accepted": gettext_lazy("{place} was accepted."),
    "report.agreed": gettext_lazy("{by} agreed to the override."),
    "cut.reported": gettext_lazy("{winners} won the cut."),
    "cut.drawn": gettext_lazy("The cut was drawn for {winners}."),
    "cut.withdrawn": gettext_lazy("The cut was withdrawn."),
    "dispute.noted": gettext_lazy("{objector} objects: “{text}”"),
    "dispute.kali": gettext_lazy("{objector} objects to a rule changed in mid-game: “{text}”"),
    "dispute.decided": gettext_lazy("Decided on what {objector} objected to: “{decision}”"),
    "standings.hidden": gettext_lazy("The standings were hidden."),
    "standings.shown": gettext_lazy("The standings were shown again."),
    "standings.live": gettext_lazy("Standings count the set in play as it goes."),
    "standings.finished_sets": gettext_lazy("Standings count a set once it is over."),
    "standings.revealed": gettext_lazy("The next place was revealed."),
    "nudge": gettext_lazy("{place} was asked for its results."),
    "timer": gettext_lazy("The timer was set to {minutes} minutes."),
    "timer.off": gettext_lazy("The timer was taken away."),
    "link.made": gettext_lazy("A link was made: {link_name}."),
    "link.revoked": gettext_lazy("A link was withdrawn: {link_name}."),
    "link.renewed": gettext_lazy("A link was renewed: {link_name}."),
    "undone": gettext_lazy("Undone: {what}"),
}
# Of these the place is said first, where they have one.
PLACED = ("substitute", "dealer", "report.", "cut.", "dispute.")
UNKNOWN = gettext_lazy("something else")
BEGAN = gettext_lazy("Round {number} began.")
FELL = gettext_lazy("Round {number} is not played: the game had ended before it.")
RESEATED = gettext_lazy("The seats of set {set} were drawn anew.")
WAITS = gettext_lazy("It breaks a rule and waits for another player’s agreement.")
OVERRODE = gettext_lazy("It was entered although it breaks a rule.")
# Lines that have another sentence where a parameter is (or is not) something.
SECOND: dict[str, tuple[str, bool, str]] = {
    "entry.keeps_chair": ("keeps", False, "entry.travels"),
    "scorekeeper.set": ("name", False, "scorekeeper.none"),
    "dispute.noted": ("kali", True, "dispute.kali"),
    "standings.hidden": ("hidden", False, "standings.shown"),
    "standings.live": ("live", False, "standings.finished_sets"),
    "timer": ("minutes", False, "timer.off"),
}
NAMES_SHOWN = 6


@dataclass(frozen=True, slots=True)
class LogRow:
    entry_id: int
    version: int
    when: datetime
    who: str
    sentence: str
    reason: str
    undone: bool
    undoable: bool  # the one that would be undone now


@dataclass(frozen=True, slots=True)
class LogPage:
    rows: tuple[LogRow, ...]  # newest first
    page: int
    pages: int


def sentence(entry: LogEntry, event: Event | None = None) -> str:
    """What happened, in one translated sentence (or a few)."""
    return _sentence(event or entry.event, entry.code, entry.params)


def log(event: Event, page: int = 1) -> LogPage:
    """One page of the log (1-based, newest first); a page out of range shows the last."""
    lines = event.log.select_related("undone_by").order_by("-version")
    shown = Paginator(lines, PAGE_SIZE).get_page(page)
    undoable = last_undoable(event)
    rows = tuple(
        LogRow(
            entry_id=line.pk,
            version=line.version,
            when=line.created,
            who=line.who,
            sentence=sentence(line, event),
            reason=line.params.get("reason", ""),
            undone=hasattr(line, "undone_by"),
            undoable=undoable is not None and line.pk == undoable.pk,
        )
        for line in shown
    )
    return LogPage(rows, shown.number, shown.paginator.num_pages)


def undo_sentence(event: Event) -> tuple[int, str] | None:
    """The step that would be undone now: its line's id, and what it was."""
    line = last_undoable(event)
    return (line.pk, sentence(line, event)) if line else None


def _sentence(event: Event, code: str, params: Params) -> str:
    if code == "undone":
        inner = _sentence(event, params["step"], params["told"])
        return str(SENTENCES["undone"]).format(what=inner)
    form = format_of(event)
    place = _place(form, params)
    code = _variant(code, params)
    template = str(SENTENCES[code])
    seats = _of_seats(form, params) if "{seat" in template else {}
    words = {"place": place, **seats, **params}
    for key, make in READABLE.items():
        if key in params or f"{{{key}}}" in template:
            words |= make(event, params)
    told = template.format_map(words)
    if place and code.startswith(PLACED) and code not in ("dealer.team", "report.accepted"):
        told = _("{place}: {told}").format(place=place, told=told)
    return " ".join((told, *_followed(params)))


def _place(form: Format, params: Params) -> str:
    """Where it happened, in the words of the format; "" for nowhere in particular."""
    table, number = params.get("table"), params.get("set")
    if table is None:
        return ""
    if number is None:
        return table_title(form, 1, table)
    deal = params.get("deal") or None
    return said(form.place(number, table, deal, alone=bool(params.get("alone"))))


def _of_seats(form: Format, params: Params) -> dict[str, str]:
    """The seats that a line is about, and how many tables (couples) they are."""
    found = {}
    if "set" in params:
        found["seats"] = said(form.seats_words(params["set"] or 1))
        found["seating"] = said(form.seating_words(params["set"] or 1))
    return found


def _tables(event: Event, params: Params) -> dict[str, str]:
    number = params["tables"]
    if format_of(event).room:
        words = ngettext("{count} couple", "{count} couples", number)
    else:
        words = ngettext("{count} table", "{count} tables", number)
    return {"tables": words.format(count=number)}


def _followed(params: Params) -> Iterator[str]:
    """What came of it, each in a sentence."""
    if params.get("ending"):
        yield f"{params['ending']}."
    for key, text in (("began", BEGAN), ("fell", FELL)):
        if params.get(key):
            yield str(text).format(number=params[key])
    if params.get("reseated"):
        yield str(RESEATED).format(set=params["reseated"]["set"])
    if params.get("waits"):
        yield str(WAITS)
    elif params.get("reason") and params.get("overrode"):
        yield str(OVERRODE)


def _variant(code: str, params: Params) -> str:
    """Some codes have a second sentence."""
    if code == "dealer.set":
        return "dealer.team" if params.get("team") else "dealer"
    if code in SECOND:
        key, value, second = SECOND[code]
        return second if bool(params[key]) == value else code
    if code == "cut.reported" and params["payload"].get("drawn"):
        return "cut.drawn"
    return code


def _people(_event: Event, params: Params) -> dict[str, str]:
    names = list(params["names"])
    more = len(names) - NAMES_SHOWN
    if more > 1:
        names = [*names[:NAMES_SHOWN], _("{count} more").format(count=more)]
    return {"people": and_list(names)}


def _result(event: Event, params: Params) -> dict[str, str]:
    payload = params["payload"]
    if payload and "winners" in payload:
        form = format_of(event)
        return {"winners": and_list([compass(form, chair) for chair in payload["winners"]])}
    return {"text": params.get("text") or _reported(event, params, payload)}


def _old(event: Event, params: Params) -> dict[str, str]:
    before = params["before"]
    if not isinstance(before, dict) or "winners" in before:
        return {}
    return {"old": params.get("old") or _reported(event, params, before)}


def _reported(event: Event, params: Params, payload: Params | None) -> str:
    """A report whose words were not written into its line."""
    form = format_of(event)
    if form.lasts or not payload:
        return str(UNKNOWN)
    return said(drive_of(form).summary(params["set"], payload, params["deal"]))


def _role(event: Event, params: Params) -> dict[str, str]:
    return {"role": role_word(event, params.get("after") or "") if "asked" in params else ""}


def _wish(_event: Event, params: Params) -> dict[str, str]:
    wishes = {"apart": _("not at one table"), "together": _("at one table")}
    return {"wish": wishes.get(params.get("kind", ""), "")}


def _link(_event: Event, params: Params) -> dict[str, str]:
    kind = params.get("kind", "")
    if kind not in Link.Kind.values:
        return {"link_name": ""}
    if params.get("table"):
        return {"link_name": _("table {number}").format(number=params["table"])}
    return {"link_name": params.get("label") or str(Link.Kind(kind).label)}


Reader = Callable[[Event, Params], dict[str, str]]
READABLE: dict[str, Reader] = {
    "names": _people,
    "payload": _result,
    "before": _old,
    "tables": _tables,
    "role": _role,
    "wish": _wish,
    "link_name": _link,
}
