"""Whether a report may be kept: judged by the rules, and by what was reported around it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulesets.json_values import LONGEST_FIELD
from rulesets.problems import Problem, warning
from tournaments.errors import Refused, refusal
from tournaments.games import format_of
from tournaments.models import Seat, Seating, Table
from tournaments.scoring.consequences import as_if, moved_rounds
from tournaments.scoring.pads import AWAY, read_pads, row_of
from tournaments.scoring.places import ReportPlace, place_among
from tournaments.scoring.replay import is_open

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from rulesets.formats import Format
    from rulesets.plays import Plays, State
    from tournaments.actors import Actor
    from tournaments.scoring.pad import Pad

REASON_LENGTH = 300
UNASKED = ("round.open", "round.nobody", "couple.rotation")
LATER = "later.broken"  # the code of the warning that later rounds would not hold any more


@dataclass(frozen=True, slots=True)
class Said:
    """A report that was judged and may be kept. `is_open`: the rest is told after the hand."""

    payload: dict[str, Any] | None
    overrode: tuple[str, ...] = ()  # codes of overridden errors and confirmed warnings
    override: bool = False
    reason: str = ""
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where a report belongs: the state `before` it, which it is judged on, and its place on the
    board; `at` is None where each report stands by itself."""

    plays: Plays
    before: State
    at: ReportPlace | None = None


def place_of(table: Table, deal: int, found: Callable[[], Iterable[Pad]] | None = None) -> Place:
    """The place of a table's report of a deal. `found` gives the boards, where they are known.

    Raises Refused where there is no such place.
    """
    event, set_number = table.seating.event, table.seating.set_number
    form = format_of(event)
    if form.apart:
        if not 1 <= deal <= form.deals:
            raise refusal("deal.unknown", "There is no hand {hand} in a set.", "deal", hand=deal)
        return Place(form.game.plays, form.table(set_number, deal, roles_of(table)))
    at = place_among(found() if found else read_pads(event), set_number, table.number, deal)
    if at is not None and at.line.table_id == table.pk:
        return Place(at.pad.plays, at.before, at)
    if table.pk is None or table.seating.state == Seating.State.REPLACED:
        raise refusal("seats.replaced", "The seats were changed. Reload the page.")
    raise no_such_deal(form, deal)


def no_such_deal(form: Format, number: int) -> Refused:
    """A report of what cannot be played yet."""
    text = "There is no {deal} to report yet."
    return refusal("round.unknown", text, deal=form.called.within(number))


def roles_of(table: Table) -> tuple[str, ...]:
    """The role at each chair; as read with the table, if they were."""
    if table.roles_by_chair is not None:
        return table.roles_by_chair
    return tuple(table.seats.order_by("chair").values_list("role", flat=True))


def judge(
    place: Place,
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
    if len(reason) > REASON_LENGTH:
        text = "The reason has {count} letters; {most} fit."
        raise refusal("reason.long", text, "reason", count=len(reason), most=REASON_LENGTH)
    given = cleaned(payload)
    if given.get(AWAY) and not (actor.at_desk and place.at is not None and place.at.room):
        raise refusal("away.desk", "The host notes who does not play.")
    problems = problems_of(place, given)
    opens = may_open(place, given)
    errors = [one for one in problems if one.severity == "error"]
    # A number out of its range is a slip of the finger, never a ruling.
    ruled = not opens and not any(one.firm or one.code.endswith(".range") for one in errors)
    overrides = bool(errors) and ruled and override and actor.at_desk
    if errors and not overrides:
        raise Refused(problems)
    if overrides and not reason:
        raise refusal("reason.missing", "Write down why this result stands.", "reason")
    codes = tuple(dict.fromkeys(one.code for one in problems))
    later = _later_problems(place.at, given, codes, actor) if place.at is not None else ()
    open_warnings = [one for one in (*problems, *later) if one.severity == "warning"]
    if any(one.code not in confirmed for one in open_warnings):
        raise Refused(open_warnings)
    return Said(given, codes, overrides, reason, opens)


def problems_of(place: Place, payload: dict[str, Any]) -> tuple[Problem, ...]:
    """What the rules find in one report, at the places of its own fields.

    Who meets whom is settled by the seats that were shown, whatever the rotation would say now.
    """
    plays, at = place.plays, place.at
    if at is None or not at.room:
        early = plays.check_before(place.before, payload) if may_open(place, payload) else None
        return plays.check(place.before, payload) if early is None else early
    found = at.pad.round(at.number)
    row = found.lines.index(at.line) if found else 0
    # The others cannot make it wrong: each couple has its people by the seats.
    rows = [None] * row + [None if payload.get(AWAY) else row_of(at.pad, at.line, payload)]
    return tuple(
        replace(one, at=one.at[1:])
        for one in plays.check(place.before, rows)
        if (one.at[:1] == (row,) or not one.at) and one.code not in UNASKED
    )


def may_open(place: Place, payload: Mapping[str, Any]) -> bool:
    """Whether this is what is told before the hand, of a hand that nobody has told the rest of."""
    at = place.at
    if at is None or at.later or (at.line.standing and not at.line.is_open):
        return False
    return is_open(place.plays, place.before, payload)


def cleaned(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The payload without answers that were not given; nothing else is said of who is away."""
    if payload.get(AWAY) is True:
        return {AWAY: True}
    return {str(key)[:LONGEST_FIELD]: value for key, value in payload.items() if value is not None}


def _later_problems(
    at: ReportPlace, payload: dict[str, Any], codes: Sequence[str], actor: Actor
) -> tuple[Problem, ...]:
    """Questions where later rounds would not hold any more (a table has to ask the desk), or the
    final table would have been another's."""
    if not at.later and at.pad.ending is None:
        return ()
    after = as_if(at.pad, at.number, at.line, payload, codes)
    broken, _mended = moved_rounds(at.pad, after, at.number)
    if broken and not actor.at_desk:
        raise later_refusal(at.pad, broken)
    problems = []
    if broken:
        text = "With this, {deal} could not have been played as reported; it would not count."
        problems.append(warning(LATER, text, deal=at.pad.form.called.within(broken[0])))
    if _loses_seat(at.pad, after):
        name = at.pad.scorers[at.pad.ending.winners[0]] if at.pad.ending else ""
        text = "{name} sits at the final table and would not have won this one; the seats stay."
        problems.append(warning("final.moved", text, name=name))
    return tuple(problems)


def _loses_seat(pad: Pad, after: Pad) -> bool:
    """Whether a correction takes the win from somebody who sits at the final table."""
    if not pad.plays.final_table or pad.ending is None:
        return False
    if after.ending is not None and after.ending.winners == pad.ending.winners:
        return False
    winning = (place for winner in pad.ending.winners for place in pad.people_of(winner))
    winners = [pad.entry_ids[place] for place in winning]
    shown = Seat.objects.filter(seating__state=Seating.State.PUBLISHED, entry__in=winners)
    return shown.filter(seating__set_number__gt=pad.set_number).exists()


def later_refusal(pad: Pad, broken: Sequence[int]) -> Refused:
    """A table's report that would undo later rounds."""
    text = "With this, {deal} could not have been played as reported. Ask the host."
    return refusal(LATER, text, deal=pad.form.called.within(broken[0]))
