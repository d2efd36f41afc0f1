"""Words within a line: from the pieces of a rule text to spans of one face each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tournaments.papers.typefaces import Face

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from markdown_it.token import Token

SCHEMES = ("http", "https", "mailto")
BREAK = "\n"  # a span of its own where a line must end


@dataclass(frozen=True, slots=True)
class Span:
    """Words in one face. `to`: where they lead, a place in the book or an address outside."""

    text: str
    face: Face = Face.BOOK
    to: str = ""


def plain(children: Sequence[Token] | None) -> str:
    """The letters alone."""
    return "".join(
        " " if child.type in ("softbreak", "hardbreak") else child.content
        for child in children or ()
        if child.type in ("text", "code_inline", "image", "softbreak", "hardbreak", "html_inline")
    )


def spans(
    children: Iterable[Token] | None, place: Callable[[str], str], face: Face = Face.BOOK
) -> list[Span]:
    """The pieces of a line in running text or, with another `face`, all in that.

    place: where an anchor of this text lies in the book ("" for one that it does not have).
    """
    found: list[Span] = []
    strong = slanted = 0
    ends: list[tuple[str, str]] = []  # where the links that are open lead, and what follows them
    for child in children or ():
        kind = child.type
        if kind in ("strong_open", "strong_close"):
            strong += child.nesting
        elif kind in ("em_open", "em_close"):
            slanted += child.nesting
        elif kind == "hardbreak":
            found.append(Span(BREAK, face))
        elif kind == "softbreak":
            found.append(Span(" ", face))
        elif kind == "link_open":
            ends.append(_link(str(child.attrs.get("href", "")), place))
        elif kind == "link_close":
            to, shown = ends.pop()
            if shown:
                found.append(Span(shown, face, to))
        elif child.content:
            used = _face(face, strong=bool(strong), slanted=bool(slanted))
            found.append(Span(child.content, used, ends[-1][0] if ends else ""))
    return found


def _face(face: Face, *, strong: bool, slanted: bool) -> Face:
    """The face of stressed words within `face`."""
    if strong:
        return Face.BOLD if face is Face.TEXT else Face.BOOK_BOLD
    if slanted:
        return Face.BOOK if face is Face.BOOK_ITALIC else Face.BOOK_ITALIC
    return face


def _link(address: str, place: Callable[[str], str]) -> tuple[str, str]:
    """Where a link leads, and what stands behind its words: paper shows an address outside."""
    if address.startswith("#"):
        return place(address[1:]), ""
    if urlsplit(address).scheme in SCHEMES:
        return address, f" ({address.removeprefix('mailto:')})"
    return "", ""


def is_address(to: str) -> bool:
    """Whether a link leads out of the book."""
    return urlsplit(to).scheme in SCHEMES
