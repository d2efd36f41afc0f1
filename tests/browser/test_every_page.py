"""Every page of every family after twelve rounds: none wider than the screen, every control where a
finger finds it, on any screen, nothing serious for axe in either theme, no error on the console."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Server, Watch
from tests.browser.controls import FEW, SCREENS, covered, sheet_faults
from tests.browser.every_page import FAMILIES, NO_FAMILY, Visit, every_page

LARGE_TEXT = (1280, 640)  # px, with letters of twice the size
AXE_WIDTHS = (320, 390, 1280, 1920)
WITH_SHEETS = ("event", "home", "spectator_score", "table")
SCHEME = "`(prefers-color-scheme: ${scheme})`"


SETTLED = 500  # milliseconds


def sign_in(watch: Watch, path: str) -> Page:
    page = watch.open({"width": 1280, "height": 844})
    page.goto(path)
    page.get_by_role("main").get_by_role("button").first.click()
    page.wait_for_url("**/")
    return page


def widen(page: Page, width: int) -> None:
    """Make a window so wide, unless it is: each page laid out anew takes as long as a click."""
    if (page.viewport_size or {}).get("width") != width:
        page.set_viewport_size({"width": width, "height": 844})


def too_wide(page: Page, *, everything: bool) -> list[str]:
    """Where a page is wider than a laptop's screen, or than a screen with large letters; not
    `everything`: than the narrow one of these."""
    widen(page, 1280)
    found = wider(page, "1280 px")
    for width in LARGE_TEXT if everything else LARGE_TEXT[1:]:
        widen(page, width)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        found += wider(page, f"{width} px at 200 %")
        page.evaluate("document.documentElement.style.fontSize = ''")
    return found


def wider(page: Page, words: str) -> list[str]:
    size = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    wide, screen = page.evaluate(size)
    if wide > screen:  # the wall fits its letters to a screen a moment after that has another size
        page.wait_for_timeout(SETTLED)
        wide, screen = page.evaluate(size)
    return [f"{wide} px wide on a screen of {words}"] if wide > screen else []


def out_of_reach(page: Page, visit: Visit, *, everything: bool) -> list[str]:
    """What no finger finds on a page and in its sheets, on every screen, and where the page is
    wider than that; not `everything`: on the smallest ones, and the sheets of some pages, as they
    are the same on others."""
    screens = SCREENS if everything else FEW
    found = []
    for screen in screens:
        found += covered(page, [screen])
        found += wider(page, f"{screen[0]} px")
    if everything or visit.name in WITH_SHEETS:
        found += sheet_faults(page, screens)
    page.evaluate("document.adoptedStyleSheets = []")
    return found


def serious_findings(page: Page, watch: Watch, *, everything: bool) -> list[str]:
    """What axe finds in both themes at each width; not `everything`: in the light one on a phone,
    in the dark one on a laptop."""
    looks = [(scheme, width) for scheme in ("light", "dark") for width in AXE_WIDTHS]
    if not everything:
        looks = [("light", 320), ("dark", 1280)]
    found = []
    for scheme, width in looks:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.wait_for_function(f"scheme => matchMedia({SCHEME}).matches", arg=scheme)
        widen(page, width)
        found += [f"{scheme}, {width} px: {finding}" for finding in watch.findings_of_axe(page)]
    page.emulate_media(color_scheme="light")
    return found


@pytest.mark.exhaustive(keep=("drive", "house"))
@pytest.mark.parametrize("family", [*FAMILIES, *NO_FAMILY])
def test_every_page_fits_and_is_accessible(
    watch: Watch, standing_server: Server, family: str, pytestconfig: pytest.Config
) -> None:
    everything = bool(pytestconfig.getoption("exhaustive"))
    path, visits = every_page(standing_server, [family])
    pages = {"host": sign_in(watch, path), "guest": watch.open({"width": 1280, "height": 844})}
    wrong = []
    assert visits
    for visit in visits:
        page = pages[visit.who]
        answer = page.goto(visit.path, wait_until="load")
        assert answer is not None
        assert answer.ok, visit
        found = too_wide(page, everything=everything)
        found += out_of_reach(page, visit, everything=everything)
        found += serious_findings(page, watch, everything=everything)
        wrong += [f"{visit.path} ({visit.name}): {one}" for one in found]
    assert not wrong, "\n".join(wrong)
