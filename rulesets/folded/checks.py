"""Checks of a finished evening in a file: every number that refers to something is in range."""

from __future__ import annotations

import json
from keyword import iskeyword
from typing import TYPE_CHECKING

from rulesets.engine.clean_text import clean_json
from rulesets.engine.problems import wrong
from rulesets.folded.game import VERSION
from rulesets.formats.hands import CHAIRS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from rulesets.engine.problems import At
    from rulesets.engine.roster import Roster
    from rulesets.folded.board import Folded, FoldedState
    from rulesets.folded.drive import FoldedDrive
    from rulesets.folded.game import FoldedGame

MOST_PLAYERS = 1000


def check_game(game: FoldedGame, slug: str, board: str, at: At) -> None:
    """Refuse a cover of another game or group, or one whose parts do not fit."""
    if game.version != VERSION:
        wrong((*at, "version"), f"version {VERSION}")
    if game.slug != slug:
        wrong((*at, "slug"), "the game of the event")
    if game.format.keeping.board != board:
        wrong((*at, "form", "board"), f"“{board}”")
    low, high = game.plays.players
    if not 1 <= low <= high <= MOST_PLAYERS:
        wrong((*at, "plays", "players"), "the fewest and the most players")
    keys = [option.key for option in game.options]
    if len(set(keys)) < len(keys) or not all(map(_is_key, keys)):
        wrong((*at, "options"), "options with keys of their own")
    if board == "set" and game.format.seatings != len(game.format.sets):
        wrong((*at, "form", "sets"), "each of the sets")


def _is_key(key: str) -> bool:
    return key.isascii() and key.isidentifier() and not iskeyword(key) and key[0] != "_"


def check_board(board: Folded, questions: int, at: At) -> None:
    """Refuse a board whose parts do not fit."""
    people = range(len(board.roster.names))
    if len(board.entries) != len(people) or not people:
        wrong((*at, "entries"), "an entry for each name")
    if board.further and board.game != 1:
        wrong((*at, "game"), "the first of several")
    before = 0
    for number, game in enumerate(board.games):
        there = at if not number else (*at, "further", number - 1)
        if number and (game.entries or game.further or game.roster != board.roster):
            wrong(there, "a game of the same people")
        if number and game.game != number + 1:
            wrong((*there, "game"), "games in their order")
        _check_rounds(game, questions, there, before)
        before += len(game.rounds)


def _check_rounds(board: Folded, questions: int, at: At, earlier: int) -> None:
    """Refuse one game, after `earlier` rounds, whose parts do not fit."""
    roster, states = board.roster, len(board.states)
    people = range(len(roster.names))
    _within(at, "roster", people, *roster.sides)
    if len(roster.side_names) != len(roster.sides):
        wrong((*at, "roster", "side_names"), "a name for each side")
    counted = sum(row.counted for row in board.rounds)
    if states != 1 + counted + bool(board.closing):
        wrong((*at, "states"), "the opening, and one for each round that counts")
    for number, state in enumerate(board.states):
        _check_state(state, roster, questions, (*at, "states", number))
    numbers = [row.number for row in board.rounds]
    if numbers != list(range(earlier + 1, earlier + len(numbers) + 1)):
        wrong((*at, "rounds"), f"numbers from {earlier + 1} on")
    before = 0
    for number, row in enumerate(board.rounds):
        if row.before != before or (row.counted and not row.played):
            wrong((*at, "rounds", number), "rounds in their order")
        before += row.counted
        for moment in row.moments:
            _within((*at, "rounds", number), "moments", people, moment.who)
    for name, ending in (("ending", board.ending), ("match", board.match)):
        sides = range(len(board.states[0].totals))
        _within(at, name, sides, () if ending is None else ending.winners)
    if board.first is not None:
        _within(at, "first", range(max(len(people), 2)), (board.first,))


def _check_state(state: FoldedState, roster: Roster, questions: int, at: At) -> None:
    if len(state.totals) not in (len(roster.names), len(roster.sides)):
        wrong((*at, "totals"), "a total for each player or side")
    if state.ranking is not None and len(state.ranking) != len(state.totals):
        wrong((*at, "ranking"), "a number for each total")
    if len(state.dues) not in (0, len(roster.names)):
        wrong((*at, "dues"), "words for each player")
    people = range(len(roster.names))
    _within(at, "asked", range(questions), (state.asked,))
    _within(at, "playing", people, state.playing or ())
    _within(at, "leavers", people, state.leavers)
    _within(at, "turn", people, () if state.turn is None else (state.turn,))
    _within(at, "dealer", people, () if state.dealer is None else (state.dealer,))


def _within(at: At, name: str, allowed: Collection[int], *groups: Iterable[int]) -> None:
    if not all(place in allowed for group in groups for place in group):
        wrong((*at, name), "places that there are")


def check_drive(drive: FoldedDrive, sets: int, deals: int, at: At) -> None:
    """Refuse the hands of a drive of so many sets and deals whose parts do not fit."""
    for number, text in enumerate(drive.reports):
        try:
            report = json.loads(text)
        except ValueError:
            wrong((*at, "reports", number), "a report as JSON")
        if clean_json(report) != report:
            wrong((*at, "reports", number), "a report without letters that nobody sees")
    if len(drive.asked) != sets or any(len(places) != deals for places in drive.asked):
        wrong((*at, "asked"), "the questions of each hand of each set")
    _within(at, "asked", range(len(drive.questions)), *drive.asked)
    if len(drive.sheets) != sets:
        wrong((*at, "sheets"), "a sheet for each set")
    width = len(CHAIRS)
    for number, hand in enumerate(drive.hands):
        if len(hand.lines) != width or len(hand.points) != width:
            wrong((*at, "hands", number), "something for each chair")
    for number, hand_sum in enumerate(drive.sums):
        if len(hand_sum.points) != width:
            wrong((*at, "sums", number, "points"), "a number for each chair")
    chairs = range(width)
    for number, row in enumerate(drive.results):
        result = row.result
        groups = (result.winners, result.tied, result.sure, *result.cuts)
        _within((*at, "results", number), "result", chairs, *groups)
        if len(result.sums) != width:
            wrong((*at, "results", number, "result"), "a sum for each chair")
