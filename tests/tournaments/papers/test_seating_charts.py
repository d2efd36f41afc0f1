from dataclasses import replace
from itertools import combinations

import pytest

from tests.sampling import on_both_papers
from tests.tournaments.papers.conftest import NAMES, RIGHT_TO_LEFT, visual
from tournaments.papers.data import Heading, PersonInChair, Seats, SittingOut, TableSeats
from tournaments.papers.geometry import Box
from tournaments.papers.seating_charts import seating_chart, where_do_i_sit
from tournaments.papers.table_maps import place_chairs, sides
from tournaments.papers.theme import Style


def framed(chars, page):
    """Say whether all characters lie within one of the page's round frames."""
    return any(
        all(
            curve["x0"] - 0.5 <= char["x0"]
            and char["x1"] <= curve["x1"] + 0.5
            and curve["top"] - 1 <= char["top"]
            and char["bottom"] <= curve["bottom"] + 1
            for char in chars
        )
        for curve in page.curves
        if curve["x1"] - curve["x0"] > 40
    )


@on_both_papers
@pytest.mark.parametrize("tables", [1, 9])
def test_every_name_stands_within_its_chair(heading, make_seats, read, find_all, tables, paper):
    seats = make_seats(tables)
    pages = read(seating_chart, heading, seats=seats, paper=paper)
    for table in seats.tables:
        for person in table.people:
            rows = [
                (chars, page) for page in pages for chars in find_all(page, visual(person.name))
            ]
            assert any(framed(chars, page) for chars, page in rows), person.name


@on_both_papers
@pytest.mark.parametrize(("tables", "out"), [(2, 3), (8, 3)])
def test_tables_and_chairs_never_overlap(heading, make_seats, read, tables, out, paper):
    page = read(seating_chart, heading, seats=make_seats(tables, out=out), paper=paper)[0]
    frames = {
        tuple(round(curve[edge]) for edge in ("x0", "top", "x1", "bottom"))
        for curve in page.curves
        if curve["x1"] - curve["x0"] > 40
    }
    assert len(frames) == 5 * tables
    for one, other in combinations(frames, 2):
        beside = one[2] < other[0] or other[2] < one[0]
        assert beside or one[3] < other[1] or other[3] < one[1]


@pytest.mark.parametrize(("tables", "pages"), [(1, 1), (8, 1), (9, 2), (25, 4)])
def test_any_number_of_tables_fits(heading, read, make_seats, tables, pages):
    assert len(read(seating_chart, heading, seats=make_seats(tables, out=0))) == pages


def test_chairs_are_named_and_lie_as_on_a_compass(heading, make_seats, read, find_all):
    (page,) = read(seating_chart, heading, seats=make_seats(1))

    def middle(name):
        chars = find_all(page, name)[0]
        return (
            sum(char["x0"] for char in chars) / len(chars),
            sum(char["top"] for char in chars) / len(chars),
        )

    north, east, south, west = (middle(name) for name in ("North", "East", "South", "West"))
    assert north[1] < east[1] < south[1]
    assert west[0] < north[0] < east[0]
    assert east[1] == pytest.approx(west[1], abs=1)


@pytest.mark.parametrize(("tables", "out"), [(0, 70), (8, 70)])
@pytest.mark.parametrize("make", [seating_chart, where_do_i_sit])
def test_who_sits_out_is_listed_with_the_reason(
    heading, make_seats, read, spelled, make, tables, out
):
    seats = make_seats(tables, out=out)
    text = "".join(spelled(page) for page in read(make, heading, seats=seats))
    for person in seats.sitting_out:
        assert person.name.replace(" ", "") in text
    assert text.count("drawnamongthosewithnoneyet") == out


@on_both_papers
def test_the_list_tells_table_and_chair_beside_each_name(
    heading, make_seats, read, find_all, paper
):
    seats = make_seats(6)
    pages = read(where_do_i_sit, heading, seats=seats, paper=paper)
    for table in seats.tables:
        for chair, person in enumerate(table.people):
            rows = [
                (page, chars) for page in pages for chars in find_all(page, visual(person.name))
            ]
            assert any(
                _beside(page, chars) == f"Table{table.number}{heading.chair_name(chair)}"
                for page, chars in rows
            ), person.name


def _beside(page, chars):
    """The text to the right of a name within its column."""
    middle = (chars[0]["top"] + chars[-1]["bottom"]) / 2
    right = max(char["x1"] for char in chars)
    column_end = page.width / 2 if right < page.width / 2 else page.width
    return "".join(
        char["text"]
        for char in page.chars
        if right < char["x0"] < column_end
        and abs((char["top"] + char["bottom"]) / 2 - middle) < 6
        and not char["text"].isspace()
    )


GEORGIAN, BURMESE, ETHIOPIC, HEBREW = "ნინო", "မောင်", "አበበ", "שרה"


def test_letters_of_scripts_without_capitals_stay_as_they_are_and_overprint_nothing(
    heading, read, find_all
):
    names = ("Ann", GEORGIAN, BURMESE, ETHIOPIC, HEBREW, "林志玲", "김민수", "ǆ")
    tables = tuple(
        TableSeats(t + 1, tuple(PersonInChair(n) for n in names[4 * t : 4 * t + 4]))
        for t in range(2)
    )
    (page,) = read(where_do_i_sit, heading, seats=Seats("Set 1", tables))
    guides = [char for char in page.chars if char["size"] == 12]
    found = "".join(char["text"] for char in guides)
    assert found == "AD" + GEORGIAN[0]  # the digraph is sorted by its first letter
    begins = [chars[0]["x0"] for name in names[:4] for chars in find_all(page, visual(name))]
    assert begins
    for column in (0, page.width / 2):
        inside = [guide for guide in guides if 0 <= guide["x0"] - column < page.width / 2]
        starts = [begin for begin in begins if 0 <= begin - column < page.width / 2]
        assert all(guide["x1"] < min(starts) for guide in inside)


QUALITY = (
    "Nobody has the same partner twice, or the same opponent more than 11 times; each sits out 11 "
    "to 12 times."
)


@on_both_papers
@pytest.mark.parametrize(("tables", "out"), [(1, 0), (8, 70), (9, 0)])
def test_how_good_the_seats_are_stands_between_the_last_table_and_the_foot(
    heading, make_seats, read, spelled, find_all, tables, out, paper
):
    seats = replace(make_seats(tables, out=out), quality=QUALITY)
    pages = read(seating_chart, heading, seats=seats, paper=paper)
    assert sum("samepartner" in spelled(page) for page in pages) == 1
    (line,) = find_all(pages[-1], QUALITY)
    assert min(char["size"] for char in line) >= 6
    chars = [char for char in pages[-1].chars if not char["text"].isspace()]
    above = [char for char in chars if char["bottom"] <= line[0]["top"]]
    below = [char for char in chars if char["top"] >= line[0]["bottom"]]
    assert len(above) + len(line) + len(below) == len(chars)
    assert "Familyevening" in "".join(char["text"] for char in below)
    frames = [curve for curve in pages[-1].curves if curve["x1"] - curve["x0"] > 40]
    assert all(curve["bottom"] <= line[0]["top"] for curve in frames)


ROUND = Heading("Evening", chairs=tuple(f"Chair {number}" for number in range(1, 21)))
PEOPLE = (*NAMES, *RIGHT_TO_LEFT, "Anne", "Anne (2)", "Di", "Eve", "Fay", "Gus")


def seats(*counts, dealer=None):
    return Seats(
        "Seats",
        tuple(
            TableSeats(number, tuple(PersonInChair(name) for name in PEOPLE[:count]), dealer)
            for number, count in enumerate(counts, 1)
        ),
    )


@pytest.mark.parametrize("count", range(21))
def test_chairs_stand_around_the_table_without_touching(count):
    assert sum(sides(count)) == count
    for style in (Style(), Style("letter")):
        page = style.body.below(70)
        for cell in (page, *(page.rows(2, 24) if count <= 8 else ())):
            table, chairs = place_chairs(cell, count)
            assert len(chairs) == count
            boxes = [chair.box for chair in chairs]
            assert not any(_touch(box, table) for box in boxes)
            assert not any(_touch(one, other) for one, other in combinations(boxes, 2))
            for box in boxes:
                assert cell.x - 0.1 <= box.x
                assert box.right <= cell.right + 0.1
                assert cell.y - 0.1 <= box.y
                assert box.top <= cell.top + 0.1


@pytest.mark.parametrize("count", range(2, 21))
def test_they_are_counted_clockwise_from_the_top(count):
    table, chairs = place_chairs(Box(0, 0, 500, 600), count)
    x, y = table.middle
    # The sum over the edges is negative where the middles of the boxes go clockwise.
    middles = [chair.box.middle for chair in chairs]
    turned = sum(
        (x1 - x) * (y2 - y) - (x2 - x) * (y1 - y)
        for (x1, y1), (x2, y2) in zip(middles, middles[1:] + middles[:1], strict=True)
    )
    assert turned < 0 or count == 2
    assert middles[0][1] == max(upper for _x, upper in middles)


def _touch(one, other):
    return not (
        one.right <= other.x or other.right <= one.x or one.top <= other.y or other.top <= one.y
    )


def test_the_first_dealer_has_a_d(read):
    def discs(dealer):
        (page,) = read(seating_chart, ROUND, seats=seats(6, dealer=dealer))
        return [c for c in page.chars if c["text"] == "D" and c["non_stroking_color"] == (1.0,)]

    assert not discs(None)
    (first,), (other,) = discs(0), discs(3)
    assert first["top"] < other["top"]


LONG = Heading("Evening", role_names={"guys": "Guys", "girls": "Girls"}, chairs=(), at="place")
EVERYBODY = (*NAMES, *RIGHT_TO_LEFT)


def name(number):
    return EVERYBODY[number] if number < len(EVERYBODY) else f"Guest {number}"


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
