"""What a phone keeps until the server itself says it has it; what works without scripts."""

from __future__ import annotations

import json
from urllib.parse import parse_qs

from playwright.sync_api import Route, expect

from tests.browser.conftest import PHONE, Family, Watch
from tests.browser.evening import Phone, link_paths, table_of

NAMES = ["Ann", "Bo", "Cy", "Di"]
ROUND = {"points": [12, 5, 7, 9], "knocker": 1}
PORTAL = "<!doctype html><title>Guest Wi-Fi</title><h1>Log in to go on</h1>"
SCRIPTS = ("outbox", "phone", "report", "tapping", "picker", "htmx")


def a_phone(server: Family, watch: Watch, game: str) -> Phone:
    desk, _event = table_of(server, watch, game=game, lines=NAMES)
    phone = Phone(watch.open(PHONE, touch=True), link_paths(desk)["t"][0])
    phone.open()
    return phone


def test_only_the_servers_own_word_empties_the_outbox(server: Family, watch: Watch) -> None:
    watch.expect_error("Failed to load resource", "htmx:responseError")
    phone = a_phone(server, watch, "golf")
    page = phone.page
    answers: list[tuple[int, str, str]] = [
        (200, "text/html", PORTAL),
        (404, "text/html", PORTAL),
        (200, "application/json", json.dumps({"saved": True})),
        (200, "application/json", json.dumps({"saved": True, "key": "of somebody else"})),
        (200, "application/json", "[]"),
    ]
    given = []

    def portal(route: Route) -> None:
        status, kind, body = answers[min(len(given), len(answers) - 1)]
        given.append(status)
        route.fulfill(status=status, content_type=kind, body=body)

    page.route("**/report/", portal)
    phone.report(1, ROUND)
    banner = page.locator("#outbox")
    for tries in range(1, len(answers) + 1):
        expect(banner).to_be_visible()
        expect(banner).to_contain_text("Round 1")
        page.locator("[data-retry]").click()
        while len(given) <= tries:
            page.wait_for_timeout(20)
    expect(banner).to_be_visible()
    page.unroute("**/report/")
    page.locator("[data-retry]").click()
    expect(page.locator(".now h1")).to_contain_text("Round 2")
    expect(banner).to_be_hidden()


def test_a_server_that_has_too_much_to_do_is_asked_again_when_it_says(
    server: Family, watch: Watch
) -> None:
    """Not at once, and not by all phones at the same moment; the entry is the same."""
    watch.expect_error("503")
    phone = a_phone(server, watch, "golf")
    page = phone.page
    keys: list[str] = []

    def busy(route: Route) -> None:
        keys.append(parse_qs(route.request.post_data or "")["key"][0])
        if len(keys) > 2:
            route.continue_()
            return
        told = json.dumps({"problem": "More comes in at once than can be written down."})
        headers = {"Retry-After": "7", "Content-Type": "application/json"}
        route.fulfill(status=503, headers=headers, body=told)

    # Its clock goes a hundred times as fast, and its chance is known.
    page.evaluate("""() => {
        window.pauses = [];
        const later = window.setTimeout;
        window.setTimeout = (work, pause, ...more) => {
            if (work.name === "flush") window.pauses.push(pause);
            return later(work, pause / 100, ...more);
        };
        Math.random = () => (window.pauses.length ? 0.5 : 0.25);
    }""")
    page.route("**/report/", busy)
    phone.report(1, ROUND)
    expect(page.locator("#outbox")).to_contain_text("Round 1")
    expect(page.locator(".now h1")).to_contain_text("Round 2")
    expect(page.locator("#outbox")).to_be_hidden()
    assert page.evaluate("window.pauses") == [8750, 10500]
    assert len(keys) == 3
    assert len(set(keys)) == 1


def test_the_answer_to_an_entry_shows_the_table(server: Family, watch: Watch) -> None:
    """Nothing is fetched after it; only what had to be sent again is looked at by itself."""
    watch.expect_error("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:afterRequest")
    phone = a_phone(server, watch, "golf")
    page = phone.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/t/")[2]))
    phone.report(1, ROUND)
    expect(page.locator(".now h1")).to_contain_text("Round 2")
    own = [url for url in asked if url and "?seen=" not in url]  # a poll may come between
    assert [url.split("/")[1] for url in own] == ["report"]
    page.context.set_offline(True)
    phone.report(2, ROUND)
    banner = page.locator("#outbox")
    expect(banner).to_contain_text("Round 2")
    page.context.set_offline(False)  # it goes by itself
    expect(page.locator(".now h1")).to_contain_text("Round 3")
    expect(banner).to_be_hidden()
    assert any(url.endswith("/state/") for url in asked)


def test_what_the_server_refuses_for_good_leaves_the_outbox(server: Family, watch: Watch) -> None:
    """A withdrawn code would otherwise hold up everything behind it."""
    watch.expect_error("410", "htmx:responseError")
    phone = a_phone(server, watch, "golf")
    desk = watch.contexts[0].pages[0]
    table = desk.locator(".card", has=desk.get_by_role("heading", name="Table 1"))
    table.get_by_label("More about Table 1").click()
    table.get_by_role("button", name="Withdraw").click()
    phone.report(1, ROUND)
    expect(phone.page.locator(".notice.bad")).to_contain_text("Not taken: Round 1")
    assert phone.page.evaluate("localStorage.outbox") == "[]"


def test_the_plain_form_works_whatever_script_is_missing(server: Family, watch: Watch) -> None:
    watch.expect_error("ERR_FAILED")
    path = a_phone(server, watch, "golf").path
    for number, script in enumerate(SCRIPTS, 1):
        page = watch.open(PHONE, touch=True)
        page.route(f"**/{script}*.js", lambda route: route.abort())
        phone = Phone(page, path)
        phone.open()
        loses = number % len(NAMES)  # everybody in turn, so that nobody is out
        phone.report(number, {"points": [9 if place == loses else 5 for place in range(4)]})
        expect(page.locator(".now h1")).to_contain_text(f"Round {number + 1}")
