"""CPU time of processes with all that they started, as Linux tells it."""

from __future__ import annotations

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def family(pid: int) -> set[int]:
    """A process and all its descendants that live."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal() and (fields := _fields(int(folder.name))):
            parents[int(folder.name)] = int(fields[1])
    found = {pid}
    while more := {one for one, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def seconds(pid: int) -> float:
    """What a process, its living descendants and those that they saw end have used."""
    return sum(sum(map(int, _fields(one)[11:15])) for one in family(pid) if _fields(one)) / TICKS


def _fields(pid: int) -> list[str]:
    """The columns of /proc/<pid>/stat after the name (proc(5)); [] for a process that has ended."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return []
    return text.rpartition(") ")[2].split()
