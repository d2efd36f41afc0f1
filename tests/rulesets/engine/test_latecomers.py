"""Who joins a game that goes on, and who leaves it: every game that allows it holds on."""

from dataclasses import replace
from random import Random

import pytest

from rulesets.engine.replay import RoundReport, replay
from rulesets.engine.roster import Roster, RosterChange, Setup
from rulesets.engine.rounds import Rounds
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
    names = tuple(change.name for change in changes if change.joins)
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
    assert all(one.counted for one in whole.rounds)
    states = [whole.opening.state, *(one.state for one in whole.rounds)]
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
    told = replay(plays, grown(setup, joins), first)
    if told.ending is not None or not plays.may_leave(told.state, 0):
        pytest.skip("nobody can leave now")
    leaves = RosterChange(1, 0, "Ann", joins=False)
    first = [replace(first[0], changes=(joins, leaves))]
    setup = grown(setup, joins, leaves)
    told = replay(plays, setup, first)
    assert 0 not in told.state.players
    assert plays.ranks(told.state)[0] == len(told.state.names)
    assert plays.next_dealer(told.state) != 0
    later = reports_of(plays, told.state, chance, 2)
    whole = replay(plays, setup, [*first, *later])
    assert all(one.counted for one in whole.rounds)
    if whole.ending is not None:
        assert 0 not in whole.ending.winners
    plays.board([whole.opening.state, *(one.state for one in whole.rounds)])


def test_partners_stay_as_they_sit():
    euchre = next(game for game in GAMES if game.slug == "euchre")
    setup = Setup(euchre.plays.roster(NAMES[:4]), euchre.options(), 0)
    state = euchre.plays.start(setup).state
    assert not euchre.plays.joining(state)
    assert not euchre.plays.may_leave(state, 1)
