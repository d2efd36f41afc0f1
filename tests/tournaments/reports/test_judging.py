"""What the preview of a correction says is true."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.evening import play_set, say, start, table
from tournaments.models import Report
from tournaments.reports.judging import Preview, Reading

pytestmark = pytest.mark.django_db


def test_what_a_correction_says_of_totals_is_true(client: Client) -> None:
    """In a set that goes on no total counts the hand yet, and its points change all the same; once
    the set counts, the totals are counted."""
    event = start(people=8)
    say(table(event), 1, {"tricks": [4, 9]})
    client.force_login(event.owner)
    url = reverse("event_deal_report", args=[event.pk, 1, 1, 1])
    sent = {"answer-tricks-0": 7, "answer-tricks-1": 6, "seen": 1, "key": "k", "step": "preview"}
    shown = client.post(url, sent).content.decode()
    assert "The points of this hand change. The totals count them once the set is over." in shown
    assert "No total and no place changes." not in shown
    same = client.post(url, sent | {"answer-tricks-0": 4, "answer-tricks-1": 9}).content.decode()
    assert "No total and no place changes." in same
    play_set(event, Random(1))
    event.refresh_from_db()
    again = Preview(then=Reading(points=(7, 6)), names=("Ann", "Bo"))
    assert again.points == [("Ann", None, 7), ("Bo", None, 6)]  # of a hand that was taken back
    counted = client.post(url, sent).content.decode()
    assert "Four totals change, and " in counted


@pytest.mark.parametrize(
    ("why", "typed", "reason"),
    [
        ("swapped", "", "Sides swapped"),
        ("swapped", "the slip was upside down", "the slip was upside down"),
        ("other", "the slip was upside down", "the slip was upside down"),
        ("other", "", None),
        ("", "", None),
        ("made-up", "", None),
    ],
)
def test_the_reason_is_one_tap_or_typed(
    client: Client, why: str, typed: str, reason: str | None
) -> None:
    event = start(people=8)
    say(table(event), 1, {"tricks": [4, 9]})
    client.force_login(event.owner)
    url = reverse("event_deal_report", args=[event.pk, 1, 1, 1])
    sent = {"answer-tricks-0": 9, "answer-tricks-1": 4, "seen": 1, "key": "k"}
    chosen = {"why": why, "reason": typed}
    shown = client.post(url, sent | chosen | {"step": "preview"}).content.decode()
    assert "Written down wrong" in shown
    assert f'name="reason" value="{typed}"' in shown or not typed  # it is kept for the next step
    answer = client.post(url, sent | {"step": "apply", "why": why, "reason": typed})
    assert answer.status_code == (422 if reason is None else 303)
    newest = Report.objects.order_by("-revision")[0]
    assert newest.reason == (reason or "")


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (("Ann", "Bo"), ("Ann", "Bo"), ""),
        (("Ann", "Bo"), (), "Ann and Bo no longer win the set here; it is level."),
        (("Ann",), (), "Ann no longer wins the set here; it is level."),
        ((), ("Cy", "Di"), "Cy and Di win the set here now."),
        (("Ann", "Bo"), ("Cy", "Di"), "Cy and Di win the set here now, not Ann and Bo."),
    ],
)
def test_winners_of_a_set(before: tuple[str, ...], after: tuple[str, ...], words: str) -> None:
    assert Preview(Reading(winners=before), Reading(winners=after)).winners_words == words
