"""A guest comes after the first seats are shown: into the place opposite a bye, or all seats are
drawn anew; what it changes is told first. Or into a game that goes on, between two others."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, Family, Watch
from tests.browser.evening import Phone, create_event, link_paths, sign_in, table_of
from tests.browser.test_knockout_evening import show_next

WITH_BARS = {"width": 390, "height": 664}  # a phone's screen below the bars of its browser
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


def test_all_seats_anew(server: Family, watch: Watch) -> None:
    desk = watch.open(LAPTOP)
    sign_in(desk, server)
    event = begin(desk, NAMES[:4])
    come_late(desk, event, "Zoe")
    expect(desk.get_by_text("The draw is closed: Zoe can only")).to_be_visible()
    anew = desk.locator("section", has_text="Set 1 has no result yet")
    anew.get_by_role("link", name="See what changes").click()
    expect(desk.get_by_text("There will be 3 sets instead of 2.")).to_be_visible()
    watch.axe_finds_nothing(desk)
    desk.get_by_role("button", name="Reseat and show").click()
    expect(desk.get_by_text("Set 1 has been reseated.")).to_be_visible()


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
    last = desk.get_by_role("radio", name="Di", exact=True)
    expect(last).to_be_checked()
    for pick in desk.locator("label.pick").all():
        box = pick.bounding_box()
        assert box is not None
        assert box["height"] >= FINGER
    watch.axe_finds_nothing(desk)
    desk.get_by_label("Add a player").fill("Zoe")
    last.focus()
    desk.keyboard.press("ArrowUp")
    desk.keyboard.press("ArrowUp")
    expect(desk.get_by_role("radio", name="Bo", exact=True)).to_be_checked()
    desk.keyboard.press("Enter")
    expect(desk.locator("ol.lines")).to_contain_text("Zoe")
    expect(page.locator("ol.lines")).to_contain_text("Zoe", timeout=12_000)
    page.get_by_role("button", name="By seat").tap()
    expect(page.locator("ol.lines .name")).to_contain_text(["Ann", "Bo", "Zoe", "Cy", "Di"])
    # Between two rounds ⋯ leads to the question of who deals; from there the deal goes round.
    fold = page.locator("#dealer")
    expect(fold).to_be_hidden()
    page.locator("summary[aria-label=More]").tap()
    page.get_by_role("link", name="Change the dealer").tap()
    expect(fold).to_contain_text("Who deals round 2?")
    for button in fold.get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= FINGER
    watch.axe_finds_nothing(page)
    assert page.evaluate("document.documentElement.scrollWidth") == WITH_BARS["width"]
    fold.get_by_role("button", name="Zoe").tap()
    expect(dealer).to_contain_text("Zoe")
    expect(fold).to_be_hidden()
    phone.send(1, 2, {"out": 0, "held": [0, 2, 3, 4, 5]})
    page.reload()
    expect(dealer).to_contain_text("Cy")
