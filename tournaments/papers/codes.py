"""The codes that phones scan: worked out once for each address, for pages and papers alike."""

from functools import lru_cache

import segno

KEPT = 2048  # of some 5 kB each; a large hall has 250 tables


@lru_cache(maxsize=KEPT)
def code_of(address: str) -> segno.QRCode:
    """The QR code of an address; it still reads where some of it is worn."""
    return segno.make(address, error="m", micro=False)
