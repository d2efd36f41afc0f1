"""Small files, small functions, honest tests, no traces of a workplace."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture import backlog
from tests.sources import Source

LINES_A_MODULE = 900
LINES_A_FUNCTION = 60  # its docstring not counted
# A shorter one is asking to be joined with its neighbour, unless there is a reason.
LINES_A_SMALL_MODULE = 60
SMALL_WITH_REASON = {
    r".*\.(urls|apps|asgi|wsgi|celery|tasks|__main__)": "looked for by this name",
    r"scorekeeper\.(context_processors|sessions)": "named in a setting, as Django wants a module",
    r"rulesets\.games\..*": "a game is a module and a text",
    r"rulesets\.(formats|movements)\..*": "a format is a module in each",
    r"rulesets\.(engine\.)?answers\..*": "a kind of answer is a module",
    r"tournaments\.models\..*": "a module for each noun",
    r"tournaments\.\w+\.(views|services|selectors|forms)": "every room has the same modules",
    r"tournaments\.management\.commands\..*": "a command is a module",
    r"tournaments\.templatetags\..*": "a module is what a template loads",
    r"tournaments\.boards\.by_keeping": "every room chooses by it, and none needs its neighbours",
    r"tournaments\.cache\.gc_control": "the garbage collector concerns no other module of the room",
    r"tournaments\.web\.url_prefixes": "the urls of every room begin so; it imports nothing",
    r"tournaments\.cache\.file_locks": "two rooms that know nothing of each other lock files",
}
# "module function": why it is better long than cut.
LONG_ON_PURPOSE: dict[str, str] = {}
CLOCKS = {"time", "perf_counter", "perf_counter_ns", "monotonic", "process_time", "thread_time"}
CLOCK = re.compile(rf"\b({'|'.join(sorted(CLOCKS))})\(")
TRACES = r"/(work|farm)/|/roo[t]/|index-url|/simple/|files\.pythonhosted"
BLOCKS = (ast.stmt, ast.ExceptHandler, ast.match_case)


def functions(source: Source) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Those of a module, also inside classes and functions; no expression is looked into."""
    rest: list[ast.AST] = [source.tree]
    while rest:
        node = rest.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        rest += [part for part in ast.iter_child_nodes(node) if isinstance(part, BLOCKS)]


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function without its docstring."""
    lines = (function.end_lineno or function.lineno) - function.lineno + 1
    if ast.get_docstring(function, clean=False) is not None:
        first = function.body[0]
        lines -= (first.end_lineno or first.lineno) - first.lineno + 1
    return lines


def test_no_module_is_too_long(sources: tuple[Source, ...]) -> None:
    lengths = {source.name: len(source.text.splitlines()) for source in sources}
    long = {name: lines for name, lines in lengths.items() if lines > LINES_A_MODULE}
    assert not long


def test_no_module_is_too_short(sources: tuple[Source, ...]) -> None:
    small = {
        source.name
        for source in sources
        if len(source.text.splitlines()) < LINES_A_SMALL_MODULE
        and not source.is_package
        and not any(re.fullmatch(pattern, source.name) for pattern in SMALL_WITH_REASON)
    }
    backlog.check("small_modules", small, "join it with its neighbour")


def test_no_function_is_too_long(sources: tuple[Source, ...]) -> None:
    long = {
        f"{source.name} {function.name}": length(function)
        for source in sources
        for function in functions(source)
        if length(function) > LINES_A_FUNCTION
    }
    assert long.keys() == LONG_ON_PURPOSE.keys(), long


def test_no_module_is_a_drawer_for_everything(sources: tuple[Source, ...]) -> None:
    drawers = {"utils", "util", "helpers", "common", "misc"}
    assert not [source.name for source in sources if source.name.split(".")[-1] in drawers]


def test_no_test_measures_time(test_sources: tuple[Source, ...]) -> None:
    """A busy machine must not fail a test; what takes how long is for the benchmarks to say."""
    wrong = []
    for source in test_sources:
        if source.name.startswith("tests.benchmarks") or not CLOCK.search(source.text):
            continue
        checks = [node for node in source.nodes if isinstance(node, ast.Assert)]
        wrong += [f"{source.path}:{check.lineno}" for check in checks if reads_a_clock(check)]
    assert not wrong, "\n".join(wrong)


def reads_a_clock(check: ast.Assert) -> bool:
    calls = [node.func for node in ast.walk(check) if isinstance(node, ast.Call)]
    clocks = [call for call in calls if name_of(call) in CLOCKS]
    return any("time" in ast.unparse(call) for call in clocks)


def name_of(function: ast.AST) -> str:
    """The last part of the name of what is called."""
    return getattr(function, "attr", getattr(function, "id", ""))


def test_every_test_can_fail(test_sources: tuple[Source, ...]) -> None:
    """A test asserts, expects an exception, or calls something of its own file that does."""
    wrong = []
    for source in test_sources:
        if not source.path.name.startswith("test_"):
            continue
        doubtful = {function for function in functions(source) if not can_fail(function, set())}
        checking = {function.name for function in functions(source) if function not in doubtful}
        wrong += [
            f"{source.path}:{function.lineno}: {function.name}"
            for function in doubtful
            if function.name.startswith("test_") and not can_fail(function, checking)
        ]
    assert not wrong, "\n".join(wrong)


def can_fail(function: ast.AST, checking: set[str]) -> bool:
    for node in ast.walk(function):
        if isinstance(node, ast.Assert | ast.Raise):
            return True
        if isinstance(node, ast.Call):
            name = name_of(node.func)
            if name in ("raises", "refuses", "fail", "expect", "full_clean") or name in checking:
                return True
            if name.startswith(("assert", "to_have", "to_be", "check", "axe_finds", "expect_")):
                return True
    return False


def test_runtime_is_part_of_test(root: Path) -> None:
    """Who installs the test list has exactly the packages of the runtime list too."""

    def pins(name: str) -> set[str]:
        text = (root / "requirements" / f"{name}.txt").read_text()
        return set(re.findall(r"^([a-z0-9._-]+(?:\[[^]]*\])?==\S+)", text, re.MULTILINE))

    assert pins("runtime")
    assert pins("runtime") <= pins("test")


def test_every_pin_has_its_hashes(root: Path) -> None:
    for name in ("runtime", "test"):
        text = (root / "requirements" / f"{name}.txt").read_text()
        assert "://" not in text
        for block in re.split(r"\n(?=[a-z0-9])", text):
            if not block.startswith("#"):
                assert "--hash=sha256:" in block, block.splitlines()[0]


def test_the_repository_names_no_workplace(root: Path) -> None:
    if not (root / ".git").exists():
        pytest.skip("not a git checkout")
    this = Path(__file__).relative_to(root)
    command = ["git", "grep", "-InoE", TRACES, "--", ".", f":!{this}"]
    found = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert found.returncode == 1, found.stdout + found.stderr  # nothing was found
