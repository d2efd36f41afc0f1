"""The structure of the pages for screen readers: a tree of headings, paragraphs, tables and
figures, each with the marks under which it is drawn on the pages (PDF 32000-1, 14.7 and 14.8)."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import datetime

    from tournaments.papers.rulebook.book import Book


class Element:
    """A node: its kind ("P", "H1", "TD"), and its parts: nodes, or (page, mark on it).

    says: the text for a figure. scope: what the head of a table is about ("Column", "Row"), and how
    many columns it spans.
    """

    __slots__ = ("kind", "parts", "says", "scope", "span")

    def __init__(self, kind: str, *, says: str = "", scope: str = "", span: int = 1) -> None:
        self.kind, self.says, self.scope, self.span = kind, says, scope, span
        self.parts: list[Element | tuple[int, int]] = []

    def add(self, kind: str, *, says: str = "", scope: str = "", span: int = 1) -> Element:
        """Add a new last part and return it."""
        part = Element(kind, says=says, scope=scope, span=span)
        self.parts.append(part)
        return part


def tag_document(pdf: bytes, root: Element, book: Book, made: datetime | None) -> bytes:
    """The document with its tree, language, dates and metadata; the same input gives the same
    bytes."""
    import pikepdf  # 5 MB, for the few papers that are tagged

    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        _plant(pikepdf, document, root)
        document.Root.MarkInfo = pikepdf.Dictionary(Marked=True)
        document.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
        _describe(document, book, made)
        document.save(
            out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate
        )
    return out.getvalue()


def _plant(pikepdf: Any, document: Any, root: Element) -> None:
    """Write the tree, and the node of each mark on each page."""
    pages = [page.obj for page in document.pages]
    owners: list[list[Any]] = [[] for _page in pages]
    names = {}
    top = document.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.StructTreeRoot))

    def written(element: Element, parent: Any) -> Any:
        if element.kind not in names:
            names[element.kind] = pikepdf.Name(f"/{element.kind}")
        node = document.make_indirect(pikepdf.Dictionary(S=names[element.kind], P=parent))
        if element.says:
            node.Alt = element.says
        if element.scope:
            node.A = pikepdf.Dictionary(
                O=pikepdf.Name.Table, Scope=pikepdf.Name(f"/{element.scope}"), ColSpan=element.span
            )
        own = next((part[0] for part in element.parts if isinstance(part, tuple)), None)
        if own is not None:
            node.Pg = pages[own]
        parts = []
        for part in element.parts:
            if isinstance(part, Element):
                if part.parts:
                    parts.append(written(part, node))
                continue
            page, mark = part
            held = owners[page]
            held.extend([None] * (mark + 1 - len(held)))
            held[mark] = node
            parts.append(
                mark
                if page == own
                else pikepdf.Dictionary(Type=pikepdf.Name.MCR, Pg=pages[page], MCID=mark)
            )
        node.K = parts[0] if len(parts) == 1 else pikepdf.Array(parts)
        return node

    top.K = pikepdf.Array([written(root, top)])
    numbers: list[Any] = []
    for number, held in enumerate(owners):
        pages[number].StructParents = number
        pages[number].Tabs = pikepdf.Name.S
        numbers += [number, document.make_indirect(pikepdf.Array(held))]
    top.ParentTree = document.make_indirect(pikepdf.Dictionary(Nums=pikepdf.Array(numbers)))
    top.ParentTreeNextKey = len(pages)
    document.Root.StructTreeRoot = top


def _describe(document: Any, book: Book, made: datetime | None) -> None:
    """Write title, language and date into both kinds of metadata."""
    document.Root.Lang = book.language
    for key in ("/CreationDate", "/ModDate"):
        if made is not None:
            document.docinfo[key] = f"D:{made:%Y%m%d%H%M%S}Z"
        elif key in document.docinfo:
            del document.docinfo[key]
    with document.open_metadata(set_pikepdf_as_editor=False) as known:
        known["dc:title"] = book.title
        known["dc:language"] = [book.language]
        known["dc:description"] = book.edition
        if book.family:
            known["dc:creator"] = [book.family]
        known["xmp:CreatorTool"] = "Scorekeeper"
        if made is not None:
            known["xmp:CreateDate"] = known["xmp:ModifyDate"] = f"{made:%Y-%m-%dT%H:%M:%SZ}"
