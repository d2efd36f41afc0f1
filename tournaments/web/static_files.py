"""The files that pages load: which of them make a bundle, and how they are collected.

Where nothing is collected (tests, DEBUG) a page loads each part of a bundle from where it lies.
Collected, a bundle is one file without comments and white space, every name carries a hash of the
content, so that a browser fetches it once, and texts are compressed. The image is built so
(collectstatic); `manage.py up` does it at its first start.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rcssmin
import rjsmin
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.files.base import ContentFile
from servestatic.compress import Compressor
from servestatic.storage import CompressedManifestStaticFilesStorage

from tournaments.cache.file_locks import lock_file

OWN = "tournaments/"
HTMX = "django_htmx/htmx-2.min.js"
PLAIN_SCRIPTS = ("js/numbers.js", "js/sheets.js", "js/refusal.js", "js/printing.js")
# The parts of each bundle, in the order in which browsers read them.
BUNDLES: dict[str, tuple[str, ...]] = {
    "page.css": ("css/scripts.css", "css/tokens.css", "css/base.css", "css/components.css"),
    "theme.js": ("js/theme.js",),
    "page.js": (HTMX, "js/idiomorph.min.js", "js/renewal.js", *PLAIN_SCRIPTS),
    "plain.js": PLAIN_SCRIPTS,  # of pages that renew nothing
    # a table's phone
    "table.css": (
        "css/drawings.css",
        "css/entry.css",
        "css/board.css",
        "css/saved.css",
        "css/end.css",
    ),
    "table.js": (
        "js/outbox.js",
        "js/looks.js",
        "js/phone.js",
        "js/report.js",
        "js/draft.js",
        "js/addends.js",
        "js/pad.js",
        "js/board.js",
        "js/turn_timer.js",
        "js/share.js",
        "js/awake.js",
        "js/bell.js",
    ),
    "picker.js": ("js/picker.js",),
    # guests
    "guest.css": ("css/guest.css",),
    "guest.js": ("js/spectator.js",),
    "join.js": ("js/join.js",),
    "sign_in.js": ("js/sign_in.js",),
    "saved.css": ("css/saved.css",),
    # boards, results, rules and reports, whoever reads them
    "board.css": ("css/board.css", "css/drawings.css"),
    "board.js": ("js/board.js",),
    "drawings.css": ("css/drawings.css",),
    "end.css": ("css/end.css",),
    "entry.css": ("css/entry.css",),
    "report.js": ("js/report.js",),
    "share.js": ("js/share.js",),
    "rules.css": ("css/drawings.css", "css/rules.css"),
    "referee.css": ("css/entry.css", "css/rules.css"),
    "settle.js": ("js/settle.js",),
    # hosts
    "host.css": ("css/host.css",),
    "setup.css": ("css/setup.css",),
    "own_game.css": ("css/entry.css", "css/board.css", "css/drawings.css", "css/rules.css"),
    "desk.js": ("js/looks.js", "js/desk.js"),
    "new_event.js": ("js/new_event.js",),
    "quick.js": ("js/quick.js",),
    "prizes.js": ("js/prizes.js",),
    "papers.js": ("js/papers.js",),
    # the wall
    "wall.css": ("css/scripts.css", "css/tokens.css", "css/drawings.css", "css/wall.css"),
    "wall.js": ("js/looks.js", "js/wall.js", "js/awake.js"),
    "awake.js": ("js/awake.js",),
}
BLOCKING = ("theme.js",)  # scripts that the page waits for
UNUSED_DAYS = 30  # after which the collection of another version is removed


def part_names(bundle: str) -> list[str]:
    """List a bundle's parts by the names under which Django finds them."""
    return [part if part == HTMX else OWN + part for part in BUNDLES[bundle]]


def bundle_name(bundle: str) -> str:
    """Name the collected bundle: a folder beside those that its parts refer to."""
    return f"{OWN}bundles/{bundle}"


PART_NAMES = frozenset(part for bundle in BUNDLES for part in part_names(bundle))


class BundledStorage(CompressedManifestStaticFilesStorage):
    """The place of collected files. Until there are any, it names files as they are."""

    keep_only_hashed_files = True

    def url(self, name: str | None, force: bool = False) -> str:
        """Return a file's address: with its hash where files are collected."""
        if settings.COLLECTED_STATIC:
            return str(super().url(name, force))
        return StaticFilesStorage.url(self, name)

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        """Join the parts of bundles, drop what no page names, hash and compress the rest."""
        if not dry_run:
            self._bundle(paths)
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def _bundle(self, paths: dict[str, Any]) -> None:
        for bundle in BUNDLES:
            name = bundle_name(bundle)
            content = join(bundle, [Path(self.path(part)) for part in part_names(bundle)])
            self._save(name, ContentFile(content))
            paths[name] = (self, name)
        for name in [name for name in paths if name in PART_NAMES or not name.startswith(OWN)]:
            del paths[name]
            self.delete(name)

    def create_compressor(self, **options: Any) -> Compressor:
        """Make brotli and gzip files; no browser needs a third kind."""
        return Compressor(**(options | {"use_zstd": False}))

    def add_stats_to_manifest(self) -> None:
        """Leave out the sizes of all files, which only servestatic's middleware reads."""


def join(bundle: str, parts: list[Path]) -> bytes:
    """Make one file of several, without comments (but those that begin with "!", of licences) and
    white space. A script may end without its semicolon."""
    texts = (part.read_text(encoding="utf-8") for part in parts)
    if bundle.endswith(".js"):
        return "\n;\n".join(minify_script(text) for text in texts).encode()
    return "\n".join(minify_style(text) for text in texts).encode()


def minify_script(text: str) -> str:
    return str(rjsmin.jsmin(text, keep_bang_comments=True))


def minify_style(text: str) -> str:
    return str(rcssmin.cssmin(text, keep_bang_comments=True))


# --- collecting on one machine -------------------------------------------------------------------

Sources = dict[str, Path]


def static_sources() -> Sources:
    """Find all static files by name as collectstatic does: the first of a name counts."""
    sources: Sources = {}
    for finder in finders.get_finders():
        for path, storage in finder.list([]):
            sources.setdefault(path.replace("\\", "/"), Path(storage.path(path)))
    return sources


def digest(sources: Sources) -> str:
    """Name a collection after the files, and after what is made of them."""
    checksum = hashlib.sha256(settings.VERSION.encode() + Path(__file__).read_bytes())
    for name, path in sorted(sources.items()):
        content = path.read_bytes()
        checksum.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return checksum.hexdigest()[:16]


def collect(folder: Path) -> Path:
    """Return the collection of today's files in this folder; make it if it is not there yet.
    Of processes that start together one makes it. Raises OSError."""
    sources = static_sources()
    collection = folder / digest(sources)
    if not collection.is_dir():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (folder / "collecting.lock").open("a") as lock:
            lock_file(lock, wait=True)
            if not collection.is_dir():
                make_collection(collection, sources)
    os.utime(collection)
    remove_unused(folder, collection)
    return collection


def make_collection(collection: Path, sources: Sources) -> None:
    """Collect beside the final place, and move it there once it is complete."""
    with tempfile.TemporaryDirectory(dir=collection.parent, prefix="draft-") as folder:
        draft = Path(folder) / "files"
        for name, path in sources.items():
            (draft / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, draft / name)
        storage = BundledStorage(location=str(draft))
        paths = {name: (storage, name) for name in sources}
        for _name, _hashed_name, outcome in storage.post_process(paths):
            if isinstance(outcome, Exception):
                raise outcome
        draft.rename(collection)


def remove_unused(folder: Path, collection: Path) -> None:
    """Remove collections of other versions that no server has started with for long."""
    oldest = time.time() - UNUSED_DAYS * 24 * 60 * 60
    for place in folder.iterdir():
        if place.is_dir() and place != collection and place.stat().st_mtime < oldest:
            shutil.rmtree(place, ignore_errors=True)


def use_collection(collection: Path) -> None:
    """Let this process name and serve collected files. Call it before the first page."""
    settings.COLLECTED_STATIC = settings.STATIC_ROOT = str(collection)
