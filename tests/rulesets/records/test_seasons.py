"""A season: what counts, who is level, who can still win, and what it takes."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.records.seasons import SeasonLine, SeasonRules, season
from rulesets.standings.placings import GameStanding
from tests.sampling import examples

POINTS = (10, 8, 6, 5)
ANN, BO, CY, DI = range(1, 5)


def evening(*order: int | tuple[int, ...]) -> list[GameStanding]:
    """Everybody by place; a tuple is level."""
    rows, place = [], 1
    for here in order:
        people = here if isinstance(here, tuple) else (here,)
        rows += [GameStanding(who, place, 100 - place) for who in people]
        place += len(people)
    return rows


def lines(*evenings: list[GameStanding], **rules: int) -> dict[int, SeasonLine]:
    return {line.who: line for line in season(evenings, SeasonRules(POINTS, **rules))}


def test_points_by_place_the_best_evenings_count() -> None:
    told = lines(evening(ANN, BO, CY), evening(BO, (ANN, CY)), evening(CY, DI, BO), best=2)
    # Ann 10, 8 · Bo 8, 10, 6 · Cy 6, 8, 10 · Di 8
    assert {who: line.total for who, line in told.items()} == {ANN: 18, BO: 18, CY: 18, DI: 8}
    # One win and one second each, but Bo and Cy have a third as well: the more of all. Bo and
    # Cy are level by places; the last evening of both was won by Cy.
    assert {who: line.rank for who, line in told.items()} == {CY: 1, BO: 2, ANN: 3, DI: 4}
    assert told[BO].counted == (True, True, False)


def test_what_it_takes() -> None:
    told = lines(evening(ANN, BO, CY), evening(ANN, CY, BO), evening(DI), left=2)
    # Ann 20. Bo and Cy 14: a third place makes 20, but Ann has more wins; with a second place it is
    # 22. Di 10: a win makes 20, two wins each, and Ann and Di never met: level, so nobody is above.
    assert told[ANN].needs == ()
    assert told[BO].needs == (2,)
    assert told[CY].needs == (2,)
    assert told[DI].needs == (1,)


def test_a_win_and_a_fourth_place() -> None:
    told = lines(evening(ANN, BO), evening(ANN, BO), evening(ANN, BO), best=3, left=2)
    # Ann 30, Bo 24. The best three count: two wins make 28. Nobody but Ann can win.
    assert told[BO].needs is None
    more = lines(evening(ANN, BO), evening(BO, ANN), evening(ANN, CY), left=2)
    # Ann 28; Bo 18: one win is level by points, but Ann has two wins and a second, Bo then as many.
    assert more[BO].needs == (1,)
    # Cy 8: two wins make 28, with two wins and a second as well; the last meeting was Ann's.
    assert not more[CY].can_win
    assert lines(evening(ANN, BO), evening(ANN, CY), evening(ANN, BO), left=2)[BO].needs == (1, 4)


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3))
def test_what_it_takes_is_the_least_of_all_ways(
    seed: int, best: int, least: int, left: int
) -> None:
    """Against trying every list of places: as few wins as can be, and no worse place would do."""
    rng = Random(seed)
    evenings = []
    for _ in range(rng.randint(1, 4)):
        people = rng.sample((ANN, BO, CY, DI), rng.randint(1, 4))
        evenings.append(evening(*people))
    rules = SeasonRules(POINTS, best, least, left)
    for line in season(evenings, rules):

        def wins_with(places: tuple[int, ...], who: int = line.who) -> bool:
            """Whether somebody is first after further evenings alone at these places."""
            more = [[GameStanding(who, place, 0)] for place in places]
            after = season([*evenings, *more], SeasonRules(POINTS, best, least))
            return any(one.who == who and one.rank == 1 for one in after)

        assert line.can_win == wins_with((1,) * left)
        ways = [
            (count, -last, (1,) * (count - 1) + ((last,) if count else ()) + (99,) * rest)
            for count in range(left + 1)
            for last in (range(1, len(POINTS) + 1) if count else (0,))
            for rest in [max(0, least - line.evenings - count)]
            if count + rest <= left
        ]
        does = [(count, last, places) for count, last, places in ways if wins_with(places)]
        if not line.can_win:
            assert line.needs is None
            continue
        _count, _last, places = min(does, key=lambda way: (way[0], way[1], len(way[2])))
        assert line.needs == tuple(0 if place == 99 else place for place in places)
