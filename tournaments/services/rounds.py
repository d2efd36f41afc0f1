"""What a table says about a round of a score pad: judged by what was played before it, and kept.

Corrections of any round are further revisions; everything after them is replayed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError

from rulesets.game import Problem
from rulesets.payload import LONGEST_FIELD
from rulesets.reading import is_firm
from tournaments.models import Event, Report, Seat, Seating, Table
from tournaments.selectors.pads import (
    AWAY,
    COUPLE,
    ROUND,
    Line,
    Pad,
    line_at,
    pads_before,
    read_pads,
    row_of,
)
from tournaments.selectors.padwords import told
from tournaments.selectors.supposed import as_if, new_line
from tournaments.services import reports
from tournaments.services.attendance import refuse_foreign
from tournaments.services.errors import Refused, refusal
from tournaments.services.journal import Turn, turn
from tournaments.services.reports import Said
from tournaments.services.settling import settle

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from tournaments.access import Actor

UNASKED = ("round.open", "round.nobody", "couple.rotation")
LATER = "later.broken"  # the code of the warning that later rounds would not hold any more


@dataclass(frozen=True, slots=True)
class TotalChange:
    """A side (a player, or a team) whose total would change."""

    name: str
    old: int
    new: int


@dataclass(frozen=True, slots=True)
class RoundPreview:
    """What a report would do. With an error among `problems` nothing else is filled in, unless it
    can be overridden. `broken` are later rounds that would not count any more, `mended` those
    that would count again."""

    old_summary: str = ""
    new_summary: str = ""
    changed: tuple[TotalChange, ...] = ()
    broken: tuple[int, ...] = ()
    mended: tuple[int, ...] = ()
    old_ending: str = ""
    new_ending: str = ""
    seen: int = 0
    problems: tuple[Problem, ...] = field(default_factory=tuple)


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
    """Keep what a table says about a round (`deal`; a couple's is always 1).

    `payload` is positional by chair. `key`, `seen`, `confirmed`, `reason`, `override` are as in
    `services.reports.report`. The desk may send {"away": True} for a couple that does not play
    the round. Raises Refused, Conflict.
    """
    event = table.seating.event
    refuse_foreign(table, actor)
    reports.check_key(key)
    said = None
    known = event.version, event.changed
    ruling: dict[str, Any] = {"confirmed": confirmed, "reason": reason, "override": override}
    try:
        with turn(event, actor) as step:
            before = reports.revisions(step, table, deal, key)
            if before.same_key is not None:
                return before.same_key
            if before.newest is None or before.newest.payload != cleaned(payload):
                reports.refuse_closed(event, table, actor, before)
            pad, number, line = place_of(event, table, deal, pads_before(event, *known))
            said = judge(pad, number, line, payload, actor, **ruling)
            again = reports.settled(before, said, seen)
            if again is not None:
                return again
            reports.refuse_closed(event, table, actor, before)
            made = reports.add(step, table, deal, said, actor, key, before)
            after = as_if(pad, number, line, said.payload, said.overrode)
            _log(step, table, made, before, pad, after, number)
            return made
    except IntegrityError:
        if said is None:
            raise
        return reports.lost_race(table, deal, said, key)


def withdraw(*, table: Table, deal: int, actor: Actor, reason: str, seen: int, key: str) -> Report:
    """Take a report back (a revision without values). The reason is needed at the desk.

    A table cannot take back what later rounds stand on. Raises Refused, Conflict.
    """
    event = table.seating.event
    refuse_foreign(table, actor)
    said = Said(None, reason=reports.withdrawal_reason(actor, reason))
    reports.check_key(key)
    try:
        with turn(event, actor) as step:
            before = reports.revisions(step, table, deal, key)
            if before.same_key is not None:
                return before.same_key
            reports.refuse_closed(event, table, actor, before)
            newest = reports.to_withdraw(before, seen)
            pad, number, line = place_of(event, table, deal)
            after = as_if(pad, number, line, None)
            broken, _mended = moved_rounds(pad, after, number)
            if broken and not actor.at_desk:
                raise _later_refusal(broken)
            made = reports.add(step, table, newest.deal, said, actor, key, before)
            _log(step, table, made, before, pad, after, number)
            return made
    except IntegrityError:
        return reports.lost_race(table, deal, said, key)


def _log(
    step: Turn,
    table: Table,
    made: Report,
    before: reports.Revisions,
    pad: Pad,
    after: Pad,
    number: int,
) -> None:
    """Settle what follows from a new report, and write its line: what it says, and what was said
    before, in words."""
    counts = pad if made.needs_agreement else after
    more = settle(step.event, made, (counts,))
    if old := told(pad, number, table.number):
        more["old"] = old
    if text := told(after, number, table.number):
        more["text"] = text
    if counts.ending is not None and pad.ending is None:
        more["ending"] = counts.ending.text
    reports.log_report(step, table, made, before.current, **more)


def preview(*, table: Table, deal: int, payload: Mapping[str, Any] | None) -> RoundPreview:
    """What would change if this were reported (None: withdrawn). Nothing is kept."""
    pad, number, line = place_of(table.seating.event, table, deal)
    problems: tuple[Problem, ...] = ()
    given: dict[str, Any] | None = None
    if payload is not None:
        given = cleaned(payload)
        problems = problems_of(pad, number, line, given)
        if any(is_firm(one, pad.scheme) for one in problems):
            return RoundPreview(problems=problems, seen=line.revision)
    allowed = [one.code for one in problems]
    after = as_if(pad, number, line, given, allowed)
    broken, mended = moved_rounds(pad, after, number)
    return RoundPreview(
        old_summary=_summary(pad, number),
        new_summary=_summary(after, number),
        changed=_changes(pad, after),
        broken=broken,
        mended=mended,
        old_ending=pad.ending.text if pad.ending else "",
        new_ending=after.ending.text if after.ending else "",
        seen=line.revision,
        problems=problems,
    )


def place_of(
    event: Event, table: Table, deal: int, found: Iterable[Pad] | None = None
) -> tuple[Pad, int, Line]:
    """The pad of a table (among those `found`), the number of the round and its line.

    Raises Refused where there is no such round.
    """
    set_number = table.seating.set_number
    for pad in read_pads(event) if found is None else found:
        if pad.scheme.rows == COUPLE:
            line = line_at(pad, table.number, set_number) if deal == ROUND else None
            if line is not None and line.table_id == table.pk:
                return pad, set_number, line
        elif pad.table_id == table.pk and 1 <= deal <= max(pad.next_number, len(pad.rounds)):
            return pad, deal, line_at(pad, table.number, deal) or new_line(pad, deal)
    if table.pk is None or table.seating.state == Seating.State.REPLACED:
        raise refusal("seats.replaced", "The seats were changed. Reload the page.")
    raise refusal("round.unknown", "There is no round {round} to report yet.", round=deal)


def judge(
    pad: Pad,
    number: int,
    line: Line,
    payload: Mapping[str, Any],
    actor: Actor,
    *,
    confirmed: Collection[str] = (),
    reason: str = "",
    override: bool = False,
) -> Said:
    """Check a report against the rules and the rounds around it; returns what may be kept.

    Raises Refused: with every problem where an error stands, else with the warnings that nobody
    has confirmed.
    """
    reason = " ".join(reason.split())
    if len(reason) > reports.REASON_LENGTH:
        text = "The reason has {count} letters; {most} fit."
        params = {"count": len(reason), "most": reports.REASON_LENGTH}
        raise refusal("reason.long", text, "reason", **params)
    given = cleaned(payload)
    if given.get(AWAY) and not (actor.at_desk and pad.scheme.rows == COUPLE):
        raise refusal("away.desk", "The host notes who does not play.")
    problems = problems_of(pad, number, line, given)
    errors = [one for one in problems if one.severity == "error"]
    # A number out of its range is a slip of the finger, never a ruling.
    ruled = not any(is_firm(one, pad.scheme) or one.code.endswith(".range") for one in errors)
    overrides = bool(errors) and ruled and override and actor.at_desk
    if errors and not overrides:
        raise Refused(problems)
    if overrides and not reason:
        raise refusal("reason.missing", "Write down why this result stands.", "reason")
    codes = tuple(dict.fromkeys(one.code for one in problems))
    later = _later_problems(pad, number, line, given, codes, actor)
    open_warnings = [one for one in (*problems, *later) if one.severity == "warning"]
    if any(one.code not in confirmed for one in open_warnings):
        raise Refused(open_warnings)
    return Said(given, codes, overrides, reason)


def problems_of(pad: Pad, number: int, line: Line, payload: dict[str, Any]) -> tuple[Problem, ...]:
    """What the rules find in one report, at the places of its own fields.

    Who meets whom is settled by the seats that were shown, whatever the rotation would say now.
    """
    before = _before(pad, number)
    if pad.scheme.rows != COUPLE:
        return pad.scheme.check(before, payload)
    found = pad.round(number)
    place = found.lines.index(line) if found else 0
    # The others cannot make it wrong: each couple has its people by the seats.
    rows = [None] * place + [None if payload.get(AWAY) else row_of(pad, line, payload)]
    return tuple(
        Problem(one.code, one.severity, one.template, one.params, one.at[1:])
        for one in pad.scheme.check(before, rows)
        if (one.at[:1] == (place,) or not one.at) and one.code not in UNASKED
    )


def moved_rounds(pad: Pad, after: Pad, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The later rounds that would no longer count, and those that would count again."""
    was = {one.number: one.counted for one in pad.rounds if one.complete}
    now = {one.number: one.counted for one in after.rounds if one.complete}
    later = [n for n in was if n > number and n in now]
    broken = tuple(n for n in later if was[n] and not now[n])
    return broken, tuple(n for n in later if now[n] and not was[n])


def cleaned(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The payload without answers that were not given; nothing else is said of who is away."""
    if payload.get(AWAY) is True:
        return {AWAY: True}
    return {str(key)[:LONGEST_FIELD]: value for key, value in payload.items() if value is not None}


def _later_problems(
    pad: Pad,
    number: int,
    line: Line,
    payload: dict[str, Any],
    codes: Sequence[str],
    actor: Actor,
) -> tuple[Problem, ...]:
    """Questions where later rounds would not hold any more (a table has to ask the desk), or the
    final table would have been another's."""
    newest = all(one.number <= number for one in pad.rounds if one.complete)
    if newest and pad.ending is None:
        return ()
    after = as_if(pad, number, line, payload, codes)
    broken, _mended = moved_rounds(pad, after, number)
    if broken and not actor.at_desk:
        raise _later_refusal(broken)
    problems = []
    if broken:
        text = (
            "With this, round {round} could not have been played as reported; it would not count."
        )
        problems.append(Problem(LATER, "warning", text, {"round": broken[0]}))
    if _loses_seat(pad, after):
        name = pad.names[pad.ending.winners[0]] if pad.ending else ""
        text = "{name} sits at the final table and would not have won this one; the seats stay."
        problems.append(Problem("final.moved", "warning", text, {"name": name}))
    return tuple(problems)


def _loses_seat(pad: Pad, after: Pad) -> bool:
    """Whether a correction takes the win from somebody who sits at the final table."""
    if not pad.scheme.final_table or pad.ending is None:
        return False
    if after.ending is not None and after.ending.winners == pad.ending.winners:
        return False
    winners = [pad.entry_ids[place] for place in pad.ending.winners]
    shown = Seat.objects.filter(seating__state=Seating.State.PUBLISHED, entry__in=winners)
    return shown.filter(seating__set_number__gt=pad.set_number).exists()


def _later_refusal(broken: Sequence[int]) -> Refused:
    text = "With this, round {round} could not have been played as reported. Ask the host."
    return refusal(LATER, text, round=broken[0])


def _before(pad: Pad, number: int) -> Any:
    found = pad.round(number)
    return found.before if found else pad.standing


def _summary(pad: Pad, number: int) -> str:
    found = pad.round(number)
    return found.played.summary if found and found.played else ""


def _changes(pad: Pad, after: Pad) -> tuple[TotalChange, ...]:
    names = pad.setup.roster.team_names or pad.names
    old, new = pad.scheme.totals(pad.state), pad.scheme.totals(after.state)
    return tuple(
        TotalChange(name, one, two)
        for name, one, two in zip(names, old, new, strict=True)
        if one != two
    )
