"""Tiles and dice tapped on a phone, and cards on the table less those in hand."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Family, Watch

SMALL = {"width": 320, "height": 568}


def test_tiles_of_the_set_are_tapped(server: Family, watch: Watch) -> None:
    page = watch.open(SMALL, touch=True)
    page.goto("/count/tiles/?of=12.12")
    page.get_by_role("button", name="Tap the tiles").click()
    expect(page.locator("#card-picker button[data-card]")).to_have_count(90)  # not the 12-12
    page.get_by_role("button", name="Tile 6-4", exact=True).click()
    page.get_by_role("button", name="Tile 12-11").click()
    expect(page.locator("[data-result]")).to_contain_text("The tiles have 33 pips")
    watch.axe_finds_nothing(page)
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL["width"]
    page.get_by_role("button", name="Tile 6-4", exact=True).click()
    expect(page.locator("[data-result]")).to_contain_text("The tiles have 23 pips")
    page.get_by_role("button", name="Use these").click()
    expect(page.locator("#id_cards")).to_have_value("12-11")


def test_dice_of_a_roll_are_added_to_the_turn(server: Family, watch: Watch) -> None:
    page = watch.open(SMALL, touch=True)
    page.goto("/count/dice/?of=0")
    # As in the form of a turn: the field takes the points, and holds those of the rolls before.
    button = page.locator("[data-picker]")
    button.evaluate("b => ['cards', 'submit', 'before'].forEach(k => delete b.dataset[k])")
    page.locator("#id_cards").fill("400")
    button.click()
    for die in (5, 5, 5, 2, 1):
        page.get_by_role("button", name=f"Die {die}", exact=True).click()
    expect(page.locator("[data-result]")).to_contain_text("Best on average: keep these")
    watch.axe_finds_nothing(page)
    page.locator("[data-result] [data-take]").first.click()
    expect(page.locator("#id_cards")).to_have_value("1000")
    button.click()
    expect(page.locator("[data-picked] button")).to_have_count(0)
    for die in (2, 3):
        page.get_by_role("button", name=f"Die {die}", exact=True).click()
    expect(page.locator("[data-result]")).to_contain_text("the turn is over")
    page.get_by_role("button", name="Use 0").click()
    expect(page.locator("#id_cards")).to_have_value("0")


def test_cards_on_the_table_count_and_those_in_hand_cost(server: Family, watch: Watch) -> None:
    page = watch.open(SMALL, touch=True)
    page.goto("/count/points/")
    button = page.locator("[data-picker]")
    button.evaluate("b => ['cards', 'submit', 'tableTarget'].forEach(k => delete b.dataset[k])")
    button.click()
    for card in ("KS", "KH", "KD"):
        page.locator(f'[data-card="{card}"]').click()
    expect(page.locator("[data-result]")).to_contain_text("On the table minus in hand: 30")
    page.get_by_role("button", name="In hand").click()
    page.locator('[data-card="4C"]').click()
    expect(page.locator("[data-result]")).to_contain_text("On the table minus in hand: 25")
    watch.axe_finds_nothing(page)
    page.get_by_role("button", name="Use 25").click()
    expect(page.locator("#id_cards")).to_have_value("25")
