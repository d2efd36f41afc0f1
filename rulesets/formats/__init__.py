"""How a game fills a room: who sits where, which group keeps a board, what a sit-out gets."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rulesets.formats.court_whist import CourtWhistFormat
from rulesets.formats.format import Format
from rulesets.formats.individual import IndividualFormat
from rulesets.formats.knockout import KnockoutFormat
from rulesets.formats.meetings import MeetingsFormat
from rulesets.formats.mixed import MixedFormat
from rulesets.formats.pairs import PairsFormat
from rulesets.formats.progressive import ProgressiveFormat
from rulesets.formats.stages import with_stages
from rulesets.formats.swiss import SwissFormat
from rulesets.formats.table import TableFormat
from rulesets.formats.team_line import TeamLineFormat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.engine.game import Game
    from rulesets.engine.problems import Problem

EVENING = 300  # minutes that people stay at most
KEPT = 1024  # games, each with its options, of which the format is kept
FORMATS: dict[str, type[Format]] = {
    kind.slug: kind
    for kind in (
        TableFormat,
        CourtWhistFormat,
        TeamLineFormat,
        ProgressiveFormat,
        IndividualFormat,
        MixedFormat,
        MeetingsFormat,
        PairsFormat,
        SwissFormat,
        KnockoutFormat,
    )
}
__all__ = ["FORMATS", "Format", "format_of", "propose_format", "rank_formats", "read_options"]


@lru_cache(KEPT)
def format_of(game: Game, slug: str = "", options: Any = None, people: int = 0) -> Format:
    """A game in one of its formats, the usual one where none is named.

    `options` is an instance of the game's options; without it they stand at their defaults.
    `people` are those who began (0: nobody has).

    Raises LookupError for a format that the game cannot be played in.
    """
    if slug and slug not in game.formats:
        raise LookupError(f"{game.name} is not played in the format “{slug}”")
    form = FORMATS[slug or game.formats[0]].of(game, options)
    return with_stages(form, FORMATS).for_people(people)


def read_options(form: Format, given: object) -> tuple[Any, tuple[Problem, ...]]:
    """Options of a format from plain values, and what is wrong with them, by themselves or
    together; each problem at ("options", name)."""
    options, problems = form.read_options(given)
    return options, problems or format_of(form.game, form.slug, options).check_agreed()


def propose_format(form: Format, people: int) -> Format:
    """A format with what is proposed of its own options for so many people."""
    proposed = form.propose(people)
    if not proposed:
        return form
    return format_of(form.game, form.slug, replace(form.agreed, **proposed))


def rank_formats(forms: Iterable[Format], people: int) -> tuple[Format, ...]:
    """Those of some formats that fit so many people, the best first: the game itself where one
    table takes them all; else what ends in one evening, is apt for so many, and lets the most of
    them play, together rather than at tables by themselves, without roles, and with all seats known
    at once. Nobody (0) fits all, as they stand."""
    if not people:
        return tuple(forms)

    def order(form: Format) -> tuple[bool | int, ...]:
        alone, together = form.is_one_table(people), form.moves or form.has_final
        last = not together, bool(form.roles), not form.ahead
        long = form.for_people(people).minutes > EVENING
        return not alone, long, not form.is_apt(people), form.spare(people), *last

    return tuple(sorted((form for form in forms if form.fits(people)), key=order))
