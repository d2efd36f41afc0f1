"""Who joins a game, leaves it, comes back or deals out of turn: files keep it, and what is played
later is the same."""

from __future__ import annotations

import io
import json
from random import Random
from typing import Any

import pytest

from rulesets import games
from rulesets.engine.roster import Setup
from rulesets.files import cli
from rulesets.files.board_file import BoardFile
from rulesets.files.score_file import read_file
from tests.tournaments.board_evening import read_board, say, start, table, take_back
from tests.tournaments.evening import a_user, host
from tests.tournaments.events.test_knockout import an_event, play, show
from tournaments.boards.event_board import EventBoard
from tournaments.files.event_document import export_event, score_file
from tournaments.files.event_import import import_event
from tournaments.models import Event
from tournaments.people.names import ParsedName
from tournaments.reports.dealers import set_dealer
from tournaments.seating.roll_call import join_table, leave_table, return_to_table

pytestmark = pytest.mark.django_db


def dealt() -> list[Any]:
    """Every game in which the table can choose who deals, with the fewest people whom one more can
    join, if any can."""
    found = []
    for slug in games.slugs():
        plays, options = games.load(slug).plays, games.load(slug).options()
        if not plays.passes_deal or "table" not in games.load(slug).formats:
            continue
        counts = [n for n in plays.seats or range(plays.players[0], plays.players[1] + 1) if n > 2]
        setups = [Setup(plays.roster(tuple("ABCDEFGHIJKLM")[:n]), options, 0) for n in counts[:6]]
        joined = [
            count
            for count, setup in zip(counts, setups, strict=False)
            if not plays.check_setup(setup) and plays.joining(plays.start(setup).state)
        ]
        count = joined[0] if joined else (counts or [2])[0]
        found.append(pytest.param(slug, count, id=slug))
    return found


def tell(event: Event, board: EventBoard, chance: Random) -> None:
    """A round that the game makes up, whatever it is doubted for."""
    report = board.plays.sample(board.standing, chance)
    doubts = [problem.code for problem in board.plays.check(board.standing, report)]
    at = table(event)
    say(at, board.next_number, report, host(event), confirmed=doubts)


def more(event: Event, chance: Random, rounds: int = 1) -> None:
    """Rounds that the game makes up, until it ends."""
    for _ in range(rounds):
        board = read_board(event)
        if board.ending is not None:
            return
        tell(event, board, chance)
    event.refresh_from_db()


def told(board: EventBoard) -> tuple[Any, ...]:
    """Who deals next, who sits where, and what everybody has."""
    dealer = board.plays.next_dealer(board.standing)
    around = tuple(board.names[place] for place in board.clockwise)
    totals = dict(zip(board.setup.roster.side_names, board.plays.totals(board.state), strict=True))
    return None if dealer is None else board.names[dealer], around, totals


def told_by(file: BoardFile) -> tuple[Any, ...]:
    plays, names = file.game.plays, file.setup.roster.names
    assert file.replay is not None
    state: Any = file.replay.standing
    dealer = plays.next_dealer(state)
    around = tuple(names[place] for place in state.order or range(len(names)))
    totals = plays.totals(file.replay.state)
    return (
        None if dealer is None else names[dealer],
        around,
        dict(zip(file.setup.roster.side_names, totals, strict=True)),
    )


def same(event: Event) -> EventBoard:
    """Files of both kinds come to what the event has."""
    board = read_board(event)
    file = read_file(json.loads(json.dumps(score_file(event))))
    assert isinstance(file, BoardFile)
    assert not [problem.message for problem in file.problems if problem.severity == "error"]
    assert told_by(file) == told(board)
    document = json.loads(json.dumps(export_event(event)))
    copy = import_event(owner=a_user(f"copy {event.pk} {event.version}"), data=document)
    assert told(read_board(copy)) == told(board)
    assert score_file(copy) == score_file(event)
    return board


@pytest.mark.exhaustive(keep=("golf", "rummoli", "hearts", "oh-hell", "500-bid", "chicken-foot"))
@pytest.mark.parametrize(("game", "people"), dealt())
def test_files_keep_who_deals_and_who_sits_where(game: str, people: int) -> None:
    event, chance = start(game, people, format="table"), Random(game)
    more(event, chance, 2)
    board = same(event)
    if board.ending is not None:
        pytest.skip("it was over")
    usual = board.plays.next_dealer(board.standing)
    other = next(who for who in board.plays.playing(board.standing) if who != usual)
    set_dealer(table=table(event), chair=other, actor=host(event))
    board = same(event)
    assert told(board)[0] == board.names[other]
    (change,) = score_file(event)["changes"]
    assert change == {"after": 2, "player": board.names[other], "kind": "deals"}
    more(event, chance)
    board = same(event)
    if board.ending is None and board.plays.joining(board.standing):
        guest = ParsedName("Zoe", "", None, 1)
        beside = board.plays.playing(board.standing)[0]
        join_table(table=table(event), actor=host(event), newcomer=guest, neighbour=beside)
        board = same(event)
        around = told(board)[1]
        assert around.index("Zoe") == around.index(board.names[beside]) + 1
        joined = score_file(event)["changes"][-1]
        assert (joined["kind"], joined["neighbour"]) == ("joins", board.names[beside])
        more(event, chance)
        board = same(event)
    chair = next(iter(board.plays.playing(board.standing)))
    if board.ending is None and board.plays.may_leave(board.standing, chair):
        leave_table(table=table(event), actor=host(event), chair=chair)
        same(event)
        more(event, chance)
        if same(event).ending is None:
            return_to_table(table=table(event), actor=host(event), chair=chair)
            same(event)
            leave_table(table=table(event), actor=host(event), chair=chair)
            board = same(event)
            assert chair not in board.plays.playing(board.standing)
    more(event, chance, 3)
    same(event)


def test_a_withdrawn_round_is_dealt_by_whoever_dealt_it() -> None:
    event, chance = start("hearts", 4), Random(1)
    more(event, chance, 3)
    set_dealer(table=table(event), chair=1, actor=host(event))
    take_back(table(event), 2)
    same(event)
    take_back(table(event), 3)
    assert "changes" not in score_file(event)
    same(event)


def test_a_set_keeps_who_deals_at_its_tables() -> None:
    event = an_event(8, "golf", "swiss", rounds=2, size=4)
    show(event)
    at, chance = table(event), Random(2)
    for _ in range(2):
        tell(event, read_board(event), chance)
    board = read_board(event)
    usual = board.plays.next_dealer(board.standing)
    other = next(who for who in board.plays.playing(board.standing) if who != usual)
    set_dealer(table=at, chair=other, actor=host(event))
    event.refresh_from_db()
    (change,) = score_file(event)["sets"][0]["tables"][0]["changes"]
    assert change == {"after": 2, "player": board.names[other], "kind": "deals"}
    play(event, chance)
    file: Any = read_file(json.loads(json.dumps(score_file(event))))
    assert not file.broken


HEARTS: dict[str, Any] = {
    "game": "hearts",
    "format": "table",
    "players": ["Ann", "Bo", "Cy", "Di"],
    "first_dealer": "Ann",
    "rounds": [
        {"hearts": {"Ann": 3, "Bo": 5, "Cy": 5}, "queen": "Ann"},
        {"hearts": {"Ann": 3, "Bo": 5, "Cy": 5, "Di": 0}, "queen": "Ann"},
    ],
}


Output = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def score(capsys: Output, monkeypatch: Patch, *changes: Any) -> Any:
    """What the command line answers to such changes."""
    text = json.dumps(HEARTS | {"changes": list(changes)})
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    code = cli.main(["score", "-"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("changes", "code", "at"),
    [
        ([{"player": "Ann", "kind": "joins"}], "change.player", "player"),
        ([{"player": "Di", "kind": "leaves"}, {"player": "Di", "kind": "joins"}],
         "change.player", "player"),
        ([{"player": "Bo", "kind": "returns"}], "change.player", "player"),
        ([{"player": "Di", "kind": "joins"}, {"player": "Di", "kind": "joins"}],
         "change.player", "player"),
        ([{"player": "Di", "kind": "joins"}, {"player": "Cy", "kind": "leaves"},
          {"player": "Cy", "kind": "deals"}], "change.player", "player"),
        ([{"player": "Di", "kind": "joins"}, {"player": "Ann", "kind": "leaves"},
          {"player": "Bo", "kind": "leaves"}, {"player": "Cy", "kind": "leaves"}],
         "change.game", "kind"),
        ([{"player": "Di", "kind": "joins", "after": 9}], "change.round", "after"),
        ([{"player": "Zoe", "kind": "joins"}], "player.unknown", "player"),
        ([{"player": "Di", "kind": "joins", "neighbour": "Zoe"}], "player.unknown", "neighbour"),
        ([{"player": who, "kind": "joins"} for who in ("Bo", "Cy", "Di")], "players.count", ""),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_place(
    changes: list[dict[str, Any]], code: str, at: str, capsys: Output, monkeypatch: Patch
) -> None:
    exit_code, answer = score(capsys, monkeypatch, *({"after": 1} | change for change in changes))
    assert exit_code == 1
    assert answer["standings"] == []
    problem = answer["problems"][-1]
    assert problem["code"] == code
    assert problem["at"][0] == ("changes" if at else "players")
    assert not at or problem["at"][-1] == at


def test_games_in_which_nobody_joins_or_deals_out_of_turn() -> None:
    whist: dict[str, Any] = {"game": "whist-tens", "sides": [["Ann", "Cy"], ["Bo", "Di"]]}
    whist["deals"] = [{"tricks": [8, 5], "tens": [3, 1]}]
    leaves = {"after": 1, "player": "Di", "kind": "leaves"}
    (problem,) = read_file(whist | {"changes": [leaves]}).problems
    assert problem.code == "change.game"
    with pytest.raises(ValueError, match="one of"):
        read_file(whist | {"changes": [leaves | {"kind": "sleeps"}]})
