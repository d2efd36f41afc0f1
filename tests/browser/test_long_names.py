"""Long names stay in their cards, and ⋯ stays in its line, on every width of a screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Family, Watch
from tests.browser.evening import link_paths, table_of

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
        found += [f"{path} at {width} px: {one}" for one in words]
    return found


@pytest.mark.parametrize("game", ["hearts", "euchre"])
def test_long_names_stay_in_their_cards(server: Family, watch: Watch, game: str) -> None:
    desk, event = table_of(server, watch, game=game, lines=NAMES)
    links = link_paths(desk)
    wrong = []
    for room in ("", "people/", "draw/", "standings/", "sets/1/tables/1/"):
        wrong += wrong_on(desk, event + room)
    for path in (links["t"][0], *links["s"], f"{links['s'][0]}seats/"):
        wrong += wrong_on(desk, path)
    assert not wrong, "\n".join(wrong)
