"""The log as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets import games
from tournaments.models import Event, LogEntry
from tournaments.models.access import Link
from tournaments.selectors import padlog
from tournaments.selectors.undoable import last_undoable
from tournaments.selectors.words import and_list, compass, role_word

if TYPE_CHECKING:
    from datetime import datetime

PAGE_SIZE = 50
Params = Mapping[str, Any]

# A line's code -> its sentence; what is in braces comes from the line's params, made readable.
SENTENCES: dict[str, Any] = {
    "event.created": gettext_lazy("The event was made."),
    "event.updated": gettext_lazy("The event’s settings were changed."),
    "event.imported": gettext_lazy("The event was read from a file."),
    "event.finished": gettext_lazy("The evening was finished."),
    "event.reopened": gettext_lazy("The evening was taken up again."),
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
    "seating.drawn": gettext_lazy("The seats of set {set} were drawn."),
    "seating.published": gettext_lazy("The seats of set {set} were shown ({tables} tables)."),
    "seating.discarded": gettext_lazy("The draw of set {set} was put away."),
    "attendance.here": gettext_lazy("{name} is here from set {set} on."),
    "attendance.away": gettext_lazy("{name} is away from set {set} on."),
    "late.added": gettext_lazy("{name} came late and plays from set {set} on."),
    "substitute": gettext_lazy(
        "Set {set}, table {table}: {name} plays for {instead} from hand {hand} on."
    ),
    "dealer": gettext_lazy("Set {set}, table {table}: {name} deals first."),
    "report.added": gettext_lazy("Set {set}, table {table}, hand {deal}: {result}."),
    "report.corrected": gettext_lazy(
        "Set {set}, table {table}, hand {deal}: {old} became {result}."
    ),
    "report.withdrawn": gettext_lazy("Set {set}, table {table}, hand {deal}: {old} was withdrawn."),
    "report.accepted": gettext_lazy("Set {set}, table {table}, hand {deal} was accepted."),
    "report.agreed": gettext_lazy(
        "Set {set}, table {table}, hand {deal}: {by} agreed to the override."
    ),
    "cut.reported": gettext_lazy("Set {set}, table {table}: {winners} won the cut."),
    "cut.drawn": gettext_lazy("Set {set}, table {table}: the cut was drawn for {winners}."),
    "cut.withdrawn": gettext_lazy("Set {set}, table {table}: the cut was withdrawn."),
    "dispute.noted": gettext_lazy("{objector} objects: “{text}”"),
    "dispute.kali": gettext_lazy("{objector} objects to a rule changed in mid-game: “{text}”"),
    "dispute.decided": gettext_lazy("Decided on what {objector} objected to: “{decision}”"),
    "standings.hidden": gettext_lazy("The standings were hidden."),
    "standings.shown": gettext_lazy("The standings were shown again."),
    "standings.revealed": gettext_lazy("The next place was revealed."),
    "nudge": gettext_lazy("Table {table} was asked for its results."),
    "timer": gettext_lazy("The timer was set to {minutes} minutes."),
    "timer.off": gettext_lazy("The timer was taken away."),
    "link.made": gettext_lazy("A link was made: {link_name}."),
    "link.revoked": gettext_lazy("A link was withdrawn: {link_name}."),
    "link.renewed": gettext_lazy("A link was renewed: {link_name}."),
    "undone": gettext_lazy("Undone: {what}"),
}
RESEATED = gettext_lazy("The seats of set {set} were drawn anew.")
WAITS = gettext_lazy("It breaks a rule and waits for another player’s agreement.")
OVERRODE = gettext_lazy("It was entered although it breaks a rule.")
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
    code = _variant(code, params)
    words = dict(params)
    for key, make in READABLE.items():
        if key in params or key in ("link_name", "wish", "role"):
            words |= make(event, params)
    scheme = games.load(event.game).scheme
    if scheme is not None and padlog.has_words(code, params):
        parts = [padlog.sentence(scheme, code, words)]
    else:
        parts = [str(SENTENCES[code]).format_map(words)]
    if params.get("reseated"):
        parts.append(str(RESEATED).format(set=params["reseated"]["set"]))
    if params.get("waits"):
        parts.append(str(WAITS))
    elif params.get("reason") and params.get("overrode"):
        parts.append(str(OVERRODE))
    return " ".join(parts)


def _variant(code: str, params: Params) -> str:
    """Some codes have a second sentence."""
    if code == "entry.keeps_chair" and not params["keeps"]:
        return "entry.travels"
    if code == "scorekeeper.set" and not params["name"]:
        return "scorekeeper.none"
    if code == "cut.reported" and params["payload"].get("drawn"):
        return "cut.drawn"
    if code == "dispute.noted" and params["kali"]:
        return "dispute.kali"
    if code == "standings.hidden" and not params["hidden"]:
        return "standings.shown"
    if code == "timer" and not params["minutes"]:
        return "timer.off"
    return code


def _people(_event: Event, params: Params) -> dict[str, str]:
    names = list(params["names"])
    more = len(names) - NAMES_SHOWN
    if more > 1:
        names = [*names[:NAMES_SHOWN], _("{count} more").format(count=more)]
    return {"people": and_list(names)}


def _result(event: Event, params: Params) -> dict[str, str]:
    payload = params["payload"]
    game = games.load(event.game)
    if not payload or game.scheme is not None:
        return {}
    if "winners" in payload:
        return {"winners": and_list([compass(game, chair) for chair in payload["winners"]])}
    return {"result": game.summary(params["set"], payload)}


def _old(event: Event, params: Params) -> dict[str, str]:
    game = games.load(event.game)
    if game.scheme is not None or "winners" in params["before"]:
        return {}
    return {"old": game.summary(params["set"], params["before"])}


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
    "before": lambda event, params: (
        _old(event, params) if isinstance(params["before"], dict) else {}
    ),
    "role": _role,
    "wish": _wish,
    "link_name": _link,
}
