"""An evening of several games on a phone: made, played at two tables, watched by a guest."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, WALL, Family, Watch
from tests.browser.evening import pick, posted, write


def begin(page: Page, game: str, *names: str) -> None:
    page.get_by_role("searchbox").fill(game)
    page.locator(".tile", has=page.get_by_text(game, exact=True)).first.tap()
    expect(page.get_by_role("heading", name=f"{game}: who is playing?")).to_be_visible()
    for name in names:
        known = page.locator(".guest", has_text=name)
        if known.count():
            known.tap()
        else:
            page.get_by_label("Name", exact=True).fill(name)
            page.get_by_label("Name", exact=True).press("Enter")
    expect(page.locator("[data-sitting] .grow")).to_contain_text(list(names))
    page.get_by_role("button", name="Start").tap()
    expect(page.locator("ol.lines")).to_contain_text(names[0])


def hearts(page: Page, *taken: int) -> None:
    """The first round: how many hearts each has taken, and the queen by the first of them."""
    form = page.locator("form[data-entry]").first
    for place, number in enumerate(taken):
        write(form, f"answer-hearts-{place}", number)
    pick(form, "queen", 0)
    form.locator("[data-submit]").tap()
    expect(page.locator(".saved")).to_contain_text("Undo")


def finish(page: Page) -> None:
    page.wait_for_url("**/events/*/")
    posted(page, f"{urlsplit(page.url).path}close/", act="finish")


def line(page: Page, name: str) -> Locator:
    return page.locator(".overall > li", has_text=name)


def made(server: Family, watch: Watch) -> Page:
    page = watch.open(PHONE, touch=True)
    page.goto(server.sign_in_path())
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="A whole evening").tap()
    expect(page.get_by_role("heading", name="A whole evening")).to_be_visible()
    watch.axe_finds_nothing(page)
    page.get_by_label("What is it called?").fill("Gran is 80")
    page.get_by_role("button", name="Start the evening").tap()
    expect(
        page.get_by_text("The overall table starts when the first game is over.")
    ).to_be_visible()
    watch.axe_finds_nothing(page)
    return page


def test_two_tables_and_one_table_over_all(server: Family, watch: Watch) -> None:
    page = made(server, watch)
    evening = page.url
    page.get_by_role("link", name="Start a game").tap()
    begin(page, "Hearts", "Ann", "Bo", "Cy")
    hearts(page, 4, 9, 0)  # 17, 9 and 0: the fewest win
    page.locator("summary[aria-label=More]").tap()
    page.get_by_role("link", name="Another table").tap()
    page.get_by_role("searchbox").fill("Golf")
    page.locator(".tile", has_text="Golf").first.tap()
    expect(page.locator(".guest", has_text="already at a table")).to_have_count(3)
    page.get_by_role("link", name="Another game").tap()
    begin(page, "Hearts", "Di", "Eve", "Cy")
    page.goto(evening)
    games = page.locator(".evening-games > li")
    expect(games.nth(0)).to_contain_text("Cy 0, Bo 9, Ann 17")
    expect(games.nth(1)).to_contain_text("Round 1")
    expect(page.locator(".overall")).to_have_count(0)  # no game is over
    watch.axe_finds_nothing(page)
    guest = guest_of(page, watch)
    page.get_by_role("link", name="Hearts").nth(0).tap()
    finish(page)
    expect(line(guest, "Cy").locator(".total")).to_have_text("3", timeout=15_000)  # by itself
    expect(guest.locator("h1")).to_have_text("Cy leads the evening")
    expect(line(guest, "Di")).to_have_count(0)
    watch.axe_finds_nothing(guest)
    page.goto(evening)
    page.get_by_role("link", name="Hearts").nth(0).tap()
    page.get_by_role("link", name="Enter round 1").tap()
    hearts_at_the_desk(page)
    page.goto(evening)
    expect(line(page, "Cy").locator(".total")).to_have_text("3")
    expect(page.locator("#evening-head")).to_contain_text("one more is still being played")
    watch.axe_finds_nothing(page)
    page.get_by_role("link", name="Hearts").nth(0).tap()
    finish(page)
    page.goto(evening)
    expect(line(page, "Cy").locator(".total")).to_have_text("6")
    expect(page.locator("h1")).to_have_text("Cy wins the evening")
    wall = watch.open(WALL)
    wall.goto(guest.url)
    expect(line(wall, "Di")).to_be_visible()
    watch.axe_finds_nothing(wall)


def guest_of(page: Page, watch: Watch) -> Page:
    page.locator("summary", has_text="For guests and the big screen").tap()
    path = page.locator(".pass-on .address a").get_attribute("href") or ""
    guest = watch.open(PHONE, touch=True)
    guest.goto("/e/" + path.split("/e/")[1])
    expect(guest.locator(".evening-games")).to_contain_text("Ann")
    return guest


def hearts_at_the_desk(page: Page) -> None:
    form = page.locator("form", has=page.locator("input[name=answer-hearts-0]"))
    expect(form.locator("input[name=answer-hearts-0]")).to_be_visible()
    for place, number in enumerate((12, 1, 0)):
        write(form, f"answer-hearts-{place}", number)
    pick(form, "queen", 0)
    form.locator("button[type=submit], button:not([type])").last.tap()
    expect(page.locator("#main")).to_contain_text("25")
