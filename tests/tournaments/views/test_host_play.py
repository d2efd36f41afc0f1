"""The desk while play goes on: tables, results, corrections, roll call, standings, papers."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.evening import (
    an_event,
    entry,
    host,
    newest,
    next_set,
    play,
    play_set,
    say,
    start,
    table,
)
from tournaments.models import Dispute, Event, Link, PrintJob, Report
from tournaments.selectors.standings import standings
from tournaments.selectors.table import table_page
from tournaments.services import events, papers, results
from tournaments.services.access import live_event_id

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return start(people=8)


@pytest.fixture
def desk(client: Client, event: Event) -> Client:
    client.force_login(event.owner)
    return client


def at(name: str, event: Event, *more: int, set_number: int = 1) -> str:
    """The address of a page of the event, or of one of its tables: (number, hand)."""
    if more and name in TABLES:
        return reverse(name, args=[event.pk, set_number, *more])
    return reverse(name, args=[event.pk, *more])


TABLES = {"event_table", "event_table_act", "event_hand", "event_correct", "event_withdraw"}


def form(tricks: tuple[int | str, int | str], **more: Any) -> dict[str, Any]:
    return {"tricks_0": tricks[0], "tricks_1": tricks[1], "seen": 0, "key": "a-key"} | more


def words(response: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


# --- the desk -----------------------------------------------------------------------------------


def test_the_desk_shows_what_is_missing_and_one_next_step(desk: Client, event: Event) -> None:
    shown = desk.get(at("event", event))
    assert "Waiting for tables 1, 2" in words(shown)
    assert words(shown).count("nothing in") >= 2
    play_set(event, Random(1))
    ready = desk.get(at("event", event)).content.decode()
    assert 'name="act" value="draw"' in ready
    token = re.search(r'data-live="([^"]+)"', ready)
    assert token is not None
    assert live_event_id(token[1]) == event.pk


def test_the_living_part_alone_answers_htmx(desk: Client, event: Event) -> None:
    part = desk.get(at("event", event), headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="desk"')
    assert "<html" not in part


def test_nudge_countdown_and_accepting_a_whole_table(desk: Client, event: Event) -> None:
    say(table(event, 1), 1, {"tricks": [7, 6]})
    say(table(event, 1), 2, {"tricks": [5, 8]})
    act = at("event_act", event)
    assert "Accept 2 hands" in words(desk.get(at("event", event)))
    assert desk.post(act, {"act": "accept", "table": 1}).status_code == 303
    assert "Accept 2 hands" not in words(desk.get(at("event", event)))
    assert desk.post(act, {"act": "nudge", "table": 2}).status_code == 303
    assert desk.post(act, {"act": "timer", "minutes": 20}).status_code == 303
    assert "Runs until" in words(desk.get(at("event", event)))
    part = desk.post(act, {"act": "nudge", "table": 2}, headers={"HX-Request": "true"})
    assert "asks table 2 for its result" in words(part)
    assert desk.post(act, {"act": "no_timer"}).status_code == 303
    too_long = desk.post(act, {"act": "timer", "minutes": 9999})
    assert too_long.status_code == 422
    assert "At most 240" in words(too_long)


def test_a_whole_evening_from_the_desk_to_the_winners(desk: Client) -> None:
    event = start(people=4)
    for number in range(1, 8):
        play_set(event, Random(number))
        if number < 7:
            desk.post(at("event_draw", event), {"act": "draw"})
            draft = event.seatings.get(state="draft")
            desk.post(at("event_draw", event), {"act": "publish", "seating": draft.pk})
            event.refresh_from_db()
    assert 'value="finish"' in desk.get(at("event", event)).content.decode()
    assert desk.post(at("event_finish", event), {"act": "finish"}).status_code == 303
    event.refresh_from_db()
    best = standings(event).rows[0]
    assert best.name in words(desk.get(at("event_results", event)))
    assert desk.post(at("event_finish", event), {"act": "reopen"}).status_code == 303
    event.refresh_from_db()
    assert event.state == "playing"


def test_finishing_too_early_is_refused(desk: Client, event: Event) -> None:
    answer = desk.post(at("event_finish", event), {"act": "finish"})
    assert answer.status_code == 422
    assert "missing" in words(answer)


# --- results at a table -------------------------------------------------------------------------


def test_entering_a_hand_the_other_number_follows(desk: Client, event: Event) -> None:
    url = at("event_hand", event, 1, 1)
    assert desk.get(url).status_code == 200
    assert desk.post(url, form((7, ""))).status_code == 303
    shown = words(desk.get(at("event_table", event, 1)))
    assert "7 : 6" in shown
    assert "accepted" in shown
    assert desk.get(url).status_code == 303  # entered once, it is corrected from then on


def test_a_refused_hand_keeps_what_was_typed_and_says_the_fix(desk: Client, event: Event) -> None:
    answer = desk.post(at("event_hand", event, 1, 1), form((7, 5)))
    assert answer.status_code == 422
    assert "12" in words(answer)
    assert "13" in words(answer)
    assert 'value="7"' in answer.content.decode()
    assert not Report.objects.exists()
    letters = desk.post(at("event_hand", event, 1, 1), form(("many", 5)))
    assert letters.status_code == 422


def test_an_override_wants_a_written_reason(desk: Client, event: Event) -> None:
    url = at("event_hand", event, 1, 1)
    bare = desk.post(url, form((7, 5), override="1"))
    assert bare.status_code == 422
    assert "reason" in words(bare).lower()
    assert desk.post(url, form((7, 5), override="1", reason="One trick lost")).status_code == 303
    report = Report.objects.get()
    assert report.reason == "One trick lost"
    assert report.payload == {"tricks": [7, 5]}


def test_what_no_reason_can_change_offers_no_override(desk: Client) -> None:
    event = start(people=4)
    play(event, 1)
    for number in range(2, 8):
        next_set(event, seed=number)
        play(event, 1)
    events.finish_event(event=event, actor=host(event))
    say_more = desk.post(
        at("event_correct", event, 1, 1), form((1, 12), seen=1, step="apply", reason="Too late")
    )
    assert say_more.status_code == 422
    assert "not being played" in words(say_more)
    assert "against the rules" not in words(say_more)


def test_a_rare_result_is_asked_for_once(desk: Client, event: Event) -> None:
    url = at("event_hand", event, 1, 1)
    asked = desk.post(url, form((13, 0)))
    assert asked.status_code == 422
    codes = re.findall(r'name="confirmed" value="([^"]+)"', asked.content.decode())
    assert codes
    assert "Yes, enter it" in words(asked)
    assert desk.post(url, form((13, 0), confirmed=codes)).status_code == 303


def test_the_same_press_twice_is_one_report(desk: Client, event: Event) -> None:
    url = at("event_hand", event, 1, 1)
    desk.post(url, form((7, 6)))
    desk.post(url, form((7, 6)))
    assert Report.objects.count() == 1


def test_two_people_entering_one_hand_see_both_values(desk: Client, event: Event) -> None:
    say(table(event, 1), 1, {"tricks": [9, 4]})
    answer = desk.post(at("event_hand", event, 1, 1), form((7, 6)))
    assert answer.status_code == 409
    assert "9 : 4" in words(answer)
    assert "7 : 6" in words(answer)
    mine = dict(re.findall(r'name="(\w+)" value="([^"]*)"', answer.content.decode()))
    assert desk.post(at("event_hand", event, 1, 1), mine | {"override": ""}).status_code == 303
    page = table_page(event, 1, 1)
    assert page is not None
    assert page.hands[0].payload == {"tricks": [7, 6]}


def test_accepting_and_taking_back(desk: Client, event: Event) -> None:
    report = say(table(event, 1), 1, {"tricks": [7, 6]})
    act = at("event_table_act", event, 1)
    assert desk.post(act, {"act": "accept", "report": report.pk}).status_code == 303
    assert report.acceptances.count() == 1
    assert desk.post(act, {"act": "accept", "report": 999}).status_code == 422
    back = at("event_withdraw", event, 1, 1)
    empty = desk.post(back, {"reason": "", "seen": 1})
    assert empty.status_code == 422
    assert "it stands in the log" in words(empty)
    assert desk.post(back, {"reason": "Wrong table", "seen": 1, "key": "k"}).status_code == 303
    assert "Wrong table" in words(desk.get(at("event_log", event)))
    assert "nothing in" in words(desk.get(at("event_table", event, 1)))


def test_a_leading_scorekeepers_override_waits_for_somebody_else(event: Event) -> None:
    play(event, 1)
    next_set(event)
    leader = entry(event, standings(event).rows[0].name)
    events.set_scorekeeper(event=event, actor=host(event), entry=leader)
    client = Client()
    client.force_login(event.owner)
    url = reverse("event_hand", args=[event.pk, 2, 1, 1])
    client.post(url, form((7, 5), override="1", reason="Cards fell"))
    report = Report.objects.get(table__seating__set_number=2)
    assert report.needs_agreement
    shown = client.get(reverse("event_table", args=[event.pk, 2, 1]))
    assert "waits for agreement" in words(shown)
    act = reverse("event_table_act", args=[event.pk, 2, 1])
    own = client.post(act, {"act": "agree", "report": report.pk, "by": leader.pk})
    assert own.status_code == 422
    other = event.entries.exclude(pk=leader.pk).first()
    assert other is not None
    done = client.post(act, {"act": "agree", "report": report.pk, "by": other.pk})
    assert done.status_code == 303
    page = table_page(event, 1, 2)
    assert page is not None
    assert page.hands[0].payload == {"tricks": [7, 5]}


def test_the_cut_is_chosen_or_drawn(desk: Client, event: Event) -> None:
    for number in (1, 2):
        for deal, tricks in enumerate(([7, 6], [6, 7], [7, 6], [6, 7]), 1):
            say(table(event, number), deal, {"tricks": tricks})
    shown = desk.get(at("event_table", event, 1))
    assert "who won the cut" in words(shown)
    chairs = re.search(r'name="chairs" value="([^"]+)"', shown.content.decode())
    assert chairs is not None
    act = at("event_table_act", event, 1)
    assert desk.post(act, {"act": "cut", "chairs": "7,8"}).status_code == 422
    assert desk.post(act, {"act": "cut", "chairs": chairs[1]}).status_code == 303
    assert desk.post(at("event_table_act", event, 2), {"act": "draw_cut"}).status_code == 303
    assert "who won the cut" not in words(desk.get(at("event_table", event, 2)))


def test_who_deals_first(desk: Client, event: Event) -> None:
    act = at("event_table_act", event, 1)
    assert desk.post(act, {"act": "dealer", "chair": 9}).status_code == 422
    assert desk.post(act, {"act": "dealer", "chair": 2}).status_code == 303
    assert table(event, 1).first_dealer == 2


# --- corrections --------------------------------------------------------------------------------


def test_a_correction_shows_its_consequences_and_changes_nothing_yet(
    desk: Client, event: Event
) -> None:
    play(event, 1)
    before = Report.objects.count()
    url = at("event_correct", event, 1, 1)
    page = table_page(event, 1, 1)
    assert page is not None
    payload = page.hands[0].payload
    assert payload is not None
    assert f'value="{payload["tricks"][0]}"' in desk.get(url).content.decode()
    turned = (payload["tricks"][1], payload["tricks"][0])
    shown = desk.post(url, form(turned, seen=1, step="preview"))
    assert shown.status_code == 200
    assert "What would change" in words(shown)
    assert Report.objects.count() == before
    no_reason = desk.post(url, form(turned, seen=1, step="apply", key="c1"))
    assert no_reason.status_code == 422
    data = form(turned, seen=1, step="apply", key="c1", reason="Read the slip wrongly")
    assert desk.post(url, data).status_code == 303
    assert Report.objects.count() == before + 1
    again = desk.post(url, form((1, 12), seen=1, step="apply", key="c2", reason="x"))
    assert again.status_code == 409


def test_reseating_the_set_that_is_not_played_yet(desk: Client, event: Event) -> None:
    for number in (1, 2):
        for deal in range(1, 5):
            say(table(event, number), deal, {"tricks": [7, 6]})
    next_set(event)
    url = at("event_correct", event, 1, 1)
    preview = desk.post(url, form((0, 13), seen=1, step="preview"))
    assert "reseat the sets not yet played" in words(preview)
    first = newest(event)
    codes = re.findall(r'name="confirmed" value="([^"]+)"', preview.content.decode())
    data = form((0, 13), seen=1, step="apply", reason="Swapped", reseat="1", confirmed=codes)
    assert desk.post(url, data).status_code == 303
    assert newest(event).pk != first.pk


# --- roll call ----------------------------------------------------------------------------------


def test_leaving_coming_back_and_coming_late(desk: Client, event: Event) -> None:
    someone = event.entries.first()
    assert someone is not None
    url = at("event_roll", event)
    assert desk.post(url, {"act": "away", "entry": someone.pk}).status_code == 303
    assert "7 of 8 are here" in words(desk.get(url))
    part = desk.post(url, {"act": "here", "entry": someone.pk}, headers={"HX-Request": "true"})
    assert "8 of 8 are here" in words(part)
    late = at("event_late", event)
    missing = desk.post(late, {"name": "Lena"})
    assert missing.status_code == 422
    assert "Say which role" in words(missing)
    assert 'value="Lena"' in missing.content.decode()
    answer = desk.post(late, {"name": "Lena", "role": "lady", "late_as_sit_out": "on"})
    assert answer.status_code == 303
    assert entry(event, "Lena").late_as_sit_out


def test_a_substitute_takes_the_chair(desk: Client) -> None:
    event = start(people=9)
    waiting = newest(event).sit_outs.get().entry
    seat = next(seat for seat in table(event, 1).seats.all() if seat.chair == 0)
    url = at("event_substitute", event)
    data = {"seat": "1-0", "entry": waiting.pk, "from_hand": 3}
    assert desk.post(url, data | {"entry": seat.entry_id}).status_code == 422
    assert desk.post(url, data | {"from_hand": 9}).status_code == 422
    assert desk.post(url, data).status_code == 303
    assert table(event, 1).substitutions.get().entry == waiting


# --- standings, explanations, log ---------------------------------------------------------------


def test_every_number_on_the_standings_leads_to_its_reasons(desk: Client, event: Event) -> None:
    play(event, 2)
    shown = desk.get(at("event_standings", event)).content.decode()
    best = standings(event).rows[0]
    own = at("event_player", event, best.entry_id)
    assert f'href="{own}#set-1"' in shown
    page = desk.get(own).content.decode()
    anchor = re.search(rf'href="(/rules/{event.game}/#[\w-]+)"', page)
    assert anchor is not None
    address, _, section = anchor[1].partition("#")
    assert f'id="{section}"' in desk.get(address).content.decode()
    assert "8 points a hand, 32 a set" in words(desk.get(at("event_ledger", event)))


def test_warm_standings_cost_two_queries(desk: Client, event: Event) -> None:
    play(event, 2)
    url = at("event_standings", event)
    desk.get(url)
    with CaptureQueriesContext(connection) as asked:
        desk.get(url)
    own = [q for q in asked if "django_session" not in q["sql"] and "auth_user" not in q["sql"]]
    assert len(own) <= 2, [q["sql"][:90] for q in own]


def test_the_desk_costs_as_much_for_many_tables_as_for_two(desk: Client, event: Event) -> None:
    def cost(of: Event) -> int:
        play_set(of, Random(3))
        desk.get(at("event", of))
        with CaptureQueriesContext(connection) as asked:
            desk.get(at("event", of))
        return len(asked)

    assert cost(start(people=24, name="Larger")) <= cost(event) + 1


def test_taking_the_last_step_back(desk: Client, event: Event) -> None:
    desk.post(at("event_hand", event, 1, 1), form((7, 6)))
    shown = desk.get(at("event", event)).content.decode()
    step = re.search(r'name="step" value="(\d+)"', shown)
    assert step is not None
    desk.post(at("event_hand", event, 1, 2), form((8, 5), key="b"))
    stale = desk.post(at("event_undo", event), {"step": step[1]})
    assert stale.status_code == 422
    assert desk.post(at("event_undo", event)).status_code == 422
    newer = re.search(r'name="step" value="(\d+)"', stale.content.decode())
    assert newer is not None
    assert desk.post(at("event_undo", event), {"step": newer[1]}).status_code == 303
    page = table_page(event, 1, 1)
    assert page is not None
    assert [hand.payload for hand in page.hands[:2]] == [{"tricks": [7, 6]}, None]
    assert "taken back" in words(desk.get(at("event_log", event)))
    assert desk.get(at("event_log", event), {"page": "99"}).status_code == 200


def test_disputes_and_the_kali_effect(desk: Client, event: Event) -> None:
    url = at("event_disputes", event)
    assert desk.post(url, {"objector": "G1", "text": ""}).status_code == 422
    data = {
        "objector": "G1",
        "text": "Aces low now?",
        "table": "1",
        "deal": "2",
        "kali_effect": "on",
    }
    assert desk.post(url, data).status_code == 303
    dispute = Dispute.objects.get()
    assert (dispute.deal, dispute.kali_effect) == (2, True)
    assert "Kali effect" in words(desk.get(url))
    decide = at("event_dispute_decide", event, dispute.pk)
    empty = desk.post(decide, {"decision": " "})
    assert empty.status_code == 422
    assert "Write what was decided" in words(empty)
    assert desk.post(decide, {"decision": "Aces stay high"}).status_code == 303
    assert "Aces stay high" in words(desk.get(url))


# --- codes and the wall -------------------------------------------------------------------------


def test_codes_are_renewed_and_withdrawn(desk: Client, event: Event) -> None:
    url = at("event_links", event)
    assert desk.post(url, {"label": ""}).status_code == 422
    assert desk.post(url, {"label": "Sam"}).status_code == 303
    link = Link.objects.get(kind="scorekeeper")
    shown = desk.get(url, headers={"host": "127.0.0.1:8000"}).content.decode()
    assert link.token in shown
    code = desk.get(at("event_link_code", event, link.pk))
    assert code["Content-Type"] == "image/svg+xml"
    one = at("event_link", event, link.pk)
    assert desk.post(one, {"act": "renew"}).status_code == 303
    link.refresh_from_db()
    assert link.revoked_at is not None
    assert Link.objects.filter(kind="scorekeeper", revoked_at=None).count() == 1
    assert desk.get(at("event_link_code", event, link.pk)).status_code == 404
    assert desk.post(one, {"act": "nonsense"}).status_code == 422


def test_standings_hidden_and_revealed_place_by_place(desk: Client, event: Event) -> None:
    play(event, 1)
    url = at("event_wall_control", event)
    assert "Hide the standings" in words(desk.get(url))
    desk.post(url, {"act": "hide"})
    assert "8 places are still hidden" in words(desk.get(url))
    desk.post(url, {"act": "reveal"})
    event.refresh_from_db()
    left = standings(event)
    assert left.hidden in (6, 7)  # a shared last place is revealed as one
    shown = words(desk.get(url))
    assert f"{left.hidden} places are still hidden" in shown
    assert f"{left.public[0].name}, {left.public[0].total}" in shown
    desk.post(url, {"act": "show"})
    event.refresh_from_db()
    assert not event.hide_standings


# --- papers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", sorted(papers.PAPERS))
def test_every_paper_in_both_sizes(desk: Client, event: Event, kind: str) -> None:
    play(event, 1)
    assert kind in desk.get(at("event_print", event)).content.decode()
    for size in ("a4", "letter"):
        answer = desk.post(at("event_print", event), {"kind": kind, "paper": size})
        assert answer.status_code == 303
        pdf = desk.get(answer.url)
        assert pdf["Content-Type"] == "application/pdf"
        assert pdf.content.startswith(b"%PDF-")


def test_papers_say_what_they_need_first(desk: Client) -> None:
    empty = an_event(0, name="Empty")
    shown = words(desk.get(at("event_print", empty)))
    assert "Draw seats first" in shown
    assert "Enter people first" in shown
    for kind, paper in papers.PAPERS.items():
        status = desk.get(reverse("event_pdf", args=[empty.pk, kind])).status_code
        assert status == (422 if paper.needs else 200), kind
    assert desk.post(at("event_print", empty), {"kind": "poster"}).status_code == 422
    assert desk.get(reverse("event_pdf", args=[empty.pk, "poster"])).status_code == 404


def test_a_long_paper_is_a_job_with_progress(
    desk: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(papers, "LONG", 4)
    waiting = PrintJob.objects.create(event=event, kind="cards", state="running", done=1, total=8)
    progress = desk.get(at("print_job", event, waiting.pk), headers={"HX-Request": "true"})
    assert "1 of 8 pages" in words(progress)
    assert desk.get(at("print_file", event, waiting.pk)).status_code == 404
    answer = desk.post(at("event_print", event), {"kind": "cards", "two": "1"})
    job = PrintJob.objects.exclude(pk=waiting.pk).get()
    assert answer.url == at("print_job", event, job.pk)
    assert "It is ready" in words(desk.get(answer.url))
    assert (job.state, job.done, job.total) == ("done", job.total, job.total)
    assert desk.get(at("print_file", event, job.pk)).content.startswith(b"%PDF-")


def test_a_paper_that_fails_says_so(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    job = papers.start_job(event, papers.Wish("poster"), "en")
    papers.run_job(job.pk)
    job.refresh_from_db()
    assert job.state == "failed"
    assert "no such paper" in job.error


# --- nonsense -----------------------------------------------------------------------------------

GARBAGE = ("", "x", "-1", "9" * 20, "\x00", "²", "1e9", "🂡" * 50, "a" * 5000)


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
        at("event_draw", event): ("act", "seating"),
        at("event_roll", event): ("act", "entry"),
        at("event_late", event): ("name", "role"),
        at("event_substitute", event): ("seat", "entry", "from_hand"),
        at("event_table_act", event, 1): ("act", "report", "chairs", "by"),
        at("event_hand", event, 1, 1): ("tricks_0", "tricks_1", "seen", "key"),
        at("event_correct", event, 1, 1): ("tricks_0", "tricks_1", "step"),
        at("event_undo", event): ("step",),
        at("event_disputes", event): ("text", "table", "deal"),
        at("event_wall_control", event): ("act", "minutes"),
        at("event_print", event): ("kind", "count", "only"),
        at("event_settings", event): ("name", "date"),
        at("event_delete", event): ("name",),
        reverse("people_merge"): ("keep", "duplicate"),
        reverse("event_new"): ("name", "date", "game"),
    }
    allowed = (200, 303, 404, 422)
    for url, names in posts.items():
        status = desk.post(url, dict.fromkeys(names, bad)).status_code
        assert status in allowed, f"{url}: {status}"
    for deed in ("accept", "agree", "cut", "dealer", "nudge", "timer", "publish", "away"):
        for name in ("event_act", "event_draw", "event_roll"):
            data = {"act": deed, "table": bad, "entry": bad, "seating": bad, "minutes": bad}
            assert desk.post(at(name, event), data).status_code == 422, (name, deed)
        data = {"act": deed, "report": bad, "by": bad, "chairs": bad, "chair": bad}
        assert desk.post(at("event_table_act", event, 1), data).status_code == 422, deed
    for url in (
        at("event_log", event),
        reverse("people"),
        reverse("winners"),
        reverse("people_merge"),
        at("event_print", event),
    ):
        answer = desk.get(url, {"page": bad, "q": bad, "year": bad, "keep": bad, "one": bad})
        assert answer.status_code in (200, 422), url


def test_sets_tables_and_hands_that_are_not_there(desk: Client, event: Event) -> None:
    for set_number, number, deal in ((9, 1, 1), (1, 99, 1), (1, 1, 9), (2, 1, 1), (0, 0, 0)):
        for name in ("event_hand", "event_correct", "event_withdraw"):
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
    assert "Sam" in words(page)
    assert sam.get(at("event", event)).status_code == 403
    assert sam.post(reverse("scorekeeper_in", args=[token])).status_code == 303
    assert sam.post(at("event_hand", event, 1, 1), form((7, 6))).status_code == 303
    assert Report.objects.get().author == "Sam"
    assert "Codes" not in words(sam.get(at("event", event)))
    assert "You keep the scores" in words(sam.get("/"))
    assert get_user_model().objects.count() == 1


def test_score_files_are_plain_json(desk: Client, event: Event) -> None:
    play(event, 1)
    scores = json.loads(desk.get(at("event_score_file", event)).content)
    assert len(scores["players"]) == 8
    assert results.preview_correction(
        table=table(event, 1), deal=1, payload={"tricks": [6, 7]}
    ).names
