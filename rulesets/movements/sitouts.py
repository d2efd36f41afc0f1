"""Who sits out the next set: as evenly as arithmetic allows, and with the reason.

Within a role those with the fewest sit-outs are next. Among equals those who play come before
those who are waiting already (nobody waits twice while others have not waited), a person whose
table closed before one who has a chair, and a person who keeps a chair last; then the one whose
chair makes the fewest past partnerships come again for the person who takes it; then the draw.
"""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from rulesets.movements.seating import SitOut
from rulesets.words import Words


@dataclass(slots=True)
class Turn:
    """Whose turn it is to sit out in one role.

    `sure` sit out already; `more` of the `candidates`, who are equal and have a chair, are still
    to be chosen. `lots` tells for each who may be drawn among how many that is; all others whose
    turn it is have it because they are the ones with the fewest sit-outs.
    """

    sure: list[int] = field(default_factory=list)
    candidates: list[int] = field(default_factory=list)
    more: int = 0
    lots: dict[int, int] = field(default_factory=dict)


def turn(
    people: Sequence[int],
    seats: int,
    sat_out: Mapping[int, int],
    waited: Mapping[int, int],
    seated: Collection[int],
    displaced: Collection[int],
    keepers: Collection[int],
    rng: random.Random,
) -> Turn:
    """Find out whose turn it is.

    In: everyone of the role; the chairs for the role; sit-outs and sets waited so far; who has a
    chair after the movement, whose table closed, who keeps a chair. Out: the turn.
    """
    over = len(people) - seats
    if over <= 0:
        return Turn()
    limit = sorted(sat_out[person] for person in people)[over - 1]
    result = Turn([person for person in people if sat_out[person] < limit])
    equals = [person for person in people if sat_out[person] == limit]
    rng.shuffle(equals)
    still = over - len(result.sure)
    for group in _in_turn(equals, waited, seated, displaced, keepers):
        if len(group) <= still:
            result.sure.extend(group)
            still -= len(group)
            continue
        result.lots = dict.fromkeys(group, len(group))
        if group[0] in seated:
            result.candidates, result.more = group, still
        else:
            result.sure.extend(group[:still])
        break
    return result


def _in_turn(
    equals: Sequence[int],
    waited: Mapping[int, int],
    seated: Collection[int],
    displaced: Collection[int],
    keepers: Collection[int],
) -> tuple[list[int], ...]:
    """People with equally many sit-outs in groups, the group that sits out first in front."""
    chairs = [person for person in equals if person in seated]
    waiting = [person for person in equals if person not in seated and person not in displaced]
    return (
        [person for person in equals if person in displaced and person not in keepers],
        [person for person in chairs if person not in keepers],
        [person for person in chairs if person in keepers],
        [person for person in equals if person in displaced and person in keepers],
        sorted(waiting, key=lambda person: waited.get(person, 0)),
    )


def reason(
    person: int, turned: Turn, count: int, *, waiting: bool, displaced: bool, chosen: bool
) -> SitOut:
    """Say why a person sits out.

    In: the turn; the sit-outs of the person so far; whether the person waited already; whether
    the person's table has closed; whether past partnerships decided between equals.
    """
    params = {"count": count, "among": turned.lots.get(person, 1)}
    if waiting:
        code, template = "waits_again", "Nobody else here has sat out fewer sets ({count})."
    elif displaced:
        code, template = (
            "table_closed",
            "The table has closed, and nobody at the others has sat out fewer sets ({count}).",
        )
    elif person not in turned.lots:
        code, template = "fewest", "Fewest sit-outs so far ({count})."
    elif chosen:
        code = "fewest_repeats"
        template = (
            "One of {among} with the fewest sit-outs ({count}); chosen so that the fewest "
            "partners meet again."
        )
    elif count == 0:
        code, template = "drawn_none_yet", "Drawn among the {among} who have not sat out yet."
    else:
        code, template = "drawn", "Drawn among the {among} with the fewest sit-outs ({count})."
    return SitOut(person, code, Words(template, params))
