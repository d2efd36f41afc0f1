"""Knockout with two at a table, pairs or single players: winners go on, and losers are out, or play
on for a place.

The first round is drawn by lot, or seeded by a ranking; later seats follow from the bracket, which
is read from the seats each time (`bracket.py`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rulesets.engine.text import Phrase
from rulesets.movements.bracket import (
    FINAL,
    NEVER,
    Bracket,
    Entrant,
    Level,
    Line,
    Match,
    Places,
    bracket_order,
    room_for,
)
from rulesets.movements.first_draw import not_apart, too_few
from rulesets.movements.fixed_pairs import pair_up, partners_of, read_partners, read_singles
from rulesets.movements.keepers import keep_chairs
from rulesets.movements.movement import Needs, SeatingRequest
from rulesets.movements.schedule import SeatRequests
from rulesets.movements.seating import CHAIRS, Guest, Past, Seating, SitOut
from rulesets.movements.sit_outs import ask_nobody
from rulesets.movements.team_mates import count_together, name_mates

LOTS = 40  # drawn at most, so that the fewest meet who wish not to


@dataclass(frozen=True)
class KnockoutMovement:
    """The seats of a knockout with `width` people at a table: four in two pairs, or two singly.
    `seeds`: the order of the guests seeds the bracket."""

    width: int
    places: Places = "none"
    seeds: bool = False

    def needs(self, number: int) -> Needs:
        return Needs(results=True)

    def balance(self, guests: Iterable[Guest]) -> tuple[int, ...]:
        """Nobody changes: roles do not matter."""
        return ask_nobody(guests)

    def read(
        self,
        past: Sequence[Past],
        results: Sequence[Sequence[Level]],
        *,
        here: Iterable[int] = (),
        requests: SeatRequests | None = None,
        ranked: Sequence[int] = (),
    ) -> Bracket:
        """The bracket as far as it has been played. If `here` is empty, nobody has left."""
        bare = [replace(played, roles={}) for played in past]
        there = {*here} or {who for latest in past[-1:] for who in latest.draw.people}
        if self.width == CHAIRS:
            partners = read_partners(bare, there, requests or SeatRequests())
        else:
            partners = read_singles(bare, there)
        return Bracket(
            bare, results, width=self.width, partners=partners, places=self.places, ranked=ranked
        )

    def next_seats(self, request: SeatingRequest) -> Seating:
        """Seat the round by the bracket; the first one by the seeds or the lot. Raises ValueError
        if a table of a past round does not name four people (or two)."""
        room = _Room(self, request)
        room.begin_or_join(request.rng, request.people if self.seeds else request.ranked)
        return room.seat(request.past)


class _Room:
    """The people present for a round of a knockout, and the bracket that they play."""

    def __init__(self, movement: KnockoutMovement, request: SeatingRequest) -> None:
        past, requests, here = request.past, request.all_requests, request.people
        self.guests, self.requests, self.played = request.guests, requests, len(past)
        self.alone: tuple[int, ...] = ()
        if movement.width == CHAIRS:
            partners = pair_up(here, [replace(played, roles={}) for played in past], requests)
            self.entrants: list[Entrant] = [*partners.pairs]
            self.alone = partners.alone
        else:
            self.entrants = [(who,) for who in here]
        self.bracket = movement.read(past, request.results, here=here, requests=requests)
        self.width = movement.width
        self.late: list[Entrant] = []

    def begin_or_join(self, rng: random.Random, ranked: Sequence[int]) -> None:
        """Draw the bracket, or later let new people join it as far as there is room."""
        if not self.played:
            self.bracket.start(self._seed(rng, ranked))
            return
        late = [entrant for entrant in self.entrants if not any(map(self.bracket.knows, entrant))]
        self.late = self.bracket.join(sorted(late, key=min), self.played)

    def _seed(self, rng: random.Random, ranked: Sequence[int]) -> list[Entrant]:
        """The entrants, the best seed first: by rank, or by lot so that as few as possible meet at
        once who wish not to."""
        count = len(self.entrants)
        byes = room_for(count) - count
        if ranked:
            place = {who: number for number, who in enumerate(ranked)}
            return sorted(
                self.entrants,
                key=lambda entrant: (min(place.get(who, NEVER) for who in entrant), min(entrant)),
            )
        best: list[Entrant] = []
        fewest = -1
        for _ in range(LOTS if self.requests.separate else 1):
            order = rng.sample(self.entrants, count)
            # Which bye goes where is told by numbers, as it has to be read from the seats alone.
            order[:byes] = sorted(order[:byes], key=min)
            broken = self._count_broken(order)
            if fewest < 0 or broken < fewest:
                best, fewest = order, broken
            if not broken:
                break
        return best

    def _count_broken(self, seeded: Sequence[Entrant]) -> int:
        """How many who wish to be apart meet in the first round."""
        order = bracket_order(max(FINAL, room_for(len(seeded))))
        tables = [
            {*seeded[upper - 1], *seeded[lower - 1]}
            for upper, lower in zip(order[::2], order[1::2], strict=True)
            if lower <= len(seeded)
        ]
        return count_together(self.requests.separate, tables)

    def seat(self, past: Sequence[Past]) -> Seating:
        """The seats, with keepers in their chairs, and the reasons."""
        if len(self.entrants) < 2 and not self.played:
            return too_few({guest.id: guest.role for guest in self.guests})
        tables: list[tuple[int, ...]] = []
        waits: dict[int, SitOut] = {}
        following = self.bracket.following()
        on = self._find_entrants([line for match in following for line in match.lines])
        for match in following:
            upper = on.get(match.one.seed, ())
            lower = on.get(match.two.seed, ()) if match.two else ()
            if upper and lower:
                tables.append(self._chairs(upper, lower))
                continue
            for who in (*upper, *lower):
                waits[who] = _go_on(who, match)
        seated = {who for table in tables for who in table}
        paired = (who for entrant in self.entrants for who in entrant)
        everybody = dict.fromkeys((*paired, *(guest.id for guest in self.guests)))
        outs = [who for who in everybody if who not in seated]
        planned = Past(tuple(tables), tuple(outs), {})
        (seats,), notes = keep_chairs([planned], self.guests, past)
        mate = partners_of(entrant for entrant in self.entrants if seated.isdisjoint(entrant))
        reasons = tuple(
            replace(waits.get(who) or self._reason(who), partner=mate.get(who)) for who in outs
        )
        broken = [
            not_apart(*pair) for pair in self.requests.apart if count_together([pair], seats.tables)
        ]
        # Who won meets who won: what is drawn is the first round.
        mates = () if self.played else self.requests.mates
        broken += name_mates(mates, [seats], fixed_pairs=self.width == CHAIRS)
        roles = {guest.id: guest.role for guest in self.guests}
        return Seating(seats.tables, reasons, roles, (*notes, *broken))

    def _find_entrants(self, lines: Iterable[Line]) -> dict[int, Entrant]:
        """Return the entrant of each line that goes on, by seed: the pair with somebody from it;
        if two lines have one person left each, they are paired for the better one."""
        by_seed: dict[int, Entrant] = {}
        free = [*self.entrants]
        for line in lines:
            mine = next(
                (entrant for entrant in free if not set(entrant).isdisjoint(line.people)), None
            )
            if mine:
                by_seed[line.seed] = mine
                free.remove(mine)
        return by_seed

    def _chairs(self, first: Entrant, second: Entrant) -> tuple[int, ...]:
        return tuple(who for both in zip(first, second, strict=True) for who in both)

    def _reason(self, who: int) -> SitOut:
        """Why somebody does not play, other than waiting for the winner of another table."""
        line = self.bracket.line_of.get(who)
        if line is not None and line.out:
            return out_since(who, line.out)
        if who in self.alone:
            return SitOut(who, "alone", Phrase("Waiting for a partner."))
        if line is not None:
            words = Phrase("Finished in place {place}.", {"place": line.first})
            return SitOut(who, "placed", words, watches=True)
        return came_late(who)


def out_since(who: int, number: int) -> SitOut:
    """The reason of somebody who was knocked out in an earlier round."""
    return SitOut(who, "out", Phrase("Knocked out in set {set}.", {"set": number}), watches=True)


def came_late(who: int) -> SitOut:
    """The reason of somebody who came when there was no room left."""
    text = "Came after the draw. Can stand in for anybody who leaves."
    return SitOut(who, "watches", Phrase(text), watches=True)


def _go_on(who: int, match: Match) -> SitOut:
    """Why somebody goes on without playing."""
    if match.two is None:
        return SitOut(who, "bye", Phrase("Bye: goes on without playing."))
    return SitOut(who, "walkover", Phrase("Goes on without playing: the opponents have left."))
