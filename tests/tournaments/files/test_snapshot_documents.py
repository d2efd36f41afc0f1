"""A finished evening stays as it was, whatever becomes of its game."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rulesets import games
from rulesets.engine.game import Game
from rulesets.engine.text import say
from rulesets.formats import explanations, ranking
from rulesets.rounds import Rounds
from tests.benchmarks.big_tables import big_tables
from tests.rulesets.every_game import declared
from tests.sampling import GAMES_OF_EACH_KIND, examples, one_of
from tests.tournaments.evening import a_user, host
from tests.tournaments.files.test_event_document import spoiled
from tests.tournaments.row_copies import remember_rows
from tests.tournaments.visits import differences, papers, restart, visited
from tournaments.boards.event_board import EventBoard
from tournaments.boards.hall import Hall
from tournaments.events import services as events
from tournaments.events.demo import make_evening
from tournaments.files.backup import restore_backup, write_backup
from tournaments.files.event_document import export_event, score_file
from tournaments.files.event_import import import_event
from tournaments.house_games.services import new_game
from tournaments.models import Event, Snapshot, family_of
from tournaments.models.errors import Refused
from tournaments.models.event_games import (
    every_game,
    forget,
    format_of,
    game_of,
    own_games,
    snapshot_format,
)
from tournaments.papers.selectors import papers_of
from tournaments.scores.snapshots import as_if_open, complete_all, is_newest
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db

GAMES = [game.slug for game in every_game()]
OWN = "house-rummy"
# One of each kind: stakes and a final table, a board, the whole room, a drive, points, a family's.
WHOLE = ["golf", "rummoli", "gin-tournament", "court-whist", "hearts", OWN]
A_FEW = 14  # pages, of every game
HALL, MOST = 10_000, 10 * 1024 * 1024  # people, and bytes of them


@remember_rows
def finished(slug: str) -> Event:
    """An evening with corrections, objections and rounds that are open, ended by its host."""
    if slug == OWN:
        new_game(family=family_of(a_user()), value=declared("grandmas_rummy"))
        (game,) = own_games(family_of(a_user()))
    else:
        game = games.load(slug)
    event = make_evening(a_user(), game)
    events.finish_event(event=event, actor=host(event), early=True)
    return Event.objects.get(pk=event.pk)


def other_rules(game: Game) -> Game:
    """The same game, of which everything that a declaration can say is something else now."""
    text = "# Something else\n\n## Scoring {#other}\n\nNobody scores.\n"
    named = replace(game, name="Something else", about="Nobody knows.", source="nowhere", text=text)
    if not isinstance(game.plays, Rounds):
        return named
    plays = replace(
        game.plays,
        score=lambda _report, _table: (),
        wins="low" if game.plays.wins == "high" else "high",
        unit="blots",
        counted=say("Blots"),
        label=lambda _table: "another round",
        note=lambda _table: "Nobody plays.",
        how=("Keep nothing.",),
        conserved=frozenset(),
        deals="none",
        checks=(),
        final_table=False,
        sets=(),
    )
    return replace(named, plays=plays)


def gone(*_args: Any) -> Game:
    raise LookupError("there is no such game")


def read_by_everybody(client: Client, event: Event, most: int) -> dict[str, str]:
    client.force_login(event.owner)
    alone = [kind.kind for kind in papers_of(event) if kind.part != "whole"]  # of one paper each
    return visited(client, event, most) | papers(client, event, *alone[:: one_of(3)])


# --- everything that is read ------------------------------------------------------------------


@pytest.mark.exhaustive(keep=("court-whist",))
@pytest.mark.parametrize("slug", WHOLE)
def test_everything_reads_as_before_when_the_game_is_not_known_any_more(
    slug: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = finished(slug)
    most = examples(60)
    before = read_by_everybody(client, event, most)
    restart()
    monkeypatch.setattr("tournaments.models.event_games.live_game", gone)
    after = read_by_everybody(client, Event.objects.get(pk=event.pk), most)
    assert len(before) > most
    assert differences(before, after) == ""


@pytest.mark.exhaustive(keep=("golf",))
@pytest.mark.parametrize("slug", GAMES)
def test_pages_and_files_read_as_before_under_other_rules(
    slug: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = finished(slug)
    client.force_login(event.owner)
    before, told = visited(client, event, A_FEW), score_file(event)
    other = other_rules(games.load(slug))
    restart()
    monkeypatch.setattr("tournaments.models.event_games.live_game", lambda _event: other)
    event = Event.objects.get(pk=event.pk)
    assert differences(before, visited(client, event, A_FEW)) == ""
    assert score_file(event) == told


@pytest.mark.exhaustive(keep=(*GAMES_OF_EACH_KIND, OWN))
@pytest.mark.parametrize("slug", [*GAMES, OWN])
def test_boards_and_hands_are_kept_as_they_were(slug: str) -> None:
    event = finished(slug)
    live = as_if_open(event)
    assert snapshot_format(event) is format_of(event) is not format_of(live)
    if format_of(event).keeping.credit == "carried":
        before, after = Hall.now(live).drive, Hall.now(event).drive
        assert ranking.standings(after.drive) == ranking.standings(before.drive)
        for player in range(len(before.drive.players)):
            assert explanations.explain(after.drive, player) == explanations.explain(
                before.drive, player
            )
        return
    boards = list(zip(Hall.now(live).boards, Hall.now(event).boards, strict=True))
    assert boards
    for was, now in boards:
        assert shown(now) == shown(was)


def shown(board: EventBoard) -> list[Any]:
    """What pages and papers ask of a board."""
    plays, state = board.plays, board.state
    return [
        (
            board.title,
            board.names,
            board.scorers,
            board.entry_ids,
            board.next_number,
            board.playable,
        ),
        (
            board.scoreboard,
            board.last_rounds,
            board.ending,
            board.replay.ledger(),
            plays.sheet(board.setup),
        ),
        [
            (plays.totals(state), plays.ranks(state), plays.next_dealer(state))
            for state in board.states
        ],
        [(plays.name_of_round(state), plays.note_before(state)) for state in board.states],
        [[field.key for field in plays.fields(state)] for state in board.states],
        [
            (
                board_round.number,
                board_round.reports,
                board_round.byes,
                board_round.value,
                board_round.complete,
            )
            for board_round in board.rounds
        ],
        [
            (
                board_round.played.summary,
                board_round.played.moments,
                board_round.played.problems,
                board_round.played.counted,
            )
            for board_round in board.rounds
            if board_round.played
        ],
        {unit: dict(held) for unit, held in plays.holdings(state).items() if held},
        [
            plays.account_name(state, account, one.unit)
            for _number, one in board.replay.ledger()
            for account in (one.source, one.target)
        ],
    ]


def test_an_evening_that_goes_on_again_is_counted_by_the_rules_of_today() -> None:
    event = finished("golf")
    events.reopen_event(event=event, actor=host(event), sure=True)
    assert not Snapshot.objects.exists()
    assert game_of(event) is games.load("golf")
    assert Hall.now(event).boards[0].plays is games.load("golf").plays


def test_who_takes_an_evening_up_again_is_told_what_the_rules_of_today_would_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = finished("hearts")
    other = other_rules(games.load("hearts"))
    monkeypatch.setattr("tournaments.models.event_games.live_game", lambda _event: other)
    restart()
    with pytest.raises(Refused) as refused:
        events.reopen_event(event=event, actor=host(event))
    assert {problem.code for problem in refused.value.problems} == {"reopen.moved"}


# --- former snapshots -------------------------------------------------------------------------


def as_formerly(event: Event) -> dict[str, Any]:
    """Leave of a snapshot what earlier versions kept; answers the rest."""
    kept = Snapshot.objects.filter(event=event)
    values = dict(kept.values("game", "boards").get())
    kept.update(game=None, boards=None)
    forget(event)
    return values | {"boards": bytes(values["boards"])}


@pytest.mark.exhaustive(keep=("golf", "court-whist"))
@pytest.mark.parametrize("slug", ["golf", "gin-tournament", "court-whist", "rummoli"])
def test_a_former_snapshot_is_completed_at_the_first_start(slug: str) -> None:
    event = finished(slug)
    kept = as_formerly(event)
    assert snapshot_format(event) is None
    call_command("migrate", verbosity=0)
    assert as_formerly(event) == kept


def test_a_former_snapshot_is_completed_once() -> None:
    finished("golf")
    assert complete_all() == 0


def test_an_evening_that_cannot_be_completed_keeps_nobody_from_starting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for slug in ("golf", "hearts"):
        as_formerly(finished(slug))
    Event.objects.filter(game="golf").update(game="a-game-of-before")
    assert complete_all() == 1
    monkeypatch.setattr("tournaments.scores.snapshots.snapshot_fields", gone)
    Snapshot.objects.update(game=None, boards=None)
    assert complete_all() == 0


def test_snapshots_wait_for_the_tables_of_this_version() -> None:
    loader = MigrationLoader(connection)
    sender = apps.get_app_config("tournaments")
    former = loader.project_state(("tournaments", "0012_heartbeat_of_imports")).apps
    newest = loader.project_state(loader.graph.leaf_nodes("tournaments")).apps
    assert not is_newest(sender, former)
    assert is_newest(sender, newest)


# --- files and backups ------------------------------------------------------------------------


def document(slug: str) -> Any:
    return json.loads(json.dumps(export_event(finished(slug))))


@pytest.mark.exhaustive(keep=("golf", "court-whist", OWN))
@pytest.mark.parametrize("slug", ["golf", "gin-tournament", "court-whist", "rummoli", OWN])
def test_boards_travel_in_event_files(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = document(slug)
    again = import_event(owner=a_user("other"), data=told)
    restart()
    monkeypatch.setattr("tournaments.models.event_games.live_game", gone)
    assert export_event(again)["snapshot"] == told["snapshot"]
    before = Event.objects.exclude(pk=again.pk).get()
    assert [row.total for row in standings(again).rows] == [
        row.total for row in standings(before).rows
    ]
    if format_of(again).keeping.credit == "carried":
        assert Hall.now(again).drive.drive.sets == Hall.now(before).drive.drive.sets
        return
    for was, now in zip(Hall.now(before).boards, Hall.now(again).boards, strict=True):
        assert (now.names, now.scoreboard, now.ending) == (was.names, was.scoreboard, was.ending)
        names = dict(again.entries.values_list("pk", "name"))
        assert tuple(names[pk] for pk in now.entry_ids) == now.names


@pytest.mark.parametrize("slug", ["golf", "court-whist"])
def test_an_event_file_of_before_is_completed(slug: str) -> None:
    told = document(slug)
    kept = {key: told["snapshot"].pop(key) for key in told["snapshot"].keys() - FORMERLY}
    again = import_event(owner=a_user("other"), data=told)
    assert kept.keys() <= export_event(again)["snapshot"].keys()
    assert {key: export_event(again)["snapshot"][key] for key in kept} == kept


FORMERLY = {"edition", "standings", "players"}
HOSTILE: tuple[tuple[str, Any], ...] = (
    ("game.version", 2),
    ("game.slug", "hearts"),
    ("game.name", 7),
    ("game.form.board", "room"),
    ("game.plays.players", [4, 2]),
    ("game.options.0.key", "import"),
    ("game.plays.counted", ["{x.y}", {"x": 1}]),
    ("rules.text", "a text"),
    ("boards.0.entries", [0, 1]),
    ("boards.0.entries.0", 99),
    ("boards.0.table", 99),
    ("boards.0.states.0.asked", 99),
    ("boards.0.states.0.totals", [1]),
    ("boards.0.rounds.0.before", 3),
    ("boards.0.rounds.0.number", 99),
    ("boards.0.roster.sides", [[99]]),
    ("boards.0.unknown", 1),
    ("questions", {}),
    ("questions.0.0.kind", "riddle"),
)


@pytest.fixture(scope="module")
def written(django_db_setup: None, django_db_blocker: Any) -> str:
    """The document of an evening of Golf; nothing of it is left."""
    with django_db_blocker.unblock(), transaction.atomic():
        text = json.dumps(document("golf"))
        transaction.set_rollback(True)
    return text


def test_boards_that_do_not_hang_together_are_refused(written: str) -> None:
    for path, value in HOSTILE:
        with pytest.raises(Refused):
            import_event(owner=a_user(), data=spoiled(written, f"snapshot.{path}", value))
        assert not Event.objects.exists(), path


def test_a_backup_brings_boards_back(tmp_path: Path) -> None:
    event = finished("golf")
    kept = bytes(event.snapshot.boards)
    write_backup(tmp_path / "whole.zip")
    former = as_formerly(event)
    write_backup(tmp_path / "former.zip")
    for name in ("whole.zip", "former.zip"):
        restore_backup(tmp_path / name, force=True)
        found = Snapshot.objects.get()
        assert (bytes(found.boards), found.game) == (kept, former["game"])


# --- how much it is ---------------------------------------------------------------------------


@pytest.mark.exhaustive(keep=("golf",))
@pytest.mark.parametrize("slug", ["golf", "rummoli"])
def test_a_hall_is_kept_in_ten_megabytes(slug: str) -> None:
    """As much for each of 100 people as for each of 10,000."""
    event = big_tables(slug, 100)
    events.finish_event(event=event, actor=host(event), early=True)
    assert len(bytes(event.snapshot.boards)) < MOST * 100 // HALL


def test_lists_of_evenings_read_no_boards(client: Client) -> None:
    event = finished("golf")
    client.force_login(event.owner)
    for address in ("/", "/winners/", f"/people/{event.entries.first().person_id}/"):
        restart()
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        assert not any('"boards"' in query["sql"] for query in queries.captured_queries), address


def test_a_page_of_a_finished_evening_asks_for_the_game_and_the_boards_once(client: Client) -> None:
    event = finished("golf")
    client.force_login(event.owner)
    restart()
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/events/{event.pk}/sets/1/tables/1/").status_code == 200
    told = [
        query["sql"] for query in queries.captured_queries if "tournaments_snapshot" in query["sql"]
    ]
    assert len(told) == 2
