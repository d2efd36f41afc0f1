"""A set by the clock: the phone calls out when the bell rings, the deal in hand is played out even
without network, each table says which was its last, and points count for each deal."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, Server, Watch
from tests.browser.evening import Phone, pick, totals_on, write

FILL = """
import json
from datetime import timedelta
from django.utils import timezone
from tests.tournaments import evening
from tests.tournaments.evening import host, say, table
from tournaments.access.services import create_sign_in, ensure_links
from tournaments.models import Event
event = evening.an_event_in("progressive", rounds=2, deals=2, minutes=15)
ensure_links(event)
evening.next_set(event)
event.refresh_from_db()
for number in (1, 2):
    for deal in (1, 2):
        say(table(event, number), deal, {"makers": 0, "alone": False, "tricks": 3}, host(event))
links = [event.links.get(kind="table", table_number=number).token for number in (1, 2)]
found = {"event": event.pk, "signed": create_sign_in(event.owner), "tables": links}
Event.objects.filter(pk=event.pk).update(round_ends_at=timezone.now() + timedelta(seconds=6))
print(json.dumps(found))
"""


def test_the_bell_ends_a_set(standing_server: Server, watch: Watch) -> None:
    watch.expect_error("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "Failed to load resource")
    document = json.loads(standing_server.run(FILL))
    phones = [Phone(watch.open(PHONE, touch=True), f"/t/{token}/") for token in document["tables"]]
    for phone in phones:
        phone.open()
        rung = phone.page.locator(".bell.rung")
        expect(rung).to_contain_text("The bell has rung", timeout=12_000)
        watch.axe_finds_nothing(phone.page)
        assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # The one table has the third hand in its hands, and no network.
    first = phones[0].page
    first.context.set_offline(True)
    phones[0].open_sheet()
    form = phones[0].form.first
    pick(form, "makers", 1)
    write(form, "answer-tricks", 5)
    form.locator("[data-submit]").click()
    expect(first.locator("#outbox")).to_contain_text("Hand 3")
    first.context.set_offline(False)
    expect(first.locator("#outbox")).to_be_hidden()
    end(first, "Hand 3")
    end(phones[1].page, "Hand 2")

    desk = watch.open(LAPTOP)
    desk.goto(f"/sign-in/{document['signed']}/")
    desk.get_by_role("button").first.click()
    desk.goto(f"/events/{document['event']}/standings/")
    # 2 : 2 in three hands are 1.33 in two.
    assert sorted(totals_on(desk).values()) == [0, 0, 1, 1, 1, 1, 2, 2]
    desk.goto(f"/events/{document['event']}/")
    expect(desk.locator("#hero")).to_contain_text(
        "Set 1 · 1 of 2 tables done"
    )  # the one with the tie waits for its cut


def end(page: Page, last: str) -> None:
    """The table says which hand was its last."""
    page.get_by_role("button", name=f"{last} was our last").click()
    expect(page.locator(".bell h2")).to_contain_text(f"{last}: the last")
    expect(page.locator("#result-title")).to_have_text("Set 1 is over")
