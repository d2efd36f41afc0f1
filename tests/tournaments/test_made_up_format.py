"""A format and its movement in a folder of their own: nothing else has to be told of them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from rulesets import games
from rulesets.formats import FORMATS, format_of
from tests.rulesets import makers
from tests.tournaments.api.calls import Caller
from tests.tournaments.evening import a_user, check_end, check_files, host, say, table
from tests.tournaments.visits import papers, text_of
from tournaments.boards.hall import Hall
from tournaments.models import Event, Link
from tournaments.report_forms.report_form import make_form
from tournaments.reports.acceptances import report_cut
from tournaments.reports.submission import Submission
from tournaments.seating import draws, roll_call
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db

MOVEMENT = '''
"""Parade: the seats of every round are drawn among all who are here."""

from rulesets.engine.text import say
from rulesets.movements.movement import Needs
from rulesets.movements.seating import Seating, SitOut


class Parade:
    def needs(self, number):
        return Needs()

    def balance(self, guests):
        return ()

    def next_seats(self, request):
        people = request.people
        request.rng.shuffle(people)
        full = len(people) // 4 * 4
        tables = tuple(tuple(people[first : first + 4]) for first in range(0, full, 4))
        outs = tuple(SitOut(one, "left", say("Drawn by the parade.")) for one in people[full:])
        return Seating(tables, outs, request.roles)
'''
FORMAT = '''
"""Parade: a new draw every round, points carried on."""

from dataclasses import replace

from rulesets.engine.game import option
from rulesets.engine.questions import declared
from rulesets.engine.text import say
from rulesets.formats.drives import DriveOptions, of_sides
from rulesets.formats.format import FormatKind
from rulesets.formats.offers import offer_of_sets
from rulesets.formats.parts import Keeping

import parade_movement


@declared
class ParadeOptions(DriveOptions):
    rounds: int = option("Rounds", default=3, low=1, high=9)
    deals: int = option("Hands in a round", default=2, low=1, high=9)


def parade(kind, game, agreed, people):
    base = of_sides(kind, game, agreed, people)
    return replace(base, movement=parade_movement.Parade())


NAME = say("A parade: everybody is drawn anew")
KIND = FormatKind("parade", NAME, Keeping.HANDS, parade, ParadeOptions, offer_of_sets)
'''
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")


@pytest.fixture(autouse=True)
def _known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "formats"
    folder.mkdir()
    (folder / "parade_movement.py").write_text(MOVEMENT, encoding="utf-8")
    (folder / "parade_format.py").write_text(FORMAT, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    kind = importlib.import_module("parade_format").KIND
    monkeypatch.setitem(FORMATS, kind.slug, kind)
    formats = ("table", kind.slug)
    game = makers.MODULE.replace("table_game(", f"table_game(\n    formats={formats},")
    (tmp_path / "makers.py").write_text(game, encoding="utf-8")
    (tmp_path / "makers.md").write_text("# Makers\n\n## Scoring {#scoring}\n", encoding="utf-8")
    cache.clear()
    with games.also_from(tmp_path):
        yield
    for name in ("parade_format", "parade_movement"):
        sys.modules.pop(name, None)
    format_of.cache_clear()


def entered(client: Client, people: int = 8) -> Event:
    """An evening made by the page for a new one, in this format."""
    client.force_login(a_user())
    page = client.get(reverse("event_new"), {"game": makers.SLUG}).content.decode()
    assert "A parade: everybody is drawn anew" in page
    names = [*NAMES, *(f"Guest {number}" for number in range(9, people + 1))][:people]
    values = {"game": makers.SLUG, "format": "parade", "name": "Parade", "date": "2026-11-21"}
    response = client.post(reverse("event_new"), values | {"names": "\n".join(names)})
    assert response.status_code == 303
    event = Event.objects.get()
    assert (event.format, event.entries.count()) == ("parade", people)
    assert not event.entries.exclude(role="").exists()
    return event


def seat(client: Client, event: Event) -> Event:
    """Draw the seats of the next round and show them, by the page."""
    assert client.post(reverse("event_draw", args=[event.pk]), {"act": "draw"}).status_code == 303
    draft = event.seatings.get(state="draft")
    values = {"act": "publish", "seating": draft.pk}
    assert client.post(reverse("event_draw", args=[event.pk]), values).status_code == 303
    event.refresh_from_db()
    return event


def a_hand(event: Event, number: int, deal: int, seed: int) -> Any:
    """What a table could report."""
    last = event.seatings.latest("set_number").set_number
    found = Hall.of(event).deal(last, number, deal)
    return found.plays.sample(found.before, Random(seed))


def from_a_phone(event: Event, number: int, deal: int, seed: int) -> None:
    """A hand, entered at the table by the form that its phone shows."""
    last = event.seatings.latest("set_number").set_number
    found = Hall.of(event).deal(last, number, deal)
    report = a_hand(event, number, deal, seed)
    codes = [problem.code for problem in found.plays.check(found.before, report)]
    values: dict[str, Any] = {"set": last, "deal": deal, "seen": 0, "key": f"k{number}{deal}{seed}"}
    values["confirmed"] = codes
    for name, value in make_form(found, None, report).form_data():
        values[name] = [*values.get(name, []), value]
    link = event.links.get(kind=Link.Kind.TABLE, table_number=number, revoked_at=None)
    answer = Client().post(reverse("board_report", args=[link.token]), values)
    assert answer.status_code in (200, 302, 303), answer.content.decode()[:500]


def played(client: Client) -> Event:
    """Three rounds, some of it from phones, some from the desk."""
    event = entered(client)
    for number in (1, 2, 3):
        cut_ties(event)
        seat(client, event)
        for at in (1, 2):
            for deal in (1, 2):
                if at == 1:
                    from_a_phone(event, at, deal, 10 * number + deal)
                else:
                    report = a_hand(event, at, deal, 10 * number + deal)
                    say(table(event, at), deal, report, host(event))
        event.refresh_from_db()
    return event


def cut_ties(event: Event) -> None:
    """The cards decide where the last round ended level and somebody is to win it."""
    shown = event.seatings.filter(state="published").order_by("set_number").last()
    for one in shown.tables.all() if shown and Hall.now(event).drive.format.facts.cuts else ():
        board = Hall.of(event).board(one.number)
        if board is not None and board.result.tied:
            winners = board.uncut.cuts[0]
            report_cut(one, winners, Submission(host(event), f"c{one.pk}"))
    event.refresh_from_db()


def carried(event: Event) -> dict[str, int]:
    return {row.name: row.total for row in standings(event).rows}


def test_an_evening_is_played_shown_and_corrected(client: Client) -> None:
    event = played(client)
    expected = dict.fromkeys(NAMES, 0)
    for number in (1, 2, 3):
        for at in (1, 2):
            for deal in (1, 2):
                found = Hall.of(event).deal(number, at, deal)
                for name, points in found.points_by_name:
                    expected[name] += points
    assert any(expected.values())
    assert carried(event) == expected

    check_pages(client, event)
    check_correction(event)
    told = papers(client, event)
    printed = {kind for kind, paper in told.items() if paper.startswith("200")}
    assert set(told) - printed == {"winners", "certificates", "results"}  # nobody has won yet
    check_files(event)
    check_end(event)
    for name in ("event", "event_results", "event_standings"):
        assert client.get(reverse(name, args=[event.pk])).status_code == 200


def check_pages(client: Client, event: Event) -> None:
    """Desk, phones, wall and API show what everybody has."""
    best = standings(event).rows[0]
    for name in ("event", "event_standings", "event_log", "event_settings", "event_roll"):
        page = client.get(reverse(name, args=[event.pk]))
        assert page.status_code == 200, name
        assert "None" not in text_of(page).split(), name
    for entry in event.entries.all():
        page = client.get(reverse("event_player", args=[event.pk, entry.pk]))
        assert str(carried(event)[entry.name]) in text_of(page)
    link = {(one.kind, one.table_number): one.token for one in event.links.filter(revoked_at=None)}
    phone = text_of(Client().get(reverse("table", args=[link[Link.Kind.TABLE, 1]])))
    assert "Set 3 of 3" in phone
    guest = link[Link.Kind.SPECTATOR, None]
    assert best.name in text_of(Client().get(reverse("spectator_standings", args=[guest])))
    wall = Client().get(reverse("wall", args=[link[Link.Kind.WALL, None]]))
    assert best.name in text_of(wall)
    told = Caller(event, "spectator")("/standings").json()["items"]
    assert {one["name"]: one["total"] for one in told} == carried(event)


def check_correction(event: Event) -> None:
    """A hand that is corrected after its round moves points, and no seats."""
    before, seats = carried(event), list(event.seatings.values_list("pk", "revision"))
    shown = Hall.of(event).deal(1, 2, 1)
    other = next(
        report
        for seed in range(99)
        if (report := shown.plays.sample(shown.before, Random(seed)))
        and shown.before
        and not shown.plays.check(shown.before, report)
        and report != shown.report.payload
    )
    at = event.seatings.get(set_number=1).tables.get(number=2)
    say(at, 1, other, host(event), reason="misheard")
    event.refresh_from_db()
    now = Hall.of(event).deal(1, 2, 1)
    moved = {name: points - dict(shown.points_by_name)[name] for name, points in now.points_by_name}
    assert {name: before[name] + moved.get(name, 0) for name in before} == carried(event)
    assert list(event.seatings.values_list("pk", "revision")) == seats


def test_a_late_guest_sits_out_or_plays(client: Client) -> None:
    event = seat(client, entered(client, 9))
    late = roll_call.add_late_guest(event=event, actor=host(event), name="Zoë", role="")
    assert late.role == ""
    for name in ("event_people", "event_draw", "event_roll", "event_ledger", "event_print"):
        page = text_of(client.get(reverse(name, args=[event.pk])))
        assert "Sits as" not in page
        assert "not marked yet" not in page
    assert draws.why_not(event)  # the tables still play
