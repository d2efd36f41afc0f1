"""How a game ended, as plain values: who won, by how much, everybody's place, the round that
decided it, the best round, and how the totals went.

This is for one board. For an event of several boards or of sets, `standings/finales.py` puts the
same parts together.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.engine.roster import AND
from rulesets.engine.text import signed
from rulesets.standings.decisive_round import best_round_of, turn_of
from tournaments.scores.lines import leaving_words
from tournaments.web.labels import called
from tournaments.web.wording import (
    and_list,
    count_word,
    sentence,
    sentence_of,
    translate,
    written_place,
)

if TYPE_CHECKING:
    from rulesets.engine.plays import State
    from rulesets.engine.replay import PlayedRound
    from rulesets.standings.decisive_round import Course, Turn
    from tournaments.boards.event_board import EventBoard

STEPS = 3  # of a podium
MOST_ON_A_STEP = 3  # at most so many names on a shared step; more stand below
MOST_BEHIND = 2  # at most so many are named as nearest behind
LONGEST = 100  # letters of a round's summary within a sentence


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """A place and who has it. `label` is "4=" if it is shared; `people` are the members if the
    names are those of teams; `entries` are their numbers in the event. A step of the podium that is
    shared by a `crowd` has no names: these stand below. `left`: that they have gone home, and
    when."""

    place: int
    label: str
    names: tuple[str, ...]
    total: str
    people: tuple[str, ...] = ()
    entries: tuple[int, ...] = ()
    crowd: int = 0
    left: str = ""

    @property
    def name(self) -> str:
        """Everybody's names in one line."""
        if self.crowd:
            shared = {2: _("{n} share second place"), 3: _("{n} share third place")}
            return shared.get(self.place, _("{n} share the win")).format(n=self.crowd)
        return and_list(self.names)

    @property
    def is_joined(self) -> bool:
        """Whether the names are made of the names of partners."""
        return all(person in self.name for person in self.people)


@dataclass(frozen=True, slots=True)
class RunLine:
    """Somebody's totals: before the first round (or as they joined), then after each."""

    name: str
    totals: tuple[int, ...]
    is_winner: bool


@dataclass(frozen=True, slots=True)
class Finale:
    """The ending of a game. `title`: "Rosa wins!"; `total` and `margin`: "39" and "eleven ahead of
    Bartholomew" (each may be ""); `why` it ended. `podium` are the first three places, best first;
    `rest` are all others, a line each. `turn_of_game` and `best_round` are sentences, or "";
    `joined` are sentences, one for everybody who joined late. `run` is empty for less than two
    rounds. `parts` are the endings of several divisions, by name."""

    title: str
    winners: tuple[str, ...]
    total: str
    margin: str
    why: str
    podium: tuple[FinalPlace, ...]
    rest: tuple[FinalPlace, ...]
    turn_of_game: str = ""
    best_round: str = ""
    run: tuple[RunLine, ...] = ()
    rounds: str = ""  # "8 rounds"
    low: bool = False
    best_title: str = ""  # the heading of `best_round`, if it is no round
    by_total: bool = True  # places follow the totals, not how far everybody came
    parts: tuple[tuple[str, Finale], ...] = ()
    joined: tuple[str, ...] = ()

    @property
    def stories(self) -> tuple[tuple[str, Finale], ...]:
        """The endings with something to tell, each with the name of its division."""
        finales = self.parts or (("", self),)
        return tuple(
            (name, finale)
            for name, finale in finales
            if finale.turn_of_game or finale.best_round or finale.run or finale.joined
        )

    @property
    def words(self) -> str:
        """The margin in a line: "39, eleven ahead of Bartholomew"; without one, why it is over."""
        if self.total and self.margin:
            return _("{total}, {margin}").format(total=self.total, margin=self.margin)
        return self.margin or self.total or self.why

    @property
    def places(self) -> tuple[FinalPlace, ...]:
        """All places, best first."""
        return (*self.podium, *self.rest)


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player or a team with a total at the end; `course` are the totals before the first round,
    then after each (None before they joined), `missed` the rounds in which they took no part."""

    name: str
    rank: int
    total: int
    course: tuple[int | None, ...]
    is_many: bool = False
    people: tuple[str, ...] = ()
    entries: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()
    left: str = ""  # that they have gone home, and when
    status: str = ""  # in place of a place, in a knockout that goes on


def finale(board: EventBoard, *, early: bool = False) -> Finale | None:
    """How the game of a board ended; None while it goes on, unless it was ended `early`."""
    if board.ending is None and not (
        early and any(board_round.counted for board_round in board.rounds)
    ):
        return None
    plays, form = board.plays, called(board.format)
    everybody = _contestants(board)
    by_total = plays.ranking(board.state) is None
    counted = [
        board_round.played
        for board_round in board.rounds
        if board_round.played and board_round.counted
    ]
    numbers = [board_round.number for board_round in board.rounds if board_round.counted]
    low = by_total and plays.wins == "low"
    course = [
        _race(totals, plays.ranking(state), low=low)
        for totals, state in zip(
            zip(*(contestant.course for contestant in everybody), strict=True),
            board.states,
            strict=True,
        )
    ]

    def round_words(turn: Turn) -> str:
        at = turn.number - 1
        if at >= len(counted):  # decided by what happened by itself after the last round
            return ""
        return _round_words(board, everybody, counted[at], turn)

    return tell(
        everybody,
        unit="" if plays.unit == "points" else plays.unit,
        low=plays.wins == "low",
        why=sentence(board.ending.words) if board.ending else "",
        by_total=by_total,
        course=course,
        absent=[_absent(board, state) for state in board.states],
        label=lambda number: form.within(numbers[number - 1]) if number <= len(numbers) else "",
        round_words=round_words,
        rounds=_count_words(board, len(counted)),
        joined=tuple(_joined_words(board, who) for who in board.joined if board.start_of(who)),
    )


def _contestants(board: EventBoard) -> tuple[Contestant, ...]:
    """Everybody with a total, in the order of the board."""
    plays, states = board.plays, board.states
    ranks = list(plays.ranks(board.state))
    if board.ending is not None and board.ending.winners:
        ranks = [1 if who in board.ending.winners else max(2, r) for who, r in enumerate(ranks)]
    outs = [plays.out_since(state) for state in states[1:]]
    return tuple(
        Contestant(
            name,
            ranks[who],
            board.totals(board.state)[who],
            board.course_of(who, states),
            not board.alone,
            tuple(board.names[place] for place in board.people_of(who)) if not board.alone else (),
            tuple(board.entry_ids[place] for place in board.people_of(who)),
            missed=tuple(
                number
                for number, out in enumerate(outs, 1)
                if all(out.get(place, number) < number for place in board.people_of(who))
            ),
            left=leaving_words(board, who),
        )
        for who, name in enumerate(board.scorers)
    )


def _absent(board: EventBoard, state: State) -> set[int]:
    """The scorers all of whose people have gone home by a state."""
    leavers = {*board.plays.leavers(state)}
    return {
        who for who in range(len(board.scorers)) if leavers and leavers >= {*board.people_of(who)}
    }


def _without(course: Course, absent: Sequence[Collection[int]]) -> Course:
    """The course of those who were at the table."""
    return [
        tuple(None if who in leavers else total for who, total in enumerate(totals))
        for totals, leavers in zip(course, absent, strict=True)
    ]


def _race(
    totals: Sequence[int | None], order: Sequence[int] | None, *, low: bool
) -> tuple[int | None, ...]:
    """What a game is won by in a state, more is better: the `order` of its own, or else totals;
    None for who has not joined yet."""
    values = totals if order is None else (*order, *totals[len(order) :])
    sign = -1 if low else 1
    return tuple(
        None if total is None or value is None else sign * value
        for total, value in zip(totals, values, strict=True)
    )


def _joined_words(board: EventBoard, who: int) -> str:
    """ "Kurt came in at round 5 with 42, as many as the highest."; "" if nobody joined there."""
    start = board.start_of(who)
    if start is None:
        return ""
    at, amount = start
    others = [board.totals(board.states[at])[earlier] for earlier in range(who)]
    text = _("{name} came in at {round} with {total}.")
    if len(others) > 1 and amount == max(others) > min(others):
        text = _("{name} came in at {round} with {total}, as many as the highest.")
    elif len(others) > 1 and amount == min(others) < max(others):
        text = _("{name} came in at {round} with {total}, as few as the lowest.")
    where = called(board.format).within(board.joined[who][0] + 1)
    name = isolated(board.scorers[who])
    return text.format(name=name, round=where, total=signed(amount))


def tell(
    everybody: Sequence[Contestant],
    *,
    unit: str,
    low: bool,
    why: str,
    by_total: bool,
    course: Course,
    label: Callable[[int], str],
    round_words: Callable[[Turn], str],
    rounds: str,
    joined: tuple[str, ...] = (),
    absent: Sequence[Collection[int]] = (),
) -> Finale:
    """Put an ending together. `course` is what it was won by, more is better; `label` names a round
    within a sentence ("" for none), `round_words` says in the game's own words what a round
    brought, or "". `joined` are sentences about who came late; `absent`, at each step of the
    course, are those who had gone home, whom nobody has to overtake any more."""
    order = sorted(range(len(everybody)), key=lambda who: everybody[who].rank)
    first = [who for who in order if everybody[who].rank == 1]
    best = [everybody[who] for who in first]
    others = [everybody[who] for who in order if who not in first]
    podium, rest = steps_of([everybody[who] for who in order])
    total, margin = _margin(best, others, unit, low=low)
    if not by_total:
        total, margin = ("" if why else total), ""
    turn = turn_of(_without(course, absent) if any(absent) else course, first)
    words = ""
    if turn is not None and (where := label(turn.number)):
        words = round_words(turn) or _swing_words(everybody, first, turn, low=low, unit=unit)
        words = _turn_words(words, where, turn, best, rounds=len(course) - 1)
    is_run = len(course) > 2 and by_total
    return Finale(
        title=_title(best, others),
        winners=tuple(winner.name for winner in best),
        total=total,
        margin=margin,
        why=why,
        podium=podium,
        rest=rest,
        turn_of_game=sentence_of(words),
        best_round=_best_words(everybody, course, label, low=low) if by_total else "",
        run=tuple(
            RunLine(
                contestant.name,
                tuple(total for total in contestant.course if total is not None),
                contestant.rank == 1,
            )
            for contestant in everybody
        )
        if is_run
        else (),
        rounds=rounds,
        low=low,
        joined=joined,
    )


# --- who won, and by how much ---------------------------------------------------------------------


def _title(best: Sequence[Contestant], others: Sequence[Contestant]) -> str:
    if not others and len(best) > 1:
        return _("It’s a draw!")
    many = 2 if any(contestant.is_many for contestant in best) else len(best)
    if len(best) > MOST_ON_A_STEP:
        return _("{count} share first place!").format(count=len(best))
    words = ngettext("{names} wins!", "{names} win!", many)
    names = [contestant.name for contestant in best]
    if len(best) == 1 and best[0].name == AND.join(best[0].people):
        names = list(best[0].people)
    return words.format(names=and_list([isolated(name) for name in names]))


def _margin(
    best: Sequence[Contestant], others: Sequence[Contestant], unit: str, *, low: bool
) -> tuple[str, str]:
    """ "39" and "eleven ahead of Bartholomew"; no margin over somebody who went home with a better
    total."""
    total = signed(best[0].total)
    if unit:
        total = _("{count} {unit}").format(count=total, unit=_unit(unit, best[0].total))
    if len(best) > 1:
        total = _("{total} each").format(total=total)
    if not others:
        return total, ""
    gap = (others[0].total - best[0].total) * (1 if low else -1)
    nearest = [
        isolated(contestant.name) for contestant in others if contestant.total == others[0].total
    ]
    if gap <= 0:
        return total, ""
    names = and_list(nearest) if len(nearest) <= MOST_BEHIND else _("all others")
    if len(others) > 1 and len(nearest) == len(others):
        names = and_list(nearest) if len(nearest) <= MOST_BEHIND else _("everybody else")
    return total, _("{gap} ahead of {names}").format(gap=count_word(gap), names=names)


def _unit(unit: str, count: int) -> str:
    """The unit in the singular or plural."""
    singular = unit.removesuffix("s") if not unit.endswith("sses") else unit.removesuffix("es")
    return _(singular) if abs(count) == 1 else _(unit)


def steps_of(
    order: Sequence[Contestant],
) -> tuple[tuple[FinalPlace, ...], tuple[FinalPlace, ...]]:
    """The steps of the podium, and all who stand below it, best first."""
    podium: list[FinalPlace] = []
    rest: list[FinalPlace] = []
    for rank, group in groupby(order, key=lambda contestant: contestant.rank):
        members = list(group)
        label = written_place(rank, shared=len(members) > 1)
        is_step = rank <= STEPS and len(podium) < STEPS
        if is_step and len(members) <= MOST_ON_A_STEP:
            podium.append(_place(members, rank, label))
            continue
        if is_step:
            total = signed(members[0].total)
            podium.append(FinalPlace(rank, label, (), total, crowd=len(members)))
        rest += [_place([contestant], rank, label) for contestant in members]
    return tuple(podium), tuple(rest)


def lines_of(order: Sequence[Contestant]) -> tuple[FinalPlace, ...]:
    """A line for each, best first."""
    alike = Counter(contestant.rank for contestant in order)
    return tuple(
        _place(
            [contestant],
            contestant.rank,
            contestant.status or written_place(contestant.rank, shared=alike[contestant.rank] > 1),
        )
        for contestant in order
    )


def _place(members: Sequence[Contestant], rank: int, label: str) -> FinalPlace:
    return FinalPlace(
        rank,
        label,
        tuple(member.name for member in members),
        signed(members[0].total),
        tuple(name for member in members for name in member.people),
        tuple(pk for member in members for pk in member.entries),
        left=", ".join(filter(None, (member.left for member in members))),
    )


# --- the round that decided it --------------------------------------------------------------------


def _round_words(
    board: EventBoard, everybody: Sequence[Contestant], played: PlayedRound, turn: Turn
) -> str:
    """What a round brought in the game's own words, if they mention a winner: its memorable moment,
    or else its summary."""
    best = {who for who, contestant in enumerate(everybody) if contestant.rank == 1}
    people = {place for who in best for place in board.people_of(who)}
    for moment in played.moments:
        if people & set(moment.who):
            return translate(moment.words)
    summary = translate(played.summary)
    named = [contestant.name in summary for contestant in everybody]
    if len(summary) > LONGEST or (all(named) and len(named) > 1):
        return ""
    if board.plays.conserved and board.plays.ranking(board.state) is not None and any(named):
        return summary  # it names whoever is left: the losses of others decide
    before, now = (
        tuple(contestant.course[turn.number - 1 + at] for contestant in everybody) for at in (0, 1)
    )
    gained = {
        who for who, total in enumerate(now) if total != before[who] and before[who] is not None
    }
    return summary if any(named[who] for who in best) and len(gained) == 1 else ""


def _swing_words(
    everybody: Sequence[Contestant], first: Sequence[int], turn: Turn, *, low: bool, unit: str
) -> str:
    """The scores in a round of the winner and of whoever was ahead before it; of somebody who has
    gone home only where nobody else is left."""
    gains, before = {}, {}
    for who, contestant in enumerate(everybody):
        was, now = contestant.course[turn.number - 1], contestant.course[turn.number]
        if was is not None and now is not None:  # else they joined later
            gains[who], before[who] = now - was, was * (-1 if low else 1)
    winner = everybody[first[0]]
    mine = gains[first[0]]
    rivals = [who for who in gains if who not in first]
    staying = [who for who in rivals if not everybody[who].left]
    rival = max(staying or rivals, key=lambda who: before[who])
    if unit == "wins" and mine == 1:
        return _("{name} won").format(name=isolated(winner.name))
    if unit == "losses" and gains[rival] == 1:
        return _("{name} lost").format(name=isolated(everybody[rival].name))
    scorers = [(winner, mine), (everybody[rival], gains[rival])]
    if low:
        scorers.reverse()
    first_words, second_words = (
        _("{name} did not play").format(name=isolated(contestant.name))
        if turn.number in contestant.missed
        else _gain_words(contestant.name, gain, low=low, unit="" if at else unit)
        for at, (contestant, gain) in enumerate(scorers)
    )
    return _("{first}, {second}").format(first=first_words, second=second_words)


def _gain_words(name: str, gain: int, *, low: bool, unit: str) -> str:
    count = (
        _("{count} {unit}").format(count=abs(gain), unit=_unit(unit, gain)) if unit else abs(gain)
    )
    arguments = {"name": isolated(name), "count": count}
    if not gain:
        template = _("{name} took nothing") if low else _("{name} made nothing")
    elif low:
        template = _("{name} took {count}") if gain > 0 else _("{name} got rid of {count}")
    else:
        template = _("{name} made {count}") if gain > 0 else _("{name} lost {count}")
    return template.format(**arguments)


def _best_words(
    everybody: Sequence[Contestant], course: Course, label: Callable[[int], str], *, low: bool
) -> str:
    """ "Bartholomew, round 2: nothing at all"; all who made the same in that round, such as
    partners."""
    rarest = best_round_of(course, [contestant.missed for contestant in everybody])
    where = label(rarest.number) if rarest is not None else ""
    if rarest is None or not where:
        return ""
    sharers = [
        isolated(contestant.name)
        for contestant, was, now in zip(everybody, *course[rarest.number - 1 :][:2], strict=True)
        if was is not None and now is not None and now - was == rarest.gain
        if rarest.number not in contestant.missed
    ]
    names = and_list(sharers)
    if len(sharers) > MOST_ON_A_STEP:
        names = _("{count} people").format(count=len(sharers))
    gain = _amount(-rarest.gain if low else rarest.gain)
    return _("{name}, {round}: {gain}").format(name=names, round=where, gain=gain)


def _turn_words(
    words: str, where: str, turn: Turn, best: Sequence[Contestant], *, rounds: int
) -> str:
    """In which of `rounds` it happened, and whether it was for good."""
    words = _place_words(words, where)
    return _stay_words(words, best, is_last=turn.number == rounds) if turn.for_good else words


def _place_words(words: str, where: str) -> str:
    """ "Round 3: …"; of words that have a colon of their own: "…, in round 3"."""
    if ": " in words:
        return _("{words}, in {round}").format(words=words.rstrip("."), round=where)
    return _("{round}: {words}").format(round=capfirst(where), words=words.rstrip("."))


def _stay_words(words: str, best: Sequence[Contestant], *, is_last: bool) -> str:
    if is_last:
        return _("{words}, and that decided it").format(words=words)
    names = and_list([isolated(contestant.name) for contestant in best])
    return _("{words}, and {names} led from then on").format(words=words, names=names)


def isolated(name: str) -> str:
    """A name inside a sentence, isolated so that one written from right to left leaves the figures
    beside it in place."""
    leftwards = any(unicodedata.bidirectional(char) in ("R", "AL") for char in name)
    return f"\u2068{name}\u2069" if leftwards else name


def _amount(gain: int) -> str:
    return _("nothing at all") if not gain else signed(gain)


def _count_words(board: EventBoard, count: int) -> str:
    """ "8 rounds"."""
    words = called(board.format)
    unit = words.singular if count == 1 else words.plural
    return _("{count} {rounds}").format(count=count, rounds=unit)
