"""What a load test has measured, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PHONES = ("result", "yes", "cut", "own state", "look")  # what a table's phone waits for
SHOWN = 10  # problems that are told one by one


@dataclass(frozen=True)
class Figures:
    """A hall after it was played."""

    hall: str
    place: str
    seconds: float
    took: Mapping[str, Sequence[float]]
    octets: Mapping[str, int]
    wrong: Mapping[str, int]
    cores: Mapping[str, float]
    client: float
    problems: Sequence[str]
    entries: int
    imports: Sequence[float] = ()
    again: Mapping[str, int] = field(default_factory=dict)

    @property
    def phones(self) -> list[float]:
        """What a table's phone waited for its answers."""
        return sorted(one for kind in PHONES for one in self.took.get(kind, ()))

    @property
    def results_a_second(self) -> float:
        return len(self.took.get("result", ())) / self.seconds

    @property
    def server(self) -> float:
        return sum(self.cores.values())

    def lines(self) -> list[str]:
        """The report, line by line."""
        lines = [f"{self.hall}: {self.place}", f"{'':14}{_head()}"]
        lines += [
            _line(kind, sorted(self.took[kind]), self.octets[kind]) for kind in sorted(self.took)
        ]
        lines.append(_line("all of a phone", self.phones, 0))
        lines.append(f"results a second {self.results_a_second:.1f} over {self.seconds:.0f} s")
        if self.imports:
            longest = max(self.took.get("result", (0,))) * 1000
            taken = ", ".join(f"{one:.0f}" for one in self.imports)
            lines.append(f"imports {len(self.imports)}, of {taken} s")
            lines.append(f"longest wait of a result {longest:.0f} ms")
        parts = ", ".join(f"{name} {used:.2f}" for name, used in self.cores.items())
        cores = f"{self.server:.2f} ({parts})" if parts else "not told where it is killed"
        lines.append(f"cores of the server {cores}; client {self.client:.2f}")
        errors = "; ".join(f"{why} × {count}" for why, count in self.wrong.items())
        lines.append(f"errors {sum(self.wrong.values())}{f' ({errors})' if errors else ''}")
        if self.again:
            asked = "; ".join(f"{kind} × {count}" for kind, count in self.again.items())
            lines.append(f"asked to come again: {asked}")
        if self.problems:
            lines.append(
                f"{len(self.problems)} of {self.entries} entries are not as they were sent:"
            )
            lines += self.problems[:SHOWN]
        else:
            lines.append(f"nothing lost, nothing doubled: {self.entries} entries, each there once")
        return lines


def percentile(values: Sequence[float], share: float) -> float:
    """Of sorted values the one that so large a share does not exceed; 0 of none."""
    if not values:
        return 0.0
    return values[min(len(values) - 1, max(0, -int(-share * len(values) // 1) - 1))]


def _head() -> str:
    return f"{'count':>8}{'p50':>9}{'p99':>9}{'longest':>9}{'KiB each':>10}"


def _line(kind: str, values: Sequence[float], octets: int) -> str:
    shares = (percentile(values, share) * 1000 for share in (0.5, 0.99, 1))
    size = f"{octets / len(values) / 1024:10.1f}" if octets else f"{'':10}"
    return f"{kind:14}{len(values):8}" + "".join(f"{share:6.0f} ms" for share in shares) + size
