"""A hall of more people than a page holds: lists in pages, and only what has changed is renewed."""

from __future__ import annotations

import json
import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, PHONE, WALL, Server, Watch

if TYPE_CHECKING:
    from playwright.sync_api import Page

PEOPLE = 240
NARROW = {"width": 320, "height": 640}
FILL = f"""
import json
import re
from django.contrib.auth import get_user_model
from tests.benchmarks.big_drive import big_drive
from tests.tournaments.evening import host
from tournaments.wall.services import hide_standings
from tournaments.access.services import create_sign_in, ensure_links
from tournaments.models import Report
event = big_drive({PEOPLE}, sets=2)
event.live_standings = True
event.save()
hide_standings(event=event, actor=host(event), hidden=True)  # something to begin the log with
hide_standings(event=event, actor=host(event), hidden=False)
Report.objects.filter(table__seating__event=event, table__seating__set_number=2).delete()
ensure_links(event)
told = {{link.kind: link.token for link in event.links.exclude(kind="table")}}
told |= {{"event": event.pk, "signed": [create_sign_in(event.owner) for _ in range(9)]}}
told["entry"] = event.entries.get(name="Player 7").pk
print(json.dumps(told))
"""
RESULT = """
from tests.tournaments.evening import say, table
from tournaments.models import Event
event = Event.objects.get(pk={event})
say(table(event, {table}, 2), {deal}, {{"tricks": [7, 6]}})
"""


class Hall:
    """A large evening at the server that all share: each test reports at tables of its own."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.links: dict[str, Any] = json.loads(server.run(FILL))

    def result(self, table: int, deal: int) -> None:
        event = self.links["event"]
        self.server.run(RESULT.format(event=event, table=table, deal=deal))


@pytest.fixture(scope="module")
def hall(standing_server: Server) -> Hall:
    return Hall(standing_server)


def at_desk(hall: Hall, watch: Watch, size: dict[str, int]) -> Page:
    page = watch.open(size)
    page.goto(f"/sign-in/{hall.links['signed'].pop()}/")
    page.get_by_role("button").first.click()
    return page


def test_the_desk_renews_the_cards_that_changed(hall: Hall, watch: Watch) -> None:
    page = at_desk(hall, watch, LAPTOP)
    page.goto(f"/events/{hall.links['event']}/")
    expect(page.locator(".tcard")).to_have_count(PEOPLE // 4)
    page.evaluate(
        """() => {
          window.renewed = new Set();
          const note = ({ target }) => {
            const card = (target.parentElement ?? target).closest(".tcard");
            if (card) window.renewed.add(card.id);
          };
          const kinds = { childList: true, characterData: true, subtree: true };
          new MutationObserver((all) => all.forEach(note)).observe(document.body, kinds);
        }"""
    )
    hall.result(6, 1)
    changed = page.locator("#card-2-6")
    bar = changed.locator(".hand-bar")
    expect(bar).to_have_attribute("aria-label", "1 of 4 hands in", timeout=12_000)
    cards = "[...document.querySelectorAll('.tcard')]"
    assert page.evaluate("[...window.renewed]") == ["card-2-6"]
    assert page.evaluate(f"{cards}.every((one) => one.textContent.includes('Table'))")
    watch.axe_finds_nothing(page)
    for deal in (2, 3, 4):
        hall.result(6, deal)
    # A table that is done leads to its hands; what is accepted there shows at once at the desk.
    to_accept = page.get_by_role("link", name=re.compile(r"^Accept \d+ results$"))
    expect(to_accept).to_be_visible()
    changed.get_by_role("link", name="Look at Table 6").click()
    expect(page.get_by_role("heading", name="Table 6")).to_be_visible()
    page.go_back()
    to_accept.click()
    page.get_by_role("button", name="Accept").click()
    expect(page.locator(".tcard").first).to_be_visible()
    expect(to_accept).to_have_count(0)


def test_people_come_in_pages_and_open_when_asked(hall: Hall, watch: Watch) -> None:
    page = at_desk(hall, watch, PHONE)
    page.goto(f"/events/{hall.links['event']}/people/")
    expect(page.locator("li.person")).to_have_count(100)
    page.get_by_role("link", name="Next page").click()
    expect(page.locator("[aria-current=page]", has_text="2")).to_be_visible()
    page.get_by_role("searchbox").fill("player 101")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("li.person")).to_have_count(1)
    page.get_by_label("More about Player 101").click()
    name = page.get_by_label("Name of Player 101 this evening")
    name.fill("Gerald")
    watch.axe_finds_nothing(page)
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_label("More about Gerald")).to_be_visible()


def test_the_roll_call_stays_at_whoever_left(hall: Hall, watch: Watch) -> None:
    page = at_desk(hall, watch, NARROW)
    page.goto(f"/events/{hall.links['event']}/roll/?page=2")
    expect(page.locator(".roll > li")).to_have_count(100)
    name = page.locator(".roll > li .strong").nth(3).inner_text()
    page.get_by_role("button", name=f"{name} leaves", exact=True).click()
    expect(page.get_by_role("button", name=f"{name} is back", exact=True)).to_be_visible()
    expect(page.locator("[aria-current=page]", has_text="2")).to_be_visible()
    expect(page.locator(".roll > li.away")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    watch.axe_finds_nothing(page)
    page.get_by_role("button", name=f"{name} is back", exact=True).click()
    expect(page.get_by_text(f"{PEOPLE} of {PEOPLE} are here.")).to_be_visible()


def test_a_guest_finds_the_own_line(hall: Hall, watch: Watch) -> None:
    page = watch.open(NARROW)
    page.goto(f"/s/{hall.links['spectator']}/players/{hall.links['entry']}/")
    page.get_by_role("button", name="This is me").click()
    page.goto(f"/s/{hall.links['spectator']}/standings/?page=3")
    expect(page.locator("li[data-entry]")).to_have_count(PEOPLE - 200)
    watch.axe_finds_nothing(page)
    page.goto(f"/s/{hall.links['spectator']}/standings/")
    mine = page.locator(f"#entry-{hall.links['entry']}")
    page.get_by_role("link", name="My line").click()
    expect(mine).to_have_class("me")
    expect(mine).to_be_in_viewport()
    page.goto(f"/s/{hall.links['spectator']}/standings/?q=player+7")
    expect(page.locator("li[data-entry]").first).to_contain_text("Player 7")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    watch.axe_finds_nothing(page)


def test_the_wall_follows_but_not_breathlessly(hall: Hall, watch: Watch) -> None:
    page = watch.open(WALL)
    drawn: list[str] = []  # a look without news is answered with 204
    page.on(
        "response",
        lambda answer: (
            drawn.append(answer.url)
            if "/slides/" in answer.url and answer.status != HTTPStatus.NO_CONTENT
            else None
        ),
    )
    page.goto(f"/w/{hall.links['wall']}/")
    before = page.locator(".slides").get_attribute("data-version")
    assert before is not None
    for deal in (1, 2, 3, 4):
        hall.result(5, deal)
    expect(page.locator(".slides")).to_have_attribute("data-version", str(int(before) + 4))
    assert 1 <= len(drawn) <= 5
    watch.axe_finds_nothing(page)
