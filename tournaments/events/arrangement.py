"""What a number of people and a game amount to before anything is created: tables, sit-outs,
duration, and what the large button does."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.formats import is_one_table, rank_formats
from tournaments.web.forms import message
from tournaments.web.wording import and_list, clock, count_word, translate

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Mapping

    from rulesets.formats import Format

HOUR = 60
FIVE = 5
QUARTER = 15
HALF = 30


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What a number of people means for a game. `fits`: they can play it; `tables`: at how many
    tables (0: not known yet); `starts`: it is one table that plays at once, without a draw."""

    people: int
    tables: int = 0
    out: int = 0
    fits: bool = True
    starts: bool = False
    sentences: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """All sentences as a paragraph."""
        return " ".join(self.sentences)


def arrange(
    format: Format,
    people: int,
    roles: Mapping[str, int] | None = None,
    *,
    begins: dt.datetime | None = None,
    is_planned: bool = False,
) -> Arrangement:
    """What `people` mean for a game in this format. `roles`: how many there are of each role, by
    its name (as far as known); `begins`: when play begins, if that is
    known: at the time agreed on (`is_planned`), or now."""
    format = format.for_people(people)
    lasting, starts = _duration(format, begins, is_planned=is_planned), is_one_table(format, people)
    if not people:
        return Arrangement(0, starts=starts, sentences=(_players(format), *lasting))
    if not format.tables.fits(people) or format.tables.start_problems(people):
        refused = _too_few_or_many(format, people)
        return Arrangement(people, fits=False, starts=starts, sentences=(refused,))
    tables, out = format.tables.count(people), format.tables.spare(people)
    if format.keeping.credit == "team":
        words: tuple[str, ...] = (_sides(people, roles or {}),)
    else:
        alone = people % 2 if format.facts.fixed_pairs else 0
        byes = format.tables.byes_for(people)
        words = (_even_tables(people - out - byes, tables), *_byes(format, byes))
        words += (*_out(format, out - alone), *_alone(alone))
        words += _roles(people, roles or {})
    if format.facts.final_table and tables > 1:
        words += (_("The winners meet at a final table."),)
    return Arrangement(people, tables, out, starts=starts, sentences=(*words, *lasting))


def _players(format: Format) -> str:
    return f"{translate(format.offer.how_many)}."


def _too_few_or_many(format: Format, people: int) -> str:
    low, high = format.tables.fewest, format.game.plays.players[1]
    if problems := format.tables.start_problems(people):
        return " ".join(map(message, problems))
    params = {"game": format.game.name, "low": low, "high": high, "n": people}
    if people < low:
        text = ngettext(
            "{game} takes at least {low} people; you have {n}.",
            "{game} takes at least {low} people; you have {n}.",
            people,
        )
        return text.format(**params)
    if low == high:
        return _("{game} is for tables of {low}; you have {n}.").format(**params)
    return _("{game} is for {low} to {high} at a table; you have {n}.").format(**params)


def _tables(tables: int, size: int) -> str:
    text = ngettext("{tables} table of {size}.", "{tables} tables of {size}.", tables)
    return capfirst(text.format(tables=count_word(tables), size=count_word(size)))


def _even_tables(people: int, tables: int) -> str:
    """Tables as even as possible: "Two tables of four", "Two tables, of five and four"."""
    each, more = divmod(people, tables)
    if not more:
        return _tables(tables, each)
    text = _("{tables} tables, of {more} or {each}.")
    sizes = {"more": count_word(each + 1), "each": count_word(each)}
    return capfirst(text.format(tables=count_word(tables), **sizes))


def _out(format: Format, out: int) -> tuple[str, ...]:
    if not out:
        return ()
    text = ngettext(
        "{n} sits out each {round}, in turn.", "{n} sit out each {round}, in turn.", out
    ).format(n=count_word(out), round=translate(format.labels.seating.one))
    return (capfirst(text),)


def _byes(format: Format, byes: int) -> tuple[str, ...]:
    if not byes:
        return ()
    text = ngettext(
        "{n} goes on without playing the first {round}.",
        "{n} go on without playing the first {round}.",
        byes,
    ).format(n=count_word(byes), round=translate(format.labels.seating.one))
    return (capfirst(text),)


def _alone(alone: int) -> tuple[str, ...]:
    return (_("One person has no partner yet."),) if alone else ()


def _roles(people: int, roles: Mapping[str, int]) -> tuple[str, ...]:
    """How many there are of each role, as far as known."""
    total = sum(roles.values())
    if not total:
        return ()
    named = [f"{count_word(count)} {name.lower()}" for name, count in roles.items() if count]
    words: tuple[str, ...] = (capfirst(_("{counts}.").format(counts=and_list(named))),)
    if total < people:
        left = people - total
        text = ngettext("{n} without a role yet.", "{n} without a role yet.", left)
        words += (capfirst(text.format(n=count_word(left))),)
    return words


def _sides(people: int, roles: Mapping[str, int]) -> str:
    """Two teams against each other; as even as possible unless `roles` say more."""
    counts = list(roles.values())
    if len(counts) != 2 or sum(counts) < people:
        counts = [people - people // 2, people // 2]
    text = _("{first} against {second}.")
    return capfirst(text.format(first=count_word(counts[0]), second=count_word(counts[1])))


def hours_words(minutes: int) -> str:
    """A duration in words, to five minutes: "45 minutes", "an hour", "2½ hours"."""
    fives = FIVE * max(1, round(minutes / FIVE))
    if fives < HOUR:
        return _("{n} minutes").format(n=fives)
    halves = round(minutes / HALF)
    whole, half = divmod(halves, 2)
    if whole == 1 and not half:
        return _("an hour")
    number = f"{whole}{'½' if half else ''}"
    return _("{n} hours").format(n=number)


def _duration(format: Format, begins: dt.datetime | None, *, is_planned: bool) -> tuple[str, ...]:
    """About how long it takes, if the game knows; with a beginning also until when."""
    minutes = format.offer.minutes()
    if not minutes:
        return ()
    if begins is None:
        return (_("About {time}.").format(time=hours_words(minutes)),)
    end = begins + timedelta(minutes=minutes)
    past = end.minute % QUARTER
    end += timedelta(minutes=math.ceil(past / QUARTER) * QUARTER - past)
    text = _("About {time}: over by {clock} if you start now.")
    if is_planned:
        text = _("About {time}: if you start at {start}, over by {clock} or so.")
    words = {"time": hours_words(minutes), "clock": clock(end), "start": clock(begins)}
    return (text.format(**words),)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A format that fits the number of people, and what it means for them in a line."""

    slug: str
    name: str
    words: str
    chosen: bool = False


def propose(
    forms: Iterable[Format], people: int, chosen: str, *, pairs: bool = False
) -> tuple[Proposal, ...]:
    """The formats of a game that fit the number of people, the best first. `chosen` is a slug; if
    it does not fit, the best is chosen. `pairs`: people were typed as pairs. Sit-outs are only
    mentioned once somebody is entered."""
    suitable = rank_formats(forms, people, pairs=pairs)
    if suitable and chosen not in [format.kind.slug for format in suitable]:
        chosen = suitable[0].kind.slug
    return tuple(
        Proposal(
            format.kind.slug,
            _(translate(format.kind.name)),
            _meaning(format, people),
            format.kind.slug == chosen,
        )
        for format in suitable
    )


def _meaning(format: Format, people: int) -> str:
    format = format.for_people(people)
    parts = [translate(format.offer.course)]
    if format.offer.minutes():
        parts.append(_("about {time}").format(time=hours_words(format.offer.minutes())))
    if people:
        out = format.tables.spare(people)
        parts.append(translate(format.offer.promise(people)))
        text = ngettext("{n} person sits out each {round}", "{n} people sit out each {round}", out)
        called = translate(format.labels.seating.one)
        parts.append(text.format(n=count_word(out), round=called) if out else "")
    return capfirst(" · ".join(filter(None, parts)))


def explain_left_out(forms: Iterable[Format], people: int) -> str:
    """Why only one format fits the number of people, if the game has several; else ""."""
    every = tuple(forms)
    if not people or len(rank_formats(every, people)) != 1:
        return ""
    problems = [problem for format in every for problem in format.tables.start_problems(people)]
    fewest = (format.tables.fewest for format in every)
    more = min((number for number in fewest if number > people), default=0)
    parts = (
        [_("With {n} or more people there are other ways to play it.").format(n=more)]
        if more
        else []
    )
    return " ".join(dict.fromkeys((*parts, *map(message, problems))))
