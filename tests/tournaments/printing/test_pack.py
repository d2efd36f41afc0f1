import pytest

from tournaments.printing.pack import answers, paper_pack, report_slips
from tournaments.printing.scripts import visual


@pytest.fixture(params=range(7))
def stage(game, request):
    return game.stages[request.param]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_table_has_a_slip_with_everything_that_its_hands_ask(
    heading, make_seats, stage, read, spelled, paper
):
    seats = make_seats(3)
    pages = read(report_slips(heading, stage, seats, paper=paper))
    assert len(pages) == 2
    text = "".join(spelled(page) for page in pages)
    for table in seats.tables:
        assert f"Table{table.number}" in text
        for person in table.people:
            assert "".join(visual(person.name).split()) in text
    for question in stage.questions:
        total = f"(={question.total})" if question.total is not None else ""
        head = "".join(question.label.split()) + total
        assert text.count(head) == len(seats.tables)
    for hand in stage.hands:
        assert text.count("".join(hand.split())) >= len(seats.tables)


def test_a_slip_asks_each_side_or_each_player_as_the_question_does(heading, game, stage):
    asked = answers(heading, stage, game.sides)
    assert len(asked) == sum(game.answers(question) for question in stage.questions)
    for question in stage.questions:
        who = [answer.who for answer in asked if answer.question is question]
        if question.per == "side":
            assert who == ["North + South", "East + West"]
        else:
            assert who == ["North", "East", "South", "West"]


def test_the_deal_passes_clockwise_from_the_first_dealer(heading, game, make_seats, read, spelled):
    (page,) = read(report_slips(heading, game.stages[1], make_seats(1)))
    text = spelled(page)
    places = [text.index(f"{chair}deals", text.index("trump")) for chair in heading.chairs]
    assert places == sorted(places)


def test_names_on_a_slip_stay_in_their_boxes(heading, game, make_seats, read, find_all):
    seats = make_seats(2)
    (page,) = read(report_slips(heading, game.stages[0], seats))
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
    heading, make_seats, stage, placings, read, spelled
):
    seats = make_seats(3)
    pages = [
        spelled(page)
        for page in read(paper_pack(heading, stage, seats, placings=placings, sit_out=8))
    ]
    first = pages[0]
    assert "".join(stage.line.split()) in first
    assert "".join(stage.maximum.split()) in first
    assert "takes8points" in first
    for question in stage.questions:
        assert "".join(question.help.split()) in first
    assert ("acrossfromeachother" in first) == stage.partners
    assert any("WheredoIsit?" in page for page in pages)
    assert "Standingssofar" in pages[-1]


def test_before_the_first_set_there_are_no_standings(heading, game, make_seats, read, spelled):
    pages = read(paper_pack(heading, game.stages[0], make_seats(2)))
    assert not any("Standings" in spelled(page) for page in pages)
    assert "sitsouttakes" not in spelled(pages[0]).lower()
