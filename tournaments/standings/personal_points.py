"""Scores that people carry from table to table. Standings are counted from the sets, and explained
set by set and hand by hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import accumulate
from operator import is_
from typing import TYPE_CHECKING

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from rulesets.formats import carry, explanations, ranking
from rulesets.formats import drive as engine
from rulesets.formats.cuts import SIDES
from rulesets.formats.deals import set_of
from rulesets.formats.drive import Drive, Player, SetRecord, TableSet
from rulesets.formats.hands import MOST_KNOWN, Known
from rulesets.standings.metrics import METRICS
from tournaments.boards.deal_reports import unaccepted, unaccepted_deals
from tournaments.boards.drive import EventDrive
from tournaments.cache.memo import Memo
from tournaments.models.event_games import format_of
from tournaments.standings.player_sets import PlayerHand, PlayerSet
from tournaments.standings.reasons import point_lines
from tournaments.standings.rows import Count, Points, StandingRow
from tournaments.standings.team_ranking import rank_by_team
from tournaments.web.labels import division_name, role_words, set_own_name
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from rulesets.engine.plays import Transfer
    from rulesets.engine.text import Phrase
    from rulesets.formats import Format
    from rulesets.standings.metrics import Decision
    from tournaments.boards.event_board import EventBoard
    from tournaments.boards.hall import Hall
    from tournaments.db.current_values import DealAt
    from tournaments.models import Event
    from tournaments.standings.rows import Standings
    from tournaments.standings.team_ranking import TeamRow


class PersonalPoints(Points):
    """Everybody carries their score from table to table."""

    def boards(self, hall: Hall) -> tuple[EventBoard, ...]:
        """No boards."""
        return ()

    def count(self, hall: Hall) -> Count:
        """The standings of the sets that are over, or as far as they are reported."""
        event, rows = hall.event, hall.drive
        counts = engine.counting(rows.drive, live=event.live_standings)
        set_count = len(counts.sets)
        loose = any(number <= set_count for number, _table in unaccepted(event))
        lines = _current_rows(event, replace(rows, drive=counts), rows.has_left)
        begun = any(
            hand for record in counts.sets for table in record.tables for hand in table.hands
        )
        return Count(lines, set_count, loose, begun, _after(event, rows.drive))

    def reasons(self, hall: Hall) -> Iterator[tuple[int, tuple[PlayerSet, ...]]]:
        """The explanation of everybody's score, set by set and hand by hand."""
        return _reasons(hall)

    def reasons_of(self, hall: Hall, entry_id: int) -> tuple[PlayerSet, ...]:
        """The explanation of one entry's score. Raises ValueError if it is not in the event."""
        return next(sets for _entry, sets in _reasons(hall, entry_id))

    def hides_reasons(self, table: Standings, entry_id: int) -> bool:
        """Whether the entry's place is hidden."""
        return table.hides(entry_id)

    def columns(self, format: Format, rows: Sequence[StandingRow]) -> tuple[Phrase, ...]:
        """The names of the sets."""
        count = max((len(row.sets) for row in rows), default=0)
        return tuple(format.labels.column(number).name for number in range(1, count + 1))

    def progress(self, row: StandingRow) -> tuple[int, ...]:
        """The totals from set to set."""
        return row.progress

    def teams(self, event: Event, rows: Sequence[StandingRow]) -> tuple[TeamRow, ...]:
        """The ranking of the teams whose names people carry."""
        return rank_by_team(format_of(event), rows)


# -- lines -----------------------------------------------------------------------------------


def _after(event: Event, whole: Drive) -> str:
    """Which sets the standings count, in words; "" before the first seats."""
    number = engine.set_in_play(whole)
    if number and event.live_standings:
        return _("Set {number}, results so far").format(number=number)
    played = len(whole.sets) - bool(number)
    if number == 1:
        return _("No set is over yet")
    return _("After set {number}").format(number=played) if played else ""


Lines = tuple[StandingRow, ...]


@dataclass(slots=True)
class _Counted:
    """What was counted of a drive: set by set, and the lines last made of it, by language, with the
    drive that they show. Where something else than a report has come, a drive has other sets."""

    memory: carry.Memory = field(default_factory=dict)
    lines: dict[str | None, tuple[Drive, Lines]] = field(default_factory=dict)


_counted: Memo[_Counted] = Memo(capacity=4)  # as many as drives


def _memory_of(event: Event) -> carry.Memory:
    return _counted.get(event.pk, None, _Counted).memory


def _current_rows(event: Event, rows: EventDrive, left: Collection[int]) -> Lines:
    """Everybody's line, best first; taken from the last time while the same sets count, whatever
    was reported in the set in play."""
    language, counted = get_language(), _counted.get(event.pk, None, _Counted)
    before, lines = counted.lines.get(language, (None, ()))
    if not lines or before is None or not _is_same(before, rows.drive):
        lines = _make_rows(event, rows, left, counted.memory)
        counted.lines[language] = rows.drive, lines
    return lines


def _is_same(before: Drive, drive: Drive) -> bool:
    sets = before.sets, drive.sets
    return before.players is drive.players and len(sets[0]) == len(sets[1]) and all(map(is_, *sets))


def _make_rows(
    event: Event, rows: EventDrive, left: Collection[int], memory: carry.Memory
) -> Lines:
    words = role_words(event)
    before = _ranks_before(rows.drive, memory)
    people = rows.drive.players
    scores = ranking.standings(rows.drive, memory)
    partners = ranking.partners_with_one_total(rows.drive, scores)
    game_points = _points_made(rows.drive, memory)
    return tuple(
        StandingRow(
            entry_id=rows.entry_ids[score.player],
            name=people[score.player].name,
            role=people[score.player].role,
            role_name=words.get(people[score.player].role, ""),
            total=score.total,
            rank=score.rank,
            shared=score.shared,
            sets=score.sets,
            sit_outs=score.sit_outs,
            moved=before[score.player] - score.rank if before else 0,
            progress=tuple(accumulate(points or 0 for points in score.sets)),
            lost=score.lost + score.settled,
            side=tuple(people[partner].name for partner in partners.get(score.player, ())),
            made=game_points[score.player] if game_points else (),
            decision=decision_words(score.decision),
            mean=_mean_words(score, rows.format.ranking.average_from, len(rows.drive.sets)),
            team=people[score.player].team,
            division=division_name(score.division),
            left=_left_words(people, partners.get(score.player, (score.player,)), left),
        )
        for score in scores
    )


def _left_words(people: Sequence[Player], line: Sequence[int], left: Collection[int]) -> str:
    """That somebody of a line has left: a person or two partners."""
    leavers = [who for who in line if who in left]
    if not leavers:
        return ""
    if len(leavers) < len(line):
        return _("{name} has left").format(name=people[leavers[0]].name)
    return ngettext("has left", "have left", len(leavers))


def _points_made(drive: Drive, memory: carry.Memory) -> list[tuple[int | None, ...]]:
    """Everybody's points of the game by set, None for no part in it; empty if points of the game
    are what is carried."""
    if drive.format.ranking.carry == "points":
        return []
    here = [carry.count(drive, record, memory).here for record in drive.sets]
    return [
        tuple(
            points if player in people else None
            for points, people in zip(player_points, here, strict=True)
        )
        for player, player_points in enumerate(carry.tally(drive, memory, "points"))
    ]


def _mean_words(score: ranking.PlayerScore, least: int, sets: int) -> str:
    """The average score of a set, if it ranks people."""
    count = len(score.sets) - score.sets.count(None)
    if not least or not count:
        return ""
    mean = f"{score.total / count:.1f}".replace("-", "−")
    if count >= min(least, sets):
        return _("{mean} a set").format(mean=mean)
    return _("{mean} a set, from only {n} sets").format(mean=mean, n=count)


def decision_words(decision: Decision | None) -> str:
    """What puts somebody before the next, who is level: "by wins: 5 to 4"."""
    if decision is None:
        return ""
    metric = METRICS[decision.metric]
    if metric.is_lot:
        return _("by lot")
    return _("by {metric}: {own} to {other}").format(
        metric=translate(metric.name),
        own=metric.format(decision.own),
        other=metric.format(decision.other),
    )


def _ranks_before(drive: Drive, memory: carry.Memory) -> list[int]:
    """The ranks at the end of the set before the newest one with a result; empty before that."""
    sets = list(drive.sets)
    while sets and not _begun(sets[-1]):
        sets.pop()
    if len(sets) < 2:
        return []
    return ranking.ranks(replace(drive, sets=tuple(sets[:-1])), memory)


def _begun(record: SetRecord) -> bool:
    return any(hand for table in record.tables for hand in table.hands)


# -- reasons ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sources:
    """What the explanations are made of; `in_play` is the set that is not over (0: none).

    `known`, `hands` and `word` cache what was made before: in a hall most of it comes again.
    """

    rows: EventDrive
    loose: frozenset[DealAt]
    in_play: int
    live: bool
    known: Known = field(default_factory=dict)
    hands: dict[tuple[object, ...], tuple[explanations.HandExplanation, PlayerHand]] = field(
        default_factory=dict
    )
    word: Callable[[str], str] = field(default_factory=lambda: cache(_))


def _reasons(hall: Hall, only: int | None = None) -> Iterator[tuple[int, tuple[PlayerSet, ...]]]:
    """The sets of every entry, or only those of `only`, with the entry id."""
    event, rows = hall.event, hall.drive
    player = None if only is None else rows.index(only)
    tables = None if player is None else _tables_of(rows, player)
    sources = _Sources(
        rows, unaccepted_deals(event, tables), engine.set_in_play(rows.drive), event.live_standings
    )
    counts = len(rows.drive.sets) - bool(sources.in_play and not sources.live)
    by_tables = rows.format.ranking.sit_out.by == "tables"
    means = carry.set_means(rows.drive, _memory_of(event)) if by_tables else ()
    for at, part in _parts(rows.drive, player):
        sets = explanations.explain(part, at, sources.known, means, counts=counts)
        explained = zip(part.sets, sets, strict=True)
        yield (
            rows.entry_ids[at],
            tuple(
                _player_set(sources, record, explanation, at) for record, explanation in explained
            ),
        )


def _tables_of(rows: EventDrive, player: int) -> list[int]:
    """The tables that a player has sat at."""
    sets = zip(rows.drive.sets, rows.tables.sets, strict=False)
    return [
        record.table_id
        for past, here in sets
        for table, record in zip(past.tables, here.tables, strict=True)
        if _sat(table, player)
    ]


def _sat(table: TableSet, player: int) -> bool:
    return player in table.chairs or any(who == player for _hand, _chair, who in table.subs)


def _parts(whole: Drive, only: int | None) -> Iterator[tuple[int, Drive]]:
    """Players (or only the player `only`), each with a drive of just their own tables: explaining
    everybody then costs as much as there are seats, not seats times players."""
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
                replace(record, tables=tuple(tables.get(position, ())))
                for position, record in enumerate(whole.sets)
            )
            yield player, replace(whole, sets=sets)


def _player_set(
    sources: _Sources, record: SetRecord, explanation: explanations.SetExplanation, player: int
) -> PlayerSet:
    rows = sources.rows
    stage = set_of(rows.format, explanation.number)
    table, chair = _place(rows.format, record, player)
    partner, opponents = _company(rows, table, chair, partners=stage.partners)
    # A set in play counts at its end, or as far as it is reported; a sit-out waits for the end.
    in_play = explanation.number == sources.in_play
    hands = [hand for hand in explanation.hands if hand.table is not None or not in_play]
    points = sum(hand.points or 0 for hand in hands)
    lines: tuple[Transfer, ...] = ()
    game_points: int | None = None
    if explanation.made is not None:
        lines = explanation.lines if not in_play or explanation.status == "played" else ()
        points, game_points = sum(line.amount for line in lines), points
    counts = explanation.status != "absent" and (sources.live or not in_play)
    return PlayerSet(
        number=explanation.number,
        name=set_own_name(rows.format, explanation.number),
        line=sources.word(stage.line),
        rule=stage.rule,
        points=points if counts else None,
        table=table.table if table else None,
        compass=rows.format.labels.chair(chair).render(sources.word) if chair is not None else "",
        partner=partner,
        opponents=opponents,
        note=_set_note(sources, explanation, in_play=in_play),
        hands=()
        if explanation.status == "sat out"
        and rows.format.ranking.sit_out.by not in ("deal", "set")  # the same for everybody
        else tuple(_set_hand(sources, record.number, hand) for hand in hands),
        made=game_points if counts and explanation.status == "played" else None,
        carry=point_lines(rows.format.game.plays, lines, lambda transfer: transfer.amount),
    )


def _set_note(sources: _Sources, explanation: explanations.SetExplanation, *, in_play: bool) -> str:
    """Why a set brought what it brought, or nothing yet."""
    status = explanation.status
    out = sources.rows.format.in_set(explanation.number).eliminates  # as a rule
    if status == "absent" and out:
        return _("watching") if in_play else _("watched")
    if status == "absent":
        return _("not here")
    if status == "counted as sat out":
        return _("not here yet; counts as sat out")
    if status == "sat out":
        return _("sitting out, which counts once the set is over") if in_play else _("sat out")
    return (
        _("in play: counts once every table has finished") if in_play and not sources.live else ""
    )


def _set_hand(sources: _Sources, set_number: int, hand: explanations.HandExplanation) -> PlayerHand:
    """A hand in the words of the page. Hands of one report share their words and lines."""
    provisional = (set_number, hand.table or 0, hand.hand) in sources.loose
    sat_out = hand.table is None
    words = hand.called, id(hand.summary), id(hand.lines)
    key = (set_number, hand.hand, provisional, sat_out, *words)
    cached = sources.hands.get(key)
    if cached is None:
        if len(sources.hands) >= MOST_KNOWN:
            sources.hands.clear()
        game = sources.rows.format
        player_hand = PlayerHand(
            deal=hand.hand,
            called=(hand.called or set_of(game, set_number).name_deal(hand.hand)).render(
                sources.word
            ),
            points=hand.points,
            summary=hand.summary.render(sources.word),
            lines=point_lines(game.game.plays, hand.lines, lambda transfer: transfer.amount),
            provisional=provisional,
            note=_("sat out") if sat_out else "",
        )
        # With the hand, so that its ids are not reused.
        cached = sources.hands[key] = hand, player_hand
    return cached[1]


def _place(game: Format, record: SetRecord, player: int) -> tuple[TableSet | None, int | None]:
    """The table and chair in which a player ended a set that holds only their own tables; for
    somebody who was replaced, those before."""
    for table in record.tables:
        seated = engine.sitters(table, game.length.most_deals)
        if player in seated:
            return table, seated.index(player)
    for table in record.tables[:1]:
        if player in table.chairs:
            return table, table.chairs.index(player)
        return table, next((chair for _, chair, who in table.subs if who == player), None)
    return None, None


def _company(
    rows: EventDrive, table: TableSet | None, chair: int | None, *, partners: bool
) -> tuple[str, tuple[str, ...]]:
    """The partner and the opponents at a table as the set ended; if people play alone, all
    others."""
    if table is None or chair is None:
        return "", ()
    seated = engine.sitters(table, rows.format.length.most_deals)
    own = next(side for side in SIDES if chair in side) if partners else (chair,)
    names = [rows.drive.players[p].name if p is not None else "" for p in seated]
    partner = next((names[c] for c in own if c != chair), "")
    return partner, tuple(names[c] for c in range(len(names)) if c not in own)
