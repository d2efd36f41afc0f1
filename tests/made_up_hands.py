"""Hands of a drive as tables report them, made up."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random


def a_payload(stage: int, rng: Random) -> dict[str, list[int]]:
    """A possible report of one hand that raises no question."""
    first = rng.randint(3, 10)
    if stage == 3:
        cuts = sorted(rng.sample(range(1, 13), 3))
        return {"tricks": [cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], 13 - cuts[2]]}
    payload = {"tricks": [first, 13 - first]}
    if stage == 4:
        payload["lady_tricks"] = [rng.randint(0, first), rng.randint(0, 13 - first)]
    if stage == 6:
        payload["spoke"] = [rng.choice((0, 0, 0, 1)) for _ in range(4)]
    if stage == 7:
        faces = rng.randint(4, 8)
        payload["face_cards"] = [faces, 12 - faces]
    return payload
