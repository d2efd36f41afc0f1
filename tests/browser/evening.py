"""An evening as the browser tests play it: the host's desk, phones at tables, what was counted."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import APIResponse, Locator, Page, expect

from rulesets.engine.fields import Field
from rulesets.files.cli import main
from tests.browser.conftest import LAPTOP, WALL, Family, Server, Watch

Report = Mapping[str, Any]
PLAY = """
from random import Random
from tests.tournaments import board_evening, evening
from tournaments.models import Event
event = Event.objects.get(pk={pk})
{calls}
"""


def pick(scope: Locator, field: str, value: object) -> None:
    """Tap the answer of that value among the picks of a field."""
    sign = scope.locator(f"label.mark:has(input[name=answer-{field}][value='{value}'])")
    if sign.count():
        sign.first.click()
        return
    box = scope.locator(f"[data-field={field}]").first
    if box.locator("> [data-ask]").count():  # the answers stand in the tray of the sheet
        box.locator("> [data-ask]").click()
        scope.locator(f"[data-keys] [data-value='{value}']").click()
        return
    fold = box.locator("xpath=ancestor::details[not(@open)]")
    if fold.count():
        fold.first.locator("summary").first.click()
    box.locator(f"label.pick:has(input[value='{value}'])").first.click()


def write(scope: Locator, name: str, value: int) -> None:
    """Write a number. Who went out is not asked what is left: it is nothing."""
    field = scope.locator(f"input[name={name}]")
    if field.get_attribute("readonly") is not None:
        expect(field).to_have_value(str(value))
        return
    field.fill(str(value))


def answer(form: Locator, report: Report) -> None:
    """Fill in a report (positional, as the engine has it), field by field in its order."""
    for key, value in report.items():
        if isinstance(value, str) or key in ("by", "dealer", "knocker", "rummoli"):
            pick(form, key, value)
        elif key == "poker":
            for player in value:
                pick(form, key, player)
        elif key == "widow":
            pick(form, key, "+")
            pick(form, "buyer", value["buyer"])
            write(form, "answer-widow-price", value["price"])
        elif key == "claims":
            for space, player in value.items():
                form.get_by_role("button", name=f"{space}: nobody yet").click()
                whose = (
                    "[data-keys] [data-value='{0}'], .claim.on label.pick:has(input[value='{0}'])"
                )
                form.locator(whose.format(player)).locator("visible=true").first.click()
        elif isinstance(value, list):
            for place, number in enumerate(value):
                if number is not None:
                    write(form, f"answer-{key}-{place}", number)
        else:
            write(form, f"answer-{key}", value)


@dataclass(slots=True)
class Phone:
    """A phone on the page behind the code of a table, or of a place at the long table."""

    page: Page
    path: str

    def open(self) -> None:
        self.page.goto(self.path)

    @property
    def form(self) -> Locator:
        return self.page.locator("form[data-entry]:not(:has([name=final]))")

    def report(self, number: int, report: Report) -> None:
        expect(self.form.locator("input[name=deal]").first).to_have_value(str(number))
        self.open_sheet()
        answer(self.form.first, report)
        self.save()

    def open_sheet(self) -> None:
        opens = self.page.locator("#entry:not([open]) > summary")
        if opens.count():
            opens.click()

    def save(self) -> None:
        self.form.first.locator("[data-submit]").click()

    def send(self, set_number: int, deal: int, report: Report) -> None:
        """Send a report as the page's form would, where another phone taps the same one."""
        values: dict[str, str | int] = {"set": set_number, "deal": deal, "seen": 0}
        values["key"] = f"{self.path}{set_number}-{deal}"
        for key, value in report.items():
            if isinstance(value, list):
                values |= {
                    f"answer-{key}-{place}": number
                    for place, number in enumerate(value)
                    if number is not None
                }
            else:
                values[f"answer-{key}"] = value
        posted(self.page, f"{self.path}report/", **values)

    def agree(self) -> None:
        """The others say yes to what was entered last."""
        self.page.get_by_role("button", name="Yes", exact=True).first.click()

    def expect_saved(self) -> None:
        """What was entered last stands in a line; the only phone is asked nothing."""
        expect(self.page.locator(".saved")).to_contain_text("Undo")
        expect(self.page.locator(".right")).to_have_count(0)

    def see_set(self, name: str) -> None:
        """Wait until the page shows the seats of that set; it comes by itself."""
        expect(self.page.locator("#state > .felt")).to_contain_text(name, timeout=12_000)

    def cut_for_deal(self, chair: int) -> None:
        self.page.locator(f"[name=chair][value='{chair}']").click()
        expect(self.page.locator("[name=chair]")).to_have_count(0)
        expect(self.page.locator(".around")).to_contain_text("deals")

    def tap(self, questions: Sequence[Field], report: Report) -> None:
        """Answer plain numbers, one at a time, as a thumb would, and save them; what follows is not
        asked."""
        self.open_sheet()
        for question in questions:
            answers = report.get(question.key, [])
            if not question.required:
                self._count(question.key, answers)
                continue
            asked = answers if question.total is None else answers[:-1]
            for place, number in enumerate(asked):
                self.key(number)
                if len(answers) > 2 and sum(answers[: place + 1]) == question.total:
                    break
        self.save()

    def key(self, number: int) -> None:
        self.page.locator("[data-keys] button").get_by_text(str(number), exact=True).click()

    def _count(self, key: str, answers: Sequence[int]) -> None:
        for place, times in enumerate(answers):
            if times:
                row = self.page.locator(f"[data-answer]:has([name=answer-{key}-{place}])")
                row.locator(".name").click()
                self.key(times)

    def expect_in(self, hand: int) -> None:
        """The hand stands in the list of this set."""
        row = self.page.locator("table", has_text="Trump").locator("tbody tr").nth(hand - 1)
        expect(row.locator(".strong")).not_to_be_empty()

    def accept(self, hand: int) -> None:
        line = self.page.locator("section.right", has_text=f"Hand {hand}")
        line.get_by_role("button", name="Yes", exact=True).click()
        expect(line).to_have_count(0)


def link_paths(page: Page, event: str) -> dict[str, list[str]]:
    """The paths on the host's page of codes, by their first letter: t, s, w."""
    text = page.request.get(f"{event}links/").text()
    values: dict[str, list[str]] = {}
    for path in re.findall(r'class="link-way"><a [^>]*href="(?:https?://[^/"]+)?([^"]+)"', text):
        values.setdefault(path.split("/")[1], []).append(path)
    return values


def went_on(desk: Page) -> str:
    """Keep it for later; the path of the event that was made."""
    desk.get_by_role("button", name="Save for later").click()
    expect(desk).to_have_url(re.compile(r"/events/\d+/people/"))
    match = re.search(r"/events/\d+/", desk.url)
    assert match is not None
    return match.group(0)


def posted(page: Page, path: str, **form: str | int) -> APIResponse:
    """Send a form as the page would, for what another test has clicked."""
    token = next(
        cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "csrftoken"
    )
    answer = page.request.post(path, form=dict(form), headers={"X-CSRFToken": token})
    assert answer.ok, f"{path}: {answer.status}\n{answer.text()}"
    return answer


def create_event(desk: Page, **form: str | int) -> str:
    """Send the page of a new event; the event's path."""
    match = re.search(r"/events/\d+/", posted(desk, "/events/new/", **form).url)
    assert match is not None
    return match.group(0)


def sign_in(desk: Page, server: Server | Family) -> None:
    """Be the host. The link on the console works once: further pages get what it gave."""
    if server.host:
        desk.context.add_cookies(server.host)
        return
    path = server.sign_in_path()
    desk.request.get(path)
    posted(desk, path)
    server.host = desk.context.cookies()


def table_of(
    server: Server | Family, watch: Watch, *, game: str, lines: Sequence[str]
) -> tuple[Page, str]:
    """An event of a game that has begun at one table, made without a look at its pages: a window of
    its host that shows nothing yet, and the event's path."""
    desk = watch.open(LAPTOP)
    sign_in(desk, server)
    values = {"name": "A night", "date": "2026-11-21", "game": game, "names": "\n".join(lines)}
    event = create_event(desk, **values)
    text = posted(desk, f"{event}draw/", act="draw", order="entered").text()
    seating = re.search(r'name="seating" value="(\d+)"', text)
    assert seating is not None, text
    posted(desk, f"{event}draw/", act="publish", seating=seating.group(1))
    return desk, event


def go_online(page: Page) -> None:
    page.context.set_offline(False)
    page.evaluate("window.outbox.flush()")


def play(server: Server | Family, event: str, *calls: str) -> None:
    """Play an `event` on without a page, by calls of the modules `evening` and `board_evening`."""
    pk = event.strip("/").rpartition("/")[2]
    server.run(PLAY.format(pk=pk, calls="\n".join(calls)))


def draw(desk: Page, event: str, watch: Watch, *, tables: int = 0) -> None:
    desk.goto(f"{event}draw/")
    if tables:
        desk.locator("input[name=tables]").fill(str(tables))
    desk.locator("label", has_text="in the order of entry").click()
    desk.get_by_role("button", name="Draw the seats").click()
    expect(desk.get_by_text("Nobody can see this yet")).to_be_visible()
    watch.axe_finds_nothing(desk)


def begin(desk: Page, event: str, watch: Watch) -> dict[str, list[str]]:
    """Show the drawn seats; the paths of the event's links."""
    desk.get_by_role("button", name="Start with these seats").click()
    desk.goto(event)
    watch.axe_finds_nothing(desk)
    return link_paths(desk, event)


def finish_at_once(desk: Page, event: str, watch: Watch) -> None:
    """From the desk to the end, on its one page; everybody hears it at once."""
    desk.goto(event)
    watch.axe_finds_nothing(desk)
    desk.locator("#hero").get_by_role("link", name="Finish the evening").click()
    watch.axe_finds_nothing(desk)
    way = desk.get_by_label("All at once")
    if way.is_visible():  # it is not asked where everybody sits at one table
        way.check()
    desk.locator(".act .button").click()
    expect(desk).to_have_url(re.compile(r"/results/"))


def open_wall(desk: Page, event: str, watch: Watch) -> Page:
    """A screen in the hall; each that is open all evening is drawn anew after every result."""
    wall = watch.open(WALL)
    wall.goto(link_paths(desk, event)["w"][0])
    expect(wall.locator("[data-version]").first).to_be_attached()
    return wall


def preview(desk: Page, report: str) -> Locator:
    """On the page that corrects a report: what would change, as soon as it is typed."""
    told = desk.get_by_label("What would change")
    expect(told).to_contain_text(report)
    return told


def correct(desk: Page, reason: str) -> None:
    desk.locator("label.pick", has_text="Something else").click()
    desk.locator("[name=reason]").fill(reason)
    with desk.expect_navigation():
        desk.locator("button[value=apply]").click()
    expect(desk.locator("button[value=apply]")).to_have_count(0)


def totals_on(page: Page) -> dict[str, int]:
    """Name -> total of the standings table on the host's page; partners stand in one line."""
    return {
        (link.text_content() or "").strip("&\xa0 \n"): int(
            (row.locator("td.total").text_content() or "").replace("−", "-")
        )
        for row in page.locator("table.standings tbody tr").all()
        for link in row.locator("th a:not(.role-name)").all()
    }


def engine_counts(page: Page, event: str, folder: Path) -> list[dict[str, Any]]:
    """What `python -m rulesets score` says to the event's exported score file, board by board."""
    answered = page.request.get(f"{event}export/scores.json")
    assert answered.ok
    file = folder / "scores.json"
    file.write_bytes(answered.body())
    printed = io.StringIO()
    with redirect_stdout(printed):
        assert main(["score", str(file)]) == 0
    document = json.loads(printed.getvalue())
    return document if isinstance(document, list) else [document]


def engine_totals(page: Page, event: str, folder: Path) -> dict[str, int]:
    """Name -> total, where the whole evening is one count."""
    (counted,) = engine_counts(page, event, folder)
    return {row["name"]: row["total"] for row in counted["standings"]}


def revisions_of(page: Page, event: str, stage: int, *, table: int, hand: int) -> int:
    """How often a hand was reported, as the exported event tells."""
    data: dict[str, Any] = json.loads(page.request.get(f"{event}export/").body())
    return sum(
        report["deal"] == hand
        for seating in data["seatings"]
        if seating["set"] == stage and seating["state"] == "published"
        for one in seating["tables"]
        if one["number"] == table
        for report in one["reports"]
    )
