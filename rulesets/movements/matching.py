"""The cheapest way to put everybody into twos: a minimum-weight perfect matching."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable

Two = tuple[int, int]

MOST_JOINED = 250  # of whom each may be matched with each, where it is by place
NEAR = 40  # places, of more
NEXT = (8, 14)  # places that are looked at first
LOT = 32  # bits of the lot of two who are matched


class MatcherMissing(RuntimeError):
    """The matching package is not installed; the message says which one it is."""


def match(
    count: int,
    cost: Callable[[int, int], int],
    rng: random.Random,
    *,
    near: bool = False,
    joined: Iterable[Two] = (),
) -> list[Two]:
    """Put 0, 1 … count - 1 into twos so that the sum of the costs is least; the lot decides between
    equal ways.

    In: the count, an even number; the cost of two of them, the lower one first, a whole number; the
    source of the lot. `near`: two who are d places apart cost at least d², except those in
    `joined`, who cost less. So those few places apart are tried first, and others only if they
    might be cheaper; with more than 250, never those more than 40 places apart and not `joined`.
    Out: all twos, each and all of them in ascending order.
    Raises MatcherMissing.
    """
    most = NEAR if near and count > MOST_JOINED else count
    requests = sorted(joined)
    granted = sum(min(0, cost(*two) - 1) for two in requests)
    for reach in (*NEXT, NEAR, most) if near else (most,):
        if reach > most:
            continue
        extra = [two for two in requests if two[1] - two[0] > reach]
        twos = match_within(reach, count, cost, rng, extra)
        # Whoever is matched with somebody farther off costs more, even if all others sit side by
        # side and those who ask for each other are together.
        if sum(cost(*two) for two in twos) < (reach + 1) ** 2 + count // 2 - 1 + granted:
            break
    return twos


def match_within(
    reach: int,
    count: int,
    cost: Callable[[int, int], int],
    rng: random.Random,
    extra: Iterable[Two] = (),
) -> list[Two]:
    """Put them into twos like `match`, limited to twos at most this many places apart, and some
    others (`extra`)."""
    try:
        from rustworkx import PyGraph, max_weight_matching
    except ImportError as error:
        text = "Seats of this format need the package rustworkx: pip install rustworkx"
        raise MatcherMissing(text) from error
    scale = max(1, count) << LOT  # more than all lots together
    lot = rng.getrandbits
    edges = [
        (low, high) for low in range(count) for high in range(low + 1, min(count, low + reach + 1))
    ]
    edges += extra
    graph = PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from([(*two, -(cost(*two) * scale + lot(LOT))) for two in edges])
    matching = max_weight_matching(graph, max_cardinality=True, weight_fn=int, verify_optimum=False)
    return sorted((min(pair), max(pair)) for pair in matching)
