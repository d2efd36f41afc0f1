"""The end of a game on one phone: who won, play again by one tap, share the picture, copy the link;
and names in any script."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, SMALLEST, WITH_BARS, Server, Watch

NAMES = ("Rosa", "Bartholomew Fotheringay-Smythe", "Γιώργος Παπαδόπουλος", "Анатолий Шевченко")
GAME = """
import json, uuid
from django.contrib.auth import get_user_model
from tournaments.access.permissions import link_actor
from tournaments.events.opening import begin
from tournaments.models import Table
from tournaments.people.names import ParsedName
from tournaments.reports.services import save_report
from tournaments.reports.submission import Submission
owner = get_user_model().objects.order_by("pk").first()
people = [ParsedName(name, "", None, 0) for name in {names}]
link = begin(owner=owner, key="hearts", people=people)
table = Table.objects.select_related("seating__event").get(seating__event=link.event)
for deal in range(1, 9):
    payload = {{"hearts": [0, 1, 2, 10], "queen": 3}}
    if deal == 2:
        payload = {{"hearts": [3, 0, 5, 5], "queen": 1}}
    try:
        save_report(table, deal, Submission(link_actor(link), uuid.uuid4().hex, payload))
    except Exception:
        break
print(json.dumps(link.token))
"""
# A phone whose share sheet takes pictures, and one whose browser has none (plain http).
SHEET = """
window.shared = [];
navigator.canShare = (what) => Boolean(what.files && what.files.length);
navigator.share = async (what) => { window.shared.push({
  title: what.title, text: what.text, url: what.url, name: what.files[0].name,
  bytes: [...new Uint8Array(await what.files[0].arrayBuffer())] }); };
"""
ON_ITS_SIDE = {"width": 844, "height": 390}
SMALLEST_NAME = """() => Math.min(...[...document.querySelectorAll(".podium .who")].map(
  (name) => Number.parseFloat(getComputedStyle(name).fontSize)))"""
NO_SHEET = "delete Navigator.prototype.share; delete Navigator.prototype.canShare;"


@pytest.fixture
def token(standing_server: Server) -> str:
    return str(json.loads(standing_server.run(GAME.format(names=repr(NAMES)))))


def ended(watch: Watch, token: str, script: str = "") -> Page:
    page = watch.open(PHONE, touch=True, moving=True, only_once=True)
    if script:
        page.add_init_script(script)
    page.goto(f"/t/{token}/")
    expect(page.get_by_role("heading", name="Rosa wins!")).to_be_visible()
    return page


def picture_of(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    assert (image.format, image.size) == ("PNG", (1200, 630))
    return image


def test_who_won_stands_on_felt_and_one_tap_plays_again(watch: Watch, token: str) -> None:
    page = ended(watch, token)
    expect(page.locator(".podium .p1")).to_contain_text("Rosa")
    expect(page.get_by_text("The turn of the game")).to_be_visible()
    watch.axe_finds_nothing(page)
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{wide} px at {width}"
        assert page.evaluate(SMALLEST_NAME) >= 12, f"at {width}"
    again = page.get_by_role("button", name="Play again")
    for size in (SMALLEST, WITH_BARS, ON_ITS_SIDE):
        page.set_viewport_size(size)
        expect(again, f"at {size}").to_be_in_viewport(ratio=1)
    page.set_viewport_size(PHONE)
    again.tap()
    page.wait_for_url("**/t/*/?deal=1")
    assert token not in page.url
    expect(page.locator("ol.lines")).to_contain_text("Rosa")
    page.goto(f"/t/{token}/")
    expect(page.get_by_role("link", name="On to the next game")).to_be_visible()


def test_the_share_sheet_gets_the_picture(watch: Watch, token: str) -> None:
    page = ended(watch, token, SHEET)
    page.get_by_role("button", name="Share picture").tap()
    sheets: list[Any] = []
    while not sheets:
        page.wait_for_timeout(100)
        sheets = page.evaluate("window.shared")
    [sheet] = sheets
    assert (sheet["title"], sheet["name"]) == ("Rosa wins!", "hearts.png")
    assert "/won/" in sheet["url"]
    image = picture_of(bytes(sheet["bytes"]))
    assert len(image.convert("RGB").getcolors(1 << 20) or [1] * 1000) > 100
    visit = watch.open(LAPTOP)
    visit.goto(sheet["url"].partition("/won/")[1] + sheet["url"].partition("/won/")[2])
    expect(visit.get_by_role("heading", name="Rosa wins!")).to_be_visible()
    watch.axe_finds_nothing(visit)


def test_without_a_sheet_the_picture_is_saved_and_the_link_is_there(
    watch: Watch, token: str
) -> None:
    page = ended(watch, token, NO_SHEET)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Share picture").tap()
    assert saved.value.suggested_filename == "hearts.png"
    picture_of(saved.value.path().read_bytes())
    expect(page.get_by_text("The picture is saved.")).to_be_visible()
    assert "/won/" in page.locator("[data-address]").input_value()
    page.get_by_role("button", name="Copy link").tap()
    expect(page.locator("[data-said]")).not_to_be_empty()
    watch.axe_finds_nothing(page)


def test_names_of_any_script_have_letters(watch: Watch, token: str) -> None:
    page = watch.open(PHONE, only_once=True)
    loaded: list[str] = []
    page.on(
        "response", lambda value: loaded.append(value.url) if "noto-sans" in value.url else None
    )
    page.goto(f"/t/{token}/")
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    assert any("greek" in url for url in loaded)
    assert any("cyrillic" in url for url in loaded)
    assert not any("arabic" in url for url in loaded)  # nobody here needs it
    for letters in ("ע", "ع", "क", "ক", "ਕ", "ક", "க", "క", "ಕ", "ക", "ก", "ễ"):
        assert page.evaluate(
            "(one) => document.fonts.load('17px Scripts', one).then((all) => all.length)", letters
        ), letters
