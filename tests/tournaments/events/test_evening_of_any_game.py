"""An evening of every game that is played at tables of its own: entered, shown, printed, kept."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rulesets.files.score_file import read_file
from tests.rulesets.every_game import GAMES as SHELF
from tests.rulesets.every_game import HOUSE
from tests.tournaments.board_evening import read_board, say, start, table
from tests.tournaments.evening import a_user, host
from tournaments.boards.deals import report_fields
from tournaments.events import services as events
from tournaments.files.event_document import export_event, score_file
from tournaments.files.event_import import import_event
from tournaments.house_games import services as shelf
from tournaments.models import Event, Link, family_of
from tournaments.models.errors import Refused
from tournaments.papers.catalogue import PrintOptions
from tournaments.papers.printing import print_paper
from tournaments.papers.selectors import papers_of
from tournaments.report_forms.report_form import ReportForm
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db

GAMES = {game.slug: game for game in (*SHELF, *HOUSE) if game.formats[0] == "table"}
SLUGS = tuple(GAMES)
ROUNDS = 4
# A board, stakes, bids, dice, contracts, turns that are judged, a family’s own.
SOME = (
    *("rummoli", "golf", "oh-hell", "ten-thousand", "desert-rummy", "crazy-eights"),
    "house-grandmas-rummy",
)
some_of_all = pytest.mark.exhaustive(keep=SOME)


def people(slug: str) -> int:
    plays = GAMES[slug].plays
    return plays.seats[0] if plays.seats else max(plays.players[0], min(4, plays.players[1]))


def played(slug: str, rounds: int = ROUNDS) -> Event:
    """An event of which some rounds were reported from the table's phone."""
    if GAMES[slug].declaration is not None:
        shelf.new_game(family=family_of(a_user()), value=GAMES[slug].declaration)
    event, rng = start(slug, people(slug)), Random(7)
    for _ in range(rounds):
        now = read_board(event)
        if not now.open:
            break
        report = now.plays.sample(now.standing, rng)
        codes = [p.code for p in now.plays.check(now.standing, report) if p.severity == "warning"]
        say(table(event), now.next_number, report, confirmed=codes)
    event.refresh_from_db()  # the reports were made through its table
    return event


def shown(client: Client, name: str, *more: Any) -> str:
    response = client.get(reverse(name, args=more))
    assert response.status_code == 200, name
    page = re.sub(r"(?s)<(script|style|head).*?</\1>", " ", response.content.decode())
    words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    words = words.replace("{four}", "")  # a family's own words
    assert not re.search(r"\bNone\b|\{\{|Phrase\(|\{\w+\}", words), (name, words)
    return words


@some_of_all
@pytest.mark.parametrize("slug", SLUGS)
def test_every_page_shows_it(client: Client, slug: str) -> None:
    event = played(slug)
    client.force_login(a_user())
    found = read_board(event)
    for name in ("event", "event_standings", "event_results", "event_people", "event_draw"):
        shown(client, name, event.pk)
    for name in ("event_log", "event_stakes", "event_settings"):
        shown(client, name, event.pk)
    where = found.set_number, found.table_number
    shown(client, "event_table", event.pk, *where)
    for one in found.rounds:
        shown(client, "event_deal", event.pk, *where, one.number)
        shown(client, "event_deal_report", event.pk, *where, one.number)
    for one in event.entries.all():
        assert one.name in shown(client, "event_player", event.pk, one.pk)
    links = {link.kind: link.token for link in event.links.all()}
    assert found.names[0] in shown(client, "table", links[Link.Kind.TABLE])
    assert found.names[0] in shown(client, "spectator_score", links[Link.Kind.SPECTATOR])


@some_of_all
@pytest.mark.parametrize("slug", SLUGS)
def test_a_round_is_entered_at_the_phone_by_its_form(client: Client, slug: str) -> None:
    event = played(slug, 1)
    now, link = read_board(event), event.links.get(kind=Link.Kind.TABLE)
    report = now.plays.sample(now.standing, Random(3))
    warned = [p.code for p in now.plays.check(now.standing, report)]
    made = ReportForm(
        fields=report_fields(now.plays, now.standing),
        roster=now.setup.roster,
        playing=now.plays.playing(now.standing),
        payload=report,
    )
    sent: dict[str, Any] = {"set": 1, "round": 2, "seen": 0, "key": "k", "confirmed": warned}
    for name, value in made.form_data():
        sent[name] = [*sent.get(name, []), value]
    response = client.post(reverse("board_report", args=(link.token,)), sent)
    assert response.status_code in (200, 302, 303)
    event.refresh_from_db()
    assert [one.counted for one in read_board(event).rounds] == [True, True]


@pytest.mark.exhaustive(keep=("oh-hell", "house-grandmas-rummy"))  # others: papers/test_catalogue
@pytest.mark.parametrize("slug", SLUGS)
def test_every_paper_is_printed(slug: str) -> None:
    event = played(slug)
    for kind in papers_of(event):
        if kind.needs != "winners":
            assert print_paper(event, PrintOptions(kind.kind)).pdf.startswith(b"%PDF"), kind.kind


@some_of_all
@pytest.mark.parametrize("slug", SLUGS)
def test_it_goes_out_and_comes_back(slug: str) -> None:
    event = played(slug, 3)
    file = read_file(json.loads(json.dumps(score_file(event))))
    assert not file.broken, [problem.message for problem in file.problems]
    before = [(row.name, row.total, row.rank) for row in standings(event).rows]
    copy = import_event(owner=a_user(), data=json.loads(json.dumps(export_event(event))))
    assert [(row.name, row.total, row.rank) for row in standings(copy).rows] == before


@some_of_all
@pytest.mark.parametrize("slug", SLUGS)
def test_it_is_played_to_its_end_and_kept(slug: str) -> None:
    event = played(slug, 60)
    ends = read_board(event).ending
    try:
        events.finish_event(event=event, actor=host(event))
    except Refused:
        assert ends is None
        events.finish_event(event=event, actor=host(event), early=True)
    if ends is not None:
        winners = {
            read_board(event).names[place]
            for who in ends.winners
            for place in read_board(event).people_of(who)
        }
        best = {row.name for row in standings(event).rows if row.rank == 1}
        assert best == winners


def test_a_table_is_told_what_comes(client: Client) -> None:
    event = played("oh-hell", 1)
    client.force_login(a_user())
    coming = read_board(event).plays.name_of_round(read_board(event).standing).text
    link = event.links.get(kind=Link.Kind.TABLE)
    assert coming
    for name, more in (("event_table", (event.pk, 1, 1)), ("table", (link.token,))):
        assert coming in shown(client, name, *more)
    event = played("desert-rummy", 2)
    due = read_board(event).plays.dues(read_board(event).standing)[0].text
    assert due in shown(client, "event_table", event.pk, 1, 1)
    event = played("ten-thousand", 2)
    assert f"It is {read_board(event).names[2]}’s turn." in shown(
        client, "event_table", event.pk, 1, 1
    )
