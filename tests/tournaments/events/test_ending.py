"""The end of an evening of boards: what stands in its way, what it keeps, how it goes on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    RUMMOLI,
    SLUGS,
    an_event,
    gin,
    play,
    read_board,
    say,
    start,
    table,
)
from tests.tournaments.evening import a_user, host
from tournaments.events import services as events
from tournaments.events.selectors import all_events, archive, event_rows
from tournaments.models import Balance, Event, Report, Snapshot, family_of
from tournaments.models.errors import Refused
from tournaments.records.attendance import history
from tournaments.seating import draws
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


def refused(event: Event, **more: Any) -> list[tuple[str, str, str]]:
    with pytest.raises(Refused) as caught:
        events.finish_event(event=event, actor=host(event), **more)
    event.refresh_from_db()
    assert event.state == Event.State.PLAYING
    assert not Snapshot.objects.exists()
    return [(problem.code, problem.severity, problem.message) for problem in caught.value.problems]


def finish(event: Event, **more: Any) -> None:
    events.finish_event(event=event, actor=host(event), **more)
    event.refresh_from_db()


def test_a_game_without_a_winner_asks_first() -> None:
    event = start(GOLF, 6, tables=2)
    play(event, tables=(1,))
    text = "Table 2 has no winner yet; 3 quarters still lie in the middle."
    assert refused(event) == [("game.open", "warning", text)]
    finish(event, early=True)
    assert standings(event).finished
    one = start(RUMMOLI, 3)
    text = "The game isn’t over: 9 chips still lie in the middle."
    say(table(one), 1, {"claims": {"AS": 0}, "rummoli": 1, "poker": [2], "widow": "kept"})
    with pytest.raises(Refused) as caught:
        events.finish_event(event=one, actor=host(one))
    assert caught.value.problems[0].message == text.replace("9", "18")


def test_a_round_that_is_half_reported_is_named() -> None:
    event = start(GIN, 4)
    assert refused(event) == [("game.open", "warning", "The game isn’t over.")]
    say(table(event, 1), 1, gin(0, 30))
    text = "Round 1 does not count: couples are missing."
    assert refused(event)[1] == ("round.open", "warning", text)
    finish(event, early=True)
    assert {row.total for row in standings(event).rows} == {0}


def test_the_final_table_is_missed() -> None:
    event = start(GOLF, 4, tables=2)
    play(event, tables=(1, 2))
    text = "The final table has not been played."
    assert refused(event) == [("final.open", "warning", text)]
    draws.seat_final(event=event, actor=host(event))
    text = "Final table has no winner yet; 2 quarters still lie in the middle."
    assert refused(event) == [("game.open", "warning", text)]
    play(event)
    finish(event)
    assert sum(row.total for row in standings(event).rows) == 4 * 4


def test_an_override_that_waits_is_named() -> None:
    event = start(GIN, 4)
    waiting = say(table(event, 2), 1, gin(0, 30))
    Report.objects.filter(pk=waiting.pk).update(needs_agreement=True)
    text = "Round 1, place 2: an override needs another player’s agreement."
    assert refused(event)[0] == ("agreement.missing", "warning", text)
    finish(event, early=True)  # it does not count, as nobody agreed to it
    assert {row.total for row in standings(event).rows} == {0}


@pytest.mark.parametrize("game", SLUGS)
def test_an_evening_to_its_end_is_kept_and_never_rescored(game: str) -> None:
    event = start(game, 4)
    play(event)
    assert read_board(event).ending is not None
    event.refresh_from_db()
    now = standings(event)
    finish(event)
    kept = standings(event)
    assert kept.rows == now.rows
    assert (kept.counted, kept.teams, kept.sides) == (now.counted, now.teams, now.sides)
    assert (kept.finished, kept.sets_shown) == (True, now.sets_shown)
    # Whatever happens to the reports afterwards, the evening stays as it was finished.
    Balance.objects.all().delete()
    Report.objects.filter(table__seating__event=event).delete()
    event.version += 1  # past every cache
    assert standings(event).rows == now.rows


def test_the_archive_names_the_team_that_won() -> None:
    event = start(GIN, 4, name="The match")
    play(event)
    finish(event)
    [row] = archive([event.pk])
    assert {place.name for place in row.podium} == {"Guys", "Girls"}
    assert {place.people for place in row.podium} == {("G1", "G2"), ("L1", "L2")}
    assert row.podium[0].total == str(standings(event).rows[0].total)
    assert row.counted == "Points"
    [mine] = event_rows([pk for pk, _name in all_events(family_of(a_user()))])
    assert mine.winners == (row.podium[0].name,)
    first = event.entries.get(name=row.podium[0].people[0])
    assert history(first.person)[0].place_label == "1"


def test_an_evening_that_has_not_begun_cannot_be_finished() -> None:
    event = an_event(GOLF, 3)
    with pytest.raises(Refused) as caught:
        events.finish_event(event=event, actor=host(event), early=True)
    assert caught.value.problems[0].code == "event.not_playing"
