"""What codes of one kind have in common, worked out once: where each bit lies, and what is around
them. So a code costs a tenth of what it costs to place and to mask it module by module.

The parts are segno's, which does not promise to keep them: a test compares what comes of them with
`segno.make`.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, zip_longest
from operator import itemgetter
from typing import Any

from segno import consts, encoder

TABLES: Any = consts  # the library says of them that they are objects, no more
FREE = 2  # what segno calls a module that nothing lies on yet
FIRST = FREE + 1  # bits are numbered from here
DIGITS = bytes.maketrans(b"01", b"\0\1")


class Frame:
    """Codes of a version and a level of error correction (as segno numbers them), and a mask."""

    def __init__(self, version: int, error: int, mask: int) -> None:
        self.side = encoder.calc_matrix_size(version)
        self.blocks = [
            (info.num_data, info.num_total - info.num_data)
            for info in TABLES.ECC[version][error]
            for _block in range(info.num_blocks)
        ]
        matrix = self._numbered(version)
        masks = encoder.get_data_mask_functions(is_micro=False)[mask]
        masked = {
            number: masks(i, j)
            for i, row in enumerate(matrix)
            for j, number in enumerate(row)
            if number >= FIRST
        }
        self.bits = len(masked)
        self.mask = int("".join(str(int(masked[number])) for number in sorted(masked)), 2)
        encoder.add_format_info(matrix, version, error, mask)
        encoder.add_version_info(matrix, version)
        # A module that is no bit is as light or as dark as the two that stand behind all bits.
        self.order = itemgetter(
            *(n - FIRST if n >= FIRST else self.bits + n for n in chain.from_iterable(matrix))
        )

    def _numbered(self, version: int) -> list[list[int]]:
        """The modules: those of the patterns, and in the place of each bit its number."""
        empty = encoder.make_matrix(self.side, self.side)
        encoder.add_finder_patterns(empty, self.side, self.side)
        encoder.add_alignment_patterns(empty, self.side, self.side)
        matrix = [list(row) for row in empty]
        bits = [8 * word + bit for word in self._sequence() for bit in range(8)]
        bits += range(len(bits), sum(row.count(FREE) for row in matrix))  # that nothing needs
        encoder.add_codewords(matrix, [FIRST + bit for bit in bits], version)
        return matrix

    def _sequence(self) -> list[int]:
        """The words in the order in which they lie: one of each block by turns, first those of the
        data, then those of the checks. They are numbered block by block."""
        found: list[int] = []
        for sizes in zip(*self.blocks, strict=True):
            spans, end = [], len(found)
            for size in sizes:
                spans.append(range(end, end + size))
                end += size
            found += [word for turn in zip_longest(*spans) for word in turn if word is not None]
        return found

    def matrix(self, data: bytes) -> tuple[bytearray, ...]:
        """The rows of the code that says this, dark modules 1."""
        checks, begin = b"", 0
        for size, count in self.blocks:
            checks += checks_of(data[begin : begin + size], count)
            begin += size
        words = data[:begin] + checks
        message = int.from_bytes(words) << (self.bits - 8 * len(words)) ^ self.mask
        digits = f"{message:0{self.bits}b}".encode().translate(DIGITS)
        modules = bytes(self.order(digits + b"\0\1"))
        return tuple(
            bytearray(modules[begin : begin + self.side])
            for begin in range(0, len(modules), self.side)
        )


@lru_cache(maxsize=32)
def frame_of(version: int, error: int, mask: int) -> Frame:
    """The frame of codes of a kind."""
    return Frame(version, error, mask)


def checks_of(data: bytes, count: int) -> bytes:
    """The words by which a reader mends a block: what remains of it when it is divided by the
    generator of so many words (ISO/IEC 18004, 7.5.2)."""
    multiples, top = _multiples(count), 8 * (count - 1)
    below = (1 << top) - 1
    left = 0
    for word in data:
        left = ((left & below) << 8) ^ multiples[(left >> top) ^ word]
    return left.to_bytes(count)


@lru_cache(maxsize=32)
def _multiples(count: int) -> list[int]:
    """The generator of so many words times each word, without the first of each product."""
    powers = TABLES.GEN_POLY[count]
    exp, log = TABLES.GALIOS_EXP, TABLES.GALIOS_LOG
    return [
        int.from_bytes(exp[log[word] + power] for power in powers) if word else 0
        for word in range(256)
    ]
