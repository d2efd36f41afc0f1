"""Locks on files, for one process at a time."""

from __future__ import annotations

import sys
from typing import IO


def lock_file(file: IO[str], *, wait: bool = False) -> bool:
    """Lock an open file for this process until it is closed; return whether it was free. With
    `wait`, wait until it is. Raises OSError if waiting fails."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        if wait:
            raise
        return False
    return True
