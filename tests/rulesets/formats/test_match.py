"""Matches of two: when one is over, and what the games of a board come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.engine.replay import Replay, RoundReport, replay
from rulesets.engine.roster import RosterChange, Setup
from rulesets.formats.board import Board
from rulesets.formats.match import MatchScore, read_match
from tests.rulesets.formats.euchre import form_of
from tests.sampling import examples


def match(*margins: int | None, deals: int = 2, best_of: int = 1, most: int = 0) -> tuple[Any, ...]:
    """How many deals a match takes, the games of both, and whether it is over."""
    score, many = read_match(margins, deals, best_of=best_of, most=most)
    return many, score.wins, score.is_over


# --- deals that stand by themselves ---------------------------------------------------------------


def test_a_game_is_over_with_its_deals_unless_it_is_level() -> None:
    assert match(1, None) == (2, (0, 0), False)
    assert match(1, 1) == (2, (1, 0), True)
    assert match(1, -1) == (3, (0, 0), False)
    assert match(1, -1, -4) == (3, (0, 1), True)
    level, many = read_match((1, -1, 0), 2)
    assert (many, level.is_over, level.winner, level.places) == (3, True, None, (1, 1))


@given(st.sampled_from((1, 3, 5)), st.integers(1, 4), st.data())
def test_a_match_ends_with_one_winner_or_level_after_one_more_deal(
    best_of: int, deals: int, data: st.DataObject
) -> None:
    margins: list[int] = []
    while not (now := read_match(margins, deals, best_of=best_of))[0].is_over:
        assert len(margins) < now[1] <= deals * best_of + 1
        margins.append(data.draw(st.integers(-2, 2)))
    score, many = now
    assert len(margins) == many
    if score.winner is None:
        assert score.wins[0] == score.wins[1]
        assert len(margins) == deals * best_of + 1
        assert margins[-1] == 0
    else:
        assert score.wins[score.winner] > score.wins[1 - score.winner]
    # What is told beyond the end changes nothing; nor does the other side's point of view.
    assert read_match([*margins, 2, -1], deals, best_of=best_of) == now
    mirrored, _many = read_match([-margin for margin in margins], deals, best_of=best_of)
    assert mirrored.wins == score.wins[::-1]


@given(st.sampled_from((1, 3, 5)), st.lists(st.integers(-1, 1), min_size=6, max_size=6))
def test_a_match_is_over_when_nobody_behind_can_draw_level(
    best_of: int, margins: list[int]
) -> None:
    score = MatchScore(best_of)
    for played, margin in enumerate(margins):
        lead = abs(sum(margins[:played]))
        left = max(0, best_of - played)
        decided = lead > left or played > best_of
        assert score.is_over == decided
        assert score.lacks_decider == (played == best_of and not lead)
        if decided:
            return
        score = score.after(margin)


# --- boards of two who play alone -----------------------------------------------------------------


def board_of(game: str, best_of: int = 3, first: int | None = None, **options: Any) -> Board:
    format = form_of("knockout", game, size=2, best_of=best_of, **options)
    setup = Setup(
        format.game.plays.roster(("Ann", "Bo"), options=format.agreed), format.agreed, first
    )
    return Board(format, setup, 1)


def pips(*scores: tuple[int, int]) -> list[RoundReport]:
    """Deals of Chicken Foot: the fewest pips win."""
    return [RoundReport({"pips": list(two), "blocked": 0 not in two}) for two in scores]


WON, LOST, LEVEL = (0, 9), (9, 0), (3, 3)


def test_a_level_game_has_one_more_deal_and_is_nobodys_then() -> None:
    board = board_of("chicken-foot")
    assert len(board.fold(pips(WON, LOST)).games) == 1
    more = board.fold(pips(WON, LOST, WON))
    assert [len(game.rounds) for game in more.games] == [3, 0]
    assert board.match(more) == MatchScore(3, (1, 0), 1)
    nobody = board.fold(pips(WON, LOST, LEVEL, WON, WON, WON))
    assert [len(game.rounds) for game in nobody.games] == [3, 2, 1]
    assert board.match(nobody) == MatchScore(3, (1, 0), 2)
    assert nobody.ending is None  # Bo can still draw level
    level = board.fold(pips(*[LEVEL] * 10))
    assert [len(game.rounds) for game in level.games] == [3, 3, 3, 1]
    assert level.ending.winners == (0, 1)


@pytest.mark.parametrize("game", ["ten-thousand", "rummoli"])
def test_a_whole_game_decides_where_nobody_counts_deals(game: str) -> None:
    board = board_of(game, best_of=3, first=0)
    decider = replace(board, game=4)
    usual = board.format.length.deals.limit(2, None)
    assert decider.limit(()) == (1 if usual else 0)


def test_the_deal_passes_on_from_game_to_game() -> None:
    """Who begins the next game is whoever would have dealt, or had the turn."""
    for game in ("crazy-eights", "ten-thousand", "rummoli"):
        board = board_of(game, first=1)
        folded = played(board, Random(3))
        for before, after in zip(folded.games, folded.games[1:], strict=False):
            assert before.setup is not None
            assert after.setup is not None
            plays = board.format.game.plays
            if plays.turns:
                assert after.setup.first == plays.turn(before.state)
            else:
                counted = [
                    board_round
                    for board_round in before.rounds
                    if board_round.counted and not closes(board, board_round)
                ]
                assert after.setup.first == (before.setup.first or 0) ^ (len(counted) % 2)


def closes(board: Board, one: Any) -> bool:
    final = board.format.game.plays.final
    return final is not None and final.key in one.telling.report


# --- whole evenings -------------------------------------------------------------------------------

GAMES = (
    *("crazy-eights", "chicken-foot", "golf", "desert-rummy", "ten-dime-rummy", "extended-poker"),
    *("extra-steps", "ten-thousand", "rummoli"),
)
MOST = 500


def a_report(board: Board, folded: Replay, chance: Random) -> Any:
    """What could be told next."""
    plays, state, final = board.format.game.plays, folded.standing, board.format.game.plays.final
    counted = (
        [board_round for board_round in folded.games[-1].rounds if board_round.counted]
        if folded.games
        else []
    )
    limit = replace(board, game=len(folded.games)).limit(counted)
    if final is not None and len(counted) >= limit:
        closing = {final.key: [{"player": chance.randrange(2)}]}
        return {final.key: []} if plays.check(state, closing) else closing
    while True:
        report = plays.sample(state, chance)
        if not plays.check(state, report):
            return report


def played(board: Board, chance: Random) -> Replay:
    """A match to its end, deal by deal."""
    folded = board.fold(())
    while folded.ending is None:
        assert len(folded.rounds) < MOST
        told = RoundReport(a_report(board, folded, chance))
        folded = board.fold([told], folded, len(folded.rounds))
    return folded


def reports_of(folded: Replay) -> list[RoundReport]:
    return [
        RoundReport(board_round.telling.report)
        for board_round in folded.rounds
        if board_round.telling is not None
    ]


def as_values(folded: Replay) -> list[Any]:
    """What two histories are compared by."""
    rounds = [
        (board_round.state, board_round.transfers, board_round.counted, board_round.problems)
        for board_round in folded.rounds
    ]
    games = [(len(game.rounds), game.setup, game.bought, game.closing) for game in folded.games]
    return [rounds, games, folded.closing, folded.ending, folded.bought]


def refereed(board: Board, folded: Replay) -> list[int]:
    """Who won each game (0: nobody), every one played alone by the rules of its game."""
    plays, found = board.format.game.plays, []
    for number, game in enumerate(folded.games, 1):
        assert game.setup is not None
        alone = replay(plays, game.setup, reports_of(game))
        counted = [board_round for board_round in alone.rounds if board_round.counted]
        limit = 0 if plays.final else board.format.length.deals.limit(2, None)
        limit = min(limit, 1) if number > board.format.length.most_games else limit
        level = len({*plays.ranks(alone.state)}) == 1
        if alone.ending is None:
            if not limit or len(counted) < limit:
                assert number == len(folded.games)
                break
            if len(counted) == limit and level and number <= board.format.length.most_games:
                assert number == len(folded.games)
                break
        one, two = plays.ranks(alone.state)
        found.append((two > one) - (one > two))
    return found


@settings(max_examples=examples(60), deadline=None)
@given(
    st.sampled_from(GAMES), st.sampled_from((3, 5)), st.integers(0, 999), st.sampled_from((1, 2))
)
def test_a_match_of_boards_ends_exactly_when_it_is_decided(
    game: str, best_of: int, seed: int, deals: int
) -> None:
    board = board_of(game, best_of, first=seed % 2, deals=deals)
    folded = played(board, Random(seed))
    score = MatchScore(best_of)
    for margin in refereed(board, folded):
        assert not score.is_over
        score = score.after(margin)
    assert score.is_over
    assert board.match(folded) == score
    # Deal by deal comes to what all of it at once does.
    assert as_values(board.fold(reports_of(folded))) == as_values(folded)


@settings(max_examples=examples(60), deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 999), st.data())
def test_what_is_put_right_is_what_was_right_at_once(
    game: str, seed: int, data: st.DataObject
) -> None:
    board = board_of(game, first=seed % 2)
    folded = played(board, Random(seed))
    reports: Sequence[RoundReport] = reports_of(folded)
    at = data.draw(st.integers(0, len(reports) - 1))
    other = RoundReport(reports[data.draw(st.integers(0, len(reports) - 1))].value)
    right = [*reports[:at], data.draw(st.sampled_from((other, replace(other, withheld=True))))]
    right += reports[at + 1 :]
    straight = board.fold(right)
    assert as_values(board.fold(right[at:], folded, at)) == as_values(straight)
    back = board.fold(reports[at:], straight, at)
    assert as_values(back) == as_values(folded)
    assert board.points(back, back.rounds) == board.points(folded, folded.rounds)


def test_what_a_corrected_report_had_bought_is_no_longer_in_play() -> None:
    board = board_of("rummoli", first=0, chips=20, rebuy=True)
    first, *again = (
        RoundReport({"rummoli": 0, "poker": [0], "rebuys": bought}, override=True)
        for bought in ([0, 0], [0, 30], [0, 0])
    )
    folded = board.fold([first, *again[:1]])
    assert [one["chips"] for one in folded.bought] == [40, 40, 70, 70]
    corrected = board.fold(again[1:], folded, 1)
    assert as_values(corrected) == as_values(board.fold([first, *again[1:]]))


def test_a_round_is_handed_to_the_rules_once_it_is_complete_or_somebody_leaves_after_it() -> None:
    board = board_of("chicken-foot")
    leaves = RosterChange(1, 0, "Ann", "leaves")
    board = replace(board, setup=replace(board.setup, changes=(leaves,)))
    assert [board.is_told(number, complete=False) for number in (1, 2)] == [True, False]
    assert board.is_told(2, complete=True)
    first = board.report(1, {"pips": [0, 9]}, [["pips.rare"]], complete=False)
    assert (first.withheld, first.changes) == (True, (leaves,))
    assert first.codes == {-1: frozenset({"pips.rare"})}  # of the report as a whole
    second = board.report(2, {"pips": [0, 9]}, [], complete=True)
    assert (second.withheld, second.changes, second.codes) == (False, (), {})


@settings(max_examples=examples(30), deadline=None)
@given(st.sampled_from(("golf", "ten-dime-rummy", "rummoli")), st.integers(0, 999))
def test_books_add_up_within_each_game(game: str, seed: int) -> None:
    board = board_of(game, first=0)
    plays, folded = board.format.game.plays, played(board, Random(seed))
    for one in folded.games:
        for unit in plays.conserved:
            held = sum(plays.holdings(one.state)[unit].values())
            assert held == one.bought[-1].get(unit, 0)
    opened = [plays.holdings(game.opening.state) for game in folded.games]
    assert all(each == opened[0] for each in opened)
    lines = [transfer for number, transfer in folded.ledger()]
    assert lines == [line for game in folded.games for _number, line in game.ledger()]
    points = board.points(folded, folded.rounds)
    unit_sums = [0, 0]
    for deal in points.deals:
        for who, brought in enumerate(deal.points if deal is not None else ()):
            unit_sums[who] += brought
    assert points.points == tuple(unit_sums)
