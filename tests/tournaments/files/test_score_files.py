"""Boards as score files: the command line counts what the pages show."""

from __future__ import annotations

import io
import json
from random import Random
from typing import Any

import pytest

from rulesets.files import cli
from rulesets.files.board_file import BoardFile
from rulesets.files.score_file import read_file
from tests.tournaments import board_evening as boards
from tests.tournaments.board_evening import GIN, GOLF, RUMMOLI, SLUGS
from tournaments.boards.hall import Hall
from tournaments.files.event_document import score_file
from tournaments.files.score_files import board_files, unique
from tournaments.models import Event
from tournaments.seating import draws

pytestmark = pytest.mark.django_db


def written(event: Event) -> list[dict[str, Any]]:
    """The files as somebody else would read them."""
    return json.loads(json.dumps(board_files(event)))


def same(event: Event) -> list[BoardFile]:
    """Read back, each file comes to what its board has."""
    files = [read_file(one) for one in written(event)]
    kept = Hall.now(event).boards
    assert len(files) == len(kept)
    for file, board in zip(files, kept, strict=True):
        assert not [p.message for p in file.problems if p.severity == "error"]
        assert file.replay is not None
        names = list(file.setup.roster.names)
        order = [names.index(name) for name in unique(board.names)]
        totals = board.plays.totals(file.replay.state)
        ours = board.plays.totals(board.state)
        assert (totals if board.plays.side_names else tuple(totals[p] for p in order)) == ours
        assert file.replay.ending == board.ending or board.plays.side_names
        assert (file.replay.ending is None) == (board.ending is None)
        assert len(file.replay.ledger()) == len(board.replay.ledger())
    return files


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("rounds", [0, 2, boards.LONGEST])
def test_an_evening_scores_the_same_from_its_file(slug: str, rounds: int) -> None:
    event = boards.start(slug, 6, seed=3)
    boards.play(event, rounds)
    same(event)


def test_teams_called_as_the_other_way_round_are_not_swapped() -> None:
    names = {"guys": {"many": "girls"}, "girls": {"many": "guys"}}
    event = boards.start(GIN, 4, role_names=names)
    boards.say(boards.table(event, 1), 1, boards.gin(0, 20))
    boards.say(boards.table(event, 2), 1, boards.gin(0, 10))
    [file] = same(event)
    assert file.setup.roster.side_names == ("Girls", "Guys")


def test_who_was_away_and_what_is_still_missing_stand_in_the_file() -> None:
    event = boards.start(GIN, 6)
    boards.away(event, 2)
    boards.say(boards.table(event, 1), 1, boards.run(0, 5, 20))
    [file] = written(event)
    couple = {"couple": ["G1", "L1"], "outcome": "run", "by": "G1", "caught": 20, "ran_with": 5}
    assert file["rounds"] == [[couple, {"away": "G2"}, None, {"away": "L2"}]]
    assert [p.code for p in read_file(file).problems] == ["round.open"]
    boards.say(boards.table(event, 3), 1, boards.stock(3, 9))
    assert len(written(event)[0]["rounds"]) == 2
    same(event)


def test_several_tables_make_a_list_that_the_command_line_reads(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    event = boards.start(GOLF, 6, tables=2, options={"stake": 1, "ante": 1})
    boards.play(event, tables=(1, 2))
    draws.seat_final(event=event, actor=boards.host(event))
    files = score_file(event)
    assert isinstance(files, list)
    assert [len(file["players"]) for file in files] == [3, 3, 2]
    same(event)
    text = json.dumps(files).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert cli.main(["score", "-"]) == 0
    document = json.loads(capsys.readouterr().out)
    winners = [answer["winner"] for answer in document]
    assert [bool(winner) for winner in winners] == [True, True, False]
    assert set(files[2]["players"]) == set(winners[:2])


def test_last_deals_and_a_sold_widow_are_told_with_names() -> None:
    event = boards.start(RUMMOLI, 3)
    now = boards.read_board(event)
    dealer = now.plays.next_dealer(now.state)
    buyer = (dealer + 1) % 3
    report = {
        "widow": {"buyer": buyer, "price": 3},
        "claims": {"AS": 0},
        "rummoli": 1,
        "poker": [2],
    }
    boards.say(boards.table(event), 1, report)
    boards.say(boards.table(event), 2, boards.last_deals(boards.read_board(event), Random(1)))
    [file] = written(event)
    names = file["players"]
    assert file["rounds"] == [
        {
            "widow": {"buyer": names[buyer], "price": 3},
            "claims": {"AS": names[0]},
            "rummoli": names[1],
            "poker": [names[2]],
        }
    ]
    assert len(file["final_poker"]) == 6
    same(event)


def test_last_deals_in_an_order_of_their_own_say_why() -> None:
    event = boards.start(RUMMOLI, 3)
    table = boards.table(event)
    boards.say(table, 1, {"rummoli": 1, "poker": [2]})
    boards.say(table, 2, {"claims": {"AS": 0}, "rummoli": 1, "poker": [2]})
    ruled = {"override": True, "reason": "as we dealt"}
    boards.say(table, 3, {"claims": {"JD": 0}, "rummoli": 1, "poker": [2]})
    boards.say(
        table, 4, {"final_poker": [{"space": "10S", "player": 1}]}, boards.host(event), **ruled
    )
    assert boards.read_board(event).rounds[-1].counted
    [file] = written(event)
    assert file["final_poker"][0]["override"] == "as we dealt"
    same(event)


def test_before_the_first_seats_the_file_has_the_people() -> None:
    event = boards.an_event(GIN, 4)
    assert score_file(event) == {
        "game": GIN,
        "edition": 1,
        "options": {},
        "teams": {"Guys": ["G1", "G2"], "Girls": ["L1", "L2"]},
        "rounds": [],
    }
    event = boards.an_event(GOLF, ["Ann", "Bo"])
    assert score_file(event)["players"] == ["Ann", "Bo"]


def test_two_of_one_name_are_told_apart() -> None:
    event = boards.start(GOLF, 3)
    event.entries.update(name="Ann")
    boards.play(event, 1)
    assert written(event)[0]["players"] == ["Ann", "Ann (2)", "Ann (3)"]
    same(event)
    assert unique(["Ann", "Ann (2)", "Ann", "Ann"]) == ["Ann", "Ann (2)", "Ann (3)", "Ann (4)"]
