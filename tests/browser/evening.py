"""The people of an evening, as the browser tests move them: a table's phone, the host's desk."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

from rulesets import games
from rulesets.game import Question

Report = dict[str, list[int]]


@dataclass(slots=True)
class Phone:
    """A phone at a table, on the page behind the table's code."""

    page: Page
    path: str
    roles: tuple[str, ...] = field(default=())

    def open(self) -> None:
        self.page.goto(self.path)

    def see_set(self, name: str) -> None:
        """Wait until the page shows the seats of that set; it comes by itself."""
        expect(self.page.locator(".set-name")).to_contain_text(name, timeout=12_000)

    def cut_for_deal(self, chair: int) -> None:
        self.page.locator(f".chair-{chair}[name=chair]").click()
        expect(self.page.locator(".deals")).to_contain_text("deals")

    def tap(self, questions: Sequence[Question], report: Report) -> None:
        """Answer the questions of a hand, one at a time, as a thumb would."""
        for question in questions:
            answers = report.get(question.key, [])
            if not question.required:
                self._count(answers)
                continue
            asked = answers if question.total is None else answers[:-1]
            for number in asked:
                self.page.locator(".pad button").get_by_text(str(number), exact=True).click()

    def _count(self, answers: Sequence[int]) -> None:
        rows = self.page.locator(".counter")
        for place, times in enumerate(answers):
            for _ in range(times):
                rows.nth(place).get_by_text("+", exact=True).click()
        self.page.locator(".steps > .button.primary").click()

    def expect_in(self, hand: int) -> None:
        """The hand stands in the list of this set."""
        row = self.page.locator("table", has_text="Trump").locator("tbody tr").nth(hand - 1)
        expect(row.locator(".strong")).not_to_be_empty()

    def accept(self, hand: int) -> None:
        card = self.page.locator("section", has_text=f"Hand {hand}: other side, do you agree?")
        card.get_by_role("button", name="Yes, we agree").click()
        expect(card).to_have_count(0)


def random_report(stage: int, roles: Sequence[str], rng: Random) -> Report:
    """A report of that stage which the rules accept without asking twice."""
    game = games.load("court-whist")
    while True:
        report: Report = {}
        for question in game.questions(stage):
            count = game.answers(question)
            if question.total is not None:
                cuts = sorted(rng.randint(0, question.total) for _ in range(count - 1))
                ends = [0, *cuts, question.total]
                report[question.key] = [b - a for a, b in pairwise(ends)]
            elif question.required:
                report[question.key] = [rng.randint(0, 6) for _ in range(count)]
            else:
                report[question.key] = [int(rng.random() < 0.2) for _ in range(count)]
        if not game.check(stage, roles, report):
            return report


def totals_on(page: Page) -> dict[str, int]:
    """Name -> total of the standings table on the host's page."""
    rows: list[Locator] = page.locator("table.standings tbody tr").all()
    return {
        row.locator("th a").inner_text().strip(): int(row.locator("td.total").inner_text())
        for row in rows
    }


def engine_totals(page: Page, event: str) -> dict[str, int]:
    """Name -> total as the engine alone counts it from the exported score file."""
    from rulesets.drive import standings
    from rulesets.scorefile import read_file

    answer = page.request.get(f"{event}export/scores.json")
    assert answer.ok
    data: dict[str, Any] = json.loads(answer.body())
    file = read_file(data)
    assert not [problem for problem in file.problems if problem.severity == "error"]
    players = file.drive.players
    return {players[score.player].name: score.total for score in standings(file.drive)}


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


def link_paths(page: Page) -> dict[str, list[str]]:
    """The paths on the host's page of codes, by their first letter: t, s, w."""
    found: dict[str, list[str]] = {}
    for anchor in page.locator(".address a").all():
        path = re.sub(r"^https?://[^/]+", "", anchor.get_attribute("href") or "")
        found.setdefault(path.split("/")[1], []).append(path)
    return found
