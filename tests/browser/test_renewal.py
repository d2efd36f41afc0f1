"""What a page renews by itself takes nothing away: on every page that renews a part of it, the
answer is held back, and what is opened, focused, chosen and typed meanwhile stays."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.conftest import LAPTOP, PHONE, Family, Server, Watch
from tests.browser.evening import link_paths, posted, table_of
from tests.browser.evening import sign_in as sign_in_family
from tests.browser.every_page import FAMILIES, every_page
from tests.browser.test_every_page import sign_in

HEARTS = {f"answer-hearts-{at}": taken for at, taken in enumerate((0, 1, 2, 10))} | {
    "answer-queen": 3
}
HELD = 1500  # milliseconds that an answer is held back
KNOWN = ("v", "seen", "has", "mark")  # what a page has already

# The parts of a page that ask for something by themselves: the place of who asks, the part's id.
PARTS = """() => [...document.querySelectorAll("[hx-trigger]")]
    .map((element, at) => {
      const around = element.closest("[hx-target]");
      const target = around?.getAttribute("hx-target") ?? "this";
      const part = target === "this" ? around ?? element : document.querySelector(target);
      const swaps = element.closest("[hx-swap]")?.getAttribute("hx-swap") !== "none";
      return swaps && part?.id ? [at, part.id] : null;
    })
    .filter(Boolean)"""
ASK = """(at) => {
  const element = document.querySelectorAll("[hx-trigger]")[at];
  if (!element) return false; // it has asked once, for good
  element.setAttribute("hx-trigger", "probe");
  htmx.process(element);
  htmx.trigger(element, "probe");
  return true;
}"""
# Opens and closes every fold, and writes, ticks and chooses in every field, with what the page
# itself would ask about it held off; the last field keeps the focus and a selection.
ACT = """([id, fields]) => {
  const part = document.getElementById(id);
  const visible = (element) => element.getClientRects().length > 0;
  const LEFT = ["hidden", "submit", "button", "file", "date", "time"];
  const hold = (event) => event.target.matches("[data-theme-choice]") || event.stopPropagation();
  for (const kind of ["input", "change"]) part.addEventListener(kind, hold, true);
  const acts = [];
  for (const fold of part.querySelectorAll("details")) {
    if (fold.matches("[data-sheet]") || !visible(fold)) continue;
    fold.querySelector("summary").click();
    acts.push([fold, "open", fold.open]);
  }
  const all = [...part.querySelectorAll("input, select, textarea")].filter(visible);
  for (const input of fields ? all : []) {
    if (input.readOnly || input.disabled || LEFT.includes(input.type)) continue;
    if (input.type === "radio") {
      const last = all.filter((one) => one.name === input.name && one.form === input.form).at(-1);
      if (input !== last || input.checked) continue;
    }
    if (["radio", "checkbox"].includes(input.type)) {
      input.click();
      acts.push([input, "checked", input.checked]);
    } else if (input.matches("select")) {
      input.selectedIndex = input.options.length - 1;
      input.dispatchEvent(new Event("change", { bubbles: true }));
      acts.push([input, "value", input.value]);
    } else {
      input.focus();
      input.select();
      document.execCommand("insertText", false, input.type === "number" ? "3" : "Zoe");
      acts.push([input, "value", input.value]);
    }
  }
  if (document.activeElement === document.body) {
    [...part.querySelectorAll("summary, a, button")].filter(visible).at(-1)?.focus();
  }
  const focus = document.activeElement;
  let selection = null;
  try {
    focus.setSelectionRange(1, 2);
    selection = [1, 2];
  } catch {
    // a number has none
  }
  scrollBy(0, 40);
  window.acts = { acts, focus, selection, scroll: scrollY };
  return acts.length;
}"""
LOST = """() => {
  const { acts, focus, selection, scroll } = window.acts;
  const words = (element) =>
    `<${element.localName} ${element.id || element.name || element.textContent.trim()}>`;
  const value = (element, name) => (element.isConnected ? element[name] : "gone");
  const lost = acts
    .filter(([element, name, wanted]) => value(element, name) !== wanted)
    .map(([element, name, wanted]) =>
      `${name} of ${words(element)}: ${value(element, name)}, not ${wanted}`);
  if (document.activeElement !== focus) lost.push(`focus of ${words(focus)}`);
  if (selection && (focus.selectionStart !== 1 || focus.selectionEnd !== 2)) {
    lost.push(`selection in ${words(focus)}`);
  }
  if (Math.abs(scrollY - scroll) > 40) lost.push(`scrolled from ${scroll} to ${scrollY}`);
  const rest = document.querySelector('[id^="renewal:"]');
  if (rest) lost.push(`an id is left behind: ${rest.id}`);
  return lost;
}"""


def fetch_whole(route: Route) -> APIResponse:
    """The answer to whoever has nothing yet of a page."""
    address = urlsplit(route.request.url)
    query = [pair for pair in parse_qsl(address.query) if pair[0] not in KNOWN]
    return route.fetch(url=urlunsplit(address._replace(query=urlencode(query))))


def let_go(route: Route, part: str) -> bool:
    """Let an answer come that was held back, with something new at the top of that part, also
    where nothing has changed. Whether it has that part."""
    response = fetch_whole(route)
    start = re.compile(rf'(<[a-z]+\b[^>]*\bid="{part}"[^>]*>)')
    news = r'\1<b class="probe">News</b>'
    body, places = start.subn(news, response.text(), count=1)
    route.fulfill(response=response, body=body)
    return places > 0


def lost_on(page: Page, path: str, at: int, part: str) -> list[str] | None:
    """What a renewal of a part of an open page takes away; None if it was not renewed."""
    held: list[Route] = []
    page.route("**/*", lambda route: held.append(route) if is_part(route) else route.fallback())
    if not page.evaluate(ASK, at):
        page.unroute_all(behavior="ignoreErrors")
        return None
    # A phone whose owner is writing renews nothing (test_entry_keys).
    acts = page.evaluate(ACT, [part, part != "state"])
    page.wait_for_timeout(HELD)
    answered = [let_go(route, part) for route in held]
    if not any(answered):
        page.unroute_all(behavior="ignoreErrors")
        return None
    page.wait_for_selector(f"#{part} .probe", state="attached", timeout=5000)
    page.wait_for_timeout(100)  # settled
    lost: list[str] = page.evaluate(LOST)
    page.unroute_all(behavior="ignoreErrors")
    return [f"{path} #{part} ({acts} acts): {one}" for one in lost]


def is_part(route: Route) -> bool:
    return "hx-request" in route.request.headers


def parts_of(page: Page, path: str) -> list[tuple[int, str]]:
    """The parts of a page that are renewed: the place of who asks, and the id of each."""
    if "hx-trigger" not in page.request.get(path).text():
        return []
    page.goto(path)
    if not page.evaluate("'htmx' in window"):
        return []
    return [(at, part) for at, part in page.evaluate(PARTS)]


@pytest.mark.exhaustive(keep=("tricks", "house"))
@pytest.mark.parametrize("family", [*FAMILIES, "house", "door"])
def test_a_renewal_takes_nothing_away(
    watch: Watch, standing_server: Server, family: str, pytestconfig: pytest.Config
) -> None:
    path, visits = every_page(standing_server, [family])
    pages = {"host": sign_in(watch, path), "guest": watch.open(LAPTOP)}
    watch.expect_error("Failed to load resource", "htmx:")  # what is let go at the end of a page
    everything = bool(pytestconfig.getoption("exhaustive"))
    lost, seen, renewed = [], set(), 0
    for visit in visits:
        page = pages[visit.who]
        page_name = visit.path if everything else visit.name.split("-")[0]
        touched = False
        for at, part in parts_of(page, visit.path):
            kind = f"{page_name} {part} {at}"
            if kind in seen:
                continue
            seen.add(kind)
            if touched:
                page.goto(visit.path)
            touched = True
            found = lost_on(page, visit.path, at, part)
            renewed += found is not None
            lost += found or []
    assert not lost, "\n".join(lost)
    assert renewed or family == "door", "no page of this family renews a part of itself"


def held_answers(page: Page, target: str) -> list[Route]:
    """The answers for a part of a page, which are held back from now on."""
    held: list[Route] = []

    def take(route: Route) -> None:
        if route.request.headers.get("hx-target") == target:
            held.append(route)
        else:
            route.fallback()

    page.route("**/*", take)
    return held


def test_a_click_does_not_fall_into_a_renewal(server: Family, watch: Watch) -> None:
    """The list of games is renewed while a finger is on one of them."""
    page = watch.open(PHONE)
    sign_in_family(page, server)
    page.goto("/events/new/?game=hearts")
    held = held_answers(page, "games")
    with page.expect_request("**/events/new/*"):
        page.get_by_label("Names", exact=True).fill("Ann\nBo\nCy\nDi\nEve\nFlo\nGus\nHal")
    game = page.locator("#games .gc").nth(2)
    game.evaluate("game => game.scrollIntoView({ block: 'center' })")
    box = game.bounding_box()
    assert box
    name = game.locator("b").inner_text()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.wait_for_timeout(HELD)
    held[0].continue_()
    page.wait_for_timeout(500)
    page.unroute_all(behavior="ignoreErrors")
    page.mouse.up()
    expect(page.get_by_role("link", name=f"Rules of {name}")).to_be_visible()
    expect(page.locator("#games .gc:has(:checked)")).to_contain_text(name)


def test_the_title_of_the_tab_follows(server: Family, watch: Watch) -> None:
    """Of the desk and of a phone at a table, which both are renewed in parts."""
    desk, event = table_of(server, watch, game="hearts", lines=["Ann", "Bo", "Cy", "Di"])
    phone = watch.open(PHONE)
    phone.goto(link_paths(desk, event)["t"][0])
    desk.goto(event)
    before = {page: page.title() for page in (desk, phone)}
    for page in before:
        expect(page).to_have_title(re.compile("A night"))
    other = watch.open(LAPTOP)
    sign_in_family(other, server)
    report = f"{event}sets/1/tables/1/deals/1/report/"
    text = other.request.get(report).text()
    values = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', text))
    posted(other, report, **(values | HEARTS))
    expect(phone.locator("h1")).to_contain_text("2")
    for page, title in before.items():
        page.wait_for_function("title => document.title !== title", arg=title)


def test_an_answer_that_is_older_than_what_is_shown_is_dropped(
    server: Family, watch: Watch
) -> None:
    """The desk looks for news, the countdown is started, and only then the look is answered."""
    desk, event = table_of(server, watch, game="hearts", lines=["Ann", "Bo", "Cy", "Di"])
    desk.goto(event)
    looks: list[Route] = []

    def hold(route: Route) -> None:
        asks = route.request.headers.get("hx-target") == "desk" and route.request.method == "GET"
        looks.append(route) if asks else route.fallback()

    desk.route("**/*", hold)
    with desk.expect_request("**/*", timeout=5000):
        desk.evaluate("htmx.trigger('#desk', 'look')")
    desk.wait_for_function("document.querySelector('#desk.htmx-request') !== null")
    former = fetch_whole(looks[0])
    starts = desk.locator("#desk form:has([value=timer])")
    desk.locator("#desk details:has([value=timer]) > summary").click()
    starts.get_by_role("button", name="Start").click()
    stops = desk.locator("#desk form:has([value=no_timer])")
    expect(stops).to_be_attached()
    assert "no_timer" not in former.text()
    with desk.expect_response(lambda response: response.request.method == "GET"):
        looks[0].fulfill(response=former)
    desk.wait_for_timeout(500)
    expect(stops).to_be_attached()
    expect(starts).to_have_count(0)
    desk.unroute_all(behavior="ignoreErrors")
    # What is asked for from now on is shown again.
    with desk.expect_response(lambda response: response.request.method == "GET"):
        desk.evaluate("htmx.trigger('#desk', 'look')")
    expect(stops).to_be_attached()
