"""The codes that phones scan: worked out once for each address, for pages and papers alike."""

from functools import lru_cache

import segno

KEPT = 3072  # of some 5 kB each; a hall of ten thousand people has 2,500 tables
# Of the eight masks of ISO/IEC 18004 the chequered one. To try them all and take the one of the
# fewest patterns costs three times as much as the code itself; it is for contents that are regular,
# and what makes an address long is drawn at random. Readers learn the mask from the code.
MASK = 0


@lru_cache(maxsize=KEPT)
def code_of(address: str) -> segno.QRCode:
    """The QR code of an address; it still reads where some of it is worn."""
    return segno.make(address, error="m", micro=False, mask=MASK)
