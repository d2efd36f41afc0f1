"""The board of an event: the reports of one group, round by round, what they have led to, and what
has to be known before the next round.

Players are numbered by their place in the board's roster.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rulesets.engine.plays import POT
from rulesets.engine.text import as_is
from rulesets.formats.board import Board, BoardResult
from rulesets.formats.deals import find_set
from rulesets.formats.hands import count_due
from rulesets.formats.match import name_deal
from tournaments.web.wording import sentence, translate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.drawing.scoreboard import Row, Scoreboard
    from rulesets.engine.game import Game
    from rulesets.engine.plays import Ending, Plays, State
    from rulesets.engine.replay import PlayedRound, Replay
    from rulesets.engine.roster import Setup
    from rulesets.engine.rounds import RoundSet
    from rulesets.formats import Format
    from rulesets.formats.cuts import TableResult
    from rulesets.formats.match import MatchScore
    from tournaments.boards.deal_reports import DealReport
    from tournaments.boards.event_tables import TableRecord


PARTNERS = 4  # a larger side goes by its own name
LAST = 12  # rounds that a board on a phone shows unless all are wanted


@dataclass(frozen=True, slots=True)
class BoardRound:
    """One round. `value` is what the engine gets (None for what is missing), `before` the state
    that it is played on; `played` is None while a report is missing or incomplete. `game` is the
    number of its game in a match, from 1 (0: there is only one game)."""

    number: int
    reports: tuple[DealReport, ...]
    byes: tuple[int, ...]
    value: Any
    complete: bool
    played: PlayedRound | None
    before: State
    game: int = 0

    @property
    def counted(self) -> bool:
        """Whether it counts on the board."""
        return self.played is not None and self.played.counted

    @property
    def missing(self) -> tuple[DealReport, ...]:
        """The places from which nothing is reported yet."""
        return tuple(report for report in self.reports if report.payload is None)

    @property
    def done(self) -> int:
        return len(self.reports) - len(self.missing)

    @property
    def brought(self) -> str:
        """Its summary in a line; "" if it does not count."""
        if self.played is None or not self.played.counted:
            return ""
        return self.played.summary_in(get_language() or "", translate)

    @property
    def newest_id(self) -> int:
        """The id of the newest report of any kind at its table; 0 for none."""
        return self.reports[0].newest_id or 0 if self.reports else 0

    @property
    def accepted(self) -> bool:
        """Whether somebody besides the reporters has accepted all of it."""
        whole = (
            report for report in self.reports if report.payload is not None and not report.is_open
        )
        return all(report.accepted for report in whole)


@dataclass(frozen=True, slots=True)
class Tally:
    """The rounds of a board sorted by what became of them. It is carried on from round to round, so
    that reports and pages cost the same however many rounds there are.

    `counted` are on the board, with the `states` after them; those of them in `closing` closed the
    game; `uncounted` do not count (yet). `waiting` wait to be accepted, `pending` hold an override
    that waits for agreement; `newest` is, for each round, the most recently reported one up to it.
    The `stamp` stays the same as long as the same rounds count.
    """

    counted: tuple[BoardRound, ...] = ()
    states: tuple[State, ...] = ()
    closing: tuple[BoardRound, ...] = ()
    uncounted: tuple[BoardRound, ...] = ()
    waiting: tuple[BoardRound, ...] = ()
    pending: tuple[BoardRound, ...] = ()
    newest: tuple[BoardRound, ...] = ()
    stamp: object = field(default_factory=object, compare=False)

    def continue_from(self, count: int, rounds: Sequence[BoardRound], final: str | None) -> Tally:
        """This tally's first `count` rounds, followed by the other `rounds`; `final` is the key of
        the answer that closes the game."""
        last = rounds[count - 1].number if count else 0
        counted, closing = list(up_to(self.counted, last)), list(up_to(self.closing, last))
        uncounted, waiting = list(up_to(self.uncounted, last)), list(up_to(self.waiting, last))
        pending, newest = list(up_to(self.pending, last)), list(self.newest[:count])
        before = len(counted)
        states = list(self.states[:before])
        for board_round in rounds[count:]:
            (counted if board_round.counted else uncounted).append(board_round)
            if final and board_round.counted and final in (board_round.value or ()):
                closing.append(board_round)
            if len(board_round.reports) == 1 and board_round.reports[0].to_accept:
                waiting.append(board_round)
            if any(report.pending for report in board_round.reports):
                pending.append(board_round)
            is_older = newest and newest[-1].newest_id >= board_round.newest_id
            newest.append(newest[-1] if is_older else board_round)
        states += [
            board_round.played.state for board_round in counted[len(states) :] if board_round.played
        ]
        stays = count and before == len(self.counted) == len(counted)
        return Tally(
            tuple(counted),
            tuple(states),
            tuple(closing),
            tuple(uncounted),
            tuple(waiting),
            tuple(pending),
            tuple(newest),
            self.stamp if stays else object(),
        )


_number = attrgetter("number")


def up_to(rounds: tuple[BoardRound, ...], number: int) -> tuple[BoardRound, ...]:
    """The rounds up to that number; they are in order."""
    return rounds[: bisect_right(rounds, number, key=_number)]


@dataclass(frozen=True)
class EventBoard:
    """The score that one group keeps, with everything reported for it.

    `table` is its table, None for the whole room's; `entry_ids` are the people by their place.
    `open`: a further round can be reported now; `running`: the table's seats are those in play.
    `tally` sorts its rounds and is worked out if it was not carried on. A board that is a single
    game of a match has its number in `match_game`, and `earlier` rounds come before it. `cut`: the
    report of the cut of a tied set.
    """

    format: Format
    setup: Setup
    title: str
    table: TableRecord | None
    entry_ids: tuple[int, ...]
    rounds: tuple[BoardRound, ...]
    replay: Replay
    open: bool
    running: bool = False
    tally: Tally = field(default_factory=Tally)
    match_game: int = 0
    earlier: int = 0
    cut: DealReport | None = None

    is_sheet: ClassVar[bool] = False  # its scoreboard is a single sheet, always shown whole

    def __post_init__(self) -> None:
        if len(self.tally.newest) != len(self.rounds):
            object.__setattr__(self, "tally", self.tally_of(self.rounds))

    @property
    def at(self) -> tuple[int, int]:
        """The numbers of its set and its table; 0 for the whole room's."""
        return (0, 0) if self.table is None else self.table.at

    @property
    def set_number(self) -> int:
        """The number of its set; 0 for the whole room's."""
        return 0 if self.table is None else self.table.set_number

    @property
    def table_number(self) -> int:
        """The number of its table; 0 for the whole room's."""
        return 0 if self.table is None else self.table.number

    @property
    def table_id(self) -> int | None:
        """The id of its table; None for the whole room's."""
        return None if self.table is None else self.table.table_id

    @property
    def last_deal(self) -> int | None:
        """The last deal of a set that a bell ends, once its table has named it."""
        if self.table is None:
            return None
        deals = self.format.length.deals
        return deals.usual if deals.rings_bell(self.table.number) else self.table.last_deal

    @property
    def joined(self) -> Mapping[int, tuple[int, int]]:
        """After which round somebody (by place) joined the game while it went on, and with how much
        (0: what the game says)."""
        return {} if self.table is None else self.table.joined

    @property
    def left(self) -> Mapping[int, int]:
        """After which round somebody (by place) went home and did not come back."""
        return {} if self.table is None else self.table.left

    @property
    def game(self) -> Game:
        return self.format.game

    @property
    def plays(self) -> Plays:
        return self.format.game.plays

    @property
    def names(self) -> tuple[str, ...]:
        return self.setup.roster.names

    @property
    def clockwise(self) -> tuple[int, ...]:
        """The places in the order in which people sit."""
        return self.table.order if self.joined and self.table else tuple(range(len(self.names)))

    @property
    def alone(self) -> bool:
        """Whether everybody has a total of their own, partners or not."""
        return not self.setup.roster.in_sides or getattr(self.plays, "alone", False)

    @property
    def scorers(self) -> tuple[str, ...]:
        """The names beside the totals: of all players, or of the sides."""
        return self.names if self.alone else self.setup.roster.side_names

    def scorer(self, place: int) -> int:
        """The index of the total of a player."""
        return place if self.alone else self.setup.roster.side_of(place)

    def people_of(self, scorer: int) -> tuple[int, ...]:
        """The players who share a total."""
        return (scorer,) if self.alone else self.setup.roster.sides[scorer]

    def partners_of(self, scorer: int) -> tuple[int, ...]:
        """The players who share a total and are named beside it; () for a single one, or a large
        side."""
        people = self.people_of(scorer)
        return people if 1 < len(people) <= PARTNERS else ()

    def leads(self, place: int) -> bool:
        """Whether a player is first; nobody is before the first round."""
        return bool(self.tally.counted) and self.plays.ranks(self.state)[self.scorer(place)] == 1

    def tally_of(
        self, rounds: Sequence[BoardRound], count: int = 0, earlier: EventBoard | None = None
    ) -> Tally:
        """The tally of these rounds on this board; the first `count` of them are those of
        `earlier`."""
        final = self.plays.final
        tally = earlier.tally if earlier is not None else Tally()
        return tally.continue_from(count, rounds, final.key if final is not None else None)

    def after(self, number: int) -> tuple[BoardRound, ...]:
        return self.rounds[bisect_right(self.rounds, number, key=_number) :]

    # --- games of a match -----------------------------------------------------------------------

    @property
    def games(self) -> tuple[EventBoard, ...]:
        """The games of a match that have begun, each as a board of its own; empty unless a match
        has several."""
        games: list[EventBoard] = []
        for number, replay in enumerate(self.replay.games, 1):
            rounds = tuple(played for played in self.rounds if played.game == number)
            board = replace(
                self,
                setup=replay.setup or self.setup,
                rounds=rounds,
                replay=replay,
                open=self.open and number == len(self.replay.games),
                tally=Tally(),
                match_game=number,
                earlier=sum(len(game.rounds) for game in games),
            )
            title = " · ".join(filter(None, (self.title, board.game_title)))
            games.append(replace(board, title=title))
        return tuple(games)

    @property
    def game_title(self) -> str:
        """The name of a single game of a match: "Game 2"; "" for any other board."""
        return _("Game {number}").format(number=self.match_game) if self.match_game else ""

    @property
    def parts(self) -> tuple[EventBoard, ...]:
        """The games of a match, or just this board."""
        return self.games or (self,)

    @property
    def latest(self) -> EventBoard:
        """The current game of a match, or its last; this board if there is only one game."""
        return self.parts[-1]

    def part_of(self, number: int) -> EventBoard:
        """The game of a match that a round belongs to; this board if there is only one game."""
        parts = self.parts
        return next((part for part in reversed(parts) if number > part.earlier), parts[0])

    def game_words(self, number: int) -> str:
        """The place of a round in a match: "Game 2, round 1"; "" if there is only one game."""
        part = self.part_of(number)
        if self.plays.turns:  # too many turns to be numbered within a game
            return part.game_title
        deal = number - part.earlier
        return translate(name_deal(self.format.labels.deal, part.match_game, deal))

    @property
    def match(self) -> MatchScore | None:
        """The score in games; None unless a match of several games is played."""
        return self.score.match(self.replay)

    # --- where it stands ------------------------------------------------------------------------

    @property
    def standing(self) -> State:
        """The state after the last round that counts, on which the next report is judged."""
        return self.replay.standing

    @property
    def state(self) -> State:
        """The state now, with what happened by itself after the last round."""
        return self.replay.state

    @property
    def states(self) -> tuple[State, ...]:
        """The opening state, the state after each round that counts, and the one after the report
        that closed the game."""
        closing = [self.replay.closing.state] if self.replay.closing.transfers else []
        return (self.replay.opening.state, *self.tally.states, *closing)

    @property
    def pot(self) -> int:
        """The amount in the pot of the table."""
        amount: int = self.plays.holdings(self.state).get(self.plays.unit, {}).get(POT, 0)
        return amount

    def totals(self, state: State) -> tuple[int, ...]:
        """The totals of all scorers in a state; somebody who joined later had 0."""
        totals = tuple(self.plays.totals(state))
        return totals + (0,) * (len(self.scorers) - len(totals))

    def start_of(self, scorer: int) -> tuple[int, int] | None:
        """After how many rounds that count somebody joined, and with which total; None for all who
        were there from the start."""
        after, amount = self.joined.get(scorer, (0, 0))
        if after <= self.earlier:
            return None
        last = self.round(after)
        if not amount and last is not None and last.played is not None:
            amount = self.totals(last.played.state)[scorer]
        return len(up_to(self.tally.counted, after)), amount

    def course_of(
        self, scorer: int, states: Sequence[State], before: int = 0
    ) -> tuple[int | None, ...]:
        """Somebody's total in each of these `states` (from the opening on, without the first
        `before`); None before they joined. The first total of somebody who joined is no gain."""
        totals = tuple(self.totals(state)[scorer] for state in states)
        start = self.start_of(scorer)
        if start is None or start[0] < before:
            return totals
        at, amount = start[0] - before, start[1]
        return (*(None,) * at, amount, *totals[at + 1 :])[: len(totals)]

    @property
    def scoreboard(self) -> Scoreboard:
        """The scoreboard. If its rows are rounds, they have the numbers under which these were
        entered; the engine's differ once a round does not count."""
        return self._numbered(self.plays.board(self.states))

    @property
    def last_rounds(self) -> Scoreboard:
        """The scoreboard with only its last rounds; the whole board if its rows are something else
        (laps)."""
        counted = len(self.tally.counted)
        if self.plays.turns:
            return self.scoreboard
        return self.scoreboard_of(max(0, counted - LAST), counted)

    def scoreboard_of(self, first: int, last: int) -> Scoreboard:
        """The scoreboard with only the rounds from `first` to before `last` of those that count, if
        its rows are rounds; its foot is that of the last of them."""
        states = self.states
        stop = len(states) if last == len(self.tally.counted) else last + 1
        scoreboard = self.plays.board(states[first:stop])  # it begins with these rounds
        if first:
            rows = [
                replace(row, report=row.report + first) for row in scoreboard.rows if row.report
            ]
            scoreboard = replace(scoreboard, rows=tuple(rows), lead=0)
        return self._numbered(scoreboard)

    def _numbered(self, scoreboard: Scoreboard) -> Scoreboard:
        counted = self.tally.counted
        rows = scoreboard.rows
        if self.replay.closing.transfers:  # what happened by itself at the end: nobody reported it
            rows = tuple(_without_report(row, len(counted)) for row in rows)
        if self.table is not None and counted and counted[-1].number != len(counted):
            rows = tuple(_renumbered(row, counted) for row in rows)
        return scoreboard if rows is scoreboard.rows else replace(scoreboard, rows=rows)

    @property
    def ending(self) -> Ending | None:
        return self.replay.ending

    @property
    def untouched(self) -> bool:
        """Whether nothing has been reported yet. A withdrawn report leaves no trace where others
        will sit soon."""
        reports = (report for board_round in self.rounds for report in board_round.reports)
        if self.format.keeping.moves:
            return not any(report.report_id for report in reports)
        return not any(report.revision for report in reports)

    @property
    def has_begun(self) -> bool:
        """Whether a round has been reported in whole."""
        return any(board_round.complete for board_round in self.rounds)

    def is_in_play(self, set_number: int) -> bool:
        """Whether the seats of a set (in the whole room: of a round) are those in play."""
        return self.running if self.table_number else set_number == self.rounds[-1].number

    @property
    def opened(self) -> EventBoard:
        """The board with `open` set: whether a further round can be reported."""
        return replace(self, open=self.running and not self.is_over)

    @property
    def awaited_rounds(self) -> int:
        """How many rounds there are, with the one that can be reported next."""
        return max(len(self.rounds), self.next_number if self.open else 0)

    def may_report_again(self, number: int) -> bool:
        """Whether a round can be reported: one of before also when the game is over."""
        return self.open or number <= len(self.rounds)

    def value_of(
        self, reports: Sequence[DealReport], byes: Sequence[int], earlier: BoardRound | None = None
    ) -> Any:
        """A round as the engine gets it: what its table reports. `byes` and `earlier` matter to the
        whole room."""
        return reports[0].payload

    @property
    def limit(self) -> int:
        """After how many deals the game ends at the latest; 0: there is no limit."""
        return self.score.limit(board_round.played for board_round in self.rounds)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played here: the game has ended, or all deals are played and
        nothing is left to deal for."""
        if self.replay.games:
            return self.ending is not None
        return self.ending is not None or (self.plays.final is None and not self.playable)

    @property
    def all_played(self) -> bool:
        """Whether it is over because a table has played all deals that were agreed on."""
        return self.ending is None and self.limit > 0 and self.is_over

    @property
    def missing_deals(self) -> int:
        """How many deals are still to be reported, as far as that is known; at least one while the
        game goes on."""
        now = self.latest
        return 0 if self.is_over else max(1, now.limit - len(now.tally.counted))

    @property
    def last_number(self) -> int:
        """The number of the last deal: the next one to be entered, if one may follow."""
        full = self.is_over and (self.replay.games or self.limit)
        fixed = 0 if self.format.length.may_differ else self.format.length.most_deals
        return fixed or max(0 if full else self.next_number, len(self.rounds))

    @property
    def points(self) -> BoardResult:
        """The points that people carry on from this board."""
        return self.score.points(self.replay, [board_round.played for board_round in self.rounds])

    @property
    def reports(self) -> dict[str, Any]:
        """The reports and their result, as fields of the table of a drive."""
        return {
            "hands": tuple(board_round.value for board_round in self.rounds),
            "board": self.points,
        }

    @property
    def values(self) -> tuple[Any, ...]:
        """The report of each deal of a table's set (None: not reported)."""
        payloads = [board_round.value for board_round in self.rounds]
        many = count_due(self.format, self.set_number, self.table_number, payloads, self.last_deal)
        return (*payloads[:many], *(None,) * (many - len(payloads)))

    # --- what a set of separate hands comes to -----------------------------------------------

    @property
    def round_set(self) -> RoundSet:
        """The set of its format that is played. Raises LookupError where sets are no part of it."""
        own_set = find_set(self.format, self.set_number)
        if own_set is None:
            raise LookupError(f"{self.format.kind.name.text} has no sets")
        return own_set

    @cached_property
    def result(self) -> TableResult:
        """The winners, everybody's points, and a tie that is not settled."""
        payload = self.cut.payload if self.cut is not None else None
        return self._result(tuple(payload["winners"]) if payload else None)

    @cached_property
    def uncut(self) -> TableResult:
        """The result before the table has cut."""
        return self._result(None) if self.cut is not None else self.result

    def _result(self, cut: tuple[int, ...] | None) -> TableResult:
        roles = () if self.table is None else self.table.roles
        return self.format.hands.result(self.set_number, roles, self.values, cut)

    @property
    def awaiting(self) -> BoardRound | None:
        """The first round that misses a report, if there is one."""
        return next(
            (board_round for board_round in self.tally.uncounted if not board_round.complete), None
        )

    @property
    def playable(self) -> bool:
        """Whether a further round can be played: not once the seating has all its deals, once the
        last deals have begun, or if nobody is there to play. What is left on the table is dealt for
        then."""
        if self.replay.games:
            return self.ending is None and self.latest.playable
        if self.limit and len(self.tally.counted) >= self.limit:
            return False
        if self.plays.final is None:
            return True
        return not self.tally.closing and len(self.plays.playing(self.standing)) > 1

    @property
    def next_number(self) -> int:
        """The number of the round to be entered next: one withdrawn at the end, or a new one."""
        number = len(self.rounds)
        while number and not self.rounds[number - 1].complete:
            number -= 1
        return self.earlier + number + 1

    @property
    def score(self) -> Board:
        """The engine's board: who keeps it, by which rules."""
        return Board(self.format, self.setup, self.set_number, self.last_deal, self.match_game)

    def following(self, number: int) -> tuple[BoardRound, ...]:
        """The reported rounds whose scores depend on this one."""
        return self.score.following(
            board_round for board_round in self.after(number) if board_round.complete
        )

    def round(self, number: int) -> BoardRound | None:
        """The round of that number (from 1), or None."""
        if 0 < number <= len(self.rounds) and self.rounds[number - 1].number == number:
            return self.rounds[number - 1]  # its usual place
        return next(
            (board_round for board_round in self.rounds if board_round.number == number), None
        )

    def index(self, entry_id: int) -> int:
        """The place of an entry in the roster. Raises ValueError if it has none."""
        return self.entry_ids.index(entry_id)


class HandsBoard(EventBoard):
    """The hands of a set at one table, each of which stands by itself."""

    @property
    def match(self) -> MatchScore | None:
        return self.format.hands.match_score(self.set_number, self.values)

    @property
    def opened(self) -> EventBoard:
        """The board itself: hands can be reported as long as the evening goes on."""
        return self

    @property
    def awaited_rounds(self) -> int:
        return len(self.rounds)

    @property
    def reports(self) -> dict[str, Any]:
        """The hands, as fields of the table of a drive, which counts them itself."""
        return {"hands": self.values}

    def may_report_again(self, number: int) -> bool:
        return self.open


def running(board: EventBoard) -> BoardRound:
    """The round that the room is playing: the first with a report missing, else the newest."""
    return board.awaiting or board.rounds[-1]


def _without_report(row: Row, most: int) -> Row:
    """The row; one after the last `most` reports stands for none."""
    return row if row.report is None or row.report <= most else replace(row, report=None)


def _renumbered(row: Row, counted: Sequence[BoardRound]) -> Row:
    """The row with the number of its round; a row with a name of its own keeps it."""
    if row.report is None:
        return row
    number = counted[row.report - 1].number
    if row.label == as_is(str(row.report)):
        return replace(row, label=as_is(str(number)))
    if "number" in row.label.params:
        return replace(row, label=replace(row.label, params={**row.label.params, "number": number}))
    return row


@dataclass(frozen=True, slots=True)
class NextRound:
    """A note for a table before a round. `called`: the round's name besides its number; `note`: a
    message for everybody; `dues`: the task of each player; `turn`: the player whose turn it is, in
    words. Each may be empty."""

    called: str
    note: str
    dues: tuple[tuple[str, str], ...]
    turn: str


def players_clockwise(board: EventBoard) -> tuple[tuple[int, str], ...]:
    """Return the players of the next round, with their places, in the order in which they sit."""
    playing = board.plays.playing(board.standing)
    return tuple((place, board.names[place]) for place in board.clockwise if place in playing)


def deal_title(board: EventBoard, number: int, before: State | None = None) -> str:
    """A deal with its name, or whose turn it is: "Round 3: 8 cards". `before` is the state before
    one that is further ahead."""
    before = before or state_before(board, number)
    turn = board.plays.turn(before)
    name = translate(board.plays.name_of_round(before)) if turn is None else board.names[turn]
    label = translate(board.format.labels.deal.numbered(number))
    return _("{round}: {name}").format(round=label, name=name) if name else label


def state_before(board: EventBoard, number: int) -> State:
    """The state before a round that was reported, or before the next."""
    board_round = board.round(number)
    return board_round.before if board_round else board.standing


def rounds_ahead(board: EventBoard) -> Iterator[tuple[int, State]]:
    """The numbers of the rounds that are left, the next one first, each with the state before it as
    far as it is known; without an end where the game may go on for ever."""
    plays, state = board.plays, state_before(board, board.next_number)
    last = board.latest.earlier + board.latest.limit if board.latest.limit else None
    for number in count(board.next_number):
        if plays.over(state) is not None or (last is not None and number > last):
            return
        yield number, state
        state = plays.skipped(state)


def next_round(board: EventBoard, before: State) -> NextRound | None:
    """Return the note for the table before the round after a state; None if it is empty."""
    plays = board.plays
    if plays.over(before) is not None:
        return None
    turn = plays.turn(before)
    dues = zip(board.names, plays.dues(before), strict=False)
    following = NextRound(
        called=translate(plays.name_of_round(before)),
        note=sentence(plays.note_before(before)),
        dues=tuple((name, translate(words)) for name, words in dues if words),
        turn="" if turn is None else _("It is {name}’s turn.").format(name=board.names[turn]),
    )
    return following if following != NextRound("", "", (), "") else None
