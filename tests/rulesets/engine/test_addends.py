"""What a round adds to the totals, told in advance: whatever is told is what the rules say then."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rulesets.engine.addends import addends_of
from rulesets.engine.game import Game, parse_options
from rulesets.engine.rounds import Rounds
from rulesets.rounds import PerPlayer, Players, ask, declared
from tests.rulesets.engine.small import begun as small_table
from tests.rulesets.every_game import GAMES, HOUSE, begun, numbers, other_options
from tests.sampling import GAMES_OF_EACH_KIND

ROUNDS = 3  # of each game, for each number of players
# Games of which a third at least of made-up rounds is told in advance: where one of these falls
# away, phones without a network count less than they did.
TOLD = {
    "arizona-rummy",
    "canadian-salad",
    "crazy-eights",
    "five-hundreds",
    "hearts",
    "mexican-train",
    "oh-hell",
    "sweep",
    "house-grandmas-rummy",
}


def known_rounds(game: Game, players: int, seed: int, **options: Any) -> Counter[bool]:
    """Play a made-up game: how many rounds were told in advance. What was told has to come."""
    plays, chance = game.plays, Random(seed)
    state = plays.start(begun(game, players, **options)).state
    counts: Counter[bool] = Counter()
    for _ in range(ROUNDS):
        if plays.over(state) is not None:
            break
        report = plays.sample(state, chance)
        problems = plays.check(state, report)
        added = addends_of(plays, state)
        told = added.of(report, plays.totals(state)) if added else None
        following = plays.play(state, report).state
        counts[told is not None] += 1
        if told is not None:
            assert not problems
            gains = zip(plays.totals(following), plays.totals(state), strict=True)
            assert [total - was for total, was in gains] == list(told)
            assert plays.over(following) is None
        state = following
    return counts


@pytest.mark.parametrize("game", [*GAMES, *HOUSE], ids=lambda game: game.slug)
def test_what_is_told_in_advance_is_what_comes(game: Game) -> None:
    if not isinstance(game.plays, Rounds):
        assert addends_of(game.plays, object()) is None
        return
    counts: Counter[bool] = Counter()
    few = [count for count in numbers(game) if count <= 4] or numbers(game)[:1]
    for seed, players in enumerate(few):
        counts += known_rounds(game, players, seed)
    assert counts[True] > counts.total() / 3 or game.slug not in TOLD


@pytest.mark.exhaustive(keep=(*GAMES_OF_EACH_KIND, "oh-hell", "house-grandmas-rummy"))
@pytest.mark.parametrize("game", [*GAMES, *HOUSE], ids=lambda game: game.slug)
def test_whatever_was_agreed(game: Game) -> None:
    if not isinstance(game.plays, Rounds):
        return
    players = next((count for count in numbers(game) if count >= 3), numbers(game)[-1])
    for seed, options in enumerate(other_options(game.options)):
        if parse_options(game.options, options)[1]:
            continue  # beyond a bound, or with another option only
        if not game.plays.check_setup(begun(game, players, **options)):
            known_rounds(game, players, seed, **options)


@pytest.mark.parametrize("game", [*GAMES, *HOUSE], ids=lambda game: game.slug)
def test_rounds_after_ones_that_nobody_has_seen(game: Game) -> None:
    """Two rounds on, by what was known two rounds before."""
    plays, chance = game.plays, Random(7)
    if not isinstance(plays, Rounds):
        return
    players = next((count for count in numbers(game) if count >= 3), numbers(game)[-1])
    ahead = state = plays.start(begun(game, players)).state
    totals = plays.totals(state)
    for number in range(ROUNDS):
        if plays.over(state) is not None or plays.over(ahead) is not None:
            break
        report = plays.sample(state, chance)
        added = addends_of(plays, ahead, is_later=number > 0)
        told = added.of(report, totals) if added else None
        if told is None:
            break
        state, ahead = plays.play(state, report).state, plays.skipped(ahead)
        totals = tuple(total + gain for total, gain in zip(totals, told, strict=True))
        assert plays.totals(state) == totals


# --- what only the rules can tell -----------------------------------------------------------------


@declared
class Points:
    points: PerPlayer[int] = ask("Points", low=-10, high=50, worth=1)
    bonus: Players | None = ask("Bonus", worth=5)


def told(plays: Rounds, report: dict[str, Any], totals: tuple[int, ...] = (0, 0, 0)) -> Any:
    added = addends_of(plays, small_table(plays, 3))
    return added and added.of(report, totals)
