import io

import pytest
from pypdf import PdfReader

from tests.tournaments.papers.conftest import visual
from tournaments.papers import score_sheets
from tournaments.papers.card_form import plan_card
from tournaments.papers.data import CardPerson, CardSet
from tournaments.papers.theme import Style


def inside(chars, box):
    """Say whether every character lies within a box given in PDF's upward coordinates: its foot and
    a capital's height above it, as fonts of other scripts claim more room than their letters take.
    """
    return all(
        char["x0"] >= box.x - 0.5
        and char["x1"] <= box.right + 0.5
        and char["matrix"][5] >= box.y - 0.5
        and char["matrix"][5] + 0.72 * char["size"] <= box.top + 0.5
        for char in chars
    )


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("cards_per_page", [1, 2])
def test_a_card_shows_every_label_that_the_sheet_declares(
    heading, layout, read, spelled, paper, cards_per_page
):
    data = score_sheets.blank_cards(
        heading, layout, cards_per_page, paper=paper, cards_per_page=cards_per_page
    )
    (page,) = read(data)
    text = spelled(page)
    for box in (*layout.boxes, layout.grand_total):
        labels = [box.title, box.tag, box.line, box.total.label, *(row.label for row in box.rows)]
        for label in labels:
            assert text.count("".join(label.split())) >= cards_per_page, label
    assert text.count("Name") >= cards_per_page


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_there_is_one_card_on_each_page(heading, layout, people, paper):
    data = score_sheets.score_cards(heading, layout, people, paper=paper)
    assert len(PdfReader(io.BytesIO(data)).pages) == len(people)


@pytest.mark.parametrize(("people_count", "pages"), [(1, 1), (2, 1), (5, 3)])
def test_two_cards_share_a_sheet(heading, layout, people, people_count, pages):
    data = score_sheets.score_cards(heading, layout, people[:people_count], cards_per_page=2)
    assert len(PdfReader(io.BytesIO(data)).pages) == pages


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("cards_per_page", [1, 2])
def test_every_name_role_and_seat_stands_on_its_line(
    heading, layout, people, read, find_all, paper, cards_per_page
):
    data = score_sheets.score_cards(
        heading, layout, people, paper=paper, cards_per_page=cards_per_page
    )
    style = Style(paper, landscape=cards_per_page == 2)
    areas = style.page.columns(cards_per_page)
    pages = read(data)
    for number, person in enumerate(people):
        page = pages[number // cards_per_page]
        small = cards_per_page == 2
        plan = plan_card(areas[number % cards_per_page], layout, small=small)
        seat = f"Table {person.table} · {heading.chair_name(person.chair)}"
        wanted = (
            (visual(person.name), plan.name),
            (heading.role_name(person.role), plan.role),
            (seat, plan.seat),
        )
        for text, box in wanted:
            places = find_all(page, text)
            assert any(inside(chars, box) for chars in places), text


def test_a_completed_card_shows_points_totals_and_notes_in_their_places(
    heading, layout, completed, read, find_all
):
    (page,) = read(score_sheets.score_cards(heading, layout, [completed]))
    plan = plan_card(Style().page, layout, small=False)
    for box, summed, done in zip(plan.sets, plan.grand.rows, completed.sets, strict=True):
        shown = [
            *zip(box.rows, done.hands, strict=True),
            (box.total, done.total),
            (summed, done.total),
        ]
        for cell, points in shown:
            text = str(points).replace("-", "−")
            assert any(inside(chars, cell.score) for chars in find_all(page, text))
        for cell, note in zip(box.rows, done.notes, strict=False):
            if note:
                assert any(inside(chars, cell.note) for chars in find_all(page, note))
    (sat_out,) = find_all(page, "sat out")
    assert inside(sat_out, plan.sets[2].total.note)
    grand = find_all(page, "180")
    assert any(inside(chars, plan.grand.total.score) for chars in grand)


def test_what_is_not_known_stays_empty(heading, layout, read, spelled):
    open_card = CardPerson("Ann", sets=(CardSet((7, None, None, None)), None), total=None)
    (blank,) = read(score_sheets.blank_cards(heading, layout))
    (page,) = read(score_sheets.score_cards(heading, layout, [open_card]))
    assert sorted(spelled(page)) == sorted(spelled(blank) + "Ann7")


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("small", [False, True])
def test_the_boxes_of_a_card_fill_its_area_without_touching(layout, paper, small):
    style = Style(paper, landscape=small)
    area = style.page.columns(2 if small else 1)[0]
    plan = plan_card(area, layout, small=small)
    frames = [box.frame for box in (*plan.sets, plan.grand)]
    for frame in frames:
        assert area.x + 20 <= frame.x
        assert frame.right <= area.right - 20
        assert area.y + 20 <= frame.y
        assert frame.top < plan.name.y
    for i, one in enumerate(frames):
        for other in frames[i + 1 :]:
            apart_across = one.right < other.x or other.right < one.x
            assert apart_across or one.top < other.y or other.top < one.y


def test_the_empty_card_is_stored_once_for_all_pages(heading, layout, people):
    few = score_sheets.score_cards(heading, layout, people[10:11])
    many = score_sheets.score_cards(heading, layout, people[10:11] * 101)
    assert (len(many) - len(few)) / 100 < 800


def test_odd_names_do_not_stop_the_printer(heading, layout):
    odd = ("🎉 Kim", "नमस्ते", "\u0301\u0327 b", "\u202eevil\u202c", "tab\tline\nfeed", "", "  ")
    people = [CardPerson(name) for name in odd]
    data = score_sheets.score_cards(heading, layout, people)
    assert len(PdfReader(io.BytesIO(data)).pages) == len(odd)
