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
    from django.db.models import QuerySet

    from tournaments.papers.data import Progress
    from tournaments.papers.editions.selectors import BookWish

MOST = 99  # editions of a family


def new_edition(*, family: int, wish: BookWish, language: str) -> RulebookEdition:
    """Create the next edition, with what is new since the last printed one. Raises Refused if there
    is no game in it."""
    if not games_of(family, wish):
        raise refusal("rulebook.empty", "No game matches your choice. Choose others.", "which")
    texts = chapter_texts(book_of(family, wish))
    with transaction.atomic():
        before = RulebookEdition.objects.select_for_update().filter(family_id=family)
        newest = before.order_by("-number").first()
        if newest is not None and newest.number >= MOST:
            text = "There are already {most} editions. Delete one first."
            raise refusal("rulebook.most", text, "line", most=MOST)
        printed = _last_of(before, wish)
        return RulebookEdition.objects.create(
            family_id=family,
            number=newest.number + 1 if newest is not None else 1,
            title=wish.title,
            line=wish.line,
            wish=wish.to_json(),
            told=texts,
            changes=changed(printed.told, texts) if printed is not None else [],
            since=printed.line if printed is not None else "",
            language=language,
        )


def _last_of(editions: QuerySet[RulebookEdition], wish: BookWish) -> RulebookEdition | None:
    """The last printed edition of the same choice of games; None if there is none."""
    printed = editions.exclude(pages=0).order_by("-number").defer("pdf")
    return next(
        (edition for edition in printed if wish_from(edition.wish).choice == wish.choice), None
    )


def print_edition(edition: RulebookEdition, progress: Progress | None = None) -> None:
    """Print an edition and store the file. An edition that is printed stays as it is."""
    mine = RulebookEdition.objects.filter(pk=edition.pk)
    if mine.exclude(pages=0).exists():
        return
    wish = wish_from(edition.wish)
    book = book_of(edition.owner_id, wish, edition.changes, edition.since)
    moment = edition.created.astimezone(UTC)
    printed = print_book(book, wish.book_style, progress, moment)
    mine.filter(pages=0).update(
        pdf=printed.pdf,
        size=len(printed.pdf),
        pages=printed.pages,
        told=edition.told | {"pages": printed.games},
    )


def delete_edition(*, edition: RulebookEdition) -> None:
    """Delete an edition."""
    edition.delete()
