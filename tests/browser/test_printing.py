"""What Ctrl+P makes of a page: all of its rows, folded ones too, dark ink on white, no menus."""

from __future__ import annotations

import io
import re
from typing import Any

import pdfplumber
from playwright.sync_api import Page

from tests.browser.conftest import PHONE, Family, Watch
from tests.browser.evening import link_paths, table_of

NAMES = [f"{name} Quill" for name in ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")]
DARK = "localStorage.setItem('theme', 'dark')"
# The rows of a page as somebody reads them; what belongs to menus and forms is left out.
ROWS = """(OUT) => [...document.querySelectorAll("main li, main tr, main dd, main h2")]
    .filter((row) => !row.closest(OUT))
    .map((row) => row.cloneNode(true))
    .map((row) => {
      row.querySelectorAll("nav, form, .button, button, .visually-hidden, svg, [hidden]")
        .forEach((one) => one.remove());
      return row.textContent;
    })
    .filter((words) => words.trim())"""
NO_ROWS = "nav, .more, .menu, form, svg, dialog, .sheet, .visually-hidden, [hidden]"
BRIGHT = 0.75  # of ink that cannot be read on white


def plain(text: str) -> str:
    return re.sub(r"\W+", "", text)


def brightness(color: Any) -> float:
    """Of the ink of a letter as a PDF has it: gray, or red, green and blue."""
    parts = color if isinstance(color, tuple) else (color,)
    return float(sum(parts) / len(parts))


def wrong_on_paper(page: Page, path: str) -> list[str]:
    page.goto(path)
    rows = page.evaluate(ROWS, NO_ROWS)
    assert rows, path
    with pdfplumber.open(io.BytesIO(page.pdf(format="A4"))) as pdf:
        text = plain("".join(sheet.extract_text() for sheet in pdf.pages))
        letters = [letter for sheet in pdf.pages for letter in sheet.chars]
    found = []
    for row in rows:
        words = [word for word in re.findall(r"\w+", row) if word not in ("n", "s")]
        missing = [word for word in words if word not in text]
        if missing:
            found.append(f"{path}: {row.strip()!r} lacks {missing}")
    faint = {
        letter["text"] for letter in letters if brightness(letter["non_stroking_color"]) > BRIGHT
    }
    if faint - {" "}:
        found.append(f"{path}: hardly to be read: {sorted(faint)}")
    found += [f"{path}: prints {word}" for word in ("Signout", "Theme", "Skipto") if word in text]
    return found


def test_a_page_prints_all_of_its_rows(server: Family, watch: Watch) -> None:
    desk, event = table_of(server, watch, game="hearts", lines=NAMES)
    links = link_paths(desk, event)
    page = watch.open(PHONE, only_once=True)
    page.context.add_cookies(desk.context.cookies())
    page.emulate_media(color_scheme="dark")
    page.add_init_script(DARK)
    wrong = []
    for path in (event, f"{event}people/", f"{event}draw/", f"{event}standings/", f"{event}log/"):
        wrong += wrong_on_paper(page, path)
    for path in (links["t"][0], links["s"][0], f"{links['s'][0]}standings/", "/rules/hearts/"):
        wrong += wrong_on_paper(page, path)
    assert not wrong, "\n".join(wrong)
