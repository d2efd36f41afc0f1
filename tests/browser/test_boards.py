"""Reading a board on the smallest phones: every total is seen, nothing is pushed out of sight, and
what is tapped tells how it came about."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Server, Watch

SMALL = {"width": 320, "height": 640}
NAMES = (
    "Maximiliane Schwarzenberger",
    "Bartholomew Featherstonehaugh",
    "Wilhelmina van der Bergstraaten",
    "Christopher Alexander Montgomery",
    "Anastasia Konstantinopoulou",
    "Bo",
    "Ann Baker",
    "Ann Cole",
    "Þórður Jónsson",
    "山田 太郎",
    "Venkatasubramanian",
    "Łucja Nowak",
)
# Two, six and twelve people; sides of partners; coins; chips and their board; rounds with names;
# eight whose rounds hold remarks and large numbers.
BOARDS = {
    "five-hundreds": 2,
    "sweep": 6,
    "golf": 12,
    "rummoli": 6,
    "extended-bridge": 4,
    "ten-dime-rummy": 5,
    "mexican-train": 8,
    "thirty-one": 8,
    "ten-thousand": 8,
}
LINES_OF_WORDS = ("golf",)  # of twelve people no table fits a phone
FILL = f"""
import json
from tests.tournaments.board_evening import long_evening
from tournaments.access.services import ensure_links
found = {{}}
for slug, people in {BOARDS!r}.items():
    event = long_evening(slug, {{}}, 4, people={NAMES!r}[:people])
    ensure_links(event)
    found[slug] = event.links.get(kind="table", table_number=1).token
print(json.dumps(found))
"""
# Names, totals and cells that stick out of what they stand in, or out of the screen. The link of a
# round is wider than its number, for a finger.
CLIPPED = """[...document.querySelectorAll(
  ".lines :is(.name, .total, .gain, .sub), .rounds :is(th:not(:has(a)), td)")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1
    || one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => `${one.className} ${one.textContent}`)"""


@pytest.fixture(scope="module")
def tokens(standing_server: Server) -> dict[str, str]:
    document: dict[str, str] = json.loads(standing_server.run(FILL))
    return document


def test_two_to_twelve_people_are_read_without_scrolling_sideways(
    watch: Watch, tokens: dict[str, str]
) -> None:
    page = watch.open(SMALL, touch=True)
    for slug, token in tokens.items():
        page.goto(f"/t/{token}/")
        lines = page.locator("ol.lines > li")
        sides = 2 if slug == "extended-bridge" else BOARDS[slug]
        expect(lines).to_have_count(sides)
        names = "\n".join(page.locator("ol.lines .name").locator("visible=true").all_inner_texts())
        assert [name for name in NAMES[: BOARDS[slug]] if name not in names] == []
        for total in page.locator("ol.lines .total").all_inner_texts():
            assert re.fullmatch(r"−?\d+|out", total.split("\n")[0].strip())
        page.locator("#rounds > summary").tap()
        watch.axe_finds_nothing(page)
        for size in (SMALL, PHONE):
            page.set_viewport_size(size)
            assert page.evaluate(CLIPPED) == [], (slug, size)
            shown = page.locator("#rounds .rounds").evaluate("(it) => getComputedStyle(it).display")
            assert shown == ("block" if slug in LINES_OF_WORDS else "table"), (slug, size)
            assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
        page.set_viewport_size(SMALL)


def test_a_total_that_is_tapped_tells_how_it_came_about(
    watch: Watch, tokens: dict[str, str]
) -> None:
    page = watch.open(SMALL, touch=True)
    page.goto(f"/t/{tokens['sweep']}/")
    page.locator("ol.lines .total").first.tap()
    sheet = page.locator("dialog#why")
    expect(sheet).to_be_visible()
    expect(sheet.locator("h2")).to_contain_text(leader(page))
    expect(sheet.locator("h3").first).to_have_text("Round 4")  # the newest first
    assert "/rules/" in (sheet.locator("a").first.get_attribute("href") or "")
    watch.axe_finds_nothing(page)
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_be_hidden()


def leader(page: Page) -> str:
    return page.locator("ol.lines .name").first.inner_text().strip().split("\n")[0]


def test_lines_stand_by_seat_as_this_device_remembers(watch: Watch, tokens: dict[str, str]) -> None:
    page = watch.open(SMALL, touch=True)
    page.goto(f"/t/{tokens['sweep']}/")
    by_score = page.locator("ol.lines .name").all_inner_texts()
    page.get_by_role("button", name="By seat").tap()
    names = page.locator("ol.lines .name")
    expect(names.first).to_contain_text(NAMES[0])
    expect(names.last).to_contain_text(NAMES[5])
    page.reload()
    expect(names.first).to_contain_text(NAMES[0])
    page.get_by_role("button", name="By score").tap()
    assert page.locator("ol.lines .name").all_inner_texts() == by_score


# What the server sends after an entry, in small: the first has gained, and is the last now.
NEWS = """() => {
  document.dispatchEvent(new Event("phone:leaving"));
  const list = document.querySelector("ol.lines"), first = list.firstElementChild;
  const total = first.querySelector(".total"), now = Number(total.dataset.value) + 40;
  total.dataset.value = now;
  total.firstChild.data = String(now);
  list.append(first);
  for (const row of list.children) delete row.dataset.at;
  document.dispatchEvent(new Event("phone:placed"));
  const moves = list.getAnimations({ subtree: true });
  return [now, moves.filter((one) => !(one instanceof CSSTransition)).length];
}"""


def test_totals_count_up_and_lines_change_places(watch: Watch, tokens: dict[str, str]) -> None:
    page = watch.open(SMALL, touch=True, moving=True)
    page.goto(f"/t/{tokens['sweep']}/")
    total = page.locator("ol.lines > li").first.locator(".total")
    before = int(total.inner_text().split("\n")[0])
    now, moving = page.evaluate(NEWS)
    assert moving == 6  # every line goes to another place
    last = page.locator("ol.lines > li").last.locator(".total")
    assert before <= int(last.inner_text().split("\n")[0]) <= now
    expect(last).to_contain_text(str(now))
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    assert page.evaluate(NEWS)[1] == 0  # all stands at once
