"""Around the tables: roll call, standings, log, disputes, codes, the wall, papers, nonsense."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tests.tournaments.desk_pages import at, form
from tests.tournaments.evening import (
    newest,
    say,
    start,
    table,
)
from tests.tournaments.visits import words_of
from tournaments.boards.deals import hands_of
from tournaments.boards.hall import Hall
from tournaments.models import Dispute, Event, Link, Report

pytestmark = pytest.mark.django_db


# --- roll call ----------------------------------------------------------------------------------


def test_a_substitute_begins_with_the_next_hand_and_is_shown_who_gets_what(desk: Client) -> None:
    event = start(people=9)
    waiting = newest(event).sit_outs.get().entry
    leaver = table(event, 1).seats.get(chair=0).entry
    for hand, tricks in enumerate(((9, 4), (6, 7)), 1):
        say(table(event, 1), hand, {"tricks": list(tricks)})
    url = at("event_substitute", event)
    assert "the next one" in words_of(desk.get(at("event_roll", event)))
    data = {"seat": "1-0", "entry": waiting.pk, "from_hand": 0}
    for wrong in ({"entry": leaver.pk}, {"from_hand": 9}):
        assert desk.post(url, data | wrong).status_code == 422
    assert not table(event, 1).substitutions.exists()
    page = words_of(desk.post(url, data))
    deals = Hall.of(Event.objects.get(pk=event.pk)).deals(1, 1)
    points = sum(deal.points[0] for deal in deals if deal.points)
    assert f"{waiting.name} plays for {leaver.name}" in page
    assert "Table 1; hand 3 is next." in page
    assert f"{leaver.name} keeps {points} points of this set." in page
    assert f"2 {deals[1].points[0]} {leaver.name}" in page
    assert f"3 – {waiting.name}" in page
    assert f"4 – {waiting.name}" in page
    later = words_of(desk.post(url, data | {"from_hand": 4}))
    assert f"3 – {leaver.name}" in later
    assert f"{leaver.name} is back in the next set" in later
    taken = {"act": "substitute", "from_hand": 3, "afterwards": "home"}
    assert desk.post(url, data | taken).status_code == 303
    assert table(event, 1).substitutions.get().from_hand == 3
    assert "8 of 9 are here" in words_of(desk.get(at("event_roll", event)))


# --- standings, explanations, log ---------------------------------------------------------------


def test_taking_the_last_step_back(desk: Client, event: Event) -> None:
    desk.post(at("event_deal_report", event, 1, 1), form((7, 6)))
    page = desk.get(at("event", event)).content.decode()
    step = re.search(r'name="step" value="(\d+)"', page)
    assert step is not None
    desk.post(at("event_deal_report", event, 1, 2), form((8, 5), key="b"))
    stale = desk.post(at("event_undo", event), {"step": step[1]})
    assert stale.status_code == 422
    assert desk.post(at("event_undo", event)).status_code == 422
    newer = re.search(r'name="step" value="(\d+)"', stale.content.decode())
    assert newer is not None
    assert desk.post(at("event_undo", event), {"step": newer[1]}).status_code == 303
    board = Hall.of(event).board(1, 1)
    assert board is not None
    assert [hand.report.payload for hand in hands_of(board)[:2]] == [{"tricks": [7, 6]}, None]
    assert "Undone: Set 1, table 1, hand 2: 8 : 5 (" in words_of(desk.get(at("event_log", event)))
    assert desk.get(at("event_log", event), {"page": "99"}).status_code == 200


# --- codes and the wall -------------------------------------------------------------------------


def test_codes_are_renewed_and_withdrawn(desk: Client, event: Event) -> None:
    url = at("event_links", event)
    assert desk.post(url, {"label": ""}).status_code == 422
    assert desk.post(url, {"label": "Sam"}).status_code == 303
    link = Link.objects.get(kind="scorekeeper")
    page = desk.get(url, headers={"host": "127.0.0.1:8000"}).content.decode()
    assert link.token in page
    code = desk.get(at("event_link_code", event, link.pk))
    assert code["Content-Type"] == "image/svg+xml"
    one = at("event_link", event, link.pk)
    assert desk.post(one, {"act": "renew"}).status_code == 303
    link.refresh_from_db()
    assert link.revoked_at is not None
    assert Link.objects.filter(kind="scorekeeper", revoked_at=None).count() == 1
    assert desk.get(at("event_link_code", event, link.pk)).status_code == 404
    assert desk.post(one, {"act": "nonsense"}).status_code == 422


# --- papers -------------------------------------------------------------------------------------


# --- nonsense -----------------------------------------------------------------------------------

GARBAGE = ("", "x", "-1", "9" * 20, "\x00", "²", "1e9", "🂡" * 50, "a" * 5000)


@pytest.mark.sql
@pytest.mark.exhaustive(keep=("4", "8"))
@pytest.mark.parametrize("bad", GARBAGE, ids=range(len(GARBAGE)))
def test_nonsense_is_refused_without_a_traceback(desk: Client, event: Event, bad: str) -> None:
    someone = event.entries.first()
    assert someone is not None
    Dispute.objects.create(event=event, objector="G1", text="x")
    posts = {
        at("event_act", event): ("act", "table", "minutes"),
        at("event_people", event): ("names",),
        at("event_known", event): ("known",),
        at("event_balance", event): ("entry",),
        at("event_pairings", event): ("first", "second", "kind"),
        at("event_entry", event, someone.pk): ("act", "role"),
        at("event_deal_withdraw", event, 1, 1): ("reason", "seen", "key"),
        at("event_draw", event): ("act", "seating"),
        at("event_roll", event): ("act", "entry"),
        at("event_late", event): ("name", "role"),
        at("event_substitute", event): ("seat", "entry", "from_hand"),
        at("event_table_act", event, 1): ("act", "report", "chairs", "by"),
        at("event_deal_report", event, 1, 1): ("answer-tricks-0", "answer-tricks-1", "seen", "key"),
        at("event_deal_report", event, 1, 1): ("answer-tricks-0", "answer-tricks-1", "step"),
        at("event_undo", event): ("step",),
        at("event_disputes", event): ("text", "table", "deal"),
        at("event_wall_control", event): ("act", "minutes"),
        at("event_print", event): ("kind", "count", "only"),
        at("event_settings", event): ("name", "date"),
        at("event_delete", event): ("name",),
        reverse("people_merge"): ("keep", "duplicate"),
        reverse("event_new"): ("name", "date", "game"),
    }
    refused = 400 if "\x00" in bad else 422  # which is no text at all
    allowed = (400,) if "\x00" in bad else (200, 303, 404, 422)
    for url, names in posts.items():
        status = desk.post(url, dict.fromkeys(names, bad)).status_code
        assert status in allowed, f"{url}: {status}"
    rename = {"act": "rename", "name": bad}
    assert desk.post(at("event_entry", event, someone.pk), rename).status_code in allowed
    against = form((7, 5), override="1", reason=bad, key=bad, seen=bad)
    assert desk.post(at("event_deal_report", event, 1, 2), against).status_code in allowed
    for deed in ("accept", "agree", "cut", "dealer", "nudge", "timer", "publish", "away"):
        for name in ("event_act", "event_draw", "event_roll"):
            data = {"act": deed, "table": bad, "entry": bad, "seating": bad, "minutes": bad}
            assert desk.post(at(name, event), data).status_code == refused, (name, deed)
        data = {"act": deed, "report": bad, "by": bad, "chairs": bad, "chair": bad}
        assert desk.post(at("event_table_act", event, 1), data).status_code == refused, deed
    for url in (
        at("event_log", event),
        reverse("people"),
        reverse("winners"),
        reverse("people_merge"),
        at("event_print", event),
    ):
        answer = desk.get(url, {"page": bad, "q": bad, "year": bad, "keep": bad, "one": bad})
        assert answer.status_code in (200, refused), url


def test_sets_tables_and_hands_that_are_not_there(desk: Client, event: Event) -> None:
    for set_number, number, deal in ((9, 1, 1), (1, 99, 1), (1, 1, 9), (2, 1, 1), (0, 0, 0)):
        for name in ("event_deal_report", "event_deal_report", "event_deal_withdraw"):
            url = reverse(name, args=[event.pk, set_number, number, deal])
            assert desk.get(url).status_code == 404
            assert desk.post(url, form((7, 6))).status_code == 404
    huge = f"/events/{event.pk}/sets/1/tables/{10**30}/"
    assert desk.get(huge).status_code == 404
    assert desk.get(f"/events/{10**30}/").status_code == 404
    assert desk.get(f"/people/{10**30}/").status_code == 404


def test_a_scorekeeper_by_link_runs_the_desk(event: Event) -> None:
    owner = Client()
    owner.force_login(event.owner)
    owner.post(at("event_links", event), {"label": "Sam"})
    token = Link.objects.get(kind="scorekeeper").token
    sam = Client()
    page = sam.get(reverse("scorekeeper_in", args=[token]))
    assert "Sam" in words_of(page)
    assert sam.get(at("event", event)).status_code == 403
    assert sam.post(reverse("scorekeeper_in", args=[token])).status_code == 303
    assert sam.post(at("event_deal_report", event, 1, 1), form((7, 6))).status_code == 303
    assert Report.objects.get().author == "Sam"
    assert "Codes" not in words_of(sam.get(at("event", event)))
    assert "you keep the scores" in words_of(sam.get("/"))
    assert get_user_model().objects.count() == 1
