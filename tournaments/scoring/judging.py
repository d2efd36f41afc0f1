"""Whether a report may be kept: judged by the rules, and by what was reported around it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulesets.engine.json_values import LONGEST_FIELD
from rulesets.engine.problems import Problem, warning
from tournaments.errors import Refused, refusal
from tournaments.models import Seat, Seating
from tournaments.scoring.consequences import as_if, moved_rounds
from tournaments.scoring.pads import AWAY, row_of
from tournaments.scoring.replay import is_open

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from tournaments.actors import Actor
    from tournaments.scoring.deals import Deal
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


def judge(
    deal: Deal,
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
    if given.get(AWAY) and not (actor.at_desk and deal.room):
        raise refusal("away.desk", "The host notes who does not play.")
    problems = problems_of(deal, given)
    opens = may_open(deal, given)
    errors = [one for one in problems if one.severity == "error"]
    # A number out of its range is a slip of the finger, never a ruling.
    ruled = not opens and not any(one.firm or one.code.endswith(".range") for one in errors)
    overrides = bool(errors) and ruled and override and actor.at_desk
    if errors and not overrides:
        raise Refused(problems)
    if overrides and not reason:
        raise refusal("reason.missing", "Write down why this result stands.", "reason")
    codes = tuple(dict.fromkeys(one.code for one in problems))
    later = _later_problems(deal, given, codes, actor)
    open_warnings = [one for one in (*problems, *later) if one.severity == "warning"]
    if any(one.code not in confirmed for one in open_warnings):
        raise Refused(open_warnings)
    return Said(given, codes, overrides, reason, opens)


def problems_of(deal: Deal, payload: dict[str, Any]) -> tuple[Problem, ...]:
    """What the rules find in one report, at the places of its own fields.

    Who meets whom is settled by the seats that were shown, whatever the rotation would say now.
    """
    plays, pad = deal.plays, deal.pad
    if pad is None or not deal.room:
        early = plays.check_before(deal.before, payload) if may_open(deal, payload) else None
        return plays.check(deal.before, payload) if early is None else early
    row = deal.row or 0
    # The others cannot make it wrong: each couple has its people by the seats.
    rows = [None] * row + [None if payload.get(AWAY) else row_of(pad, deal.line, payload)]
    return tuple(
        replace(one, at=one.at[1:])
        for one in plays.check(deal.before, rows)
        if (one.at[:1] == (row,) or not one.at) and one.code not in UNASKED
    )


def may_open(deal: Deal, payload: Mapping[str, Any]) -> bool:
    """Whether this is what is told before the hand, of a hand that nobody has told the rest of."""
    if deal.pad is None or deal.later or (deal.line.standing and not deal.line.is_open):
        return False
    return is_open(deal.plays, deal.before, payload)


def cleaned(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The payload without answers that were not given; nothing else is said of who is away."""
    if payload.get(AWAY) is True:
        return {AWAY: True}
    return {str(key)[:LONGEST_FIELD]: value for key, value in payload.items() if value is not None}


def _later_problems(
    deal: Deal, payload: dict[str, Any], codes: Sequence[str], actor: Actor
) -> tuple[Problem, ...]:
    """Questions where later rounds would not hold any more (a table has to ask the desk), or the
    final table would have been another's."""
    pad = deal.pad
    if pad is None or (not deal.later and pad.ending is None):
        return ()
    after = as_if(pad, deal.number, deal.line, payload, codes)
    broken, _mended = moved_rounds(pad, after, deal.number)
    if broken and not actor.at_desk:
        raise later_refusal(pad, broken)
    problems = []
    if broken:
        text = "With this, {deal} could not have been played as reported; it would not count."
        problems.append(warning(LATER, text, deal=pad.form.called.within(broken[0])))
    if _loses_seat(pad, after):
        name = pad.scorers[pad.ending.winners[0]] if pad.ending else ""
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
