"""What is saved on a board: one phone is never asked, another one quietly; a change shows what it
moves, and is undone."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Family, Watch
from tests.browser.evening import Phone, answer, link_paths, table_of

NAMES = ["Ann", "Bo", "Cy", "Di"]
FIRST = {"points": [12, 5, 7, 9], "knocker": 1}
SECOND = {"points": [3, 14, 2, 8], "knocker": 2}


def phones(server: Family, watch: Watch, many: int = 1) -> list[Phone]:
    desk, event = table_of(server, watch, game="golf", lines=NAMES)
    path = link_paths(desk, event)["t"][0]
    found = []
    for _number in range(many):
        phone = Phone(watch.open(PHONE, touch=True, moving=True), path)
        with phone.page.expect_response("**/state/*"):  # it has looked: it is at the table
            phone.open()
        found.append(phone)
    return found


def test_one_phone_saves_changes_and_undoes_and_is_never_asked(
    server: Family, watch: Watch
) -> None:
    (phone,) = phones(server, watch)
    page, saved = phone.page, phone.page.locator(".saved")
    phone.report(1, FIRST)
    expect(saved).to_contain_text("Ann pays 1")
    phone.report(2, SECOND)
    expect(saved).to_contain_text("Bo pays 1")
    expect(page.locator(".right")).to_have_count(0)
    watch.axe_finds_nothing(page)
    # A change of the first round: another one would have paid.
    page.goto(f"{phone.path}?deal=1")
    page.locator("#entry > summary").click()
    answer(phone.form.first, {"points": [4, 5, 17, 9]})
    phone.form.first.locator("[data-submit]").click()
    asked = page.get_by_role("alert")
    expect(asked).to_contain_text("Change round 1?")
    for words in ("before", "Ann pays 1", "after", "Cy pays 1", "Totals"):
        expect(asked).to_contain_text(words)
    watch.axe_finds_nothing(page)
    asked.get_by_role("button", name="Save the change").tap()
    expect(saved).to_contain_text("Cy pays 1")
    saved.get_by_role("button", name="Undo").tap()
    expect(saved).to_contain_text("Ann pays 1")


def test_another_phone_is_asked_quietly_about_several_rounds(server: Family, watch: Watch) -> None:
    first, second = phones(server, watch, 2)
    first.report(1, FIRST)
    expect(first.page.locator(".saved")).to_contain_text("Ann pays 1")
    first.report(2, SECOND)
    asked = second.page.locator(".right")
    expect(asked).to_contain_text("Rounds 1 and 2: are they right?", timeout=12_000)
    lines = second.page.locator("ol.lines").bounding_box()
    here = asked.bounding_box()
    assert lines is not None
    assert here is not None
    assert here["y"] >= lines["y"] + lines["height"] - 1  # never above the totals
    watch.axe_finds_nothing(second.page)
    expect(first.page.locator(".right")).to_have_count(0)
    asked.get_by_role("button", name="Yes", exact=True).tap()
    expect(asked).to_have_count(0)
    expect(first.page.locator(".saved button")).to_have_count(0, timeout=12_000)  # it is agreed
    # The other one leaves: from now on the first is not asked about, either.
    second.page.locator("summary[aria-label=More]").tap()
    second.page.get_by_role("link", name="Use another phone too").tap()
    second.page.get_by_role("button", name="This phone leaves").tap()
    expect(second.page.get_by_role("heading", name="This phone has left")).to_be_visible()
    first.report(3, FIRST)
    expect(first.page.locator(".saved")).to_contain_text("Undo")
    second.page.get_by_role("link", name="Come back").tap()
    expect(second.page.locator("ol.lines")).to_be_visible()
    expect(second.page.locator(".right")).to_have_count(0)


def test_the_dealer_is_drawn_and_the_clock_runs_on_this_phone_alone(
    server: Family, watch: Watch
) -> None:
    first, second = phones(server, watch, 2)
    page = first.page
    page.locator("main a[href='#dealer']").tap()
    page.get_by_role("button", name="Pick somebody at random").tap()
    expect(page.locator("[data-drawn]")).to_be_visible()
    expect(page.locator("[data-drawn] .on")).to_have_count(1)
    page.locator("summary[aria-label=More]").tap()
    page.get_by_role("button", name="Timer").tap()
    clock = page.locator("[data-clock]")
    expect(clock).to_be_visible()
    watch.axe_finds_nothing(page)
    expect(clock.locator("output")).to_have_text(re.compile(r"0:[0-5]\d"), timeout=5000)
    clock.get_by_role("button", name="Next turn").tap()
    expect(clock.locator("output")).to_have_text(re.compile(r"1:00|0:59"))
    page.reload()
    expect(clock).to_be_visible()
    expect(second.page.locator("[data-clock]")).to_be_hidden()
