"""A Gin tournament of four couples to its end: two phones along the table, the wall, the desk.

On the way: a round read out to the host's worksheet, a run that fails, gins in circles, a
correction of the second round after the fourth, and the three games that end one by one.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, SMALLEST, WITH_BARS, Family, Watch
from tests.browser.evening import (
    Phone,
    answer,
    begin,
    correct,
    create_event,
    draw,
    play,
    preview,
    sign_in,
)

GUYS = ["Al", "Maximilian-Alexander von Hohenberg", "Cy", "Олег Петров"]
GIRLS = ["Bea", "Zoë Đặng", "Łucja Nowak", "Ида"]
READ_OUT, CORRECTED = 3, 2
CALLED = {"name": "Guys and Girls", "date": "2026-11-21", "game": "gin-tournament"}


def an_outcome(rng: Random) -> dict[str, Any]:
    kind = rng.choice(["gin", "run", "run", "stock_out", "double_gin"])
    if kind == "stock_out":
        return {"outcome": kind, "counts": [rng.randint(0, 30), rng.randint(31, 60)]}
    values = {"outcome": kind, "by": rng.randrange(2)}
    if kind == "run":
        return values | {"ran_with": rng.randint(1, 9), "caught": rng.randint(5, 60)}
    return values | {"caught": rng.randint(10, 70)}


def test_tournament_until_all_three_games_have_ended(server: Family, watch: Watch) -> None:
    desk = watch.open(LAPTOP)
    lines = [f"{name}, Guys" for name in GUYS] + [f"{name}, Girls" for name in GIRLS]
    sign_in(desk, server)
    event = create_event(desk, **CALLED, names="\n".join(lines))
    draw(desk, event, watch)
    paths = begin(desk, event, watch)
    phones = [
        Phone(watch.open(size, touch=True), path)
        for size, path in zip((WITH_BARS, SMALLEST), paths["t"], strict=False)
    ]
    for phone in phones:
        phone.open()
    watch.axe_finds_nothing(phones[0].page)
    rng = Random(37)
    for number in (1, CORRECTED):
        play_round(phones, paths["t"], number, rng, watch)
    read_out(desk, event, [an_outcome(rng) for _name in GUYS], watch)
    play(server, event, "board_evening.play(event, most=1)")
    correct_earlier_round(desk, event, watch)
    play(server, event, "board_evening.play(event)")
    expect(phones[0].page.locator(".winner")).to_contain_text("win", timeout=15_000)
    watch.axe_finds_nothing(phones[0].page)


def play_round(
    phones: list[Phone], places: list[str], number: int, rng: Random, watch: Watch
) -> None:
    """Two couples report on their phones, the others beside them; the last report closes the round
    and shows where each one goes next."""
    for phone in phones:
        expect(phone.page.locator(".now h1")).to_contain_text(f"Round {number}", timeout=15_000)
    first, last = phones
    enter(first, an_outcome(rng))
    expect(first.page.get_by_text("of 4 couples have reported")).to_be_visible()
    first.agree()
    expect(first.page.locator(".here .state.done")).to_be_visible()
    watch.axe_finds_nothing(first.page)
    for place in places[len(phones) :]:
        Phone(first.page, place).send(number, 1, an_outcome(rng))
    enter(last, an_outcome(rng))
    for phone in phones:
        expect(phone.page.locator("#moves-title")).to_be_visible(timeout=15_000)
    watch.axe_finds_nothing(last.page)


def enter(phone: Phone, report: dict[str, Any]) -> None:
    key = phone.form.locator("[name=key]").input_value()
    phone.open_sheet()
    answer(phone.form, report)
    phone.form.locator("[data-submit]").click()
    expect(phone.page.locator(f"[name=key][value='{key}']")).to_have_count(0)


def read_out(desk: Page, event: str, reports: list[dict[str, Any]], watch: Watch) -> None:
    """The host takes down on the worksheet what the couples call out, one after the other."""
    desk.goto(f"{event}rounds/{READ_OUT}/")
    watch.axe_finds_nothing(desk)
    desk.locator(".couple a.button").first.click()
    watch.axe_finds_nothing(desk)
    for place, report in enumerate(reports):
        form = desk.locator("#report")
        answer(form, report)
        last = place == len(reports) - 1
        with desk.expect_navigation():
            form.get_by_role("button", name="Enter" if last else "next couple", exact=last).click()


def correct_earlier_round(desk: Page, event: str, watch: Watch) -> None:
    """Place 1 had a double gin in round 2; everything after it is counted anew."""
    desk.goto(f"{event}pads/{CORRECTED}/1/rounds/1/report/")
    answer(desk.locator("#report"), {"outcome": "double_gin", "by": 1, "caught": 88})
    legend = desk.locator("#report [data-field=caught] legend")
    expect(legend).to_have_text(re.compile(f"^({'|'.join(GUYS)}): caught with$"))
    effects = preview(desk, "after")
    expect(effects).to_contain_text("Points for the round")
    watch.axe_finds_nothing(desk)
    correct(desk, "The cards were counted again")
    desk.goto(f"{event}rounds/{CORRECTED}/")
    expect(desk.locator("#main")).to_contain_text("double gin")
    watch.axe_finds_nothing(desk)
