"""Long names stay in their cards, and ⋯ stays in its line, on every width of a screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, Family, Watch
from tests.browser.evening import create_event, link_paths, sign_in, table_of

WIDTHS = (320, 390, 640, 800, 1024, 1280)
NAMES = (
    "Ελένη Παπαδοπούλου",
    "Κωνσταντίνος Παπαδόπουλος",
    "Wolfeschlegelsteinhausenbergerdorff",
    "Maria-Magdalena von und zu Hohenlohe-Waldenburg",
    "Александра Константинопольская",
    "Bartholomew Fotheringay-Smythe",
    "Þórður Guðmundsson",
    "Zoë van der Berg",
)
ROLES = {  # names that are too wide for a chair beside the card, as they would be without it
    "L": (
        "Siobhán Featherstone",
        "María del Carmen Ruiz",
        "Björk Guðmundsdó",
        "Анна Шевченковская",
    ),
    "G": ("Rajesh Krishnamur", "Barth Fotheringay", "Max Hohenlohe-Langen", "Zoltán Krasznahorka"),
}
# Words that reach beyond the card, the chair or the page that they stand in.
OUTSIDE = """() => {
  const BOXES = ".seat, .card, .tcard, .pick, .chair, .person, .board-card, .paper, main";
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement } = walker.currentNode;
    const hidden = parentElement.closest(".visually-hidden, .menu, dialog, svg, .table-wrap");
    const box = parentElement.closest(BOXES);
    const words = walker.currentNode.data.trim();
    if (!words || hidden || !box || !parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const outer = box.getBoundingClientRect();
    for (const inner of range.getClientRects()) {
      const sticksOut = inner.left < outer.left - 1 || inner.right > outer.right + 1;
      if (inner.width && sticksOut) {
        found.push(`${words} of .${parentElement.className} sticks out of .${box.className}`);
        break;
      }
    }
  }
  for (const seat of document.querySelectorAll(".seat, .pick")) {
    const card = seat.parentElement.closest(".card, .tcard, main")?.getBoundingClientRect();
    const own = seat.getBoundingClientRect();
    if (own.width && (own.left < card.left - 1 || own.right > card.right + 1)) {
      found.push(`the box of ${seat.textContent.trim()} leaves its card`);
    }
  }
  for (const seat of document.querySelectorAll(".around:has(.card-face) .seat")) {
    const card = seat.closest(".around").querySelector(".card-face").getBoundingClientRect();
    const own = seat.getBoundingClientRect();
    const wide = Math.min(own.right, card.right) - Math.max(own.left, card.left);
    const high = Math.min(own.bottom, card.bottom) - Math.max(own.top, card.top);
    if (wide > 1 && high > 1) found.push(`${seat.textContent.trim()} lies over the card`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("wider than the screen");
  return found;
}"""
# Every ⋯ stands beside what it belongs to: its middle is within the height of its neighbour.
DROPPED = """() => [
      ...document.querySelectorAll(".more > summary, .person > .tap, .person-more > summary"),
    ]
    .filter((dots) => dots.getClientRects().length)
    .filter((dots) => {
      const holder = dots.matches("summary") ? dots.parentElement : dots;
      const beside = [...holder.parentElement.children].find(
        (one) => one !== holder && one.getClientRects().length && one.textContent.trim());
      if (!beside) return false;
      const own = dots.getBoundingClientRect();
      const { top, bottom } = beside.getBoundingClientRect();
      const middle = (own.top + own.bottom) / 2;
      return middle < top || middle > bottom;
    })
    .map((dots) => `⋯ below ${dots.closest("li, .nav, .topbar")?.textContent.trim()}`)"""


def wrong_on(page: Page, path: str) -> list[str]:
    page.goto(path)
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        words = page.evaluate(OUTSIDE) + page.evaluate(DROPPED)
        found += [f"{path} at {width} px: {word}" for word in words]
    return found


def test_no_chair_lies_over_the_trump_card(server: Family, watch: Watch) -> None:
    desk = watch.open(LAPTOP)
    sign_in(desk, server)
    lines = [f"{name}, {role}" for role, names in ROLES.items() for name in names]
    event = create_event(
        desk,
        act="go",
        name="Drive",
        date="2026-11-20",
        game="court-whist",
        names="\n".join(lines),
    )
    desk.goto(f"{event}draw/")
    desk.get_by_role("button", name="Start").first.click()
    wrong = []
    for path in link_paths(desk, event)["t"]:
        wrong += wrong_on(desk, path)
        expect(desk.locator(".around .card-face")).to_be_visible()
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", ["hearts", "euchre"])
def test_long_names_stay_in_their_cards(server: Family, watch: Watch, game: str) -> None:
    desk, event = table_of(server, watch, game=game, lines=NAMES)
    links = link_paths(desk, event)
    wrong = []
    for room in ("", "people/", "draw/", "standings/", "sets/1/tables/1/"):
        wrong += wrong_on(desk, event + room)
    for path in (links["t"][0], *links["s"], f"{links['s'][0]}seats/"):
        wrong += wrong_on(desk, path)
    assert not wrong, "\n".join(wrong)
