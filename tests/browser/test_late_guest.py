"""A guest comes after the first seats are shown: into the place opposite a bye, or all seats are
drawn anew; what it changes is told first."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, Family, Watch
from tests.browser.evening import create_event, link_paths, sign_in
from tests.browser.test_knockout_evening import show_next

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
    desk.goto(f"{event}links/")
    table = watch.open(PHONE, touch=True)
    table.goto(link_paths(desk)["t"][1])
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
