"""Coming in without a scan: the host's phone by the code on the laptop, guests by six signs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, expect

from tests.browser.conftest import LAPTOP, PHONE, Watch
from tests.browser.evening import sign_in, table_of

if TYPE_CHECKING:
    from tests.browser.conftest import Family

PEOPLE = ("Ann", "Bo", "Cy", "Di")
SMALL = {"width": 320, "height": 568}


def test_the_host_goes_on_by_phone(server: Family, watch: Watch) -> None:
    watch.expect_error("403 (Forbidden)")
    laptop = watch.open(LAPTOP)
    sign_in(laptop, server)
    laptop.goto("/phone/")
    link = laptop.locator("[data-address]")
    expect(link).to_contain_text("/sign-in/")
    watch.axe_finds_nothing(laptop)
    address = link.inner_text()

    phone = watch.open(PHONE, touch=True)
    path = re.sub(r"^https?://[^/]+", "", address)
    phone.goto(path)  # and a preview of the link changes nothing
    phone.goto(path)
    watch.axe_finds_nothing(phone)
    phone.get_by_role("button", name="Sign in here").click()
    expect(phone).to_have_url(re.compile(r"/$"))
    assert phone.goto("/people/").status == 200  # type: ignore[union-attr]
    cookie = next(cookie for cookie in phone.context.cookies() if cookie["name"] == "sessionid")
    assert cookie["expires"] > 0
    expect(laptop.get_by_text("Your phone is signed in.")).to_be_visible()

    other = watch.open(PHONE, touch=True)
    other.goto(path)
    other.get_by_role("button", name="Sign in here").click()
    expect(other.get_by_role("alert")).to_contain_text("has been used already")


def test_the_page_that_opens_at_a_start_signs_in_by_itself(server: Family, watch: Watch) -> None:
    laptop = watch.open(LAPTOP)
    laptop.goto(server.sign_in_path() + "#sign-in")
    expect(laptop).to_have_url(re.compile(r"/$"))
    to_phone = laptop.get_by_role("link", name="Run the evening from your phone")
    expect(to_phone).to_be_visible()
    for size in (PHONE, {"width": 320, "height": 568}, {"width": 844, "height": 390}):
        phone = watch.open(size, touch=True)
        phone.context.add_cookies(laptop.context.cookies())
        phone.goto("/")
        expect(phone.get_by_role("link", name="A tournament")).to_be_visible()
        expect(phone.get_by_role("link", name="Run the evening from your phone")).to_be_hidden()


def test_a_guest_joins_by_six_signs(server: Family, watch: Watch) -> None:
    watch.expect_error("422", "403 (Forbidden)")
    desk, event = table_of(server, watch, game="hearts", lines=PEOPLE)
    desk.goto(f"{event}links/")
    signs = desk.locator(".code-card .join-code").inner_text()
    assert re.fullmatch(r"\w{3} \w{3}", signs)
    watch.axe_finds_nothing(desk)

    guest = watch.open(SMALL, touch=True)
    guest.goto("/join")
    field = guest.get_by_label("Code", exact=True)
    field.fill("i1l")
    expect(guest.get_by_role("button", name="Six to go")).to_be_disabled()
    field.press_sequentially(signs.lower().replace(" ", "")[:4])
    expect(guest.get_by_role("button", name="Two to go")).to_be_disabled()
    watch.axe_finds_nothing(guest)
    field.fill(signs)  # pasted, with its gap
    expect(guest.locator(".cells span").nth(5)).to_have_text(signs[-1])
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_role("heading", level=1)).to_have_text("You are in")
    watch.axe_finds_nothing(guest)
    assert guest.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # The page notices by itself that the host has opened the tables.
    desk.get_by_role("button", name="Open tables for 15 minutes").click()
    expect(desk.get_by_text("Tables too, until")).to_be_visible()
    pick = guest.get_by_role("button", name="Table 1")
    expect(pick).to_be_visible()
    watch.axe_finds_nothing(guest)
    pick.click()
    expect(guest).to_have_url(re.compile(r"/t/[\w-]{24}/$"))

    # A second browser looks on; signs of the past are refused, with a word on what to do.
    watcher = watch.open(PHONE, touch=True)
    watcher.goto("/")
    watcher.get_by_label("Code", exact=True).fill(signs)
    watcher.get_by_role("button", name="I just want to watch").click()
    expect(watcher.get_by_role("heading", level=1)).to_have_text("Where do I sit?")
    desk.goto(f"{event}links/")
    desk.locator(".code-card").get_by_role("button", name="New code").click()
    expect(desk.locator(".code-card .join-code")).not_to_have_text(signs)
    watcher.goto("/join/")
    watcher.get_by_label("Code", exact=True).fill(signs)
    watcher.get_by_role("button", name="Join").click()
    expect(watcher.get_by_role("alert")).to_contain_text("No evening has this code")
    watch.axe_finds_nothing(watcher)


def test_without_script_a_code_is_typed_all_the_same(
    server: Family, watch: Watch, browser: Browser
) -> None:
    desk, event = table_of(server, watch, game="hearts", lines=PEOPLE)
    desk.goto(f"{event}links/")
    signs = desk.locator(".code-card .join-code").inner_text()
    plain = browser.new_context(base_url=server.url, java_script_enabled=False)
    page = plain.new_page()
    page.goto("/join/")
    page.get_by_label("Code", exact=True).fill(signs.lower())
    page.get_by_role("button", name="I just want to watch").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Where do I sit?")
    page.get_by_role("link", name="Ann").click()
    expect(page.get_by_text("Table 1, Chair 1")).to_be_visible()
    plain.close()
