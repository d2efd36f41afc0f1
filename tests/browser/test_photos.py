"""An old score card on a phone: its photo, what is typed beside it, its evening in the records."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Family, Watch
from tests.browser.evening import sign_in
from tests.browser.test_old_cards import looks_well
from tests.tournaments.job_rows import a_picture

POINTS = ((120, 40), (85, 95), (60, 70))  # of each name by round


def photo(colour: str) -> dict[str, object]:
    picture = a_picture(size=(1200, 1600), colour=colour)
    return {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": picture}


def is_drawn(page: Page, name: str) -> bool:
    return bool(
        page.get_by_alt_text(name).evaluate("image => image.complete && image.naturalWidth")
    )


def test_from_the_photo_of_a_card_to_its_evening(server: Family, watch: Watch) -> None:
    watch.expect_error("422")
    page = watch.open(PHONE, touch=True)
    sign_in(page, server)
    page.goto("/people/cards/")
    page.get_by_role("link", name="Type one in from a photo").click()
    page.get_by_label("Names").fill("Karla\nTom + Rosa\nJonas")
    page.get_by_label("Game").select_option("five-hundreds")
    page.get_by_label("Date").fill("26.12.2003")
    page.get_by_label("What was it called?").fill("Cottage")
    page.get_by_label("Rounds").fill("2")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("alert")).to_contain_text("Choose a photo.")
    expect(page.get_by_label("Names")).to_have_value("Karla\nTom + Rosa\nJonas")
    page.get_by_label("Photo").set_input_files(photo("#f7f0de"))
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Cottage")
    for at, name in enumerate(("Karla", "Tom + Rosa", "Jonas")):
        for number, points in enumerate(POINTS[at], 1):
            page.get_by_label(f"Round {number}, {name}").fill(str(points))
    assert is_drawn(page, "A score card of the evening")
    page.get_by_label("Round 2, Jonas").focus()
    expect(page.get_by_alt_text("A score card of the evening")).to_be_in_viewport()
    looks_well(watch, page)
    page.get_by_role("button", name="Read the card").click()
    page.get_by_role("button", name="Import the evening").click()
    page.get_by_role("link", name="See the records").click()
    page.get_by_role("link", name="Cottage").first.click()
    expect(page.get_by_alt_text("A score card of the evening")).to_be_attached()
    looks_well(watch, page)
    page.get_by_role("link", name="Add or change").click()
    page.locator("#id_file").set_input_files(photo("#14523a"))
    page.locator("#id_caption").fill("Karla deals")
    page.get_by_role("button", name="Add the photo").click()
    page.get_by_alt_text("Karla deals").scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")
    assert is_drawn(page, "Karla deals")
    looks_well(watch, page)
    page.get_by_role("link", name="The evening", exact=True).click()
    expect(page.get_by_alt_text("Karla deals")).to_be_attached()
