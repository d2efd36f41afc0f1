"""Words within a line: from the pieces of a rule text to what reportlab's paragraphs read."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from xml.sax.saxutils import escape, quoteattr

from tournaments.papers.typefaces import Face, font, shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from markdown_it.token import Token

SCHEMES = ("http", "https", "mailto")


def dressed(text: str, face: Face = Face.TEXT) -> str:
    """A text as markup in `face`; what that face lacks is set in one that has it."""
    runs = shape(text, face).runs
    return "".join(
        escape(piece) if used is face else f'<font face="{_named(used)}">{escape(piece)}</font>'
        for used, piece, _shifts in runs  # a paragraph knows no places of single glyphs
    )


def _named(face: Face) -> str:
    """The name of a face, which is read if nothing was set in it before."""
    font(face)
    return face.value


def bold(text: str) -> str:
    """A text as markup in bold."""
    return in_bold(dressed(text, Face.BOLD))


def in_bold(markup: str) -> str:
    """Markup that was dressed in bold, in the bold face."""
    return f'<font face="{Face.BOLD.value}">{markup}</font>'


def linked(markup: str, to: str) -> str:
    """Markup that leads to a place in the book."""
    return f'<a href={quoteattr(f"#{to}")} color="black">{markup}</a>'


def plain(children: Sequence[Token] | None) -> str:
    """The letters alone."""
    return "".join(
        " " if child.type in ("softbreak", "hardbreak") else child.content
        for child in children or ()
        if child.type in ("text", "code_inline", "image", "softbreak", "hardbreak", "html_inline")
    )


def inline(
    children: Iterable[Token] | None, place: Callable[[str], str], *, strong: bool = False
) -> str:
    """The pieces of a line as markup.

    place: where an anchor of this text lies in the book ("" for one that it does not have).
    strong: the line is bold as a whole.
    """
    parts: list[str] = []
    level = int(strong)
    ends: list[str] = []
    for child in children or ():
        kind = child.type
        if kind in ("strong_open", "em_open"):
            level += 1
        elif kind in ("strong_close", "em_close"):
            level -= 1
        elif kind == "hardbreak":
            parts.append("<br/>")
        elif kind == "softbreak":
            parts.append(" ")
        elif kind == "link_open":
            before, after = _link(str(child.attrs.get("href", "")), place)
            parts.append(before)
            ends.append(after)
        elif kind == "link_close":
            parts.append(ends.pop())
        elif child.content:
            told = dressed(child.content, Face.BOLD if level else Face.TEXT)
            parts.append(in_bold(told) if level and not strong else told)
    return "".join(parts)


def _link(address: str, place: Callable[[str], str]) -> tuple[str, str]:
    """What stands before and behind the words of a link. Paper shows where one leads outside."""
    if address.startswith("#"):
        to = place(address[1:])
        return (f'<a href={quoteattr("#" + to)} color="black">', "</a>") if to else ("", "")
    if urlsplit(address).scheme in SCHEMES:
        shown = dressed(f" ({address.removeprefix('mailto:')})")
        return f'<a href={quoteattr(address)} color="black">', f"</a>{shown}"
    return "", ""
