"""What a withdrawal leaves behind: every report withdrawn while later ones stand, in every game."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from django.test import Client

from rulesets import games
from tests.tournaments.board_evening import (
    RUMMOLI,
    host,
    play_round,
    read_board,
    say,
    start,
    table,
    take_back,
)
from tests.tournaments.evening import sound
from tests.tournaments.visits import beginnings
from tournaments.log.services import undo_last
from tournaments.models import Event

pytestmark = pytest.mark.django_db

ROUNDS = 3
OF_EACH_KIND = ("golf", "gin-tournament")  # Rummoli has a test of its own
LINK = re.compile(r'href="(/[^"#]*)')
AT_ONE_TABLE = [
    slug for slug in games.slugs() if {"table", "team_line"} & {*games.load(slug).formats}
]


def people_at(slug: str) -> int:
    plays = games.load(slug).plays
    return max(plays.seats[0] if plays.seats else plays.players[0], 2)


def evening_of(slug: str, most: int = ROUNDS, **options: Any) -> Event:
    """An evening of so many rounds, or of fewer to its end."""
    chance = Random(5)
    event = start(slug, 4 if slug == RUMMOLI else people_at(slug), options=options)
    for _ in range(most):
        board = read_board(event)
        if not board.open:
            break
        if board.format.keeping.board == "room" or (slug == RUMMOLI and not options):
            play_round(event, chance)
        else:
            report = sound(board.plays, board.standing, chance)
            say(table(event), board.next_number, report)
    return event


def broken_pages(client: Client, event: Event) -> list[str]:
    """The addresses of pages that cannot be shown, and of those to which they lead."""
    broken, seen = [], set(beginnings(event))
    for address in tuple(seen):
        page = client.get(address)
        if page.status_code >= 500:
            broken.append(address)
        links = {link.replace("&amp;", "&") for link in LINK.findall(page.content.decode("latin1"))}
        nearby = {link for link in links if link.startswith((f"/events/{event.pk}/", address))}
        broken += [link for link in nearby - seen if client.get(link).status_code >= 500]
        seen |= nearby
    return broken


def assert_pages_stand_without_a_report(event: Event, *, also_first: bool) -> None:
    """Withdraw the report before the last, and perhaps the first, while later ones stand."""
    client = Client(raise_request_exception=False)
    client.force_login(event.owner)
    board = read_board(event)
    places = [(report.table_number, report.set_number) for report in board.rounds[0].reports]
    before_last = len(board.rounds) - 1
    for number in {1, before_last} if also_first else {before_last}:
        at = table(event, places[0][0], number if board.format.keeping.board == "room" else None)
        take_back(at, 1 if board.format.keeping.board == "room" else number)
        assert broken_pages(client, event) == []
        undo_last(event=event, actor=host(event))


@pytest.mark.exhaustive(keep=OF_EACH_KIND)
@pytest.mark.parametrize("slug", AT_ONE_TABLE)
def test_pages_stand_when_an_earlier_report_is_withdrawn(slug: str) -> None:
    assert_pages_stand_without_a_report(evening_of(slug), also_first=slug != "golf")


def test_pages_of_a_game_that_ended_by_itself_stand_too() -> None:
    """What a Rummoli pays out at its end has a row of its own, which nobody reported."""
    event = evening_of(RUMMOLI, 60, chips=20)
    board = read_board(event)
    assert not board.open
    assert board.replay.closing.transfers
    assert_pages_stand_without_a_report(event, also_first=False)
