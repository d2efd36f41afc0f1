"""Boards on the wall: who plays whom, totals, pictures, teams; nothing of what is hidden."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from rulesets.engine.text import signed
from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    RUMMOLI,
    SLUGS,
    gin,
    play,
    play_any,
    play_round,
    read_board,
    say,
    start,
    table,
)
from tests.tournaments.evening import host
from tests.tournaments.visits import words_of
from tests.tournaments.wall.test_views import get, slides
from tournaments.boards import hall as hall_module
from tournaments.events import services as events
from tournaments.models import Event
from tournaments.scores.finale import finale
from tournaments.scores.lines import lines
from tournaments.seating import draws
from tournaments.standings import selectors as standings_module
from tournaments.wall import services as wall
from tournaments.web.wording import and_list

pytestmark = pytest.mark.django_db


def news(response: Any) -> list[str]:
    return re.findall(r'data-now="([^"]+)"', response.content.decode())


def hide(event: Event, reveal: int = 0) -> None:
    wall.hide_standings(event=event, actor=host(event), hidden=True)
    event.refresh_from_db()
    for _ in range(reveal):
        wall.reveal_next(event=event, actor=host(event))
    event.refresh_from_db()


def test_couples_come_first_with_their_places(client: Any) -> None:
    event = start(GIN, 7, seed=4)
    response = get(client, event)
    assert slides(response)[0] == "seats-1"
    page = response.content.decode()
    for line in read_board(event).rounds[0].reports:
        one, two = (read_board(event).names[place] for place in line.chairs)
        assert re.search(
            rf'aria-label="Place {line.table_number}".*?{one}</span>.*?{two}</span>', page
        )
    assert 'class="couples columns-one rows-3"' in page
    [out] = read_board(event).rounds[0].byes
    assert f"Sitting out: {read_board(event).names[out]}" in words_of(response)
    assert re.search("(Guys|Girls) deal", words_of(response))
    assert news(response)[0] == "seats-1"
    # Nothing is written yet, and nobody waits for anybody.
    assert slides(response) == ["seats-1", "join"]


def test_the_next_couples_are_shown_at_once_and_sums_say_what_they_are_made_of(
    client: Any,
) -> None:
    event = start(GIN, 4)
    play(event, 1)
    response = get(client, event)
    assert news(response) == ["seats-2"]
    assert slides(response) == ["seats-1", "board-0-0-1", "standings-1", "join"]
    page = words_of(response)
    assert "Round 2" in page
    assert re.search(r"\d+ short", page)
    assert "over" not in page
    assert "A game won: 200 · each circle: 25" in page


def test_many_couples_are_turned_page_by_page_and_very_many_by_name(client: Any) -> None:
    response = get(client, start(GIN, 32))
    assert [name for name in slides(response) if name.startswith("seats")] == ["seats-1", "seats-2"]
    response = get(client, start(GIN, 100))
    assert 'class="rank names' in response.content.decode()


def test_couples_that_are_missing_are_called(client: Any) -> None:
    event = start(GIN, 6)
    say(table(event, 2), 1, gin(0, 30))
    response = get(client, event)
    assert "2 couples still playing" in words_of(response)
    wall.nudge(event=event, actor=host(event), table_number=3)
    event.refresh_from_db()
    response = get(client, event)
    assert "nudge-3" in news(response)
    assert "Waiting for place 3" in words_of(response)
    assert "please hurry" in words_of(response)
    slide = response.content.decode().partition('class="couples awaited')[2]
    assert re.findall(r'aria-label="Place (\d)"', slide) == ["3", "1"]  # who is to hurry is first
    say(table(event, 3), 1, gin(0, 30))
    event.refresh_from_db()
    assert "please hurry" not in words_of(get(client, event))


def test_a_table_is_hurried_until_it_reports(client: Any) -> None:
    event = start(GOLF, 8, tables=2)
    assert not [name for name in slides(get(client, event)) if name.startswith("missing")]
    wall.nudge(event=event, actor=host(event), table_number=2)
    event.refresh_from_db()
    assert "nudge-2" in news(get(client, event))
    play(event, 1, tables=(1,))
    event.refresh_from_db()
    assert "nudge-2" in news(get(client, event))
    play(event, 1, tables=(2,))
    event.refresh_from_db()
    assert "nudge-2" not in news(get(client, event))


def test_a_single_board_shows_its_board_as_soon_as_it_is_written(client: Any) -> None:
    event = start(RUMMOLI, 4)
    play(event, 2)
    response = get(client, event)
    assert slides(response) == ["board-1-1-1", "run-1-1", "standings-1", "join"]
    assert news(response) == ["board-1-1-2"]
    assert 'class="drawing drawing-wall"' in response.content.decode()
    for line in lines(read_board(event)):
        gain = f"+{line.gain}" if line.gain and line.gain > 0 else signed(line.gain or 0)
        text = f"{line.name} last {gain} {signed(line.total)}"
        assert text in words_of(response).replace("leads ", "")
    assert 'class="run for-wall"' in response.content.decode()


def test_who_wins_a_game_stands_alone_at_once_with_the_round_that_decided_it(client: Any) -> None:
    event = start("hearts", 4)
    play_any(event, 1)
    now, shown = read_board(event), words_of(get(client, event))
    assert "Lowest wins, up to 100" in shown
    assert re.search(rf"Round 2: \w+ deals\. {now.plays.note_before(now.standing).text}", shown)
    while not read_board(event).ending:
        play_any(event, 1)
    ending = finale(read_board(event))
    assert ending is not None
    response = get(client, event)
    assert slides(response)[:2] == ["champion", "board-1-1-1"]
    assert news(response) == [f"ending-1-1-{len(read_board(event).rounds)}"]
    page = words_of(response)
    assert f"{and_list(ending.winners)} " in page
    assert ending.margin in page
    assert ending.turn_of_game in page
    hide(event)
    assert "champion" not in slides(get(client, event))


def test_the_final_table_comes_before_the_others(client: Any) -> None:
    event = start(GOLF, 4, tables=2)
    play(event, tables=(1, 2))
    draws.seat_final(event=event, actor=host(event))
    event.refresh_from_db()
    response = get(client, event)
    assert slides(response)[0] == "seats-1"
    assert "Final table" in words_of(response)
    play(event, 1)
    boards = [name for name in slides(get(client, event)) if name.startswith("board")]
    assert boards[0] == "board-2-1-1"


@pytest.mark.parametrize("game", SLUGS)
def test_hidden_standings_hide_every_score(client: Any, game: str) -> None:
    event = start(game, 4)
    play(event, 3)
    hide(event)
    for name in ("wall", "wall_slides"):
        response = get(client, event, name)
        shown = slides(response)
        assert "hidden" in shown
        assert not [one for one in shown if one[:5] in ("board", "pictu", "stand")]
        assert not [one for one in shown if one.startswith("run")]
        assert not re.search(
            "(Guys|Girls) deal|deals", words_of(response).replace("deals first", "")
        )
    hide(event, reveal=1)
    assert slides(get(client, event)) == ["reveal-1"]


@pytest.mark.parametrize("game", [GOLF, RUMMOLI])
def test_the_winners_stand_on_the_podium(client: Any, game: str) -> None:
    event = start(game, 4)
    play(event)
    events.finish_event(event=event, actor=host(event))
    response = get(client, event)
    assert slides(response)[:3] == ["champion", "winners", "standings-1"]
    best = standings_module.standings(event).rows[0]
    assert f"The winner {best.name}" in words_of(response)
    assert re.search(rf"{best.name} {signed(best.total)} First", words_of(response))
    steps = re.findall(r'<li class="step-(\d)">', response.content.decode())
    assert steps == sorted(steps, key="213".index)  # from the left
    assert steps.count("2") > 0


@pytest.mark.parametrize("game", SLUGS)
def test_the_wall_costs_the_same_whatever_was_played(
    client: Any, django_assert_max_num_queries: Any, game: str
) -> None:
    event = start(game, 8)
    play(event, 4)
    wall.nudge(event=event, actor=host(event), table_number=1)
    get(client, event)
    hall_module._boards_memo.clear()
    standings_module._memo.clear()
    with django_assert_max_num_queries(24):
        assert get(client, event, "wall_slides").status_code == 200


def test_a_full_hall_is_not_read_out(client: Any) -> None:
    event = start(GIN, 28)  # fourteen couples
    say(table(event, 2), 1, gin(0, 30))
    assert not [name for name in slides(get(client, event)) if name.startswith("missing")]
    wall.nudge(event=event, actor=host(event), table_number=3)
    event.refresh_from_db()
    page = words_of(get(client, event))
    assert "13 couples still playing" in page
    assert page.count("please hurry") == 1
    say(table(event, 4), 1, gin(0, 30))
    slide = get(client, event).content.decode().partition('class="couples awaited')[2]
    assert slide.partition("</ul>")[0].count("<li") == 12  # as many as a page has room for


@pytest.mark.parametrize(("people", "told"), [(40, "G1, G2"), (42, "21 players")])
def test_a_team_is_named_as_long_as_it_fits(client: Any, people: int, told: str) -> None:
    event = start(GIN, people)
    while read_board(event).next_number == 1:
        play_round(event, Random(1))
    assert told in words_of(get(client, event))


def test_turns_stand_in_laps_and_the_next_one_is_called(client: Any) -> None:
    event = start("ten-thousand", 3)
    play_any(event, 4)
    page = words_of(get(client, event))
    assert f"It is {read_board(event).names[1]}’s turn." in page
    assert "Round 4" not in page
    assert len(read_board(event).scoreboard.rows) == 2
