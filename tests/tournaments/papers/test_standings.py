from itertools import pairwise

import pytest

from tests.sampling import on_both_papers
from tests.tournaments.papers.conftest import visual
from tournaments.papers.data import Placing
from tournaments.papers.standings import results, standings, winners


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


def test_a_column_appears_only_if_it_is_needed(heading, read, spelled):
    (page,) = read(standings, heading, placings=[Placing(1, "Ann", "", 12)])
    assert "Satout" not in spelled(page)
    assert "Role" not in spelled(page)


def test_standings_take_the_title_they_are_given(heading, placings, read, spelled):
    pages = read(standings, heading, placings=placings, standings_title="Standings after set 3")
    assert all("Standingsafterset3" in spelled(page) for page in pages)


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


def test_shared_places_stand_on_one_step(heading, read, find_all):
    tied = [Placing(1, name, "", 99, shared=True) for name in ("Xanthe", "Yusuf", "Zacharias")]
    (page,) = read(winners, heading, placings=[*tied, Placing(4, "Wendelin", "", 50)])
    assert len(find_all(page, "99 points")) == 1
    middles = [
        (chars[0]["x0"] + chars[-1]["x1"]) / 2
        for name in ("Xanthe", "Yusuf", "Zacharias")
        for chars in find_all(page, name)
    ]
    assert middles == pytest.approx([float(page.width) / 2] * 3, abs=1)
    assert not find_all(page, "Wendelin")


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


def test_results_begin_with_the_winners(heading, placings, read, spelled):
    pages = read(results, heading, placings=placings)
    assert "Thewinners" in spelled(pages[0])
    assert all("Finalstandings" in spelled(page) for page in pages[1:])
    assert len(pages) > 1


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


def test_a_few_people_are_set_larger_than_many(heading, read):
    sizes = [
        max(
            char["size"]
            for char in read(standings, heading, placings=evening(people, 3))[0].chars[60:]
        )
        for people in (4, 60)
    ]
    assert sizes[0] > 1.3 * sizes[1]


@pytest.mark.parametrize(("sets", "wide"), [(7, False), (10, False), (12, True), (24, True)])
def test_many_sets_turn_the_table_on_its_side(heading, read, sets, wide):
    (page,) = read(standings, heading, placings=evening(8, sets))
    assert (page.width > page.height) == wide
    points = [char["size"] for char in page.chars if char["text"] == "9"]
    assert len(points) >= 8 * sets
    assert min(points) > 5.5


def test_more_sets_than_fit_are_left_to_the_score_sheets(heading, read):
    (page,) = read(standings, heading, placings=evening(8, 30))
    assert page.width < page.height
    assert "Guest Number 3" in page.extract_text()
