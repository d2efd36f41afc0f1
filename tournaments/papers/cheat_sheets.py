"""The cheat sheet that several games share: one page, out of a text of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.papers.data import Heading
from tournaments.papers.sections import SHORT, section_pages
from tournaments.papers.short_rules import sections_of
from tournaments.papers.theme import Style, write

if TYPE_CHECKING:
    from tournaments.papers.data import Paper


def cheat_sheet(text: str, paper: Paper, heading: Heading | None = None) -> bytes:
    """The PDF of a text in two columns, called by its first line; `heading` says for which
    event."""
    title, style = _(text.partition("\n")[0].removeprefix("# ")), Style(paper)
    shown = heading or Heading("")
    pages = section_pages(shown, title, sections_of(text, {}), style, columns=2, sizes=SHORT)
    return write(shown, title, pages, style)
