"""New editions of the rulebook and of yearbooks: create, print, delete."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext

from tournaments.models import BookEdition
from tournaments.models.errors import refusal
from tournaments.papers.editions.selectors import book_of, games_of, wish_from
from tournaments.papers.rulebook.book_writer import print_book
from tournaments.papers.rulebook.edition_diff import changed, chapter_texts
from tournaments.papers.yearbooks.services import print_yearbook

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.papers.data import Progress
    from tournaments.papers.editions.selectors import BookWish
    from tournaments.records.selectors import Years

MOST = 99  # editions of a family's rulebook, or of its yearbooks
RULEBOOK, YEARBOOK = BookEdition.Kind.RULEBOOK, BookEdition.Kind.YEARBOOK


def new_edition(*, family: int, wish: BookWish, language: str) -> BookEdition:
    """Create the next edition, with what is new since the last printed one. Raises Refused if there
    is no game in it."""
    if not games_of(family, wish):
        raise refusal("rulebook.empty", "No game matches your choice. Choose others.", "which")
    texts = chapter_texts(book_of(family, wish))
    with transaction.atomic():
        before, number = _before(family, RULEBOOK)
        printed = _last_of(before, wish)
        return BookEdition.objects.create(
            family_id=family,
            number=number,
            title=wish.title,
            line=wish.line,
            wish=wish.to_json(),
            told=texts,
            changes=changed(printed.told, texts) if printed is not None else [],
            since=printed.line if printed is not None else "",
            language=language,
        )


def new_yearbook(*, family: int, years: Years, wish: BookWish, language: str) -> BookEdition:
    """Create the next edition of the yearbook of some years; `wish` says on which paper, and whose
    book it is. Raises Refused if there are too many editions."""
    first, last = years
    span = str(last) if first == last else f"{first}–{last}"
    title = gettext("Yearbook {years}").format(years=span)
    with transaction.atomic():
        before, number = _before(family, YEARBOOK)
        same = sum(
            (former.first_year, former.last_year) == years
            for former in map(wish_from, before.values_list("wish", flat=True))
        )
        line = gettext("Edition {number}").format(number=same + 1)
        wish = replace(wish, title=title, line=line, first_year=first, last_year=last)
        return BookEdition.objects.create(
            family_id=family,
            kind=YEARBOOK,
            number=number,
            title=title,
            line=line,
            wish=wish.to_json(),
            language=language,
        )


def _before(family: int, kind: BookEdition.Kind) -> tuple[QuerySet[BookEdition], int]:
    """Return the editions of a kind so far, locked, and the number of the next one. Raises Refused
    if there are too many."""
    before = BookEdition.objects.select_for_update().filter(family_id=family, kind=kind)
    newest = before.order_by("-number").first()
    if newest is None:
        return before, 1
    if newest.number >= MOST:
        text = "There are already {most} editions. Delete one first."
        raise refusal("rulebook.most", text, "line", most=MOST)
    return before, newest.number + 1


def _last_of(editions: QuerySet[BookEdition], wish: BookWish) -> BookEdition | None:
    """The last printed edition of the same choice of games; None if there is none."""
    printed = editions.exclude(pages=0).order_by("-number").defer("pdf")
    return next(
        (edition for edition in printed if wish_from(edition.wish).choice == wish.choice), None
    )


def print_edition(edition: BookEdition, progress: Progress | None = None) -> None:
    """Print an edition and store the file. An edition that is printed stays as it is."""
    mine = BookEdition.objects.filter(pk=edition.pk)
    if mine.exclude(pages=0).exists():
        return
    wish = wish_from(edition.wish)
    if edition.kind == YEARBOOK:
        yearbook = print_yearbook(edition, wish, progress)
        contents: dict[str, Any]
        pdf, pages, contents = yearbook.pdf, yearbook.pages, {"people": yearbook.people}
    else:
        book = book_of(edition.owner_id, wish, edition.changes, edition.since)
        printed = print_book(book, wish.book_style, progress, edition.created)
        pdf, pages, contents = printed.pdf, printed.pages, {"pages": printed.games}
    mine.filter(pages=0).update(pdf=pdf, size=len(pdf), pages=pages, told=edition.told | contents)


def delete_edition(*, edition: BookEdition) -> None:
    """Delete an edition."""
    edition.delete()
