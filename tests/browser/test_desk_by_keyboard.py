"""The desk by keyboard alone: a table's slip typed in, two answers and a dispute settled, the
evening finished. Its headline comes by itself."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALLEST, WITH_BARS, Family, Server, Watch
from tests.browser.evening import posted, table_of

NAMES = ["Ann, L", "Bo, G", "Cy, L", "Maximilian-Alexander von und zu Hohenberg, G"]
CONTESTED = """
import json
from tests.tournaments.desk.test_contested import differ
from tests.tournaments.evening import start
from tournaments.access.services import create_sign_in
event = start(people=8)
differ(event, 1, {"tricks": [11, 2]}, {"tricks": [5, 8]})
print(json.dumps({"event": event.pk, "signed": create_sign_in(event.owner)}))
"""
MOST = 80  # presses of Tab until something is reached


def test_a_dispute_is_settled_and_the_evening_finished(server: Family, watch: Watch) -> None:
    desk, event = table_of(server, watch, game="court-whist", lines=NAMES)
    desk.goto(event)
    expect(desk.get_by_role("heading", level=1)).to_have_text("Set 1 · 0 of 1 table done")
    desk.get_by_text("Sets so far").click()
    for deal in (1, 2):
        posted(desk, f"{event}sets/1/tables/1/deals/{deal}/report/", **hand(deal, 9 - deal))
    values = {"objector": "Bo", "text": "We had one more", "table": "1-1", "deal": "2"}
    posted(desk, f"{event}disputes/", **values)
    # It came by itself, and asks for the one thing.
    expect(desk.locator("#hero")).to_contain_text("Settle the dispute", timeout=12_000)
    expect(desk.locator("details[open] summary")).to_have_text("Sets so far")  # as it was left
    press(desk, "Settle the dispute")
    press(desk, "It stands")
    expect(desk.get_by_role("heading", level=1)).to_have_text("All settled")
    press(desk, "Desk")
    press(desk, "Finish early")
    tab_to(desk, "[name=reveal]")
    desk.keyboard.press("ArrowUp")  # from the first to the last: all at once
    expect(desk.get_by_label("All at once")).to_be_checked()
    press(desk, re.compile("anyway"))
    expect(desk).to_have_url(re.compile(r"/results/"))


def test_two_answers_are_settled(standing_server: Server, watch: Watch) -> None:
    document = json.loads(standing_server.run(CONTESTED))
    desk = watch.open(WITH_BARS)
    desk.goto(f"/sign-in/{document['signed']}/")
    desk.get_by_role("button").first.click()
    desk.goto(f"/events/{document['event']}/")
    rows = desk.locator(".answers-of-sides tbody tr")
    expect(rows.first.get_by_role("cell")).to_have_text(["11", "5"])
    expect(rows.last.get_by_role("cell")).to_have_text(["2", "8"])
    press(desk, re.compile("^Settle"))
    expect(desk.get_by_role("heading", level=1)).to_have_text("Two answers for one result")
    desk.set_viewport_size(SMALLEST)  # type: ignore[arg-type]
    watch.axe_finds_nothing(desk)
    press(desk, "It stands")
    expect(desk.locator("#main")).not_to_contain_text("two answers")
    desk.goto(f"/events/{document['event']}/")
    expect(desk.locator(".answers-of-sides")).to_have_count(0)


def hand(deal: int, tricks: int) -> dict[str, str | int]:
    values = {"answer-tricks-0": tricks, "answer-tricks-1": 13 - tricks}
    return values | {"seen": 0, "key": f"keys-{deal}"}


def press(desk: Page, name: str | re.Pattern[str]) -> None:
    """Go to a link or a button of that name by Tab alone, and press Enter."""
    wanted = desk.get_by_role("link", name=name).or_(desk.get_by_role("button", name=name)).first
    expect(wanted).to_be_visible()
    for _press in range(MOST):
        if wanted.evaluate("(one) => one === document.activeElement"):
            with desk.expect_navigation():
                desk.keyboard.press("Enter")
            return
        desk.keyboard.press("Tab")
    raise AssertionError(f"{name} is not reached by Tab")


def tab_to(page: Page, selector: str) -> None:
    for _step in range(MOST):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"the Tab key never comes to {selector}")


def focused(page: Page) -> str:
    name: str = page.evaluate("document.activeElement.name")
    return name


def test_a_slip_is_typed_in_without_a_mouse(server: Family, watch: Watch) -> None:
    desk, event = table_of(server, watch, game="court-whist", lines=NAMES)
    desk.goto(event)
    tab_to(desk, "a[href*='/tables/1/']")
    desk.keyboard.press("Enter")
    desk.wait_for_url("**/tables/1/**")
    watch.axe_finds_nothing(desk)
    tab_to(desk, "[name=hand-1-answer-tricks-0]")
    desk.keyboard.press("ArrowDown")
    assert focused(desk) == "hand-1-answer-tricks-1"
    desk.keyboard.press("ArrowUp")
    for hand, tricks in enumerate(("9", "7", "14", "6"), 1):
        assert focused(desk) == f"hand-{hand}-answer-tricks-0"
        desk.keyboard.type(tricks)
        if tricks != "14":  # no hand has so many: nothing follows
            other = desk.locator(f"[name=hand-{hand}-answer-tricks-1]")
            expect(other).to_have_value(str(13 - int(tricks)))
        else:
            desk.keyboard.press("Enter")
            assert focused(desk) == f"hand-{hand}-answer-tricks-1"
        if hand == 4:
            watch.expect_error("422")
        desk.keyboard.press("Enter")
    refused_line(desk, watch)
    expect(desk.locator("#main")).to_contain_text("Set 1, table 1 – hand 3: 10 : 3")


def refused_line(desk: Page, watch: Watch) -> None:
    """The other hands are in; the one that is refused says why, with the focus in it."""
    expect(desk.locator(".problem").first).to_be_in_viewport()
    expect(desk.locator("[name^=hand-][name*=answer-tricks]")).to_have_count(2)
    assert focused(desk) == "hand-3-answer-tricks-0"
    watch.axe_finds_nothing(desk)
    desk.keyboard.press("Control+a")
    desk.keyboard.type("10")
    desk.keyboard.press("Enter")
    expect(desk.locator("[name^=hand-]")).to_have_count(0)
