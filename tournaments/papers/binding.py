"""Several papers bound into one file, each with a bookmark."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """A paper within a larger one. `within`: the bookmark that its own stands under."""

    title: str
    pdf: bytes
    within: str = ""


def bind(parts: Iterable[Part], *, title: str, author: str = "") -> bytes:
    """Return one PDF with the pages of all parts in their order, and a bookmark for each.

    The same parts give the same bytes. Raises ValueError where there is nothing to bind.
    """
    import pikepdf  # 5 MB, for the few papers that are bound

    with pikepdf.new() as whole:
        with whole.open_outline() as outline:
            chapters: dict[str, pikepdf.OutlineItem] = {}
            for part in parts:
                mark = pikepdf.OutlineItem(part.title, len(whole.pages))
                with pikepdf.open(io.BytesIO(part.pdf)) as pdf:
                    whole.pages.extend(pdf.pages)
                if not part.within:
                    outline.root.append(mark)
                    continue
                if part.within not in chapters:
                    chapters[part.within] = pikepdf.OutlineItem(part.within, mark.destination)
                    outline.root.append(chapters[part.within])
                chapters[part.within].children.append(mark)
        if not len(whole.pages):
            raise ValueError("nothing to bind")
        whole.docinfo["/Title"] = title
        whole.docinfo["/Author"] = author
        whole.docinfo["/Creator"] = "Scorekeeper"
        whole.Root.PageMode = pikepdf.Name.UseOutlines
        out = io.BytesIO()
        whole.save(out, deterministic_id=True)
    return out.getvalue()
