"""A room to play random evenings in: the tests' own bookkeeping, apart from the engine's."""

import random
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from rulesets.movements.seating import GENTLEMAN, LADY, Guest, Past, Seating, as_past
from tests.rulesets.movements.movement_requests import first_seats
from tests.rulesets.movements.movement_requests import next_court_whist as next_seats


def guests(gentlemen: int, ladies: int, keepers: Collection[int] = ()) -> list[Guest]:
    """People 1..n, the gentlemen first."""
    return [
        Guest(number, GENTLEMAN if number <= gentlemen else LADY, number in keepers)
        for number in range(1, gentlemen + ladies + 1)
    ]


def partners(table: Sequence[int]) -> tuple[frozenset[int], frozenset[int]]:
    """The two partnerships of a table."""
    return frozenset((table[0], table[2])), frozenset((table[1], table[3]))


def partnerships(past: Past | Seating) -> list[frozenset[int]]:
    """All partnerships of a set."""
    return [pair for table in past.tables for pair in partners(table)]


def repeats(sets: Sequence[Past]) -> int:
    """How many partnerships of an evening had been played before in it (the third time counts)."""
    counts = Counter(pair for played in sets for pair in partnerships(played))
    return sum(times - 1 for times in counts.values())


def seats_after(
    tables: Sequence[Sequence[int]],
    winners: Sequence[Collection[int]],
    *,
    gone: Collection[int] = (),
    come: Collection[int] = (),
    keepers: Collection[int] = (),
) -> Seating:
    """The seats after one set of men with numbers up to ten, and ladies with higher ones."""
    roles = {
        person: GENTLEMAN if person <= 10 else LADY
        for person in sorted({person for table in tables for person in table}.union(come, gone))
    }
    return next_seats(
        [Guest(who, role, who in keepers) for who, role in roles.items() if who not in gone],
        [Past(tuple(map(tuple, tables)), (), roles)],
        winners,
        rng=random.Random(0),
    )


class Evening:
    """People come, go and play; winners are random, now and then a cut sends two opponents away."""

    def __init__(
        self, people: Sequence[Guest], seed: int, *, fewer_repeats: bool = False, cuts: float = 0.1
    ) -> None:
        self.people = {guest.id: guest for guest in people}
        self.rng = random.Random(seed)
        self.fewer_repeats = fewer_repeats
        self.cuts = cuts
        self.sets: list[Past] = []
        self.seating: Seating | None = None
        self.winners: list[set[int]] = []

    def play(self, *, substitute: tuple[int, int] | None = None) -> Seating:
        """Seat the next set and play it; `substitute` = (who goes, who takes the chair)."""
        if not self.sets:
            seating = first_seats(list(self.people.values()), rng=self.rng)
        else:
            seating = next_seats(
                list(self.people.values()),
                self.sets,
                self.winners,
                rng=self.rng,
                fewer_repeats=self.fewer_repeats,
            )
        self.seating = seating
        for person, role in seating.roles.items():  # a host's list follows
            self.people[person] = replace(self.people[person], role=role)
        past = as_past(seating)
        if substitute is not None:
            gone, came = substitute
            past = Past(
                tuple(
                    tuple(came if person == gone else person for person in table)
                    for table in past.tables
                ),
                tuple(person for person in past.sitting_out if person != came),
                {**past.roles, came: past.roles[gone]},
            )
        self.sets.append(past)
        self.winners = [self._win(table, past) for table in past.tables]
        return seating

    def _win(self, table: Sequence[int], past: Past) -> set[int]:
        """A man and a lady win: partners, or by a cut any two of them."""
        if self.rng.random() >= self.cuts:
            side = self.rng.randrange(2)
            return {table[side], table[side + 2]}
        return {
            self.rng.choice([person for person in table if past.roles[person] == role])
            for role in (GENTLEMAN, LADY)
        }

    def sat_out(self) -> Counter[int]:
        """Sets sat out so far by everyone who is here."""
        counts = Counter(dict.fromkeys(self.people, 0))
        counts.update(person for played in self.sets for person in played.sitting_out)
        return counts
