"""Seats that have to be searched: the page shows how far it is, and then the seats by itself."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from tests.browser.conftest import PHONE, Family, Watch
from tests.browser.evening import create_event, sign_in
from tournaments.seating.searches import LARGE

PEOPLE = [f"Guest {number}" for number in range(1, 53)]
NEW = {"game": "euchre", "format": "individual", "name": "Euchre", "date": "2026-11-21"}


def test_the_page_waits_for_its_seats(server: Family, watch: Watch) -> None:
    desk = watch.open(PHONE)
    sign_in(desk, server)
    event = create_event(desk, **NEW, names="\n".join(PEOPLE), option_rounds=12)
    desk.goto(f"{event}draw/")
    desk.get_by_role("button", name="Draw the seats").click()
    bar = desk.get_by_role("progressbar", name="Looking for the best seats")
    expect(bar).to_have_attribute("value", re.compile(r"[1-9]\d*"))
    start = desk.get_by_role("button", name="Start set 1 with these seats")
    expect(start).to_be_visible(timeout=60_000)
    expect(desk.get_by_text(re.compile("^Nobody (meets|has)"))).to_be_visible()
    watch.axe_finds_nothing(desk)


def test_large_seats_are_drawn_beside_the_page(server: Family, watch: Watch) -> None:
    """More people than are seated within a request: rehearsed, drawn, and neither page is left."""
    desk = watch.open(PHONE)
    sign_in(desk, server)
    names = "\n".join(f"Guest {number}" for number in range(LARGE + 1))
    event = create_event(desk, **{**NEW, "format": "progressive"}, names=names)
    desk.goto(f"{event}rehearse/")
    expect(desk.get_by_role("progressbar", name="Seating the whole evening")).to_be_visible()
    expect(desk.get_by_role("heading", name="Set by set")).to_be_visible(timeout=60_000)
    desk.goto(f"{event}draw/")

    def hold(_look: Route) -> None:
        """Without an answer the page with the progress stays until axe has seen it."""

    desk.route("**/draw/search/", hold)
    desk.get_by_role("button", name="Draw the seats").click()
    expect(desk.get_by_role("progressbar", name="Looking for the best seats")).to_be_visible()
    watch.axe_finds_nothing(desk)
    desk.unroute_all(behavior="ignoreErrors")  # answers what was held, and the page goes on
    start = desk.get_by_role("button", name="Start set 1 with these seats")
    expect(start).to_be_visible(timeout=30_000)
