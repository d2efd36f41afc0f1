"""Records over random evenings are what a plain loop over all rounds and deals says; summaries
survive JSON; the rules that need many evenings, by example."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.records.document import RecordsDocument
from rulesets.records.house import House
from rulesets.records.persons import is_even, person_record
from rulesets.records.played_evenings import (
    ChairResult,
    DealResult,
    PlayedEvening,
    SeatResult,
    TableRound,
    places,
)
from rulesets.records.recorded_evenings import RecordedEvening, in_order
from rulesets.records.stories import story_of
from rulesets.records.summaries import (
    details_from_json,
    details_to_json,
    from_json,
    summarize,
    to_json,
)
from tests.rulesets.records import plain_records as plain
from tests.rulesets.records.plain_records import Played
from tests.sampling import examples

PEOPLE = 9
NAMES = {who: f"P{who}" for who in range(PEOPLE)}


def recorded(evenings: list[Played]) -> tuple[list[RecordedEvening], dict[int, Any]]:
    """Evenings as records read them, through JSON as they are stored."""
    rows, details = [], {}
    for key, one in enumerate(evenings):
        summary, more = summarize(one.evening)
        stored = json.loads(json.dumps([to_json(summary), details_to_json(more)]))
        details[key] = details_from_json(stored[1])
        rows.append(RecordedEvening(key, f"E{key:03}", one.date, from_json(stored[0]), one.people))
    return rows, details


def played(rng: Random, date: str) -> Played:
    """A made-up evening: tables of four in pairs or everybody alone, with substitutes, shared
    chairs, late joiners, sit-outs, ties."""
    game = rng.choice(("whist", "whist", "hearts"))
    low = game == "hearts"
    count = rng.choice((4, 5, 6)) if game == "hearts" else 4
    people = rng.sample(range(PEOPLE), count + (1 if rng.random() < 0.3 else 0))
    chairs = [(who,) for who in people[:count]]
    if len(people) > count:
        chairs[0] = (people[0], people[count])
    rounds, deals = rng.choice((3, 4)), 2 if game == "whist" else 1
    late = count - 1 if low and rng.random() < 0.3 else None
    course: list[list[int | None]] = [[0] for _ in chairs]
    if late is not None:
        course[late] = [None, rng.randint(0, 4)]
    tables = []
    for number in range(1, rounds + 1):
        here = [at for at in range(count) if at != late or number > 1]
        if low and len(here) > 3 and rng.random() < 0.3:
            here.remove(rng.choice([at for at in here if at != late]))
        order = rng.sample(here, len(here))
        sums, rows = [0] * len(order), []
        substitute = rng.random() < 0.2
        for deal in range(deals):
            points = [rng.randint(0, 3) for _ in order]
            if game == "whist":
                points = [points[at % 2] for at in range(len(order))]
            sums = [a + b for a, b in zip(sums, points, strict=True)]
            sitters: list[int | None] = [*order]
            if substitute and deal:
                sitters[0] = None
            trump = rng.choice("SH") if game == "whist" else ""
            rows.append(DealResult(tuple(sitters), tuple(points), trump))
        whole = not substitute or deals == 1
        seats = tuple(
            SeatResult(
                at if seat or whole else None,
                sums[seat],
                seat % 2 if game == "whist" else seat,
                rng.choice(("lady", "")) if game == "whist" else "",
            )
            for seat, at in enumerate(order)
        )
        tables.append(TableRound(number, seats, tuple(rows)))
        gains = dict(zip(order, sums, strict=True))
        for at in range(count):
            if len(course[at]) == number:  # who joins later has the first total already
                course[at].append((course[at][-1] or 0) + gains.get(at, 0))
    totals = [run[-1] or 0 for run in course]
    ranks = places([-total if low else total for total in totals])
    results = tuple(
        ChairResult(at, at, ranks[at], totals[at], totals[at], "", tuple(course[at]), at == late)
        for at in range(count)
    )
    kind = "drive" if rng.random() < 0.8 else "table"
    evening = PlayedEvening(game, kind, deals, rounds, results, tuple(tables), (), low)
    return Played(date, evening, tuple(chairs))


def made_up(seed: int, count: int) -> list[Played]:
    rng = Random(seed)
    dates = sorted(f"20{rng.randint(20, 21)}-0{rng.randint(1, 9)}-1{rng.randint(0, 3)}"
                   for _ in range(count))  # fmt: skip
    return [played(rng, date) for date in dates]


@settings(max_examples=examples(25), deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 26), st.booleans())
def test_records_are_what_a_plain_loop_counts(seed: int, count: int, leave_out: bool) -> None:
    evenings = made_up(seed, count)
    out = {3} if leave_out else set()
    rows, details = recorded(evenings)
    house = House(in_order(rows), out)
    document = RecordsDocument(house, NAMES, details)
    people = document.people()
    for who in {who for evening in evenings for at in evening.people for who in at} - out:
        expected = plain.person(evenings, who)
        own = people[NAMES[who]]
        for key, value in expected.items():
            if key in ("nemesis", "victim", "partners"):
                if not leave_out:
                    assert own[key] == [NAMES[one] for one in value], (who, key)
            elif key == "years":
                assert own[key].keys() == value.keys()
                for year, figures in value.items():
                    assert own[key][year] == pytest.approx(approx(figures))
            else:
                assert own[key] == pytest.approx(approx(value)), (who, key)
        found = [tuple(split.values()) for split in own["splits"]]
        for split, plainly in zip(sorted(found), plain.splits(evenings, who), strict=True):
            assert split[:4] == plainly[:4]
            assert split[4] == pytest.approx(float(plainly[4]))
            assert split[5] == plainly[5]
    expected_lists = plain.lists(evenings, out) if evenings else {}
    assert house.lists.keys() == expected_lists.keys()
    for scope, lists in expected_lists.items():
        assert house.lists[scope].keys() == lists.keys()
        for name, (number, holders, _kind) in lists.items():
            held = house.lists[scope][name]
            assert held.value == pytest.approx(float(number)), (scope, name)
            assert set(held.who) == holders, (scope, name)
    assert {
        year: {scope: list(who) for scope, who in here.items()}
        for year, here in house.champions.items()
    } == plain.champions(evenings)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6))
def test_what_fell_and_how_it_ran_is_what_a_plain_loop_says(seed: int) -> None:
    evenings = made_up(seed, 14)
    rows, _details = recorded(evenings)
    house, before = House(in_order(rows)), dict[str, Any]()
    for at, one in enumerate(evenings):
        after = plain.lists(evenings[: at + 1])
        falls = {(fall.game, fall.list) for fall in house.falls[at]}
        assert falls == plain.fell(before, after)
        story = story_of(house, at)
        assert [tuple(turn) for turn in story.turns] == plain.turns(one)
        if not plain.has_one_winner(one):
            assert story.headline == "shared"
        elif story.headline not in ("record", "shared"):
            assert story.headline == headline(one)
        before = after


def headline(one: Played) -> str:
    if plain.behind(one, plain.F(3, 4)):
        return "behind"
    late = plain.winner_is_late(one)
    leads = [plain.lead(one, n, n - 1) for n in range(1, one.evening.rounds + 1)]
    if not late and all(lead is not None and lead > 0 for lead in leads):
        return "led"
    late_second = any(
        chair.joined and plain.Played.place(one, at) == 2
        for at, chair in enumerate(one.evening.chairs)
    )
    margin = plain.margin(one)
    return (
        "close" if not late and not late_second and margin is not None and margin <= 3 else "wins"
    )


def approx(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: approx(inner) for key, inner in value.items()}
    return float(value) if isinstance(value, plain.F) else value


# --- by example -----------------------------------------------------------------------------------


def simple(date: str, totals: dict[int, int], game: str = "whist", **more: Any) -> Played:
    """An evening of one table with one round that brought the totals."""
    people = tuple((who,) for who in totals)
    points = list(totals.values())
    seats = tuple(SeatResult(at, made, at) for at, made in enumerate(points))
    ranks = places(points)
    chairs = tuple(
        ChairResult(at, at, ranks[at], made, made, "", (0, made)) for at, made in enumerate(points)
    )
    table = TableRound(1, seats, (DealResult(tuple(range(len(points)))),))
    return Played(date, PlayedEvening(game, "table", 1, 1, chairs, (table,), **more), people)


def house_of(*evenings: Played, out: tuple[int, ...] = ()) -> House:
    rows, _details = recorded(list(evenings))
    return House(in_order(rows), out)


def test_a_list_could_fall_to_people_who_come() -> None:
    """Ann (0) has three wins, the last in May. Bo (1) has two and comes; Cy (2) has two and came to
    two of the last six."""
    wins = [0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 6]
    evenings = []
    for month, winner in enumerate(wins, 1):
        here = {winner: 9, 1: 5, 7: 4} | {winner: 9}
        evenings.append(simple(f"2024-{month:02}-01", here))
    house = house_of(*evenings)
    rows = {(row.game, row.list): row.who for row in house.could_fall()}
    assert rows[("all", "wins")] == (1,)
    assert len(rows) == 1  # nobody's run stands


def test_a_run_that_stands_could_fall() -> None:
    evenings = [simple(f"2024-01-{day:02}", {who: 9, 3 - who: 1})
                for day, who in enumerate((1, 1, 1, 2, 2), 1)]  # fmt: skip
    rows = {row.list: (row.who, row.holding.value) for row in house_of(*evenings).could_fall()}
    assert rows == {"wins": ((2,), 3)}  # the run of three is in reach of the same person: once


def test_wins_of_ones_own_do_not_make_a_list_fall() -> None:
    first = [simple(f"2024-01-0{day}", {0: 5, 1: 1}) for day in (1, 2)]
    house = house_of(*first, simple("2024-01-03", {0: 1, 1: 5}))
    assert [{fall.list for fall in falls} for falls in house.falls] == [
        set(),
        {"wins_in_a_row"},  # bettered by its holder; the wins are the holder's own
        set(),
    ]


def test_a_year_alone_is_last_in_its_year() -> None:
    rows, _ = recorded([simple("2020", {0: 1}), simple("2020-12-31", {0: 1}),
                        simple("2021-01-01", {0: 1})])  # fmt: skip
    assert [one.date for one in in_order(rows)] == ["2020-12-31", "2020", "2021-01-01"]


def test_points_on_a_card_that_contradicts_itself_count_in_no_list() -> None:
    same = [simple(f"2024-01-0{day}", {0: 5, 1: 1}) for day in range(1, 6)]
    card = simple("2024-01-06", {0: 1, 1: 99}, as_on_card=True)
    house = house_of(*same, card)
    assert house.lists["whist"]["best_evening"].value == 5
    assert person_record(house, 1).wins == 1


def test_who_is_left_out_closes_lists_up() -> None:
    evenings = [simple("2024-01-01", {0: 5, 1: 1}), simple("2024-01-02", {0: 5, 1: 6})]
    house = house_of(*evenings, simple("2024-01-03", {0: 9, 2: 1}), out=(0,))
    assert house.lists["all"]["wins"].who == (1,)
    document = RecordsDocument(house, {1: "Bo", 2: "Cy"}, recorded(evenings * 2)[1])
    assert document.of_house({})["champions"]["2024"]["all"] == ["somebody"]
    assert person_record(house, 1).against == ()  # Bo met nobody but Ann


def test_too_even_to_say_anything() -> None:
    """Means 1 and 0 of 20 each, all values within ½: d = 1, s² = t² = 10/19 · ½: beyond twice the
    standard error. Of 19 nothing is said."""
    own, rest = (20, 20.0, 25.0), (20, 0.0, 5.0)
    assert not is_even(own, rest)
    assert is_even((19, 19.0, 24.0), rest)
    assert is_even((20, 2.0, 25.0), rest)


def test_great_moments_say_how_rare_they_are() -> None:
    house = house_of(*(simple(f"2024-01-0{day}", {0: 1}) for day in range(1, 4)))
    assert [(row.kind, row.times, row.deals, row.one_in)
            for row in house.moments({"whist": ("all", "slam")})] == [
        ("all", 0, 3, 0), ("slam", 0, 3, 0)]  # fmt: skip
