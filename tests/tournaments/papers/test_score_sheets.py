import pytest

from tests.sampling import on_both_papers
from tests.tournaments.papers.conftest import visual
from tests.tournaments.papers.printing import pdf_of
from tournaments.papers import score_sheets
from tournaments.papers.data import CardPerson, CardSet
from tournaments.papers.score_sheets import plan_card, room_for_points
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


LEAST = 7 * 72 / 25.4


def plans(layout, paper, cards_per_page):
    style = Style(paper, landscape=cards_per_page == 1)
    return [plan_card(area, layout) for area in style.page.rows(cards_per_page)]


@on_both_papers
@pytest.mark.parametrize("cards_per_page", [1, 2])
def test_a_card_shows_every_label_that_the_sheet_declares(
    heading, layout, read, spelled, paper, cards_per_page
):
    (page,) = read(
        score_sheets.blank_cards,
        heading,
        layout=layout,
        count=cards_per_page,
        paper=paper,
        single=cards_per_page == 1,
    )
    text = spelled(page)
    for record in layout.sets:
        labels = [record.name, record.line, score_sheets.most_words(record.most)]
        for label in [*labels, *(hand.label for hand in record.hands)]:
            assert text.count("".join(label.split())) >= cards_per_page, label
    for label in (layout.title, "name", "firstseat", "partner", "total", "scores 32"):
        assert text.count("".join(label.split())) >= cards_per_page, label
    assert text.count("nopartners") == cards_per_page


@on_both_papers
@pytest.mark.parametrize("cards_per_page", [1, 2])
def test_everything_that_is_written_on_a_card_has_7_mm(layout, paper, cards_per_page):
    for plan in plans(layout, paper, cards_per_page):
        for row in plan.sets:
            for box in (row.table, row.partner, *row.hands, row.points, row.total):
                assert box.height >= LEAST
                assert box.width >= LEAST
            # What stands in a hand's box leaves as much below it.
            assert room_for_points(plan, row.hands[0], marked=True).height >= LEAST - 1
        for box in (plan.name, plan.seat):
            assert box.height >= LEAST


@on_both_papers
@pytest.mark.parametrize("cards_per_page", [1, 2])
def test_every_name_role_and_seat_stands_on_its_line(
    heading, layout, people, read, find_all, paper, cards_per_page
):
    people = people[::2]  # of every script
    pages = read(
        score_sheets.score_cards,
        heading,
        layout=layout,
        card_people=people,
        paper=paper,
        single=cards_per_page == 1,
    )
    found = plans(layout, paper, cards_per_page)
    for number, person in enumerate(people):
        page, plan = pages[number // cards_per_page], found[number % cards_per_page]
        role = heading.role_name(person.role)
        seat = f"Table {person.table}, {heading.chair_name(person.chair)}, {role}"
        for text, box in ((visual(person.name), plan.name), (seat, plan.seat)):
            places = find_all(page, text)
            assert any(inside(chars, box) for chars in places), text


def test_a_completed_card_shows_points_totals_and_notes_in_their_places(
    heading, layout, completed, read, find_all
):
    (page,) = read(
        score_sheets.score_cards, heading, layout=layout, card_people=[completed], single=True
    )
    (plan,) = plans(layout, "a4", 1)
    so_far = 0
    for row, done in zip(plan.sets, completed.sets, strict=True):
        so_far += done.total
        last = row is plan.sets[-1]
        shown = [
            *zip(row.hands, done.hands, strict=True),
            (row.points, done.total),
            (row.total, completed.total if last else so_far),
        ]
        for box, points in shown:
            text = str(points).replace("-", "−")
            assert any(inside(chars, box) for chars in find_all(page, text)), text
        for box, note in zip(row.hands, done.notes, strict=False):
            if note:
                assert any(inside(chars, box) for chars in find_all(page, note))
    (sat_out,) = find_all(page, "sat out")
    assert inside(sat_out, plan.sets[2].partner)


def test_what_is_not_known_stays_empty(heading, layout, read, spelled):
    open_card = CardPerson("Ann", sets=(CardSet((7, None, None, None)), None), total=None)
    (blank,) = read(score_sheets.blank_cards, heading, layout=layout)
    (page,) = read(score_sheets.score_cards, heading, layout=layout, card_people=[open_card])
    assert sorted(spelled(page)) == sorted(spelled(blank) + "Ann7")


def test_the_empty_card_is_stored_once_for_all_pages(heading, layout, people):
    few = pdf_of(score_sheets.score_cards, heading, layout=layout, card_people=people[10:11])
    many = pdf_of(score_sheets.score_cards, heading, layout=layout, card_people=people[10:11] * 201)
    assert (len(many) - len(few)) / 100 < 2000  # a page of two, with its structure
