"""The score file of a drive (docs/score-file.md): tables that change from set to set.

What is not of the documented type is unusable and raises `Unusable`; whatever breaks a rule of
the game comes back as a problem with its place, all of them at once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulesets.engine.answers import NUMBER
from rulesets.engine.problems import Problem, wrong
from rulesets.engine.text import Phrase
from rulesets.files.drive_shapes import (
    DIVISION,
    Role,
    by_player,
    file_shape,
    hands_shape,
    set_shape,
)
from rulesets.files.names import (
    PLAYERS,
    Chairs,
    Names,
    without_override,
)
from rulesets.files.reader import take
from rulesets.files.report_names import Translation
from rulesets.files.shapes import (
    ANYTHING,
    ByName,
    Listing,
)
from rulesets.files.table_boards import check_last, read_table
from rulesets.formats.cuts import SIDES
from rulesets.formats.deals import set_of
from rulesets.formats.drive import (
    Drive,
    Player,
    SetRecord,
    TableSet,
    sitters,
)
from rulesets.formats.format import Format
from rulesets.formats.hands import count_due
from rulesets.movements.fixed_pairs import pair_in_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.engine.fields import Field as Question
    from rulesets.engine.game import Game
    from rulesets.engine.problems import At
    from rulesets.formats.parts import Payload


@dataclass(frozen=True, slots=True)
class DriveFile:
    """A score file of a drive.

    `drive` leaves out every hand with an error that was not overridden. The rest serves the
    seats of the next set: `present` are the people there for it (None: not stated),
    `keeps_chair` those who do not travel, `apart` and `together` pairs for the draw, `partners`
    those who are or wish to be partners; all player indexes.
    """

    game: Game
    drive: Drive
    problems: tuple[Problem, ...]
    seed: int = 0
    present: tuple[int, ...] | None = None
    keeps_chair: frozenset[int] = frozenset()
    apart: tuple[tuple[int, int], ...] = ()
    together: tuple[tuple[int, int], ...] = ()
    partners: tuple[tuple[int, int], ...] = ()

    @property
    def broken(self) -> bool:
        """Return whether there is a problem that is more than a warning."""
        return any(problem.severity == "error" for problem in self.problems)


def read_drive(format: Format, top: dict[str, Any]) -> DriveFile:
    """Read the score file of a game in this format. Raises Unusable."""
    names = Names(format.game)
    fields = take(file_shape(format), top, names)
    option_values = top.get("options", {})
    options = {key: option_values[key] for key in option_values if names.is_sound("options", key)}
    roles = tuple(row.get("role", "") for row in fields["players"])
    deducted: Counter[int | None] = Counter()
    teams = fields["teams"]
    for deduction in fields["deductions"]:
        deducted[deduction["player"]] += deduction["points"]
    players = tuple(
        Player(row["name"], role, row["late_as_sit_out"], deducted[number], teams.get(number, ""))
        for number, (row, role) in enumerate(zip(fields["players"], roles, strict=True))
    )
    keepers = (number for number, row in enumerate(fields["players"]) if row["keeps_chair"])
    at, sets = fields["sets"]
    present = fields["present"]
    names.problems += format.agreement.problems()
    sides = fields.get("sides", ())
    records = _sets(_Room(names, format, roles, fields["options"], sides), at, sets)
    begin = range(len(players)) if present is None else set(present)
    format = format.for_people(len(_first_people(records) if records else begin))
    return DriveFile(
        format.game,
        Drive(format, players, records, options, fields["seed"]),
        tuple(names.problems),
        seed=fields["seed"],
        present=None if present is None else tuple(dict.fromkeys(present)),
        keeps_chair=frozenset(keepers),
        apart=fields["apart"],
        together=fields["together"],
        partners=sides or fields.get("partners", ()),
    )


def _first_people(records: Sequence[SetRecord]) -> set[int]:
    """Return everybody drawn for the first set."""
    chairs = (who for table in records[0].tables for who in table.chairs)
    return {who for who in (*chairs, *records[0].sitting_out) if who is not None}


@dataclass(frozen=True, slots=True)
class _Room:
    """The common facts of the tables of a file: names, roles and partners."""

    names: Names
    game: Format
    roles: tuple[str, ...]
    options: Any
    sides: tuple[tuple[int, int], ...] = ()


def _sets(room: _Room, top: At, entries: Sequence[Any]) -> tuple[SetRecord, ...]:
    """Return the sets in order; note and leave out one that cannot be at its place."""
    records: list[SetRecord] = []
    names, last = room.names, room.game.length.most
    for position, entry in enumerate(entries):
        at: At = (*top, position)
        fields = take(set_shape(room.game), entry, names, at)
        number, before = fields["set"], records[-1].number if records else 0
        here = (*at, "set" if "set" in entry else "round")
        if not 1 <= number <= last:
            continue
        begun = room.game.for_people(len(_first_people(records))) if records else room.game
        if 0 < begun.length.sets < number:
            text = "There is no set {set}; with so many people there are {last}."
            names.note("set.number", here, text, set=number, last=begun.length.sets)
            continue
        if number <= before:
            text = "Set {set} comes after set {before}. List every set once, in order."
            names.note("set.order", here, text, set=number, before=before)
            continue
        if number > before + 1:
            text = "Set {set} is here, but set {missing} is missing."
            names.note("set.gap", here, text, set=number, missing=before + 1)
        records.append(_read_set(room, fields, number, at))
    return tuple(records)


def _read_set(room: _Room, fields: Mapping[str, Any], number: int, at: At) -> SetRecord:
    names, game = room.names, room.game
    by_name = fields.get("roles", {})
    role = Role(game.facts.roles.names)
    roles = take(ByName(role).then(by_player), by_name, names, (*at, "roles"))
    by_name = fields.get("divisions", {})
    divisions = take(ByName(DIVISION).then(by_player), by_name, names, (*at, "divisions"))
    entries = take(Listing(ANYTHING), fields["tables"], names, (*at, "tables"))
    if not entries:
        names.note("set.no_tables", (*at, "tables"), "This set has no tables.")
    tables = []
    numbers: set[int] = set()
    for position, entry in enumerate(entries):
        here = (*at, "tables", position)
        table = _read_table(room, entry, number, roles, here)
        if table.table in numbers:
            text = "Table {table} is in this set twice."
            names.note("table.duplicate", (*here, "table"), text, table=table.table)
        if table.late and number > 1:
            text = "Only in set 1 can a table open late."
            names.note("table.late", (*here, "late"), text)
        numbers.add(table.table)
        tables.append(table)
    sitting = take(PLAYERS, fields["sitting_out"], names, (*at, "sitting_out"))
    twice = find_double_seats(tables, sitting, names.names, game.length.most_deals or 1)
    names.problems += [problem.under(*at) for problem in twice]
    seated = _find_sitters(tables, game.length.most_deals or 1)
    waiting = tuple(player for player in dict.fromkeys(sitting) if player not in seated)
    partners = pair_in_order(waiting, room.sides) if game.facts.fixed_pairs else {}
    parts = {player: division - 1 for player, division in divisions.items()}
    return SetRecord(number, tuple(tables), waiting, roles, partners, parts)


def _read_table(room: _Room, entry: Any, stage: int, roles: Mapping[int, str], at: At) -> TableSet:
    """Return one table of a set. Hands with an error that is not overridden are left out (None)."""
    names, game = room.names, room.game
    if not game.keeping.apart:
        return read_table(names, game, room.options, stage, entry, at)
    fields = take(hands_shape(game), entry, names, at)
    chairs = (*fields["chairs"], *(None,) * (game.facts.width - len(fields["chairs"])))
    table = TableSet(fields["table"], chairs, (), late=fields.get("late", False))
    table = replace(table, subs=_subs(names, game, fields["subs"], table, (*at, "subs")))
    at_chairs = tuple("" if p is None else roles.get(p, room.roles[p]) for p in chairs)
    _partners(names, game, stage, at_chairs, (*at, "chairs"))
    where, hands = fields["hands"]
    reports = _hands(names, game, hands, stage, table, at_chairs, where)
    many = count_due(game, stage, table.table, reports, fields.get("last"))
    check_last(names, many, hands, where)
    table = replace(table, hands=(*reports[:many], *(None,) * (many - len(reports))))
    if fields["cut"] is None:
        return table
    return replace(table, cut=_cut(names, game, fields["cut"], stage, table, at_chairs, at))


def _find_sitters(tables: Sequence[TableSet], hands: int) -> set[int | None]:
    """Return the people who keep their own chair to the end of a set of so many hands."""
    return {
        player
        for table in tables
        for player, last in zip(table.chairs, sitters(table, hands), strict=True)
        if player == last
    }


def find_double_seats(
    tables: Sequence[TableSet], sitting_out: Sequence[int], names: Sequence[str], hands: int
) -> Iterator[Problem]:
    """Yield a problem for each player in two chairs at once, or in a chair and sitting out, in
    one set.

    Somebody who sits out may still be called in as a substitute, and the former owner of a chair
    may sit out from there on.
    """
    text = "{name} sits in two chairs at once."
    doubled: set[int] = set()
    for hand in range(1, hands + 1):
        seats: dict[int, list[At]] = {}
        for position, table in enumerate(tables):
            for chair, player in enumerate(sitters(table, hand)):
                if player is not None:
                    first = table.chairs[chair] == player
                    where: At = ("chairs", chair) if first else ("subs",)
                    seats.setdefault(player, []).append(("tables", position, *where))
        for player, places in seats.items():
            if len(places) > 1 and player not in doubled:
                doubled.add(player)
                called_in = [at for at in places if at[-1] == "subs"]
                at = (called_in or places[1:])[0]
                yield Problem("player.twice", "error", Phrase(text, {"name": names[player]}), at)
    seated = _find_sitters(tables, hands)
    for number, player in enumerate(sitting_out):
        at = ("sitting_out", number)
        params = {"name": names[player]}
        if player in seated:
            text = "{name} sits out this set but has a chair in it."
            yield Problem("player.twice", "error", Phrase(text, params), at)
        elif player in sitting_out[:number]:
            text = "{name} is listed twice among those sitting out."
            yield Problem("player.twice", "error", Phrase(text, params), at)


def _partners(names: Names, game: Format, stage: int, roles: Sequence[str], at: At) -> None:
    """Note partners of one role: possible if the counts force them, but seldom meant."""
    if not set_of(game, stage).partners:
        return
    for side in SIDES:
        played = [roles[chair] for chair in side]
        if played[0] and played.count(played[0]) == len(played):
            text = "Both partners on chairs {first} and {second} play the role {role}."
            first, second = (game.facts.chairs[chair] for chair in side)
            params = {"first": first, "second": second, "role": played[0]}
            names.note("partners.role", (*at, side[1]), text, "warning", **params)


def _subs(
    names: Names, game: Format, rows: Sequence[Mapping[str, Any]], table: TableSet, at: At
) -> tuple[tuple[int, int, int], ...]:
    """Return the substitutes, in the order of their first hands. Of those who come in one hand
    each takes the chair of somebody who sat there before it: two who change chairs are two of
    them."""
    entries = [
        (sub["hand"], number, sub["for"], sub["player"])
        for number, sub in enumerate(rows)
        if 1 <= sub["hand"] <= game.length.most_deals and None not in (sub["for"], sub["player"])
    ]
    subs: list[tuple[int, int, int]] = []
    for hand, number, leaves, comes in sorted(entries):
        taken = {chair for first, chair, _player in subs if first == hand}
        before = sitters(replace(table, subs=tuple(subs)), hand - 1)
        free = [n for n, who in enumerate(before) if who == leaves and n not in taken]
        if free:
            subs.append((hand, free[0], comes))
        else:
            text = "{name} does not sit at table {table} in hand {hand}."
            name = names.names[leaves]
            here = (*at, number, "for")
            names.note("sub.not_here", here, text, name=name, table=table.table, hand=hand)
    return tuple(subs)


def _hands(
    names: Names,
    game: Format,
    entries: Sequence[Any],
    stage: int,
    table: TableSet,
    roles: Sequence[str],
    at: At,
) -> tuple[Payload | None, ...]:
    hands: list[Payload | None] = []
    for number, entry in enumerate(entries, 1):
        hand = _Hand(names, game, stage, number, sitters(table, number), roles)
        hands.append(None if entry is None else hand.read(entry, (*at, number - 1)))
    return tuple(hands)


@dataclass(frozen=True, slots=True)
class _Hand:
    """One hand of a table, before its report is read."""

    file: Names
    game: Format
    stage: int
    number: int
    players: Sequence[int | None]
    roles: Sequence[str]

    def read(self, value: object, at: At) -> Payload | None:
        """Return one report, positional, or None if it breaks a rule and nobody overrode that."""
        fields, overridden = without_override(value, self.file, at)
        before = len(self.file.problems)
        questions = self.game.hands.fields(self.stage, self.number)
        for field in questions:
            _check_numbers(field, fields.get(field.key), at)
        names = Chairs(self.file, self.players)
        options = self.game.agreed
        roster = self.game.game.plays.roster(names.names)
        translation = Translation(names, self.game.game.plays, roster, options)
        report: Payload = translation.report(questions, fields, at)
        report = {**report, **_nothing(questions, fields, report)}
        misnamed = len(self.file.problems) > before
        judged = self.game.hands.check(self.stage, self.roles, report, self.number)
        problems = [problem for problem in judged if not translation.spurious(problem)]
        errors = [problem for problem in problems if problem.severity == "error"]
        overridden = overridden and not any(map(_not_ruled, errors))
        for problem in problems:
            moved = replace(problem, at=translation.place(problem)).under(*at)
            self.file.problems.append(replace(moved, severity="warning") if overridden else moved)
        return None if misnamed or (errors and not overridden) else report


def _check_numbers(field: Question, answers: object, at: At) -> None:
    """Refuse numbers by chair or side that are incomplete: an empty place is unusable."""
    numbers = field.per != "table" and field.kind is NUMBER
    if numbers and isinstance(answers, list) and None in answers:
        wrong((*at, field.key, answers.index(None)), "a whole number")


def _nothing(questions: Sequence[Question], answers: Payload, report: Payload) -> dict[str, Any]:
    """Return 0 for people who are not named among numbers by name."""
    by_name = [
        field
        for field in questions
        if field.per == "player"
        and field.kind is NUMBER
        and isinstance(answers.get(field.key), dict)
    ]
    return {field.key: [number or 0 for number in report[field.key]] for field in by_name}


def _not_ruled(problem: Problem) -> bool:
    """Return whether nobody may override a problem: nothing to count, or a slip of the finger."""
    return problem.firm or problem.code.endswith(".range")


def _cut(
    names: Names,
    game: Format,
    winners: Sequence[int | None],
    stage: int,
    table: TableSet,
    roles: Sequence[str],
    at: At,
) -> tuple[int, ...] | None:
    """Return the winners of the cut, as chairs: those who sit there at the end of the set."""
    here = (*at, "cut")
    seated = sitters(table, game.length.most_deals)
    chairs = []
    for number, player in enumerate(winners):
        if player is not None and player in seated:
            chairs.append(seated.index(player))
        elif player is not None:
            text = "{name} won no cut here: the chair is at another table."
            names.note("cut.not_here", (*here, number), text, name=names.names[player])
    if len(chairs) < len(winners):
        return None
    cut = tuple(chairs)
    names.problems += [
        problem.under(*here) for problem in game.hands.check_cut(stage, roles, table.hands, cut)
    ]
    return cut
