"""Plays of another program as lines of score cards: the JSON that BG Stats exports.

`plays` name their game and their players by number (`gameRefId`, `playerRefId`); points are texts,
and who won is marked. Plays of games that are not played here are counted and left out.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from rulesets.engine.text import say
from rulesets.records.played_evenings import places
from rulesets.records.score_cards.sheets import ISO, CardSheet
from rulesets.records.score_cards.values import CardLine, LineProblem, fold

if TYPE_CHECKING:
    from collections.abc import Mapping

DATE = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[ T].*)?")
SUM = re.compile(r"[+\-]?\d{1,7}(?:[+\-]\d{1,7})*")
TERM = re.compile(r"[+\-]?\d+")
MOST_NAME = 80


def are_plays(value: Any) -> bool:
    """Whether a JSON value is such an export."""
    lists = ("plays", "games", "players")
    return isinstance(value, dict) and all(isinstance(value.get(name), list) for name in lists)


def read_plays(value: Mapping[str, Any], games: Mapping[str, str]) -> CardSheet:
    """Read an export: every play is an evening of its own without rounds. `games` as for
    `read_sheet`. The number of a line is that of its play."""
    sheet = CardSheet()
    names = _named(value["players"])
    slugs = {number: games.get(fold(name)) for number, name in _named(value["games"]).items()}
    times: Counter[tuple[str, str]] = Counter()
    plays = [play for play in value["plays"] if isinstance(play, dict)]
    order = sorted(range(len(plays)), key=lambda at: (str(plays[at].get("playDate")), at))
    for at in order:
        play, number = plays[at], at + 1
        if play.get("ignored") is True:
            continue
        slug = slugs.get(play.get("gameRefId"))
        if slug is None:
            sheet.left_out += 1
            continue
        date = DATE.fullmatch(str(play.get("playDate", "")))
        if date is None or not ISO.fullmatch(date[1]):
            read = str(play.get("playDate", ""))
            do = say("a date: 2009-12-26")
            sheet.problems.append(LineProblem("date", number, "playDate", read, do))
            continue
        times[slug, date[1]] += 1
        again = times[slug, date[1]]
        event = "" if again == 1 else f"{_name_of(value['games'], play)} {again}"
        sheet.lines += _lines(sheet, play, names, number, event, date[1], slug)
    sheet.lines.sort(key=lambda line: line.number)
    return sheet


def _named(rows: list[Any]) -> dict[object, str]:
    return {
        row["id"]: row["name"]
        for row in rows
        if isinstance(row, dict)
        and isinstance(row.get("id"), int)
        and isinstance(row.get("name"), str)
    }


def _name_of(games: list[Any], play: Mapping[str, Any]) -> str:
    return _named(games).get(play.get("gameRefId"), "")


def _lines(
    sheet: CardSheet,
    play: Mapping[str, Any],
    names: Mapping[object, str],
    number: int,
    event: str,
    date: str,
    slug: str,
) -> list[CardLine]:
    """Return the lines of a play, or note what is wrong with it."""
    scores = play.get("playerScores")
    rows = [row for row in scores if isinstance(row, dict)] if isinstance(scores, list) else []
    people = [names.get(row.get("playerRefId"), "") for row in rows]
    if not rows or not all(people) or len(set(people)) < len(people):
        do = say("players with different names, who are in the list of players")
        read = ", ".join(filter(None, people))
        sheet.problems.append(LineProblem("players", number, "playerScores", read, do))
        return []
    points = [_points(row.get("score")) for row in rows]
    ranks = _ranks(rows, points)
    return [
        CardLine(
            number=number,
            event=event,
            date=date,
            game=slug,
            round=0,
            deal=0,
            table="",
            chairs=(" ".join(name.split())[:MOST_NAME],),
            points=value if None not in points else None,
            place=rank,
        )
        for name, value, rank in zip(people, points, ranks, strict=True)
    ]


def _points(value: Any) -> int | None:
    """Return the points of a text such as "12" or "10+2"; None for any other."""
    text = str(value).replace(" ", "") if isinstance(value, (str, int)) else ""
    if not SUM.fullmatch(text):
        return None
    return sum(map(int, TERM.findall(text)))


def _ranks(rows: list[dict[str, Any]], points: list[int | None]) -> list[int | None]:
    """Return the places: as the file has them, of those who are marked as winners first; none where
    the points alone tell."""
    ranks = [row.get("rank") for row in rows]
    if all(isinstance(rank, int) and rank > 0 for rank in ranks):
        return ranks
    won = [row.get("winner") is True for row in rows]
    if not any(won):
        return [None if None not in points else 1 for _ in rows]
    if None in points:
        return list(places([int(is_winner) for is_winner in won]))
    best = {value for value, is_winner in zip(points, won, strict=True) if is_winner}
    if best == {max(value or 0 for value in points)} or best == {
        min(value or 0 for value in points)
    }:
        low = best != {max(value or 0 for value in points)}
        return list(places([(-1 if low else 1) * (value or 0) for value in points]))
    return list(places([int(is_winner) for is_winner in won]))
