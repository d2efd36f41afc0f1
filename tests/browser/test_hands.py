"""A hand of a set comes to its own phone as a mark and a row; the page is then what the server
would have sent."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from playwright.sync_api import Page, Response, expect

from tests.browser.conftest import Server, Watch
from tests.browser.evening import Phone

if TYPE_CHECKING:
    from collections.abc import Callable

SMALL = {"width": 390, "height": 664}
TABLE = """
import json
from tests.tournaments import evening
from tournaments.access.services import ensure_links
event = evening.start(8)
ensure_links(event)
print(json.dumps([event.links.get(kind="table", table_number=number).token for number in (1, 2)]))
"""
# Everything on a page that may not differ between two copies of it: no token, key or mark, no
# space, and no measures or focus of a sheet that was open.
SHOWN = """() => {
    const copy = document.getElementById("state").cloneNode(true);
    const clear = (selector, attribute) => {
        for (const element of copy.querySelectorAll(selector)) element.removeAttribute(attribute);
    };
    clear("[name=csrfmiddlewaretoken], [name=key]", "value");
    clear("dialog", "style");
    clear("dialog h2", "tabindex");
    for (const list of copy.querySelectorAll("#later-deals")) {
        list.textContent = JSON.stringify(JSON.parse(list.textContent));
    }
    copy.setAttribute("hx-get", copy.getAttribute("hx-get").replace(/seen=[^&]*/, ""));
    const inputs = [...document.querySelectorAll("#state :is(input, textarea, select)")];
    const values = inputs.map(({ name, value, type }) =>
        ["csrfmiddlewaretoken", "key"].includes(name) ? name : `${name} ${type} ${value}`);
    const text = copy.outerHTML.replace(/>\\s+/g, ">").replace(/\\s+</g, "<");
    return [document.title, ...values, ...text.replace(/\\s+/g, " ").split("<")];
}"""


def answers_of(page: Page) -> list[str]:
    """Whether each entry is answered by a `hand` or a whole `fragment`, as they come."""
    kinds: list[str] = []

    def note(response: Response) -> None:
        if response.url.endswith("/report/"):
            kinds.append("hand" if "hand" in response.json() else "fragment")

    page.on("response", note)
    return kinds


def expect_as_fresh(phone: Phone) -> None:
    """The page is the one that the server sends now, to the last attribute."""
    fresh = phone.page.context.new_page()
    fresh.goto(phone.path)
    fresh.wait_for_function("window.phone")
    assert phone.page.evaluate(SHOWN) == fresh.evaluate(SHOWN)
    fresh.close()


def enter(phone: Phone, hand: int, tricks: int, then: Callable[[Page], None]) -> None:
    expect(phone.form.locator("input[name=deal]")).to_have_value(str(hand))
    phone.open_sheet()
    phone.key(tricks)
    phone.save()
    then(phone.page)
    expect_as_fresh(phone)


def asks_for(hand: int) -> Callable[[Page], None]:
    def expects(page: Page) -> None:
        expect(page.locator(".now h1")).to_have_text(f"Hand {hand} of 4")
        expect(page.locator("#hands tbody tr:has(.state, .link)")).to_have_count(hand - 1)

    return expects


def is_over(page: Page) -> None:
    expect(page.locator("#result-title")).to_be_visible()


def test_a_hand_goes_on_to_the_page_that_the_server_would_send(
    standing_server: Server, watch: Watch
) -> None:
    first, second = json.loads(standing_server.run(TABLE))
    play_on_one_phone(Phone(watch.open(SMALL, touch=True), f"/t/{first}/"), watch)
    play_on_two_phones(*(Phone(watch.open(SMALL, touch=True), f"/t/{second}/") for _ in range(2)))


def play_on_one_phone(phone: Phone, watch: Watch) -> None:
    phone.open()
    kinds = answers_of(phone.page)
    phone.cut_for_deal(1)
    for hand, tricks in enumerate((7, 9, 4), 1):
        enter(phone, hand, tricks, asks_for(hand + 1))
    watch.axe_finds_nothing(phone.page)
    enter(phone, 4, 10, is_over)
    assert kinds == ["hand"] * 3 + ["fragment"]


def play_on_two_phones(ours: Phone, theirs: Phone) -> None:
    """What the other phone did meanwhile comes with the page; so does the first hand where nobody
    has cut, and a correction."""
    ours.open()
    theirs.open()
    kinds, others = answers_of(ours.page), answers_of(theirs.page)
    enter(ours, 1, 5, asks_for(2))
    theirs.open()
    enter(theirs, 2, 6, asks_for(3))
    theirs.agree()
    expect(theirs.page.locator(".right")).to_have_count(1)
    enter(theirs, 3, 8, asks_for(4))
    ours.open()
    ours.page.locator("#hands summary").click()
    ours.page.get_by_role("link", name="Change hand 3").last.click()
    ours.key(9)
    ours.save()
    asks_for(4)(ours.page)
    expect_as_fresh(ours)
    assert kinds == ["fragment", "fragment"]
    assert others == ["hand", "hand"]
