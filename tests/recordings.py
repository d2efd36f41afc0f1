"""Recordings: short digests of what many made-up evenings come to, in a file of `tests/data`.

A recording tells whether anything differs, down to a number that no other test reads. After a
change that is meant, write it anew and say in the commit which entries changed, and why:

    WITNESS=write .venv/bin/python -m pytest tests/rulesets -k recorded
"""

from __future__ import annotations

import dataclasses
import fcntl
import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulesets.engine.text import Phrase

DATA = Path(__file__).parent / "data"

Digests = dict[str, Any]


def digest(value: Any) -> str:
    """Eight letters that change when the value does."""
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def plain(value: Any) -> Any:
    """A value of the rules as JSON: phrases in English, records with their fields, sets in order,
    and whatever is code by its name."""
    if isinstance(value, Phrase):
        return value.text
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in dataclasses.fields(value)]
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return [[plain(key), plain(entry)] for key, entry in value.items()]
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    if isinstance(value, set | frozenset):
        return sorted((plain(entry) for entry in value), key=str)
    if value is None or isinstance(value, str | int | float):
        return value
    return getattr(value, "__qualname__", type(value).__qualname__)


class Recording:
    """A file of digests by the name of what they are of."""

    def __init__(self, name: str) -> None:
        self.path = DATA / f"{name}.json"

    def read(self) -> dict[str, Digests]:
        """All entries, as they were last written."""
        return json.loads(self.path.read_text())

    def entry(self, name: str, digests: Digests) -> Digests:
        """The digests recorded under a name; with WITNESS=write those of now, which it stores."""
        if os.environ.get("WITNESS") == "write":
            self.write(name, digests)
        return self.read()[name]

    def write(self, name: str, digests: Digests) -> None:
        """Store an entry, in order of the names; several processes may write."""
        with self.path.open("a+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            entries = json.loads(file.read() or "{}") | {name: digests}
            file.truncate(0)
            lines = (f'"{key}": {json.dumps(entries[key])}' for key in sorted(entries))
            file.write("{\n" + ",\n".join(lines) + "\n}\n")
