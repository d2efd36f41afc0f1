"""People who play alone at changing tables, each with a board of its own: other people at the table
every set, equals, or each against each."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rulesets.files import drive_answers
from rulesets.files.score_file import read_file
from rulesets.movements import scheduled
from tests.tournaments import evening
from tests.tournaments.api.calls import Caller
from tests.tournaments.evening import a_user, host
from tests.tournaments.visits import papers, text_of
from tournaments.boards.event_board import EventBoard
from tournaments.boards.hall import Hall
from tournaments.desk.selectors import desk
from tournaments.events import services as events
from tournaments.files.event_document import export_event, score_file
from tournaments.files.event_import import import_event
from tournaments.models import Event, Link
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.papers.selectors import heading
from tournaments.report_forms.report_form import make_form
from tournaments.reports.judging import preview
from tournaments.seating import draws, roll_call
from tournaments.seats.selectors import quality, seats
from tournaments.standings.finales import event_finale
from tournaments.standings.players import explanation
from tournaments.standings.selectors import standings
from tournaments.wall.reveal import points_words
from tournaments.web.wording import and_list

pytestmark = pytest.mark.django_db


def an_event(people: int, game: str = "hearts", form: str = "meetings", **options: int) -> Event:
    return evening.an_event_in(form, people, game, **options)


def boards(event: Event, number: int = 0) -> list[EventBoard]:
    """Those of a set, of the newest unless one is named."""
    found = Hall.now(event).boards
    wanted = number or found[-1].set_number
    return [board for board in found if board.set_number == wanted]


def a_report(board: EventBoard, chance: Random) -> Any:
    while True:
        report = board.plays.sample(board.standing, chance)
        if not board.plays.check(board.standing, report):
            return report


def play(event: Event, chance: Random, only: int = 0) -> None:
    """Every table of the newest set plays until its board is full."""
    for number in sorted(board.table_number for board in boards(event)):
        while only in (0, number):
            board = next(one for one in boards(event) if one.table_number == number)
            if board.is_over:
                break
            at = evening.table(event, number)
            evening.say(at, board.next_number, a_report(board, chance))
    event.refresh_from_db()


def played(
    people: int,
    sets: int,
    game: str = "hearts",
    form: str = "meetings",
    late: int = 0,
    **options: int | str,
) -> Event:
    event, chance = an_event(people, game, form, **options), Random(5)
    for number in range(1, sets + 1):
        if late and number == late + 1:
            roll_call.add_late_guest(event=event, actor=host(event), name="Late", role="")
        evening.next_set(event, seed=number)
        play(event, chance)
    return event


def totals(event: Event) -> dict[str, tuple[int, int]]:
    return {row.name: (row.total, row.rank) for row in standings(event).rows}


def sums(event: Event) -> dict[str, int]:
    """What everybody's boards have brought."""
    found: dict[str, int] = {}
    for board in Hall.now(event).boards:
        for name, points in zip(board.names, board.plays.totals(board.state), strict=True):
            found[name] = found.get(name, 0) + points
    return found


SHAPES = {
    "meetings": ([3, 3, 3], [4, 3, 3]),
    "swiss": ([5, 4], [5, 5]),
    "pairs": ([2] * 4, [2] * 5),
}


@pytest.mark.parametrize(
    ("game", "form"), [("hearts", "meetings"), ("hearts", "swiss"), ("golf", "pairs")]
)
def test_an_evening_with_a_late_guest(client: Client, game: str, form: str) -> None:
    event = played(9, 3, game, form, late=2)
    client.force_login(a_user())
    first, third = SHAPES[form]
    assert [len(board.names) for board in boards(event, 1)] == first
    assert [len(board.names) for board in boards(event, 3)] == third
    before, brought = totals(event), sums(event)
    if form != "pairs":  # nobody sat out
        assert {name: total for name, (total, _rank) in before.items()} == brought
    for name in ("event", "event_standings", "event_people", "event_draw", "event_roll"):
        assert client.get(reverse(name, args=[event.pk])).status_code == 200, name
    for name in ("event_log", "event_ledger", "event_settings", "event_disputes"):
        assert client.get(reverse(name, args=[event.pk])).status_code == 200, name
    for entry in event.entries.all():
        told = text_of(client.get(reverse("event_player", args=[event.pk, entry.pk])))
        assert str(before[entry.name][0]).replace("-", "−") in told
    copy = import_event(owner=a_user(), data=json.loads(json.dumps(export_event(event))))
    assert totals(copy) == before
    file = read_file(json.loads(json.dumps(score_file(event))))
    assert not file.broken, [problem.message for problem in file.problems]
    answers = Caller(event, "spectator")("/standings").json()["items"]
    told = {name: total for name, (total, _rank) in before.items()}
    assert {one["name"]: one["total"] for one in answers} == told
    scored = drive_answers.score(file, explain=False)["standings"]
    assert {one["name"]: one["total"] for one in scored} == told
    drawn = drive_answers.seats(file, drive_answers.next_seats(file, 1), 1)
    assert [len(table["chairs"]) for table in drawn["tables"]] == third
    assert ("order" in drawn) == (form == "swiss")
    assert ("later" in drawn) == (form != "swiss")


def test_a_table_reports_from_its_phone(client: Client) -> None:
    event, chance = an_event(8), Random(1)
    evening.next_set(event, seed=1)
    link = event.links.get(kind=Link.Kind.TABLE, table_number=2, revoked_at=None)
    home = reverse("table", args=[link.token])
    first = text_of(client.get(home))
    assert "Table 2" in first
    assert "Set 1 of 7" in first
    assert "Who is playing" not in first
    for deal in range(1, 5):
        board = boards(event)[1]
        assert board.open
        sent: dict[str, Any] = {"set": 1, "deal": deal, "seen": 0, "key": f"k{deal}"}
        report = a_report(board, chance)
        found = Hall.of(event).deal(1, 2, deal)
        assert found is not None
        for name, value in make_form(found, None, report).form_data():
            sent[name] = [*sent.get(name, []), value]
        answer = client.post(reverse("board_report", args=[link.token]), sent)
        assert answer.status_code in (200, 302, 303), answer.content.decode()[:800]
        assert client.get(home, {"deal": deal}).status_code == 200
        assert client.get(reverse("table_books", args=[link.token])).status_code == 200
        event.refresh_from_db()
    assert boards(event)[1].is_over
    over = text_of(client.get(home))
    assert "All rounds have been played." in over
    totals = boards(event)[1].totals(boards(event)[1].state)
    first = [boards(event)[1].names[who] for who in range(4) if totals[who] == min(totals)]
    card = next(one for one in desk(event).cards if one.number == 2)
    assert card.result.startswith(f"{and_list(first)} win")
    assert card.result.endswith(": all rounds have been played.")
    assert card.result.partition(":")[0] in over
    assert " leads" not in over
    more = {"set": 1, "deal": 5, "seen": 0, "key": "k5"}
    more |= {name: value for name, value in sent.items() if name not in more}
    assert client.post(reverse("board_report", args=[link.token]), more).status_code == 422
    last = boards(event)[1].rounds[-1].reports[0]
    undone = {"set": 1, "report": last.report_id, "key": "undo"}
    assert client.post(reverse("table_undo", args=[link.token]), undone).status_code == 303
    assert not boards(event)[1].is_over
    play(event, chance, only=2)
    assert boards(event)[1].is_over
    # Nobody joins a board that is begun anew with every set.
    assert client.get(reverse("table_players", args=[link.token])).status_code == 404
    shown = desk(event)
    assert [(card.number, card.state, card.missing) for card in shown.cards] == [
        (1, "empty", 4),
        (2, "done", 0),
    ]
    assert shown.next_step.reasons == ("Table 1: 4 rounds are missing.",)
    with pytest.raises(Refused):
        evening.next_set(event, seed=2)
    play(event, chance)
    evening.next_set(event, seed=2)
    told = text_of(client.get(home))
    assert "After set 1" in told
    assert "you " in told


@pytest.mark.parametrize("leaver", ["P3", "P8"])
def test_who_is_equal_after_a_correction_meets_next(leaver: str) -> None:
    event = played(9, 2, form="swiss")
    shown = [board.names for board in boards(event, 2)]
    worst = max(standings(event).rows, key=lambda row: row.total).name
    at = next(board for board in boards(event, 1) if worst in board.names)
    chair, people = at.names.index(worst), len(at.names)
    hearts = [0] * people
    hearts[(chair + 1) % people], hearts[(chair + 2) % people] = 7, 6
    for deal in range(1, people + 1):  # whoever had most has nothing of the first set now
        taken = {"hearts": hearts, "queen": (chair + 1) % people}
        evening.say(evening.table(event, at.table_number, 1), deal, taken, host(event), reason="x")
    event.refresh_from_db()
    assert [board.names for board in boards(event, 2)] == shown  # seats that are shown stay
    person = evening.entry(event, leaver)
    roll_call.mark_away(event=event, actor=host(event), entry=person, from_set=3)
    evening.next_set(event, seed=3)
    ranked = [row.name for row in sorted(standings(event).rows, key=lambda row: row.rank)]
    here = [name for name in ranked if name != leaver]
    seated = [set(board.names) for board in boards(event, 3)]
    assert set.union(*seated) == {*here}
    spans = [max(map(here.index, table)) - min(map(here.index, table)) for table in seated]
    assert max(spans) < len(here) - 1  # the first and the last sit apart


def test_a_correction_goes_through_all_that_follows(client: Client) -> None:
    event = played(9, 2)
    client.force_login(a_user())
    at = evening.table(event, 1, 1)
    board = boards(event, 1)[0]
    line = board.rounds[0].reports[0]
    other = next(
        report for seed in range(99) if (report := a_report(board, Random(seed))) != line.payload
    )
    seen = preview(table=at, deal=1, payload=other)
    assert seen.totals
    before = totals(event)
    page = client.get(reverse("event_table", args=[event.pk, 1, 1]))
    assert "Set 1, table 1" in text_of(page)
    assert client.get(reverse("event_deal", args=[event.pk, 1, 1, 1])).status_code == 200
    evening.say(at, 1, other, host(event), reason="misheard")
    event.refresh_from_db()
    assert totals(event) != before
    assert {name: total for name, (total, _rank) in totals(event).items()} == sums(event)
    assert {now.name: now.points for _was, now in seen.totals}.items() <= sums(event).items()
    for name, told in sums(event).items():
        sets = explanation(event, event.entries.get(name=name).pk)
        assert sum(one.points or 0 for one in sets) == told
        assert all(
            sum(line.points for line in hand.lines) == hand.points
            for one in sets
            for hand in one.hands
        )


def test_seventeen_play_to_the_end(client: Client) -> None:
    event = played(17, 3, rounds=3)
    before = totals(event)
    shown = seats(event)
    assert shown is not None
    assert "meet" in quality(event, shown).sentence.text
    link = event.links.get(kind=Link.Kind.TABLE, table_number=1, revoked_at=None)
    told = papers(client, event)
    events.finish_event(event=event, actor=host(event))
    event = Event.objects.get(pk=event.pk)
    assert format_of(event).kind.slug == "meetings"
    assert totals(event) == before
    kept = [[one.brought for one in board.rounds] for board in Hall.of(event).boards]
    assert [len(rounds) for rounds in kept] == [4, 4, 3, 3, 3] * 3
    ending = event_finale(event)
    assert ending is not None
    best = standings(event).rows[0].name
    assert best in " ".join(ending.winners)
    fewest = min(
        points for row in standings(event).rows for points in row.sets if points is not None
    )
    best_set = ending.best_round.rpartition(": ")[2]  # in Hearts that which brought least
    assert best_set == ("nothing at all" if fewest == 0 else f"{fewest}")
    client.force_login(a_user())
    for name in ("event", "event_standings", "event_people", "event_results"):
        assert client.get(reverse(name, args=[event.pk])).status_code == 200, name
    assert best in text_of(Client().get(reverse("table", args=[link.token])))
    for entry in event.entries.all()[:3]:
        assert client.get(reverse("event_player", args=[event.pk, entry.pk])).status_code == 200
    again = import_event(owner=a_user(), data=json.loads(json.dumps(export_event(event))))
    assert totals(again) == before
    told |= papers(client, event)
    assert not {kind for kind, paper in told.items() if not paper.startswith("200")}
    with pytest.raises(Refused):
        draws.draw(event=event, actor=host(event), seed=9)


def test_what_is_carried_from_golf_is_counted_in_points_everywhere() -> None:
    """In Golf itself quarters are held; a set brings points for those who were left behind."""
    event = played(9, 1, "golf", rounds=3, carry="share")
    best = standings(event).rows[0]
    assert (best.total, standings(event).counted) == (100, "")
    assert points_words(event, best.total) == "100 points"
    assert heading(event).result("100") == "with 100 points"


def test_a_set_before_somebody_came_is_not_their_best() -> None:
    event = played(9, 3, "arizona-rummy", late=2, rounds=3)
    late = next(row for row in standings(event).rows if row.name == "Late")
    assert late.sets[:2] == (None, None)
    ending = event_finale(event, so_far=True)
    assert ending is not None
    name, _, number = ending.best_round.partition(": ")[0].partition(", set ")
    row = next(row for row in standings(event).rows if row.name == name)
    assert row.sets[int(number) - 1] is not None


def test_sizes_deals_and_rounds_are_agreed_on(client: Client) -> None:
    event = an_event(10, size=3, deals=2, rounds=2)
    evening.next_set(event, seed=1)
    found = boards(event)
    assert [(len(board.names), board.limit) for board in found] == [(4, 8), (3, 6), (3, 6)]
    client.force_login(a_user())
    link = event.links.get(kind=Link.Kind.TABLE, table_number=3, revoked_at=None)
    assert "Set 1 of 2" in text_of(client.get(reverse("table", args=[link.token])))
    page = client.get(reverse("event_settings", args=[event.pk])).content.decode()
    assert "Deals per player" in page
    # Of a game that is played to its end by turns, a set is all of it.
    turns = an_event(8, "ten-thousand")
    evening.next_set(turns, seed=1)
    assert [board.limit for board in boards(turns)] == [0, 0]
    assert desk(turns).next_step.reasons[0] == "Table 1: one turn is missing."


def test_nobody_waits_for_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes seconds where no schedule is stored: it is over before the event is held."""
    event, order = an_event(11), []
    searched, held = scheduled.make_schedule, draws.event_transaction

    def search(*args: Any, **more: Any) -> Any:
        order.append("search")
        return searched(*args, **more)

    def hold(*args: Any) -> Any:
        order.append("hold")
        return held(*args)

    monkeypatch.setattr(scheduled, "_PLANS", {})
    monkeypatch.setattr(scheduled, "make_schedule", search)
    monkeypatch.setattr(draws, "event_transaction", hold)
    draws.draw(event=event, actor=host(event))
    assert order == ["search", "hold"]


def test_numbered_hands_go_on_from_set_to_set_on_every_page(client: Client) -> None:
    event, chance = an_event(8, "oh-hell"), Random(3)
    for number in (1, 2, 3):
        evening.next_set(event, seed=number)
        if number < 3:
            play(event, chance)
    cards = [[one.before.number for one in board.rounds] for board in boards(event, 2)]
    assert cards == [[5, 6, 7, 8]] * 2
    link = event.links.get(kind=Link.Kind.TABLE, table_number=1, revoked_at=None)
    page = text_of(client.get(reverse("table", args=[link.token])))
    assert "2 cards" in page
    third = boards(event, 3)[0]
    assert third.plays.name_of_round(third.standing).text == "2 cards"
    assert third.next_number == 1
    document = score_file(event)
    assert not read_file(document).problems
    copy = import_event(owner=a_user(), data=json.loads(json.dumps(export_event(event))))
    assert totals(copy) == totals(event)
