"""Who joins a game that goes on, who leaves it, and who deals out of turn: every game that allows
it holds on."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from rulesets.engine.replay import RoundReport, replay
from rulesets.engine.roster import Roster, RosterChange, Setup, order_of_seats, seat_left_of
from rulesets.engine.rounds import Rounds
from rulesets.engine.scoring import reseat
from tests.rulesets.engine import small
from tests.rulesets.every_game import GAMES

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Max")


def openings():
    """Every game that somebody can join, with as many as allow it."""
    for game in GAMES:
        plays, options = game.plays, game.options()
        if not isinstance(plays, Rounds):
            continue
        for count in plays.numbers:
            setup = Setup(plays.roster(NAMES[:count], options=options), options, 0)
            if plays.joining(plays.start(setup).state):
                yield pytest.param(game, setup, id=f"{game.slug}-{count}")
                break


any_opening = pytest.mark.parametrize(("game", "setup"), list(openings()))


def reports_of(plays, told, chance, many):
    """More made-up reports of a game, until it ends."""
    found = []
    for _ in range(many):
        if plays.over(told) is not None:
            break
        report = plays.sample(told, chance)
        found.append(RoundReport(report))
        told = plays.play(told, report).state
    return found


def grown(setup, *changes):
    names = tuple(change.name for change in changes if change.kind == "joins")
    return replace(setup, roster=Roster((*setup.roster.names, *names)), changes=changes)


@any_opening
def test_somebody_joins_a_game_that_goes_on(game, setup):
    plays, chance, count = game.plays, Random(4), len(setup.roster.names)
    first = reports_of(plays, plays.start(setup).state, chance, 2)
    before = replay(plays, setup, first)
    if before.ending is not None or not plays.joining(before.state):
        pytest.skip("it was over")
    joins = RosterChange(len(first), count, "Zoe", amount=7)
    first[-1] = replace(first[-1], changes=(joins,))
    more = grown(setup, joins)
    seated = replay(plays, more, first)
    assert seated.state.names[-1] == "Zoe"
    assert before.state.totals == seated.state.totals[:-1]
    if plays.joining(before.state) == "choice":
        assert seated.state.totals[-1] == 7
    later = reports_of(plays, seated.state, chance, 3)
    whole = replay(plays, more, [*first, *later])
    assert all(board_round.counted for board_round in whole.rounds)
    states = [whole.opening.state, *(board_round.state for board_round in whole.rounds)]
    board = plays.board(states)
    width = {len(row.cells) for row in (*board.rows, *board.foot)} | {len(board.columns)}
    assert width == {count + 1}
    plays.sheet(more, states)
    plays.drawing(whole.state)
    plays.view(whole.state)
    for number, one in enumerate(whole.rounds):
        assert one.summary.text
        plays.round_view(states[number + 1])
        assert plays.name_of_round(states[number]) is not None
    assert min(plays.ranks(whole.state)) == 1


@any_opening
def test_somebody_leaves_and_cannot_win(game, setup):
    plays, chance = game.plays, Random(5)
    joins = RosterChange(1, len(setup.roster.names), "Zoe")
    first = reports_of(plays, plays.start(setup).state, chance, 1)
    first = [replace(first[0], changes=(joins,))]
    history = replay(plays, grown(setup, joins), first)
    if history.ending is not None or not plays.may_leave(history.state, 0):
        pytest.skip("nobody can leave now")
    leaves = RosterChange(1, 0, "Ann", "leaves")
    first = [replace(first[0], changes=(joins, leaves))]
    setup = grown(setup, joins, leaves)
    history = replay(plays, setup, first)
    assert 0 not in history.state.players
    assert plays.ranks(history.state)[0] == len(history.state.names)
    assert plays.next_dealer(history.state) != 0
    later = reports_of(plays, history.state, chance, 2)
    whole = replay(plays, setup, [*first, *later])
    assert all(board_round.counted for board_round in whole.rounds)
    if whole.ending is not None:
        assert 0 not in whole.ending.winners
    plays.board([whole.opening.state, *(board_round.state for board_round in whole.rounds)])


def test_partners_stay_as_they_sit():
    euchre = next(game for game in GAMES if game.slug == "euchre")
    setup = Setup(euchre.plays.roster(NAMES[:4]), euchre.options(), 0)
    state = euchre.plays.start(setup).state
    assert not euchre.plays.joining(state)
    assert not euchre.plays.may_leave(state, 1)


def dealers_of(told):
    """Who deals before each round, and after the last."""
    states = (told.opening.state, *(board_round.state for board_round in told.rounds))
    return [state.dealer for state in states]


@any_opening
@pytest.mark.parametrize("beside", [0, 1, None])
def test_the_deal_goes_round_with_a_guest_between_two_others(game, setup, beside):
    plays, chance, count = game.plays, Random(6), len(setup.roster.names)
    if not plays.passes_deal:
        pytest.skip("nobody chooses who deals")
    joins = RosterChange(1, count, "Zoe", neighbour=beside)
    first = reports_of(plays, plays.start(setup).state, chance, 1)
    first = [replace(first[0], changes=(joins,))]
    more = grown(setup, joins)
    history = replay(plays, more, first)
    later = reports_of(plays, history.state, chance, 2 * count + 2)
    history = replay(plays, more, [*first, *later])
    around = list(range(count))
    around.insert(count if beside is None else beside + 1, count)
    assert history.state.order == tuple(around)
    assert history.state.clockwise(around[-1]) == tuple(around)
    dealers = dealers_of(history)[1:]
    for dealer, following in pairwise(dealers):
        skipped = around[(around.index(dealer) + 1) % len(around)]
        while skipped in history.state.out:  # of those who were out, nobody deals
            skipped = around[(around.index(skipped) + 1) % len(around)]
        assert following == skipped
    if len(dealers) > count + 1:
        assert count in dealers


@any_opening
def test_who_deals_out_of_turn_passes_the_deal_on_from_there(game, setup):
    plays, chance, count = game.plays, Random(7), len(setup.roster.names)
    first = reports_of(plays, plays.start(setup).state, chance, 3)
    if not plays.passes_deal or len(first) < 3:
        pytest.skip("nobody chooses who deals")
    usual = replay(plays, setup, first)
    assert dealers_of(usual)[:2] == [0, 1]
    deals = RosterChange(1, count - 1, kind="deals")
    first[0] = replace(first[0], changes=(deals,))
    setup = replace(setup, changes=(deals,))
    assert setup.opening_roster == setup.roster
    history = replay(plays, setup, first)
    assert dealers_of(history)[:3] == [0, count - 1, 0]
    assert history.state.names == usual.state.names
    # Withdrawn, the round before is dealt by whoever dealt it; then the change is back.
    gone = replay(plays, setup, [replace(first[0], withheld=True)])
    assert dealers_of(gone) == [0, 0]
    if plays.may_leave(history.rounds[0].state, count - 1):
        leaves = RosterChange(1, count - 1, "", "leaves")
        both = replay(plays, setup, [replace(first[0], changes=(leaves, deals))])
        assert both.state.dealer == 0
        returns = RosterChange(1, count - 1, "", "returns")
        back = replay(plays, setup, [replace(first[0], changes=(leaves, returns, deals))])
        assert back.state.dealer == count - 1


def test_newcomers_sit_beside_newcomers():
    assert order_of_seats(3, ()) == (0, 1, 2)
    assert order_of_seats(4, [(3, None)]) == (0, 1, 2, 3)
    assert order_of_seats(5, [(4, 3), (3, 0)]) == (0, 3, 4, 1, 2)
    assert order_of_seats(5, [(3, 2), (4, 0)]) == (0, 4, 1, 2, 3)
    assert seat_left_of((0, 1), 2, 7) == (0, 1, 2)  # a neighbour who is not there


def test_whoever_is_there_may_leave_if_enough_stay():
    plays = small.game(players=(2, 6), joins=True)
    three, two = small.begun(plays, 3), small.begun(plays, 2)
    assert [plays.may_leave(three, player) for player in (0, 2, 3)] == [True, True, False]
    assert not plays.may_leave(two, 0)


def test_the_deal_is_passed_on_where_nothing_else_says_who_deals():
    games = {game.slug: game.plays for game in GAMES}
    passing = [games[slug].passes_deal for slug in ("golf", "sweep", "ten-thousand")]
    assert passing == [True, False, False]


def test_leavers_are_last_in_the_order_of_what_they_have():
    plays = small.game(players=(2, 6), joins=True)
    state = small.after(plays, small.begun(plays, 5), small.scored(9, 1, 4, 7, 2))
    for player in (0, 3):
        state = reseat(plays, state, RosterChange(1, player, "", "leaves")).state
    assert plays.ranks(state) == [4, 3, 1, 5, 2]
    assert dict(plays.out_since(state)) == {0: 1, 3: 1}
    back = reseat(plays, state, RosterChange(1, 3, "", "returns")).state
    assert dict(plays.out_since(back)) == {0: 1}
    assert plays.ranks(back) == [5, 4, 2, 1, 3]
