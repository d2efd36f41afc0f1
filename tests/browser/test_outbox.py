"""What a phone keeps until the server itself says it has it; what works without scripts."""

from __future__ import annotations

import json
import re
from urllib.parse import parse_qs

from playwright.sync_api import Route, expect

from tests.browser.conftest import PHONE, Family, Server, Watch
from tests.browser.evening import Phone, go_online, link_paths, pick, table_of, write

NAMES = ["Ann", "Bo", "Cy", "Di"]
ROUND = {"points": [12, 5, 7, 9], "knocker": 1}
PORTAL = "<!doctype html><title>Guest Wi-Fi</title><h1>Log in to go on</h1>"
SCRIPTS = ("table", "page", "picker", "theme")


def a_phone(server: Family, watch: Watch, game: str) -> Phone:
    desk, event = table_of(server, watch, game=game, lines=NAMES)
    phone = Phone(watch.open(PHONE, touch=True), link_paths(desk, event)["t"][0])
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
        page.locator("[data-retry]:visible").click()
        while len(given) <= tries:
            page.wait_for_timeout(20)
    expect(banner).to_be_visible()
    page.unroute("**/report/")
    page.locator("[data-retry]:visible").click()
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
        text = json.dumps({"problem": "More is coming in than can be saved at once."})
        headers = {"Retry-After": "7", "Content-Type": "application/json"}
        route.fulfill(status=503, headers=headers, body=text)

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
    assert page.evaluate("window.pauses") == [7250, 7500]
    assert len(keys) == 3
    assert len(set(keys)) == 1


def test_a_phone_looks_again_when_it_is_told(server: Family, watch: Watch) -> None:
    """Later where the server says so, and later each time where it refuses or does not answer."""
    watch.expect_error("503", "ERR_FAILED", "htmx:afterRequest", "htmx:sendError")
    phone = a_phone(server, watch, "golf")
    page = phone.page
    answers: list[tuple[int, dict[str, str]]] = [
        (204, {"Retry-After": "20"}),
        (503, {"Retry-After": "8"}),
        (503, {}),
        (0, {}),
        (503, {"Retry-After": "40"}),
        (204, {"Retry-After": "4"}),
        (503, {"Retry-After": "nonsense"}),
    ]
    pauses = [20_000, 10_000, 20_000, 37_500, 50_000, 4_000, 10_000]
    paths: list[str] = []

    def answer(route: Route) -> None:
        status, headers = answers[min(len(paths), len(answers) - 1)]
        paths.append(route.request.url)
        if status:
            route.fulfill(status=status, headers=headers)
        else:
            route.abort()

    # Its clock goes a hundred times as fast, but for the time that it waits for an answer.
    page.evaluate("""() => {
        window.pauses = [];
        const later = window.setTimeout;
        window.setTimeout = (work, pause, ...more) => {
            if (work.name !== "look") return later(work, pause, ...more);
            window.pauses.push(pause);
            return later(work, pause === 19000 ? pause : pause / 100);
        };
        Math.random = () => 0.5;
    }""")
    page.route("**/state/?seen=*", answer)
    while page.evaluate("window.pauses.length") < 3 * len(pauses):
        page.wait_for_timeout(50)
    # Each look: what comes without it, what comes without its answer, what its answer says.
    assert page.evaluate("window.pauses")[: 3 * len(pauses)] == [
        pause for seconds in pauses for pause in (4_000, 19_000, seconds)
    ]
    page.unroute("**/state/?seen=*")
    phone.report(1, ROUND)
    expect(page.locator(".now h1")).to_contain_text("Round 2")


def test_the_answer_to_an_entry_shows_the_table(server: Family, watch: Watch) -> None:
    """Nothing is fetched after it, though it had to be sent again."""
    watch.expect_error("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "htmx:afterRequest")
    phone = a_phone(server, watch, "golf")
    page = phone.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/t/")[2]))

    def own() -> list[str]:
        """What was asked for, but for polls, which may come between, and what a pad fetches in
        advance."""
        urls = [url for url in asked if url and "?seen=" not in url and "/later/" not in url]
        return [url.split("/")[1] for url in urls]

    phone.report(1, ROUND)
    expect(page.locator(".now h1")).to_contain_text("Round 2")
    assert own() == ["report"]
    page.context.set_offline(True)
    phone.report(2, ROUND)
    banner = page.locator("#outbox")
    expect(banner).to_contain_text("Round 2")
    page.context.set_offline(False)  # it goes by itself
    expect(page.locator(".now h1")).to_contain_text("Round 3")
    expect(banner).to_be_hidden()
    assert set(own()) == {"report"}


SET = """
import json
from tests.tournaments import evening
from tournaments.access.services import ensure_links
event = evening.an_event_in("progressive", rounds=2, deals=3)
ensure_links(event)
evening.next_set(event)
token = event.links.get(kind="table", table_number=1).token
print(json.dumps({"event": event.pk, "token": token}))
"""
REPORTS = """
import json
from tournaments.models import Report
found = Report.objects.filter(table__seating__event={event}).order_by("pk")
print(json.dumps([[one.deal, one.revision, one.payload["tricks"]] for one in found]))
"""


def test_typed_hands_wait_one_after_the_other(standing_server: Server, watch: Watch) -> None:
    """All hands of a set without network: each is kept, and sent once, in their order."""
    watch.expect_error("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "Failed to load resource")
    document = json.loads(standing_server.run(SET))
    phone = Phone(watch.open(PHONE, touch=True), f"/t/{document['token']}/")
    phone.open()
    page, form = phone.page, phone.form.first
    keys: list[str] = []
    page.on(
        "request",
        lambda request: keys.extend(parse_qs(request.post_data or "").get("key", [])),
    )
    page.context.set_offline(True)
    opens, banner = page.locator("#entry > summary"), page.locator("#outbox")
    for hand, tricks in enumerate((3, 5, 2), 1):
        expect(opens).to_contain_text(f"Enter hand {hand}")
        opens.click()
        expect(page.locator("#entry h2")).to_contain_text(f"Hand {hand}")
        expect(form.locator("input[name=answer-tricks]")).to_have_value("")
        expect(form.locator("input:checked[name=answer-makers]")).to_have_count(0)
        pick(form, "makers", hand % 2)
        write(form, "answer-tricks", tricks)
        expect(form.locator("[data-submit]")).to_have_text(f"Save hand {hand}")
        form.locator("[data-submit]").click()
        expect(banner).to_contain_text(f"Hand {hand}")
    expect(opens).to_have_count(0)  # there are no more in this set
    expect(page.locator(".notice[role=status]:not(#outbox)")).to_contain_text(
        "It waits on this phone"
    )
    watch.axe_finds_nothing(page)
    go_online(page)
    expect(banner).to_be_hidden()
    expect(page.locator("#result-title")).to_have_text("Set 1 is over")
    data = json.loads(standing_server.run(REPORTS.format(event=document["event"])))
    assert data == [[1, 1, 3], [2, 1, 5], [3, 1, 2]]
    assert len(set(keys)) == 3


TAPPED = """
import json
from tests.tournaments import evening
from tournaments.access.services import ensure_links
event = evening.start(8)
ensure_links(event)
token = event.links.get(kind="table", table_number=1).token
print(json.dumps({"event": event.pk, "token": token}))
"""


def test_the_next_hand_is_asked_for_and_shown_on_the_table(
    standing_server: Server, watch: Watch
) -> None:
    """Without a network the banner pushes everything down; trump and the deal move on."""
    watch.expect_error("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "Failed to load resource")
    document = json.loads(standing_server.run(TAPPED))
    phone = Phone(watch.open({"width": 390, "height": 664}, touch=True), f"/t/{document['token']}/")
    phone.open()
    page = phone.page
    phone.cut_for_deal(1)
    phone.open_sheet()
    phone.key(8)
    phone.save()
    expect(page.locator(".now h1")).to_have_text("Hand 2 of 4")
    page.context.set_offline(True)
    phone.open_sheet()
    phone.key(6)
    phone.save()
    opens = page.locator("#entry > summary")
    expect(opens).to_have_text("Enter hand 3")
    expect(opens).to_be_in_viewport(ratio=0.95)
    watch.axe_finds_nothing(page)
    expect(page.locator(".now h1")).to_have_text("Hand 3 of 4")
    expect(page).to_have_title(re.compile(r"^Hand 3 of 4 · "))
    expect(page.locator(".now .steps .y")).to_have_count(2)
    expect(page.locator(".around .card-face")).to_have_text("KKing of clubs names trump")
    expect(page.locator(".around .at-3")).to_contain_text("deals")
    expect(page.locator(".around .at-0")).to_contain_text("leads the first trick")
    expect(page.locator(".around [data-deals], .around [data-leads]")).to_have_count(2)
    opens.click()
    expect(page.locator("#sheet-title")).to_have_text("Hand 3 of 4")
    expect(page.locator("[data-keys] button").first).to_be_in_viewport(ratio=1)
    page.locator("#entry [data-close]").click()
    go_online(page)
    expect(page.locator("#outbox")).to_be_hidden()
    expect(page.locator(".around .at-3")).to_contain_text("deals")


def test_what_the_server_refuses_for_good_leaves_the_outbox(server: Family, watch: Watch) -> None:
    """A withdrawn code would otherwise hold up everything behind it."""
    watch.expect_error("410", "htmx:responseError")
    desk, event = table_of(server, watch, game="golf", lines=NAMES)
    phone = Phone(watch.open(PHONE, touch=True), link_paths(desk, event)["t"][0])
    phone.open()
    desk.goto(f"{event}links/")
    table = desk.locator(".card", has=desk.get_by_role("heading", name="Table 1"))
    table.get_by_label("More about Table 1").click()
    table.get_by_role("button", name="Withdraw").click()
    phone.report(1, ROUND)
    expect(phone.page.locator(".notice.bad")).to_contain_text("Not accepted: Round 1")
    assert phone.page.evaluate("localStorage.outbox") == "[]"


def test_the_plain_form_works_whatever_script_is_missing(server: Family, watch: Watch) -> None:
    watch.expect_error("ERR_FAILED")
    path = a_phone(server, watch, "golf").path
    for number, script in enumerate(SCRIPTS, 1):
        page = watch.open(PHONE, touch=True)
        page.route(f"**/{script}.*.js", lambda route: route.abort())
        phone = Phone(page, path)
        phone.open()
        loses = number % len(NAMES)  # everybody in turn, so that nobody is out
        phone.report(number, {"points": [9 if place == loses else 5 for place in range(4)]})
        expect(page.locator(".now h1")).to_contain_text(f"Round {number + 1}")
