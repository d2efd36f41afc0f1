"""Two phones at one table give two answers, on small screens: both are asked, the host sees it, and
whoever chooses settles it for everybody."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALLEST, WITH_BARS, Family, Watch
from tests.browser.evening import Phone, link_paths, table_of

NAMES = ["Ann", "Bo", "Cy", "Di"]


def enter(phone: Phone, points: dict[int, str]) -> None:
    """Type what each has in an open sheet, and save it."""
    for place, number in points.items():
        phone.form.locator(f"input[name=answer-points-{place}]").fill(number)
    phone.form.locator("[data-submit]").click()


def open_sheet(phone: Phone) -> None:
    phone.open()
    sheet = phone.page.locator("#entry:not([open]) > summary")
    if sheet.count():
        sheet.click()


def fits(page: Page) -> None:
    """Nothing is wider than the screen, and every button of the duel can be reached."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for button in page.locator(".pair .button, .ways .link").all():
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44


def test_two_phones_give_two_answers(server: Family, watch: Watch) -> None:
    desk, event = table_of(server, watch, game="golf", lines=NAMES)
    path = link_paths(desk, event)["t"][0]
    first, second = (Phone(watch.open(size, touch=True), path) for size in (WITH_BARS, SMALLEST))
    open_sheet(first)
    open_sheet(second)
    watch.expect_error("409")
    enter(first, {0: "12", 1: "30", 2: "7", 3: "5"})
    expect(first.page.locator(".saved")).to_contain_text("Undo")
    enter(second, {0: "12", 1: "29", 2: "7", 3: "5"})
    duel = second.page.locator("table.duel")
    expect(duel).to_contain_text("Bo")
    expect(duel.locator("tbody tr")).to_have_count(1)
    expect(duel.locator("tbody td").nth(0)).to_have_text("30")
    expect(duel.locator("tbody td").nth(1)).to_have_text("29")
    expect(second.page.get_by_role("button", name="Keep theirs")).to_be_visible()
    expect(second.page.get_by_role("button", name="Take mine")).to_be_visible()
    fits(second.page)
    watch.axe_finds_nothing(second.page)
    # The host sees both, and so does the first phone.
    desk.goto(event)
    expect(desk.locator("#hero")).to_contain_text("Settle")
    expect(first.page.locator(".contested")).to_contain_text("Bo 29, not 30", timeout=12_000)
    # It stands above the totals, where no button of the foot can lie over it.
    expect(first.page.get_by_role("link", name="Compare")).to_be_in_viewport(ratio=1)
    top, totals = (
        first.page.locator(part).first.bounding_box() for part in (".contested", "ol.lines")
    )
    assert top is not None
    assert totals is not None
    assert top["y"] < totals["y"]
    watch.axe_finds_nothing(first.page)
    second.page.get_by_role("link", name="Back to the table").click()
    expect(second.page.locator(".contested")).to_contain_text("Bo 30, not 29")
    second.page.get_by_role("link", name="Compare").click()
    second.page.get_by_role("button", name="Take mine").click()
    expect(second.page.locator(".contested")).to_have_count(0)
    expect(first.page.locator(".contested")).to_have_count(0, timeout=12_000)
    expect(first.page.locator(".right")).to_contain_text("This phone had Bo 30")
    desk.goto(event)
    expect(desk.locator("#hero")).not_to_contain_text("Settle")
