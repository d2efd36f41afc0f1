"""Who may import whom: nobody imports from a layer above its own."""

import ast
import sys
from collections.abc import Iterator
from typing import Any

import pytest

# From the ground up. A name stands for itself and everything in it, unless a longer name is listed.
LAYERS: tuple[tuple[str, ...], ...] = (
    (
        "rulesets",
        "rulesets.drawing",
        "rulesets.game",
        "rulesets.scheme",
        "rulesets.scoreboard",
    ),
    (
        "rulesets.cards",
        "rulesets.counting",
        "rulesets.dice",
        "rulesets.dominoes",
        "rulesets.lettering",
        "rulesets.linear",
        "rulesets.movements",
        "rulesets.partners",
        "rulesets.payload",
        "rulesets.pieces",
        "rulesets.reading",
        "rulesets.runchart",
        "rulesets.sheet",
        "rulesets.standings",
        "rulesets.suitshapes",
    ),
    (  # what several games can be made of
        "rulesets.boarddrawing",
        "rulesets.boards",
        "rulesets.chipfields",
        "rulesets.chipflow",
        "rulesets.chips",
        "rulesets.columns",
        "rulesets.couples",
        "rulesets.heldcards",
        "rulesets.lastdeals",
        "rulesets.quarters",
        "rulesets.survivors",
        "rulesets.teamsheet",
        "rulesets.worksheet",
    ),
    ("rulesets.games",),
    (
        "rulesets.agreed",
        "rulesets.answers",
        "rulesets.cli",
        "rulesets.__main__",
        "rulesets.drive",
        "rulesets.filereader",
        "rulesets.jsontext",
        "rulesets.nextseats",
        "rulesets.replay",
        "rulesets.reportnames",
        "rulesets.schema",
        "rulesets.schemeanswers",
        "rulesets.schemefile",
        "rulesets.schemeschema",
        "rulesets.scorefile",
        "rulesets.scoretables",
    ),
    (
        "tournaments",
        "tournaments.addresses",
        "tournaments.announcing",
        "tournaments.apps",
        "tournaments.printing",
    ),
    ("tournaments.models",),
    ("tournaments.access", "tournaments.selectors"),
    ("tournaments.services",),
    (
        "tournaments.forms",
        "tournaments.forms_answers",
        "tournaments.forms_counting",
        "tournaments.forms_event",
        "tournaments.forms_host",
        "tournaments.forms_play",
        "tournaments.forms_scheme",
        "tournaments.live",
        "tournaments.live_sources",
        "tournaments.tasks",
        "tournaments.templatetags",
    ),
    ("tournaments.views",),
    ("tournaments.management", "tournaments.urls", "tournaments.urls_public"),
    ("scorekeeper",),
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
OURS = ("rulesets", "tournaments", "scorekeeper")


def level(module: str) -> int:
    """The layer of a module; a module of ours that is in none fails."""
    parts = module.split(".")
    for length in range(len(parts), 1, -1):
        found = LEVEL.get(".".join(parts[:length]))
        if found is not None:
            return found
    if len(parts) == 1 or parts[0] == "scorekeeper":
        return LEVEL[parts[0]]
    raise AssertionError(f"{module} stands in no layer: give it its place in {__name__}.LAYERS")


def imports(source: Any) -> Iterator[tuple[str, int]]:
    """Every module that a module imports, also inside functions, with the line."""
    package = source.name if source.is_package else source.name.rpartition(".")[0]
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")
                parts = parts[: len(parts) - node.level + 1]
                base = ".".join([*parts, base]).rstrip(".")
            for alias in node.names:
                yield f"{base}.{alias.name}", node.lineno


def known(module: str, modules: set[str]) -> str:
    """The module that an imported name lives in."""
    while module and module not in modules:
        module = module.rpartition(".")[0]
    return module


@pytest.fixture(scope="module")
def modules(sources: list[Any]) -> set[str]:
    return {source.name for source in sources}


def test_every_module_has_its_layer(modules: set[str]) -> None:
    assert all(level(module) >= 0 for module in modules)


def test_nobody_imports_from_above(sources: list[Any], modules: set[str]) -> None:
    wrong = []
    for source in sources:
        for imported, line in imports(source):
            if imported.split(".")[0] not in OURS:
                continue
            target = known(imported, modules)
            if level(target) > level(source.name):
                wrong.append(f"{source.path}:{line}: {source.name} imports {target}")
    assert not wrong, "\n".join(wrong)


def test_the_rules_stand_on_the_standard_library_alone(sources: list[Any]) -> None:
    allowed = sys.stdlib_module_names | {"rulesets"}
    unlikely = {"datetime", "time", "socket", "sqlite3", "urllib", "http", "secrets", "uuid"}
    wrong = [
        f"{source.path}:{line}: {imported}"
        for source in sources
        if source.name.split(".")[0] == "rulesets"
        for imported, line in imports(source)
        if imported.split(".")[0] not in allowed or imported.split(".")[0] in unlikely
    ]
    assert not wrong, "\n".join(wrong)


def test_chance_is_handed_in(sources: list[Any]) -> None:
    """Rules may name random.Random, and make one from a seed; they never draw by themselves."""
    wrong = []
    for source in sources:
        if source.name.split(".")[0] != "rulesets":
            continue
        for node in ast.walk(source.tree):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "random"
                and node.attr != "Random"
            ):
                wrong.append(f"{source.path}:{node.lineno}: random.{node.attr}")
            if (
                isinstance(node, ast.Call)
                and not node.args
                and ast.unparse(node.func).endswith("Random")
            ):
                wrong.append(f"{source.path}:{node.lineno}: Random() without a seed")
    assert not wrong, "\n".join(wrong)


def test_games_do_not_know_each_other(sources: list[Any], modules: set[str]) -> None:
    wrong = []
    for source in sources:
        if not source.name.startswith("rulesets.games."):
            continue
        for imported, line in imports(source):
            target = known(imported, modules)
            if target.startswith("rulesets.games.") and target != source.name:
                wrong.append(f"{source.path}:{line}: {target}")
    assert not wrong, "\n".join(wrong)


def test_printing_knows_rules_and_plain_values_only(sources: list[Any]) -> None:
    wrong = []
    for source in sources:
        if not source.name.startswith("tournaments.printing"):
            continue
        for imported, line in imports(source):
            root = imported.split(".")[0]
            inside = imported.startswith("tournaments.printing")
            if (root in ("tournaments", "scorekeeper") and not inside) or imported.startswith(
                "django.db"
            ):
                wrong.append(f"{source.path}:{line}: {imported}")
    assert not wrong, "\n".join(wrong)


def test_views_never_touch_managers(sources: list[Any]) -> None:
    wrong = [
        f"{source.path}:{node.lineno}: .{node.attr}"
        for source in sources
        if source.name.startswith("tournaments.views")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) and node.attr in ("objects", "_default_manager")
    ]
    assert not wrong, "\n".join(wrong)
