"""The files of pages: bundles of parts, collected under names that browsers keep."""

import gzip
import json
import os
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.conf import settings as django_settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.template import Context, Template
from django.test import override_settings

from scorekeeper.asgi import with_static_files
from scorekeeper.pages import Pages
from tests.scorekeeper.test_asgi import Exchange
from tournaments.management.commands.up import collect_files
from tournaments.web import static_files
from tournaments.web.network import common_headers
from tournaments.web.static_files import (
    BUNDLES,
    PART_NAMES,
    bundle_name,
    collect,
    make_collection,
    minify_script,
    minify_style,
    part_names,
    static_sources,
)

ROOT = django_settings.BASE_DIR
OWN_FILES = ROOT / "tournaments" / "static"
TEMPLATES = {path: path.read_text() for path in (ROOT / "templates").rglob("*.html")}
HASHED = r"/static/tournaments/bundles/{}\.[0-9a-f]{{12}}\.{}"


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return collect(tmp_path_factory.mktemp("collected"))


@pytest.fixture
def collected(collection: Path) -> Iterator[Path]:
    """As if this process had started with the collection."""
    with override_settings(COLLECTED_STATIC=str(collection), STATIC_ROOT=str(collection)):
        yield collection


def manifest(collection: Path) -> dict[str, str]:
    names: dict[str, str] = json.loads((collection / "staticfiles.json").read_text())["paths"]
    return names


def rendered(*bundles: str) -> str:
    names = " ".join(f'"{bundle}"' for bundle in bundles)
    return Template(f"{{% load bundles %}}{{% bundle {names} %}}").render(Context())


# --- bundles -------------------------------------------------------------------------------------


def test_every_style_and_script_is_in_a_bundle() -> None:
    files = {
        path.relative_to(OWN_FILES).as_posix()
        for path in OWN_FILES.rglob("*")
        if path.suffix in (".css", ".js")
    }
    assert files == {name for name in PART_NAMES if name.startswith("tournaments/")}


def test_templates_load_bundles_and_nothing_else() -> None:
    used = set()
    for path, text in TEMPLATES.items():
        assert not re.search(r"""\{% static ['"][^'"]+\.(css|js)['"]""", text), path
        assert not re.search(r"<script\b|<link\b[^>]*stylesheet", text), path
        for names in re.findall(r"\{% bundle ([^%]*)%\}", text):
            used |= set(re.findall(r'"([^"]+)"', names))
    assert used == set(BUNDLES)


def test_parts_mean_the_same_in_a_bundle_as_alone() -> None:
    """What may only stand at the beginning of a file would be lost, or count for all others."""
    for bundle in BUNDLES:
        for part in part_names(bundle):
            assert part.rpartition(".")[2] == bundle.rpartition(".")[2]
            text = Path(str(finders.find(part))).read_text()
            assert not re.search(r"^@(import|charset|namespace)", text, re.MULTILINE), part
            if len(BUNDLES[bundle]) > 1:
                assert not re.search(r'^"use strict"', text, re.MULTILINE), part


def test_uncollected_parts_are_loaded_from_where_they_lie() -> None:
    html = rendered("page.css", "theme.js", "page.js")
    addresses = re.findall(r'(?:href|src)="/static/([^"]+)"', html)
    assert addresses == [*part_names("page.css"), *part_names("theme.js"), *part_names("page.js")]
    html = rendered(*(bundle for bundle in BUNDLES if bundle.endswith(".js")))
    blocking = [tag for tag in re.findall(r"<script[^>]*>", html) if "defer" not in tag]
    assert blocking == ['<script src="/static/tournaments/js/theme.js">']


# --- a collection --------------------------------------------------------------------------------


def test_a_collected_bundle_is_one_element(collected: Path) -> None:
    for bundle in BUNDLES:
        stem, _dot, kind = bundle.rpartition(".")
        (address,) = re.findall(r'(?:href|src)="([^"]+)"', rendered(bundle))
        assert re.fullmatch(HASHED.format(stem, kind), address)


@pytest.mark.parametrize("bundle", BUNDLES)
def test_a_collected_bundle_holds_its_parts_and_lies_there_compressed(
    collection: Path, bundle: str
) -> None:
    path = collection / manifest(collection)[bundle_name(bundle)]
    content = path.read_bytes()
    rest = content.decode()
    for part in part_names(bundle):
        text = Path(str(finders.find(part))).read_text()
        if bundle.endswith(".js"):  # addresses in styles are others by now
            script = minify_script(text)
            assert script in rest, part
            rest = rest.partition(script)[2]
        else:
            assert minify_style(text).partition("url(")[0] in rest, part
    for ending, decompress in (("gz", gzip.decompress), ("br", brotli.decompress)):
        compressed = path.with_name(f"{path.name}.{ending}")
        if compressed.exists():
            assert decompress(compressed.read_bytes()) == content
        else:
            assert bundle == "sign_in.js"  # too short to gain by it


def test_nothing_is_collected_that_no_page_names(collection: Path) -> None:
    names = manifest(collection)
    assert not set(names) & PART_NAMES
    assert not [name for name in names if not name.startswith("tournaments/")]
    files = [
        path.relative_to(collection).as_posix() for path in collection.rglob("*") if path.is_file()
    ]
    plain = {re.sub(r"\.(gz|br)$", "", name) for name in files}
    assert plain == {"staticfiles.json", *names.values()}


def test_styles_name_collected_fonts(collection: Path) -> None:
    names = manifest(collection)
    path = collection / names[bundle_name("page.css")]
    addresses = re.findall(r'url\("([^"]+)"\)', path.read_text())
    fonts = {(path.parent / address).resolve() for address in addresses}
    assert fonts == {
        (collection / names[name]).resolve() for name in names if name.endswith(".woff2")
    }
    assert all(font.is_file() for font in fonts)


def test_collected_files_are_kept_for_a_year(collected: Path) -> None:
    served = with_static_files(Pages())
    for name in manifest(collected).values():
        exchange = Exchange(served, f"/static/{name}", method="HEAD")
        assert exchange.status == 200, name
        assert exchange.headers["cache-control"] == "max-age=31536000, public, immutable"
        for header, value in common_headers().items():
            assert exchange.headers[header.lower()] == value, (name, header)


@pytest.mark.parametrize(
    ("encodings", "chosen"), [(b"gzip, deflate, br", "br"), (b"gzip, deflate", "gzip"), (b"", "")]
)
def test_collected_files_are_sent_compressed(
    collected: Path, encodings: bytes, chosen: str
) -> None:
    name = manifest(collected)[bundle_name("page.js")]
    exchange = Exchange(with_static_files(Pages()), f"/static/{name}", encodings=encodings)
    decompress = {"br": brotli.decompress, "gzip": gzip.decompress, "": bytes}[chosen]
    assert exchange.headers.get("content-encoding", "") == chosen
    assert exchange.headers["vary"] == "Accept-Encoding"
    assert decompress(exchange.body) == (collected / name).read_bytes()


def test_the_image_collects_the_same(collection: Path, tmp_path: Path) -> None:
    with override_settings(STATIC_ROOT=str(tmp_path), COLLECTED_STATIC=str(tmp_path)):
        call_command("collectstatic", interactive=False, verbosity=0)
    assert manifest(tmp_path) == manifest(collection)


# --- collecting ----------------------------------------------------------------------------------


def test_what_is_collected_once_stays(collection: Path) -> None:
    before = (collection / "staticfiles.json").stat().st_mtime_ns
    assert collect(collection.parent) == collection
    assert (collection / "staticfiles.json").stat().st_mtime_ns == before


def test_other_files_are_collected_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static_files, "make_collection", lambda path, _sources: path.mkdir())
    first = collect(tmp_path)
    changed = tmp_path / "changed.css"
    changed.write_text("p { color: red }")
    sources = static_sources() | {"tournaments/css/base.css": changed}
    monkeypatch.setattr(static_files, "static_sources", lambda: sources)
    second = collect(tmp_path)
    assert second != first
    assert first.is_dir()  # another server may still run with it
    long_ago = time.time() - 31 * 24 * 60 * 60
    os.utime(first, (long_ago, long_ago))
    collect(tmp_path)
    assert not first.is_dir()
    assert second.is_dir()


def test_of_processes_that_start_together_one_collects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def make(path: Path, _sources: Any) -> None:
        time.sleep(0.1)
        calls.append(path)
        path.mkdir()

    monkeypatch.setattr(static_files, "make_collection", make)
    with ThreadPoolExecutor(4) as threads:
        collections = set(threads.map(collect, [tmp_path] * 4))
    assert [*collections] == calls


def test_a_collection_is_there_complete_or_not_at_all(tmp_path: Path) -> None:
    broken = tmp_path / "broken.css"
    broken.write_text('@font-face { src: url("../fonts/nowhere.woff2") }')
    sources = static_sources() | {"tournaments/css/wall.css": broken}
    folder = tmp_path / "collected"
    folder.mkdir()
    with pytest.raises(ValueError, match=r"nowhere\.woff2"):
        make_collection(folder / "new", sources)
    assert not [*folder.iterdir()]


def test_a_full_disk_stops_no_server(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_folder: Path) -> Path:
        raise OSError("No space left on device")

    monkeypatch.setattr("tournaments.management.commands.up.collect", fail)
    collect_files()
    assert not settings.COLLECTED_STATIC


def test_whoever_works_on_the_files_sees_them_as_they_are(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DEBUG = True
    monkeypatch.setattr("tournaments.management.commands.up.collect", pytest.fail)
    collect_files()
    assert not settings.COLLECTED_STATIC
