"""Oh Hell! on one phone: bids before the hand, tricks after it, each looked at before it is saved;
rounds called by their cards."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALLEST, WITH_BARS, Family, Watch
from tests.browser.evening import (
    Phone,
    engine_totals,
    link_paths,
    table_of,
    totals_on,
)

NAMES = ["Ann", "Bo", "Łucja Nowak", "Maximilian-Alexander von und zu Hohenberg"]
BIDS = [[2, 3, 2, 4], [1, 0, 4, 3], [0, 5, 2, 0]]
TRICKS = [[2, 3, 2, 3], [2, 0, 4, 3], [0, 5, 1, 2]]
TOTALS = [[12, 13, 12, 0], [12, 23, 26, 13], [22, 38, 26, 13]]


def test_bids_then_tricks_on_one_phone(server: Family, watch: Watch) -> None:
    desk, event = table_of(server, watch, game="oh-hell", lines=NAMES)
    phone = Phone(watch.open(WITH_BARS, touch=True), link_paths(desk, event)["t"][0])
    phone.open()
    for number, (bids, tricks, totals) in enumerate(zip(BIDS, TRICKS, TOTALS, strict=True), 1):
        play(phone, number, bids, tricks, watch)
        phone.page.set_viewport_size(SMALLEST)  # type: ignore[arg-type]
        expect(phone.page.locator("ol.lines")).to_contain_text(str(totals[1]))
        desk.goto(f"{event}standings/")
        assert totals_on(desk) == dict(zip(NAMES, totals, strict=True))
    refused_bids(phone, watch)
    desk.goto(f"{event}standings/")
    assert totals_on(desk) == engine_totals(desk, event, server.folder)


def play(phone: Phone, number: int, bids: list[int], tricks: list[int], watch: Watch) -> None:
    """One round: the bids count nothing and ask for no yes; the tricks do."""
    page = phone.page
    called = f"Round {number}: {11 - number} cards"
    opens, save = page.locator("#entry > summary"), page.locator("#entry [data-submit]")
    expect(opens).to_have_text(f"Enter the bids of round {number}")
    opens.tap()
    expect(page.locator("#sheet-title")).to_have_text(called)
    expect(page.locator("fieldset[data-needed]:not([data-told]) legend")).to_have_text("Bid")
    keys(page, bids[:-1])
    expect(save).to_have_text("One answer to go")
    keys(page, bids[-1:])
    expect(page.locator("[data-asked]")).to_contain_text(f"{sum(bids)} in all")
    expect(page.locator("[data-keys]")).to_be_hidden()
    expect(save).to_have_text("Save the bids")
    save.tap()
    between(page, number, bids)
    if number == 1:
        watch.axe_finds_nothing(page)
        page.get_by_role("link", name="Change the bids").tap()
        expect(page.locator("input[name=answer-bid-0]")).to_have_value(str(bids[0]))
        save.tap()
        between(page, number, bids)
    opens.tap()
    expect(page.locator("fieldset[data-needed]:not([data-told]) legend")).to_have_text("Tricks")
    expect(page.locator("#sheet-title")).to_have_text(called)
    for bid in map(str, bids):
        expect(page.locator(".ask .note", has_text=f"Bid {bid}").first).to_be_visible()
    if number == 1:
        watch.axe_finds_nothing(page)
    keys(page, tricks[:-1])
    expect(page.locator(f"input[name=answer-tricks-{len(NAMES) - 1}]")).to_have_value(
        str(tricks[-1])
    )
    expect(page.locator(".saved", has_text=f"Round {number}:")).to_have_count(0)
    save.tap()
    expect(page.locator(".saved", has_text=f"Round {number}:")).to_be_visible()
    phone.expect_saved()
    if number == 1:
        watch.axe_finds_nothing(page)


def between(page: Page, number: int, bids: list[int]) -> None:
    """The bids are saved: they stand in everybody's line while the hand is played."""
    expect(page.locator(".now h1")).to_have_text(f"Round {number} is being played")
    gains = page.locator("ol.lines > li .gain")
    assert sorted(gains.all_inner_texts()) == sorted(f"bid {bid}" for bid in bids)
    expect(page.locator(".saved", has_text="The bids are saved.")).to_be_visible()
    expect(page.locator("#entry > summary")).to_have_text(f"Enter the tricks of round {number}")


def keys(page: Page, numbers: list[int]) -> None:
    for number in numbers:
        page.locator("[data-keys] button").get_by_text(str(number), exact=True).click()


def refused_bids(phone: Phone, watch: Watch) -> None:
    """Bids that add up to the cards are sent back, with the reason in sight."""
    watch.expect_error("422", "htmx:responseError")
    phone.open_sheet()
    keys(phone.page, [1, 2, 3])
    closed = phone.page.locator("[data-keys] button").get_by_text("1", exact=True)
    expect(closed).to_be_disabled()  # 1 would make them 7
    phone.page.locator("input[name=answer-bid-3]").fill("1")
    phone.page.locator("[data-submit]").click()
    wrong = phone.page.locator(".report .problem").first
    expect(wrong).to_contain_text("The bids add up to 7")
    expect(phone.page.locator("input[name=answer-bid-0]")).to_be_focused()
    expect(wrong).to_be_in_viewport()
    watch.axe_finds_nothing(phone.page)
    phone.page.locator("input[name=answer-bid-3]").fill("2")
    phone.page.locator("[data-submit]").click()
    expect(phone.page.locator(".now h1")).to_have_text("Round 4 is being played")
