"""A small hall, played from end to end; and what would be said if something were lost."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.load.__main__ import main
from tests.load.evening import found
from tests.load.halls import Hall, play
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

    values = {"one": [token, 1, 1, {"tricks": [8, 5]}]}
    assert problems(values) == []
    (problem,) = problems(values | {"two": [token, 1, 2, {"tricks": [7, 6]}]})
    assert problem.endswith(" is lost")
    assert len(problems({"one": [token, 1, 1, {"tricks": [5, 8]}]})) == 1
    assert problems({}) == ["nobody was told of set 1, table 1, hand 1"]
    assert problems(values, report.pk) == ["the yes to one is lost"]
