"""An evening's worth of plain values to print, and what is read back from the paper."""

import io
from collections.abc import Callable
from functools import lru_cache

import pdfplumber
import pytest

from rulesets import games
from rulesets.formats import card, court_whist
from rulesets.formats.format import Format
from tests.tournaments.papers.printing import pdf_of
from tournaments.papers.data import (
    CardPerson,
    CardSet,
    Heading,
    PersonInChair,
    Placing,
    Seats,
    SittingOut,
    TableSeats,
)
from tournaments.papers.typefaces import Face, font, shape

NAMES = (
    "Anne-Marie Featherstonehaugh-Cholmondeley von und zu Hohenlohe",
    "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis",
    "Łukasz Łódź",
    "Zoë Müller",
    "Đặng Thị Hương",
    "Ελένη Παπαδοπούλου",
    "Олег Иванов",
    "林志玲",
    "김민수",
    "山田はなこ",
    "Quentin",
    "Bo (the 2nd) \\ Jr.",
)
RIGHT_TO_LEFT = ("שרה לוי", "محمد الأمين")


@pytest.fixture(scope="session")
def heading() -> Heading:
    return Heading(
        "Family evening",
        "21 November 2026",
        "Parish hall",
        {"gentleman": "Gentlemen", "lady": "Ladies"},
    )


@pytest.fixture(scope="session")
def game() -> Format:
    return court_whist.KIND.of(games.load("court-whist"))


@pytest.fixture(scope="session")
def layout(game: Format) -> card.Layout:
    return card.layout(game)


def role(place: int) -> str:
    return ("gentleman", "lady")[place % 2]


@pytest.fixture(scope="session")
def people() -> tuple[CardPerson, ...]:
    return tuple(
        CardPerson(name, role(i), i // 4 + 1, i % 4) for i, name in enumerate(NAMES + RIGHT_TO_LEFT)
    )


@pytest.fixture(scope="session")
def completed() -> CardPerson:
    sets = [CardSet((7, 6, 13, 0), 26) for _ in range(7)]
    sets[2] = CardSet((8, 8, 8, 8), 32, sat_out=True)
    sets[5] = CardSet((7, -3, 4, 10), 18, notes=("", "−6 spoke twice", "", "−3 spoke"))
    return CardPerson("Zoë Müller", "lady", 3, 2, tuple(sets), 180)


@pytest.fixture(scope="session")
def make_seats() -> Callable[..., Seats]:
    def make(tables: int, names: tuple[str, ...] = NAMES, out: int = 2) -> Seats:
        def name(place: int) -> str:
            return names[place] if place < len(names) else f"Guest {place}"

        return Seats(
            "Set 4",
            tuple(
                TableSeats(
                    t + 1,
                    tuple(PersonInChair(name(4 * t + c), role(c)) for c in range(4)),
                    dealer=t % 4,
                )
                for t in range(tables)
            ),
            tuple(
                SittingOut(f"Waiting {i}", role(i), "drawn among those with none yet")
                for i in range(out)
            ),
        )

    return make


@pytest.fixture(scope="session")
def placings() -> tuple[Placing, ...]:
    totals = [300, 290, 290, 281] + [200 - i for i in range(60)]
    names = (*NAMES, *(f"Guest {i}" for i in range(len(totals) - len(NAMES))))
    return tuple(
        Placing(
            rank=1 + sum(other > total for other in totals),
            name=name,
            role=role(i),
            total=total,
            sets=(40, None, -3, 8, 41, 26, 32),
            shared=totals.count(total) > 1,
            sit_outs=i % 3,
        )
        for i, (name, total) in enumerate(zip(names, totals, strict=True))
    )


@lru_cache(64)  # the papers of a module are read by one test after the other
def pages_of(data: bytes) -> list[pdfplumber.page.Page]:
    return pdfplumber.open(io.BytesIO(data)).pages


@pytest.fixture(scope="session")
def read() -> Callable[..., list[pdfplumber.page.Page]]:
    """Return a function that prints a paper, as `pdf_of` does, and reads its pages."""
    return lambda *values, **options: pages_of(pdf_of(*values, **options))


def visual(text: str) -> str:
    """The letters of a text in the order in which its glyphs are drawn, as a reader sees them."""
    runs = shape(text, Face.TEXT).runs
    return "".join(font(run.face).meaning(ord(glyph)) for run in runs for glyph in run.text)


def plain(page: pdfplumber.page.Page) -> str:
    """All characters of a page in the order in which they were drawn, without spaces."""
    return "".join("".join(char["text"].split()) for char in page.chars)


@pytest.fixture(scope="session")
def spelled() -> Callable[[pdfplumber.page.Page], str]:
    return plain


@pytest.fixture(scope="session")
def find_all() -> Callable[[pdfplumber.page.Page, str], list[list[dict]]]:
    """Find the characters of each occurrence of a text on a page, line breaks disregarded."""

    def find(page: pdfplumber.page.Page, text: str) -> list[list[dict]]:
        # A glyph may stand for several letters.
        chars = [
            char
            for char in page.chars
            if not char["text"].isspace()
            for _letter in "".join(char["text"].split())
        ]
        line, wanted = plain(page), "".join(text.split())
        found, at = [], line.find(wanted)
        while at >= 0:
            found.append(chars[at : at + len(wanted)])
            at = line.find(wanted, at + 1)
        return found

    return find
