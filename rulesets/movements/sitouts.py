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


@dataclass(slots=True)
class Turn:
    """Whose turn it is to sit out in one role.

    `sure` sit out already; `more` of the `candidates`, who are equal and have a chair, are still
    to be chosen. `equals` people share the count `limit` at which the choice is made; `drawn` says
    that not all of them sit out.
    """

    sure: list[int] = field(default_factory=list)
    candidates: list[int] = field(default_factory=list)
    more: int = 0
    equals: int = 0
    limit: int = 0
    drawn: bool = False


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
    result = Turn([person for person in people if sat_out[person] < limit], limit=limit)
    equals = [person for person in people if sat_out[person] == limit]
    rng.shuffle(equals)
    result.equals = len(equals)
    still = over - len(result.sure)
    result.drawn = still < len(equals)
    chairs = [person for person in equals if person in seated]
    groups = (
        [person for person in equals if person in displaced and person not in keepers],
        [person for person in chairs if person not in keepers],
        [person for person in chairs if person in keepers],
        [person for person in equals if person in displaced and person in keepers],
        sorted(
            (person for person in equals if person not in seated and person not in displaced),
            key=lambda person: waited.get(person, 0),
        ),
    )
    for group in groups:
        if len(group) > still:
            if group and group[0] in seated:
                result.candidates, result.more = group, still
            else:
                result.sure.extend(group[:still])
            break
        result.sure.extend(group)
        still -= len(group)
    return result


def reason(person: int, turned: Turn, count: int, *, waiting: bool, fewer: int = 0) -> SitOut:
    """Say why a person sits out.

    In: the turn; the sit-outs of the person so far; whether the person waited already; among how
    many equals with a chair this one made the fewest partnerships come again (0: did not matter).
    """
    params = {"count": count, "among": turned.equals}
    if waiting:
        code, template = "waits_again", "Nobody else here has sat out fewer sets ({count})."
    elif count < turned.limit or not turned.drawn:
        code, template = "fewest", "Fewest sit-outs so far ({count})."
    elif fewer:
        code = "fewest_repeats"
        template = (
            "One of {among} with the fewest sit-outs ({count}); chosen so that the fewest "
            "partners meet again."
        )
    elif count == 0:
        code, template = "drawn_none_yet", "Drawn among the {among} who have not sat out yet."
    else:
        code, template = "drawn", "Drawn among the {among} with the fewest sit-outs ({count})."
    return SitOut(person, code, template, params)
