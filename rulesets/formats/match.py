"""Matches between two: one, three or five games; whoever wins more of them wins.

A level game counts for nobody. A match is over as soon as the side behind cannot draw level. If it
is level after all games, one more deal is played, which counts as a game; if it is still level, a
cut or the lot decides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulesets.engine.text import NOTHING, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.text import DealNames, Phrase


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The score of a match in games: `games` of at most `best_of` are over, and `wins` are the
    games that each has won. `has_decider`: one more deal is played if the match is then level."""

    best_of: int = 1
    wins: tuple[int, int] = (0, 0)
    games: int = 0
    has_decider: bool = True

    def after(self, margin: int) -> MatchScore:
        """The score after one more game, in which the first side beat the second by `margin`."""
        first, second = self.wins
        wins = (first + (margin > 0), second + (margin < 0))
        return replace(self, wins=wins, games=self.games + 1)

    @property
    def lacks_decider(self) -> bool:
        """Whether all games are over and one more deal decides."""
        return self.games >= self.best_of and not self.is_over

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played; if it is then level, a cut or the lot decides."""
        if self.games >= self.best_of + self.has_decider:
            return True
        return abs(self.wins[0] - self.wins[1]) > max(0, self.best_of - self.games)

    @property
    def winner(self) -> int | None:
        """Which of the two has won; None if the match is level or not over."""
        if not self.is_over or self.wins[0] == self.wins[1]:
            return None
        return 0 if self.wins[0] > self.wins[1] else 1

    @property
    def places(self) -> tuple[int, int]:
        """The places of both, by games won."""
        first, second = self.wins
        return 1 + (first < second), 1 + (second < first)


def name_deal(called: DealNames, game: int, deal: int) -> Phrase:
    """The name of a deal of a game in a match: "Game 2, round 1"; nothing for game 0."""
    if not game:
        return NOTHING
    return say("Game {game}, {deal}", game=game, deal=called.within(deal))


def read_match(
    margins: Sequence[int | None], deals: int, *, best_of: int = 1, most: int = 0
) -> tuple[MatchScore, int]:
    """The score of a match whose games have this many deals each, and how many deals it takes, as
    far as that is known.

    `margins` are, deal by deal, by how much the first side beat the second (None: not reported).
    There are at most `most` deals (0: any number).
    """
    score = MatchScore(best_of, has_decider=not most or deals * best_of < most)
    end = 0
    while not score.is_over:
        end += 1 if score.lacks_decider else deals
        game = margins[score.games * deals : end]
        reported = [margin for margin in game if margin is not None]
        if len(reported) < end - score.games * deals:
            break
        score = score.after(sum(reported))
    return score, end
