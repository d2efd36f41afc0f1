"""The modules of the project for tests that read them: each is parsed once in a process."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = ("rulesets", "tournaments", "scorekeeper")


@dataclass(frozen=True, eq=False)
class Source:
    """One module of ours."""

    path: Path
    name: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All nodes of the tree: most tests look at every one."""
        return tuple(ast.walk(self.tree))

    @property
    def is_package(self) -> bool:
        return self.path.name == "__init__.py"


@cache
def read_sources(*folders: str) -> tuple[Source, ...]:
    """The modules of these folders, without migrations."""
    if len(folders) > 1:
        return tuple(source for folder in folders for source in read_sources(folder))
    sources = []
    for path in sorted((ROOT / folders[0]).rglob("*.py")):
        if "migrations" in path.parts:
            continue
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        sources.append(Source(path, name, path.read_text(encoding="utf-8")))
    return tuple(sources)
