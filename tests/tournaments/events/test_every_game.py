"""An evening of every game at several tables: played, corrected, kept, scored alike elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulesets.engine.game import Game
from rulesets.files.cli import main
from tests.tournaments.board_evening import read_board, say, start, table, take_back
from tests.tournaments.evening import a_user, host
from tournaments.boards.event_board import EventBoard
from tournaments.events import services as events
from tournaments.files.event_document import export_event, score_file
from tournaments.files.event_import import import_event
from tournaments.models import Event
from tournaments.models.errors import Refused
from tournaments.models.event_games import every_game, formats_of
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db

GAMES = [game for game in every_game() if formats_of(game)[0].keeping.board == "table"]
TABLES, ROUNDS = 2, 5
# A board, stakes, bids, dice, contracts, partners.
SOME = ("rummoli", "golf", "oh-hell", "ten-thousand", "desert-rummy", "euchre", "hearts")
some_of_all = pytest.mark.exhaustive(keep=SOME)


def at_a_table(game: Game) -> int:
    """How many sit down at each table."""
    low, high = game.plays.players
    return game.plays.seats[0] if game.plays.seats else min(max(low, 4), high)


def made_up(now: EventBoard, rng: Random) -> tuple[Any, list[str]]:
    """A report of the next round, and what it has to confirm."""
    report = now.plays.sample(now.standing, rng)
    return report, [problem.code for problem in now.plays.check(now.standing, report)]


def played(game: Game, rounds: int = ROUNDS, tables: int = TABLES) -> Event:
    """An evening of which some rounds were reported at every table, by its phone."""
    event, rng = start(game.slug, at_a_table(game) * tables, tables=tables, seed=3), Random(11)
    for number in range(1, tables + 1):
        for _ in range(rounds):
            now = read_board(event, number)
            if not now.open:
                break
            report, codes = made_up(now, rng)
            say(table(event, number), now.next_number, report, confirmed=codes)
    event.refresh_from_db()
    return event


def rows(event: Event) -> list[tuple[str, int, int]]:
    return [(row.name, row.total, row.rank) for row in standings(event).rows]


def scored(event: Event, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, int]:
    """What everybody has, after the score file went through the command line."""
    path = tmp_path / "evening.json"
    path.write_text(json.dumps(score_file(event)), encoding="utf-8")
    assert main(["score", str(path)]) == 0
    told = json.loads(capsys.readouterr().out)
    totals: dict[str, int] = {}
    for one in told if isinstance(told, list) else [told]:
        for row in one["standings"]:
            totals |= dict.fromkeys(row["name"].split(" & "), row["total"])
    return totals


@some_of_all
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_standings_are_those_of_the_command_line(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = played(game)
    assert scored(event, tmp_path, capsys) == {name: total for name, total, _rank in rows(event)}


@some_of_all
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_round_is_corrected_and_taken_back(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = played(game, 2)
    for at in range(1, 30):  # until another report can have happened instead
        now, rng = read_board(event), Random(at)
        report = now.plays.sample(now.rounds[0].before, rng)
        codes = [p.code for p in now.plays.check(now.rounds[0].before, report)]
        given = {"confirmed": codes, "reason": "misheard", "override": False}
        if report == now.rounds[0].value:
            continue
        try:
            say(table(event), 1, report, host(event), **given)
        except Refused:
            continue
        break
    event.refresh_from_db()
    assert read_board(event).rounds[0].value == report
    last = read_board(event).rounds[-1].number
    take_back(table(event), last)
    event.refresh_from_db()
    assert not any(line.payload for line in read_board(event).rounds[last - 1 :][0].reports)
    assert scored(event, tmp_path, capsys) == {name: total for name, total, _rank in rows(event)}


@some_of_all
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_it_goes_out_and_comes_back(game: Game, tmp_path: Path) -> None:
    event = played(game, 3)
    before, told = rows(event), json.loads(json.dumps(export_event(event)))
    copy = import_event(owner=a_user(), data=told)
    assert rows(copy) == before
    again = json.loads(json.dumps(export_event(copy)))
    assert again["seatings"][0]["tables"][0]["chairs"] == told["seatings"][0]["tables"][0]["chairs"]
    try:
        events.finish_event(event=copy, actor=host(copy), early=True)
    except Refused as refused:
        pytest.fail(str(refused))
    assert rows(copy) == before


@some_of_all
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_first_dealer_is_drawn_where_somebody_deals(game: Game) -> None:
    event = start(game.slug, at_a_table(game) * 3, tables=3, seed=5)
    drawn = list(event.seatings.get().tables.values_list("first_dealer", flat=True))
    deals = game.plays.dealers == "player"
    assert all((first is not None) == deals for first in drawn)
    sizes = [one.seats.count() for one in event.seatings.get().tables.all()]
    assert sizes == [at_a_table(game)] * 3


@some_of_all
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_too_few_or_too_many_are_not_seated(game: Game) -> None:
    low, high = game.plays.players
    for people in (low - 1, high + 1):
        with pytest.raises(Refused):
            start(game.slug, people)
