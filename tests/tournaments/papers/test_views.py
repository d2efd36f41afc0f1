"""Papers of an evening with boards: before it begins, in the middle, and when it is over."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from rulesets import games
from tests.tournaments import board_evening as boards
from tests.tournaments import evening
from tests.tournaments.board_evening import GIN, GOLF, RUMMOLI, SLUGS
from tests.tournaments.desk_pages import at
from tests.tournaments.visits import texts_of, words_of
from tournaments.boards.hall import _boards_memo as boards_memo
from tournaments.events import services as events
from tournaments.models import Event
from tournaments.models.event_games import format_of
from tournaments.papers import board_selectors
from tournaments.papers.catalogue import papers
from tournaments.papers.theme import SIZES
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


def of_each_game(test: Any) -> Any:
    """Usually of the game whose papers are the most."""
    of_all = pytest.mark.parametrize("slug", SLUGS)(test)
    return pytest.mark.exhaustive(keep=(GIN,))(of_all)


NAMES = ("Zoë Müller", "Łukasz Łódź", "Anne", "Anne (2)", "Ελένη Παπαδοπούλου", "Di", "Олег", "Gus")


def signed_in(client: Client, event: Event) -> Client:
    client.force_login(event.owner)
    return client


def text_of(client: Client, event: Event, kind: str, **questions: Any) -> str:
    """A paper read back, without the spaces that come and go where lines are broken."""
    answer = client.get(reverse("event_pdf", args=[event.pk, kind]), questions)
    assert answer.status_code == 200, kind
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"].endswith('.pdf"')
    text = "\n".join(texts_of(answer.content))
    assert "■" not in text
    return "".join(text.split())


def kinds(game: str) -> list[str]:
    return [kind.kind for kind in papers().values() if kind.is_offered(format_of(games.load(game)))]


def test_papers_of_the_end_wait_for_it_and_others_do_not(client: Client) -> None:
    event = boards.start(GOLF, NAMES)
    desk = signed_in(client, event)
    of_the_end = {kind for kind in kinds(GOLF) if papers()[kind].needs == "winners"}
    assert of_the_end == {"winners", "certificates", "results"}
    for kind in of_the_end:
        early = desk.post(at("event_print", event), {"kind": kind})
        assert early.status_code == 422
        assert "Finish the event first" in words_of(early)
    answer = desk.post(at("event_print", event), {"kind": "chart", "paper": "letter"})
    assert answer.status_code == 303
    page = PdfReader(io.BytesIO(desk.get(answer.url).content)).pages[0]
    assert (page.mediabox.width, page.mediabox.height) == (612, 792)


def test_a_paper_costs_the_same_however_many_play(client: Client) -> None:
    def queries(people: int) -> dict[str, int]:
        event = boards.start(GIN, people)
        boards.play(event, 1)
        signed_in(client, event)
        counts = {}
        for kind in ("pack", "sheet", "worksheet", "book", "standings", "chart"):
            boards_memo.clear()
            with CaptureQueriesContext(connection) as captured:
                text_of(client, event, kind)
            counts[kind] = len(captured)
        return counts

    assert queries(4) == queries(14)


def finish(event: Event) -> None:
    """Play on to the end and finish."""
    event.refresh_from_db()
    boards.play(event)
    event.refresh_from_db()
    events.finish_event(event=event, actor=boards.host(event), early=True)
    event.refresh_from_db()


@pytest.mark.parametrize("slug", SLUGS)
def test_the_menu_shows_what_fits_the_game(client: Client, slug: str) -> None:
    event = boards.start(slug, 4)
    page = signed_in(client, event).get(at("event_print", event)).content.decode()
    for kind in papers():
        assert (f'id="{kind}"' in page) == (kind in kinds(slug)), kind
    for only_of_drives in ("cards", "cards-blank", "cards-done"):
        assert only_of_drives not in kinds(slug)
        path = reverse("event_pdf", args=[event.pk, only_of_drives])
        assert client.get(path).status_code == 404
        refused = client.post(at("event_print", event), {"kind": only_of_drives})
        assert refused.status_code == 422


@of_each_game
def test_papers_say_what_they_need_first(client: Client, slug: str) -> None:
    empty = boards.an_event(slug, 0)
    desk = signed_in(client, empty)
    page = words_of(desk.get(at("event_print", empty)))
    assert "Draw the seats first" in page
    assert "Enter people first" in page
    assert "The game has not started yet" in page
    for kind in kinds(slug):
        status = desk.get(reverse("event_pdf", args=[empty.pk, kind])).status_code
        assert status == (422 if papers()[kind].needs else 200), kind


@of_each_game
def test_a_blank_sheet_is_there_before_anybody_and_then_with_names(
    client: Client, slug: str
) -> None:
    empty = boards.an_event(slug, 0)
    desk = signed_in(client, empty)
    assert games.load(slug).name.replace(" ", "") in text_of(desk, empty, "sheet-blank")
    for event in (boards.an_event(slug, NAMES[:6]), boards.start(slug, NAMES[:6])):
        client.force_login(event.owner)
        text = text_of(client, event, "sheet-blank")
        for name in NAMES[:6]:
            assert "".join(name.split()) in text
    many = text_of(client, event, "sheet-blank", lines=60)
    assert "60" in many
    assert "60" not in text.replace("2026", "")


def test_the_two_teams_stand_over_their_columns(client: Client) -> None:
    event = boards.start(GIN, NAMES, role_names={"guys": {"many": "The Uncles"}})
    desk = signed_in(client, event)
    for kind in ("sheet", "sheet-blank", "worksheet-blank", "chart"):
        text = text_of(desk, event, kind)
        assert "TheUncles" in text
        assert "Girls" in text
    boards.play(event, 1)
    assert "TheUncles" in text_of(desk, event, "standings")


def test_a_worksheet_is_of_the_round_that_is_asked_for(client: Client) -> None:
    event = boards.start(GIN, NAMES)
    boards.play(event, 2)
    desk = signed_in(client, event)
    assert "Worksheet·Round2" in text_of(desk, event, "worksheet")
    assert "Worksheet·Round1" in text_of(desk, event, "worksheet", round=1)
    assert "Worksheet·Round3" in text_of(desk, event, "worksheet-blank")
    told = text_of(desk, event, "worksheet", round=1)
    blank = text_of(desk, event, "worksheet-blank", round=1)
    assert len(told) > len(blank)
    assert blank.count("Together") == 1  # a worksheet is of one round and stands there once
    missing = desk.get(reverse("event_pdf", args=[event.pk, "worksheet"]), {"round": 9})
    assert missing.status_code == 422
    assert "There is no such round" in words_of(missing)
    address = desk.post(at("event_print", event), {"kind": "worksheet", "round": "1"}).url
    assert "round=1" in address
    page = desk.get(at("event_print", event)).content.decode()
    assert '<option value="2">2</option>' in page


def test_tables_have_slips_sheets_and_charts_of_their_own(client: Client) -> None:
    event = boards.start(GOLF, 9, tables=2)
    boards.play(event, 1, tables=(1, 2))
    desk = signed_in(client, event)
    for kind in ("sheet", "sheet-blank", "slips", "book", "board", "table-cards"):
        text = text_of(desk, event, kind)
        for number in (1, 2):
            assert f"Table{number}" in text or kind == "table-cards", kind
    assert "Chair5" in text_of(desk, event, "chart")


def test_the_ledger_tells_every_transfer_and_adds_up(client: Client) -> None:
    event = boards.start(RUMMOLI, NAMES[:4])
    boards.play(event, 2)
    text = text_of(signed_in(client, event), event, "book")
    for part in ("Atthestart", "Round1", "Round2", "200chips", "Whatitaddsupto"):
        assert part in text
    state = boards.read_board(event).state
    for held in (*state.chips, *state.board):
        assert str(held) in text


def test_results_of_teams_honour_everybody_in_the_team_that_won(client: Client) -> None:
    event = boards.start(GIN, NAMES)
    finish(event)
    desk = signed_in(client, event)
    best = next(side for side in standings(event).sides if side.rank == 1)
    text = text_of(desk, event, "certificates")
    for row in best.rows:
        assert "".join(row.name.split()) in text
    assert text.count("WinnerwiththeGuys") == len(best.rows)
    for kind in ("winners", "results", "standings"):
        text = text_of(desk, event, kind)
        assert str(best.total) in text
        assert best.name in text


def test_a_score_sheet_also_goes_into_a_pocket(client: Client) -> None:
    event = boards.start(GOLF, NAMES)
    desk = signed_in(client, event)
    for kind in ("sheet-blank", "sheet"):
        path = reverse("event_pdf", args=[event.pk, kind])
        values = {}
        for case in ({}, {"pocket": "1"}):
            page = PdfReader(io.BytesIO(desk.get(path, case).content)).pages[0]
            values[len(case)] = sorted((float(page.mediabox.width), float(page.mediabox.height)))
        assert values[0] == pytest.approx(sorted(SIZES["a4"]), abs=0.1)
        assert values[1] == pytest.approx(sorted(SIZES["a6"]), abs=0.1)


def test_slips_and_sheets_say_what_rounds_are_called(client: Client) -> None:
    event = boards.start("canadian-salad", NAMES[:4])
    desk = signed_in(client, event)
    text = text_of(desk, event, "slips")
    for part in ("Round1·Redcards", "Round10·Lasttrick", "Redcards(=", "5pointseach"):
        assert part in text  # a slip for every round, as each asks something else
    sheet = text_of(desk, event, "sheet-blank")
    assert "10Lasttrick" in sheet
    assert "11" not in sheet  # there are no more rounds, so no more lines
    assert "11" in text_of(desk, event, "sheet-blank", lines=3)
    assert "Thelowesttotalwins" in sheet
    pack = text_of(desk, event, "pack")
    assert "Round1·Redcards" in pack
    assert "Round2·Evencards" not in pack  # one is enough beside the sheet
    same = boards.start("hearts", NAMES[:4])
    text = text_of(signed_in(client, same), same, "slips")
    assert text.count("Heartstaken") == 1


def test_partners_and_turns_on_slips_and_sheets(client: Client) -> None:
    event = boards.start("whist-tens", ("Ann", "Bo", "Cy", "Di"))
    desk = signed_in(client, event)
    slip = text_of(desk, event, "slips")
    for part in ("Round1·♥trump", "Tricks(=13)", "Ann&Cy", "Bo&Di"):
        assert part in slip
    sheet = text_of(desk, event, "sheet-blank")
    assert sheet.count("Ann") == sheet.count("Ann&Cy")  # no list below the names
    turns = boards.start("ten-thousand", ("Ann", "Bo", "Cy"))
    slip = text_of(signed_in(client, turns), turns, "slips")
    assert "Whoseturn?" in slip
    assert "Round1" not in slip


@pytest.mark.parametrize(
    ("slug", "deals", "rows"), [("mexican-train", 2, 8), ("hearts", 3, 12), ("hearts", 0, 4)]
)
def test_a_sheet_of_a_set_has_a_line_for_every_deal(slug: str, deals: int, rows: int) -> None:
    """Everybody deals so often. Mexican Train has thirteen rounds by itself, and Hearts as many as
    it takes."""
    options = {"deals": deals} if deals else {"minutes": 20}
    event = evening.start(8, game=slug, format="meetings", options=options)
    blank = board_selectors.blank_sheets(event)
    assert [len(sheet.board.rows) for sheet in blank] == [rows] * 2
    assert {sheet.lines for sheet in blank} == ({None} if rows else {0})
    begun = board_selectors.sheets(event)
    assert max(len(sheet.board.rows) for sheet in begun) <= rows
    assert {sheet.lines for sheet in board_selectors.blank_sheets(event, lines=9)} == {9}
