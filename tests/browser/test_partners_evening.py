"""Whist with 10s: four people as two sides of partners, one phone, two totals."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from rulesets import games
from tests.browser.conftest import LAPTOP, PHONE, Family, Watch
from tests.browser.evening import (
    Phone,
    Report,
    begin,
    correct,
    draw,
    engine_totals,
    finished,
    preview,
    set_up,
    totals_on,
)

NAMES = ["Ann", "Bo", "Cy", "Łucja Nowak"]
US, THEM = "Ann & Cy", "Bo & Łucja Nowak"
GAME = games.load("whist-tens")
(EXAMPLE,) = (one for one in GAME.examples if len(one.reports) == len(GAME.examples[0].reports) > 1)
SENT = (3, 4, 5)  # rounds of which nothing but the name is new
CALLED = ("♥ trump", "♠ trump", "♦ trump", "♣ trump", "High no-trump", "Low no-trump")


def test_partners_share_a_total(server: Family, watch: Watch) -> None:
    desk = watch.open(LAPTOP)
    event = set_up(desk, server, watch, game=GAME.slug, name="Whist with 10s", lines=NAMES)
    draw(desk, event, watch)
    paths = begin(desk, event, watch)
    phone = Phone(watch.open(PHONE, touch=True), paths["t"][0])
    phone.open()
    for number, (report, called) in enumerate(zip(EXAMPLE.reports, CALLED, strict=True), 1):
        expect(phone.page.locator("#sheet-title")).to_have_text(f"Round {number}: {called}")
        if number in SENT:
            phone.send(1, number, report)
        else:
            play(phone, number, report, watch)
        if number == 1:
            correct_tens(desk, event, watch)
    expect(phone.page.locator(".winner")).to_have_text("Ann and Cy win!")
    watch.axe_finds_nothing(phone.page)
    two_totals(desk, event, paths, watch)
    finish(desk, event, watch, server)


def play(phone: Phone, number: int, report: Report, watch: Watch) -> None:
    """Two taps, and a look: what the other side has follows. The only phone asks nobody."""
    page = phone.page
    phone.open_sheet()
    expect(page.locator(".ask.on")).to_contain_text(US)
    for key in ("tricks", "tens"):
        page.locator("[data-keys] button").get_by_text(str(report[key][0]), exact=True).click()
    phone.save()
    if number == len(CALLED):  # the last one opens the end
        expect(page.get_by_role("button", name="Something wrong? Undo")).to_be_visible()
        return
    saved = page.locator(".saved", has_text=f"Round {number}:")
    expect(saved).to_contain_text(US)
    if number == 1:
        watch.axe_finds_nothing(page)
    phone.expect_saved()


def correct_tens(desk: Page, event: str, watch: Watch) -> None:
    """The host first takes a ten from one side and gives it to the other, then mends that."""
    for tens, reason in ((2, "Counted again"), (3, "It was right")):
        desk.goto(f"{event}pads/1/1/rounds/1/")
        desk.get_by_role("link", name="Correct").click()
        desk.locator("input[name=answer-tens-0]").fill(str(tens))
        expect(desk.locator("input[name=answer-tens-1]")).to_have_value(str(4 - tens))
        told = preview(desk, US)
        expect(told.locator("tbody tr")).to_have_count(2)
        watch.axe_finds_nothing(desk)
        correct(desk, reason)


def two_totals(desk: Page, event: str, paths: dict[str, list[str]], watch: Watch) -> None:
    """Every page that shows a score shows one for each side."""
    guest = watch.open(PHONE, touch=True)
    for page in ("", "seats/", "ledger/", "score/"):
        guest.goto(f"{paths['s'][0]}{page}")
        watch.axe_finds_nothing(guest)
    for name, total in zip((US, THEM), EXAMPLE.gives, strict=True):
        line = guest.locator("ol.lines > li", has_text=name.split(" & ")[0])
        expect(line).to_contain_text(name.split(" & ")[1])
        expect(line.locator(".total")).to_contain_text(str(total))
    desk.goto(event)
    watch.axe_finds_nothing(desk)


def finish(desk: Page, event: str, watch: Watch, server: Family) -> None:
    """The standings are the engine's; the winners stand on the wall."""
    counted = engine_totals(desk, event, server.folder)
    assert counted == dict(zip((US, THEM), EXAMPLE.gives, strict=True))
    desk.goto(f"{event}standings/")
    of_each = {name: total for side, total in counted.items() for name in side.split(" & ")}
    assert totals_on(desk) == of_each
    finished(desk, event, watch, "Ann", "Cy")
