"""Whom a guest sits down beside, and who deals when the table says so between two rounds."""

import pytest
from django.urls import reverse

from tests.tournaments.board_evening import read_board, say, start, table, take_back
from tests.tournaments.evening import at_table, codes, finish, host
from tests.tournaments.phones.test_board_players import hearts, zoe
from tests.tournaments.phones.test_devices import opened
from tests.tournaments.phones.test_round_pages import address, words
from tournaments.boards.hall import Hall
from tournaments.events import services as events
from tournaments.log.selectors import last_undoable, read_log
from tournaments.log.services import undo_last
from tournaments.models import Entry, Seat, Table
from tournaments.models.errors import Refused
from tournaments.papers.selectors import seats_on_paper
from tournaments.phones.blocks import DealerChoice
from tournaments.reports.dealers import draw_first_dealer, set_dealer
from tournaments.scores.lines import lines
from tournaments.seating.roll_call import join_table, leave_table
from tournaments.seats.selectors import seats
from tournaments.standings.players import player_page

pytestmark = pytest.mark.django_db

FIRST = [13, 6, 3, 4]


@pytest.fixture
def event():
    found = start("hearts", 4)
    say(table(found), 1, hearts(*FIRST))
    return found


def dealer(event):
    """Who deals the next round, as pages read it."""
    event.refresh_from_db()
    board = Hall.of(event).boards[0]
    assert board.standing == read_board(event).standing
    place = board.plays.next_dealer(board.standing)
    return None if place is None else board.names[place]


def between(event, beside=1):
    """Zoe sits down to the left of somebody (of Bo), and so before Cy."""
    return join_table(table=table(event), actor=host(event), newcomer=zoe(), neighbour=beside)


# A guest between two others -----------------------------------------------------------------


def test_the_deal_goes_round_as_people_sit(event):
    between(event)
    turns = [dealer(event)]
    for deal in range(2, 7):
        say(table(event), deal, hearts(13, 3, 3, 3, 4))
        turns.append(dealer(event))
    assert turns == ["Bo", "Zoe", "Cy", "Di", "Ann", "Bo"]


def test_every_page_has_them_where_they_sit(event):
    between(event)
    event.refresh_from_db()
    around = ["Ann", "Bo", "Zoe", "Cy", "Di"]
    board = Hall.of(event).boards[0]
    assert [line.name for line in lines(board, by="seat")] == around
    assert [line.seat for line in lines(board, by="seat")] == [0, 1, 2, 3, 4]
    view = seats(event)
    assert [seat.name for seat in view.tables[0].seats] == around
    [on_paper] = seats_on_paper(event, view).tables
    assert [person.name for person in on_paper.people] == around
    assert on_paper.people[on_paper.dealer].name == "Ann"
    page = player_page(event, Entry.objects.get(event=event, name="Zoe").pk)
    assert [chair.name for chair in page.seat.chairs][:1] == ["Ann"]
    phone = opened(event)
    people = words(phone.get(address("table_players", event)))
    assert people.index("Bo") < people.index("Zoe") < people.index("Cy")
    page = phone.get(address("table", event)).content.decode()
    assert 'data-line="4" data-seat="2"' in page
    finish(event)
    kept = Hall.of(event).boards[0]
    assert [kept.names[place] for place in kept.clockwise] == around


def test_a_large_table_names_the_two_beside_somebody():
    event = start("hearts", 6)
    say(table(event), 1, hearts(13, 6, 3, 2, 1, 1))
    join_table(table=table(event), actor=host(event), newcomer=zoe(), neighbour=4)
    event.refresh_from_db()
    page = player_page(event, Entry.objects.get(event=event, name="Zoe").pk)
    assert "between Eve and Fay" in page.seat.beside


def test_the_form_asks_for_the_neighbour_and_proposes_the_last_place(event):
    phone = opened(event)
    phone.force_login(event.owner)
    page = phone.get(address("table_players", event))
    gaps = "Ann and Bo Bo and Cy Cy and Di Di and Ann"
    assert f"Sits between (clockwise) {gaps}" in words(page)
    assert page.context["neighbour"] == 3
    values = {"name": "Zoe", "neighbour": 1, "key": "zoe"}
    assert phone.post(address("table_join", event), values).status_code == 303
    assert Seat.objects.get(entry__name="Zoe").neighbour == 1
    line = "Zoe joined with 6. Zoe sits to the left of Bo."
    assert line in read_log(event).rows[0].sentence
    undo_last(event=event, actor=host(event))
    event.refresh_from_db()
    assert read_board(event).names == ("Ann", "Bo", "Cy", "Di")


def test_nobody_sits_beside_an_empty_chair(event):
    leave_table(table=table(event), actor=at_table(event, 1), chair=1)
    for chair in (1, 9):
        with pytest.raises(Refused) as refused:
            between(event, beside=chair)
        assert codes(refused) == ["player.neighbour"]
    phone = opened(event)
    phone.force_login(event.owner)
    values = {"name": "Zoe", "neighbour": 1, "key": "zoe"}
    again = phone.post(address("table_join", event), values)
    assert again.status_code == 422
    assert "Choose somebody who is playing as the neighbour." in words(again)


# Who deals between two rounds ---------------------------------------------------------------


def test_the_table_says_who_deals_and_the_deal_passes_on_from_there(event):
    assert dealer(event) == "Bo"
    set_dealer(table=table(event), chair=3, actor=at_table(event, 1))
    assert dealer(event) == "Di"
    assert read_log(event).rows[0].sentence == "Di deals round 2."
    set_dealer(table=table(event), chair=2, actor=at_table(event, 1))  # after all
    assert Table.objects.get().dealers == [[1, 2]]
    say(table(event), 2, hearts(13, 6, 3, 4))
    assert dealer(event) == "Di"
    set_dealer(table=table(event), chair=1, actor=host(event))
    assert dealer(event) == "Bo"
    assert Table.objects.get().dealers == [[1, 2], [2, 1]]
    # A correction of an earlier round changes nothing of it.
    say(table(event), 1, hearts(6, 13, 3, 4))
    assert dealer(event) == "Bo"
    take_back(table(event), 2)
    assert dealer(event) == "Cy"  # who dealt the round that is to be dealt again
    say(table(event), 2, hearts(13, 6, 3, 4))
    assert dealer(event) == "Bo"


def test_it_is_taken_back_while_no_later_round_is_in(event):
    set_dealer(table=table(event), chair=3, actor=host(event))
    set_dealer(table=table(event), chair=2, actor=host(event))
    undo_last(event=event, actor=host(event))
    assert dealer(event) == "Di"
    undo_last(event=event, actor=host(event))
    assert (dealer(event), Table.objects.get().dealers) == ("Bo", [])
    set_dealer(table=table(event), chair=3, actor=host(event))
    line = last_undoable(event)
    say(table(event), 2, hearts(13, 6, 3, 4))
    assert last_undoable(event) != line
    take_back(table(event), 2)


def test_what_is_sent_again_later_changes_nothing(event):
    set_dealer(table=table(event), chair=3, actor=at_table(event, 1), key="once")
    say(table(event), 2, hearts(13, 6, 3, 4))
    assert dealer(event) == "Ann"
    set_dealer(table=table(event), chair=3, actor=at_table(event, 1), key="once")
    assert dealer(event) == "Ann"


def test_nobody_deals_who_has_gone_home_nor_from_another_table(event):
    leave_table(table=table(event), actor=at_table(event, 1), chair=3)
    with pytest.raises(Refused) as refused:
        set_dealer(table=table(event), chair=3, actor=host(event))
    assert codes(refused) == ["dealer.chair"]
    with pytest.raises(Refused) as refused:
        set_dealer(table=table(event), chair=0, actor=at_table(start("hearts", 4, name="Two"), 1))
    assert codes(refused) == ["table.foreign"]
    with pytest.raises(Refused) as refused:  # lots are drawn before the first round only
        draw_first_dealer(table=table(event), actor=host(event), key="lots")
    assert codes(refused) == ["dealer.late"]


def test_the_pad_and_the_desk_offer_it_while_a_round_is_due(event):
    phone = opened(event)
    page = phone.get(address("table", event))
    assert "Who deals round 2?" in words(page)
    assert "From there the deal passes on to the left." in words(page)
    assert b'<a href="#dealer">' in page.content  # in the menu, whatever is reported meanwhile
    values = {"set": 1, "first": 3, "key": "one"}
    assert phone.post(address("table_dealer", event), values).status_code == 303
    assert "Di deals." in words(phone.get(address("table", event)))
    desk = opened(event)
    desk.force_login(event.owner)
    url = reverse("event_table", args=(event.pk, 1, 1))
    assert "Who deals round 2? Ann Bo Cy Di" in words(desk.get(url))
    act = reverse("event_table_act", args=(event.pk, 1, 1))
    assert desk.post(act, {"act": "dealer", "first": 2}).status_code == 303
    assert dealer(event) == "Cy"
    events.finish_event(event=event, actor=host(event), early=True)
    assert "Change the dealer" not in words(desk.get(url))
    with pytest.raises(Refused) as refused:
        set_dealer(table=table(event), chair=0, actor=host(event))
    assert codes(refused) == ["event.finished"]


def test_the_dealer_is_marked_among_the_names_to_tap():
    picks = DealerChoice(((0, "A"), (1, "B & C")), known=True, dealer="B & C").picks
    first = '<label class="pick"><input type="radio" name="first" value='
    assert picks == (
        f'{first}"0" required><span>A</span></label>'
        f'{first}"1" checked required><span>B &amp; C</span></label>'
    )
