"""What holds for everything that is printed, whatever it is."""

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from pypdf import PdfReader
from pypdfium2 import PdfDocument

from rulesets import games
from tests.tournaments.papers.boards import GIN, GOLF, RUMMOLI, played, setup
from tests.tournaments.papers.printing import check_page, pdf_of
from tests.tournaments.papers.rulebook.ua_check import faults_in, kinds_in
from tournaments.papers import (
    board_sheets,
    books,
    pack,
    score_sheets,
    scoreboards,
    seating_charts,
    selectors,
    slips,
    standings,
    table_cards,
)
from tournaments.papers.data import (
    Ask,
    Balance,
    Book,
    BookRound,
    Heading,
    Moved,
    NameList,
    PersonInChair,
    Seats,
    Section,
    SittingOut,
    Slip,
    TableCode,
    TableSeats,
)
from tournaments.papers.theme import SIZES, page_number
from tournaments.papers.writer import BoundPaper, bind

CODES = [TableCode(n, f"http://192.168.1.20:8000/t/Xk3{n}", f"table.local/{n}") for n in (1, 250)]
KINDS = (
    "blank cards",
    "prefilled cards",
    "cards two a page",
    "completed card",
    "seating chart",
    "where do I sit",
    "place cards",
    "flat table cards",
    "tent table cards",
    "standings",
    "winners",
    "results",
    "paper pack",
    "report slips",
    "certificates",
    "score sheet",
    "blank score sheet",
    "wide score sheet",
    "worksheet",
    "long table",
    "large tables",
    "ledger",
    "board slips",
    "board pack",
    "board results",
    "pictures",
)
CARDS = {"blank cards", "prefilled cards", "completed card"}
SIDEWAYS = {*CARDS, "certificates", "wide score sheet"}
TURNED = {"board pack", "board results"}  # some of their pages lie on their side
WITHOUT_FOOT = {
    *CARDS,
    *("cards two a page", "place cards", "flat table cards", "tent table cards", "certificates"),
}

TABLE = {"H1", "Table", "TR", "TD"}
STRUCTURE = {
    "where do I sit": TABLE,
    "standings": {*TABLE, "TH"},
    "winners": TABLE,
    "results": {*TABLE, "TH"},
    "paper pack": {*TABLE, "H2", "TH"},
    "score sheet": {*TABLE, "H2", "TH", "L", "LI", "LBody"},
    "worksheet": {*TABLE, "TH"},
    "long table": {*TABLE, "H2"},
    "ledger": {*TABLE, "H2", "TH"},
    "board pack": {*TABLE, "TH", "Figure"},
    "blank score sheet": {"H1", "Figure"},
    "pictures": {"Figure"},
}
"""Elements that papers have at least, apart from paragraphs."""


@pytest.fixture(scope="session")
def printed(heading, game, layout, people, completed, make_seats, placings):
    """Return a function that prints any of KINDS, each once unless options are given."""
    papers: dict[str, bytes] = {}
    seats = make_seats(5)
    of_hands = selectors.slips_of_set(game, 4, seats)

    signed = replace(heading, author="Ann Metzker")
    cards = {"layout": layout, "single": True}
    makers = {
        "blank cards": (score_sheets.blank_cards, {**cards, "count": 2}),
        "prefilled cards": (score_sheets.score_cards, {**cards, "card_people": people[:8]}),
        "cards two a page": (
            score_sheets.score_cards,
            {"layout": layout, "card_people": people[:3], "single": False},
        ),
        "completed card": (score_sheets.score_cards, {**cards, "card_people": [completed]}),
        "seating chart": (seating_charts.seating_chart, {"seats": seats}),
        "where do I sit": (seating_charts.where_do_i_sit, {"seats": seats}),
        "place cards": (table_cards.place_cards, {"people": people}),
        "flat table cards": (table_cards.table_cards, {"table_codes": CODES}),
        "tent table cards": (table_cards.table_cards, {"table_codes": CODES, "tent": True}),
        "standings": (standings.standings, {"placings": placings}),
        "winners": (standings.winners, {"placings": placings}),
        "results": (standings.results, {"placings": placings}),
        "paper pack": (
            pack.paper_pack,
            {
                "seats": seats,
                "instructions": selectors.about_set(game, 4),
                "next_slips": of_hands,
                "placings": placings,
            },
        ),
        "certificates": (standings.certificates, {"honoured": placings[:12]}),
        "report slips": (slips.report_slips, {"slips": of_hands}),
        **of_boards(signed, placings),
    }

    def document(kind: str, **options) -> bytes:
        draw, values = makers[kind]
        return pdf_of(draw, **{"heading": signed, **values, **options})

    def remembered(kind: str, **options) -> bytes:
        if options:
            return document(kind, **options)
        if kind not in papers:
            papers[kind] = document(kind)
        return papers[kind]

    return remembered


def of_boards(heading, placings):
    """How the papers of games with a memory are drawn, and of what."""
    long = replace(heading, at="place", chairs=())
    names = tuple(placing.name for placing in placings[:12])
    begin = setup(GIN, names)
    gin, states, reports = played(GIN, begin, 3)
    sheets = [
        scoreboards.Sheet(gin.board(states), lists=(NameList("Guys", names[:6]),)),
        scoreboards.Sheet(gin.sheet(begin), written=True, lines=0),
    ]
    work = scoreboards.Sheet(gin.worksheet(states[0], reports[0]))
    golf = games.load(GOLF).plays.sheet(setup(GOLF, (*names, *names[:8])))
    wide = scoreboards.Sheet(golf, written=True, lines=30)
    drawing = games.load(RUMMOLI).plays.blank_drawing(games.load(RUMMOLI).options())
    of_rounds = [slip(names)] * 3
    steps = ("Write the numbers below each other.",)
    draw, chart = scoreboards.score_sheet, seating_charts.seating_chart
    return {
        "score sheet": (draw, {"sheets": sheets[:1]}),
        "blank score sheet": (draw, {"sheets": sheets[1:]}),
        "wide score sheet": (draw, {"sheets": [wide]}),
        "worksheet": (draw, {"sheets": [work]}),
        "long table": (chart, {"heading": long, "seats": couples(names)}),
        "large tables": (chart, {"seats": tables(names)}),
        "ledger": (books.ledger, {"books": [book(names)]}),
        "board slips": (slips.report_slips, {"slips": of_rounds}),
        "board pack": (
            pack.paper_pack,
            {
                "heading": long,
                "seats": couples(names),
                "instructions": [Section("How to keep the sheet", steps=steps)],
                "all_sheets": [*sheets, work],
                "next_slips": of_rounds,
                "blank_pictures": [("Board", drawing)],
                "placings": placings[:2],
            },
        ),
        "board results": (standings.results, {"placings": placings[:2], "sheets": sheets[:1]}),
        "pictures": (board_sheets.picture_of_the_game, {"pictures": [("Board", drawing)]}),
    }


def couples(names):
    people = [PersonInChair(name, "lady") for name in names]
    pairs = zip(people[::2], people[1::2], strict=True)
    found = [TableSeats(number, pair, dealer=0) for number, pair in enumerate(pairs, 1)]
    alone = TableSeats(len(found) + 1, (PersonInChair("Waiting"), None))
    return Seats("Round 2", (*found, alone), (SittingOut("Waiting", "", "nobody is across"),))


def tables(names):
    return Seats("Seats", (TableSeats(1, tuple(PersonInChair(name) for name in names), dealer=3),))


def book(names):
    lines = tuple(Moved("2 coins", name, ", ".join(names), f"{name} pays") for name in names)
    rounds = tuple(BookRound(f"Round {number}", lines, ", ".join(names)) for number in range(3))
    return Book("Ledger", rounds, tuple(Balance(name, "coins", 12, 3) for name in names))


def slip(names):
    asked = (
        Ask("How did it end?", ("So", "Otherwise")),
        Ask("Points", boxes=names, hint="So"),
        Ask("Rest", boxes=("",)),
        Ask("Who?", names),
    )
    return Slip("Place 3", " – ".join(names[:2]), "", asked)


@pytest.mark.exhaustive(keep=("a4",))
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_page_can_be_read_and_says_event_date_and_number(printed, kind, paper):
    data = printed(kind, **({} if paper == "a4" else {"paper": paper}))
    least = 4.3 if "sheet" in kind else 5.9  # a board with very many columns
    with PdfDocument(data) as document:
        for number, page in enumerate(document, start=1):
            across, down = size = page.get_size()
            turned = kind in SIDEWAYS or (kind in TURNED and across > down)
            assert (size[::-1] if turned else size) == pytest.approx(SIZES[paper], abs=0.01)
            text = check_page(page, least=least)
            if kind in WITHOUT_FOOT:
                assert "Familyevening" in text
            else:
                assert "Familyevening·21November2026·Parishhall" in text
                assert page_number(number, len(document)).replace(" ", "") in text


@pytest.mark.parametrize("kind", KINDS)
def test_every_paper_has_language_title_author_structure_and_its_fonts(printed, kind):
    data = printed(kind)
    reader = PdfReader(io.BytesIO(data))
    assert reader.metadata.author == "Ann Metzker"
    assert reader.metadata.title
    assert reader.trailer["/Root"]["/Lang"] == "en"
    # The mark of PDF/UA is left to the book, which its typesetter checks; a font that is not
    # embedded is one of the faults.
    assert faults_in(data).keys() <= {"does not say PDF/UA-1", "no title"}
    kinds = kinds_in(data)
    assert kinds["Sect"] == len(reader.pages)
    assert kinds["P"] + kinds["Figure"] + kinds["TD"] > 0
    assert STRUCTURE.get(kind, set()) <= kinds.keys()


@pytest.mark.parametrize("kind", ["board pack", "cards two a page", "paper pack", "pictures"])
def test_progress_counts_up_to_the_last_page_and_the_bytes_are_the_same(printed, kind):
    seen = []
    data = printed(kind, progress=lambda done, count: seen.append((done, count)))
    assert data == printed(kind)
    pages = len(PdfReader(io.BytesIO(data)).pages)
    assert seen == [(number, pages) for number in range(1, pages + 1)]


def test_a_bound_paper_keeps_the_structure_of_its_parts(printed):
    parts = [BoundPaper(kind, printed(kind)) for kind in ("standings", "certificates")]
    whole = bind(parts, title="Both", author="Ann")
    assert faults_in(whole).keys() <= {"does not say PDF/UA-1", "no title"}
    kinds = kinds_in(whole)
    assert kinds["Document"] == 1
    for role in ("Sect", "P", "H1", "Figure"):
        assert kinds[role] == sum(kinds_in(part.pdf)[role] for part in parts)


@pytest.mark.parametrize("kind", ["certificates", "paper pack", "board pack"])
def test_an_event_without_name_date_or_place_prints_as_well(printed, kind):
    assert PdfReader(io.BytesIO(printed(kind, heading=Heading("")))).pages


def test_several_documents_can_be_made_at_once(heading, layout, people):
    def one(_number: int) -> bytes:
        return pdf_of(score_sheets.score_cards, heading, layout=layout, card_people=people)

    alone = one(0)
    with ThreadPoolExecutor(4) as threads:
        assert all(data == alone for data in threads.map(one, range(6)))
