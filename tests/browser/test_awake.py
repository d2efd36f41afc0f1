"""A wall and a pad keep their screens awake on plain http, where browsers lend no wake lock."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, Family, Watch
from tests.browser.evening import link_paths, sign_in, table_of

PLAIN = "Object.defineProperty(Navigator.prototype, 'wakeLock', { value: undefined });"
REFUSED = """HTMLMediaElement.prototype.play = function () {
  return Promise.reject(new DOMException("no", "NotSupportedError"));
};"""
PLAYS = "() => !document.querySelector('[data-awake-video]').paused"
NAMES = ["Ann", "Bo", "Cy", "Di"]


def plays(page: Page) -> None:
    """The video plays, is silent and covers the screen, which alone keeps one awake."""
    page.wait_for_function(PLAYS)
    page.wait_for_function("() => document.querySelector('[data-awake-video]').currentTime > 0.2")
    video = page.locator("[data-awake-video]")
    assert video.evaluate("video => video.muted && video.loop")
    assert video.evaluate("video => getComputedStyle(video).opacity") == "0"
    covered = video.evaluate("video => [video.clientWidth, video.clientHeight]")
    assert covered == page.evaluate("[innerWidth, innerHeight]")
    assert page.evaluate("document.elementFromPoint(20, innerHeight - 20)?.localName") != "video"


def test_a_wall_and_a_pad_stay_awake(server: Family, watch: Watch) -> None:
    desk, event = table_of(server, watch, game="hearts", lines=NAMES)
    links = link_paths(desk, event)
    wall = watch.open(LAPTOP, only_once=True)
    wall.add_init_script(PLAIN)
    wall.goto(links["w"][0])
    plays(wall)
    pad = watch.open(PHONE, touch=True, only_once=True)
    sign_in(pad, server)
    pad.add_init_script(PLAIN)
    pad.goto(links["t"][0])
    plays(pad)
    expect(pad.locator("[data-awake-note]")).to_be_hidden()
    # The switch in ⋯ is on; off, it stays off.
    pad.get_by_label("More").click()
    switch = pad.get_by_role("switch", name="Keep this screen on")
    expect(switch).to_have_attribute("aria-checked", "true")
    watch.axe_finds_nothing(pad)
    switch.click()
    assert not pad.evaluate(PLAYS)
    pad.reload()
    pad.get_by_label("More").click()
    expect(switch).to_have_attribute("aria-checked", "false")
    assert not pad.evaluate(PLAYS)
    switch.click()
    pad.wait_for_function(PLAYS)


def test_a_screen_that_cannot_be_kept_awake_says_so(server: Family, watch: Watch) -> None:
    desk, event = table_of(server, watch, game="hearts", lines=NAMES)
    links = link_paths(desk, event)
    for path, often in ((links["w"][0], True), (links["t"][0], False)):
        page = watch.open(LAPTOP, only_once=True)
        sign_in(page, server)
        page.add_init_script(PLAIN + REFUSED)
        page.goto(path)
        note = page.locator("[data-awake-note]")
        expect(note).to_contain_text("Turn that off")
        page.reload()
        page.wait_for_load_state("networkidle") if not often else None
        expect(note).to_be_visible() if often else expect(note).to_be_hidden()


def test_the_page_that_controls_the_wall_says_so_until_it_is_read(
    server: Family, watch: Watch
) -> None:
    desk, event = table_of(server, watch, game="hearts", lines=NAMES)
    wall_path = link_paths(desk, event)["w"][0]
    desk.goto(f"{event}wall/")
    note = desk.locator("[data-awake-remote]")
    expect(note).to_be_hidden()
    wall = desk.context.new_page()
    wall.add_init_script(PLAIN + REFUSED)
    wall.goto(wall_path)
    expect(wall.locator("[data-awake-note]")).to_be_visible()
    expect(note).to_contain_text("The wall screen may fall asleep.")
    desk.reload()
    expect(note).to_be_visible()
    watch.axe_finds_nothing(desk)
    note.get_by_role("button", name="Got it").click()
    expect(note).to_be_hidden()
    desk.reload()
    wall.reload()
    expect(wall.locator("[data-awake-note]")).to_be_visible()
    expect(note).to_be_hidden()
