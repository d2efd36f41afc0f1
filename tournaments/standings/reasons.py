"""Why somebody has a score: set by set and hand by hand, or round by round at the boards, as lines
with their reasons.

A line is a movement of the ledger, seen from the person (or the team) that it concerns. Lines of
the very same reason are one. So are stakes that differ in a single word of their sentence ("Ann
antes on 10♠, J♦ and Q♣"). What brought nothing has its line too where the rules give a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.engine.text import Words
from rulesets.formats import carry, explanations
from rulesets.formats import drive as engine
from rulesets.formats.cuts import SIDES
from rulesets.formats.drive import Drive, SetRecord, TableSet
from rulesets.formats.drives import MOST_KNOWN
from rulesets.formats.sets import Known
from tournaments.boards.books import amount_words, reason_words
from tournaments.boards.deal_reports import unaccepted_deals
from tournaments.boards.drive_rows import DriveRows
from tournaments.boards.hall import Hall
from tournaments.boards.pads import AWAY
from tournaments.boards.progress import couple_words
from tournaments.standings.player_sets import PlayerHand, PlayerSet, PointLine
from tournaments.standings.rows import account_of, run_of
from tournaments.web.forms import message
from tournaments.web.labels import and_list, compass, set_own_name, translate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rulesets.engine.plays import Movement, Plays
    from rulesets.formats.sets import SetFormat
    from tournaments.boards.deal_reports import DealReport
    from tournaments.boards.pad import Pad, PadRound
    from tournaments.log.event_changes import DealAt


def point_lines(
    plays: Plays,
    movements: Iterable[Movement],
    concerns: Callable[[Movement], int | None],
) -> tuple[PointLine, ...]:
    """The movements that concern somebody (`concerns`: what one brings, None: nothing to do with
    it) as lines."""
    groups: list[tuple[list[Movement], int]] = []
    for movement in movements:
        amount = concerns(movement)
        if amount is None:
            continue
        if groups and _alike(plays, [*groups[-1][0], movement]):
            groups[-1] = ([*groups[-1][0], movement], groups[-1][1] + amount)
        else:
            groups.append(([movement], amount))
    return tuple(
        PointLine(
            points=amount,
            text=_sentence(alike),
            rule=alike[0].rule,
            unit="" if alike[0].unit == plays.unit else _unit(alike[0].unit, amount),
        )
        for alike, amount in groups
    )


def _unit(unit: str, amount: int) -> str:
    """The word for a unit, which is called by its plural, beside an amount of it."""
    return ngettext(unit.removesuffix("s"), unit, abs(amount))


def _alike(plays: Plays, movements: Sequence[Movement]) -> bool:
    """Whether movements stand in one line."""
    first, last = movements[0], movements[-1]
    if (first.rule, first.unit) != (last.rule, last.unit):
        return False
    if first.unit not in plays.conserved:
        return first.words == last.words
    return first.words.template == last.words.template and len(_varied(movements)) == 1


def _varied(alike: Sequence[Movement]) -> list[str]:
    """The parameters that differ."""
    first = alike[0].words.params
    return [key for key in first if any(one.words.params[key] != first[key] for one in alike)]


def _sentence(alike: Sequence[Movement]) -> str:
    first = alike[0].words
    params = dict(first.params)
    for key in _varied(alike):
        params[key] = and_list([_word(one.words.params[key]) for one in alike])
    return reason_words(replace(first, params=params))


def _word(value: object) -> str:
    return translate(value) if isinstance(value, Words) else str(value)


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
    opening = _board_hand(pad, pad.replay.opening.movements, _mine(pad, place))
    if opening.lines:
        start = _("the start") if pad.set_number > 1 else _("The start")
        yield _board_set(pad, place, first, name.format(round=start), totals[0], (opening,))
    tell = _of_team if pad.form.couples else _of_table
    for one, points in zip(pad.rounds, gains, strict=True):
        words = pad.form.called
        deal = words.within(one.number) if pad.set_number > 1 else words.numbered(one.number)
        called = name.format(round=translate(deal))
        report = next((report for report in one.reports if place in report.chairs), None)
        hands = tell(pad, one, place, report, points)
        yield _board_set(
            pad, place, first + one.number, called, points, tuple(hands), (one, report)
        )


def _board_set(
    pad: Pad,
    place: int,
    number: int,
    name: str,
    points: int | None,
    hands: tuple[PlayerHand, ...],
    told: tuple[PadRound | None, DealReport | None] = (None, None),
) -> PlayerSet:
    """A round of somebody, or the start. `told`: the round, and the report for one's own place."""
    one, report = told
    across, table = _couple(pad, place, report) if pad.form.couples else ((), pad.table_number)
    reported = report is not None and report.payload is not None
    return PlayerSet(
        number=number,
        name=name,
        line=translate(one.played.summary) if one and one.played else "",
        rule="",
        points=points,
        table=table if across or pad.title else None,
        compass=compass(pad.form, place),
        partner="",
        opponents=across,
        note=_board_note(one, place, report) if one else "",
        hands=hands,
        at=(report.set_number, report.table_number, report.deal) if report and reported else (),
    )


def _couple(pad: Pad, place: int, report: DealReport | None) -> tuple[tuple[str, ...], int]:
    """Whom somebody faces in a round, and at which place; nobody at 0 for whoever sits out."""
    if report is None:
        return (), 0
    return tuple(pad.names[at] for at in report.chairs if at != place), report.table_number


def _board_note(one: PadRound, place: int, report: DealReport | None) -> str:
    """Why a round brought nothing, if it did not."""
    if place in one.byes:
        return _("sat out: the chair across was empty")
    if report is None or (report.payload is not None and report.payload.get(AWAY)):
        return _("not here")
    if one.counted:
        return ""
    if one.played is None:
        missing = any(report.payload is None for report in one.reports)
        return _("not all reports are in yet") if missing else ""
    errors = [problem for problem in one.played.problems if problem.severity == "error"]
    why = " ".join(message(problem) for problem in errors[:1])
    return _("does not count: {reason}").format(reason=why) if why else _("does not count")


# -- hands -----------------------------------------------------------------------------------


def _of_table(
    pad: Pad, one: PadRound, place: int, report: DealReport | None, points: int | None
) -> Iterator[PlayerHand]:
    """What a round brought somebody, with what closed the game after the last."""
    del report, points  # they stand above
    if one.played is None or not one.counted:
        return
    closing = pad.replay.closing.movements if one is pad.rounds[-1] else ()
    movements = (*one.played.movements, *closing)
    yield _board_hand(pad, movements, _mine(pad, place), accepted=one.accepted)


def _of_team(
    pad: Pad, one: PadRound, place: int, report: DealReport | None, points: int | None
) -> Iterator[PlayerHand]:
    """The own couple's result, then what the team was awarded for the whole round."""
    movements = one.played.movements if one.played else ()
    team = pad.scorer(place)
    if report is not None and report.payload is not None and not report.payload.get(AWAY):
        row = one.reports.index(report)

        def of_couple(movement: Movement) -> int | None:
            if movement.at[:1] != (row,):
                return None
            return movement.amount if movement.target.who == team else -movement.amount

        told = couple_words(pad, report, report.payload)
        called = _("At the table")
        yield _board_hand(
            pad, movements, of_couple, called=called, summary=told, accepted=report.accepted
        )

    if one.counted:
        concerns = _of_columns(team)
        yield _board_hand(pad, movements, concerns, called=pad.scorers[team], points=points)


def _of_columns(team: int) -> Callable[[Movement], int | None]:
    """What a movement brings the columns of a team; None where it does not concern them."""

    def concerns(movement: Movement) -> int | None:
        if movement.target.kind == COLUMN and movement.target.who == team:
            return movement.amount
        mine = movement.source.kind == COLUMN and movement.source.who == team
        return -movement.amount if mine else None

    return concerns


# -- one total -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TotalRound:
    """What a round brought a total, why, and what it was then; `number` 0 is the start."""

    number: int
    name: str
    gain: int
    total: int
    lines: tuple[PointLine, ...]


@dataclass(frozen=True, slots=True)
class TotalReasons:
    """Why a total is what it is, the newest round first."""

    name: str
    total: int
    unit: str
    rounds: tuple[TotalRound, ...]


def total_reasons(pad: Pad, scorer: int) -> TotalReasons:
    """Why somebody (or a side) has what they have."""
    concerns = _of_columns(scorer) if pad.form.teams else _mine(pad, pad.people_of(scorer)[0])
    gains, totals = run_of(pad, scorer)
    running = iter(totals[1:])
    found = []
    opening = point_lines(pad.plays, pad.replay.opening.movements, concerns)
    if opening:
        found.append(TotalRound(0, _("The start"), totals[0], totals[0], opening))
    for one, gain in zip(pad.rounds, gains, strict=True):
        if gain is None or one.played is None:
            continue
        closing = pad.replay.closing.movements if one is pad.rounds[-1] else ()
        lines = point_lines(pad.plays, (*one.played.movements, *closing), concerns)
        total = next(running)
        if lines or gain:
            name = translate(pad.form.called.numbered(one.number))
            found.append(TotalRound(one.number, name, gain, total, lines))
    unit = amount_words(totals[-1], pad.plays.unit)
    return TotalReasons(pad.scorers[scorer], totals[-1], unit, tuple(reversed(found)))


def _mine(pad: Pad, place: int) -> Callable[[Movement], int | None]:
    """What a movement brings somebody; None where it does not concern the account."""
    mine = account_of(pad, pad.scorer(place))

    def concerns(movement: Movement) -> int | None:
        if movement.target == mine:
            return movement.amount
        return -movement.amount if movement.source == mine else None

    return concerns


def _board_hand(
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


@dataclass(frozen=True, slots=True)
class _SetSources:
    """What everybody's sets are told from; `in_play` is the set that is not over (0: none).

    `known`, `hands`, `word`: what was told before, for in a hall most of it is told again."""

    rows: DriveRows
    loose: frozenset[DealAt]
    in_play: int
    live: bool
    known: Known = field(default_factory=dict)
    hands: dict[tuple[object, ...], tuple[explanations.HandExplanation, PlayerHand]] = field(
        default_factory=dict
    )
    word: Callable[[str], str] = field(default_factory=lambda: cache(_))


def set_reasons(hall: Hall, only: int | None = None) -> Iterator[tuple[int, tuple[PlayerSet, ...]]]:
    """Entry id and sets of everybody in the event, or of `only` one entry."""
    event, rows = hall.event, hall.drive
    player = None if only is None else rows.index(only)
    tables = None if player is None else _tables_of(rows, player)
    told = _SetSources(
        rows, unaccepted_deals(event, tables), engine.set_in_play(rows.drive), event.live_standings
    )
    counts = len(rows.drive.sets) - bool(told.in_play and not told.live)
    means = carry.set_means(rows.drive, rows.memory) if rows.game.sit_out_by == "tables" else ()
    for at, part in _parts(rows.drive, player):
        sets = explanations.explain(part, at, told.known, means, counts=counts)
        explained = zip(part.sets, sets, strict=True)
        yield (
            rows.entry_ids[at],
            tuple(_player_set(told, record, one, at) for record, one in explained),
        )


def _tables_of(rows: DriveRows, player: int) -> list[int]:
    """The tables that somebody has sat at."""
    return [
        rows.table_ids[record.number, table.table]
        for record in rows.drive.sets
        for table in record.tables
        if _sat(table, player)
    ]


def _sat(table: TableSet, player: int) -> bool:
    return player in table.chairs or any(who == player for _hand, _chair, who in table.subs)


def _parts(whole: Drive, only: int | None) -> Iterator[tuple[int, Drive]]:
    """Players (or `only` one), each with the drive of the own tables alone: explaining everybody
    then costs as much as there are seats, not as much as seats times players."""
    mine: list[dict[int, list[TableSet]]] = [{} for _ in whole.players]
    for position, record in enumerate(whole.sets):
        for table in record.tables:
            if only is not None and not _sat(table, only):
                continue
            people = {p for p in table.chairs if p is not None} | {sub[2] for sub in table.subs}
            for player in people:
                mine[player].setdefault(position, []).append(table)
    for player, tables in enumerate(mine):
        if only is None or player == only:
            sets = tuple(
                SetRecord(record.number, tuple(tables.get(position, ())), record.sitting_out)
                for position, record in enumerate(whole.sets)
            )
            yield player, replace(whole, sets=sets)


def _player_set(
    told: _SetSources, record: SetRecord, one: explanations.SetExplanation, player: int
) -> PlayerSet:
    rows = told.rows
    stage = rows.game.set(one.number)
    table, chair = _place(rows.game, record, player)
    partner, opponents = _company(rows, table, chair, partners=stage.partners)
    # A set in play counts at its end, or as far as it is reported; a sit-out waits for the end.
    in_play = one.number == told.in_play
    hands = [hand for hand in one.hands if hand.table is not None or not in_play]
    points = sum(hand.points or 0 for hand in hands)
    lines: tuple[Movement, ...] = ()
    made: int | None = None
    if one.made is not None:
        lines = one.lines if not in_play or one.status == "played" else ()
        points, made = sum(line.amount for line in lines), points
    counts = one.status != "absent" and (told.live or not in_play)
    return PlayerSet(
        number=one.number,
        name=set_own_name(rows.game, one.number),
        line=told.word(stage.line),
        rule=stage.rule,
        points=points if counts else None,
        table=table.table if table else None,
        compass=rows.game.chair_name(chair).said(told.word) if chair is not None else "",
        partner=partner,
        opponents=opponents,
        note=_set_note(told, one, in_play=in_play),
        hands=()
        if one.status == "sat out" and isinstance(rows.game.sit_out_by, str)  # worked out for all
        else tuple(_set_hand(told, record.number, hand) for hand in hands),
        made=made if counts and one.status == "played" else None,
        carry=point_lines(rows.game.plays, lines, lambda movement: movement.amount),
    )


def _set_note(told: _SetSources, one: explanations.SetExplanation, *, in_play: bool) -> str:
    """Why a set brought what it brought, or nothing yet."""
    status = one.status
    if status == "absent" and told.rows.game.is_knockout(one.number):  # out, as a rule
        return _("looks on") if in_play else _("looked on")
    if status == "absent":
        return _("not here")
    if status == "counted as sat out":
        return _("not here yet; counts as sat out")
    if status == "sat out":
        return _("sits out, which counts once the set is over") if in_play else _("sat out")
    return _("in play: counts once it is over at every table") if in_play and not told.live else ""


def _set_hand(told: _SetSources, set_number: int, hand: explanations.HandExplanation) -> PlayerHand:
    """A hand in the words of the page. Hands of one report have the very same words and lines."""
    provisional = (set_number, hand.table or 0, hand.hand) in told.loose
    sat_out = hand.table is None
    key = (set_number, hand.hand, provisional, sat_out, id(hand.summary), id(hand.lines))
    known = told.hands.get(key)
    if known is None:
        if len(told.hands) >= MOST_KNOWN:
            told.hands.clear()
        game = told.rows.game
        said_so = PlayerHand(
            deal=hand.hand,
            called=game.deal_name(set_number, hand.hand).said(told.word),
            points=hand.points,
            summary=hand.summary.said(told.word),
            lines=point_lines(game.plays, hand.lines, lambda movement: movement.amount),
            provisional=provisional,
            note=_("sat out") if sat_out else "",
        )
        known = told.hands[key] = hand, said_so  # the hand too: its ids are its own as long
    return known[1]


def _place(game: SetFormat, record: SetRecord, player: int) -> tuple[TableSet | None, int | None]:
    """The table and the chair in which somebody ended a set that has none but the own tables; of
    whoever was replaced, those before."""
    for table in record.tables:
        seated = engine.sitters(table, game.deals)
        if player in seated:
            return table, seated.index(player)
    for table in record.tables[:1]:
        if player in table.chairs:
            return table, table.chairs.index(player)
        return table, next((chair for _, chair, who in table.subs if who == player), None)
    return None, None


def _company(
    rows: DriveRows, table: TableSet | None, chair: int | None, *, partners: bool
) -> tuple[str, tuple[str, ...]]:
    """The partner and the opponents at a table, as the set ended; of people who play alone, all
    others."""
    if table is None or chair is None:
        return "", ()
    seated = engine.sitters(table, rows.game.deals)
    own = next(side for side in SIDES if chair in side) if partners else (chair,)
    names = [rows.drive.players[p].name if p is not None else "" for p in seated]
    partner = next((names[c] for c in own if c != chair), "")
    return partner, tuple(names[c] for c in range(len(names)) if c not in own)
