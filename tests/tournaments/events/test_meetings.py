"""People who play alone at changing tables, each with a board of its own: other people at the table
every set, equals, or each against each."""

from __future__ import annotations

import json
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from rulesets.files import drive_answers
from rulesets.files.score_file import read_file
from tests.tournaments import evening
from tests.tournaments.api.calls import Caller
from tests.tournaments.evening import a_user, host
from tests.tournaments.visits import for_guests, papers, text_of
from tournaments.boards.event_board import EventBoard
from tournaments.boards.hall import Hall
from tournaments.desk.selectors import desk
from tournaments.files.event_document import score_file
from tournaments.models import Event, Link
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.reports.judging import preview
from tournaments.seating import draws, roll_call
from tournaments.seats.selectors import quality, seats
from tournaments.standings.finales import event_finale
from tournaments.standings.selectors import standings
from tournaments.web.wording import and_list

pytestmark = pytest.mark.django_db


def an_event(people: int, game: str = "hearts", form: str = "meetings", **options: int) -> Event:
    return evening.an_event_in(form, people, game, **options)


def boards(event: Event, number: int = 0) -> list[EventBoard]:
    """Those of a set, of the newest unless one is named."""
    found = Hall.now(event).boards
    wanted = number or found[-1].set_number
    return [board for board in found if board.set_number == wanted]


def play(event: Event, chance: Random, only: int = 0) -> None:
    """Every table of the newest set plays until its board is full."""
    for number in sorted(board.table_number for board in boards(event)):
        while only in (0, number):
            board = next(board for board in boards(event) if board.table_number == number)
            if board.is_over:
                break
            at = evening.table(event, number)
            report = evening.sound(board.plays, board.standing, chance)
            evening.say(at, board.next_number, report)
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
    values: dict[str, int] = {}
    for board in Hall.now(event).boards:
        for name, points in zip(board.names, board.plays.totals(board.state), strict=True):
            values[name] = values.get(name, 0) + points
    return values


SHAPES = {
    "meetings": ([3, 3, 3], [4, 3, 3]),
    "swiss": ([5, 4], [5, 5]),
    "pairs": ([2] * 4, [2] * 5),
}


@pytest.mark.parametrize(
    ("game", "form"), [("hearts", "meetings"), ("hearts", "swiss"), ("golf", "pairs")]
)
def test_an_evening_with_a_late_guest(game: str, form: str) -> None:
    event = played(9, 3, game, form, late=2)
    first, third = SHAPES[form]
    assert [len(board.names) for board in boards(event, 1)] == first
    assert [len(board.names) for board in boards(event, 3)] == third
    carried = {name: total for name, (total, _rank) in totals(event).items()}
    if form != "pairs":  # nobody sat out
        assert carried == sums(event)
    lines = Caller(event, "spectator")("/standings").json()["items"]
    assert {line["name"]: line["total"] for line in lines} == carried
    evening.check_files(event)
    file = read_file(json.loads(json.dumps(score_file(event))))
    view = drive_answers.seats(file, drive_answers.next_seats(file, 1), 1)
    assert [len(table["chairs"]) for table in view["tables"]] == third
    assert ("order" in view) == (form == "swiss")
    assert ("later" in view) == (form != "swiss")
    if form == "meetings":
        check_best_set(event)
        check_correction(event)


def check_best_set(event: Event) -> None:
    """A set before somebody came is not their best, though in Hearts the fewest win."""
    late = next(row for row in standings(event).rows if row.name == "Late")
    assert late.sets[:2] == (None, None)
    ending = event_finale(event, so_far=True)
    assert ending is not None
    name, _, number = ending.best_round.partition(": ")[0].partition(", set ")
    row = next(row for row in standings(event).rows if row.name == name)
    assert row.sets[int(number) - 1] is not None


def check_correction(event: Event) -> None:
    """What a correction of the first set would change is foreseen, and counts."""
    at, board = evening.table(event, 1, 1), boards(event, 1)[0]
    report = board.rounds[0].reports[0].payload
    sounds = (evening.sound(board.plays, board.standing, Random(seed)) for seed in range(99))
    other = next(one for one in sounds if one != report)
    seen = preview(table=at, deal=1, payload=other)
    evening.say(at, 1, other, host(event), reason="misheard")
    event.refresh_from_db()
    assert {name: total for name, (total, _rank) in totals(event).items()} == sums(event)
    foreseen = {now.name: now.points for _was, now in seen.totals}
    assert foreseen
    assert foreseen.items() <= sums(event).items()


def test_a_table_plays_its_board_to_the_end_of_the_set(client: Client) -> None:
    event, chance = an_event(8), Random(1)
    evening.next_set(event, seed=1)
    link = event.links.get(kind=Link.Kind.TABLE, table_number=2, revoked_at=None)
    home = reverse("table", args=[link.token])
    first = text_of(client.get(home))
    assert "Table 2" in first
    assert "Set 1 of 7" in first
    assert "Who is playing" not in first
    play(event, chance, only=2)
    board = boards(event)[1]
    assert board.is_over
    over = text_of(client.get(home))
    assert "All rounds have been played." in over
    totals = board.totals(board.state)
    best = [board.names[who] for who in range(4) if totals[who] == min(totals)]
    card = next(card for card in desk(event).cards if card.number == 2)
    assert card.result.startswith(f"{and_list(best)} win")
    assert card.result.endswith(": all rounds have been played.")
    assert card.result.partition(":")[0] in over
    assert " leads" not in over
    with pytest.raises(Refused):
        evening.say(evening.table(event, 2), 5, board.rounds[0].reports[0].payload)
    last = board.rounds[-1].reports[0]
    undone = {"set": 1, "report": last.report_id, "key": "undo"}
    assert client.post(reverse("table_undo", args=[link.token]), undone).status_code == 303
    assert not boards(event)[1].is_over
    play(event, chance, only=2)
    # Nobody joins a board that is begun anew with every set.
    assert client.get(reverse("table_players", args=[link.token])).status_code == 404
    page = desk(event)
    assert [(card.number, card.state, card.missing) for card in page.cards] == [
        (1, "empty", 4),
        (2, "done", 0),
    ]
    assert page.next_step.reasons == ("Table 1: 4 rounds are missing.",)
    with pytest.raises(Refused):
        evening.next_set(event, seed=2)
    play(event, chance)
    evening.next_set(event, seed=2)
    moved = text_of(client.get(home))
    assert "After set 1" in moved
    assert "you " in moved


def test_an_evening_is_kept_as_it_was_played(client: Client) -> None:
    event = played(10, 2, rounds=2)
    view = seats(event)
    assert view is not None
    assert "meet" in quality(event, view).sentence.text
    event = evening.check_end(event)
    assert format_of(event).kind.slug == "meetings"
    kept = [
        [board_round.brought for board_round in board.rounds] for board in Hall.of(event).boards
    ]
    assert [len(rounds) for rounds in kept] == [4, 3, 3] * 2
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
    assert best in for_guests(event, "table")
    assert papers(client, event, "winners")["winners"].startswith("200")
    with pytest.raises(Refused):
        draws.draw(event=event, actor=host(event), seed=9)
