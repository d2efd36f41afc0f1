"""The forms of a family's own game and its declaration, each made from the other, and a preview of
its board and sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from rulesets.engine.game import NAMES
from rulesets.engine.roster import Setup
from rulesets.files.house_game import TAKEN, read_declaration, read_new_declaration
from rulesets.house_games import slug_of
from rulesets.house_games.declaration import PREFIX
from tournaments.boards.deals import report_fields
from tournaments.house_games.forms import LEFT, NONE, OwnGameForm, QuestionForm, Questions
from tournaments.report_forms.report_form import ReportForm
from tournaments.web.forms import message
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from rulesets.drawing.scoreboard import Scoreboard
    from rulesets.engine.game import Game
    from rulesets.engine.plays import State
    from rulesets.engine.problems import Problem
    from rulesets.engine.text import Phrase


LONGEST_KEY = 30
TOTAL = {"TOTAL_FORMS": "asks-TOTAL_FORMS", "INITIAL_FORMS": "asks-INITIAL_FORMS"}
# Fields of the forms whose names differ from the declaration's.
ELSEWHERE = {"players": "low", "ends": "count", "collects": "out"}
NUMBERS = ("low", "high", "step", "total")
NEW: dict[str, Any] = {
    "low": 2,
    "high": 6,
    "wins": "high",
    "ends": "reach",
    "count": 100,
    "unit": "points",
    "deals": LEFT,
    "decks": 1,
}


@dataclass(slots=True)
class Editor:
    """The forms of the page: the game, and the questions in the order of the declaration."""

    game: OwnGameForm
    questions: Any

    @classmethod
    def of(cls, data: Any = None, declared: Mapping[str, Any] | None = None) -> Editor:
        """Return the forms with posted data, with a declaration, or for a new game."""
        if data is not None:
            count = _count(data)
            return cls(OwnGameForm(count, data), Questions(data, prefix="asks"))
        asks = _question_values(declared) if declared else [{"kind": "number:player", "worth": "1"}]
        first = _game_values(declared) if declared else NEW
        return cls(OwnGameForm(len(asks), initial=first), Questions(initial=asks, prefix="asks"))

    def is_valid(self) -> bool:
        """Whether every field can be read; `problems` judges the meaning."""
        return bool(self.game.is_valid() & self.questions.is_valid())

    @property
    def filled_questions(self) -> list[Any]:
        return [form for form in self.questions if not form["DELETE"].value() and not form.empty]

    def declaration(self) -> dict[str, Any]:
        """Return the readable part of the input as the JSON of a declaration."""
        typed = getattr(self.game, "cleaned_data", {})
        keys = _keys(self.filled_questions)
        by_number = self._numbered(keys)
        declared: dict[str, Any] = {
            "name": typed.get("name", ""),
            "about": typed.get("about", ""),
            "players": [typed.get("low"), typed.get("high")],
            "sides": 2 if typed.get("sides") else 0,
            "wins": typed.get("wins", "high"),
            "rounds": typed.get("rounds", []),
            "unit": typed.get("unit", ""),
            "how": typed.get("how", []),
            "decks": typed.get("decks") or 0,
            "needs": typed.get("needs", ""),
            "minutes": typed.get("minutes") or 0,
            "text": typed.get("text", ""),
            "deals": by_number.get(typed.get("deals", ""), typed.get("deals", LEFT)),
            "asks": [
                _ask(form, key) for form, key in zip(self.filled_questions, keys, strict=True)
            ],
        }
        if typed.get("ends") in ("reach", "rounds"):
            declared["ends"] = {typed["ends"]: typed.get("count")}
        if typed.get("out") or typed.get("held"):
            named = (typed.get("out", ""), typed.get("held", ""))
            declared["collects"] = [by_number.get(number, "") for number in named]
        return declared

    def _numbered(self, keys: Sequence[str]) -> dict[str, str]:
        """Return the keys of the questions by their numbers on the page."""
        numbers = {id(form): str(number) for number, form in enumerate(self.questions, 1)}
        return {
            numbers[id(form)]: key for form, key in zip(self.filled_questions, keys, strict=True)
        }

    def problems(self) -> tuple[Problem, ...]:
        return read_new_declaration(self.declaration())[1]

    def put(self, problems: Iterable[Problem]) -> None:
        """Show every problem beside its field, unless that has one already."""
        for problem in problems:
            form, name = self._place(problem.at)
            if name is None or name not in form.errors:
                form.add_error(name, message(problem))

    def _place(self, at: Sequence[str | int]) -> tuple[Any, str | None]:
        head = str(at[0]) if at else ""
        if head == "asks" and len(at) > 1:
            form = self.filled_questions[int(at[1])]
            name = {"of": "kind", "key": "label"}.get(str(at[2]) if len(at) > 2 else "")
            name = name or (str(at[2]) if len(at) > 2 else "label")
            return form, name if name in form.fields else "label"
        if head == "players" and len(at) > 1:
            return self.game, ("low", "high")[int(at[1])]
        if head == "collects" and len(at) > 1:
            return self.game, ("out", "held")[int(at[1])]
        name = ELSEWHERE.get(head, head)
        return self.game, name if name in self.game.fields else None


def more(data: Any) -> Any:
    """Return the posted data with one question more."""
    grown = data.copy()
    number = _count(data)
    grown[TOTAL["TOTAL_FORMS"]] = str(number + 1)
    grown[f"asks-{number}-kind"] = "number:player"
    return grown


def move_question(data: Any, number: int, by: int) -> Any:
    """Return the posted data with question `number` one place up (`by` -1) or down (1), and with
    the choices that refer to it by number; unchanged if there is no such place."""
    other = number + by
    if not 1 <= min(number, other) < max(number, other) <= _count(data):
        return data
    moved = data.copy()
    for old, new in ((number, other), (other, number)):
        for name in (*QuestionForm.base_fields, "DELETE"):
            moved.pop(f"asks-{new - 1}-{name}", None)
            if (typed := data.get(f"asks-{old - 1}-{name}")) is not None:
                moved[f"asks-{new - 1}-{name}"] = typed
        for name in ("deals", "out", "held"):
            if data.get(name) == str(old):
                moved[name] = str(new)
    return moved


def _count(data: Any) -> int:
    count = data.get(TOTAL["TOTAL_FORMS"], "")
    return min(int(count), 12) if count.isascii() and count.isdigit() and len(count) < 4 else 0


def _ask(form: Any, key: str) -> dict[str, Any]:
    typed = getattr(form, "cleaned_data", {})
    kind, _colon, of = (typed.get("kind") or "number:player").partition(":")
    question: dict[str, Any] = {"key": key, "label": typed.get("label", ""), "kind": kind}
    question |= {name: typed[name] for name in ("help", "says") if typed.get(name)}
    if of != "table":
        question["of"] = of
    names = NUMBERS if kind == "number" else ("low",) if kind == "order" else ()
    question |= {name: typed[name] for name in names if typed.get(name) is not None}
    if typed.get("optional") and kind != "yes":
        question["optional"] = True
    if typed.get("worth"):
        question["worth"] = _worth(typed["worth"], kind)
    return question


def _worth(text: str, kind: str) -> Any:
    """Return the number in a text, for an order also several; else the text, to be refused."""
    parts = re.split(r"[\s,;]+", text.strip().replace("−", "-"))
    if not all(re.fullmatch(r"[+-]?\d{1,9}", part) for part in parts):
        return text
    numbers = [int(part) for part in parts]
    return numbers if kind == "order" and len(numbers) > 1 else _single(numbers, text)


def _single(numbers: Sequence[int], text: str) -> Any:
    return numbers[0] if len(numbers) == 1 else text


def _keys(forms: Sequence[Any]) -> list[str]:
    """Return a different key for each question: its own, or one made of its words."""
    keys: list[str] = []
    for number, form in enumerate(forms, 1):
        typed = getattr(form, "cleaned_data", {})
        own = typed.get("key") or _key(typed.get("label", ""), number)
        key, again = own, 1
        while key in keys:
            again += 1
            key = f"{own[: LONGEST_KEY - 3]}_{again}"
        keys.append(key)
    return keys


def _key(label: str, number: int) -> str:
    words = slug_of(label).removeprefix(PREFIX).replace("-", "_")[:LONGEST_KEY]
    sound = words[:1].isalpha() and words not in TAKEN
    key = words if sound else f"ask_{number}"
    problems = read_declaration({"name": "x", "asks": [{"key": key, "label": "x", "high": 1}]})[1]
    taken = any(problem.at[-1:] == ("key",) for problem in problems)
    return f"{key[: LONGEST_KEY - 4]}_ask" if taken else key


def _game_values(declared: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the game's form for a declaration."""
    ends = declared.get("ends") or {"never": None}
    (by, count), *_rest = ends.items()
    keys = [ask["key"] for ask in declared["asks"]]
    numbered = {key: str(number) for number, key in enumerate(keys, 1)}
    low, high = declared["players"]
    out, held = declared.get("collects") or ("", "")
    deals = declared.get("deals", LEFT)
    return {
        **{key: declared.get(key, "") for key in ("name", "about", "rounds", "how", "text")},
        "low": low,
        "high": high,
        "sides": bool(declared.get("sides")),
        "wins": declared.get("wins", "high"),
        "ends": by,
        "count": count,
        "unit": declared.get("unit", "points"),
        "deals": deals if deals in (LEFT, NONE) else numbered[deals],
        "out": numbered.get(out, ""),
        "held": numbered.get(held, ""),
        "decks": declared.get("decks", 0),
        "needs": declared.get("needs", ""),
        "minutes": declared.get("minutes") or None,
    }


def _question_values(declared: Mapping[str, Any]) -> list[dict[str, Any]]:
    questions = []
    for ask in declared["asks"]:
        worth = ask.get("worth", 0)
        each = ask["kind"] in ("number", "yes")
        of = ask.get("of", "player") if each else "table"
        values = {key: ask.get(key) for key in ("key", "label", "help", "says", *NUMBERS)}
        values["low"] = ask.get("low", 0) if ask["kind"] in ("number", "order") else None
        values |= {"kind": f"{ask['kind']}:{of}", "optional": ask.get("optional", False)}
        values["worth"] = " ".join(map(str, worth)) if isinstance(worth, list) else str(worth or "")
        questions.append(values)
    return questions


def is_sound(editor: Editor) -> bool:
    """Whether the input is a valid declaration; problems are put beside their fields."""
    read = editor.is_valid()
    editor.put(editor.problems())
    wrong = editor.game.errors or any(form.errors for form in editor.filled_questions)
    return read and not wrong


ROUNDS = 3
USUAL = 4  # people at the table of the picture


@dataclass(frozen=True, slots=True)
class Preview:
    """The form of the first round, that round's name, and the sheet after a few sample rounds."""

    form: ReportForm
    called: str
    sheet: Scoreboard


def preview(game: Game) -> Preview:
    """Preview a game for a table of four, or of the nearest number that can play it."""
    plays = game.plays
    low, high = plays.players
    fits = plays.seats or tuple(range(low, high + 1))
    count = min(fits, key=lambda number: (abs(number - USUAL), number))
    setup = Setup(plays.roster(NAMES[:count]), game.options(), 0)
    state = plays.start(setup).state
    form = ReportForm(
        fields=report_fields(plays, state),
        roster=setup.roster,
        playing=plays.playing(state),
    )
    board = plays.board(sample_states(game, setup))
    return Preview(
        form, translate(plays.name_of_round(state)), replace(board, notes=_notes(game, setup))
    )


def sample_states(game: Game, setup: Setup) -> list[State]:
    """Return the states before and after a few sample rounds; always the same ones."""
    plays, chance = game.plays, Random(2)  # noqa: S311 - no chance at all
    states = [plays.start(setup).state]
    while len(states) <= ROUNDS and plays.over(states[-1]) is None:
        report = plays.sample(states[-1], chance)
        states.append(plays.play(states[-1], report).state)
    return states


def _notes(game: Game, setup: Setup) -> tuple[Phrase, ...]:
    return game.plays.sheet(setup).notes
