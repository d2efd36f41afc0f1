"""What a checker of PDF/UA-1 asks of a file, as far as pikepdf can tell."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pikepdf

SHOWN = {"Tj", "TJ", "f", "f*", "S", "B", "B*", "b", "s", "Do"}

HOMES = {
    "TR": {"/Table", "/THead", "/TBody", "/TFoot"},
    "TH": {"/TR"},
    "TD": {"/TR"},
    "LI": {"/L"},
    "LBody": {"/LI"},
}  # in what an element may be


def faults_in(pdf: bytes) -> dict[str, int]:
    """What is wrong, and how often; empty for a file without a fault."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        parts = (_of_file, _of_pages, _of_fonts, _of_tags)
        return dict(Counter(fault for part in parts for fault in part(document)))


def kinds_in(pdf: bytes) -> Counter[str]:
    """The kinds of elements in the structure of a file."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return Counter(kind for kind, _element in _elements(document.Root.StructTreeRoot))


def _of_file(document: Any) -> Iterator[str]:
    root = document.Root
    if not str(root.get("/Lang", "")):
        yield "no language"
    if not bool(root.get("/MarkInfo", {}).get("/Marked")):
        yield "not marked"
    if not bool(root.get("/ViewerPreferences", {}).get("/DisplayDocTitle")):
        yield "title not displayed"
    metadata = document.open_metadata()
    if metadata.get("pdfuaid:part") != "1":
        yield "does not say PDF/UA-1"
    if not metadata.get("dc:title"):
        yield "no title"


def _of_pages(document: Any) -> Iterator[str]:
    for page in document.pages:
        links = page.get("/Annots", [])
        if "/StructParents" not in page:
            yield "page without structure"
        if len(links) and page.get("/Tabs") != "/S":
            yield "links in no order"
        for link in links:
            if "/Contents" not in link:
                yield "link without words"
            if "/StructParent" not in link:
                yield "link outside of the structure"
        depth = 0
        for _operands, operator in pikepdf.parse_content_stream(page):
            name = str(operator)
            depth += (name in ("BDC", "BMC")) - (name == "EMC")
            if name in SHOWN and not depth:
                yield f"unmarked {name}"


def _of_fonts(document: Any) -> Iterator[str]:
    every = (
        font
        for page in document.pages
        for font in (page.get("/Resources") or {}).get("/Font", {}).values()
    )
    for font in {font.objgen: font for font in every}.values():
        if "/ToUnicode" not in font:
            yield "font without letters"
        inner = font.DescendantFonts[0] if "/DescendantFonts" in font else font
        descriptor = inner.get("/FontDescriptor", {})
        if not any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            yield "font not embedded"


def _of_tags(document: Any) -> Iterator[str]:
    levels = [0]
    for kind, element in _elements(document.Root.StructTreeRoot):
        if re.fullmatch("H[1-6]", kind):
            levels.append(int(kind[1]))
        if kind == "Figure" and not str(element.get("/Alt", "")):
            yield "figure without words"
        if kind == "TH" and not _fact(element, "/Scope"):
            yield "head of a table without scope"
        home = str(element.P.get("/S", ""))
        if home not in HOMES.get(kind, {home}):
            yield f"{kind} in {home}"
        if kind == "Table":
            rows = [row for name, row in _elements(element) if name == "TR"]
            widths = {sum(int(_fact(cell, "/ColSpan") or 1) for cell in row.K) for row in rows}
            if len(widths) != 1:
                yield f"rows of {sorted(widths)} columns"
    for before, after in pairwise(levels):
        if after > before + 1:
            yield "level of headings skipped"


def _fact(element: Any, key: str) -> Any:
    """What an element says of itself; None if it says nothing."""
    attributes = element.get("/A", [])
    several = attributes if isinstance(attributes, pikepdf.Array) else [attributes]
    return next((each[key] for each in several if key in each), None)


def _elements(root: Any) -> Iterator[tuple[str, Any]]:
    """Every element of a tree with its kind."""
    kids = root.get("/K")
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield str(kid.S).removeprefix("/"), kid
            yield from _elements(kid)
