"""A knockout of twelve people who all play on: six pairs, three sets, the bracket on page and
wall."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, SMALLEST, WALL, WITH_BARS, Family, Watch
from tests.browser.evening import create_event, finish_at_once, link_paths, posted, sign_in

NAMES = ["Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Łucja Nowak"]
GAME = "whist-tens"
WON = {"answer-tricks-0": 8, "answer-tricks-1": 5, "answer-tens-0": 4, "answer-tens-1": 0}
GAMES = (1, 2)  # of three: who wins both has won the match
SEMIFINALS = 2
TABLES = (2, 3, 2)  # of each set: two pairs have a bye; the fifth place is won in the second


def test_all_places_are_played_for(server: Family, watch: Watch) -> None:
    desk = watch.open(LAPTOP)
    sign_in(desk, server)
    values = {"name": "A night", "date": "2026-11-21", "game": GAME, "names": "\n".join(NAMES)}
    values |= {"format": "knockout", "option_deals": "1", "option_places": "all"}
    values |= {"option_best_of": "3"}
    event = create_event(desk, **values)
    show_next(desk, event)
    paths = link_paths(desk, event)
    wall = watch.open(WALL)
    wall.goto(paths["w"][0])
    guest = watch.open(WITH_BARS, touch=True)
    for number, tables in enumerate(TABLES, 1):
        if number > 1:
            show_next(desk, event)
            paths = link_paths(desk, event)
        for table in range(tables):
            path = paths["t"][table]
            for deal in GAMES:
                if (number, table, deal) == (SEMIFINALS, 1, GAMES[-1]):
                    look_at_semifinals(guest, paths["s"][0], watch)
                values = {"set": number, "deal": deal, "seen": 0, "key": f"{number}-{table}-{deal}"}
                posted(desk, f"{path}report/", **values, **WON)
    guest.set_viewport_size(SMALLEST)  # type: ignore[arg-type]
    look_at_bracket(guest, paths["s"][0], watch)
    expect(wall.locator("[data-slide=bracket-1]")).to_have_count(1, timeout=10_000)
    finish_at_once(desk, event, watch)
    desk.goto(f"{event}standings/")
    places = desk.locator("table.figures").first.locator("tbody tr td:first-child")
    expect(places).to_have_text([str(place) for place in range(1, 7)])
    whole = desk.get_by_role("region", name="The bracket")
    expect(whole.locator(".tree .drawing")).to_be_in_viewport()
    expect(whole.locator("summary").first).to_be_hidden()
    watch.axe_finds_nothing(desk)


def show_next(desk: Page, event: str) -> None:
    text = posted(desk, f"{event}draw/", act="draw").text()
    seating = re.search(r'name="seating" value="(\d+)"', text)
    assert seating is not None, text
    posted(desk, f"{event}draw/", act="publish", seating=seating.group(1))


def look_at_bracket(guest: Page, path: str, watch: Watch) -> None:
    """On a phone a bracket comes round by round: the final is open, the others are a tap away."""
    guest.goto(f"{path}standings/")
    for title in ("The bracket", "Places 5 and 6"):
        expect(guest.get_by_role("heading", name=title, exact=True)).to_be_visible()
    bracket = guest.get_by_role("region", name="The bracket")
    expect(bracket.locator("details[open] summary")).to_have_text("Set 3 · Final")
    final = bracket.locator("details[open] .drawing")
    expect(final.get_by_text("For third place", exact=True)).to_be_visible()
    first = bracket.locator("details", has_text="Set 1")
    expect(first.locator(".drawing")).to_be_hidden()
    first.locator("summary").click()
    expect(first.locator(".drawing")).to_be_in_viewport()
    expect(guest.get_by_text("2–0 in games").first).to_be_attached()
    assert guest.evaluate("document.documentElement.scrollWidth <= innerWidth")
    watch.axe_finds_nothing(guest)


def look_at_semifinals(guest: Page, path: str, watch: Watch) -> None:
    """The second semifinal goes on: the bracket opens there, says where and how its first game
    ended, and that its winner and its loser are awaited."""
    guest.goto(f"{path}standings/")
    bracket = guest.get_by_role("region", name="The bracket")
    semifinals = bracket.locator("details[open]")
    expect(semifinals.locator("summary")).to_have_text("Set 2 · Semifinals being played")
    expect(semifinals).to_be_in_viewport()
    expect(semifinals.get_by_text(re.compile(r"\d+ : \d+, game 2 at table 2"))).to_be_visible()
    final = bracket.locator("details", has_text="Set 3 · Final")
    final.locator("summary").click()
    for words in ("winner of table 2", "For third place", "loser of table 2"):
        expect(final.get_by_text(words, exact=True)).to_be_visible()
    assert guest.evaluate("document.documentElement.scrollWidth <= innerWidth")
    watch.axe_finds_nothing(guest)
