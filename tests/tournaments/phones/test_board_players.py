"""Who joins a game that a table has begun, and who leaves it; by whose phone."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.board_evening import read_board, say, start, table
from tests.tournaments.evening import at_table, finish, host
from tests.tournaments.people.past_evenings import figures
from tests.tournaments.phones.test_devices import opened
from tests.tournaments.phones.test_round_pages import address, shown, words
from tournaments.access.selectors import signs_of_tables
from tournaments.boards.hall import Hall
from tournaments.events import opening
from tournaments.files.event_document import export_event
from tournaments.files.event_import import import_event
from tournaments.log.selectors import read_log
from tournaments.log.services import undo_last
from tournaments.models import Entry, Person, Seat
from tournaments.models.errors import Refused
from tournaments.papers.share import victory_card
from tournaments.people.names import ParsedName
from tournaments.scores.lines import lines
from tournaments.seating.roll_call import join_table, leave_table, return_to_table
from tournaments.standings.board_points import total_reasons
from tournaments.standings.finales import event_finale
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db

GOLF = "golf"
HEARTS = "hearts"
ROUNDS = ([13, 6, 3, 4], [0, 10, 13, 3])


def zoe():
    return ParsedName("Zoe", "", None, 1)


@pytest.fixture
def event():
    found = start(HEARTS, 4)
    for deal, points in enumerate(ROUNDS, 1):
        say(table(found), deal, hearts(*points))
    return found


def hearts(*points):
    """A round of Hearts by what each has taken."""
    queen = next(place for place, one in enumerate(points) if one >= 13)
    taken = [one - 13 * (place == queen) for place, one in enumerate(points)]
    return {"hearts": taken, "queen": queen}


def test_who_joins_begins_with_the_mean_and_plays_from_the_next_round_on(event):
    join_table(table=table(event), actor=host(event), newcomer=zoe(), key="one")
    join_table(table=table(event), actor=host(event), newcomer=zoe(), key="one")  # sent again
    now = read_board(event)
    assert now.names == ("Ann", "Bo", "Cy", "Di", "Zoe")
    assert now.totals(now.state) == (13, 16, 16, 7, 13)
    assert now.totals(now.states[0]) == (0, 0, 0, 0, 0)
    say(table(event), 3, hearts(0, 0, 5, 8, 13))
    now = read_board(event)
    assert now.totals(now.state) == (13, 16, 21, 15, 26)
    event.refresh_from_db()
    assert Hall.of(event).boards[0].totals(Hall.of(event).boards[0].state) == (
        13,
        16,
        21,
        15,
        26,
    )  # as pages read it
    # What was played before is looked at, and changed, as it was then.
    say(table(event), 1, hearts(4, 3, 6, 13))
    now = read_board(event)
    assert now.totals(now.state) == (4, 13, 24, 24, 26)


@pytest.mark.parametrize(("begins", "total"), [("mean", 13), ("last", 16), ("zero", 0)])
def test_the_host_chooses_what_a_newcomer_begins_with(event, begins, total):
    phone = opened(event)
    phone.force_login(event.owner)
    page = words(phone.get(address("table_players", event)))
    assert "the average: 13" in page
    assert "the same as the last player: 16" in page
    values = {"name": "Zoe", "start": begins, "key": "zoe"}
    assert phone.post(address("table_join", event), values).status_code == 303
    assert read_board(event).totals(read_board(event).state)[-1] == total
    assert "Zoe" in shown(phone, event)
    for query in ("?deal=1", "?deal=2", "?rounds=all"):
        assert phone.get(address("table", event) + query).status_code == 200


def test_joining_is_undone_where_it_was_done_until_something_else_is(event):
    phone = opened(event)
    phone.force_login(event.owner)
    url = address("table_join", event)
    page = phone.post(url, {"name": "Zoe", "key": "zoe"}, follow=True)
    assert "Zoe plays from round 3 on. Undo" in words(page)
    undo = {"undo": page.context["undo"]}
    assert "Undo" not in words(phone.get(f"{address('table_players', event)}?joined=1"))  # Bo's
    assert phone.post(url, undo).status_code == 303
    assert read_board(event).names == ("Ann", "Bo", "Cy", "Di")
    page = phone.post(url, {"name": "Zoe", "key": "again"}, follow=True)
    say(table(event), 3, hearts(0, 0, 5, 8, 13))
    assert "Undo" not in words(phone.get(page.redirect_chain[-1][0]))
    again = phone.post(url, {"undo": page.context["undo"]})
    assert again.status_code == 422
    assert "Something else has happened in the meantime." in words(again)
    assert read_board(event).names[-1] == "Zoe"


def test_guests_add_nobody(event):
    phone = opened(event)
    assert "The host can add a player" in words(phone.get(address("table_players", event)))
    assert phone.post(address("table_join", event), {"name": "Zoe"}).status_code == 404
    assert not Person.objects.filter(name="Zoe").exists()


def test_nobody_joins_before_the_first_round_nor_partners():
    event = start(HEARTS, 4)
    with pytest.raises(Refused):
        join_table(table=table(event), actor=host(event), newcomer=zoe())
    event = start("euchre", 4, name="Partners")
    with pytest.raises(Refused):
        join_table(table=table(event), actor=host(event), newcomer=zoe())


def test_somebody_of_this_evening_joins_no_second_time(event):
    ann = ParsedName("Ann", "", None, 1)
    with pytest.raises(Refused) as refused:
        join_table(table=table(event), actor=host(event), newcomer=ann)
    assert refused.value.problems[0].code == "name.taken"


def test_who_leaves_is_out_and_cannot_win(event):
    join_table(table=table(event), actor=host(event), newcomer=zoe())
    phone = opened(event)
    assert phone.post(address("table_out", event), {"chair": 3}).status_code == 303
    now = read_board(event)
    assert 3 not in now.plays.playing(now.standing)
    assert now.plays.ranks(now.state)[3] == 5
    say(table(event), 3, {"hearts": [3, 4, 6, None, 0], "queen": 0})
    now = read_board(event)
    assert now.totals(now.state) == (29, 20, 22, 7, 13)
    finish(event)
    kept = Hall.of(event).boards[0]
    assert kept.totals(kept.state) == (29, 20, 22, 7, 13)
    assert kept.plays.ranks(kept.state)[3] == 5
    assert "Di went home after round 2" in words(Client().get(address("table", event)))
    rows = [(row.name, row.rank, row.note) for row in standings(event).rows]
    assert [note for _name, _rank, note in rows[:4]] == [""] * 4
    assert rows[4] == ("Di", 5, "went home after round 2")
    assert standings(event).rows[4].sets == (4, 3, None)
    ending = event_finale(event)
    assert ending.words == "13, seven ahead of Bo"  # Di’s 7 was better
    assert ending.turn_of_game == "Round 3: Ann took 16, Zoe took nothing, and that decided it."
    assert len(ending.run) == 5
    picture = victory_card(event, ending)
    assert [row.name for row in picture.rows][-1] == "Di, went home after round 2"


def test_nobody_has_led_before_the_leader_went_home():
    """Whose rounds until then count among the best."""
    event = start(HEARTS, 4)
    for deal, taken in enumerate(([3, 4, 6, 0], [6, 5, 1, 1], [2, 4, 6, 1]), 1):
        say(table(event), deal, {"hearts": taken, "queen": 2})
    leave_table(table=table(event), actor=at_table(event, 1), chair=3)
    say(table(event), 4, {"hearts": [2, 5, 6, None], "queen": 2})
    finish(event)
    ending = event_finale(event)
    assert ending.words == "13, five ahead of Bo"
    assert ending.turn_of_game == "Round 4: Bo took 5, Ann took 2."
    assert ending.best_round == "Di, round 1: nothing at all"


def test_going_home_says_first_what_follows_and_is_undone_where_it_was_done(event):
    phone = opened(event)
    page = words(phone.get(address("table_players", event)))
    assert "Di is out from round 3 on, and cannot win." in page
    assert "Ann, Bo and Cy play on." in page
    done = phone.post(address("table_out", event), {"chair": 3}, follow=True)
    assert "Di went home after round 2, with 7" in words(done)
    assert "Di is out from round 3 on. Undo" in words(done)
    assert "went home after round 2" in words(phone.get(address("table", event)))
    assert phone.post(address("table_back", event), {"chair": 3}).status_code == 303
    now = read_board(event)
    assert 3 in now.plays.playing(now.standing)
    assert Seat.objects.get(chair=3).pauses == []
    undo_last(event=event, actor=host(event))
    assert Seat.objects.get(chair=3).left_after == 2
    # Whoever goes home as the last of all changes nothing in what is said of the winner.
    phone.post(address("table_back", event), {"chair": 3})
    say(table(event), 3, {"hearts": [1, 10, 1, 1], "queen": 1})
    phone.post(address("table_out", event), {"chair": 1})
    finish(event)
    ending = event_finale(event)
    assert ending is not None
    assert ending.words == "8, six ahead of Ann"


def test_who_was_away_for_a_round_comes_back_with_what_they_had(event):
    leave_table(table=table(event), actor=at_table(event, 1), chair=3)
    say(table(event), 3, {"hearts": [3, 4, 6, None], "queen": 0})
    return_to_table(table=table(event), actor=at_table(event, 1), chair=3)
    now = read_board(event)
    assert now.totals(now.state) == (29, 20, 22, 7)
    assert 3 in now.plays.playing(now.standing)
    say(table(event), 4, hearts(0, 13, 5, 8))
    now = read_board(event)
    assert now.totals(now.state) == (29, 33, 27, 15)
    assert now.plays.ranks(now.state)[3] == 1
    # What was played without them is still read as it was.
    assert [board_round.counted for board_round in now.rounds] == [True] * 4
    again = import_event(owner=event.owner, data=export_event(event))
    assert Seat.objects.get(seating__event=again, chair=3).pauses == [[2, 3]]
    assert read_board(again).totals(read_board(again).state) == (29, 33, 27, 15)


def test_the_name_of_who_went_home_leads_to_is_back(event):
    leave_table(table=table(event), actor=at_table(event, 1), chair=3)
    with pytest.raises(Refused) as refused:
        join_table(table=table(event), actor=host(event), newcomer=ParsedName("Di", "", None, 1))
    assert refused.value.problems[0].code == "name.gone"


def test_too_few_cannot_go_on():
    event = start(HEARTS, 3)
    say(table(event), 1, hearts(13, 6, 7))
    with pytest.raises(Refused) as refused:
        leave_table(table=table(event), actor=at_table(event, 1), chair=0)
    assert refused.value.problems[0].code == "player.leave"


def test_joining_and_leaving_are_taken_back_by_the_log(event):
    join_table(table=table(event), actor=host(event), newcomer=zoe())
    assert "Zoe joined with 13." in read_log(event).rows[0].sentence
    leave_table(table=table(event), actor=at_table(event, 1), chair=0)
    assert "Ann left the table." in read_log(event).rows[0].sentence
    for _ in range(2):
        undo_last(event=event, actor=host(event))
        event.refresh_from_db()
    assert read_board(event).names == ("Ann", "Bo", "Cy", "Di")
    assert not Entry.objects.filter(event=event, name="Zoe").exists()
    assert not Seat.objects.exclude(left_after=None).exists()


@pytest.fixture
def over(event):
    """Who led was overtaken by nobody; Zoe came with as many as the highest, and scored little."""
    join_table(table=table(event), actor=host(event), newcomer=zoe(), start="last")
    assert [line.joined for line in lines(read_board(event), by="seat")] == 4 * [False] + [True]
    assert "joined" in words(opened(event).get(address("table", event)))
    event.refresh_from_db()
    row = standings(event).row(Entry.objects.get(event=event, name="Zoe").pk)
    assert (row.total, row.moved, row.sets) == (16, 0, (None, None))
    say(table(event), 3, hearts(13, 4, 5, 3, 1))
    say(table(event), 4, hearts(5, 13, 5, 1, 2))
    finish(event)
    return event


def test_a_start_value_is_no_gain_anywhere(over):
    """In the story, the run, the standings, the reasons, and what is kept of a person."""
    ending = event_finale(over)
    assert ending.joined == ("Zoe came in at round 3 with 16, as many as the highest.",)
    assert ending.turn_of_game == "Round 4: Zoe took 2, Di took 1."
    assert [line.totals for line in ending.run][-1] == (16, 17, 19)
    assert len(ending.run[0].totals) == 5
    row = standings(over).row(Entry.objects.get(event=over, name="Zoe").pk)
    assert row.sets == (None, None, 1, 2)
    assert (row.joined, row.progress, row.total) == (16, (16, 17, 19), 19)
    reasons = total_reasons(Hall.of(over).boards[0], 4)
    assert [
        (board_round.name, board_round.gain, board_round.total) for board_round in reasons.rounds
    ] == [
        ("Round 4", 2, 19),
        ("Round 3", 1, 17),
        ("Joined", 16, 16),
    ]
    mine = figures(Person.objects.get(name="Zoe"))
    [game] = mine.games
    assert (game.best, game.points, mine.rounds) == (None, 19, 2)


def test_every_way_in_the_menu_of_the_host_s_phone_leads_somewhere(client):
    event = start(GOLF)
    client.force_login(event.owner)
    page = client.get(address("table", event)).content.decode()
    menu = page[page.index('class="menu"') :].partition("</dialog>")[0]
    ways = [way for way in re.findall(r'<a[^>]* href="([^"]+)"', menu) if way.startswith("/")]
    assert reverse("event_end", args=[event.pk]) in ways
    for way in ways:
        assert client.get(unescape(way)).status_code == 200, way


def test_a_host_finds_six_signs_to_type_and_can_put_the_game_away(client):
    """Both are in ⋯ of the host's phone."""
    event = start(GOLF)
    home = address("table", event)
    guest = Client().get(home).content.decode()
    assert "Put this game away" not in guest
    assert "six signs" not in guest
    client.force_login(event.owner)
    assert "Show six characters to type" in words(client.get(home))
    opened = client.post(
        reverse("event_tables_open", args=[event.pk]), {"act": "open", "next": home}
    )
    assert opened.url == home
    page = words(client.get(home))
    assert f"or open testserver and type {signs_of_tables(event)}" in page
    assert "Put this game away?" in page
    client.post(reverse("event_close", args=[event.pk]), {"act": "put_away"})
    assert "Put this game away" not in words(client.get(home))


def test_before_the_first_round_other_people_can_be_chosen(client):
    """Its people sit there as they sat. Once they begin, the empty pad is put away and leads to the
    new one, as does the page that asked who plays."""
    event = start(HEARTS, 4, date=timezone.localdate())
    page = address("table_players", event)
    assert "start another table" in words(Client().get(page))
    client.force_login(event.owner)
    assert "Change who plays" in words(client.get(page))
    answer = client.post(reverse("event_close", args=[event.pk]), {"act": "change_people"})
    assert answer.status_code == 303
    people = unescape(client.get(answer.url).content.decode())
    seats = re.findall(r'data-seat="(\d)"><input[^>]*checked><span class="who">(\w+)', people)
    assert sorted(seats) == [("1", "Ann"), ("2", "Bo"), ("3", "Cy"), ("4", "Di")]
    assert "already at a table" not in people
    elsewhere = client.get(answer.url.partition("?")[0], {"more": "1"})
    assert "already at a table" in words(elsewhere)
    event.refresh_from_db()
    assert event.state == "playing"  # and stays so for whoever goes back
    home, other = address("table", event), Client()
    assert other.get(home).status_code == 200
    form = re.search(r"<form[^>]*data-quick.*?</form>", people, re.DOTALL)
    assert form is not None
    fields = re.findall(r'name="(evening|instead)" value="(\d+)"', form.group())
    seats = [f"{opening.TYPED}{name}" for name in ("Eve", "Fay", "Gus")]
    values = {**dict(fields), "seat": seats, "act": "play"}
    begun = client.post(answer.url.partition("?")[0], values)
    assert begun.status_code == 303, words(begun)
    new = begun.url.partition("?")[0]
    event.refresh_from_db()
    assert (event.state, event.snapshot.standings) == ("finished", [])
    for former in (home, page, answer.url):
        assert client.get(former).url == new
    state = other.get(address("table_state", event)).content.decode()
    assert f'href="{new}"' in state
    assert "Other people are playing now" in state
    assert "Eve" in words(client.get(new))
    log = words(client.get(reverse("event_log", args=[event.pk])))
    assert "Other people are playing now: Hearts." in log


def test_a_pad_with_a_round_is_not_put_away_for_others(client):
    """Another phone has saved one while the host chose the people."""
    event = start(HEARTS, 4)
    client.force_login(event.owner)
    people = client.post(reverse("event_close", args=[event.pk]), {"act": "change_people"}).url
    say(table(event), 1, hearts(13, 13, 0, 0))
    seats = [f"{opening.TYPED}{name}" for name in ("Eve", "Fay", "Gus")]
    values = {"seat": seats, "instead": event.pk, "act": "play"}
    assert client.post(people.partition("?")[0], values).status_code == 303
    event.refresh_from_db()
    assert event.state == "playing"
    assert client.get(address("table", event)).status_code == 200
