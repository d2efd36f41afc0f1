"""Games against oneself go turn by turn as they did when that was recorded, and turns that tables
tell wrongly are judged as they were.

A turn is chosen among what the referee lets happen; so a card that may be laid where it could not
be, or a draw that is one card more, leads to another game.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rulesets.engine.game import Game
from rulesets.files.turn_file import judge, turn
from rulesets.referee import list_plays, list_verbs
from rulesets.referee.position import DIRECTIONS
from tests.recordings import Recording, digest, plain
from tests.rulesets.referee.self_play import WHOLE, Table, as_file
from tests.rulesets.referee.test_every_referee import JUDGED, OPTIONS

RECORDING = Recording("turns")
TURNS = 20  # of a game
WRONG = 12  # tellings of each game
MADE_UP = 30  # files of made-up turns
NAMES = "ABCDEFGHIJKL"


def turns_of(slug: str, table: Table) -> Iterator[Any]:
    """What is open before each turn, the turn, and the position after it; at last the verdicts."""
    first = table.position
    while table.position.over is None and len(table.turns) < TURNS:
        yield list_plays(table.position), list_verbs(table.position)
        table.one_turn()
        yield plain(table.turns[-1].steps), str(table.position.over)
    document = as_file(slug, table, first)
    yield judge(document)
    chance = Random(slug)
    for _ in range(WRONG):
        yield judge(told_wrongly(document, chance))


def told_wrongly(document: Any, chance: Random) -> Any:
    """A game in which some turns are told otherwise, and hands by their numbers."""
    wrong, names = copy.deepcopy(document), document["players"]
    start, dealt = (
        wrong["start"],
        [card for hand in wrong["start"]["hands"].values() for card in hand],
    )
    for name, hand in start["hands"].items():
        start["hands"][name] = chance.choice((hand, hand, len(hand), hand[1:]))
    start["stock"] = chance.choice((start["stock"], None, chance.randrange(4)))
    start["pile"] = chance.choice((start["pile"], None))
    for played in wrong["turns"]:
        if chance.random() < 0.7:
            continue
        told, step = chance.randrange(9), chance.choice(played["steps"]) if played["steps"] else {}
        if told < 2 and "play" in step:
            step["play"] = [*step["play"][told:], chance.choice(dealt)]
        elif told < 4:
            played["steps"] = [*played["steps"], {"draw": chance.randrange(1, 4)}, step][told - 2 :]
        elif told == 4:
            played["player"] = chance.choice(names)
        elif told == 5 and "play" in step:
            step[chance.choice(("to", "last_to_slap"))] = chance.choice(names)
        elif told == 6:
            played["left"] = chance.randrange(8)
        elif told == 7:
            played |= {"override": "so agreed", "steps": [{"pass": True}]}
        else:
            played |= {"steps": [], "then": chance.choice(names)}
    return wrong


def made_up(game: Game, chance: Random) -> Any:
    """Turns of any cards, mostly one after the other, from a start that is told more or less."""
    referee, plays = game.referee, game.plays
    assert referee is not None
    least, most = plays.seats[:1] * 2 or (max(plays.players[0], 2), min(plays.players[1], 5))
    names = NAMES[: chance.randint(least, most)]
    deck = [card.text for card in referee.deck(game.options(), len(names)).cards()]
    chance.shuffle(deck)
    each = chance.choice((3, 5, min(13, len(deck) // len(names))))
    hands = {name: deck[each * at : each * (at + 1)] for at, name in enumerate(names)}
    start: dict[str, Any] = {
        "hands": {
            name: chance.choice((hand, hand, each))
            for name, hand in hands.items()
            if chance.random() < 0.8
        },
        "first": chance.choice(names),
        "direction": chance.choice([*DIRECTIONS.values()]),
        "due": chance.choice((None, None, 2)),
        "stock": chance.choice((None, 0, 9)),
    }
    if "top" in referee.asks:
        start["top"] = deck[-1]
    if "tricks" in referee.asks:
        start["tricks"] = chance.choice((None, dict.fromkeys(names, 0), dict.fromkeys(names, 1)))
    entries: list[Any] = []
    for number in range(12):
        name = names[(names.index(start["first"]) + number) % len(names)]
        entry: dict[str, Any] = {"player": name, "steps": []}
        for _ in range(chance.choice((1, 1, 1, 2))):
            verb = chance.choice((referee.verbs[0], *referee.verbs))
            count = chance.choice((1, 1, 1, 2, 4))
            cards = [hands[name].pop() for _ in range(min(count, len(hands[name])))] or deck[-2:]
            words = {
                "pass": True,
                "draw": count,
                "act": chance.choice(referee.act_words or ("bet",)),
            }
            step = {verb: words.get(verb, cards)}
            if verb == "play" and referee.has_claims:
                step["claim"] = chance.choice("A2JQK")
            if verb == "play" and chance.random() < 0.2:
                step[chance.choice(("to", "last_to_slap"))] = chance.choice(names)
            entry["steps"].append(step)
        if chance.random() < 0.1:
            entry["left"] = len(hands[name])
        if chance.random() < 0.5:
            entry["override"] = "so agreed"
        if referee.has_rounds and chance.random() < 0.2:
            entry = {"round": name, "common": deck[-4 - number % 3 : -1]}
        entries.append(entry)
    return {"game": game.slug, "players": [*names], "start": start, "turns": entries}


def judged(game: Game, chance: Random) -> Iterator[Any]:
    """What is said of each turn, and what the next player may do."""
    for _ in range(MADE_UP):
        document = made_up(game, chance)
        yield judge(document)
        begun = {**document, "turns": document["turns"][: chance.randrange(12)]}
        hands = [hand for hand in begun["start"]["hands"].values() if isinstance(hand, list)]
        yield turn(begun, " ".join(chance.choice([["AS"], *hands])))


@pytest.mark.parametrize("slug", WHOLE)
def test_turns_are_as_recorded(slug: str) -> None:
    ways = [*enumerate(OPTIONS.get(slug, ({},)), 1), (1, {})]
    digests = {
        f"game {number}": digest(list(turns_of(slug, Table(slug, way, number, **options))))
        for number, (way, options) in enumerate(ways, 3)
    }
    assert digests == RECORDING.entry(slug, digests)


@pytest.mark.parametrize("game", JUDGED, ids=lambda game: game.slug)
def test_verdicts_are_as_recorded(game: Game) -> None:
    digests = {"verdicts": digest(list(judged(game, Random(game.slug))))}
    assert digests == RECORDING.entry(f"{game.slug}-verdicts", digests)
