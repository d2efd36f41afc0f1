"""A bracket as a picture: a column for each round, a box for each match, and lines between a match
and the next one of its winner. Winners are bold, losers faint; a bye has a box for one name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulesets.drawing.vectors import Area, Drawing, Item, Path, Rect, Text
from rulesets.engine.text import NOTHING, Phrase, as_is, say, signed
from rulesets.movements.bracket import name_round

if TYPE_CHECKING:
    from rulesets.movements.bracket import Entrant, Match, Section

    Games = Mapping[tuple[int, frozenset[int]], int]
    """How many games the people of an entrant have won in a set, or what they scored."""

WIDTH, GUTTER = 280.0, 36.0  # of a column, and between two
ROW, GAP = 36.0, 16.0  # a name's height, and between two boxes
SCORE = 36.0  # for a number of games, at the end of a name
HEAD = 40.0  # for what the columns are called
EDGE = 6.0
LETTER, SMALL = 19.0, 17.0
MOST_MATCHES = 32  # in the first column; of a larger bracket the later rounds are drawn


def count_columns(drawing: Drawing) -> int:
    return round((drawing.width + GUTTER) / (WIDTH + GUTTER))


def draw_section(
    section: Section,
    names: Mapping[int, str],
    most: int = MOST_MATCHES,
    games: Games | None = None,
    points: Games | None = None,
) -> Drawing:
    """Draw the matches for some places. `names` are those of the people; with more than `most`
    matches in a round, the picture begins with a later one. `games`: everybody's games won, if a
    match is several; `points`: their points, if it is one."""
    skipped = 0
    while len(section.matches[skipped]) > most and len(section.matches) > skipped + 1:
        skipped += 1
    columns = section.matches[skipped:]
    rounds = section.rounds - skipped
    first = len(columns[0])
    height = HEAD + first * (2 * ROW + GAP) + 2 * EDGE
    width = rounds * (WIDTH + GUTTER) - GUTTER + 2 * EDGE
    items: list[Item] = []
    description: list[Phrase] = []
    scores = games or points or {}
    for column in range(rounds):
        number = section.begun + skipped + column
        x = EDGE + column * (WIDTH + GUTTER)
        title = say("Set {number}", number=number)
        name = name_round(rounds - 1 - column) if section.first == 1 else NOTHING
        if name:
            title = say("Set {number} · {name}", number=number, name=name)
        head = Area(x, EDGE, WIDTH, HEAD - 10)
        items.append(Text(head, title, SMALL, role="muted", weight="bold", anchor="start"))
        matches = columns[column] if column < len(columns) else ()
        count = max(1, first >> column)
        each = (height - HEAD - 2 * EDGE) / count
        for place in range(count):
            middle = EDGE + HEAD + (place + 0.5) * each
            match = matches[place] if place < len(matches) else None
            if column:
                items.append(_join(x, middle, each))
            items += _match(match, x, middle, names, WIDTH - SCORE / 2 if scores else WIDTH)
            if match is not None and match.two is not None:
                own = [scores.get((number, frozenset(seen))) for seen in match.as_seen]
                items += _score(match, own, x, middle)
                tell = _tell if games else _tell_points
                description.append(tell(match, number, names, own))
    return Drawing(width, height, section.title, tuple(description), tuple(items))


def _join(x: float, middle: float, each: float) -> Path:
    """Return the lines from two matches to the one in which their winners meet."""
    left, bend = x - GUTTER, x - GUTTER / 2
    up, down = middle - each / 4, middle + each / 4
    return Path(
        (
            ("M", (left, up)),
            ("L", (bend, up)),
            ("L", (bend, down)),
            ("L", (left, down)),
            ("M", (bend, middle)),
            ("L", (x, middle)),
        ),
        stroke="line",
        width=2.0,
    )


def _match(
    match: Match | None, x: float, middle: float, names: Mapping[int, str], room_for_name: float
) -> list[Item]:
    """Return the box of a match, empty if its players are unknown; of a bye one for the name."""
    if match is not None and match.two is None:
        room = Area(x, middle - ROW / 2, WIDTH, ROW)
        people = match.as_seen[0] or match.one.people
        frame = Rect(room, stroke="line", width=2.0, radius=6.0)
        return [frame, _name(people, room, names, won=None)]
    box = Area(x, middle - ROW, WIDTH, 2 * ROW)
    items: list[Item] = [
        Rect(box, fill="ground", stroke="ink", width=4.0, radius=6.0)
        if match is not None and match.is_going
        else Rect(box, fill="ground", stroke="line", width=2.0, radius=6.0),
        Path((("M", (x, middle)), ("L", (x + WIDTH, middle))), stroke="line", width=1.0),
    ]
    if match is None:
        return items
    for at, line in enumerate(match.lines):
        half = Area(x, middle - ROW + at * ROW, room_for_name, ROW)
        won = None if match.won is None else match.won is line
        items.append(_name(match.as_seen[at] or line.people, half, names, won=won))
    return items


def _score(match: Match, own: Sequence[int | None], x: float, middle: float) -> list[Item]:
    """Return the games won or the points of both, at the end of the lines; bold like the name of
    the winner."""
    rooms = (Area(x + WIDTH - SCORE, middle - ROW + at * ROW, SCORE, ROW) for at in range(2))
    return [
        Text(
            room.inset(10.0, 2.0),
            as_is(signed(score)),
            LETTER,
            weight="bold" if match.won is line else "text",
            anchor="end",
        )
        for room, line, score in zip(rooms, match.lines, own, strict=True)
        if score is not None
    ]


def _name(people: Entrant, room: Area, names: Mapping[int, str], *, won: bool | None) -> Text:
    """Return the name of an entrant, within a line of a box."""
    words = entrant_name(people, names)
    inner = room.inset(10.0, 2.0)
    return Text(
        inner,
        words,
        LETTER,
        role="muted" if won is False else "ink",
        weight="bold" if won else "text",
        anchor="start",
        most_lines=2,
    )


def entrant_name(people: Sequence[int], names: Mapping[int, str]) -> Phrase:
    if not people:
        return NOTHING
    if len(people) == 1:
        return as_is(names[people[0]])
    first, second = (as_is(names[who]) for who in people)
    return say("{one} & {two}", one=first, two=second)


def _tell_points(
    match: Match, number: int, names: Mapping[int, str], points: Sequence[int | None]
) -> Phrase:
    """Describe a match of one game, with the points of both once it is over."""
    own, other = points if match.won is match.one else reversed(points)
    words = _tell(match, number, names, (None, None))
    if match.won is None or match.table is None or own is None or other is None:
        return words
    winner_points, loser_points = as_is(signed(own)), as_is(signed(other))
    return say("{words}, {own} : {other}", words=words, own=winner_points, other=loser_points)


def _tell(
    match: Match, number: int, names: Mapping[int, str], games: Sequence[int | None]
) -> Phrase:
    first, second = (entrant_name(seen or line.people, names)
                     for seen, line in zip(match.as_seen, match.lines, strict=True))  # fmt: skip
    if match.won is None and None not in games:
        text, (own, other) = "Set {number}: {one} against {two}, {own}–{other} in games", games
        return say(text, number=number, one=first, two=second, own=own or 0, other=other or 0)
    if match.won is None:
        text, table = "Set {number}: {one} against {two}", (match.table or 0) + 1
        if match.is_going:
            text = "Set {number}: {one} against {two}, at table {table}"
        return say(text, number=number, one=first, two=second, table=table)
    won, lost = (first, second) if match.won is match.one else (second, first)
    if match.table is None:
        return say("Set {number}: {name} goes on", number=number, name=won)
    if None not in games:
        most, least = sorted((count or 0 for count in games), reverse=True)
        text = "Set {number}: {won} beat {lost}, {most}–{least} in games"
        if most == least:
            text = "Set {number}: {won} goes on, level {most}–{least} in games with {lost}"
        return say(text, number=number, won=won, lost=lost, most=most, least=least)
    return say("Set {number}: {won} beat {lost}", number=number, won=won, lost=lost)
