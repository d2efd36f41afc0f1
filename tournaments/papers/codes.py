"""The codes that phones scan: worked out once for each address, for pages and papers alike."""

from collections.abc import Callable
from functools import lru_cache

import segno
from segno import consts, encoder

from tournaments.papers.code_frames import TABLES, frame_of

KEPT = 3072  # of some 5 kB each; a hall of ten thousand people has 2,500 tables
# Of the eight masks of ISO/IEC 18004 the chequered one. To try them all and take the one of the
# fewest patterns costs ten times as much as the code itself; it is for contents that are regular,
# and what makes an address long is drawn at random. Readers learn the mask from the code.
MASK = 0
BITS = bytes.maketrans(b"\0\1", b"01")


@lru_cache(maxsize=KEPT)
def code_of(address: str) -> segno.QRCode:
    """The QR code of an address, bit for bit as segno makes it with this mask; it still reads where
    some of it is worn. Raises ValueError where it is longer than any code."""
    segments = encoder.prepare_data(address, None, None)
    version = encoder.find_version(segments, consts.ERROR_LEVEL_M, eci=False, micro=False)
    error = encoder.boost_error_level(version, consts.ERROR_LEVEL_M, segments, eci=False)
    said = encoder.Buffer()
    for segment in segments:
        encoder.write_segment(said, segment, None, encoder.version_range(version))
    capacity = TABLES.SYMBOL_CAPACITY[version][error]
    encoder.write_terminator(said, capacity, None, len(said))
    encoder.write_padding_bits(said, version, len(said))
    encoder.write_pad_codewords(said, version, capacity, len(said))
    bits = said.getbits()
    data = int(bits.translate(BITS), 2).to_bytes(-(-len(bits) // 8))
    matrix = frame_of(version, error, MASK).matrix(data)
    made: Callable[..., segno.QRCode] = segno.QRCode  # it keeps to itself what it is made of
    return made(encoder.Code(matrix, version, error, MASK, segments))
