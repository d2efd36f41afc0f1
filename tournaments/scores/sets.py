"""A set at a table in words: who sits there, what it has come to, where people go on a ladder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from rulesets.formats.cuts import SIDES
from rulesets.formats.deals import find_set
from tournaments.models import Table
from tournaments.scores.ladder import part_sides
from tournaments.web.labels import role_words
from tournaments.web.wording import and_list, translate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tournaments.boards.event_board import EventBoard
    from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair and who has it now (a substitute, from the hand in which they took it over)."""

    index: int
    entry_id: int
    name: str
    side: int | None  # which of those who score together; None where everybody plays alone
    partner: int | None = None  # the partner's chair; None in a set without partners
    compass: str = ""  # "North"
    role: str = ""
    role_name: str = ""
    replaces: str = ""  # whom a substitute in this chair replaces; else ""


def chairs_of(event: Event, board: EventBoard) -> tuple[Chair, ...]:
    table, words, partners = board.table, role_words(event), board.round_set.partners
    if table is None:
        return ()
    chairs = []
    for index, (entry_id, role) in enumerate(zip(board.entry_ids, table.roles, strict=True)):
        side = next((n for n, places in enumerate(SIDES) if index in places), None)
        partner = next((c for c in SIDES[side] if c != index), None) if side is not None else None
        first = table.chairs[index]
        chairs.append(
            Chair(
                index=index,
                compass=translate(board.format.labels.chair(index)),
                entry_id=entry_id,
                name=board.names[index],
                role=role,
                role_name=words.get(role, ""),
                partner=partner if partners else None,
                side=side if partners else None,
                replaces=table.name_of(first) if first != entry_id else "",
            )
        )
    return tuple(chairs)


def side_names(board: EventBoard) -> tuple[str, ...]:
    """The names of those who score together: partners, or each player alone in a set without
    partners."""
    return sides_of(board.names, partners=board.round_set.partners)


def sides_of(names: Sequence[str], *, partners: bool) -> tuple[str, ...]:
    """The names of those who score together, of the `names` in the chairs."""
    if not partners:
        return tuple(names)
    return tuple(_(" & ").join(names[chair] for chair in side) for side in SIDES)


def names_in_order(names: Sequence[str], *, partners: bool) -> str:
    """Whose bare numbers are, in their order: "Ann & Kurt : Rosa & Wim", or "Ann · Kurt · Rosa ·
    Wim" where everybody plays alone."""
    return (" : " if partners else " · ").join(sides_of(names, partners=partners))


def is_bare(summary: str) -> bool:
    """Whether the summary of a hand is numbers without a word on whose they are: "8 : 5"."""
    return summary[:1].isdigit()


def names_by_chairs(board: EventBoard) -> tuple[tuple[str, str], ...]:
    """Each side as its chairs are called and the names in them: ("North & South", "Ann, Kurt");
    () in a set without partners."""
    if not board.round_set.partners:
        return ()
    chair = board.format.labels.chair
    return tuple(
        (
            _(" & ").join(translate(chair(place)) for place in side),
            _(", ").join(board.names[place] for place in side),
        )
        for side in SIDES
    )


def order_words(board: EventBoard, summary: str) -> str:
    """Whose the numbers of a hand's summary are, in their order: "Ann & Kurt : Rosa & Wim", or
    "Ann · Kurt · Rosa · Wim" where everybody plays alone; who sits where, "North & South: Ann,
    Kurt · East & West: Rosa, Wim", where it calls the sides by their chairs; else, and of a game
    that has no sets, ""."""
    if find_set(board.format, board.set_number) is None:
        return ""
    if is_bare(summary):
        return names_in_order(board.names, partners=board.round_set.partners)
    sides = names_by_chairs(board)
    if not any(chairs in summary for chairs, _names in sides):
        return ""
    text = _("{side}: {names}")
    return " · ".join(text.format(side=chairs, names=names) for chairs, names in sides)


def with_names(board: EventBoard, summary: str) -> str:
    """The summary of a hand and whose its numbers are: "8 : 5 (Ann & Kurt : Rosa & Wim)"."""
    names = order_words(board, summary) if summary else ""
    return _("{result} ({names})").format(result=summary, names=names) if names else summary


def names_of(board: EventBoard, chairs: Iterable[int]) -> list[str]:
    return [board.names[chair] for chair in chairs]


def result_words(board: EventBoard) -> str:
    """What a set has come to; "" before all of it is reported. Where its winners go is said by the
    seats that follow, once they are there: to sit out, perhaps, or nowhere after a correction."""
    result, format, number = board.result, board.format, board.set_number
    if not result.complete:
        return ""
    if result.tied:
        if not format.in_set(number).decides:
            return _("All hands are in. A tie, but nobody has to move any more.")
        tied = and_list(names_of(board, board.uncut.tied))
        return _("A tie between {names}: cut the cards.").format(names=tied)
    winners = and_list(names_of(board, result.winners))
    if not result.winners:
        return _("This set is a tie.")
    if number == format.length.sets:
        return _("{names} won the last set at this table.").format(names=winners)
    # Somewhere else than on a ladder, somebody's seat depends on it.
    moves = format.in_set(number).decides and not format.in_set(number).ladder and board.running
    text = _("{names} won this set and move on.") if moves else _("{names} won this set.")
    return text.format(names=winners)


def ladder_words(board: EventBoard) -> str:
    """Where the people at a table of a ladder go; "" while that is not known, and once the next
    seats are shown. One statement, on a ladder."""
    format, result, table = board.format, board.result, board.table
    ladder = format.in_set(board.set_number).ladder
    if table is None or ladder is None or not (board.running and result.winners):
        return ""
    tables = Table.objects.filter(seating=table.seating_id).count()
    ways = ladder.ways(table.number, tables)
    lines = (
        _("{names}: {way}.").format(names=who, way=way)
        for side in part_sides(board.names, table.roles, result, ways)
        for who, way in side.ways(table.number)
    )
    return " ".join(lines)
