"""A round on the board of chips: what is wrong with it, and what it brings (Metzker p. 34)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulesets.engine.plays import Step
from rulesets.engine.problems import Problem, refusal, warning
from rulesets.engine.report_reading import read
from rulesets.engine.roster import Setup
from rulesets.rummoli.boards import POKER, RUMMOLI, SPACES
from rulesets.rummoli.chips import ANTE, Round, State
from rulesets.rummoli.fields import fields, spaces_of
from rulesets.rummoli.flow import Flow
from rulesets.rummoli.held_cards import best_hands, hand_problems
from rulesets.rummoli.last_deals import FINAL, final_problems, play_final

FEWEST = 2


def start(setup: Setup) -> Step:
    """Everyone buys the chips to start with."""
    names, chips = setup.roster.names, setup.options.chips
    none = (0,) * len(names)
    spaces, empty = spaces_of(setup.options), (0,) * SPACES
    flow = Flow(
        State(setup.roster, setup.options, spaces, none, none, empty, dealer=setup.first or 0)
    )
    for player in range(len(names)):
        flow.buy(player, chips)
    return Step(flow.state, tuple(flow.movements))


@dataclass(frozen=True, slots=True)
class Entered:
    """Before the deal: everyone's chips with what was bought again, who plays, who deals and
    whose deal it would be, and how many could ante."""

    chips: tuple[int, ...]
    playing: tuple[int, ...]
    dealer: int
    due: int
    able: int


def _enter(state: State, report: Mapping[str, Any]) -> Entered:
    bought = report.get("rebuys") or (0,) * len(state.chips)
    chips = tuple(held + (more or 0) for held, more in zip(state.chips, bought, strict=True))
    absent = report.get("absent") or ()
    able = tuple(player for player, held in enumerate(chips) if held >= ANTE)
    playing = tuple(player for player in able if player not in absent)
    due = state.next_dealer(playing)
    dealer = report.get("dealer")
    return Entered(chips, playing, due if dealer is None else dealer, due, len(able))


def staying(state: State) -> tuple[int, ...]:
    """Who can take part in the next round: everyone, where chips may be bought again."""
    everyone = range(len(state.chips))
    return tuple(p for p in everyone if state.rules.rebuy or p not in state.out)


def next_dealer(state: State) -> int | None:
    """Who deals the next round, among those who can ante."""
    able = tuple(p for p, chips in enumerate(state.chips) if chips >= ANTE)
    return state.next_dealer(able) if len(able) >= FEWEST and state.final is None else None


def check(state: State, report: object) -> tuple[Problem, ...]:
    """All problems of a round, or of the last deals."""
    if isinstance(report, Mapping) and FINAL in report:
        return final_problems(state, report)
    if state.final is not None:
        return (refusal("round.over", "The remaining spaces are dealt for; no round follows."),)
    problems, sound = read(fields(state.rules), report, state.roster)
    told = isinstance(report, Mapping) and (report.get("poker"), report.get("hands"))
    if told == (None, None):
        text = "Who had the best poker hand is missing, and so are the cards."
        problems.append(refusal("poker.missing", text, ("poker",)))
    entered = _enter(state, sound)
    if entered.able < FEWEST:
        text = "Fewer than two players have the {ante} chips to ante."
        return (*problems, refusal("round.over", text, ante=ANTE))
    if len(entered.playing) < FEWEST:
        text = "Nobody is left to play with: at least two have to play a round."
        return (*problems, refusal("absent.many", text, ("absent",)))
    problems += _rebuy_problems(state, sound)
    problems += [
        refusal(f"{at[0]}.out", "{name} has no part in this round.", at, name=state.roster.names[p])
        for at, p in _named(sound)
        if p not in entered.playing
    ]
    if entered.dealer != entered.due:
        text = "{name} deals? It would be {due}’s turn."
        name, due = (state.roster.names[p] for p in (entered.dealer, entered.due))
        problems.append(warning("dealer.turn", text, ("dealer",), name=name, due=due))
    problems += _widow_problems(state, entered, sound.get("widow"))
    problems += hand_problems(state, entered.playing, sound)
    return tuple(problems)


def _named(report: Mapping[str, Any]) -> list[tuple[tuple[str | int, ...], int]]:
    """Everyone whom a sound report names, with the place."""
    found: list[tuple[tuple[str | int, ...], int]] = [
        ((key,), report[key]) for key in ("dealer", "rummoli") if report.get(key) is not None
    ]
    widow = report.get("widow")
    if isinstance(widow, Mapping):
        found.append((("widow", "buyer"), widow["buyer"]))
    found += [(("claims", key), player) for key, player in report.get("claims", {}).items()]
    found += [(("poker", place), player) for place, player in enumerate(report.get("poker", ()))]
    hands = report.get("hands", ())
    found += [(("hands", p), p) for p, hand in enumerate(hands) if hand is not None]
    return found


def _rebuy_problems(state: State, report: Mapping[str, Any]) -> list[Problem]:
    problems = []
    for player, more in enumerate(report.get("rebuys") or ()):
        params: dict[str, Any] = {
            "name": state.roster.names[player],
            "held": state.chips[player],
            "ante": ANTE,
        }
        if more is not None and state.chips[player] >= ANTE:
            text = "{name} still has {held} chips and buys again?"
            problems.append(warning("rebuys.early", text, ("rebuys", player), **params))
        elif more is not None and state.chips[player] + more < ANTE:
            text = "That is not enough for {name} to ante {ante}."
            problems.append(refusal("rebuys.short", text, ("rebuys", player), **params))
    return problems


def _widow_problems(state: State, entered: Entered, widow: object) -> list[Problem]:
    if not isinstance(widow, Mapping):
        return []
    buyer, price = widow["buyer"], widow["price"]
    left = entered.chips[buyer] - ANTE
    name = state.roster.names[buyer]
    if buyer == entered.dealer:
        text = "{name} deals and exchanges without paying."
        return [refusal("widow.dealer", text, ("widow", "buyer"), name=name)]
    if price > left:
        text = "{name} cannot pay {price} with {left} chips after the ante."
        params: dict[str, Any] = {"name": name, "price": price, "left": max(left, 0)}
        return [refusal("widow.price", text, ("widow", "price"), **params)]
    return []


def play(state: State, report: Mapping[str, Any]) -> Step:
    """Buying again, the ante, the widow, then the claims, going out and the best poker hand."""
    if FINAL in report:
        return play_final(state, report[FINAL])
    entered, flow = _enter(state, report), Flow(state)
    rebuys = [(p, more) for p, more in enumerate(report.get("rebuys") or ()) if more]
    for player, more in rebuys:
        flow.buy(player, more, ("rebuys", player))
    for player in entered.playing:
        flow.ante(player)
    widow = report.get("widow") or "kept"
    buyer, price = (widow["buyer"], widow["price"]) if isinstance(widow, Mapping) else (None, 0)
    if buyer is not None:
        flow.pay(buyer, entered.dealer, price)
    given = report.get("claims") or {}
    claims = [
        flow.claim(key, (given[key],), "{name} claims {space}", "claims", ("claims", key))
        for key in (space.key for space in state.spaces)
        if key in given
    ]
    out_first, best = report["rummoli"], tuple(sorted(report.get("poker") or ()))
    best = best or best_hands(report["hands"], entered.playing)
    text = "{name} is out of cards first"
    claims.append(flow.claim(RUMMOLI, (out_first,), text, "going-out", ("rummoli",)))
    text = "{name} has the best poker hand" if len(best) == 1 else "{name} shares {space}"
    claims.append(flow.claim(POKER, best, text, "poker", ("poker",)))
    sold = "sold" if buyer is not None else str(widow)
    brought = Round(
        entered.dealer, entered.playing, tuple(claims), tuple(rebuys), sold, buyer, price
    )
    out = tuple(player for player, chips in enumerate(flow.chips) if chips < ANTE)
    after = replace(
        flow.state, dealer=entered.dealer, rounds=state.rounds + 1, last=brought, out=out
    )
    return Step(after, tuple(flow.movements))
