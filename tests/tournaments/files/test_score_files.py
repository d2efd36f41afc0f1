"""Score pads as score files: the command line counts what the pages show."""

from __future__ import annotations

import io
import json
from random import Random
from typing import Any

import pytest

from rulesets.files import cli
from rulesets.files.board_file import BoardFile
from rulesets.files.score_file import read_file
from tests.tournaments import padevening as pads
from tests.tournaments.padevening import GIN, GOLF, RUMMOLI, SLUGS
from tournaments.boards.hall import Hall
from tournaments.files.event_document import score_file
from tournaments.files.score_files import pad_files, unique
from tournaments.models import Event
from tournaments.reports.judging import LATER
from tournaments.seating import draws

pytestmark = pytest.mark.django_db


def written(event: Event) -> list[dict[str, Any]]:
    """The files as somebody else would read them."""
    return json.loads(json.dumps(pad_files(event)))


def same(event: Event) -> list[BoardFile]:
    """Read back, each file comes to what its pad has."""
    files = [read_file(one) for one in written(event)]
    kept = Hall.now(event).boards
    assert len(files) == len(kept)
    for file, pad in zip(files, kept, strict=True):
        assert not [p.message for p in file.problems if p.severity == "error"]
        assert file.replay is not None
        names = list(file.setup.roster.names)
        order = [names.index(name) for name in unique(pad.names)]
        totals = pad.plays.totals(file.replay.state)
        ours = pad.plays.totals(pad.state)
        assert (totals if pad.plays.side_names else tuple(totals[p] for p in order)) == ours
        assert file.replay.ending == pad.ending or pad.plays.side_names
        assert (file.replay.ending is None) == (pad.ending is None)
        assert len(file.replay.ledger()) == len(pad.replay.ledger())
    return files


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("rounds", [0, 2, pads.LONGEST])
def test_an_evening_scores_the_same_from_its_file(slug: str, rounds: int) -> None:
    event = pads.start(slug, 6, seed=3)
    pads.play(event, rounds)
    same(event)


def test_teams_come_in_the_order_of_their_chairs_with_their_own_names() -> None:
    names = {"guys": {"many": "girls"}, "girls": {"many": "Boys"}}
    event = pads.start(GIN, 6, seed=5, role_names=names)
    pads.play(event, 2)
    [file] = written(event)
    assert list(file["teams"]) == ["girls", "Boys"]
    assert file["first_dealers"] in file["teams"]
    pad = pads.pad(event)
    for (_name, members), team in zip(file["teams"].items(), pad.setup.roster.sides, strict=True):
        assert members == [pad.names[player] for player in team]
    same(event)


def test_teams_called_as_the_other_way_round_are_not_swapped() -> None:
    names = {"guys": {"many": "girls"}, "girls": {"many": "guys"}}
    event = pads.start(GIN, 4, role_names=names)
    pads.say(pads.table(event, 1), 1, pads.gin(0, 20))
    pads.say(pads.table(event, 2), 1, pads.gin(0, 10))
    [file] = same(event)
    assert file.setup.roster.side_names == ("Girls", "Guys")


def test_who_was_away_and_what_is_still_missing_stand_in_the_file() -> None:
    event = pads.start(GIN, 6)
    pads.away(event, 2)
    pads.say(pads.table(event, 1), 1, pads.run(0, 5, 20))
    [file] = written(event)
    couple = {"couple": ["G1", "L1"], "outcome": "run", "by": "G1", "caught": 20, "ran_with": 5}
    assert file["rounds"] == [[couple, {"away": "G2"}, None, {"away": "L2"}]]
    assert [p.code for p in read_file(file).problems] == ["round.open"]
    pads.say(pads.table(event, 3), 1, pads.stock(3, 9))
    assert len(written(event)[0]["rounds"]) == 2
    same(event)


def test_a_round_that_was_withdrawn_is_not_in_the_file() -> None:
    event = pads.start(GOLF, 3)
    pads.play(event, 3)
    pads.take_back(pads.table(event), 2)
    assert len(written(event)[0]["rounds"]) == 2
    same(event)


def test_a_round_that_nobody_played_is_not_in_the_file() -> None:
    event = pads.start(GIN, 4)
    for number in (1, 2):
        pads.away(event, number)
    pads.play(event, 2)
    same(event)
    told = written(event)[0]["rounds"]
    assert len(told) == 3  # two, and the one in play
    assert not [row for one in told for row in one if row and "away" in row]


def test_what_was_overridden_says_why() -> None:
    event = pads.start(GOLF, 3)
    grid = [["KS", "QH", "QD", "7H"], ["KS", "QS", "QC", "KS"]]
    report = {"points": [None, 5, 6], "grids": [[*grid], None, None]}
    report["grids"][0][0][3] = "KS"
    report["grids"][0][1][1] = "KS"
    pads.say(
        pads.table(event),
        1,
        report,
        pads.host(event),
        override=True,
        reason="five packs",
        confirmed=(),
    )
    [file] = written(event)
    assert file["rounds"][0]["override"] == "five packs"
    assert [p.severity for p in same(event)[0].problems] == ["warning"]


def test_several_tables_make_a_list_that_the_command_line_reads(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    event = pads.start(GOLF, 6, tables=2, options={"stake": 1, "ante": 1})
    pads.play(event, tables=(1, 2))
    draws.seat_final(event=event, actor=pads.host(event))
    files = score_file(event)
    assert isinstance(files, list)
    assert [len(file["players"]) for file in files] == [3, 3, 2]
    same(event)
    text = json.dumps(files).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert cli.main(["score", "-"]) == 0
    told = json.loads(capsys.readouterr().out)
    winners = [answer["winner"] for answer in told]
    assert [bool(winner) for winner in winners] == [True, True, False]
    assert set(files[2]["players"]) == set(winners[:2])


def test_one_pad_is_one_file() -> None:
    event = pads.start(RUMMOLI, 3)
    pads.play(event, 1)
    file = score_file(event)
    assert isinstance(file, dict)
    assert file["first_dealer"] in file["players"]


def test_last_deals_and_a_sold_widow_are_told_with_names() -> None:
    event = pads.start(RUMMOLI, 3)
    now = pads.pad(event)
    dealer = now.plays.next_dealer(now.state)
    buyer = (dealer + 1) % 3
    report = {
        "widow": {"buyer": buyer, "price": 3},
        "claims": {"AS": 0},
        "rummoli": 1,
        "poker": [2],
    }
    pads.say(pads.table(event), 1, report)
    pads.say(pads.table(event), 2, pads.last_deals(pads.pad(event), Random(1)))
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


def test_last_deals_in_several_goes_are_one_list() -> None:
    event = pads.start(RUMMOLI, 3)
    pads.say(pads.table(event), 1, {"claims": {"AS": 0}, "rummoli": 1, "poker": [2]})
    pads.say(pads.table(event), 2, {"final_poker": [{"player": 0}, {"space": "JD", "player": 1}]})
    same(event)
    pads.say(pads.table(event), 3, {"final_poker": [{"player": 2}] * 4})
    [file] = written(event)
    assert [deal["player"] for deal in file["final_poker"]] == [
        pads.pad(event).names[place] for place in (0, 1, 2, 2, 2, 2)
    ]
    same(event)


def test_last_deals_that_do_not_count_are_not_in_the_file() -> None:
    event = pads.start(RUMMOLI, 3)
    table = pads.table(event)
    one = {"claims": {"AS": 0}, "rummoli": 1, "poker": [2]}
    pads.say(table, 1, one)
    pads.say(table, 2, {"final_poker": [{"player": 0}]})
    asked = {"confirmed": [LATER]}
    pads.take_back(table, 1)  # so no round has been played before the deals
    pads.say(table, 3, one, pads.host(event))
    assert [played.counted for played in pads.pad(event).rounds] == [False, False, True]
    [file] = written(event)
    assert "final_poker" not in file
    same(event)
    pads.say(table, 1, one, pads.host(event), **asked)  # now they close the game, before round 3
    [file] = written(event)
    assert len(file["rounds"]) == len(file["final_poker"]) == 1
    same(event)


def test_last_deals_in_an_order_of_their_own_say_why() -> None:
    event = pads.start(RUMMOLI, 3)
    table = pads.table(event)
    pads.say(table, 1, {"rummoli": 1, "poker": [2]})
    pads.say(table, 2, {"claims": {"AS": 0}, "rummoli": 1, "poker": [2]})
    ruled = {"override": True, "reason": "as we dealt"}
    pads.say(table, 3, {"claims": {"JD": 0}, "rummoli": 1, "poker": [2]})
    pads.say(table, 4, {"final_poker": [{"space": "10S", "player": 1}]}, pads.host(event), **ruled)
    assert pads.pad(event).rounds[-1].counted
    [file] = written(event)
    assert file["final_poker"][0]["override"] == "as we dealt"
    same(event)


def test_before_the_first_seats_the_file_has_the_people() -> None:
    event = pads.an_event(GIN, 4)
    assert score_file(event) == {
        "game": GIN,
        "edition": 1,
        "options": {},
        "teams": {"Guys": ["G1", "G2"], "Girls": ["L1", "L2"]},
        "rounds": [],
    }
    event = pads.an_event(GOLF, ["Ann", "Bo"])
    assert score_file(event)["players"] == ["Ann", "Bo"]


def test_two_of_one_name_are_told_apart() -> None:
    event = pads.start(GOLF, 3)
    event.entries.update(name="Ann")
    pads.play(event, 1)
    assert written(event)[0]["players"] == ["Ann", "Ann (2)", "Ann (3)"]
    same(event)
    assert unique(["Ann", "Ann (2)", "Ann", "Ann"]) == ["Ann", "Ann (2)", "Ann (3)", "Ann (4)"]
