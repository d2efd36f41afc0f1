"""The rulebook from a phone: chosen, refused, printed beside the pages, taken as a file."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, Family, Watch

SMALL = {"width": 320, "height": 640}
PRINTED = 60_000  # milliseconds that a slow machine may take for it


def test_a_booklet_is_chosen_printed_and_opened(server: Family, watch: Watch) -> None:
    page = watch.open(PHONE, touch=True)
    page.goto(server.sign_in_path())
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("More", exact=True).click()
    page.get_by_role("link", name="Rulebook", exact=True).click()
    watch.axe_finds_nothing(page)
    refused_beside_its_field(page, watch)
    page.get_by_role("checkbox", name="Hearts", exact=True).check()
    page.get_by_role("checkbox", name="Golf", exact=True).check()
    page.get_by_role("radio", name="A booklet").check()
    page.get_by_role("button", name="Make this edition").click()
    expect(page.get_by_text("It is ready.")).to_be_visible(timeout=PRINTED)
    expect(page.get_by_text("sheets of A4")).to_be_visible()
    watch.axe_finds_nothing(page)
    for name in ("Open the booklet to print", "Read it page by page"):
        address = page.get_by_role("link", name=name).get_attribute("href")
        assert address is not None
        response = page.request.get(address)
        assert response.headers["content-type"] == "application/pdf"
        assert response.body()[:5] == b"%PDF-"
    no_wider_than_the_screen(page)
    page.set_viewport_size(LAPTOP)
    page.goto("/rulebook/")
    expect(page.get_by_role("link", name="First edition")).to_be_visible()


def refused_beside_its_field(page: Page, watch: Watch) -> None:
    page.locator("summary", has_text="Cover and paper").click()
    page.get_by_label("Whose book it is").fill("The Łódź family")
    page.get_by_role("radio", name="The games I choose below").check()
    watch.expect_error("422")
    page.get_by_role("button", name="Make this edition").click()
    expect(page.get_by_text("Choose at least one game.")).to_be_visible()
    expect(page.get_by_label("Whose book it is")).to_have_value("The Łódź family")


def no_wider_than_the_screen(page: Page) -> None:
    page.set_viewport_size(SMALL)
    for address in (page.url, "/rulebook/"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
