"""What the API tells and takes: the same as pages do, by the same services."""

from __future__ import annotations

from random import Random

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.sampling import GAMES_OF_EACH_KIND
from tests.tournaments import board_evening, evening
from tests.tournaments.api.calls import Caller, codes
from tournaments.models import Acceptance, Event, Report
from tournaments.models.event_games import every_game, formats_of

pytestmark = pytest.mark.django_db

GAMES = [game.slug for game in every_game() if formats_of(game)[0].keeping.board == "table"]
GIN, GOLF = board_evening.GIN, board_evening.GOLF


@pytest.fixture(autouse=True)
def no_calls_yet() -> None:
    cache.clear()


@pytest.fixture
def drive() -> Event:
    return evening.start(people=8)


def test_lists_come_in_pages(drive: Event) -> None:
    ask = Caller(drive, "scorekeeper")
    whole = ask("/people").json()
    pages = [ask(f"/people?limit=3&offset={offset}").json() for offset in (0, 3, 6, 99)]
    assert [len(page["items"]) for page in pages] == [3, 3, 2, 0]
    assert [one for page in pages for one in page["items"]] == whole["items"]
    assert {page["count"] for page in pages} == {8}
    for query in ("limit=0", "offset=-1", "limit=x"):
        assert ask(f"/people?{query}").status_code == 422


@pytest.mark.exhaustive(keep=GAMES_OF_EACH_KIND)
@pytest.mark.parametrize("slug", GAMES)
def test_a_round_of_every_game_is_asked_for_and_taken(slug: str) -> None:
    game = next(game for game in every_game() if game.slug == slug)
    low, high = game.plays.players
    people = game.plays.seats[0] if game.plays.seats else min(max(low, 4), high)
    event = board_evening.start(slug, people, seed=3)
    ask, rng = Caller(event, "table", 1), Random(5)
    for _ in range(3):
        board = ask("/tables/1/1").json()
        now = board_evening.read_board(event)
        assert board["due"] == now.next_number
        assert {one["key"] for one in board["asks"]} >= {
            field.key for field in now.plays.fields(now.standing) if field.required
        }
        report = now.plays.sample(now.standing, rng)
        told_codes = [problem.code for problem in now.plays.check(now.standing, report)]
        values = {"payload": report, "seen": 0, "confirmed": told_codes}
        answer = ask(f"/tables/1/1/deals/{board['due']}/report", values)
        assert answer.status_code == 200, answer.content
        event.refresh_from_db()
    after = ask("/tables/1/1").json()["deals"]
    assert [row["revision"] for row in after[:3]] == [1, 1, 1]
    assert all(row["said"] and row["report"] for row in after[:3])
    assert ask("/reports").json()["count"] == 3


def test_couples_report_at_their_places() -> None:
    event = board_evening.start(GIN, 4)
    ask = Caller(event, "table", 2)
    board = ask("/tables/1/2").json()
    assert (board["due"], len(board["people"])) == (1, 2)
    answer = ask("/tables/1/2/deals/1/report", {"payload": board_evening.gin(0, 7)})
    assert answer.status_code == 200
    assert ask("/tables/1/2").json()["deals"][0]["payload"] == board_evening.gin(0, 7)


def test_the_same_key_is_the_same_report(drive: Event) -> None:
    ask = Caller(drive, "table", 1)
    values = {"payload": {"tricks": [7, 6]}}
    first, again = (ask("/tables/1/1/deals/1/report", values, key="once") for _ in range(2))
    assert first.json() == again.json()
    assert Report.objects.count() == 1
    missing = ask.client.post(
        f"/api/events/{drive.pk}/tables/1/1/deals/1/report",
        data=values,
        content_type="application/json",
        headers={"Authorization": f"Bearer {ask.token}"},
    )
    assert missing.status_code == 422
    assert missing.json()["problems"][0]["field"] == "Idempotency-Key"


def test_who_was_quicker_is_told(drive: Event) -> None:
    ask, other = Caller(drive, "table", 1), Caller(drive, "scorekeeper")
    ask("/tables/1/1/deals/1/report", {"payload": {"tricks": [7, 6]}})
    late = other("/tables/1/1/deals/1/report", {"payload": {"tricks": [6, 7]}})
    assert late.status_code == 409
    data = late.json()
    assert codes(late) == ["report.conflict"]
    assert data["current"]["payload"] == {"tricks": [7, 6]}
    assert data["submitted"] == {"tricks": [6, 7]}


def test_the_desk_corrects_with_a_reason_and_takes_back(drive: Event) -> None:
    ask = Caller(drive, "scorekeeper")
    where = "/tables/1/1/deals/1"
    assert ask(f"{where}/report", {"payload": {"tricks": [7, 6]}}).json()["accepted"]
    values = {"payload": {"tricks": [6, 7]}, "seen": 1}
    assert codes(ask(f"{where}/report", values)) == ["reason.missing"]
    corrected = ask(f"{where}/report", values | {"reason": "misheard"})
    assert (corrected.json()["revision"], corrected.json()["reason"]) == (2, "misheard")
    assert codes(ask(f"{where}/withdraw", {"seen": 2})) == ["reason.missing"]
    response = ask(f"{where}/withdraw", {"seen": 2, "reason": "played anew"})
    assert (response.json()["revision"], response.json()["payload"]) == (3, None)
    assert ask("/reports").json()["count"] == 0


def test_a_table_cannot_override(drive: Event) -> None:
    values = {"payload": {"tricks": [7, 7]}, "override": True, "reason": "we say so"}
    where = "/tables/1/1/deals/1/report"
    assert Caller(drive, "table", 1)(where, values).status_code == 422
    kept = Caller(drive, "scorekeeper")(where, values)
    assert kept.status_code == 200
    assert kept.json()["overrode"]


def test_somebody_says_yes_once(drive: Event) -> None:
    ask = Caller(drive, "table", 1)
    data = ask("/tables/1/1/deals/1/report", {"payload": {"tricks": [7, 6]}}).json()
    assert not data["accepted"]
    for _ in range(2):
        answer = ask(f"/reports/{data['id']}/accept", {})
        assert answer.json()["accepted"]
    assert Acceptance.objects.count() == 1
    assert ask("/reports/999999/accept", {}).status_code == 404


def test_people_come_in_before_and_after_the_draw(drive: Event) -> None:
    event = board_evening.an_event(GOLF, 0)
    ask = Caller(event, "scorekeeper")
    for name in ("Ann", "Bo"):
        answer = ask("/people", {"name": name})
        assert answer.status_code == 201
        assert answer.json()["name"] == name
    assert codes(ask("/people", {"name": "Bo"})) == ["name.taken"]
    assert codes(ask("/people", {"name": " "})) == ["name.empty"]
    assert codes(ask("/people", {"name": "Cy", "role": "boss"})) == ["role.unknown"]
    late = Caller(drive, "scorekeeper")("/people", {"name": "Late", "role": "lady"})
    assert late.status_code == 201
    begun = board_evening.start(GOLF, 4)
    assert codes(Caller(begun, "scorekeeper")("/people", {"name": "Late"})) == ["event.started"]


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[",
        "[]",
        "null",
        '{"payload": NaN}',
        '{"payload": {"a": "\\u0000"}}',
        '{"payload": {"a": "\\ud800"}}',
        '{"payload": {}, "payload": {}}',
        "[" * 100_000,
        '{"payload": 1e999}',
    ],
)
def test_a_body_that_cannot_be_read_is_refused(drive: Event, body: str) -> None:
    ask = Caller(drive, "table", 1)
    answer = ask.client.post(
        f"/api/events/{drive.pk}/tables/1/1/deals/1/report",
        data=body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {ask.token}", "Idempotency-Key": "k"},
    )
    assert answer.status_code in (400, 422)
    assert answer.json()["problems"][0]["message"]


def test_a_finished_evening_takes_nothing_more(drive: Event) -> None:
    Event.objects.filter(pk=drive.pk).update(state="finished")
    ask = Caller(drive, "table", 1)
    assert codes(ask("/tables/1/1/deals/1/report", {"payload": {"tricks": [7, 6]}})) == [
        "event.not_playing"
    ]


def test_more_tables_cost_no_more_statements() -> None:
    def statements(event: Event) -> list[int]:
        ask, found = Caller(event, "scorekeeper"), []
        for path in ("/tables", "/reports", "/people", "/standings"):
            with CaptureQueriesContext(connection) as seen:
                assert ask(path).status_code == 200
            found.append(len(seen))
        return found

    few, many = evening.start(people=8), evening.start(people=24, name="Many")
    for event in (few, many):
        evening.play_set(event, Random(1))
    assert statements(many) == statements(few)
    assert max(statements(many)) <= 12
