"""The head of a phone's page and what stands below it: what is played, who sits where, the score,
the hands of a set so far."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.template.loader import render_to_string
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments.boards.event_board import LAST, running, state_before
from tournaments.cache.page_cache import Blanks, render_fragment
from tournaments.phones.blocks import BoardScore, Head, Seats, fragment
from tournaments.phones.moves import places_alone
from tournaments.phones.phone import dealer_words
from tournaments.scores.lines import goal_words, leader_words, match_words, score_words
from tournaments.scores.score import pot_words
from tournaments.scores.sets import Chair, chairs_of, order_words, side_names
from tournaments.seats.selectors import table_divisions
from tournaments.web.labels import called, table_title
from tournaments.web.wording import sentence, sentence_of, translate

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from rulesets.engine.plays import State
    from rulesets.formats import Format
    from tournaments.boards.deals import Deal
    from tournaments.boards.event_board import EventBoard
    from tournaments.models import Event
    from tournaments.phones.blocks import Entry
    from tournaments.phones.phone import Phone


HAND = "phones/_hand.html"
HANDS = "phones/_hands_head.html"
_BLANKS = Blanks("home")
LONGEST_TITLE = 18  # letters of a round's own name in the place of its number
MOST_MISSING = 8  # at most so many missing couples are named


def head_before(format: Format, place: int) -> Head:
    """The head before the first seats are shown."""
    game = _(format.game.name)
    return Head(table_title(format, 1, place), game, game)


def room_head(phone: Phone) -> Head:
    """The head of a place in the room, with the round that the whole room plays."""
    board = phone.board
    title = _over(board) or called(phone.format).numbered(running(board).number)
    head = head_before(phone.format, phone.place)
    return replace(head, title=title, summary=dealer_words(board))


def board_head(phone: Phone) -> Head:
    """The head of a table with its own board, with the round that it plays and what to know about
    it."""
    format, board = phone.format, phone.board
    game, goal = _(format.game.name), goal_words(board)
    where = (board.title, f"{game} · {goal}" if goal else game) if board.title else (game, goal)
    if format.keeping.moves:
        where = (board.title, translate(format.labels.of_set(board.set_number).when_named))
    if board.ending is not None:
        is_level = board.match is not None and board.match.winner is None
        return Head(*where, _over(board), note=sentence(board.ending.words) if is_level else "")
    if board.is_over:
        played = _("All {deals} have been played.").format(deals=called(format).plural)
        return Head(*where, leader_words(board), note=played)
    number = board.next_number
    name, note = round_words(board, number, state_before(board, number))
    board_round = board.round(number)
    if board_round is not None and board_round.reports[0].is_open:
        label = called(format).numbered(number)
        rest = "" if name == label else sentence_of(name)
        return Head(*where, _("{deal} is being played").format(deal=label), rest)
    match = filter(None, (board.game_words(board.next_number), match_words(board), note))
    note = " · ".join(match) if board.match else note
    pot, pot_is = pot_words(board) or ("", "")
    return Head(*where, name, dealer_words(board), note, pot, pot_is)


def set_head(board: EventBoard, entry: Entry | None) -> Head:
    """The head of a table in a set, with the hand that is played."""
    where = translate(board.format.labels.of_set(board.set_number).when_named)
    title = _(board.round_set.name) if entry is None else entry.title
    done = tuple(board_round.complete for board_round in board.rounds)
    line = _(board.round_set.line) if board.round_set.line else ""
    note = " · ".join(filter(None, (line, _match_words(board, entry))))
    return Head(board.title, where, title, note=note, done=done)


def name_division(phone: Phone, head: Head) -> Head:
    """The head with the division of the table, where people play in several, or the places for
    which it plays, which is no final."""
    number = phone.board.set_number
    division = table_divisions(phone.event, number).get(phone.place)
    if not division:
        return head
    when, out = phone.format.labels.of_set(number).when, phone.format.in_set(number).eliminates
    goal = translate(when) if out else head.goal
    return replace(head, goal=" · ".join(filter(None, (division, goal))))


def _match_words(board: EventBoard, entry: Entry | None) -> str:
    """The score of a match of several games, and the name of the hand that the button is for: "Game
    2, hand 1 · Ann & Bo lead 1–0"."""
    if not board.format.length.of_set(board.set_number).play_off:
        return ""
    label = entry.deal.trump if entry is not None else ""
    match = board.match
    if match is None:
        return label
    words = score_words(side_names(board), match, many=board.round_set.partners)
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


def set_seats(event: Event, board: EventBoard, entry: Entry | None) -> Seats | None:
    """Return the seats with the dealer of the hand that is entered, or of the next."""
    if entry is None:
        return None
    hand = entry.deal
    return Seats(
        board.table_number,
        chairs_of(event, board),
        hand.dealer,
        leader=hand.leader,
        sign=hand.trump_key,
        trump=hand.trump,
    )


def board_seats(board: EventBoard) -> Seats:
    """Return the seats of a table with its own board, with the next dealer."""
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


def hands_so_far(phone: Phone) -> dict[str, Any] | None:
    """The list of the set's hands so far: the names in the order of its numbers, its heading, its
    rows, and what everybody has made."""
    board = phone.board
    if phone.untouched:
        return None
    home = phone.at.home if board.running else ""
    return {
        "names": next(filter(None, (order_words(board, hand.summary) for hand in phone.hands)), ""),
        "head": fragment(HANDS),
        "rows": [hand_row(hand, home) for hand in phone.hands],
        "sums": list(zip(board.names, board.result.sums, strict=False)),
    }


def hand_row(hand: Deal, home: str) -> SafeString:
    """A row of the list. Most rows are the same at many tables and cached, with a blank for the
    page (`home`) from which one that nobody has accepted can still be changed."""
    context: dict[str, Any] = {"hand": hand}
    if home and hand.state == "provisional":
        change = translate(hand.format.labels.deal.within(hand.number))
        context |= {"home": _BLANKS["home"], "change": change}
    values = (hand.number, hand.trump_key, hand.summary, hand.state, hand.report.note)
    key = (HAND, hand.trump, *values, context.get("change", ""))
    text = render_fragment(key, lambda: render_to_string(HAND, context))
    return _BLANKS.fill(text, home=home) if len(context) > 1 else text


# --- a place in the room --------------------------------------------------------------------------


def room_of(phone: Phone) -> dict[str, Any]:
    """The context of a place: its couple's part of the running round, who sits it out here, and how
    far the room is; empty once it is over."""
    board, now = phone.board, running(phone.board)
    if board.ending is not None:
        return {}
    alone = [place for place, chair in places_alone(now).items() if chair == phone.place]
    named, dash = now.missing if len(now.missing) <= MOST_MISSING else (), _(" – ")
    return {
        "now": now,
        "here": phone.due,
        "alone": board.names[alone[0]] if alone else "",
        "missing": tuple(dash.join(board.names[p] for p in report.chairs) for report in named),
        "byes": tuple(board.names[place] for place in now.byes),
    }


def board_score(phone: Phone) -> BoardScore | None:
    """The score; None while the host hides it."""
    if phone.keeps_back:
        return None
    asks = not phone.is_finished
    return BoardScore(phone.event.pk, phone.board, phone.at, phone.answer.rounds, asks=asks)


def brought_of(phone: Phone) -> tuple[tuple[str, str], ...]:
    """Return the result of every round of the room; only of the last ones, unless all are asked
    for."""
    if phone.keeps_back:
        return ()
    board, words = phone.board, called(phone.format)
    return tuple(
        (words.numbered(board_round.number), board_round.brought)
        for board_round in board.rounds[-LAST if phone.answer.rounds is None else 0 :]
        if board_round.counted
    )
