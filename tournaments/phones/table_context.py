"""What a table's phone shows besides the deals: what is played, who sits where, who won, and where
everybody goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from django.template.loader import render_to_string
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from rulesets.formats.cuts import SIDES
from tournaments.boards.deals import on_board
from tournaments.boards.event_board import LAST, state_before
from tournaments.boards.hall import Hall
from tournaments.boards.lines import goal_words, leader_words, match_words, score_words
from tournaments.boards.own_rounds import own_rounds
from tournaments.boards.score import pot_words
from tournaments.boards.seats import seats, table_divisions
from tournaments.boards.table_page import Chair, moves
from tournaments.cache.page_cache import render_fragment
from tournaments.phones.blocks import BoardScore, Head, Moved, Seats, fragment
from tournaments.phones.phone import dealer_words
from tournaments.web.labels import called, set_words, table_title
from tournaments.web.wording import and_list, sentence, translate

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from rulesets.engine.plays import State
    from tournaments.boards.deals import Deal
    from tournaments.boards.event_board import BoardRound, EventBoard
    from tournaments.boards.table_page import TablePage
    from tournaments.phones.blocks import Entry
    from tournaments.phones.phone import BoardPhone, Phone, RoomPhone, SetPhone


HAND = "phones/_hand.html"
HANDS = "phones/_hands_head.html"
LONGEST_TITLE = 18  # letters of a round's own name in the place of its number
MOST_MISSING = 8  # at most so many missing couples are named


def head_before(phone: Phone) -> Head:
    """The head before the first seats are shown."""
    game = _(phone.format.game.name)
    return Head(table_title(phone.format, 1, phone.number), game, game)


def room_head(phone: RoomPhone) -> Head:
    """The head of a place in the room, with the round that the whole room plays."""
    if phone.now is None:
        return board_head(phone)
    title = _over(phone.board) or called(phone.format).numbered(phone.now.number)
    return replace(head_before(phone), title=title, summary=dealer_words(phone.board))


def board_head(phone: BoardPhone) -> Head:
    """The head of a table with its own board, with the round that it plays and what to know about
    it."""
    format, board = phone.format, phone.board
    game, goal = _(format.game.name), goal_words(board)
    where = (board.title, f"{game} · {goal}" if goal else game) if board.title else (game, goal)
    if format.moves:
        where = (board.title, translate(format.when_named(board.set_number)))
    if board.ending is not None:
        is_level = board.match is not None and board.match.winner is None
        return Head(*where, _over(board), note=sentence(board.ending.words) if is_level else "")
    if board.is_over:
        played = _("All {deals} have been played.").format(deals=called(format).plural)
        return Head(*where, leader_words(board), note=played)
    number = board.next_number
    name, note = round_words(board, number, state_before(board, number))
    match = filter(None, (board.game_words(board.next_number), match_words(board), note))
    note = " · ".join(match) if board.match else note
    pot, pot_is = pot_words(board) or ("", "")
    return Head(*where, name, dealer_words(board), note, pot, pot_is)


def set_head(page: TablePage, entry: Entry | None) -> Head:
    """The head of a table in a set, with the hand that is played."""
    where = translate(page.board.format.when_named(page.set_number))
    title = page.set_name if entry is None else entry.title
    done = tuple(one.complete for one in page.board.rounds)
    note = " · ".join(filter(None, (page.line, _match_words(page, entry))))
    return Head(page.board.title, where, title, note=note, done=done)


def name_division(phone: BoardPhone, head: Head) -> Head:
    """The head with the division of the table, where people play in several, or the places for
    which it plays, which is no final."""
    number = phone.board.set_number
    found = table_divisions(phone.event, number).get(phone.number)
    if not found:
        return head
    goal = translate(phone.format.when(number)) if phone.format.is_knockout(number) else head.goal
    return replace(head, goal=" · ".join(filter(None, (found, goal))))


def _match_words(page: TablePage, entry: Entry | None) -> str:
    """The score of a match of several games, and the name of the hand that the button is for: "Game
    2, hand 1 · Ann & Bo lead 1–0"."""
    if not page.board.format.plays_off(page.set_number):
        return ""
    label = entry.deal.trump if entry is not None and not entry.is_inline else ""
    if page.match is None:
        return label
    words = score_words(page.side_names, page.match, many=page.partners)
    return " · ".join(filter(None, (label, words)))


def _over(board: EventBoard) -> str:
    """The title of a game that has ended."""
    return leader_words(board) if board.ending is not None else ""


def round_words(board: EventBoard, number: int, before: State) -> tuple[str, str]:
    """The name of a round, and what else has to be known of it, by the state before it."""
    words, now = called(board.format), board.latest
    turn, note = board.plays.turn(before), sentence(board.plays.note_before(before))
    if turn is not None:
        return _("{name}’s turn").format(name=board.names[turn]), note
    name = board.plays.name_of_round(before)
    if len(translate(name)) > LONGEST_TITLE or not board.plays.rounds_in_all(now.setup):
        return words.numbered(number), " ".join(filter(None, (sentence(name), note)))
    return capfirst(translate(name)) or words.numbered(number), note


def set_seats(page: TablePage, entry: Entry | None) -> Seats | None:
    """Who sits where, and who deals the hand that is entered, or the next."""
    if entry is None:
        return None
    hand = entry.deal
    return Seats(
        page.number,
        page.chairs,
        hand.dealer,
        leader=hand.leader,
        sign=hand.trump_key,
        trump=hand.trump,
    )


def board_seats(board: EventBoard) -> Seats:
    """Who sits where at a table with its own board, and who deals next."""
    roster = board.setup.roster
    sides = roster.in_sides
    chairs = tuple(
        Chair(
            place,
            board.entry_ids[place],
            roster.names[place],
            roster.side_of(place) if sides else None,
        )
        for place in board.clockwise
    )
    words = _(" – ").join(roster.side_names) if sides else ""
    return Seats(board.table_number, chairs, board.plays.next_dealer(board.state), words)


def hands_of(phone: SetPhone) -> dict[str, Any] | None:
    """The list of the set's hands so far: its heading, and its rows."""
    page = phone.page
    if phone.untouched:
        return None
    home = "" if page.closed or page.finished else phone.at.home
    return {"head": fragment(HANDS), "rows": [_hand_row(one, home) for one in page.hands]}


def _hand_row(hand: Deal, home: str) -> SafeString:
    """A row of the list. Most rows are the same at many tables and cached; one that can still be
    changed (from the page at `home`), because nobody has accepted it, is drawn for its table
    only."""
    if home and hand.state == "provisional":
        change = translate(hand.format.called.within(hand.number))
        return render_to_string(HAND, {"hand": hand, "home": home, "change": change})
    shown = (hand.number, hand.trump_key, hand.summary, hand.state, hand.report.note)
    return render_fragment(
        (HAND, hand.trump, *shown), lambda: render_to_string(HAND, {"hand": hand})
    )


# --- after a set, or a round of the room ----------------------------------------------------------


def set_moved(phone: SetPhone) -> Moved | None:
    """What the set before has led to; None once the table has cut, as everybody sits there, or has
    reported something. With a schedule: where everybody goes once all of a set is reported."""
    before = phone.before
    if before is None or not before.moves:
        return _planned_moves(phone)
    if phone.page.first_dealer is not None:
        return None
    title = _("After {name}").format(name=set_words(phone.format, before.set_number))
    return Moved(title, before.result_text, tuple(move.text for move in before.moves))


def board_moved(phone: BoardPhone) -> Moved | None:
    """Where everybody goes whose board of a set is complete; or went, before anything of this set
    is reported."""
    board = phone.board
    if phone.is_finished or not phone.format.moves:
        return None
    before: EventBoard | None = board
    if board.running:
        begins = phone.untouched and board.set_number > 1
        before = Hall.of(phone.event).board(phone.number, board.set_number - 1) if begins else None
    if before is None:
        return _planned_moves(phone)
    people = dict(zip(before.entry_ids, before.names, strict=True))
    found = moves(before.format, people, before.set_number, before.table_number)
    title = _("After {name}").format(name=set_words(before.format, before.set_number))
    return Moved(title, "", tuple(move.text for move in found)) if found else None


def _planned_moves(phone: BoardPhone) -> Moved | None:
    """Where those at a table go next, if a schedule says so, once all of a set is reported."""
    board = phone.board
    shown = seats(phone.event) if phone.is_over and board.running and phone.format.ahead else None
    if shown is None:
        return None
    rounds, following = own_rounds(phone.event, shown), board.set_number + 1
    told = [
        (name, one)
        for pk, name in zip(board.entry_ids, board.names, strict=True)
        for one in rounds.get(pk, ())
        if one.number == following
    ]
    if not told:
        return None
    title = _("Next: {title}").format(title=told[0][1].title)
    lines = (_("{name}: {where}").format(name=name, where=one.where) for name, one in told)
    return Moved(title, "", tuple(lines))


def room_moved(phone: RoomPhone) -> Moved | None:
    """Where those go who sat at this place in the round before; None if nobody did, and once
    something of this round is reported."""
    board, now, here = phone.board, phone.now, phone.deal
    before = board.round(now.number - 1) if now is not None else None
    reported = here is not None and here.report.payload is not None
    if now is None or before is None or reported or phone.answer.form is not None:
        return None
    earlier = next((one for one in before.reports if one.table_number == phone.number), None)
    moves = _moves(board, now, before, phone.number)
    if earlier is None and not moves:
        return None
    yes = earlier is not None and earlier.state == "provisional"
    return Moved(
        _("{round} is over").format(round=called(board.format).numbered(before.number)),
        "" if phone.keeps_back else before.brought,
        () if board.ending is not None else moves,
        on_board(board, before.number, earlier) if earlier and yes else None,
    )


def _moves(board: EventBoard, now: BoardRound, before: BoardRound, number: int) -> tuple[str, ...]:
    """Where those who sat at a place in the round before sit in this one."""
    sat, sit = _places(before), _places(now)
    told = []
    here = (who for who, chair in sat.items() if chair == number)
    for place in sorted(here, key=board.setup.roster.side_of):
        values = {"name": board.names[place], "place": sit.get(place)}
        if place in now.byes:
            text = _("{name}: you sit out {deal}, at place {place}")
            values["deal"] = called(board.format).within(now.number)
        elif place not in sit:
            continue
        elif sit[place] == number:
            text = _("{name}: you stay here")
        else:
            text = _("{name}: you move to place {place}")
        told.append(text.format(**values))
    return tuple(told)


def _places(board_round: BoardRound) -> dict[int, int]:
    """Everybody's place in a round."""
    return _alone(board_round) | {
        place: report.table_number for report in board_round.reports for place in report.chairs
    }


def _alone(board_round: BoardRound) -> dict[int, int]:
    """Who faces an empty chair in a round, and at which place; in the order of the chairs."""
    taken = {report.table_number for report in board_round.reports}
    left = (number for number in count(1) if number not in taken)
    return dict(zip(board_round.byes, left, strict=False))


# --- a place in the room --------------------------------------------------------------------------


def room_of(phone: RoomPhone) -> dict[str, Any]:
    """The context of a place: its couple's part of the running round, who sits it out here, and how
    far the room is; empty once it is over."""
    board, now = phone.board, phone.now
    if now is None or board.ending is not None:
        return {}
    alone = [place for place, chair in _alone(now).items() if chair == phone.number]
    named, dash = now.missing if len(now.missing) <= MOST_MISSING else (), _(" – ")
    return {
        "now": now,
        "here": phone.deal,
        "alone": board.names[alone[0]] if alone else "",
        "missing": tuple(dash.join(board.names[p] for p in one.chairs) for one in named),
        "byes": tuple(board.names[place] for place in now.byes),
    }


# --- the end of a set -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CutGroup:
    """Those of a tie of whom somebody wins the cut: the label, whether it is exactly one of the
    choices, and each of these, as it is sent (its chairs) and in words."""

    title: str
    is_single: bool
    choices: tuple[tuple[str, str], ...]


def cut_groups(page: TablePage) -> list[CutGroup]:
    """Those who cut after a tie: the two sides, or people by role, or all of them; [] if nobody
    cuts."""
    if not page.is_over or not page.cut.due or page.closed or page.finished:
        return []
    cutting = [chair for chair in page.chairs if chair.index in page.cut.chairs]
    if page.cut.answers == SIDES:
        names = {chair.index: chair.name for chair in cutting}
        sides = tuple(
            (",".join(map(str, side)), and_list([names[chair] for chair in side])) for side in SIDES
        )
        return [CutGroup(_("The side with the highest card"), is_single=True, choices=sides)]
    roles = list(dict.fromkeys(chair.role for chair in cutting))
    if len(roles) != page.cut.pick:
        several = _("Highest {number}").format(number=page.cut.pick)
        return [CutGroup(several, page.cut.pick == 1, _choices(cutting))]
    groups = []
    for role in roles:
        mine = [chair for chair in cutting if chair.role == role]
        title = _("Highest {role}").format(role=mine[0].role_name)
        groups.append(CutGroup(title, is_single=True, choices=_choices(mine)))
    return groups


def _choices(chairs: Sequence[Chair]) -> tuple[tuple[str, str], ...]:
    return tuple((str(chair.index), chair.name) for chair in chairs)


def board_score(phone: BoardPhone) -> BoardScore | None:
    """The score; None while the host hides it."""
    if phone.keeps_back:
        return None
    asks = not phone.is_finished
    return BoardScore(phone.event.pk, phone.board, phone.at, phone.answer.rounds, asks=asks)


def brought_of(phone: RoomPhone) -> tuple[tuple[str, str], ...]:
    """What every round of the room brought; only the last ones, unless all are wanted."""
    if phone.keeps_back:
        return ()
    board, words = phone.board, called(phone.format)
    return tuple(
        (words.numbered(one.number), one.brought)
        for one in board.rounds[-LAST if phone.answer.rounds is None else 0 :]
        if one.counted
    )
