"""The phone that keeps a board: entering, agreeing, correcting, taking back, and who may not."""

import html
import re
from random import Random

import pytest
from django.urls import reverse

from tests.tournaments import board_evening
from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    RUMMOLI,
    gin,
    host,
    play,
    read_board,
    say,
    start,
    table,
)
from tournaments.access.services import ensure_links
from tournaments.events import services as events
from tournaments.models import Link, Report
from tournaments.seating import draws
from tournaments.wall import services as wall

pytestmark = pytest.mark.django_db

COUNTS = {
    "answer-points-0": "12",
    "answer-points-1": "30",
    "answer-points-2": "7",
    "answer-points-3": "-5",
}
PLAIN = {"set": 1, "round": 1, "seen": 0, "key": "k1"}
GIN_SENT = {"answer-outcome": "gin", "answer-by": "1", "answer-caught": "20"}


def token(event, number=1):
    ensure_links(event)
    return Link.objects.get(event=event, kind="table", table_number=number).token


def address(name, event, number=1):
    return reverse(name, args=(token(event, number),))


def words(response):
    """What a reader sees, on one line."""
    seen = re.sub(
        r"<(title|desc|script|style)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL
    )
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", seen)).split())


def shown(client, event, number=1, query=""):
    response = client.get(address("table", event, number) + query)
    assert response.status_code == 200
    return words(response)


def enter(client, event, number=1, *, sent=COUNTS, **more):
    return client.post(address("board_report", event, number), PLAIN | sent | more)


def hidden(response):
    """The hidden inputs of the last form on a page that posts a report."""
    form = response.content.decode().split('/report/"')[-1].split("</form>")[0]
    values = dict(re.findall(r'type="hidden" name="([\w-]+)" value="([^"]*)"', form))
    values.pop("csrfmiddlewaretoken", None)
    return values


# --- a table of its own ----------------------------------------------------------------------


def test_a_turn_is_its_players_and_no_round(client):
    event = start("ten-thousand", 3)
    seen = shown(client, event)
    assert "Ann’s turn" in seen
    say(table(event), 1, {"points": 1000})
    say(table(event), 2, {"points": 0})
    for query in ("", "?deal=1"):
        seen = shown(client, event, query=query)
        assert "Cy’s turn" in seen
        assert "Tap a turn to see it or change it" in seen
        assert not re.findall(r".{30}Round.{30}", seen)
        assert not re.findall(r".{30}\bround.{30}", seen)
    assert "Lap" in seen
    refused = enter(client, event, sent={"points": "50"}, round=9, key="k9")
    assert "There is no turn 9 to report yet." in words(refused)
    log = client.force_login(event.owner) or client.get(reverse("event_log", args=[event.pk]))
    assert "Turn 2" in words(log)
    assert "Round 2" not in words(log)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"answer-points-3": ""}, "Di is still in; a count is missing."),
        ({"answer-points-3": "200"}, "Points: 200 is not between -100 and 80."),
    ],
)
def test_a_refusal_stands_beside_the_answer_and_keeps_what_was_typed(client, sent, said):
    event = start(GOLF)
    response = enter(client, event, sent=COUNTS | sent)
    assert response.status_code == 422
    assert said in words(response)
    page = response.content.decode()
    assert 'value="30"' in page
    assert re.search(r'<details class="sheet" id="entry" data-sheet [^>]* open>', page)
    assert not Report.objects.exists()


def test_a_round_that_is_not_due_is_not_found_and_garbage_is_refused(client):
    event = start(GOLF)
    for number in ("0", "x", "", "99999999999999"):
        assert enter(client, event, round=number).status_code == 404
    early = enter(client, event, round=3)
    assert early.status_code == 422
    assert "There is no round 3 to report yet." in words(early)
    assert enter(client, event, set="7").status_code == 404
    assert enter(client, event, seen="x", key="").status_code == 303


def yes_form(client, event):
    page = client.get(address("table", event)).content.decode()
    return dict(re.findall(r'name="(report|upto)" value="(\d+)"', page))


def test_a_yes_is_to_what_was_seen(client):
    """What was changed after the page was drawn still waits."""
    event = start(GOLF)
    play(event, most=3)
    sent = yes_form(client, event)
    before = read_board(event).rounds[0].reports[0].payload["points"]
    say(table(event), 1, {"points": [points + 1 for points in before]})
    assert client.post(address("board_accept", event), sent).status_code == 303
    assert [board_round.accepted for board_round in read_board(event).rounds] == [False, True, True]


def test_the_last_rounds_are_shown_and_all_on_demand(client):
    event = start(GOLF, options={"stake": 40})
    play(event, most=14)
    assert len(read_board(event).rounds) == 14
    label = re.compile(r'<th scope="row"><a href="[^"]*\?deal=\d+">(\d+)</a>')
    page = client.get(address("table", event)).content.decode()
    assert label.findall(page) == [str(number) for number in range(14, 2, -1)]
    assert "8 more before these" in page
    assert "Rounds 1 to 14: are they right?" in page
    assert "?rounds=all#rounds" in page
    whole = client.get(address("table", event) + "?rounds=all").content.decode()
    assert label.findall(whole) == [str(number) for number in range(14, 0, -1)]
    assert "The run of the game" in whole
    assert "&amp;rounds=all" in whole  # what it asks for news by
    sent = yes_form(client, event)
    assert client.post(address("board_accept", event), sent).status_code == 303
    assert all(board_round.accepted for board_round in read_board(event).rounds)


def test_the_last_round_is_taken_back_and_entered_again(client):
    event = start(GOLF)
    play(event, most=2)
    values = {"set": 1, "round": 2, "seen": 1, "key": "back"}
    older = client.post(address("board_withdraw", event), values | {"round": 1})
    assert older.status_code == 422
    assert "Only the latest report" in words(older)
    for _ in range(2):  # the same key again is the same
        assert client.post(address("board_withdraw", event), values).status_code == 303
    assert not read_board(event).rounds[1].complete
    assert "Enter round 2" in shown(client, event)
    assert enter(client, event, round=2, seen=2).status_code == 303
    assert read_board(event).rounds[1].counted


def test_a_key_that_was_used_elsewhere_takes_nothing_back(client):
    event, other = start(GOLF), start(GOLF)
    assert enter(client, other, key="used").status_code == 303
    assert enter(client, event).status_code == 303
    back = {"set": 1, "round": 1, "seen": 1, "key": "used"}
    assert client.post(address("board_withdraw", event), back).status_code in (409, 422)
    assert read_board(event).rounds[0].counted


def test_the_end_is_told(client):
    event = start(GOLF)
    play(event)
    seen = shown(client, event)
    name = read_board(event).names[read_board(event).ending.winners[0]]
    assert f"{name} wins! {name} is the last one in and has 16 quarters." in seen
    assert "Enter round" not in seen
    refused = enter(client, event, round=read_board(event).next_number, key="late")
    assert refused.status_code == 422
    events.finish_event(event=event, actor=host(event))
    assert "Thank you for playing" in shown(client, event)


def test_the_last_ones_are_told_of_the_final_table(client):
    event = start(GOLF, 8, tables=2)
    play(event, tables=(1,))
    assert "as soon as every table is done" in shown(client, event, 1)
    assert "as soon as every table is done" not in shown(client, event, 2)
    play(event, tables=(2,))
    draws.seat_final(event=event, actor=host(event))
    names = read_board(event, 1).names
    assert read_board(event, 1).set_number == 2
    seen = shown(client, event, 1)
    assert "Final table" in seen
    assert "Enter round 1" in seen
    seen = shown(client, event, 2)
    assert f"The final table is played at table 1: {names[0]} and {names[1]}." in seen
    over = shown(client, event, 2, "?round=1")
    assert "Change round 1" not in over
    assert "Withdraw it" not in over
    refused = enter(client, event, 2, seen=1)
    assert refused.status_code == 422
    assert (
        enter(
            client, event, 1, set=2, sent={"answer-points-0": 1, "answer-points-1": 2}
        ).status_code
        == 303
    )


def test_the_closing_report_is_offered_and_taken(client):
    event = start(RUMMOLI)
    assert "Deals for what is left" not in shown(client, event)
    play(event, most=1)
    page = client.get(address("table", event)).content.decode()
    assert "Deals for what is left" in page
    names = sorted(set(re.findall(r'name="(answer-final_poker-\d)"', page)))
    values = {"set": 1, "round": 2, "seen": 0, "key": "f", "final": "1"}
    nothing = client.post(address("board_report", event), values)
    assert nothing.status_code == 422
    assert "Tap who won at least one of them." in words(nothing)
    response = client.post(address("board_report", event), values | dict.fromkeys(names, "1"))
    assert response.status_code == 303
    assert read_board(event).ending is not None
    assert "Bo wins" in shown(client, event)
    closing = shown(client, event, query="?round=2")
    assert "Deals for what is left" in closing
    assert "Change round 2" in closing


def test_once_the_last_deals_have_begun_only_they_go_on(client):
    event = start(RUMMOLI, 3)
    say(table(event), 1, {"rummoli": 1, "poker": [1]})
    say(table(event), 2, {"final_poker": [{"space": "10S", "player": 2}]})
    assert read_board(event).open
    page = client.get(address("table", event)).content.decode()
    assert "Enter round" not in page
    assert page.count('name="final"') == 1
    assert 'name="answer-final_poker-5"' in page
    assert 'name="answer-final_poker-6"' not in page


# --- couples of two teams --------------------------------------------------------------------


def test_a_couple_agrees_and_only_the_host_changes_it_then(client):
    event = start(GIN, 6)
    report = say(table(event, 2), 1, gin(0, 5))
    assert client.post(address("board_accept", event, 2), {"report": report.pk}).status_code == 303
    seen = shown(client, event, 2, "?round=1")
    assert "agreed" in seen
    assert "How did it end?" not in seen
    assert enter(client, event, 2, sent=GIN_SENT, seen=1).status_code == 422


def test_after_the_last_couple_everybody_is_told_where_to_go(client):
    event = start(GIN, 6)
    say(table(event, 1), 1, gin(0, 15))
    say(table(event, 2), 1, gin(0, 20))
    enter(client, event, 3, sent=GIN_SENT | {"answer-by": "0", "answer-caught": "7"})
    seen = shown(client, event, 3)
    for name in (
        "Round 1 is over Guys 42",
        "G3: you stay here",
        "L3: you move to place 1",
        "From here: G3: gin, L3 caught with 7 (Guys 7, 1 gin), right?",
        "G3 and L2",
        "Round 2",
        "Guys deal.",
    ):
        assert name in seen
    report = Report.objects.get(table__number=3)
    assert client.post(address("board_accept", event, 3), {"report": report.pk}).status_code == 303
    assert "From here" not in shown(client, event, 3)
    events.finish_event(event=event, actor=host(event), early=True)  # nobody moves any more
    seen = shown(client, event, 3)
    assert "Round 1 is over Guys 42" in seen
    assert "you move to" not in seen


def test_whoever_faces_an_empty_chair_finds_the_way_too(client):
    event = start(GIN, 5)  # G1, G2 and G3 stay; L1 and L2 move, and so does the empty chair
    [out] = read_board(event).rounds[0].byes
    name = read_board(event).names[out]
    places = {line.table_number for line in read_board(event).rounds[0].reports}
    [empty] = {1, 2, 3} - places
    seen = shown(client, event, empty)
    assert f"{name} sits out this round" in seen
    assert "Where you go next appears here" in seen
    board_evening.play_round(event, Random(1))
    seen = shown(client, event, empty)
    assert "Round 1 is over" in seen
    assert f"{name}: you stay here" in seen
    told = [shown(client, event, number) for number in (1, 2, 3)]
    [next_out] = read_board(event).rounds[1].byes
    [place] = {1, 2, 3} - {line.table_number for line in read_board(event).rounds[1].reports}
    sits_out = f"{read_board(event).names[next_out]}: you sit out round 2, at place {place}"
    assert sum(sits_out in one for one in told) == 1
    assert sum(one.count(": you ") for one in told) == 5


def test_the_end_of_the_three_games_is_told(client):
    event = start(GIN, 4)
    play(event)
    seen = shown(client, event)
    assert re.search(r"(Guys|Girls) win!", seen)
    assert "The turn of the game" in seen
    assert "How did it end?" not in seen


def test_a_couple_that_is_away_is_told_so(client):
    event = start(GIN, 6)
    board_evening.away(event, 2)
    assert "is not playing this round" in shown(client, event, 2)


# --- polling, queries, who may ---------------------------------------------------------------


@pytest.mark.parametrize("slug", [GOLF, RUMMOLI, GIN])
def test_the_number_of_queries_stays(client, slug, django_assert_max_num_queries):
    event = start(slug, 8)
    url = address("table", event, 2 if slug == GIN else 1)
    for _ in (1, 2):
        play(event, most=2)
        with django_assert_max_num_queries(10):
            client.get(url)
    with django_assert_max_num_queries(1):  # nothing is new: the board is known
        assert client.get(url).status_code == 200


def test_a_table_speaks_for_itself_alone(client):
    event = start(GOLF, 8, tables=2)
    other = say(table(event, 2), 1, {"points": [1, 2, 3, 4]})
    assert client.post(address("board_accept", event, 1), {"report": other.pk}).status_code == 404
    assert client.post(address("board_accept", event, 1), {}).status_code == 404
    values = {"report": other.pk, "entry": board_evening.people(event)[0].pk}
    assert client.post(address("board_agree", event, 1), values).status_code == 404
    enter(client, event, 1)
    assert read_board(event, 2).rounds[0].reports[0].revision == 1


# --- results that the host keeps back ----------------------------------------------------------


def test_the_room_s_score_is_kept_back_from_couples_while_the_host_hides_it(client):
    event = start(GIN, 8)
    play(event, most=2)
    assert "The run of the game" in shown(client, event)
    wall.hide_standings(event=event, actor=host(event), hidden=True)
    told = shown(client, event)
    assert "The host is keeping the results back" in told
    assert "The run of the game" not in told
    assert "What every round brought" not in told
    books = client.get(address("table_books", event)).content.decode()
    assert "The host is keeping the results back" in books
    page = client.get(address("table", event)).content.decode()
    assert 'class="lines' not in page
    assert 'class="rounds' not in page
    wall.hide_standings(event=event, actor=host(event), hidden=False)
    assert "The run of the game" in shown(client, event)


def test_a_table_sees_its_own_board_also_while_results_are_hidden(client):
    event = start(GOLF, 4)
    say(table(event), 1, {"points": [12, 30, 7, -5]})
    wall.hide_standings(event=event, actor=host(event), hidden=True)
    assert "The host is keeping the results back" not in shown(client, event)
