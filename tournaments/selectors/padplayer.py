"""One person's evening at the score pads: every round, with whom, what it brought, and why."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.movements import team_line
from rulesets.scheme import player_account
from tournaments.models import Event, Seating
from tournaments.selectors.explained import PlayerHand, PlayerSet, PointLine
from tournaments.selectors.pads import AWAY, COUPLE, Line, Pad, PadRound, pads, row_of
from tournaments.selectors.padstandings import run_of
from tournaments.selectors.people import present
from tournaments.selectors.seats import seats_of, table_title
from tournaments.selectors.words import and_list, compass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rulesets.scheme import Account, Movement

FEW = 3  # others at a table who are all named
COLUMN = "column"  # the kind of account that a team writes its totals into


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where somebody sits now, and what is known of later."""

    now: str
    later: str


def pad_explanations(found: Sequence[Pad]) -> Iterator[tuple[int, tuple[PlayerSet, ...]]]:
    """Entry id and explanation of everybody at a pad."""
    for entry_id in dict.fromkeys(pk for pad in found for pk in pad.entry_ids):
        yield entry_id, pad_explanation(found, entry_id)


def pad_explanation(found: Sequence[Pad], entry_id: int) -> tuple[PlayerSet, ...]:
    """One person's rounds at all pads, numbered on; empty for somebody who is at none."""
    told: list[PlayerSet] = []
    for pad in found:
        if entry_id in pad.entry_ids:
            place = pad.index(entry_id)
            told += _team_rounds(pad, place) if _is_team(pad) else _rounds(pad, place, told)
    return tuple(told)


def whereabouts(event: Event, entry_id: int, *, veiled: bool = False) -> Whereabouts:
    """Where an entry sits, and where it sits next, as far as that is known. For score pads.

    `veiled`: without a word on who has won.
    """
    shown = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("-set_number").first()
    if shown is None:
        return Whereabouts(_("The first seats are not drawn yet."), "")
    if event.state == Event.State.FINISHED:
        return Whereabouts(_("The evening is over."), "")
    found = [pad for pad in pads(event) if entry_id in pad.entry_ids]
    if not found:
        return Whereabouts(_("You have no seat"), "")
    pad = found[-1]
    if pad.ending is not None and veiled:
        return Whereabouts(_("This game is over."), "")
    if pad.ending is not None:
        return Whereabouts(_(pad.ending.template).format(**pad.ending.params) + ".", "")
    if not _is_team(pad):
        return Whereabouts(_at_table(pad, pad.index(entry_id)), "")
    line = next((one for one in seats_of(event, shown).by_name if one.entry_id == entry_id), None)
    where = line.where if line else _("you have no seat")
    now = _("Round {number}: {where}").format(number=shown.set_number, where=_lower(where))
    return Whereabouts(now, _next_round(event, pad, entry_id, shown.set_number + 1))


def _is_team(pad: Pad) -> bool:
    return pad.scheme.rows == COUPLE


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _at_table(pad: Pad, place: int) -> str:
    """ "Table 2, Chair 3, with Ann, Bo and Di"; at a large table the two beside one."""
    table = table_title(pad.game, pad.set_number, pad.table_number)
    seat = {"table": table, "chair": compass(pad.game, place)}
    others = [name for at, name in enumerate(pad.names) if at != place]
    if len(others) <= FEW:
        return _("{table}, {chair}, with {names}").format(names=and_list(others), **seat)
    beside = [pad.names[place - 1], pad.names[(place + 1) % len(pad.names)]]
    return _("{table}, {chair}, between {names}").format(names=and_list(beside), **seat)


def _next_round(event: Event, pad: Pad, entry_id: int, number: int) -> str:
    """Where the rotation leads somebody, if nobody comes or goes."""
    here = present(event, number)
    stays, moves = (
        [pad.entry_ids[place] for place in team if pad.entry_ids[place] in here]
        for team in pad.setup.roster.teams
    )
    if entry_id not in here or not stays or not moves:
        return ""
    names = dict(zip(pad.entry_ids, pad.names, strict=True))
    for pair in team_line.seated(stays, moves, number):
        if entry_id in (pair.stays, pair.moves):
            other = pair.moves if entry_id == pair.stays else pair.stays
            if other is None:
                return _("Then you sit round {number} out.").format(number=number)
            return _("Then, in round {number}: place {place}, with {name}.").format(
                number=number, place=pair.chair, name=names[other]
            )
    return ""


# -- a pad for each table --------------------------------------------------------------------


def _rounds(pad: Pad, place: int, before: Sequence[PlayerSet]) -> list[PlayerSet]:
    """The start, and every round. `before` are those of an earlier table."""
    sets, totals = run_of(pad, place)
    first = before[-1].number + 1 if before else 0
    last = pad.set_number > 1
    concerns = partial(_moves, player_account(place))
    opening = _lines(pad, pad.replay.opening.movements, concerns)
    start = _one(
        first,
        _("Final table: the start") if last else _("The start"),
        pad,
        points=totals[0],
        hands=(_hand(opening, points=None),),
        place=place,
    )
    found = [start] if opening else []
    for one, points in zip(pad.rounds, sets, strict=True):
        movements = list(one.played.movements) if one.played else []
        if one is pad.rounds[-1]:
            movements += pad.replay.closing.movements
        name = _("Round {number}").format(number=one.number)
        hand = _hand(_lines(pad, movements, concerns), points=None, accepted=one.accepted)
        found.append(
            _one(
                first + one.number,
                _("Final table: {round}").format(round=_lower(name)) if last else name,
                pad,
                points=points,
                line=one.played.summary if one.played else "",
                note=_note(one),
                hands=(hand,) if one.counted else (),
                place=place,
                at=_place_of(one.lines[0]),
            )
        )
    return found


def _moves(mine: Account, movement: Movement) -> int:
    """What a movement brings an account."""
    if movement.target == mine:
        return movement.amount
    return -movement.amount if movement.source == mine else 0


def _one(
    number: int,
    name: str,
    pad: Pad,
    *,
    points: int | None,
    hands: tuple[PlayerHand, ...],
    place: int,
    line: str = "",
    note: str = "",
    at: tuple[int, ...] = (),
) -> PlayerSet:
    return PlayerSet(
        number=number,
        name=name,
        line=line,
        rule="",
        points=points,
        table=pad.table_number if pad.title else None,
        compass=compass(pad.game, place),
        partner="",
        opponents=(),
        note=note,
        hands=hands,
        at=at,
    )


# -- two teams -------------------------------------------------------------------------------


def _team_rounds(pad: Pad, place: int) -> list[PlayerSet]:
    """Every round: what the own couple reported, and what the round brought the team."""
    team = pad.setup.roster.team_of(place)
    sets, _totals = run_of(pad, team)
    found = []
    for one, points in zip(pad.rounds, sets, strict=True):
        row = next((n for n, line in enumerate(one.lines) if place in line.chairs), None)
        line = one.lines[row] if row is not None else None
        other = [pad.names[at] for at in line.chairs if at != place] if line else []
        found.append(
            PlayerSet(
                number=one.number,
                name=_("Round {number}").format(number=one.number),
                line=one.played.summary if one.played else "",
                rule="",
                points=points,
                table=line.table_number if line else None,
                compass="",
                partner="",
                opponents=tuple(other),
                note=_team_note(one, place, line),
                hands=tuple(_team_hands(pad, one, team, row, points)),
                at=_place_of(line) if line else (),
            )
        )
    return found


def _team_hands(
    pad: Pad, one: PadRound, team: int, row: int | None, points: int | None
) -> Iterator[PlayerHand]:
    """The own couple's result, then what the team was awarded for the whole round."""
    movements = one.played.movements if one.played else ()
    line = one.lines[row] if row is not None else None
    if line is not None and line.payload is not None and not line.payload.get(AWAY):

        def of_couple(movement: Movement) -> int:
            if movement.at[:1] != (row,):
                return 0
            return movement.amount if movement.target.who == team else -movement.amount

        say = pad.scheme.row_text
        said = say(pad.setup.roster, row_of(pad, line, line.payload)) if say else ""
        lines = _lines(pad, movements, of_couple)
        yield _hand(lines, title=_("At the table"), said=said, accepted=line.accepted)

    def of_team(movement: Movement) -> int:
        if movement.target.kind == COLUMN and movement.target.who == team:
            return movement.amount
        mine = movement.source.kind == COLUMN and movement.source.who == team
        return -movement.amount if mine else 0

    if one.counted:
        name = pad.setup.roster.team_names[team]
        lines = _lines(pad, movements, of_team)
        yield _hand(lines, title=name, points=points, accepted=True)


def _team_note(one: PadRound, place: int, line: Line | None) -> str:
    if place in one.byes:
        return _("sat out: the chair across was empty")
    if line is None or (line.payload is not None and line.payload.get(AWAY)):
        return _("not here")
    return _note(one)


# -- both ------------------------------------------------------------------------------------


def _place_of(line: Line) -> tuple[int, ...]:
    """Where the report of a line stands; nowhere as long as there is none."""
    return (line.set_number, line.table_number, line.deal) if line.payload is not None else ()


def _note(one: PadRound) -> str:
    """Why a round does not count, if it does not."""
    if one.counted:
        return ""
    if one.played is None:
        missing = any(line.payload is None for line in one.lines)
        return _("not all reports are in yet") if missing else ""
    errors = [problem for problem in one.played.problems if problem.severity == "error"]
    said = " ".join(_(problem.template).format(**problem.params) for problem in errors[:1])
    return _("does not count: {reason}").format(reason=said) if said else _("does not count")


def _hand(
    lines: tuple[PointLine, ...],
    *,
    title: str = "",
    said: str = "",
    points: int | None = None,
    accepted: bool = True,
) -> PlayerHand:
    return PlayerHand(
        deal=1,
        trump=title,
        points=points,
        summary=said,
        lines=lines,
        provisional=not accepted,
        note="",
    )


def _lines(
    pad: Pad, movements: Iterable[Movement], concerns: Callable[[Movement], int]
) -> tuple[PointLine, ...]:
    """The ledger lines that concern somebody, with what they bring.

    Those that differ in a single word of their sentence become one ("Ann antes on 10♠, J♦ and
    Q♣").
    """
    groups: list[tuple[list[Movement], int]] = []
    for movement in movements:
        amount = concerns(movement)
        if not amount:
            continue
        if groups and _alike(groups[-1][0][-1], movement) and _varied([*groups[-1][0], movement]):
            groups[-1] = ([*groups[-1][0], movement], groups[-1][1] + amount)
        else:
            groups.append(([movement], amount))
    return tuple(
        PointLine(
            points=amount,
            text=_sentence(alike),
            rule=alike[0].rule,
            unit="" if alike[0].unit == pad.scheme.unit else _unit(alike[0].unit, amount),
        )
        for alike, amount in groups
    )


def _unit(unit: str, amount: int) -> str:
    """The word for a unit, which is called by its plural, beside an amount of it."""
    return ngettext(unit.removesuffix("s"), unit, abs(amount))


def _alike(one: Movement, other: Movement) -> bool:
    return (one.template, one.rule, one.unit) == (other.template, other.rule, other.unit)


def _varied(alike: Sequence[Movement]) -> list[str]:
    """The parameters that differ, if it is a single one."""
    keys = [key for key in alike[0].params if len({one.params[key] for one in alike}) > 1]
    return keys if len(keys) == 1 else []


def _sentence(alike: Sequence[Movement]) -> str:
    first = alike[0]
    params = dict(first.params)
    for key in _varied(alike):
        params[key] = and_list([str(one.params[key]) for one in alike])
    return _(first.template).format(**params)
