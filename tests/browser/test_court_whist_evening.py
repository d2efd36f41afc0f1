"""A complete Court Whist drive: ten people, two tables, two sit-outs, seven sets.

Host at laptop size, both tables on phones for four sets and a hand of each other one, the wall
screen. On the way: a correction by the host, a tie that is cut, a server that goes away while a
result is being sent.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from playwright.sync_api import Page, expect

from rulesets import games
from rulesets.formats import court_whist
from tests.browser.conftest import LAPTOP, PHONE, Family, Watch
from tests.browser.evening import (
    Phone,
    correct,
    engine_totals,
    finish_at_once,
    link_paths,
    open_wall,
    play,
    revisions_of,
    totals_on,
)
from tests.made_up_hands import a_payload

GAME = court_whist.KIND.of(games.load("court-whist"))
LADIES = ["Zoë Đặng", "Anne Lister", "Anne Lister (York)", "Ελένη", "Łucja Nowak"]
GENTLEMEN = [
    "Maximilian-Alexander von und zu Hohenberg",
    "Bo",
    "Олег Петров",
    "林大明",
    "José",
]
TIE = [[7, 6], [6, 7], [8, 5], [5, 8]]
TIED_SET, LOST_SET, CORRECTED_SET = 2, 4, 3
TABLES = 2
COMES_BY_ITSELF = 2  # the seats of later sets are asked for, to spare the waiting


def test_evening_from_empty_room_to_winners(server: Family, watch: Watch) -> None:
    desk = watch.open(LAPTOP)
    event = set_up(desk, server, watch)
    paths = links_of(desk, event, watch)
    phones = [Phone(watch.open(PHONE, touch=True), path) for path in paths["t"]]
    assert len(phones) == TABLES
    for phone in phones:
        phone.open()
    rng = Random(2026)
    for number, stage in enumerate(GAME.sets[:LOST_SET], 1):
        for table, phone in enumerate(phones):
            if number > COMES_BY_ITSELF:
                phone.open()
            phone.see_set(stage.name)
            play_set(phone, table, number, watch, rng)
            show_result(phone, table, number, watch)
        if number == CORRECTED_SET:
            correct_first_hand(desk, event, watch, server.folder)
        start_next_set(desk, event, number + 1)
    for number, stage in enumerate(GAME.sets[LOST_SET:], LOST_SET + 1):
        phones[0].open()
        phones[0].see_set(stage.name)
        phones[0].tap(GAME.hands.fields(number), a_report(number, 0, 1, rng))
        phones[0].expect_in(1)
        play(server, event, "evening.play_set(event, Random(5))")
        if number < len(GAME.sets):
            play(server, event, "evening.next_set(event)")
    finish(desk, event, watch, server.folder)


def set_up(desk: Page, server: Family, watch: Watch) -> str:
    desk.goto(server.sign_in_path())
    watch.axe_finds_nothing(desk)
    desk.get_by_role("button", name="Sign in here").click()
    watch.axe_finds_nothing(desk)
    desk.get_by_role("link", name="A tournament").click()
    desk.get_by_label("Find a game").fill(GAME.game.name)
    desk.locator(f"label.gc:has(input[value={GAME.game.slug}])").click()
    desk.locator("summary", has_text="Rules").click()
    expect(desk.get_by_label("Fewer repeated partnerships")).to_be_visible()
    desk.locator("summary", has_text="Called").click()
    desk.get_by_label("What is it called?").fill("Whist at Aunt Vera’s")
    lines = [f"{name}, L" for name in LADIES] + [f"{name}, G" for name in GENTLEMEN]
    desk.locator("textarea[name=names]").fill("\n".join(lines))
    watch.axe_finds_nothing(desk)
    expect(desk.locator("#makes")).to_contain_text("tables of four")
    desk.get_by_role("button", name="Draw the seats").click()
    expect(desk).to_have_url(re.compile(r"/events/\d+/"))
    match = re.search(r"/events/\d+/", desk.url)
    assert match is not None
    event = match.group(0)
    desk.goto(f"{event}people/")
    watch.axe_finds_nothing(desk)
    desk.goto(f"{event}draw/")  # they are drawn already
    watch.axe_finds_nothing(desk)
    desk.get_by_role("button", name="Draw again").click()
    desk.get_by_role("button", name="Start set 1").click()
    expect(desk.get_by_text("Print the cards")).to_be_visible()
    watch.axe_finds_nothing(desk)
    desk.get_by_role("link", name="Go to the desk").click()
    expect(desk.locator(".tcard")).to_have_count(TABLES)
    watch.axe_finds_nothing(desk)
    return event


def links_of(desk: Page, event: str, watch: Watch) -> dict[str, list[str]]:
    desk.goto(f"{event}links/")
    watch.axe_finds_nothing(desk)
    return link_paths(desk, event)


def is_tapped(stage: int, table: int, hand: int) -> bool:
    """Whether a hand is tapped on the phone, as the first one of each set is at one table, in turn,
    and all of the set in which the server goes away. The phone sends the others by itself."""
    in_turn = table == (stage - 1) % TABLES
    return in_turn and (hand == 1 or stage == LOST_SET)


def a_report(stage: int, table: int, hand: int, rng: Random) -> dict[str, list[int]]:
    if (stage, table) == (TIED_SET, 0):
        return {"tricks": TIE[hand - 1]}
    return a_payload(stage, rng)


def play_set(phone: Phone, table: int, stage: int, watch: Watch, rng: Random) -> None:
    """Four hands on one phone; the other side says yes on the same one to what was tapped."""
    questions = GAME.hands.fields(stage)
    if stage == 1 and table == 0:
        watch.axe_finds_nothing(phone.page)
    phone.cut_for_deal(rng.randrange(4))
    if table == (stage - 1) % TABLES and stage in (3, 4):
        watch.axe_finds_nothing(phone.page)
    for hand in range(1, GAME.length.most_deals + 1):
        report = a_report(stage, table, hand, rng)
        if not is_tapped(stage, table, hand):
            phone.send(stage, hand, report)
            continue
        if (stage, hand) == (LOST_SET, 2):
            with_server_gone(phone, questions, report, watch)
        else:
            phone.tap(questions, report)
        phone.expect_in(hand)
        phone.accept(hand)
    phone.open()


def show_result(phone: Phone, table: int, stage: int, watch: Watch) -> None:
    """Who moves on; after a tie whoever cuts the highest."""
    expect(phone.page.locator("#result-title")).to_be_visible()
    tied = phone.page.get_by_text("A tie: cut the cards").count() > 0
    assert tied or (stage, table) != (TIED_SET, 0)
    if tied:
        cut(phone, watch)


def with_server_gone(
    phone: Phone, questions: object, report: dict[str, list[int]], watch: Watch
) -> None:
    """Enter a hand while the server is down: it waits in sight, and arrives once. That a server
    which was killed goes on with all that it kept is shown in faults/test_phones.py."""
    watch.expect_error(
        "Failed to load resource", "ERR_CONNECTION", "htmx:sendError", "htmx:afterRequest"
    )
    phone.page.route("**/*", lambda route: route.abort("connectionrefused"))
    phone.tap(questions, report)  # type: ignore[arg-type]
    banner = phone.page.locator("#outbox")
    expect(banner).to_be_visible()
    expect(banner).to_contain_text("Hand 2")
    watch.axe_finds_nothing(phone.page)
    phone.page.locator("[data-retry]").click()
    expect(banner).to_be_visible()
    phone.page.unroute_all()
    expect(banner).to_be_hidden(timeout=20_000)


def cut(phone: Phone, watch: Watch) -> None:
    page = phone.page
    watch.axe_finds_nothing(page)
    for group in page.locator("form[action$='/cut/'] fieldset").all():
        group.locator("label.pick").first.click()
    page.get_by_role("button", name="They cut the highest").click()
    expect(page.get_by_text("Settled by cutting.")).to_be_visible()


def start_next_set(desk: Page, event: str, number: int) -> None:
    desk.goto(event)
    desk.locator("#hero form button").click()
    desk.get_by_role("button", name=f"Start set {number}").click()
    desk.goto(event)


def correct_first_hand(desk: Page, event: str, watch: Watch, folder: Path) -> None:
    """The host corrects a hand of set 1, sees the consequences first, changes the score only."""
    before = engine_totals(desk, event, folder)
    desk.goto(f"{event}sets/1/tables/2/deals/1/report/")
    inputs = desk.locator("#report input[data-number]")
    old = int(inputs.first.input_value())
    new = old - 1 if old > 1 else old + 1
    inputs.nth(0).fill(str(new))
    inputs.nth(1).fill(str(13 - new))
    expect(desk.get_by_role("heading", name="What would change")).to_be_visible()
    watch.axe_finds_nothing(desk)
    correct(desk, "Counted again at the table")
    after = engine_totals(desk, event, folder)
    changed = {name: after[name] - before[name] for name in after if after[name] != before[name]}
    assert sorted(changed.values()) == [-1, -1, 1, 1], changed


def finish(desk: Page, event: str, watch: Watch, folder: Path) -> None:
    """Finish; the winners stand on the wall, the standings agree with the engine."""
    wall = open_wall(desk, event, watch)
    finish_at_once(desk, event, watch)
    desk.goto(f"{event}results/")
    watch.axe_finds_nothing(desk)
    desk.goto(f"{event}standings/")
    shown = totals_on(desk)
    assert shown == engine_totals(desk, event, folder)
    assert len(shown) == len(LADIES) + len(GENTLEMEN)
    assert revisions_of(desk, event, LOST_SET, table=2, hand=2) == 1
    best = max(shown, key=lambda name: shown[name])
    expect(wall.locator(".podium")).to_contain_text(best, timeout=10_000)
    wall.locator("[data-do=pause]").dispatch_event("click")
    watch.axe_finds_nothing(wall)
