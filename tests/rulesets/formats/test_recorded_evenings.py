"""Evenings of every format are seated, scored and explained as they were when that was recorded.

Each is played from its own answers, as a score file: seats, made-up reports, the next seats. So
what a sit-out brings, who goes where and what separates people who are level reaches the standings,
with the usual options and with every other one.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rulesets import games
from rulesets.engine.game import Game, parse_options
from rulesets.engine.replay import RoundReport
from rulesets.engine.roster import Setup
from rulesets.files.drive_answers import next_seats, score, seats
from rulesets.files.drive_file import DriveFile
from rulesets.files.score_file import read_file
from rulesets.formats import FORMATS, format_of, read_options
from rulesets.formats.board import Board
from rulesets.formats.deals import setup_at
from rulesets.formats.format import Format, option_type_of
from rulesets.formats.rehearsal import late_guests, rehearse
from tests.recordings import Recording, digest, plain
from tests.rulesets.every_game import other_options
from tests.rulesets.games.contract import with_names
from tests.rulesets.movements.movement_requests import request

RECORDING = Recording("evenings")
Json = dict[str, Any]
SETS = 3  # of an evening, at most
MOST = 12  # deals of a table in a set
NAMES = tuple(f"P{number:02}" for number in range(1, 40))
WISHES = {"apart": [["P01", "P02"]], "together": [["P03", "P05"]]}
# Formats whose next seats follow from the last results, so that none of their evenings is searched.
SHORT: dict[str, Json] = {
    "court_whist": {},
    "progressive": {"rounds": 2},
    "swiss": {"rounds": 2},
    "knockout": {},
}
OPTIONAL = (("euchre", "progressive"), ("euchre", "swiss"), ("sticks", "knockout"))
KINDS = (
    ("court-whist", "court_whist"),
    ("euchre", "progressive"),
    ("euchre", "individual"),
    ("euchre", "mixed"),
    ("euchre", "pairs"),
    ("euchre", "swiss"),
    ("euchre", "knockout"),
    ("hearts", "meetings"),
    ("golf", "meetings"),
    ("golf", "pairs"),
    ("thirty-one", "swiss"),
    ("sticks", "knockout"),
)


def started(format: Format, people: int, options: Json, **more: Any) -> Json:
    """The score file of an evening before its first set."""
    roles = format.facts.roles.names or ("",)
    players = [
        {"name": name} | ({"role": roles[place % len(roles)]} if roles[0] else {})
        for place, name in enumerate(NAMES[:people])
    ]
    file = {"game": format.game.slug, "format": format.kind.slug, "options": options, "seed": 5}
    return {**file, "players": players, "sets": [], **more}


def read(file: Json) -> DriveFile:
    evening = read_file(file)
    assert isinstance(evening, DriveFile)
    assert not evening.broken, [problem.message for problem in evening.problems]
    return evening


def play_apart(format: Format, number: int, names: list[str], chance: Random) -> Json:
    """Made-up hands that stand by themselves: as many as usual, and more where a match is level."""
    hands: list[Any] = []
    reports: list[Any] = []
    deals, most = format.length.of_set(number), format.length.most_deals
    while len(hands) < (format.length.deals.usual or most) or (
        deals.play_off and len(hands) < most and level(format, number, reports)
    ):
        hand = len(hands) + 1
        reports.append(format.game.plays.sample(format.hands.table(number, hand), chance))
        hands.append(with_names(format.hands.fields(number, hand), reports[-1], names))
    last = {"last": len(hands)} if format.length.deals.bell else {}
    return {"hands": hands, **last}


def level(format: Format, number: int, reports: list[Any]) -> bool:
    """Whether nobody has won a match yet."""
    return sum(margin or 0 for margin in format.hands.margins(number, reports)) == 0


def play_board(format: Format, number: int, names: list[str], chance: Random) -> Json:
    """Made-up deals of a board, until its set is over."""
    plays = format.game.plays
    setup = Setup(plays.roster(names, options=format.agreed), format.agreed)
    board = Board(format, setup_at(format, setup, number), number)
    folded = board.fold(())
    hands: list[Any] = []
    while not board.points(folded, folded.rounds).over and len(hands) < MOST:
        report = plays.sample(folded.standing, chance)
        hands.append(with_names(plays.fields(folded.standing), report, names))
        folded = board.fold([RoundReport(report)], folded, len(folded.rounds))
    last = {"last": len(hands)} if format.length.deals.bell else {}
    return {"hands": hands, **last}


def play_set(format: Format, answer: Json, chance: Random) -> Json:
    """The seats of an answer as a set of the file, with made-up reports."""
    play = play_apart if format.keeping.apart else play_board
    tables = [
        {**table, **play(format, answer["set"], table["chairs"], chance)}
        for table in answer["tables"]
    ]
    keys = ("set", "sitting_out", "roles", "partners", "divisions")
    return {**{key: answer[key] for key in keys if key in answer}, "tables": tables}


def cut(file: Json, chance: Random) -> None:
    """Let people cut at the tables of the last set that are tied."""
    drive = read(file).drive
    for place, table in enumerate(drive.sets[-1].tables):
        if table.board is not None:
            continue
        hands = drive.format.hands
        roles = [drive.players[who].role for who in table.chairs if who is not None]
        result = hands.result(drive.sets[-1].number, roles, table.hands, None)
        if result.tied:
            sides = [(0, 2), (1, 3)]
            possible = [
                chairs
                for chairs in [*sides, *((one, other) for one in (0, 2) for other in (1, 3))]
                if not any(hands.check_cut(drive.sets[-1].number, roles, table.hands, chairs))
            ]
            chairs = file["sets"][-1]["tables"][place]["chairs"]
            if possible:
                won = chance.choice(possible)
                file["sets"][-1]["tables"][place]["cut"] = [chairs[chair] for chair in won]


def evening_of(game: Game, form: str, people: int, options: Json, **more: Any) -> Iterator[Any]:
    """The seats of each set, and in the end the standings with every line of their reasons."""
    agreed, problems = read_options(format_of(game, form), options)
    yield plain(problems)
    if problems:
        return
    format, chance = format_of(game, form, agreed, people), Random(people)
    yield plain([format.length, format.labels, format.agreement.problems(), format.in_set(1)])
    yield [plain([format.tables.count(n), format.tables.problems(n)]) for n in range(2, 18)]
    file = started(format, people, options, **more)
    for number in range(SETS):
        if number == 1 and form in SHORT:  # somebody comes late
            people += 1
            file["players"] = started(format, people, options)["players"]
        evening = read_file(file)
        if evening.broken:  # an option that cannot be played to so many people
            break
        assert isinstance(evening, DriveFile)
        answer = seats(evening, next_seats(evening, 5), 5)
        yield answer
        if not answer["tables"]:
            break
        file["sets"].append(play_set(format, answer, chance))
        cut(file, chance)
    evening = read_file(file)
    yield plain(evening.problems)
    if isinstance(evening, DriveFile) and not evening.broken:
        yield score(evening, explain=True)


def options_of(game: Game, form: str) -> Iterator[Any]:
    """An evening by each other choice of the format, and what numbers it refuses."""
    kind = option_type_of(format_of(game, form))
    for choice in other_options(kind):
        name, value = next(iter(choice.items()))
        if isinstance(value, int) and not isinstance(value, bool):
            yield choice, plain(parse_options(kind, choice)[1])
        elif not hasattr(game.options, name):
            yield choice, *evening_of(game, form, 9, SHORT[form] | choice)


def rehearsal_of(game: Game, form: str) -> Any:
    """The seats of an evening played through beforehand, to which four people come late."""
    format = format_of(game, form)
    here = late_guests(format, (), 13)
    late = late_guests(format, here, 4)
    return plain(rehearse(format, request(here, rng=Random(0)), seed=5, late=late, after=2))


@pytest.mark.parametrize(("slug", "form"), KINDS)
def test_evenings_are_as_recorded(slug: str, form: str) -> None:
    game, short = games.load(slug), SHORT.get(form, {"rounds": 3})
    digests = {str(people): digest(list(evening_of(game, form, people, short)))
               for people in (8, 13)}  # fmt: skip
    digests["rehearsal"] = digest(rehearsal_of(game, form))
    if form in SHORT:
        digests["wishes"] = digest(list(evening_of(game, form, 14, short, **WISHES)))
    if (slug, form) in OPTIONAL:
        digests["options"] = digest(list(options_of(game, form)))
    assert digests == RECORDING.entry(f"{slug}-{form}", digests)


def test_every_format_is_recorded() -> None:
    assert {form for _slug, form in KINDS} == FORMATS.keys() - {"table", "team_line"}
