"""A game of every way of scoring: the worked example of its text, played on one phone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from rulesets import games
from rulesets.engine.answers import ORDER
from rulesets.engine.game import Example, Game, parse_options
from tests.browser.conftest import PHONE, Family, Watch
from tests.browser.evening import engine_totals, sign_in, write
from tournaments.boards.inputs import ANSWER
from tournaments.boards.report_form import ReportForm, report_fields

# One of each way of scoring; those with an evening of their own (bids, partners with two numbers,
# coins, chips, couples, the drive) are left to it.
FAMILIES = {
    "points": "sweep",
    "partners": "euchre",
    "contracts": "sticks",
    "stakes": "saskatchewan-rummy",
    "turns with dice": "ten-thousand",
    "dominoes": "mexican-train",
    "winner only": "fast-track",
    "finishing order": "extra-steps",
}


@pytest.mark.parametrize("slug", FAMILIES.values(), ids=FAMILIES)
def test_the_worked_example_on_a_phone(server: Family, watch: Watch, slug: str) -> None:
    game = games.load(slug)
    example = game.examples[0]
    watch.expect_error("422")  # what is asked again
    page = watch.open(PHONE, touch=True)
    sign_in(page, server)
    begin(page, game, example)
    watch.axe_finds_nothing(page)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    for number, answers in enumerate(as_sent(game, example), 1):
        enter(page, number, answers)
        watch.axe_finds_nothing(page)
    totals = [int(text.split()[0].replace("−", "-")) for text in board(page)]
    assert tuple(totals) == example.gives
    event = re.search(r"/events/\d+/", page.content())
    assert event
    sides = example.roster(game.plays).side_names
    counted = engine_totals(page, event.group(0), server.folder)
    assert counted == dict(zip(sides, example.gives, strict=True))


def begin(page: Page, game: Game, example: Example) -> None:
    """A pad of the game with the people of the example."""
    page.goto(f"/play/{game.slug}/")
    for name in example.roster(game.plays).names:
        guest = page.locator(".guest", has_text=name)
        if guest.count():
            guest.tap()
        else:
            page.get_by_label("Name", exact=True).fill(name)
            page.get_by_role("button", name="Add").tap()
    page.get_by_role("button", name="Play").tap()
    expect(page.locator("form[data-entry]").first).to_be_visible()


def as_sent(game: Game, example: Example) -> Iterator[tuple[tuple[str, str], ...]]:
    """What has to be given for each report of an example: names and values of the form's fields.

    Where answers add up to a total the last one follows by itself; an order is told from its front.
    """
    options, _ = parse_options(game.options, example.options)
    before = game.plays.start(example.setup(game, options)).state
    for report in example.reports:
        made = ReportForm(
            fields=report_fields(game.plays, before),
            roster=before.roster,
            payload=report,
            playing=game.plays.playing(before),
        )
        given = {name: value for name, value in made.as_sent() if name != ANSWER}
        for field in made.declared:
            own = [name for name in given if name.rpartition("-")[0] == f"{ANSWER}{field.key}"]
            if field.kind is ORDER:
                moved = sorted((int(given[name]), name) for name in own)
                given |= {name: given.pop(name) for _place, name in moved}
            elif field.total is not None and own:
                del given[own[-1]]
        yield tuple(given.items())
        before = game.plays.play(before, report).state


def enter(page: Page, number: int, answers: tuple[tuple[str, str], ...]) -> None:
    """Give all answers of a round as thumbs do, and save it; say yes to what is asked again."""
    sheet = page.locator("#entry:not([open]) > summary")
    if sheet.count():
        sheet.tap()
    form = page.locator("form[data-entry]").first
    expect(form.locator("input[name=deal]").first).to_have_value(str(number))
    step_by_step = page.locator(".steps").count()
    for name, value in answers:
        if step_by_step:
            page.locator(".steps .pad button").get_by_text(value, exact=True).tap()
        else:
            give(form, name, value)
    if not step_by_step:
        form.locator(".save-bar button").tap()
    again = page.locator("form[data-entry] input[name=confirmed]")
    entered = page.locator(f"form[data-entry] input[name=deal][value='{number + 1}']")
    entered = entered.or_(page.locator("#ending-title"))
    expect(entered.or_(again).first).to_be_attached()
    if again.count():
        page.locator("form[data-entry] .save-bar button").first.tap()
        expect(entered.first).to_be_attached()


def give(form: Locator, name: str, value: str) -> None:
    """One answer: tapped among picks or keys, written into a field, or as the next of an order."""
    field = form.locator(f"[name='{name}']")
    fold = field.first.locator("xpath=ancestor::details[not(@open)]")
    if fold.count():
        fold.first.locator("summary").first.tap()
    if field.first.get_attribute("type") in ("radio", "checkbox"):
        form.locator(f"label:has([name='{name}'][value='{value}'])").first.tap()
    elif (place := form.locator(f".order .ranked:has([name='{name}']) label")).count():
        called = place.text_content() or ""
        form.locator(".order").get_by_role("button", name=called.strip()).tap()
    elif field.get_attribute("type") == "text":
        field.fill(value)
    else:
        write(form, name, int(value))


def board(page: Page) -> list[str]:
    """The totals at the foot of the board."""
    return page.locator("table.score tfoot td").all_inner_texts()
