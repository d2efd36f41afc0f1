"""A picture of every page of every family, and contact sheets of them: `make pictures`.

They go to `var/pictures/`: one folder a width, one sheet a family.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw
from playwright.sync_api import sync_playwright

from tests.browser.conftest import FLAGS, ROOT, Server, find_chromium
from tests.browser.every_page import Visit, every_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser, Page

# 390 × 664 is what the bars of a browser leave of a phone of 844; 844 × 390 is one on its side.
WIDTHS = {320: 568, 390: 664, 844: 390, 1280: 800, 1920: 1080}
TILE = {320: 200, 390: 240, 844: 420, 1280: 420, 1920: 420}  # px on a contact sheet
ACROSS = {320: 9, 390: 8, 844: 5, 1280: 5, 1920: 5}
MARGIN = 8
LETTERS = 16


def main() -> int:
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("--widths", type=int, nargs="*", default=list(WIDTHS), choices=WIDTHS)
    told.add_argument("--families", nargs="*", default=[], help="these alone")
    told.add_argument("--dark", action="store_true")
    wanted = told.parse_args()
    program = find_browser()
    if program is None:
        return 2
    goal = ROOT / "var" / "pictures"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        try:
            sign_in, visits = every_page(server, wanted.families)
            browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
            pages = open_pages(browser, server.url, sign_in, dark=wanted.dark)
            for width in wanted.widths:
                take_pictures(pages, visits, width, goal / str(width))
            browser.close()
        finally:
            server.close()
    for width in wanted.widths:
        for family in dict.fromkeys(visit.family for visit in visits):
            make_contact_sheet(goal / str(width), family, width)
    sys.stdout.write(f"{len(visits)} pages at {len(wanted.widths)} widths: {goal}\n")
    return 0


def find_browser() -> str | None:
    """The path of a Chromium; None, and a line that says so, where there is none."""
    program = find_chromium()
    if program is None:
        sys.stderr.write("No Chromium on this machine: install it to take pictures.\n")
    return program


def open_pages(browser: Browser, url: str, sign_in: str, *, dark: bool) -> dict[str, Page]:
    """A window of the host, who is signed in, and one of a guest."""
    scheme = "dark" if dark else "light"
    pages = {
        who: browser.new_context(
            base_url=url, color_scheme=scheme, locale="en-GB", reduced_motion="reduce"
        ).new_page()
        for who in ("host", "guest")
    }
    pages["host"].goto(sign_in)
    pages["host"].get_by_role("main").get_by_role("button").first.click()
    pages["host"].wait_for_url("**/")
    return pages


def take_pictures(
    pages: dict[str, Page], visits: Sequence[Visit], width: int, folder: Path
) -> None:
    """One file a page, as far down as it goes (up to three screens)."""
    folder.mkdir(parents=True, exist_ok=True)
    for page in pages.values():
        page.set_viewport_size({"width": width, "height": WIDTHS[width]})
    for visit in visits:
        page = pages[visit.who]
        page.goto(visit.path, wait_until="load")
        page.evaluate("document.fonts.ready")
        page.wait_for_timeout(120)
        high = min(
            page.evaluate("document.documentElement.scrollHeight"),
            (1 if visit.name.startswith("wall") else 3) * WIDTHS[width],
        )
        page.screenshot(
            path=folder / f"{visit.family}.{visit.who}.{visit.name[:60]}.png",
            full_page=True,
            clip={"x": 0, "y": 0, "width": width, "height": max(high, WIDTHS[width])},
        )


def make_contact_sheet(folder: Path, family: str, width: int) -> None:
    files = sorted(folder.glob(f"{family}.*.png"))
    wide, across = TILE[width], ACROSS[width]
    tiles = []
    for file in files:
        picture = Image.open(file).convert("RGB")
        tiles.append((file.stem, picture.resize((wide, picture.height * wide // picture.width))))
    rows = [tiles[at : at + across] for at in range(0, len(tiles), across)]
    heights = [max(tile.height for _name, tile in row) + LETTERS + MARGIN for row in rows]
    sheet = Image.new("RGB", (across * (wide + MARGIN) + MARGIN, sum(heights) + MARGIN), "#777")
    draw, y = ImageDraw.Draw(sheet), MARGIN
    for row, height in zip(rows, heights, strict=True):
        for place, (name, tile) in enumerate(row):
            x = MARGIN + place * (wide + MARGIN)
            draw.text((x, y), name.removeprefix(f"{family}.")[: wide // 6], fill="white")
            sheet.paste(tile, (x, y + LETTERS))
        y += height
    sheet.save(folder.parent / f"sheet-{family}-{width}.png")


if __name__ == "__main__":
    sys.exit(main())
