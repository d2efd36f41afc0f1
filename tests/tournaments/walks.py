"""A walk through the product: an evening with every deed that a host has, for tests that look at it
after each of them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from tests.tournaments import board_evening, evening
from tests.tournaments.evening import host
from tests.tournaments.events.test_random_evenings import Plan, Playing
from tournaments.access.services import ensure_links
from tournaments.events import services as events
from tournaments.log.services import undo_last
from tournaments.models import CUT, Acceptance, Event, Report
from tournaments.models.errors import Conflict, Refused
from tournaments.models.event_games import format_of
from tournaments.people.names import ParsedName
from tournaments.reports import acceptances, services
from tournaments.reports.disputes import decide_dispute, note_dispute
from tournaments.reports.submission import Submission
from tournaments.seating import draws, exchanges, roll_call
from tournaments.seats.requests import next_set
from tournaments.standings.deductions import deduct
from tournaments.wall import services as wall
from tournaments.wall.selectors import wall as wall_of

if TYPE_CHECKING:
    from django.test import Client

ZOE = ParsedName("Zoe", "", None, 1)


class Walk:
    """One evening, and everybody who looks at it: a subclass says what they look at."""

    def __init__(self, event: Event, client: Client) -> None:
        self.event, self.client = event, client
        self.deeds: list[str] = []
        client.force_login(event.owner)

    @property
    def by_host(self) -> dict[str, Any]:
        return {"event": self.event, "actor": host(self.event)}

    def do(self, deed: str, act: Any) -> bool:
        """Do something that the host may be refused, and look at everything afterwards."""
        try:
            act()
        except Refused:
            return False
        self.deeds.append(deed)
        self.event = Event.objects.get(pk=self.event.pk)
        self.look()
        return True

    def look(self) -> None:
        """Look at the evening after a deed."""

    def look_at_reveal(self) -> None:
        """Look at it when everything is revealed."""

    def look_at_end(self) -> None:
        """Look at it when it is finished for good."""

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
        values = {"seen": last.revision, "key": f"w{last.pk}", "reason": "The slip said so"}
        self.try_out(
            "withdraw", lambda: services.withdraw(at, deal, Submission(host(self.event), **values))
        )
        if self.newest_report() is None or self.newest_report().deal != deal:
            self.do("report again", lambda: evening.say(at, deal, payload, host(self.event)))
        disputes: list[Any] = []
        objection = {"objector": "Somebody", "text": "That was nine.", "table": at, "deal": deal}
        self.do("dispute", lambda: disputes.append(note_dispute(**self.by_host, **objection)))
        for dispute in disputes:
            self.do(
                "decide",
                lambda value=dispute: decide_dispute(
                    dispute=value, actor=host(self.event), decision="It was ten."
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
        format = format_of(self.event)
        role = (format.facts.roles.names or ("",))[0]
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
            self.try_out(
                "substitute",
                lambda: roll_call.substitute(**self.by_host, **place, from_hand=1, entry=out.entry),
            )
        pair = {"first": chairs[0].entry, "second": chairs[-1].entry}
        self.try_out(
            "swap",
            lambda: exchanges.exchange_chairs(**self.by_host, seating=seating, **pair, from_hand=1),
        )

    def try_out(self, deed: str, act: Any) -> None:
        """Do something and undo it; what was refused leaves nothing to undo."""
        if self.do(deed, act):
            self.do("undo", lambda: undo_last(**self.by_host))

    def end(self) -> None:
        """Finish, reveal, reopen, and finish again."""
        self.do("count", lambda: wall.set_timer(**self.by_host, minutes=20))
        self.do("hide", lambda: wall.plan_reveal(**self.by_host, first=3))
        self.do("finish", lambda: events.finish_event(**self.by_host, early=True))
        for _step in range(40):
            if not wall_of(self.event).hidden:
                break
            if not self.do("reveal", lambda: wall.reveal_next(**self.by_host)):
                break
        self.look_at_reveal()
        self.do("reopen", lambda: events.reopen_event(**self.by_host, sure=True))
        self.do("finish", lambda: events.finish_event(**self.by_host, early=True))
        self.look_at_end()


def walk_sets(walk: Walk, plan: Plan, sets: int) -> None:
    """Some sets of a drive, or all stages, with every deed between."""
    playing = Playing(walk.event, plan, straight=False)
    for number in range(sets):
        if draws.why_not(walk.event):
            break
        walk.do("draw", lambda n=number: draws.draw(**walk.by_host, seed=plan.seed + n))
        draft = walk.event.seatings.get(state="draft")
        walk.do("show", lambda value=draft: draws.publish(**walk.by_host, seating=value))
        ensure_links(walk.event)
        walk.change_chairs()
        walk.do("timer", lambda: wall.set_timer(**walk.by_host, minutes=20))
        playing.event = walk.event
        walk.do("play the set", playing.play_set)
        walk.take_back_and_say_again()
        if not number:
            walk.change_people()
    walk.end()


def walk_board(walk: Walk, rounds: int, seed: int) -> None:
    """A table for the evening, or a room of couples; somebody joins and leaves where they may."""
    chance = Random(seed)
    for _round in range(rounds):
        walk.do("round", lambda: play_round(walk.event, chance))
    walk.take_back_and_say_again()
    if format_of(walk.event).keeping.board != "room":
        at = board_evening.table(walk.event)
        joining = {"newcomer": ZOE, "start": "last"}
        walk.do("join", lambda: roll_call.join_table(table=at, actor=host(walk.event), **joining))
        walk.do("leave", lambda: roll_call.leave_table(table=at, actor=host(walk.event), chair=1))
    walk.do("round", lambda: play_round(walk.event, chance))
    walk.end()


def play_round(event: Event, chance: Random) -> None:
    """A made-up round of any game, at its table or of all couples."""
    board = board_evening.read_board(event)
    if board.format.keeping.board == "room":
        board_evening.play_round(event, chance)
        return
    report = board_evening.sound(board.plays, board.standing, chance)
    board_evening.say(board_evening.table(event), board.next_number, report, host(event))
