"""Everybody's line on a board: their total, who leads, and how far behind the others are.

Every page with a total takes it from here: phones, desk, spectators' score, wall and home page. All
texts are in the language of the page.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.drawing.scoreboard import EMPTY
from rulesets.engine.plays import player_account
from rulesets.engine.text import signed
from tournaments.scores.books import amount_words
from tournaments.web.labels import called
from tournaments.web.wording import and_list, translate, written_place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.drawing.scoreboard import Cell, Scoreboard
    from rulesets.engine.plays import Account, State
    from rulesets.engine.text import Phrase
    from rulesets.formats.match import MatchScore
    from tournaments.boards.event_board import EventBoard


Order = Literal["place", "seat"]
PIECES = 12  # up to this, a goal is drawn piece by piece
LONG = 10_000  # from this on thousands are set apart, as in the names of games
NEAR = 30  # up to this "2 to go", above it "38 short of 100"
LONGEST_GOAL = 30  # letters of the goal beside the name of a game
FEW = 2  # at most so many are named as level


@dataclass(frozen=True, slots=True)
class Line:
    """The line of a player or a side.

    `name` is the name beside the total, `people` the partners who share it (else empty). `gain` is
    what the last round brought (None: not worth a word), `joined`: came after it. `place` is 0
    before the first round and `place_label` "2=" for a shared place. `words` say how it stands
    ("9 behind"), `share` is how far it is to the goal (0 to 1), `pieces` the same piece by piece
    for a small goal. `deals` is a word for whoever deals or has the turn, `dealer` which of
    `people`; `due` is what the player has to do next. `out` says since when the player is out;
    `coins` are drawn one by one. `why` is the end of the address of "How we got here" for this
    total alone. `seat` counts clockwise, from 0. `bid` is what was bid in the round that is being
    played.
    """

    scorer: int
    name: str
    seat: int = 0
    people: tuple[str, ...] = ()
    total: int = 0
    gain: int | None = None
    place: int = 0
    place_label: str = ""
    leads: bool = False
    words: str = ""
    share: float | None = None
    deals: str = ""
    dealer: str = ""
    out: str = ""
    coins: int | None = None
    pieces: tuple[bool, ...] = ()
    why: str = ""
    due: str = ""
    joined: bool = False
    bid: str = ""


def lines(board: EventBoard, by: Order = "place") -> tuple[Line, ...]:
    """Everybody's line, best first or by seat; by seat in any case before the first round
    counts."""
    reading = _Reading.of(board)
    by_seat = board.clockwise if board.alone else range(len(board.scorers))
    everybody = [_line(reading, scorer, seat) for seat, scorer in enumerate(by_seat)]
    if by == "place":
        everybody.sort(key=lambda line: (line.place, line.seat))
    return tuple(everybody)


def leader_words(board: EventBoard) -> str:
    """Who leads and by how much: "Rosa leads by 9"; "" before the first round. In a match of
    several games: who has won more of them."""
    if board.match is not None:
        return match_words(board)
    reading = _Reading.of(board)
    if not reading.begun:
        return ""
    names = and_list([board.scorers[scorer] for scorer in reading.first])
    many = len(reading.first) > 1 or len(board.people_of(reading.first[0])) > 1
    if reading.over:
        text = ngettext("{names} wins by {lead}", "{names} win by {lead}", 1 + many)
        plain = ngettext("{names} wins", "{names} win", 1 + many)
        return (text if reading.lead else plain).format(names=names, lead=figure(reading.lead))
    if len(reading.first) == len(board.scorers):
        return _("All are level")
    if len(reading.first) > 1:
        return _("{names} are level").format(names=names)
    text = ngettext("{names} leads by {lead}", "{names} lead by {lead}", 1 + many)
    plain = ngettext("{names} leads", "{names} lead", 1 + many)
    return (text if reading.lead else plain).format(names=names, lead=figure(reading.lead))


def match_words(board: EventBoard) -> str:
    """The score of a match of several games: "Rosa leads 1–0"; "" if there is only one game."""
    score = board.match
    return "" if score is None else score_words(board.scorers, score, many=not board.alone)


def score_words(names: Sequence[str], score: MatchScore, *, many: bool) -> str:
    """The score in games in words: "Ann & Bo lead 1–0" (`many` people a side), "1–1 in games", or
    who has won."""
    wins = score.wins
    ahead, behind = max(wins), min(wins)
    arguments = {"names": names[wins.index(ahead)], "ahead": ahead, "behind": behind}
    if ahead == behind:
        return _("{ahead}–{behind} in games").format(**arguments)
    text = ngettext("{names} leads {ahead}–{behind}", "{names} lead {ahead}–{behind}", 1 + many)
    if score.is_over:
        text = ngettext("{names} wins {ahead}–{behind}", "{names} win {ahead}–{behind}", 1 + many)
    return text.format(**arguments)


def goal_words(board: EventBoard) -> str:
    """How the game is won, if that is short: "lowest wins, up to 100", "5 of 13"."""
    plays, low = board.plays, board.plays.wins == "low"
    target, rounds = plays.target(board.setup), plays.rounds_in_all(board.setup)
    if target:
        text = _("lowest wins, up to {target}") if low else _("to {target}")
        return text.format(target=figure(target))
    if rounds and not plays.turns:
        arguments = {"number": min(board.next_number - board.earlier, rounds), "all": rounds}
        text = _("{number} of {all}, lowest wins") if low else _("{number} of {all}")
        return text.format(**arguments)
    words = translate(plays.victory(board.setup.options)) if board.open else ""
    return words[:1].lower() + words[1:] if len(words) <= LONGEST_GOAL else ""


def figure(number: int) -> str:
    """A number inside a sentence: "10,000", "9800", "−5"."""
    return f"{number:,}".replace("-", "−") if abs(number) >= LONG else signed(number)


@dataclass(frozen=True, slots=True)
class _Reading:
    """What all lines of a board are made of. `first` lead, alone or level, by `lead` (0: level, or
    not decided by totals); `gains` are None if a round brought nothing worth a word."""

    board: EventBoard
    begun: bool
    over: bool
    totals: tuple[int, ...]
    ranks: list[int]
    gains: tuple[int | None, ...]
    first: tuple[int, ...]
    lead: int
    target: int | None
    scoreboard: Scoreboard | None
    out: Mapping[int, int]
    dues: tuple[Phrase, ...]
    held: Mapping[Account, int]
    turn: int | None
    dealer: int | None
    bids: Mapping[int, str]

    @classmethod
    def of(cls, board: EventBoard) -> _Reading:
        plays, state = board.plays, board.state
        states = board.states
        played = len(states) - 1 - bool(board.replay.closing.transfers)
        totals, ranks = tuple(plays.totals(state)), plays.ranks(state)
        first = tuple(scorer for scorer, rank in enumerate(ranks) if rank == 1)
        if board.ending is not None:
            first = board.ending.winners or first
        last = states[played - 1 :] if played else (state,)
        going = board.open and board.ending is None
        return cls(
            board=board,
            begun=played > 0,
            over=board.ending is not None or (board.all_played and len(first) < len(totals)),
            totals=totals,
            ranks=ranks,
            gains=_gains(board, last) if played else (None,) * len(totals),
            first=first,
            lead=_lead(board, totals, first),
            target=plays.target(board.setup),
            scoreboard=None if board.is_sheet else plays.board(last),
            out=plays.out_since(state),
            dues=plays.dues(state) if going else (),
            held=plays.holdings(state).get(plays.unit, {}) if board.alone else {},
            turn=plays.turn(state) if going else None,
            dealer=plays.next_dealer(state) if going and plays.dealers != "none" else None,
            bids=bids_by_scorer(board),
        )

    def foot(self, scorer: int) -> Cell:
        """The cell of a total at the foot of the board."""
        if self.scoreboard is None or not self.scoreboard.foot:
            return EMPTY
        return self.scoreboard.foot[0].cells[scorer]

    def last_cell(self, scorer: int) -> Cell:
        """The cell of a player or side in the board's last round."""
        rows = self.scoreboard.rows if self.scoreboard is not None and self.begun else ()
        return rows[-1].cells[scorer] if rows else EMPTY


def _gains(board: EventBoard, last: tuple[State, ...]) -> tuple[int | None, ...]:
    """What the last round, or everybody's last turn, brought; None for whoever could only win in it
    and did not."""
    totals = board.plays.totals
    if board.plays.turns:
        return _last_turns(board)
    totals_of_scorers = zip(board.totals(last[0]), totals(last[-1]), strict=True)
    low = board.plays.wins == "low"
    return tuple(
        now - was if (low or now != was) and not _has_joined(board, scorer) else None
        for scorer, (was, now) in enumerate(totals_of_scorers)
    )


def _has_joined(board: EventBoard, scorer: int) -> bool:
    """Whether somebody has come after the last round that counts: what they have is no gain."""
    start = board.start_of(scorer)
    return start is not None and start[0] >= len(board.tally.counted)


def _last_turns(board: EventBoard) -> tuple[int | None, ...]:
    gains: dict[int, int] = {}
    everybody = len(board.scorers)
    for board_round in reversed(board.tally.counted):
        if board_round.played is None or len(gains) == everybody:
            break
        turn = board.plays.turn(board_round.before)
        if turn is not None and board.scorer(turn) not in gains:
            who = board.scorer(turn)
            now, was = board.totals(board_round.played.state), board.totals(board_round.before)
            gains[who] = now[who] - was[who]
    return tuple(gains.get(scorer) for scorer in range(everybody))


def _lead(board: EventBoard, totals: tuple[int, ...], first: tuple[int, ...]) -> int:
    """By how much the first is ahead of everybody else; 0 if totals do not decide."""
    others = [total for scorer, total in enumerate(totals) if scorer not in first]
    if not others or not first or (board.ending and board.plays.ranking(board.state) is not None):
        return 0
    low = board.plays.wins == "low"
    best = totals[first[0]]
    return max(0, min(others) - best if low else best - max(others))


def _line(reading: _Reading, scorer: int, seat: int) -> Line:
    board = reading.board
    total, rank = reading.totals[scorer], reading.ranks[scorer]
    out = _out(reading, scorer)
    level = (
        not reading.over and 2 * len(reading.first) > len(board.scorers) and len(reading.first) > 1
    )
    shared = reading.ranks.count(rank) > 1
    deals, dealer = _deals(reading, scorer)
    share = max(0.0, min(1.0, total / reading.target)) if reading.target and not out else None
    small = share is not None and board.plays.wins == "high" and (reading.target or 0) <= PIECES
    return Line(
        scorer=scorer,
        seat=seat,
        name=board.scorers[scorer],
        people=tuple(board.names[place] for place in board.partners_of(scorer)),
        total=total,
        gain=None if out and not reading.gains[scorer] else reading.gains[scorer],
        place=rank if reading.begun else 0,
        place_label=written_place(rank, shared=shared) if reading.begun else "",
        leads=reading.begun and scorer in reading.first and not level,
        words=out or (_words(reading, scorer) if reading.begun else _also(reading, scorer)),
        share=share,
        deals=deals,
        dealer=dealer,
        out=out,
        coins=None if out else reading.foot(scorer).coins,
        pieces=tuple(piece < total for piece in range(reading.target or 0)) if small else (),
        why=f"?set={board.set_number}&table={board.table_number}&who={scorer}",
        due="" if out else _due(reading, scorer),
        joined=reading.begun and not out and _has_joined(board, scorer),
        bid=reading.bids.get(scorer, ""),
    )


def bids_by_scorer(board: EventBoard) -> dict[int, str]:
    """What everybody who plays alone has bid in the round that is being played: "bid 3"; empty
    before the bids are in, and where they are no numbers."""
    board_round = board.round(board.next_number)
    if board_round is None or not board.alone or not board_round.reports[0].is_open:
        return {}
    payload = board_round.reports[0].payload or {}
    bids: dict[int, list[str]] = {}
    for field in board.plays.fields(board_round.before):
        if not (field.before and field.is_numbers and field.per == "player"):
            continue
        label = translate(field.label)
        for place, number in enumerate(payload.get(field.key, ())):
            if number is not None:
                words = f"{label[:1].lower()}{label[1:]} {figure(number)}"
                bids.setdefault(board.scorer(place), []).append(words)
    return {scorer: ", ".join(words) for scorer, words in bids.items()}


def _due(reading: _Reading, scorer: int) -> str:
    """The next task of somebody who plays alone, unless the total says it already."""
    if not reading.dues or not reading.board.alone:
        return ""
    due = translate(reading.dues[scorer])
    return "" if due == amount_words(reading.totals[scorer], reading.board.plays.unit) else due


def _out(reading: _Reading, scorer: int) -> str:
    """Since when somebody is out, or has gone home; "" for a winner."""
    if reading.over and scorer in reading.first:
        return ""
    numbers = [reading.out.get(place) for place in reading.board.people_of(scorer)]
    if None not in numbers:
        number = max(number or 0 for number in numbers)
        text = _("out in {round}") if number else _("out")
        out = text.format(round=called(reading.board.format).within(number))
        return leaving_words(reading.board, scorer) or out
    return _("out") if "out" in reading.foot(scorer).marks else ""


def leaving_words(board: EventBoard, scorer: int) -> str:
    """That somebody has gone home, and after which round; "" if not all who share the total have.
    Every page and paper with places or totals says this."""
    numbers = [board.left.get(place) for place in board.people_of(scorer)]
    if None in numbers:
        return ""
    number = max(number or 0 for number in numbers)
    text = _("went home after {round}") if number else _("went home")
    return text.format(round=called(board.format).within(number))


def _deals(reading: _Reading, scorer: int) -> tuple[str, str]:
    """A word beside the name of whoever deals or has the turn, and that person's name."""
    board, turn, dealer = reading.board, reading.turn, reading.dealer
    if board.plays.dealers == "side":
        return (_("deal"), board.scorers[scorer]) if dealer == scorer else ("", "")
    who = dealer if turn is None else turn
    if who is None or board.scorer(who) != scorer:
        return "", ""
    return _("deals") if turn is None else _("turn"), board.names[who]


def _words(reading: _Reading, scorer: int) -> str:
    """How somebody stands, in a few words."""
    coins = reading.foot(scorer).coins is not None and not reading.over
    parts = [_last_loss(reading, scorer) if coins else _standing(reading, scorer)]
    return " · ".join(
        part for part in (*parts, _to_go(reading, scorer), _also(reading, scorer)) if part
    )


def _standing(reading: _Reading, scorer: int) -> str:
    """ "leads by 9", "9 behind", "level with Rosa"; "" if totals do not decide."""
    if scorer not in reading.first:
        best, total = reading.totals[reading.first[0]], reading.totals[scorer]
        gap = total - best if reading.board.plays.wins == "low" else best - total
        return _("{number} behind").format(number=figure(gap)) if gap > 0 else ""
    if reading.over:
        return (
            _("won by {number}").format(number=figure(reading.lead)) if reading.lead else _("won")
        )
    others = [reading.board.scorers[other] for other in reading.first if other != scorer]
    if not others:
        text = _("leads by {number}") if reading.lead else _("leads")
        return text.format(number=figure(reading.lead))
    if len(others) > FEW:
        return _("level with {number} others").format(number=len(others))
    return _("level with {names}").format(names=and_list(others))


def _to_go(reading: _Reading, scorer: int) -> str:
    """How much is missing to the goal, for whoever is nearest to it, and for both if there are
    two."""
    total, target = reading.totals[scorer], reading.target
    if not target or reading.over or total >= target:
        return ""
    low = reading.board.plays.wins == "low"
    nearest = total == max(reading.totals)
    if not nearest and (low or len(reading.totals) > FEW):
        return ""
    text = _("{number} to go") if target <= NEAR else _("{number} short of {target}")
    return text.format(number=figure(target - total), target=figure(target))


def _last_loss(reading: _Reading, scorer: int) -> str:
    """For coins that are lost one by one: the last count, whether it was paid for, and how long
    somebody without any coins stays in."""
    cell, foot = reading.last_cell(scorer), reading.foot(scorer)
    parts = []
    if cell.value is not None:
        count = ngettext("{number} point", "{number} points", abs(cell.value))
        parts.append(count.format(number=figure(cell.value)))
    if "knocked" in cell.marks:
        parts.append(_("knocked"))
    if paid := -(reading.gains[scorer] or 0):
        parts.append(_("paid {number}").format(number=paid) if paid > 0 else "")
    if "face" in foot.marks:
        parts = [_("on their face: out at the next loss")]
    return ", ".join(part for part in parts if part)


def _also(reading: _Reading, scorer: int) -> str:
    """What somebody holds besides the total: bags, dimes, or the chips in hand if the total is what
    was won."""
    parts = []
    held = reading.held.get(player_account(scorer))
    if held is not None and held != reading.totals[scorer]:
        amount = amount_words(held, reading.board.plays.unit)
        parts.append(_("{amount} in hand").format(amount=amount))
    if _due(reading, scorer):
        return " · ".join(parts)
    for row in reading.scoreboard.foot[1:] if reading.scoreboard is not None else ():
        value = row.cells[scorer].value
        if value:
            parts.append(amount_words(value, row.label.template.lower()))
    return " · ".join(parts)
