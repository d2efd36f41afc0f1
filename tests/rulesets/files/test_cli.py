"""`python -m rulesets`: JSON out, exit 0, 1 and 2."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulesets.files.cli import main
from rulesets.formats import format_of
from rulesets.games import load, slugs
from tests.rulesets.every_game import DECLARED, declared
from tests.rulesets.files.test_drive_file import file, table
from tests.sampling import GAMES_OF_EACH_KIND

ROOT = Path(__file__).resolve().parents[3]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any, str]:
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, json.loads(out) if out else None, err


def written(tmp_path: Path, value: object) -> str:
    path = tmp_path / "drive.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return str(path)


def test_list_and_show(capsys: pytest.CaptureFixture[str]) -> None:
    status, games, _ = run(capsys, "list")
    assert status == 0
    assert [game["slug"] for game in games] == list(slugs())
    assert {"court-whist", "gin-tournament", "golf", "rummoli"} <= set(slugs())
    assert all({"name", "about", "formats", "players"} <= game.keys() for game in games)
    status, shown, _ = run(capsys, "show", "court-whist")
    assert status == 0
    assert [part["set"] for part in shown["rounds"]][8:12] == ["Conspiracy"] * 4
    assert [part["name"] for part in shown["rounds"]][4] == "Spades trump"
    assert shown["rounds"][8]["fields"][0]["per"] == "player"
    assert shown["file"] == {"court_whist": ["game", "format", "options", "players", "sets"]}
    assert shown["options"][0]["key"] == "fewer_repeats"
    assert shown["rules"].startswith("# Court Whist")
    columns = [column["title"] for column in shown["scoreboard"]["columns"]]
    assert columns == ["Ann", "Bo", "Cy", "Di"]


def test_score(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = written(tmp_path, file(table()))
    status, answer, _ = run(capsys, "score", path)
    assert status == 0
    assert answer["finished"] is False
    first, second, *_, last = answer["standings"]
    assert first == {
        "name": "Eve",
        "role": "lady",
        "total": 32,
        "rank": 1,
        "shared": False,
        "sit_outs": 1,
        "sets": [32],
        "hands": [[8, 8, 8, 8]],
    }
    assert (second["name"], second["rank"], second["shared"]) == ("Ann", 2, True)
    assert second["hands"] == [[7, 5, 9, 5]]
    assert (last["name"], last["rank"], last["sets"]) == ("Fay", 6, [0])
    assert last["hands"] == [[None] * 4]
    _, explained, _ = run(capsys, "score", "--explain", path)
    for place in explained["standings"]:
        lines = [
            line["points"]
            for part in place["explanation"]
            for hand in part["hands"]
            for line in hand["lines"]
        ]
        assert sum(lines) == place["total"]


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("dance",),
        ("show",),
        ("show", "chess"),
        ("schema", "court-whist", "--set", "8"),
        ("schema", "court-whist", "--set", "3", "--file"),
        ("schema", "court-whist", "--format", "table"),
        ("schema", "golf", "--format", "chess"),
        ("check",),
        ("check", "no-such-file.json"),
        ("score", "."),
        ("seats", "no-such-file.json", "--seed", "x"),
        ("seats", "no-such-file.json", "extra"),
    ],
)
def test_an_unusable_command_is_one_line_and_exit_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    status, answer, err = run(capsys, *arguments)
    assert (status, answer) == (2, None)
    assert err.startswith("rulesets: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("raw", [b"[NaN]", b"[]", b'{"game": "chess"}'])
@pytest.mark.parametrize("command", ["check", "score", "seats"])
def test_an_unusable_file_is_one_line_and_exit_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, raw: bytes
) -> None:
    path = tmp_path / "drive.json"
    path.write_bytes(raw)
    status, answer, err = run(capsys, command, str(path))
    assert (status, answer) == (2, None)
    assert err.count("\n") == 1


@pytest.mark.exhaustive(keep=GAMES_OF_EACH_KIND)
@pytest.mark.parametrize("slug", slugs())
def test_every_game_is_shown(capsys: pytest.CaptureFixture[str], slug: str) -> None:
    status, shown, _ = run(capsys, "show", slug)
    assert status == 0
    assert shown["slug"] == slug
    assert all(part["fields"] for part in shown["rounds"])
    assert all(example["totals"] for example in shown["examples"])
    assert shown["rules"].startswith(f"# {shown['name']}")
    assert list(shown["file"]) == shown["formats"]
    for played in shown["formats"]:
        for more in ((), ("--file",)):
            status, schema, _ = run(capsys, "schema", slug, "--format", played, *more)
            assert status == 0
            Draft202012Validator.check_schema(schema)
        in_sets = format_of(load(slug), played).keeping.board == "set"
        status, *_ = run(capsys, "schema", slug, "--format", played, "--set", "1")
        assert status == (0 if in_sets else 2)


def test_standard_input_is_a_dash(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = io.BytesIO(json.dumps(file(table())).encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))
    assert run(capsys, "check", "-") == (0, {"problems": []}, "")


def test_as_a_program_with_an_output_that_knows_no_accents() -> None:
    value = file(table())
    value["players"].append({"name": "Zoë", "role": "lady"})
    done = subprocess.run(
        [sys.executable, "-m", "rulesets", "score", "-"],
        input=json.dumps(value).encode(),
        capture_output=True,
        cwd=ROOT,
        env={"PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    names = [place["name"] for place in json.loads(done.stdout)["standings"]]
    assert "Zoë" in names


def test_the_examples_of_the_documentation_are_good_files(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page = (ROOT / "docs" / "score-file.md").read_text(encoding="utf-8")
    blocks = [json.loads(part.split("```")[0]) for part in page.split("```json\n")[1:]]
    examples = [block for block in blocks if "game" in block]
    games = "court-whist hearts whist-tens gin-tournament golf rummoli"
    assert [example["game"] for example in examples] == games.split()
    for example in examples:
        path = written(tmp_path, example)
        assert run(capsys, "check", path) == (0, {"problems": []}, "")
        _, schema, _ = run(capsys, "schema", example["game"], "--file")
        Draft202012Validator(schema).validate(example)
        assert run(capsys, "score", path)[0] == 0
    assert run(capsys, "seats", written(tmp_path, examples[0]))[0] == 0
    assert run(capsys, "seats", written(tmp_path, examples[3]))[0] == 0


# --- a family's own game --------------------------------------------------------------------------

OWN = str(DECLARED / "grandmas_rummy.json")
PLAYED = {
    "players": ["Ann", "Bo", "Cy"],
    "first_dealer": "Ann",
    "rounds": [
        {"out": "Bo", "held": {"Ann": 30, "Bo": 0, "Cy": 15}, "melds": {"Ann": 0, "Bo": 2, "Cy": 1}}
    ],
}


def test_a_game_of_one_s_own_is_checked_shown_and_described(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(capsys, "check", OWN) == (0, {"problems": []}, "")
    status, shown, _ = run(capsys, "show", OWN)
    assert (status, shown["slug"], shown["wins"]) == (0, "house-grandmas-rummy", "high")
    assert shown["rules"].startswith("# Grandma's Rummy")
    status, schema, _ = run(capsys, "schema", OWN)
    assert status == 0
    assert Draft202012Validator(schema).is_valid(PLAYED["rounds"][0])
    spoiled = {**declared("grandmas_rummy"), "wins": "most"}
    path = written(tmp_path, spoiled)
    status, answer, _ = run(capsys, "check", path)
    assert (status, [problem["at"] for problem in answer["problems"]]) == (1, [["wins"]])
    for command in ("show", "schema"):
        status, _none, said = run(capsys, command, path)
        assert (status, said.count("\n")) == (2, 1)
        assert "wins" in said


def test_a_score_file_holds_or_names_a_game_of_one_s_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    whole = written(tmp_path, {"game": declared("grandmas_rummy"), **PLAYED})
    status, answer, _ = run(capsys, "score", "--explain", whole)
    totals = {row["name"]: row["total"] for row in answer["standings"]}
    assert (status, totals) == (0, {"Ann": 0, "Bo": 95, "Cy": 25})
    assert "Ann holds 30" in [line["text"] for line in answer["ledger"]]
    named = written(tmp_path, {"game": "house-grandmas-rummy", **PLAYED})
    status, again, _ = run(capsys, "score", "--game", OWN, "--explain", named)
    assert (status, again) == (0, answer)
    status, _none, said = run(capsys, "check", named)
    assert (status, "house-grandmas-rummy" in said) == (2, True)
    broken = written(tmp_path, {"game": {"name": "x"}, **PLAYED})
    status, _none, said = run(capsys, "check", broken)
    assert (status, said.startswith("rulesets: game.asks")) == (2, True)


def test_seats_that_are_matched_say_which_package_is_missing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = [{"name": f"P{number}"} for number in range(8)]
    file = {"game": "euchre", "format": "swiss", "options": {"rounds": 3}, "players": players}
    path = written(tmp_path, file)
    status, told, _ = run(capsys, "seats", path)
    assert (status, len(told["tables"])) == (0, 2)
    monkeypatch.setitem(sys.modules, "rustworkx", None)
    status, _, problem = run(capsys, "seats", path)
    assert (status, "pip install rustworkx" in problem) == (2, True)
    assert run(capsys, "score", path)[0] == 0


def test_seats_by_what_people_carry_say_in_which_order(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    names = [f"P{number}" for number in range(8)]
    format = format_of(load("euchre"), "swiss")
    hand = format.game.plays.sample(format.hands.table(1), Random(1))
    tables = [
        {"table": number, "chairs": names[4 * number - 4 : 4 * number], "hands": [hand] * 4}
        for number in (1, 2)
    ]
    file = {"game": "euchre", "format": "swiss", "players": [{"name": name} for name in names]}
    assert "order" not in run(capsys, "seats", written(tmp_path, file))[1]
    played = written(tmp_path, {**file, "sets": [{"set": 1, "tables": tables}]})
    standings = run(capsys, "score", played)[1]["standings"]
    levels = [
        [row["name"] for row in standings if row["rank"] == rank]
        for rank in sorted({row["rank"] for row in standings})
    ]
    assert [len(level) for level in levels] == [4, 4]
    order = run(capsys, "seats", played)[1]["order"]
    assert [sorted(level) for level in order] == [sorted(level) for level in levels]


def test_equals_meet_in_the_order_that_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Whoever is level is parted by a lot that the file's seed draws once: from first to last the
    order is the one of which the pairing is the cheapest, whatever seed the seats have."""
    names = [f"P{number}" for number in range(6)]
    met = [{*names[at : at + 2]} for at in (0, 2, 4)]
    level = {"points": [9, 9]}
    tables = [
        {"table": at, "chairs": names[2 * at - 2 : 2 * at], "deals": [level, level]}
        for at in (1, 2, 3)
    ]
    file = {"game": "golf", "format": "swiss", "players": [{"name": name} for name in names]}
    file |= {"options": {"size": 2}, "sets": [{"set": 1, "tables": tables}]}

    def cost(pairs: Iterable[Sequence[str]], order: Sequence[str]) -> int:
        return sum(
            (order.index(one) - order.index(two)) ** 2 + 6**3 * met.count({one, two})
            for one, two in pairs
        )

    orders = set()
    for drawn in range(9):
        path = written(tmp_path, {**file, "seed": drawn})
        runs = [run(capsys, "seats", path, "--seed", str(seed))[1] for seed in range(3)]
        (order,) = {tuple(who for group in one["order"] for who in group) for one in runs}
        ways = permutations(order)
        least = min(cost((way[:2], way[2:4], way[4:]), order) for way in ways)
        for one in runs:
            assert cost((table["chairs"] for table in one["tables"]), order) == least
        orders.add(order)
    assert len(orders) > 1
