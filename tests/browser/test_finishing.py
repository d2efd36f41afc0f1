"""The end of an evening with a disputed hand, on small phones: what is asked stands first, and the
large button leads to what is to be settled."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import SMALLEST, WITH_BARS, Server, Watch

PLAYED = """
from tournaments.access.services import create_sign_in
from tests.tournaments.evening import host, play, start, table
from tournaments.reports import disputes
event = start(8)
play(event, 7)
event.refresh_from_db()
at = table(event, 2, 7)
disputes.note_dispute(event=event, actor=host(event), objector="G1", text="No.", table=at, deal=3)
print(event.pk, create_sign_in(event.owner))
"""


def test_a_dispute_takes_the_button(standing_server: Server, watch: Watch) -> None:
    event, token = standing_server.run(PLAYED).split()
    page = watch.open(WITH_BARS, touch=True)
    page.goto(f"/sign-in/{token}/")
    page.get_by_role("button", name="Sign in here").click()
    page.goto(f"/events/{event}/end/")
    expect(page.get_by_role("heading", level=1)).to_have_text("One result is disputed")
    for size in (WITH_BARS, SMALLEST):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        expect(page.get_by_text("How will you announce it?")).to_be_in_viewport()
        expect(page.get_by_role("link", name="Settle it", exact=True)).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    watch.axe_finds_nothing(page)
    results = page.locator(".open-results")
    expect(results).to_be_hidden()
    page.locator("summary", has_text="55 results are accepted with it").tap()
    expect(results).to_be_visible()
    watch.axe_finds_nothing(page)
    page.get_by_role("link", name="Settle it", exact=True).tap()
    expect(page).to_have_url(re.compile("/disputes/"))
    page.go_back()
    page.get_by_role("button", name="Finish without it").tap()
    expect(page).to_have_url(re.compile(r"/wall/|/results/|/winners/|/reveal/"))
