"""Hearts by a schedule: 17 people at tables of three and four, two sets; nobody meets twice.

On the way: a guest who comes late, so that another table has five, and a correction of the first
set with its consequences told first. Hands are sent as the page would send them.
"""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, Family, Watch
from tests.browser.evening import (
    Phone,
    correct,
    create_event,
    engine_totals,
    finish_at_once,
    link_paths,
    open_wall,
    posted,
    preview,
    sign_in,
    totals_on,
)

PEOPLE = [f"Guest {number}" for number in range(1, 18)]
LATE = "Late Lou"
NEW = {"game": "hearts", "format": "meetings", "name": "Hearts", "date": "2026-11-21"}
OPTIONS = {
    "option_rounds": 2,
    "option_deals": 1,
    "option_size": 4,
    "option_target": 200,
    "option_carry": "points",  # tables of three and four would propose how many are beaten
}
SIZES = ((4, 4, 3, 3, 3), (4, 4, 4, 3, 3))


def test_a_schedule_with_a_late_guest_and_a_correction(server: Family, watch: Watch) -> None:
    desk = watch.open(LAPTOP)
    event = begun(desk, server, watch)
    paths = link_paths(desk, event)
    phone = Phone(watch.open(PHONE, touch=True), paths["t"][0])
    play(phone, paths["t"], 1, watch)
    come_late(desk, event, watch)
    start_next_set(desk, event, watch)
    play(phone, paths["t"], 2, watch)
    mend_the_first_set(desk, event, server, watch)
    desk.goto(f"{event}standings/")
    watch.axe_finds_nothing(desk)
    shown = totals_on(desk)
    assert shown == engine_totals(desk, event, server.folder)
    assert set(shown) == {*PEOPLE, LATE}
    best = min(shown, key=lambda name: shown[name])
    assert best != LATE  # the set that was missed counts as sat out
    wall = open_wall(desk, event, watch)
    finish_at_once(desk, event, watch)
    expect(desk.locator("body")).to_contain_text(best)
    expect(wall.locator("[data-slide=winners]")).to_contain_text(best, timeout=10_000)
    for kind in ("standings", "certificates"):
        assert desk.request.get(f"{event}print/{kind}.pdf").body().startswith(b"%PDF")


def begun(desk: Page, server: Family, watch: Watch) -> str:
    """The evening with its first seats shown; the event's path."""
    sign_in(desk, server)
    event = create_event(desk, **NEW, **OPTIONS, names="\n".join(PEOPLE), act="go")
    desk.goto(f"{event}draw/")
    expect(desk.locator("body")).to_contain_text("Nobody meets anybody twice")
    watch.axe_finds_nothing(desk)
    desk.get_by_role("button", name="Start set 1").click()
    expect(desk.get_by_role("link", name="Go to the desk")).to_be_visible()
    return event


def play(phone: Phone, tables: list[str], number: int, watch: Watch) -> None:
    """Everybody deals once; in each hand somebody else of a table takes all but a heart."""
    phone.open()
    for path, size in zip(tables, SIZES[number - 1], strict=True):
        for hand in range(1, size + 1):
            hearts = [0] * size
            hearts[hand - 1], hearts[hand % size] = 12, 1
            report = {"hearts": hearts, "queen": hand % size}
            Phone(phone.page, path).send(number, hand, report)
    phone.open()
    watch.axe_finds_nothing(phone.page)


def come_late(desk: Page, event: str, watch: Watch) -> None:
    """A guest for the second set; the rounds left are made anew."""
    desk.goto(f"{event}roll/")
    watch.axe_finds_nothing(desk)
    posted(desk, f"{event}roll/late/", name=LATE, late_as_sit_out="on")
    desk.goto(f"{event}roll/")
    expect(desk.locator("#main")).to_contain_text(LATE)


def start_next_set(desk: Page, event: str, watch: Watch) -> None:
    """Draw and show the second set: three tables of four now."""
    desk.goto(event)
    desk.locator("#hero form button").click()
    start = desk.get_by_role("button", name="Start set 2")
    expect(start).to_be_visible(timeout=60_000)  # the page of the search, before, leads on to it
    watch.axe_finds_nothing(desk)
    start.click()
    expect(desk.locator("#hero")).to_contain_text("Set 2")
    expect(desk.locator(".tcard")).to_have_count(len(SIZES[1]))


def mend_the_first_set(desk: Page, event: str, server: Family, watch: Watch) -> None:
    """The queen of the first hand of table 2 was with somebody else; seats that are shown stay."""
    before = engine_totals(desk, event, server.folder)
    desk.goto(f"{event}sets/1/tables/2/deals/1/report/")
    desk.locator("#report label.pick:has(input[name=answer-queen][value='3'])").click()
    preview(desk, "13")
    watch.axe_finds_nothing(desk)
    correct(desk, "The queen was with West")
    after = engine_totals(desk, event, server.folder)
    changed = sorted(after[name] - before[name] for name in after if after[name] != before[name])
    assert changed == [-13, 13]
