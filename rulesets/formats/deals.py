"""The sets of a format and their deals: what they are called, who deals, what is settled before."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from rulesets.engine.roster import Setup
from rulesets.engine.rounds import RoundSet
from rulesets.formats.cuts import SIDES
from rulesets.formats.labels import HAND

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.engine.plays import State
    from rulesets.engine.text import Phrase
    from rulesets.formats.format import Format

DIFFERENT = 4  # deals in which it shows whether their numbers matter
MOST_BOXES = 8  # of a set on a card
CACHE_SIZE = 1024  # formats
ONE_MORE = "Extra hand if level"


def check_set(format: Format, number: int) -> int:
    """The number of a set. Raises LookupError if there is no such set."""
    if not 1 <= number <= format.length.most:
        raise LookupError(f"{format.game.name} has no set {number}")
    return number


def set_of(format: Format, number: int) -> RoundSet:
    """How a set is played and what its deals are called. Raises LookupError if there is no such
    set."""
    if not 1 <= number <= len(format.sets):
        raise LookupError(f"{format.game.name} has no set {number}")
    return format.sets[number - 1]


def find_set(format: Format, number: int) -> RoundSet | None:
    """The same for a seating, if it is a set of several."""
    return None if format.movement is None else set_of(format, number)


def name_sets(format: Format) -> tuple[RoundSet, ...]:
    """The sets: the game's own (those that were played in a finished evening), or the agreed
    number; none where nobody moves."""
    if format.movement is None or format.labels.sets or format.kind.is_over:
        return format.labels.sets
    name_deals = _name_hands if format.keeping.apart else _name_boxes
    return tuple(
        RoundSet(
            f"Set {number}",
            name_deals(format, number),
            rule="scoring",
            partners=format.facts.partners,
        )
        for number in range(1, format.length.most + 1)
    )


def _name_hands(format: Format, number: int) -> tuple[str, ...]:
    """Names of the hands of a set, besides their numbers: the game's names for its rounds, often
    nothing. With a bell there is room for half as many again. If several games are played, or an
    extra deal, these have names."""
    deals, plays = format.length.of_set(number), format.game.plays
    usual, games = deals.usual, deals.games
    room = usual * 3 // 2 + 1 if deals.bell else 0
    hands = min(deals.most, max(usual * games, room))
    tables = [format.hands.table(number, hand) for hand in range(1, hands + 1)]
    labels = [plays.name_of_round(table).text for table in tables]
    if games > 1:
        word = HAND.one.text
        labels = [
            label or f"Game {(hand - 1) // usual + 1}, {word} {(hand - 1) % usual + 1}"
            for hand, label in enumerate(labels, 1)
        ]
    return (*labels, *([ONE_MORE] if deals.play_off and not deals.bell else []))


def _name_boxes(format: Format, number: int) -> tuple[str, ...]:
    """Unnamed boxes on a card for the deals of a large table if they fit, otherwise one for all."""
    deals = format.length.of_set(number)
    count = deals.games * deals.at(format.tables.usual + 1)
    return ("",) * (count if 0 < count <= MOST_BOXES else 1)


def notes_of_set(format: Format, number: int) -> tuple[Phrase, ...]:
    """How a set scores: the notes for its first hand, if hands stand by themselves; a board has a
    sheet that explains it."""
    if not format.keeping.apart:
        return ()
    return format.game.plays.sheet(format.hands.setup(number)).notes


def sides_at(format: Format, number: int, people: int) -> tuple[tuple[int, ...], ...]:
    """The chairs of a table of this many in a set, grouped into sides that share their points."""
    if format.keeping.apart and set_of(format, number).partners:
        return SIDES
    return tuple((chair,) for chair in range(people))


def setup_at(format: Format, setup: Setup, number: int) -> Setup:
    """What is settled before the first deal of a table of that seating; `setup`: the same if its
    deals had no numbers in the evening. Deals whose numbers matter go on from set to set, at all
    tables with the same one; a game that has no more of them than a set begins again in each."""
    if format.movement is None or format.keeping.apart or not has_numbers(format):
        return setup
    plays, deals = format.game.plays, format.length.deals
    count, span = plays.rounds_in_all(setup), deals.at(len(setup.roster.names))
    if not span or (count and count <= span):
        return setup
    before = (number - 1) * deals.at(format.tables.usual)
    return replace(setup, played=before % count if count else before, span=span)


@lru_cache(CACHE_SIZE)
def has_numbers(format: Format) -> bool:
    """Whether something else is dealt, asked or told from deal to deal."""
    plays = format.game.plays
    roster = plays.roster(("",) * format.tables.usual, options=format.agreed)
    setup = Setup(roster, format.agreed, 0)
    tables = (plays.start(replace(setup, played=n)).state for n in range(DIFFERENT))
    names = {(plays.name_of_round(table), plays.note_before(table)) for table in tables}
    return not plays.turns and len(names) > 1


def possible_states(
    format: Format, names: Sequence[str], seating: int, deal: int
) -> Iterator[State]:
    """Possible states before a deal of people at a separate table: first the one that applies,
    then, in case deals have been left out before it, others with different questions. A hand that
    stands by itself has one, whoever sits there."""
    if format.keeping.apart:
        yield format.hands.table(seating, deal)
        return
    plays = format.game.plays
    setup = Setup(plays.roster(names, options=format.agreed), format.agreed)
    count = plays.rounds_in_all(setup) or 1
    here = (setup_at(format, setup, seating).played + deal - 1) % count
    for number in sorted(range(count), key=lambda number: abs(number - here)):
        yield plays.start(replace(setup, played=number)).state


def passes_deal(format: Format) -> bool:
    """Whether the deal passes on at each table, so that the table can settle between two rounds who
    deals; neither the game nor the number of the round says so."""
    return format.keeping.keeps_boards and format.game.plays.passes_deal


def dealer_of(format: Format, first: int | None, deal: int) -> int | None:
    """The chair that deals a round of a seating, if its place in the seating decides: in a set of
    hands everybody deals once. `first` dealt the first one (None: unknown)."""
    if first is None or not format.keeping.apart:
        return None
    return (first + deal - 1) % format.facts.width
