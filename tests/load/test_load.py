"""A small hall, played from end to end; and what would be said if something were lost."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.load import cpu, halls
from tests.load.__main__ import main
from tests.load.browser import Answer, Browser, Ledger, Server, hidden
from tests.load.burners import burning
from tests.load.evening import found
from tests.load.figures import Figures, percentile
from tests.load.halls import Hall, play
from tests.load.phone import Phone, State, Told
from tests.process_set import NAME
from tests.tournaments import evening as evenings

SMALL = Hall("Small", tables=2, hands=5, rate=60, walls=1, desks=1, spectators=1)


@pytest.mark.exhaustive
def test_a_small_hall_on_one_machine() -> None:
    figures = play(SMALL)
    assert not figures.problems
    assert not figures.wrong
    assert len(figures.took["result"]) == len(figures.took["yes"]) == 2 * 5
    assert figures.entries == 2 * 5 + len(figures.took.get("cut", ()))
    assert figures.took["show seats"]
    assert figures.took["wall"]
    assert figures.took["desk"]
    assert figures.server > 0
    assert len(figures.took["until kept"]) == 2 * 5 * 2 + len(figures.took.get("cut", ()))
    told = "\n".join(figures.lines())
    assert "nothing lost, nothing doubled" in told
    assert "errors 0" in told


QUIET: dict[str, Any] = {"walls": 0, "desks": 0, "spectators": 0}


@pytest.mark.exhaustive
def test_a_hall_where_things_go_wrong() -> None:
    figures = play(replace(SMALL, hands=2, losing=0.3, kills=1, **QUIET))
    assert not figures.problems
    assert figures.entries >= 2 * 2


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("more", "results"),
    [
        ({"hands": 1, "tables": 8, "burst": True}, 8),
        ({"imports": 40}, 2 * 5),
        ({"hands": 1, "busy": 0.5}, 2),
    ],
    ids=["all at once", "while a file comes in", "beside something else"],
)
def test_a_hall_under_load(more: dict[str, Any], results: int) -> None:
    figures = play(replace(SMALL, **QUIET, **more))
    assert not figures.problems
    assert not figures.wrong
    assert len(figures.took["result"]) == results
    assert bool(figures.imports) == ("imports" in more)
    assert ("longest wait of a result" in "\n".join(figures.lines())) == ("imports" in more)


@pytest.mark.exhaustive
def test_what_keeps_the_machine_busy_ends_with_the_test() -> None:
    with burning(0.5) as pids:
        assert len(pids) == len(os.sched_getaffinity(0))
        deadline = time.monotonic() + 30
        while not all(cpu.seconds(pid) > 0.1 for pid in pids) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert all(cpu.seconds(pid) > 0.1 for pid in pids)
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    with burning(0) as pids:
        assert pids == []


@pytest.fixture
def phone() -> Phone:
    browser = Browser(Server("127.0.0.1", 1, "games.test"), Ledger(), Random(1))
    return Phone(browser, "token", Told(), Random(1))


def test_a_phone_comes_again_when_it_is_told(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same entry, after so many seconds and some more."""
    kept = json.dumps({"saved": True, "key": "one"}).encode()
    answers = [Answer(503, {"retry-after": "2"}, b"{}"), Answer(200, {}, kept)]
    sent, slept = [], []

    async def ask(_kind: str, path: str, headers: Any = None, body: str | None = None) -> Answer:
        sent.append((path, headers["X-Outbox"], body))
        return answers.pop(0)

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(phone.browser, "ask", ask)
    monkeypatch.setattr("tests.load.phone.asyncio.sleep", sleep)
    answer = asyncio.run(phone.answered("result", "/report/", "one", "key=one"))
    assert answer.status == 200
    assert sent == [("/report/", "state", "key=one"), ("/report/", "state", "key=one")]
    assert [2 <= seconds <= 3 for seconds in slept] == [True]
    assert dict(phone.browser.ledger.again) == {"result": 1}
    assert not phone.browser.ledger.wrong


def test_a_phone_looks_as_often_as_it_is_told(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As js/phone.js does: later where it is told so, and later each time without an answer."""
    answers = [
        Answer(204, {"retry-after": "4"}, b""),
        Answer(204, {"retry-after": "20"}, b""),
        Answer(503, {"retry-after": "8"}, b"busy"),
        Answer(503, {"retry-after": "40"}, b"busy"),
        None,
        Answer(204, {}, b""),
        None,
    ]

    async def ask(*_given: Any) -> Answer:
        answer = answers.pop(0)
        if answer is None:
            raise TimeoutError
        return answer

    async def looks() -> list[float]:
        return [await phone.look() for _answer in list(answers)]

    monkeypatch.setattr(phone.browser, "ask", ask)
    pauses = asyncio.run(looks())
    bounds = [(4, 4), (20, 20), (8, 12), (40, 60), (30, 45), (4, 4), (8, 12)]
    assert all(least <= pause <= most for pause, (least, most) in zip(pauses, bounds, strict=True))
    assert dict(phone.browser.ledger.again) == {"look": 2}
    assert not phone.browser.ledger.wrong


TALKATIVE = """
import json, sys
orders = json.loads(sys.stdin.readline())
print("x" * 131_072, end="")
print("\\nopen")
print("{" * 200_000)
sys.stdout.buffer.write(b"\\xff\\n")
print("\\nplayed")
report = {"seconds": 1, "cpu": 0, "took": {}, "octets": {}, "wrong": {}, "again": {},
          "told": {"reports": {}, "accepted": []}}
open(orders["report"], "w").write(json.dumps(report))
print("{", end="")
print("\\nwritten", flush=True)
"""


def test_figures_come_whatever_the_client_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "client.py"
    program.write_text(TALKATIVE)
    place = SimpleNamespace(
        name="Nowhere", env={}, server=("127.0.0.1", 1, NAME), folder=tmp_path, cpu=dict
    )
    links = {"event": 1, "sign_in": "", "host": "", "tables": [], "spectator": "", "wall": ""}
    answers = {"prepare": links | {"first_set": 1}, "found": []}
    monkeypatch.setattr(halls, "with_settings", lambda _env, deed, _told: dict(answers).pop(deed))
    monkeypatch.setattr(halls, "CLIENT", [sys.executable, str(program)])
    figures = halls.play_at(SMALL, cast(Any, place))
    assert "nothing lost, nothing doubled: 0 entries" in "\n".join(figures.lines())


@pytest.mark.parametrize("words", [["--hall", "2"], []])
def test_what_is_not_installed_is_said_before_anything_is_played(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[Hall] = []
    monkeypatch.setattr("tests.load.__main__.play", played.append)
    monkeypatch.setattr("tests.process_set.ADMIN_PROGRAMS", "")
    monkeypatch.setenv("PATH", str(Path(__file__).parent))
    monkeypatch.setattr(sys, "argv", ["load", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "nginx" in capsys.readouterr().err
    assert played == []


# --- the comparison with the database -------------------------------------------------------------


@pytest.mark.django_db
def test_what_phones_were_told_is_compared_with_what_was_kept() -> None:
    event = evenings.start(8)
    actor = evenings.at_table(event, 1)
    report = evenings.say(evenings.table(event), 1, {"tricks": [8, 5]}, actor, key="one")
    token = event.links.get(kind="table", table_number=1).token

    def problems(reports: dict[str, Any], *accepted: int) -> list[str]:
        answers = {"reports": reports, "accepted": accepted}
        return found(told=answers, event=event.pk, first_set=1)

    one = {"one": [token, 1, 1, {"tricks": [8, 5]}]}
    assert problems(one) == []
    (problem,) = problems(one | {"two": [token, 1, 2, {"tricks": [7, 6]}]})
    assert problem.endswith(" is lost")
    assert len(problems({"one": [token, 1, 1, {"tricks": [5, 8]}]})) == 1
    assert problems({}) == ["nobody was told of set 1, table 1, hand 1"]
    assert problems(one, report.pk) == ["the yes to one is lost"]


# --- parts ----------------------------------------------------------------------------------------


def test_forms_are_read_as_they_stand_on_the_page() -> None:
    page = """<div id="state" hx-get="/t/x/state/?v=4&amp;stamp=8">
    <form method="post" action="/t/x/report/" data-outbox>
    <input type="hidden" name="csrfmiddlewaretoken" value="secret">
    <input type="hidden" name="deal" value="3"></form></div>"""
    state = State.of(page)
    assert state.look == "/t/x/state/?v=4&stamp=8"
    assert state.forms == {"report": ("/t/x/report/", {"deal": ["3"]})}
    assert state.asked("report", "deal") == 3
    assert state.asked("accept", "report") == 0
    assert hidden(page) == {"deal": ["3"]}


def test_the_time_of_a_process_is_that_of_its_children_too() -> None:
    before = cpu.seconds(os.getpid())
    assert os.getpid() in cpu.family(os.getppid())
    while cpu.seconds(os.getpid()) < before + 0.03:
        sum(range(100_000))


def test_the_report_says_what_went_wrong() -> None:
    figures = Figures(
        hall="H",
        place="P",
        seconds=10,
        took={"result": [0.1, 0.2]},
        octets={"result": 2048},
        wrong={"result: 503": 2},
        cores={"server": 0.5},
        client=0.1,
        problems=["one is lost"],
        entries=2,
        again={"result": 3},
    )
    told = "\n".join(figures.lines())
    assert "errors 2 (result: 503 × 2)" in told
    assert "one is lost" in told
    assert "asked to come again: result × 3" in told
    assert "results a second 0.2 over 10 s" in told
    assert [percentile([1, 2, 3, 4], share) for share in (0.5, 0.99, 1, 0)] == [2, 4, 4, 1]
    assert percentile([], 0.5) == 0
