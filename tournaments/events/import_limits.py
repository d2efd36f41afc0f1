"""What a document may hold of a game: how many sets, chairs and reports, and reports of what shape.

A drive says so by its sets. Other games have as many rounds as are played; what their reports
mean after each other is judged when they are replayed, their shape is judged here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulesets.engine.fields import AWAY
from rulesets.engine.json_values import wrong
from rulesets.engine.report_reading import read
from rulesets.engine.roster import Roster, Setup
from rulesets.files.reader import read as read_shape
from rulesets.files.shapes import (
    ANYTHING,
    TEXT,
    TRUTH,
    ByName,
    Listing,
    Maybe,
    Record,
    Whole,
    optional,
)
from tournaments.games import drive_of
from tournaments.models import CUT, Event, Report, Seating
from tournaments.scoring.pads import read_pads
from tournaments.scoring.settlement import keep_books
from tournaments.staging import slices

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.engine.plays import State
    from rulesets.engine.problems import At, Problem
    from rulesets.formats import Format
    from tournaments.staging import Staging

MOST_ROUNDS = 1000
FEW_PADS = 20  # whose books are kept in one transaction
SITTING = "couple"  # the field that says who sits there, which the table says by itself


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


def bounds(form: Format) -> Bounds:
    """What a document of a game in this format may hold."""
    plays = form.game.plays
    if not form.lasts:
        return Bounds((1, form.seatings), (form.width, form.width), (CUT, form.deals))
    if form.room:
        return Bounds((1, MOST_ROUNDS), (2, 2), (1, 1), plays.dealers == "side")
    return Bounds((1, 2 if plays.final_table else 1), plays.players, (1, MOST_ROUNDS))


def check_team(form: Format, chair: int, role: str, at: At) -> None:
    """Refuse somebody of no team, or of the other one, in a couple's chair."""
    if form.room and role != form.roles[chair]:
        wrong(at, "somebody of the team that sits on this side")


def check_payload(
    form: Format, names: Sequence[str], stage: int, deal: int, payload: Any, at: At
) -> None:
    """Refuse a payload that is no report of this game, from a table where `names` sit."""
    if form.lasts:
        _check_report(form, names, deal, payload, at)
    elif deal == CUT:
        chair = Whole(0, form.width - 1, wanted="a chair of the table")
        read_shape(Record({"winners": Listing(chair), "drawn": TRUTH}), payload, at=at)
    else:
        drive = drive_of(form)
        roster = drive.table(stage, deal).roster
        problems, _sound = read(drive.fields(stage, deal), payload, roster)
        if found := [problem for problem in problems if problem.firm]:
            wrong(at, f"a report of this set ({found[0].message})")


def _check_report(form: Format, names: Sequence[str], deal: int, payload: Any, at: At) -> None:
    plays = form.game.plays
    told: dict[str, Any] = read_shape(ByName(ANYTHING), payload, at=at)[0]
    if form.room and AWAY.key in told:
        if told != {AWAY.key: True}:
            wrong(at, "a couple that does not play")
        return
    if plays.final is not None and plays.final.key in told:
        _check_final(plays.final.key, len(names), told, at)
        return
    found: list[Problem] = []
    for state in _moments(form, names, deal):
        problem = _misshapen(form, names, state, told)
        if problem is None:
            return
        found.append(problem)
    wrong(at, f"a report of this game ({found[0].message})")


def _misshapen(
    form: Format, names: Sequence[str], state: State, told: dict[str, Any]
) -> Problem | None:
    """The first thing that makes a report none of the round after a state."""
    plays = form.game.plays
    fields = [field for field in plays.fields(state) if field.key != SITTING]
    # A couple is by itself; at a table everybody is there.
    roster = Roster(tuple(names)) if form.room else plays.roster(names, options=form.options)
    problems, _sound = read(fields, told, roster)
    return next((problem for problem in problems if problem.firm), None)


def _moments(form: Format, names: Sequence[str], deal: int) -> Iterator[State]:
    """States before a round: of the one that is told, then, as rounds may have been left out
    before it, of the others that ask something else."""
    plays = form.game.plays
    setup = Setup(plays.roster(names, options=form.options), form.options)
    count = plays.rounds_in_all(setup) or 1
    for number in sorted(range(count), key=lambda number: abs(number - deal + 1)):
        yield plays.start(replace(setup, played=number)).state


def _check_final(key: str, players: int, told: dict[str, Any], at: At) -> None:
    if len(told) > 1:
        wrong(at, "nothing besides the last deals")
    chair = Whole(0, players - 1, wanted="a chair of the table")
    # A deal without a space is for the one with the fewest on it.
    deal = Record({"space": optional(Maybe(TEXT)), "player": chair})
    read_shape(Listing(deal), told[key], at=(*at, key))


def books(event: Event, staging: Staging) -> None:
    """Write down what is held at each table after its last report, as if it had just come in.

    Refuses rounds that do not follow each other.
    """
    shown = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("set_number")
    numbers = list(shown.values_list("set_number", flat=True))
    if numbers != list(range(1, len(numbers) + 1)):
        wrong(("seatings",), "seats of every round that was begun")
    found = []
    for pad in read_pads(event):
        newest = Report.objects.filter(
            table=pad.table_id, table__seating__state=Seating.State.PUBLISHED
        )
        last = newest.order_by("pk").last()
        if last is not None:
            found.append((last, pad))
    for some in slices(found, FEW_PADS):
        with staging.batch():
            for last, pad in some:
                keep_books(last, [pad])
