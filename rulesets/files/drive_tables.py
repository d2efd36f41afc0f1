"""The tables of a score file: chairs, substitutes, hands and cuts, with names for chairs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulesets.answers import NUMBER
from rulesets.files.names import LONGEST_NAME, Names
from rulesets.files.report_names import Translation
from rulesets.formats.drive import TableSet, sitters
from rulesets.formats.drives import SIDES
from rulesets.json_values import as_int, as_list, as_object, as_text, wrong
from rulesets.problems import Problem
from rulesets.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.fields import Field
    from rulesets.formats.drives import DriveFormat, Payload
    from rulesets.problems import At

TABLE_FIELDS = {"table", "chairs", "cut", "subs"}
HANDS = ("hands", "deals")  # what a file may call them
SUB_FIELDS = {"hand", "for", "player"}
OVERRIDE = "override"
LAST_TABLE = 100_000


def read_table(
    reader: Names,
    game: DriveFormat,
    value: object,
    stage: int,
    roles: Mapping[int, str],
    at: At,
) -> TableSet:
    """One table of a set. Hands with an error that is not overridden are left out (None)."""
    fields = as_object(value, at)
    reader.only(fields, {*TABLE_FIELDS, *HANDS}, at)
    number = as_int(fields.get("table"), (*at, "table"))
    if not 1 <= number <= LAST_TABLE:
        text = "Tables are numbered from 1; this one is {table}."
        reader.note("table.number", (*at, "table"), text, table=number)
    chairs = _chairs(reader, game, fields.get("chairs"), (*at, "chairs"))
    table = TableSet(number, chairs, ())
    subs = _subs(reader, game, fields.get("subs", []), table, (*at, "subs"))
    table = replace(table, subs=subs)
    at_chairs = tuple("" if p is None else roles.get(p, reader.own_roles[p]) for p in chairs)
    _partners(reader, game, stage, at_chairs, (*at, "chairs"))
    key = reader.either(fields, HANDS, at)
    hands = _hands(reader, game, fields.get(key, []), stage, table, at_chairs, (*at, key))
    table = replace(table, hands=hands)
    if fields.get("cut") is None:
        return table
    return replace(table, cut=_cut(reader, game, fields["cut"], stage, table, at_chairs, at))


def seated_twice(
    tables: Sequence[TableSet], sitting_out: Sequence[int], names: Sequence[str], hands: int
) -> Iterator[Problem]:
    """A player in two chairs at once, or in a chair and sitting out, in one set.

    Who sits out may still be called in as a substitute.
    """
    text = "{name} sits in two chairs at once."
    told: set[int] = set()
    for hand in range(1, hands + 1):
        seats: dict[int, list[At]] = {}
        for position, table in enumerate(tables):
            for chair, player in enumerate(sitters(table, hand)):
                if player is not None:
                    first = table.chairs[chair] == player
                    where: At = ("chairs", chair) if first else ("subs",)
                    seats.setdefault(player, []).append(("tables", position, *where))
        for player, places in seats.items():
            if len(places) > 1 and player not in told:
                told.add(player)
                called_in = [at for at in places if at[-1] == "subs"]
                at = (called_in or places[1:])[0]
                yield Problem("player.twice", "error", Words(text, {"name": names[player]}), at)
    seated = {player for table in tables for player in table.chairs}
    for number, player in enumerate(sitting_out):
        at = ("sitting_out", number)
        params = {"name": names[player]}
        if player in seated:
            text = "{name} sits out this set and has a chair in it."
            yield Problem("player.twice", "error", Words(text, params), at)
        elif player in sitting_out[:number]:
            text = "{name} stands twice among those sitting out."
            yield Problem("player.twice", "error", Words(text, params), at)


def _chairs(reader: Names, game: DriveFormat, value: object, at: At) -> tuple[int | None, ...]:
    wanted = game.width
    given = as_list(value, at)
    if len(given) != wanted:
        text = "A table has {wanted} chairs; {given} are given."
        reader.note("chairs.count", at, text, wanted=wanted, given=len(given))
    chairs: list[int | None] = []
    for number, name in enumerate(given[:wanted]):
        if name is None:
            text = "This chair is empty; a table plays with {wanted}."
            reader.note("chairs.empty", (*at, number), text, wanted=wanted)
            chairs.append(None)
        else:
            chairs.append(reader.player(name, (*at, number)))
    return (*chairs, *(None,) * (wanted - len(chairs)))


def _partners(reader: Names, game: DriveFormat, stage: int, roles: Sequence[str], at: At) -> None:
    """Partners of one role are possible where the counts force them, but seldom meant."""
    if not game.set(stage).partners:
        return
    for side in SIDES:
        played = [roles[chair] for chair in side]
        if played[0] and played.count(played[0]) == len(played):
            text = "Both partners on chairs {first} and {second} play the role {role}."
            first, second = (game.chairs[chair] for chair in side)
            params = {"first": first, "second": second, "role": played[0]}
            reader.note("partners.role", (*at, side[1]), text, "warning", **params)


def _subs(
    reader: Names, game: DriveFormat, value: object, table: TableSet, at: At
) -> tuple[tuple[int, int, int], ...]:
    """The substitutes, in the order of their first hands."""
    entries = []
    last = game.deals
    for number, entry in enumerate(as_list(value, at)):
        here = (*at, number)
        fields = as_object(entry, here)
        reader.only(fields, SUB_FIELDS, here)
        hand = as_int(fields.get("hand"), (*here, "hand"))
        if not 1 <= hand <= last:
            text = "There is no hand {hand}; a set has {last}."
            reader.note("sub.hand", (*here, "hand"), text, hand=hand, last=last)
            continue
        leaves = reader.player(fields.get("for"), (*here, "for"))
        comes = reader.player(fields.get("player"), (*here, "player"))
        if leaves is not None and comes is not None:
            entries.append((hand, number, leaves, comes))
    subs: list[tuple[int, int, int]] = []
    for hand, number, leaves, comes in sorted(entries):
        seated = sitters(replace(table, subs=tuple(subs)), hand)
        if leaves in seated:
            subs.append((hand, seated.index(leaves), comes))
        else:
            text = "{name} does not sit at table {table} in hand {hand}."
            here = (*at, number, "for")
            name = reader.names[leaves]
            reader.note("sub.not_here", here, text, name=name, table=table.table, hand=hand)
    return tuple(subs)


def _hands(
    reader: Names,
    game: DriveFormat,
    value: object,
    stage: int,
    table: TableSet,
    roles: Sequence[str],
    at: At,
) -> tuple[Payload | None, ...]:
    given = as_list(value, at)
    last = game.deals
    if len(given) > last:
        text = "A set has {last} hands; {given} are given."
        reader.note("hands.count", at, text, last=last, given=len(given))
    hands: list[Payload | None] = []
    for number, entry in enumerate(given[:last], 1):
        hand = _Hand(reader, game, stage, number, sitters(table, number), roles)
        hands.append(None if entry is None else hand.read(entry, (*at, number - 1)))
    return (*hands, *(None,) * (last - len(hands)))


@dataclass(frozen=True, slots=True)
class _Hand:
    """One hand of a table that is to be read."""

    reader: Names
    game: DriveFormat
    stage: int
    number: int
    seated: Sequence[int | None]
    roles: Sequence[str]

    def read(self, value: object, at: At) -> Payload | None:
        """One report, positional, or None where it breaks a rule and nobody overrode that."""
        given = dict(as_object(value, at))
        reason = given.pop(OVERRIDE, None)
        if reason is not None and not as_text(reason, (*at, OVERRIDE)).strip():
            wrong((*at, OVERRIDE), "the reason in words")
        before = len(self.reader.problems)
        asked = self.game.fields(self.stage, self.number)
        for field in asked:
            _all_told(field, given.get(field.key), at)
        names = Chairs(self.reader, self.seated)
        options = self.game.options or self.game.game.options()
        roster = self.game.plays.roster(names.names)
        told = Translation(names, self.game.plays, roster, options)
        report: Payload = told.report(asked, given, at)
        report = {**report, **_nothing(asked, given, report)}
        misnamed = len(self.reader.problems) > before
        judged = self.game.check(self.stage, self.roles, report, self.number)
        problems = [problem for problem in judged if not told.spurious(problem)]
        errors = [problem for problem in problems if problem.severity == "error"]
        overridden = reason is not None and not any(map(_not_ruled, errors))
        for problem in problems:
            moved = replace(problem, at=told.place(problem)).under(*at)
            self.reader.problems.append(replace(moved, severity="warning") if overridden else moved)
        return None if misnamed or (errors and not overridden) else report


class Chairs(Names):
    """The four of a table in one hand: names are read as chairs, and noted in the whole file."""

    def __init__(self, file: Names, seated: Sequence[int | None]) -> None:
        super().__init__(file.game)
        self.problems = file.problems
        self.names = ["" if player is None else file.names[player] for player in seated]
        self.index = {name: chair for chair, name in enumerate(self.names) if name}

    def player(self, value: object, at: At) -> int | None:
        """The chair of a name; None, and a problem noted, if nobody here is called so."""
        name = as_text(value, at)
        if name not in self.index:
            text = "{name} does not sit at this table in this hand."
            self.note("report.not_here", at, text, name=name[:LONGEST_NAME])
        return self.index.get(name)


def _all_told(field: Field, answers: object, at: At) -> None:
    """Numbers that are listed by chair or side are all there: an empty place is unusable."""
    numbers = field.per != "table" and field.kind is NUMBER
    if numbers and isinstance(answers, list) and None in answers:
        wrong((*at, field.key, answers.index(None)), "a whole number")


def _nothing(asked: Sequence[Field], given: Payload, report: Payload) -> dict[str, Any]:
    """Who is not named where numbers are given by name has 0."""
    by_name = [
        field
        for field in asked
        if field.per == "player" and field.kind is NUMBER and isinstance(given.get(field.key), dict)
    ]
    return {field.key: [one or 0 for one in report[field.key]] for field in by_name}


def _not_ruled(problem: Problem) -> bool:
    """Whether nobody may let this stand: nothing to count, or a slip of the finger."""
    return problem.firm or problem.code.endswith(".range")


def _cut(
    reader: Names,
    game: DriveFormat,
    value: object,
    stage: int,
    table: TableSet,
    roles: Sequence[str],
    at: At,
) -> tuple[int, ...] | None:
    """Who won the cut, as chairs: those who sit there at the end of the set."""
    here = (*at, "cut")
    seated = sitters(table, game.deals)
    chairs = []
    whole = True
    for number, name in enumerate(as_list(value, here)):
        player = reader.player(name, (*here, number))
        if player is not None and player in seated:
            chairs.append(seated.index(player))
            continue
        whole = False
        if player is not None:
            text = "{name} won no cut here: the chair is at another table."
            reader.note("cut.not_here", (*here, number), text, name=reader.names[player])
    if not whole:
        return None
    cut = tuple(chairs)
    for problem in game.check_cut(stage, roles, table.hands, cut):
        reader.problems.append(problem.under(*here))
    return cut
