"""What the tests of the architecture read: the source files, parsed once."""

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Source:
    """One module of ours."""

    path: Path
    name: str
    text: str
    tree: ast.Module

    @property
    def is_package(self) -> bool:
        return self.path.name == "__init__.py"


def read(*folders: str) -> list[Source]:
    """The modules of these folders, without migrations."""
    found = []
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" in path.parts:
                continue
            text = path.read_text(encoding="utf-8")
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts).removesuffix(".__init__")
            found.append(Source(path, name, text, ast.parse(text)))
    return found


@pytest.fixture(scope="session")
def sources() -> list[Source]:
    return read("rulesets", "tournaments", "scorekeeper")


@pytest.fixture(scope="session")
def test_sources() -> list[Source]:
    return read("tests")


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT
