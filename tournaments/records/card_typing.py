"""Score cards of which only the paper is left: what is typed in beside their photo becomes a table,
which is read, settled and taken in like that of any other file."""

from __future__ import annotations

import csv
from dataclasses import asdict, dataclass, field
from io import StringIO
from typing import TYPE_CHECKING, Any

from rulesets.records.score_cards.sheets import read_sheet
from tournaments.models import Job
from tournaments.records.card_jobs import hold_import, replace_table
from tournaments.records.photos import store_photo, upload
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Iterator

SHEET, CARD = "sheet", "card"  # everybody's points by round; what somebody noted of each deal
MOST_CHAIRS, MOST_ROUNDS, MOST_DEALS = 12, 40, 13
ONLY_TABLE = "1"
SUM = "total"  # as a table of score cards has it in the column of rounds
HEADINGS = (
    *("event", "date", "game", "round", "deal", "table"),
    *("player", "partner", "opponent1", "opponent2", "tricks", "points"),
)


@dataclass(frozen=True, slots=True)
class TypedCard:
    """A score card as it is typed in. `layout`: a sheet with everybody's points, of which `names`
    are the chairs; or the card of somebody, the only name, with so many `deals` a round.
    `has_tricks`: whether these are counted in tricks. `cells`: the texts of its fields by name."""

    layout: str
    event: str
    date: str
    game: str
    names: list[str]
    rounds: int
    deals: int
    has_tricks: bool
    cells: dict[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What it is called in the list of imports."""
        return ", ".join((self.event or self.names[0], self.date))

    def lines(self) -> Iterator[dict[str, Any]]:
        """Yield what is filled in as the lines of a table."""
        lines = self._lines_of_sheet() if self.layout == SHEET else self._lines_of_card()
        for line in lines:
            yield {"event": self.event, "date": self.date, "game": self.game, **line}

    def _lines_of_sheet(self) -> Iterator[dict[str, Any]]:
        for number in range(1, self.rounds + 1):
            for at, name in enumerate(self.names):
                if points := self.cells.get(field_name(number, at)):
                    yield {"round": number, "table": ONLY_TABLE, "player": name, "points": points}
        for at, name in enumerate(self.names):
            if points := self.cells.get(field_name(SUM, at)):
                yield {"round": SUM, "player": name, "points": points}

    def _lines_of_card(self) -> Iterator[dict[str, Any]]:
        column = "tricks" if self.has_tricks else "points"
        player = self.names[0]
        for number in range(1, self.rounds + 1):
            place = {
                heading: self.cells.get(field_name(number, heading), "")
                for heading in ("table", "partner", "opponent1", "opponent2")
            }
            place["table"] = place["table"] or ONLY_TABLE
            for deal in range(1, self.deals + 1):
                if count := self.cells.get(field_name(number, deal)):
                    yield {"round": number, "deal": deal, "player": player, column: count, **place}
        if points := self.cells.get(field_name(SUM, 0)):
            yield {"round": SUM, "player": player, "points": points}

    def table(self) -> bytes:
        """Return its lines as CSV."""
        text = StringIO()
        writer = csv.DictWriter(text, HEADINGS, restval="")
        writer.writeheader()
        writer.writerows(self.lines())
        return text.getvalue().encode()


def field_name(number: int | str, of: int | str) -> str:
    """Return the name of a field: of a round (or the sum), and of a chair, a deal or a heading."""
    return f"r{number}-{of}"


def why_no_date(date: str) -> str:
    """Return what would do in place of a date that cannot be read; "" if it can be."""
    headings, values = ("date", "game", "player", "place"), (date, "x", "x", "1")
    problems = read_sheet([(1, headings), (2, values)], {"x": "x"}).problems
    return translate(problems[0].do) if problems else ""


def typed_card(job: Job) -> TypedCard | None:
    """Return the card that an import is typed in from; None for that of a file."""
    stored = job.results.get("typed")
    return None if stored is None or job.state == Job.State.DONE else TypedCard(**stored)


def start_typing(card: TypedCard, file: Any, family: int) -> Job:
    """Begin to type in a card beside its photo. Raises Refused if the file is no photo."""
    picture = upload(file)
    job = hold_import(
        family, filename=card.title, file=card.table(), results={"typed": asdict(card)}
    )
    store_photo(picture, family_id=family, job=job, shows="card")
    return job


def keep_typed(job: Job, card: TypedCard) -> None:
    """Store what was typed in, and the table that comes of it."""
    replace_table(job, card.table(), {"typed": asdict(card)})
