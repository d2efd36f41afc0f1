"""Long lists in pages, with search by name."""

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
WHOLE = "all"  # the page with all lines
LONGEST_QUERY = 80
# Letters with a stroke and similar ones, which Unicode does not decompose.
STROKES = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"})


def is_long(count: int) -> bool:
    """Whether that number of lines is too large for one list."""
    return count > LINES


@dataclass(frozen=True, slots=True)
class PageRequest:
    """The query of a list's address: a page of all lines, or of those whose name contains `q`.
    `is_whole`: all lines on one page, if the page offers that."""

    page: int = 1
    q: str = ""
    is_whole: bool = False

    @classmethod
    def of(cls, request: HttpRequest) -> PageRequest:
        """Read `?page=` and `?q=`; invalid values give the first page of all lines."""
        page_text = request.GET.get("page")
        page = whole_number(page_text, 1, MOST_PAGES) or 1
        q = clean_line(request.GET.get("q"), LONGEST_QUERY)
        return cls(page, q, is_whole=page_text == WHOLE)

    def at(self, path: str, **also: object) -> str:
        """Return the path with this query and `also`; the path alone for the first page of all
        lines."""
        page = WHOLE if self.is_whole else self.page
        parameters = {**also, **({"page": page} if page != 1 else {}), "q": self.q}
        behind = urlencode({name: value for name, value in parameters.items() if value != ""})
        return f"{path}?{behind}" if behind else path


@dataclass(frozen=True, slots=True)
class ListPage(Generic[T]):
    """One page of a list. `numbers`: the pages to turn to, None for a gap; `found`: the number of
    lines that match `q`; `total`: the number of all lines."""

    lines: Sequence[T]
    page: int
    pages: int
    found: int
    total: int
    q: str = ""
    numbers: tuple[int | None, ...] = ()
    also: tuple[tuple[str, str], ...] = ()  # further parameters of the address

    @property
    def long(self) -> bool:
        return is_long(self.total)

    @property
    def before(self) -> int | None:
        return self.page - 1 if self.page > 1 else None

    @property
    def after(self) -> int | None:
        return self.page + 1 if self.page < self.pages else None

    @property
    def more(self) -> str:
        """The parameters of the other pages' addresses besides their number."""
        parameters = [(name, value) for name, value in (("q", self.q), *self.also) if value]
        return f"&{urlencode(parameters)}" if parameters else ""


def plain(text: str) -> str:
    """Return a text for searches: in small letters and without accents."""
    small = text.casefold()
    if small.isascii():
        return small
    bare = unicodedata.normalize("NFKD", small).translate(STROKES)
    return "".join(char for char in bare if not unicodedata.combining(char))


def search_items(items: Sequence[T], q: str, name: Callable[[T], str]) -> Sequence[T]:
    """Return the items whose name contains `q`; if there are none, those whose name contains each
    of its words."""
    sought = plain(q)
    if not sought:
        return items
    called = [(plain(name(item)), item) for item in items]
    matches = [item for text, item in called if sought in text]
    words = sought.split()
    if not matches and len(words) > 1:
        matches = [item for text, item in called if all(word in text for word in words)]
    return matches


def list_page(
    items: Sequence[T],
    page_request: PageRequest,
    name: Callable[[T], str],
    size: int = LINES,
    **also: str,
) -> ListPage[T]:
    """Return one page of `items`, searched by `name`; the last page if the number is too high.

    `also`: further parameters of every page's address.
    """
    matches = search_items(items, page_request.q, name)
    paginator = Paginator(matches, size)
    list_part = paginator.get_page(page_request.page)
    numbers = paginator.get_elided_page_range(list_part.number, on_each_side=1, on_ends=1)
    return ListPage(
        matches[list_part.start_index() - 1 : list_part.end_index()] if matches else (),
        list_part.number,
        paginator.num_pages,
        len(matches),
        len(items),
        page_request.q,
        tuple(number if isinstance(number, int) else None for number in numbers),
        tuple(also.items()),
    )


def page_with(items: Sequence[T], is_same: Callable[[T], bool], size: int = LINES) -> int | None:
    """Return the number of the page with the first matching item; None if there is none."""
    at = next((at for at, item in enumerate(items) if is_same(item)), None)
    return None if at is None else at // size + 1


@dataclass(frozen=True, slots=True)
class Address:
    """Addresses that differ only in their last number; Django's resolver is called once."""

    name: str
    args: tuple[object, ...]
    ends: tuple[str, str] = field(init=False)

    def __post_init__(self) -> None:
        head, _zero, tail = reverse(self.name, args=(*self.args, 0)).rpartition("0")
        object.__setattr__(self, "ends", (head, tail))

    def of(self, number: int) -> str:
        return f"{self.ends[0]}{number}{self.ends[1]}"
