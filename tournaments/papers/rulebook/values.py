"""A book as plain values for the template that sets it (`template/book.typ`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rulesets.rule_texts import OPTIONS, SOURCE
from tournaments.papers.rulebook.greys import svg_of
from tournaments.papers.rulebook.lists import (
    GLOSSARY,
    SHEETS,
    contents_of,
    games_to_find,
    names_of,
)
from tournaments.papers.rulebook.text_tree import plain, table_of, tree_of, words_of
from tournaments.papers.typefaces import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.drawing.vectors import Drawing
    from tournaments.papers.rulebook.book import Book, BookStyle, Chapter
    from tournaments.papers.rulebook.text_tree import Node
    from tournaments.rules.rule_text import Agreed

Values = dict[str, Any]
SCORING = "scoring"
NOWHERE = frozenset({SOURCE, OPTIONS})  # sections that a chapter has elsewhere, or not at all
BOARD = "~board"
LONGEST_ALT = 900
MOST_CHANGES = 24  # lines of "New in this edition": half a page
REGIONS = {"en": "GB"}


def values_of(book: Book, book_style: BookStyle, sheets: Mapping[str, int] | None = None) -> Values:
    """Everything that the template asks for.

    sheets: how many pages of score sheets stand before that of each chapter, at the end of the
    book.
    """
    pictures: dict[str, Values] = {}
    is_book = book_style.kind != "cards"
    front = [_chapter(chapter, pictures, {}) for chapter in book.front] if is_book else []
    chapters = [_chapter(chapter, pictures, sheets or {}) for chapter in book.chapters]
    language, _dash, region = book.language.partition("-")
    values = {
        "style": book_style.page._asdict(),
        "kind": "cards" if book_style.kind == "cards" else "book",
        "lang": language,
        "region": region.upper() or REGIONS.get(language),
        "title": book.title,
        "family": book.family,
        "year": book.year,
        "edition": book.edition,
        "dedication": book.dedication,
        "imprint": _imprint(book),
        "words": _words_of_template(),
        "front": front,
        "chapters": chapters,
        "contents": list(contents_of(book)),
        "find": list(games_to_find(book)),
        "names": names_of(book.chapters),
        "glossary": _glossary(book),
        "credits": [
            [credit.text, [list(game) for game in credit.games]] for credit in book.credits
        ],
        "about": tree_of(book.about, "~about"),
        "changes": _changes(book),
        "sheets": SHEETS if sheets else "",
    }
    return {**printable_values(values), "pictures": pictures, **_unnumbered()}


def _unnumbered() -> Values:
    """What `layout.py` fills in once it knows how long everything is."""
    maps = ("scales", "lengths", "pages", "rooms")
    return {**{name: {} for name in maps}, "notes": [], "lists": [], "index": []}


def _glossary(book: Book) -> list[Values | list[Any]]:
    """The words, and what they mean."""
    return [
        [word, words_of(text, f"{GLOSSARY}{at}")] for at, (word, text) in enumerate(book.glossary)
    ]


def printable_values(value: Any) -> Any:
    """A tree of plain values with all its text `printable`."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, list | tuple):
        return [printable_values(part) for part in value]
    if isinstance(value, dict):
        return {key: printable_values(part) for key, part in value.items()}
    return value


def _words_of_template() -> dict[str, str]:
    """The words of the template itself."""
    return {
        "p": _("p."),
        "contents": _("Contents"),
        "find": _("Find a game"),
        "find_words": _(
            "A dot: so many can play. The shortest games come first; the minutes are those of a "
            "whole game."
        ),
        "players": _("players"),
        "minutes": _("minutes"),
        "need": _("you need"),
        "page": _("page"),
        "names": _("Games by name"),
        "see": _("see"),
        "glossary": _("Words"),
        "index": _("Index"),
        "index_words": _(
            "Bold: where a word is explained in full. Italic: its place among the Words."
        ),
        "credits": _("Where the games come from"),
        "about": _("About this book"),
        "also": _("Also called"),
        "common": _("What it shares with other games:"),
        "board_at": _("The board is on"),
        "sheet_at": _("The score sheet is on"),
        "board_title": _("{}: the board"),
        "we_play": _("We play"),
        "notes": _("Our notes"),
        "aces": _("A fan of the four aces"),
        "changes": _("New in this edition"),
        "sheets": _("Score sheets"),
        "play": _("play"),
        "deal": _("deal"),
        "aim": _("aim"),
        "scoring": _("scoring"),
        "end": _("end"),
    }


def _imprint(book: Book) -> list[str]:
    lines = [" · ".join(filter(None, (book.edition, book.year)))]
    lines.append(_("Set in Vollkorn by Friedrich Althausen."))
    lines.append(
        _("The games are told in words of our own; where they come from is told at the end.")
    )
    return [line for line in lines if line]


def _changes(book: Book) -> Values:
    """What is new, no longer than half a page: of the rest only how many games it concerns."""
    if not book.since or not book.changes:
        return {"since": "", "rows": []}
    rows: list[Values] = []
    lines = 0
    for place, change in enumerate(book.changes):
        lines += 1 + len(change.what)
        if lines > MOST_CHANGES:
            left = len(book.changes) - place
            what = _("Changes in {count} more games.").format(count=left)
            rows.append({"name": "", "key": "", "what": [what]})
            break
        rows.append({"name": change.name, "key": change.key, "what": list(change.what)})
    return {"since": _("Since {edition}").format(edition=book.since), "rows": rows}


# --- chapters -------------------------------------------------------------------------------------


def _chapter(chapter: Chapter, pictures: dict[str, Values], sheets: Mapping[str, int]) -> Values:
    for name, drawing in chapter.pictures.items():
        pictures[f"{chapter.key}.{name}"] = _picture(drawing)
    boards = []
    for number, drawing in enumerate(chapter.boards):
        boards.append(f"{chapter.key}{BOARD}{number}")
        pictures[boards[-1]] = _picture(drawing)
    cards: dict[str, Drawing] = {}
    blocks = tree_of(
        chapter.text,
        chapter.key,
        labels=chapter.labels,
        without=NOWHERE,
        pictures=chapter.pictures.keys(),
        unless=chapter.about,
        cards=cards,
    )
    pictures.update((name, _picture(drawing)) for name, drawing in cards.items())
    return {
        "key": chapter.key,
        "name": chapter.name,
        "is_game": chapter.line is not None,
        "about": chapter.about,
        "facts": [list(fact) for fact in chapter.facts],
        "aliases": list(chapter.aliases),
        "common": list(chapter.common),
        "house": _house(chapter, blocks),
        "blocks": _with_figures(blocks, chapter),
        "boards": boards,
        "sheet": sheets.get(chapter.key, -1),
        "quick": quick_of(blocks),
    }


def _picture(drawing: Drawing) -> Values:
    words = ". ".join(part.render(_) for part in (drawing.title, *drawing.description))
    return {
        "svg": svg_of(drawing),
        "alt": printable(words[:LONGEST_ALT]),
        "ratio": drawing.width / drawing.height,
        "width": drawing.width,
    }


def _with_figures(blocks: list[Node], chapter: Chapter) -> list[Node]:
    """The blocks, with the tables of the declaration that the text does not have, at the end of
    the scoring."""
    tables = list(_tables(blocks))
    missing = [
        figures for figures in chapter.tables if not any(figures.proof <= words for words in tables)
    ]
    if not missing:
        return blocks
    new: list[Node] = []
    for figures in missing:
        rows = [[[cell] if cell else [] for cell in row] for row in figures.rows]
        new.append(["p", [["em", [figures.title]]]])
        new.append(table_of([[cell] for cell in figures.head], rows))
    at = len(blocks)
    heads = [place for place, block in enumerate(blocks) if block[0] == "h" and block[1] == 2]
    for place, following in zip(heads, [*heads[1:], len(blocks)], strict=True):
        if blocks[place][2] == SCORING:
            at = following
    return [*blocks[:at], *new, *blocks[at:]]


def _tables(blocks: Sequence[Node]) -> Iterator[frozenset[str]]:
    """The words and numbers of each table."""
    for block in blocks:
        if block[0] == "table":
            facts = block[1]
            cells = [*facts["head"], *(cell for row in facts["rows"] for cell in row)]
            yield frozenset(
                word
                for cell in cells
                for word in re.findall(r"[\w−½]+", plain(cell).replace(",", ""))
            )


def _house(chapter: Chapter, blocks: Sequence[Node]) -> list[Values]:
    """What is played otherwise: the anchor of the section that it changes ("" for none), the
    sentence, and the name of the rules."""
    anchors = {block[2] for block in blocks if block[0] == "h"}
    rows = []
    for rules in chapter.house:
        for agreed in rules.agreed:
            note = chapter.notes.get(agreed.key)
            sentence = note.sentence if note else _("{label}: {value}, not {usual}.")
            at = note.anchor if note and note.anchor in anchors else ""
            words = _filled(sentence, agreed)
            rows.append({"at": at, "words": words, "name": rules.name})
    return rows


def _filled(sentence: str, agreed: Agreed) -> list[Node]:
    """A sentence with what is played in bold. Values are no Markdown."""
    words: list[Node] = []
    for place, part in enumerate(re.split(r"\{(value|usual|label)\}", sentence)):
        if not place % 2:
            words += _with_its_spaces(part)
        elif part == "value":
            words.append(["b", [agreed.value]])
        else:
            words.append(agreed.usual if part == "usual" else agreed.label)
    return words


def _with_its_spaces(text: str) -> list[Node]:
    """Markdown as words, with the spaces at both ends, which Markdown drops."""
    bare = text.strip()
    if not bare:
        return [text] if text else []
    before, _bare, after = text.partition(bare)
    return [*([before] if before else []), *words_of(bare), *([after] if after else [])]


# --- cards for quick reference --------------------------------------------------------------------

DEALING = re.compile(r"\b(deal|deals|dealt|gets?|draws)\b")
STEPS = 6
MOST_COLUMNS = 4
TABLES = frozenset({"scoring", "counting", "values", "cards", "quarters"})


def quick_of(blocks: Sequence[Node]) -> dict[str, list[Node]]:
    """What a card tells: by its part the block of the text that says it."""
    parts: dict[str, list[Node]] = {}
    anchor = ""
    for block in blocks:
        kind = block[0]
        if kind == "h":
            anchor = block[2] if block[1] == 2 else anchor
        elif anchor == "object" and kind == "p":
            parts.setdefault("aim", [block])
        elif anchor == "players" and kind == "p" and DEALING.search(plain(block[1])):
            parts.setdefault("deal", [block])
        elif anchor == "play" and kind == "ol":
            parts.setdefault("play", [["ol", block[1][:STEPS], block[2]]])
        elif anchor == "play" and kind == "ul":
            parts.setdefault("play", [["ul", block[1][:STEPS]]])
        elif anchor in TABLES and kind == "table" and len(block[1]["head"]) <= MOST_COLUMNS:
            parts.setdefault("scoring", [block])
        elif anchor == "scoring" and kind == "p":
            parts.setdefault("scores", [block])
        elif anchor == "ending" and kind == "p":
            parts.setdefault("end", [block])
    return parts
