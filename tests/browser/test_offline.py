"""A pad without a network: it counts what waits, asks for the next round, and sends all of it in
order, each once."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode

import pytest
from playwright.sync_api import Error, Page, Route, expect

from rulesets.engine.addends import addends_of
from tests.browser.evening import (
    Phone,
    answer,
    engine_totals,
    go_online,
    link_paths,
    table_of,
    totals_on,
)
from tests.rulesets.every_game import GAMES, HOUSE, begun, numbers
from tournaments.boards.deals import report_fields
from tournaments.phones.later_deals import write_addends
from tournaments.report_forms.report_form import ReportForm

if TYPE_CHECKING:
    from playwright.sync_api import Request

    from tests.browser.conftest import Family, Watch

SCRIPT = Path(__file__).parents[2] / "tournaments/static/tournaments/js/addends.js"
NAMES = ["Ann", "Bo", "Cy", "Di"]
SMALL, MIDDLE = {"width": 320, "height": 568}, {"width": 390, "height": 664}
SINCE = r" wait.* on this phone.*No network since \d+:\d\d [ap]\.m\..*the totals count (?:it|them)"
OFFLINE = "ERR_INTERNET_DISCONNECTED", "htmx:sendError", "Failed to load resource"
HANDS: list[dict[str, Any]] = [
    {"hearts": [3, 5, 5, 0], "queen": "0"},
    {"hearts": [0, 6, 4, 3], "queen": "1"},
    {"hearts": [2, 6, 1, 4], "queen": "3"},
]


def a_pad(
    server: Family, watch: Watch, game: str, screen: dict[str, int] = MIDDLE
) -> tuple[Phone, Page, str]:
    """The phone of a table whose page has fetched what comes later; the desk, and the event."""
    desk, event = table_of(server, watch, game=game, lines=NAMES)
    phone = Phone(watch.open(screen, touch=True), link_paths(desk, event)["t"][0])
    phone.open()
    wait_for_later(phone.page)
    return phone, desk, event


def wait_for_later(page: Page) -> None:
    page.wait_for_function(
        """() => {
            const later = JSON.parse(sessionStorage.getItem(`later ${location.pathname}`));
            return later?.mark === document.getElementById("state").getAttribute("hx-get");
        }"""
    )


def sent_deals(page: Page) -> list[str]:
    """The deals of the entries that reach the server, as they do."""
    deals: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/report/") and request.response() is not None:
            deals.append(parse_qs(request.post_data or "")["deal"][0])

    page.on("requestfinished", note)
    return deals


def expect_totals(page: Page, totals: list[int]) -> None:
    for line, total in enumerate(totals):
        value = page.locator(f"ol.lines > li[data-line='{line}'] [data-value]")
        expect(value).to_have_attribute("data-value", str(total))


def expect_saved(desk: Page, event: str, server: Family) -> None:
    """The standings say what the engine makes of everything that was sent."""
    desk.goto(f"{event}standings/")
    assert totals_on(desk) == engine_totals(desk, event, server.folder)


def deals_waiting(page: Page) -> list[str]:
    items = json.loads(page.evaluate("localStorage.outbox"))
    return [deal for item in items for deal in parse_qs(item["body"])["deal"]]


def wait_until_sent(page: Page) -> None:
    """Wait until nothing waits; the heading is ahead of that."""
    page.wait_for_function("() => window.outbox.waiting().length === 0")


def tap(phone: Phone, *numbers: int) -> None:
    phone.open_sheet()
    for number in numbers:
        phone.key(number)
    phone.save()


def test_three_rounds_of_hearts_go_on_and_one_is_changed(server: Family, watch: Watch) -> None:
    watch.expect_error(*OFFLINE)
    phone, desk, event = a_pad(server, watch, "hearts")
    page = phone.page
    phone.report(1, HANDS[0])
    expect(page.locator(".now h1")).to_have_text("Round 2")
    expect_totals(page, [16, 5, 5, 0])
    wait_for_later(page)
    deals = sent_deals(page)
    page.context.set_offline(True)
    phone.report(2, HANDS[1])
    expect(page.locator(".now h1")).to_have_text("Round 3")
    expect(page).to_have_title("Round 3 · A night")
    expect_totals(page, [16, 24, 9, 3])
    expect(page.locator("ol.lines .waits")).to_have_text(["waiting"] * 4)
    expect(page.locator("ol.lines .sub")).to_have_text(
        ["leads by 6", "6 behind", "13 behind", "21 behind"]
    )
    expect(page.locator("ol.lines .name")).to_contain_text(["Di", "Cy", "Ann", "Bo"])
    expect(page.locator("ol.lines .lead .crown")).to_have_count(1)
    bar = page.locator("ol.lines > li[data-line='1'] .goal")
    expect(bar).to_have_attribute("aria-label", "24 % of the way")
    expect(page.locator(".waiting-rounds")).to_contain_text(re.compile("One round" + SINCE))
    opens = page.locator("#entry > summary")
    expect(opens).to_contain_text("Enter round 3")
    expect(opens).to_be_focused()
    page.locator("#rounds > summary").click()
    shaded = page.locator("#rounds tr.waiting")
    expect(shaded.locator("td")).to_have_text(["0", "19", "4", "3"])
    expect(page.locator("#rounds > summary")).to_have_text("Both rounds")
    expect(page.locator("#rounds tfoot td")).to_have_text(["16", "24", "9", "3"])
    expect(page.locator(".now")).to_contain_text("deals.")
    watch.axe_finds_nothing(page)
    phone.report(3, HANDS[2])
    expect(opens).to_contain_text("Enter round 4")
    expect_totals(page, [18, 30, 10, 20])
    expect(page.locator(".waiting-rounds li")).to_contain_text(["Round 2", "Round 3"])
    expect(page.locator(".waiting-rounds")).to_contain_text(re.compile("2 rounds" + SINCE))
    expect(shaded.locator("th")).to_contain_text(["3", "2"])
    expect(page.locator("#rounds > summary")).to_have_text("All 3 rounds")
    assert page.evaluate("history.state?.sheets ?? 0") == 0
    # What waits can be changed.
    page.get_by_role("button", name="Change round 2").click()
    sheet = page.locator("dialog.entry-sheet:modal")
    expect(sheet.locator("h2")).to_have_text("Change round 2")
    expect(sheet.locator("input[name=answer-hearts-1]")).to_have_value("6")
    watch.axe_finds_nothing(page)
    sheet.locator("[data-close]").click()
    expect(opens).to_contain_text("Enter round 4")
    page.get_by_role("button", name="Change round 2").click()
    answer(phone.form.first, {"queen": "2"})
    phone.form.first.locator("[data-submit]").click()
    expect(opens).to_contain_text("Enter round 4")
    expect(sheet).to_have_count(0)
    expect_totals(page, [18, 17, 23, 20])
    go_online(page)
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator(".waits, #rounds tr.waiting")).to_have_count(0)
    expect(page.locator("#rounds tbody th")).to_have_text(["3", "2", "1"])
    expect(page.locator(".now h1")).to_have_text("Round 4")
    expect_totals(page, [18, 17, 23, 20])
    assert deals in (["2", "3"], ["2", "2", "3"])  # the first was tried; its change may be another
    desk.goto(f"{event}standings/")
    assert totals_on(desk) == dict(zip(NAMES, [18, 17, 23, 20], strict=True))
    assert totals_on(desk) == engine_totals(desk, event, server.folder)


def test_rounds_that_the_network_took_away_are_said_to_come(server: Family, watch: Watch) -> None:
    """It went as soon as the first round was saved, before the phone had fetched any."""
    watch.expect_error("ERR_FAILED", *OFFLINE)
    desk, event = table_of(server, watch, game="hearts", lines=NAMES)
    phone = Phone(watch.open(SMALL, touch=True), link_paths(desk, event)["t"][0])
    phone.open()
    page = phone.page
    wait_for_later(page)
    later = str(page.locator("#state").get_attribute("data-later"))
    page.route(f"**{later}", lambda route: route.abort())
    phone.report(1, HANDS[0])
    expect(page.locator(".now h1")).to_have_text("Round 2")
    page.locator("#rounds > summary").click()
    words = page.locator("#rounds .note")
    expect(words).to_have_text("These come when the network is back.")
    page.context.set_offline(True)
    phone.report(2, HANDS[1])
    expect(page.locator(".waiting-rounds li")).to_contain_text(["Round 2"])
    expect(words).to_have_text("These come when the network is back.")
    page.unroute(f"**{later}")
    go_online(page)
    expect(page.locator("#rounds tbody th")).to_have_text(["2", "1"])


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
def test_how_many_wait_is_in_sight_with_six_people(
    server: Family, watch: Watch, size: dict[str, int]
) -> None:
    watch.expect_error(*OFFLINE)
    desk, event = table_of(server, watch, game="hearts", lines=[*NAMES, "Eve", "Flo"])
    phone = Phone(watch.open(size, touch=True), link_paths(desk, event)["t"][0])
    phone.open()
    page = phone.page
    wait_for_later(page)
    phone.report(1, HANDS[0] | {"hearts": [3, 5, 5, 0, 0, 0]})
    expect(page.locator(".saved button", has_text="Undo")).to_be_in_viewport(ratio=1)
    wait_for_later(page)
    page.context.set_offline(True)
    phone.report(2, HANDS[1] | {"hearts": [0, 6, 4, 3, 0, 0]})
    page.evaluate("scrollTo(0, 0)")
    many = page.locator(".waiting-rounds").get_by_text("One round waits on this phone")
    expect(many).to_be_in_viewport(ratio=1)
    expect(page.locator(".waiting-rounds [data-retry]")).to_be_in_viewport(ratio=1)
    box = page.locator(".saved").get_by_text("Round 1:").bounding_box()
    assert box is not None
    assert box["width"] > 40  # px: what is saved names its round, too
    page.locator(".waiting-rounds li").scroll_into_view_if_needed()
    watch.axe_finds_nothing(page)


def test_the_network_comes_back_while_somebody_types(server: Family, watch: Watch) -> None:
    """What waits is sent, and the sheet stays open with what is typed in it."""
    watch.expect_error(*OFFLINE)
    phone, desk, event = a_pad(server, watch, "hearts", SMALL)
    page = phone.page
    page.context.set_offline(True)
    phone.report(1, HANDS[0])
    expect(page.locator("#entry > summary")).to_contain_text("Enter round 2")
    expect(page.locator("ol.lines .waits").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL["width"]
    page.locator("#entry > summary").click()
    form = phone.form.first
    answer(form, HANDS[1])
    go_online(page)
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator("dialog.entry-sheet:modal")).to_be_visible()
    expect(form.locator("input[name=answer-hearts-1]")).to_have_value("6")
    expect_totals(page, [16, 5, 5, 0])
    form.locator("[data-submit]").click()
    expect(page.locator(".saved")).to_contain_text("Undo")
    expect(page.locator(".now h1")).to_have_text("Round 3")
    expect_totals(page, [16, 24, 9, 3])
    expect(page.locator(".waits")).to_have_count(0)
    expect_saved(desk, event, server)


def test_bids_and_tricks_on_the_smallest_phone(server: Family, watch: Watch) -> None:
    """Hand sizes go on; the bids that wait stand in the form of their hand, and what is asked
    comes before the button."""
    watch.expect_error(*OFFLINE)
    phone, desk, event = a_pad(server, watch, "oh-hell", SMALL)
    page = phone.page
    page.context.set_offline(True)
    title = page.locator("#sheet-title")
    tap(phone, 2, 3, 2, 4)
    expect(page.locator("input[name=answer-tricks-0]")).to_be_attached()
    expect(page.locator("input[name=answer-bid-1]")).to_have_value("3")
    expect(title).to_have_text("Round 1: 10 cards")
    tap(phone, 2, 3, 2)
    expect(title).to_have_text("Round 2: 9 cards")
    waiting = re.compile(r"2 entries .* \(Round 1[^,]*\)")  # its bids and its tricks, named once
    expect(page.locator("#outbox")).to_contain_text(waiting)
    expect_totals(page, [12, 13, 12, 0])
    tap(phone, 1, 0, 4, 3, 2, 0, 4)
    expect(title).to_have_text("Round 3: 8 cards")
    expect_totals(page, [12, 23, 26, 13])
    watch.axe_finds_nothing(page)
    go_online(page)
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator(".waits")).to_have_count(0)
    expect(title).to_have_text("Round 3: 8 cards")
    desk.goto(f"{event}standings/")
    assert totals_on(desk) == dict(zip(NAMES, [12, 23, 26, 13], strict=True))


def test_what_only_the_rules_can_count(server: Family, watch: Watch) -> None:
    watch.expect_error(*OFFLINE)
    phone, _desk, _event = a_pad(server, watch, "golf")
    page = phone.page
    page.context.set_offline(True)
    phone.report(1, {"points": [12, 5, 7, 9], "knocker": 1})
    row = page.locator(".waiting-rounds li")
    expect(row).to_contain_text("counted once the network is back")
    expect(page.locator("#entry > summary")).to_contain_text("Enter round 2")
    expect_totals(page, [3, 3, 3, 3])
    phone.report(2, {"points": [1, 5, 17, 9]})
    expect(row).to_have_count(2)
    watch.axe_finds_nothing(page)
    go_online(page)
    expect(page.locator(".now h1")).to_contain_text("Round 3")
    expect_totals(page, [2, 3, 2, 3])


def test_a_game_of_rummoli_is_closed(server: Family, watch: Watch) -> None:
    """The last deals come after the round that waits: taken, called by their own number, and
    counted once the network is back."""
    watch.expect_error(*OFFLINE)
    phone, desk, event = a_pad(server, watch, "rummoli")
    page = phone.page
    phone.report(1, {"widow": "kept", "claims": {"J♦": 0, "K♥": 1}, "rummoli": 1, "poker": [2]})
    expect(page.locator(".now h1")).to_contain_text("Round 2")
    wait_for_later(page)
    page.context.set_offline(True)
    phone.report(2, {"widow": "kept", "claims": {"A♠": 2}, "rummoli": 0, "poker": [1]})
    rows = page.locator(".waiting-rounds li")
    expect(rows).to_have_count(1)
    page.locator("details.sheet > summary", has_text="Deals for what is left").click()
    form = page.locator("details.sheet[open] form")
    for place, space in enumerate(form.locator("fieldset.claim").all()):
        space.locator(f"label.pick:has(input[value='{place % len(NAMES)}'])").click()
    form.locator("[data-submit]").click()
    expect(rows).to_contain_text(["Round 2", "Round 3"])
    expect(rows.last).to_contain_text("counted once the network is back")
    expect(page.locator("#outbox")).to_contain_text("(Round 2, Round 3)")
    expect(page.locator("#entry")).to_have_count(0)
    expect(page.locator(".now h1")).to_have_text("The game is closed once the network is back")
    watch.axe_finds_nothing(page)
    deals = sent_deals(page)
    go_online(page)
    wait_until_sent(page)
    expect(page.locator(".now h1")).not_to_contain_text("once the network is back")
    expect(page.locator(".saved")).to_contain_text("Undo")
    expect(page.locator(".saved")).to_contain_text("10♠: Cy 8")
    assert deals == ["2", "3"]
    expect_saved(desk, event, server)


def test_a_refusal_stops_what_waits_behind_it(server: Family, watch: Watch) -> None:
    """Its form comes back; nothing that was typed is lost, and the rest follows."""
    watch.expect_error(*OFFLINE, "422")
    phone, desk, event = a_pad(server, watch, "hearts")
    page = phone.page
    page.context.set_offline(True)
    phone.report(1, {"hearts": [13, 0, 0, 0], "queen": "0"})  # a warning: the rules ask again
    expect(page.locator(".waiting-rounds")).to_contain_text("counted once the network is back")
    phone.report(2, HANDS[1])
    phone.report(3, HANDS[2])
    deals = sent_deals(page)
    go_online(page)
    problem = page.locator("#entry .problem").first
    expect(problem).to_contain_text("took every heart and the queen")
    expect(page.locator("dialog.entry-sheet:modal")).to_be_visible()
    assert deals == ["1"]
    assert deals_waiting(page) == ["1", "2", "3"]
    # After a reload it is asked again, and the rest still waits.
    page.evaluate("window.onbeforeunload = null")
    page.once("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(problem).to_contain_text("took every heart and the queen")
    watch.axe_finds_nothing(page)
    expect(page.locator(".waiting-rounds li")).to_have_count(3)
    page.locator("#entry [data-submit]").click()
    expect(page.locator(".now h1")).to_have_text("Round 4")
    expect(page.locator("#outbox")).to_be_hidden()
    expect_totals(page, [2, 51, 31, 46])
    expect_saved(desk, event, server)


def test_a_refused_round_is_discarded_and_entered_again(server: Family, watch: Watch) -> None:
    """Those behind it come after its round, whenever that is entered."""
    watch.expect_error(*OFFLINE, "422")
    phone, desk, event = a_pad(server, watch, "hearts")
    page = phone.page
    page.context.set_offline(True)
    phone.report(1, {"hearts": [13, 0, 0, 0], "queen": "0"})
    phone.report(2, HANDS[1])
    phone.report(3, HANDS[2])
    go_online(page)
    expect(page.locator("#entry .problem").first).to_contain_text("took every heart")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Discard Round 1").click()
    expect(page.locator("#main")).to_contain_text("There is no round 2 to report yet")
    expect(page.locator(".waiting-rounds li")).to_contain_text(["Round 2", "Round 3"])
    assert deals_waiting(page) == ["2", "3"]
    watch.axe_finds_nothing(page)
    phone.report(1, HANDS[0])
    wait_until_sent(page)
    expect(page.locator(".now h1")).to_have_text("Round 4")
    expect_totals(page, [18, 30, 10, 20])
    expect_saved(desk, event, server)


def test_a_saved_round_is_undone_before_one_that_waits(server: Family, watch: Watch) -> None:
    """The one behind it waits until the undone one has been entered again."""
    watch.expect_error(*OFFLINE, "422")
    phone, desk, event = a_pad(server, watch, "hearts")
    page = phone.page
    phone.report(1, HANDS[2])
    expect(page.locator(".now h1")).to_have_text("Round 2")
    wait_for_later(page)
    page.context.set_offline(True)
    page.get_by_role("button", name="Undo Round 1").click()
    expect(page.locator(".saved")).to_contain_text("undone once the network is back")
    watch.axe_finds_nothing(page)
    phone.report(2, HANDS[1])
    expect(page.locator(".waiting-rounds li")).to_contain_text("counted once the network is back")
    go_online(page)
    expect(page.locator("#main")).to_contain_text("There is no round 2 to report yet")
    assert deals_waiting(page) == ["2"]
    phone.report(1, HANDS[0])
    wait_until_sent(page)
    expect(page.locator(".now h1")).to_have_text("Round 3")
    expect_totals(page, [16, 24, 9, 3])
    expect_saved(desk, event, server)


def test_rounds_that_wait_are_undone_from_the_last(server: Family, watch: Watch) -> None:
    watch.expect_error(*OFFLINE)
    phone, desk, event = a_pad(server, watch, "hearts")
    page = phone.page
    phone.report(1, HANDS[0])
    expect(page.locator(".now h1")).to_have_text("Round 2")
    wait_for_later(page)
    page.context.set_offline(True)
    phone.report(2, HANDS[1])
    expect(page.locator(".now h1")).to_have_text("Round 3")
    phone.report(3, HANDS[2])
    expect_totals(page, [18, 30, 10, 20])
    rows = page.locator(".waiting-rounds li")
    undo = page.locator(".waiting-rounds button", has_text="Undo")
    expect(undo).to_have_text(["Undo Round 3"])
    change = page.get_by_role("button", name="Change round 3").bounding_box()
    beside = undo.bounding_box()
    assert change
    assert beside
    assert abs(beside["y"] - change["y"]) < change["height"] / 2  # on one line of the row
    expect(page.locator(".saved button")).to_have_count(0)
    undo.click()
    expect(page.locator(".now h1")).to_have_text("Round 3")
    expect(rows).to_have_count(1)
    expect_totals(page, [16, 24, 9, 3])
    undo.click()
    expect(rows).to_have_count(0)
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator(".now h1")).to_have_text("Round 2")
    expect(page.locator("#entry > summary")).to_contain_text("Enter round 2")
    expect(page.get_by_role("button", name="Undo Round 1")).to_be_visible()
    expect_totals(page, [16, 5, 5, 0])
    watch.axe_finds_nothing(page)
    phone.report(2, HANDS[2])
    expect(page.locator(".now h1")).to_have_text("Round 3")
    go_online(page)
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator(".waits")).to_have_count(0)
    expect_totals(page, [18, 11, 6, 17])
    expect_saved(desk, event, server)


def test_what_waits_and_what_is_typed_outlives_a_reload(server: Family, watch: Watch) -> None:
    """Even one without a network, which shows the browser's own page until that is back."""
    watch.expect_error(*OFFLINE)
    phone, desk, event = a_pad(server, watch, "hearts")
    page = phone.page
    page.once("dialog", lambda dialog: dialog.accept())
    page.context.set_offline(True)
    phone.report(1, HANDS[0])
    expect(page.locator("#entry > summary")).to_contain_text("Enter round 2")
    phone.report(2, HANDS[1])
    expect(page.locator("#entry > summary")).to_contain_text("Enter round 3")
    page.locator("#entry > summary").click()
    answer(phone.form.first, HANDS[2])
    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
        page.reload()
    page.context.set_offline(False)
    page.goto(phone.path)
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator(".now h1")).to_have_text("Round 3")
    expect_totals(page, [16, 24, 9, 3])
    expect(page.locator("#entry > summary")).to_contain_text("Go on with round 3")
    page.locator("#entry > summary").click()
    expect(phone.form.locator("input[name=answer-hearts-1]")).to_have_value("6")
    phone.form.locator("[data-submit]").click()
    expect(page.locator(".now h1")).to_have_text("Round 4")
    expect_totals(page, [18, 30, 10, 20])
    expect_saved(desk, event, server)


def test_another_phone_enters_the_same_round_meanwhile(server: Family, watch: Watch) -> None:
    """Both answers are shown to choose from; the later round waits until somebody has."""
    watch.expect_error(*OFFLINE, "409")
    phone, desk, event = a_pad(server, watch, "hearts")
    page = phone.page
    other = Phone(watch.open(MIDDLE, touch=True), phone.path)
    other.open()
    page.context.set_offline(True)
    phone.report(1, HANDS[0])
    phone.report(2, HANDS[1])
    expect(page.locator(".waiting-rounds li")).to_have_count(2)
    other.report(1, HANDS[2])
    expect(other.page.locator(".now h1")).to_have_text("Round 2")
    go_online(page)
    expect(page.locator(".now h1")).to_have_text("Two phones, two answers")
    assert deals_waiting(page) == ["1", "2"]
    watch.axe_finds_nothing(page)
    page.get_by_role("button", name="Take mine").or_(
        page.get_by_role("button", name="Keep mine")
    ).click()
    expect(page.locator("#outbox")).to_be_hidden()
    wait_until_sent(page)
    expect(page.locator(".now h1")).to_have_text("Round 3")
    expect_totals(page, [16, 24, 9, 3])
    desk.goto(f"{event}standings/")
    assert totals_on(desk) == dict(zip(NAMES, [16, 24, 9, 3], strict=True))


def test_a_round_that_arrived_is_not_counted_twice(server: Family, watch: Watch) -> None:
    """Only the answer was lost: after a reload the page has it, and the outbox sends it again."""
    watch.expect_error("ERR_FAILED", "htmx:sendError", "Failed to load resource")
    phone, _desk, _event = a_pad(server, watch, "hearts")
    page = phone.page

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/report/", lose)
    phone.report(1, HANDS[0])
    expect(page.locator("#entry > summary")).to_contain_text("Enter round 2")
    expect_totals(page, [16, 5, 5, 0])
    page.once("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(page.locator("#outbox")).to_be_visible()
    expect_totals(page, [16, 5, 5, 0])
    page.unroute("**/report/")
    page.evaluate("window.outbox.flush()")
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator(".now h1")).to_have_text("Round 2")
    expect_totals(page, [16, 5, 5, 0])


def test_a_phone_counts_as_the_rules_do(watch: Watch) -> None:
    """The same reports, in the phone's script and in the engine."""
    page = watch.open(MIDDLE)
    page.evaluate(SCRIPT.read_text(encoding="utf-8"))
    counted = 0
    for game in (*GAMES, *HOUSE):
        players = next((count for count in numbers(game) if count >= 3), numbers(game)[-1])
        state = game.plays.start(begun(game, players)).state
        addends = addends_of(game.plays, state)
        if addends is None:
            continue
        fields, totals = report_fields(game.plays, state), list(game.plays.totals(state))
        for seed in range(10):
            report = game.plays.sample(state, Random(seed))
            form = ReportForm(fields=fields, roster=state.roster, payload=report)
            gains = addends.of(report, tuple(totals))
            shown = page.evaluate(
                "([addends, body, totals]) =>"
                " window.addends.gains(addends, new URLSearchParams(body), totals)",
                [write_addends(addends), urlencode(form.form_data()), totals],
            )
            assert shown == (None if gains is None else list(gains)), (game.slug, report)
            counted += gains is not None
    assert counted > 100


def test_who_is_level_shares_the_crown_as_with_a_network(server: Family, watch: Watch) -> None:
    """The first round waits: two of four lead, and the lines stand as the server puts them."""
    watch.expect_error(*OFFLINE)
    phone, _desk, _event = a_pad(server, watch, "hearts")
    page = phone.page
    page.context.set_offline(True)
    phone.report(1, {"hearts": [7, 1, 4, 1], "queen": "0"})
    lines = page.locator("ol.lines > li")
    counted = "Bo level with Di 1", "Di level with Bo 1", "Cy 3 behind 4", "Ann 19 behind 20"

    def expect_standing() -> None:
        for at, words in enumerate(counted):
            name, rest = words.split(" ", 1)
            expect(lines.nth(at).locator(".name")).to_contain_text(name)
            expect(lines.nth(at).locator(".sub")).to_contain_text(rest.rsplit(" ", 1)[0])
            expect(lines.nth(at).locator("[data-value]")).to_contain_text(rest.rsplit(" ", 1)[1])
        expect(page.locator("ol.lines .lead .crown")).to_have_count(2)
        assert lines.locator(".crown").count() == 2

    expect_standing()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("ol.lines .name")).to_contain_text(NAMES)
    expect(page.locator("ol.lines .crown")).to_have_count(0)
    phone.report(1, {"hearts": [7, 1, 4, 1], "queen": "0"})
    expect_standing()
    go_online(page)
    wait_until_sent(page)
    expect(page.locator("ol.lines .waits")).to_have_count(0)
    expect_standing()
