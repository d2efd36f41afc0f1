"""What a document may hold of a game: how many sets, chairs and reports, and reports of what shape.

A drive says so by its stages. A game with a memory has as many rounds as are played; what its
reports mean after each other is judged when they are replayed, their shape is judged here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesets.jsontext import as_bool, as_int, as_list, as_object, as_text, wrong
from rulesets.payload import shape_problems
from rulesets.reading import is_firm, read
from rulesets.scheme import AWAY, Roster
from tournaments.models import CUT, Event, Report, Seating
from tournaments.selectors.pads import COUPLE, read_pads
from tournaments.services.settling import keep_books

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.game import Game
    from rulesets.scheme import Scheme
    from tournaments.services.fields import At

MOST_ROUNDS = 1000


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds of one game's seatings, each the least and the most: `sets`, `chairs` of a table,
    `deals` of its reports, `dealers` (0: the first chair, or the first team)."""

    sets: tuple[int, int]
    chairs: tuple[int, int]
    deals: tuple[int, int]
    teams_deal: bool = False

    def check_chairs(self, given: int, at: At) -> None:
        """Refuse a table of too few or too many."""
        low, high = self.chairs
        if not low <= given <= high:
            wrong(at, f"a list of {low}" + (f" to {high}" if high > low else ""))

    def dealers(self, chairs: int) -> tuple[int, int]:
        """Who may deal first at a table of so many chairs."""
        return (0, 1 if self.teams_deal else chairs - 1)


def bounds(game: Game) -> Bounds:
    """What a document of this game may hold."""
    scheme = game.scheme
    if scheme is None:
        width = game.players_per_table
        return Bounds((1, len(game.stages)), (width, width), (CUT, game.hands_per_stage))
    if scheme.rows == COUPLE:
        return Bounds((1, MOST_ROUNDS), (2, 2), (1, 1), scheme.dealers == "team")
    return Bounds((1, 2 if scheme.final_table else 1), scheme.players, (1, MOST_ROUNDS))


def check_team(game: Game, chair: int, role: str, at: At) -> None:
    """Refuse somebody of no team, or of the other one, in a couple's chair."""
    if game.scheme is not None and game.scheme.teams and role != game.scheme.teams[chair]:
        wrong(at, "somebody of the team that sits on this side")


def check_payload(
    game: Game, options: Any, names: Sequence[str], stage: int, deal: int, payload: Any, at: At
) -> None:
    """Refuse a payload that is no report of this game, from a table where `names` sit."""
    if game.scheme is not None:
        _check_report(game.scheme, options, names, payload, at)
    elif deal == CUT:
        fields = as_object(payload, at)
        chairs = [as_int(chair, at) for chair in as_list(fields.get("winners"), at)]
        if any(not 0 <= chair < game.players_per_table for chair in chairs):
            wrong(at, "chairs of the table")
        as_bool(fields.get("drawn"), (*at, "drawn"))
    else:
        problems = shape_problems(game.questions(stage), payload)
        if problems:
            wrong(at, f"a report of this set ({problems[0].message})")


def _check_report(scheme: Scheme, options: Any, names: Sequence[str], payload: Any, at: At) -> None:
    told = as_object(payload, at)
    if scheme.rows == COUPLE and AWAY.key in told:
        if told != {AWAY.key: True}:
            wrong(at, "a couple that does not play")
        return
    if scheme.final is not None and scheme.final.key in told:
        _check_final(scheme.final.key, len(names), told, at)
        return
    fields = [field for field in scheme.fields(options) if field.key != COUPLE]
    problems, _sound = read(fields, told, Roster(tuple(names)))
    found = [problem for problem in problems if is_firm(problem, scheme)]
    if found:
        wrong(at, f"a report of this game ({found[0].message})")


def _check_final(key: str, players: int, told: dict[str, Any], at: At) -> None:
    if len(told) > 1:
        wrong(at, "nothing besides the last deals")
    for number, value in enumerate(as_list(told[key], (*at, key))):
        there = (*at, key, number)
        deal = as_object(value, there)
        if deal.get("space") is not None:  # else it is for the one with the fewest on it
            as_text(deal["space"], (*there, "space"))
        if not 0 <= as_int(deal.get("player"), (*there, "player")) < players:
            wrong((*there, "player"), "a chair of the table")


def books(event: Event) -> None:
    """Write down what is held at each table after its last report, as if it had just come in.

    Refuses rounds that do not follow each other.
    """
    shown = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("set_number")
    numbers = list(shown.values_list("set_number", flat=True))
    if numbers != list(range(1, len(numbers) + 1)):
        wrong(("seatings",), "seats of every round that was begun")
    for pad in read_pads(event):
        newest = Report.objects.filter(
            table=pad.table_id, table__seating__state=Seating.State.PUBLISHED
        )
        last = newest.order_by("pk").last()
        if last is not None:
            keep_books(last, [pad])
