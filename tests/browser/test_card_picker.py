"""Cards tapped on a phone, counted as they are tapped, and used as the answer."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Family, Watch
from tournaments.report_forms.inputs import ways

SMALL = {"width": 320, "height": 568}


def tap(page: Page, cards: str) -> None:
    for card in cards.split():
        page.locator(f'[data-card="{card}"]').click()


def open_picker(page: Page, kind: str) -> None:
    page.goto(f"/count/{kind}/")
    page.get_by_role("button", name="Tap the cards").click()


def test_melds_are_found_while_cards_are_tapped(server: Family, watch: Watch) -> None:
    watch.expect_error("422")  # two of the other’s cards are no meld yet, if nobody taps that fast
    page = watch.open(SMALL, touch=True)
    open_picker(page, "gin")
    result, picked = page.locator("[data-result]"), page.locator("[data-picked] button")
    tap(page, "AS 2S 3S KD 9H")
    expect(result).to_contain_text("19 left over")
    watch.axe_finds_nothing(page)
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL["width"]
    picked.get_by_text("9").click()
    expect(result).to_contain_text("10 left over")
    expect(page.locator('[data-card="9H"]')).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="The other’s melds").click()
    tap(page, "QD JD 10D")
    expect(result).to_contain_text("Nothing left over")
    expect(page.locator('[data-card="KD"]')).to_be_disabled()
    page.get_by_role("button", name="Use these").click()
    expect(page.locator("#id_cards")).to_have_value("AS 2S 3S KD")
    expect(page.locator(".counted-sum")).to_have_text("Nothing left over")


def test_a_number_is_used_and_the_keyboard_is_enough(server: Family, watch: Watch) -> None:
    page = watch.open(SMALL)
    page.goto("/count/gin/")
    # As in the form of a round: the field takes the number, not the cards.
    button = page.locator("[data-picker]")
    button.evaluate("b => ['cards', 'submit', 'tableTarget'].forEach(k => delete b.dataset[k])")
    button.press("Enter")
    page.locator('[data-card="QS"]').press("Space")
    page.locator('[data-card="4H"]').press("Enter")
    use = page.get_by_role("button", name="Use 14")
    expect(page.get_by_role("button", name="The other’s melds")).to_be_hidden()
    use.press("Enter")
    expect(page.locator("#id_cards")).to_have_value("14")
    expect(button).to_be_focused()
    button.press("Enter")
    expect(page.locator("[data-picked] button")).to_have_count(2)  # kept, so a slip can be mended
    page.locator("#id_cards").evaluate("field => { field.dataset.max = 20 }")
    tap(page, "KH")
    expect(page.get_by_role("button", name="24 cannot be entered here")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(page.locator("#card-picker")).to_be_hidden()


def test_a_grid_is_filled_place_by_place(server: Family, watch: Watch) -> None:
    page = watch.open(SMALL, touch=True)
    open_picker(page, "golf")
    result, places = page.locator("[data-result]"), page.locator("[data-picked] button")
    tap(page, "KS QH QD 7H 2S QS QC")
    expect(result).to_contain_text("7 of 8 cards")
    tap(page, "7D")
    expect(result).to_contain_text("The grid counts −8")
    watch.axe_finds_nothing(page)
    places.nth(0).click()
    expect(places.nth(0)).to_have_attribute("aria-label", "Row 1, place 1: empty")
    tap(page, "2H")
    expect(result).to_contain_text("The grid counts −10")
    page.get_by_role("button", name="Use these").click()
    expect(page.locator("#id_cards")).to_have_value("2H QH QD 7H / 2S QS QC 7D")


def test_without_a_network_the_number_can_still_be_typed(server: Family, watch: Watch) -> None:
    watch.expect_error("ERR_INTERNET_DISCONNECTED")
    page = watch.open(SMALL, touch=True)
    open_picker(page, "gin")
    page.context.set_offline(True)
    tap(page, "QS")
    expect(page.locator("[data-result]")).to_contain_text("There is no network")
    page.get_by_role("button", name="Close").click()
    page.locator("#id_cards").fill("QS 4H")
    page.context.set_offline(False)
    page.get_by_role("button", name="Count", exact=True).click()
    expect(page.locator(".counted-sum")).to_have_text("14 left over")


def test_the_extended_deck_has_faces_for_its_special_cards(server: Family, watch: Watch) -> None:
    """66 cards on the smallest phone; a joker counts as the lowest card that is not there."""
    page = watch.open(SMALL, touch=True)
    [way] = [way for way in ways() if way.slug == "extended-crazy-eights"]
    page.goto(f"/count/cards/?{way.query}")
    page.get_by_role("button", name="Tap the cards").click()
    keys = page.locator("[data-deck] [data-card]")
    expect(keys).to_have_count(65)  # the jokers have one key
    for name in ("draw of hearts", "reverse of spades", "skip of clubs"):
        expect(page.get_by_role("button", name=name, exact=True).locator("svg")).to_have_count(1)
    tap(page, "DRH 8S JK")
    expect(page.locator("[data-result]")).to_contain_text("The cards count 61")
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL["width"]
    sizes = keys.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(sizes) >= 44
    watch.axe_finds_nothing(page)
    page.get_by_role("button", name="skip of diamonds").press("Enter")
    expect(page.locator("[data-result]")).to_contain_text("The cards count 71")
    page.get_by_role("button", name="Use these").click()
    expect(page.locator("#id_cards")).to_have_value("DRH 8S JK SKD")
    expect(page.locator(".counted-sum")).to_have_text("The cards count 71")


def test_books_are_tapped_by_their_ranks(server: Family, watch: Watch) -> None:
    page = watch.open(SMALL, touch=True)
    page.goto("/count/ranks/")
    page.locator("[data-picker]").click()
    tap(page, "A 10 SK")
    expect(page.locator("[data-result]")).to_contain_text("Books: 3")
    tap(page, "10")
    expect(page.locator("[data-result]")).to_contain_text("Books: 2")
