"""All figures as one document, by names: what `manage.py records` prints and the API gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.records.comparisons import among
from rulesets.records.house import ALL
from rulesets.records.persons import person_record, splits_of
from rulesets.records.seasons import season
from rulesets.records.stories import awards_of, story_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from rulesets.records.house import Holding, House
    from rulesets.records.persons import Against
    from rulesets.records.seasons import SeasonRules
    from rulesets.records.summaries import EveningDetails
    from rulesets.standings.placings import GameStanding

SOMEBODY = "somebody"
Json = dict[str, Any]


class RecordsDocument:
    """The figures of a house under the names of its people; who is left out has no name."""

    def __init__(
        self,
        house: House,
        names: Mapping[int, str],
        details: Mapping[int, EveningDetails],
        *,
        alone: bool = False,
    ) -> None:
        """`details` by key of the evening; `alone`: people's figures without shared chairs."""
        self.house, self.names, self.details, self.alone = house, names, details, alone

    def name(self, who: int) -> str:
        """Return a name; "somebody" for who is left out."""
        return SOMEBODY if who in self.house.out else self.names[who]

    def listed(self, people: Iterable[int]) -> list[str]:
        """Return names in their order."""
        return sorted(map(self.name, people))

    def whole(self, kinds: Mapping[str, Collection[str]]) -> Json:
        """Return people, house and evenings; `kinds` are the great moments that each game knows."""
        return {"people": self.people(), "house": self.of_house(kinds), "evenings": self.evenings()}

    # --- people -----------------------------------------------------------------------------------

    def people(self) -> Json:
        """Return everybody with an evening, by name."""
        there = {who for evening in self.house.evenings for who in evening.chair_of}
        people = [who for who in there if who not in self.house.out]
        figures = {self.name(who): self.person(who) for who in people}
        return {name: figures[name] for name in sorted(figures)}

    def person(self, who: int) -> Json:
        """Return the figures of a person, who may be left out of those of others."""
        record = person_record(self.house, who, alone=self.alone)
        splits = {key: details.splits for key, details in self.details.items()}
        return {
            "evenings": len(record.evenings),
            "wins": record.wins,
            "shared_wins": record.shared_wins,
            "podium": record.podium,
            "rounds": record.rounds,
            "rounds_won": record.rounds_won,
            "deals": record.deals,
            "beaten": record.beaten,
            "wins_in_a_row": record.wins_in_a_row,
            "attendance": record.attendance,
            "nemesis": self._rivals(record.nemesis),
            "victim": self._rivals(record.victims),
            "partners": self.listed(partner.who for partner in record.usual_partners),
            "headline": record.headline,
            "years": {
                str(year.year): {"evenings": year.evenings, "beaten": year.beaten}
                for year in record.years
            },
            "points": {game.game: _number(game.points) for game in record.games},
            "above_room": {game.game: game.above_room for game in record.games},
            "splits": [
                {
                    "game": split.game,
                    "by": split.by,
                    "part": split.part,
                    "n": split.count,
                    "mean": split.mean,
                    "even": split.even,
                }
                for split in splits_of(self.house, who, splits, alone=self.alone)
            ],
        }

    def _rivals(self, rivals: Iterable[Against]) -> list[str]:
        return self.listed(rival.who for rival in rivals)

    # --- the house --------------------------------------------------------------------------------

    def of_house(self, kinds: Mapping[str, Collection[str]]) -> Json:
        """Return lists, champions, what could fall, and great moments."""
        return {
            "lists": {
                scope: {name: self._holding(held) for name, held in lists.items()}
                for scope, lists in self.house.lists.items()
            },
            "champions": {
                str(year): {scope: self.listed(who) for scope, who in here.items()}
                for year, here in self.house.champions.items()
            },
            "could_fall": [
                {"game": row.game, "list": row.list, "who": self.listed(row.who)}
                for row in self.house.could_fall()
            ],
            "moments": [
                {"game": row.game, "kind": row.kind, "times": row.times, "of": row.deals}
                for row in self.house.moments(kinds)
            ],
        }

    def _holding(self, held: Holding) -> Json:
        return {"value": _number(held.value), "who": self.listed(held.who)}

    # --- evenings ---------------------------------------------------------------------------------

    def evenings(self) -> list[Json]:
        """Return all evenings in their order."""
        return [self.evening(at) for at in range(len(self.house.evenings))]

    def evening(self, at: int) -> Json:
        """Return the evening at a place in the house's order."""
        evening, story = self.house.evenings[at], story_of(self.house, at)
        return {
            "event": evening.name,
            "date": evening.date,
            "winners": self.listed(evening.winners),
            "headline": story.headline,
            "turns": [
                {"round": number, "before": before, "after": after}
                for number, before, after in story.turns
            ],
            "fell": [{"game": fall.game, "list": fall.list} for fall in story.falls],
            "awards": {
                award.kind: {"value": award.value, "who": self.listed(award.who)}
                for award in awards_of(self.house, at, self.details[evening.key])
            },
        }

    # --- some people, a season --------------------------------------------------------------------

    def among(self, people: Sequence[int]) -> Json:
        """Return what the evenings with all of these people come to."""
        return {
            self.name(row.who): {
                "evenings": row.evenings,
                "ahead": row.ahead,
                "beaten": row.beaten,
            }
            for row in among(self.house, people, self.details, alone=self.alone)
        }

    def season(self, evenings: Sequence[Sequence[GameStanding]], rules: SeasonRules) -> Json:
        """Return a season; who is left out keeps the place, not the name."""
        return {
            self.name(line.who): {
                "total": line.total,
                "rank": line.rank,
                "can_win": line.can_win,
                "needs": None if line.needs is None else list(line.needs),
            }
            for line in season(evenings, rules)
            if line.who not in self.house.out
        }


def _number(value: float | None) -> float | None:
    """Return a whole number as one: 25, not 25.0."""
    return int(value) if value is not None and value == int(value) else value


__all__ = ["ALL", "SOMEBODY", "RecordsDocument"]
