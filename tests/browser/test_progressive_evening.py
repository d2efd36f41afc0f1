"""Progressive euchre: 22 entries, five tables, two sets; the winners go a table up.

One entry is two people who share a chair; a guest comes late. Hands are sent as the page would send
them.
"""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, Family, Watch
from tests.browser.evening import (
    Phone,
    create_event,
    engine_totals,
    link_paths,
    open_wall,
    posted,
    sign_in,
    totals_on,
)

PEOPLE = [f"Guest {number}" for number in range(1, 22)]
SHARED = "David + Sarah"
LATE = "Late Lou"
NEW = {"game": "euchre", "format": "progressive", "name": "Euchre", "date": "2026-11-21"}
OPTIONS = {"option_rounds": 2, "option_deals": 2, "option_moves": "up", "option_target": 10}
TABLES = 5


def test_winners_go_up_and_everybody_sees_where(server: Family, watch: Watch) -> None:
    desk = watch.open(LAPTOP)
    event = begun(desk, server, watch)
    paths = link_paths(desk, event)
    phone = Phone(watch.open(PHONE, touch=True), paths["t"][1])
    play(phone, paths["t"], 1, watch)
    look_at_the_ladder(desk, event, watch)
    posted(desk, f"{event}roll/late/", name=LATE)
    going = winners_at(desk, event, 2)
    start_next_set(desk, event, watch)
    head = desk.locator(".ladder li").first.inner_text() + desk.locator(".aside").inner_text()
    assert all(re.search(rf"\b{re.escape(name)}\b", head) for name in going)  # or they sit out
    play(phone, paths["t"], 2, watch)
    desk.goto(f"{event}standings/")
    shown = totals_on(desk)
    assert shown == engine_totals(desk, event, server.folder)
    assert {SHARED, LATE} < set(shown)


def begun(desk: Page, server: Family, watch: Watch) -> str:
    sign_in(desk, server)
    event = create_event(desk, **NEW, **OPTIONS, names="\n".join([*PEOPLE, SHARED]), act="go")
    desk.goto(f"{event}draw/")
    watch.axe_finds_nothing(desk)
    desk.get_by_role("button", name="Start set 1").click()
    expect(desk.get_by_text("Print the cards")).to_be_visible()
    desk.goto(event)
    expect(desk.locator(".tcard")).to_have_count(TABLES)
    return event


def play(phone: Phone, tables: list[str], number: int, watch: Watch) -> None:
    """Two hands at each table: North and South win at odd tables, East and West at even ones."""
    phone.open()
    for table, path in enumerate(tables, 1):
        for hand in (1, 2):
            report = {"makers": 1 - table % 2, "tricks": 2 + hand}
            Phone(phone.page, path).send(number, hand, report)
    phone.open()
    expect(phone.page.locator("#result-title")).to_be_visible()
    watch.axe_finds_nothing(phone.page)


def look_at_the_ladder(desk: Page, event: str, watch: Watch) -> None:
    for page in ("", "standings/"):
        desk.goto(f"{event}{page}")
        desk.locator(".ladder > summary").click()
        expect(desk.locator(".ladder li")).to_have_count(TABLES)
        expect(desk.locator(".ladder li").first).to_contain_text(f"to table {TABLES}")
        watch.axe_finds_nothing(desk)
    wall = open_wall(desk, event, watch)
    expect(wall.locator("[data-slide^=ladder] .table")).to_have_count(TABLES)
    wall.close()


def winners_at(desk: Page, event: str, table: int) -> list[str]:
    desk.goto(event)
    desk.locator(".ladder > summary").click()
    names = desk.locator(".ladder li").nth(table - 1).locator("strong").inner_text()
    return names.split(" and ")


def start_next_set(desk: Page, event: str, watch: Watch) -> None:
    desk.goto(event)
    desk.locator("#hero form button").click()
    watch.axe_finds_nothing(desk)
    desk.get_by_role("button", name="Start set 2").click()
    expect(desk.locator("#hero")).to_contain_text("Set 2")
    desk.locator(".ladder > summary").click()
