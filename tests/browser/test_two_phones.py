"""Two phones at one table give two answers, on small screens: both are asked, the host sees it, and
whoever chooses settles it for everybody."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALLEST, WITH_BARS, Family, Watch
from tests.browser.evening import Phone, link_paths, table_of

NAMES = ["Ann", "Bo", "Cy", "Di"]


def enter(phone: Phone, points: dict[int, str]) -> None:
    for place, number in points.items():
        phone.form.locator(f"input[name=answer-points-{place}]").fill(number)
    phone.form.locator("[data-submit]").click()


def open_sheet(phone: Phone) -> None:
    phone.open()
    phone.open_sheet()


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
    first.page.get_by_role("link", name="Compare").click()
    expect(first.page.locator("table.duel")).to_be_visible()
    second.page.get_by_role("button", name="Take mine").click()
    expect(second.page.locator(".contested")).to_have_count(0)
    expect(second.page.locator(".settled")).to_have_count(0)  # it knows what it chose
    # The first phone looks on, and is led on by itself.
    settled = first.page.locator(".settled")
    expect(settled).to_contain_text("Bo 29. Another phone chose this. This phone had 30.")
    expect(first.page.locator("table.duel, .contested")).to_have_count(0)
    expect(first.page.locator("#entry > summary")).to_contain_text("Enter round 2")
    watch.axe_finds_nothing(first.page)
    desk.goto(event)
    expect(desk.locator("#hero")).not_to_contain_text("Settle")


def test_three_phones_give_three_answers(server: Family, watch: Watch) -> None:
    """All three stand side by side on the smallest phone; one chooses, and the others, which look
    on, are told at the next look."""
    desk, event = table_of(server, watch, game="golf", lines=NAMES)
    path = link_paths(desk, event)["t"][0]
    phones = [
        Phone(watch.open(size, touch=True), path) for size in (WITH_BARS, WITH_BARS, SMALLEST)
    ]
    for phone in phones:
        open_sheet(phone)
    watch.expect_error("409")
    for phone, points in zip(phones, ("30", "29", "28"), strict=True):
        enter(phone, {0: "12", 1: points, 2: "7", 3: "5"})
        expect(phone.page.locator("#entry[open]")).to_have_count(0)
    first, second, third = (phone.page for phone in phones)
    duel = third.locator("table.duel")
    expect(duel.locator("thead th")).to_contain_text(["Phone 1", "Phone 2", "This phone"])
    expect(duel.locator("tbody td")).to_have_text(["30", "29", "28"])
    expect(third.get_by_role("heading", name="Three phones, three answers")).to_be_visible()
    fits(third)
    watch.axe_finds_nothing(third)
    expect(first.locator(".contested")).to_contain_text("Bo 29 or 28, not 30", timeout=12_000)
    first.get_by_role("link", name="Compare").click()
    expect(second.locator("table.duel tbody td")).to_have_text(["30", "28", "29"])  # by itself
    third.get_by_role("button", name="Take phone 2’s").click()
    expect(third.locator("table.duel, .contested, .settled")).to_have_count(0)
    for page, words in (
        (first, "Bo 29. Another phone chose this. This phone had 30."),
        (second, "Bo 29. Another phone chose this."),
    ):
        expect(page.locator(".settled")).to_contain_text(words)
        expect(page.locator("#entry > summary")).to_contain_text("Enter round 2")
    expect(second.locator(".settled")).not_to_contain_text("This phone had")
