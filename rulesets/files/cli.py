"""`python -m rulesets`: games and score files on the command line, JSON in and JSON out.

Exit status 0; 1 where a file breaks a rule of its game (the answer lists the problems); 2 where
the input is unusable (one line on standard error).
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from rulesets.engine.clean_text import clean_json, clean_text
from rulesets.engine.problems import Unusable
from rulesets.files import (
    board_file,
    counting,
    descriptions,
    drive_answers,
    drive_shapes,
    house_game,
    report_names,
    turn_file,
)
from rulesets.files.board_file import BoardFile
from rulesets.files.drive_answers import NextSeats, next_seats
from rulesets.files.drive_shapes import LARGEST_SEED
from rulesets.files.house_game import read_new_declaration
from rulesets.files.score_file import ScoreFile, own_game, read_file
from rulesets.formats import format_of
from rulesets.game_search import find_games
from rulesets.games import load, slugs
from rulesets.movements.matching import MatcherMissing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rulesets.engine.game import Game


T = TypeVar("T")


def read(path: str) -> object:
    """Return the JSON value in the file at `path` ("-" is standard input). Raises Unusable."""
    try:
        raw = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise Unusable(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    return parse(raw, "standard input" if path == "-" else path)


def parse(raw: bytes, name: str) -> object:
    """Return the JSON value in `raw`, its texts clean. Raises Unusable, also for NaN and for a
    field that is there twice."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unusable(f"{name}: not UTF-8 text (byte {error.start})") from error
    try:
        value = json.loads(
            text,
            parse_constant=_no_constant,
            parse_float=_finite,
            object_pairs_hook=_no_duplicates,
        )
        return clean_json(value)
    except RecursionError as error:
        raise Unusable(f"{name}: nested too deeply") from error
    except ValueError as error:
        raise Unusable(f"{name}: not usable JSON: {error}") from error


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    return value


def _no_duplicates(pairs: Sequence[tuple[str, T]]) -> dict[str, T]:
    pairs = [(clean_text(name, lines=True), value) for name, value in pairs]
    fields = dict(pairs)
    if len(fields) != len(pairs):
        seen: set[str] = set()
        double = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the field {double!r} stands twice in one object")
    return fields


FINE, BROKEN, UNUSABLE = 0, 1, 2
GAME = "its slug, or the file of a game of your own (my_game.json)"
FILE = ".json"  # what the name of such a file ends in


class _Parser(argparse.ArgumentParser):
    """An argument parser that refuses in one line."""

    def error(self, message: str) -> NoReturn:
        raise Unusable(f"{message} (--help shows how it is used)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    try:
        options = _parser().parse_args(arguments)
        answer, status = options.run(options)
    except Unusable as error:
        sys.stderr.write(f"rulesets: {error}\n")
        return UNUSABLE
    _print(answer)
    return int(status)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m rulesets", description="Rules and scores of card games.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)

    def command(name: str, text: str, run: Any) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.set_defaults(run=run)
        return added

    listing = command("list", "list the games, or those that match a query", _list)
    listing.add_argument("query", nargs="*", help="such as: five people, one deck, an hour")
    listing.add_argument("--markdown", action="store_true", help="in the form of docs/games.md")
    command("show", "show everything about a game", _show).add_argument("game", help=GAME)
    schema = command("schema", "print the JSON Schema of a game's report", _schema)
    schema.add_argument("game", help=GAME)
    schema.add_argument("--format", default="", metavar="F", help="the format it is played in")
    which = schema.add_mutually_exclusive_group()
    which.add_argument("--set", type=int, metavar="N", help="for one set only")
    which.add_argument("--file", action="store_true", help="for a whole score file")
    which.add_argument("--turns", action="store_true", help="for a turn file")
    check = command("check", "list the problems in a score file or in a game of your own", _check)
    score = command("score", "print the standings of a score file", _score)
    score.add_argument("--explain", action="store_true", help="with the reason for every point")
    seats = command("seats", "print the seats of a score file's next set", _seats)
    seats.add_argument(
        "--seed", type=int, metavar="N", help="for the draw (default: the file's, or 0)"
    )
    judge = command("judge", "judge every turn of a turn file", _judge)
    turn = command("turn", "say whose turn it is, what is open, and why", _turn)
    turn.add_argument(
        "--hand", metavar="CARDS", help="the cards of the player to move, such as 'QS 10H'"
    )
    for reads in (judge, turn):
        reads.add_argument("file", help="a turn file; - reads standard input")
    counting.add_arguments(command("count", "count points from the cards themselves", _count))
    for reads in (check, score, seats):
        reads.add_argument("file", help="a score file; - reads standard input")
    for names in (check, score):
        names.add_argument("--game", default="", metavar="FILE", help="the game it belongs to")
    return parser


def _list(options: argparse.Namespace) -> tuple[object, int]:
    query = " ".join(options.query)
    games = find_games(query) if query else tuple(load(slug) for slug in slugs())
    return (house_game.markdown(games) if options.markdown else descriptions.listed(games)), FINE


def _show(options: argparse.Namespace) -> tuple[object, int]:
    return descriptions.game(_game(options.game)), FINE


def _schema(options: argparse.Namespace) -> tuple[object, int]:
    game = _game(options.game)
    if options.turns:
        if game.referee is None:
            raise Unusable(f"{game.name} is scored here; its turns are not judged")
        return turn_file.turn_schema(game), FINE
    try:
        played = format_of(game, options.format)
    except LookupError as error:
        raise Unusable(str(error.args[0])) from error
    if played.movement is None:
        if options.set is not None:
            raise Unusable(f"{game.name} has no sets")
        find_schema = board_file.file_schema if options.file else report_names.report_schema
        return find_schema(game), FINE
    if options.file:
        return drive_shapes.file_schema(played), FINE
    if options.set is not None and not 1 <= options.set <= played.length.most:
        raise Unusable(f"{game.name} has sets 1 to {played.length.most}")
    return drive_shapes.report_schema(played, options.set), FINE


def _check(options: argparse.Namespace) -> tuple[object, int]:
    value = read(options.file)
    if isinstance(value, dict) and "asks" in value:  # a game of a family's own
        problems = read_new_declaration(value)[1]
        return {"problems": descriptions.problems(problems)}, BROKEN if problems else FINE
    return _each(value, options, lambda file: {"problems": descriptions.problems(file.problems)})


def _score(options: argparse.Namespace) -> tuple[object, int]:
    def answer(file: ScoreFile) -> object:
        if isinstance(file, BoardFile):
            return board_file.score(file, explain=options.explain)
        return drive_answers.score(file, explain=options.explain)

    return _each(read(options.file), options, answer)


def _each(
    value: object, options: argparse.Namespace, answer: Callable[[ScoreFile], object]
) -> tuple[object, int]:
    """Return the answer to a file, or a list of answers to a list of files: those of several
    tables."""
    own = own_game(read(options.game)) if options.game else None
    several = value if isinstance(value, list) and value else [value]
    files = [read_file(document, own) for document in several]
    answers = [answer(file) for file in files]
    status = BROKEN if any(file.broken for file in files) else FINE
    return (answers if isinstance(value, list) else answers[0]), status


def _seats(options: argparse.Namespace) -> tuple[object, int]:
    file = read_file(read(options.file))
    if isinstance(file, BoardFile):
        if not format_of(file.game).keeping.moves:
            raise Unusable(f"{file.game.name} is played at one table; nobody changes seats")
        answer, is_known = board_file.seats(file)
        return answer, FINE if is_known else BROKEN
    seed = file.seed if options.seed is None else options.seed
    if abs(seed) > LARGEST_SEED:
        raise Unusable("--seed: choose a smaller number")
    if file.broken:
        number = file.drive.sets[-1].number + 1 if file.drive.sets else 1
        return drive_answers.seats(file, NextSeats(number, None, ()), seed), BROKEN
    try:
        upcoming = next_seats(file, seed)
    except MatcherMissing as error:
        raise Unusable(str(error)) from error
    return drive_answers.seats(file, upcoming, seed), BROKEN if upcoming.problems else FINE


def _judge(options: argparse.Namespace) -> tuple[object, int]:
    answer = turn_file.judge(read(options.file))
    return answer, BROKEN if turn_file.is_broken(answer) else FINE


def _turn(options: argparse.Namespace) -> tuple[object, int]:
    answer = turn_file.turn(read(options.file), options.hand)
    return answer, BROKEN if turn_file.is_broken(answer) else FINE


def _count(options: argparse.Namespace) -> tuple[object, int]:
    try:
        answer, broken = counting.run(options)
    except counting.Refused as error:
        raise Unusable(str(error)) from error
    return answer, BROKEN if broken else FINE


def _game(slug: str) -> Game:
    if slug.endswith(FILE):
        return own_game(read(slug))
    try:
        return load(slug)
    except LookupError as error:
        raise Unusable(str(error.args[0])) from error


def _print(answer: object) -> None:
    """Write JSON in the letters that the output can hold, escaped otherwise; a page as it is."""
    if isinstance(answer, str):
        sys.stdout.write(answer)
        return
    text = "".join(_pieces(answer, "", escaped=False)) + "\n"
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = "".join(_pieces(answer, "", escaped=True)) + "\n"
    sys.stdout.write(text)
    sys.stdout.flush()


def _pieces(value: object, indent: str, *, escaped: bool) -> Iterator[str]:
    """Yield JSON for people's eyes too: lists of plain values stay on one line."""
    inner = indent + "  "
    if isinstance(value, dict) and value:
        for number, (key, held) in enumerate(value.items()):
            yield f"{',' if number else '{'}\n{inner}{json.dumps(key, ensure_ascii=escaped)}: "
            yield from _pieces(held, inner, escaped=escaped)
        yield f"\n{indent}}}"
    elif isinstance(value, list | tuple) and any(isinstance(v, dict | list | tuple) for v in value):
        for number, held in enumerate(value):
            yield f"{',' if number else '['}\n{inner}"
            yield from _pieces(held, inner, escaped=escaped)
        yield f"\n{indent}]"
    else:
        yield json.dumps(value, ensure_ascii=escaped)
