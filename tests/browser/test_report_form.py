"""Answers of every kind on a phone: sides, numbers that add up, an order, yes or no, steps."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, expect

from tests.browser.conftest import PHONE, Family, Watch
from tests.browser.evening import Phone, link_paths, pick, table_of

NAMES = ["Ann", "Bo", "Cy", "Maximilian-Alexander von und zu Hohenberg"]

# To the end of the page; then where it stands after the next answer, and a second later.
PLACES = """() => {
    const later = (frames, then) =>
        frames ? requestAnimationFrame(() => later(frames - 1, then)) : then();
    const both = () => {
        const first = scrollY;
        later(60, () => (document.body.dataset.places = `${first} ${scrollY}`));
    };
    document.addEventListener("phone:placed", () => later(2, both), { once: true });
    scrollTo(0, document.body.scrollHeight);
    document.body.dataset.before = scrollY;
}"""

LONG = ["Ann Featherstonehaugh", "Bo Featherstonehaugh", "Rosemary Abernathy-Christopherson"]
LONG += ["Tom Wolfeschlegelsteinhausen"]
# The words of names that go over two lines, where they are asked about and where they sit.
TORN = r"""() => [...document.querySelectorAll(".ask .name, .around .seat")].flatMap((name) =>
    [...name.firstChild.data.matchAll(/[^\s-]+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(name.firstChild, index);
        range.setEnd(name.firstChild, index + word.length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word))"""


def a_phone(server: Family, watch: Watch, game: str, names: Sequence[str] = NAMES) -> Phone:
    desk, event = table_of(server, watch, game=game, lines=names)
    phone = Phone(watch.open(PHONE, touch=True), link_paths(desk, event)["t"][0])
    phone.open()
    phone.open_sheet()
    watch.axe_finds_nothing(phone.page)
    return phone


def save(form: Locator) -> None:
    form.locator("[data-submit]").click()


def test_two_sides_take_a_tap_for_each_number(server: Family, watch: Watch) -> None:
    phone = a_phone(server, watch, "whist-tens")
    page = phone.page
    expect(page.locator(".ask.on")).to_contain_text("Ann & Cy")
    page.locator("[data-field=tricks] .name", has_text="Bo & Maximilian").click()
    keys = page.locator("[data-keys] button")
    keys.get_by_text("8", exact=True).click()
    expect(page.locator("[data-field=tricks] .left")).to_have_text("All 13 accounted for")
    expect(page.locator("[data-field=tens] .ask.on")).to_contain_text("how many tens?")
    watch.axe_finds_nothing(page)
    page.locator("[data-field=tens] .name", has_text="Bo & Maximilian").click()
    keys.get_by_text("1", exact=True).click()
    expect(page.locator(".saved")).to_have_count(0)  # nothing is saved without a look
    save(phone.form)
    expect(page.locator(".saved")).to_contain_text("Ann & Cy 30")  # 3 tens, but only 5 tricks


def test_what_was_answered_stands_still_at_once(server: Family, watch: Watch) -> None:
    """Buttons that glide past for half a second are tapped wrongly."""
    phone = a_phone(server, watch, "whist-tens")
    page = phone.page
    for key in ("8", "1"):
        phone.key(int(key))
    save(phone.form)
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 320})  # so low that the page is scrolled
    page.evaluate(PLACES)
    page.get_by_role("button", name="Undo").dispatch_event("click")  # without a scroll
    body = page.locator("body")
    expect(body).to_have_attribute("data-places", re.compile(r"\d+ \d+"))
    first, last = (body.get_attribute("data-places") or "").split()
    assert first == last
    assert body.get_attribute("data-before") != last


def test_no_word_of_a_name_is_torn(server: Family, watch: Watch) -> None:
    phone = a_phone(server, watch, "whist-tens", LONG)
    page = phone.page
    page.locator("#entry [data-close]").click()
    page.locator("summary", has_text="Who sits where").click()
    phone.open_sheet()
    for width in (320, 390, 560, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        expect(page.locator(".around .seat")).to_have_count(4)
        expect(page.locator(".ask .name")).to_have_count(4)
        assert page.evaluate(TORN) == [], width
        assert page.evaluate("document.documentElement.scrollWidth") == width
        watch.axe_finds_nothing(page)


def test_of_two_sides_the_other_follows(server: Family, watch: Watch) -> None:
    desk, event = table_of(server, watch, game="whist-tens", lines=NAMES)
    desk.goto(f"{event}pads/1/1/")
    tricks = [desk.locator(f"input[name=answer-tricks-{n}]") for n in (0, 1)]
    tricks[0].fill("9")
    expect(tricks[1]).to_have_value("4")
    tricks[0].fill("8")
    expect(tricks[1]).to_have_value("5")


def test_two_typed_numbers_that_contradict_say_so_and_stay(server: Family, watch: Watch) -> None:
    desk, event = table_of(server, watch, game="whist-tens", lines=NAMES)
    for first, second, mend in (("15", "3", "10 : 3"), ("9", "5", "8 : 5"), ("3", "15", "3 : 10")):
        desk.goto(f"{event}pads/1/1/")
        tricks = [desk.locator(f"input[name=answer-tricks-{n}]") for n in (0, 1)]
        for field, number in zip(tricks, (first, second), strict=True):
            field.fill(number)
        for field, number in zip(tricks, (first, second), strict=True):
            expect(field).to_have_value(number)
        problem = desk.locator("[data-clash-of]")
        expect(problem).to_contain_text(f"{first} and {second} make {int(first) + int(second)}")
        expect(problem).to_contain_text("there are 13. Which one is wrong?")
        watch.axe_finds_nothing(desk)
        problem.get_by_role("button", name=f"Make it {mend}").click()
        for field, number in zip(tricks, mend.split(" : "), strict=True):
            expect(field).to_have_value(number)
        expect(problem).to_have_count(0)


def test_people_are_tapped_one_after_the_other(server: Family, watch: Watch) -> None:
    phone = a_phone(server, watch, "desert-rummy")
    order = phone.form.locator("[data-order]")

    def tap(name: str) -> None:
        order.get_by_role("button", name=name).click()

    for name in ("Cy", "Ann", "Bo"):
        tap(name)
    expect(order.get_by_role("button", name="2. Ann")).to_have_attribute("aria-pressed", "true")
    watch.axe_finds_nothing(phone.page)
    tap("Cy")
    for name in ("1. Ann", "2. Bo"):
        expect(order.get_by_role("button", name=name, exact=True)).to_be_visible()
    order.get_by_role("button", name="Cy").press("Enter")
    expect(order.get_by_role("button", name="3. Cy")).to_be_visible()
    pick(phone.form, "out", 0)
    save(phone.form)
    expect(phone.page.locator("#main")).to_contain_text("Ann, Bo and Cy laid down")


def test_yes_and_no_are_buttons_and_large_numbers_have_ten_keys(
    server: Family, watch: Watch
) -> None:
    phone = a_phone(server, watch, "ten-thousand")
    points = phone.form.locator("input[name=answer-points]")
    points.fill("1000")
    for key in ("Delete", "Delete"):
        phone.form.get_by_role("button", name=key).click()
    for digit in "50":
        phone.form.locator("[data-keys]").get_by_text(digit, exact=True).click()
    expect(points).to_have_value("1050")
    save(phone.form)
    expect(phone.page.locator("#main")).to_contain_text("1050")
    phone.open()
    phone.page.locator("#entry > summary").click()
    phone.form.locator("input[name=answer-points]").fill("1200")
    pick(phone.form, "taken_over", "yes")
    save(phone.form)
    expect(phone.page.locator("#main")).to_contain_text("1200")


def test_a_hand_of_five_suits_is_tapped_instead_of_counted(server: Family, watch: Watch) -> None:
    phone = a_phone(server, watch, "crazy-eights")
    page = phone.page
    phone.form.get_by_role("button", name="Bo: tap the cards").click()
    page.get_by_role("button", name="8 of rock").click()
    page.get_by_role("button", name="king of water").click()
    page.get_by_role("button", name="3 of scissors").click()
    expect(page.locator("[data-result]")).to_contain_text("The cards count 63")
    expect(page.locator("#card-picker").get_by_role("group", name="spades")).to_be_hidden()
    watch.axe_finds_nothing(page)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.get_by_role("button", name="Use 63").click()
    expect(phone.form.locator("input[name=answer-held-1]")).to_have_value("63")
    phone.form.locator("label.mark", has_text="Ann: Who went out?").click()
    expect(phone.form.locator("input[name=answer-held-0]")).to_have_value("0")
    expect(phone.form.locator("input[name=answer-held-0]")).not_to_be_editable()
    for place, held in ((2, "5"), (3, "12")):
        phone.form.locator(f"input[name=answer-held-{place}]").fill(held)
    save(phone.form)
    expect(page.locator("#main")).to_contain_text("80")
