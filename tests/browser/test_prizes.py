"""The prizes of an event: named, dragged to another place by a finger, or moved by a button; the
awards that are read out."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Family, Watch
from tests.browser.evening import posted, sign_in


def test_a_prize_is_dragged_to_another_place(server: Family, watch: Watch) -> None:
    page = watch.open(PHONE, touch=True)
    sign_in(page, server)
    posted(page, "/events/new/", act="go", name="Prizes", date="2026-11-20", game="hearts",
           names="Ann\nBo\nCy\nDi\nEd")  # fmt: skip
    page.goto("/")
    page.locator(".run", has_text="Prizes").click()
    event = page.locator("a[href^='/events/']", has_text="Desk").first.get_attribute("href") or ""
    for key in ("place:1", "last", "lot"):
        posted(page, f"{event}prizes/", act="name", key=key)
    page.goto(f"{event}prizes/")
    titles = page.locator("[data-drag] b")
    expect(titles).to_have_text(["First place", "Last place", "A stroke of luck"])
    grip, first = page.locator(".grip").last, page.locator("[data-drag] > li").first
    start, to = grip.bounding_box(), first.bounding_box()
    assert start is not None
    assert to is not None
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, to["y"] + 4, steps=5)
    with page.expect_navigation():
        page.mouse.up()
    order = ["A stroke of luck", "First place", "Last place"]
    expect(titles).to_have_text(order)
    page.get_by_role("button", name="Move down: A stroke of luck").tap()
    expect(titles).to_have_text(["First place", "A stroke of luck", "Last place"])
    page.get_by_label("The steadiest").uncheck()
    page.get_by_role("button", name="Read these out").tap()
    expect(page.get_by_label("The steadiest")).not_to_be_checked()
    watch.axe_finds_nothing(page)
