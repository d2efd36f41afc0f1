from dataclasses import replace

import pytest

from tests.sampling import on_both_papers
from tests.tournaments.papers.conftest import NAMES, RIGHT_TO_LEFT, visual
from tournaments.papers.data import Heading, PersonInChair, Seats, SittingOut, TableSeats
from tournaments.papers.seating_charts import seating_chart, where_do_i_sit

LONG = Heading("Evening", role_names={"guys": "Guys", "girls": "Girls"}, chairs=(), at="place")
PEOPLE = (*NAMES, *RIGHT_TO_LEFT)


def name(number):
    return PEOPLE[number] if number < len(PEOPLE) else f"Guest {number}"


def room(couples, *, dealer=1, gone=()):
    tables = tuple(
        TableSeats(
            number,
            (PersonInChair(name(2 * number), "guys"), PersonInChair(name(2 * number + 1), "girls")),
            dealer,
        )
        for number in range(1, couples + 1)
        if number not in gone
    )
    return Seats("Round 2", tables)


@on_both_papers
@pytest.mark.parametrize(("couples", "pages"), [(1, 1), (20, 1), (21, 2)])
def test_everybody_sits_across_from_the_other_at_a_numbered_place(
    read, find_all, paper, couples, pages
):
    found = read(seating_chart, LONG, seats=room(couples), paper=paper)
    assert len(found) == pages
    seen = 0
    for page in found:
        middle = page.width / 2
        frames = [curve for curve in page.curves if curve["width"] > 40]
        gaps = {round(middle - frame["x1"]) for frame in frames if frame["x1"] < middle}
        assert gaps == {round(frame["x0"] - middle) for frame in frames if frame["x0"] > middle}
        for number in range(1, couples + 1):
            places = [
                chars
                for chars in find_all(page, str(number))
                if abs((chars[0]["x0"] + chars[-1]["x1"]) / 2 - middle) < 2
                and chars[0]["size"] > 12
                and chars[0]["top"] > 120
                and "".join(c["text"] for c in page.chars if c["top"] == chars[0]["top"])
            ]
            left, right = (find_all(page, visual(name(2 * number + side))) for side in (0, 1))
            if not left:
                continue
            seen += 1
            assert max(char["x1"] for char in left[0]) < middle
            assert min(char["x0"] for char in right[0]) > middle
            assert any(abs(chars[0]["top"] - left[0][0]["top"]) < 26 for chars in places)
    assert seen == couples


def test_the_team_that_deals_has_a_d_beside_its_name(read, find_all):
    for dealer, team in ((0, "Guys"), (1, "Girls")):
        (page,) = read(seating_chart, LONG, seats=room(3, dealer=dealer))
        (disc,) = [c for c in page.chars if c["text"] == "D" and c["non_stroking_color"] == (1.0,)]
        (words,) = find_all(page, team)
        assert abs(disc["top"] - words[0]["top"]) < 8
        assert min(abs(disc["x1"] - words[0]["x0"]), abs(disc["x0"] - words[-1]["x1"])) < 12
    (page,) = read(seating_chart, LONG, seats=room(3, dealer=None))
    assert not [c for c in page.chars if c["text"] == "D" and c["non_stroking_color"] == (1.0,)]


def test_empty_chairs_are_shown_and_who_faces_one_is_listed(read, spelled):
    seats = room(4, gone=(3,))
    alone = TableSeats(3, (None, PersonInChair("Waiting", "girls")))
    out = SittingOut("Waiting", "girls", "the chair opposite is empty")
    filled = replace(seats, tables=(*seats.tables[:2], alone, seats.tables[2]), sitting_out=(out,))
    (page,) = read(seating_chart, LONG, seats=filled)
    text = spelled(page)
    assert text.count("empty") == 2  # on the chair, and why
    assert text.count("Waiting") == 2
    assert "Sittingout" in text
    # The list by name tells once that she waits.
    (page,) = read(where_do_i_sit, LONG, seats=filled)
    assert spelled(page).count("sitsout") == 1
    assert "Place" in spelled(page)
    assert "Table" not in spelled(page)


def test_many_who_wait_have_a_page_of_their_own(read, spelled):
    out = tuple(SittingOut(f"Waiting {n}", "girls", "nobody is across") for n in range(30))
    pages = read(seating_chart, LONG, seats=replace(room(20), sitting_out=out))
    assert len(pages) == 2
    assert "Waiting29" in spelled(pages[1])
