"""The referee, on one core: 1,000 turns judged with all checks and reasons, and what may be played
of a hand of thirteen cards.

Timed is `judge_turn` and `explain` for each turn, from the file as read; beside it stands the whole
answer to the document (read, judged, every position told). CPU time, the least of several passes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulesets.cards.deck import parse_cards
from rulesets.files.turn_file import judge, read_turn_file
from rulesets.referee import explain, judge_turn, list_plays, start
from tests.benchmarks.test_counting_bench import seconds

TURNS = 1_000
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "jokers-extra-wild": ("3S 3R 3W 3P", {"top": "3L"}),
    "garby-blackjack": ("9H 10H - 10C 9C -", {}),
    "extra-steps": ("7H 8H 9H 8C -", {"top": "8H"}),
}
HANDS: dict[str, tuple[str, dict[str, Any], float]] = {
    "crazy-eights": ("2P 3P 4P 8R 8S 9L 10L JW QW KW AR 2R 3R", {"top": "JP"}, 0.001),
    "garby-blackjack": ("2H 3H 4H 8S 8C 9D 10D JS QS KS AS 2S 3S", {"top": "JH", "pile": 3}, 0.001),
    "extra-steps": ("7H 7S 7D 7C 7H 7S 7D 7C 8H 9H 10H JH QH", {"top": "8C"}, 0.02),
}
Report = Callable[[str, float, float], None]


@pytest.fixture
def report(say: Callable[[object], None]) -> Report:
    def compare(what: str, taken: float, wanted: float) -> None:
        say(f"{what}: {taken * 1000:.2f} ms ({wanted * 1000:.0f} wanted)")

    return compare


def document(slug: str) -> dict[str, Any]:
    """A thousand turns of one card each, but for those in which one is drawn before or
    instead; so cards may come back."""
    text, begun = GAMES[slug]
    cards, names = text.split(), ["A", "B", "C", "D"]
    options = {"reshuffle": True} if slug.startswith("jokers") else {}
    turns = []
    for number in range(TURNS):
        place = number % len(cards)
        steps: list[dict[str, Any]] = [{"play": [cards[place]]}] if cards[place] != "-" else []
        if not steps or (place % 2 == 0 and "-" not in cards):
            steps.insert(0, {"draw": 1})
        turns.append({"player": names[number % 4], "steps": steps})
    return {"game": slug, "options": options, "players": names, "start": begun, "turns": turns}


@pytest.mark.parametrize("slug", GAMES)
def test_a_thousand_turns(slug: str, report: Report) -> None:
    given = document(slug)
    assert all(one["legal"] for one in judge(given)["turns"])
    file = read_turn_file(given)

    def run() -> None:
        position = start(file)
        for turn in file.turns:
            position = judge_turn(position, turn).after
            explain(position)

    taken = seconds(run)
    report(f"{slug}: 1,000 turns judged, with reasons", taken, 0.02)
    report(f"{slug}: 1,000 turns as a document", seconds(lambda: judge(given) and None), 0.04)


@pytest.mark.parametrize("slug", HANDS)
def test_what_may_be_played(slug: str, report: Report) -> None:
    text, begun, wanted = HANDS[slug]
    file = read_turn_file({"game": slug, "players": ["A", "B", "C"], "start": begun})
    position, hand = start(file), parse_cards(text, suits=file.setting.deck.suits)
    assert list_plays(position, hand)

    def run() -> None:
        list_plays(position, hand)

    report(f"{slug}: plays of thirteen cards", seconds(run, 20), wanted)
