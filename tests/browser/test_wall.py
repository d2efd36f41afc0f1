"""The wall as a hall sees it: names in their places at every size of screen, the way in, and a
reveal on three screens, which the host's phone leads through."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, WALL, Server, Watch

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = (
    {"width": 1280, "height": 720},
    WALL,
    {"width": 3840, "height": 2160},
    {"width": 1024, "height": 768},
)
SEEN_BY_AXE = ("late", "standings", "over", "eight", "picture")
OLD_PROJECTOR = {"width": 800, "height": 600}
FILL = """
import json
from random import Random
from tests.tournaments import evening, board_evening
from tournaments.access.services import create_sign_in, ensure_links
from tournaments.events.services import finish_event
from tournaments.models import Event, Link
from tournaments.people.names import parse_names
from tournaments.seating import roster
from tournaments.wall import services as wall
NAMES = (
    "Bartholomew Fotheringay-Smythe", "山田太郎", "김철수 박영희", "李小龙", "Ann",
    "Maria-Magdalena von und zu Hohenlohe-Waldenburg", "Κωνσταντίνος Παπαδόπουλος",
    "Александра Константинопольская", "محمد عبد الرحمن", "Zoë van der Berg",
    "Wolfeschlegelsteinhausenbergerdorff", "Þórður Guðmundsson",
)
def named(event):
    for at, one in enumerate(event.entries.order_by("pk")):
        again = at // len(NAMES)
        one.name = NAMES[at % len(NAMES)] + (f" {again + 1}" if again else "")
        one.save()
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    return Event.objects.get(pk=event.pk)
def drive(people, sets=0):
    event = named(evening.start(people=people))
    if sets:
        evening.play(event, sets=sets)
    return Event.objects.get(pk=event.pk)
def board(game, people, rounds):
    event = board_evening.start(game, NAMES[:people])
    board_evening.play_any(event, rounds)
    return event
def singly(form, lines):
    event = evening.an_event_in(form, 0, deals=1)
    roster.enter_people(event=event, actor=evening.host(event), parsed=parse_names(lines))
    evening.next_set(event)
    evening.play_set(event, Random(3), evening.sampled_reports(event))
    evening.next_set(event, seed=2)
    return Event.objects.get(pk=event.pk)
def links(event):
    ensure_links(event)
    found = Link.objects.filter(event=event).exclude(kind="table")
    found = dict(found.values_list("kind", "token"))
    return {**found, "event": event.pk, "signed": [create_sign_in(event.owner) for _ in range(4)]}
"""
HALLS = (
    FILL
    + """
late = drive(30)
wall.set_timer(event=late, actor=evening.host(late), minutes=20)
over = drive(12, 7)
finish_event(event=over, actor=evening.host(over), early=True)
found = {
    "five tables": drive(21), "twenty tables": drive(81), "standings": drive(30, 2), "late": late,
    "over": over, "two": board("crazy-eights", 2, 3), "three": board("hearts", 3, 3),
    "five": board("hearts", 5, 3), "eight": board("mexican-train", 8, 3),
    "coins": board("golf", 12, 4),
    "picture": board("rummoli", 6, 3), "sides": board("whist-tens", 4, 3),
}
team = named(board_evening.start("gin-tournament", 14))
board_evening.play(team, 2)
people = [f"{name} van Beethoven-{at}" for at, name in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ")]
found["pairs"] = singly("swiss", "\\n".join([*people, "Y van B", "Z van B"]))
knockout = evening.an_event(people=0, game="euchre", format="knockout")
evening.enter(knockout, people[:16])
evening.next_set(knockout)
found["quarterfinals"] = Event.objects.get(pk=knockout.pk)
lines = ["Garby:", *people[:4], "The Lindqvists of Upper Wold:", *people[4:8]]
found["families"] = singly("individual", "\\n".join(lines))
found["couples"] = Event.objects.get(pk=team.pk)
print(json.dumps({name: links(event) for name, event in found.items()}))
"""
)
REVEAL = (
    FILL
    + """
event = drive(12, 7)
wall.plan_reveal(event=event, actor=evening.host(event), first=3)
finish_event(event=event, actor=evening.host(event), early=True)
event = Event.objects.get(pk=event.pk)
from tournaments.wall.reveal import reveal
told = links(event)
told["steps"] = [
    [one.kind, one.title, list(one.names), one.points] for one in reveal(event).steps
]
print(json.dumps(told))
"""
)
BOARD = (
    FILL
    + """
print(json.dumps(links(board("mexican-train", 4, 2))))
"""
)
ROUND = """
from tests.tournaments import board_evening
from tournaments.models import Event
board_evening.play_any(Event.objects.get(pk={event}), 1, seed=9)
"""
# What stands outside of its card, or of the screen; letters reach a little below their line.
OUTSIDE = """() => {
  const found = [];
  const slide = document.querySelector(".slide.on");
  const parts = [...slide.querySelectorAll("*"), ...document.querySelectorAll(".rail *")];
  for (const part of parts) {
    if (part.closest("svg, .visually-hidden, .trump") || !part.offsetWidth) continue;
    if (part.querySelector(".visually-hidden")) continue;
    if (![...part.childNodes].some((one) => one.nodeType === 3 && one.textContent.trim())) continue;
    const range = document.createRange();
    range.selectNodeContents(part);
    const text = range.getBoundingClientRect();
    const frame = part.closest(
      ".table > h3, [data-box], .total-card, .table, .step, .rail, .pot, .column, li"
    );
    const box = (frame ?? slide).getBoundingClientRect();
    const below = 3 + 0.14 * Number.parseFloat(getComputedStyle(part).fontSize);
    if (
      text.left < box.left - 2 || text.right > box.right + 2 ||
      text.top < box.top - below || text.bottom > box.bottom + below ||
      text.right > innerWidth + 1 || text.bottom > innerHeight + below
    )
      found.push(`${part.className}: ${part.textContent.trim().slice(0, 40)}`);
  }
  return found;
}"""
# At how many sizes the names of a kind stand on the slide.
NAME_SIZES = """() => {
  const found = {};
  for (const one of document.querySelectorAll(".slide.on .who:not(.beside .who, .podium .who)"))
    (found[one.tagName] ??= new Set()).add(Number.parseFloat(getComputedStyle(one).fontSize));
  return Object.values(found).map((sizes) => sizes.size);
}"""
# Letters too small for the back of a hall; of pictures those of brackets and runs.
SMALL = """() => {
  const found = [];
  const slide = document.querySelector(".slide.on");
  const rail = slide.matches("[data-bare]") ? [] : document.querySelectorAll(".rail *");
  for (const part of [...slide.querySelectorAll("*"), ...rail]) {
    if (part.closest(".visually-hidden, .split .picture, .trump > span")) continue;
    if (![...part.childNodes].some((one) => one.nodeType === 3 && one.textContent.trim())) continue;
    const box = part.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const scale = part.ownerSVGElement ? part.getScreenCTM().d : 1;
    const share = (scale * Number.parseFloat(getComputedStyle(part).fontSize)) / innerHeight;
    if (share < (scale === 1 ? 0.0255 : 0.023))
      found.push(`${part.className}: ${part.textContent.trim().slice(0, 40)}, ${share}`);
  }
  return found;
}"""
ON = ".slide.on"


@pytest.fixture(scope="module")
def halls(standing_server: Server) -> dict[str, Any]:
    return dict(json.loads(standing_server.run(HALLS)))


def at_rest(page: Page) -> None:
    """With what has just arrived standing where it will stay."""
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")


@pytest.mark.exhaustive(keep=("800", "1920"))
@pytest.mark.parametrize("size", [*SIZES, OLD_PROJECTOR], ids=lambda size: str(size["width"]))
def test_no_name_leaves_its_card_on_any_screen(
    halls: dict[str, Any], watch: Watch, size: dict[str, int]
) -> None:
    """On one size axe finds nothing in either theme."""
    wrong, page = [], watch.open(size)
    for name, links in halls.items():
        page.set_viewport_size({"width": 1600, "height": 1000})  # until it has been opened
        page.goto(f"/w/{links['wall']}/")
        expect(page.locator(ON)).to_have_count(1)
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.evaluate("document.fonts.ready")
        page.locator("[data-do=pause]").dispatch_event("click")
        for _slide in range(page.locator(".slide").count()):
            at_rest(page)
            key = page.locator(ON).get_attribute("data-slide")
            wrong += [f"{name}, {key}: {one}" for one in page.evaluate(OUTSIDE)]
            wrong += [f"{name}, {key}: {one}" for one in page.evaluate(SMALL)]
            assert set(page.evaluate(NAME_SIZES)) <= {0, 1}, (name, key)
            for scheme in ("dark", "light") if size == WALL and name in SEEN_BY_AXE else ():
                page.emulate_media(color_scheme=scheme)
                wrong += [f"{name}, {key}: {finding}" for finding in watch.findings_of_axe(page)]
            page.locator("[data-do=on]").dispatch_event("click")
    assert not wrong, "\n".join(wrong)


def test_initials_stand_where_letters_have_capitals_alone(
    halls: dict[str, Any], watch: Watch
) -> None:
    page = watch.open(WALL)
    page.goto(f"/w/{halls['five tables']['wall']}/")
    page.evaluate("document.fonts.ready")
    names = page.locator(f"{ON} .who").all_text_contents()
    assert any(re.search(r"\w\.$", name) for name in names)
    assert {"محمد عبد الرحمن", "김철수 박영희"} <= set(names)


def test_pairs_are_called_by_both_names_and_teams_in_whole_words(
    halls: dict[str, Any], watch: Watch
) -> None:
    for name, key in (("pairs", "standings-1"), ("families", "teams-1")):
        page = watch.open(WALL)
        page.goto(f"/w/{halls[name]['wall']}/")
        page.evaluate("document.fonts.ready")
        slide = page.locator(f"[data-slide={key}]")
        for _slide in range(page.locator(".slide").count()):
            page.keyboard.press("ArrowRight")
            if "on" in (slide.get_attribute("class") or "").split():
                break
        expect(page.locator(ON)).to_have_attribute("data-slide", key)
        names = slide.locator(".who")
        assert names.count() == (14 if name == "pairs" else 2)
        for text in names.all_text_contents():
            assert (" & " in text) == (name == "pairs"), text
        assert not slide.locator(".who[style*=anywhere]").count()


def test_no_slide_is_wider_than_a_phone(halls: dict[str, Any], watch: Watch) -> None:
    wrong = []
    page = watch.open({"width": 320, "height": 640})
    for name, links in halls.items():
        page.goto(f"/w/{links['wall']}/")
        page.evaluate("document.fonts.ready")
        page.locator("[data-do=pause]").dispatch_event("click")
        for _slide in range(page.locator(".slide").count()):
            at_rest(page)
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                wrong.append((name, page.locator(ON).get_attribute("data-slide")))
            page.locator("[data-do=on]").dispatch_event("click")
    assert not wrong


@pytest.mark.exhaustive(keep=("800", "1920"))
@pytest.mark.parametrize("size", [*SIZES, OLD_PROJECTOR], ids=lambda size: str(size["width"]))
def test_the_way_in_is_large_enough_on_every_slide(
    halls: dict[str, Any], watch: Watch, size: dict[str, int]
) -> None:
    page = watch.open(size)
    page.goto(f"/w/{halls['standings']['wall']}/")
    code = page.locator(".rail-qr svg path").last.bounding_box()
    assert code is not None
    assert min(code["width"], code["height"]) >= min(200, size["height"] / 4)
    expect(page.locator(".rail-code")).to_have_text(re.compile(r"^\w{3} \w{3}$"))
    page.locator("[data-do=back]").dispatch_event("click")  # the last one is the way in
    expect(page.locator(ON)).to_have_attribute("data-slide", "join")
    large = page.locator(".join-qr svg path").last.bounding_box()
    assert large is not None
    assert large["width"] > 1.3 * code["width"]


def test_a_round_changes_the_open_page_and_nothing_else(
    standing_server: Server, watch: Watch
) -> None:
    links = json.loads(standing_server.run(BOARD))
    page = watch.open(WALL)
    page.goto(f"/w/{links['wall']}/")
    expect(page.locator(ON)).to_have_attribute("data-slide", "board-1-1-1")
    page.evaluate("for (const one of document.querySelectorAll('.slides > *')) one.old = true")
    version = page.locator(".slides").get_attribute("data-version")
    standing_server.run(ROUND.format(event=links["event"]))
    expect(page.locator(".slides")).not_to_have_attribute("data-version", str(version))
    expect(page.locator(ON)).to_have_attribute("data-slide", "board-1-1-1")
    text = "[...document.querySelectorAll('.slides > *')].filter((one) => one.old)"
    assert page.evaluate(f"{text}.some((one) => one.dataset.slide === 'join')")
    assert not page.evaluate(f"{text}.some((one) => one.dataset.slide === 'board-1-1-1')")
    page.wait_for_timeout(800)  # totals have counted up
    for total in page.locator(".slide.on .total-card .total").all():
        assert total.inner_text() == total.get_attribute("data-value")


LATER = """
from tests.tournaments import evening
from tournaments.models import Event
event = Event.objects.get(pk={event})
evening.say(evening.table(event, 1), {deal}, {{"tricks": [7, 6]}})
"""


def test_a_wall_and_a_desk_without_network_catch_up(standing_server: Server, watch: Watch) -> None:
    """Without news they are answered without a word; the wall says that it may be old."""
    links = json.loads(standing_server.run(FILL + "print(json.dumps(links(drive(8))))"))
    watch.expect_error("ERR_INTERNET_DISCONNECTED", "htmx:sendError")
    wall, desk = watch.open(WALL), signed_in(watch, links, {"width": 1280, "height": 800})
    statuses: list[int] = []
    wall.on("response", lambda answer: statuses.append(answer.status))
    wall.goto(f"/w/{links['wall']}/")
    desk.goto(f"/events/{links['event']}/")
    statuses.clear()
    wall.wait_for_timeout(2500)
    assert 2 <= len(statuses) <= 3
    assert set(statuses) == {204}
    slides, cards = wall.locator(".slides"), desk.locator("#desk")
    version = str(slides.get_attribute("data-version"))
    standing_server.run(LATER.format(event=links["event"], deal=1))
    for part in (slides, cards):
        expect(part).not_to_have_attribute("data-version", version)
    version = str(slides.get_attribute("data-version"))
    for page in (wall, desk):
        page.context.set_offline(True)
    expect(wall.locator("#away")).to_be_visible(timeout=15_000)
    standing_server.run(LATER.format(event=links["event"], deal=2))
    for page in (wall, desk):
        page.context.set_offline(False)
    for part in (slides, cards):
        expect(part).not_to_have_attribute("data-version", version, timeout=15_000)
    expect(wall.locator("#away")).to_be_hidden()


def signed_in(watch: Watch, links: dict[str, Any], size: dict[str, int]) -> Page:
    page = watch.open(size, touch=True)
    page.goto(f"/sign-in/{links['signed'].pop()}/")
    page.get_by_role("button").first.click()
    return page


def test_a_reveal_on_three_screens(standing_server: Server, watch: Watch) -> None:
    links = json.loads(standing_server.run(REVEAL))
    steps = links["steps"]
    wall, remote = watch.open(WALL, moving=True), signed_in(watch, links, PHONE)
    guest = watch.open(PHONE, touch=True)
    wall.goto(f"/w/{links['wall']}/")
    expect(wall.locator(ON)).to_contain_text("Who has won?")
    remote.goto(f"/events/{links['event']}/wall/")
    watch.axe_finds_nothing(remote)
    standings = f"/s/{links['spectator']}/standings/"
    guest.goto(standings)
    champion = next(names for kind, _title, names, _points in steps if kind == "champion")
    for name in champion:
        assert name not in guest.locator("body").inner_text()
    kinds = [kind for kind, *_more in steps]
    assert kinds[-3:] == ["place", "place", "champion"]
    assert set(kinds[:-3]) == {"award"}
    for number, (kind, title, names, points) in enumerate(steps, 1):
        remote.get_by_role("button", name=f"Next: {title}").click()
        expect(remote.locator("h1")).to_have_text(title)
        expect(wall.locator(ON)).to_have_attribute("data-slide", f"reveal-{number}")
        assert wall.locator(".slide").count() == 1  # nothing turns away from it
        expect(wall.locator(f"{ON} .rank-word")).to_have_text(title)
        assert wall.locator(f"{ON} .hero").all_inner_texts() == names
        expect(wall.locator(f"{ON} .points")).to_have_count(1 if points else 0)
        assert wall.locator(".rail").is_visible() == (kind == "award")
        assert wall.locator(f"{ON} .felt").count() == (kind == "champion")
        if kind == "champion":
            assert 1500 <= longest(wall) <= 2400
            at_rest(wall)
            watch.axe_finds_nothing(wall)
        if kind in ("place", "champion"):
            guest.goto(standings)
            for name in names:
                expect(guest.locator("body")).to_contain_text(name)
    remote.get_by_role("button", name="Back").click()
    expect(wall.locator(ON)).to_have_attribute("data-slide", f"reveal-{len(steps) - 1}")
    remote.get_by_role("button", name=f"Next: {steps[-1][1]}").click()
    remote.get_by_role("button", name="The podium").click()
    expect(wall.locator(ON)).to_have_attribute("data-slide", "winners")
    expect(wall.locator("[data-held=winners]")).to_be_attached()
    expect(remote.get_by_role("button", name="Turn the pages")).to_be_visible()
    watch.axe_finds_nothing(remote)


def longest(page: Page) -> float:
    """Milliseconds until everything stands still."""
    ends = "document.getAnimations().map((one) => one.effect.getComputedTiming().endTime)"
    return float(page.evaluate(f"Math.max(0, ...{ends})"))


def test_with_less_motion_the_champion_stands_at_once(
    standing_server: Server, watch: Watch
) -> None:
    links = json.loads(standing_server.run(REVEAL))
    wall, remote = watch.open(WALL, moving=True), signed_in(watch, links, PHONE)
    wall.emulate_media(reduced_motion="reduce")
    wall.goto(f"/w/{links['wall']}/")
    remote.goto(f"/events/{links['event']}/wall/")
    for number, (kind, title, *_more) in enumerate(links["steps"], 1):
        remote.get_by_role("button", name=f"Next: {title}").click()
        expect(wall.locator(ON)).to_have_attribute("data-slide", f"reveal-{number}")
        assert longest(wall) <= 120, kind


def test_pages_of_names_stay_longer_and_come_twice(halls: dict[str, Any], watch: Watch) -> None:
    wall = watch.open(WALL, only_once=True)
    wall.clock.install()
    wall.goto(f"/w/{halls['twenty tables']['wall']}/")
    slides = []
    for seconds in (0, 12, 12, 12, 12, 9):
        wall.clock.run_for(seconds * 1000 + 50)
        slides.append(wall.locator(ON).get_attribute("data-slide"))
    names = ["names-1", "names-2"]
    assert slides[:4] == names * 2
    assert slides[4].startswith("seats-")
    assert slides[5] != slides[4]
