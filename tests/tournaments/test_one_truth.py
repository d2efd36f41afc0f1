"""A walk through the product: every format, and after every deed what Home, desk, wall, standings,
guests, phones, people's pages, shared pages, papers, score file and API say of the same thing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rulesets.files import drive_answers
from rulesets.files.score_file import read_file
from tests.tournaments import board_evening
from tests.tournaments.evening import a_user, host
from tests.tournaments.events.test_random_evenings import Plan, begin, of_each_family
from tests.tournaments.visits import text_of, words_of
from tests.tournaments.walks import Walk, walk_board, walk_sets
from tournaments.access.services import ensure_links
from tournaments.api import selectors as api
from tournaments.desk.selectors import desk
from tournaments.events.rematch import play_again
from tournaments.files.event_document import export_event, score_file
from tournaments.files.event_import import import_event
from tournaments.models import Event, Person
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.people.selectors import people_list
from tournaments.records.attendance import history
from tournaments.records.selectors import evening_counts
from tournaments.scores.event_state import countdown_of, headline_of
from tournaments.seats.selectors import seats
from tournaments.standings.finales import event_finale
from tournaments.standings.players import player_page
from tournaments.standings.selectors import standings
from tournaments.wall.selectors import wall as wall_of

pytestmark = pytest.mark.django_db

TABLES = (("golf", 4), ("hearts", 5), ("rummoli", 5), ("gin-tournament", 6), ("euchre", 4))
STAGES = (("euchre", "swiss then knockout"), ("golf", "meetings then table"))
PLAYED_ALWAYS = ("hearts-5", "court-whist-court_whist")


DONE_ALWAYS = {"withdraw", "dispute", "decide", "accept all", "finish", "reveal", "reopen"}
DONE_IN_SETS = DONE_ALWAYS | {"leave", "back", "deduct", "draw", "show"}
DONE_WITH_HANDS = {"swap", "undo"}  # chairs are exchanged from a hand on
LOOKED_AT_EACH_TIME = {"draw", "show", "play the set", "round", "finish"}


def words(response: Any) -> str:
    """What somebody reads on a page that there is."""
    assert response.status_code == 200, response.status_code
    return words_of(response)


class OneTruth(Walk):
    """Everybody who looks at an evening is told the same."""

    def __init__(self, event: Event, client: Client) -> None:
        super().__init__(event, client)
        self.guest = Client()

    def look(self) -> None:
        deed = self.deeds[-1]
        if deed not in LOOKED_AT_EACH_TIME and self.deeds.count(deed) > 1:
            return  # what is seen a second time says nothing new
        try:
            self.compare()
        except AssertionError as error:
            raise AssertionError(f"after {self.deeds}: {error}") from error

    # --- what is compared -----------------------------------------------------------------------

    def compare(self) -> None:
        self.compare_scores()
        self.compare_places()
        self.compare_progress()
        if self.event.state == Event.State.FINISHED:
            self.compare_end()

    def page(self, name: str, *more: Any) -> str:
        return words(self.client.get(reverse(name, args=[self.event.pk, *more])))

    def compare_scores(self) -> None:
        """Place and total of everybody: standings, own page, API, guests, files."""
        table = standings(self.event)
        rows = {row.entry_id: row for row in table.rows}
        told = api.standing_shapes(self.event, host(self.event))
        assert {one["id"]: (one["total"], one["rank"]) for one in told} == {
            pk: (row.total, row.rank) for pk, row in rows.items()
        }
        link = self.event.links.get(kind="spectator", revoked_at=None)
        public = words(self.guest.get(reverse("spectator_standings", args=[link.token])))
        own = self.page("event_standings")
        for pk, row in rows.items():
            assert row.name in own
            if not table.hides(pk):
                assert row.name in public
        for pk in list(rows)[:3]:
            page, row = player_page(self.event, pk), rows[pk]
            if table.begun:
                assert (page.total, page.rank) == (row.total, row.rank)
                made = sum(record.points or 0 for record in page.sets)
                assert made + sum(change.points for change in page.changes) == row.total - (
                    0 if page.changes else row.lost
                )
        if format_of(self.event).keeping.credit == "carried" and table.begun and not table.by_team:
            self.compare_score_file()

    def compare_score_file(self) -> None:
        file = read_file(json.loads(json.dumps(score_file(self.event))))
        assert not file.broken
        told = drive_answers.score(file, explain=False)["standings"]
        live = standings(self.event)
        if self.event.state == Event.State.FINISHED or not headline_of(self.event).done:
            assert {one["name"]: one["total"] for one in told} == {
                row.name: row.total for row in live.rows
            }

    def compare_places(self) -> None:
        """Who plays and who sits out: nobody twice, and the same for desk, wall and phones."""
        view = seats(self.event)
        if view is None or view.teams or self.event.state != Event.State.PLAYING:
            return
        playing = {seat.name for table in view.tables for seat in table.seats}
        idle = {sitter.name for sitter in view.sit_outs}
        assert not playing & idle
        now = desk(self.event)
        if format_of(self.event).keeping.credit == "carried":
            assert {sitter.name for sitter in now.sit_outs} == idle
            assert {name for card in now.cards for name in card.names} == playing
        ensure_links(self.event)
        for table in view.tables[:2]:
            link = self.event.links.get(kind="table", table_number=table.number, revoked_at=None)
            phone = words(self.guest.get(reverse("table", args=[link.token])))
            for seat in table.seats:
                assert seat.name in phone, (seat.name, table.number)

    def compare_progress(self) -> None:
        """What is in and what is due: Home, desk, wall, and what the API asks of each table."""
        home, now, big = words(self.client.get(reverse("home"))), desk(self.event), None
        big = wall_of(self.event)
        assert now.round_ends_at == big.round_ends_at == countdown_of(self.event)
        if self.event.state != Event.State.PLAYING:
            assert now.round_ends_at is None
            return
        head = headline_of(self.event)
        assert (now.headline.text, now.headline.done) == (head.text, head.done)
        assert head.line in home, (head.line, home)
        assert now.headline.text in self.page("event")
        if format_of(self.event).keeping.credit != "carried" or not now.set_number:
            return
        number = now.set_number
        waiting = {*big.missing, *big.tied}
        assert {card.number for card in now.cards if card.missing or card.tied} == waiting
        for card in now.cards:
            shape = api.board_shape(self.event, number, card.number)
            assert (shape["due"] is None) == (not card.missing), card.number
        if head.total:
            assert head.done == len(now.cards) - len(waiting)

    def compare_end(self) -> None:
        """Whether it is over, and who has won: desk, wall, shared page, records, lists."""
        table, ending = standings(self.event), event_finale(self.event)
        if ending is None:
            return
        assert wall_of(self.event).is_over == (not table.hidden)
        assert desk(self.event).headline.text == ending.title
        first = {row.name for row in table.rows if row.rank == 1}
        if not ending.parts and not table.teams:
            places = {place.place for place in ending.podium}
            # Of a knockout that was ended early, several are still in.
            assert 1 in places or not ending.by_total
        for row in table.rows[:2]:
            person = Person.objects.get(entries=row.entry_id)
            mine = history(person)
            [ended] = [one for one in mine if one.event_id == self.event.pk]
            if ended.outcome is None:
                assert table.hidden
            elif not table.divided:
                assert ended.outcome.is_win == (row.name in first)
            assert person.pk in {row.person_id for row in people_list(self.event.book)}
            counted = evening_counts(person.family_id, [person.pk])[person.pk]
            assert counted.finished == sum(one.outcome is not None for one in mine)
            assert counted.playing == sum(one.is_playing for one in mine)
        winners = words(self.client.get(reverse("winners")))
        if len(first) == 1 and not table.teams:
            assert first.pop() in winners

    def look_at_reveal(self) -> None:
        """The paper of the standings has everybody's total."""
        paper = self.client.get(reverse("event_pdf", args=[self.event.pk, "standings"]))
        text = text_of(paper)
        for row in standings(self.event).rows[:5]:
            assert str(abs(row.total)) in text, (row.name, row.total)

    def look_at_end(self) -> None:
        """It comes back as it was from its file, which doubles nothing; nor does a rematch."""
        before = [(row.name, row.total, row.rank) for row in standings(self.event).rows]
        document = json.loads(json.dumps(export_event(self.event)))
        copy = import_event(owner=a_user(), data=document)
        assert [(row.name, row.total, row.rank) for row in standings(copy).rows] == before
        theirs, ours = event_finale(copy), event_finale(self.event)
        assert (theirs and theirs.title) == (ours and ours.title)
        self.compare()
        try:
            play_again(**self.by_host)
        except Refused:
            return
        self.compare()


CASES = [pytest.param(*case, id="-".join(case)) for case in (*of_each_family(), *STAGES)]
PLAN = Plan(9, 5, ((), (), ()), ("right",))


@pytest.mark.exhaustive(keep=PLAYED_ALWAYS)
@pytest.mark.parametrize(("game", "form"), CASES)
def test_all_say_the_same_of_every_set(client: Client, game: str, form: str) -> None:
    event = begin(game, form, PLAN)
    ensure_links(event)
    walk = OneTruth(event, client)
    walk_sets(walk, PLAN, sets=2)
    done = DONE_IN_SETS | (DONE_WITH_HANDS if format_of(walk.event).keeping.apart else set())
    assert set(walk.deeds) >= done, done - set(walk.deeds)


@pytest.mark.exhaustive(keep=PLAYED_ALWAYS)
@pytest.mark.parametrize(
    ("game", "people"), [pytest.param(*one, id=f"{one[0]}-{one[1]}") for one in TABLES]
)
def test_all_say_the_same_of_boards_that_last(client: Client, game: str, people: int) -> None:
    walk = OneTruth(board_evening.start(game, people), client)
    walk_board(walk, rounds=3, seed=7)
    assert set(walk.deeds) >= DONE_ALWAYS, DONE_ALWAYS - set(walk.deeds)
