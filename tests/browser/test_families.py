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
from tests.browser.evening import Phone, engine_totals, sign_in, write
from tournaments.boards.deals import report_fields
from tournaments.report_forms.inputs import ANSWER
from tournaments.report_forms.report_form import ReportForm

# One of each way of scoring; those with an evening of their own (bids, coins, chips, couples, the
# drive) are left to it.
FAMILIES = {
    "points": "sweep",
    "partners": "euchre",
    "partners with two numbers": "whist-tens",
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
    sides = example.roster(game.plays).side_names
    assert tuple(board(page, sides)) == example.gives
    event = re.search(r"/events/\d+/", page.content())
    assert event
    counted = engine_totals(page, event.group(0), server.folder)
    assert counted == dict(zip(sides, example.gives, strict=True))


def begin(page: Page, game: Game, example: Example) -> None:
    page.goto(f"/play/{game.slug}/")
    for name in example.roster(game.plays).names:
        guest = page.locator(".guest", has_text=name)
        if guest.count():
            guest.tap()
        else:
            page.get_by_label("Name", exact=True).fill(name)
            page.get_by_role("button", name="Add").tap()
    page.get_by_role("button", name="Start").tap()
    expect(page.locator("form[data-entry]").first).to_be_visible()


def as_sent(game: Game, example: Example) -> Iterator[tuple[tuple[str, str], ...]]:
    """What has to be given for each report of an example: names and values of the form's fields.

    Where answers add up to a total the last one follows by itself; an order is told from its front.
    """
    options, _ = parse_options(game.options, example.options)
    before = game.plays.start(example.setup(game, options)).state
    for report in example.reports:
        form = ReportForm(
            fields=report_fields(game.plays, before),
            roster=before.roster,
            payload=report,
            playing=game.plays.playing(before),
        )
        given = {name: value for name, value in form.form_data() if name != ANSWER}
        for field in form.declared:
            own = [name for name in given if name.rpartition("-")[0] == f"{ANSWER}{field.key}"]
            if field.kind is ORDER:
                moved = sorted((int(given[name]), name) for name in own)
                given |= {name: given.pop(name) for _place, name in moved}
            elif field.total is not None and own:
                for name in follows(own, given, field.total):
                    del given[name]
        yield tuple(given.items())
        before = game.plays.play(before, report).state


def follows(names: list[str], values: dict[str, str], total: int) -> list[str]:
    """The numbers that need not be given: the last of a total, or all after it is reached."""
    text = 0
    for place, name in enumerate(names[:-1]):
        text += int(values[name])
        if text == total:
            return names[place + 1 :]
    return names[-1:]


def enter(page: Page, number: int, answers: tuple[tuple[str, str], ...]) -> None:
    """Give all answers of a round as thumbs do, and save it; say yes to what is asked again."""
    Phone(page, page.url).open_sheet()
    form = page.locator("form[data-entry]").first
    expect(form.locator("input[name=deal]").first).to_have_value(str(number))
    for name, value in answers:
        give(form, name, value)
    form.locator("[data-submit]").tap()
    again = page.locator("form[data-entry] input[name=confirmed]")
    entered = page.locator(f"form[data-entry] input[name=deal][value='{number + 1}']")
    entered = entered.or_(page.locator(".winner"))
    expect(entered.or_(again).first).to_be_attached()
    if again.count():
        page.locator("form[data-entry] [data-submit]").first.tap()
        expect(entered.first).to_be_attached()


def give(form: Locator, name: str, value: str) -> None:
    """One answer: tapped among picks or keys, written into a field, or as the next of an order."""
    field = form.locator(f"[name='{name}']")
    fold = field.first.locator("xpath=ancestor::details[not(@open)]")
    if fold.count():
        fold.first.locator("summary").first.tap()
    if form.locator(f"[data-on-board] .claim:has([name='{name}'])").count():
        spaces = (form.locator("template[data-board]").get_attribute("data-spaces") or "").split()
        form.locator(f"[data-laid] [data-key='{spaces[int(name.rpartition('-')[2])]}']").tap()
        form.locator(f"[data-keys] [data-value='{value}']").tap()
        return
    line = form.locator(f"[data-field]:has(> .picks [name='{name}']) > [data-ask]")
    if line.count():
        line.tap()
        form.locator(f"[data-keys] [data-value='{value}']").tap()
    elif field.first.get_attribute("type") in ("radio", "checkbox"):
        form.locator(f"label:has([name='{name}'][value='{value}'])").first.tap()
    elif (place := form.locator(f".order .ranked:has([name='{name}']) label")).count():
        called = place.text_content() or ""
        form.locator(".order").get_by_role("button", name=called.strip()).tap()
    elif field.get_attribute("type") == "text" and field.get_attribute("data-number") is None:
        field.fill(value)
    else:
        write(form, name, int(value))


def board(page: Page, sides: tuple[str, ...]) -> list[int]:
    """Everybody's total by their seats; an ending has the podium and the rest in place of lines."""
    if page.locator(".winner").count():
        texts = page.locator(".podium > li, .rest > li").all_inner_texts()
        lines = [" ".join(text.replace("−", "-").split()) for text in texts]
        return [int(line.split()[-1]) for side in sides for line in lines if side in line]
    found = page.locator("ol.lines > li").evaluate_all(
        "all => all.map((one) => [one.dataset.line, one.querySelector('.total').dataset.value])"
    )
    return [total for _seat, total in sorted((int(seat), int(total)) for seat, total in found)]
