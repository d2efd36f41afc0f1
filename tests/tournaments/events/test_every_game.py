"""An evening of every game that is played at tables of its own: entered, shown, corrected, printed,
kept, and scored alike elsewhere."""

from __future__ import annotations

import json
import re
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.urls import reverse

from rulesets.files.cli import main
from tests.rulesets.every_game import GAMES as SHELF
from tests.rulesets.every_game import HOUSE
from tests.tournaments.board_evening import read_board, say, start, table, take_back
from tests.tournaments.evening import a_user, host
from tests.tournaments.visits import words_of
from tournaments.boards.deals import report_fields
from tournaments.events import services as events
from tournaments.files.event_document import export_event, score_file
from tournaments.files.event_import import import_event
from tournaments.house_games import services as shelf
from tournaments.models import Event, Link, family_of
from tournaments.models.errors import Refused
from tournaments.report_forms.report_form import ReportForm
from tournaments.standings.selectors import standings

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.django_db

GAMES = {game.slug: game for game in (*SHELF, *HOUSE) if game.formats[0] == "table"}
SLUGS = tuple(GAMES)
# A board, bids, dice, a family’s own; stakes are in most other tests.
SOME = ("rummoli", "oh-hell", "ten-thousand", "house-grandmas-rummy")


def people(slug: str) -> int:
    """How many sit down at a table."""
    plays = GAMES[slug].plays
    return plays.seats[0] if plays.seats else max(plays.players[0], min(4, plays.players[1]))


def played(slug: str, rounds: int = 4, tables: int = 1) -> Event:
    """An event of which some rounds were reported, each from its table's phone."""
    if GAMES[slug].declaration is not None:
        shelf.new_game(family=family_of(a_user()), value=GAMES[slug].declaration)
    event, chance = start(slug, people(slug) * tables, tables=tables, seed=tables - 1), Random(7)
    for number in range(1, tables + 1):
        for _round in range(rounds):
            board = read_board(event, number)
            if not board.open:
                break
            report = board.plays.sample(board.standing, chance)
            warned = [problem.code for problem in board.plays.check(board.standing, report)]
            say(table(event, number), board.next_number, report, confirmed=warned)
    event.refresh_from_db()  # the reports were made through its tables
    return event


def shown(client: Client, name: str, *more: Any) -> str:
    response = client.get(reverse(name, args=more))
    assert response.status_code == 200, name
    words = words_of(response).replace("{four}", "")  # a family's own words
    assert not re.search(r"\bNone\b|\{\{|Phrase\(|\{\w+\}", words), (name, words)
    return words


def from_a_phone(client: Client, event: Event) -> None:
    """The next round, by the form that the phone shows."""
    board, link = read_board(event), event.links.get(kind=Link.Kind.TABLE)
    report = board.plays.sample(board.standing, Random(3))
    form = ReportForm(
        fields=report_fields(board.plays, board.standing),
        roster=board.setup.roster,
        playing=board.plays.playing(board.standing),
        payload=report,
    )
    warned = [problem.code for problem in board.plays.check(board.standing, report)]
    values: dict[str, Any] = {"set": 1, "round": 2, "seen": 0, "key": "k", "confirmed": warned}
    for name, value in form.form_data():
        values[name] = [*values.get(name, []), value]
    response = client.post(reverse("board_report", args=(link.token,)), values)
    assert response.status_code in (200, 302, 303)
    event.refresh_from_db()
    assert [board_round.counted for board_round in read_board(event).rounds] == [True, True]


@pytest.mark.exhaustive(keep=SOME)
@pytest.mark.parametrize("slug", SLUGS)
def test_it_is_entered_at_the_phone_and_every_page_shows_it(client: Client, slug: str) -> None:
    event = played(slug, 1)
    from_a_phone(client, event)
    client.force_login(a_user())
    board = read_board(event)
    for name in ("event", "event_standings", "event_results", "event_people", "event_draw"):
        shown(client, name, event.pk)
    for name in ("event_log", "event_stakes", "event_settings"):
        shown(client, name, event.pk)
    where = board.set_number, board.table_number
    shown(client, "event_table", event.pk, *where)
    shown(client, "event_deal", event.pk, *where, 1)
    shown(client, "event_deal_report", event.pk, *where, 1)
    for entry in event.entries.all()[:2]:
        assert entry.name in shown(client, "event_player", event.pk, entry.pk)
    links = {link.kind: link.token for link in event.links.all()}
    assert board.names[0] in shown(client, "table", links[Link.Kind.TABLE])
    assert board.names[0] in shown(client, "spectator_score", links[Link.Kind.SPECTATOR])


def rows(event: Event) -> list[tuple[str, int, int]]:
    return [(row.name, row.total, row.rank) for row in standings(event).rows]


def scored(event: Event, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, int]:
    """What everybody has, after the score file went through the command line."""
    path = tmp_path / "evening.json"
    path.write_text(json.dumps(score_file(event)), encoding="utf-8")
    assert main(["score", str(path)]) == 0
    answer = json.loads(capsys.readouterr().out)
    totals: dict[str, int] = {}
    for board in answer if isinstance(answer, list) else [answer]:
        for row in board["standings"]:
            totals |= dict.fromkeys(row["name"].split(" & "), row["total"])
    return totals


def correct(event: Event) -> None:
    """Another report of the first round that can have happened instead."""
    for seed in range(1, 30):
        board = read_board(event)
        report = board.plays.sample(board.rounds[0].before, Random(seed))
        warned = [p.code for p in board.plays.check(board.rounds[0].before, report)]
        if report == board.rounds[0].value:
            continue
        try:
            say(table(event), 1, report, host(event), confirmed=warned, reason="misheard")
        except Refused:
            continue
        break
    event.refresh_from_db()
    assert read_board(event).rounds[0].value == report


@pytest.mark.exhaustive(keep=(*SOME, "euchre"))
@pytest.mark.parametrize("slug", SLUGS)
def test_several_tables_are_corrected_kept_and_scored_alike_elsewhere(
    slug: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = played(slug, 3, tables=2)
    first = event.seatings.get().tables.values_list("first_dealer", flat=True)
    deals = GAMES[slug].plays.dealers == "player"
    assert all((dealer is not None) == deals for dealer in first)
    assert scored(event, tmp_path, capsys) == {name: total for name, total, _rank in rows(event)}
    correct(event)
    last = read_board(event).rounds[-1].number
    take_back(table(event), last)
    event.refresh_from_db()
    assert not any(line.payload for line in read_board(event).rounds[last - 1 :][0].reports)
    assert scored(event, tmp_path, capsys) == {name: total for name, total, _rank in rows(event)}
    before, document = rows(event), json.loads(json.dumps(export_event(event)))
    copy = import_event(owner=a_user(), data=document)
    assert rows(copy) == before
    chairs = [
        case["seatings"][0]["tables"][0]["chairs"]
        for case in (document, json.loads(json.dumps(export_event(copy))))
    ]
    assert chairs[0] == chairs[1]
    events.finish_event(event=copy, actor=host(copy), early=True)
    assert rows(copy) == before


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
    page = shown(client, "event_table", event.pk, 1, 1)
    assert f"It is {read_board(event).names[2]}’s turn." in page
