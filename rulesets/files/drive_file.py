"""The score file of a drive (docs/score-file.md): tables that change from set to set.

What is not of the documented type is unusable and raises `Unusable`; whatever breaks a rule of
the game comes back as a problem with its place, all of them at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesets.files.drive_tables import read_table, seated_twice
from rulesets.files.names import Names
from rulesets.formats.drive import Drive, Player, SetRecord
from rulesets.json_values import as_bool, as_int, as_list, as_object, as_text

if TYPE_CHECKING:
    from rulesets.formats.drives import DriveFormat
    from rulesets.game import Game
    from rulesets.problems import At, Problem

TOP_FIELDS = {
    *("game", "edition", "format", "options", "players"),
    *("seed", "present", "apart", "together"),
}
SETS, SET = ("sets", "rounds"), ("set", "round")  # what a file may call them
PLAYER_FIELDS = {"name", "role", "late_as_sit_out", "keeps_chair"}
SET_FIELDS = {*SET, "tables", "sitting_out", "roles"}


@dataclass(frozen=True, slots=True)
class DriveFile:
    """A score file as read.

    `drive` leaves out every hand with an error that was not overridden. The rest serves the
    seats of the next set: `present` are those there for it (None: not stated), `keeps_chair`
    those who do not travel, `apart` and `together` pairs for the first draw; all player indexes.
    """

    game: Game
    drive: Drive
    problems: tuple[Problem, ...]
    seed: int = 0
    present: tuple[int, ...] | None = None
    keeps_chair: frozenset[int] = frozenset()
    apart: tuple[tuple[int, int], ...] = ()
    together: tuple[tuple[int, int], ...] = ()

    @property
    def broken(self) -> bool:
        """True when a rule is broken: there is a problem that is more than a warning."""
        return any(problem.severity == "error" for problem in self.problems)


def read_drive(format: DriveFormat, top: dict[str, Any]) -> DriveFile:  # noqa: A002
    """The score file of a game in this format. Raises Unusable."""
    game = format.game
    reader = Names(game, format.roles)
    reader.only(top, {*TOP_FIELDS, *SETS}, ())
    reader.options(top)
    given = top.get("options", {})
    options = {key: given[key] for key in given if not reader.broken(("options", key))}
    players, keepers = _players(reader, as_list(top.get("players"), ("players",)))
    key = reader.either(top, SETS)
    sets = _sets(reader, format, as_list(top.get(key, []), (key,)), key)
    present = reader.players(top["present"], ("present",)) if "present" in top else None
    apart = reader.pairs(top.get("apart", []), ("apart",))
    together = reader.pairs(top.get("together", []), ("together",))
    return DriveFile(
        game,
        Drive(format, players, sets, options),
        tuple(reader.problems),
        seed=as_int(top.get("seed", 0), ("seed",)),
        present=None if present is None else tuple(dict.fromkeys(present)),
        keeps_chair=keepers,
        apart=apart,
        together=together,
    )


def _players(reader: Names, entries: list[Any]) -> tuple[tuple[Player, ...], frozenset[int]]:
    players: list[Player] = []
    keepers: set[int] = set()
    for number, entry in enumerate(entries):
        at: At = ("players", number)
        fields = as_object(entry, at)
        reader.only(fields, PLAYER_FIELDS, at)
        name = as_text(fields.get("name"), (*at, "name"))
        role = as_text(fields.get("role"), (*at, "role"))
        reader.add(name, role, at)
        late = as_bool(fields.get("late_as_sit_out", False), (*at, "late_as_sit_out"))
        players.append(Player(name, role, late))
        if as_bool(fields.get("keeps_chair", False), (*at, "keeps_chair")):
            keepers.add(number)
    return tuple(players), frozenset(keepers)


def _sets(reader: Names, game: DriveFormat, entries: list[Any], key: str) -> tuple[SetRecord, ...]:
    """The sets in order; one that cannot stand where it stands is noted and left out."""
    records: list[SetRecord] = []
    last = game.seatings
    for position, entry in enumerate(entries):
        at: At = (key, position)
        fields = as_object(entry, at)
        reader.only(fields, SET_FIELDS, at)
        called = reader.either(fields, SET, at)
        number = as_int(fields.get(called), (*at, called))
        before = records[-1].number if records else 0
        here = (*at, called)
        if not 1 <= number <= last:
            text = "There is no set {set}; the sets are 1 to {last}."
            reader.note("set.number", here, text, set=number, last=last)
            continue
        if number <= before:
            text = "Set {set} comes after set {before}; each set stands once, in order."
            reader.note("set.order", here, text, set=number, before=before)
            continue
        if number > before + 1:
            text = "Set {set} stands here, but set {missing} is missing."
            reader.note("set.gap", here, text, set=number, missing=before + 1)
        records.append(_set(reader, game, fields, number, at))
    return tuple(records)


def _set(
    reader: Names, game: DriveFormat, fields: dict[str, Any], number: int, at: At
) -> SetRecord:
    roles = reader.roles(fields.get("roles", {}), (*at, "roles"))
    entries = as_list(fields.get("tables", []), (*at, "tables"))
    if not entries:
        reader.note("set.no_tables", (*at, "tables"), "This set has no tables.")
    tables = []
    numbers: set[int] = set()
    for position, entry in enumerate(entries):
        here = (*at, "tables", position)
        table = read_table(reader, game, entry, number, roles, here)
        if table.table in numbers:
            text = "Table {table} stands twice in this set."
            reader.note("table.duplicate", (*here, "table"), text, table=table.table)
        numbers.add(table.table)
        tables.append(table)
    sitting = reader.players(fields.get("sitting_out", []), (*at, "sitting_out"))
    twice = seated_twice(tables, sitting, reader.names, game.deals)
    reader.problems += [problem.under(*at) for problem in twice]
    seated = {player for table in tables for player in table.chairs}
    waiting = tuple(player for player in dict.fromkeys(sitting) if player not in seated)
    return SetRecord(number, tuple(tables), waiting, roles)
