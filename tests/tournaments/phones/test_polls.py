"""What a table's phone asks every few seconds: whatever changes what it shows, it is told of; and
what others report, it does not even look at."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import board_evening as boards
from tests.tournaments import evening as drives
from tests.tournaments.evening import entry, host, undo
from tournaments.access import join_codes
from tournaments.access.permissions import Actor
from tournaments.access.services import ensure_links, make_link, renew_link, revoke_link
from tournaments.db.steps import STEPS
from tournaments.evenings import services as evenings
from tournaments.events import services as events
from tournaments.events.rematch import play_again
from tournaments.log.selectors import read_log
from tournaments.models import CUT, Dispute, Event, Report, Table
from tournaments.models.errors import Conflict
from tournaments.people.names import ParsedName, parse_names
from tournaments.people.services import merge_people, rename_person
from tournaments.reports import acceptances, bells, dealers, disputes, rivals, services
from tournaments.reports.submission import Submission
from tournaments.seating import draws, exchanges, late_seats, redraws, roll_call, roster, swaps
from tournaments.seating.roll_call import join_table, leave_table, return_to_table
from tournaments.standings.deductions import deduct
from tournaments.standings.selectors import standings
from tournaments.wall import prizes
from tournaments.wall import services as wall

pytestmark = pytest.mark.django_db

EVEN, SLAM = {"tricks": [7, 6]}, {"tricks": [6, 7]}
HEARTS = {"hearts": [0, 6, 3, 4], "queen": 0}
POINTS = {"points": [1, 2, 3, 4]}
# A form's own words in every answer, which say nothing of what is shown.
OWN = re.compile(r'name="(?:key|csrfmiddlewaretoken)" value="[^"]*"|seen=[\w.]*')


class Phones:
    """The phones of every table of an event, each with the tag of what it shows."""

    def __init__(self, event: Event) -> None:
        self.event = event
        ensure_links(event)
        links = event.links.filter(kind="table", revoked_at=None).order_by("table_number")
        self.paths = {
            link.table_number: reverse("table_state", args=(link.token,)) for link in links
        }
        self.client = Client()
        self.shown = {number: self.look(number) for number in self.paths}

    def look(self, number: int) -> tuple[str, str]:
        """What a table shows now, and its tag."""
        return read_answer(self.client.get(self.paths[number]))

    def wake(self) -> set[int]:
        """After something happened: the tables whose phones look anew. Each whose page looks
        another way is among them."""
        woken = set()
        for number, path in self.paths.items():
            before, tag = self.shown[number]
            answer = self.client.get(path, {"seen": tag})
            if answer.status_code != 204:
                self.shown[number] = read_answer(answer)
                woken.add(number)
                continue
            now = self.look(number)
            assert now[0] == before, f"table {number} shows what is old"
            if fresh := answer.headers.get("ETag", "").strip('"'):
                assert fresh == now[1]
                woken.add(number)
            self.shown[number] = now
        return woken


def read_answer(answer: HttpResponse) -> tuple[str, str]:
    text = answer.content.decode()
    tag = re.search(r"seen=([\w.]+)", text)
    return OWN.sub("", text), tag[1] if tag else ""


Step = Callable[[Event], Any]


def last(event: Event, number: int = 1) -> Report:
    found = Report.objects.filter(table__seating__event=event, table__number=number)
    return found.select_related("table__seating__event").order_by("-pk")[0]


def accept(event: Event, number: int = 1) -> None:
    acceptances.accept(report=last(event, number), actor=drives.at_table(event, number))


def contest(event: Event) -> None:
    """Another phone of the second table says otherwise."""
    with pytest.raises(Conflict):
        drives.say(drives.table(event, 2), 1, SLAM, seen=0)


def choose(event: Event) -> None:
    rivals.keep_report(report=last(event, 2), actor=drives.at_table(event, 2))


def take_back(event: Event, deal: int, number: int = 1, actor: Actor | None = None) -> None:
    at, actor = drives.table(event, number), actor or drives.at_table(event, number)
    seen = at.reports.filter(deal=deal).count()
    values = {"key": uuid.uuid4().hex, "seen": seen, "reason": "misread" if actor.at_desk else ""}
    services.withdraw(at, deal, Submission(actor, **values))


def led_by_a_leader(event: Event) -> None:
    leader = entry(event, standings(event).rows[0].name)
    roster.set_scorekeeper(event=event, actor=host(event), entry=leader)


def override(event: Event, payload: dict[str, Any], deal: int = 1) -> None:
    """By a scorekeeper who plays and leads: another player has to agree."""
    values = {"override": True, "reason": "we saw it"}
    drives.say(drives.table(event), deal, payload, host(event), **values)


def agree(event: Event) -> None:
    by = event.entries.exclude(pk=event.scorekeeper_id).order_by("pk")[0]
    acceptances.agree(report=last(event), actor=host(event), by=by)


def object_to(event: Event, number: int | None = 1) -> None:
    at = drives.table(event, number) if number else None
    values = {"objector": "Ann", "text": "The last trick"}
    disputes.note_dispute(
        event=event, actor=host(event), table=at, deal=1 if at else None, **values
    )


def decide(event: Event) -> None:
    found = Dispute.objects.filter(event=event, decided_at=None).order_by("-pk")[0]
    disputes.decide_dispute(dispute=found, actor=host(event), decision="It stands")


def tie(event: Event) -> None:
    """At table 2 a set that has to be cut for."""
    for deal, payload in enumerate((EVEN, EVEN, SLAM, SLAM), 1):
        drives.say(drives.table(event, 2), deal, payload)


def win(event: Event) -> None:
    """At table 1 a set that is won by two tricks."""
    for deal in (2, 3, 4):
        drives.say(drives.table(event), deal, EVEN)


def cut(event: Event, number: int = 2) -> None:
    drives.settle(event, drives.table(event, number))


def correct(event: Event, tricks: list[int], *, reseat: bool) -> None:
    """A result of a set that others have followed, so that other people would have won it."""
    at, warned = drives.table(event, 1, 1), ("score.negative", "tricks.all", "seats.moved")
    seen = at.reports.filter(deal=1).count()
    values = {"key": uuid.uuid4().hex, "seen": seen, "reason": "misread", "reseat": reseat}
    told = {"tricks": tricks}
    services.save_report(at, 1, Submission(host(event), payload=told, confirmed=warned, **values))


def someone_new(event: Event, name: str = "Newcomer") -> None:
    roll_call.add_late_guest(event=event, actor=host(event), name=name, role="lady")


def couple(event: Event, place: int = 0) -> Table:
    """A couple of the running round, in the order of their places."""
    shown = event.seatings.filter(state="published").order_by("-set_number")[0]
    return boards.table(event, shown.tables.order_by("number")[place].number)


def on_prize(event: Event, verb: Callable[..., Any]) -> None:
    verb(event=event, actor=host(event), prize_id=event.prizes.last().pk)


def by_host(verb: Callable[..., Any], **values: Any) -> Step:
    return lambda event: verb(event=event, actor=host(event), **values)


def swap_alike(*, event: Event, actor: Actor) -> None:
    """Let the first of the drawn seats swap with the next one of the same role."""
    seating = event.seatings.get(state="draft")
    first, *others = seating.seats.select_related("entry").order_by("table__number", "chair")
    second = next(seat for seat in others if seat.role == first.role)
    swaps.swap_places(
        event=event, actor=actor, seating=seating, first=first.entry, second=second.entry
    )


def on_entry(verb: Callable[..., Any], whose: str, /, **values: Any) -> Step:
    return lambda event: verb(event=event, actor=host(event), entry=entry(event, whose), **values)


def of_evening(event: Event) -> Any:
    return evenings.create_evening(
        owner=event.owner, name="Feast", date=timezone.localdate(), way="places"
    )


def leave_evening(event: Event) -> None:
    event.refresh_from_db()
    assert event.evening is not None
    evenings.leave(evening=event.evening, event=event, user=event.owner)


def substitute(event: Event) -> None:
    someone_new(event, "Sub")
    at = drives.table(event, 1)
    roll_call.substitute(
        event=event, actor=host(event), table=at, chair=0, from_hand=4, entry=entry(event, "Sub")
    )


def take_away(event: Event) -> None:
    whom = event.entries.order_by("pk").first()
    assert whom is not None
    deduct(event=event, actor=host(event), entry=whom, points=5, reason="An hour late")


def exchange(event: Event) -> None:
    one, other = (drives.table(event, 1).seats.select_related("entry")[n].entry for n in (1, 2))
    values = {"seating": drives.newest(event), "first": one, "second": other}
    exchanges.exchange_chairs(event=event, actor=host(event), from_hand=3, **values)


def renamed_in_the_book(event: Event) -> None:
    rename_person(person=entry(event, "L1").person, name="Elle One")


def merged_in_the_book(event: Event) -> None:
    double = entry(event, "L2").person
    keep = type(double).objects.create(name="Elle Two", family_id=event.book)
    merge_people(keep=keep, duplicate=double)


def spare_link(event: Event) -> None:
    link = make_link(event=event, actor=host(event), kind="table", table_number=2)
    revoke_link(link=renew_link(link=link, actor=host(event)), actor=host(event))


# What happens, and which tables' phones look anew; None: those of all.
Happens = tuple[str, Step, set[int] | None]
DRIVE: tuple[Happens, ...] = (
    ("people", by_host(roster.enter_people, parsed=parse_names("Zoe\nZac")), None),
    ("role", on_entry(roster.set_role, "Zoe", role="lady"), None),
    ("role too", on_entry(roster.set_role, "Zac", role="lady"), None),
    ("balance", lambda e: roster.apply_balance(
        event=e, actor=host(e), entries=roster.propose_balance(e)), None),
    ("chair", on_entry(roster.set_keeps_chair, "L1", keeps=True), None),
    ("team", on_entry(roster.set_team, "L1", team="Garby"), None),
    ("wish", lambda e: roster.add_pairing(
        event=e, actor=host(e), first=entry(e, "L1"), second=entry(e, "G1"), kind="apart"), None),
    ("no wish", lambda e: roster.remove_pairing(
        event=e, actor=host(e), pairing=e.pairings.model.objects.get(first__event=e)), None),
    ("removed", on_entry(roster.remove_entry, "Zoe"), None),
    ("removed too", on_entry(roster.remove_entry, "Zac"), None),
    ("drawn", by_host(draws.draw, seed=3), set()),
    ("put away", by_host(draws.discard_draft), set()),
    ("drawn again", by_host(draws.draw, seed=1), set()),
    ("swapped", by_host(swap_alike), set()),
    ("swapped back", by_host(swap_alike), set()),
    ("shown", lambda e: draws.publish(
        event=e, actor=host(e), seating=e.seatings.get(state="draft")), None),
    ("dealer", lambda e: dealers.set_dealer(
        table=drives.table(e, 2), chair=2, actor=drives.at_table(e, 2)), {2}),
    ("report", lambda e: drives.say(drives.table(e), 1, EVEN), {1}),
    ("report there", lambda e: drives.say(drives.table(e, 2), 1, SLAM), {2}),
    ("change", lambda e: drives.say(drives.table(e), 1, SLAM), {1}),
    ("withdrawn", lambda e: take_back(e, 1, 2), {2}),
    ("told again", lambda e: drives.say(drives.table(e, 2), 1, EVEN), {2}),
    ("two answers", contest, {2}),
    ("one is chosen", choose, {2}),
    ("yes", accept, {1}),
    ("yes there", lambda e: accept(e, 2), {2}),
    ("at the desk", lambda e: drives.say(drives.table(e), 2, EVEN, host(e)), {1}),
    ("objection", object_to, {1}),
    ("decided", decide, {1}),
    ("objection to nothing", lambda e: object_to(e, None), None),
    ("undone", undo, None),
    ("scorekeeper", on_entry(roster.set_scorekeeper, "L1"), None),
    ("nudge", by_host(wall.nudge, table_number=2), {2}),
    ("timer", by_host(wall.set_timer, minutes=5), None),
    ("hidden", by_host(wall.hide_standings, hidden=True), None),
    ("prize", by_host(prizes.name_prize, key="place:1", title="", gift="a cup"), None),
    ("luck", by_host(prizes.name_prize, key="lot", title="", gift=""), None),
    ("moved", lambda e: on_prize(e, partial(prizes.move_prize, to=1)), None),
    ("awards", by_host(prizes.choose_awards, kinds=["climb"]), None),
    ("several", by_host(prizes.pass_over, passes_over=False), None),
    ("off", lambda e: on_prize(e, prizes.remove_prize), None),
    ("planned", by_host(wall.plan_reveal, first=0), None),
    ("revealed", by_host(wall.reveal_next), None),
    ("one back", by_host(wall.reveal_back), None),
    ("held", by_host(wall.hold_slide, slide="join"), None),
    ("break", by_host(wall.set_break, minutes=10), None),
    ("another code", by_host(join_codes.renew_code), None),
    ("tables open", by_host(join_codes.open_tables), None),
    ("by code", lambda e: join_codes.join_table(event=e, number=1), None),
    ("tables closed", by_host(join_codes.close_tables), None),
    ("no code", by_host(join_codes.revoke_code), None),
    ("live", by_host(wall.count_live, live=True), None),
    ("renamed", on_entry(roster.rename_entry, "L1", name="Elle"), None),
    ("called again", on_entry(roster.rename_entry, "Elle", name="L1"), None),
    ("in the book", renamed_in_the_book, set()),
    ("merged", merged_in_the_book, set()),
    ("settings", by_host(
        events.update_event, name="Late evening", role_names={"lady": {"one": "Lioness"}}), None),
    ("links", spare_link, None),
    ("evening", lambda e: evenings.join(evening=of_evening(e), event=e, user=e.owner), None),
    ("no evening", leave_evening, None),
    ("substitute", substitute, None),
    ("exchange", exchange, None),
    ("points taken away", take_away, None),
    ("tie", tie, {2}),
    ("cut", cut, {2}),
    ("not so", lambda e: take_back(e, CUT, 2, host(e)), {2}),
    ("cut again", cut, {2}),
    ("win", win, {1}),
    ("away", on_entry(roll_call.mark_away, "G3", from_set=2), None),
    ("here", on_entry(roll_call.mark_here, "G3", from_set=2), None),
    ("late", someone_new, None),
    ("another scorekeeper", led_by_a_leader, None),
    ("override", lambda e: override(e, {"tricks": [9, 9]}), {1}),
    ("agreed", agree, {1}),
    ("withdrawn", lambda e: take_back(e, 1, actor=host(e)), {1}),
    ("told after all", lambda e: drives.say(drives.table(e), 1, SLAM, host(e)), {1}),
    ("next seats", lambda e: drives.next_set(e, 4), None),
    ("corrected", lambda e: correct(e, [0, 13], reseat=False), {1}),
    ("seated anew", lambda e: correct(e, [13, 0], reseat=True), None),
    ("finished", by_host(events.finish_event, early=True), None),
    ("taken up again", by_host(events.reopen_event, sure=True), None),
)  # fmt: skip


BOARDS: tuple[Happens, ...] = (
    ("rules", lambda e: events.update_event(event=e, actor=host(e), options={"stake": 12}), None),
    ("dealer", lambda e: dealers.set_dealer(
        table=boards.table(e), chair=2, actor=boards.at_table(e, 1)), {1}),
    ("report", lambda e: boards.say(boards.table(e), 1, POINTS), {1}),
    ("report there", lambda e: boards.say(boards.table(e, 2), 1, POINTS), {2}),
    ("change", lambda e: boards.say(boards.table(e), 1, {"points": [9, 2, 3, 4]}), {1}),
    ("yes", accept, {1}),
    ("next", lambda e: boards.say(boards.table(e), 2, POINTS), {1}),
    ("corrected", lambda e: boards.say(
        boards.table(e), 1, POINTS, host(e), reason="misread"), {1}),
    ("withdrawn", lambda e: boards.take_back(boards.table(e), 2), {1}),
    ("undone", undo, None),
    ("objection", object_to, {1}),
    ("decided", decide, {1}),
    ("renamed", on_entry(roster.rename_entry, "Ann", name="Anna"), None),
    ("another table", by_host(draws.open_table, parsed=parse_names("Max\nMia\nMoe")), None),
    ("report at it", lambda e: boards.say(boards.table(e, 3), 1, {"points": [1, 2, 3]}), {3}),
    ("to the end", lambda e: boards.play(e, tables=(1,)), {1}),
    ("and there", lambda e: boards.play(e, tables=(2, 3)), {2, 3}),
    ("final", by_host(draws.seat_final), None),
    ("in the final", lambda e: boards.say(boards.table(e), 1, {"points": [1, 2, 3]}), {1}),
    ("put away too", by_host(events.put_away_event), None),
    ("not so", undo, None),
    ("finished", by_host(events.finish_event, early=True), None),
    ("again", by_host(play_again), None),
)  # fmt: skip
ROOM: tuple[Happens, ...] = (
    ("dealer", lambda e: dealers.set_dealer(
        table=boards.table(e), chair=1, actor=boards.at_table(e, 1)), None),
    ("away", lambda e: roll_call.mark_away(
        event=e, actor=host(e), entry=entry(e, "G3"), from_set=2), None),
    ("seated anew", by_host(redraws.reseat), None),
    ("here", lambda e: roll_call.mark_here(
        event=e, actor=host(e), entry=entry(e, "G3"), from_set=2), None),
    ("report", lambda e: boards.say(couple(e), 1, boards.gin(0, 7)), {1, 2, 3}),
    ("yes", lambda e: accept(e, couple(e).number), None),
    ("hidden", by_host(wall.hide_standings, hidden=True), None),
    ("shown", by_host(wall.hide_standings, hidden=False), None),
    ("last report", lambda e: boards.say(couple(e, 1), 1, boards.stock(3, 4)), None),
    ("undone", undo, None),
)  # fmt: skip


def walk(event: Event, story: tuple[Happens, ...]) -> Iterator[str]:
    """Play it step by step; yields the codes that the log has got by it."""
    phones = Phones(event)
    for name, step, expected in story:
        event.refresh_from_db()
        known = event.version
        step(event)
        event.refresh_from_db()
        woken = phones.wake()
        if expected is not None:
            assert woken == expected, name
        yield from event.log.filter(version__gt=known).values_list("code", flat=True)
        phones = Phones(event) if set(phones.paths) != _tables(event) else phones


def _tables(event: Event) -> set[int | None]:
    return set(
        event.links.filter(kind="table", revoked_at=None).values_list("table_number", flat=True)
    )


def a_drive() -> Event:
    """An event before its first seats, with a link for every table that there will be."""
    event = drives.an_event(8)
    for number in (1, 2):
        make_link(event=event, actor=host(event), kind="table", table_number=number)
    return event


def some_tables() -> Event:
    return boards.start(boards.GOLF, 8, tables=2)


def a_room() -> Event:
    return boards.start(boards.GIN, 6)


# Somebody joins a table that plays already, and another one leaves it.
NEWCOMERS: tuple[Happens, ...] = (
    ("report", lambda e: boards.say(boards.table(e), 1, HEARTS), {1}),
    ("report there", lambda e: boards.say(boards.table(e, 2), 1, HEARTS), {2}),
    ("joins", lambda e: join_table(
        table=boards.table(e), actor=host(e), newcomer=ParsedName("Zoe", "", None, 1)), {1}),
    ("leaves", lambda e: leave_table(
        table=boards.table(e), actor=boards.at_table(e, 1), chair=2), {1}),
    ("is back", lambda e: return_to_table(
        table=boards.table(e), actor=boards.at_table(e, 1), chair=2), {1}),
    ("undone", undo, None),
    ("agreed", by_host(acceptances.set_saved_is_agreed, saved=True), None),
    ("asked", by_host(acceptances.set_saved_is_agreed, saved=False), None),
)  # fmt: skip


# Somebody takes the place opposite a bye while the first set is played.
LATE: tuple[Happens, ...] = (
    ("comes", by_host(roll_call.add_late_guest, name="Zoe", role=""), None),
    ("sits down", lambda e: late_seats.seat_late_guests(
        event=e, actor=host(e), mark=late_seats.find_open_seats(e).mark), None),
    ("undone", undo, None),
)  # fmt: skip


def a_swiss_of_five() -> Event:
    event = drives.an_event_in("swiss", 5, "golf", size=2, rounds=3)
    drives.next_set(event, 1)
    event.refresh_from_db()
    return event


def tables_of_hearts() -> Event:
    return boards.start("hearts", 8, tables=2)


def with_a_bell() -> Event:
    event = drives.an_event_in("progressive", minutes=15)
    drives.next_set(event, 1)
    event.refresh_from_db()
    return event


BELL: tuple[Happens, ...] = (
    ("last", lambda e: bells.set_last_deal(
        table=drives.table(e), last=1, actor=drives.at_table(e, 1)), {1}),
)  # fmt: skip


STORIES: list[tuple[Callable[[], Event], tuple[Happens, ...]]]
STORIES = [(a_drive, DRIVE), (some_tables, BOARDS), (a_room, ROOM)]
STORIES += [(tables_of_hearts, NEWCOMERS), (with_a_bell, BELL), (a_swiss_of_five, LATE)]
# Steps before there are phones, and those of evenings from cards, which have none.
BEFORE = {"event.created", "event.imported", "event.from_cards", "event.more_cards"}
# What happens to finished evenings alone.
BEFORE |= {"person.removed", "prize.cut"}


def test_a_phone_is_told_of_all_that_changes_its_page() -> None:
    """And all that the log can tell happens here, so that no new verb is forgotten."""
    codes: set[str] = set()
    for make, story in STORIES:
        event = make()
        codes |= set(walk(event, story))
        check_log(event)
    assert codes == STEPS.keys() - BEFORE


def check_log(event: Event) -> None:
    """Every line of the log is a sentence without words of the database."""
    pages = [read_log(event, page) for page in range(1, read_log(event).pages + 1)]
    rows = [row for page in pages for row in page.rows]
    assert len(rows) == event.log.count()
    for row in rows:
        assert row.sentence[-1] in ".”?", row.sentence
        assert not re.search(r"None|{", row.sentence), row.sentence
        assert row.who


def test_a_poll_without_news_costs_one_query(django_assert_num_queries: Any) -> None:
    event = drives.start()
    phones = Phones(event)
    path, (_shown, tag) = phones.paths[1], phones.shown[1]
    drives.say(drives.table(event, 2), 1, EVEN)
    with django_assert_num_queries(1):
        assert phones.client.get(path, {"seen": tag}).status_code == 204
