"""A family's old score cards, from the file to the hall of fame."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Family, Watch
from tests.browser.evening import sign_in
from tests.tournaments.records.card_tables import workbook


def test_from_the_file_to_the_hall_of_fame(server: Family, watch: Watch) -> None:
    watch.expect_error("422")
    page = watch.open(PHONE, touch=True)
    sign_in(page, server)
    page.goto("/people/")
    page.get_by_role("link", name="Old score cards").click()
    watch.axe_finds_nothing(page)
    file = {"name": "old.xlsx", "mimeType": "application/x", "buffer": workbook()}
    page.get_by_label("Table of score cards").set_input_files(file)
    page.get_by_role("button", name="Read it").click()
    looks_well(watch, page)
    page.get_by_role("button", name="Settle it").click()
    expect(page.get_by_role("alert")).to_contain_text("Choose what it was.")
    page.get_by_text("Rosa and Jonas: 6 tricks").click()
    page.get_by_role("button", name="Settle it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Too many lines for one table")
    page.get_by_text("Leave out line 17").click()
    page.get_by_role("button", name="Settle it").click()
    page.get_by_text("The sum is 130").click()
    page.get_by_role("button", name="Settle it").click()
    looks_well(watch, page)
    page.get_by_role("button", name="Import 3 evenings").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "3 more evenings: it now begins in 2004"
    )
    expect(page.get_by_text("Still missing")).to_be_visible()
    looks_well(watch, page)
    page.get_by_role("link", name="See the records").click()
    expect(page.get_by_text("from cards").first).to_be_visible()
    page.get_by_role("link", name="All years", exact=True).click()
    expect(page.locator("#y2004")).to_contain_text("Karla")
    page.emulate_media(color_scheme="dark")
    for size in ({"width": 320, "height": 568}, {"width": 1280, "height": 800}):
        page.set_viewport_size(size)
        for part in ("", "champions/", "lists/", "lists/all/wins/", "moments/", "season/"):
            page.goto(f"/people/records/{part}")
            looks_well(watch, page, size["width"])


def looks_well(watch: Watch, page: Page, width: int = PHONE["width"]) -> None:
    watch.axe_finds_nothing(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width
