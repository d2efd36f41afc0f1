"""A Rummoli evening: four people, one phone on the table, the wall, the host's laptop.

On the way: an auctioned widow, level poker hands, a report that is refused, a correction of the
first round that shows first what it changes, and the last deals for what is left on the board.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, SMALLEST, Family, Watch
from tests.browser.evening import (
    Phone,
    begin,
    correct,
    create_event,
    draw,
    link_paths,
    preview,
    sign_in,
    table_of,
)

NAMES = ["Ann", "Bo", "Łucja Nowak", "Maximilian-Alexander von und zu Hohenberg"]
BOUGHT = 50 * len(NAMES)
ROUNDS: list[dict[str, Any]] = [
    {"widow": "kept", "claims": {"J♦": 0, "K♥": 1}, "rummoli": 1, "poker": [2]},
    {"widow": {"buyer": 3, "price": 7}, "claims": {"A♠": 2}, "rummoli": 0, "poker": [1, 3]},
    {"widow": "dealer", "claims": {"10♠": 3}, "rummoli": 3, "poker": [0]},
]


def test_evening_until_the_board_is_empty(server: Family, watch: Watch) -> None:
    desk = watch.open(LAPTOP)
    sign_in(desk, server)
    values = {"name": "Rummoli at Gran’s", "date": "2026-11-21", "game": "rummoli"}
    event = create_event(desk, **values, names="\n".join(NAMES))
    draw(desk, event, watch)
    desk.locator("select[name=first]").select_option(label="Ann")
    desk.get_by_role("button", name="Change").click()
    paths = begin(desk, event, watch)
    phone = Phone(watch.open(SMALLEST, touch=True), paths["t"][0])
    phone.open()
    watch.axe_finds_nothing(phone.page)
    head = phone.page.locator(".now h1")
    for number, report in enumerate(ROUNDS, 1):
        expect(head).to_contain_text(f"Round {number}")
        expect(head.locator("+ p")).to_contain_text(f"{NAMES[number - 1]} deals")
        phone.report(number, report)
        expect(head).to_contain_text(f"Round {number + 1}")
        phone.expect_saved()
        watch.axe_finds_nothing(phone.page)
    refused_price(phone, watch)
    correct_first_round(desk, event, watch)
    look_at_the_books(desk, event)
    last_deals(phone, watch)


def test_everything_is_asked_at_the_thumb_on_the_smallest_phone(
    server: Family, watch: Watch
) -> None:
    """Whole names with six people; level poker hands are two taps, and the button counts."""
    people = ["Ann", "Bo", "Cy", "Bartholomew Fotheringay", "Di", "Eve"]
    desk, event = table_of(server, watch, game="rummoli", lines=people)
    phone = Phone(watch.open(SMALLEST, touch=True), link_paths(desk, event)["t"][0])
    phone.open()
    phone.open_sheet()
    form = phone.form.first
    save, asked, keys = (form.locator(f"[data-{name}]") for name in ("submit", "asked", "keys"))
    expect(form.locator("[data-laid]")).to_be_in_viewport()
    expect(save).to_have_text("2 answers to go")
    expect(asked).to_have_text("Who was out of cards first?")
    box = keys.get_by_text("Bartholomew Fotheringay").bounding_box()
    assert box is not None
    assert box["width"] > 80
    keys.get_by_text("Bo", exact=True).tap()
    expect(asked).to_contain_text("Best poker hand")
    expect(save).to_have_text("One answer to go")
    keys.get_by_text("Cy", exact=True).tap()
    expect(save).to_have_text("Save round 1")
    keys.get_by_text("Di", exact=True).tap()
    expect(form.locator("[data-field=poker] .chosen")).to_contain_text("Cy, Di")
    watch.axe_finds_nothing(phone.page)
    phone.save()
    expect(phone.page.locator(".saved")).to_contain_text("Cy and Di")


def refused_price(phone: Phone, watch: Watch) -> None:
    """A price that nobody can pay is refused beside its field; what was typed stays."""
    watch.expect_error("422", "htmx:responseError")
    report = {"widow": {"buyer": 0, "price": 9000}, "rummoli": 1, "poker": [1]}
    phone.report(4, report)
    problem = phone.page.locator("[data-field=widow] .problem").first
    expect(problem).to_contain_text("cannot pay 9000")
    expect(phone.page.locator("input[name=answer-widow-price]").first).to_have_value("9000")
    expect(problem).to_be_in_viewport()
    expect(phone.page.locator("[data-field=price] input").first).to_be_focused()
    expect(phone.page.get_by_text("cannot pay 9000")).to_have_count(1)  # told once, where it is
    watch.axe_finds_nothing(phone.page)


def correct_first_round(desk: Page, event: str, watch: Watch) -> None:
    """Ann had the best hand in round 1, not Łucja: the host sees first what changes."""
    desk.goto(f"{event}pads/1/1/rounds/1/")
    watch.axe_finds_nothing(desk)
    desk.get_by_role("link", name="Correct").click()
    for name in ("Łucja", "Ann"):
        desk.locator("[data-field=poker] label.pick", has_text=name).click()
    effects = preview(desk, "Poker: Ann 4")
    rows = [row.inner_text().split("\t") for row in effects.locator("tbody tr").all()]
    moved = {row[0]: int(row[2]) - int(row[1]) for row in rows}  # others change places only
    assert {name: by for name, by in moved.items() if by} == {"Ann": 4, "Łucja Nowak": -4}
    watch.axe_finds_nothing(desk)
    correct(desk, "They had misread a flush")
    desk.goto(f"{event}pads/1/1/rounds/1/")
    expect(desk.locator("#main")).to_contain_text("They had misread a flush")


def look_at_the_books(desk: Page, event: str) -> None:
    desk.goto(f"{event}stakes/")
    expect(desk.locator("#main")).to_contain_text(str(BOUGHT))
    expect(desk.locator("#main")).to_contain_text("Ann has the best poker hand")


def last_deals(phone: Phone, watch: Watch) -> None:
    """Six spaces hold chips; everybody wins some of them, the poorest space first."""
    phone.open()
    phone.page.locator("details.sheet > summary", has_text="Deals for what is left").click()
    form = phone.page.locator("details.sheet[open] form")
    watch.axe_finds_nothing(phone.page)
    spaces = form.locator("fieldset.claim")
    expect(spaces).to_have_count(6)
    for place, space in enumerate(spaces.all()):
        space.locator(f"label.pick:has(input[value='{place % len(NAMES)}'])").click()
    form.locator("[data-submit]").click()
    expect(phone.page.locator(".winner")).to_be_visible()
    watch.axe_finds_nothing(phone.page)
