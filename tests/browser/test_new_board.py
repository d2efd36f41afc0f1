"""From the home page to the first score: at most six taps and one typed word."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import LAPTOP, PHONE, Family, Watch
from tests.browser.evening import Phone

MOST_TAPS = 6


class Thumb:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, what: Locator) -> None:
        what.tap()
        self.taps += 1

    def guest(self, name: str) -> None:
        self.tap(self.page.locator(".guest", has_text=name))


def signed_in(server: Family, watch: Watch, size: dict[str, int] = PHONE) -> Page:
    page = watch.open(size, touch=True)
    page.goto(server.sign_in_path())
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="What are you playing?")).to_be_visible()
    return page


def sitting(page: Page) -> Locator:
    return page.locator("[data-sitting] .grow")


def people(page: Page, *names: str) -> None:
    page.goto("/people/")
    for name in names:
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_role("button", name="Add").click()
        expect(page.get_by_text(f"{name} is on your list.")).to_be_visible()
    page.goto("/")


def test_six_taps_and_a_word_to_the_first_score(server: Family, watch: Watch) -> None:
    page = signed_in(server, watch)
    people(page, "Ann", "Bo", "Łucja")
    watch.axe_finds_nothing(page)
    thumb = Thumb(page)
    thumb.tap(page.get_by_role("link", name="Hearts", exact=True))
    expect(page.get_by_role("heading", name="Hearts: who is playing?")).to_be_visible()
    watch.axe_finds_nothing(page)
    thumb.guest("Łucja")
    thumb.guest("Ann")
    page.get_by_label("Name", exact=True).press_sequentially("Zoë")
    expect(sitting(page)).to_have_text(["Łucja", "Ann"])
    expect(page.locator("[data-play]")).to_have_text("Start with 3")
    watch.axe_finds_nothing(page)
    thumb.tap(page.get_by_role("button", name="Start"))
    form = page.locator("form[data-entry]").first
    expect(form).to_be_visible()
    expect(page.locator("ol.lines")).to_contain_text("Zoë")
    assert thumb.taps <= MOST_TAPS
    watch.axe_finds_nothing(page)


def test_seats_are_in_the_order_of_the_taps(server: Family, watch: Watch) -> None:
    page = signed_in(server, watch)
    people(page, "Ann", "Bo", "Cy")
    page.goto("/play/?q=euchre")
    page.locator(".tile", has_text="Euchre").tap()
    thumb = Thumb(page)
    thumb.guest("Cy")
    thumb.guest("Bo")
    page.get_by_role("button", name="Take Cy out").tap()
    thumb.guest("Ann")
    watch.axe_finds_nothing(page)
    name = page.get_by_label("Name", exact=True)
    name.fill("Di")
    name.press("Enter")  # the button beside it is tapped by other tests
    expect(page.locator(".guest", has_text="Di")).to_have_attribute("data-seat", "3")
    name.press_sequentially("cy")
    expect(page.locator(".guest", has_text="Cy")).to_be_visible()
    thumb.guest("Cy")
    expect(page.locator("[data-names]")).to_have_text("Bo & Di against Ann & Cy")
    expect(page.locator("[data-first-deal]")).to_contain_text("Bo deals first.")
    page.get_by_role("button", name="Somebody else").tap()
    expect(page.locator("[data-first-deal]")).to_contain_text("Ann deals first.")
    page.get_by_role("button", name="Start").tap()
    board = page.locator("ol.lines .name")
    expect(board.first).to_contain_text("Di")
    expect(board.last).to_contain_text("Cy")
    expect(page.locator("ol.lines li:has(.deals)")).to_contain_text("Ann")
    page.go_back()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.go_back()
    expect(page.locator("[data-begun]")).to_be_visible()
    expect(sitting(page)).to_have_text(["Bo", "Ann", "Di", "Cy"])


def test_long_names_of_partners_are_read_whole_on_a_small_phone(
    server: Family, watch: Watch
) -> None:
    page = signed_in(server, watch, {"width": 320, "height": 640})
    page.goto("/play/euchre/")
    called = (
        "Maximiliana Featherstonehaugh-Smythe",
        "Bartholomew Wolfeschlegelsteinhausen",
        "Wilhelmina Papadimitropoulos-Ruiz",
        "Христофор Преображенский-Вознесенский",
    )
    for name in called:
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_label("Name", exact=True).press("Enter")
    names = page.locator("[data-names]")
    expect(names).to_contain_text(f"against {called[1]} & {called[3]}")
    heights = "(box) => [box.scrollHeight, box.clientHeight]"
    needed, shown = names.evaluate(heights)
    assert needed <= shown
    watch.axe_finds_nothing(page)
    for more in range(1, 9):  # too many for it: the last ones are seen, the rest by the arrow keys
        page.get_by_label("Name", exact=True).fill(
            f"Cousin {more} of Maximiliana Featherstonehaugh"
        )
        page.get_by_label("Name", exact=True).press("Enter")
    needed, shown = names.evaluate(heights)
    assert needed > shown
    assert names.evaluate("(box) => box.scrollTop") >= needed - shown - 1
    watch.axe_finds_nothing(page)


def test_an_anna_whom_nobody_knows_sits_beside_another(server: Family, watch: Watch) -> None:
    page = signed_in(server, watch, {"width": 320, "height": 568})
    page.goto("/play/hearts/")
    name = page.get_by_label("Name", exact=True)
    name.fill("Anna")
    name.press("Enter")
    for seats in (["Anna", "Anna (2)"], ["Anna", "Anna (2)", "Anna (3)"]):
        name.fill("Anna")
        name.press("Enter")
        another = page.get_by_role("button", name="Anna, a new one")
        edge = another.evaluate("button => button.getBoundingClientRect().bottom")
        foot = page.locator(".play-bar").evaluate("bar => bar.getBoundingClientRect().top")
        assert edge <= foot, "the answer lies under the foot"
        another.tap()
        expect(sitting(page)).to_have_text(seats)
        expect(page.get_by_role("alert")).to_be_hidden()
        expect(name).to_be_focused()
    page.locator("[data-play]").tap()
    expect(page.locator("form[data-entry]").first).to_contain_text("Anna (3)")


def test_chairs_change_and_a_second_anna_is_asked_about(server: Family, watch: Watch) -> None:
    """Names as typed, clockwise; chairs by arrow keys, by buttons and by drag."""
    page = signed_in(server, watch, {"width": 320, "height": 568})
    people(page, "Anna", "Anna Moretti")
    page.goto("/play/hearts/")
    name = page.get_by_label("Name", exact=True)
    for typed in ("Anna", "Emil", "Bartholomew Fotheringay-Smythe", "Hilde"):
        name.fill(typed)
        name.press("Enter")
    name.fill("Anna")
    name.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Anna sits here already. Which one is this?")
    expect(name).to_have_value("Anna")
    watch.axe_finds_nothing(page)
    page.locator(".guest", has_text="Anna Moretti").tap()
    expect(page.get_by_role("alert")).to_be_hidden()
    second, third = "Emil", "Bartholomew Fotheringay-Smythe"
    expect(sitting(page)).to_have_text(["Anna", second, third, "Hilde", "Anna Moretti"])
    grip = page.get_by_role("button", name="Move Emil")
    grip.press("ArrowDown")
    expect(sitting(page)).to_have_text(["Anna", third, second, "Hilde", "Anna Moretti"])
    expect(grip).to_be_focused()
    expect(page.locator("[data-told]")).to_have_text("Emil, 3 of 5")
    grip.tap()
    watch.axe_finds_nothing(page)
    for _twice in range(2):
        page.get_by_role("button", name="Emil one up").tap()
    expect(sitting(page)).to_have_text([second, "Anna", third, "Hilde", "Anna Moretti"])
    grip.scroll_into_view_if_needed()
    here = grip.bounding_box()
    there = page.get_by_role("button", name="Move Bartholomew").bounding_box()
    assert here
    assert there
    page.mouse.move(here["x"] + 20, here["y"] + 20)
    page.mouse.down()
    page.mouse.move(there["x"] + 20, there["y"] + there["height"], steps=6)
    page.mouse.up()
    expect(sitting(page)).to_have_text(["Anna", third, second, "Hilde", "Anna Moretti"])
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.get_by_role("button", name="Start with 5").tap()
    expect(page.locator("form[data-entry]").first).to_be_attached()
    seats = "all => all.sort((a, b) => a.dataset.seat - b.dataset.seat).map(a => a.dataset.line)"
    assert page.locator("ol.lines > li").evaluate_all(seats) == ["0", "1", "2", "3", "4"]
    expect(page.locator("ol.lines > li[data-line='1']")).to_contain_text(third)


def test_too_few_people_keep_their_seats(server: Family, watch: Watch) -> None:
    page = signed_in(server, watch)
    people(page, "Ann", "Bo")
    page.goto("/play/hearts/")
    thumb = Thumb(page)
    thumb.guest("Bo")
    thumb.guest("Ann")
    page.get_by_role("button", name="One more to start").tap()
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    expect(sitting(page)).to_have_text(["Bo", "Ann"])
    watch.axe_finds_nothing(page)
    page.get_by_label("Name", exact=True).fill("Cy")
    page.get_by_role("button", name="Start").tap()
    expect(page.locator("ol.lines")).to_contain_text("Cy")


def test_the_search_finds_games_while_somebody_types(server: Family, watch: Watch) -> None:
    page = signed_in(server, watch)
    page.get_by_role("link", name="All games").tap()
    expect(page.get_by_text("Two against two")).to_be_visible()
    watch.axe_finds_nothing(page)
    page.get_by_role("searchbox").press_sequentially("five people, one deck, an hour")
    expect(page.locator(".tile", has_text="Euchre")).to_have_count(0)
    expect(page.locator(".tile", has_text="Oh Hell!")).to_be_visible()
    watch.axe_finds_nothing(page)


def test_other_rules_are_agreed_on_until_the_first_result(server: Family, watch: Watch) -> None:
    page = signed_in(server, watch)
    page.goto("/play/golf/")
    for name in ("Ann", "Bo"):
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_label("Name", exact=True).press("Enter")
    page.get_by_role("button", name="Start").tap()
    rules = page.locator("a:not([hidden])", has_text="Change the rules")  # in the page’s ⋯
    expect(rules).to_have_count(1)
    Phone(page, "").report(1, {"points": [12, 5], "knocker": 1})
    expect(page.locator(".saved")).to_contain_text("Undo")
    expect(rules).to_have_count(0)


def test_a_board_goes_on_at_another_device(server: Family, watch: Watch) -> None:
    page = signed_in(server, watch)
    people(page, "Ann", "Bo", "Cy")
    page.goto("/play/hearts/")
    thumb = Thumb(page)
    for name in ("Ann", "Bo", "Cy"):
        thumb.guest(name)
    page.get_by_role("button", name="Start").tap()
    page.locator("#entry [data-close]").tap()
    page.locator("summary[aria-label=More]").tap()
    page.get_by_role("link", name="Use another phone too").tap()
    expect(page.locator(".pass-on img")).to_be_visible()
    expect(page.locator("dialog:modal")).to_have_attribute("id", "pass-on")
    page.keyboard.press("Escape")
    expect(page.locator("#pass-on")).to_be_hidden()
    expect(page.locator("summary[aria-label=More]")).to_be_focused()
    page.locator("summary[aria-label=More]").tap()
    page.get_by_role("link", name="Use another phone too").tap()
    watch.axe_finds_nothing(page)
    path = page.locator(".pass-on .address a").get_attribute("href") or ""
    other = watch.open(LAPTOP)
    other.goto("/t/" + path.split("/t/")[1])
    expect(other.locator("ol.lines")).to_contain_text("Cy")
    expect(other.get_by_role("link", name="Desk")).to_have_count(0)
    page.goto(page.locator("a", has_text="Another table").get_attribute("href") or "")
    page.get_by_role("searchbox").fill("Golf")
    page.locator(".tile", has_text="Golf").first.tap()
    expect(page.locator(".guest").first).to_contain_text("already at a table")


def test_what_is_settled_of_a_new_event_stands_in_line(server: Family, watch: Watch) -> None:
    page = signed_in(server, watch)
    page.goto("/events/new/?game=euchre&format=individual")
    values = page.locator(".opts > details > summary > b")
    expect(values).to_have_count(5)
    assert len({one.bounding_box()["x"] for one in values.all()}) == 1  # type: ignore[index]
