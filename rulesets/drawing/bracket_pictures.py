"""A bracket as a picture: a column for each round, a box for each match, and lines between a match
and the next one of its winner. Winners are bold, losers faint; a bye has a box for one name. Who
waits for a match that is still played is named by its table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesets.drawing.vectors import Area, Drawing, Item, Path, Rect, Text, fit_text, text_width
from rulesets.engine.text import NOTHING, Phrase, as_is, say, signed
from rulesets.movements.bracket import name_round

if TYPE_CHECKING:
    from rulesets.movements.bracket import Match, Section

    Scores = Mapping[tuple[int, frozenset[int]], "SideScore"]
    """How the people of an entrant stand in the match of a set."""

WIDTH, GUTTER = 280.0, 36.0  # of a column, and between two
ROW, ROW_OF_PAIR, GAP = 42.0, 50.0, 16.0  # a name's height, that of two, and between two boxes
NOTE = 26.0  # of a line below both, for the points of each game
SCORE = 72.0  # at most for a score, at the end of a name
HEAD = 40.0  # for what the columns are called
EDGE = 6.0
LETTER, SMALL = 20.0, 19.0
READABLE = 0.85  # of the letter; smaller names are shortened
MOST_MATCHES = 32  # in the first column; of a larger bracket the later rounds are drawn


def count_columns(drawing: Drawing) -> int:
    return round((drawing.width + GUTTER) / (WIDTH + GUTTER))


@dataclass(frozen=True, slots=True)
class SideScore:
    """How a side stands in a match: its points in each game, and the games it has won if the match
    is several (None: it is one)."""

    points: tuple[int, ...] = ()
    games_won: int | None = None

    @property
    def words(self) -> Phrase:
        """The number beside the name; nothing before there is one."""
        if self.games_won is not None:
            return as_is(signed(self.games_won))
        return as_is(signed(sum(self.points))) if self.points else NOTHING


NO_SCORE = SideScore()


def draw_section(
    section: Section,
    names: Mapping[int, str],
    scores: Scores | None = None,
    most: int = MOST_MATCHES,
    third: Section | None = None,
) -> Drawing:
    """Draw the matches for some places. `names` are those of the people; with more than `most`
    matches in a round, the picture begins with a later one. The match for `third` place stands
    below the final."""
    skipped = find_first_round(section, most)
    columns = section.matches[skipped:]
    rounds = section.rounds - skipped
    matches_of_third = third.matches if third else ()
    picture = _Picture.of((*columns, *matches_of_third), names, scores or {})
    middles, height = picture.place_first(columns[0])
    items: list[Item] = []
    description: list[Phrase] = []
    for column in range(rounds):
        number = section.begun + skipped + column
        x = EDGE + column * (WIDTH + GUTTER)
        items.append(_head(name_column(section, skipped + column), x, EDGE))
        matches = columns[column] if column < len(columns) else ()
        if column:
            pairs = list(zip(middles[::2], middles[1::2], strict=False))
            items += [_join(x, upper, lower) for upper, lower in pairs]
            middles = [(upper + lower) / 2 for upper, lower in pairs] or middles
        for place, middle in enumerate(middles):
            match = matches[place] if place < len(matches) else None
            items += picture.draw_match(match, number, x, middle)
            if match is not None and match.two is not None:
                description.append(picture.tell(match, number))
    if third is not None:
        x = EDGE + (rounds - 1) * (WIDTH + GUTTER)
        below = picture.draw_apart(third, x, middles[0] + picture.row + picture.note / 2 + GAP)
        items += below.items
        description += below.description
        height = max(height, below.height + EDGE)
    width = rounds * (WIDTH + GUTTER) - GUTTER + 2 * EDGE
    return Drawing(width, height, section.title, tuple(description), tuple(items))


def draw_round(
    section: Section,
    at: int,
    names: Mapping[int, str],
    scores: Scores | None = None,
    third: Section | None = None,
) -> Drawing:
    """Draw one round (from 0) of the matches for some places, one below the other, without what it
    is called; below a final the match for `third` place."""
    matches, number = section.matches[at], section.begun + at
    others = third.matches if third and third.begun == number else ()
    picture = _Picture.of((matches, *others), names, scores or {})
    items: list[Item] = []
    y = EDGE
    for match in matches:
        high = picture.height_of(match, number)
        items += picture.draw_match(match, number, EDGE, y + high / 2)
        y += high + GAP
    description = [picture.tell(match, number) for match in matches if match.two is not None]
    if third is not None and others:
        below = picture.draw_apart(third, EDGE, y)
        items += below.items
        description += below.description
        y = below.height + GAP
    title = name_column(section, at)
    return Drawing(WIDTH + 2 * EDGE, y - GAP + EDGE, title, tuple(description), tuple(items))


def find_first_round(section: Section, most: int = MOST_MATCHES) -> int:
    """The first round (from 0) with no more than so many matches; the last one that is known, if
    all have more."""
    few = (at for at, matches in enumerate(section.matches) if len(matches) <= most)
    return next(few, len(section.matches) - 1)


def name_column(section: Section, at: int) -> Phrase:
    """What a round (from 0) of the matches for some places is called: "Set 2 · Semifinals"."""
    number = section.begun + at
    name = name_round(section.rounds - 1 - at) if section.first == 1 else NOTHING
    if name:
        return say("Set {number} · {name}", number=number, name=name)
    return say("Set {number}", number=number)


def _head(title: Phrase, x: float, y: float) -> Text:
    """What stands above a column, or above a match apart from the others."""
    head = Area(x, y, WIDTH, HEAD - 10)
    return Text(head, title, SMALL, role="muted", weight="bold", anchor="start")


def _room_for_notes(columns: Sequence[Sequence[Match]], scores: Scores) -> float:
    """Return the height of a line below two names, if any match of these has something for it."""
    several = any(score.games_won is not None for score in scores.values())
    going = any(match.is_going for matches in columns for match in matches)
    return NOTE if several or going else 0.0


def _join(x: float, upper: float, lower: float) -> Path:
    """Return the lines from two matches, by their middles, to the one in which their winners
    meet."""
    left, bend, middle = x - GUTTER, x - GUTTER / 2, (upper + lower) / 2
    return Path(
        (
            ("M", (left, upper)),
            ("L", (bend, upper)),
            ("L", (bend, lower)),
            ("L", (left, lower)),
            ("M", (bend, middle)),
            ("L", (x, middle)),
        ),
        stroke="line",
        width=2.0,
    )


@dataclass(frozen=True, slots=True)
class _Picture:
    """What the boxes of a picture say: everybody's names and scores; `row` is the height of a name,
    `note` that of the line below two names. `shared` are the short names that several have."""

    names: Mapping[int, str]
    scores: Scores
    row: float
    note: float
    shared: frozenset[str]

    @classmethod
    def of(
        cls, columns: Sequence[Sequence[Match]], names: Mapping[int, str], scores: Scores
    ) -> _Picture:
        """What the boxes of these columns say; the names of pairs have room for two lines."""
        people = (
            entrant
            for matches in columns
            for match in matches
            for entrant in (*match.as_seen, *(line.people for line in match.lines))
        )
        entrants = {tuple(sorted(entrant)) for entrant in people}
        row = ROW_OF_PAIR if any(len(entrant) > 1 for entrant in entrants) else ROW
        short = Counter(short_name(entrant, names).text for entrant in entrants)
        shared = frozenset(name for name, count in short.items() if count > 1)
        return cls(names, scores, row, _room_for_notes(columns, scores), shared)

    def place_first(self, matches: Sequence[Match]) -> tuple[list[float], float]:
        """Return where the middle of each match of the first column is, and the height of all; a
        bye takes half the room of a match."""
        middles, y = list[float](), EDGE + HEAD
        for match in matches:
            high = (2 * self.row + self.note) / (2 if match.two is None else 1) + GAP
            middles.append(y + high / 2)
            y += high
        return middles, y + EDGE

    def draw_match(self, match: Match | None, number: int, x: float, middle: float) -> list[Item]:
        """Draw the box of a match, empty if its players are unknown; of a bye one for the name."""
        if match is not None and match.two is None:
            room = Area(x, middle - self.row / 2, WIDTH, self.row)
            frame = Rect(room, stroke="line", width=2.0, radius=6.0)
            return [frame, self.draw_name(match, 0, room, won=None)]
        high = 2 * self.row if match is None else self.height_of(match, number)
        box = Area(x, middle - high / 2, WIDTH, high)
        between = (("M", (x, box.y + self.row)), ("L", (box.right, box.y + self.row)))
        going = match is not None and match.is_going
        items: list[Item] = [
            Rect(box, fill="ground", stroke="ink", width=4.0, radius=6.0)
            if going
            else Rect(box, fill="ground", stroke="line", width=2.0, radius=6.0),
            Path(between, stroke="line", width=1.0),
        ]
        if match is None:
            return items
        scores = self.scores_of(match, number)
        name_room = WIDTH - LETTER * max(text_width(score.words.text) for score in scores)
        for at, (line, score) in enumerate(zip(match.lines, scores, strict=True)):
            half = Area(x, box.y + at * self.row, name_room, self.row)
            won = None if match.won is None else match.won is line
            items.append(self.draw_name(match, at, half, won=won))
            if score.words:
                room = Area(box.right - SCORE, half.y, SCORE, self.row)
                items.append(_score(score, room, won=won))
        if note := self.note_of(match, number):
            room = Area(x, box.foot - self.note - 4.0, WIDTH, self.note).inset(10.0, 2.0)
            items.append(Text(room, note, SMALL, role="muted", anchor="start"))
        return items

    def height_of(self, match: Match, number: int) -> float:
        """The height of the box of a match; of a bye it has one line."""
        if match.two is None:
            return self.row
        return 2 * self.row + (self.note if self.note_of(match, number) else 0.0)

    def draw_apart(self, section: Section, x: float, y: float) -> Drawing:
        """Draw the only match of some places with its title, from this corner on. The height of
        what is returned is that of its foot."""
        (match,), number = section.matches[0], section.begun
        high = self.height_of(match, number)
        middle, foot = y + HEAD + high / 2, y + HEAD + high
        items = (_head(section.title, x, y), *self.draw_match(match, number, x, middle))
        return Drawing(
            x + WIDTH, foot, section.title, (section.title, self.tell(match, number)), items
        )

    def scores_of(self, match: Match, number: int) -> list[SideScore]:
        """How both stand in a match of that set."""
        return [self.scores.get((number, frozenset(seen)), NO_SCORE) for seen in match.as_seen]

    def name_line(self, match: Match, at: int) -> Phrase:
        """Name who is on a line of a match: the people, or the table that they will come from."""
        people = match.as_seen[at] or match.lines[at].people
        origin = match.origins[at]
        if people or origin is None:
            return entrant_name(people, self.names)
        text = "winner of table {table}" if origin.wins else "loser of table {table}"
        return say(text, table=origin.table + 1)

    def draw_name(self, match: Match, at: int, room: Area, *, won: bool | None) -> Text:
        """Draw who is on a line of a match: by a short name where the whole one would be small, and
        nobody else is called so."""
        words, within = self.name_line(match, at), room.inset(10.0, 2.0)
        fitted = fit_text(words.text, LETTER, within.width, within.height, most_lines=2)
        short = short_name(match.as_seen[at] or match.lines[at].people, self.names)
        if short and short.text not in self.shared and fitted.size < READABLE * LETTER:
            words = short
        return Text(
            within,
            words,
            LETTER,
            role="muted" if won is False else "ink",
            weight="bold" if won else "text",
            anchor="start",
            most_lines=2,
        )

    def note_of(self, match: Match, number: int) -> Phrase:
        """The points of each game of several, and at which table a match is being played."""
        own, other = self.scores_of(match, number)
        several = own.games_won is not None
        points = _list_games(own, other) if several else NOTHING
        if not match.is_going or match.table is None:
            return points
        table, game = match.table + 1, (own.games_won or 0) + (other.games_won or 0) + 1
        if points:
            text = "{points}, game {game} at table {table}"
            return say(text, points=points, game=game, table=table)
        return say("at table {table}", table=table)

    def tell(self, match: Match, number: int) -> Phrase:
        """Describe a match, with its score once somebody has one."""
        own, other = self.scores_of(match, number)
        words = self._tell_course(match, number, own.games_won, other.games_won)
        if match.won is match.two:
            own, other = other, own
        several = own.games_won is not None
        if match.table is None or (match.won is None and not several):
            return words
        points = _list_games(own, other)
        return say("{words}, {points}", words=words, points=points) if points else words

    def _tell_course(self, match: Match, number: int, own: int | None, other: int | None) -> Phrase:
        """Describe how a match goes, or went, in games if it has several."""
        first, second = (self.name_line(match, at) for at in range(2))
        if match.won is None and own is not None and other is not None:
            text = "Set {number}: {one} against {two}, {own}–{other} in games"
            return say(text, number=number, one=first, two=second, own=own, other=other)
        if match.won is None:
            text, table = "Set {number}: {one} against {two}", (match.table or 0) + 1
            if match.is_going:
                text = "Set {number}: {one} against {two}, at table {table}"
            return say(text, number=number, one=first, two=second, table=table)
        won, lost = (first, second) if match.won is match.one else (second, first)
        if match.table is None:
            return say("Set {number}: {name} goes on", number=number, name=won)
        if own is not None and other is not None:
            most, least = max(own, other), min(own, other)
            text = "Set {number}: {won} beat {lost}, {most}–{least} in games"
            if most == least:
                text = "Set {number}: {won} goes on, level {most}–{least} in games with {lost}"
            return say(text, number=number, won=won, lost=lost, most=most, least=least)
        return say("Set {number}: {won} beat {lost}", number=number, won=won, lost=lost)


def _list_games(own: SideScore, other: SideScore) -> Phrase:
    """List the points of both, game by game: "10 : 6, 8 : 10"."""
    both = zip(own.points, other.points, strict=False)
    listed = ", ".join(f"{signed(upper)} : {signed(lower)}" for upper, lower in both)
    return as_is(listed) if listed else NOTHING


def _score(score: SideScore, room: Area, *, won: bool | None) -> Text:
    """Return the games won or the points, at the end of a line; bold like the winner's name."""
    return Text(
        room.inset(10.0, 2.0),
        score.words,
        LETTER,
        weight="bold" if won else "text",
        anchor="end",
    )


def entrant_name(people: Sequence[int], names: Mapping[int, str]) -> Phrase:
    """Return the name of a player, or those of partners in the order in which they were entered,
    as everywhere."""
    if not people:
        return NOTHING
    if len(people) == 1:
        return as_is(names[people[0]])
    first, second = (as_is(names[who]) for who in sorted(people))
    return say("{one} & {two}", one=first, two=second)


def short_name(people: Sequence[int], names: Mapping[int, str]) -> Phrase:
    """Return partners by their first names, a player by first name and initial: "Eve &
    Bartholomew", "Bartholomew F.". A name without a capital at the end stays whole."""
    if len(people) > 1:
        return entrant_name(people, {who: names[who].split(maxsplit=1)[0] for who in people})
    name = entrant_name(people, names)
    words = name.text.split()
    is_long = len(words) > 1 and words[-1][0].isupper()
    return as_is(f"{words[0]} {words[-1][0]}.") if is_long else name
