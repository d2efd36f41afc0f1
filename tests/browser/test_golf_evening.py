"""A Golf night: six people at two tables, a phone at the first, and the final table of the last.

On the way: counts below zero, a knocker who pays double, and faces.
"""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, PHONE, Family, Watch
from tests.browser.evening import (
    Phone,
    begin,
    create_event,
    draw,
    play,
    sign_in,
)

NAMES = ["Ann", "Bo", "Łucja Nowak", "Dan", "Maximilian-Alexander von und zu Hohenberg", "林大明"]
STAKE = 2
CALLED = {"name": "Golf for quarters", "date": "2026-11-21", "game": "golf"}
CALLED |= {"option_stake": str(STAKE), "option_ante": "1"}
TAPPED = 3  # rounds at the first table; the others are played beside its page


def test_night_from_two_tables_to_the_final_one(server: Family, watch: Watch) -> None:
    desk = watch.open(LAPTOP)
    sign_in(desk, server)
    event = create_event(desk, **CALLED, names="\n".join(NAMES))
    draw(desk, event, watch, tables=2)
    paths = begin(desk, event, watch)
    phone = Phone(watch.open(PHONE, touch=True), paths["t"][0])
    phone.open()
    watch.axe_finds_nothing(phone.page)
    rng = Random(16)
    for number in range(1, TAPPED + 1):
        phone.report(number, a_round(phone, rng))
        expect(phone.page.locator("h1", has_text=f"Round {number + 1}")).to_be_visible()
    play(server, event, "board_evening.play(event, tables=(1, 2))")
    expect(phone.page.locator(".winner")).to_be_visible(timeout=12_000)
    watch.axe_finds_nothing(phone.page)
    desk.goto(event)
    desk.get_by_role("button", name="Seat the final table").click()
    expect(desk.locator("#main")).to_contain_text("Final table")
    watch.axe_finds_nothing(desk)
    expect(phone.page.locator(".where")).to_contain_text("Final table", timeout=12_000)
    phone.report(1, a_round(phone, rng))
    play(server, event, "board_evening.play(event)")
    expect(phone.page.locator(".winner")).to_be_visible(timeout=12_000)


def a_round(phone: Phone, rng: Random) -> dict[str, Any]:
    """Counts for everybody who is still asked for one; somebody knocks."""
    fields = [
        place
        for place in range(len(NAMES))
        if phone.form.locator(f"[name=answer-points-{place}]").count()
    ]
    points: list[int | None] = [None] * (fields[-1] + 1)
    for place, count in zip(fields, rng.sample(range(-20, 60), len(fields)), strict=True):
        points[place] = count
    return {"points": points, "knocker": rng.choice(fields)}
