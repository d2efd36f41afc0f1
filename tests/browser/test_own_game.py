"""A game of a family's own on one phone: declared, its picture seen, two rounds of it played."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, Family, Watch
from tests.browser.evening import Phone, engine_totals, totals_on

ROUNDS = (
    {"out": 1, "points": [10, 0, 25]},
    {"out": 0, "points": [0, 5, 15]},
)
SMALL = {"width": 320, "height": 640}


def test_declare_a_game_and_play_two_rounds(server: Family, watch: Watch) -> None:
    page = watch.open(PHONE, touch=True)
    page.goto(server.sign_in_path())
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="All games").click()
    page.get_by_role("link", name="A game of your own").click()
    watch.axe_finds_nothing(page)
    page.get_by_role("link", name="Add a game").click()
    declare(page, watch)
    refused_where_it_is_wrong(page, watch)
    page.get_by_role("button", name="Save the game").click()
    expect(page.get_by_text("The game is on your shelf.")).to_be_visible()
    expect(page.get_by_role("heading", name="Grandpa’s Rummy", level=1)).to_be_visible()
    watch.axe_finds_nothing(page)
    page.get_by_role("link", name="Play", exact=True).click()
    for name in ("Ann", "Bo", "Łucja"):
        page.get_by_label("Name", exact=True).press_sequentially(name)
        page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Start with 3").click()
    phone = Phone(page, re.sub(r"^https?://[^/]+|\?.*$", "", page.url))
    for number, told in enumerate(ROUNDS, 1):
        phone.open()
        phone.report(number, {"who_went_out": str(told["out"]), "points_left": told["points"]})
        phone.expect_saved()
    expect(phone.form.locator("input[name=deal]").first).to_have_value(str(len(ROUNDS) + 1))
    at_the_desk(server, watch, page)


def declare(page: Page, watch: Watch) -> None:
    """Two questions; the picture follows what is typed."""
    preview = page.locator("#preview")
    page.get_by_label("What is it called?").fill("Grandpa’s Rummy")
    first = page.locator(".question-card").first
    first.get_by_label("What is asked?").fill("Who went out?")
    first.get_by_label("What kind of answer?").select_option("player:table")
    first.get_by_label("Worth").fill("")
    expect(preview.get_by_text("nobody would ever score")).to_be_visible()
    page.get_by_role("button", name="Add a question").click()
    second = page.locator(".question-card").nth(1)
    second.get_by_label("What is asked?").fill("Points left")
    second.get_by_label("To", exact=True).fill("50")
    page.get_by_label("Does the player who goes out collect").select_option("1")
    page.get_by_label("Which question says what they hold?").select_option("2")
    page.get_by_label("Who deals next?").select_option("1")
    expect(preview.get_by_role("heading", name="The sheet")).to_be_visible()
    expect(preview.locator("input[name=answer-points_left-0]")).to_be_attached()
    watch.axe_finds_nothing(page)


def refused_where_it_is_wrong(page: Page, watch: Watch) -> None:
    """What is missing far up comes into sight and is read out."""
    watch.expect_error("422")
    name = page.get_by_label("What is it called?")
    name.fill("")
    page.get_by_role("button", name="Save the game").click()
    problem = page.locator("#editor .problem").first
    expect(problem).to_be_in_viewport()
    expect(name).to_be_focused()
    expect(name).to_have_accessible_description(re.compile("Give the game a name"))
    name.fill("Grandpa’s Rummy")


def at_the_desk(server: Family, watch: Watch, phone: Page) -> None:
    """What was played counts the same at the desk and in the exported file."""
    desk = watch.open(LAPTOP)
    desk.context.add_cookies(phone.context.cookies())
    link = phone.locator("a[href^='/events/']", has_text="Desk").first
    event = link.get_attribute("href") or ""
    assert re.fullmatch(r"/events/\d+/", event)
    desk.goto(f"{event}standings/")
    assert totals_on(desk) == {"Ann": 20, "Bo": 35, "Łucja": 0}
    assert engine_totals(desk, event, server.folder) == {"Ann": 20, "Bo": 35, "Łucja": 0}
    for size in (LAPTOP, SMALL):
        desk.set_viewport_size(size)
        for name in ("own-games/", "own-games/house-grandpas-rummy/edit/", "house-rules/new/",
                     "own-games/house-grandpas-rummy/", "events/new/"):  # fmt: skip
            desk.goto(f"/{name}")
            watch.axe_finds_nothing(desk)
            wide = desk.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{name} is {wide} pixels too wide"
