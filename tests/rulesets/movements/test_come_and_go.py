"""People arrive, leave, take over a chair in mid-set, or keep one all evening."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.movements.seating import GENTLEMAN, LADY, ROLES, Guest, History, Past
from rulesets.movements.seating_plan import SeatingPlan, part_partners, send_home
from tests.rulesets.movements.evenings import Evening, guests, partners, partnerships, seats_after
from tests.rulesets.movements.movement_requests import next_court_whist as next_seats
from tests.sampling import examples

SEEDS = st.integers(0, 10**6)
THREE_TABLES = ((1, 2, 11, 12), (3, 4, 13, 14), (5, 6, 15, 16))
WON = ({1, 11}, {3, 13}, {5, 15})


def codes(seating):
    """The codes of a seating's notes."""
    return [note.code for note in seating.notes]


def assert_whole(seating, people):
    """Everyone has one place; tables and partnerships are as they must be."""
    seated = [person for table in seating.tables for person in table]
    assert sorted(seated + [out.id for out in seating.sitting_out]) == sorted(people)
    assert len(seating.tables) == len(people) // 4
    assert set(seating.roles) == set(people)
    for table in seating.tables:
        for pair in partners(table):
            assert {seating.roles[person] for person in pair} == {GENTLEMAN, LADY}
    for remark in (*seating.notes, *seating.sitting_out):
        assert "{" not in remark.text


def noted(seating, *wanted):
    """Who is named in notes of these codes."""
    notes = (note for note in seating.notes if note.code in wanted)
    return {note.words.params["person"] for note in notes}


def numbers_before(seating):
    """Which number a table had before, by its number now, where they differ."""
    told = (note.words.params for note in seating.notes if note.code == "table.renumbered")
    return {params["new"] - 1: params["old"] - 1 for params in told}


@settings(max_examples=examples(80), deadline=None)
@given(data=st.data(), gentlemen=st.integers(0, 12), ladies=st.integers(0, 12), seed=SEEDS)
def test_a_keeper_who_has_to_change_chair_is_always_noted(data, gentlemen, ladies, seed):
    people = gentlemen + ladies
    keepers = data.draw(st.sets(st.integers(1, max(people, 1)), max_size=6))
    evening = Evening(guests(gentlemen, ladies, keepers), seed)
    seats: dict[int, tuple[int, int]] = {}
    for number in range(6):
        if number:
            for person in evening.rng.sample(
                sorted(evening.people), min(data.draw(st.integers(0, 3)), len(evening.people))
            ):
                del evening.people[person]
        seating = evening.play()
        old = numbers_before(seating)
        told = noted(seating, "keeper.away", "keeper.moved")
        for table, four in enumerate(seating.tables):
            for chair, person in enumerate(four):
                if person in keepers and person in seats:
                    moved = seats[person] != (old.get(table, table), chair)
                    assert moved == (person in told)
                seats[person] = (table, chair)


def test_whoever_took_a_chair_of_the_other_role_is_told_to_stay_with_it():
    roles = {**dict.fromkeys((1, 2, 3, 4), GENTLEMAN), **dict.fromkeys((5, 6, 7, 8, 9), LADY)}
    played = Past(((1, 5, 2, 6), (3, 7, 9, 8)), (4,), roles | {9: GENTLEMAN})  # 9 sat in for 4
    people = [Guest(person, role) for person, role in roles.items()]
    seating = next_seats(people, [played], [{1, 5}, {3, 7}], rng=random.Random(0))
    assert seating.roles[9] == GENTLEMAN
    assert noted(seating, "role.flipped") == {9}


@settings(max_examples=examples(80), deadline=None)
@given(data=st.data(), gentlemen=st.integers(0, 20), ladies=st.integers(0, 20), seed=SEEDS)
def test_random_comings_and_goings(data, gentlemen, ladies, seed):
    evening = Evening(guests(gentlemen, ladies), seed, fewer_repeats=data.draw(st.booleans()))
    fresh = gentlemen + ladies
    all_along = set(evening.people)
    played_as: dict[int, str] = {}
    before: set[frozenset[int]] = set()
    for number in range(6):
        if number:
            for role in data.draw(st.lists(st.sampled_from(ROLES), max_size=5)):
                fresh += 1
                evening.people[fresh] = Guest(fresh, role)
            leaving = data.draw(st.integers(0, 4))
            for person in evening.rng.sample(
                sorted(evening.people), min(leaving, len(evening.people))
            ):
                del evening.people[person]
        all_along &= evening.people.keys()
        seating = evening.play()
        assert_whole(seating, evening.people)
        now = set(partnerships(seating))
        assert not now & before, "nobody keeps the partner of the set before"
        before = now
        changed = {
            person
            for table in seating.tables
            for person in table
            if played_as.get(person, seating.roles[person]) != seating.roles[person]
        }
        assert len(changed) <= codes(seating).count("role.flipped")
        assert changed <= noted(seating, "role.flipped")
        for table in seating.tables:
            for person in table:
                played_as[person] = seating.roles[person]
        all_along -= changed
        counts = evening.sat_out()
        for role in ROLES:
            steady = [counts[p] for p in all_along if played_as.get(p) == role]
            if steady and seating.tables and min(len(played.tables) for played in evening.sets):
                assert max(steady) - min(steady) <= 1


@settings(max_examples=examples(40), deadline=None)
@given(tables=st.integers(2, 20), seed=SEEDS, keeper=st.integers(1, 80))
def test_who_keeps_a_chair_never_leaves_it_and_still_changes_partners(tables, seed, keeper):
    keeper = (keeper - 1) % (4 * tables) + 1
    evening = Evening(guests(2 * tables, 2 * tables, {keeper}), seed)
    places = set()
    before: set[frozenset[int]] = set()
    for _ in range(7):
        seating = evening.play()
        assert seating.notes == ()
        places.add(
            next(
                (t, table.index(keeper))
                for t, table in enumerate(seating.tables)
                if keeper in table
            )
        )
        assert not set(partnerships(seating)) & before
        before = set(partnerships(seating))
    assert len(places) == 1


def test_the_loser_of_the_role_travels_for_a_winner_who_keeps_the_chair():
    seating = seats_after(THREE_TABLES, WON, keepers={3})
    assert seating.tables[1].index(3) == 0
    assert 4 in seating.tables[0], "man 4 lost and travels down in place of 3"
    assert 13 in seating.tables[2]
    assert set(seating.tables[1]) == {3, 14, 5, 11}


def test_a_table_whose_two_men_keep_chairs_is_passed_over_by_the_men():
    seating = seats_after(THREE_TABLES, WON, keepers={3, 4})
    assert (seating.tables[1].index(3), seating.tables[1].index(4)) == (0, 1)
    assert 5 in seating.tables[0], "the winner of table 3 passes table 2"
    assert 1 in seating.tables[2]
    assert not set(partnerships(seating)) & set(partnerships(Past(THREE_TABLES)))


@settings(max_examples=examples(30), deadline=None)
@given(tables=st.integers(2, 10), seed=SEEDS, keeping=st.integers(1, 4))
def test_keepers_share_the_sit_outs_and_get_their_own_chairs_back(tables, seed, keeping):
    people = guests(2 * tables + 1, 2 * tables + 1)
    keepers = set(random.Random(seed).sample([guest.id for guest in people], keeping))
    evening = Evening(guests(2 * tables + 1, 2 * tables + 1, keepers), seed)
    chairs: dict[int, set[tuple[int, int]]] = {person: set() for person in keepers}
    for _ in range(2 * (2 * tables + 1)):
        seating = evening.play()
        assert_whole(seating, evening.people)
        for number, table in enumerate(seating.tables):
            for chair, person in enumerate(table):
                if person in keepers:
                    chairs[person].add((number, chair))
    assert all(len(own) == 1 for own in chairs.values())
    assert set(evening.sat_out().values()) == {2}


def test_partners_who_both_keep_their_chairs_stay_partners_and_it_is_noted():
    seating = seats_after(THREE_TABLES[:2], WON[:2], keepers={1, 11})
    assert seating.tables[0][0] == 1
    assert seating.tables[0][2] == 11
    assert [(note.code, note.words.params) for note in seating.notes] == [
        ("partner.kept", {"person": 1, "other": 11})
    ]


def test_a_table_where_somebody_keeps_a_chair_is_the_last_to_close():
    seating = seats_after(THREE_TABLES[:2], WON[:2], gone={3, 14}, keepers={4})
    notes = {note.code: note.words.params for note in seating.notes}
    assert notes["table.closed"] == {"table": 1}
    assert seating.tables[0].index(4) == 1


def test_a_newcomer_gives_way_when_a_keeper_comes_back_to_the_own_table():
    fours = [[1, 11, 2, 12], [3, 13, 4, 14]]
    for stayed, gives_way in (({1}, 2), ({2}, 1)):
        room = SeatingPlan.of([list(four) for four in fours])
        assert send_home(room, {3: 0}, {3}, stayed) == []
        assert 3 in room.fours[0]
        assert gives_way in room.fours[1]
    room = SeatingPlan.of([list(four) for four in fours])
    (note,) = send_home(room, {3: 0}, {1, 2, 3}, ())
    assert (note.code, note.words.params) == ("keeper.away", {"person": 3})


def together_before(*pairs):
    """A history in which these were partners in the set before."""
    return History(
        partner=dict(pairs) | {two: one for one, two in pairs},
        partnerships=dict.fromkeys(pairs, 1),
    )


def test_partners_are_parted_at_their_own_table_if_that_will_do():
    fours = [[1, 11, 2, 12], [3, 13, 4, 14]]
    assert part_partners(fours, together_before((1, 11)), (), (), ()) == []
    assert fours == [[1, 12, 2, 11], [3, 13, 4, 14]]


def test_partners_are_parted_by_a_newcomer_of_another_table_if_need_be():
    fours = [[1, 11, 2, 12], [3, 13, 4, 14]]
    before = together_before((1, 11), (2, 11))
    assert part_partners(fours, before, (0,), (11,), (3,)) == []
    assert fours == [[4, 11, 2, 12], [3, 13, 1, 14]], "3 has stayed at the table, 4 is new there"
