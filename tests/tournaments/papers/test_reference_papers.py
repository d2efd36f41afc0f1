"""The cheat sheet of the Extended Deck: one page of paper, a page of the rules, and who has it."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from rulesets import games
from tests.rulesets.every_game import GAMES
from tests.tournaments.papers.printing import pdf_of
from tests.tournaments.visits import texts_of
from tournaments.papers.reference_papers import cheat_sheet

WITH = [game for game in GAMES if game.sheet]
pytestmark = pytest.mark.django_db


def words_of(pdf: bytes) -> tuple[int, str]:
    texts = texts_of(pdf)
    text = " ".join(texts)
    return len(texts), re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_it_is_one_page_with_the_rules_the_tables_and_a_line_a_game(paper: Any) -> None:
    pages, words = words_of(
        pdf_of(cheat_sheet, cheat_sheet=games.sheet_text("extended_sheet"), paper=paper)
    )
    assert pages == 1
    assert "The Extended Deck on one page" in words
    assert "four Skips B C B A" in words
    assert "Skip, Reverse D C B" in words
    for game in WITH:
        assert f"{game.name.removesuffix(' with the Extended Deck')}:" in words
        assert game.about[:24] in words


def test_thirteen_games_have_it_and_lead_there(client: Client) -> None:
    assert len(WITH) == 13
    for game in WITH:
        page = client.get(reverse("rules", args=[game.slug])).content.decode()
        assert reverse("cheat_sheet", args=[game.slug]) in page
    page = client.get(reverse("rules", args=["hearts"])).content.decode()
    assert "Cheat sheet" not in page


def test_the_page_tells_the_same_and_leads_to_all_rules(client: Client) -> None:
    page = client.get(reverse("cheat_sheet", args=["extended-hearts"])).content.decode()
    assert "<h1>The Extended Deck on one page</h1>" in page
    for game in WITH:
        assert reverse("rules", args=[game.slug]) in page
    for query in ("", "?paper=letter"):
        address = reverse("cheat_sheet_file", args=["extended-hearts"]) + query
        response = client.get(address)
        assert response.headers["Content-Type"] == "application/pdf"
        box = PdfReader(io.BytesIO(response.content)).pages[0].mediabox
        assert round(box.width) == (612 if query else 595)


@pytest.mark.parametrize("slug", ["hearts", "nonsense"])
def test_other_games_have_none(client: Client, slug: str) -> None:
    for name in ("cheat_sheet", "cheat_sheet_file"):
        assert client.get(reverse(name, args=[slug])).status_code == 404
    with pytest.raises(LookupError):
        games.sheet_text("nonsense")
