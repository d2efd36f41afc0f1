"""The table's phone: entering, refusing, agreeing, cutting, and who may not."""

import json
import re
from random import Random

import pytest
from django.test import Client

from tests.tournaments.evening import (
    at_table,
    entry,
    host,
    next_set,
    play,
    play_set,
    say,
    start,
    table,
)
from tests.tournaments.phones.test_round_pages import address, hidden, token, words
from tournaments.access.services import revoke_link
from tournaments.boards.hall import Hall
from tournaments.boards.table_reports import reports_at
from tournaments.events import services as events
from tournaments.models import Link, Report
from tournaments.reports import services
from tournaments.reports.submission import Submission
from tournaments.scores.sets import chairs_of
from tournaments.seating import roster
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db

PLAIN = {"set": 1, "hand": 1, "seen": 0, "key": "k1"}
EVEN = {"tricks": [6, 7]}


@pytest.mark.parametrize("chair", ["9", "x", ""])
def test_a_dealer_must_sit_at_the_table(client, event, chair):
    response = client.post(address("table_dealer", event), {"set": 1, "chair": chair})
    assert response.status_code in (404, 422)
    assert table(event).first_dealer is None


def test_a_result_without_script_goes_back_to_the_page(client, event):
    response = client.post(address("table_report", event), PLAIN | {"answer-tricks-0": 7})
    assert response.status_code == 303
    assert response.headers["Location"] == address("table", event)
    assert Report.objects.get().payload == {"tricks": [7, 6]}
    seen = words(client.get(address("table", event)))
    others = " & ".join(
        chair.name for chair in chairs_of(event, Hall.of(event).board(1)) if chair.side == 1
    )
    assert f"Hand 1 7 : 6 · {others}: is this right?" in seen


def test_the_same_key_again_is_the_same_report(client, event):
    for _ in range(2):
        response = client.post(address("table_report", event), PLAIN | {"answer-tricks-0": 7})
        assert response.status_code == 303
    assert Report.objects.count() == 1


def test_the_other_side_agrees_and_then_only_the_host_changes(client, event):
    report = say(table(event), 1, {"tricks": [9, 4]})
    response = client.post(address("table_accept", event), {"report": report.pk}, follow=True)
    assert "agreed" in words(response)
    sent = PLAIN | {"seen": 1, "key": "k2", "answer-tricks-0": 8}
    response = client.post(address("table_report", event), sent)
    assert response.status_code == 422
    assert "Another phone said yes to this. Only the host can change it." in words(response)
    assert Report.objects.count() == 1
    # A phone that had not seen it is told, and not offered to overwrite it.
    response = client.post(address("table_report", event), sent | {"seen": 0})
    assert response.status_code == 409
    assert "8 : 5 is right" not in words(response)


def test_agreeing_to_what_was_changed_meanwhile_shows_both(client, event):
    say(table(event), 1, EVEN)
    old = say(table(event), 2, {"tricks": [9, 4]})
    say(table(event), 2, {"tricks": [8, 5]})
    response = client.post(address("table_accept", event), {"report": old.pk})
    assert response.status_code == 409
    assert re.search(r"two answers .* 8 9 .* 5 4 ", words(response))
    assert hidden(response)["deal"] == "2"


def test_a_phone_that_was_offline_is_answered_in_json(client, event):
    headers = {"X-Outbox": "1"}
    good = client.post(
        address("table_report", event), PLAIN | {"answer-tricks-0": 7}, headers=headers
    )
    answer = json.loads(good.content)
    assert (good.status_code, answer["saved"]) == (200, True)
    assert answer == {"saved": True, "key": "k1", "report": Report.objects.get().pk}
    assert "7 : 6" in words(client.get(address("table_state", event)))
    shows = client.post(
        address("table_report", event),
        PLAIN | {"answer-tricks-0": 7},
        headers={"X-Outbox": "state"},
    ).json()
    assert "7 : 6" in shows.pop("fragment")
    assert shows == answer
    wrong = PLAIN | {"hand": 2, "key": "k2", "answer-tricks-0": 7, "answer-tricks-1": 7}
    bad = client.post(address("table_report", event), wrong, headers=headers)
    answer = json.loads(bad.content)
    assert (bad.status_code, answer["saved"]) == (422, False)
    assert answer["problems"][0] == {
        "code": "tricks.sum",
        "severity": "error",
        "message": "Tricks add up to 14; a hand has 13.",
        "at": ["tricks"],
    }
    late = PLAIN | {"key": "k3", "answer-tricks-0": 2}
    clash = client.post(address("table_report", event), late, headers=headers)
    assert clash.status_code == 409
    assert json.loads(clash.content)["key"] == "k3"
    assert "2 : 11" in json.loads(clash.content)["fragment"]


def test_a_phone_that_was_offline_is_told_when_it_comes_for_nothing(client, event):
    headers = {"X-Outbox": "1"}
    nowhere = client.post(
        address("table_accept", event), {"report": 99, "key": "k"}, headers=headers
    )
    assert nowhere.status_code == 404
    assert nowhere.json()["saved"] is False
    where = address("table_report", event)
    revoke_link(link=Link.objects.get(token=token(event)), actor=host(event))
    withdrawn = client.post(where, PLAIN | {"answer-tricks-0": 7}, headers=headers)
    assert withdrawn.status_code == 410
    assert withdrawn.json() == {
        "saved": False,
        "key": "k1",
        "problems": [{"message": "This link was withdrawn."}],
    }


def tie(event):
    at = table(event)
    for deal in range(1, 5):
        say(at, deal, {"tricks": [6, 7] if deal % 2 else [7, 6]})
    return at


def test_a_tie_is_cut_by_role(client, event):
    at = tie(event)
    page = client.get(address("table", event))
    assert "A tie: cut the cards" in words(page)
    groups = re.findall(r'name="(winner_\d)" value="(\d)"', page.content.decode())
    assert {name for name, _ in groups} == {"winner_1", "winner_2"}
    chosen = dict(groups)
    response = client.post(address("table_cut", event), {"set": 1, "seen": 0, "key": "c"} | chosen)
    assert response.status_code == 303
    assert reports_at(at).cut == tuple(sorted(int(chair) for chair in chosen.values()))
    assert "Settled by cutting." in words(client.get(address("table", event)))


def test_a_cut_that_names_nobody_is_refused(client, event):
    tie(event)
    response = client.post(address("table_cut", event), {"set": 1, "seen": 0, "key": "c"})
    assert response.status_code == 422
    assert "for the cut" in words(response)


def test_a_cut_is_drawn_once(client, event):
    at = tie(event)
    values = {"set": 1, "seen": 0, "key": "c", "drawn": 1}
    client.post(address("table_cut", event), values)
    first = reports_at(at).cut
    client.post(address("table_cut", event), values)
    assert reports_at(at).cut == first
    assert len(first) == 2
    assert "Settled by a draw." in words(client.get(address("table", event)))


def test_everybody_is_told_where_to_go(client, event):
    play(event, sets=1)
    assert "Stay seated" in words(client.get(address("table", event)))
    people = [seat.entry.name for seat in table(event).seats.select_related("entry")]
    next_set(event)
    seen = words(client.get(address("table", event)))
    assert "After Coronation" in seen
    for name in people:
        assert f"{name}: you" in seen
    assert "won this set." in seen
    assert "move on" not in seen  # somebody may have to sit out
    values = {"set": 2, "chair": 2, "key": "d"}
    client.post(address("table_dealer", event), values)  # everybody sits
    assert "After Coronation" not in words(client.get(address("table", event)))
    say(table(event), 1, EVEN)
    assert "After Coronation" not in words(client.get(address("table", event)))


def test_who_took_what_is_said_where_everybody_counts_alone(client, event):
    play(event, sets=2)
    next_set(event)
    say(table(event), 1, {"tricks": [1, 1, 3, 8]})
    seen = words(client.get(address("table", event)))
    names = [seat.entry.name for seat in table(event).seats.select_related("entry")]
    told = ", ".join(f"{name} {n}" for name, n in zip(names, (1, 1, 3, 8), strict=True))
    assert f"Hand 1 {told} · Is this right?" in seen


def test_a_set_that_is_over_takes_no_more_from_the_table(client, event):
    play(event, sets=1)
    next_set(event)
    response = client.post(
        address("table_report", event), PLAIN | {"seen": 1, "key": "k9", "answer-tricks-0": 1}
    )
    assert response.status_code == 422
    assert "Ask the host" in words(response)


def test_the_evening_ends_kindly(client, event):
    play(event, sets=7)
    assert "That was the last set" in words(client.get(address("table", event)))
    events.finish_event(event=event, actor=host(event), early=True)
    assert "The evening is over" in words(client.get(address("table", event)))


def test_phones_ask_nothing_once_the_evening_was_ended_early(client, event):
    tie(event)
    leader = entry(event, standings(event).rows[0].name)
    roster.set_scorekeeper(event=event, actor=host(event), entry=leader)
    event.refresh_from_db()
    say(table(event), 1, {"tricks": [7, 7]}, actor=host(event), override=True, reason="A tear.")
    assert words(client.get(address("table", event))).count("ight?") == 3
    events.finish_event(event=event, actor=host(event), early=True)
    for query in ("", "?deal=2"):
        page = client.get(address("table", event) + query)
        assert "<form" not in page.content.decode()
        assert "Change" not in words(page)
        assert "cut the cards" not in words(page)


def test_another_player_agrees_to_the_scorekeepers_override(client, event):
    play_set(event, Random(1))
    leader = entry(event, standings(event).rows[0].name)
    roster.set_scorekeeper(event=event, actor=host(event), entry=leader)
    event.refresh_from_db()
    report = say(
        table(event), 1, {"tricks": [9, 9]}, actor=host(event), override=True, reason="A tear."
    )
    assert report.needs_agreement
    page = client.get(address("table", event))
    assert "somebody else has to agree: tap your name" in words(page)
    people = re.findall(r'name="entry" value="(\d+)">', page.content.decode())
    others = table(event).seats.exclude(entry=leader).values_list("entry", flat=True)
    assert sorted(map(int, people)) == sorted(others)
    refused = client.post(address("table_agree", event), {"report": report.pk, "entry": leader.pk})
    assert refused.status_code == 422
    assert client.post(address("table_agree", event), {"report": report.pk}).status_code == 404
    client.post(address("table_agree", event), {"report": report.pk, "entry": people[0]})
    assert reports_at(table(event)).deal(1).payload == {"tricks": [9, 9]}


# --- who may not ------------------------------------------------------------------------------


def test_a_link_reports_for_its_own_table_alone(client, event):
    client.post(address("table_report", event, 2), PLAIN | {"table": 1, "answer-tricks-0": 7})
    assert Report.objects.get().table.number == 2


def test_a_link_of_one_event_does_not_reach_another(client, event):
    other = start(people=8, name="Another evening")
    report = say(table(other), 1, EVEN)
    response = client.post(address("table_accept", event), {"report": report.pk})
    assert response.status_code == 404
    foreign = entry(other, "G1")
    own = services.save_report(table(event), 1, Submission(at_table(event, 1), "own", EVEN))
    response = client.post(address("table_agree", event), {"report": own.pk, "entry": foreign.pk})
    assert response.status_code == 404


@pytest.mark.parametrize(
    ("sent", "status"),
    [({"set": "99"}, 404), ({"set": "x"}, 404), ({"hand": "0"}, 422), ({"hand": "9" * 20}, 422)],
)
def test_a_set_that_is_not_shown_and_a_hand_that_is_not_in_it_take_nothing(
    client, event, sent, status
):
    response = client.post(address("table_report", event), PLAIN | {"answer-tricks-0": 7} | sent)
    assert response.status_code == status
    assert not Report.objects.exists()


def test_without_the_token_against_forgery_nothing_is_taken(event):
    strict = Client(enforce_csrf_checks=True)
    response = strict.post(address("table_report", event), PLAIN | {"answer-tricks-0": 7})
    assert response.status_code == 403
    assert not Report.objects.exists()
