"""What is chosen for an edition of the rulebook."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, Literal

from tournaments.papers.rulebook.looks import Looks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.papers.data import Paper
    from tournaments.papers.rulebook.book import Order, Size

ALL, PLAYED, CHOSEN, SOURCE = "all", "played", "chosen", "source:"
NO_RULES, SHELF, EVENT = "none", "shelf", "event:"


@dataclass(frozen=True, slots=True)
class BookWish:
    """How an edition is to be.

    `which`: ALL, PLAYED, CHOSEN (those in `games`), or SOURCE and the name of one. `own`: with the
    family's own games. `rules`: NO_RULES, SHELF, or EVENT and its number, whose house rules are
    marked. `folded`: a booklet; `signature`: how many of its sheets are sewn together (0: all are
    folded as one, as those of older editions are).
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
    form: Literal["pages", "booklet"] = "pages"
    signature: int = 0

    @property
    def folded(self) -> bool:
        """Whether it is printed as a booklet."""
        return self.form == "booklet"

    @property
    def looks(self) -> Looks:
        """How its pages look."""
        return Looks(self.paper, self.size, self.folded)

    def kept(self) -> dict[str, Any]:
        """As an edition keeps it."""
        return asdict(self) | {"games": list(self.games)}


def wish_from(kept: Mapping[str, Any]) -> BookWish:
    """What an edition keeps."""
    known = {one.name for one in fields(BookWish)}
    told = {key: value for key, value in kept.items() if key in known}
    return BookWish(**told | {"games": tuple(kept.get("games", ()))})
