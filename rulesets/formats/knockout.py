"""Knockout: winners go on until one is left.

Two meet at a table: two pairs (tables of four, partners stay together; ties are cut for), or two
single players. They are in a bracket drawn by lot; if their number is not a power of two, some have
a bye in the first set. In games that people play singly at larger tables, the best of each table go
on (`advance`), and the next best to fill the tables, until one table is left; places then follow
how far somebody came, then their score.

The number of sets depends on how many begin (`by_people`). A bye scores like a sit-out. People who
are out, or wait to play for a place, are not sitting out.

**Readings.** A match is one set. With `best_of`, it is several games of the agreed number of deals,
and whoever wins more of them goes on; the match ends as soon as the side behind cannot draw level.
A level game counts for nobody; single players have one more deal in it first. If the match is level
after all games, one more deal is played, which counts as a game; if still level, pairs cut, and for
single players the lot decides that seated them. Every deal played counts in the score like any
other, including extra deals and games. With a clock a match is one game, and the extra deal is
played after the bell. If the game itself has ended, nothing more is dealt in it.

A game that people play singly runs over all deals of a set, or until it ends by itself. In a match
of several games the next one then starts afresh, and the deal passes on. If games are played to the
end, however long that takes, a whole game decides a level match instead of one deal. At larger
tables the lot decides between people who are level on the border of going on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, cast

from rulesets.engine.game import FOUR, option, options_without
from rulesets.engine.problems import error
from rulesets.engine.questions import declared
from rulesets.engine.text import NOTHING, Phrase, say
from rulesets.formats.drive import as_played
from rulesets.formats.drives import DriveOptions, of_sides
from rulesets.formats.format import FormatKind
from rulesets.formats.labels import name_no_set
from rulesets.formats.offers import offer_of_sets
from rulesets.formats.parts import Keeping, Placement
from rulesets.formats.people import check_bracket, game_check
from rulesets.formats.ranking import read_results
from rulesets.formats.set_options import MATCHES, STAGE_KEYS, agreed_of
from rulesets.formats.sets import also
from rulesets.formats.tables import LARGEST, TablesOptions, of_singles
from rulesets.movements.bracket import (
    NEVER,
    Bracket,
    PlaceGroup,
    count_rounds,
    name_match,
    name_round,
    room_for,
)
from rulesets.movements.heats import Heats, HeatsMovement
from rulesets.movements.knockout import KnockoutMovement
from rulesets.movements.schedule import SeatRequests

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.engine.game import Game
    from rulesets.engine.problems import Problem
    from rulesets.formats.drive import Drive
    from rulesets.formats.format import Format
    from rulesets.formats.labels import NameSet
    from rulesets.formats.parts import Length, Offer, Until
    from rulesets.movements.bracket import Level, Places, Section
    from rulesets.movements.schedule import Pair
    from rulesets.movements.seating import Past

MOST_ENTRANTS = 1024
TWO = 2
MOST_ADVANCE = 10
PLACES: str = option(
    "Places played for",
    default="none",
    choices=(
        ("none", "the winner only"),
        ("third", "third place as well"),
        ("all", "every place: losers play on"),
    ),
    help="If every place is played for, everybody plays in every set, apart from byes.",
)
SEEDS: bool = option(
    "Seed in order of entry",
    default=False,
    help="Seeds the bracket in the order of entry: the top two cannot meet before the final, and "
    "byes go to the top. Otherwise it is drawn.",
)
BEST_OF: int = option(
    "Length of a match",
    default=1,
    choices=MATCHES,
    help="A game has as many hands as a set. If the match ends level, play one more hand; if still "
    "level, cut the cards.",
)
MATCH_OF_TWO: int = option(
    "Length of a match",
    default=1,
    choices=MATCHES,
    help="For two at a table. Each game starts afresh; it has the deals of a set, or ends earlier "
    "by its own rules. If the match ends level, play one more deal; if still level, draw lots.",
)
UNTIL: Mapping[str, Until] = {
    "places": "second seats",
    "advance": "second seats",
    "best_of": "result",
    "seeds": "seats",
}


@declared
class KnockoutOptions(DriveOptions):
    """The options of a knockout of pairs: also the length of a match, the places played for, and
    seeds."""

    best_of: int = BEST_OF
    places: str = PLACES
    seeds: bool = SEEDS


@declared
class KnockoutTablesOptions(TablesOptions):
    """The options of a knockout of single players: also who goes on, the places played for, and
    seeds."""

    best_of: int = MATCH_OF_TWO
    size: int = option(
        "Players at a table",
        default=FOUR,
        low=2,
        high=LARGEST,
        help="Tables are as close to this size as the game and the numbers allow. With two, it "
        "is a bracket.",
    )
    advance: int = option(
        "Qualifiers from each table",
        default=0,
        low=0,
        high=MOST_ADVANCE,
        none="one from a table of three, two from larger tables",
        some="this many",
        help="Never more than half a table.",
    )
    places: str = PLACES
    seeds: bool = SEEDS


@dataclass(frozen=True)
class UntilOneIsLeft(Placement):
    """How far somebody came, read from the seats and results; a bracket decides all that it
    decides, at tables people are separated by score as well. `sets`: how many there are."""

    movement: KnockoutMovement | HeatsMovement
    sets: int
    eliminates: bool = True

    def metrics(self, score: str, tie_breaks: Sequence[str]) -> tuple[str, ...]:
        """How far somebody came, then the agreed tie-breaks."""
        by_score = () if isinstance(self.movement, KnockoutMovement) else ("carry",)
        more = (metric for metric in (score, *tie_breaks) if metric != "carry")
        return ("reached", *by_score, *more)

    def measure(self, drive: Drive, metric: str) -> Sequence[int]:
        """How far everybody has come: in a bracket the best place still open to them, as a number
        below 0; at tables the set."""
        if metric != "reached":
            return super().measure(drive, metric)
        reached = read_reached(self.read(drive))
        return [reached.get(who, -NEVER) for who in range(len(drive.players))]

    def bracket(self, drive: Drive, partners: Sequence[Pair] = ()) -> tuple[Section, ...]:
        """The bracket, if there is one."""
        bracket = self.read(drive, partners)
        return bracket.sections() if isinstance(bracket, Bracket) else ()

    def groups(
        self, drive: Drive, number: int, partners: Sequence[Pair] = (), draft: Past | None = None
    ) -> tuple[PlaceGroup, ...]:
        """In a bracket what it says; at tables the final, where nobody plays beside it."""
        if isinstance(self.movement, KnockoutMovement):
            return super().groups(drive, number, partners, draft)
        if number != self.sets or self.movement.places != "none":
            return ()
        played = [as_played(drive, record) for record in drive.sets if record.number == number]
        people = {who for seats in (draft, *played) if seats for who in seats.people}
        group = PlaceGroup(
            1, len(people), name_round(0), frozenset(people), name_match(0), is_named=True
        )
        return (group,) if people else ()

    def has_room(self, drive: Drive) -> bool:
        """Only while people play on for all places, and there are enough sets left for it."""
        if self.movement.places != "all" or not drive.sets:
            return self.movement.places == "all"
        bracket = self.read(drive)
        return len(drive.sets) < self.sets if isinstance(bracket, Heats) else bracket.has_room()

    def read(self, drive: Drive, partners: Sequence[Pair] = ()) -> Bracket | Heats:
        """How far the knockout has come, from the seats and results of a drive."""
        past = [as_played(drive, record) for record in drive.sets]
        return self.read_rounds(past, read_results(drive), partners)

    def read_rounds(
        self,
        past: Sequence[Past],
        results: Sequence[Sequence[Level]],
        partners: Sequence[Pair] = (),
        ranked: Sequence[int] = (),
    ) -> Bracket | Heats:
        """The same from rounds and the results of their tables; `ranked`: the seeds."""
        if isinstance(self.movement, HeatsMovement):
            return self.movement.read(past, results)
        requests = SeatRequests(partners=tuple(partners))
        bracket: Bracket = self.movement.read(past, results, requests=requests, ranked=ranked)
        return bracket


def knockout(kind: FormatKind, game: Game, agreed: object, people: int) -> Format:
    """Winners go on. Losers are out, or play on for a place.

    Pairs stay together in a bracket; people with a partner but no table in the first set have a
    bye.
    """
    base, chosen = of_sides(kind, game, agreed, people), agreed_of(agreed, KnockoutOptions)
    usual, most = base.tables.usual, TWO * MOST_ENTRANTS
    facts = replace(base.facts, entrants="pairs", requests=("partners", "apart"), bracket=True)

    def sizes(count: int) -> tuple[int, ...]:
        return (usual,) * count_first_tables(count // TWO)

    checks = (check_bracket(most),)
    tables = replace(base.tables, sizes=sizes, most=most, byes=TWO, checks=checks)
    places = cast("Places", chosen.places)
    movement = KnockoutMovement(usual, places, seeds=chosen.seeds)
    return _until_one_is_left(
        replace(base, facts=facts, tables=tables, movement=movement), movement
    )


def knockout_of_singles(kind: FormatKind, game: Game, agreed: object, people: int) -> Format:
    """The best of each table go on until one table is left. At tables of two, the winner does.

    These are in a bracket, which is drawn once, and nobody wishes to be knocked out of it by a
    friend; at larger tables wishes hold in all sets.
    """
    base, chosen = of_singles(kind, game, agreed, people), agreed_of(agreed, KnockoutTablesOptions)
    size, places = base.tables.usual, cast("Places", chosen.places)
    tables = replace(base.tables, most=MOST_ENTRANTS, byes=1)
    movement: KnockoutMovement | HeatsMovement
    if size == TWO:
        facts = replace(base.facts, requests=("apart",), bracket=True)
        checks = (check_bracket(MOST_ENTRANTS), game_check(game, agreed, lambda _people: (TWO,)))

        def sizes(count: int) -> tuple[int, ...]:
            return (TWO,) * count_first_tables(count)

        tables = replace(tables, sizes=sizes, checks=checks)
        movement = KnockoutMovement(TWO, places, seeds=chosen.seeds)
    else:
        facts = replace(base.facts, requests_last=True)
        tables = replace(tables, checks=(check_bracket(MOST_ENTRANTS), *tables.checks))
        movement = HeatsMovement(tables.sizes, size, count_advance(size, chosen.advance), places)
    idle = {"advance" if facts.bracket else "seeds": True, "best_of": tables.fewest > TWO}
    agreement = also(base.agreement, idle=idle)
    format = replace(base, facts=facts, tables=tables, agreement=agreement, movement=movement)
    return _until_one_is_left(format, movement)


def count_advance(size: int, chosen: int) -> int:
    """The least number that go on from each table of this size (chosen 0: the usual one)."""
    return min(chosen or (2 if size >= FOUR else 1), max(1, size // 2))


def _until_one_is_left(base: Format, movement: KnockoutMovement | HeatsMovement) -> Format:
    """What all knockouts share. They have as many sets as the people who began need, at least one;
    that is unknown before the start. One of two at a table has to go on, after several games or an
    extra deal. (Evenings from before there was a choice had one game.)"""
    bracket, people = base.facts.bracket, base.people
    most = max(1, count_sets(movement, people or base.tables.most))
    games = agreed_of(base.agreed, KnockoutOptions).best_of if bracket else 1
    deals = replace(base.length.deals, games=games, play_off=bracket)
    sets = most if people else 0
    length = replace(base.length, sets=sets, most=most, by_people=True, deals=deals)
    return replace(
        base,
        length=length,
        labels=base.labels.for_sets(
            sets, _name_near if bracket else _name_last(movement), name_no_set
        ),
        ranking=replace(base.ranking, placement=UntilOneIsLeft(movement, sets)),
        agreement=also(
            base.agreement,
            idle={"per_round": True},
            until=UNTIL,
            problems=partial(_check_match, base, length),
        ),
    )


def _name_near(number: int, count: int) -> Phrase:
    """From the quarterfinals on, in a bracket."""
    return name_round(count - number)


def _name_last(movement: KnockoutMovement | HeatsMovement) -> NameSet:
    """The final, at tables where nobody plays beside it."""
    if movement.places != "none":
        return name_no_set
    return lambda number, count: name_round(0) if number == count else NOTHING


def _check_match(format: Format, length: Length) -> tuple[Problem, ...]:
    """No several games with a clock, or with more than two at a table."""
    at = ("options", "best_of")
    if not format.facts.bracket and getattr(format.agreed, "best_of", 1) > 1:
        text = (
            "With more than two at a table, a match is one game. Choose one game, or two "
            "players at a table."
        )
        return (error("options.best_of", text, at),)
    if length.deals.games == 1 or not length.deals.bell:
        return ()
    text = "With a clock, a match is one game. Choose one game, or switch the clock off."
    return (error("options.best_of", text, at),)


def _offer(format: Format) -> Offer:
    """As many sets as they need; the number is known once people have begun. It is apt if losers
    play on."""
    base = offer_of_sets(format)
    movement = cast("KnockoutMovement | HeatsMovement", format.movement)
    course = base.course if format.people else say("until one is left")
    games = format.length.deals.games
    if games > 1:
        text = "{course}, each match the best of {n} games"
        course = say(text, course=course, n=games)
    each = TWO if format.facts.fixed_pairs else 1

    def promise(people: int) -> Phrase:
        if isinstance(movement, KnockoutMovement):
            return promise_byes(format.tables.byes_for(people) // each, movement.places)
        text = "the top {n} of each table go on"
        if movement.places == "all":
            text = "the top {n} of each table go on, the others play for places"
        return say(text, n=movement.advance)

    return replace(
        base,
        course=course,
        minutes=base.minutes if format.people else lambda: 0,
        usual_sets=partial(count_sets, movement),
        is_apt=lambda _people: movement.places == "all",
        promise=promise,
    )


def count_sets(movement: KnockoutMovement | HeatsMovement, people: int) -> int:
    """How many sets it takes until one entrant, or one table, is left."""
    if isinstance(movement, HeatsMovement):
        return movement.count_rounds(people)
    return count_rounds(people // (movement.width // TWO))


def read_reached(bracket: Bracket | Heats) -> dict[int, int]:
    """How far everybody in it has come; more is further: in a bracket the best place still open to
    them, as a number below 0; at tables the set."""
    if isinstance(bracket, Heats):
        return bracket.reached
    lines = {**bracket.played_for, **bracket.line_of}
    return {who: -line.first for who, line in lines.items()}


def count_first_tables(entrants: int) -> int:
    """How many tables the first set of a bracket has; everybody else has a bye."""
    return max(0, entrants - room_for(entrants) // 2)


def promise_byes(byes: int, places: str) -> Phrase:
    """What a bracket promises for its first set, as part of a sentence."""
    if places == "all":
        return say("every place is played for, so everybody keeps playing")
    if byes == 1:
        return say("losers are out; one has a bye in the first set")
    if byes:
        return say("losers are out; {n} have a bye in the first set", n=byes)
    return say("losers are out")


KIND = FormatKind(
    "knockout",
    say("Knockout: the best go on until one is left"),
    Keeping.HANDS,
    knockout,
    options_without(KnockoutOptions, "rounds", *STAGE_KEYS),
    _offer,
    byes=True,
    follows=True,
).and_for_singles(
    knockout_of_singles, options_without(KnockoutTablesOptions, "rounds", *STAGE_KEYS)
)
