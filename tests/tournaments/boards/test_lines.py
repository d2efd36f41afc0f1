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
from tournaments.boards.board_reading import as_if, blank_report
from tournaments.boards.event_board import EventBoard
from tournaments.boards.event_tables import TableRecord
from tournaments.models.event_games import format_of
from tournaments.scores.lines import leader_words, lines

NAMES = ("Rosa", "Hilde", "Emil", "Kurt", "Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")
FORMS = [format_of(games.load(slug)) for slug in games.slugs()]
KEPT = [one.game.slug for one in FORMS if one.keeping.board == "table"]


def board(slug: str, reports: Sequence[Any] = (), people: int = 4, **values: Any) -> EventBoard:
    """A board of a table with these reports."""
    game = games.load(slug)
    options = game.options(**values) if values else game.options()
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


def test_the_lowest_leads_and_who_ends_it_is_told_how_near_it_is() -> None:
    event = hearts([1, 4, 8, 0], queens=[3])
    shown = lines(event)
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
    assert leader_words(event) == "Rosa leads by 3"
    assert shown[3].share == pytest.approx(0.13)


def test_who_has_won_is_told_by_how_much() -> None:
    event = hearts([1, 4, 8, 0], [0, 0, 0, 13], [0, 1, 12, 0], queens=[3, 3, 3])
    for number in range(4, 12):
        most = 2 + number % 2
        report = {"hearts": [13 * (who == most) for who in range(4)], "queen": 5 - most}
        if event.ending is None:
            event = as_if(event, number, blank_report(event, number), report)
    assert event.ending is not None
    first = lines(event)[0]
    assert first.leads
    assert first.words.startswith("won by ")
    assert leader_words(event).startswith("Rosa wins by ")
    assert {line.deals for line in lines(event)} == {""}


@pytest.mark.exhaustive(keep=("golf", "hearts", "euchre", "ten-thousand", "oh-hell"))
@pytest.mark.parametrize("slug", KEPT)
def test_every_game_has_lines(slug: str) -> None:
    plays = games.load(slug).plays
    low, high = plays.players
    numbers = plays.seats or range(low, min(high, 12) + 1)
    for people in (min(numbers), max(numbers)):
        for rounds in (0, 1, 4):
            sample = sampled(slug, people, rounds)
            shown = lines(sample)
            assert len(shown) == len(sample.scorers)
            assert [line.scorer for line in lines(sample, "seat")] == list(range(len(shown)))
            assert {name for line in shown for name in line.people or (line.name,)} <= {
                *sample.names,
                *sample.scorers,
            }
            if rounds:
                assert shown[0].place == 1
                assert "None" not in " ".join(line.words for line in shown)
            text = render_to_string("boards/_lines.html", {"lines": shown, "why": "/why"})
            assert text.count("<li") == len(shown)
            assert "None" not in text
