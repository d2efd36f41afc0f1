"""A dispute is settled on a phone: Garby's tenth example, tapped card by card."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Family, Watch

# Garby, "Examples", the tenth: five players; a long turn that ends on four jacks.
TURN = "KS KC 6C 6H 6D 6S QS 8H 8D 3D 4D 4H AS AC AD AH JH JD JC JS"
HAND = "2S 2H 5S 9S"


def tap(page: Page, button: str, cards: str) -> None:
    page.get_by_role("button", name=button).click()
    for card in cards.split():
        page.locator(f'dialog [data-card="{card}"]').click()
    page.get_by_role("button", name="Use these").click()


def test_the_tenth_example_of_garby(server: Family, watch: Watch) -> None:
    page = watch.open(PHONE, touch=True)
    page.goto("/rules/garby-blackjack/")
    page.get_by_role("link", name="Is that allowed?").click()
    page.get_by_label("Who is playing").fill("Ann, Bo, Cy, Di, Eve")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Whose turn is it?")).to_be_visible()
    watch.axe_finds_nothing(page)
    page.get_by_role("button", name="Continue", exact=True).click()
    expect(page.locator(".settle-next")).to_have_text("Ann is next")
    watch.axe_finds_nothing(page)
    tap(page, "Tap the cards that were played", TURN)
    expect(page.locator(".verdict")).to_contain_text("That is allowed.")
    page.get_by_role("button", name="The turn ends here").click()
    expect(page.locator(".settle-next")).to_have_text("Di is next")
    expect(page.locator(".settle-due")).to_have_text("and draws 16 cards")
    watch.axe_finds_nothing(page)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.get_by_text("What could Di play?").click()
    tap(page, "Tap my cards", HAND)
    expect(page.locator(".settle-plays li")).to_have_count(1)
    expect(page.locator(".settle-plays li")).to_contain_text("2 of spades")
    watch.axe_finds_nothing(page)


def test_the_game_is_found_again_after_the_page_was_closed(server: Family, watch: Watch) -> None:
    page = watch.open(PHONE, touch=True)
    page.goto("/settle/crazy-eights/")
    page.get_by_label("Who is playing").fill("Ann, Bo")
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("The card on top of the pile", exact=True).fill("JP")
    page.get_by_role("button", name="Continue", exact=True).click()
    tap(page, "Tap the cards that were played", "2P")
    expect(page.locator(".settle-next")).to_have_text("Bo is next")
    page.goto("/settle/crazy-eights/")
    page.get_by_role("button", name="Carry on where this phone left off").click()
    expect(page.locator(".settle-next")).to_have_text("Bo is next")
    expect(page.locator(".settle-top")).to_contain_text(re.compile("2 of paper"))
