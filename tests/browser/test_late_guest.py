"""A guest comes after the first seats are shown: into the place opposite a bye, and what it changes
is told first; or into a game that goes on, between two others."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, SMALLEST, WITH_BARS, Family, Watch
from tests.browser.evening import Phone, create_event, link_paths, sign_in, table_of
from tests.browser.test_knockout_evening import show_next

FINGER = 44  # pixels
NAMES = ["Ann", "Bo", "Cy", "Di", "Eve"]
CALLED = {"name": "A knockout", "date": "2026-11-21", "game": "golf", "format": "knockout"}


def begin(desk: Page, names: list[str]) -> str:
    event = create_event(desk, **CALLED, names="\n".join(names), option_size="2")
    show_next(desk, event)
    return event


def come_late(desk: Page, event: str, name: str) -> None:
    desk.goto(f"{event}roll/")
    desk.get_by_text("Somebody came late").click()
    desk.get_by_label("Name", exact=True).fill(name)
    desk.get_by_role("button", name="Let them in").click()


def test_the_place_opposite_a_bye(server: Family, watch: Watch) -> None:
    desk = watch.open(PHONE, touch=True)
    sign_in(desk, server)
    event = begin(desk, NAMES)
    come_late(desk, event, "Zoe")
    expect(desk.get_by_text("there is a seat in the current set")).to_be_visible()
    expect(desk.get_by_role("heading", name="There is a seat in set 1")).to_be_visible()
    watch.axe_finds_nothing(desk)
    place = desk.locator("section", has_text="There is a seat in set 1")
    place.get_by_role("link", name="See what changes").click()
    expect(desk.get_by_role("heading", name="Zoe can still play set 1")).to_be_visible()
    expect(desk.get_by_text("Table 2 opens: Zoe plays")).to_be_visible()
    watch.axe_finds_nothing(desk)
    assert desk.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    desk.get_by_role("button", name="Let them play").click()
    expect(desk.get_by_text("Table 2 has been seated.")).to_be_visible()
    table = watch.open(PHONE, touch=True)
    table.goto(link_paths(desk, event)["t"][1])
    expect(table.get_by_text("Zoe").first).to_be_visible()


def test_a_guest_sits_down_between_two_others_and_the_table_says_who_deals(
    server: Family, watch: Watch
) -> None:
    desk, event = table_of(server, watch, game="crazy-eights", lines=NAMES[:4])
    path = link_paths(desk, event)["t"][0]
    desk.set_viewport_size(WITH_BARS)
    phone = Phone(watch.open(WITH_BARS, touch=True), path)
    phone.open()
    phone.send(1, 1, {"out": 0, "held": [0, 5, 7, 9]})
    page = phone.page
    page.reload()
    expect(page.locator("ol.lines .deals")).to_have_text("deals")
    dealer = page.locator("ol.lines li:has(.deals)")
    # The host adds a guest by keyboard: the last place is proposed, the second is chosen.
    desk.goto(f"{path}players/")
    desk.get_by_text("Somebody joins").focus()
    desk.keyboard.press("Enter")
    last = desk.get_by_role("radio", name="Di and Ann", exact=True)
    expect(last).to_be_checked()
    fit_a_finger(desk.locator("label.pick"))
    watch.axe_finds_nothing(desk)
    desk.get_by_label("Name", exact=True).fill("Zoe")
    last.focus()
    desk.keyboard.press("ArrowUp")
    desk.keyboard.press("ArrowUp")
    expect(desk.get_by_role("radio", name="Bo and Cy", exact=True)).to_be_checked()
    desk.keyboard.press("Enter")
    expect(desk.locator("#players .saved")).to_have_text(re.compile("Zoe plays from round 2 on."))
    expect(page.locator("ol.lines")).to_contain_text("Zoe", timeout=12_000)
    page.get_by_role("button", name="By seat").tap()
    expect(page.locator("ol.lines .name")).to_contain_text(["Ann", "Bo", "Zoe", "Cy", "Di"])
    # Between two rounds ⋯ leads to the question of who deals; from there the deal goes round.
    sheet, more = page.locator("#dealer"), page.locator("summary[aria-label=More]")
    expect(sheet).to_be_hidden()
    more.tap()
    page.get_by_role("link", name="Change the dealer").tap()
    expect(sheet).to_contain_text("Who deals round 2?")
    fit_a_finger(sheet.locator("label.pick, button"))
    watch.axe_finds_nothing(page)
    assert page.evaluate("document.documentElement.scrollWidth") == WITH_BARS["width"]
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(more).to_be_focused()
    more.tap()
    page.get_by_role("link", name="Change the dealer").tap()
    sheet.locator("label.pick", has_text="Zoe").tap()
    sheet.get_by_role("button", name="Zoe deals").tap()
    expect(dealer).to_contain_text("Zoe")
    expect(sheet).to_be_hidden()
    phone.send(1, 2, {"out": 0, "held": [0, 2, 3, 4, 5]})
    page.reload()
    expect(dealer).to_contain_text("Cy")


def test_who_plays_is_changed_in_a_sheet_over_the_pad(server: Family, watch: Watch) -> None:
    desk, event = table_of(server, watch, game="crazy-eights", lines=NAMES[:4])
    path = link_paths(desk, event)["t"][0]
    desk.set_viewport_size(SMALLEST)
    desk.goto(path)
    Phone(desk, path).send(1, 1, {"out": 0, "held": [0, 5, 7, 9]})
    desk.reload()
    more, sheet = desk.locator("summary[aria-label=More]"), desk.locator("#players-sheet")

    def open_sheet() -> None:
        more.click()
        desk.get_by_role("link", name="Who is playing").click()
        expect(sheet.get_by_role("heading", name="Who is playing")).to_be_visible()

    open_sheet()
    watch.axe_finds_nothing(desk)
    leaves = sheet.locator("summary", has_text="Goes home")
    leaves.last.click()
    sheet.get_by_role("button", name="Di goes home").click()
    expect(sheet.get_by_role("status")).to_contain_text("Di is out from round 2 on.")
    expect(sheet.get_by_text("Di is out from")).to_be_focused()
    expect(desk.locator("ol.lines .out")).to_contain_text("Di", timeout=12_000)  # below the sheet
    sheet.get_by_role("button", name="Undo").click()
    expect(leaves).to_have_count(4)
    sheet.get_by_text("Somebody joins").click()
    watch.expect_error("422")
    sheet.get_by_role("button", name="Add to the table").click()
    expect(sheet.get_by_text("Type one name.")).to_be_visible()
    expect(sheet.get_by_label("Name", exact=True)).to_be_focused()
    watch.axe_finds_nothing(desk)
    assert desk.evaluate("document.documentElement.scrollWidth") == SMALLEST["width"]
    desk.keyboard.type("Zoe")
    fit_a_finger(sheet.locator("label.pick, button"))
    sheet.locator("label.pick", has_text="Ann and Bo").click()
    sheet.get_by_role("button", name="Add to the table").click()
    expect(sheet.get_by_role("status")).to_contain_text("Zoe plays from round 2 on.")
    sheet.get_by_role("button", name="Undo").click()
    expect(sheet.locator("li")).to_have_count(4)
    desk.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(more).to_be_focused()
    assert desk.url.endswith(path)  # the phone's Back does not lead through what was done there


def fit_a_finger(controls: Locator) -> None:
    for control in controls.locator("visible=true").all():
        box = control.bounding_box()
        assert box is not None
        assert box["height"] >= FINGER
