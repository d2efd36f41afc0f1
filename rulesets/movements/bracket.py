"""A bracket: the matches in each round of a knockout, and the places that are still open.

None of it is stored. It is read from the seats of the rounds and the winners of the tables: the
tables of the first round are in the order of the bracket, and those who sat it out have the
byes.

Readings:

- The bracket of n entrants has room for the next power of two; its lines are s(1) = 1, s(2m) = each
  x of s(m) followed by 2m + 1 - x, and seeds above n are byes. So byes go to the best seeds, and 1
  and 2 meet only in the final.
- Losers who play on do so in the same way, for the places behind those who beat them. If their
  number is not a power of two, the best seeds among them have byes.
- If a table is level (and nobody cut), the one whom the lot put higher in the bracket goes on.
- Somebody who has left loses, and the opponent goes on. Whoever is seated in the chairs of an
  entrant has its place in the bracket, for example the loser of a result that was corrected after
  the next seats were shown. A substitute plays for the entrant that was seated there, and has its
  place for good if that entrant has left and the substitute has none.
- A late arrival may take the place opposite a bye of the first round while that is being played.
  After that, late arrivals join those who play for the last places, if all places are played for
  and enough rounds are left; otherwise there is no room in the bracket.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from rulesets.engine.text import NOTHING, Phrase, say
from rulesets.movements.fixed_pairs import PartnerHistory
from rulesets.movements.seating import Past

Places = Literal["none", "third", "all"]
Entrant = tuple[int, ...]
"""The people who play as one: a pair, or somebody alone."""

Level = Sequence[Sequence[int]]
"""The people of a table in groups of those who are level, the best first."""

FINAL = 2  # entrants who are left for it
LAST_ROUNDS = ("Final", "Semifinals", "Quarterfinals")
LAST_MATCHES = ("Final", "Semifinal", "Quarterfinal")  # what one match of such a round is called
THIRD = (3, 4)  # the places that the losers of the semifinals play for
NEVER = 10_000  # a place behind all others


def bracket_order(size: int) -> list[int]:
    """Return the seeds from the top of the bracket to its bottom; `size` is a power of two."""
    order = [1]
    while len(order) < size:
        top = 2 * len(order) + 1
        order = [line for seed in order for line in (seed, top - seed)]
    return order


def room_for(entrants: int) -> int:
    """The number of lines in a bracket for this many: the next power of two."""
    return 1 << max(0, entrants - 1).bit_length()


def count_rounds(entrants: int) -> int:
    """How many rounds it takes until one of this many is left."""
    return max(0, entrants - 1).bit_length()


def name_round(left: int) -> Phrase:
    """The name of a round, given how many follow it; nothing for an early one."""
    return say(LAST_ROUNDS[left]) if 0 <= left < len(LAST_ROUNDS) else NOTHING


def name_match(left: int) -> Phrase:
    """The name of one match of a round, given how many rounds follow it; nothing in an early
    one."""
    return say(LAST_MATCHES[left]) if 0 <= left < len(LAST_MATCHES) else NOTHING


@dataclass(slots=True, eq=False)
class Line:
    """A line of the bracket: its seed, who is on it now (empty: they left), the best place still
    open to them, and the round in which they were knocked out (0: they were not)."""

    seed: int
    people: Entrant
    first: int = 1
    out: int = 0


@dataclass(frozen=True, slots=True)
class Origin:
    """The table (from 0) whose winner comes to a match; or, unless somebody `wins`, whose loser."""

    table: int
    wins: bool


@dataclass(frozen=True, slots=True)
class Match:
    """Two lines that meet; `two` is None for a bye. `first` is the best place that the winner can
    still have. `table` (from 0) is where they met, None if nobody had to play; `won` says who went
    on (None: not known yet), and `as_seen` are the people at that time. While a round goes on,
    `origins` of a match of the next one are the tables that its two lines wait for (None: for
    none)."""

    first: int
    one: Line
    two: Line | None
    table: int | None = None
    won: Line | None = None
    as_seen: tuple[Entrant, Entrant] = ((), ())
    origins: tuple[Origin | None, Origin | None] = (None, None)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines that meet."""
        return (self.one,) if self.two is None else (self.one, self.two)

    @property
    def is_going(self) -> bool:
        """Whether the two sit at a table and nobody has won yet."""
        return self.table is not None and self.won is None


@dataclass(frozen=True, slots=True)
class Block:
    """The lines that play for the same places, of which `first` is the best, in the order of the
    bracket."""

    first: int
    lines: tuple[Line, ...]

    def matches(self) -> tuple[Match, ...]:
        """Return the matches of the next round; none if one line is left."""
        count = len(self.lines)
        if count < 2:
            return ()
        placed: list[Line | None] = [*self.lines]
        if count != room_for(count):
            seeds = sorted(line.seed for line in self.lines)
            if self.first > 1:  # losers: ranked among themselves
                seeds = [*range(1, count + 1)]
            ranked = sorted(self.lines, key=lambda line: line.seed)
            by_seed = dict(zip(seeds, ranked, strict=True))
            placed = [by_seed.get(seed) for seed in bracket_order(room_for(count))]
        twos = zip(placed[::2], placed[1::2], strict=True)
        return tuple(Match(self.first, upper, lower) for upper, lower in twos if upper is not None)


class Bracket:
    """A knockout as far as it has been played.

    In: the rounds; for each of them the results of its tables (empty for one that is still
    playing); everybody's partner after each round, if pairs play (`partners[0]`: before the first);
    the `places` that are played for; the seeds, the best first, unless the lot decides.

    - `blocks`: who is still playing, by the places they play for; `matches`: the rounds so far;
    - `rounds`: how many there will be; `going`: whether a table of the last round is still playing;
    - `line_of`: the line of everybody who was ever in it.
    """

    def __init__(
        self,
        past: Sequence[Past],
        results: Sequence[Sequence[Level]],
        *,
        width: int,
        partners: PartnerHistory,
        places: Places = "none",
        ranked: Sequence[int] = (),
    ) -> None:
        self.width, self.wanted, self.partners = width, places, partners
        self.blocks: list[Block] = []
        self.matches: list[tuple[Match, ...]] = []
        self.rounds = self.size = 0
        self.going = False
        self.line_of: dict[int, Line] = {}
        self.played_for: dict[int, Line] = {}
        for number, played in enumerate(past):
            if number == 0:
                self._begin(played.draw, ranked)
            else:
                self.join(self._newcomers(played.draw, number), number)
            self._play(played, results[number], number)

    # --- who is in it ---------------------------------------------------------------------------

    def _begin(self, first: Past, ranked: Sequence[int]) -> None:
        """Set up the bracket from the first round."""
        place = {who: number for number, who in enumerate(ranked)}
        pairs = [self.sides(table) for table in first.tables]
        late = [pairs[at] for at in first.late]
        waiting = [*self._entrants(first.sitting_out, 0), *(bye for bye, _ in late)]
        waiting.sort(
            key=lambda entrant: (min(place.get(who, NEVER) for who in entrant), min(entrant))
        )
        drawn_pairs = [pair for at, pair in enumerate(pairs) if at not in first.late]
        self.start(_in_lines(drawn_pairs, waiting))
        self._open({waiting.index(bye) + 1: arrival for bye, arrival in late})

    def start(self, seeded: Sequence[Entrant]) -> None:
        """Set up the bracket with these entrants, the best seed first."""
        self._draw([Line(seed, people) for seed, people in enumerate(seeded, 1)])

    def _draw(self, lines: Sequence[Line]) -> None:
        """Put lines into the bracket by their seeds."""
        self.rounds, self.size = count_rounds(len(lines)), len(lines)
        by_seed = {line.seed: line for line in lines}
        order = bracket_order(room_for(len(lines)))
        self.blocks = [Block(1, tuple(by_seed[seed] for seed in order if seed in by_seed))]
        for line in lines:
            self._put(line)

    def _open(self, late: Mapping[int, Entrant]) -> None:
        """Put late arrivals into the places opposite byes, by the seeds of those who had them."""
        (block,) = self.blocks
        lines, last = [*block.lines], room_for(self.size) + 1
        for seed, people in late.items():
            seeds = {line.seed for line in lines}
            opposite = last - seed  # of a bye nobody has it
            lines.append(Line(max(seeds) + 1 if opposite in seeds else opposite, people))
        self._draw(lines)

    def join(self, late: Iterable[Entrant], played: int) -> list[Entrant]:
        """Let late arrivals play for the last places after this many rounds. Out: those for whom
        there is no room."""
        rest = []
        for people in late:
            room = 1 << max(0, self.rounds - played)
            last = self.blocks[-1] if self.blocks else None
            if self.wanted != "all" or last is None or last.first == 1 or len(last.lines) >= room:
                rest.append(people)
                continue
            self.size += 1
            line = Line(self.size, people, last.first)
            self.blocks[-1] = replace(last, lines=(*last.lines, line))
            self._put(line)
        return rest

    def has_room(self) -> bool:
        """Whether somebody who comes now plays for the last places from the next round on."""
        last, left = self.blocks[-1], self.rounds - len(self.matches)
        lines, is_best = len(last.lines), last.first == 1
        if self.going:  # those who lose are the last ones then
            losers = sum(
                len(match.lines) == 2 for match in self.matches[-1] if match.first == last.first
            )
            lines, is_best = (losers, False) if losers else (lines, is_best)
        return self.wanted == "all" and left > 0 and not is_best and lines < 1 << left

    def knows(self, person: int) -> bool:
        """Whether somebody was ever in it."""
        return person in self.line_of

    def sides(self, table: Sequence[int]) -> tuple[Entrant, Entrant]:
        """The two entrants at a table."""
        return tuple(table[::2]), tuple(table[1::2])

    def _entrants(self, people: Iterable[int], number: int) -> list[Entrant]:
        """The entrants among some people who can play a round: single players, or complete
        pairs."""
        if self.width == 2:
            return [(who,) for who in people]
        here, partners = set(people), self.partners.in_rounds[number]
        return [
            (who, mate)
            for who in sorted(here)
            if (mate := partners.get(who, who)) in here and who < mate
        ]

    def _newcomers(self, draw: Past, number: int) -> list[Entrant]:
        """People with a part in a round for the first time who are not substitutes."""
        sides = [side for table in draw.tables for side in self.sides(table)]
        sides += self._entrants(draw.sitting_out, number)
        return sorted((side for side in sides if not any(map(self.knows, side))), key=min)

    def _put(self, line: Line) -> None:
        """Put people on a line and take them off any other."""
        self.line_of.update(dict.fromkeys(line.people, line))

    # --- a round --------------------------------------------------------------------------------

    def _play(self, played: Past, results: Sequence[Level], number: int) -> None:
        """Read who met whom in a round, and who goes on."""
        draw = played.draw
        waiting = self._entrants(draw.sitting_out, number)
        planned = [match for block in self.blocks for match in block.matches()]
        at = _find_tables(planned, [self.sides(table) for table in draw.tables])
        seated = []
        chairs: list[tuple[Line, Entrant, Entrant]] = []
        for match, table in zip(planned, at, strict=True):
            level: Level | None = None
            if table is None:
                for line in match.lines:
                    self._wait(line, waiting)
            else:
                first, last = draw.tables[table], played.tables[table]
                sides = zip(self.sides(first), self.sides(last), strict=True)
                lines = self._sit(match, self.sides(first))
                chairs += [(line, *both) for line, both in zip(lines, sides, strict=True)]
                if table < len(results):
                    instead = dict(zip(last, first, strict=True))
                    level = [[instead[who] for who in group] for group in results[table]]
            seen = match.one.people, match.two.people if match.two else ()
            current = replace(match, table=table, as_seen=seen)
            seated.append(replace(current, won=_winner(current, level)))
        for line, before, after in chairs:
            if before != after:
                self._take_over(line, before, after, number)
        self.matches.append(tuple(seated))
        self.going = any(match.won is None for match in seated)
        if not self.going:
            self._advance(seated, number + 1)

    def _take_over(self, line: Line, before: Entrant, people: Entrant, number: int) -> None:
        """Note who played for whom; a permanent substitute takes over the line."""
        self.played_for |= dict.fromkeys(people, line)
        partners = self.partners.after[number + 1]
        if partners.get(before[0]) == before[-1] or partners.get(people[0]) != people[-1]:
            return
        for own in {self.line_of[who] for who in people if who in self.line_of}:
            own.people = tuple(who for who in own.people if who not in people)
        line.people = people
        self._put(line)

    def _sit(self, match: Match, sides: tuple[Entrant, Entrant]) -> tuple[Line, Line]:
        """Put the people at a table on the lines that meet there. Out: the line of each side."""
        upper, lower = match.one, match.two
        assert lower is not None  # noqa: S101 - a bye has no table
        straight = _shared(upper, sides[0]) + _shared(lower, sides[1])
        if straight < _shared(upper, sides[1]) + _shared(lower, sides[0]):
            upper, lower = lower, upper
        self._take(upper, sides[0])
        self._take(lower, sides[1])
        upper.people = sides[0]  # whom the other side may have had before
        self._put(upper)
        return upper, lower

    def _take(self, line: Line, people: Entrant) -> None:
        """Put these people on a line; the people who were expected there take over their line."""
        displaced = tuple(who for who in line.people if who not in people)
        arrivals = [who for who in people if who not in line.people]
        left = next((self.line_of[who] for who in arrivals if who in self.line_of), line)
        line.people = people
        self._put(line)
        if left is not line and displaced:
            left.people = displaced
            self._put(left)

    def _wait(self, line: Line, waiting: Sequence[Entrant]) -> None:
        """The people on a line without a table: those of it who are here, if complete; else
        nobody."""
        mine = [
            entrant for entrant in waiting if any(self.line_of.get(who) is line for who in entrant)
        ]
        line.people = mine[0] if mine else ()
        self._put(line)

    def _advance(self, played: Sequence[Match], number: int) -> None:
        """Work out who plays on for which places."""
        blocks: list[Block] = []
        for block in self.blocks:
            matches = [match for match in played if match.first == block.first]
            if not matches:
                blocks.append(block)
                continue
            won = tuple(match.won for match in matches if match.won is not None)
            beaten = [line for match in matches for line in match.lines if line is not match.won]
            behind = block.first + len(won)
            for line in beaten:
                line.first, line.out = behind, number
            blocks.append(Block(block.first, won))
            lost = tuple(line for line in beaten if line.people)
            third = self.wanted == "third" and block.first == 1 and len(won) == FINAL
            if lost and (self.wanted == "all" or third):
                blocks.append(Block(behind, lost))
                for line in lost:
                    line.out = 0
        self.blocks = sorted(blocks, key=lambda block: block.first)

    def _foresee(self) -> list[Match]:
        """Return the matches of the next round while tables of this one are still playing, as far
        as it is certain who meets whom; those for the best places first."""
        foreseen: list[Match] = []
        for block in self.blocks:
            matches = [match for match in self.matches[-1] if match.first == block.first]
            foreseen += _pair_up(block.first, matches, wins=True)
            third = self.wanted == "third" and block.first == 1 and len(matches) == FINAL
            if self.wanted == "all" or third:
                played = [match for match in matches if all(line.people for line in match.lines)]
                losers = [match for match in played if match.two is not None]
                foreseen += _pair_up(block.first + len(matches), losers, wins=False)
        return foreseen

    def following(self) -> list[Match]:
        """Return the matches of the next round, those for the best places first."""
        return [match for block in self.blocks for match in block.matches()]

    def sections(self) -> tuple[Section, ...]:
        """The matches played and to be played, by the places they are for, the best first."""
        by_place: dict[int, list[tuple[Match, ...]]] = {}
        begun: dict[int, int] = {}
        played = [*self.matches]
        if len(played) < self.rounds:
            played.append(tuple(self._foresee() if self.going else self.following()))
        for number, matches in enumerate(played, 1):
            for first, several in groupby(matches, key=lambda match: match.first):
                by_place.setdefault(first, []).append(tuple(several))
                begun.setdefault(first, number)
        return tuple(
            Section(first, begun[first], tuple(rounds), count_rounds(2 * len(rounds[0])))
            for first, rounds in sorted(by_place.items())
        )


@dataclass(frozen=True, slots=True)
class PlaceGroup:
    """The people who play for the same places in a round, and what that is called: `title` for all
    of them, `match` at a table. `is_named`: that is the name of a round, not of places."""

    first: int
    last: int
    title: Phrase
    people: frozenset[int]
    match: Phrase = NOTHING
    is_named: bool = False

    @property
    def at_table(self) -> Phrase:
        """What is played for at one of their tables."""
        return self.match or self.title


def name_places(first: int, last: int) -> Phrase:
    """Name a match, or several, for these places."""
    if (first, last) == THIRD:
        return say("For third place")
    if last <= first:
        return say("Place {first}", first=first)
    if last == first + 1:
        return say("Places {first} and {last}", first=first, last=last)
    return say("Places {first} to {last}", first=first, last=last)


@dataclass(frozen=True, slots=True)
class Section:
    """The matches for some places, of which `first` is the best, round by round from round `begun`,
    as far as they are known; there will be `rounds` of them."""

    first: int
    begun: int
    matches: tuple[tuple[Match, ...], ...]
    rounds: int

    @property
    def places(self) -> tuple[int, int]:
        """The best and the last of the places."""
        entrants = sum(len(match.lines) for match in self.matches[0])
        return self.first, self.first + entrants - 1

    @property
    def title(self) -> Phrase:
        first, last = self.places
        return name_places(first, last) if first > 1 else say("The bracket")

    @property
    def current(self) -> int:
        """The round (from 0) that is played now, or else comes next; the last one if all is
        decided."""
        undecided = (
            at
            for at, matches in enumerate(self.matches)
            if any(match.won is None for match in matches)
        )
        return next(undecided, len(self.matches) - 1)

    @property
    def is_for_third_place(self) -> bool:
        """Whether it is the one match for the third place, beside the final."""
        return self.places == THIRD

    def group_in(self, number: int) -> PlaceGroup | None:
        """Return the people of the section in that round of the evening, and their places; None
        if nobody plays in it."""
        at = number - self.begun
        if not 0 <= at < len(self.matches):
            return None
        entrants = sum(len(match.lines) for match in self.matches[at])
        last = self.first + entrants - 1
        people, left = frozenset(self.people_in(number)), self.rounds - 1 - at
        if self.first == 1 and (name := name_round(left)):
            return PlaceGroup(1, last, name, people, name_match(left), is_named=True)
        return PlaceGroup(self.first, last, name_places(self.first, last), people)

    def people_in(self, number: int) -> set[int]:
        """Everybody with a part in it in that round of the evening."""
        at = number - self.begun
        here = self.matches[at] if 0 <= at < len(self.matches) else ()
        return {
            who
            for match in here
            for people in (*match.as_seen, *(line.people for line in match.lines))
            for who in people
        }


def groups_in(sections: Sequence[Section], number: int) -> tuple[PlaceGroup, ...]:
    """Return who plays for which places in that round of the evening, if the names of these say
    something: there are several, or it is one of the last rounds."""
    groups = tuple(group for section in sections if (group := section.group_in(number)))
    return groups if len(groups) > 1 or any(group.is_named for group in groups) else ()


def _in_lines(pairs: Sequence[tuple[Entrant, Entrant]], byes: Sequence[Entrant]) -> list[Entrant]:
    """The entrants by seed, read from the tables in the order of the bracket and from those who had
    a bye, the best first."""
    count = max(FINAL, 2 * len(pairs) + len(byes))
    order = bracket_order(room_for(count))
    seeded: dict[int, Entrant] = dict(enumerate(byes, 1))
    free = [*pairs]
    for upper, lower in zip(order[::2], order[1::2], strict=True):
        if upper > len(byes) and lower <= count and free:
            seeded[upper], seeded[lower] = free.pop(0)
    # Tables that no bracket of so many has: they come last, in their order.
    rest = [side for pair in free for side in pair]
    return [*(seeded[seed] for seed in sorted(seeded)), *rest]


def _find_tables(
    planned: Sequence[Match], tables: Sequence[tuple[Entrant, Entrant]]
) -> list[int | None]:
    """The table at which each of these matches was played: the one that shares most people with it;
    the rest in their order."""
    where: dict[int, int] = {
        who: table for table, sides in enumerate(tables) for side in sides for who in side
    }
    shared: Counter[tuple[int, int]] = Counter()
    for number, match in enumerate(planned):
        for line in match.lines if match.two else ():
            for who in line.people:
                if who in where:
                    shared[number, where[who]] += 1
    table_of: list[int | None] = [None] * len(planned)
    free = set(range(len(tables)))
    for (number, table), _times in sorted(shared.items(), key=lambda vote: (-vote[1], vote[0])):
        if table_of[number] is None and table in free:
            table_of[number] = table
            free.remove(table)
    for number, match in enumerate(planned):
        if (
            table_of[number] is None
            and free
            and match.two
            and any(line.people for line in match.lines)
        ):
            used = min(free)
            table_of[number] = used
            free.remove(used)
    return table_of


def _pair_up(first: int, matches: Sequence[Match], *, wins: bool) -> list[Match]:
    """Return the matches in which the winners of these meet, or their losers; none where byes
    would go by the seeds of those who are not known yet."""
    count = len(matches)
    if count < FINAL or count != room_for(count):
        return []
    lines, origins = list[Line](), list[Origin | None]()
    for match in matches:
        others = (other for other in match.lines if other is not match.won)
        line = match.won if wins or match.won is None else next(others, None)
        lines.append(line or Line(0, (), first))
        going = match.table if match.won is None else None
        origins.append(None if going is None else Origin(going, wins))
    return [
        Match(first, lines[at], lines[at + 1], origins=(origins[at], origins[at + 1]))
        for at in range(0, count, FINAL)
    ]


def _shared(line: Line, people: Entrant) -> int:
    return sum(1 for who in people if who in line.people)


def _winner(match: Match, level: Level | None) -> Line | None:
    """Return the line that goes on from a match; None while its table is playing."""
    if match.table is None:
        here = [line for line in match.lines if line.people]
        return here[0] if here else match.one
    assert match.two is not None  # noqa: S101 - a bye has no table
    if not level:
        return None
    best = set(level[0])
    upper, lower = best.intersection(match.one.people), best.intersection(match.two.people)
    return match.two if lower and not upper else match.one
