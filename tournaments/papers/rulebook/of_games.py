"""A game's declaration and text as a chapter of the rulebook."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rulesets.engine.options import parse_options
from rulesets.engine.roster import Roster, Setup
from rulesets.formats.drives import DriveFormat
from rulesets.formats.sheet import layout
from rulesets.rule_texts import common_chapter, text_in_book
from tournaments.papers.rulebook.book import Chapter, HouseRules
from tournaments.papers.rulebook.figures import figures_of
from tournaments.papers.scoreboards import Sheet
from tournaments.rule_text import agreed_of, default_of, facts_of, option_said

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rulesets.engine.game import Game
    from rulesets.formats import Format

USUAL = 4  # people on a sheet, where nothing says otherwise


def chapter_of(
    game: Game,
    form: Format,
    people: str,
    house: Sequence[tuple[str, Mapping[str, Any]]] = (),
    *,
    sheets: bool = True,
    part: str = "",
) -> Chapter:
    """A chapter, told as a book tells it.

    form: the usual format of the game; people: how many can play, in words; house: names of house
    rules and the options that they set.
    """
    options, _problems = parse_options(game.options, {})
    drive = isinstance(form, DriveFormat)
    agreed = tuple(HouseRules(name, agreed_of(game, given)) for name, given in house)
    return Chapter(
        key=game.slug,
        name=game.name,
        source=game.source,
        text=text_in_book(game, {one.key for rules in agreed for one in rules.agreed}),
        about=_(game.about) if game.declaration is None else game.about,
        aliases=game.aliases,
        facts=facts_of(game, people, options),
        labels={one.name: one.metadata["label"] for one in fields(game.options)},
        house=agreed,
        tables=figures_of(game),
        pictures={name: made() for name, made in game.pictures.items()},
        boards=game.plays.blank_drawings(options),
        sheet=sheet_of(game, options) if sheets and not drive else None,
        card=layout(form) if sheets and isinstance(form, DriveFormat) else None,
        part=part,
        usual=tuple(
            (_(one.metadata["label"]), option_said(one, default_of(one)))
            for one in fields(game.options)
        ),
    )


def common_chapters(chosen: Iterable[Game]) -> Iterator[Chapter]:
    """What several of these games share, each chapter once."""
    found = {one: game for game in chosen if (one := common_chapter(game)) is not None}
    for one, game in found.items():
        yield Chapter(
            key=one.key,
            name=one.name,
            source=game.source,
            text=one.text,
            pictures={name: made() for name, made in game.pictures.items()},
        )


def sheet_of(game: Game, options: Any) -> Sheet:
    """A sheet without names."""
    plays = game.plays
    if plays.side_names:
        teams = tuple((team,) for team in range(len(plays.side_names)))
        called = tuple(_(name.capitalize()) for name in plays.side_names)
        roster = Roster(("",) * len(teams), teams, called)
    else:
        numbers = plays.seats or range(plays.players[0], plays.players[1] + 1)
        usual = min(numbers, key=lambda number: (abs(number - USUAL), number))
        roster = plays.roster(("",) * usual, options=options)
    setup = Setup(roster, options)
    lines = None if plays.rounds_in_all(setup) else 0
    return Sheet(plays.sheet(setup), game.name, game.source, written=True, lines=lines)
