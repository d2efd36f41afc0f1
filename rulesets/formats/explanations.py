"""Explanations of a total: set by set and hand by hand, as lines with their reasons."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulesets.engine.plays import BANK, Account, Transfer
from rulesets.engine.text import NOTHING, Phrase, say
from rulesets.formats.carry import (
    Mean,
    chair_parts,
    deals_played,
    hands_sat_out,
    has_bye,
    match_at,
    points_at,
    set_means,
    table_carry,
    table_results,
    turns_in,
    turns_played,
    worth_of_wait,
)
from rulesets.formats.drive import Drive, SetRecord, TableSet, complete, roles_at, sitters
from rulesets.formats.match import name_deal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.formats.board import BoardResult
    from rulesets.formats.carry import TableResults
    from rulesets.formats.format import Format
    from rulesets.formats.hands import Known
    from rulesets.formats.match import MatchScore


@dataclass(frozen=True, slots=True)
class HandExplanation:
    """A player's part in one hand. `table` is None if the hand was sat out or missed, `points` is
    None if nothing is reported, and `summary` is the report in short. `called` says which game of a
    match it belongs to."""

    hand: int
    table: int | None
    chair: int | None
    points: int | None
    summary: Phrase
    lines: tuple[Transfer, ...]
    called: Phrase = NOTHING


@dataclass(frozen=True, slots=True)
class SetExplanation:
    """A player's part in one set.

    `status`: "played", "sat out", "absent", or "counted as sat out" (a late arrival, with the
    host's leave). `points` is the score carried from it. `made` are the points of the game in its
    hands if those are not what is carried; `lines` then explain the score.
    """

    number: int
    name: str
    status: str
    points: int
    hands: tuple[HandExplanation, ...]
    made: int | None = None
    lines: tuple[Transfer, ...] = ()


def explain(
    drive: Drive,
    player: int,
    memo: Known | None = None,
    means: Sequence[Mean] = (),
    *,
    counts: int | None = None,
) -> tuple[SetExplanation, ...]:
    """Every point of a player (an index), set by set; the lines add up to the total.

    memo: a cache of report results, for explaining one player after another. means: the totals of
    each set (`set_means`), if the drive does not have all of them. counts: how many of the sets
    count in the player's own average (None: all). Raises IndexError for a player who is not in the
    drive.
    """
    memo = {} if memo is None else memo
    guest = drive.players[player]
    here = [
        player in record.sitting_out or any(_plays_at(table, player) for table in record.tables)
        for record in drive.sets
    ]
    arrived = here.index(True) if True in here else 0
    late_sets = arrived if guest.late_as_sit_out else 0
    reports = [
        _hands(drive, record, player, position < late_sets, memo)
        for position, record in enumerate(drive.sets)
    ]
    lines = [tuple(_carry_lines(drive, record, player)) for record in drive.sets]
    if drive.format.ranking.sit_out.by != "deal":
        own = _own_mean(drive, player, reports[:counts], lines[:counts])
        totals = means or (set_means(drive) if drive.format.ranking.sit_out.by == "tables" else ())
        reports, lines = _with_sit_outs(drive, player, reports, lines, own, totals, late_sets)
    sets = []
    for position, record in enumerate(drive.sets):
        late, hands = position < late_sets, reports[position]
        status = _status(record, player, here[position], late, hands)
        name = drive.format.sets[record.number - 1].name
        points = sum(hand.points or 0 for hand in hands)
        carried = sum(line.amount for line in lines[position])
        if drive.format.ranking.carry == "points" and not lines[position]:
            explanation = SetExplanation(record.number, name, status, points, hands)
        else:
            explanation = SetExplanation(
                record.number, name, status, carried, hands, points, lines[position]
            )
        sets.append(explanation)
    return tuple(sets)


def _carry_lines(drive: Drive, record: SetRecord, player: int) -> Iterator[Transfer]:
    """What a player carries from the tables of a set, if that is something other than the
    points."""
    format = drive.format
    if format.ranking.carry == "points":
        yield from _usual_lines(drive, record, player)
        return
    for table in record.tables:
        if not _plays_at(table, player) or not complete(format, table):
            continue
        results = table_results(format, record.number, table)
        worth = table_carry(format, results, format.ranking.carry)
        for at, side in enumerate(results.sides):
            for chair in side:
                parts = [part for who, part in chair_parts(table, chair, worth[at])
                         if who == player]  # fmt: skip
                if parts:
                    words = _carry_words(format, results, at, worth[at])
                    match = match_at(format, record.number, table)
                    if match is not None:
                        words = _with_games(words, match, at)
                    if sum(parts) != worth[at]:
                        text, turns = "{words}, for {n} of {all} {deals}", len(table.hands)
                        deals = format.labels.deal.many
                        words = say(text, words=words, n=len(parts), all=turns, deals=deals)
                    yield _line(format, sum(parts), words, "carry")


def _usual_lines(drive: Drive, record: SetRecord, player: int) -> Iterator[Transfer]:
    """What a player's points of a set count, if a table played more or fewer deals than usual."""
    format = drive.format
    tables = [table for table in record.tables if _plays_at(table, player)]
    if not any(deals_played(format, table) for table in tables):
        return
    for table in tables:
        played = deals_played(format, table)
        raw, counts = points_at(format, record, table, player)
        text, usual = "{points} points", 0
        if played is not None:
            usual = played[1]
            text = "{points} points in {n} {deals}, adjusted to {usual}"
        n, called = played[0] if played else 0, format.labels.deal
        deals = called.one if n == 1 else called.many
        words = say(text, points=raw, n=n, deals=deals, usual=usual)
        yield _line(format, counts, words, "carry")


def _carry_words(format: Format, results: TableResults, at: int, worth: int) -> Phrase:
    """Why a side carries this score from a table."""
    place, points = results.places[at], results.totals[at]
    others = [total for side, total in enumerate(results.totals) if side != at]
    if format.ranking.carry == "wins":
        text = "Lost"
        if place == min(results.places):
            text = "Won" if results.places.count(place) == 1 else "Tied for best"
        return say(text)
    if format.ranking.carry == "margin":
        best = min(others, default=0) if format.game.plays.wins == "low" else max(others, default=0)
        return say("{own} points; the best opponent had {best}", own=points, best=best)
    if format.ranking.carry == "share":
        low, high = min(results.totals), max(results.totals)
        text = "{own} points; the table ranged from {low} to {high}"
        return say(text, own=points, low=low, high=high)
    behind = sum(other > place for other in results.places)
    level = results.places.count(place) - 1
    text = (
        "Ahead of {behind} out of {others}"
        if not level
        else ("Ahead of {behind} out of {others}, level with {level}")
    )
    return say(text, behind=behind, others=len(others), level=level, worth=worth)


def _with_games(words: Phrase, match: MatchScore, at: int) -> Phrase:
    """The same with the score in games."""
    own, other = match.wins[at], match.wins[1 - at]
    return say("{words}, {own}–{other} in games", words=words, own=own, other=other)


def _own_mean(
    drive: Drive,
    player: int,
    sets: Sequence[tuple[HandExplanation, ...]],
    lines: Sequence[tuple[Transfer, ...]],
) -> Mean:
    """What a player has carried from the first sets, and in how many turns."""
    format, way = drive.format, drive.format.ranking.carry
    points = played = 0
    for record, hands, carried in zip(drive.sets, sets, lines, strict=False):
        if turns := turns_played(format, record, way)[player]:
            played += turns
            brought = sum(hand.points or 0 for hand in hands if hand.table is not None)
            as_made = way == "points" and not carried
            points += brought if as_made else sum(line.amount for line in carried)
    return points, played


def _with_sit_outs(
    drive: Drive,
    player: int,
    sets: Sequence[tuple[HandExplanation, ...]],
    lines: Sequence[tuple[Transfer, ...]],
    own: Mean,
    means: Sequence[Mean],
    late_sets: int,
) -> tuple[list[tuple[HandExplanation, ...]], list[tuple[Transfer, ...]]]:
    """The hands of all sets and the scores carried from them, including sit-outs: points by the
    hand, any other score for the set."""
    format, way = drive.format, drive.format.ranking.carry
    shared, carries = [], []
    for position, (hands, carried) in enumerate(zip(sets, lines, strict=True)):
        waits = sum(hand.table is None for hand in hands)
        is_drawn = position >= late_sets
        tables = means[position] if means else (0, 0)
        turns = hands_sat_out(format, drive.sets[position])[player] if waits and is_drawn else waits
        bye = is_drawn and has_bye(format, drive.sets[position], player)
        worth = worth_of_wait(format, way, turns, own, tables, bye=bye)
        if way == "points" and carried and waits:
            carried = (*carried, _line(format, worth, say("Sits out"), "sit-outs"))  # noqa: PLW2901
        elif way == "points":
            parts = iter([worth * (turn + 1) // waits - worth * turn // waits
                          for turn in range(waits)])  # fmt: skip
            hands = tuple(  # noqa: PLW2901
                _with_sit_out(format, hand, next(parts)) if hand.table is None else hand
                for hand in hands
            )
        elif waits:
            counts = bye and format.ranking.bye_points is not None
            words = say("Bye") if counts else say("Sits out")
            carried = (*carried, _line(format, worth, words, "sit-outs"))  # noqa: PLW2901
        shared.append(hands)
        carries.append(carried)
    return shared, carries


def _with_sit_out(format: Format, hand: HandExplanation, points: int) -> HandExplanation:
    return replace(hand, points=points, lines=(_sat_out(format, points),))


def _hands(
    drive: Drive, record: SetRecord, player: int, late: bool, memo: Known
) -> tuple[HandExplanation, ...]:
    format = drive.format
    waits = late or player in record.sitting_out
    hands = []
    tables = [table for table in record.tables if _plays_at(table, player)]
    most = max(
        (len(table.hands if table.board is None else table.board.deals) for table in tables),
        default=0,
    )
    for number in range(1, max(most, turns_in(format)) + 1):
        seats = [
            (table, chair)
            for table in tables
            for chair, sitter in enumerate(sitters(table, number))
            if sitter == player
        ]
        hands += [_played(drive, record, table, chair, number, memo) for table, chair in seats]
        if waits and not seats:
            by_hand = format.ranking.carry == "points"
            lines = (_sat_out(format, format.ranking.sit_out.each_deal),) if by_hand else ()
            points = format.ranking.sit_out.each_deal if by_hand else None
            hands.append(HandExplanation(number, None, None, points, NOTHING, lines))
    return tuple(hands)


def _played(
    drive: Drive, record: SetRecord, table: TableSet, chair: int, number: int, memo: Known
) -> HandExplanation:
    if table.board is not None:
        return _of_board(drive.format, table.board, table.table, chair, number)
    report = table.hands[number - 1] if number <= len(table.hands) else None
    if report is None:
        return HandExplanation(number, table.table, chair, None, NOTHING, ())
    roles = roles_at(drive, record, table)
    chairs, summary = drive.format.hands.describe(record.number, roles, report, number, memo)
    lines = chairs[chair]
    points = sum(line.amount for line in lines)
    return HandExplanation(number, table.table, chair, points, summary, lines)


def _of_board(
    format: Format, board: BoardResult, table: int, chair: int, number: int
) -> HandExplanation:
    """A deal that depends on earlier ones; without lines if it does not count."""
    deal = board.deals[number - 1] if number <= len(board.deals) else None
    if deal is None:
        return HandExplanation(number, table, chair, None, NOTHING, ())
    summary, lines = deal.played.summary, deal.lines(chair)
    called = name_deal(format.labels.deal, deal.game, deal.turn)
    return HandExplanation(number, table, chair, deal.points[chair], summary, lines, called)


def _sat_out(format: Format, points: int) -> Transfer:
    """The line for a hand without a seat."""
    return _line(format, points, say("Sits out: {count}", count=points), "sit-outs")


def _line(format: Format, points: int, words: Phrase, rule: str) -> Transfer:
    return Transfer(points, format.game.plays.unit, BANK, Account("player"), words, rule)


def _status(
    record: SetRecord, player: int, here: bool, late: bool, hands: tuple[HandExplanation, ...]
) -> str:
    if late:
        return "counted as sat out"
    if not here:
        return "absent"
    if player in record.sitting_out and all(hand.table is None for hand in hands):
        return "sat out"
    return "played"


def _plays_at(table: TableSet, player: int) -> bool:
    return player in table.chairs or any(sub[2] == player for sub in table.subs)
