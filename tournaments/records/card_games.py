"""Games as score cards are counted by: what a deal brings for so many tricks."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulesets import formats
from rulesets.formats.deals import possible_states, sides_at
from rulesets.records.played_evenings import Highlight
from rulesets.records.score_cards.values import fold
from tournaments.models.event_games import every_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.game import Game

TRICKS = "tricks"
FOUR = ("North", "East", "South", "West")
DECK = 52


class CountedGame:
    """A game in its usual format. Where cards have tricks and the format counts hands by
    themselves, it scores them, and what else a hand asks counts as nothing; in other games a trick
    is a point."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.slug, self.name = game.slug, game.name
        self.low: bool = game.plays.wins == "low"

    @cached_property
    def _format(self) -> Any:
        return formats.format_of(self.game, "")

    @property
    def format(self) -> str:
        """The slug of its format."""
        slug: str = self._format.kind.slug
        return slug

    @cached_property
    def tricks(self) -> int:
        """The tricks of a deal, where there are always as many; else 0."""
        low, high = self.game.plays.players
        if not low <= len(FOUR) <= high:
            return 0
        state = next(iter(possible_states(self._format, FOUR, 1, 1)))
        field = next(
            (candidate for candidate in self.game.plays.fields(state) if candidate.key == TRICKS),
            None,
        )
        total = None if field is None else field.total
        # Where hands get smaller from deal to deal, a card does not tell how large they were.
        return total if isinstance(total, int) and total * len(FOUR) == DECK else 0

    def points(self, number: int, deal: int, tricks: Sequence[int]) -> Sequence[int]:
        """Return the points of each seat, for the tricks of each seat's side."""
        report = self._report(number, deal, tricks)
        if report is None:
            return tricks
        points: Sequence[int] = self._format.hands.points(number, ("",) * len(FOUR), report, deal)
        return points

    def highlights(
        self, number: int, deal: int, tricks: Sequence[int], chairs: Sequence[int | None]
    ) -> list[Highlight]:
        """Return what the game finds worth remembering about a deal."""
        report = self._report(number, deal, tricks)
        if report is None:
            return []
        highlights = []
        for moment in self._format.hands.moments(number, FOUR, ("",) * len(FOUR), report, deal):
            who = tuple(chair for seat in moment.who if (chair := chairs[seat]) is not None)
            highlights.append(Highlight(moment.code, number, deal, who))
        return highlights

    def _report(self, number: int, deal: int, tricks: Sequence[int]) -> dict[str, Any] | None:
        """Return the report of a deal as its format knows it; None if it does not."""
        format = self._format
        if format.facts.width != len(FOUR) or len(tricks) != len(FOUR):
            return None
        if number > format.length.sets or deal > format.length.most_deals:
            return None
        sides = sides_at(format, number, len(FOUR))
        report: dict[str, Any] = {
            field.key: [0] * (len(sides) if field.per == "side" else len(FOUR))
            for field in format.hands.fields(number, deal)
        }
        if TRICKS not in report:
            return None
        report[TRICKS] = [tricks[side[0]] for side in sides]
        return report


class CardGames:
    """The games that a family knows, with its own."""

    def __init__(self, family: int) -> None:
        self.games = {game.slug: game for game in reversed(every_game(family))}
        self.slugs: dict[str, str] = {}
        for slug, game in self.games.items():
            self.slugs[slug] = slug
            self.slugs[fold(game.name)] = slug
        self._counted: dict[str, CountedGame] = {}

    def of(self, slug: str) -> CountedGame:
        """Return a game for counting."""
        if slug not in self._counted:
            self._counted[slug] = CountedGame(self.games[slug])
        return self._counted[slug]
