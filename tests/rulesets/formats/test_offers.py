"""The number of sets, their length and what counts, as they are proposed for so many people."""

from __future__ import annotations

import pytest

from rulesets import games
from rulesets.formats import format_of, propose_format, rank_formats, read_options
from tests.rulesets.formats.euchre import form_of


def sets(game: str, form: str, people: int, **options: int) -> tuple[int, int]:
    """The sets and the deals of each that are proposed for so many people."""
    usual = format_of(games.load(game), form)
    found = propose_format(format_of(usual.game, form, read_options(usual, options)[0]), people)
    assert (found.offer.minutes() <= 180) or found.length.sets == 3
    return found.length.sets, found.agreed.deals


def test_so_many_sets_are_proposed_as_part_the_field() -> None:
    swiss = {people: sets("euchre", "swiss", people)[0] for people in (4, 6, 8, 12, 16, 34, 66)}
    assert swiss == {4: 1, 6: 3, 8: 3, 12: 3, 16: 3, 34: 5, 66: 6}
    assert [sets("hearts", "swiss", people)[0] for people in (3, 9, 17, 33)] == [3, 4, 5, 6]
    assert [sets("euchre", "pairs", people) for people in (8, 12, 16)] == [(3, 4), (5, 4), (7, 4)]
    assert sets("euchre", "pairs", 22) == (11, 2)  # all of them, of fewer hands
    assert sets("euchre", "pairs", 8, times=2) == (6, 4)
    assert sets("euchre", "pairs", 90) == (7, 4)  # nobody stays for 44
    assert sets("euchre", "individual", 22) == sets("euchre", "progressive", 0) == (7, 4)
    assert sets("golf", "pairs", 8) == (7, 1)
    assert format_of(games.load("court-whist")).offer.propose(12) == {}


def test_a_long_game_has_an_evening_that_ends() -> None:
    assert sets("hand-and-foot", "individual", 8) == (5, 1)
    for slug in games.slugs():
        game = games.load(slug)
        for form in game.formats:
            found = propose_format(format_of(game, form), 12)
            if found.offer.propose(12) and found.offer.minutes() > 180:
                assert (found.length.sets, found.agreed.deals) == (3, 1), (slug, form)


def test_several_tables_that_stay_are_promised_what_becomes_of_their_winners() -> None:
    def promise(game: str, people: int) -> str:
        return format_of(games.load(game), "table").offer.promise(people).text

    assert [promise("euchre", people) for people in (4, 8)] == ["", "each table has its own winner"]
    assert [promise("golf", people) for people in (14, 28)] == [
        "",
        "the winners meet at a final table",
    ]


def test_new_partners_are_promised_for_fewer_rounds_than_people() -> None:
    schedule = form_of("individual", rounds=7)
    assert [schedule.offer.promise(people).text for people in (7, 8)] == [
        "partners repeat as late as possible",
        "nobody has the same partner twice",
    ]


def test_a_knockout_says_how_long_a_match_is() -> None:
    courses = [form_of("knockout", best_of=games).offer.course.render() for games in (1, 3)]
    assert courses == ["until one is left", "until one is left, each match the best of 3 games"]


def test_of_pairs_and_swiss_comes_first_what_the_sets_are_for() -> None:
    def first(people: int) -> str:
        game = games.load("euchre")
        forms = [propose_format(format_of(game, name), people) for name in ("swiss", "pairs")]
        return rank_formats(forms, people)[0].kind.slug

    assert [first(people) for people in (8, 12, 16, 60, 90)] == [*["pairs"] * 3, *["swiss"] * 2]


@pytest.mark.parametrize(
    ("game", "form", "people", "carry"),
    [
        ("euchre", "swiss", 12, "points"),
        ("500-bid", "swiss", 12, "beaten"),  # a side can lose points
        ("hearts", "meetings", 8, "points"),
        ("hearts", "meetings", 10, "beaten"),  # a table of four beside two of three
        ("thirty-one", "meetings", 8, "beaten"),
    ],
)
def test_what_is_carried_is_proposed_as_the_tables_and_the_game_ask(
    game: str, form: str, people: int, carry: str
) -> None:
    assert format_of(games.load(game), form).offer.propose(people)["carry"] == carry
