"""Prizes: in their order, passed over, shared, cut for, drawn."""

from __future__ import annotations

from rulesets.standings.prizes import Finisher, NamedPrize, best_rounds, prize_holders

ROOM = (
    Finisher(1, 1, role="lady", team="Garby", best_round=4.0),
    Finisher(2, 2, role="gentleman", team="Garby", best_round=9.5),
    Finisher(3, 3, role="lady", team="Hill", best_round=1.0),
    Finisher(4, 3, role="gentleman", team="Hill", best_round=None),
    Finisher(5, 5, role="lady", team="Hill", best_round=9.5),
)


def holders(*prizes: NamedPrize, passes_over: bool = True) -> list[tuple[int, ...]]:
    groups = prize_holders(prizes, ROOM, passes_over=passes_over)
    return [group.holders for group in groups]


def test_who_has_one_is_passed_over_unless_the_host_lets_them_have_several() -> None:
    prizes = (
        NamedPrize("place", place=1),
        NamedPrize("role", group="lady"),
        NamedPrize("team", group="Garby"),
        NamedPrize("round"),
        NamedPrize("last"),
    )
    assert holders(*prizes) == [(1,), (3,), (2,), (5,), (4,)]
    assert holders(*prizes, passes_over=False) == [(1,), (1,), (1,), (2, 5), (5,)]


def test_those_who_are_level_share_it_or_cut() -> None:
    assert holders(NamedPrize("place", place=3)) == [(3, 4)]
    assert holders(NamedPrize("place", place=3, cut=4)) == [(4,)]
    assert holders(NamedPrize("place", place=3, cut=1)) == [(3, 4)]  # who is not level cuts nothing
    assert holders(NamedPrize("place", place=4)) == [()]  # two share the third place
    assert holders(NamedPrize("role", group="nobody"), NamedPrize("place", place=9)) == [(), ()]


def test_a_lot_is_drawn_among_all_who_have_nothing_and_the_same_each_time() -> None:
    drawn = {
        prize_holders(
            [NamedPrize("place", place=1), NamedPrize("lot", seed=seed)],
            ROOM,
            passes_over=True,
            others=(2, 3),
        )[1].holders
        for seed in range(60)
    }
    assert drawn == {(4,), (5,)}
    assert holders(NamedPrize("lot", seed=7)) == holders(NamedPrize("lot", seed=7))
    assert prize_holders([NamedPrize("lot")], (), passes_over=True) == [((), ())]


def test_a_round_counts_above_the_room() -> None:
    assert best_rounds([(5, 1), (1, None), (3, 3)]) == [2.0, -2.0, 1.0]
    assert best_rounds([(5, 1), (1, None), (3, 3)], low=True) == [1.0, 2.0, 0.0]
    assert best_rounds([(0, 1), (4, 0)]) == [0.5, 2.0]
    assert best_rounds([(), ()]) == [None, None]


def test_who_lost_a_cut_is_level_for_a_later_prize() -> None:
    """A cut settles the prize it was for; whoever lost it has nothing yet."""
    prizes = (NamedPrize("place", place=3, cut=4), NamedPrize("role", group="lady"))
    line = [finisher for finisher in ROOM if finisher.key not in (1, 5)]
    assert prize_holders(prizes, line, passes_over=True) == [((4,), (3, 4)), ((3,), (3,))]


def test_a_place_whose_people_have_something_goes_to_the_next() -> None:
    prizes = (NamedPrize("role", group="lady"), NamedPrize("place", place=1))
    assert holders(*prizes) == [(1,), (2,)]
