"""Settings from environment variables, and the key and folder that a local start creates."""

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.utils.crypto import salted_hmac

LEAST_LETTERS = 50  # of a secret
LEAST_DIFFERENT = 12  # different letters of a secret


def text(name: str, default: str = "") -> str:
    """Return the variable's value without surrounding blanks; the default if unset or empty."""
    return os.environ.get(name, "").strip() or default


def words(name: str) -> list[str]:
    """Return a comma-separated variable as a list without empty members."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def flag(name: str) -> bool:
    """Return True for 1, true, yes, on; False for 0, false, no, off or nothing. Raises
    ImproperlyConfigured for other values."""
    value = text(name).lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"", "0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}")


def number(name: str, default: int) -> int:
    """Return a whole number of zero or more. Raises ImproperlyConfigured for other values."""
    value = text(name)
    if not value:
        return default
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}")
    return int(value)


def secret(name: str) -> str:
    """Return a secret, or "" if unset. Raises ImproperlyConfigured if it could be guessed."""
    value = text(name)
    if value and (len(value) < LEAST_LETTERS or len(set(value)) < LEAST_DIFFERENT):
        command = "python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"
        raise ImproperlyConfigured(f"{name} is too easy to guess; make one with {command}")
    return value


def installation_name(key: str) -> str:
    """Return the installation's name in a Redis that others use as well: a salted hash of the
    secret, which all of its processes share."""
    return f"scorekeeper:{salted_hmac('scorekeeper', 'installation', secret=key).hexdigest()[:16]}"


def keep_private(folder: Path, database: Path) -> None:
    """Create the data's folder if missing, and give folder and database to their owner alone.

    A folder without our data may be somebody else's: its rights stay unchanged. SQLite gives the
    files beside the database the same rights.
    """
    ours = not folder.exists() or database.parent == folder or (folder / "secret_key").exists()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    shared = folder.stat().st_mode & stat.S_ISVTX
    with suppress(OSError):
        if ours and not shared:
            folder.chmod(0o700)
        if database.parent.is_dir():
            database.touch(mode=0o600)
            for file in database.parent.glob(f"{database.name}*"):
                file.chmod(0o600)


def secret_in_file(path: Path) -> str:
    """Return the random key in a file that only its owner can read; create it on first use.

    Two processes that start at once get the same key: the file appears whole, by a hard link that
    only one of them can create.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        except OSError:  # a file system without hard links, such as an SD card's
            draft.replace(path)
        draft.unlink(missing_ok=True)
    return path.read_text().strip()
