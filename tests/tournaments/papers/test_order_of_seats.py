"""Papers list people as they sit, also somebody who joined between two others."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.board_evening import read_board, say, start, table
from tests.tournaments.evening import host
from tests.tournaments.visits import text_of
from tournaments.boards.hall import Hall
from tournaments.models import Event
from tournaments.papers import board_selectors
from tournaments.people.names import ParsedName
from tournaments.seating.roll_call import join_table

pytestmark = pytest.mark.django_db

AROUND = ["Ann", "Bo", "Zoe", "Cy", "Di"]


def with_guest(game: str) -> Event:
    """Zoe sits down between Bo and Cy after a round."""
    event, chance = start(game, 4), Random(game)
    for deal in (1, 2):
        board = read_board(event)
        say(table(event), deal, board.plays.sample(board.standing, chance))
        if deal == 1:
            guest = ParsedName("Zoe", "", None, 1)
            join_table(table=table(event), actor=host(event), newcomer=guest, neighbour=1)
    event.refresh_from_db()
    return event


def names_in(text: str) -> list[str]:
    """The first mention of each, in order."""
    return list(dict.fromkeys(re.findall(r"\b(?:Ann|Bo|Zoe|Cy|Di)\b", text)))


def paper(event: Event, kind: str) -> str:
    client = Client()
    client.force_login(event.owner)
    return text_of(client.get(reverse("event_pdf", args=[event.pk, kind])))


@pytest.mark.parametrize("game", ["hearts", "extended-rummy", "crazy-eights"])
def test_sheets_have_columns_as_people_sit(game: str) -> None:
    event = with_guest(game)
    (board,) = Hall.of(event).boards
    totals = dict(zip(board.names, board.plays.totals(board.state), strict=True))
    (sheet,) = board_selectors.sheets(event)
    heads = [column.group.text or column.title.text for column in sheet.board.columns]
    assert [fromkey for fromkey in dict.fromkeys(heads) if fromkey in AROUND] == AROUND
    foot = next((row for row in sheet.board.foot if row.label.text == "Total"), None)
    if foot is not None and heads == AROUND:
        cells = zip(heads, foot.cells, strict=True)
        assert {name: cell.value for name, cell in cells} == totals
    for kind in ("sheet", "sheet-blank"):
        assert names_in(paper(event, kind)) == AROUND, kind
    asked = [ask for slip in board_selectors.slips(event) for ask in slip.questions]
    boxes = [ask.boxes for ask in asked if len(ask.boxes) == len(AROUND)]
    assert boxes
    assert all(names_in(" ".join(box)) == AROUND for box in boxes)
