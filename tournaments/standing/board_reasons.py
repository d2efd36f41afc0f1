"""Why somebody has a score on boards that last the evening: round by round, at all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.forms import message
from tournaments.scoring.pads import AWAY
from tournaments.scoring.progress import couple_words
from tournaments.standing.board_rows import account_of, run_of
from tournaments.standing.reasons import PlayerHand, PlayerSet, point_lines
from tournaments.words import compass, said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rulesets.engine.plays import Movement
    from tournaments.scoring.pad import Line, Pad, PadRound

COLUMN = "column"  # the kind of account that a team writes its totals into


def board_reasons(found: Sequence[Pad], entry_id: int) -> tuple[PlayerSet, ...]:
    """One person's rounds on all boards, numbered on; empty for somebody who is on none."""
    told: list[PlayerSet] = []
    for pad in found:
        if entry_id in pad.entry_ids:
            first = told[-1].number + 1 if told else 0
            told += _rounds(pad, pad.index(entry_id), first)
    return tuple(told)


def _rounds(pad: Pad, place: int, first: int) -> Iterator[PlayerSet]:
    """The start, where something was brought, and every round. `first` is the number of the
    start: rounds of an earlier table come before it."""
    name = _("Final table: {round}") if pad.set_number > 1 else "{round}"
    gains, totals = run_of(pad, pad.scorer(place))
    opening = _hand(pad, pad.replay.opening.movements, _mine(pad, place))
    if opening.lines:
        start = _("the start") if pad.set_number > 1 else _("The start")
        yield _set(pad, place, first, name.format(round=start), totals[0], (opening,))
    for one, points in zip(pad.rounds, gains, strict=True):
        words = pad.form.called
        deal = words.within(one.number) if pad.set_number > 1 else words.numbered(one.number)
        called = name.format(round=said(deal))
        mine = (line for line in one.lines if place in line.chairs or not pad.room)
        line = next(mine, None)
        hands = _of_team(pad, one, place, line, points) if pad.room else _of_table(pad, one, place)
        yield _set(pad, place, first + one.number, called, points, tuple(hands), (one, line))


def _set(
    pad: Pad,
    place: int,
    number: int,
    name: str,
    points: int | None,
    hands: tuple[PlayerHand, ...],
    told: tuple[PadRound | None, Line | None] = (None, None),
) -> PlayerSet:
    """A round of somebody, or the start. `told`: the round, and the report for one's own place."""
    one, line = told
    others = [pad.names[at] for at in line.chairs if at != place] if line and pad.room else []
    reported = line is not None and line.payload is not None
    return PlayerSet(
        number=number,
        name=name,
        line=said(one.played.summary) if one and one.played else "",
        rule="",
        points=points,
        table=_table(pad, line),
        compass=compass(pad.form, place),
        partner="",
        opponents=tuple(others),
        note=_note(pad, one, place, line) if one else "",
        hands=hands,
        at=(line.set_number, line.table_number, line.deal) if line and reported else (),
    )


def _table(pad: Pad, line: Line | None) -> int | None:
    """The number of the table, where there are several."""
    if pad.room:
        return line.table_number if line else None
    return pad.table_number if pad.title else None


def _note(pad: Pad, one: PadRound, place: int, line: Line | None) -> str:
    """Why a round brought nothing, if it did not."""
    if place in one.byes:
        return _("sat out: the chair across was empty")
    if line is None or (pad.room and line.payload is not None and line.payload.get(AWAY)):
        return _("not here")
    if one.counted:
        return ""
    if one.played is None:
        missing = any(line.payload is None for line in one.lines)
        return _("not all reports are in yet") if missing else ""
    errors = [problem for problem in one.played.problems if problem.severity == "error"]
    why = " ".join(message(problem) for problem in errors[:1])
    return _("does not count: {reason}").format(reason=why) if why else _("does not count")


# -- hands -----------------------------------------------------------------------------------


def _of_table(pad: Pad, one: PadRound, place: int) -> Iterator[PlayerHand]:
    """What a round brought somebody, with what closed the game after the last."""
    if one.played is None or not one.counted:
        return
    closing = pad.replay.closing.movements if one is pad.rounds[-1] else ()
    movements = (*one.played.movements, *closing)
    yield _hand(pad, movements, _mine(pad, place), accepted=one.accepted)


def _of_team(
    pad: Pad, one: PadRound, place: int, line: Line | None, points: int | None
) -> Iterator[PlayerHand]:
    """The own couple's result, then what the team was awarded for the whole round."""
    movements = one.played.movements if one.played else ()
    team = pad.scorer(place)
    if line is not None and line.payload is not None and not line.payload.get(AWAY):
        row = one.lines.index(line)

        def of_couple(movement: Movement) -> int | None:
            if movement.at[:1] != (row,):
                return None
            return movement.amount if movement.target.who == team else -movement.amount

        told = couple_words(pad, line, line.payload)
        called = _("At the table")
        yield _hand(pad, movements, of_couple, called=called, summary=told, accepted=line.accepted)

    def of_team(movement: Movement) -> int | None:
        if movement.target.kind == COLUMN and movement.target.who == team:
            return movement.amount
        mine = movement.source.kind == COLUMN and movement.source.who == team
        return -movement.amount if mine else None

    if one.counted:
        yield _hand(pad, movements, of_team, called=pad.scorers[team], points=points)


def _mine(pad: Pad, place: int) -> Callable[[Movement], int | None]:
    """What a movement brings somebody; None where it does not concern the account."""
    mine = account_of(pad, pad.scorer(place))

    def concerns(movement: Movement) -> int | None:
        if movement.target == mine:
            return movement.amount
        return -movement.amount if movement.source == mine else None

    return concerns


def _hand(
    pad: Pad,
    movements: Iterable[Movement],
    concerns: Callable[[Movement], int | None],
    *,
    called: str = "",
    summary: str = "",
    points: int | None = None,
    accepted: bool = True,
) -> PlayerHand:
    lines = point_lines(pad.plays, movements, concerns)
    return PlayerHand(
        deal=1,
        called=called,
        points=points,
        summary="" if lines else summary,
        lines=lines,
        provisional=not accepted,
        note="",
    )
