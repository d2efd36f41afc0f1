"""New editions of the rulebook: create, print, delete."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

from django.db import transaction

from tournaments.models import RulebookEdition
from tournaments.models.errors import refusal
from tournaments.papers.editions.selectors import book_of, games_of, wish_from
from tournaments.papers.rulebook.book_writer import print_book
from tournaments.papers.rulebook.edition_diff import changed, chapter_texts

if TYPE_CHECKING:
    from tournaments.papers.data import Progress
    from tournaments.papers.editions.selectors import BookWish

MOST = 99  # editions of a family


def new_edition(*, family: int, wish: BookWish, language: str) -> RulebookEdition:
    """Create the next edition, with what is new since the last printed one. Raises Refused if there
    is no game in it."""
    if not games_of(family, wish):
        raise refusal("rulebook.empty", "No game matches your choice. Choose others.", "which")
    told = chapter_texts(book_of(family, wish))
    with transaction.atomic():
        before = RulebookEdition.objects.select_for_update().filter(family_id=family)
        newest = before.order_by("-number").first()
        if newest is not None and newest.number >= MOST:
            text = "There are already {most} editions. Delete one first."
            raise refusal("rulebook.most", text, "line", most=MOST)
        printed = before.exclude(pages=0).order_by("-number").first()
        return RulebookEdition.objects.create(
            family_id=family,
            number=newest.number + 1 if newest is not None else 1,
            title=wish.title,
            line=wish.line,
            wish=wish.to_json(),
            told=told,
            changes=changed(printed.told, told) if printed is not None else [],
            since=printed.line if printed is not None else "",
            language=language,
        )


def print_edition(edition: RulebookEdition, progress: Progress | None = None) -> None:
    """Print an edition and store the file. An edition that is printed stays as it is."""
    mine = RulebookEdition.objects.filter(pk=edition.pk)
    if mine.exclude(pages=0).exists():
        return
    wish, pages = wish_from(edition.wish), [0]

    def note(done: int, total: int) -> None:
        pages[0] = done
        if progress is not None:
            progress(done, total)

    book = book_of(edition.owner_id, wish, edition.changes, edition.since)
    pdf = print_book(book, wish.book_style, note, made=edition.created.astimezone(UTC))
    mine.filter(pages=0).update(pdf=pdf, size=len(pdf), pages=pages[0])


def delete_edition(*, edition: RulebookEdition) -> None:
    """Delete an edition."""
    edition.delete()
