"""A walk through the product: every format, and after every deed what Home, desk, wall, standings,
guests, phones, people's pages, shared pages, papers, score file and API say of the same thing."""

from __future__ import annotations

import html
import json
import re
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rulesets.files import drive_answers
from rulesets.files.score_file import read_file
from tests.tournaments import board_evening, evening
from tests.tournaments.evening import a_user, host
from tests.tournaments.events.test_random_evenings import Plan, Playing, begin, of_each_family
from tests.tournaments.visits import text_of
from tournaments.access.services import ensure_links
from tournaments.api import selectors as api
from tournaments.boards.drive import next_set
from tournaments.boards.event_state import countdown_of, headline_of
from tournaments.boards.seats import seats
from tournaments.desk.selectors import desk
from tournaments.events import services as events
from tournaments.events.rematch import play_again
from tournaments.files.event_document import export_event, score_file
from tournaments.files.event_import import import_event
from tournaments.log.services import undo_last
from tournaments.models import CUT, Acceptance, Event, Person, Report
from tournaments.models.errors import Conflict, Refused
from tournaments.models.event_games import format_of
from tournaments.people.names import ParsedName
from tournaments.people.records import record
from tournaments.people.selectors import evening_counts, people_list
from tournaments.reports import acceptances, services
from tournaments.reports.disputes import decide_dispute, note_dispute
from tournaments.seating import draws, exchanges, roll_call
from tournaments.standings.deductions import deduct
from tournaments.standings.finales import event_finale
from tournaments.standings.players import player_page
from tournaments.standings.selectors import standings
from tournaments.wall import services as wall
from tournaments.wall.selectors import wall as wall_of

pytestmark = pytest.mark.django_db

ZOE = ParsedName("Zoe", "", None, 1)
TABLES = (("golf", 4), ("hearts", 5), ("rummoli", 5), ("gin-tournament", 6), ("euchre", 4))
STAGES = (("euchre", "swiss then knockout"), ("golf", "meetings then table"))
PLAYED_ALWAYS = ("hearts-5", "court-whist-court_whist", "500-bid-pairs")


DONE_ALWAYS = {"withdraw", "dispute", "decide", "accept all", "finish", "reveal", "reopen"}
DONE_IN_SETS = DONE_ALWAYS | {"leave", "back", "deduct", "draw", "show", "swap", "undo"}


def words(response: Any) -> str:
    """What somebody reads on a page."""
    assert response.status_code == 200, response.status_code
    text = re.sub(r"(?s)<(script|style|head)\b.*?</\1>", " ", response.content.decode())
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


class Walk:
    """One evening, and everybody who looks at it."""

    def __init__(self, event: Event, client: Client) -> None:
        self.event, self.client, self.guest = event, client, Client()
        self.deeds: list[str] = []
        client.force_login(event.owner)

    @property
    def by_host(self) -> dict[str, Any]:
        return {"event": self.event, "actor": host(self.event)}

    def do(self, deed: str, act: Any) -> bool:
        """Do something that the host may be refused, and compare what all say afterwards."""
        try:
            act()
        except Refused:
            return False
        self.deeds.append(deed)
        self.event = Event.objects.get(pk=self.event.pk)
        try:
            self.compare()
        except AssertionError as error:
            raise AssertionError(f"after {self.deeds}: {error}") from error
        return True

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
            assert page is not None
            if table.begun:
                assert (page.total, page.rank) == (row.total, row.rank)
                made = sum(one.points or 0 for one in page.sets)
                assert made + sum(change.points for change in page.changes) == row.total - (
                    0 if page.changes else row.lost
                )
        if format_of(self.event).credit == "carried" and table.begun and not table.by_team:
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
        if view is None or view.couples or self.event.state != Event.State.PLAYING:
            return
        playing = {seat.name for table in view.tables for seat in table.seats}
        idle = {one.name for one in view.sit_outs}
        assert not playing & idle
        now = desk(self.event)
        if format_of(self.event).redraws:
            assert {one.name for one in now.sit_outs} == idle
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
        if not format_of(self.event).redraws or not now.set_number:
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
            assert 1 in places
        for row in table.rows[:2]:
            person = Person.objects.get(entries=row.entry_id)
            mine = record(person)
            [result] = [one for one in mine.evenings if one.event_id == self.event.pk]
            assert result.result is not None
            if not table.divided:
                assert result.result.is_win == (row.name in first)
            listed = next(one for one in people_list(self.event.book) if one.person_id == person.pk)
            counted = evening_counts([listed])[person.pk]
            assert counted.finished == mine.tally.evenings
            assert counted.playing == mine.playing
        winners = words(self.client.get(reverse("winners")))
        if len(first) == 1 and not table.teams:
            assert first.pop() in winners

    # --- what is done ---------------------------------------------------------------------------

    def newest_report(self) -> Report | None:
        return (
            Report.objects.filter(table__seating__event=self.event, deal__gt=CUT)
            .exclude(payload=None)
            .order_by("-pk")
            .first()
        )

    def take_back_and_say_again(self) -> None:
        """Correct, withdraw, undo, dispute, accept."""
        last = self.newest_report()
        if last is None:
            return
        at = evening.table(self.event, last.table.number, last.table.seating.set_number)
        payload, deal = last.payload, last.deal
        told = {"seen": last.revision, "key": f"w{last.pk}", "reason": "The slip said so"}
        self.do(
            "withdraw",
            lambda: services.withdraw(table=at, deal=deal, actor=host(self.event), **told),
        )
        self.do("undo", lambda: undo_last(**self.by_host))
        if self.newest_report() is None or self.newest_report().deal != deal:
            self.do("report again", lambda: evening.say(at, deal, payload, host(self.event)))
        disputes: list[Any] = []
        objection = {"objector": "Somebody", "text": "That was nine.", "table": at, "deal": deal}
        self.do("dispute", lambda: disputes.append(note_dispute(**self.by_host, **objection)))
        for one in disputes:
            self.do(
                "decide",
                lambda one=one: decide_dispute(
                    dispute=one, actor=host(self.event), decision="It was ten."
                ),
            )
        self.do("accept all", self.accept_all)

    def accept_all(self) -> None:
        for report in Report.objects.filter(table__seating__event=self.event).exclude(payload=None):
            if not report.acceptances.filter(kind=Acceptance.Kind.ACCEPT).exists():
                try:
                    acceptances.accept(report=report, actor=host(self.event))
                except (Refused, Conflict):
                    continue  # a later revision counts

    def change_people(self) -> None:
        """Somebody comes late, leaves, comes back, stands in, swaps chairs, and loses points."""
        form = format_of(self.event)
        role = (form.roles or ("",))[0]
        self.do("late", lambda: roll_call.add_late_guest(**self.by_host, name="Late", role=role))
        one = self.event.entries.order_by("pk")[2]
        at = {"entry": one, "from_set": next_set(self.event)}
        self.do("leave", lambda: roll_call.mark_away(**self.by_host, **at))
        self.do("back", lambda: roll_call.mark_here(**self.by_host, **at))
        entries = self.event.entries.order_by("pk")
        self.do(
            "deduct",
            lambda: deduct(**self.by_host, entry=entries[1], points=2, reason="Late again"),
        )

    def change_chairs(self) -> None:
        """In the set that was just shown."""
        seating = evening.newest(self.event)
        chairs = list(seating.seats.select_related("entry", "table").order_by("table", "chair"))
        out = seating.sit_outs.select_related("entry").first()
        if out is not None:
            place = {"table": evening.table(self.event, chairs[0].table.number), "chair": 0}
            self.do(
                "substitute",
                lambda: roll_call.substitute(**self.by_host, **place, from_hand=1, entry=out.entry),
            )
            self.do("undo", lambda: undo_last(**self.by_host))
        pair = {"first": chairs[0].entry, "second": chairs[-1].entry}
        self.do(
            "swap",
            lambda: exchanges.exchange_chairs(**self.by_host, seating=seating, **pair, from_hand=1),
        )
        self.do("undo", lambda: undo_last(**self.by_host))

    def end(self) -> None:
        """Finish, reveal, reopen, finish again, rematch, export and import."""
        self.do("count", lambda: wall.set_timer(**self.by_host, minutes=20))
        self.do("hide", lambda: wall.plan_reveal(**self.by_host, first=3))
        self.do("finish", lambda: events.finish_event(**self.by_host, early=True))
        for _step in range(40):
            if not wall_of(self.event).hidden:
                break
            if not self.do("reveal", lambda: wall.reveal_next(**self.by_host)):
                break
        self.compare_papers()
        self.do("reopen", lambda: events.reopen_event(**self.by_host, sure=True))
        self.do("finish", lambda: events.finish_event(**self.by_host, early=True))
        before = [(row.name, row.total, row.rank) for row in standings(self.event).rows]
        document = json.loads(json.dumps(export_event(self.event)))
        copy = import_event(owner=a_user(), data=document)
        assert [(row.name, row.total, row.rank) for row in standings(copy).rows] == before
        theirs, ours = event_finale(copy), event_finale(self.event)
        assert (theirs and theirs.title) == (ours and ours.title)
        self.compare()  # a second one of it doubles nothing
        try:
            play_again(**self.by_host)
        except Refused:
            return
        self.compare()

    def compare_papers(self) -> None:
        """The paper of the standings has everybody's total."""
        paper = self.client.get(reverse("event_pdf", args=[self.event.pk, "standings"]))
        text = text_of(paper)
        for row in standings(self.event).rows[:5]:
            assert str(abs(row.total)) in text, (row.name, row.total)


def walk_sets(event: Event, client: Client) -> None:
    """Two sets of a drive, or all stages, with every deed between."""
    walk = Walk(event, client)
    playing = Playing(event, Plan(9, 5, ((), (), ()), ("right",)), straight=True)
    for number in range(2):
        if draws.why_not(walk.event):
            break
        walk.do("draw", lambda n=number: draws.draw(**walk.by_host, seed=5 + n))
        draft = walk.event.seatings.get(state="draft")
        walk.do("show", lambda one=draft: draws.publish(**walk.by_host, seating=one))
        ensure_links(walk.event)
        walk.change_chairs()
        walk.do("timer", lambda: wall.set_timer(**walk.by_host, minutes=20))
        playing.event = walk.event
        walk.do("play the set", playing.play_set)
        walk.take_back_and_say_again()
        if not number:
            walk.change_people()
    walk.end()
    assert set(walk.deeds) >= DONE_IN_SETS, walk.deeds


CASES = [pytest.param(*one, id="-".join(one)) for one in (*of_each_family(), *STAGES)]


@pytest.mark.exhaustive(keep=PLAYED_ALWAYS)
@pytest.mark.parametrize(("game", "form"), CASES)
def test_all_say_the_same_of_every_set(client: Client, game: str, form: str) -> None:
    event = begin(game, form, Plan(9, 5, ((), (), ()), ("right",)))
    ensure_links(event)
    walk_sets(event, client)


@pytest.mark.exhaustive(keep=PLAYED_ALWAYS)
@pytest.mark.parametrize(
    ("game", "people"), [pytest.param(*one, id=f"{one[0]}-{one[1]}") for one in TABLES]
)
def test_all_say_the_same_of_boards_that_last(client: Client, game: str, people: int) -> None:
    """A table for the evening, a room of couples; somebody joins and leaves where they may."""
    event = board_evening.start(game, people)
    walk = Walk(event, client)
    chance = Random(7)
    for _round in range(3):
        walk.do("round", lambda: play_round(walk.event, chance))
    walk.take_back_and_say_again()
    if not format_of(event).couples:
        at = board_evening.table(event)
        walk.do(
            "join",
            lambda: roll_call.join_table(table=at, actor=host(event), newcomer=ZOE, start="last"),
        )
        walk.do("leave", lambda: roll_call.leave_table(table=at, actor=host(event), chair=1))
    walk.do("round", lambda: play_round(walk.event, chance))
    walk.end()
    assert set(walk.deeds) >= DONE_ALWAYS, walk.deeds


def play_round(event: Event, chance: Random) -> None:
    """A made-up round of any game, at its table or of all couples."""
    board = board_evening.read_board(event)
    if board.couples:
        board_evening.play_round(event, chance)
        return
    report = board_evening.sound(board.plays, board.standing, chance)
    board_evening.say(board_evening.table(event), board.next_number, report, host(event))
