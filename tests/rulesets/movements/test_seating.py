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
