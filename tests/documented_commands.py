"""The commands that README, CONTRIBUTING and docs/ name, as people would type them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OWN = sorted(
    path.stem
    for path in (ROOT / "tournaments" / "management" / "commands").glob("*.py")
    if path.stem != "__init__"
)
ENGINE = ("list", "show", "schema", "check", "score", "seats", "count", "judge", "turn")
FENCE = re.compile(r"(?ms)^ *```(\w*)\n(.*?)^ *```$")
SPAN = re.compile(r"`([^`]+)`")
PROGRAMS = {
    "manage": re.compile(r"(?:python3? )?manage\.py\b(.*)"),
    "rulesets": re.compile(r"python3? -m rulesets\b(.*)"),
    "make": re.compile(r"make (.+)"),
    "pytest": re.compile(r"\.venv/bin/python -m pytest\b(.*)"),
    "shell": re.compile(r"((?:cp|rm|git|pip|apt) .*)"),
}
# Without the program: "`restore FILE`", "`schema GAME --turns`".
BARE = {
    "manage": re.compile(rf"((?:{'|'.join(OWN)}) (?:[A-Z]|--).*)"),
    "rulesets": re.compile(rf"((?:{'|'.join(ENGINE)}) (?:FILE|GAME|--).*)"),
}


@dataclass(frozen=True, order=True)
class Command:
    """A command of a document: `program` is one of `PROGRAMS`, `words` what follows it."""

    document: str
    program: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.document}: {self.program} {' '.join(self.words)}"


def documents() -> list[Path]:
    """The documents for people who use or develop Scorekeeper."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def commands_in(document: str, text: str) -> Iterator[Command]:
    """All commands of a document, each as often as it stands there."""
    lines = [
        re.sub(r"(\s#|\s{3,}).*", "", line.strip().removeprefix("$ "))
        for language, block in FENCE.findall(text)
        if language in ("", "sh", "shell", "console")
        for line in block.splitlines()
    ]
    spans = [" ".join(span.split()) for span in SPAN.findall(FENCE.sub("", text))]
    for line in lines + spans:
        for program, pattern in (*PROGRAMS.items(), *BARE.items()):
            match = pattern.fullmatch(line)
            if match is not None:
                yield Command(document, program, tuple(shlex.split(match[1])))
                break


def documented_commands() -> list[Command]:
    """The commands of all documents, each once."""
    unique: dict[tuple[str, tuple[str, ...]], Command] = {}
    for path in documents():
        for command in commands_in(path.name, path.read_text(encoding="utf-8")):
            unique.setdefault((command.program, command.words), command)
    return sorted(unique.values())
