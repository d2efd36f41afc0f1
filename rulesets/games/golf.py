"""Golf for quarters (Metzker p. 16): the highest count pays, the last one in takes the pot.

Readings of what the source leaves open stand in golf.md beside this file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulesets.cards import Card, Deck, parse_card
from rulesets.counting.grid import COLUMNS, count_grid
from rulesets.game import Game, Problem
from rulesets.quarters import (
    QUARTERS,
    Options,
    State,
    balances,
    blank_sheet,
    go_home,
    label,
    last_in,
    over,
    ranking,
    round_view,
    scoreboard,
    settle,
    stake_problems,
    start,
    summary,
    totals,
    view,
)
from rulesets.reading import error, read, warning
from rulesets.scheme import Counter, Field, Roster, Scheme, Setup, Step, Worked
from rulesets.survivors import state_drawing

FEWEST, MOST = 2, 20
LOW, HIGH = -100, 80
RARE_LOW = -40
DECK = Deck(packs=4, jokers=16)  # the largest that the table may have shuffled
GRID = Counter("golf", 2 * COLUMNS, 2 * COLUMNS, rows=2, packs=DECK.packs, jokers=DECK.jokers)

FIELDS = (
    Field(
        "points",
        "Points",
        "What each player's eight cards count.",
        per="player",
        low=LOW,
        high=HIGH,
        required=False,
        counter=GRID,
    ),
    Field(
        "grids",
        "Cards",
        "Each player's eight cards, two rows of four, in place of the points.",
        "cards",
        per="player",
        rows=2,
        columns=COLUMNS,
        required=False,
        counter=GRID,
        rare=True,
    ),
    Field("knocker", "Who knocked?", "Pays double when highest.", "player", required=False),
    Field(
        "went_home",
        "Did somebody go home before this round?",
        "Is out, and leaves the quarters in the pot.",
        "players",
        required=False,
        rare=True,
    ),
)


def setup_problems(setup: Setup) -> tuple[Problem, ...]:
    """2 to 20 players, and no ante above the stake."""
    problems = []
    given = len(setup.roster.names)
    if not FEWEST <= given <= MOST:
        text = "{given} players; the game is for {low} to {high}."
        at = ("players",)
        problems.append(error("players.count", text, at, given=given, low=FEWEST, high=MOST))
    return (*problems, *stake_problems(setup))


def check(state: State, report: object) -> tuple[Problem, ...]:
    """All problems of a round's report."""
    if len(state.playing) < FEWEST:
        return (error("round.over", "Only one player is left; there is no further round."),)
    problems, sound = read(FIELDS, report, state.roster)
    spoilt = {problem.at[0] for problem in problems if problem.at} - sound.keys()
    points: Sequence[int | None] = sound.get("points") or (None,) * len(state.roster.names)
    grids: Sequence[Any] = sound.get("grids") or (None,) * len(state.roster.names)
    left: Sequence[int] = sound.get("went_home") or ()
    if len(left) == len(state.playing):
        text = "Somebody has to stay, to take the pot."
        problems.append(error("went_home.everybody", text, ("went_home",)))
    told = not spoilt & {"points", "grids"}
    problems += _count_problems(state, points, grids, left, told=told)
    knocker = sound.get("knocker")
    if knocker is not None and knocker in (*state.out, *left):
        text = "{name} is out and cannot knock."
        problems.append(error("knocker.out", text, ("knocker",), name=state.roster.names[knocker]))
    return (*problems, *_deck_problems(grids))


def _count_problems(
    state: State,
    points: Sequence[int | None],
    grids: Sequence[Any],
    left: Sequence[int],
    *,
    told: bool,
) -> list[Problem]:
    """Counts that are missing, rare, told twice, or of somebody who has none; `told`: whether
    those that were given could be read."""
    problems = []
    alone = len(left) == len(state.playing) - 1
    for player, name in enumerate(state.roster.names):
        given = [k for k, v in (("points", points), ("grids", grids)) if v[player] is not None]
        at = (given[0] if given else "points", player)
        if player in state.out and given:
            text = "{name} is out and has no cards."
            problems.append(error("points.out", text, at, name=name))
        elif player in left and (given or player in state.out):
            at = at if given else ("went_home", left.index(player))
            text = "{name} has gone home and has no cards."
            problems.append(error("went_home.out", text, at, name=name))
        elif told and not (player in state.out or player in left or given or alone):
            text = "{name} is still in; a count is missing."
            problems.append(error("points.missing", text, at, name=name))
        elif len(given) > 1:
            text = "{name} has both points and cards; one of them is enough."
            problems.append(error("points.twice", text, at, name=name))
        value = points[player]
        if value is not None and LOW <= value < RARE_LOW:
            text = "{name} counts {points}? That takes jokers in a block."
            problems.append(warning("points.rare", text, at, name=name, points=value))
    return problems


def _deck_problems(grids: Sequence[Any]) -> list[Problem]:
    """Cards that lie at the table more often than any deck allowed here holds them."""
    places = [
        (("grids", player, line, column), parse_card(text))
        for player, grid in enumerate(grids)
        if grid is not None
        for line, row in enumerate(grid)
        for column, text in enumerate(row)
    ]
    found = DECK.problems([card for _, card in places])
    return [replace(problem, at=places[int(problem.at[-1])][0]) for problem in found]


def count(report: Mapping[str, Any], player: int) -> int | None:
    """A player's count in a round: as given, or from the cards; None for one without cards."""
    given: Sequence[int | None] = report.get("points") or ()
    if player < len(given) and given[player] is not None:
        return given[player]
    grids: Sequence[Sequence[Sequence[str]] | None] = report.get("grids") or ()
    grid = grids[player] if player < len(grids) else None
    if grid is None:
        return None
    rows: list[list[Card]] = [[parse_card(text) for text in row] for row in grid]
    return count_grid(rows).count


def play(state: State, report: Mapping[str, Any]) -> Step:
    """Who is highest pays; who cannot pay is out; a round that leaves nobody is played again."""
    left = tuple(sorted(report.get("went_home") or ()))
    state, leaving = (gone := go_home(state, left)).state, gone.movements
    if len(state.playing) < FEWEST:
        ended = last_in(state, left)
        return replace(ended, movements=(*leaving, *ended.movements))
    counts = tuple(count(report, player) for player in range(len(state.quarters)))
    worst = max(value for value in counts if value is not None)
    paying = tuple(player for player, value in enumerate(counts) if value == worst)
    points = report.get("points") or (None,) * len(counts)
    keys = ["grids" if value is None else "points" for value in points]
    text = "{name} is highest with {points}"
    settled = settle(state, counts, paying, report.get("knocker"), text, keys, left)
    return replace(settled, movements=(*leaving, *settled.movements))


THREE = Roster(("Ann", "Bo", "Cy"))
EXAMPLES = (
    Worked(
        THREE,
        ({"points": [12, 30, 7], "knocker": 1},),
        (3, 1, 3),
        "Bo knocked, is highest and pays double.",
    ),
    Worked(
        THREE,
        (
            {
                "grids": [
                    [["KS", "QH", "QD", "7H"], ["2S", "QS", "QC", "7D"]],
                    [["AS", "2S", "3S", "4S"], ["5H", "6H", "8H", "9H"]],
                    None,
                ],
                "points": [None, None, 5],
            },
        ),
        (3, 2, 3),
        "Ann's four queens are a block: 2 − 10 + 0. Bo's cards count 38.",
    ),
    Worked(
        Roster(("Ann", "Bo")),
        ({"points": [9, 1]}, {"points": [9, 1]}),
        (0, 4),
        "With two quarters each, Ann pays one, lies on her face and is out at the next loss; "
        "Bo takes the pot.",
        options={"stake": 2},
    ),
)

GAME = Game(
    slug="golf",
    name="Golf",
    edition=1,
    source="Metzker p. 16",
    about="Eight cards in a grid; the highest pays quarters, and the last one in takes the pot.",
    kind="table",
    sides=(),
    chairs=(),
    players_per_table=4,
    hands_per_stage=0,
    options=Options,
    scheme=Scheme(
        unit=QUARTERS,
        players=(FEWEST, MOST),
        fields=lambda _options: FIELDS,
        setup_problems=setup_problems,
        start=start,
        check=check,
        play=play,
        over=over,
        balances=balances,
        totals=totals,
        counted="Quarters",
        ranking=ranking,
        view=view,
        round_view=round_view,
        label=label,
        summary=summary,
        scoreboard=scoreboard,
        blank_sheet=blank_sheet,
        drawing=state_drawing,
        playing=lambda state: state.playing,
        firm=frozenset(
            {"round.over", "points.out", "knocker.out", "went_home.out", "went_home.everybody"}
        ),
        examples=EXAMPLES,
        conserved=frozenset({QUARTERS}),
        buying=frozenset({"stakes"}),
        final_table=True,
    ),
)
