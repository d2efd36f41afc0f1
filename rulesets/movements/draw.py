"""The first draw: partners at random, one of each role; wishes granted where that is possible."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rulesets.movements.balance import balance, flipped
from rulesets.movements.packing import Packing, pack, pack_nearly, ungranted
from rulesets.movements.seating import (
    ROLES,
    Guest,
    Note,
    Seating,
    SitOut,
    other_role,
)
from rulesets.movements.wishes import Pair, Wishes, not_apart, not_together, read_wishes
from rulesets.words import Words

# In a small room another draw of who sits out can make the wishes possible; in a large one it
# hardly matters.
_REDRAWS = 12
_SMALL_ROOM = 12


def first_seats(
    guests: Sequence[Guest],
    *,
    rng: random.Random,
    apart: Iterable[Pair] = (),
    together: Iterable[Pair] = (),
) -> Seating:
    """Draw the seats of the first set.

    In: those present; the source of every draw; pairs of ids who must not share a table, and
    pairs who must (not necessarily as partners). Whatever the proposal of `balance` asks for and
    has not been done yet is done here, and noted. Who sits out is drawn; those who keep a chair
    and those who are to be together come last, and if wishes cannot be granted otherwise it is
    drawn again. Out: the seats; a note names each pair whose wish was not granted.
    """
    roles = {guest.id: guest.role for guest in guests}
    if len(roles) < 4:
        return too_few(roles)
    notes: list[Note] = []
    for person in balance(guests):
        roles[person] = other_role(roles[person])
        notes.append(flipped(person, roles[person]))
    keepers = frozenset(guest.id for guest in guests if guest.keeps_chair)
    wishes = read_wishes(roles, apart, together)
    packing, sitting_out = _draw(roles, wishes, keepers, rng)
    where = {person: table for table, people in enumerate(packing) for person in people}
    close, parted = ungranted(where, wishes)
    notes += wishes.notes
    notes += [not_apart(one, two) for one, two in close]
    notes += [not_together(one, two) for one, two in parted]
    tables = tuple(_chairs(people, keepers, rng) for people in packing)
    return Seating(tables, tuple(sitting_out), roles, tuple(notes))


def too_few(roles: Mapping[int, str]) -> Seating:
    """The seating of fewer than four people: nobody can play."""
    template = "Fewer than four people are here."
    return Seating(
        (),
        tuple(SitOut(person, "too_few", Words(template)) for person in roles),
        dict(roles),
        (Note("tables.none", Words(template)),),
    )


def _draw(
    roles: Mapping[int, str],
    wishes: Wishes,
    keepers: frozenset[int],
    rng: random.Random,
) -> tuple[Packing, list[SitOut]]:
    """Draw who sits out and who is at which table; again and again while wishes stay ungranted."""
    tables = len(roles) // 4
    best: tuple[int, Packing, list[SitOut]] | None = None
    over = len(roles) % 4
    for attempt in range(_REDRAWS if over and tables <= _SMALL_ROOM else 1):
        kin = wishes.group_of if attempt < _REDRAWS // 2 else {}
        last = {person: (person not in keepers, person not in kin) for person in roles}
        sitting_out: list[SitOut] = []
        playing: list[list[int]] = []
        for role in ROLES:
            people = sorted(person for person in roles if roles[person] == role)
            rng.shuffle(people)
            # Sorting is stable, so this keeps the draw among those who are alike.
            people.sort(key=last.__getitem__)
            # Those who may be spared come first; the lot falls among people who are alike.
            alike = Counter(last[person] for person in people)
            sitting_out += [_drawn(p, alike[last[p]]) for p in people[2 * tables :]]
            playing.append(people[: 2 * tables])
        packing = pack(playing[0], playing[1], wishes, keepers, rng)
        if packing is None:
            packing = pack_nearly(playing[0], playing[1], wishes, rng)
        where = {person: table for table, people in enumerate(packing) for person in people}
        broken = sum(len(pairs) for pairs in ungranted(where, wishes))
        if best is None or broken < best[0]:
            best = broken, packing, sitting_out
        if not broken:
            break
    assert best is not None  # noqa: S101 - there is at least one attempt
    return best[1], best[2]


def _drawn(person: int, among: int) -> SitOut:
    """The reason of a sit-out in the first set."""
    code, template = "drawn_first", "Drawn among {among} for the first set."
    return SitOut(person, code, Words(template, {"count": 0, "among": among}))


def _chairs(
    people: Sequence[int], keepers: frozenset[int], rng: random.Random
) -> tuple[int, int, int, int]:
    """Draw partners and chairs; two who keep chairs are not made partners if that can be helped.

    (They would stay partners all evening.)
    """
    one, two, first, second = people
    if rng.random() < 0.5:
        first, second = second, first
    straight = ({one, first} <= keepers) + ({two, second} <= keepers)
    crossed = ({one, second} <= keepers) + ({two, first} <= keepers)
    if crossed < straight:
        first, second = second, first
    pairs = [[one, first], [two, second]]
    rng.shuffle(pairs)
    for pair in pairs:
        rng.shuffle(pair)
    return pairs[0][0], pairs[1][0], pairs[0][1], pairs[1][1]
