"""Print a yearbook: what it says, its pages, its file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models.errors import refusal
from tournaments.papers.rulebook.book import A5, PageStyle
from tournaments.papers.rulebook.book_writer import finish_pdf
from tournaments.papers.rulebook.typesetter import run_typesetter
from tournaments.papers.theme import SIZES
from tournaments.papers.yearbooks.contents import YearbookFacts, people_named, yearbook_values
from tournaments.records.selectors import family_records
from tournaments.web.wording import short_day

if TYPE_CHECKING:
    from tournaments.models import BookEdition
    from tournaments.papers.data import Progress
    from tournaments.papers.editions.selectors import BookWish

STEPS = (
    gettext_lazy("The evenings are being read."),
    gettext_lazy("Pages are being set."),
    gettext_lazy("The file is being written."),
)
"""What is done one after the other; progress counts the steps that are done."""

TEMPLATE: Final = "yearbook.typ"
LETTERS: Final = ("title_letters", "letters", "columns", "spare")  # what is no length


class PrintedYearbook(NamedTuple):
    """The PDF of a yearbook, how many pages it has, and whom it names."""

    pdf: bytes
    pages: int
    people: list[int]


def page_style(wish: BookWish) -> PageStyle:
    """Return the sizes of a yearbook's page: A5, or the same enlarged to A4."""
    if wish.paper == "a5" or wish.folded:
        return A5
    by = SIZES["a4"][0] / SIZES["a5"][0]
    larger: dict[str, Any] = {
        name: value if name in LETTERS else value * by for name, value in A5._asdict().items()
    }
    return PageStyle(**larger)


def print_yearbook(
    edition: BookEdition, wish: BookWish, progress: Progress | None = None
) -> PrintedYearbook:
    """Return an edition of a yearbook as a PDF that conforms to PDF/UA-1. `progress` is called with
    the steps done, and about twice a second while pages are set; what it raises ends the printing.
    Raises Refused if nothing was played in its years, BookFailed if it could not be set."""

    def note(done: int) -> None:
        if progress is not None:
            progress(done, len(STEPS))

    note(0)
    records = family_records(edition.owner_id)
    years = wish.first_year, wish.last_year
    if not any(years[0] <= evening.year <= years[1] for evening in records.house.evenings):
        raise refusal("yearbook.empty", "No evening of these years is in the records.", "years")
    created = timezone.localtime(edition.created)
    facts = YearbookFacts(
        title=wish.title,
        years=years,
        this_year=created.year,
        family=wish.family,
        edition=wish.line,
        printed=_(
            "Printed on {date}. A corrected evening makes a new edition; this one stays as it is."
        ).format(date=short_day(created.date())),
        language=edition.language,
        is_booklet=wish.folded,
    )
    style = page_style(wish)
    values = yearbook_values(records, facts, style, lambda: note(0))
    note(1)
    pdf = run_typesetter("pdf", values, lambda: note(1), template=TEMPLATE)
    note(2)
    finished = finish_pdf(pdf, f"{wish.title}, {wish.line}", style, edition.created)
    note(3)
    return PrintedYearbook(*finished, people_named(values))
