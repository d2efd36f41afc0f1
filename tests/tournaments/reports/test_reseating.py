"""Corrections: what they would change is shown first; what was played is never seated anew."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.evening import (
    host,
    newest,
    next_set,
    play_set,
    refuses,
    say,
    start,
    table,
)
from tournaments.boards.table_reports import reports_at
from tournaments.events.services import finish_event
from tournaments.log.services import undo_last
from tournaments.models import Event, Report, Seat, Seating
from tournaments.models.event_games import format_of
from tournaments.reports.judging import Preview, Reading, preview
from tournaments.seating import draws
from tournaments.seats.selectors import seats
from tournaments.standings.selectors import computed

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Three tables; at table 1 the side of chairs 0 and 2 has won the first set by two tricks."""
    event = start(people=12)
    for deal, first in enumerate((7, 7, 6, 7), 1):
        say(table(event), deal, {"tricks": [first, 13 - first]})
    play_set(event, Random(5))
    return event


TURNED = {"tricks": [3, 10]}  # hand 1 so corrected, the other side has won


def previewed(event: Event) -> Preview:
    return preview(table=table(event, 1, 1), deal=1, payload=TURNED)


def correct(event: Event, *, reseat: bool) -> Report:
    return say(table(event, 1, 1), 1, TURNED, host(event), reason="misheard", reseat=reseat)


def places(page: Seating) -> list[tuple[int, int, int]]:
    rows = Seat.objects.filter(seating=page).order_by("table__number", "chair")
    return list(rows.values_list("table__number", "chair", "entry_id"))


def test_the_preview_tells_scores_places_and_winners_and_keeps_nothing(event: Event) -> None:
    before = computed(event)
    version = Event.objects.get(pk=event.pk).version
    found = previewed(event)
    assert (found.now.points, found.then.points) == ((7, 6, 7, 6), (3, 10, 3, 10))
    assert (found.now.summary, found.then.summary) == ("7 : 6", "3 : 10")
    hands = reports_at(table(event, 1, 1)).table
    assert found.now.winners == (hands.names[0], hands.names[2])
    assert found.then.winners == (hands.names[1], hands.names[3])
    changed = {now.name: now.points - was.points for was, now in found.totals}
    assert (changed[hands.names[0]], changed[hands.names[1]]) == (-4, 4)
    assert (found.seats, found.next_set, found.problems) == ([], None, ())
    assert Event.objects.get(pk=event.pk).version == version
    assert computed(event).rows == before.rows
    assert Report.objects.filter(table=table(event, 1, 1), deal=1).count() == 1


@pytest.mark.parametrize("published", [True, False], ids=["shown", "drawn"])
def test_reseating_draws_the_unplayed_set_anew_as_previewed(event: Event, published: bool) -> None:
    old = draws.draw(event=event, actor=host(event), seed=4)
    if published:
        draws.publish(event=event, actor=host(event), seating=old)
    before = places(old)
    found = previewed(event)
    assert found.next_set == 2
    assert found.seats
    correct(event, reseat=True)
    old.refresh_from_db()
    assert old.state == Seating.State.REPLACED
    assert places(old) == before  # the old revision stays as it was
    state = Seating.State.PUBLISHED if published else Seating.State.DRAFT
    new = event.seatings.get(set_number=2, state=state)
    assert (new.revision, new.seed) == (2, old.seed)
    view = seats(event, 2, draft=not published)
    now = {one.number: tuple(seat.name for seat in one.seats) for one in view.tables}
    for number, _before, after in found.seats:
        assert now[number] == after


def test_undoing_a_reseating_correction_restores_scores_and_seats(event: Event) -> None:
    number = next_set(event, seed=4)
    rows = computed(event).rows
    correct(event, reseat=True)
    undo_last(event=event, actor=host(event))
    assert newest(event).pk == number.pk
    assert [(r.name, r.total, r.rank) for r in computed(event).rows] == [
        (r.name, r.total, r.rank) for r in rows
    ]
    assert [report.payload for report in table(event, 1, 1).reports.filter(deal=1)] == [
        {"tricks": [7, 6]},
        TURNED,
        {"tricks": [7, 6]},
    ]


def test_a_set_that_was_played_is_never_seated_anew(event: Event) -> None:
    number = next_set(event, seed=4)
    say(table(event, 3), 1, {"tricks": [7, 6]})
    found = previewed(event)
    assert (found.next_set, found.seats) == (None, [])
    with refuses("reseat.played"):
        correct(event, reseat=True)
    # The refusal took the score back, too.
    assert reports_at(table(event, 1, 1)).deal(1).payload == {"tricks": [7, 6]}
    correct(event, reseat=False)
    assert newest(event).pk == number.pk


def test_a_correction_that_ties_the_set_says_so(event: Event) -> None:
    next_set(event, seed=4)
    tie = {"tricks": [6, 7]}
    effects = preview(table=table(event, 1, 1), deal=1, payload=tie)
    assert effects.then.tied
    assert (effects.then.winners, effects.next_set) == ((), None)


def test_an_impossible_correction_is_previewed_and_needs_an_override(event: Event) -> None:
    twelve = {"tricks": [6, 6]}
    effects = preview(table=table(event, 1, 1), deal=1, payload=twelve)
    assert [problem.code for problem in effects.problems] == ["tricks.sum"]
    assert effects.then.points == (6, 6, 6, 6)


def test_a_draw_is_put_away_when_a_table_changes_what_it_was_drawn_from(event: Event) -> None:
    draft = draws.draw(event=event, actor=host(event), seed=3)
    say(table(event), 1, {"tricks": [3, 10]})
    with refuses("draft.gone"):
        draws.publish(event=event, actor=host(event), seating=draft)
    undo_last(event=event, actor=host(event))
    draws.publish(event=event, actor=host(event), seating=draft)
    assert newest(event).pk == draft.pk


def test_a_tie_that_moves_nobody_any_more_does_not_hold_up_the_end(event: Event) -> None:
    next_set(event, seed=4)
    play_set(event, Random(3))
    at, again = table(event, 1, 1), {"reason": "Counted again", "reseat": False}
    say(at, 1, {"tricks": [6, 7]}, host(event), **again)
    assert reports_at(table(event, 1, 1)).result(format_of(event)).tied
    finish_event(event=event, actor=host(event), early=True)
    assert Event.objects.get(pk=event.pk).state == Event.State.FINISHED


# --- what a preview says --------------------------------------------------------------------------


def test_what_a_correction_says_of_totals_is_true(client: Client) -> None:
    """In a set that goes on no total counts the hand yet, and its points change all the same; once
    the set counts, the totals are counted."""
    event = start(people=8)
    say(table(event), 1, {"tricks": [4, 9]})
    client.force_login(event.owner)
    url = reverse("event_deal_report", args=[event.pk, 1, 1, 1])
    values = {"answer-tricks-0": 7, "answer-tricks-1": 6, "seen": 1, "key": "k", "step": "preview"}
    page = client.post(url, values).content.decode()
    assert "The points of this hand change. The totals count them once the set is over." in page
    assert "No total and no place changes." not in page
    same = client.post(url, values | {"answer-tricks-0": 4, "answer-tricks-1": 9}).content.decode()
    assert "No total and no place changes." in same
    play_set(event, Random(1))
    event.refresh_from_db()
    again = Preview(then=Reading(points=(7, 6)), names=("Ann", "Bo"))
    assert again.points == [("Ann", None, 7), ("Bo", None, 6)]  # of a hand that was taken back
    counted = client.post(url, values).content.decode()
    assert "Four totals change, and " in counted


@pytest.mark.parametrize(
    ("why", "typed", "reason"),
    [
        ("swapped", "", "Sides swapped"),
        ("swapped", "the slip was upside down", "the slip was upside down"),
        ("other", "", None),
        ("", "", None),
    ],
)
def test_the_reason_is_one_tap_or_typed(
    client: Client, why: str, typed: str, reason: str | None
) -> None:
    event = start(people=8)
    say(table(event), 1, {"tricks": [4, 9]})
    client.force_login(event.owner)
    url = reverse("event_deal_report", args=[event.pk, 1, 1, 1])
    values = {"answer-tricks-0": 9, "answer-tricks-1": 4, "seen": 1, "key": "k"}
    chosen = {"why": why, "reason": typed}
    page = client.post(url, values | chosen | {"step": "preview"}).content.decode()
    assert "Written down wrong" in page
    assert f'name="reason" value="{typed}"' in page or not typed  # it is kept for the next step
    answer = client.post(url, values | {"step": "apply", "why": why, "reason": typed})
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
