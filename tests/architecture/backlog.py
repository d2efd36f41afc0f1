"""What the tests of the architecture let stand because it was there before they were.

The lists are empty now; a list may only become shorter. `RENEW_BACKLOG=1 python3 manage.py test
tests/architecture` writes them anew, after a renaming or a merge; what is on them more than before
is then to be seen in the difference, and is not to be committed.
"""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "backlog"


def check(name: str, found: set[str], advice: str) -> None:
    """Fail where something was found that is not on the list, or is on it without need."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("RENEW_BACKLOG"):
        path.write_text("".join(f"{one}\n" for one in sorted(found)), encoding="utf-8")
    listed = set(path.read_text(encoding="utf-8").split())
    new, done = sorted(found - listed), sorted(listed - found)
    assert not new, f"{advice}\n" + "\n".join(new)
    assert not done, f"take them off {path}, they are done:\n" + "\n".join(done)
