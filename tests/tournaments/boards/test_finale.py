"""Every game says how it ended: who won, by how much, and which round decided it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from rulesets.engine.game import Game, parse_options
from rulesets.engine.replay import RoundReport, replay
from rulesets.engine.roster import Setup
from tests.rulesets.every_game import GAMES, HOUSE
from tests.tournaments.board_evening import say, start, table
from tests.tournaments.evening import finish, host
from tournaments.boards.event_board import BoardRound, EventBoard
from tournaments.boards.event_tables import TableRecord
from tournaments.models import Event
from tournaments.models.event_games import formats_of
from tournaments.scores.finale import Finale, FinalPlace, finale
from tournaments.standings.finales import event_finale, podium_of
from tournaments.standings.selectors import standings
from tournaments.wall import services as wall

NAMES = ("Rosa", "Emil", "Bartholomew Fotheringay-Smythe", "Hilde", "山田 太郎", "Ida", "Jo")
AT_A_TABLE = [game for game in (*GAMES, *HOUSE) if game.plays.rows != "couple"]
ROUNDS = 20


def made_up(game: Game, seed: int, most: int = ROUNDS) -> EventBoard:
    """A game at a table, made up to its end or to so many rounds."""
    plays, chance = game.plays, Random(seed)
    options, _problems = parse_options(game.options, {})
    counts = [count for count in range(7, 1, -1) if plays.players[0] <= count <= plays.players[1]]
    setups = (Setup(plays.roster(NAMES[:count], options=options), options, 0) for count in counts)
    setup = next(setup for setup in setups if not plays.check_setup(setup))
    state, reports = plays.start(setup).state, []
    while plays.over(state) is None and len(reports) < most:
        reports.append(RoundReport(plays.sample(state, chance)))
        state = plays.play(state, reports[-1].value).state
    history = replay(plays, setup, reports)
    rounds = tuple(
        BoardRound(
            number,
            (),
            (),
            report.value,
            complete=True,
            played=played,
            before=history.opening.state,
        )
        for number, (report, played) in enumerate(zip(reports, history.rounds, strict=True), 1)
    )
    entries = tuple(range(len(setup.roster.names)))
    format = next(
        (one for one in formats_of(game) if one.keeping.credit != "carried"), formats_of(game)[0]
    )
    return EventBoard(
        format, setup, "", TableRecord(1, 1, 1, 1), entries, rounds, history, open=False
    )


@pytest.mark.exhaustive(keep=("1",))
@pytest.mark.parametrize("game", AT_A_TABLE, ids=lambda game: game.slug)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_game_says_who_won_and_what_decided_it(game: Game, seed: int) -> None:
    board = made_up(game, seed)
    ending = finale(board, early=True)
    assert ending is not None
    assert ending.words
    names = [name for place in ending.places for name in place.names]
    assert sorted(names) == sorted(board.scorers)
    assert ending.podium[0].names == ending.winners or len(ending.winners) > 3
    assert (board.ending is None) == (finale(board) is None)
    if ending.title == "It’s a draw!":
        assert not ending.turn_of_game
        return
    assert ending.title.endswith("!")
    assert ending.turn_of_game.endswith(".")
    assert "None" not in f"{ending.title}{ending.words}{ending.turn_of_game}{ending.best_round}"
    assert {line.name for line in ending.run if line.is_winner} <= set(ending.winners)


def hearts(*rounds: tuple[int, ...], names: tuple[str, ...] = ("Rosa", "Emil", "Hilde")) -> Event:
    """A game of which every round says who took how many hearts, and who the queen."""
    event = start("hearts", names)
    for number, (*taken, queen) in enumerate(rounds, 1):
        report = {"hearts": taken, "queen": queen}
        say(table(event), number, report, confirmed=("hearts.power",))
    event.refresh_from_db()
    return event


def finished(event: Event) -> Event:
    finish(event)
    return event


def told(event: Event, *, public: bool = False) -> Finale:
    ending = event_finale(event, public=public)
    assert ending is not None
    return ending


@pytest.mark.django_db
def test_it_is_told_with_the_lead_and_who_is_nearest() -> None:
    event = finished(hearts((0, 8, 5, 0), (9, 1, 3, 0), (0, 4, 9, 1)))
    words = told(event)
    assert words.title == "Hilde wins!"
    assert words.words == "17, nine ahead of Emil"
    assert [place.label for place in words.places] == ["1", "2", "3"]
    assert words.rounds == "3 rounds"
    assert words.low
    rows = standings(event).rows
    assert [place.place for place in podium_of(rows, teams=False)] == [1, 2, 3]
    apart = [
        replace(row, division=f"Division {'AB'[number % 2]}", rank=1 + number // 2)
        for number, row in enumerate(rows)
    ]
    first = [place.names[0] for place in podium_of(apart, teams=False)]  # of each division
    assert [name.split()[0] for name in first] == ["Hilde", "Emil"]


@pytest.mark.parametrize(
    ("place", "words"),
    [(1, "4 share the win"), (2, "4 share second place"), (3, "4 share third place")],
)
def test_a_crowd_shares_the_place_that_it_has(place: int, words: str) -> None:
    assert FinalPlace(place, f"{place}=", (), "100", crowd=4).name == words


@pytest.mark.django_db
def test_what_the_host_hides_is_not_told_to_the_public() -> None:
    event = hearts((0, 8, 5, 1), (9, 1, 3, 0))
    wall.hide_standings(event=event, actor=host(event), hidden=True)
    finished(event)
    assert event_finale(event, public=True) is None
    assert event_finale(event) is not None


@pytest.mark.django_db
def test_several_tables_are_told_together() -> None:
    event = start("hearts", 6, tables=2)
    for number in (1, 2):
        say(table(event, number), 1, {"hearts": [number, 5, 8 - number], "queen": 0})
    event.refresh_from_db()
    words = told(finished(event))
    assert words.rounds == "2 tables"
    assert sum(len(place.names) for place in words.places) == 6
