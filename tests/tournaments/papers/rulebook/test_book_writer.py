"""The whole rulebook, read back on every paper: pages, bookmarks, lists, tags, letters, bytes."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from rulesets import games
from tests.tournaments.papers.rulebook.books import (
    LOOKS,
    WHOLE,
    a_book,
    book,
    chapter,
    printed,
    read,
    read_pdf,
)
from tests.tournaments.papers.rulebook.ua_check import faults_in, kinds_in
from tournaments.papers.rulebook import typesetter
from tournaments.papers.rulebook.book import BookStyle, Change, Chapter
from tournaments.papers.rulebook.book_writer import STEPS, print_book
from tournaments.papers.rulebook.layout import number_pages
from tournaments.papers.rulebook.lists import INDEX, NAMES, SHEETS, names_of
from tournaments.papers.rulebook.text_tree import plain
from tournaments.papers.rulebook.typesetter import BookFailed, run_typesetter
from tournaments.papers.rulebook.values import values_of

MEGABYTE = 1024 * 1024
SMALL = 830_000  # bytes: score sheets add 160,000, and with them it is one MB at most
LONG = 5  # letters: shorter ones are words by themselves
SPREAD = 2  # pages of a game in A4, at most
NOTES = 4  # pages of the whole book that are for notes alone, at most: nine by the alphabet
PROGRAM = """
import hashlib, os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
import django
django.setup()
from tests.tournaments.papers.rulebook.books import a_book, chapter
from rulesets import games
from tournaments.papers.rulebook.book import BookStyle
from tournaments.papers.rulebook.book_writer import print_book
pdf = print_book(a_book(chapter(games.load("hearts"))), BookStyle("a5")).pdf
print(hashlib.sha256(pdf).hexdigest())
"""


def every_look(test: Any) -> Any:
    """For a test of a book on every paper: usually those that differ most."""
    of_all = pytest.mark.parametrize("name", LOOKS)(test)
    return pytest.mark.exhaustive(keep=("A4", "A5", "cards"))(of_all)


def squeezed(text: str) -> str:
    """Without the breaks of lines and the hyphens at them, of which PDFium makes a sign."""
    return re.sub(r"[\s\xad\u200b\x02]+", "", text).casefold()


@every_look
def test_it_has_its_size_says_what_it_is_and_is_what_a_checker_of_pdf_ua_asks_for(
    name: str,
) -> None:
    reader, page = read(name).reader, LOOKS[name].page
    for one in reader.pages:
        size = float(one.mediabox.width), float(one.mediabox.height)
        assert size == pytest.approx((page.width, page.height), abs=0.1)
    assert reader.metadata.title == book().title
    assert reader.metadata.author == book().family
    assert reader.trailer["/Root"]["/Lang"].startswith("en")
    assert faults_in(printed(name)) == {}
    wanted = {"H1", "P", "Table", "TR", "TH", "TD"}
    if name != "cards":
        wanted |= {"H2", "L", "Link", "Figure"}
    assert wanted <= kinds_in(printed(name)).keys()


def test_a_game_has_one_page_or_one_spread() -> None:
    found = read(WHOLE)
    starts = [found.page_of(one.name) for one in book().chapters]
    assert len(set(starts)) == len(starts)
    places = [sorted(starts).index(start) for start in starts]
    assert all(abs(place - at) <= 1 for at, place in enumerate(places))
    ones = 0
    for one in book().chapters:
        pages = [at for at in found.part(one.name) if not is_for_notes(found.pages[at])]
        if pages[0] == max(starts):  # boards follow
            continue
        assert len(pages) <= SPREAD, one.name
        ones += len(pages) == 1
        if len(pages) == SPREAD:  # a left-hand page has an even number, counted from 1
            assert pages[0] % 2 == 1, one.name
    assert ones >= 15
    assert sum(map(is_for_notes, found.pages)) <= NOTES


def is_for_notes(page: str) -> bool:
    """Whether a page has its number and lines for notes, and nothing else."""
    return re.fullmatch(r"\s*Our notes\s*\d+\s*", page) is not None


@every_look
def test_parts_begin_on_the_pages_that_were_reckoned_for_them(name: str) -> None:
    """Every game there with its title and its sections."""
    if name == "cards":
        return
    values = values_of(book(name), LOOKS[name])
    number_pages(values, LOOKS[name].page, lambda: None)
    found = read(name)
    for case in (*book(name).front, *book(name).chapters):
        assert values["pages"][case.key] == found.page_of(case.name) + 1
    for key, title in ((NAMES, "Games by name"), (INDEX, "Index"), (SHEETS, "Score sheets")):
        if key != SHEETS or name != WHOLE:
            assert values["pages"][key] == found.page_of(title) + 1
    assert values["pages"]["hearts.scoring"] in {page + 1 for page in found.part("Hearts")}
    for case in book(name).chapters:
        text = squeezed("".join(found.pages[at] for at in found.part(case.name)))
        assert squeezed(case.name) in text
        assert squeezed(case.about)[:40] in text
        for title in re.findall(r"^## (.*?) \{#(?!source|options)", case.text, re.MULTILINE)[1:]:
            assert squeezed(title) in text, (case.name, title)


def test_room_at_the_end_of_a_game_is_for_notes_and_no_page_is_nearly_empty() -> None:
    found = read(WHOLE)
    few = 500  # letters
    for one in book().chapters:
        for at in found.part(one.name):
            page = found.pages[at]
            assert len(page) > few or "Our notes" in page, (one.name, at + 1)


def test_the_contents_and_the_names_agree_with_the_pages() -> None:
    found = read(WHOLE)
    contents = squeezed("".join(found.pages[2:4]))
    names = squeezed("".join(found.pages[at] for at in found.part("Games by name")))
    for one in book().chapters:
        page = found.page_of(one.name) + 1
        assert f"{page}{squeezed(one.name)}" in contents
        assert f"{squeezed(one.name)}{page}" in names
    for row in names_of(book().chapters):
        if row["see"]:
            assert squeezed(f"{row['name']}, see {row['see']}") in names


def test_no_two_heads_of_a_table_touch() -> None:
    chapters = values_of(book(), LOOKS[WHOLE])["chapters"]
    tables = [block[1] for one in chapters for block in one["blocks"] if block[0] == "table"]
    heads = [[plain(words).casefold().split() for words in facts["head"]] for facts in tables]
    pairs = {a[-1] + b[0] for row in heads for a, b in pairwise(row) if a and b}
    assert len(pairs) > 100
    with pypdfium2.PdfDocument(printed(WHOLE)) as document:
        pages = [page.get_textpage().get_text_bounded() for page in document]
    words = {word for page in pages for word in re.findall(r"\w+", page.casefold())}
    assert not {pair for pair in pairs & words if len(pair) > LONG}


def test_the_rest_of_the_book_is_there() -> None:
    found = read(WHOLE)
    whole = squeezed("".join(found.pages))
    for words in (
        "A Higher Standard", "The Kali Effect", "Brent Metzker", "Jacob Garby", "Find a game",
        "Since Sixth edition", "About this book", "at home we play it another way",
    ):  # fmt: skip
        assert squeezed(words) in whole
    assert not [page for page in found.pages[2:] if not page.strip()]  # no empty pages


def test_a_book_is_small_and_no_letter_is_missing() -> None:
    assert len(printed(WHOLE)) <= SMALL
    with pikepdf.open(io.BytesIO(printed(WHOLE))) as document:
        assert not document.is_linearized
        assert b"/ObjStm" in printed(WHOLE)
    text = "".join(read(WHOLE).pages)
    assert not {"■", "\ufffd"} & set(text)
    assert set("♠♥♦♣") <= set(text)


def test_the_same_book_gives_the_same_bytes_elsewhere_and_progress_counts_the_steps() -> None:
    seen: list[tuple[int, int]] = []
    small = a_book(chapter(games.load("hearts")))
    pdf = print_book(small, LOOKS["A5"], lambda *at: seen.append(at)).pdf
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True,
        cwd=Path(__file__).parents[4],
    )  # fmt: skip
    assert run.stdout.strip() == sha256(pdf).hexdigest()
    assert seen == sorted(seen)
    assert {total for _done, total in seen} == {len(STEPS)}
    assert dict.fromkeys(done for done, _total in seen) == dict.fromkeys(range(len(STEPS) + 1))


# --- what families write --------------------------------------------------------------------------

HOSTILE = (
    '#read("/etc/passwd")', '#eval("1")', "$x$", "@ref", "] #panic()", "<script>alert(1)</script>",
    '#import "@preview/x:1.0.0"', "\\", "{{x}}", "#sys.inputs",
)  # fmt: skip


def test_what_looks_like_a_command_is_printed_as_it_was_typed() -> None:
    lines = "\n\n".join(f"`{one}`" for one in HOSTILE)
    rows = "\n".join(f"| `{one}` | 1 |" for one in HOSTILE)
    text = (
        f"# X\n\n## Play {{#play}}\n\n{lines}\n\n- `{HOSTILE[0]}`\n\n| A | B |\n|---|---|\n{rows}\n"
    )
    text += f"\n[go](javascript:alert(1)) ![`{HOSTILE[4]}`](picture:nothing)\n"
    one = Chapter("x", HOSTILE[0], "", text, about=HOSTILE[4], aliases=(HOSTILE[2],))
    pages = read_pdf(print_book(a_book(one, title=HOSTILE[0], family=HOSTILE[4]), LOOKS["A5"]).pdf)
    whole = squeezed("".join(pages.pages))
    for words in HOSTILE:
        assert whole.count(squeezed(words)) >= 2, words
    assert "root:" not in whole


def test_names_in_five_scripts_and_letters_that_no_font_has() -> None:
    names = ("שרה כהן", "سارة", "अनिता", "林志玲", "Łódź", "สมชาย", "👩‍👩‍👧", "☕️")
    text = (
        f"# X\n\n## Play {{#play}}\n\n{' and '.join(names)} play, and **{names[1]}** wins. Ꭰ \x07\n"
    )
    one = Chapter("x", "Das Spiel von 林 Ꭰ", "", text)
    pdf = print_book(a_book(one, title="Ꭰ"), LOOKS["A5"]).pdf
    with pypdfium2.PdfDocument(pdf) as document:
        whole = " ".join(page.get_textpage().get_text_bounded() for page in document)
    for name in ("سارة", "अनिता", "林志玲", "Łódź", "สมชาย"):
        assert name in whole
    assert whole.count("‹U+13A0›") >= 3
    fonts = {
        str(font.BaseFont)
        for page in pikepdf.open(io.BytesIO(pdf)).pages
        for font in page.Resources.get("/Font", {}).values()
    }
    for script in ("Hebrew", "Arabic", "Devanagari", "Thai", "Droid"):
        assert any(script in name for name in fonts), script
    assert faults_in(pdf) == {}


TYPED = {
    "headings": (
        "# X\n\n#### Deep {#b}\n\nA.\n\n## Twice {#a}\n\n## Twice {#a}\n\n[see](#a) [no](#none)\n"
    ),
    "a long word": "# X\n\n" + "word" * 2000 + "\n",
    "lists": "# X\n\n" + "".join("  " * at + "- a\n" for at in range(30)),
    "a wide table": (
        "# X\n\n|" + " a |" * 12 + "\n|" + "---|" * 12 + "\n|" + " some words |" * 12 + "\n"
    ),
    "a title": "# X\n",
    "nothing": "",
    "others": (
        "# X\n\n7. seven\n8. eight\n\n> a quotation\n\n```\ncode\n```\n\n---\n\n![a](picture:b)\n"
    ),
}


def test_whatever_a_family_writes_becomes_a_page() -> None:
    chapters = [Chapter(f"x{at}", name, "", text) for at, (name, text) in enumerate(TYPED.items())]
    pdf = print_book(a_book(*chapters), LOOKS["A5"]).pdf
    assert faults_in(pdf) == {}
    pages = read_pdf(pdf)
    assert {words for words, _at, depth in pages.bookmarks if depth == 0} >= TYPED.keys()


def test_house_rules_stand_where_they_change_a_rule() -> None:
    found = read("A5")
    text = squeezed("".join(found.pages[at] for at in found.part("Hearts")))
    assert squeezed("We play:") in text
    assert squeezed("(Kelowna <Hearts>)") in text
    assert "agreebeforeyouplay" not in text


def test_changes_take_half_a_page_at_most() -> None:
    many = tuple(Change(f"Game {at}", ("New in this book.",)) for at in range(60))
    pages = read_pdf(print_book(a_book(changes=many, since="First"), LOOKS["A5"]).pdf)
    (at,) = [at for at, page in enumerate(pages.pages) if "Since First" in page]
    assert "Changes in 48 more games." in pages.pages[at]


# --- cards, and the sheets at the end -------------------------------------------------------------


def test_a_card_has_one_page_for_each_game_with_its_score() -> None:
    found = read("cards")
    assert len(found.pages) == len(book("cards").chapters)
    for one, page in zip(book("cards").chapters, found.pages, strict=True):
        assert squeezed(one.name) in squeezed(page)
        assert squeezed(one.facts[0][1]) in squeezed(page)


def test_score_sheets_stand_at_the_end_with_their_page_in_the_chapter() -> None:
    found = read("A5")
    with_sheet = [one for one in book("A5").chapters if one.sheet is not None]
    assert with_sheet
    first = found.page_of("Score sheets")
    marks = [(title, at) for title, at, depth in found.bookmarks if depth == 1 and at >= first]
    assert [title for title, _at in marks] == [
        one.name for one in book("A5").chapters if one.sheet or one.card
    ]
    for title, at in marks:
        text = squeezed("".join(found.pages[page] for page in found.part(title)))
        assert squeezed(f"The score sheet is on p. {at + 1}.") in text


# --- the process ----------------------------------------------------------------------------------


def some_values() -> Any:
    hearts = chapter(games.load("hearts"), sheets=False)
    values = values_of(a_book(hearts), BookStyle("a5"))
    number_pages(values, BookStyle("a5").page, lambda: None)
    return values


def test_a_book_that_takes_too_long_is_stopped_with_a_clear_message() -> None:
    values = some_values()
    with pytest.raises(BookFailed, match="longer than 0 seconds"):
        run_typesetter("pdf", values, longest=0.01)


def test_processor_time_is_limited_and_time_spent_waiting_is_not() -> None:
    values = some_values()
    with pytest.raises(BookFailed, match="longer than 0 seconds"):
        run_typesetter("pdf", values, seconds=0)
    assert run_typesetter("pdf", values, seconds=60, longest=600).startswith(b"%PDF")


def test_a_book_that_needs_too_much_memory_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    values = some_values()
    monkeypatch.setattr(typesetter, "MEMORY", 120 * MEGABYTE)
    with pytest.raises(BookFailed, match="more memory than it may have"):
        run_typesetter("pdf", values)


def test_whoever_stops_it_ends_the_process() -> None:
    class Stopped(Exception):
        pass

    def go_on() -> None:
        raise Stopped

    with pytest.MonkeyPatch.context() as patched:
        values = some_values()
        patched.setattr(typesetter, "LOOK_AGAIN", 0.01)
        with pytest.raises(Stopped):
            run_typesetter("pdf", values, go_on)


def test_where_the_typesetter_is_missing_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typesetter, "find_spec", lambda _name: None)
    with pytest.raises(BookFailed, match="Typst"):
        run_typesetter("pdf", {})
