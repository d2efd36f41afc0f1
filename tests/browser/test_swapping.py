"""Two people swap places on the page of the drawn seats, by two taps, on small phones."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, SMALLEST, WITH_BARS, Family, Watch
from tests.browser.evening import sign_in

LONGEST = "Bartholomew Fotheringay-Smythe-Cholmondeley"
PEOPLE = (LONGEST, *(f"Guest {number}" for number in range(1, 9)))


def test_two_taps_swap_two_people(server: Family, watch: Watch) -> None:
    page = watch.open(SMALLEST, touch=True)
    sign_in(page, server)
    page.goto("/events/new/?game=euchre")
    page.get_by_label("Names", exact=True).fill("\n".join(PEOPLE))
    page.locator("summary", has_text="Wishes for the seats").tap()
    page.get_by_label("At the same table", exact=True).fill("Guest 1, Guest 2")
    expect(page.locator("#names-count")).to_have_text("9 people")
    page.get_by_role("button", name="Draw the seats").tap()
    expect(page).to_have_url(re.compile(r"/draw/$"))
    # Every name is there as it was typed, and nothing sticks out.
    for name in PEOPLE:
        expect(page.locator(".chair").get_by_text(name, exact=True)).to_have_count(1)
    for size in (LAPTOP, WITH_BARS, SMALLEST):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.get_by_role("heading", name="Wishes: 1 of 1 granted")).to_be_visible()

    def order() -> list[str]:
        return [text.split("\n")[-1] for text in page.locator(".draws .chair").all_inner_texts()]

    before = order()
    first, second = page.locator(".draws .chair").nth(0), page.locator(".draws .chair").nth(5)
    first.tap()
    bar = page.locator(".swap-bar")
    expect(bar).to_contain_text("is picked. Tap who changes places.")
    expect(first).to_have_attribute("aria-pressed", "true")
    for size in (LAPTOP, SMALLEST):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        expect(bar).to_be_in_viewport()
        watch.axe_finds_nothing(page)
    page.set_viewport_size(WITH_BARS)  # type: ignore[arg-type]
    expect(bar).to_be_in_viewport()
    second.tap()
    expect(bar).to_contain_text("have swapped.")
    expect(bar).to_be_in_viewport()
    expect(page.locator(".chair.moved")).to_have_count(2)
    watch.axe_finds_nothing(page)
    bar.get_by_role("button", name="Undo").tap()
    expect(bar).to_be_empty()
    assert order() == before

    first.tap()
    bar.get_by_role("link", name="Cancel").tap()
    expect(bar).to_be_empty()
    page.get_by_role("button", name="Start set 1 with these seats").tap()
    expect(page).not_to_have_url(re.compile(r"/draw/$"))
