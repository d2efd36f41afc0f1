"""The bytes of a page that many read, compressed once for all of them.

Each reader's own word, the CSRF token, stands in places of its own between the parts. The parts are
deflated so that none refers to what stands before it, and the token goes between them as it is: so
one compressed page does for everybody, and how long an answer is says nothing of the token.
"""

from __future__ import annotations

import secrets
import zlib
from dataclasses import dataclass
from hashlib import blake2b

# A gzip file with a name (RFC 1952). The name's length is random, as in Django's own compression,
# so that lengths tell as little as possible of what stands in a page (BREACH).
_HEAD = b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff"
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class PrecompressedPage:
    """A page, cut at the places of the token: as it is, and each part deflated."""

    parts: tuple[bytes, ...]
    deflated: tuple[bytes, ...]
    check: int  # the CRC of the first part
    stamp: str  # two pages of the same parts have the same

    @classmethod
    def of(cls, parts: list[bytes]) -> PrecompressedPage:
        """Compress the parts of a page, of which there is at least one."""
        deflate = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        squeezed = [
            deflate.compress(part) + deflate.flush(zlib.Z_FULL_FLUSH) for part in parts[:-1]
        ]
        squeezed.append(deflate.compress(parts[-1]) + deflate.flush())
        stamp = blake2b(digest_size=12)
        for part in parts:
            stamp.update(len(part).to_bytes(4, "big") + part)
        return cls(tuple(parts), tuple(squeezed), zlib.crc32(parts[0]), stamp.hexdigest())

    @property
    def has_tokens(self) -> bool:
        """Whether there is a place for a token in it."""
        return len(self.parts) > 1

    @property
    def size(self) -> int:
        """What it takes of the memory, in bytes."""
        return sum(map(len, self.parts)) + sum(map(len, self.deflated))

    def plain(self, token: bytes) -> bytes:
        """The page with that token in its places."""
        return token.join(self.parts)

    def gzipped(self, token: bytes) -> bytes:
        """The same as a gzip file."""
        check, size = self.check, len(self.parts[0])
        for part in self.parts[1:]:
            check = zlib.crc32(part, zlib.crc32(token, check))
            size += len(token) + len(part)
        length = len(token)
        # A stored block of deflate, which is no last one: its length and the complement of it.
        stored = b"\x00" + length.to_bytes(2, "little") + (length ^ 0xFFFF).to_bytes(2, "little")
        name = b"-" * secrets.randbelow(_LONGEST_NAME + 1) + b"\x00"
        tail = check.to_bytes(4, "little") + size.to_bytes(4, "little")
        return _HEAD + name + (stored + token).join(self.deflated) + tail
