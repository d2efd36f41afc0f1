"""Sign-in links on a console: the address, and the same as a code for a phone's camera."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.color import supports_color

from tournaments.access.services import LONGEST_SIGN_IN, create_sign_in
from tournaments.web.network import lan_address
from tournaments.web.qr_codes import console_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.contrib.auth.models import AbstractBaseUser

USUAL_PORT = 8000
INDENT = 4  # columns before a code; it has about two for each row
LINES_BESIDE = 3  # below it; what stands above may scroll away, the code may not


def address_file() -> Path:
    """The file in which a running server notes the address that phones reach it by."""
    return Path(settings.VAR_DIR) / "address"


def site_address() -> str:
    """The address that this installation is reached by: the configured one, that of the server
    which is running, or the one that `up` would have on this machine."""
    if settings.PUBLIC_URL:
        return str(settings.PUBLIC_URL)
    try:
        noted = address_file().read_text(encoding="utf-8").strip()
    except OSError:
        noted = ""
    return noted or f"http://{lan_address()}:{USUAL_PORT}"


def sign_in_address(user: AbstractBaseUser, site: str) -> str:
    """A fresh one-time sign-in link."""
    return f"{site}/sign-in/{create_sign_in(user, LONGEST_SIGN_IN)}/"


def print_sign_in(
    user: AbstractBaseUser, site: str, purpose: str, *, console: Any, say: Callable[[str], None]
) -> None:
    """Print a fresh sign-in link; below it, last, so that it stays in sight, the same as a code
    where this console can show it. `purpose` begins the sentence above: "To sign in"."""
    address = sign_in_address(user, site)
    lines = console_lines(address)
    is_drawn = can_draw(console, len(lines))
    way = "scan the code, or open there" if is_drawn else "open there"
    say(f"  {purpose}, {way} (once, within a day):")
    say(f"      {address}")
    if is_drawn:
        say("")
        for line in lines:
            say(f"    {line}")


def can_draw(console: Any, rows: int) -> bool:
    """Whether a code of so many rows shows on a console as it is: one that is looked at, has
    colours, knows the half blocks and is large enough that nothing wraps or has gone at once."""
    if not (console.isatty() and supports_color()) or os.environ.get("TERM") == "dumb":
        return False
    try:
        "▀▄█".encode(getattr(console, "encoding", None) or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    size = shutil.get_terminal_size()
    return size.columns >= 2 * rows + INDENT and size.lines >= rows + LINES_BESIDE
