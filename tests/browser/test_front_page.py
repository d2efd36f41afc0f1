"""What the front page leads to: the same people again by one tap, next time by two, what was put
away; a new event on one screen."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import LAPTOP, PHONE, Family, Watch
from tests.browser.evening import posted, sign_in, went_on

FOLDS = ("Clock", "Ties")
SMALL = {"width": 320, "height": 640}


def finished_board(page: Page) -> str:
    values = {"act": "go", "name": "Hearts", "date": "2026-11-20", "game": "hearts"}
    posted(page, "/events/new/", **values, names="Ann\nBo\nCy")
    page.goto("/")
    board = page.locator(".run", has_text="Hearts").get_attribute("href") or ""
    page.goto(board)
    event = page.locator("a[href^='/events/']", has_text="Desk").first.get_attribute("href") or ""
    posted(page, f"{event}close/", act="finish")
    return event


def test_a_finished_game_is_played_again_planned_again_and_put_away(
    server: Family, watch: Watch
) -> None:
    page = watch.open(SMALL, touch=True)
    sign_in(page, server)
    event = finished_board(page)
    page.goto("/")
    watch.axe_finds_nothing(page)
    page.get_by_role("button", name="Hearts with Ann, Bo and Cy").tap()
    expect(page.locator("form[data-entry]").first).to_be_visible()
    page.goto("/")
    runs = page.locator(".run", has_text="Hearts")
    expect(runs).to_have_count(1)
    # Next time with the same people, by two taps.
    page.goto(f"{event}again/")
    watch.axe_finds_nothing(page)
    page.locator(".pick", has_text="Bo").tap()
    expect(page.locator("[data-chosen]")).to_have_text("2")
    page.get_by_role("button", name="Save for").tap()
    expect(page.get_by_role("heading", name="Coming up")).to_be_visible()
    expect(page.locator("li", has_text="Ann and Cy")).to_be_visible()
    watch.axe_finds_nothing(page)
    # What was put away comes back by one tap.
    posted(page, f"{event}end/act/", act="reopen", sure="1")
    page.goto(f"{event}settings/")
    page.get_by_role("button", name="Put away").tap()
    expect(page.get_by_text("The event was put away without a result.")).to_be_visible()
    expect(runs).to_have_count(1)
    watch.axe_finds_nothing(page)
    page.get_by_role("button", name="Undo").tap()
    expect(runs).to_have_count(2)


def test_a_new_event_is_made_on_one_screen(server: Family, watch: Watch) -> None:
    page = watch.open(SMALL)
    sign_in(page, server)
    finished_board(page)
    page.goto("/events/new/")
    names = page.get_by_label("Names", exact=True)
    names.press_sequentially("Di\nEve\nan")
    page.locator("[data-offered] button", has_text="Ann").click()
    expect(names).to_have_value("Di\nEve\nAnn\n")
    expect(page.locator("#names-count")).to_have_text("3 people")
    expect(page.locator("#makes")).to_contain_text("One table of three.")
    page.get_by_role("link", name="All 45 games").click()  # another page: who comes is not lost
    page.get_by_label("Find a game").fill("golf")
    page.get_by_role("link", name="Golf", exact=False).first.click()
    expect(page.get_by_role("link", name="Rules of Golf")).to_be_visible()
    expect(names).to_have_value("Di\nEve\nAnn\n")
    expect(page.locator("#makes")).to_contain_text("One table of three.")
    page.locator("summary", has_text="Rules").click()
    page.locator("[name=option_stake]").fill("6")
    for size in (LAPTOP, SMALL):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        watch.axe_finds_nothing(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("form[data-entry]").first).to_be_visible()
    page.goto("/events/new/")
    expect(names).to_have_value("")


def test_a_game_chosen_while_an_answer_is_under_way_stays_chosen(
    server: Family, watch: Watch
) -> None:
    page = watch.open(PHONE)
    sign_in(page, server)
    page.goto("/events/new/?game=hearts")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.headers.get("hx-target") == "games" and not held:
            held.append(route)
        else:
            route.continue_()

    page.route("**/events/new/*", hold)
    page.get_by_label("Names", exact=True).fill("Ann\nBo\nCy\nDi")
    page.wait_for_event("request", lambda request: request.method == "POST")
    page.locator("#games .gc").nth(1).click()
    chosen = page.locator("#games .gc:has(:checked) b").inner_text()
    expect(page.get_by_role("link", name=f"Rules of {chosen}")).to_be_visible()
    expect(page.locator("#names-count")).to_have_text("4 people")
    expect(page.locator("#games legend")).to_have_text("Fits 4 people")
    expect(page.locator("#games .gc:has(:checked)")).to_contain_text(chosen)
    held[0].abort()


def test_too_few_people_are_told_where_they_are_typed(server: Family, watch: Watch) -> None:
    watch.expect_error("422")
    page = watch.open(PHONE)
    sign_in(page, server)
    page.goto("/events/new/?game=hearts")
    page.get_by_label("Names", exact=True).fill("Ann\nBo")
    expect(page.locator("#makes")).to_contain_text("Hearts takes at least 3 people; you have 2.")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#id_names_error")).to_contain_text("at least 3")
    expect(page.get_by_label("Names", exact=True)).to_have_value("Ann\nBo")
    watch.axe_finds_nothing(page)


def test_the_rules_of_a_league_are_asked_where_they_are_wanted(
    server: Family, watch: Watch
) -> None:
    """Folds say what they come to; a place of an order, and a number beside a choice, are asked for
    once somebody wants them."""
    page = watch.open(PHONE, touch=True)
    sign_in(page, server)
    page.goto("/events/new/?game=euchre&format=pairs")
    page.locator("textarea[name=names]").fill("\n".join(f"Guest {n}" for n in range(16)))
    page.locator("#rules > summary").tap()
    fold = {name: page.locator(f"[data-group]:has(> summary:has-text('{name}'))") for name in FOLDS}
    expect(fold["Clock"].locator(".said")).to_have_text("no clock")
    fold["Clock"].locator("summary").tap()
    box = page.get_by_role("textbox", name="This many minutes")
    expect(box).to_be_hidden()
    page.get_by_label("This many minutes", exact=True).first.check(force=True)
    box.fill("25")
    fold["Ties"].locator("summary").tap()
    places = fold["Ties"].get_by_role("combobox")
    expect(places).to_have_count(1)
    for number, choice in enumerate(("wins", "lot"), 1):
        places.nth(number - 1).select_option(choice)
        expect(places).to_have_count(number + 1)
    expect(fold["Ties"].locator(".said")).to_contain_text("lot")  # from the server
    watch.axe_finds_nothing(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    event = went_on(page)
    page.goto(f"{event}settings/")
    expect(fold["Clock"].locator(".said")).to_contain_text("25")
    expect(fold["Ties"].locator(".said")).to_have_text("sets won, lot, drawn once")
    watch.axe_finds_nothing(page)
