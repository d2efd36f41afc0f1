"""A family's games, house rules and editions as values for printing the rulebook, and the choices
for an edition."""

from __future__ import annotations

import re
from bisect import bisect
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rulesets.engine.game import FAMILIES
from rulesets.rule_texts import text_in_book
from tournaments.models import BookEdition, Event
from tournaments.models.event_games import (
    every_game,
    find_game_of,
    format_of,
    rule_text_of,
    rules_of_the_house,
)
from tournaments.papers import rulebook
from tournaments.papers.rulebook.book import Book, BookStyle, Change, Chapter
from tournaments.papers.rulebook.game_chapters import chapter_of, common_chapters
from tournaments.papers.rulebook.lists import FRONT, credits_of, sorting
from tournaments.web.labels import how_many

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from django.db.models import QuerySet

    from rulesets.engine.game import Game
    from tournaments.papers.data import Paper
    from tournaments.papers.rulebook.book import Kind, Order, Size


ALL, PLAYED, CHOSEN, SOURCE = "all", "played", "chosen", "source:"
NO_RULES, SHELF, EVENT = "none", "shelf", "event:"


@dataclass(frozen=True, slots=True)
class BookWish:
    """The choices for an edition.

    `which`: ALL, PLAYED, CHOSEN (those in `games`), or SOURCE and the name of one. `own`: with the
    family's own games. `rules`: NO_RULES, SHELF, or EVENT and its number, whose house rules are
    told. `form`: pages, a booklet, or cards for quick reference; `signature`: how many sheets of a
    booklet are sewn together (0: all are folded as one, as in older editions). Of a yearbook,
    `first_year` and `last_year`.
    """

    title: str
    line: str
    year: str = ""
    family: str = ""
    which: str = ALL
    games: tuple[str, ...] = ()
    own: bool = True
    order: Order = "name"
    rules: str = SHELF
    sheets: bool = True
    paper: Paper = "a4"
    size: Size = "usual"
    form: Kind = "pages"
    signature: int = 0
    dedication: str = ""
    first_year: int = 0
    last_year: int = 0

    @property
    def folded(self) -> bool:
        """Whether it is printed as a booklet."""
        return self.form == "booklet"

    @property
    def book_style(self) -> BookStyle:
        """The style of its pages."""
        return BookStyle(self.paper, self.size, self.form)

    @property
    def choice(self) -> tuple[Any, ...]:
        """A key of the games in it; editions with the same key are the same book."""
        return self.which, tuple(sorted(self.games)) if self.which == CHOSEN else (), self.own

    def to_json(self) -> dict[str, Any]:
        """The choices as an edition stores them."""
        return asdict(self) | {"games": list(self.games)}


def wish_from(stored: Mapping[str, Any]) -> BookWish:
    """The choices that an edition stores."""
    names = {field.name for field in fields(BookWish)}
    choices = {key: value for key, value in stored.items() if key in names}
    return BookWish(**choices | {"games": tuple(stored.get("games", ()))})


PAGE = " p. "
MEANING = re.compile(r"^\*\*(.+?)\*\* (.+)$", re.MULTILINE)  # a line of the glossary
FEW = 2  # so many games of one source make it a choice of its own
MOST_EVENTS = 30  # whose house rules can be chosen
# The columns that tell the game of an event, finished or not.
OF_GAME = ("game", "edition", "declared", "state", "version", "changed", "snapshot__game")

House = list[tuple[str, "Mapping[str, Any]"]]


@cache
def text(name: str) -> str:
    """A text of the book's own, by the name of its file."""
    return (Path(rulebook.__file__).parent / f"{name}.md").read_text(encoding="utf-8")


def book_of(family: int, wish: BookWish, changes: Sequence[Any] = (), since: str = "") -> Book:
    """The whole book, in the active language."""
    chosen = games_of(family, wish)
    chapters = tuple(_chapters(family, wish))
    if wish.form != "cards":
        chapters = with_common(chosen, chapters)
    return Book(
        title=wish.title,
        family=wish.family,
        year=wish.year,
        edition=wish.line,
        chapters=chapters,
        front=front_chapters(chosen),
        about=text("about"),
        credits=credits_of(chapters),
        changes=tuple(
            Change(change["name"], tuple(change["what"]), change["key"]) for change in changes
        ),
        since=since,
        language=get_language() or "en",
        dedication=wish.dedication,
        glossary=glossary() if len(chosen) > FEW else (),
    )


def glossary() -> tuple[tuple[str, str], ...]:
    """The words that many games use, and what they mean."""
    return tuple(MEANING.findall(text("glossary")))


def front_chapters(chosen: Iterable[Game] = ()) -> tuple[Chapter, ...]:
    """The chapters that hold for every game, and for several of those chosen."""
    texts = [text_in_book(game) for game in chosen]
    names = {
        "tricks": _("Taking tricks"),
        "melds": _("Sets and runs"),
        "dominoes": _("Dominoes"),
    }
    shared = (
        Chapter(key, name, "", text(key))
        for key, name in names.items()
        if sum(f"(#{key}." in chapter_text for chapter_text in texts) >= FEW
    )
    return (Chapter(FRONT, _("General rules"), "", text("general")), *shared)


def with_common(chosen: Iterable[Game], chapters: Iterable[Chapter]) -> tuple[Chapter, ...]:
    """The chapters of games, with those that several games share at their place in the alphabet, in
    the same part."""
    all_chapters = list(chapters)
    for common in common_chapters(chosen):
        same = next(
            at for at, chapter in enumerate(all_chapters) if chapter.source == common.source
        )
        part, at = all_chapters[same].part, same
        if not part:
            names = [sorting(chapter.name) for chapter in all_chapters]
            at = bisect(names, sorting(common.name))
        all_chapters.insert(at, replace(common, part=part))
    return tuple(all_chapters)


def _chapters(family: int, wish: BookWish) -> Iterable[Chapter]:
    house = _house_rules(family, wish.rules)
    for game in games_of(family, wish):
        yield chapter_of(
            game,
            format_of(game),
            how_many(game),
            house.get(game.slug, ()),
            sheets=wish.sheets,
            part=_part(game, wish.order),
            text=rule_text_of(game) if wish.form == "cards" else "",
        )


def _part(game: Game, order: str) -> str:
    """The heading of a game in the contents."""
    if order == "name":
        return ""
    if game.declaration is not None:
        return _("Our own games")
    return _(FAMILIES[game.family]) if order == "kind" else source_of(game)


def games_of(family: int, wish: BookWish) -> list[Game]:
    """The games of an edition in their order."""
    every = [game for game in every_game(family) if wish.own or game.declaration is None]
    if wish.which == PLAYED:
        played = played_games(family)
        every = [game for game in every if game.slug in played]
    elif wish.which == CHOSEN:
        every = [game for game in every if game.slug in wish.games]
    elif wish.which.startswith(SOURCE):
        named = wish.which.removeprefix(SOURCE)
        every = [game for game in every if game.declaration is not None or source_of(game) == named]
    return sorted(every, key=_orders(wish.order))


def _orders(order: str) -> Any:
    kinds = list(FAMILIES)
    if order == "kind":
        return lambda game: (
            game.declaration is not None,
            kinds.index(game.family),
            sorting(game.name),
        )
    if order == "source":
        return lambda game: (game.declaration is not None, *_page(game), sorting(game.name))
    return lambda game: sorting(game.name)


def source_of(game: Game) -> str:
    """The source of a game, without the page."""
    return game.source.partition(PAGE)[0]


def _page(game: Game) -> tuple[bool, str, int]:
    """A sort key: books before sheets, then the page in the book."""
    name, separator, page = game.source.partition(PAGE)
    digits = "".join(char for char in page.partition("–")[0] if char.isdecimal())
    return not separator, name, int(digits or 0)


def sources() -> list[tuple[str, int]]:
    """The books that several games are from, and how many."""
    counts: dict[str, int] = {}
    for game in every_game():
        if PAGE in game.source:
            counts[source_of(game)] = counts.get(source_of(game), 0) + 1
    return [(name, count) for name, count in counts.items() if count >= FEW]


def played_games(family: int) -> frozenset[str]:
    """The games of which this family has begun an event."""
    begun = Event.objects.filter(family_id=family).exclude(state=Event.State.SETUP)
    return frozenset(begun.values_list("game", flat=True).distinct())


def events_with_rules(family: int) -> list[Event]:
    """Events played by house rules, or with unusual options, newest first."""
    events = Event.objects.filter(family_id=family).exclude(options={}).order_by("-date", "-pk")
    columns = ("name", "date", "house_rules", "options", *OF_GAME)
    return list(events.select_related("snapshot").only(*columns)[:MOST_EVENTS])


def _house_rules(family: int, rules: str) -> dict[str, House]:
    """The house rules that are marked, by game."""
    by_game: dict[str, House] = {}
    if rules == SHELF:
        for choice in rules_of_the_house(family):
            by_game.setdefault(choice.game.slug, []).append((choice.name, choice.options))
    elif rules.startswith(EVENT):
        event = Event.objects.filter(family_id=family, pk=rules.removeprefix(EVENT)).first()
        if event is not None and find_game_of(event) is not None:
            by_game[event.game] = [(event.house_rules or event.name, event.options)]
    return by_game


# --- editions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EditionNews:
    """The changes of an edition, as its page shows them."""

    name: str
    what: tuple[str, ...]


def editions(
    family: int, kind: BookEdition.Kind = BookEdition.Kind.RULEBOOK
) -> QuerySet[BookEdition]:
    """All editions of a family's rulebook, or of its yearbooks, the newest first, without their
    files."""
    return _every_edition(family).filter(kind=kind)


def _every_edition(family: int) -> QuerySet[BookEdition]:
    rows = BookEdition.objects.filter(family_id=family)
    return rows.defer("pdf", "told").order_by("-number")


def newest_edition(family: int) -> BookEdition | None:
    """The last edition that was printed, without its bytes; None if there is none."""
    return editions(family).filter(pages__gt=0).first()


def edition_of(family: int, edition_id: int) -> BookEdition:
    """An edition of the family, without its file. Raises Http404 for any other."""
    edition = _every_edition(family).filter(pk=edition_id).first()
    if edition is None:
        raise Http404
    return edition


def file_of(edition: BookEdition) -> bytes:
    """The printed file. Raises Http404 before it is printed."""
    pdf = BookEdition.objects.values_list("pdf", flat=True).get(pk=edition.pk)
    if not pdf:
        raise Http404
    return bytes(pdf)


def changes_in(edition: BookEdition) -> list[EditionNews]:
    """The changes of an edition."""
    return [EditionNews(change["name"], tuple(change["what"])) for change in edition.changes]
