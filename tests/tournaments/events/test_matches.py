"""Matches of a knockout: one more deal if level, several games on one board, corrections."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rulesets.files import drive_answers
from rulesets.files.score_file import read_file
from tests.tournaments import evening
from tests.tournaments.evening import a_user, host
from tests.tournaments.events.test_knockout import an_event, places, show
from tests.tournaments.visits import for_guests, papers, words_of
from tournaments.api.schemas import BoardOut, MatchOut
from tournaments.api.selectors import board_shape
from tournaments.boards.event_board import EventBoard
from tournaments.boards.hall import Hall
from tournaments.boards.table_reports import reports_at
from tournaments.files.event_document import export_event, score_file
from tournaments.files.event_import import import_event
from tournaments.log.services import undo_last
from tournaments.models import Event, Table
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.papers.board_selectors import blank_sheets, books, sheets
from tournaments.reports import judging
from tournaments.seating import draws
from tournaments.standings.cross_table import brackets
from tournaments.standings.finales import event_finale
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db

WON = {"makers": 0, "alone": False, "tricks": 3}  # a point for North and South
MARCH = {"makers": 0, "alone": False, "tricks": 5}  # two
LOST = {"makers": 0, "alone": False, "tricks": 1}  # two for the others
THROWN_IN: dict[str, Any] = {}


def begin_hands(**options: Any) -> tuple[Event, Table]:
    """An evening of two pairs at one table."""
    event = an_event(4, **options)
    show(event)
    return event, evening.table(event, 1)


def tell_hands(event: Event, table: Table, *hands: dict[str, Any], first: int = 1) -> None:
    for deal, hand in enumerate(hands, first):
        evening.say(
            table, deal, hand, host(event), reason="It was told so.", confirmed=("makers.nobody",)
        )
    event.refresh_from_db()


def phone(event: Event, table: Table) -> str:
    return for_guests(event, "table", number=table.number)


def desk(client: Client, event: Event) -> str:
    client.force_login(event.owner)
    return words_of(client.get(reverse("event", args=[event.pk])))


def test_one_more_hand_is_asked_for_where_a_match_is_level(client: Client) -> None:
    event, table = begin_hands(deals=2)
    with pytest.raises(Refused) as refused:
        tell_hands(event, table, WON, first=3)
    assert refused.value.problems[0].code == "deal.beyond"
    tell_hands(event, table, MARCH, LOST)
    page = phone(event, table)
    assert "Hand 3" in page
    assert "Extra hand if level" in page
    assert "A tie" not in page
    assert "Table 1 is still playing." in desk(client, event)
    slip = reverse("event_table", args=[event.pk, 1, 1])
    assert "Hand 3" in words_of(client.get(slip))
    tell_hands(event, table, THROWN_IN, first=3)
    assert "A tie: cut the cards" in phone(event, table)  # still level: now they cut
    tell_hands(event, table, LOST, first=3)
    assert "won the last set" in phone(event, table)
    assert (
        not format_of(event)
        .hands.result(1, (), reports_at(table).payloads(format_of(event)), None)
        .tied
    )


def test_three_games_are_in_the_bracket(client: Client) -> None:
    event, table = begin_hands(deals=2, best_of=3)
    tell_hands(event, table, WON, WON)
    sides = Hall.of(event).boards[0].names
    for page in (phone(event, table), desk(client, event)):
        assert f"{sides[0]} & {sides[2]} lead 1–0" in page
    tell_hands(event, table, LOST, LOST, first=3)
    assert "Game 3, hand 1" in phone(event, table)
    assert "1–1 in games" in phone(event, table)
    tell_hands(event, table, WON, WON, first=5)
    [picture] = brackets(event)
    texts = [words.text for words in picture.drawing.description]
    assert [re.sub(r".* beat .*?, ", "", one) for one in texts] == [
        "2–1 in games, 2 : 0, 0 : 4, 2 : 0"
    ]
    assert sorted(places(event).values()) == [1, 1, 2, 2]


FIRST, SECOND, LEVEL = (0, 9), (9, 0), (3, 3)  # who has fewer pips wins a deal


def sampled(event: Event, table: Table, chance: Random) -> None:
    """Report whatever may come next."""
    board = board_of(event, table)
    payload: Any = {board.plays.final.key: [{"player": 0}]} if board.plays.final else None
    if payload and board.plays.check(board.standing, payload):
        payload = {board.plays.final.key: []}  # nothing is left in the middle
    while board.playable:
        payload = board.plays.sample(board.standing, chance)
        if not board.plays.check(board.standing, payload):
            break
    evening.say(table, board.next_number, payload, host(event), reason="So")
    event.refresh_from_db()


def begun(people: int = 2, game: str = "chicken-foot", **options: Any) -> tuple[Event, Table]:
    """An evening in which two meet at each table."""
    event = an_event(people, game, size=2, **({"best_of": 3} | options))
    show(event)
    return event, evening.table(event, 1)


def tell(event: Event, table: Table, *deals: tuple[int, int], first: int = 0) -> None:
    """Report deals of Chicken Foot, from the next one on, or from `first`."""
    for at, pips in enumerate(deals):
        deal = first + at if first else board_of(event, table).next_number
        payload = {"pips": list(pips), "blocked": 0 not in pips}
        more = {"reason": "It was told so.", "confirmed": ("later.broken",)}
        evening.say(table, deal, payload, host(event), **more)
        event.refresh_from_db()


def board_of(event: Event, table: Table) -> EventBoard:
    board = Hall.now(event).board(table.number, table.seating.set_number)
    assert board is not None
    return board


def names(event: Event, table: Table) -> tuple[str, ...]:
    return board_of(event, table).names


# --- on the pages ---------------------------------------------------------------------------------


def test_a_match_is_followed_game_by_game(client: Client) -> None:
    """On the phone, at the desk, in the books and through the API, until it is decided."""
    event, table = begun()
    first, second = names(event, table)
    assert "Game 1, round 1 · 0–0 in games" in phone(event, table)
    tell(event, table, FIRST, FIRST)
    shown = phone(event, table)
    assert f"Game 2, round 1 · {first} leads 1–0" in shown
    assert "Round 3" in shown  # rounds are counted through
    assert f"Game 1: {first} wins by 18" in shown  # and can still be read
    assert f"Game 2, round 1 · {first} leads 1–0" in desk(client, event)
    page = words_of(client.get(reverse("event_table", args=[event.pk, 1, 1])))
    assert f"Game 2, round 1 · {first} leads 1–0" in page
    deal = words_of(client.get(reverse("event_deal", args=[event.pk, 1, 1, 1])))
    assert "Game 1, round 1" in deal
    assert Hall.of(event).boards[0].missing_deals == 2
    shape = board_shape(event, 1, 1)
    assert shape["match"] == {"best_of": 3, "wins": [1, 0], "over": False}
    assert (shape["due"], [deal["game"] for deal in shape["deals"]]) == (3, [1, 1, 2])
    assert BoardOut(**shape).match == MatchOut(best_of=3, wins=[1, 0], over=False)

    tell(event, table, SECOND)  # totals are those of the game in play
    board = board_of(event, table)
    assert board.plays.totals(board.state) == (9, 0)
    assert [board_round.number for board_round in board.latest.rounds] == [3]
    assert [row.label.text for row in board.latest.scoreboard.rows] == ["3 · double 0"]
    assert (board.latest.title, board.parts[0].title) == ("Table 1 · Game 2", "Table 1 · Game 1")
    books = reverse("event_stakes", args=[event.pk])
    latest = words_of(client.get(books, {"set": 1, "table": 1}))
    assert "Table 1 · Game 2" in latest
    assert "Round 3" in latest
    former = words_of(client.get(books, {"pad": 0}))
    assert "Round 2" in former
    assert "Round 3" not in former

    tell(event, table, SECOND, SECOND, SECOND)
    board = board_of(event, table)
    assert (board.is_over, board.open, board.missing_deals) == (True, False, 0)
    assert f"{second} wins 2–1" in phone(event, table)
    assert places(event) == {second: 1, first: 2}
    [picture] = brackets(event)
    assert "2–1 in games" in " ".join(line.text for line in picture.drawing.description)
    assert Hall.now(event).deal(1, 1, 7) is None
    shape = board_shape(event, 1, 1)
    assert (shape["due"], shape["match"]["over"]) == (None, True)


def test_a_level_match_is_left_to_the_lot_after_one_more_deal() -> None:
    event, table = begun()
    tell(event, table, FIRST, FIRST, SECOND, SECOND, FIRST, SECOND, LEVEL)
    assert "Game 4, round 1 · 1–1 in games" in phone(event, table)
    tell(event, table, LEVEL)
    page = phone(event, table)
    assert "1–1 in games" in page
    assert "lots are drawn" in page
    assert sorted(places(event).values()) == [1, 2]


def test_standings_tell_to_which_game_a_round_belongs(client: Client) -> None:
    event, table = begun(carry="wins")
    first, _second = names(event, table)
    tell(event, table, FIRST, FIRST, SECOND, SECOND, FIRST, FIRST)
    client.force_login(event.owner)
    entry = evening.entry(event, first)
    page = words_of(client.get(reverse("event_player", args=[event.pk, entry.pk])))
    assert "Game 3, round 2" in page
    assert "Won, 2–1 in games" in page
    assert standings(event).row(entry.pk).total == 2  # type: ignore[union-attr]


# --- corrections ----------------------------------------------------------------------------------


def test_what_no_longer_counts_is_kept_and_said(client: Client) -> None:
    event, table = begun()
    tell(event, table, FIRST, FIRST, SECOND, SECOND, FIRST, FIRST)
    seen = judging.preview(table=table, deal=4, payload={"pips": [0, 50], "blocked": False})
    assert seen.broken == (5, 6)
    client.force_login(event.owner)
    page = reverse("event_deal_report", args=[event.pk, 1, 1, 4])
    response = client.post(page, {"answer-pips-0": 0, "answer-pips-1": 50, "seen": 1, "key": "k"})
    assert response.status_code in (200, 422)
    tell(event, table, (0, 50), first=4)
    assert [board_round.counted for board_round in board_of(event, table).rounds] == [True] * 4 + [
        False
    ] * 2
    assert "Round 5 does not count" in phone(event, table)
    undo_last(event=event, actor=host(event))
    event.refresh_from_db()
    assert all(board_round.counted for board_round in board_of(event, table).rounds)


# --- files, papers, the end -----------------------------------------------------------------------


def test_files_tell_a_match_deal_by_deal() -> None:
    event, table = begun()
    tell(event, table, FIRST, FIRST, SECOND, SECOND, FIRST, FIRST)
    tell(event, table, (0, 50), first=4)  # the last two are not needed any more
    again = import_event(owner=a_user("other"), data=json.loads(json.dumps(export_event(event))))
    assert places(again) == places(event)
    assert len(board_of(again, evening.table(again, 1)).rounds) == 6
    file = json.loads(json.dumps(score_file(event)))
    [told] = file["sets"][0]["tables"]
    assert len(told["hands"]) == 4
    read: Any = read_file(file)
    assert not read.problems
    assert drive_answers.score(read, explain=True)["finished"]
    told["hands"].append(told["hands"][0])
    [problem] = read_file(file).problems
    assert (problem.code, problem.at) == ("hands.count", ("sets", 0, "tables", 0, "hands"))


def test_a_game_that_is_closed_by_a_report_closes_each_of_them() -> None:
    event, table = begun(game="rummoli")
    chance = Random(4)
    while not (board := board_of(event, table)).is_over:
        sampled(event, table, chance)
    assert len(board.games) >= 2
    evening.check_files(event)


def test_every_game_has_a_sheet_and_a_ledger_of_its_own(client: Client) -> None:
    event, table = begun(game="golf")
    [blank] = blank_sheets(event)
    assert (blank.subtitle, blank.games, len(blank.board.rows)) == ("Table 1", 3, 3)
    chance = Random(2)
    while not (board := board_of(event, table)).is_over:
        sampled(event, table, chance)
    filled = sheets(event)
    assert len(filled) == len(board.games) == len(books(event))
    assert filled[-1].board.notes[-1].text.startswith(tuple(board.names))
    assert "in games" not in filled[0].board.notes[-1].text
    for part in board.games:
        held = sum(part.plays.holdings(part.state)["quarters"].values())
        assert held == part.replay.bought[-1]["quarters"]
    client.force_login(event.owner)
    printed = papers(client, event, "sheet", "sheet-blank", "bracket")
    assert [paper[:3] for paper in printed.values()] == ["200"] * 3


def test_a_finished_match_is_read_from_its_snapshot(client: Client) -> None:
    event, table = begun()
    tell(event, table, FIRST, FIRST, SECOND, SECOND, SECOND, SECOND)
    before, live = (
        [bracket.drawing.description for bracket in brackets(event)],
        board_of(event, table),
    )
    event = evening.check_end(event)
    assert [bracket.drawing.description for bracket in brackets(event)] == before
    board = board_of(event, table)
    assert [board_round.game for board_round in board.rounds] == [
        board_round.game for board_round in live.rounds
    ]
    assert [game.match_game for game in board.games] == [1, 2, 3]
    assert (board.match, board.points.points) == (live.match, live.points.points)
    first, second = board.names
    assert board.ending is not None
    assert f"Game 1: {first} wins by 18" in phone(event, table)
    ending = event_finale(event)
    assert ending is not None
    assert ending.words == f"2 games to 1 in the final against {first}"
    client.force_login(event.owner)
    for name, more in (
        ("event", ()),
        ("event_table", (1, 1)),
        ("event_standings", ()),
        ("event_stakes", ()),
    ):
        assert client.get(reverse(name, args=[event.pk, *more])).status_code == 200, name
    again = import_event(owner=a_user("other"), data=json.loads(json.dumps(export_event(event))))
    assert places(again) == places(event)
    assert board_of(again, evening.table(again, 1)).match == board.match
    assert second in places(again)


# --- how it is agreed on --------------------------------------------------------------------------


def test_a_second_stage_plays_matches(client: Client) -> None:
    event = an_event(
        6,
        "chicken-foot",
        "swiss",
        size=2,
        rounds=2,
        deals=1,
        stages="knockout",
        qualify=2,
        best_of=3,
    )
    format = format_of(event)
    assert [format.length.of_set(number).games for number in (1, 2, 3)] == [1, 1, 3]
    assert format.offer.course.text.endswith("a match is the best of 3 games")
    for _ in range(2):
        show(event)
        for number in (1, 2, 3):
            tell(event, evening.table(event, number), FIRST, FIRST)
    assert not board_of(event, evening.table(event, 1, 2)).games
    show(event)
    table = evening.table(event, 1)
    tell(event, table, FIRST, FIRST, SECOND, SECOND)
    assert "Game 3, round 1 · 1–1 in games" in phone(event, table)
    tell(event, table, SECOND, SECOND)
    assert draws.why_not(event)
    first, second = names(event, table)
    assert (places(event)[second], places(event)[first]) == (1, 2)
    file: Any = read_file(json.loads(json.dumps(score_file(event))))
    assert not file.problems
    told = drive_answers.score(file, explain=False)["standings"]
    assert {one["name"]: one["rank"] for one in told} == places(event)
