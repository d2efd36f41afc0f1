"""Objections: noted for everybody to read, and decided at the desk."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.evening import at_table, host, say, start, table
from tournaments.boards.deals import hands_of
from tournaments.boards.hall import Hall
from tournaments.log.selectors import read_log
from tournaments.models import Dispute, Event
from tournaments.models.errors import Refused
from tournaments.reports import disputes
from tournaments.reports.dispute_views import values_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    event = start(people=8)
    say(table(event), 1, {"tricks": [7, 6]})
    return event


def test_an_objection_marks_the_hand_until_it_is_decided(client: Client, event: Event) -> None:
    dispute = disputes.note_dispute(
        event=event,
        actor=at_table(event, 1),
        objector="L1",
        text="The last trick was ours.",
        table=table(event),
        deal=1,
    )
    board = Hall.of(event).board(1)
    assert board is not None
    hand = hands_of(board)[0]
    assert (hand.state, hand.report.note) == ("disputed", "The last trick was ours.")
    assert read_log(event).rows[0].sentence == (
        "Set 1, table 1, hand 1: L1 objects: “The last trick was ours.”"
    )
    (value,) = values_of(event, dispute)["entered"]
    assert not value.form_data  # what counts is not entered again
    client.force_login(event.owner)
    decide = reverse("event_dispute_decide", args=[event.pk, dispute.pk])
    refused = client.post(decide, {"decision": "x" * 1001})
    assert refused.status_code == 422
    assert f">{'x' * 1001}</textarea>" in refused.content.decode()
    disputes.decide_dispute(dispute=dispute, actor=host(event), decision="It stands.")
    board = Hall.of(event).board(1)
    assert board is not None
    assert hands_of(board)[0].state == "provisional"
    assert "It stands." in read_log(event).rows[0].sentence


def test_an_objection_needs_who_and_what_and_tells_a_changed_rule(event: Event) -> None:
    disputes.note_dispute(
        event=event, actor=host(event), objector="G2", text="Aces were low.", kali_effect=True
    )
    assert "changed in mid-game" in read_log(event).rows[0].sentence
    assert Dispute.objects.get().kali_effect
    for name, text in (("objector", " "), ("text", ""), ("text", "x" * 1001)):
        sent = {"objector": "L1", "text": "No."} | {name: text}
        with pytest.raises(Refused) as refused:
            disputes.note_dispute(event=event, actor=host(event), **sent)
        assert refused.value.problems[0].at == (name,)


def test_tables_object_for_themselves_and_do_not_decide(event: Event) -> None:
    with pytest.raises(Refused):
        disputes.note_dispute(
            event=event, actor=at_table(event, 1), objector="L1", text="No.", table=table(event, 2)
        )
    dispute = disputes.note_dispute(event=event, actor=host(event), objector="L1", text="No.")
    with pytest.raises(Refused):
        disputes.decide_dispute(dispute=dispute, actor=at_table(event, 1), decision="Yes.")
    with pytest.raises(Refused):
        disputes.decide_dispute(dispute=dispute, actor=host(event), decision=" ")
