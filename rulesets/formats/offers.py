"""What a new event is told of a format: how many can play, how long an evening is, what they can
expect, and the options that are proposed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from rulesets.engine.game import names_of, scores_below_zero, usual_length
from rulesets.engine.text import NOTHING, Phrase, say
from rulesets.formats.labels import SET
from rulesets.formats.parts import Offer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.formats.format import Format

CHANGING = 3  # minutes between two sets
LONG_ENOUGH = 180  # minutes of the evening that is proposed
FEWEST_SETS = 3  # that are proposed, however long they take


def offer_of_game(format: Format) -> Offer:
    """The offer of a game at a table: it takes as long as the game."""
    low, high = format.game.plays.players
    how_many = say("{low} to {high} at a table", low=low, high=high)
    if low == high:
        how_many = say("{count} at a table", count=low)
    return Offer(how_many, tell_course(format), lambda: format.game.minutes)


def offer_of_sets(format: Format) -> Offer:
    """The offer of sets at tables, for any number of people."""
    course = tell_course if format.keeping.apart else tell_course_of_boards
    return Offer(
        tell_tables(format),
        course(format),
        partial(count_minutes, format),
        lambda people: usual_rounds(format),
        propose=partial(propose, format),
    )


def usual_rounds(format: Format) -> int:
    """How many sets people play if nothing else decides it."""
    sets: int = format.kind.options().rounds
    return sets


def tell_tables(format: Format) -> Phrase:
    """How many can play, at tables of which size."""
    least, most = format.game.plays.players
    if format.keeping.apart or least == most:
        size = format.tables.usual if format.keeping.apart else least
        return say("Any number, at tables of {count}", count=size)
    return say("Any number, at tables of about {count}", count=format.tables.usual)


def tell_course(format: Format) -> Phrase:
    """The number of sets, and their length by the clock or in deals; nothing where it is not
    known."""
    length, usual = format.length, format.length.deals.usual
    seating, deal = format.labels.seating, format.labels.deal
    rounds = seating.one if length.sets == 1 else seating.many
    if minutes := length.deals.minutes:
        return say("{n} {sets} of {minutes} minutes", n=length.sets, sets=rounds, minutes=minutes)
    if not length.sets or not length.most_deals:
        return NOTHING
    deals = deal.one if usual == 1 else deal.many
    return say(
        "{n} {rounds} of {each} {deals}", n=length.sets, rounds=rounds, each=usual, deals=deals
    )


def tell_course_of_boards(format: Format) -> Phrase:
    """The number of sets, and how long one lasts."""
    length, each = format.length, format.length.deals.each
    if length.deals.bell:
        return tell_course(format)
    text = "{n} {sets}, everybody dealing {times} times in each"
    if each == 1:
        text = "{n} {sets}, everybody dealing once in each"
    if not each:
        text = "{n} {sets}, each a whole game"
    sets = SET.one if length.sets == 1 else SET.many
    return say(text, n=length.sets, sets=sets, times=each)


def count_minutes(format: Format) -> int:
    """The time for that many deals at a table of the game, plus a little to change seats; 0:
    unknown."""
    if getattr(format.game.plays, "sets", ()):
        return format.game.minutes
    length = format.length
    changes = CHANGING * (length.sets - 1)
    if minutes := length.deals.minutes:
        return length.sets * minutes + changes
    games = sum(length.of_set(number).games for number in range(1, length.sets + 1))
    played = _minutes_of(format, games, length.deals.at(format.tables.usual))
    return played + changes if played else 0


def _minutes_of(format: Format, games: int, deals: float) -> int:
    """The minutes that this many games of so many deals last (0 deals: whole games); 0:
    unknown."""
    length = usual_length(format.game)
    if not length or not format.game.minutes:
        return 0
    return round(games * (deals or length) * format.game.minutes / length)


def propose(format: Format, people: int) -> Mapping[str, object]:
    """Sets and deals, and what counts: opponents beaten if tables differ in size or scores can be
    below 0, otherwise points."""
    if "rounds" not in names_of(format.kind.options):
        return {}
    length = _propose_length(format, people)
    agreed = replace(format.agreed, **length)
    proposed = format.kind.build(format.kind, format.game, agreed, format.people)
    uneven = len(set(proposed.tables.sizes(people))) > 1 or scores_below_zero(format.game)
    return {**length, "carry": "beaten" if uneven else "points"}


def _propose_length(format: Format, people: int) -> Mapping[str, int]:
    """Sets and deals that take at most three hours.

    If all usual sets fit with the usual number of deals, or with half or a quarter of it, that is
    the proposal. Otherwise it is the largest of these numbers of deals that leaves time for the
    usual number of sets, and as many sets as fit; if none does, one deal each, and at least three
    sets.
    """
    usual, aim = format.kind.options(), format.offer.usual_sets(people)
    if minutes := format.length.deals.minutes:
        fit = (LONG_ENOUGH + CHANGING) // (minutes + CHANGING)
        return {"rounds": max(1, min(aim, fit)), "deals": usual.deals}
    most = {number: _sets_within(format, number, aim) for number in _halve(usual.deals)}
    for enough in (aim, min(aim, usual.rounds)):
        deals = next((number for number, sets in most.items() if sets >= enough), 0)
        if deals:
            return {"rounds": most[deals], "deals": deals}
    return {"rounds": max(min(aim, FEWEST_SETS), most[1]), "deals": 1}


def _sets_within(format: Format, deals: int, most: int) -> int:
    """How many of at most so many sets with this many deals fit into the evening."""
    each = format.length.deals.at(format.tables.usual) * deals / format.agreed.deals
    fit = (
        sets
        for sets in range(most, 0, -1)
        if _minutes_of(format, sets, each) + CHANGING * (sets - 1) <= LONG_ENOUGH
    )
    return next(fit, 0)


def _halve(deals: int) -> Iterator[int]:
    """The number of deals, half of it, and so on down to one."""
    while deals:
        yield deals
        deals //= 2
