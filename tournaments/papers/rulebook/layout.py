"""The pages of a rulebook before they are set: how long each part of it is, where it begins, and
what its references and its index say.

The typesetter measures the parts one by one. What is known of a part depends on nothing but itself
and is remembered, so that a book of which little has changed is measured quickly; and no page has
to be set twice because another one has moved.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from django.core.cache import cache

from tournaments.papers.rulebook.lists import (
    CONTENTS,
    CREDITS,
    FIND,
    GLOSSARY,
    INDEX,
    NAMES,
    SHEETS,
    initial,
    sorting,
)
from tournaments.papers.rulebook.typesetter import measure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tournaments.papers.rulebook.book import PageStyle
    from tournaments.papers.rulebook.typesetter import Measures
    from tournaments.papers.rulebook.values import Values

SCALES = (0.96, 0.92)  # how much smaller the type of a chapter may be to save a page
LITTLE = 0.06  # of a page: what may be saved by the larger of them
REMEMBER = 30 * 24 * 60 * 60  # seconds that a part's length is remembered
EDITION = 3  # of the template, as far as lengths depend on it
COVERS = 2  # pages before the contents
LEAST_NOTES = 0.3  # of a page: less room than this stays empty
BETWEEN = 3  # lines between a text and the notes below it
LEAF, SWAP, SWAP_OF_LETTERS = 8, 1, 3  # what a page for notes costs, and two that change places
COPY = "~at"  # between the key of a chapter and the scale at which it is measured


class Extent(NamedTuple):
    """A chapter or a list: its pages, how full the last one is (0 to 1), the scale of its type, the
    page (from 0) of each place and each word of the index in it, and of the example that stands
    across the page (None: there is none)."""

    pages: int
    full: float
    places: tuple[tuple[str, int], ...]
    entries: tuple[tuple[str, str, Any, int], ...]
    across: int | None
    scale: float = 1.0


Extents = dict[str, Extent]


def number_pages(values: Values, page: PageStyle, go_on: Callable[[], None]) -> None:
    """Enter into the values how long the chapters are, which are set a little smaller, the page of
    every place, and the index. go_on: see `run_typesetter`."""
    before = [CONTENTS, *([FIND] if values["find"] else []), values["front"][0]["key"]]
    after = [NAMES, *([GLOSSARY] if values["glossary"] else [])]
    parts = _chapters(values, page, [*before, *after], go_on)
    _arrange(values, parts, COVERS + 1 + sum(parts[key].pages for key in before))
    for chapter in values["chapters"]:
        part = parts[chapter["key"]]
        if part.scale < 1:
            values["scales"][chapter["key"]] = part.scale
        room = _room(part, page)
        if room is not None:
            values["rooms"][chapter["key"]] = room
    end = _number(values, parts, [*before, None, *after], COVERS + 1)
    values["index"] = _index(parts, values["pages"])
    last = [*([INDEX] if values["index"] else []), CREDITS]
    parts |= _lists(values, last, go_on)
    values["pages"][SHEETS] = _number(values, parts, last, end)
    values["lists"] = {"before": before, "after": [*after, *last]}


def _number(values: Values, parts: Extents, keys: Iterable[str | None], page: int) -> int:
    """Number the parts from `page` on, and return the page after them. None: all chapters, and
    their boards. A chapter with an even number of pages begins on the left, so that no leaf has to
    be turned; the page before it is for notes."""
    for key in keys:
        if key is not None:
            page = _enter(values, key, parts[key], page)
            continue
        for chapter in values["chapters"]:
            part = parts[chapter["key"]]
            if part.pages % 2 == 0 and page % 2:
                values["notes"].append(chapter["key"])
                page += 1
            page = _enter(values, chapter["key"], part, page)
        boards = [name for chapter in values["chapters"] for name in chapter["boards"]]
        values["pages"].update((name, page + at) for at, name in enumerate(boards))
        page += len(boards)
    return page


def _arrange(values: Values, parts: Extents, page: int) -> None:
    """Let neighbours in the contents change places where that saves a page for notes alone: a game
    of one page then stands between two spreads. page: the first one of the chapters.

    Two that begin with the same letter do so more readily; and a game stands one place from where
    the alphabet has it, at most.
    """
    groups = [[row["key"] for row in group["rows"]] for group in values["contents"]]
    group_of = {key: at for at, keys in enumerate(groups) for key in keys}
    chapters = {chapter["key"]: chapter for chapter in values["chapters"]}
    keys = list(chapters)
    # After each number of chapters, for the next page on the right (1) or on the left (0): what
    # the best order of them costs.
    orders: list[dict[int, tuple[int, list[str]]]] = [{page % 2: (0, [])}]
    for at in range(1, len(keys) + 1):
        ways: list[tuple[int, tuple[int, list[str]], list[str]]] = [
            (side, order, keys[at - 1 : at]) for side, order in orders[at - 1].items()
        ]
        pair = keys[max(0, at - 2) : at]
        if len(pair) > 1 and group_of[pair[0]] == group_of[pair[1]]:
            initials = {initial(chapters[key]["name"]) for key in pair}
            price = SWAP if len(initials) == 1 else SWAP_OF_LETTERS
            ways += [
                (side, (cost + price, order), pair[::-1])
                for side, (cost, order) in orders[at - 2].items()
            ]
        best: dict[int, tuple[int, list[str]]] = {}
        for side, (cost, order), more in ways:
            leaves, then = _leaves([parts[key].pages for key in more], side)
            way = (cost + leaves * LEAF, order + more)
            if then not in best or way[0] < best[then][0]:
                best[then] = way
        orders.append(best)
    _cost, order = min(orders[-1].values(), key=lambda way: way[0])
    values["chapters"] = [chapters[key] for key in order]
    places = {key: at for at, key in enumerate(order)}
    for group in values["contents"]:
        group["rows"].sort(key=lambda row: places.get(row["key"], 0))


def _leaves(lengths: Iterable[int], side: int) -> tuple[int, int]:
    """How many pages for notes stand before chapters of these lengths, and on which side the page
    after them is (1: on the right)."""
    leaves = 0
    for length in lengths:
        leaf = int(length % 2 == 0 and side == 1)
        leaves += leaf
        side = (side + leaf + length) % 2
    return leaves, side


def _enter(values: Values, key: str, part: Extent, page: int) -> int:
    """Enter the pages of a part that begins on `page`; return the page after it. A name that two
    places share leads nowhere."""
    values["lengths"][key] = part.pages
    names = Counter(name for name, _page in part.places)
    values["pages"].update((name, page + at) for name, at in part.places if names[name] == 1)
    return page + part.pages


def _room(part: Extent, page: PageStyle) -> Values | None:
    """The height in points of the notes at the foot of a chapter's last page, and whether its
    example is above them there; None if there is little room."""
    height = page.height - page.top - page.bottom
    used = part.full * page.columns * height  # of the first column
    room = height - used - BETWEEN * page.line_height
    if room < LEAST_NOTES * height:
        return None
    return {"height": round(room, 1), "with_example": part.across == part.pages - 1}


def _index(parts: Extents, pages: Mapping[str, int]) -> list[Any]:
    """The words of the index letter by letter: each with its pages, what it finds there ("main",
    "glossary" or "") and the name of the place ("" if two places have it)."""
    terms: dict[str, dict[int, tuple[str, str]]] = {}
    names = Counter(name for part in parts.values() for name, *_entry in part.entries)
    for key, part in parts.items():
        if key not in pages:
            continue
        for name, term, kind, at in part.entries:
            number = pages[key] + at
            kinds = "main" if kind is True else kind or ""
            former = terms.setdefault(term, {}).get(number)
            place = name if names[name] == 1 else ""
            if former is None:
                terms[term][number] = (kinds, place)
            elif kinds == "main":
                terms[term][number] = (kinds, former[1])
    rows: list[Any] = [
        [term, [[number, *numbers[number]] for number in sorted(numbers)]]
        for term, numbers in sorted(terms.items(), key=lambda item: sorting(item[0]))
    ]
    return [[letter, list(group)] for letter, group in groupby(rows, lambda row: initial(row[0]))]


# --- measuring ------------------------------------------------------------------------------------


def _chapters(
    values: Values, page: PageStyle, lists: Sequence[str], go_on: Callable[[], None]
) -> Extents:
    """The lists and all chapters, each as large as it can be on the fewest pages."""
    chapters = {chapter["key"]: chapter for chapter in values["chapters"]}
    names = {key: _name_of(chapter, values) for key, chapter in chapters.items()}
    names |= {key: _name_of(_contents(key, values), values) for key in lists}
    parts = _remembered(names)
    new = [chapter for key, chapter in chapters.items() if key not in parts]
    missing = [key for key in lists if key not in parts]
    if new or missing:
        extents = _parts_of(measure(values | {"chapters": new, "lists": missing}, go_on))
        extents |= _smaller(
            [chapters[key] for key in extents if key in chapters], extents, values, page, go_on
        )
        cache.set_many({names[key]: tuple(part) for key, part in extents.items()}, REMEMBER)
        parts |= extents
    return {key: parts[key] for key in (*lists, *chapters)}


def _smaller(
    chapters: Sequence[Values], parts: Extents, values: Values, page: PageStyle,
    go_on: Callable[[], None],
) -> Extents:  # fmt: skip
    """The chapters that a little smaller type makes a page shorter, in the largest such type."""
    copies, scales = [], {}
    for chapter in chapters:
        part = parts[chapter["key"]]
        if part.pages > 1 and part.full < page.spare * (part.pages - 1):
            for scale in SCALES if part.full < LITTLE else SCALES[-1:]:
                name = f"{chapter['key']}{COPY}{scale}"
                copies.append(chapter | {"key": name})
                scales[name] = scale
    if not copies:
        return {}
    measures = measure(values | {"chapters": copies, "lists": [], "scales": scales}, go_on)
    extents: Extents = {}
    for name, part in _parts_of(measures).items():
        key = name.partition(COPY)[0]
        if key not in extents and part.pages < parts[key].pages:
            places = tuple((place.replace(name, key, 1), at) for place, at in part.places)
            extents[key] = part._replace(scale=scales[name], places=places)
    return extents


def _lists(values: Values, keys: Sequence[str], go_on: Callable[[], None]) -> Extents:
    """The lists at the end, which are known once all other pages are."""
    names = {key: _name_of(_contents(key, values), values) for key in keys}
    parts = _remembered(names)
    if missing := [key for key in keys if key not in parts]:
        extents = _parts_of(measure(values | {"chapters": [], "lists": missing}, go_on))
        cache.set_many({names[key]: tuple(part) for key, part in extents.items()}, REMEMBER)
        parts |= extents
    return parts


def _contents(key: str, values: Values) -> Any:
    """What a list shows."""
    fields = {
        CONTENTS: ("contents",), FIND: ("find",), NAMES: ("names",), GLOSSARY: ("glossary",),
        INDEX: ("index",), CREDITS: ("credits", "about", "changes"),
    }  # fmt: skip
    return [key, *(values[field] for field in fields.get(key, ("front",)))]


def _name_of(part: Any, values: Values) -> str:
    """The name under which the length of a part is remembered."""
    blocks = part["blocks"] if isinstance(part, dict) else ()
    ratios = [values["pictures"][key]["ratio"] for key in _pictures_in(blocks, values)]
    whole = json.dumps([part, values["style"], values["lang"], values["words"], ratios, EDITION])
    return f"book-part:{hashlib.sha256(whole.encode()).hexdigest()}"


def _pictures_in(blocks: Iterable[Any], values: Values) -> list[str]:
    return [
        block[1] for block in blocks if block[0] == "picture" and block[1] in values["pictures"]
    ]


def _remembered(names: Mapping[str, str]) -> Extents:
    """The parts that have been measured before."""
    extents: dict[str, Any] = cache.get_many(names.values())
    return {key: Extent(*extents[name]) for key, name in names.items() if name in extents}


def _parts_of(measures: Measures) -> Extents:
    """What was measured, part by part: each begins on a page of its own."""
    ends = {key: (page, full) for key, page, full in measures["ends"]}
    across = dict(measures["across"])
    parts: Extents = {}
    for key, start in measures["starts"]:
        end, full = ends[key]
        within = range(start, end + 1)
        at = across.get(key)
        parts[key] = Extent(
            len(within),
            full,
            tuple((name, page - start) for name, page in measures["places"] if page in within),
            tuple(
                (name, term, kind, page - start)
                for name, term, kind, page in measures["entries"]
                if page in within
            ),
            None if at is None else at - start,
        )
    return parts
