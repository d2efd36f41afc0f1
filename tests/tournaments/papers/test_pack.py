from dataclasses import replace

import pytest

from rulesets.formats.parts import SitOutScore
from tests.tournaments.papers.conftest import visual
from tournaments.papers.pack import paper_pack
from tournaments.papers.selectors import about_set, slips_of_set
from tournaments.papers.slips import report_slips
from tournaments.papers.slips import slip_questions as answers

SIDES = ("North + South", "East + West")


# Of each player, without partners; of sides and of each player.
@pytest.fixture(params=(3, 6))
def number(request):
    return request.param


@pytest.fixture
def stage(game, number):
    return game.sets[number - 1]


@pytest.fixture
def asked(game, number):
    return game.hands.fields(number)


def test_a_slip_asks_each_side_or_each_player_as_the_question_does(heading, asked):
    found = answers(asked, heading.chairs, SIDES)
    for question, answer in zip(asked, found, strict=True):
        if question.per == "side":
            assert answer.boxes == ("North + South", "East + West")
        else:
            assert answer.boxes == ("North", "East", "South", "West")


def test_the_deal_passes_clockwise_from_the_first_dealer(heading, game, make_seats, read, spelled):
    slips = slips_of_set(game, 2, make_seats(1))
    (page,) = read(report_slips, heading, slips=slips)
    text = spelled(page)
    places = [text.index(f"{chair}deals", text.index("trump")) for chair in heading.chairs]
    assert places == sorted(places)


def test_names_on_a_slip_stay_in_their_boxes(heading, game, make_seats, read, find_all):
    seats = make_seats(2)
    slips = slips_of_set(game, 1, seats)
    (page,) = read(report_slips, heading, slips=slips)
    for table in seats.tables:
        for person in table.people:
            (chars, *_) = find_all(page, visual(person.name))
            frames = [
                curve
                for curve in page.curves
                if curve["x0"] <= chars[0]["x0"] <= curve["x1"]
                and curve["top"] - 1 <= chars[0]["top"] <= curve["bottom"]
                and curve["x1"] - curve["x0"] > 40
            ]
            assert frames
            assert all(char["x1"] <= frames[0]["x1"] + 0.5 for char in chars)


def test_the_pack_explains_the_set_and_ends_with_the_standings(
    heading, game, number, make_seats, stage, asked, placings, read, spelled
):
    seats = make_seats(3)
    slips = slips_of_set(game, number, seats)
    pages = [
        spelled(page)
        for page in read(
            paper_pack,
            heading,
            seats=seats,
            instructions=about_set(game, number),
            next_slips=slips,
            placings=placings[:9],
        )
    ]
    first = pages[0]
    assert "".join(stage.line.split()) in first
    assert "".join(stage.most.split()) in first
    assert "Asit-outscores8points" in first
    for question in asked:
        assert "".join(question.help.text.split()) in first
    assert ("oppositeeachother" in first) == stage.partners
    assert any("WheredoIsit?" in page for page in pages)
    assert "Standingssofar" in pages[-1]


def test_before_the_first_set_there_are_no_standings(heading, game, make_seats, read, spelled):
    without_sit_outs = replace(game, ranking=replace(game.ranking, sit_out=SitOutScore()))
    told = about_set(without_sit_outs, 1)
    pages = read(paper_pack, heading, seats=make_seats(2), instructions=told)
    assert not any("Standings" in spelled(page) for page in pages)
    assert "sitsouttakes" not in spelled(pages[0]).lower()
