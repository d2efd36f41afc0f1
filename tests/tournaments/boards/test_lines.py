"""Everybody's line on a board, in every game and for every number of people."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from django.template.loader import render_to_string

from rulesets import games
from rulesets.engine.replay import replay
from rulesets.engine.roster import Setup
from tests.tournaments.board_evening import (
    GIN,
    RUMMOLI,
    begin,
    play_round,
    read_board,
    say,
    start,
)
from tests.tournaments.board_evening import an_event as made
from tests.tournaments.board_evening import table as table_at
from tournaments.boards.board_reading import as_if, blank_report
from tournaments.boards.event_board import EventBoard
from tournaments.boards.event_tables import TableRecord
from tournaments.models.event_games import format_of
from tournaments.scores.lines import goal_words, leader_words, lines

NAMES = ("Rosa", "Hilde", "Emil", "Kurt", "Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")
FORMS = [format_of(games.load(slug)) for slug in games.slugs()]
KEPT = [one.game.slug for one in FORMS if one.keeping.board == "table"]


def board(slug: str, reports: Sequence[Any] = (), people: int = 4, **given: Any) -> EventBoard:
    """A board of a table with these reports."""
    game = games.load(slug)
    options = game.options(**given) if given else game.options()
    setup = Setup(game.plays.roster(NAMES[:people], options=options), options, 0)
    blank = replay(game.plays, setup, ())
    found = EventBoard(
        format_of(game),
        setup,
        "",
        TableRecord(1, 1, 1, 1),
        tuple(range(people)),
        (),
        blank,
        open=True,
    )
    for number, report in enumerate(reports, 1):
        found = as_if(found, number, blank_report(found, number), report)
    return found


def sampled(slug: str, people: int, rounds: int) -> EventBoard:
    """A board with made-up reports, as far as the game goes."""
    found, chance = board(slug, people=people), Random(people)
    for number in range(1, rounds + 1):
        if found.ending is not None or not found.playable:
            break
        report = found.plays.sample(found.standing, chance)
        found = as_if(found, number, blank_report(found, number), report)
    return found


def hearts(*hands: Sequence[int], queens: Sequence[int]) -> EventBoard:
    told = [
        {"hearts": list(hand), "queen": queen} for hand, queen in zip(hands, queens, strict=True)
    ]
    return board("hearts", told)


def test_before_the_first_round_nobody_leads() -> None:
    found = board("hearts")
    shown = lines(found)
    assert [line.name for line in shown] == ["Rosa", "Hilde", "Emil", "Kurt"]
    assert not any(line.leads or line.words or line.place or line.place_label for line in shown)
    assert {line.gain for line in shown} == {None}
    assert leader_words(found) == ""
    assert goal_words(found) == "lowest wins, up to 100"
    assert [line.deals for line in shown] == ["deals", "", "", ""]
    assert board(RUMMOLI, people=2).playable  # two are enough for another round


def test_the_lowest_leads_and_who_ends_it_is_told_how_near_it_is() -> None:
    found = hearts([1, 4, 8, 0], queens=[3])
    shown = lines(found)
    assert [(line.name, line.total, line.gain) for line in shown] == [
        ("Rosa", 1, 1),
        ("Hilde", 4, 4),
        ("Emil", 8, 8),
        ("Kurt", 13, 13),
    ]
    assert [line.words for line in shown] == [
        "leads by 3",
        "3 behind",
        "7 behind",
        "12 behind · 87 short of 100",
    ]
    assert [line.leads for line in shown] == [True, False, False, False]
    assert leader_words(found) == "Rosa leads by 3"
    assert shown[3].share == pytest.approx(0.13)


def test_who_is_level_is_told_so() -> None:
    found = hearts([2, 2, 9, 0], queens=[3])
    shown = lines(found)
    assert [line.place_label for line in shown] == ["1=", "1=", "3", "4"]
    assert [line.words for line in shown[:2]] == ["level with Hilde", "level with Rosa"]
    assert leader_words(found) == "Rosa and Hilde are level"
    all_level = board("oh-hell", [])
    assert leader_words(all_level) == ""


def test_seats_keep_their_order() -> None:
    found = hearts([9, 0, 2, 2], queens=[1])
    assert [line.name for line in lines(found, "seat")] == ["Rosa", "Hilde", "Emil", "Kurt"]
    assert [line.name for line in lines(found)] == ["Emil", "Kurt", "Rosa", "Hilde"]


def test_partners_share_a_line_and_a_small_goal_is_drawn_in_pieces() -> None:
    found = sampled("euchre", 4, 3)
    first, second = lines(found)
    assert {first.people, second.people} == {("Rosa", "Emil"), ("Hilde", "Kurt")}
    assert len(first.pieces) == 10
    assert sum(first.pieces) == min(first.total, 10)
    assert first.words.endswith(f"{10 - first.total} to go")
    assert goal_words(found) == "to 10"


def test_rounds_are_told_as_so_many_of_all() -> None:
    assert goal_words(sampled("mexican-train", 5, 4)) == "5 of 13, lowest wins"
    assert goal_words(sampled("oh-hell", 4, 2)).startswith("3 of ")


def test_coins_are_drawn_and_who_is_out_stands_last() -> None:
    report = {"points": [20, 60, 10, 30]}
    found = board("golf", [report] * 4)
    shown = lines(found)
    assert shown[0].coins == 3
    out = shown[-1]
    assert (out.name, out.out, out.words) == ("Hilde", "out in round 4", "out in round 4")
    assert out.coins is None
    face = lines(board("golf", [report] * 3))[-1]
    assert (face.total, face.out) == (0, "")
    assert "face" in face.words


def test_who_has_won_is_told_by_how_much() -> None:
    found = hearts([1, 4, 8, 0], [0, 0, 0, 13], [0, 1, 12, 0], queens=[3, 3, 3])
    for number in range(4, 12):
        most = 2 + number % 2
        report = {"hearts": [13 * (who == most) for who in range(4)], "queen": 5 - most}
        if found.ending is None:
            found = as_if(found, number, blank_report(found, number), report)
    assert found.ending is not None
    first = lines(found)[0]
    assert first.leads
    assert first.words.startswith("won by ")
    assert leader_words(found).startswith("Rosa wins by ")
    assert {line.deals for line in lines(found)} == {""}


def test_a_turn_is_the_last_one_of_each() -> None:
    found = sampled("ten-thousand", 3, 4)
    assert [line.gain is None for line in lines(found, "seat")] == [False] * 3
    assert [line.deals for line in lines(found, "seat")].count("turn") == 1


@pytest.mark.exhaustive(keep=("golf", "hearts", "euchre", "ten-thousand", "oh-hell"))
@pytest.mark.parametrize("slug", KEPT)
def test_every_game_has_lines(slug: str) -> None:
    plays = games.load(slug).plays
    low, high = plays.players
    numbers = plays.seats or range(low, min(high, 12) + 1)
    for people in (min(numbers), max(numbers)):
        for rounds in (0, 1, 4):
            found = sampled(slug, people, rounds)
            shown = lines(found)
            assert len(shown) == len(found.scorers)
            assert [line.scorer for line in lines(found, "seat")] == list(range(len(shown)))
            assert {name for line in shown for name in line.people or (line.name,)} <= {
                *found.names,
                *found.scorers,
            }
            if rounds:
                assert shown[0].place == 1
                assert "None" not in " ".join(line.words for line in shown)
            text = render_to_string("boards/_lines.html", {"lines": shown, "why": "/why"})
            assert text.count("<li") == len(shown)
            assert "None" not in text


@pytest.mark.django_db
def test_two_teams_of_a_room() -> None:
    event = start(GIN, 6)
    assert [line.words for line in lines(read_board(event))] == ["", ""]
    play_round(event, Random(2))
    found = read_board(event)
    shown = lines(found)
    totals = found.plays.totals(found.state)
    assert [line.total for line in shown] == [totals[line.scorer] for line in shown]
    assert not shown[0].people
    assert " lead by " in leader_words(found) or "level" in leader_words(found)


@pytest.mark.django_db
def test_chips_in_hand_stand_beside_what_was_won() -> None:
    event = begin(made(RUMMOLI, 4))
    say(table_at(event), 1, {"rummoli": 0, "poker": [1]})
    assert "chips in hand" in lines(read_board(event))[0].words
