"""Rummoli (Metzker p. 34): chips on a board of nine spaces, claimed by cards, poker and going out.

Readings of what the source leaves open stand in rummoli.md beside this file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulesets.boarddrawing import board_drawing, state_drawing
from rulesets.boards import POKER, RUMMOLI, SPACES, find
from rulesets.chipfields import FINAL_FIELD, MOST_CHIPS, fields, spaces_of
from rulesets.chipflow import Flow
from rulesets.chips import (
    ANTE,
    CHIPS,
    Round,
    State,
    balances,
    blank_sheet,
    label,
    over,
    round_view,
    scoreboard,
    summary,
    totals,
    view,
)
from rulesets.game import Game, Problem, entry
from rulesets.heldcards import best_hands, hand_problems
from rulesets.lastdeals import FINAL, close, final_problems, play_final
from rulesets.reading import error, read, warning
from rulesets.scheme import Roster, Scheme, Setup, Step, Worked

FEWEST, MOST = 2, 8
# Errors that nobody can override: the chips could not be moved as reported.
FIRM = frozenset(
    {
        "round.over",
        "absent.many",
        "rebuys.short",
        "widow.price",
        "widow.dealer",
        "card.copies",
        "hands.few",
    }
    | {f"{key}.out" for key in ("dealer", "rummoli", "widow", "claims", "poker", "hands", FINAL)}
    | {f"{FINAL}.{code}" for code in ("early", "empty")}
)


@dataclass(frozen=True, slots=True)
class Options:
    """What the players may agree on before the first round."""

    chips: int = entry(
        "Chips to start with",
        default=50,
        low=ANTE,
        high=MOST_CHIPS,
        help_text="How many chips every player buys before the first round.",
    )
    board: str = entry(
        "Board",
        default="rummoli",
        choices=(
            ("rummoli", "Rummoli"),
            ("michigan", "Michigan Rummy"),
            ("custom", "our own nine spaces"),
        ),
        help_text="Which spaces lie on the table.",
    )
    spaces: tuple[str, ...] = entry(
        "Names of our own spaces",
        default=(),
        low=SPACES,
        high=SPACES,
        help_text="Only for your own board: nine names, the last two for the poker hand and for "
        "going out.",
    )
    rebuy: bool = entry(
        "Buying again",
        default=False,
        help_text="Who cannot ante may buy chips again.",
    )


def setup_problems(setup: Setup) -> tuple[Problem, ...]:
    """2 to 8 players; nine names for a board of one's own, and for no other."""
    problems = []
    given = len(setup.roster.names)
    if not FEWEST <= given <= MOST:
        text = "{given} players; the game is for {low} to {high}."
        at = ("players",)
        problems.append(error("players.count", text, at, given=given, low=FEWEST, high=MOST))
    if (setup.options.board == "custom") != bool(setup.options.spaces):
        text = "Nine names of spaces belong to a board of one's own, and only there."
        problems.append(error("options.spaces", text, ("options", "spaces")))
    return tuple(problems)


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
        return (error("round.over", "The remaining spaces are dealt for; no round follows."),)
    problems, sound = read(fields(state.rules), report, state.roster)
    told = isinstance(report, Mapping) and (report.get("poker"), report.get("hands"))
    if told == (None, None):
        text = "Who had the best poker hand is missing, and so are the cards."
        problems.append(error("poker.missing", text, ("poker",)))
    entered = _enter(state, sound)
    if entered.able < FEWEST:
        text = "Fewer than two players have the {ante} chips to ante."
        return (*problems, error("round.over", text, ante=ANTE))
    if len(entered.playing) < FEWEST:
        text = "Nobody is left to play with: at least two have to play a round."
        return (*problems, error("absent.many", text, ("absent",)))
    problems += _rebuy_problems(state, sound)
    problems += [
        error(f"{at[0]}.out", "{name} has no part in this round.", at, name=state.roster.names[p])
        for at, p in _named(sound)
        if p not in entered.playing
    ]
    if entered.dealer != entered.due:
        text = "{name} deals? It would be {due}'s turn."
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
        params: dict[str, str | int] = {
            "name": state.roster.names[player],
            "held": state.chips[player],
            "ante": ANTE,
        }
        if more is not None and state.chips[player] >= ANTE:
            text = "{name} still has {held} chips and buys again?"
            problems.append(warning("rebuys.early", text, ("rebuys", player), **params))
        elif more is not None and state.chips[player] + more < ANTE:
            text = "That is not enough for {name} to ante {ante}."
            problems.append(error("rebuys.short", text, ("rebuys", player), **params))
    return problems


def _widow_problems(state: State, entered: Entered, widow: object) -> list[Problem]:
    if not isinstance(widow, Mapping):
        return []
    buyer, price = widow["buyer"], widow["price"]
    left = entered.chips[buyer] - ANTE
    name = state.roster.names[buyer]
    if buyer == entered.dealer:
        text = "{name} deals and exchanges without paying."
        return [error("widow.dealer", text, ("widow", "buyer"), name=name)]
    if price > left:
        text = "{name} cannot pay {price} with {left} chips after the ante."
        params: dict[str, str | int] = {"name": name, "price": price, "left": max(left, 0)}
        return [error("widow.price", text, ("widow", "price"), **params)]
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


PAIR = Roster(("Ann", "Bo"))
EXAMPLES = (
    Worked(
        Roster(("Ann", "Bo", "Cy")),
        (
            {
                "widow": {"buyer": 1, "price": 3},
                "claims": {"AS": 0},
                "rummoli": 1,
                "poker": [2],
            },
        ),
        (-9 + 3 + 3, -9 - 3 + 3, -9 + 3),
        "Bo buys the widow from Ann for 3; A♠, Rummoli and Poker bring 3 chips each.",
    ),
    Worked(
        Roster(("Ann", "Bo", "Cy")),
        (
            {"rummoli": 1, "poker": [0, 2]},
            {"rummoli": 1, "poker": [0]},
        ),
        (-18 + 1 + 4, -18 + 3 + 3, -18 + 1),
        "Two level hands share three chips: one each, the odd one stays for the next round.",
    ),
    Worked(
        PAIR,
        (
            {"claims": {"JD": 0}, "rummoli": 1, "poker": [1]},
            {
                FINAL: [
                    {"space": key, "player": 0} for key in ("10S", "QC", "KH", "AS", "AKD", "789")
                ]
            },
        ),
        (-9 + 2 + 12, -9 + 4),
        "After one round the six spaces that nobody claimed are dealt for.",
    ),
)

GAME = Game(
    slug="rummoli",
    name="Rummoli",
    edition=1,
    source="Metzker p. 34",
    about="Chips on a board of nine spaces, won by cards, by a poker hand and by going out first.",
    kind="table",
    sides=(),
    chairs=(),
    players_per_table=4,
    hands_per_stage=0,
    options=Options,
    scheme=Scheme(
        unit=CHIPS,
        players=(FEWEST, MOST),
        fields=fields,
        setup_problems=setup_problems,
        start=start,
        check=check,
        play=play,
        over=over,
        balances=balances,
        totals=totals,
        counted="Chips more than bought",
        view=view,
        round_view=round_view,
        label=label,
        summary=summary,
        scoreboard=scoreboard,
        blank_sheet=lambda setup: blank_sheet(setup, spaces_of(setup.options)),
        drawing=state_drawing,
        blank_drawing=lambda options: board_drawing(spaces_of(options)),
        firm=FIRM,
        examples=EXAMPLES,
        close=close,
        final=FINAL_FIELD,
        claim_key=lambda options, text: find(spaces_of(options), text),
        dealers="player",
        next_dealer=next_dealer,
        playing=staying,
        closing=lambda state: state.playing,
        conserved=frozenset({CHIPS}),
        buying=frozenset({"buying"}),
        seats_matter=True,
    ),
)
