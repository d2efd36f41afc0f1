"""How long faults are looked for: short on CI, longer by `make faults`."""

import os


def rounds(*, short: int, long: int) -> int:
    """How often to try; `FAULTS=long` (or a factor such as 0.1 of long) asks for more."""
    asked = os.environ.get("FAULTS", "")
    if not asked:
        return short
    return max(short, int(long * (1 if asked == "long" else float(asked))))
