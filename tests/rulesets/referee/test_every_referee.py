"""What holds of every game that has a referee: whole games against oneself, and their files."""

from __future__ import annotations

import copy
import re
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rulesets import games
from rulesets.engine.game import Game
from rulesets.files.turn_file import is_broken, judge, turn, turn_schema
from rulesets.referee import (
    Opening,
    PlayedCard,
    Turn,
    TurnFile,
    TurnStep,
    judge_turn,
    list_plays,
    list_verbs,
    start,
)
from rulesets.referee.judging import carry_out
from rulesets.referee.position import any_of_rank, card_name
from tests.faults.rounds import rounds
from tests.rulesets.every_game import GAMES, anchors
from tests.rulesets.referee.self_play import WHOLE, Table, as_file
from tests.sampling import examples, one_of

JUDGED = tuple(game for game in GAMES if game.referee is not None)
NOTHING_FITS = ("extended-president", "extended-hearts", "extended-spades", "extended-bridge")
SOME = {"extra-steps": 1}  # games of each here; `make faults` plays thousands
MANY = 12 // one_of(3)  # each way to play is among four
OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "crazy-eights": (
        {},
        {"must_play": False},
        {"reshuffle": True, "packs": 2},
        {"deck": "standard"},
    ),
    "jokers-wild": ({}, {"must_play": False, "reshuffle": True}),
    "jokers-extra-wild": ({}, {"special_equal_rank": True, "reshuffle": True}),
    "extra-steps": (
        {},
        {"deck": "five-crowns", "ace": 5},
        {"again": "may", "draw_ends_turn": True, "staircase_face": "highest", "last_face": "draw"},
    ),
    "garby-blackjack": ({}, {"eights": "final"}, {"eights": "pointer"}),
    "extended-crazy-eights": ({}, {"jokers": 4, "reshuffle": True}, {"packs": 2}),
    "extended-hearts": ({}, {"last_card": "lapses"}),
}
any_game = pytest.mark.parametrize("game", JUDGED, ids=lambda game: game.slug)


def tables(slug: str, number: int) -> Table:
    """One of the tables at which a game is played."""
    ways = OPTIONS.get(slug, ({},))
    low, high = games.load(slug).plays.players
    seats = low + number % (min(high, 6) - low + 1)
    return Table(slug, number, seats, **ways[number % len(ways)])


@pytest.mark.parametrize("slug", WHOLE)
def test_games_come_to_their_end(slug: str) -> None:
    told = set(anchors(games.text_of(games.load(slug))))
    for number in range(rounds(short=SOME.get(slug, MANY), long=1_000)):
        table = tables(slug, number)
        first = table.position
        end = table.play_on()
        assert end.over is not None
        document = as_file(slug, table, first)
        if number % len(OPTIONS.get(slug, "1")) or number > 3:
            continue
        judgement = judge(document)
        assert not is_broken(judgement)
        assert {effect["rule"] for one in judgement["turns"] for effect in one["effects"]} <= told
        assert {reason["rule"] for reason in turn(document)["because"]} <= told


@settings(max_examples=examples(25), deadline=None)
@given(st.sampled_from(WHOLE), st.integers(0, 10**6), st.integers(1, 25))
def test_what_is_listed_is_legal_and_nothing_else_is(slug: str, seed: int, turns: int) -> None:
    """At any moment of a game, for the hand of the player to move."""
    table = tables(slug, seed)
    for _ in range(turns):
        if table.position.over is None:
            table.one_turn()
            table.check()
    position = table.position
    if position.mover is None:
        return
    listed = list_plays(position) or []
    assert listed == sorted(listed)
    singles = {play[0].partition("=")[0] for play in listed if len(play) == 1}
    seat = position.mover
    for card in set(position.hands[seat].known):
        ways = [PlayedCard(card)] if not card.is_joker else []
        for laid in ways:
            one = Turn(position.turns + 1, seat, (TurnStep("play", (laid,)),), done=False)
            legal = carry_out(position, one, asking=True).legal
            assert legal == ([laid.text] in listed), laid.text
        if card.is_joker and "JK" in singles:
            assert table.called(position, ["JK"])
    assert ("play" in list_verbs(position)) == bool(listed)


@settings(max_examples=examples(15), deadline=None)
@given(st.sampled_from(WHOLE), st.integers(0, 10**6))
def test_a_file_is_judged_alike_twice_and_in_parts(slug: str, seed: int) -> None:
    """Also with turns that are out of order or left out."""
    chance = Random(seed)
    table = Table(slug, seed, max(3, games.load(slug).plays.players[0]))
    first = table.position
    for _ in range(12):
        if table.position.over is None:
            table.one_turn()
    document = as_file(slug, table, first)
    chance.shuffle(document["turns"])
    for one in document["turns"]:
        if chance.random() < 0.2:
            one["override"] = "so agreed"
    before = copy.deepcopy(document)
    whole = judge(document)
    assert judge(document) == whole
    assert document == before
    for count in (0, chance.randint(1, 6), len(document["turns"]) - 1):
        part = judge({**document, "turns": document["turns"][:count]})
        assert part["turns"] == whole["turns"][:count]
        assert (
            turn({**document, "turns": document["turns"][:count]})["position"] == (part["position"])
        )


@pytest.mark.parametrize("slug", WHOLE)
def test_a_refused_card_is_not_asked_for(slug: str) -> None:
    """Whatever it was called: “The 5♠ as an ace does not fit … Play a three, a four or a five”."""
    calls = [(), ("A",), ("1",), ("11",), ("12",), ("13",), ("H",), ("P",), ("7H",)]
    refused = 0
    for number in range(len(OPTIONS.get(slug, "1"))):
        setting = tables(slug, number).setting
        faces = list(dict.fromkeys(setting.deck.cards()))
        for top in (card for card in faces[::26] if not card.is_joker):
            opening = Opening(top=PlayedCard(top), pile=1, stock=20)
            position = start(TurnFile(setting, opening))
            for card, call in product(faces, calls):
                play = TurnStep("play", (PlayedCard(card, call),))
                turn_played = Turn(1, position.mover, (play,))
                for problem in judge_turn(position, turn_played).problems:
                    if problem.code == "play.fit" and str(card_name(card)) + " as " not in (
                        sentence := str(problem.words)
                    ):
                        refused += 1
                        rank = str(any_of_rank(card.rank)) if not card.is_joker else "a joker"
                        wanted = re.split(r", | or |\.", sentence.partition("Play ")[2])
                        assert rank not in wanted, sentence
    assert refused or slug in NOTHING_FITS


@any_game
def test_every_rule_that_a_problem_names_is_in_the_text(game: Game) -> None:
    told = set(anchors(games.text_of(game)))
    assert {"play", "players"} <= told
    assert set(game.referee.anchors.values()) <= told


@any_game
def test_the_schema_takes_what_is_played(game: Game) -> None:
    assert game.referee is not None
    schema = turn_schema(game)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    low, _high = game.plays.players
    names = list("ABCDEFGHIJKLM"[: game.plays.seats[0] if game.plays.seats else max(low, 2)])
    least = {"game": game.slug, "players": names}
    assert validator.is_valid(least)
    assert validator.is_valid({**least, "turns": [{"player": "A", "steps": []}]})
    assert not validator.is_valid({**least, "turns": [{"player": "A", "steps": [{"sing": 1}]}]})
    assert not validator.is_valid({**least, "turn": []})
    if game.slug in WHOLE:
        table = tables(game.slug, 0)
        first = table.position
        for _ in range(12):
            if table.position.over is None:
                table.one_turn()
        assert validator.is_valid(as_file(game.slug, table, first))
