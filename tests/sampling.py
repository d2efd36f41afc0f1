"""What `manage.py test` leaves out of walks through everything, unless it is told --exhaustive.

`@pytest.mark.exhaustive` marks a test that only `--exhaustive` runs. With `keep`, some of its cases
run always: those of which a parameter has one of these ids; with two markers, those that both keep.
They are to be one of each kind, so that the rest finds what is particular to one game or one size
of paper.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

_CHOICE = "SCOREKEEPER_EXHAUSTIVE"  # for modules that are imported while tests are collected

# One of each kind: stakes and a final table, a board, the whole room, a drive, points.
GAMES_OF_EACH_KIND = ("golf", "rummoli", "gin-tournament", "court-whist", "hearts")


def choose(*, exhaustive: bool) -> None:
    """Say whether this run is an exhaustive one."""
    os.environ[_CHOICE] = "1" if exhaustive else ""


def examples(most: int) -> int:
    """How many examples Hypothesis makes up: all of them, or a third."""
    return most if os.environ.get(_CHOICE) else max(5, most // 3)


def one_of(many: int) -> int:
    """The step through a list of things alike: each of them, or one of so many."""
    return 1 if os.environ.get(_CHOICE) else many


def on_both_papers(test: Any) -> Any:
    """For a test of a sheet of which both sizes are laid out by the same lines: usually A4."""
    of_both = pytest.mark.parametrize("paper", ["a4", "letter"])(test)
    return pytest.mark.exhaustive(keep=("a4",))(of_both)


def is_left_out(item: pytest.Item) -> bool:
    """Whether only an exhaustive run has this test: one marker of it is enough."""
    case = getattr(item, "callspec", None)
    return any(_leaves_out(marker, case) for marker in item.iter_markers("exhaustive"))


def _leaves_out(marker: pytest.Mark, case: Any) -> bool:
    keep = marker.kwargs.get("keep")
    if keep is None:
        return True
    if case is None:  # the marker is that of the module, for those with parameters
        return False
    return not any(f"-{word}-" in f"-{case.id}-" for word in keep)
