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
from rulesets.engine.game import Game, names_of, parse_options
from rulesets.engine.replay import RoundReport
from rulesets.engine.roster import Setup
from rulesets.files.drive_answers import next_seats, score, seats
from rulesets.files.drive_file import DriveFile
from rulesets.files.score_file import read_file
from rulesets.formats import FORMATS, format_of, read_options
from rulesets.formats.agreement import open_options
from rulesets.formats.board import Board
from rulesets.formats.card import blank_layout
from rulesets.formats.deals import notes_of_set, setup_at
from rulesets.formats.drive import Drive, finished
from rulesets.formats.format import Format, option_type_of
from rulesets.formats.ranking import order_of, read_results
from rulesets.formats.rehearsal import late_guests, rehearse
from tests.recordings import Recording, digest, plain
from tests.rulesets.every_game import other_options
from tests.rulesets.games.contract import with_names
from tests.rulesets.movements.movement_requests import request

RECORDING = Recording("evenings")
Json = dict[str, Any]
SETS = 4  # of an evening, at most
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
OPTIONAL = (
    ("euchre", "progressive"),
    ("euchre", "mixed"),
    ("euchre", "pairs"),
    ("euchre", "knockout"),
    ("golf", "meetings"),
    ("thirty-one", "swiss"),
    ("sticks", "knockout"),
)
# What people may agree on, in every format that has it.
AGREED: tuple[Json, ...] = (
    *(
        {"stages": stages, "qualify": 4, "others": others, "stage_points": points}
        for stages, others, points in (
            ("knockout", "play", "reset"),
            ("pairs", "stop", "halved"),
            ("pairs", "play", "kept"),
            ("table", "play", "reset"),
            ("table", "stop", "halved"),
        )
    ),
    {"stages": "knockout", "qualify": 2, "divisions": 2, "qualify_of": "each"},
    {"stages": "pairs", "qualify": 4, "divisions": 2, "qualify_of": "all", "others": "play"},
    *({"carry": "wins", "bye": bye, "deals": 2} for bye in ("whole", "half", "nothing")),
    *({"carry": way, "sit_out": "mean"} for way in ("points", "share", "beaten", "margin")),
    *({"sit_out": way, "bell": True} for way in ("tables", "nothing")),
    {"best_of": 3, "carry": "margin"},
    {"per_round": 1, "best": 2, "minutes": 30},
    *({"tie_breaks": [way]} for way in ("wins", "opponents", "best_round", "sit_outs", "margin")),
    *({"times": 2}, {"moves": "part"}, {"size": 3}, {"size": 3, "advance": 2}),
    *({"places": "third"}, {"places": "all"}, {"seeds": True}),
)
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
                for chairs in [*sides, *((number, other) for number in (0, 2) for other in (1, 3))]
                if not any(hands.check_cut(drive.sets[-1].number, roles, table.hands, chairs))
            ]
            chairs = file["sets"][-1]["tables"][place]["chairs"]
            if possible:
                won = chance.choice(possible)
                file["sets"][-1]["tables"][place]["cut"] = [chairs[chair] for chair in won]


def promises_of(format: Format, people: int) -> Iterator[Any]:
    """What is said of an evening before it begins: its sets, its card, how long it takes."""
    yield plain([format.length, format.labels, format.agreement.problems(), format.sets])
    yield plain(blank_layout(format))
    for number in range(1, format.length.sets + 1):
        yield plain([format.in_set(number), format.length.of_set(number)])
        yield plain([notes_of_set(format, number), format.labels.of_set(number)])
    offer = format.offer
    yield plain([offer.how_many, offer.course, offer.minutes()])
    for count in (people - 4, people, people + 1, 3 * people):
        yield plain([offer.is_apt(count), offer.promise(count)])
        if "rounds" in names_of(format.kind.options):
            yield offer.usual_sets(count), plain(offer.propose(count))


def course_of(drive: Drive) -> Iterator[Any]:
    """What follows from the sets so far besides the standings: who plays on, and for what."""
    format, number = drive.format, len(drive.sets)
    placement = format.ranking.placement
    yield finished(drive), plain(read_results(drive)), order_of(drive)
    yield plain(placement.bracket(drive)), placement.has_room(drive)
    yield plain([placement.groups(drive, at) for at in (number, number + 1)])
    yield [plain(open_options(format, number, reported=reported)) for reported in (False, True)]


def evening_of(game: Game, form: str, people: int, options: Json, **more: Any) -> Iterator[Any]:
    """The seats of each set, and in the end the standings with every line of their reasons."""
    agreed, problems = read_options(format_of(game, form), options)
    yield plain(problems)
    if problems:
        return
    format, chance = format_of(game, form, agreed, people), Random(people)
    yield list(promises_of(format, people))
    yield [plain([format.tables.count(n), format.tables.problems(n)]) for n in range(2, 18)]
    file = started(format, people, options, **more)
    for number in range(SETS):
        if number == 1:  # somebody comes late
            people += 1
            late = started(format, people, options)["players"][-1]
            file["players"].append({**late, "late_as_sit_out": True})
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
        yield list(course_of(read(file).drive))
    evening = read_file(file)
    yield plain(evening.problems)
    if isinstance(evening, DriveFile) and not evening.broken:
        yield score(evening, explain=True)


def options_of(game: Game, form: str) -> Iterator[Any]:
    """An evening by each other choice of the format, and what numbers it refuses."""
    kind = option_type_of(format_of(game, form))
    for choice in other_options(kind):
        yield choice, plain(parse_options(kind, choice)[1])
    teams = {"Reds": [*NAMES[:3]], "Blues": [*NAMES[5:8]]}
    owed = [{"player": NAMES[2], "points": 3, "reason": "late"}]
    for number, choice in enumerate(AGREED):
        if choice.keys() <= names_of(kind):
            rounds = {"rounds": 2} if "rounds" in names_of(kind) else {}
            people = (9, 12)[number % 2]
            more = {"teams": teams, "deductions": owed}
            yield choice, list(evening_of(game, form, people, rounds | choice, **more))


def rehearsal_of(game: Game, form: str) -> Any:
    """The seats of an evening played through beforehand, to which four people come late."""
    format = format_of(game, form)
    here = late_guests(format, (), 13)
    late = late_guests(format, here, 4)
    return plain(rehearse(format, request(here, rng=Random(0)), seed=5, late=late, after=2))


@pytest.mark.parametrize(("slug", "form"), KINDS)
def test_evenings_are_as_recorded(slug: str, form: str, brief_searches: None) -> None:
    game, short = games.load(slug), SHORT.get(form, {"rounds": 3})
    digests = {str(people): digest(list(evening_of(game, form, people, short)))
               for people in (8, 13)}  # fmt: skip
    digests["rehearsal"] = digest(rehearsal_of(game, form))
    digests["wishes"] = digest(list(evening_of(game, form, 14, short, **WISHES)))
    if (slug, form) in OPTIONAL:
        digests["options"] = digest(list(options_of(game, form)))
    assert digests == RECORDING.entry(f"{slug}-{form}", digests)


def test_every_format_is_recorded() -> None:
    assert {form for _slug, form in KINDS} == FORMATS.keys() - {"table", "team_line"}
