"""A new event with errors on small phones: what is wrong is said while somebody types, the first
error is in sight, and the foot leads to each of them."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import SMALLEST, WITH_BARS, Family, Watch
from tests.browser.evening import sign_in

NAMES = ["Anne Miller", "Nora O'Brien", "Jonas Brandt", "nora o’brien", "Rosa", "Wim", "Leon", "Di"]


def test_what_is_wrong_is_found_and_put_right(server: Family, watch: Watch) -> None:
    watch.expect_error("422")
    page = watch.open(WITH_BARS, touch=True)
    sign_in(page, server)
    page.goto("/events/new/?game=euchre")
    names = page.get_by_label("Names", exact=True)
    repeat = page.locator("#names-repeats .problem")
    names.fill("\n".join([*NAMES[:3], "Rosa", "nora o’brien"]))
    expect(repeat).to_contain_text("nora o’brien is here twice (lines 2 and 5).")
    watch.axe_finds_nothing(page)
    repeat.get_by_role("button", name="Tell them apart").tap()
    expect(names).to_be_focused()
    page.keyboard.type("from Leeds")
    expect(repeat).to_have_count(0)
    assert names.input_value().endswith("nora o’brien (from Leeds)")
    names.fill("\n".join([*NAMES[:3], "Rosa", "nora o’brien"]))
    repeat.get_by_role("button", name="Take one out").tap()
    expect(repeat).to_have_count(0)
    expect(page.locator("#names-count")).to_have_text("4 people")
    names.fill("\n".join(NAMES))
    expect(repeat).to_contain_text("is here twice (lines 2 and 4).")
    page.locator("summary", has_text="Wishes for the seats").tap()
    wish = page.get_by_label("Not at the same table", exact=True)
    wish.fill("Ann Bell Rosa")
    page.get_by_role("button", name="Draw the seats").tap()
    # Both are named at the foot; the first is in sight and has the focus.
    foot = page.locator("#go .faults")
    expect(foot).to_contain_text("Two things to put right:")
    expect(names).to_be_focused()
    for size in (WITH_BARS, SMALLEST):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        expect(page.locator("[role=alert] .problem").first).to_be_in_viewport(ratio=1)
    expect(repeat.get_by_role("button", name="Tell them apart")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    watch.axe_finds_nothing(page)
    foot.get_by_role("link", name="Not at the same table").tap()
    expect(wish).to_be_focused()
    expect(wish).to_be_in_viewport(ratio=1)
    wish.fill("Anne Miller, Rosa")
    names.fill("\n".join(name for name in NAMES if not name.startswith("nora")) + "\nCy")
    page.get_by_role("button", name="Draw the seats").tap()
    expect(page).to_have_url(re.compile(r"/draw/$"))
    expect(page.get_by_role("heading", name="Wishes: 1 of 1 granted")).to_be_visible()


def test_the_foot_keeps_what_is_left_to_put_right(server: Family, watch: Watch) -> None:
    watch.expect_error("422")
    page = watch.open(SMALLEST, touch=True)
    sign_in(page, server)
    page.goto("/events/new/?game=euchre")
    page.get_by_label("Names", exact=True).fill(
        "\n".join(name for name in NAMES if "Nora" not in name)
    )
    page.locator("summary", has_text="Wishes for the seats").tap()
    wish = page.get_by_label("Not at the same table", exact=True)
    wish.fill("Ann Bell Rosa")
    page.locator("summary", has_text="When").tap()
    date = page.locator("input[type=date]")
    date.fill("")
    page.get_by_role("button", name="Draw the seats").tap()
    foot = page.locator("#go .faults")
    expect(foot.get_by_role("link")).to_have_text(["Date", "Not at the same table"])
    foot.get_by_role("link", name="Date").tap()
    expect(date).to_be_focused()
    date.fill("2026-12-04")  # what it changes is fetched: the rest of the foot stays
    expect(foot).to_contain_text("One thing to put right:")
    foot.get_by_role("link", name="Not at the same table").tap()
    expect(wish).to_be_focused()
    expect(wish).to_be_in_viewport(ratio=1)


def test_pairs_become_partners_by_a_tap(server: Family, watch: Watch) -> None:
    page = watch.open(SMALLEST, touch=True)
    sign_in(page, server)
    page.goto("/events/new/?game=euchre")
    names = page.get_by_label("Names", exact=True)
    names.fill("Ann + Bo\nCy + Di\nEd + Fay\nGus + Hal")
    expect(page.locator("#names-count")).to_have_text("8 people, 4 chairs")
    page.get_by_role("button", name="They are partners").tap()
    expect(names).to_have_value("Ann\nBo\nCy\nDi\nEd\nFay\nGus\nHal")
    expect(page.locator("[name=format][value=pairs]")).to_be_checked()
    watch.axe_finds_nothing(page)
    page.get_by_role("button", name="Draw the seats").tap()
    expect(page).to_have_url(re.compile(r"/draw/$"))
    seats = page.locator("main").inner_text()
    assert re.search(r"Ann\s+\S+\s+\S+\s+Bo|Bo\s+\S+\s+\S+\s+Ann", seats)
