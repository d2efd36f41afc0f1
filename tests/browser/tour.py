"""The pictures of README's tour, of evenings as `up --demo` makes them: `make tour`.

They go to `docs/pictures/`. Fonts for Chinese and Japanese are those of the machine.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.conftest import FLAGS, ROOT, Server
from tests.browser.pictures import find_browser, open_pages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Page

PICTURES = ROOT / "docs" / "pictures"
COLOURS = 256
PHONE, LAPTOP, WALL, BRACKET = (390, 844), (1280, 880), (1280, 720), (940, 700)
EVENINGS = """
import json
from random import Random
from django.contrib.auth import get_user_model
from rulesets import games
from tests.tournaments import evening
from tournaments.access.services import create_sign_in
from tournaments.boards.table_reports import reports_in
from tournaments.events import demo
from tournaments.models.errors import Refused
from tournaments.models.families import family_alone
from tournaments.wall.selectors import wall
from tournaments.wall.services import hold_slide
user = get_user_model().objects.create(username="host-of-the-tour")
family_alone(user)
addresses = {}
for slug in GAMES:
    event = demo.make_evening(user, games.load(slug))
    boards = wall(event).boards
    slide = f"board-{boards[0].key}-1" if slug == "gin-tournament" else "seats-1"
    hold_slide(event=event, actor=demo.host_actor(event, user), slide=slide)
    tokens = {f"{link.kind}{link.table_number or ''}": link.token for link in event.links.all()}
    addresses[slug] = {"event": event.pk, **tokens}
knockout = evening.an_event(
    people=0, owner=user, game="euchre", format="knockout", options={"best_of": 3}
)
evening.enter(knockout, PEOPLE)
reports, chance = evening.sampled_reports(knockout), Random(5)
evening.next_set(knockout)
for hands in reports_in(evening.newest(knockout)):
    at = evening.table(knockout, hands.table.number)
    try:
        for deal in range(1, 40):
            evening.say(at, deal, reports(1, chance))
    except Refused:
        evening.settle(knockout, at)  # the match is decided
evening.next_set(knockout)
evening.say(evening.table(knockout, 1), 1, reports(2, chance))
addresses["euchre"] = {"event": knockout.pk}
print(json.dumps([f"/sign-in/{create_sign_in(user)}/", addresses]))
"""
GAMES = ("court-whist", "gin-tournament", "golf", "rummoli")
PEOPLE = (
    *("Ann", "Ivy", "Bob", "Jon", "Cid", "Dee", "Eve", "Bartholomew"),
    *("Fay", "Gus", "Hal", "Kit", "Lea", "Moe", "Max", "Nora"),
)


@dataclass(frozen=True, slots=True)
class View:
    """One picture: whose window ("host" or "guest"), the page, the window's size in pixels, and a
    selector if only a part of the page is shown. `tap`: the words of what is pressed first."""

    who: str
    path: str
    size: tuple[int, int]
    part: str = ""
    tap: str = ""


def views_of(at: Mapping[str, Mapping[str, Any]]) -> dict[str, View]:
    """What is shown, by the name of its file; `at`: each game's event and tokens."""
    whist, gin = at["court-whist"], at["gin-tournament"]
    return {
        "desk": View("host", f"/events/{whist['event']}/", LAPTOP),
        "play-find": View("host", "/play/?q=five people, one deck, an hour", PHONE),
        "play-people": View("host", "/play/hearts/", PHONE),
        "phone": View("guest", f"/t/{whist['table2']}/", PHONE, tap="Enter hand"),
        "guest": View("guest", f"/s/{whist['spectator']}/standings/", PHONE),
        "wall": View("guest", f"/w/{whist['wall']}/", WALL),
        "pad": View("guest", f"/t/{at['rummoli']['table1']}/", PHONE),
        "couple": View("guest", f"/t/{gin['table1']}/", PHONE),
        "gin-wall": View("guest", f"/w/{gin['wall']}/", WALL),
        "bracket": View("host", f"/events/{at['euchre']['event']}/standings/", BRACKET, ".bracket"),
    }


# The first page of each of these, side by side.
PAPERS = {
    "papers": (
        *(("court-whist", "cards"), ("court-whist", "chart")),
        *(("court-whist", "table-cards"), ("court-whist", "standings")),
    ),
    "pad-papers": (
        *(("gin-tournament", "sheet"), ("gin-tournament", "worksheet")),
        *(("golf", "sheet"), ("rummoli", "board")),
    ),
}
PAPER_HEIGHT, EDGE = 592, 6  # px


def main() -> int:
    program = find_browser()
    if program is None:
        return 2
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        try:
            made = server.run(f"GAMES, PEOPLE = {GAMES!r}, {PEOPLE!r}\n{EVENINGS}")
            sign_in, addresses = json.loads(made.splitlines()[-1])
            browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
            pages = open_pages(browser, server.url, sign_in, dark=False)
            for name, view in views_of(addresses).items():
                take_picture(pages[view.who], view, name)
            for name, papers in PAPERS.items():
                files = [
                    pages["host"].request.get(
                        f"/events/{addresses[game]['event']}/print/{kind}.pdf"
                    )
                    for game, kind in papers
                ]
                put_side_by_side([file.body() for file in files], name, Path(folder))
            browser.close()
        finally:
            server.close()
    sys.stdout.write(f"{len(views_of(addresses)) + len(PAPERS)} pictures: {PICTURES}\n")
    return 0


def take_picture(page: Page, view: View, name: str) -> None:
    """Store what a window shows, once its letters and drawings are there."""
    width, height = view.size
    page.set_viewport_size({"width": width, "height": height})
    page.goto(view.path, wait_until="load")
    if view.tap:
        page.get_by_text(view.tap).first.click()
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(1500)  # a wall fades in
    shown = page.locator(view.part).first if view.part else page
    file = PICTURES / f"{name}.png"
    shown.screenshot(path=file)
    store(Image.open(file), name)


def put_side_by_side(files: list[bytes], name: str, folder: Path) -> None:
    """Store the first pages of some PDF files as one picture."""
    sheets = []
    for file in files:
        command = ["pdftoppm", "-png", "-r", "110", "-f", "1", "-l", "1", "-", folder / "sheet"]
        subprocess.run(command, input=file, check=True)
        [path] = folder.glob("sheet*.png")
        sheet = Image.open(path).convert("RGB")
        path.unlink()
        sheets.append(sheet.resize((sheet.width * PAPER_HEIGHT // sheet.height, PAPER_HEIGHT)))
    wide = sum(sheet.width + EDGE for sheet in sheets) + EDGE
    picture = Image.new("RGB", (wide, PAPER_HEIGHT + 2 * EDGE), "#e8e2d6")
    x = EDGE
    for sheet in sheets:
        picture.paste(sheet, (x, EDGE))
        x += sheet.width + EDGE
    store(picture, name)


def store(picture: Image.Image, name: str) -> None:
    """Write a picture as small as it goes without a look of it lost."""
    picture.convert("RGB").quantize(COLOURS).save(PICTURES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    sys.exit(main())
