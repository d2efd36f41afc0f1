"""The whole rulebook, read back on every paper: headings, bookmarks, links, numbers, fonts."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from rulesets.cards.deck import SUIT_SYMBOLS
from tests.tournaments.papers.rulebook.books import LOOKS, book, every_look, printed, read
from tournaments.papers.rulebook.book_writer import print_book, roman
from tournaments.papers.rulebook.chapters import SOURCE
from tournaments.papers.rulebook.paragraphs import plain
from tournaments.rules.rule_text import tokens_of

BOX = "■"
SAME_LINE = 4.0  # points


def squeezed(text: str) -> str:
    """Without the breaks of lines and the hyphens at them."""
    return re.sub(r"[\s\xad]+", "", text)


def headings(text: str) -> list[tuple[str, str]]:
    """Anchor and title of every section of a text that is printed."""
    found = []
    tokens = tokens_of(text, {})
    for token, words in pairwise(tokens):
        if token.type == "heading_open" and token.tag != "h1" and token.attrs.get("id") != SOURCE:
            found.append((token.tag, plain(words.children)))
    return found


@every_look
def test_every_page_has_the_size_that_was_chosen(name: str) -> None:
    looks, found = LOOKS[name], read(name)
    for page in found.reader.pages:
        box = page.mediabox
        assert (float(box.width), float(box.height)) == pytest.approx(looks.page, abs=0.1)


@every_look
def test_every_game_has_its_bookmark_its_title_and_its_sections(name: str) -> None:
    found = read(name)
    games = [(title, at) for title, at, depth in found.bookmarks if depth == 1]
    marks = {title: at for title, at, depth in found.bookmarks if depth == 1}
    for chapter in book(name).chapters:
        at = next(at for title, at in games if title == chapter.name)
        assert squeezed(chapter.name) in squeezed(found.pages[at])
        later = [one for one in marks.values() if one > at]
        told = squeezed("".join(found.pages[at : min(later, default=len(found.pages))]))
        (_tag, first), *others = headings(chapter.text)
        for _tag, title in others:
            assert squeezed(title) in told
        # The text begins without its first heading, which is a bookmark.
        assert any(title == first and depth == 2 for title, _at, depth in found.bookmarks)
        assert squeezed(chapter.about)[:60] in told


@every_look
def test_bookmarks_of_sections_follow_the_text(name: str) -> None:
    found = read(name)
    for chapter in book(name).chapters:
        start = found.bookmarks.index((chapter.name, found.page_of(chapter.name, 1), 1))
        sections = []
        for title, _at, depth in found.bookmarks[start + 1 :]:
            if depth < 2:
                break
            sections.append(title)
        anchored = [
            plain(words.children)
            for token, words in pairwise(tokens_of(chapter.text, {}))
            if token.tag == "h2" and "id" in token.attrs and token.attrs["id"] != SOURCE
            if token.type == "heading_open"
        ]
        assert sections == anchored


@every_look
def test_the_contents_agree_with_the_pages(name: str) -> None:
    found = read(name)
    front = [at for at, label in enumerate(found.labels) if at and not label.isdecimal()]
    lines = [line for at in front for line in found.pages[at].splitlines()]
    targets = [to for at in front for to in found.links[at]]
    listed = []
    for line in lines:
        told = re.fullmatch(r"(?P<page>\d+) (?P<title>\S.*)", line.strip())
        if told is not None:
            listed.append((told["title"], told["page"]))
    assert len(listed) == len(targets)
    assert [page for _title, page in listed] == [found.labels[to] for to in targets]
    for chapter in book(name).chapters:
        entry = f"{chapter.name} {dict(chapter.facts).get('Players', '')}"
        to = next(
            to
            for (title, _page), to in zip(listed, targets, strict=True)
            if squeezed(title) in (squeezed(chapter.name), squeezed(entry))
        )
        assert to == found.page_of(chapter.name, 1)


@every_look
def test_the_index_has_every_name_and_alias_with_its_page(name: str) -> None:
    found = read(name)
    told = squeezed("".join(found.pages[at] for at in found.part("Index"))).replace(",", "")
    for chapter in book(name).chapters:
        label = found.labels[found.page_of(chapter.name, 1)]
        name = squeezed(chapter.name).replace(",", "")
        assert f"{name}{label}" in told
        for alias in chapter.aliases:
            assert f"{squeezed(alias).replace(',', '')}see{name}{label}" in told


@every_look
def test_printed_numbers_are_the_labels_of_the_pages(name: str) -> None:
    found = read(name)
    assert found.labels[0] == "Cover"
    body = [label for label in found.labels if label.isdecimal()]
    assert body == [str(number) for number in range(1, len(body) + 1)]
    assert (len(found.labels) - len(body)) % 2 == 0  # page 1 lies on the right
    for label, text in zip(found.labels[1:], found.pages[1:], strict=True):
        assert not text or label in text.split()


@every_look
def test_links_lead_to_pages_and_every_chapter_begins_a_page(name: str) -> None:
    found = read(name)
    assert sum(map(len, found.links)) > 6 * len(book(name).chapters)
    starts = [found.page_of(chapter.name, 1) for chapter in book(name).chapters]
    assert len(set(starts)) == len(starts)
    assert starts == sorted(starts)


@every_look
def test_fonts_are_embedded_and_no_letter_is_missing(name: str) -> None:
    found = read(name)
    assert BOX not in "".join(found.pages)
    fonts = set()
    for page in found.reader.pages:
        for font in (page["/Resources"].get("/Font") or {}).values():
            told = font.get_object()
            descriptor = told["/FontDescriptor"].get_object()
            assert "/FontFile2" in descriptor or "/FontFile3" in descriptor, told["/BaseFont"]
            fonts.add(told["/BaseFont"])
    assert len(fonts) > 2
    assert all(symbol in "".join(found.pages) for symbol in SUIT_SYMBOLS)


@every_look
def test_the_document_says_what_it_is(name: str) -> None:
    reader = read(name).reader
    assert reader.metadata is not None
    assert reader.metadata.title == book().title
    assert reader.metadata.author == book().family
    assert reader.metadata.subject == book().edition
    assert reader.trailer["/Root"]["/Lang"] == "en"


@pytest.mark.exhaustive(keep=("A5",))
@pytest.mark.parametrize("name", LOOKS)
def test_the_same_book_gives_the_same_bytes_and_tells_its_progress(name: str) -> None:
    told: list[tuple[int, int]] = []
    again = print_book(book(name), LOOKS[name], lambda done, total: told.append((done, total)))
    assert again == printed(name)
    count = len(read(name).pages)
    assert told[-1] == (count, count)
    assert all(done <= total for done, total in told)
    assert len(told) >= count - 1


@every_look
def test_house_rules_are_marked_where_they_change_a_rule(name: str) -> None:
    found = read(name)
    at = found.page_of("Hearts", 1)
    told = squeezed("".join(found.pages[at : at + 8]))
    assert squeezed("House rules: Kelowna <Hearts>") in told
    assert squeezed("We play: 75 (Kelowna <Hearts>)") in told
    assert told.index(squeezed("Agree before you play")) < told.index(squeezed("We play: 75 (Kel"))


@every_look
def test_the_rest_of_the_book_is_there(name: str) -> None:
    found = read(name)
    told = "".join(found.pages)
    tops = [title for title, _at, depth in found.bookmarks if depth == 0]
    assert tops == [
        book(name).title,
        "Contents",
        "New in this edition",
        "General rules",
        "The games",
        "Score sheets",
        "Boards",
        "Where the games come from",
        "About this book",
        "Index",
    ]
    for words in ("A Higher Standard", "The Kali Effect", "Brent Metzker", "Jacob Garby"):
        assert squeezed(words) in squeezed(told)
    assert squeezed("Since Sixth edition") in squeezed(told)


@pytest.mark.exhaustive(keep=("A5",))  # what ends a page is told of by test_setting.py, too
@pytest.mark.parametrize("name", LOOKS)
def test_no_heading_stands_alone_at_the_foot_of_a_page(name: str) -> None:
    looks, found = LOOKS[name], read(name)
    titles = {squeezed(title) for one in book(name).chapters for _tag, title in headings(one.text)}
    for at in found.part("The games"):
        lines: list[tuple[float, float, str]] = []

        def keep(words: str, cm: list[float], tm: list[float], _font: object, size: float,
                 lines: list[tuple[float, float, str]] = lines) -> None:  # fmt: skip
            if words.strip() and cm[5] + tm[5] > looks.foot:
                lines.append((cm[5] + tm[5], size, words.strip()))

        found.reader.pages[at].extract_text(visitor_text=keep)
        if lines:
            foot = min(lines)[0] + SAME_LINE
            last = "".join(words for y, _size, words in lines if y < foot)
            caption = min(lines)[1] < looks.base * 0.95
            assert caption or squeezed(last) not in titles


def test_small_roman_figures() -> None:
    assert [roman(number) for number in (1, 2, 3, 4, 5, 9, 12)] == [
        "i", "ii", "iii", "iv", "v", "ix", "xii",
    ]  # fmt: skip
