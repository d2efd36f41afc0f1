"""How many play which role, who is asked to play the other one, and who sits out the next set.

The N people present make T = N // 4 tables of two and two. The N mod 4 left over are shared between
the two roles: one belongs to either role, two are one of each, three are two of one and one of the
other; the allowed share that changes the fewest roles is taken.

People sit out as evenly as arithmetic allows, with a reason. Within a role those with the fewest
sit-outs are next. Among equals, people who play come before those who are already waiting (nobody
waits twice while others have not waited), a person whose table closed comes before one who has a
chair, and a person who keeps a chair comes last; then the one whose chair repeats the fewest past
partnerships for the person who takes it; then the draw.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rulesets.engine.text import Phrase
from rulesets.movements.seating import GENTLEMAN, LADY, Guest, Note, SitOut, other_role

# --- roles ----------------------------------------------------------------------------------------


ROLE_NOTE = "role.flipped"
_SHARES = (((0, 0),), ((1, 0), (0, 1)), ((1, 1),), ((2, 1), (1, 2)))


def balance(guests: Iterable[Guest]) -> tuple[int, ...]:
    """Propose who plays the other role, so that the first set can be seated evenly.

    In: the guests present, in the order of entry. Out: the ids of the fewest people who have to
    change; the last entered are asked first, and a person who keeps a chair only if nobody else is
    left. The proposal is always the same for the same list.
    """
    people = list(guests)
    gentlemen = [guest for guest in people if guest.role == GENTLEMAN]
    ladies = [guest for guest in people if guest.role != GENTLEMAN]
    tables, over = divmod(len(people), 4)
    surplus = min(
        (len(gentlemen) - 2 * tables - share for share, _ in _SHARES[over]),
        key=lambda number: (abs(number), number),
    )
    larger = gentlemen if surplus > 0 else ladies
    larger.reverse()
    candidates = sorted(larger, key=lambda guest: guest.keeps_chair)
    return tuple(guest.id for guest in candidates[: abs(surplus)])


def ask_nobody(guests: Iterable[Guest]) -> tuple[int, ...]:
    """The proposal if roles do not matter: nobody changes."""
    return ()


def choose_flips(
    roles: Mapping[int, str],
    preference: Sequence[Collection[int]],
    rng: random.Random,
) -> tuple[int, ...]:
    """Choose who changes role in mid-event, so that N // 4 tables can be filled.

    In: the role of everybody present; groups of people, in the order to ask them. Out: the ids of
    the fewest people who fill the tables (usually none).
    """
    tables = len(roles) // 4
    for short in (GENTLEMAN, LADY):
        missing = 2 * tables - sum(1 for role in roles.values() if role == short)
        if missing > 0:
            plentiful = other_role(short)
            candidates: list[int] = []
            for group in preference:
                able = sorted(person for person in group if roles[person] == plentiful)
                rng.shuffle(able)
                candidates.extend(able)
            return tuple(candidates[:missing])
    return ()


def role_note(person: int, role: str) -> Note:
    """The note that somebody plays the other role from now on."""
    return Note(
        ROLE_NOTE,
        Phrase(
            "{person} changes roles from here, so that every table can be filled.",
            {"person": person, "role": role},
        ),
    )


# --- sit-outs -------------------------------------------------------------------------------------


@dataclass(slots=True)
class SitOutChoice:
    """The turn to sit out in one role.

    `sure` sit out already; `more` of the `candidates`, who are equal and have a chair, are still
    to be chosen. `lots` gives for everybody who may be drawn the number of people in the draw;
    all others have the fewest sit-outs.
    """

    sure: list[int] = field(default_factory=list)
    candidates: list[int] = field(default_factory=list)
    more: int = 0
    lots: dict[int, int] = field(default_factory=dict)


def choose_sit_outs(
    people: Sequence[int],
    seats: int,
    sat_out: Mapping[int, int],
    waited: Mapping[int, int],
    sitting: Collection[int],
    displaced: Collection[int],
    keepers: Collection[int],
    rng: random.Random,
) -> SitOutChoice:
    """Find out whose turn it is.

    In: everybody of the role; the chairs for the role; sit-outs and sets waited so far; who has a
    chair after the movement, whose table closed, who keeps a chair. Out: the turn.
    """
    over = len(people) - seats
    if over <= 0:
        return SitOutChoice()
    limit = sorted(sat_out[person] for person in people)[over - 1]
    result = SitOutChoice([person for person in people if sat_out[person] < limit])
    equals = [person for person in people if sat_out[person] == limit]
    rng.shuffle(equals)
    still = over - len(result.sure)
    for group in _in_turn(equals, waited, sitting, displaced, keepers):
        if len(group) <= still:
            result.sure.extend(group)
            still -= len(group)
            continue
        result.lots = dict.fromkeys(group, len(group))
        if group[0] in sitting:
            result.candidates, result.more = group, still
        else:
            result.sure.extend(group[:still])
        break
    return result


def _in_turn(
    equals: Sequence[int],
    waited: Mapping[int, int],
    sitting: Collection[int],
    displaced: Collection[int],
    keepers: Collection[int],
) -> tuple[list[int], ...]:
    """People with equally many sit-outs in groups, the first to sit out in front."""
    chairs = [person for person in equals if person in sitting]
    waiting = [person for person in equals if person not in sitting and person not in displaced]
    return (
        [person for person in equals if person in displaced and person not in keepers],
        [person for person in chairs if person not in keepers],
        [person for person in chairs if person in keepers],
        [person for person in equals if person in displaced and person in keepers],
        sorted(waiting, key=lambda person: waited.get(person, 0)),
    )


def fewest_words(count: int) -> str:
    """The template that says why somebody sits out who has done so least; `count`: how often."""
    return "Fewest sit-outs so far ({count})." if count else "Has not sat out yet."


def sit_out_reason(
    person: int, turned: SitOutChoice, count: int, *, waiting: bool, displaced: bool, chosen: bool
) -> SitOut:
    """Say why a person sits out.

    In: the turn; the person's sit-outs so far; whether the person was already waiting; whether the
    person's table has closed; whether past partnerships decided between equals.
    """
    params = {"count": count, "among": turned.lots.get(person, 1)}
    if waiting:
        code, template = "waits_again", "Nobody else here has sat out less ({count} so far)."
    elif displaced:
        code, template = (
            "table_closed",
            "The table has closed, and nobody at the others has sat out less ({count} so far).",
        )
    elif person not in turned.lots:
        code, template = "fewest", fewest_words(count)
    elif chosen:
        code = "fewest_repeats"
        template = (
            "One of the {among} who have sat out least; this choice repeats the fewest partners."
        )
    elif count == 0:
        code, template = "drawn_none_yet", "Drawn from the {among} who have not sat out yet."
    else:
        code, template = "drawn", "Drawn from the {among} with the fewest sit-outs ({count})."
    return SitOut(person, code, Phrase(template, params))
