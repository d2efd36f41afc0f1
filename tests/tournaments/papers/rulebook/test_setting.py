"""How the book is set: its lines, its pages, its tables, its figures, its tags."""

from __future__ import annotations

import io
import statistics
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pikepdf
import pytest
from pypdf import PdfReader

from rulesets import games
from tests.tournaments.papers.rulebook.books import LOOKS, book, every_look, printed
from tournaments.papers import board_sheets
from tournaments.papers.pen import SOFT, Pen
from tournaments.papers.rulebook.book import Book, BookStyle, Chapter
from tournaments.papers.rulebook.book_writer import Volume, lay_out, print_book
from tournaments.papers.rulebook.lists import TERMS, Passage, pages_of
from tournaments.papers.rulebook.paragraphs import Span, opened, rows_of
from tournaments.papers.rulebook.tables import cell, parted, table
from tournaments.papers.rulebook.tags import Element
from tournaments.papers.typefaces import Face
from tournaments.papers.typesetting import height_of

USUAL = ("A4", "A5")


@cache
def laid_out(name: str) -> Volume:
    return lay_out(book(name), LOOKS[name])


def a_book(*chapters: Chapter, **given: Any) -> Book:
    general = "# G\n\n## Play {#play}\n\nGo.\n"
    return Book("T", "F", "2026", "First", chapters, general, "# A\n\nB.\n", **given)


@pytest.mark.parametrize("name", USUAL)
def test_a_full_line_has_62_to_69_letters(name: str) -> None:
    looks = LOOKS[name]
    counts = [
        len(strip.row.text)
        for page in laid_out(name).pages
        for strip, _x, _y in page.strips
        if strip.row is not None
        and abs(strip.row.width - looks.measure) < 0.5
        and all(word.face is Face.BOOK for word in strip.row.words)
    ]
    assert len(counts) > 100
    assert 62 <= statistics.mean(counts) <= 69
    middle = statistics.quantiles(counts, n=4)
    assert middle[0] >= 62
    assert middle[2] <= 71


@every_look
def test_justified_lines_are_as_wide_as_the_measure(name: str) -> None:
    looks = LOOKS[name]
    for page in laid_out(name).pages:
        for strip, x, _y in page.strips:
            if strip.row is not None:
                assert x + strip.row.width <= looks.measure + 0.6


@every_look
def test_no_page_of_text_is_less_than_a_third_full(name: str) -> None:
    looks, volume = LOOKS[name], laid_out(name)
    for label, page in zip(volume.labels[2:], volume.pages[2:], strict=True):
        if page.strips:
            assert page.full >= looks.height / 3, (label, page.head)


@every_look
def test_nothing_that_leads_ends_a_page_and_nothing_reaches_below_it(name: str) -> None:
    looks, volume = LOOKS[name], laid_out(name)
    for label, page in zip(volume.labels, volume.pages, strict=True):
        if page.strips:
            longer = 0.0 if page.opens else looks.line_height  # below an opening stands its number
            assert page.full <= looks.height + longer + 0.1, (label, page.head)
            last = max(page.strips, key=lambda placed: (placed[1], placed[2]))[0]
            assert not last.leads, (label, page.head)


def test_a_table_is_not_parted_where_it_fits_a_page() -> None:
    looks = LOOKS["A5"]
    head = [cell("Card"), cell("Points")]
    few = table(head, [[cell(str(n)), cell("5")] for n in range(20)], looks, Element("Table"))
    assert len(few) == 1
    many = table(head, [[cell(str(n)), cell("5")] for n in range(90)], looks, Element("Table"))
    assert len(many) > 1
    assert all(one.height <= looks.height for one in many)


def test_lists_of_the_same_people_become_columns() -> None:
    head = [cell("Hand"), cell("Hearts: Ann, Bo"), cell("Queen"), cell("Points")]
    rows = [
        [cell("1"), cell("3, 5"), cell("Ann"), cell("16, 5")],
        [cell("Total"), cell(""), cell(""), cell("16, 5")],
    ]
    groups, heads, body = parted(head, rows)
    assert [(one.title, one.first, one.last) for one in groups] == [
        ("Hearts", 1, 2),
        ("Points", 4, 5),
    ]
    assert [one.plain for one in heads] == ["Hand", "Ann", "Bo", "Queen", "Ann", "Bo"]
    assert [one.plain for one in body[0]] == ["1", "3", "5", "Ann", "16", "5"]
    assert [one.plain for one in body[1]] == ["Total", "", "", "", "16", "5"]
    assert parted([cell("Cards"), cell("Play")], [[cell("9, 10"), cell("a, b")]])[0] == ()


def test_heads_that_differ_by_a_number_stand_below_what_they_share() -> None:
    head = [cell(one) for one in ("Round", "3 players", "4 players", "2 packs")]
    groups, heads, _body = parted(head, [[cell("1"), cell("26 = 130"), cell("5"), cell("9")]])
    assert groups == (("players", 1, 2),)
    assert [one.plain for one in heads] == ["Round", "3", "4", "2 packs"]


def test_a_word_of_a_table_is_not_torn_where_it_fits() -> None:
    row = [cell(one) for one in ("Round 8", "Queens and the rest of them all", "3 = 90", "5")]
    head = [cell(one) for one in ("Round", "What costs", "Points", "Each of them")]
    (strip,) = table(head, [row] * 3, LOOKS["A5"], Element("Table"))
    assert "Queens" in strip.plain.split()


def test_no_word_of_a_figure_is_larger_than_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[float] = []
    draw, text = board_sheets._text, Pen.text

    def measured(self: Pen, x: float, y: float, words: str, size: float, *more: Any,
                 **given: Any) -> float:  # fmt: skip
        sizes.append(size)
        return text(self, x, y, words, size, *more, **given)

    def watched(sheet: Any, item: Any) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(Pen, "text", measured)
            draw(sheet, item)

    monkeypatch.setattr(board_sheets, "_text", watched)
    chapters = tuple(one for one in book("A5").chapters if one.pictures)
    looks = LOOKS["A5"]
    bare = tuple(replace(one, boards=(), sheet=None, card=None) for one in chapters)
    print_book(a_book(*bare), looks)
    assert len(sizes) > 10
    assert max(sizes) <= looks.base


@pytest.mark.parametrize("name", USUAL)
def test_terms_are_in_the_index_and_the_kali_effect_is_under_k(name: str) -> None:
    told = PdfReader(io.BytesIO(printed(name)))
    index = "\n".join(
        page.extract_text()
        for page, laid in zip(told.pages, laid_out(name).pages, strict=True)
        if laid.head == "Index"
    )
    terms = ("knocking", "meld") if name == "A4" else ()  # of games that the other has not
    for word in ("widow", "kitty", "power, the", "Kali Effect, the", *terms):
        assert f"\n{word}" in index, word


def test_a_term_leads_to_where_it_is_told() -> None:
    (kitty,) = [one for one in TERMS if one.word == "kitty"]
    passages = [
        Passage("Play", 4, "a", is_heading=True),
        Passage("The rest is called the kitty.", 4, "a", is_heading=False),
        Passage("The kitty", 7, "b", is_heading=True),
        Passage("Take the kitty.", 9, "b", is_heading=False),
    ]
    assert pages_of(kitty, passages) == [4, 7]
    many = [Passage("A kitty.", at, str(at), is_heading=False) for at in range(20)]
    assert pages_of(kitty, many) == [0]


def test_the_first_words_are_small_capitals() -> None:
    first, rest = opened([Span("Three to eight people play.")])
    assert (first.text, first.face) == ("Three to eight", Face.BOOK_CAPS)
    assert rest.text == " people play."
    assert opened([Span("Go. Then wait.")])[0].text == "Go."


def test_names_in_other_scripts_are_read_back_from_running_text() -> None:
    names = ("שרה כהן", "سارة", "अनिता", "林志玲", "Łódź", "สมชาย")
    text = f"# X\n\n## Play {{#play}}\n\n{' and '.join(names)} play, and **{names[0]}** wins.\n"
    chapter = Chapter("x", "Das Spiel von 林", "", text)
    pdf = print_book(a_book(chapter), LOOKS["A5"])
    found = "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    for name in ("سارة", "अनिता", "林志玲", "Łódź", "สมชาย"):
        assert name in found.replace("\n", " ")
    fonts = {
        str(font.BaseFont)
        for page in pikepdf.open(io.BytesIO(pdf)).pages
        for font in page.Resources.get("/Font", {}).values()
    }
    for face in (Face.HEBREW, Face.ARABIC, Face.DEVANAGARI, Face.FALLBACK, Face.THAI):
        assert any(face.value in name for name in fonts), face


def test_words_are_divided_in_english_only_where_a_book_divides_them() -> None:
    text = "Immediately afterwards everybody’s counterclockwise neighbour understands. " * 4
    rows = rows_of([Span(text)], 10, 150, language="en")
    divided = [row.text for row in rows if row.text.endswith(SOFT)]
    assert divided
    assert "".join(row.text for row in rows).count("counterclockwise") < 4
    assert not any(row.text.endswith(SOFT) for row in rows_of([Span(text)], 10, 150))


# --- tags -----------------------------------------------------------------------------------------


def nodes(root: Any) -> Any:
    """Every element of a tree with its kind."""
    kids = root.get("/K")
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield str(kid.S).removeprefix("/"), kid
            yield from nodes(kid)


def marks_of(node: Any) -> list[int]:
    """The marks of an element that lie on its own page."""
    kids = node.get("/K")
    every = kids if isinstance(kids, pikepdf.Array) else [kids]
    return [int(kid) for kid in every if not isinstance(kid, pikepdf.Object)]


def test_the_text_is_tagged_and_read_back_in_its_order() -> None:
    chapters = tuple(one for one in book("A5").chapters if one.key == "hearts")
    made = datetime(2026, 11, 22, 18, 30, tzinfo=UTC)
    pdf = print_book(a_book(*chapters), LOOKS["A5"], made=made)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert document.Root.MarkInfo.Marked
        assert document.Root.ViewerPreferences.DisplayDocTitle
        assert str(document.Root.Lang) == "en"
        every = list(nodes(document.Root.StructTreeRoot))
        kinds = [kind for kind, _node in every]
        for kind in ("H1", "H2", "P", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD",
                     "TOC", "TOCI", "Figure"):  # fmt: skip
            assert kind in kinds, kind
        assert all(str(node.Alt) for kind, node in every if kind == "Figure")
        parents = dict(zip(*[iter(document.Root.StructTreeRoot.ParentTree.Nums)] * 2, strict=True))
        for number, page in enumerate(document.pages):
            held = parents[number]
            assert page.StructParents == number
            begun = 0
            for operands, operator in pikepdf.parse_content_stream(page):
                if str(operator) == "BDC" and "/MCID" in operands[1]:
                    mark = int(operands[1].MCID)
                    assert str(held[mark].S) == str(operands[0])
                    begun += 1
            assert begun == len(held)
        metadata = document.open_metadata()
        assert metadata["dc:title"] == "T"
        assert metadata["xmp:CreateDate"].startswith("2026-11-22T18:30:00")
        assert str(document.docinfo.CreationDate).startswith("D:20261122183000")
    assert print_book(a_book(*chapters), LOOKS["A5"], made=made) == pdf


def test_nothing_is_drawn_outside_of_a_tag() -> None:
    chapters = tuple(one for one in book("A5").chapters if one.key == "hearts")
    pdf = print_book(a_book(*chapters), LOOKS["A5"])
    shown = {"Tj", "TJ", "S", "f", "f*", "B", "B*", "b", "s", "Do"}
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            depth = 0
            for _operands, operator in pikepdf.parse_content_stream(page):
                name = str(operator)
                depth += name in ("BDC", "BMC")
                depth -= name == "EMC"
                assert name not in shown or depth, name
            assert depth == 0


def test_an_edition_in_which_nothing_changed_has_no_page_of_changes() -> None:
    volume = lay_out(a_book(since="First"), LOOKS["A5"])
    assert "~new" not in volume.where


def test_the_heights_of_a_chapter_are_what_is_drawn() -> None:
    looks = BookStyle("a5")
    game = games.load("hearts")
    volume = lay_out(book("A5"), looks)
    pages = [page for page in volume.pages if page.head == game.name]
    assert pages[0].opens
    assert all(
        page.full == pytest.approx(height_of([strip for strip, _x, _y in page.strips]))
        for page in pages
    )
