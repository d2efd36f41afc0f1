"""Who may import whom: nobody imports from a layer above its own."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter

import pytest

from tests.sources import Source

# From the ground up. A name stands for itself and everything in it, unless a longer name is listed.
LAYERS: tuple[tuple[str, ...], ...] = (
    (
        "rulesets",
        "rulesets.drawing.scoreboard",
        "rulesets.drawing.vectors",
        "rulesets.engine.clean_text",
        "rulesets.engine.problems",
        "rulesets.engine.text",
        "rulesets.files.reader",
        "rulesets.files.shapes",
    ),
    (
        "rulesets.cards.deck",
        "rulesets.engine.roster",
        "rulesets.records",
        "rulesets.standings",
    ),
    (
        "rulesets.engine.answers",
        "rulesets.engine.fields",
        "rulesets.engine.plays",
        "rulesets.engine.replay",
        "rulesets.engine.report_reading",
    ),
    (
        "rulesets.cards",
        "rulesets.drawing",
        "rulesets.engine.game",
        "rulesets.movements",
        "rulesets.referee",
    ),
    ("rulesets.engine", "rulesets.formats", "rulesets.room", "rulesets.rounds"),
    (
        "rulesets.drawing.board_pictures",
        "rulesets.drawing.card_pictures",
        "rulesets.drawing.seat_pictures",
        "rulesets.families",
        "rulesets.folded",
        "rulesets.house_games",
        "rulesets.rummoli",
    ),
    ("rulesets.games",),
    ("rulesets.game_search", "rulesets.rule_texts"),
    ("rulesets.files", "rulesets.__main__"),
    (
        "tournaments",
        "tournaments.cache",
        "tournaments.papers",  # what draws; those of its modules that read stand further up
        "tournaments.rules.rule_text",
        "tournaments.web.collation",
        "tournaments.web.network",
        "tournaments.web.qr_codes",
        "tournaments.web.svg",
        "tournaments.web.url_prefixes",
        "tournaments.web.wording",
    ),
    ("tournaments.models",),
    ("tournaments.db", "tournaments.web"),
    ("tournaments.access", "tournaments.boards", "tournaments.jobs", "tournaments.log"),
    ("tournaments.report_forms", "tournaments.scores", "tournaments.seats"),
    (
        "tournaments.people",
        "tournaments.records",
        "tournaments.reports",
        "tournaments.rules",
        "tournaments.standings",
        "tournaments.templatetags",
    ),
    (
        "tournaments.evenings",
        "tournaments.house_games",
        "tournaments.papers.board_selectors",
        "tournaments.papers.editions",
        "tournaments.papers.selectors",
        "tournaments.papers.printing",
        "tournaments.papers.share",
        "tournaments.papers.share_views",
        "tournaments.papers.urls",
        "tournaments.papers.views",
        "tournaments.papers.yearbooks",
        "tournaments.phones",
        "tournaments.referee",
        "tournaments.seating",
        "tournaments.wall",
    ),
    ("tournaments.api", "tournaments.events", "tournaments.files"),
    (
        "tournaments.apps",
        "tournaments.desk",
        "tournaments.management",
        "tournaments.tasks",
        "tournaments.urls",
    ),
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


@cache
def imports(source: Source, *, types: bool = True) -> tuple[tuple[str, int], ...]:
    """Every module that a module imports, also inside functions, with the line; without `types`
    only what it imports when it runs."""
    return tuple(_imports(source, types=types))


def _imports(source: Source, *, types: bool) -> Iterator[tuple[str, int]]:
    package = source.name if source.is_package else source.name.rpartition(".")[0]
    skipped = set() if types else set(type_imports(source))
    for node in source.nodes:
        if node in skipped:
            continue
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


def type_imports(source: Source) -> Iterator[ast.AST]:
    """What stands under `if TYPE_CHECKING`."""
    if "TYPE_CHECKING" not in source.text:
        return
    for node in source.nodes:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for statement in node.body:
                yield from ast.walk(statement)


def known(module: str, modules: set[str]) -> str:
    """The module that an imported name lives in."""
    while module and module not in modules:
        module = module.rpartition(".")[0]
    return module


@pytest.fixture(scope="module")
def modules(sources: tuple[Source, ...]) -> set[str]:
    return {source.name for source in sources}


def test_every_module_has_its_layer(modules: set[str]) -> None:
    assert all(level(module) >= 0 for module in modules)


def test_every_name_in_the_layers_exists_and_stands_there_once(modules: set[str]) -> None:
    names = [name for layer in LAYERS for name in layer]
    assert len(names) == len(set(names))
    assert [name for name in names if name not in modules] == []


def test_nobody_imports_from_above(sources: tuple[Source, ...], modules: set[str]) -> None:
    wrong = []
    for source in sources:
        for imported, line in imports(source, types=False):
            if imported.split(".")[0] not in OURS:
                continue
            target = known(imported, modules)
            if level(target) > level(source.name):
                wrong.append(f"{source.path}:{line}: {source.name} imports {target}")
    assert not wrong, "\n".join(wrong)


MOST_FLOORS = 9  # of rooms, from the rules to the pages of the host


def room(module: str) -> str:
    """The rules and the project are a room each; so is every package or module of the app."""
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] == "tournaments" else parts[0]


def test_the_chain_of_rooms_is_short(sources: tuple[Source, ...], modules: set[str]) -> None:
    """A change at the ground is felt through every floor above it. No room stands on itself."""
    below: dict[str, set[str]] = {room(source.name): set() for source in sources}
    for source in sources:
        below[room(source.name)] |= {
            room(known(imported, modules))
            for imported, _line in imports(source, types=False)
            if imported.split(".")[0] in OURS
        } - {room(source.name)}
    below["tournaments"].clear()  # what all modules of the app have above them is no room
    rooms = [*TopologicalSorter(below).static_order()]  # raises CycleError
    floor: dict[str, int] = {}
    for name in rooms:
        floor[name] = 1 + max((floor[lower] for lower in below[name]), default=0)
    highest = max(floor.values())
    assert highest <= MOST_FLOORS, [name for name in rooms if floor[name] == highest]


def test_the_rules_stand_on_the_standard_library_alone(sources: tuple[Source, ...]) -> None:
    """But for the one module that matches people, which says what it lacks where it lacks it."""
    allowed = sys.stdlib_module_names | {"rulesets"}
    matcher = ("rulesets.movements.matching", "rustworkx")
    unlikely = {"datetime", "time", "socket", "sqlite3", "urllib", "http", "secrets", "uuid"}
    wrong = [
        f"{source.path}:{line}: {imported}"
        for source in sources
        if source.name.split(".")[0] == "rulesets"
        for imported, line in imports(source)
        if (source.name, imported.split(".")[0]) != matcher
        if imported.split(".")[0] not in allowed or imported.split(".")[0] in unlikely
    ]
    assert not wrong, "\n".join(wrong)


def test_chance_is_handed_in(sources: tuple[Source, ...]) -> None:
    """Rules may name random.Random, and make one from a seed; they never draw by themselves."""
    wrong = []
    for source in sources:
        if source.name.split(".")[0] != "rulesets":
            continue
        for node in source.nodes:
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


def test_games_do_not_know_each_other(sources: tuple[Source, ...], modules: set[str]) -> None:
    wrong = []
    for source in sources:
        if not source.name.startswith("rulesets.games."):
            continue
        for imported, line in imports(source):
            target = known(imported, modules)
            if target.startswith("rulesets.games.") and target != source.name:
                wrong.append(f"{source.path}:{line}: {target}")
    assert not wrong, "\n".join(wrong)


SHELF = {"tournaments.models.event_games"}  # who knows it: the door alone


def test_the_game_of_an_event_is_read_through_one_door(sources: tuple[Source, ...]) -> None:
    names = {
        source.name
        for source in sources
        if source.name.startswith("tournaments.")
        for imported, _line in imports(source)
        if f"{imported}.".startswith("rulesets.games.")
    }
    assert names == SHELF


def is_page(module: str) -> bool:
    """Whether a module of the app holds views."""
    return module.startswith("tournaments.") and (
        module.endswith("_views") or module.rsplit(".", maxsplit=1)[-1] == "views"
    )


# What papers share with pages, and what knows no models either.
PLAIN = {
    "tournaments.rules.rule_text",
    "tournaments.web.collation",
    "tournaments.web.qr_codes",
    "tournaments.web.wording",
}


def test_papers_draw_from_rules_and_plain_values_only(sources: tuple[Source, ...]) -> None:
    drawing = [
        source
        for source in sources
        if source.name.startswith("tournaments.papers.")
        and level(source.name) == LEVEL["tournaments.papers"]
    ]
    drawn = {source.name for source in drawing} | PLAIN
    assert {"tournaments.papers.pen", "tournaments.papers.scoreboards"} <= drawn
    wrong = []
    for source in drawing:
        for imported, line in imports(source):
            ours = imported.split(".")[0] in ("tournaments", "scorekeeper")
            if (ours and known(imported, drawn) not in drawn) or imported.startswith("django.db"):
                wrong.append(f"{source.path}:{line}: {imported}")
    assert not wrong, "\n".join(wrong)


def test_only_addresses_and_pages_import_pages(
    sources: tuple[Source, ...], modules: set[str]
) -> None:
    """Inside a room, what is read and what is done know nothing of the pages that show it."""
    wrong = [
        f"{source.path}:{line}: {imported}"
        for source in sources
        if not is_page(source.name) and not source.name.endswith(".urls")
        for imported, line in imports(source)
        if is_page(known(imported, modules))
    ]
    assert not wrong, "\n".join(wrong)


def test_views_never_touch_managers(sources: tuple[Source, ...]) -> None:
    wrong = [
        f"{source.path}:{node.lineno}: .{node.attr}"
        for source in sources
        if is_page(source.name)
        for node in source.nodes
        if isinstance(node, ast.Attribute) and node.attr in ("objects", "_default_manager")
    ]
    assert any(is_page(source.name) for source in sources)
    assert not wrong, "\n".join(wrong)
