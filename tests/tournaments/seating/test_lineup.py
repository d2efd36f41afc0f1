"""Seats where boards are kept: draws, first dealers, rounds of two teams, come and go, a final
table."""

from __future__ import annotations

from random import Random

import pytest

from tests.tournaments import board_evening as evening
from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    RUMMOLI,
    an_event,
    at_table,
    entry,
    gin,
    host,
    play,
    play_round,
    read_board,
    say,
    start,
    table,
)
from tests.tournaments.evening import refuses
from tournaments.log.selectors import read_log
from tournaments.models import Event, Link, Presence, Seating, SitOut, Table
from tournaments.models.errors import Refused
from tournaments.reports import dealers
from tournaments.seating import draws, redraws, roll_call, roster

pytestmark = pytest.mark.django_db


def draw(event: Event, **more: object) -> Seating:
    return draws.draw_seats(event=event, actor=host(event), **more)  # type: ignore[arg-type]


def begin(event: Event, draft: Seating) -> Seating:
    return draws.publish(event=event, actor=host(event), seating=draft)


def late(event: Event, name: str, role: str = "") -> None:
    roll_call.add_late_guest(event=event, actor=host(event), name=name, role=role)


def leave(event: Event, name: str) -> None:
    number = len(read_board(event).rounds) + 1
    roll_call.mark_away(event=event, actor=host(event), entry=entry(event, name), from_set=number)


def couples(event: Event, number: int) -> list[tuple[str, str]]:
    """Who meets whom in a round, by name."""
    now = read_board(event)
    one = now.round(number)
    return [(now.names[a], now.names[b]) for a, b in (line.chairs for line in one.reports)]


# The first seats ---------------------------------------------------------------------


def test_a_team_without_anybody_is_refused() -> None:
    event = an_event(GIN, 1)
    with pytest.raises(Refused):
        draw(event)
    other = an_event(GIN, 4, name="Other")
    roster.set_role(event=other, actor=host(other), entry=entry(other, "L1"), role="guys")
    roster.set_role(event=other, actor=host(other), entry=entry(other, "L2"), role="guys")
    with pytest.raises(Refused):
        draw(other)


def test_options_that_do_not_suit_are_refused_before_the_game_begins() -> None:
    event = an_event(GOLF, 3, options={"stake": 4, "ante": 1})
    draft = draw(event)
    Event.objects.filter(pk=event.pk).update(options={"stake": 1, "ante": 2})
    event.refresh_from_db()
    with refuses("options.ante"):
        begin(event, draft)


def test_a_draw_that_people_have_left_is_not_shown() -> None:
    event = an_event(GOLF, 4)
    draft = draw(event)
    Presence.objects.create(entry=entry(event, "Bo"), from_set=1, here=False)
    with refuses("draft.people"):
        begin(event, draft)


def test_every_place_has_a_link() -> None:
    event = start(GIN, 7)
    assert list(Table.objects.values_list("number", flat=True)) == [2, 3, 4]  # 1 sits out
    numbers = Link.objects.filter(event=event, kind=Link.Kind.TABLE)
    assert sorted(numbers.values_list("table_number", flat=True)) == [1, 2, 3, 4]


def test_whoever_is_away_at_the_first_draw_moves_nobody() -> None:
    """The order of a team is that of its first seats, whoever else is on the list."""
    event = an_event(GIN, 10)
    away = entry(event, "G2")
    roll_call.mark_away(event=event, actor=host(event), entry=away, from_set=1)
    begin(event, draw(event, seed=8))
    first = couples(event, 1)
    byes = [out.entry.name for out in SitOut.objects.all()]
    now = read_board(event)
    guys = [now.names[place] for place in now.setup.roster.sides[0]]
    assert guys == [first[n][0] for n in range(4)] + ["G2"]
    assert len(byes) == 1
    play_round(event, Random(1))
    played = read_board(event).rounds[0].played
    assert not played.problems


def test_teams_are_drawn_each_by_itself() -> None:
    """Couples that were entered together do not always begin together."""
    together = 0
    for seed in range(1, 9):
        event = start(GIN, 12, seed=seed, name=f"Draw {seed}")
        together += sum(guy[1:] == girl[1:] for guy, girl in couples(event, 1))
    assert together < 8 * 6 / 2


# Who deals first ---------------------------------------------------------------------


def test_a_team_deals_at_every_place() -> None:
    event = start(GIN, 6)
    dealers.set_dealer(table=table(event, 2), chair=1, actor=host(event))
    assert set(Table.objects.values_list("first_dealer", flat=True)) == {1}
    assert read_log(event).rows[0].sentence == "Girls deal first."
    assert read_board(event).state.dealers == 1
    say(table(event, 1), 1, gin(0, 5))
    with refuses("dealer.late"):  # another place has reported
        dealers.set_dealer(table=table(event, 2), chair=0, actor=host(event))


def test_another_table_does_not_say_who_deals() -> None:
    event = start(RUMMOLI, 6, tables=2)
    with refuses("table.foreign"):
        dealers.set_dealer(table=table(event, 1), chair=1, actor=at_table(event, 2))


# Rounds of two teams -----------------------------------------------------------------


def larger(event: Event) -> list[object]:
    """The team that has more members than chairs across."""
    teams = [evening.people(event, role) for role in ("guys", "girls")]
    return max(teams, key=len)  # type: ignore[arg-type,return-value]


def test_seating_anew_keeps_who_deals() -> None:
    event = start(GIN, 4)
    for first in (1, 0):
        dealers.set_dealer(table=table(event), chair=first, actor=host(event))
        redraws.reseat(event=event, actor=host(event))
        assert read_board(event).state.dealers == first


def test_somebody_leaves_in_the_running_round() -> None:
    event = start(GIN, 6)
    leave(event, "G2")
    redraws.reseat(event=event, actor=host(event))
    gone = entry(event, "G2")
    shown = Seating.objects.get(state="published")
    assert not shown.seats.filter(entry=gone).exists()
    assert not shown.sit_outs.filter(entry=gone).exists()
    assert shown.sit_outs.count() == 1
    play(event, 3)
    assert all(one.counted for one in read_board(event).rounds[:3])


@pytest.mark.parametrize("slug", [GOLF, RUMMOLI])
def test_at_a_table_of_its_own_nobody_comes_or_goes(slug: str) -> None:
    event = start(slug, 4)
    with refuses("attendance.seated"):
        late(event, "Zoë")
    with refuses("attendance.seated"):
        roll_call.mark_away(event=event, actor=host(event), entry=entry(event, "Bo"), from_set=2)
    with refuses("seats.none"):
        redraws.reseat(event=event, actor=host(event))


# The final table ---------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "tables"), [(GOLF, 1), (RUMMOLI, 2)])
def test_there_is_no_final_without_several_tables_or_where_none_is_known(
    slug: str, tables: int
) -> None:
    event = start(slug, 6, tables=tables)
    play(event, tables=range(1, tables + 1))
    with refuses("final.early"):
        draws.seat_final(event=event, actor=host(event))
