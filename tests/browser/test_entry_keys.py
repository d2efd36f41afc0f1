"""The keys at the thumb: on the first screen of the smallest phone, grey where a number cannot be,
and what follows filled in; one tap fills in a rare report; by a keyboard as well."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Family, Watch
from tests.browser.controls import COVERED, LARGE, resize
from tests.browser.evening import Phone, link_paths, table_of

NAMES = ["Rosa", "Hilde", "Emil", "Bartholomew Fotheringay-Smythe"]
SMALLEST = 320  # pixels across
# Whether every key is wholly on the screen, and large enough for a thumb.
KEYS = """() => [...document.querySelectorAll("[data-keys] button")].filter((key) => {
    const { top, bottom, left, right, width, height } = key.getBoundingClientRect();
    const fits = top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
    return !fits || Math.min(width, height) < 43.5;
}).map((key) => key.textContent)"""


def a_phone(server: Family, watch: Watch, game: str) -> Page:
    desk, event = table_of(server, watch, game=game, lines=NAMES)
    phone = Phone(watch.open(PHONE, touch=True, moving=True), link_paths(desk, event)["t"][0])
    phone.open()
    phone.open_sheet()
    return phone.page


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator("[data-keys] button").get_by_text(key, exact=True).click()


@pytest.mark.parametrize("game", ["hearts", "whist-tens", "oh-hell", "sweep", "five-hundreds"])
def test_all_keys_are_on_the_first_screen(server: Family, watch: Watch, game: str) -> None:
    page = a_phone(server, watch, game)
    page.set_viewport_size({"width": SMALLEST, "height": 568})
    page.reload()
    Phone(page, page.url).open_sheet()
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    expect(page.locator("[data-keys] button").first).to_be_visible()
    assert page.evaluate(KEYS) == []
    expect(page.locator("[data-submit]").first).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == SMALLEST
    watch.axe_finds_nothing(page)


@pytest.mark.parametrize("game", ["mexican-train", "hearts"])
def test_no_key_lies_over_another_with_large_letters(
    server: Family, watch: Watch, game: str
) -> None:
    page = a_phone(server, watch, game)
    page.locator("[data-submit].wanting").click()
    resize(page, LARGE)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.evaluate("dispatchEvent(new Event('resize'))")
    expect(page.locator("dialog.entry-sheet.cramped")).to_be_visible()
    assert page.evaluate(COVERED) == []


def test_what_follows_is_filled_in_and_what_cannot_be_is_grey(server: Family, watch: Watch) -> None:
    page = a_phone(server, watch, "hearts")
    left, save = page.locator(".left"), page.locator("[data-submit]")
    expect(left).to_have_text("13 of 13 hearts left")
    tap(page, "0", "9")
    expect(left).to_have_text("4 of 13 hearts left")
    expect(page.locator(".pips .no")).to_have_count(4)
    expect(save).to_have_text("4 hearts to go")
    expect(page.locator(".ask.on")).to_contain_text("Emil")
    expect(page.locator(".ask.on")).to_contain_text("how many hearts?")
    expect(page.locator(".ask", has_text="Bartholomew")).to_contain_text("gets what is left")
    for number in range(14):
        key = page.locator("[data-keys] button").get_by_text(str(number), exact=True)
        assert key.is_disabled() == (number > 4)
    watch.axe_finds_nothing(page)
    tap(page, "3")
    last = page.locator("input[name=answer-hearts-3]")
    expect(last).to_have_value("1")
    expect(left).to_have_text("All 13 accounted for")
    expect(save).to_have_text("One answer to go")
    expect(page.locator("[data-asked]")).to_have_text("Who took the queen of spades?")
    page.locator(".ask", has_text="Emil").locator(".name").click()
    page.get_by_role("button", name="Delete").click()
    expect(last).to_have_value("")
    tap(page, "4")  # all are told: nothing is left for the last one
    expect(last).to_have_value("0")
    page.locator("label.mark", has_text="Hilde").click()
    expect(save).to_have_text("Save round 1")
    save.click()
    expect(page.locator("#main")).to_contain_text("22")  # nine hearts and the queen


def test_a_rare_round_is_one_tap_and_is_not_asked_again(server: Family, watch: Watch) -> None:
    page = a_phone(server, watch, "hearts")
    page.get_by_text("Somebody took every heart and the queen").click()
    page.locator("[data-shortcut]").get_by_role("button", name="Emil").click()
    hearts = [page.locator(f"input[name=answer-hearts-{place}]") for place in range(4)]
    for place, field in enumerate(hearts):
        expect(field).to_have_value("13" if place == 2 else "0")
    watch.axe_finds_nothing(page)
    expect(page.locator("[data-submit]")).to_have_text("Save round 1")
    page.locator("[data-submit]").click()
    expect(page.locator("#main")).to_contain_text("26")


def test_nothing_is_saved_but_by_a_button_that_says_so(server: Family, watch: Watch) -> None:
    page = a_phone(server, watch, "sticks")
    button = page.locator("[data-submit]")
    expect(button).to_have_text("Save: nobody has anything")
    tap(page, "1")
    expect(button).to_have_text("Save round 1")
    page.locator("[data-keys] .key-back").click()
    page.locator("[data-turn]", has_text="Emil").click()
    expect(button).to_have_text("Save round 1")


def test_a_space_that_is_tapped_is_asked_about_in_the_tray(server: Family, watch: Watch) -> None:
    page = a_phone(server, watch, "rummoli")
    asked, keys = page.locator("[data-asked]"), page.locator("[data-keys] button")
    space = page.locator("[data-laid] [data-key]").nth(1)
    for width, height, name in ((320, 568, "Emil"), (800, 600, "Hilde")):
        page.set_viewport_size({"width": width, "height": height})
        space.scroll_into_view_if_needed()
        space.click()
        expect(asked).to_contain_text("J♦: who?")
        expect(keys).to_have_text([*NAMES, "Nobody"])
        keys.get_by_text(name).click()
        expect(space).to_have_attribute("aria-label", f"J♦: {name}")
        expect(asked).to_have_text("Who was out of cards first?")
        board, tray = page.locator("[data-laid] svg").bounding_box(), page.locator(".tray").first
        top = page.locator(".e-head").first.bounding_box()
        below = tray.bounding_box()
        assert board is not None
        assert top is not None
        assert below is not None
        assert board["height"] <= below["y"] - top["y"] - top["height"] + 1
    page.locator(".claim.given > legend").click()  # its line asks it again
    expect(asked).to_contain_text("J♦: who?")
    expect(keys.get_by_text("Hilde")).to_have_attribute("aria-pressed", "true")
    space.focus()
    page.keyboard.press("Enter")
    expect(keys.get_by_text("Hilde")).to_be_focused()
    keys.get_by_text("Hilde").press("Enter")  # taken back
    expect(space).to_have_attribute("aria-label", "J♦: nobody yet")


def test_what_is_missing_is_shown_before_anything_is_sent(server: Family, watch: Watch) -> None:
    page = a_phone(server, watch, "sweep")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.locator("label.mark", has_text="Rosa").click()
    expect(page.locator("input[name=answer-count-0]")).to_have_value("0")
    page.locator("[data-submit]").click()
    expect(page.locator(".ask.on")).to_contain_text("Hilde")
    assert "POST" not in sent
    tap(page, "2", "5", "→", "7")
    page.keyboard.press("Tab")
    page.locator("input[name=answer-count-3]").fill("30")
    expect(page.locator("input[name=answer-count-1]")).to_have_value("25")
    expect(page.locator("input[name=answer-count-2]")).to_have_value("7")
    page.locator("[data-submit]").click()
    expect(page.locator("#main")).to_contain_text("30")


def test_the_button_counts_who_has_no_count_and_has_not_gone_home(
    server: Family, watch: Watch
) -> None:
    page = a_phone(server, watch, "golf")
    button = page.locator("[data-submit]")
    expect(button).to_have_text("4 answers to go")
    tap(page, "1", "2", "→")
    expect(button).to_have_text("3 answers to go")
    page.locator("summary", has_text="Did somebody go home").click()
    page.locator("[data-field=went_home] label", has_text="Hilde").click()
    expect(button).to_have_text("2 answers to go")
    page.locator("summary", has_text="Cards").click()
    page.locator("[name=answer-grids-2]").fill("KS QH QD 7H 2S QS QC 7D")
    expect(button).to_have_text("One answer to go")
    page.locator("[name=answer-points-3]").fill("7")
    expect(button).to_have_text("Save round 1")


def test_the_button_counts_the_places_of_an_order(server: Family, watch: Watch) -> None:
    page = a_phone(server, watch, "extended-president")
    button = page.locator("[data-submit]")
    expect(button).to_have_text("4 answers to go")
    after = {"Emil": "3 answers to go", "Rosa": "2 answers to go", "Hilde": "Save round 1"}
    for name, words in after.items():
        page.locator("[data-turn]", has_text=name).click()
        expect(button).to_have_text(words)


def test_a_hand_is_thrown_in_or_a_side_is_named_and_asked_for_its_tricks(
    server: Family, watch: Watch
) -> None:
    page = a_phone(server, watch, "euchre")
    button = page.locator("[data-submit]")
    expect(button).to_have_text("One answer to go")
    tap(page, "Nobody: thrown in")
    expect(button).to_have_text("Save: thrown in")
    expect(page.locator("[data-asked]")).to_contain_text("Which side named trump?")  # no more
    page.locator("[data-field=makers] > [data-ask]").click()
    page.locator("[data-keys] button").first.click()
    expect(button).to_have_text("One answer to go")
    expect(page.locator("[data-asked]")).to_have_text(re.compile(" & .+: how many tricks\\?"))
    tap(page, "3")
    expect(button).to_have_text("Save round 1")


def test_a_keyboard_goes_through_it_without_a_tap(server: Family, watch: Watch) -> None:
    page = a_phone(server, watch, "hearts")
    page.locator("input[name=answer-hearts-0]").focus()
    page.keyboard.type("5")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    page.keyboard.type("2")
    expect(page.locator("input[name=answer-hearts-3]")).to_have_value("0")
    page.locator("input[name=answer-queen]").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("input[name=answer-queen]").nth(1)).to_be_checked()
    expect(page.locator("[data-submit]")).to_have_text("Save round 1")
    page.locator("[data-submit]").press("Enter")
    opens = page.locator("#entry > summary")
    expect(opens).to_have_text("Enter round 2")
    expect(opens).to_be_focused()
