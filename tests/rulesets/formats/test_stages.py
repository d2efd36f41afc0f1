"""Stages: some sets for all, then further ones for the best, and for the others alike or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.engine.plays import BANK, Account, Transfer
from rulesets.engine.text import NOTHING
from rulesets.files.drive_answers import next_seats, score, seats
from rulesets.files.drive_file import DriveFile
from rulesets.files.score_file import read_file
from rulesets.formats import FORMATS, format_of, read_options
from rulesets.formats.agreement import check_change, open_options
from rulesets.formats.board import BoardResult, DealPoints
from rulesets.formats.drive import Drive, Player, SetRecord, TableSet
from rulesets.formats.explanations import explain
from rulesets.formats.format import Format
from rulesets.formats.ranking import order_of, standings
from rulesets.games import load
from rulesets.movements.seating import Seating
from tests.rulesets.formats import euchre
from tests.rulesets.formats.euchre import WON, Json
from tests.sampling import examples

LOST = {"makers": 1, "alone": False, "tricks": 3}  # one for the others
REPORT: Any = SimpleNamespace(summary=NOTHING)
QUALIFYING = sorted(slug for slug, kind in FORMATS.items() if kind.qualifies)


def form_of(slug: str, game: str = "euchre", **options: Any) -> Format:
    return euchre.form_of(slug, game, **{"rounds": 3, "deals": 1, **options})


def begin(format: Format, people: int) -> Drive:
    roles = format.facts.roles.names or ("", "")
    players = tuple(Player(f"P{number:02}", roles[number % 2]) for number in range(people))
    return Drive(format.for_people(people), players, ())


def seat(
    drive: Drive,
    seed: int = 1,
    present: Sequence[int] = (),
    keeps: int | None = None,
    **wishes: Sequence[tuple[int, int]],
) -> Seating:
    here = tuple(present or range(len(drive.players)))
    file = DriveFile(drive.format.game, drive, (), present=here, **wishes)
    file = replace(file, keeps_chair=frozenset() if keeps is None else frozenset({keeps}))
    seating = next_seats(file, seed)
    assert not seating.problems, seating.problems
    assert seating.seating is not None
    return seating.seating


def play(drive: Drive, seating: Seating, chance: Random, *, better: bool = False) -> Drive:
    """A set at random; `better`: whoever was entered first wins."""
    tables = []
    for number, chairs in enumerate(seating.tables, 1):
        if drive.format.keeping.apart:
            ahead = min(chairs) in chairs[::2] if better else chance.random() < 0.5
            table = TableSet(number, chairs, (WON if ahead else LOST,))
        else:
            sign = 1 if drive.format.game.plays.wins == "low" else -1
            points = tuple(sign * who if better else chance.randrange(9) for who in chairs)
            accounts = tuple(Account("player", chair) for chair in range(len(chairs)))
            lines = tuple(
                Transfer(made, drive.format.game.plays.unit, BANK, account, NOTHING, "")
                for made, account in zip(points, accounts, strict=True)
            )
            deal = DealPoints(points, lines, REPORT, accounts)
            table = TableSet(number, chairs, (), board=BoardResult(len(chairs), (deal,), over=True))
        tables.append(table)
    out = tuple(sitter.id for sitter in seating.sitting_out if not sitter.watches)
    record = SetRecord(len(drive.sets) + 1, tuple(tables), out)
    return Drive(drive.format, drive.players, (*drive.sets, record), drive.options, drive.seed)


def an_evening(format: Format, people: int, *, seed: int = 1, better: bool = False) -> Drive:
    drive, chance = begin(format, people), Random(seed)
    while len(drive.sets) < drive.format.length.sets:
        drive = play(drive, seat(drive, seed), chance, better=better)
    return drive


def an_evening_until(format: Format, people: int, sets: int) -> Drive:
    drive, chance = begin(format, people), Random(2)
    while len(drive.sets) < sets:
        drive = play(drive, seat(drive), chance)
    return drive


def names(drive: Drive) -> list[str]:
    return [drive.players[line.player].name for line in standings(drive)]


def everybody(seating: Seating) -> list[int]:
    seated = [who for table in seating.tables for who in table]
    return sorted(seated + [sitter.id for sitter in seating.sitting_out])


def test_the_best_of_a_swiss_are_seeded_into_a_bracket() -> None:
    format = form_of("swiss", stages="knockout", qualify=4, rounds=4)
    drive = an_evening(format, 24, better=True)
    first = Drive(drive.format, drive.players, drive.sets[:4])
    ranked = [who for level in order_of(first) for who in level]
    semifinals = [{*table.chairs} for table in drive.sets[4].tables]
    assert len(drive.sets) == 6
    assert {who for table in semifinals for who in table} == {*ranked[:8]}
    best = {*ranked[:2]}
    assert len({number for number, table in enumerate(semifinals) if best & table}) == 1
    assert [len(record.tables) for record in drive.sets[4:]] == [2, 1]
    final = {*drive.sets[5].tables[0].chairs}
    top = [line.player for line in standings(drive)[:4]]
    assert {*top} == final
    assert {*top[:2]} == {0, 1}
    seating = seat(Drive(drive.format, drive.players, drive.sets[:5]))
    texts = {sitter.text for sitter in seating.sitting_out}
    assert texts == {"Did not qualify; watching.", "Knocked out in set 5."}
    [section] = drive.format.ranking.placement.bracket(drive)
    assert (section.begun, section.rounds, len(section.matches)) == (5, 2, 2)


def test_those_who_lose_a_bracket_stand_behind_those_who_went_further() -> None:
    format = form_of("pairs", "golf", stages="knockout", qualify=4, others="play", rounds=7)
    drive = an_evening(format, 8, better=True)
    assert [len(record.tables) for record in drive.sets[7:]] == [4, 2]
    places = {drive.players[line.player].name: line.rank for line in standings(drive)}
    assert {name for name, place in places.items() if place <= 4} == {"P00", "P01", "P02", "P03"}
    sections = drive.format.ranking.placement.bracket(drive)
    assert [section.first for section in sections] == [1, 5]
    assert {match.table for match in sections[1].matches[0]} == {2, 3}


def test_a_final_waits_for_the_tables_of_its_part() -> None:
    """Those who lost in the first stage play behind the best, at tables of other numbers."""
    format = form_of("pairs", "golf", stages="knockout", qualify=8, others="play", rounds=7)
    drive = an_evening_until(format, 16, 9)
    *before, last = drive.sets
    board = BoardResult(len(last.tables[0].chairs), (), over=False)
    playing = replace(last, tables=tuple(replace(table, board=board) for table in last.tables))
    drive = replace(drive, sets=(*before, playing))
    finals = [one.matches[2][0] for one in drive.format.ranking.placement.bracket(drive)]
    assert [[origin.table for origin in final.origins] for final in finals] == [[0, 1], [2, 3]]


@pytest.mark.parametrize(
    ("how", "counts"),
    [
        ("reset", lambda value: 0),
        ("kept", lambda value: value),
        ("halved", lambda value: (value + 1) // 2),
    ],
)
def test_points_are_reset_kept_or_halved(how: str, counts: Any) -> None:
    format = form_of("meetings", "hearts", stages="table", qualify=4, stage_points=how)
    drive = an_evening(format, 13)
    assert len(drive.sets) == 4
    lines = standings(drive)
    went_on = {*drive.sets[3].tables[0].chairs}
    assert {line.player for line in lines[:4]} == went_on
    for line in lines:
        brought = [points or 0 for points in line.sets]
        made, last = sum(brought[:3]), brought[3]
        assert line.total == (counts(made) + last if line.player in went_on else made + last)
    assert [line.total for line in lines[:4]] == sorted(line.total for line in lines[:4])
    assert [line.total for line in lines[4:]] == sorted(line.total for line in lines[4:])


def test_more_than_there_are_cannot_go_on() -> None:
    format = form_of("swiss", stages="knockout", qualify=8, rounds=5)
    seating = next_seats(DriveFile(format.game, begin(format, 12), ()), 1)
    [problem] = seating.problems
    assert problem.at == ("options", "qualify")
    assert problem.words.text == ("8 pairs cannot qualify when only 6 play. Choose at most 6.")
    assert format.tables.start_problems(12)
    assert not format.tables.start_problems(16)
    divided = form_of("pairs", stages="knockout", qualify=4, divisions=2)
    [problem] = divided.tables.start_problems(12)
    assert problem.at == ("options", "qualify")
    assert problem.message == "4 cannot qualify from a division of 3. Choose at most 3."
    assert not divided.tables.start_problems(16)


@pytest.mark.parametrize(
    ("slug", "game", "options", "at"),
    [
        ("meetings", "hearts", {"stages": "pairs"}, "stages"),
        ("meetings", "hearts", {"stages": "table", "qualify": 2}, "qualify"),
        ("meetings", "hearts", {"stages": "table", "qualify": 12}, "qualify"),
        ("individual", "euchre", {"stages": "knockout", "qualify": 7}, "qualify"),
        ("individual", "euchre", {"stages": "table", "qualify": 6}, "qualify"),
        ("pairs", "euchre", {"stages": "table", "qualify": 4}, "qualify"),
        ("pairs", "euchre", {"stages": "swiss"}, "stages"),
        ("knockout", "euchre", {"stages": "table"}, "stages"),
    ],
)
def test_what_cannot_follow_is_refused_at_its_field(
    slug: str, game: str, options: Json, at: str
) -> None:
    _options, [problem] = read_options(format_of(load(game), slug), options)
    assert problem.at == ("options", at)
    top = {"game": game, "format": slug, "players": [], "options": options}
    [problem] = read_file(top).problems
    assert problem.at == ("options", at)


def test_how_long_and_what_may_change() -> None:
    format = form_of("swiss", stages="knockout", qualify=8, rounds=4)
    assert (format.length.sets, format.offer.course.text) == (
        7,
        "4 sets of 1 hand, then a knockout for the best 8",
    )
    assert format.offer.minutes() > form_of("swiss", rounds=4).offer.minutes()
    assert {"stages", "qualify", "rounds"} <= open_options(format, 4, reported=True)
    assert not {"stages", "qualify", "rounds"} & open_options(format, 5, reported=True)
    plain = form_of("swiss", rounds=7)
    assert [one.at for one in check_change(plain, format, 5)] == [("options", "rounds")]
    assert not check_change(plain, format, 4)
    others = form_of("swiss", stages="knockout", qualify=4, rounds=4, others="play")
    assert (others.length.sets, others.for_people(40).length.sets) == (0, 8)


def test_a_file_tells_the_seats_of_the_second_stage() -> None:
    options = {
        "rounds": 1,
        "deals": 1,
        "stages": "knockout",
        "qualify": 2,
        "stage_points": "halved",
    }
    players = [{"name": f"P{number:02}"} for number in range(8)]
    top = {"game": "euchre", "format": "swiss", "players": players, "options": options}
    for number in (1, 2):
        file = read_file(top)
        assert isinstance(file, DriveFile)
        view = seats(file, next_seats(file, 3), 3)
        assert (view["set"], len(view["tables"])) == (number, 3 - number)
        tables = [{**table, "hands": [WON]} for table in view["tables"]]
        done = {"set": number, "tables": tables, "sitting_out": view["sitting_out"]}
        top = {**top, "sets": [*top.get("sets", ()), done]}
    assert len(view["reasons"]) == 4
    assert {one["message"] for one in view["reasons"]} == {"Did not qualify; watching."}
    file = read_file(top)
    assert isinstance(file, DriveFile)
    places = score(file, explain=False)
    assert places["finished"]
    best = places["standings"][0]
    assert (best["total"], best["sets"]) == (2, [1, 1])  # half of 1 is 1, rounded up
    top["options"] = {**options, "stage_points": "reset"}
    file = read_file(top)
    assert isinstance(file, DriveFile)
    best = score(file, explain=False)["standings"][0]
    words = "The first stage does not count in the second"
    assert (best["total"], best["settled"]) == (1, {"points": -1, "text": words})


@settings(max_examples=examples(25), deadline=None)
@given(
    slug=st.sampled_from(QUALIFYING),
    second=st.sampled_from(["knockout", "pairs", "table"]),
    people=st.integers(10, 26),
    best=st.sampled_from([4, 6, 8]),
    others=st.sampled_from(["play", "stop"]),
    points=st.sampled_from(["reset", "kept", "halved"]),
    data=st.data(),
)
def test_people_come_and_go(
    slug: str, second: str, people: int, best: int, others: str, points: str, data: st.DataObject
) -> None:
    game = "hearts" if slug == "meetings" else "euchre"
    if game == "hearts" and second == "pairs":
        second = "knockout"  # three at a table at least
    fixed = slug in ("pairs", "swiss")
    best = best // 2 if fixed else best
    if second == "table":
        best = 2 if fixed else 4
    format = form_of(slug, game, rounds=2, stages=second, qualify=best, others=others,
                   stage_points=points)  # fmt: skip
    drive, chance, here = begin(format, people), Random(people), {*range(people - 1)}
    while len(drive.sets) < drive.format.length.sets:
        seating = seat(drive, present=sorted(here))
        if not seating.tables:
            break
        assert everybody(seating) == sorted(here)
        drive = play(drive, seating, chance)
        standing = standings(drive)
        assert len(standing) == people
        drive.format.ranking.placement.bracket(drive)
        here.add(people - 1)
        if draft := data.draw(st.lists(st.sampled_from(sorted(here)), max_size=2)):
            here -= {*draft} if len(here) > 8 else set()
    for line in standings(drive):
        assert line.total == sum(filter(None, line.sets)) + line.settled
        lines = explain(drive, line.player)
        assert sum(one.points for one in lines) + line.settled == line.total


def test_the_last_sets_of_a_bracket_have_names() -> None:
    format = form_of("swiss", stages="knockout", qualify=8, rounds=4)
    texts = [format.labels.of_set(number).title.text for number in range(4, 8)]
    names = ["Set 5 · Quarterfinals", "Set 6 · Semifinals", "Set 7 · Final"]
    assert texts == ["Set 4", *names]
    alone = format_of(load("euchre"), "knockout").for_people(16)
    assert [alone.labels.of_set(number).title.text for number in (1, 3)] == [
        "Set 1 · Quarterfinals",
        "Set 3 · Final",
    ]
    table = form_of("meetings", "hearts", stages="table")
    assert table.labels.of_set(4).title.text == "Set 4 · Final"
