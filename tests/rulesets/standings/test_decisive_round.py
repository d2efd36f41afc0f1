"""The turn of a game and its best round."""

from __future__ import annotations

from rulesets.standings.decisive_round import BestRound, Turn, best_round_of, turn_of


def course(*gains: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Totals round by round from what each round brought."""
    totals = [(0,) * len(gains[0])]
    for round_gains in gains:
        totals.append(tuple(a + b for a, b in zip(totals[-1], round_gains, strict=True)))
    return totals


def test_the_winner_takes_the_lead_for_good() -> None:
    played = course((0, 5), (3, 1), (9, 0), (1, 4))
    assert turn_of(played, {0}) == Turn(3, for_good=True)


def test_who_led_all_the_way_gained_most_in_one_round() -> None:
    assert turn_of(course((3, 1), (9, 0), (1, 4)), {0}) == Turn(2, for_good=False)
    assert turn_of(course((9, 0), (3, 1)), {0}) == Turn(1, for_good=False)


def test_a_lead_that_was_lost_again_counts_for_nothing() -> None:
    played = course((5, 0), (0, 9), (9, 0), (0, 4), (2, 1))
    assert turn_of(played, {0}) == Turn(3, for_good=True)


def test_winners_that_are_level_are_ahead_of_the_others() -> None:
    assert turn_of(course((1, 1, 5), (6, 6, 0)), {0, 1}) == Turn(2, for_good=True)


def test_nobody_behind_or_a_single_round_has_no_turn() -> None:
    assert turn_of(course((3, 1)), {0}) is None
    assert turn_of(course((1, 1)), {0, 1}) is None
    assert turn_of([(0, 0)], {0}) is None
    assert turn_of([], {0}) is None
    assert turn_of(course((0, 3), (0, 2)), {0}) is None  # won by something else than totals


def test_the_best_round_stands_out() -> None:
    assert best_round_of(course((4, 1), (9, 8), (9, 0))) == BestRound(0, 3, 9)
    assert best_round_of(course((4, 1), (9, 1))) == BestRound(0, 2, 9)
    assert best_round_of(course((0, -13), (-10, -3))) == BestRound(0, 1, 0)


def test_who_had_no_part_in_a_round_did_not_make_the_best_of_it() -> None:
    low = course((-4, -7, 0), (-3, -9, 0), (-6, -8, -5))
    assert best_round_of(low) == BestRound(2, 2, 0)
    assert best_round_of(low, [(), (), (1, 2)]) == BestRound(0, 2, -3)
    assert best_round_of(low, [(), (2, 3), (1, 2, 3)]) == BestRound(0, 2, -3)


def test_rounds_that_are_only_won_or_lost_have_no_best() -> None:
    assert best_round_of(course((1, 0), (0, 1), (1, 0))) is None


def test_what_somebody_joined_with_is_no_gain_and_turns_nothing() -> None:
    """The lowest of Hearts, turned round: Anna leads after round 2; the third joins with the
    highest after round 3, and gets nothing in his first round."""
    played = [
        (0, 0, None),
        (-5, 0, None),
        (-5, -13, None),
        (-6, -20, -20),
        (-9, -25, -20),
    ]
    assert turn_of(played, {0}) == Turn(2, for_good=True)
    assert best_round_of(played) == BestRound(0, 2, 0)


def test_the_first_number_of_a_late_leader_takes_no_lead_from_anybody() -> None:
    """With as many as the highest, somebody was never ahead of who had led before."""
    played = [(0, 0, None), (9, 3, None), (12, 9, 12), (20, 10, 13)]
    assert turn_of(played, {0}) == Turn(3, for_good=False)


def test_a_winner_who_joined_late_turns_it_after_that() -> None:
    played = [(0, 0, None), (9, 3, None), (12, 9, 10), (14, 12, 13), (15, 14, 23)]
    assert turn_of(played, {2}) == Turn(4, for_good=True)
    assert turn_of(played[:3], {2}) is None


class CountedInt(int):
    """A number that counts how often it is subtracted from or added to."""

    sums = 0

    def __add__(self, other: int) -> CountedInt:
        CountedInt.sums += 1
        return CountedInt(int(self) + int(other))

    def __radd__(self, other: int) -> CountedInt:
        return self.__add__(other)

    def __sub__(self, other: int) -> CountedInt:
        CountedInt.sums += 1
        return CountedInt(int(self) - int(other))


def sums_of(people: int) -> int:
    """The additions that finding the best round of so many people takes."""
    rounds = [[CountedInt(7 * who % (3 + number)) for who in range(people)] for number in range(4)]
    CountedInt.sums = 0
    assert best_round_of(rounds) is not None
    return CountedInt.sums


def test_twice_the_people_are_twice_the_sums() -> None:
    assert sums_of(400) <= 2 * sums_of(200)


def test_there_is_no_best_of_one_round_or_of_equal_ones() -> None:
    assert best_round_of(course((4, 1))) is None
    assert best_round_of(course((4, 4), (4, 4))) is None
