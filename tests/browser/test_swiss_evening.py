"""Swiss of thirty pairs: somebody leaves, the partner waits, and equals are seated with equals."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, PHONE, Server, Watch

PEOPLE = 60
FILL = f"""
import json
from random import Random
from django.urls import reverse
from tests.tournaments import evening
from tests.tournaments.evening import host, say, table
from tournaments.access.services import create_sign_in, ensure_links
event = evening.an_event_in("swiss", {PEOPLE}, rounds=3, deals=1)
ensure_links(event)
chance = Random(1)
for number in (1, 2):
    evening.next_set(event, seed=number)
    for at in range(1, {PEOPLE} // 4 + 1):
        hand = {{"makers": chance.randrange(2), "alone": False, "tricks": chance.randrange(6)}}
        say(table(event, at), 1, hand, host(event))
found = {{"event": event.pk, "signed": create_sign_in(event.owner)}}
link = event.links.get(kind="spectator")
found["guest"] = reverse("spectator_standings", args=[link.token])
print(json.dumps(found))
"""


def test_equals_meet_and_whoever_is_left_waits(standing_server: Server, watch: Watch) -> None:
    document = json.loads(standing_server.run(FILL))
    event = f"/events/{document['event']}/"
    page = watch.open(LAPTOP)
    page.goto(f"/sign-in/{document['signed']}/")
    page.get_by_role("button").first.click()
    page.goto(f"{event}roll/")
    page.get_by_role("button", name="P7 leaves", exact=True).click()
    expect(page.get_by_role("button", name="P7 is back", exact=True)).to_be_visible()

    page.goto(f"{event}draw/")
    page.get_by_role("button", name="Draw the next set").click()
    expect(page.get_by_text("Nobody can see this yet")).to_be_visible()
    # The partner waits; of the pairs, odd without them, one more sits out.
    expect(page.get_by_text("Waiting for a partner.")).to_have_count(1)
    expect(page.get_by_text("Has not sat out yet.")).to_have_count(2)
    watch.axe_finds_nothing(page)
    page.get_by_role("button", name="Start set 3 with these seats").click()
    page.goto(event)
    expect(page.locator(".tcard")).to_have_count(PEOPLE // 4 - 1)

    guest = watch.open(PHONE)
    guest.goto(document["guest"])
    expect(guest.get_by_text("P0 with P1", exact=True)).to_be_visible()
    assert guest.evaluate("document.documentElement.scrollWidth <= innerWidth")
    watch.axe_finds_nothing(guest)
