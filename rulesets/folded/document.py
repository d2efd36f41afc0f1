"""A finished evening as one packed document: a line of JSON for each part.

First the texts for people (`rules`), then every board, last the questions of the boards; of a drive
its hands instead. Parts are packed one by one, so that a hall is never in memory as a whole.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rulesets.engine.problems import Unusable
from rulesets.folded.board import Folded, Questions
from rulesets.folded.codec import read, write
from rulesets.folded.drive import FoldedDrive
from rulesets.folded.plays import Rules

LEVEL = 1  # looks back a megabyte: whole boards lie as far apart as what is drawn of one
STEP = 64 * 1024  # bytes that are unpacked at once
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of an evening, with their questions."""

    boards: tuple[Folded, ...] = ()
    questions: Questions = ()


def packed(parts: Iterable[Any]) -> bytes:
    """Pack parts, each as JSON, into the document."""
    press = lzma.LZMACompressor(preset=LEVEL)
    chunks = [press.compress(_encode(part).encode() + b"\n") for part in parts]
    return b"".join((*chunks, press.flush()))


def unpacked(document: bytes) -> Iterator[Any]:
    """Yield the parts of a document, one after the other."""
    press, rest = lzma.LZMADecompressor(), b""
    for start in range(0, len(document), STEP):
        *lines, rest = (rest + press.decompress(document[start : start + STEP])).split(b"\n")
        yield from map(json.loads, lines)
    if rest or not press.eof:
        raise Unusable("snapshot: not one whole document")


def parts_of_boards(
    rules: Rules, boards: Iterable[Folded], questions: Callable[[], Questions]
) -> Iterator[Any]:
    """Yield the parts of an evening of lasting boards; the `questions` are complete after them."""
    yield write(rules)
    for board in boards:
        yield write(board)
    yield {"questions": write(questions())}


def parts_of_drive(rules: Rules, drive: FoldedDrive) -> Iterator[Any]:
    """Yield the parts of a drive."""
    yield write(rules)
    yield write(drive)


def read_rules(parts: Iterable[Any]) -> Rules:
    """Read the rule text and the other texts for people."""
    rules: Rules = read(Rules, next(iter(parts)), "rules")
    return rules


def read_boards(parts: Iterable[Any]) -> Boards:
    """Read the boards of an evening. Raises Unusable if the parts are of something else."""
    boards: list[Folded] = []
    for number, part in enumerate(parts):
        if number and isinstance(part, dict) and part.keys() == {"questions"}:
            questions: Questions = read(Questions, part["questions"], "questions")
            return Boards(tuple(boards), questions)
        if number:
            boards.append(read(Folded, part, "boards", number - 1))
    raise Unusable("snapshot: expected questions")


def read_drive(parts: Iterable[Any]) -> FoldedDrive:
    """Read the hands of a drive. Raises Unusable if the parts are of something else."""
    drive: FoldedDrive = read(FoldedDrive, list(parts)[1], "drive")
    return drive
