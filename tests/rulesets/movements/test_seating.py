"""What is counted of the sets played: partners, sit-outs, waiting, chairs."""

from rulesets.movements.seating import GENTLEMAN, LADY, Past, read_history

ROLES = {**dict.fromkeys((1, 2, 3, 4, 5), GENTLEMAN), **dict.fromkeys((11, 12, 13), LADY)}


def evening(*sets):
    """Sets of one table each, as (chairs, those who sat out)."""
    return [
        Past((chairs,), out, {person: ROLES[person] for person in (*chairs, *out)})
        for chairs, out in sets
    ]


def test_partnerships_are_counted_and_that_of_the_set_before_weighs_most():
    history = read_history(
        evening(
            ((1, 2, 11, 12), ()),
            ((1, 2, 11, 12), ()),
            ((2, 1, 11, 12), ()),
        ),
        {},
    )
    assert (history.times(1, 11), history.times(11, 1), history.times(1, 12)) == (2, 2, 1)
    assert history.times(1, 2) == 0
    assert history.cost(1, 12) > 100 * history.cost(1, 11) > 0
    assert history.cost(1, None) == 0
    assert history.partner == {1: 12, 12: 1, 2: 11, 11: 2}


def test_a_chair_change_is_one_at_the_same_table_from_one_set_to_the_next():
    history = read_history(
        evening(
            ((1, 2, 11, 12), (3,)),
            ((1, 3, 12, 11), (2,)),
            ((2, 1, 12, 11), (3,)),
        ),
        {},
    )
    # 11 moved once, 12 once, 1 once; 2 came back to another chair, which is no change.
    assert history.chair_changes == {11: 1, 12: 1, 1: 1}
    assert history.seat[3] == (0, 1)


def test_waiting_is_counted_since_the_last_chair():
    history = read_history(
        evening(
            ((1, 2, 11, 12), (3, 4)),
            ((1, 3, 11, 12), (2, 4)),
        ),
        {},
    )
    assert (history.waited[4], history.waited[2], history.waited[3]) == (2, 1, 0)
    assert history.sat_out == {1: 0, 2: 1, 3: 1, 4: 2, 11: 0, 12: 0}


def test_a_late_guest_starts_at_the_lowest_count_of_the_role():
    history = read_history(
        evening(
            ((1, 2, 11, 12), (3,)),
            ((1, 3, 11, 12), (2,)),
            ((2, 3, 11, 12), (1,)),
            ((1, 2, 11, 12), (3, 4)),
        ),
        {},
    )
    assert history.sat_out[4] == 1 + 1, "level with 1 and 2, then one sit-out of the own"


def test_credit_counts_once_when_the_guest_first_arrives():
    sets = evening(
        ((1, 2, 11, 12), (3,)),
        ((1, 3, 11, 12), (2,)),
        ((1, 4, 11, 12), (2, 3)),
        ((1, 2, 11, 12), (3,)),
        ((1, 2, 11, 12), (3, 4)),
    )
    assert read_history(sets, {}).sat_out[4] == 0 + 1
    assert read_history(sets, {4: 2}).sat_out[4] == 2 + 1


def test_who_comes_back_keeps_the_own_count_if_that_is_higher():
    sets = evening(
        ((1, 2, 11, 12), (3,)),
        ((1, 2, 11, 12), (3,)),
        ((1, 2, 11, 12), ()),
        ((1, 2, 11, 12), (3,)),
    )
    assert read_history(sets, {}).sat_out[3] == 3
