"""Empty sheets that are kept: a document with one is the same as when it was drawn anew."""

import io

import pytest
from django.utils.translation import override
from pypdf import PdfReader

from rulesets import games
from rulesets.roster import Setup
from tournaments.papers import kept_forms
from tournaments.papers.data import CardPerson, Heading
from tournaments.papers.score_sheets import score_cards
from tournaments.papers.scoreboards import Sheet, score_boards
from tournaments.papers.theme import Style, new_pen
from tournaments.papers.typefaces import Face

PEOPLE = [CardPerson(name) for name in ("Ann", "Łukasz Łódź", "Ελένη", "שרה לוי", "Zoë \\ (Jr.)")]


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch):
    monkeypatch.setattr(kept_forms, "_KEPT", type(kept_forms._KEPT)())


@pytest.mark.parametrize("each", [1, 2])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_kept_form_gives_the_same_bytes(heading, layout, each, paper):
    asked = {"cards_per_page": each, "paper": paper, "invariant": True}
    first = score_cards(heading, layout, PEOPLE, **asked)
    assert len(kept_forms._KEPT) == 1
    assert score_cards(heading, layout, PEOPLE, **asked) == first
    assert len(kept_forms._KEPT) == 1
    # Other names take other letters; the form is none the worse for it.
    other = PdfReader(io.BytesIO(score_cards(heading, layout, PEOPLE[::-1], **asked)))
    text = "".join(page.extract_text() for page in other.pages)
    assert "Łukasz" in text
    assert text.count("Coronation") == len(PEOPLE)


def test_sheets_of_a_game_give_the_same_bytes(heading):
    plays, options = games.load("hearts").plays, games.load("hearts").options()
    people = ("Ann", "Łukasz Łódź", "Ελένη", "Zoë")
    board = plays.sheet(Setup(plays.roster(people, options=options), options, 0))
    for count in (1, 3):
        sheets = [Sheet(board, written=True, lines=5)] * count
        first = score_boards(heading, sheets, invariant=True)
        assert score_boards(heading, sheets, invariant=True) == first


def test_whatever_a_form_shows_is_told_by_its_key(heading, layout):
    def words(called, language="en"):
        with override(language):
            data = score_cards(called, layout, PEOPLE[:1])
        return PdfReader(io.BytesIO(data)).pages[0].extract_text()

    assert "Family evening" in words(heading)
    assert "Another evening" in words(Heading("Another evening"))
    assert "Another" not in words(heading)
    words(heading, "de")
    assert len(kept_forms._KEPT) == 3


def test_only_so_many_are_kept(heading, layout, monkeypatch):
    monkeypatch.setattr(kept_forms, "MOST", 2)
    for number in range(4):
        score_cards(Heading(f"Evening {number}"), layout, PEOPLE[:1])
    assert len(kept_forms._KEPT) == 2


def test_forms_come_before_everything_else(heading):
    def laid(pen):
        kept_forms.lay(pen, "key", (100, 100), {"form": lambda: pen.text(10, 10, "form", 10)})

    laid(new_pen(heading, "x", Style()))
    later = new_pen(heading, "x", Style())
    later.text(10, 10, "x", 10, Face.BOLD)
    with pytest.raises(RuntimeError, match="before anything else"):
        laid(later)
