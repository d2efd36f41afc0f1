"""A table that gave two answers, on the desk: both are shown, neither is accepted with others, and
the host settles it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.test import Client

from tests.tournaments import board_evening as boards
from tests.tournaments.desk_pages import at
from tests.tournaments.evening import (
    at_table,
    next_set,
    object_to,
    play_set,
    played,
    say,
    start,
    table,
)
from tests.tournaments.visits import words_of
from tournaments.boards.hall import Hall
from tournaments.desk.selectors import desk as desk_of
from tournaments.models import Acceptance, Dispute, Event, Report, RivalReport
from tournaments.models.errors import Conflict
from tournaments.report_forms.contests import contest_of
from tournaments.scores.sets import side_names
from tournaments.web.wording import clock

pytestmark = pytest.mark.django_db


def differ(event: Event, deal: int, first: Any, second: Any, saying: Any = say, of: Any = table):
    """Two phones of the first table give different answers to a deal."""
    phones = [replace(at_table(event, 1), device=name) for name in "ab"]
    saying(of(event), deal, first, phones[0])
    with pytest.raises(Conflict):
        saying(of(event), deal, second, phones[1], seen=0)
    event.refresh_from_db()


@pytest.fixture
def event() -> Event:
    """Two tables; the first has two answers for hand 2, and hand 1 is clear."""
    made = start(people=8)
    say(table(made, 1), 1, {"tricks": [9, 4]})
    differ(made, 2, {"tricks": [11, 2]}, {"tricks": [5, 8]})
    return made


def test_the_card_and_the_page_of_disputes_show_both_and_one_is_kept(desk: Client, event: Event):
    page = words_of(desk.get(at("event", event)))
    assert "two answers" in page
    rival = RivalReport.objects.get()
    assert f"Phone 2 {clock(rival.created)}" in page
    card = desk_of(event).cards[0]
    assert card.answers_of_sides == ((card.sides[0], ("11", "5")), (card.sides[1], ("2", "8")))
    for side, (first, second) in card.answers_of_sides:
        assert f"{side.replace('&', '&amp;')} {first} {second}" in page.replace(" & ", " &amp; ")
    assert "Settle table 1" in page
    assert desk_of(event).to_accept == 1
    assert "Hand 2: two answers." in page
    assert "Coronation. Table 1 gave different answers. Table 2 is still playing." in page
    page = words_of(desk.get(at("event_disputes", event)))
    assert "11 : 2" in page
    assert "5 : 8" in page
    report = Report.objects.get(deal=2)
    answer = desk.post(at("event_deal_act", event, 1, 2), {"act": "keep", "report": report.pk})
    assert answer.status_code == 303
    assert Acceptance.objects.get().report == report
    assert desk_of(Event.objects.get(pk=event.pk)).settle == ""


@pytest.mark.parametrize(("low", "rows"), [(9, 0), (8, 2)])
def test_a_single_board_shows_both_values_and_several_differences_in_a_table(
    client: Client, low: int, rows: int
):
    golf = boards.start(boards.GOLF, 4)
    first, second = (
        {"points": [12, 30, 7, 9], "knocker": 0},
        {"points": [12, 29, 7, low], "knocker": 0},
    )
    differ(golf, 1, first, second, boards.say, boards.table)
    client.force_login(golf.owner)
    page = client.get(at("event_disputes", golf)).content.decode()
    assert page.count('class="duel"') == (1 if rows else 0)
    assert page.split("</thead>")[-1].split("</tbody>")[0].count('<th scope="row">') == rows
    page = words_of(client.get(at("event", golf)))
    rival = RivalReport.objects.get()
    assert f"Phone 2, {clock(rival.created)}" in page
    assert "Round 1: two answers. Settle" in page
    contest = contest_of(Hall.of(golf).deal(1, 1, 1))
    for answer in contest.answers:
        assert answer.words in page


def test_accepting_all_leaves_it_out_and_names_it_also_where_it_is_sent(desk: Client, event: Event):
    page = desk.get(at("event_accept", event))
    assert "Accept 1 result?" in words_of(page)
    assert "Set 1, table 1, hand 2: two answers. 11 : 2 or 5 : 8 (" in words_of(page)
    clear = Report.objects.get(deal=1)
    contested = Report.objects.get(deal=2)
    assert f'name="accept" value="{clear.pk}"' in page.content.decode()
    assert f'name="accept" value="{contested.pk}"' not in page.content.decode()
    # As if it had become contested meanwhile.
    values = {"accept": [clear.pk, contested.pk]}
    page = desk.post(at("event_accept", event), values, follow=True)
    assert "Set 1, table 1, hand 2 has changed in the meantime" in words_of(page)
    assert [one.report_id for one in Acceptance.objects.all()] == [clear.pk]


def test_an_objection_is_left_out_too(desk: Client, event: Event):
    object_to(event, table(event), 1, "G1", "No.")
    page = words_of(desk.get(at("event_accept", event)))
    assert "Set 1, table 1, hand 1: an objection. 9 : 4 (" in page
    clear = Report.objects.get(deal=1)
    desk.post(at("event_accept", event), {"accept": clear.pk})
    assert not Acceptance.objects.exists()


def test_the_tables_own_button_leaves_it_out(desk: Client, event: Event):
    values = {"act": "accept", "table": 1, "set": 1}
    desk.post(at("event_act", event), values)
    assert [one.report.deal for one in Acceptance.objects.all()] == [1]


def test_correcting_settles_it_and_leads_back_to_the_desk(desk: Client, event: Event):
    values = {"answer-tricks-0": 5, "answer-tricks-1": 8, "seen": 1, "step": "apply"}
    values |= {"reason": "counted again", "key": "c"}
    answer = desk.post(at("event_deal_report", event, 1, 2), values)
    assert answer.url == at("event", event)
    assert not RivalReport.objects.filter(settled_at=None).exists()


@pytest.mark.parametrize("settles", [True, False])
def test_correcting_a_disputed_hand_asks_whether_that_settles_it(
    desk: Client, event: Event, settles: bool
):
    dispute = object_to(event, table(event), 1, "G1", "No.")
    values: dict[str, Any] = {"answer-tricks-0": 8, "answer-tricks-1": 5, "seen": 1, "key": "c"}
    response = desk.post(at("event_deal_report", event, 1, 1), values | {"step": "preview"})
    assert "This settles G1’s objection: “No.”" in words_of(response)
    chosen = ["", dispute.pk] if settles else [""]
    values |= {"step": "apply", "reason": "counted again", "settles": chosen}
    answer = desk.post(at("event_deal_report", event, 1, 1), values)
    assert answer.url == (at("event", event) if settles else at("event_table", event, 1))
    names = " : ".join(side_names(Hall.of(event).boards[0]))
    assert f"Corrected. Set 1, table 1, hand 1: 8 : 5 ({names})" in words_of(desk.get(answer.url))
    dispute = Dispute.objects.get()
    assert dispute.decision == ("Corrected: counted again" if settles else "")
    assert (dispute.decided_at is not None) == settles


def test_a_dispute_takes_the_button_at_the_end(client: Client):
    event = played(8, 7)
    client.force_login(event.owner)
    before = client.get(at("event_end", event))
    assert "Everything is in" in words_of(before)
    assert "Accept all and finish" in words_of(before)
    disputed = table(event, 2, 7)
    object_to(event, disputed, 3, "G1", "No.")
    page = client.get(at("event_end", event))
    words = " ".join(words_of(page).split())
    assert "One result is disputed" in words
    assert "Settle it first, then the winners." in words
    assert "Accept" not in words.partition("Left out")[2].partition("Papers")[2]
    text = page.content.decode()
    assert f'<a class="button primary big full" href="{at("event_disputes", event)}">' in text
    assert "Finish without it" in words
    # The announcement comes first, and the list of results is folded.
    assert text.index("How will you announce it?") < text.index("<details><summary>")
    values = {"act": "finish", "accept": page.context["finish"].reports, "reveal": "all"}
    assert client.post(at("event_finish", event), values).status_code == 303
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    assert not Acceptance.objects.filter(report__table=disputed, report__deal=3).exists()


def test_finishing_accepts_no_contested_hand(desk: Client, event: Event):
    page = desk.get(at("event_end", event))
    assert "two answers" in words_of(page)
    numbers = [one.pk for one in Report.objects.all()]
    values = {"act": "finish", "early": "1", "accept": ".".join(map(str, numbers)), "reveal": "all"}
    desk.post(at("event_finish", event), values)
    assert [one.report.deal for one in Acceptance.objects.all()] == [1]


def test_a_former_sets_contest_stays_in_sight(client: Client):
    made = start(people=8)
    play_set(made, Random(1))
    differ(made, 2, {"tricks": [11, 2]}, {"tricks": [5, 8]})
    next_set(made)
    made.refresh_from_db()
    assert (desk_of(made).settle, desk_of(made).open_disputes) == ("", 1)
    client.force_login(made.owner)
    assert "1 result to settle" in words_of(client.get(at("event", made)))
    assert "Set 1, table 1, hand 2" in words_of(client.get(at("event_disputes", made)))
