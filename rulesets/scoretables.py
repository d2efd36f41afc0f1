"""The tables of a score file: chairs, substitutes, hands and cuts, with names for chairs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulesets.drive import TableSet, sitters
from rulesets.game import Problem
from rulesets.jsontext import as_int, as_list, as_object, as_text, wrong
from rulesets.payload import is_int

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.filereader import Reader
    from rulesets.game import At, Payload, Question

TABLE_FIELDS = {"table", "chairs", "hands", "cut", "subs"}
SUB_FIELDS = {"hand", "for", "player"}
OVERRIDE = "override"
LAST_TABLE = 100_000


def read_table(
    reader: Reader, value: object, stage: int, roles: Mapping[int, str], at: At
) -> TableSet:
    """One table of a set. Hands with an error that is not overridden are left out (None)."""
    fields = as_object(value, at)
    reader.only(fields, TABLE_FIELDS, at)
    number = as_int(fields.get("table"), (*at, "table"))
    if not 1 <= number <= LAST_TABLE:
        text = "Tables are numbered from 1; this one is {table}."
        reader.note("table.number", (*at, "table"), text, table=number)
    chairs = _chairs(reader, fields.get("chairs"), (*at, "chairs"))
    table = TableSet(number, chairs, ())
    subs = _subs(reader, fields.get("subs", []), table, (*at, "subs"))
    table = replace(table, subs=subs)
    at_chairs = tuple("" if p is None else roles.get(p, reader.own_roles[p]) for p in chairs)
    _partners(reader, stage, at_chairs, (*at, "chairs"))
    hands = _hands(reader, fields.get("hands", []), stage, table, at_chairs, at)
    table = replace(table, hands=hands)
    if fields.get("cut") is None:
        return table
    return replace(table, cut=_cut(reader, fields["cut"], stage, table, at_chairs, at))


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
                yield Problem("player.twice", "error", text, {"name": names[player]}, at)
    seated = {player for table in tables for player in table.chairs}
    for number, player in enumerate(sitting_out):
        at = ("sitting_out", number)
        params = {"name": names[player]}
        if player in seated:
            text = "{name} sits out this set and has a chair in it."
            yield Problem("player.twice", "error", text, params, at)
        elif player in sitting_out[:number]:
            text = "{name} stands twice among those sitting out."
            yield Problem("player.twice", "error", text, params, at)


def _chairs(reader: Reader, value: object, at: At) -> tuple[int | None, ...]:
    wanted = reader.game.players_per_table
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


def _partners(reader: Reader, stage: int, roles: Sequence[str], at: At) -> None:
    """Partners of one role are possible where the counts force them, but seldom meant."""
    if not reader.game.stage(stage).partners:
        return
    for side in reader.game.sides:
        played = [roles[chair] for chair in side]
        if played[0] and played.count(played[0]) == len(played):
            text = "Both partners on chairs {first} and {second} play the role {role}."
            first, second = (reader.game.chairs[chair] for chair in side)
            params = {"first": first, "second": second, "role": played[0]}
            reader.note("partners.role", (*at, side[1]), text, "warning", **params)


def _subs(
    reader: Reader, value: object, table: TableSet, at: At
) -> tuple[tuple[int, int, int], ...]:
    """The substitutes, in the order of their first hands."""
    entries = []
    last = reader.game.hands_per_stage
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
    reader: Reader,
    value: object,
    stage: int,
    table: TableSet,
    roles: Sequence[str],
    at: At,
) -> tuple[Payload | None, ...]:
    given = as_list(value, (*at, "hands"))
    last = reader.game.hands_per_stage
    if len(given) > last:
        text = "A set has {last} hands; {given} are given."
        reader.note("hands.count", (*at, "hands"), text, last=last, given=len(given))
    hands: list[Payload | None] = []
    for number, entry in enumerate(given[:last]):
        here = (*at, "hands", number)
        seated = sitters(table, number + 1)
        hands.append(None if entry is None else _hand(reader, entry, stage, seated, roles, here))
    return (*hands, *(None,) * (last - len(hands)))


def _hand(
    reader: Reader,
    value: object,
    stage: int,
    seated: Sequence[int | None],
    roles: Sequence[str],
    at: At,
) -> Payload | None:
    """One report, positional, or None where it breaks a rule and nobody overrode that."""
    fields = dict(as_object(value, at))
    reason = fields.pop(OVERRIDE, None)
    if reason is not None and not as_text(reason, (*at, OVERRIDE)).strip():
        wrong((*at, OVERRIDE), "the reason in words")
    before = len(reader.problems)
    names: dict[str, list[str]] = {}  # places given by name, to point there again
    for question in reader.game.questions(stage):
        answers = fields.get(question.key)
        if question.per == "player" and isinstance(answers, dict):
            here = (*at, question.key)
            fields[question.key] = _by_chair(reader, answers, seated, here)
            names[question.key] = ["" if p is None else reader.names[p] for p in seated]
        elif question.key in fields:
            _whole_numbers(question, answers, at)
    misnamed = len(reader.problems) > before
    problems = reader.game.check(stage, roles, fields)
    errors = [problem for problem in problems if problem.severity == "error"]
    overridden = reason is not None and _countable(reader, stage, fields)
    for problem in problems:
        moved = replace(problem, at=_named(problem.at, names)).under(*at)
        reader.problems.append(replace(moved, severity="warning") if overridden else moved)
    return None if misnamed or (errors and not overridden) else fields


def _countable(reader: Reader, stage: int, fields: Mapping[str, Any]) -> bool:
    """Whether a report is complete enough to be scored although it breaks a rule."""
    questions = {question.key: question for question in reader.game.questions(stage)}
    return set(fields) <= set(questions) and all(
        len(fields[key]) == reader.game.answers(question)
        and all(question.low <= value <= question.high for value in fields[key])
        if key in fields
        else not question.required
        for key, question in questions.items()
    )


def _by_chair(
    reader: Reader, answers: Mapping[str, object], seated: Sequence[int | None], at: At
) -> list[int]:
    """An object of name -> number as a list by chair; who is not named has 0."""
    values = [0] * len(seated)
    for name, value in answers.items():
        number = as_int(value, (*at, name))
        player = reader.index.get(name)
        if player is None or player not in seated:
            text = "{name} does not sit at this table in this hand."
            reader.note("report.not_here", (*at, name), text, name=name)
        else:
            values[seated.index(player)] = number
    return values


def _whole_numbers(question: Question, answers: object, at: At) -> None:
    """Refuse what is not a list of whole numbers as unusable; how many there are is a rule."""
    here = (*at, question.key)
    for number, value in enumerate(as_list(answers, here)):
        if not is_int(value):
            wrong((*here, number), "a whole number")


def _named(at: At, names: Mapping[str, Sequence[str]]) -> At:
    """The place in a report, with a name for the chair where the file gave names."""
    if len(at) == 2 and at[0] in names and isinstance(at[1], int):
        return (at[0], names[str(at[0])][at[1]] or at[1])
    return at


def _cut(
    reader: Reader, value: object, stage: int, table: TableSet, roles: Sequence[str], at: At
) -> tuple[int, ...] | None:
    """Who won the cut, as chairs: those who sit there at the end of the set."""
    here = (*at, "cut")
    seated = sitters(table, reader.game.hands_per_stage)
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
    for problem in reader.game.check_cut(stage, roles, table.hands, cut):
        reader.problems.append(problem.under(*here))
    return cut
