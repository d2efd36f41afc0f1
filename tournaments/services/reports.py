"""What a table says about a hand: reported, corrected, withdrawn."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError

from rulesets import games
from rulesets.payload import answered, shape_problems, to_json
from tournaments.models import CUT, Acceptance, Event, Report, Table
from tournaments.selectors.pads import COUPLE
from tournaments.selectors.reading import stored
from tournaments.selectors.standings import leads
from tournaments.services.attendance import discard, refuse_foreign
from tournaments.services.errors import Conflict, Refused, refusal
from tournaments.services.journal import Turn, turn

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from rulesets.game import Game
    from tournaments.access import Actor

REASON_LENGTH = 300
KEY_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Said:
    """A report that was judged and may be kept."""

    payload: dict[str, Any] | None
    overrode: tuple[str, ...] = ()  # codes of overridden errors and confirmed warnings
    override: bool = False
    reason: str = ""


def report(
    *,
    table: Table,
    deal: int,
    payload: Mapping[str, Any],
    actor: Actor,
    key: str,
    seen: int,
    confirmed: Collection[str] = (),
    reason: str = "",
    override: bool = False,
) -> Report:
    """Keep what a table says about a hand (`deal` counts from 1).

    `table` comes with its seating and event. `key` is made by the client: the same key again
    answers with the same report. `seen` is the newest revision that the form showed (0: none):
    if there is a newer one with other values, Conflict; with the same values, that one.
    `confirmed` are codes of warnings that were asked about. An `override` (host or scorekeeper,
    with a reason) keeps a report that breaks a rule; where the scorekeeper plays and leads it
    waits for another player's agreement. Raises Refused with all problems (only warnings: ask
    and send again with their codes), Conflict.
    """
    event = table.seating.event
    game = games.load(event.game)
    refuse_foreign(table, actor)
    said = judge(
        game, table, deal, payload, actor, confirmed=confirmed, reason=reason, override=override
    )
    return keep(table, deal, said, actor, key, seen)


def keep(table: Table, deal: int, said: Said, actor: Actor, key: str, seen: int) -> Report:
    """Keep a judged report in a turn of its own."""
    event = table.seating.event
    check_key(key)
    try:
        with turn(event, actor) as step:
            before = revisions(step, table, deal, key)
            again = settled(before, said, seen)
            if again is not None:
                return again
            refuse_closed(event, table, actor, before)
            made = add(step, table, deal, said, actor, key, before)
            log_report(step, table, made, before.current, **draft_put_away(table, made, before))
            return made
    except IntegrityError:
        return lost_race(table, deal, said, key)


def lost_race(table: Table, deal: int, said: Said, key: str) -> Report:
    """The database itself refused a second report: find out which, and answer accordingly.

    Writers of one event queue up, so this is either a key that was used elsewhere or a database
    that does not lock rows.
    """
    same = Report.objects.filter(key=key).first()
    if same is not None and (same.table_id, same.deal) == (table.pk, deal):
        return same
    newest = Report.objects.filter(table=table, deal=deal).order_by("-revision").first()
    if same is None and newest is not None:
        raise Conflict(newest, said.payload) from None
    raise refusal("key.used", "This entry was sent before, for another one.") from None


@dataclass(slots=True)
class Revisions:
    """The reports of one deal at one table that a new one must look at, and the set in play."""

    set_number: int = 0
    seating_id: int = 0
    newest: Report | None = None
    current: Report | None = None
    same_key: Report | None = None

    @property
    def number(self) -> int:
        return self.newest.revision if self.newest else 0


def revisions(step: Turn, table: Table, deal: int, key: str) -> Revisions:
    """Read them, inside the turn. One query."""
    found = Revisions()
    for row in step.rows.look(table.seating.event_id, table.pk, deal):
        found.set_number, found.seating_id, pk, number, payload, used_key, author, counts = row
        if pk is None:
            break
        values = {"id": pk, "table_id": table.pk, "deal": deal, "revision": number}
        values |= {"key": used_key, "author": author}
        values["payload"] = None if payload is None else json.loads(payload)
        one: Report = stored(Report, values, table=table)
        found.newest = one
        if counts:
            found.current = one
        if used_key == key:
            found.same_key = one
    return found


def settled(before: Revisions, said: Said, seen: int) -> Report | None:
    """The report that already says this, if there is one. Raises Conflict."""
    if before.same_key is not None:
        return before.same_key
    if before.newest is not None and before.number > seen:
        if before.newest.payload == said.payload:
            return before.newest
        raise Conflict(before.newest, said.payload)
    same = before.newest is not None and before.newest is before.current
    if same and before.newest and before.newest.payload == said.payload and not said.override:
        return before.newest
    return None


def add(
    step: Turn,
    table: Table,
    deal: int,
    said: Said,
    actor: Actor,
    key: str,
    before: Revisions,
) -> Report:
    """Add the next revision. The host's and scorekeeper's own entries count as accepted."""
    waits = said.override and actor.at_desk and _scorekeeper_leads(step.event)
    values = {
        "deal": deal,
        "revision": before.number + 1,
        "payload": said.payload,
        "author": actor.label[:80],
        "link_id": actor.link_id,
        "reason": said.reason,
        "overrode": list(said.overrode),
        "needs_agreement": waits,
        "key": key,
    }
    made = step.rows.add_report(table, values)
    if actor.at_desk and not waits and said.payload is not None:
        Acceptance.objects.create(report=made, by=actor.label)
    return made


def where(table: Table, deal: int) -> dict[str, Any]:
    """The place of a report, as the log keeps it; `alone`: there is no other table."""
    told = {"set": table.seating.set_number, "table": table.number, "deal": deal}
    scheme = games.load(table.seating.event.game).scheme
    if scheme is not None and scheme.rows != COUPLE and table.seating.tables.count() == 1:
        told["alone"] = True
    return told


def draft_put_away(table: Table, made: Report, before: Revisions) -> dict[str, int]:
    """Seats drawn from what the table said before are not right any more: for the log, which draft
    went. A first report of a hand cannot meet one: a draw waits for every hand."""
    first = before.newest is None and made.deal != CUT
    if first or table.seating.set_number != before.set_number:
        return {}
    gone = discard(table.seating.event)
    return {} if gone is None else {"discarded": gone}


def log_report(step: Turn, table: Table, made: Report, current: Report | None, **more: Any) -> None:
    """Write the line for a report, a correction or a withdrawal."""
    old = current.payload if current else None
    code = (
        "report.withdrawn"
        if made.payload is None
        else "report.corrected"
        if old
        else "report.added"
    )
    if made.deal == CUT:
        code = "cut.withdrawn" if made.payload is None else "cut.reported"
    told = where(table, made.deal) | {"report": made.pk, "payload": made.payload}
    if old is not None:
        told["before"] = old
    if made.reason:
        told["reason"] = made.reason
    if made.overrode:
        told["overrode"] = made.overrode
    if made.needs_agreement:
        told["waits"] = True
    step.log(code, **told, **more)


def judge(
    game: Game,
    table: Table,
    deal: int,
    payload: Mapping[str, Any],
    actor: Actor,
    *,
    confirmed: Collection[str] = (),
    reason: str = "",
    override: bool = False,
    ask: bool = True,
) -> Said:
    """Check a report against the rules; returns what may be kept. Raises Refused.

    With `ask` false, warnings are taken as confirmed (they were shown with a preview).
    """
    stage = table.seating.set_number
    if not 1 <= deal <= game.hands_per_stage:
        raise refusal("deal.unknown", "There is no hand {hand} in a set.", "deal", hand=deal)
    reason = " ".join(reason.split())
    if len(reason) > REASON_LENGTH:
        text = "The reason has {count} letters; {most} fit."
        raise refusal("reason.long", text, "reason", count=len(reason), most=REASON_LENGTH)
    questions = game.questions(stage)
    malformed = shape_problems(questions, payload)
    if malformed:
        raise Refused(malformed)
    problems = game.check(stage, roles_of(table), payload)
    errors = [one for one in problems if one.severity == "error"]
    warnings = [one for one in problems if one.severity == "warning"]
    # A number out of its range is a slip of the finger, never a ruling.
    ruled = not any(one.code.endswith(".range") for one in errors)
    overrides = bool(errors) and ruled and override and actor.at_desk
    if errors and not overrides:
        raise Refused(problems)
    if overrides and not reason:
        raise refusal("reason.missing", "Write down why this result stands.", "reason")
    if ask and any(one.code not in confirmed for one in warnings):
        raise Refused(warnings)
    codes = tuple(dict.fromkeys(one.code for one in problems))
    return Said(to_json(answered(questions, payload)), codes, overrides, reason)


def roles_of(table: Table) -> tuple[str, ...]:
    """The role at each chair; as read with the table, if they were."""
    if table.roles_by_chair is not None:
        return table.roles_by_chair
    return tuple(table.seats.order_by("chair").values_list("role", flat=True))


def refuse_closed(event: Event, table: Table, actor: Actor, shown: Revisions) -> None:
    """Refuse reports for seats that are not in play. Inside a turn."""
    if event.state != Event.State.PLAYING:
        raise refusal("event.not_playing", "The event is not being played.")
    if table.pk is None or table.seating.set_number > shown.set_number:
        raise refusal("seats.replaced", "The seats of this set were changed. Reload the page.")
    if table.seating.set_number == shown.set_number:
        if table.seating_id != shown.seating_id:
            raise refusal("seats.replaced", "The seats of this set were changed. Reload the page.")
    elif not actor.at_desk:
        raise _over(event, table.seating.set_number)


def _over(event: Event, number: int) -> Refused:
    """The refusal of a table's report for seats that others have followed."""
    scheme = games.load(event.game).scheme
    text = "Set {set} is over. Ask the host to correct it."
    if scheme is not None:
        text = "The final table is seated. Ask the host to correct this."
        if scheme.rows == COUPLE:
            text = "Round {set} is over. Ask the host to correct it."
    return refusal("set.over", text, set=number)


def check_key(key: str) -> None:
    """Refuse a key that cannot be kept."""
    if not key or len(key) > KEY_LENGTH:
        raise refusal("key.wrong", "This entry cannot be told from others. Reload the page.")


def withdraw(*, table: Table, deal: int, actor: Actor, reason: str, seen: int, key: str) -> Report:
    """Take a report back (a revision without values). The reason is needed at the desk."""
    refuse_foreign(table, actor)
    reason = withdrawal_reason(actor, reason)
    check_key(key)
    event = table.seating.event
    with turn(event, actor) as step:
        before = revisions(step, table, deal, key)
        if before.same_key is not None:
            return before.same_key
        refuse_closed(event, table, actor, before)
        to_withdraw(before, seen)
        made = add(step, table, deal, Said(None, reason=reason), actor, key, before)
        log_report(step, table, made, before.current, **draft_put_away(table, made, before))
    return made


def withdrawal_reason(actor: Actor, reason: str) -> str:
    """The reason as it is kept. Raises Refused where the desk gives none."""
    reason = " ".join(reason.split())[:REASON_LENGTH]
    if actor.at_desk and not reason:
        raise refusal("reason.missing", "Write down why it is withdrawn.", "reason")
    return reason


def to_withdraw(before: Revisions, seen: int) -> Report:
    """The report that would be taken back. Raises Refused, Conflict."""
    if before.newest is None or before.newest.payload is None:
        raise refusal("report.none", "There is nothing to withdraw.")
    if before.number > seen:
        raise Conflict(before.newest, None)
    return before.newest


def _scorekeeper_leads(event: Event) -> bool:
    return event.scorekeeper_id is not None and leads(event, event.scorekeeper_id)
