"""What the contract of all games is tested with: evenings, random reports, other seats, files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from rulesets.engine.answers import CHOICE, NUMBER, SIDE
from rulesets.engine.fields import AWAY, Field
from rulesets.engine.game import Example, Game
from rulesets.engine.plays import BANK, Account, Plays, State, Step
from rulesets.engine.questions import TURN
from rulesets.engine.replay import Replay, RoundReport, replay
from rulesets.engine.roster import Roster, Setup
from rulesets.engine.table import unchecked_report
from rulesets.files.board_file import FIRST_DEALER
from rulesets.formats import format_of
from rulesets.room.worksheet import is_away
from rulesets.rounds import Rounds

MOST = 120  # reports of an evening that may never end
Json = dict[str, Any]
GARBAGE: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    3,
    99,
    10**9,
    10**30,
    2.5,
    "",
    "AS",
    "QX",
    "x" * 300,
    "kept",
    (),
    [],
    [1, 2],
    [0, 0],
    [None] * 4,
    [[1]],
    [["AS", "2S"]],
    [["AS", "2S", "3S", "4X"]] * 2,
    {},
    {"x": 1},
    {"AS": 0},
    {"buyer": 0, "price": 1},
)


# --- the books ------------------------------------------------------------------------------------


def balanced(plays: Plays, before: State | None, step: Step) -> None:
    """What every account held, and the transfers, make what it holds; conserved units come in by
    the rules that buy, and nobody holds less than nothing of them."""
    held: Counter[tuple[str, Account]] = Counter()
    bought: Counter[str] = Counter()
    if before is not None:
        held.update(_flat(plays, before))
    for transfer in step.transfers:
        assert transfer.words.text
        held[transfer.unit, transfer.source] -= transfer.amount
        held[transfer.unit, transfer.target] += transfer.amount
        if transfer.source == BANK and transfer.rule in plays.buying:
            bought[transfer.unit] += transfer.amount
    now = Counter(_flat(plays, step.state))
    for key in {*held, *now}:
        if key[1] != BANK:
            assert held[key] == now[key], key
    for unit in plays.conserved:
        amounts = [amount for (of, _), amount in now.items() if of == unit]
        was = 0
        if before is not None:
            was = sum(amount for (of, _), amount in _flat(plays, before).items() if of == unit)
        assert min(amounts, default=0) >= 0
        assert sum(amounts) == was + bought[unit]


def _flat(plays: Plays, state: State) -> dict[tuple[str, Account], int]:
    return {
        (unit, account): amount
        for unit, held in plays.holdings(state).items()
        for account, amount in held.items()
    }


# --- evenings -------------------------------------------------------------------------------------


def evening(game: Game, setup: Setup, seed: int, most: int = MOST) -> tuple[list[Any], list[State]]:
    """Made-up reports to the end (or `most` of them), and the states from the opening on."""
    plays, chance = game.plays, Random(seed)
    opening = plays.start(setup)
    balanced(plays, None, opening)
    reports: list[Any] = []
    states = [opening.state]
    while plays.over(states[-1]) is None and len(reports) < most:
        report = plays.sample(states[-1], chance)
        problems = plays.check(states[-1], report)
        assert not [problem.message for problem in problems if problem.severity == "error"]
        step = plays.play(states[-1], report)
        balanced(plays, states[-1], step)
        if plays.turns:
            report = {**report, TURN: plays.turn(states[-1])}
        reports.append(report)
        states.append(step.state)
        closing = plays.close(step.state)
        balanced(plays, step.state, closing)
        if plays.over(closing.state) is not None:
            break
    return reports, states


def of_reports(game: Game, setup: Setup, reports: Iterable[Any]) -> Replay:
    return replay(game.plays, setup, [RoundReport(report) for report in reports])


# --- random reports -------------------------------------------------------------------------------


def random_report(plays: Plays, state: State, chance: Random) -> Any:
    """Answers of the kinds that are asked, many of them spoiled."""
    if chance.random() < 0.03:
        return chance.choice(GARBAGE)
    if plays.rows == "couple":
        return _couples(plays, state, chance)
    fields = plays.fields(state)
    report: Json = {}
    if chance.random() < 0.8:
        any_one = isinstance(plays, Rounds)
        report = dict(
            unchecked_report(plays, state, chance) if any_one else plays.sample(state, chance)
        )
        if not report.keys() <= {field.key for field in fields}:  # the last deals
            return report
    for field in fields:
        if field.key not in report and (field.required or chance.random() < 0.3):
            report[field.key] = _answer(plays, field, state, chance)
    for _ in range(chance.choice((0, 0, 1, 2))):
        field = chance.choice(fields)
        report[field.key] = _spoiled(plays, field, state, chance)
    if plays.final is not None and chance.random() < 0.1:
        return {plays.final.key: _deals(state, chance)}
    if chance.random() < 0.05:
        report["x"] = chance.choice(GARBAGE)
    return report


def _answer(plays: Plays, field: Field, state: State, chance: Random) -> Any:
    if field.parts and chance.random() < 0.5:
        return {part.key: _answer(plays, part, state, chance) for part in field.parts}
    roster: Roster = state.roster
    playing = plays.playing(state) or range(len(roster.names))
    made = [field.kind.made_up(field, playing, len(roster.sides), chance) for _ in roster.names]
    if field.per == "table":
        return made[0]
    if field.per == "side":
        return made[: len(roster.sides)]
    everybody = field.everybody or chance.random() < 0.5
    return [one if everybody or chance.random() < 0.7 else None for one in made]


def _spoiled(plays: Plays, field: Field, state: State, chance: Random) -> Any:
    if chance.random() < 0.3:
        return chance.choice(GARBAGE)
    answer = _answer(plays, field, state, chance)
    other: Any = chance.choice((*GARBAGE, None, field.high + field.step, field.low, 0))
    if field.kind is NUMBER and chance.random() < 0.8:
        other = chance.choice((field.high + field.step, field.low, field.high, 0, 7))
    if isinstance(answer, list) and answer:
        answer[chance.randrange(len(answer))] = other
        return answer
    return other


def _couples(plays: Plays, state: State, chance: Random) -> list[Any]:
    rows: list[Any] = plays.sample(state, chance)
    for place, row in enumerate(rows):
        if chance.random() < 0.2:
            field = chance.choice(plays.fields(state))
            rows[place] = {**row, field.key: _spoiled(plays, field, state, chance)}
        elif chance.random() < 0.1:
            rows[place] = chance.choice((None, {"away": chance.choice((0, 1, "x"))}, 7))
    return rows


def _deals(state: State, chance: Random) -> Any:
    deals = [
        {"space": chance.choice((None, space.key, "x")), "player": chance.choice((0, 1, None))}
        for space in chance.sample(state.spaces, chance.randint(0, 4))
    ]
    return chance.choice((deals, deals, deals, chance.choice(GARBAGE)))


# --- other seats ----------------------------------------------------------------------------------


def other_seats(roster: Roster, chance: Random) -> list[int]:
    """The new place of each: anywhere, but partners stay partners."""
    if not roster.in_sides:
        return chance.sample(range(len(roster.names)), len(roster.names))
    moved = [0] * len(roster.names)
    for members in roster.sides:
        new = chance.sample(members, len(members))
        for player, place in zip(members, new, strict=True):
            moved[player] = place
    return moved


def moved_report(
    fields: Sequence[Field], report: Any, moved: Sequence[int], *, alone: bool = False
) -> Any:
    """The same report with everybody in another place; `alone`: each is a side by himself."""
    if isinstance(report, list):
        return [moved_report((AWAY,) if is_away(row) else fields, row, moved) for row in report]
    by_key = {field.key: field for field in fields}
    return {
        key: value
        if value is None or key not in by_key
        else _moved(by_key[key], value, moved, alone=alone)
        for key, value in report.items()
    }


def _moved(field: Field, value: Any, moved: Sequence[int], *, alone: bool) -> Any:
    if field.parts and isinstance(value, Mapping):
        return moved_report(field.parts, value, moved)
    if alone and field.kind is SIDE and field.per == "table":
        return moved[value]
    if field.per == "player" or (alone and field.per == "side"):
        listed: list[Any] = [None] * len(value)
        for player, one in enumerate(value):
            listed[moved[player]] = None if one is None else _one_moved(field, one, moved)
        return listed
    return value if field.per == "side" else _one_moved(field, value, moved)


def _one_moved(field: Field, value: Any, moved: Sequence[int]) -> Any:
    """An answer with the people that it names in other places."""
    named = list(field.kind.people(value))
    if not named:
        return value
    if named[0][0] == ():
        return moved[value]
    if isinstance(value, Mapping):
        return {key: moved[player] for key, player in value.items()}
    return [moved[player] for player in value]


# --- score files ----------------------------------------------------------------------------------


def with_names(fields: Sequence[Field], report: Any, names: Sequence[str]) -> Any:
    """A report as a score file holds it."""
    if isinstance(report, list):
        return [
            with_names((AWAY,) if is_away(row) else fields, row, names) if row else row
            for row in report
        ]
    by_key = {field.key: field for field in fields}
    return {
        key: value if value is None else _named(by_key[key], value, names)
        for key, value in report.items()
    }


def _named(field: Field, value: Any, names: Sequence[str]) -> Any:
    if field.parts and isinstance(value, Mapping):
        return with_names(field.parts, value, names)
    if field.per == "table":
        return field.kind.write(value, names)
    if field.per == "side":
        return value
    written = (None if one is None else field.kind.write(one, names) for one in value)
    return dict(zip(names, written, strict=True))


def as_file(game: Game, setup: Setup, reports: Sequence[Any], options: Mapping[str, Any]) -> Json:
    plays, roster = game.plays, setup.roster
    file: Json = {"game": game.declaration or game.slug, "options": dict(options)}
    if plays.side_names:
        sides = zip(roster.side_names, roster.sides, strict=True)
        file["sides"] = {name: [roster.names[p] for p in members] for name, members in sides}
    elif roster.in_sides:
        file["sides"] = [[roster.names[p] for p in members] for members in roster.sides]
    else:
        file["players"] = list(roster.names)
    first = FIRST_DEALER[plays.dealers]
    if first and setup.first is not None:
        called = roster.names if plays.dealers == "player" else roster.side_names
        file[first] = called[setup.first]
    state = plays.start(setup).state
    file["rounds"] = []
    for report in reports:
        if plays.final is not None and plays.final.key in report:
            deals = report[plays.final.key]
            named = [{**deal, "player": roster.names[deal["player"]]} for deal in deals]
            file[plays.final.key] = named
        else:
            file["rounds"].append(with_names(plays.fields(state), report, roster.names))
        state = plays.play(state, report).state
    return file


def as_drive(game: Game, example: Example) -> Json:
    """A worked example as the score file of a drive: its report in its set and hand."""
    played = format_of(game)
    roster = example.roster(game.plays)
    roles = example.roles or [
        played.facts.roles.names[n] for n in (0, 1, 1, 0)
    ]  # one of each to a side
    number, hand = divmod(example.round - 1, played.length.most_deals)
    tables = [{"table": 1, "chairs": list(roster.names), "hands": []} for _ in range(number + 1)]
    tables[-1]["hands"] = [*(None,) * hand, *example.reports]
    people = [{"name": name, "role": role} for name, role in zip(roster.names, roles, strict=True)]
    sets = [{"set": place, "tables": [table]} for place, table in enumerate(tables, 1)]
    return {"game": game.slug, "players": people, "sets": sets}


def decided_by(field: Field, fields: Sequence[Field]) -> bool:
    """Whether the answers that decide about a field are among those that there are."""
    if field.when is None:
        return True
    decider = next(other for other in fields if other.key == field.when[0])
    keys = {key for key, _ in decider.choices}
    return decider.kind is not CHOICE or set(field.when[1]) <= keys
