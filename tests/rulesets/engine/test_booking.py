"""Rounds booked: what is put in at the start and paid at the end."""

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
from tests.rulesets.engine.small import after, begun, game


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
    assert [transfer.text for transfer in step.transfers] == ["Bo takes the pot"]
    assert step.state.gone == ((0, 1), (2, 2))
    ending = plays.over(step.state)
    assert (ending.winners, ending.text) == ((1,), "Bo is the last one in")
