"""The cheapest way to put everybody into twos, as a minimum-weight perfect matching."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

MOST_JOINED = 250  # of whom each may be matched with each
NEAR = 40  # places, of more
LOT = 32  # bits of the lot of two who are matched


class MatcherMissing(RuntimeError):
    """The package that matches is not installed; the message says which one."""


def match(count: int, cost: Callable[[int, int], int], rng: random.Random) -> list[tuple[int, int]]:
    """Put 0, 1 … count - 1 into twos, so that the sum of the costs is least; of ways that cost the
    same the lot decides.

    In: how many, an even number; what two of them cost, the lower one first, a whole number; the
    source of the lot. Of more than 250 only those are joined who are near each other in number.
    Out: all twos, each and all of them in ascending order.
    Raised: MatcherMissing.
    """
    try:
        from rustworkx import PyGraph, max_weight_matching
    except ImportError as error:
        text = "Seats of this format need the package rustworkx: pip install rustworkx"
        raise MatcherMissing(text) from error
    scale = max(1, count) << LOT  # more than all lots together
    lot = rng.getrandbits
    reach = count if count <= MOST_JOINED else NEAR  # a way there is always: each with the next
    graph = PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from(
        [
            (one, two, -(cost(one, two) * scale + lot(LOT)))
            for one in range(count)
            for two in range(one + 1, min(count, one + reach + 1))
        ]
    )
    found = max_weight_matching(graph, max_cardinality=True, weight_fn=int, verify_optimum=False)
    return sorted((min(pair), max(pair)) for pair in found)
