"""Everybody's own rounds, if all seats of the evening are known beforehand: where they sat, where
they sit now, and where they will sit if nobody comes or goes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rulesets.formats.cuts import SIDES
from rulesets.formats.deals import find_set
from tournaments.boards.event_tables import read_places
from tournaments.cache.memo import Memo
from tournaments.db.current_values import EVENTS, read_current, unless_reseated
from tournaments.models import Entry
from tournaments.models.event_games import format_of
from tournaments.seats import requests as drive
from tournaments.seats.selectors import draft_of
from tournaments.web.labels import compass, table_title
from tournaments.web.wording import company, translate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.formats import Format
    from tournaments.boards.event_board import EventBoard
    from tournaments.models import Event
    from tournaments.seats.selectors import SeatsView

When = Literal["past", "now", "next", "later"]


@dataclass(frozen=True, slots=True)
class OwnRound:
    """One round of somebody's evening. `title` is its name ("Set 3"). In a sit-out `table` is None
    and `place` and `chair` are empty; `partners` and `others` are who else sits there."""

    number: int
    title: str
    when: When
    table: int | None = None
    place: str = ""
    chair: str = ""
    partners: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def where(self) -> str:
        """ "Table 3, East"; "You sit out"."""
        if self.table is None:
            return _("You sit out")
        if not self.chair:
            return self.place
        return _("{place}, {chair}").format(place=self.place, chair=self.chair)

    @property
    def company(self) -> str:
        """ "with Ann, against Bo and Cy"; "" for whoever sits out."""
        return company([*self.partners], [*self.others])

    @property
    def sentence(self) -> str:
        """The next round: "Next: Set 3, Table 1, South, with Ann, against Bo and Cy."."""
        if self.table is None:
            return _("Next: {title}, you sit out.").format(title=self.title)
        place = ", ".join(filter(None, (self.where, self.company)))
        return _("Next: {title}, {where}.").format(title=self.title, where=place)


Evenings = dict[int, tuple[OwnRound, ...]]  # by entry
_memo: Memo[Evenings] = Memo(EVENTS)


def own_rounds(event: Event, view: SeatsView) -> Mapping[int, tuple[OwnRound, ...]]:
    """The rounds of everybody who is seated in `view` or in the sets before and after it, by entry;
    empty if seats follow from results."""
    if not format_of(event).kind.ahead:
        return {}
    make = partial(_read_rounds, event, view)
    return read_current(_memo, event, make, unless_reseated, get_language(), view.seating_id)


def _read_rounds(event: Event, view: SeatsView) -> Evenings:
    format, now = format_of(event), view.set_number
    names = dict(Entry.objects.filter(event=event).values_list("pk", "name"))
    by_entry: dict[int, list[OwnRound]] = {}
    rounds = drive.all_rounds(event, now, view.seed, draft_of(view))
    for number, seats in enumerate(rounds, 1):
        title, when = translate(format.labels.of_set(number).title), _when(number, now)
        for place, people in enumerate(seats.tables, 1):
            for chair, who in enumerate(people):
                partners, others = _company(format, number, people, chair, names)
                own_round = OwnRound(
                    number,
                    title,
                    when,
                    place,
                    table_title(format, number, place),
                    compass(format, chair),
                    partners,
                    others,
                )
                by_entry.setdefault(who, []).append(own_round)
        for who in seats.sitting_out:
            by_entry.setdefault(who, []).append(OwnRound(number, title, when))
    return {who: tuple(mine) for who, mine in by_entry.items()}


def _when(number: int, now: int) -> When:
    if number == now + 1:
        return "next"
    return "now" if number == now else "past" if number < now else "later"


def _company(
    format: Format, number: int, people: Sequence[int], chair: int, names: Mapping[int, str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the partners of a chair, and of all others at its table."""
    stage = find_set(format, number)
    side: tuple[int, ...] = (chair,)
    if stage is not None and stage.partners and len(people) == format.facts.width:
        side = next(pair for pair in SIDES if chair in pair)
    elsewhere = [(other, names[who]) for other, who in enumerate(people) if other != chair]
    return (
        tuple(name for other, name in elsewhere if other in side),
        tuple(name for other, name in elsewhere if other not in side),
    )


# --- to the next set ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move:
    """The next place of one person; `text` is the whole sentence."""

    entry_id: int
    name: str
    table: int | None  # None: sits the next set out
    chair: str
    text: str


def moves_from(board: EventBoard) -> tuple[Move, ...]:
    """Where those at a board go in the next set, by chair; none before its seats are shown. Two
    statements."""
    format, number = board.format, board.set_number + 1
    people = dict(zip(board.entry_ids, board.names, strict=True))
    seats, outs = read_places(people, number)
    moves = []
    for index, (pk, name) in enumerate(people.items()):
        if pk in seats:
            where, chair = seats[pk]
            text = _move_text(format, board.table_number, index, name, where, chair)
            moves.append(Move(pk, name, where, translate(format.labels.chair(chair)), text))
        elif pk in outs:
            text = _("{name}: you are watching") if outs[pk] else _("{name}: you sit out set {set}")
            text = text.format(name=name, set=number)
            moves.append(Move(pk, name, None, "", text))
    return tuple(moves)


def _move_text(format: Format, here: int, index: int, name: str, where: int, chair: int) -> str:
    values = {"name": name, "table": where, "chair": translate(format.labels.chair(chair))}
    if where == here and chair == index:
        return _("{name}: you stay in your chair").format(**values)
    if where != here:
        return _("{name}: you move to table {table}, {chair}").format(**values)
    return _("{name}: you stay here and change to {chair}").format(**values)
