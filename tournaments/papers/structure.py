"""The structure of a PDF: which of its text is a title, a paragraph, a cell or a picture, in the
order in which it is read aloud. Everything else on a page is decoration.

A pen notes the elements of each page as it draws; here they become the tags of the document, and
those of several documents become those of one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFString,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from reportlab.pdfgen.canvas import Canvas

Scope = Literal["Column", "Row"]
PAGE = "Sect"
CELLS = ("TH", "TD")  # stay though there is nothing in them


@dataclass(slots=True)
class Element:
    """A part of a page: its role ("H1", "P", "Table", …), the elements and the numbers of marked
    content in it, a text for those who cannot see it, the columns that a cell takes, and what the
    head of a table is for."""

    role: str
    alt: str = ""
    span: int = 1
    scope: Scope = "Column"
    kids: list[Element | int] = field(default_factory=list)


def write_structure(canvas: Canvas, pages: Sequence[Element], language: str) -> None:
    """Enter the elements of all pages into a document that is complete but for that."""
    document: Any = canvas._doc
    catalog = document.Catalog
    catalog.Lang = PDFString(language)
    catalog.MarkInfo = PDFDictionary({"Marked": "true"})
    canvas.setViewerPreference("DisplayDocTitle", "true")
    root = PDFDictionary({"Type": PDFName("StructTreeRoot")})
    root_reference = document.Reference(root)
    whole = PDFDictionary({"S": PDFName("Document"), "P": root_reference})
    whole_reference = document.Reference(whole)
    kids, numbers = [], []
    for place, (element, page) in enumerate(zip(pages, document.Pages.pages, strict=True)):
        marked: list[Any] = []
        reference = document.Reference(page)
        kids.append(_entered(document, element, whole_reference, reference, marked))
        numbers += [place, document.Reference(PDFArray(marked))]
        _number_page(page, place)
    whole.dict["K"] = PDFArray(kids)
    tree = PDFDictionary({"Nums": PDFArray(numbers)})
    root.dict |= {
        "K": PDFArray([whole_reference]),
        "ParentTree": document.Reference(tree),
        "ParentTreeNextKey": len(pages),
    }
    catalog.StructTreeRoot = root_reference


def _number_page(page: Any, place: int) -> None:
    page.__NoDefault__ = (*page.__NoDefault__, "StructParents", "Tabs")
    page.StructParents, page.Tabs = place, PDFName("S")


def _entered(document: Any, element: Element, parent: Any, page: Any, marked: list[Any]) -> Any:
    """Enter an element with all in it; `marked` gets the element of each marked content, which are
    numbered in their order on the page."""
    entries: dict[str, Any] = {
        "Type": PDFName("StructElem"), "S": PDFName(element.role), "P": parent, "Pg": page,
    }  # fmt: skip
    if element.alt:
        entries["Alt"] = PDFString(element.alt)
    facts: dict[str, Any] = {"Scope": PDFName(element.scope)} if element.role == "TH" else {}
    if element.span > 1:
        facts["ColSpan"] = element.span
    if facts:
        entries["A"] = PDFDictionary({"O": PDFName("Table")} | facts)
    dictionary = PDFDictionary(entries)
    reference = document.Reference(dictionary)
    kids: list[Any] = []
    for kid in element.kids:
        if isinstance(kid, Element):
            kids.append(_entered(document, kid, reference, page, marked))
        else:
            marked += [None] * (kid + 1 - len(marked))
            marked[kid] = reference
            kids.append(kid)
    dictionary.dict["K"] = PDFArray(kids)
    return reference


# --- several documents in one ---------------------------------------------------------------------


class Structure:
    """The structure of a document that is put together from others, with pikepdf."""

    def __init__(self, target: Any) -> None:
        import pikepdf  # 5 MB, for the few papers that are bound

        self.target = target
        self.pikepdf = pikepdf
        self.root = target.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.StructTreeRoot))
        self.whole = target.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.StructElem, S=pikepdf.Name.Document, P=self.root,
                K=pikepdf.Array(),
            )
        )  # fmt: skip
        self.parents: list[Any] = []

    def add(self, source: Any, place_of: Callable[[int], tuple[Any, Any] | None]) -> None:
        """Add the elements of a document. place_of: the page of the target on which a page of the
        source (counted from 0) stands, and the form that it has become (None: the page itself); or
        None if it is left out."""
        root = source.Root.get("/StructTreeRoot")
        if root is None:
            return
        places: dict[Any, Any] = {
            page.obj.objgen: place_of(at) for at, page in enumerate(source.pages)
        }
        marked: dict[Any, dict[int, Any]] = {}
        for element in _kids(root):
            copy = self._copied(element, self.whole, None, places, marked)
            if copy is None:
                continue
            if str(copy.S) == "/Document":
                for kid in copy.K:
                    kid.P = self.whole
                    self.whole.K.append(kid)
            else:
                self.whole.K.append(copy)
        for at, numbers in marked.items():
            page, form = places[at]
            holder = page.obj if form is None else form
            holder.StructParents = len(self.parents)
            row = [numbers.get(number) for number in range(max(numbers) + 1)]
            self.parents.append(self.target.make_indirect(self.pikepdf.Array(row)))

    def _copied(
        self, element: Any, parent: Any, page: Any, places: Any, marked: dict[Any, Any]
    ) -> Any:
        """An element with all in it; None if nothing in it is on a page of the target."""
        pikepdf = self.pikepdf
        page = element.get("/Pg", page)
        # Links are left behind, and only their words stay.
        role = pikepdf.Name.Span if str(element.S) == "/Link" else element.S
        copy = self.target.make_indirect(
            pikepdf.Dictionary(Type=pikepdf.Name.StructElem, S=role, P=parent)
        )
        for key in ("/Alt", "/ActualText", "/Lang"):
            if key in element:
                copy[key] = str(element[key])
        facts = _facts_of_cell(element)
        if facts:
            copy.A = pikepdf.Dictionary({"/O": pikepdf.Name.Table} | facts)
        kids = pikepdf.Array()
        for kid in _kids(element):
            if isinstance(kid, int):
                number, at = kid, page
            elif kid.get("/Type") == pikepdf.Name.MCR:
                number, at = int(kid.MCID), kid.get("/Pg", page)
            elif "/S" in kid:
                inner = self._copied(kid, copy, page, places, marked)
                if inner is not None:
                    kids.append(inner)
                continue
            else:  # a link, which is not there any more
                continue
            place = places.get(at.objgen) if at is not None else None
            if place is None:
                continue
            target_page, form = place
            marked.setdefault(at.objgen, {})[number] = copy
            entry = pikepdf.Dictionary(Type=pikepdf.Name.MCR, Pg=target_page.obj, MCID=number)
            if form is not None:
                entry.Stm = form
            kids.append(entry)
        copy.K = kids
        return copy if len(kids) or str(element.S)[1:] in CELLS else None

    def finish(self, language: str) -> None:
        """Enter the structure into the document."""
        pikepdf = self.pikepdf
        if not len(self.whole.K):
            return
        numbers = pikepdf.Array()
        for key, row in enumerate(self.parents):
            numbers.append(key)
            numbers.append(row)
        self.root.K = pikepdf.Array([self.whole])
        self.root.ParentTree = self.target.make_indirect(pikepdf.Dictionary(Nums=numbers))
        self.root.ParentTreeNextKey = len(self.parents)
        self.target.Root.StructTreeRoot = self.root
        self.target.Root.MarkInfo = pikepdf.Dictionary(Marked=True)
        self.target.Root.Lang = language
        self.target.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)


def _facts_of_cell(element: Any) -> dict[str, Any]:
    """What a cell says of its place in the table."""
    import pikepdf  # 5 MB, for the few papers that are bound

    if str(element.S)[1:] not in CELLS or "/A" not in element:
        return {}
    several = element.A if isinstance(element.A, pikepdf.Array) else [element.A]
    return {
        key: attributes[key]
        for attributes in several
        for key in ("/Scope", "/ColSpan", "/RowSpan")
        if key in attributes
    }


def _kids(element: Any) -> Iterator[Any]:
    """Yield the children of an element."""
    import pikepdf  # 5 MB, for the few papers that are bound

    kids = element.get("/K")
    if isinstance(kids, pikepdf.Array):
        yield from kids
    elif kids is not None:
        yield kids
