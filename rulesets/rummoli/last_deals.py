"""When play ends: the spaces that still hold chips are dealt for, the poorest one first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulesets.engine.answers import CHOICE, PLAYER
from rulesets.engine.fields import Field
from rulesets.engine.json_values import LONGEST_FIELD
from rulesets.engine.plays import Step
from rulesets.engine.problems import error, refusal
from rulesets.engine.report_reading import read
from rulesets.engine.words import say
from rulesets.rummoli.chips import ANTE, State
from rulesets.rummoli.flow import Flow

if TYPE_CHECKING:
    from rulesets.engine.problems import Problem

FINAL = "final_poker"


def final_problems(state: State, report: Mapping[str, Any]) -> tuple[Problem, ...]:
    """The last deals: always a space with the fewest chips, each space once, by who is still in."""
    problems = [
        refusal(
            "report.field", "“{field}” does not belong to the last deals.", (str(key),), field=key
        )
        for key in (str(key)[:LONGEST_FIELD] for key in report if key != FINAL)
    ]
    deals = report[FINAL]
    if not isinstance(deals, list | tuple):
        return (*problems, refusal("final_poker.type", "A list of deals is wanted.", (FINAL,)))
    spaces = tuple((space.key, space.words) for space in state.spaces)
    asked = (
        Field("space", say("Space"), kind=CHOICE, choices=spaces, required=False),
        Field("player", say("Player"), kind=PLAYER),
    )
    board = {space.key: n for space, n in zip(state.spaces, state.board, strict=True)}
    if state.final is not None and not any(state.board):
        return (*problems, refusal("round.over", "Everything is dealt for already.", (FINAL,)))
    if not state.rounds:
        problems.append(refusal("final_poker.early", "No round has been played yet.", (FINAL,)))
    for place, deal in enumerate(deals):
        found, sound = read(asked, deal, state.roster)
        if isinstance(deal, Mapping) and deal.get("space") is None and any(board.values()):
            sound["space"] = _poorest(board)
        if sound.get("player", state.closing[0]) not in state.closing:
            text = "{name} is out and has no part in the last deals."
            name = state.roster.names[sound["player"]]
            found.append(refusal("final_poker.out", text, ("player",), name=name))
        if not any(board.values()):
            text = "Nothing is left on the board to deal for."
            found.append(refusal("final_poker.empty", text))
        elif "space" in sound:
            found += _deal_problems(state, board, sound["space"])
            board[sound["space"]] = 0
        problems += [problem.under(FINAL, place) for problem in found]
    return tuple(problems)


def _deal_problems(state: State, board: Mapping[str, int], key: str) -> list[Problem]:
    space = state.spaces[state.place(key)].words
    if not board[key]:
        return [
            refusal("final_poker.empty", "There are no chips on {space}.", ("space",), space=space)
        ]
    least = min(chips for chips in board.values() if chips)
    if board[key] > least:
        text = "{space} has {chips} chips; a space with {least} comes first."
        told = {"chips": board[key], "least": least}
        return [error("final_poker.order", text, ("space",), space=space, **told)]
    return []


def _poorest(board: Mapping[str, int]) -> str:
    """The space with the fewest chips, the first such on the board."""
    return min((key for key, chips in board.items() if chips), key=board.__getitem__)


def play_final(state: State, deals: Sequence[Mapping[str, Any]]) -> Step:
    """Each space goes to the winner of its deal; a deal that names none is for the poorest."""
    flow = Flow(state)
    text = "{name} has the best hand dealt for {space}"
    claims = []
    for place, deal in enumerate(deals):
        board = {space.key: n for space, n in zip(state.spaces, flow.board, strict=True)}
        key = deal.get("space") or _poorest(board)
        claims.append(flow.claim(key, (deal["player"],), text, "ending", (FINAL, place)))
    return Step(replace(flow.state, final=(*(state.final or ()), *claims)), tuple(flow.movements))


def close(state: State) -> Step:
    """What happens by itself when nobody may buy again and fewer than two can ante: the only one
    left takes what lies on the board; with nothing on it the game is at its end."""
    staying = [player for player, chips in enumerate(state.chips) if chips >= ANTE]
    if not state.rounds or len(staying) > 1 or state.rules.rebuy or state.final is not None:
        return Step(state)
    if not staying:
        return Step(state if any(state.board) else replace(state, final=()))
    flow = Flow(state)
    text = "{name} is the only one left and takes {space}"
    taken = [
        flow.claim(space.key, staying, text, "ending", ())
        for space, chips in zip(state.spaces, state.board, strict=True)
        if chips
    ]
    return Step(replace(flow.state, final=tuple(taken)), tuple(flow.movements))
