from dataclasses import replace
from itertools import pairwise

import pytest

from tests.sampling import on_both_papers
from tests.tournaments.papers.conftest import visual
from tournaments.papers.data import Heading, Placing
from tournaments.papers.selectors import best_of
from tournaments.papers.standings import certificates, standings, winners


def lines(page):
    """The words of a page by line."""
    return [line["text"] for line in page.extract_text_lines()]


@on_both_papers
def test_everyone_stands_in_a_line_with_place_sets_and_total(heading, placings, read, paper):
    text = [
        line
        for page in read(standings, heading, placings=placings, paper=paper)
        for line in lines(page)
    ]
    for placing in placings:
        if len(placing.name) > 20:  # set in several lines; see the next test
            continue
        rank = f"{placing.rank}=" if placing.shared else f"{placing.rank}"
        (line,) = [line for line in text if line.startswith(f"{rank} {visual(placing.name)} ")]
        sat_out = f" {placing.sit_outs}" if placing.sit_outs else ""
        role = heading.role_name(placing.role)
        assert line.endswith(f"{role} 40 – −3 8 41 26 32{sat_out} {placing.total}")


@on_both_papers
def test_long_names_stay_in_their_column(heading, placings, read, find_all, paper):
    page = read(standings, heading, placings=placings, paper=paper)[0]
    roles = min(
        chars[0]["x0"] for name in ("Gentlemen", "Ladies") for chars in find_all(page, name)
    )
    for placing in placings[:12]:
        (chars, *_) = find_all(page, visual(placing.name))
        assert max(char["x1"] for char in chars) < roles


@on_both_papers
def test_the_winners_page_names_the_first_three_places_and_the_best_of_each_role(
    heading, placings, read, spelled, paper
):
    (page,) = read(winners, heading, placings=placings, paper=paper)
    text = spelled(page)
    podium, gentlemen, ladies = _parts(text)
    for placing in placings:
        name = "".join(visual(placing.name).split())
        assert (name in podium) == (placing.rank <= 3)
    # By role: gentlemen have 300, 290, 200, 198, ..., ladies 290, 281, 199, 197, ...
    assert [gentlemen.count(total) for total in ("300", "290", "200", "198")] == [1, 1, 1, 0]
    assert [ladies.count(total) for total in ("290", "281", "199", "197")] == [1, 1, 1, 0]


def _parts(text):
    podium, _, rest = text.partition("Bestgentlemen")
    gentlemen, _, ladies = rest.partition("Bestladies")
    return podium, gentlemen, ladies


@pytest.mark.parametrize("sharing", [2, 20])
def test_names_on_a_step_never_overlap(heading, read, find_all, sharing):
    tied = [Placing(1, f"Winner {n:02d}", "", 99) for n in range(sharing)]
    (page,) = read(winners, heading, placings=tied)
    spans = sorted(
        (min(char["top"] for char in chars), max(char["bottom"] for char in chars))
        for n in range(sharing)
        for chars in find_all(page, f"Winner {n:02d}")
    )
    assert len(spans) == sharing
    for upper, lower in pairwise(spans):
        assert upper[1] <= lower[0] + 1.5


def test_the_teams_for_which_people_play_have_a_page_of_winners(heading, read, find_all):
    people = [Placing(1, "Di", "", 80), Placing(2, "Ann", "", 61)]
    teams = [Placing(1, "The Hills", "", 156), Placing(2, "Town", "", 150)]
    own, of_teams = read(winners, heading, placings=people, team_placings=teams)
    assert find_all(own, "Di")
    assert not find_all(own, "The Hills")
    for words in ("The winners", "Teams", "The Hills", "156 points", "Town"):
        assert find_all(of_teams, words)
    assert not find_all(of_teams, "Di")


def evening(people, sets):
    """So many people with as many sets."""
    return [
        Placing(n + 1, f"Guest Number {n}", "", 9 * (people - n), (9,) * sets)
        for n in range(people)
    ]


def used(page):
    """How far down the page the table goes, as a share of what a page has."""
    rows = [line for line in page.extract_text_lines() if line["text"].split()[0].isdigit()]
    return (rows[-1]["bottom"] - 60) / (float(page.height) - 120)


@on_both_papers
@pytest.mark.parametrize(("people", "pages", "share"), [(4, 1, 0.18), (16, 1, 0.7), (60, 2, 0.85)])
def test_results_use_the_page_that_they_have(heading, read, paper, people, pages, share):
    found = read(standings, heading, placings=evening(people, 7), paper=paper)
    assert len(found) == pages
    for page in found:
        assert used(page) > share
        assert min(char["size"] for char in page.chars) > 6.9
    assert abs(used(found[0]) - used(found[-1])) < 0.06  # shared out evenly


PLACES = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth")
MM = 72 / 25.4


@on_both_papers
def test_each_person_gets_a_certificate_with_name_place_and_points(
    heading, placings, read, find_all, spelled, paper
):
    pages = read(
        certificates,
        heading,
        honoured=placings[:9],
        paper=paper,
        placings=[Placing(1, "", "", 0)] * 64,
    )
    assert len(pages) == 9
    for page, placing in zip(pages, placings, strict=False):
        (chars,) = find_all(page, visual(placing.name))
        assert min(char["x0"] for char in chars) >= 34 * MM
        assert max(char["x1"] for char in chars) <= page.width - 34 * MM
        told = f"{PLACES[placing.rank - 1]} of 64" + (", shared" if placing.shared else "")
        assert find_all(page, told)
        assert find_all(page, f"{placing.total} points")
        assert bool(find_all(page, "shared")) == placing.shared
        assert "took" not in spelled(page)


@pytest.mark.parametrize(
    ("totals", "told"),
    [
        ((142, 138), "142 points, four more than the second"),
        ((20, 33), "20 points, 13 fewer than the second"),
        ((20, 20), "20 points"),
    ],
)
def test_the_first_reads_how_far_ahead_it_was(heading, read, find_all, totals, told):
    both = [Placing(rank, "Ann", "", total) for rank, total in enumerate(totals, 1)]
    first, second = read(
        certificates, heading, honoured=both, placings=[Placing(1, "", "", 0)] * 16
    )
    assert find_all(first, told)
    assert bool(find_all(first, "second")) == (totals[0] != totals[1])
    assert not find_all(second, "than")


def test_of_a_team_that_won_both_totals_are_told(heading, read, find_all):
    best = [Placing(1, "Ann", "girl", 322, team="Girls")]
    everybody = [*best, Placing(2, "Bo", "boy", 318, team="Boys")]
    (page,) = read(certificates, heading, honoured=best, placings=everybody)
    assert find_all(page, "Winner with the Girls")
    assert find_all(page, "322 points to 318")


def test_what_counts_is_told_in_the_words_of_the_game(heading, read, find_all):
    both = [Placing(1, "Ann", "", 25), Placing(2, "Bo", "", -10)]
    chips = replace(heading, counted="Chips won")
    first, _second = read(certificates, chips, honoured=both, placings=both)
    assert find_all(first, "25 chips won, 35 more than the second")


def test_the_best_teams_get_one_with_those_who_added_up_to_it(heading, read, find_all):
    teams = [
        Placing(1, "The Hills", "", 156, note="Ann 61, Bo 55, Cy 40 = 156"),
        Placing(2, "Town", "", 150, note="Di 80, Ed 70 = 150"),
        Placing(3, "Valley", "", 9, note="Flo 9"),
    ]
    people = [Placing(1, "Di", "", 80, note="by wins: 5 to 4"), Placing(2, "Ed", "", 70)]
    order = {"honoured": people[:1], "placings": people}
    pages = read(
        certificates, heading, honoured_teams=best_of(teams, 3), team_placings=teams, **order
    )
    assert len(pages) == 3
    assert find_all(pages[0], "First of 2")
    assert not find_all(pages[0], "by wins")
    for page, team, told in zip(pages[1:], teams, ("First", "Second"), strict=False):
        for words in (team.name, f"{told} of 3 teams", f"{team.total} points", team.note):
            assert find_all(page, words)
    assert find_all(pages[1], "six more than the second")


def test_a_certificate_says_what_was_played_and_has_lines_to_sign_on(read, find_all):
    heading = Heading("Family evening", "21 November 2026", "Parish hall", game="Court Whist")
    (page,) = read(
        certificates,
        heading,
        honoured=[Placing(2, "Ann", "", 99)],
        placings=[Placing(1, "", "", 0)] * 16,
    )
    assert find_all(page, "Court Whist, 21 November 2026, Parish hall")
    assert find_all(page, "Family evening")
    assert find_all(page, "the host")
    assert find_all(page, "the scorekeeper")


@pytest.mark.parametrize(
    ("ranks", "best"),
    [
        ((1,), (1,)),
        ((1, 2), (1,)),
        ((1, 1), (1, 1)),
        ((1, 2, 3), (1, 2)),
        ((1, 2, 2), (1,)),
        ((1, 2, 3, 4), (1, 2, 3)),
    ],
)
def test_nobody_gets_a_certificate_for_being_last(ranks, best):
    found = best_of([Placing(rank, "Ann", "", 9 - rank) for rank in ranks], 3)
    assert tuple(one.rank for one in found) == best


@on_both_papers
def test_the_border_stays_on_the_page_and_off_the_words(heading, placings, read, paper):
    for page in read(certificates, heading, honoured=placings[:3], paper=paper):
        drawn = [*page.curves, *page.rects, *page.lines]
        assert min(one["x0"] for one in drawn) > 20
        assert max(one["x1"] for one in drawn) < page.width - 20
        words = page.extract_words()
        assert min(word["x0"] for word in words) > 20 * MM
        assert max(word["x1"] for word in words) < page.width - 20 * MM
