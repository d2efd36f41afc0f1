"""The game that a declaration makes, the same record that a module of `rulesets.games` declares,
and its rule text.

What a family wrote is people's own words: never a template, never translated.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from rulesets.cards.deck import Needs
from rulesets.engine.answers import Order, Player, Players, Side
from rulesets.engine.checks import Check, none_left
from rulesets.engine.endings import Ends, after, never, reach
from rulesets.engine.game import Example, Game, NoOptions, find_formats, goal, option
from rulesets.engine.questions import PerPlayer, PerSide, ask
from rulesets.engine.roster import Setup
from rulesets.engine.rounds import Rounds
from rulesets.engine.scoring import Events, gain, worths
from rulesets.engine.table import Table
from rulesets.engine.text import Phrase, as_is, say, signed
from rulesets.house_games.declaration import Ask, Declaration, plain, slug_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.house_games.declaration import Ask, Declaration


HEADING = re.compile(r"^(#{1,6})(?=\s)(.*)$")
ANCHOR = re.compile(r"\s*\{#[\w-]*\}\s*$")
MARKS = re.compile(r"([\\`*_{}\[\]()<>#+!|~&])")
ROW_ANCHOR = re.compile(r"\s*\{#[\w-]*\}(?=\s*(?:\||$))")
DEEPEST = 6


def rule_text(declared: Declaration, options: type) -> str:
    """Return the whole text in Markdown, with the anchor that every score refers to."""
    parts = [f"# {escaped(declared.name)}", escaped(declared.about)]
    if declared.text:
        parts += ["## How to play {#play}", demoted(declared.text)]
    parts += ["## Players and end {#end}", "\n".join(_frame(declared))]
    parts += ["## Scoring {#scoring}", *_scoring(declared)]
    agreed = list(_agreed(options))
    if agreed:
        parts += ["## Agree before you play {#options}", "\n".join(agreed)]
    return "\n\n".join(part for part in parts if part) + "\n"


def escaped(text: str) -> str:
    """Return people's own words without any meaning to Markdown."""
    return MARKS.sub(r"\\\1", text)


def demoted(text: str) -> str:
    """Return a family's own text as a part of the page: its headings under ours, and no anchors."""
    lines = []
    for line in text.split("\n"):
        heading = HEADING.match(line)
        if heading is None:
            lines.append(ROW_ANCHOR.sub("", line) if "|" in line else line)
        else:
            marks = "#" * min(len(heading[1]) + 2, DEEPEST)
            lines.append(marks + ANCHOR.sub("", heading[2]))
    return "\n".join(lines)


def _frame(declared: Declaration) -> Iterator[str]:
    low, high = declared.players
    if declared.sides:
        yield f"- {' or '.join(map(str, declared.seats))} players in two sides."
    else:
        yield f"- {low} players." if low == high else f"- {low} to {high} players."
    by, count = declared.ends
    if by == "reach":
        yield f"- It ends with the round in which somebody has {count}."
    elif by == "rounds":
        yield f"- {count} rounds are played."
    else:
        yield "- It ends when you like."
    yield f"- The {'lowest' if declared.wins == 'low' else 'highest'} total wins."
    if declared.deals == "left":
        yield "- The deal passes to the left."
    elif declared.deals != "none":
        label = next(question.label for question in declared.asks if question.key == declared.deals)
        yield f"- Who deals next: {escaped(label)}"
    for number, name in enumerate(declared.rounds, 1):
        yield f"- Round {number}: {escaped(name)}"


def _scoring(declared: Declaration) -> Iterator[str]:
    yield "After each round:"
    rows = ["| What | Points | Write down |", "|---|---|---|"]
    rows += [
        f"| {escaped(question.label)} | {_worth(declared, question)} | {_answer(question)} |"
        for question in declared.asks
    ]
    yield "\n".join(rows)
    helps = [
        f"- {escaped(question.label)} {escaped(question.help)}"
        for question in declared.asks
        if question.help
    ]
    yield "\n".join(helps)
    if declared.collects:
        yield "The player who goes out scores what all the others still hold."


def _answer(question: Ask) -> str:
    each = {"player": "each player: ", "side": "each side: ", "table": ""}[question.of]
    text = {
        "yes": "yes or no",
        "player": "a player",
        "side": "a side",
        "players": "players",
        "order": "players, the first one first",
    }.get(question.kind, "")
    if question.kind == "number":
        text = f"{signed(question.low)} to {question.high}"
        text += f", in steps of {question.step}" if question.step > 1 else ""
        text += f", all together {question.total}" if question.total is not None else ""
    return f"{each}{text}; may be left out" if question.optional else f"{each}{text}"


def _worth(declared: Declaration, question: Ask) -> str:
    if question.key in declared.collects[1:]:
        return "goes to whoever is out"
    if isinstance(question.worth, tuple):
        return ", ".join(map(signed, question.worth)) + " by place"
    if not question.worth:
        return "–"
    return f"{signed(question.worth)} each" if question.kind == "number" else signed(question.worth)


def _agreed(options: type) -> Iterator[str]:
    for entry in dataclasses.fields(options):
        yield f"- `{entry.name}`: {entry.metadata['label']}: {entry.default} if you say nothing."


# An annotation by kind and by who answers; the second one where it may be left out.
HINTS: dict[tuple[str, str], tuple[Any, Any]] = {
    ("number", "player"): (PerPlayer[int], PerPlayer[int | None] | None),
    ("number", "side"): (PerSide[int], PerSide[int] | None),
    ("yes", "player"): (PerPlayer[bool], PerPlayer[bool]),
    ("yes", "side"): (PerSide[bool], PerSide[bool]),
    ("player", "table"): (Player, Player | None),
    ("side", "table"): (Side, Side | None),
    ("players", "table"): (Players, Players | None),
    ("order", "table"): (Order, Order | None),
}
HELP = {
    "yes": "Tap everybody it applies to.",
    "player": "One player.",
    "side": "One side.",
    "players": "Everybody it applies to.",
    "order": "In order, first to last.",
}
MOST_TARGET = 1_000_000
MOST_ROUNDS = 200
CACHE_SIZE = 256  # games that are kept made
WIDER = 20  # how many times the declared number an evening may agree on


def house_game(declared: Declaration, *, slug: str = "", edition: int = 1) -> Game:
    """Return the game of a sound declaration, under its slug (one made of its name, unless it is
    given) and edition. The same declaration makes the same game."""
    return _made(declared, slug or slug_of(declared.name), edition)


@lru_cache(CACHE_SIZE)
def _made(declared: Declaration, slug: str, edition: int) -> Game:
    plays = Rounds(
        players=(min(declared.seats), max(declared.seats)),
        seats=declared.seats if declared.sides else (),
        sides=declared.sides,
        asks=_report(declared),
        score=_score(declared),
        checks=_checks(declared),
        ends=_ends(declared),
        wins=declared.wins,
        label=_label(declared),
        deals=_deals(declared),
        unit=declared.unit,
        counted=as_is(declared.unit[:1].upper() + declared.unit[1:]),
        how=tuple(as_is(line) for line in declared.how),
    )
    options = _options(declared)
    game = Game(
        slug=slug,
        name=declared.name,
        source="our own",
        about=_about(declared),
        plays=plays,
        options=options,
        edition=edition,
        formats=("table", *find_formats(plays)),
        needs=Needs((declared.decks, declared.decks), also=_also(declared)),
        minutes=declared.minutes,
        declaration=plain(declared),
        text=rule_text(declared, options),
    )
    return dataclasses.replace(game, examples=(_worked(game),))


def _report(declared: Declaration) -> type:
    out, held = declared.collects or ("", "")
    fields = [
        (
            question.key,
            _hint(question),
            _annotation_of(question, none_for=out if question.key == held else ""),
        )
        for question in declared.asks
    ]
    return dataclasses.make_dataclass("Round", fields, frozen=True, slots=True, kw_only=True)


def _hint(question: Ask) -> Any:
    return HINTS[question.kind, question.of][question.optional]


def _annotation_of(question: Ask, none_for: str = "") -> Any:
    arguments: dict[str, Any] = {
        "low": question.low,
        "high": question.high,
        "step": question.step,
        "total": question.total,
    }
    if question.kind == "order":
        arguments = {"low": question.low}
    elif question.kind != "number":
        arguments = {}
    if question.optional:
        arguments["default"] = None
    return ask(
        as_is(question.label),
        _help(question),
        worth=question.worth or None,
        says=as_is(question.says or question.label),
        none_for=none_for,
        **arguments,
    )


def _help(question: Ask) -> Phrase:
    """Return the family's help for a question, or else the range of its answers."""
    if question.help:
        return as_is(question.help)
    if question.kind != "number":
        return say(HELP[question.kind])
    params = {
        "low": question.low,
        "high": question.high,
        "step": question.step,
        "total": question.total or 0,
    }
    text = "From {low} to {high}."
    if question.total is not None:
        text = "All together {total}."
    elif question.step > 1:
        text = "From {low} to {high}, in steps of {step}."
    return say(text, **params)


def _score(declared: Declaration) -> Callable[[Any, Table], Events]:
    """Return the scoring function: the worth of every answer, and the cards collected."""
    if not declared.collects:
        return worths
    out, held = declared.collects

    def score(report: Any, table: Table) -> Events:
        yield from worths(report, table)
        winner = getattr(report, out)
        if winner is None:
            return
        for player, count in enumerate(getattr(report, held)):
            if player != winner:
                name = table.names[player]
                yield gain(
                    winner, count, "{name} holds {count}", "scoring", (held, player),
                    name=name, count=count,
                )  # fmt: skip

    return score


def _checks(declared: Declaration) -> tuple[Check, ...]:
    """Return the check that the player who goes out holds nothing."""
    if not declared.collects:
        return ()
    out, held = declared.collects
    return (none_left(out, held, least=0),)


def _ends(declared: Declaration) -> Ends:
    by, count = declared.ends
    if by == "reach":
        return reach("target")
    if by == "rounds":
        return after(count if declared.rounds else "rounds")
    return never()


def _options(declared: Declaration) -> type:
    """Return the options of an evening: another total, or another number of rounds."""
    by, count = declared.ends
    if by == "reach":
        most = min(count * WIDER, MOST_TARGET)
        fields = [("target", int, goal(count, low=1, high=most))]
    elif by == "rounds" and not declared.rounds:
        help_text = "How many are played."
        number = option("Rounds", default=count, low=1, high=MOST_ROUNDS, help=help_text)
        fields = [("rounds", int, number)]
    else:
        return NoOptions
    return dataclasses.make_dataclass("Options", fields, frozen=True, slots=True, kw_only=True)


def _label(declared: Declaration) -> Callable[[Table], Phrase | None] | None:
    names = tuple(as_is(name) for name in declared.rounds)
    if not names:
        return None
    return lambda table: names[table.rounds] if table.rounds < len(names) else None


def _deals(declared: Declaration) -> Any:
    key = declared.deals
    if key in ("left", "none"):
        return key

    def named(report: Any, table: Table) -> int | None:
        dealer: int | None = getattr(report, key)
        return table.dealer if dealer is None else dealer

    return named


def _also(declared: Declaration) -> tuple[Phrase, ...]:
    return (as_is(declared.needs),) if declared.needs else ()


def _about(declared: Declaration) -> str:
    """Return the family's own sentence, or what follows from the declaration."""
    if declared.about:
        ends = declared.about[-1] in ".!?…。"
        return declared.about if ends else f"{declared.about}."
    by, count = declared.ends
    best = "The lowest" if declared.wins == "low" else "The highest"
    if by == "reach":
        return f"{best} total wins when somebody has {count}."
    return f"{best} total wins after {count} rounds." if by == "rounds" else f"{best} total wins."


def _worked(game: Game) -> Example:
    """Return a made-up round, so that a rule page and a command can show what a report is."""
    plays = game.plays
    names = tuple(str(number) for number in range(plays.players[0]))
    begun = plays.start(Setup(plays.roster(names), game.options(), 0)).state
    report = plays.sample(begun, Random(1))  # noqa: S311 - made up, and always the same
    gives = tuple(plays.totals(plays.play(begun, report).state))
    note = "A round as it might have been."
    return Example(note, (report,), gives, len(names), first=0)
