"""The document of an event, or of an evening of several, as bytes: plain while it is short, as a
gzip file where it is long."""

from __future__ import annotations

import gzip
import json
import zlib
from typing import IO, Any

from rulesets.engine.json_values import Unusable
from rulesets.files.json_text import parse

LONGEST_PLAIN = 4 * 1024 * 1024  # bytes; a longer document is packed
LARGEST_FILE = 12 * 1024 * 1024  # bytes, as it is sent: less than settings.MAX_REQUEST_BODY
# What ten thousand people make of 28 hands, each with a yes, is 53 MB and 3.7 million values.
LARGEST_DOCUMENT = 96 * 1024 * 1024
MOST_VALUES = 8_000_000
GZIP = b"\x1f\x8b"
STEP = 256 * 1024


class TooLarge(Exception):
    """No event is as large as that."""


def written(document: Any) -> tuple[bytes, bool]:
    """The file of a document, and whether it is packed. Raises TooLarge where it could not be read
    again."""
    text = json.dumps(document, ensure_ascii=False, indent=1).encode()
    if len(text) <= LONGEST_PLAIN:
        return text, False
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    packed = gzip.compress(text, mtime=0)
    if len(text) > LARGEST_DOCUMENT or len(packed) > LARGEST_FILE or _values(text) > MOST_VALUES:
        raise TooLarge
    return packed, True


def read(file: IO[bytes]) -> Any:
    """The JSON value in a file, packed or not; raises TooLarge, or Unusable where there is none.

    Never unpacks more than an event can be, and builds nothing before the values are counted: an
    empty list takes three bytes in a file and twenty times as much in memory.
    """
    head = file.read(len(GZIP))
    file.seek(0)
    raw = _unpacked(file) if head == GZIP else file.read(LARGEST_FILE + 1)
    if head != GZIP and len(raw) > LARGEST_FILE:
        raise TooLarge
    if _values(raw) > MOST_VALUES:
        raise TooLarge
    return parse(raw, "file")


def _values(text: bytes) -> int:
    """At least as many values as are in a JSON text."""
    return sum(map(text.count, (b",", b"[", b"{")))


def _unpacked(file: IO[bytes]) -> bytes:
    packed = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    text = bytearray()
    try:
        while not packed.eof and (part := packed.unconsumed_tail or file.read(STEP)):
            text += packed.decompress(part, STEP)
            if len(text) > LARGEST_DOCUMENT:
                raise TooLarge
    except zlib.error as error:
        raise Unusable(f"file: {error}") from error
    if not packed.eof or packed.unused_data or file.read(1):
        raise Unusable("file: not one whole gzip file")
    return bytes(text)
