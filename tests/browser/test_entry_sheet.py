"""The sheet of an entry: modal, down to the bottom of the screen, closed by whatever closes things;
what is typed in it stays until it is saved, and is a whole number."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Family, Watch
from tests.browser.controls import INSIDE
from tests.browser.evening import Phone, link_paths, pick, table_of

NAMES = ["Ann", "Bo", "Cy"]
OPENS = "#entry > summary"
WITH_BARS = {"width": 390, "height": 664}  # a phone's screen below the bars of its browser


def a_phone(server: Family, watch: Watch) -> Phone:
    """A phone at a table of three at Crazy Eights, as low as it is in a browser."""
    desk, event = table_of(server, watch, game="crazy-eights", lines=NAMES)
    phone = Phone(watch.open(WITH_BARS, touch=True, moving=True), link_paths(desk, event)["t"][0])
    phone.open()
    return phone


def held(page: Page, place: int) -> str:
    return page.locator(f"input[name=answer-held-{place}]").input_value()


def test_a_sheet_is_modal_and_every_way_out_keeps_what_is_typed(
    server: Family, watch: Watch
) -> None:
    page = a_phone(server, watch).page
    address = page.url
    sheet, opens = page.locator("#entry > dialog"), page.locator(OPENS)
    expect(opens).to_have_text("Enter round 1")
    opens.tap()
    page.locator("input[name=answer-held-1]").fill("7")
    watch.axe_finds_nothing(page)
    for _number in range(25):
        page.keyboard.press("Tab")
        assert page.evaluate(f"({INSIDE})() || document.activeElement === document.body")
    page.locator("#entry [data-close]").tap()  # where the page below has its ⋯
    expect(page.locator("dialog:modal")).to_have_count(0)
    expect(opens).to_have_text("Go on with round 1")
    opens.tap()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(opens).to_be_focused()
    opens.tap()
    expect(sheet).to_be_visible()
    page.get_by_role("button", name="Cy: tap the cards").tap()  # a sheet over the sheet
    page.go_back()
    expect(page.locator("#card-picker")).to_be_hidden()
    expect(sheet).to_be_visible()
    page.go_back()
    expect(sheet).to_be_hidden()
    assert page.url == address
    assert held(page, 1) == "7"
    opens.focus()
    page.keyboard.press("Enter")
    expect(sheet.locator("input[data-number]:focus, [data-keys] button:focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.locator("summary[aria-label=More]").tap()
    expect(page.locator(".menu")).to_be_visible()
    page.mouse.click(20, 20)
    expect(page.locator(".menu")).to_be_hidden()


def test_a_sheet_reaches_the_bottom_of_every_screen(server: Family, watch: Watch) -> None:
    page = a_phone(server, watch).page
    page.locator(OPENS).tap()
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    for size in (PHONE, WITH_BARS, {"width": 800, "height": 1100}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        bottom = page.evaluate(
            "document.querySelector('#entry > dialog').getBoundingClientRect().bottom"
        )
        assert bottom == size["height"]
        tray = page.locator("#entry .tray").bounding_box()
        assert tray is not None
        assert tray["y"] + tray["height"] == size["height"]


def test_what_is_typed_outlives_a_reload_until_it_is_saved(server: Family, watch: Watch) -> None:
    phone = a_phone(server, watch)
    page, opens = phone.page, phone.page.locator(OPENS)
    opens.tap()
    page.locator("input[name=answer-held-1]").fill("12")
    pick(phone.form, "out", 0)
    page.reload()
    expect(opens).to_have_text("Go on with round 1")
    page.goto("/join/")
    page.go_back()
    expect(opens).to_have_text("Go on with round 1")
    if not page.locator("#entry > dialog").is_visible():
        opens.tap()
    assert held(page, 1) == "12"
    assert held(page, 0) == "0"  # who went out has nothing left
    page.locator("input[name=answer-held-2]").fill("5")
    page.locator("#entry [data-submit]").tap()
    expect(opens).to_have_text("Enter round 2")
    opens.tap()
    assert held(page, 1) == ""
    page.reload()
    expect(opens).to_have_text("Enter round 2")


def test_only_a_whole_number_is_taken_and_no_wheel_turns_it(server: Family, watch: Watch) -> None:
    phone = a_phone(server, watch)
    page = phone.page
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.locator(OPENS).tap()
    field = page.locator("input[name=answer-held-1]")
    field.focus()
    page.keyboard.type("12,5")
    row = page.locator("[data-answer]:has([name=answer-held-1])")
    expect(row.get_by_role("alert")).to_have_text("Enter a whole number.")
    pick(phone.form, "out", 0)
    page.locator("input[name=answer-held-2]").fill("5")
    for _twice in range(2):
        page.locator("#entry [data-submit]").tap()
    assert "POST" not in sent
    expect(field).to_have_value("12,5")
    expect(field).to_be_focused()
    field.fill("15")
    expect(row.get_by_role("alert")).to_have_count(0)
    box = field.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.wheel(0, 400)
    expect(field).to_have_value("15")
    page.locator("#entry [data-submit]").tap()
    expect(page.locator("#main")).to_contain_text(re.compile("20"))


def test_the_question_stays_in_sight_on_a_screen_that_becomes_lower(
    server: Family, watch: Watch
) -> None:
    people = [*NAMES, "Dee", "Eve", "Flo", "Gus"]
    desk, event = table_of(server, watch, game="hearts", lines=people)
    page = watch.open({"width": 320, "height": 568}, touch=True, moving=True)
    phone = Phone(page, link_paths(desk, event)["t"][0])
    phone.open()
    page.locator(OPENS).tap()
    asked = page.locator("#entry [data-answer].on")
    expect(asked).to_contain_text("Ann")
    page.locator("#entry .e-body").evaluate("body => body.scrollTo(0, body.scrollHeight)")
    expect(asked).not_to_be_in_viewport()
    page.set_viewport_size({"width": 320, "height": 550})
    expect(asked).to_be_in_viewport(ratio=0.9)
