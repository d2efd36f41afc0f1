"""The desk while play goes on: tables, results, corrections."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.desk_pages import at, form
from tests.tournaments.evening import entry, host, live, next_set, play, say, start, table
from tests.tournaments.visits import words_of
from tournaments.boards.deals import hands_of
from tournaments.boards.hall import Hall
from tournaments.events import services as events
from tournaments.models import Event, Report
from tournaments.scores.sets import side_names
from tournaments.seating import roster
from tournaments.seats.selectors import seats
from tournaments.standings.selectors import standings
from tournaments.web.wording import and_list

pytestmark = pytest.mark.django_db


# --- the desk -----------------------------------------------------------------------------------


def test_nudge_countdown_and_accepting_a_whole_table(desk: Client, event: Event) -> None:
    say(table(event, 1), 1, {"tricks": [7, 6]})
    say(table(event, 1), 2, {"tricks": [5, 8]})
    act = at("event_act", event)
    assert "Accept 2 results" in words_of(desk.get(at("event", event)))
    assert desk.post(act, {"act": "accept", "table": 1}).status_code == 303
    assert "Accept 2 results" not in words_of(desk.get(at("event", event)))
    assert desk.post(act, {"act": "nudge", "table": 2}).status_code == 303
    assert desk.post(act, {"act": "timer", "minutes": 20}).status_code == 303
    assert "Time left until" in words_of(desk.get(at("event", event)))
    part = desk.post(act, {"act": "nudge", "table": 2}, headers={"HX-Request": "true"})
    assert "is asking table 2 for its result" in words_of(part)
    assert desk.post(act, {"act": "no_timer"}).status_code == 303
    too_long = desk.post(act, {"act": "timer", "minutes": 9999})
    assert too_long.status_code == 422
    assert "At most 240" in words_of(too_long)
    part = desk.get(at("event", event), headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="desk"')
    assert "<html" not in part


# --- results at a table -------------------------------------------------------------------------


def test_what_no_reason_can_change_offers_no_override(desk: Client) -> None:
    event = start(people=4)
    play(event, 1)
    events.finish_event(event=event, actor=host(event), early=True)
    say_more = desk.post(
        at("event_deal_report", event, 1, 1), form((1, 12), seen=1, step="apply", reason="Too late")
    )
    assert say_more.status_code == 422
    assert "not in play" in words_of(say_more)
    assert "against the rules" not in words_of(say_more)


def test_back_in_the_browser_and_other_numbers_show_both(desk: Client, event: Event) -> None:
    url = at("event_deal_report", event, 1, 1)
    assert desk.post(url, form((7, 6))).status_code == 303
    answer = desk.post(url, form((10, 3)))  # the page as it was, its key included
    assert answer.status_code == 409
    assert "7 : 6" in words_of(answer)
    assert "10 : 3" in words_of(answer)
    mine = dict(re.findall(r'name="([\w-]+)" value="([^"]*)"', answer.content.decode()))
    assert desk.post(url, mine | {"step": "apply", "reason": "Misread"}).status_code == 303
    assert "10 : 3" in words_of(desk.get(at("event_table", event, 1)))


def test_accepting_and_taking_back(desk: Client, event: Event) -> None:
    report = say(table(event, 1), 1, {"tricks": [7, 6]})
    act = at("event_table_act", event, 1)
    assert desk.post(act, {"act": "accept", "report": report.pk}).status_code == 303
    assert report.acceptances.count() == 1
    assert desk.post(act, {"act": "accept", "report": 999}).status_code == 422
    back = at("event_deal_withdraw", event, 1, 1)
    empty = desk.post(back, {"reason": "", "seen": 1})
    assert empty.status_code == 422
    assert "It goes in the log" in words_of(empty)
    assert desk.post(back, {"reason": "Wrong table", "seen": 1, "key": "k"}).status_code == 303
    assert "Wrong table" in words_of(desk.get(at("event_log", event)))
    assert 'name="hand-1-answer-tricks-0"' in desk.get(at("event_table", event, 1)).content.decode()


def test_a_leading_scorekeepers_override_waits_for_somebody_else(event: Event) -> None:
    play(event, 1)
    next_set(event)
    leader = entry(event, standings(event).rows[0].name)
    roster.set_scorekeeper(event=event, actor=host(event), entry=leader)
    client = Client()
    client.force_login(event.owner)
    url = reverse("event_deal_report", args=[event.pk, 2, 1, 1])
    client.post(url, form((7, 5), override="1", reason="Cards fell"))
    report = Report.objects.get(table__seating__set_number=2)
    assert report.needs_agreement
    response = client.get(reverse("event_table", args=[event.pk, 2, 1]))
    assert "needs agreement" in words_of(response)
    act = reverse("event_table_act", args=[event.pk, 2, 1])
    own = client.post(act, {"act": "agree", "report": report.pk, "by": leader.pk})
    assert own.status_code == 422
    other = event.entries.exclude(pk=leader.pk).first()
    done = client.post(act, {"act": "agree", "report": report.pk, "by": other.pk})
    assert done.status_code == 303
    board = Hall.of(event).board(1, 2)
    assert board is not None
    assert hands_of(board)[0].report.payload == {"tricks": [7, 5]}


def test_the_cut_is_chosen_or_drawn(desk: Client, event: Event) -> None:
    for number in (1, 2):
        for deal, tricks in enumerate(([7, 6], [6, 7], [7, 6], [6, 7]), 1):
            say(table(event, number), deal, {"tricks": tricks})
    shown = desk.get(at("event_table", event, 1))
    assert "who won the cut" in words_of(shown)
    chairs = re.search(r'name="chairs" value="([^"]+)"', shown.content.decode())
    act = at("event_table_act", event, 1)
    assert desk.post(act, {"act": "cut", "chairs": "7,8"}).status_code == 422
    assert desk.post(act, {"act": "cut", "chairs": chairs[1]}).status_code == 303
    assert desk.post(at("event_table_act", event, 2), {"act": "draw_cut"}).status_code == 303
    assert "who won the cut" not in words_of(desk.get(at("event_table", event, 2)))
    shown_seats = seats(event)
    assert shown_seats
    chosen = {int(chair) for chair in chairs[1].split(",")}
    names = [seat.name for seat in shown_seats.tables[0].seats if seat.chair in chosen]
    log = words_of(desk.get(at("event_log", event)))
    assert f"{and_list(names)} won the cut." in log


# --- corrections --------------------------------------------------------------------------------


# --- addresses that were bookmarked or printed --------------------------------------------------


def test_who_deals_first(desk: Client, event: Event) -> None:
    act = at("event_table_act", event, 1)
    assert desk.post(act, {"act": "dealer", "first": 9}).status_code == 422
    assert desk.post(act, {"act": "dealer", "first": 2}).status_code == 303
    assert table(event, 1).first_dealer == 2


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("sets/1/tables/1/hands/2/", "sets/1/tables/1/deals/2/report/"),
        ("sets/1/tables/1/hands/2/correct/", "sets/1/tables/1/deals/2/report/"),
        ("sets/1/tables/1/hands/2/withdraw/", "sets/1/tables/1/deals/2/withdraw/"),
        ("pads/1/1/", "sets/1/tables/1/"),
        ("pads/1/1/rounds/2/", "sets/1/tables/1/deals/2/"),
        ("pads/1/1/rounds/2/report/?last=1", "sets/1/tables/1/deals/2/report/?last=1"),
        ("pads/1/1/rounds/2/withdraw/", "sets/1/tables/1/deals/2/withdraw/"),
    ],
)
def test_a_former_address_leads_on(desk: Client, event: Event, was: str, now: str) -> None:
    begins = reverse("event", args=[event.pk])
    answer = desk.get(begins + was)
    assert (answer.status_code, answer["Location"]) == (302, begins + now)


# --- a slip: the whole set of a table on one form -----------------------------------------------


def slip_of(
    tricks: dict[int, tuple[object, object]], key: str = "slip", **more: object
) -> dict[str, object]:
    """What is sent of a slip."""
    values: dict[str, object] = {"key": key}
    for hand, sides in tricks.items():
        values |= {f"hand-{hand}-answer-tricks-{n}": one for n, one in enumerate(sides)}
        values[f"hand-{hand}-seen"] = 0
    return values | more


def test_a_slip_takes_all_hands_of_a_table_at_once(desk: Client, event: Event) -> None:
    live(event)
    page = desk.get(at("event_table", event, 1)).content.decode()
    names = re.findall(r'name="(hand-\d-answer-tricks-\d)"', page)
    assert len(names) == len(set(names)) == 8
    done = desk.post(at("event_slip", event, 1), slip_of({1: (7, 6), 2: ("", 8), 3: (9, "")}))
    assert done["Location"] == at("event_table", event, 1)
    sides = " : ".join(side_names(Hall.of(event).board(1, 1)))
    words = f"hand 1: 7 : 6 ({sides}); hand 2: 5 : 8; hand 3: 9 : 4"
    assert words in words_of(desk.get(done["Location"]))
    kept = {report.deal: report.payload["tricks"] for report in Report.objects.all()}
    assert kept == {1: [7, 6], 2: [5, 8], 3: [9, 4]}
    rare = slip_of({4: (13, 0)})
    response = desk.post(at("event_slip", event, 1), rare)
    assert response.status_code == 422
    assert "Yes, save it" in words_of(response)
    code = re.search(r'name="hand-4-confirmed" value="([^"]+)"', response.content.decode())
    whole = desk.post(at("event_slip", event, 1), rare | {"hand-4-confirmed": code[1]})
    assert whole["Location"] == at("event", event)
    assert 'id="slip"' not in desk.get(at("event_table", event, 1)).content.decode()


def test_what_a_slip_cannot_say_stays_on_it(desk: Client, event: Event) -> None:
    live(event)
    wrong = desk.post(at("event_slip", event, 1), slip_of({1: (7, 6), 2: (7, 7), 4: ("x", "")}))
    assert wrong.status_code == 422
    page = wrong.content.decode()
    assert "Tricks add up to 14; a hand has 13." in words_of(wrong)
    assert page.count("Tricks add up to 14") == 1
    assert re.search(
        r'name="hand-2-answer-tricks-1"[^>]*value="7"|value="7"[^>]*name="hand-2-answer-tricks-1"',
        page,
    )
    assert 'name="hand-1-answer-tricks-0"' not in page  # that one is in
    assert "Entered. Set 1, table 1 – hand 1: 7 : 6" in words_of(wrong)
    assert list(Report.objects.values_list("deal", flat=True)) == [1]


def test_a_slip_shows_what_somebody_else_said_meanwhile(desk: Client, event: Event) -> None:
    live(event)
    say(table(event, 1), 2, {"tricks": [5, 8]})
    late = desk.post(at("event_slip", event, 1), slip_of({1: (7, 6), 2: (9, 4)}))
    assert late.status_code == 422
    assert "entered 5 : 8 in the meantime. Yours was not saved." in words_of(late)
    assert at("event_deal_report", event, 1, 2) in late.content.decode()
    assert Report.objects.filter(deal=2).count() == 1
    assert Report.objects.filter(deal=1).count() == 1
