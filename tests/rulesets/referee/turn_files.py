"""Turn files in short, and what the referee answers to them."""

from __future__ import annotations

from typing import Any

from rulesets.files.turn_file import judge, turn

NAMES = ("A", "B", "C", "D", "E", "F", "G", "H")
Json = dict[str, Any]


def file(slug: str, *turns: Any, seats: int = 4, options: Any = None, **start: Any) -> Json:
    """A turn file: so many players from A on, the start, and turns as `of` makes them, or as text
    ("A 9H 9C +1")."""
    return {
        "game": slug,
        "options": options or {},
        "players": list(NAMES[:seats]),
        "start": start,
        "turns": [one if isinstance(one, dict) else of(one) for one in turns],
    }


def of(text: str, **more: Any) -> Json:
    """A turn as text: the player, then the cards of one play; "+2" draws two, "|" begins another
    play, "pass" passes, ">B" names a player beside the play, "!" reveals a card, "@bet" says a
    word, "…" at the end leaves it open."""
    player, *words = text.split()
    steps: list[Json] = []
    play: list[str] | None = None
    for word in words:
        if word == "…":
            more["done"] = False
        elif word == "|":
            play = None
        elif word == "pass":
            steps.append({"pass": True})
        elif word.startswith("+"):
            steps.append({"draw": int(word[1:])})
            play = None
        elif word.startswith("@"):
            steps.append({"act": word[1:]})
        elif word.startswith("!"):
            if not steps or "reveal" not in steps[-1]:
                steps.append({"reveal": []})
                play = None
            steps[-1]["reveal"].append(word[1:])
        elif word.startswith(">"):
            steps[-1]["to"] = word[1:]
        elif play is None:
            play = [word]
            steps.append({"play": play})
        else:
            play.append(word)
    return {"player": player, "steps": steps, **more}


def verdicts(slug: str, *turns: Any, **values: Any) -> list[Json]:
    """What is said of each turn."""
    return judge(file(slug, *turns, **values))["turns"]


def last(slug: str, *turns: Any, **values: Any) -> Json:
    """What is said of the last turn."""
    return verdicts(slug, *turns, **values)[-1]


def codes(slug: str, *turns: Any, **values: Any) -> list[str]:
    """What is wrong with the last turn."""
    return [problem["code"] for problem in last(slug, *turns, **values)["problems"]]


def after(slug: str, *turns: Any, **values: Any) -> Json:
    """The position after turns, all of which are legal."""
    found = verdicts(slug, *turns, **values)
    for one in found:
        assert one["legal"], one["problems"]
    return found[-1]["position"]


def plays(slug: str, hand: str, *turns: Any, **values: Any) -> list[str]:
    """What may be played of a hand after some turns, each play as one text."""
    found = turn(file(slug, *turns, **values), hand)["plays"]
    return [" ".join(cards) for cards in found]
