"""Long lists in parts: so many lines on a page, found by turning, by searching, or by one's own."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.urls import reverse

from tournaments.web.responses import clean_line, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from django.http import HttpRequest

T = TypeVar("T")

LINES = 100  # on a page
MOST_PAGES = 1000
WHOLE = "all"  # the page that is all of them
LONGEST_QUERY = 80
# Letters with a stroke and the like, which are no accents to Unicode.
STROKES = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"})


def is_long(count: int) -> bool:
    """Whether so many are too many to be looked through in one list."""
    return count > LINES


@dataclass(frozen=True, slots=True)
class PageRequest:
    """What the address asks for: a page of everything, or of those whose name holds `q`. Where
    `is_whole` all lines on one page are wanted, as far as the page offers that."""

    page: int = 1
    q: str = ""
    is_whole: bool = False

    @classmethod
    def of(cls, request: HttpRequest) -> PageRequest:
        """Out of `?page=` and `?q=`; anything else in there is the first page of everything."""
        asked = request.GET.get("page")
        page = whole_number(asked, 1, MOST_PAGES) or 1
        q = clean_line(request.GET.get("q"), LONGEST_QUERY)
        return cls(page, q, is_whole=asked == WHOLE)

    def at(self, path: str, **also: object) -> str:
        """That address with what is wanted (and `also`) behind it; as it is for the first page of
        everything."""
        page = WHOLE if self.is_whole else self.page
        asked = {**also, **({"page": page} if page != 1 else {}), "q": self.q}
        behind = urlencode({name: value for name, value in asked.items() if value != ""})
        return f"{path}?{behind}" if behind else path


@dataclass(frozen=True, slots=True)
class ListPage(Generic[T]):
    """One page of a list. `numbers` are the pages to turn to, None for those left out; `found` is
    how many lines there are with that `q`, `total` how many there are."""

    lines: Sequence[T]
    page: int
    pages: int
    found: int
    total: int
    q: str = ""
    numbers: tuple[int | None, ...] = ()
    also: tuple[tuple[str, str], ...] = ()  # what else the address asks for

    @property
    def long(self) -> bool:
        """Whether somebody has to be looked for."""
        return is_long(self.total)

    @property
    def before(self) -> int | None:
        return self.page - 1 if self.page > 1 else None

    @property
    def after(self) -> int | None:
        return self.page + 1 if self.page < self.pages else None

    @property
    def more(self) -> str:
        """What stands in the address of the other pages besides their number."""
        asked = [(name, value) for name, value in (("q", self.q), *self.also) if value]
        return f"&{urlencode(asked)}" if asked else ""


def plain(text: str) -> str:
    """A text as people look for it: in small letters and without accents."""
    small = text.casefold()
    if small.isascii():
        return small
    bare = unicodedata.normalize("NFKD", small).translate(STROKES)
    return "".join(one for one in bare if not unicodedata.combining(one))


def search_items(items: Sequence[T], q: str, name: Callable[[T], str]) -> Sequence[T]:
    """The items whose name holds `q`; where none does, those whose name holds each of its words."""
    sought = plain(q)
    if not sought:
        return items
    called = [(plain(name(one)), one) for one in items]
    found = [one for text, one in called if sought in text]
    words = sought.split()
    if not found and len(words) > 1:
        found = [one for text, one in called if all(word in text for word in words)]
    return found


def list_page(
    items: Sequence[T],
    wanted: PageRequest,
    name: Callable[[T], str],
    size: int = LINES,
    **also: str,
) -> ListPage[T]:
    """The wanted page of `items`, of which `name` tells what they are looked for by; `also` stands
    in the address of every page.

    The last page for a number that is too high.
    """
    found = search_items(items, wanted.q, name)
    paginator = Paginator(found, size)
    shown = paginator.get_page(wanted.page)
    numbers = paginator.get_elided_page_range(shown.number, on_each_side=1, on_ends=1)
    return ListPage(
        found[shown.start_index() - 1 : shown.end_index()] if found else (),
        shown.number,
        paginator.num_pages,
        len(found),
        len(items),
        wanted.q,
        tuple(one if isinstance(one, int) else None for one in numbers),
        tuple(also.items()),
    )


def page_with(items: Sequence[T], is_it: Callable[[T], bool], size: int = LINES) -> int | None:
    """The number of the page on which somebody stands; None for nobody."""
    at = next((at for at, one in enumerate(items) if is_it(one)), None)
    return None if at is None else at // size + 1


@dataclass(frozen=True, slots=True)
class Address:
    """Addresses that differ in their last number alone, made without asking for each."""

    name: str
    args: tuple[object, ...]
    ends: tuple[str, str] = field(init=False)

    def __post_init__(self) -> None:
        head, _zero, tail = reverse(self.name, args=(*self.args, 0)).rpartition("0")
        object.__setattr__(self, "ends", (head, tail))

    def of(self, number: int) -> str:
        return f"{self.ends[0]}{number}{self.ends[1]}"
