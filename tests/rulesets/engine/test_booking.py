"""Rounds booked: gains and stakes, who is out, deals or has the turn, what is paid at the end."""

from __future__ import annotations

from typing import Any

from rulesets.engine.plays import POT, Ending
from rulesets.rounds import (
    Events,
    Keep,
    Out,
    Player,
    Players,
    Show,
    Table,
    ask,
    bring,
    declared,
    gain,
    last_in,
    pay,
    say,
)
from tests.rulesets.engine.small import Points, after, begun, game


@declared
class Won:
    won: Player = ask("Who won?")
    gone: Players | None = ask("Who is out?")


def events(deal: Won, table: Table) -> Events:
    yield bring(2, deal.won, "{who} buys", "stakes")
    yield pay(1, deal.won, POT, "{who} pays", "paying")
    yield gain(deal.won, 5, "{who} bids", unit="bids")
    yield Show(deal.won, 7, ("won",), "seven")
    yield say("{name} wins", name=table.names[deal.won])
    yield Keep({"won": deal.won})
    for player in deal.gone or ():
        yield Out(player)


STAKES: dict[str, Any] = {
    "asks": Won,
    "score": events,
    "unit": "coins",
    "conserved": frozenset({"coins"}),
    "buying": frozenset({"stakes"}),
}


def test_who_is_out_stays_out_with_the_round() -> None:
    plays = game(**STAKES)
    state = after(plays, begun(plays, 4), {"won": 0}, {"won": 0, "gone": [3, 1]})
    assert (state.out, state.gone) == ((3, 1), ((3, 2), (1, 2)))
    assert state.players == plays.playing(state) == (0, 2)


def test_what_is_put_in_at_the_start_and_paid_at_the_end() -> None:
    def opens(table: Table) -> Events:
        for player in table.players:
            yield bring(1, player, "{who} brings", "stakes")
            yield pay(1, player, POT, "{who} puts in", "stakes")

    def out(deal: Won, _table: Table) -> Events:
        yield from (Out(player) for player in deal.gone or ())

    def takes(table: Table, ending: Ending) -> Events:
        yield pay(table.pot, POT, ending.winners[0], "{who} takes the pot", "ending")
        yield say("all of it")

    plays = game(**{**STAKES, "score": out}, opens=opens, pays_out=takes, ends=last_in())
    state = begun(plays)
    assert (state.totals, state.pot) == ((0, 0, 0), 3)
    state = after(plays, state, {"won": 0, "gone": [0]})
    assert state.pot == 3
    step = plays.play(state, {"won": 1, "gone": [2]})
    assert (step.state.totals, step.state.pot, step.state.rounds) == ((0, 3, 0), 0, 2)
    assert [one.text for one in step.transfers] == ["Bo takes the pot"]
    assert step.state.gone == ((0, 1), (2, 2))
    ending = plays.over(step.state)
    assert (ending.winners, ending.text) == ((1,), "Bo is the last one in")


@declared
class Throw:
    points: int = ask("Points", high=9)
    gone: Players | None = ask("Out")


def throw(deal: Throw, table: Table) -> Events:
    assert table.turn is not None
    yield gain(table.turn, deal.points, "{who} throws")
    yield from (Out(player) for player in deal.gone or ())


def test_turns_go_round_from_whoever_had_the_last_one() -> None:
    plays = game(Throw, score=throw, turns=True)
    state = begun(plays, 4, first=1)
    assert (plays.turn(state), plays.dealers) == (1, "none")
    state = after(plays, state, {"points": 5})
    assert (state.totals, state.turn) == ((0, 5, 0, 0), 2)
    state = after(plays, state, {"points": 4, "turn": 0})
    assert (state.totals, state.turn) == ((4, 5, 0, 0), 1)
    state = after(plays, state, {"points": 0, "gone": [2]})
    assert state.turn == 3


def test_a_round_of_which_nothing_is_told_passes_the_deal() -> None:
    plays = game(Points)
    state = plays.skipped(begun(plays, first=0))
    assert (state.rounds, state.dealer, state.last, state.totals) == (1, 1, None, (0, 0, 0))
