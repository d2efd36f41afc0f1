from tests.sampling import on_both_papers
from tests.tournaments.papers.conftest import NAMES, RIGHT_TO_LEFT, visual
from tournaments.papers.data import Ask, Slip
from tournaments.papers.slips import report_slips

PEOPLE = (*NAMES, *RIGHT_TO_LEFT)


def squares(page):
    return [r for r in page.rects if 8 < r["width"] < 12 and abs(r["width"] - r["height"]) < 0.1]


@on_both_papers
def test_a_slip_says_who_reports_what(heading, read, spelled, paper):
    asked = (
        Ask("How did it end?", ("So", "Or so", "Otherwise")),
        Ask("Who went out?", ("Ann", "Bo"), hint="So, Or so"),
        Ask("Points left", boxes=("Ann", "Bo")),
        Ask("Caught with", boxes=("",)),
    )
    (page,) = read(
        report_slips, heading, slips=[Slip("Place 7", "Ann – Bo", "Round 3", asked)], paper=paper
    )
    text = spelled(page)
    for ask in asked:
        for words in (ask.label, ask.hint, *ask.choices, *ask.boxes):
            assert "".join(words.split()) in text
    for words in ("Place7", "Ann–Bo", "Round3", "Reportedby", "Agreedby"):
        assert words in text
    assert len(squares(page)) == 5


def test_slips_share_a_page_as_long_as_they_fit(heading, read):
    small = Slip("Table 1", "", "", (Ask("Points", boxes=("",)),))
    large = Slip("Table 2", "", "", tuple(Ask(f"Points {n}", boxes=("",)) for n in range(20)))
    assert len(read(report_slips, heading, slips=[small] * 4)) == 1
    assert len(read(report_slips, heading, slips=[small] * 20)) == 4
    assert len(read(report_slips, heading, slips=[large] * 3)) == 3


def test_many_people_stand_in_columns_each_with_a_box(heading, read, spelled):
    slip = Slip("Table 1", "", "", (Ask("Points", boxes=PEOPLE), Ask("Who?", PEOPLE)))
    (page,) = read(report_slips, heading, slips=[slip])
    text = spelled(page)
    for name in PEOPLE:
        assert text.count("".join(visual(name).split())) >= 2, name
    marks = squares(page)
    assert len(marks) == len(PEOPLE)
    assert len({round(mark["x0"]) for mark in marks}) <= 3
    assert all(char["x1"] < page.width - 30 for char in page.chars)
