"""A game in its format as an evening was played by it: names, options, facts and words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, make_dataclass, replace
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from rulesets.cards.deck import Needs
from rulesets.engine.game import Game
from rulesets.engine.plays import Plays
from rulesets.engine.rounds import RoundSet
from rulesets.engine.text import Phrase
from rulesets.folded.formats import (
    DEAL,
    DECLARED,
    FIRST,
    LATER,
    TABLE,
    FoldedDriveFormat,
    FoldedFormat,
    FoldedSetFormat,
    FormatFacts,
    with_facts,
)
from rulesets.folded.plays import FoldedPlays, Rules
from rulesets.formats import with_stages

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.folded.drive import FoldedDrive
    from rulesets.formats.format import Format

VERSION = 1
# What `Plays` declares that is a fact.
OURS = (
    *("players", "seats", "unit", "counted", "wins", "rows", "side_names", "conserved"),
    *("buying", "final", "dealers", "turns", "final_table", "seats_matter"),
)
FEW = 2  # seatings: an evening that goes on till the end of a game has a first, and later ones


@dataclass(frozen=True, slots=True)
class FoldedOption:
    """An option as it was declared; `usual` is its default."""

    key: str
    label: str
    usual: Any
    help: str = ""
    low: int | None = None
    high: int | None = None
    choices: tuple[tuple[Any, str], ...] = ()
    none: str = ""
    some: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class FoldedGame:
    """The cover of a game that an evening was played by, in its format."""

    version: int
    slug: str
    name: str
    edition: int
    plays: FoldedPlays
    form: FormatFacts
    source: str = ""
    about: str = ""
    options: tuple[FoldedOption, ...] = ()
    family: str = "points"
    aliases: tuple[str, ...] = ()
    needs: Needs = field(default_factory=Needs)
    minutes: int = 0
    sheet: str = ""
    pictures: tuple[str, ...] = ()


def fold_game(form: Format, seatings: int = FEW) -> FoldedGame:
    """The cover of a game in its format; so many `seatings` have names of their own."""
    game = form.game
    return FoldedGame(
        version=VERSION,
        slug=game.slug,
        name=game.name,
        edition=game.edition,
        plays=fold_plays(game.plays, has_blank=_has_blank(form)),
        form=fold_format(form, seatings),
        source=game.source,
        about=game.about,
        options=tuple(map(_option, fields(form.option_type))),
        family=game.family,
        aliases=game.aliases,
        needs=game.needs,
        minutes=game.minutes,
        sheet=game.sheet,
        pictures=tuple(game.pictures),
    )


def _has_blank(form: Format) -> bool:
    return not form.redraws and form.game.plays.blank_drawing(form.agreed) is not None


def _option(field: Any) -> FoldedOption:
    usual = field.default_factory() if field.default is MISSING else field.default
    told = {key: field.metadata.get(key) for key in ("label", "help", "low", "high")}
    told |= {key: field.metadata.get(key, "") for key in ("none", "some", "group")}
    choices = tuple((key, label) for key, label in field.metadata.get("choices", ()))
    return FoldedOption(key=field.name, usual=usual, choices=choices, **told)


def fold_plays(plays: Plays, *, has_blank: bool) -> FoldedPlays:
    """The facts of a play, without what it does."""
    return FoldedPlays(
        **{name: getattr(plays, name) for name in OURS},
        alone=getattr(plays, "alone", False),
        sides=getattr(plays, "sides", 0),
        has_drawing=plays.has_drawing,
        has_blank=has_blank,
        deal_words=plays.called,
    )


def fold_format(form: Format, seatings: int) -> FormatFacts:
    """The facts of a format, and its words for places."""
    names = ("called", "roles", "role_names", "seatings")
    numbers = range(1, (form.seatings or seatings) + 1)
    chairs = range(form.width or form.game.plays.players[1])
    sets: Iterable[RoundSet] = getattr(form, "sets", ())
    return FormatFacts(
        **{name: getattr(form.first, name) for name in DECLARED} | {"deals": form.deals},
        **{name: getattr(form, name) for name in names},
        chair_names=tuple(map(form.chair_name, chairs)),
        seating_names=tuple(map(form.seating_name, numbers)),
        words={**_words_of_seats(form), **_words_of_places(form)},
        sets=tuple(sets)[: form.seatings],
    )


def _words_of_seats(form: Format) -> dict[str, Phrase]:
    return {
        f"{name} {seating}": getattr(form, name)(seating)
        for name in ("seats_words", "seating_words")
        for seating in (FIRST, LATER)
    }


def _words_of_places(form: Format) -> dict[str, Phrase]:
    return {
        f"place {seating} {deal} {alone:d}": form.place(seating, TABLE, deal, alone=alone)
        for seating, deal, alone in product((FIRST, LATER), (None, DEAL), (False, True))
    }


@lru_cache(256)
def options_type(options: tuple[FoldedOption, ...]) -> type:
    """The dataclass of options as they were declared."""
    declared = []
    for one in options:
        told: dict[str, Any] = {"label": one.label, "help": one.help}
        told |= {"low": one.low, "high": one.high, "choices": one.choices}
        told |= {"none": one.none, "some": one.some, "group": one.group}
        declared.append((one.key, Any, field(default=one.usual, metadata=told)))
    return make_dataclass("Options", declared, frozen=True)


def unfold(
    folded: FoldedGame,
    options: Callable[[type], Any],
    rules: Callable[[], Rules],
    drive: Callable[[], FoldedDrive],
    declaration: Mapping[str, Any] | None = None,
) -> Format:
    """The format of a finished evening, with its game. `options` gives an instance of the game's
    options; `rules` and `drive` are read when somebody asks."""
    kind = options_type(folded.options)
    plays = replace(folded.plays, rules=rules)
    game = Game(
        slug=folded.slug,
        name=folded.name,
        source=folded.source,
        plays=plays,
        about=folded.about,
        options=kind,
        edition=folded.edition,
        formats=(folded.form.slug,),
        declaration=declaration,
        family=folded.family,
        aliases=folded.aliases,
        needs=folded.needs,
        minutes=folded.minutes,
        sheet=folded.sheet,
        pictures={name: _picture(rules, name) for name in folded.pictures},
    )
    agreed = options(kind)
    form: Format
    if folded.form.apart:
        kind_of = with_facts(FoldedDriveFormat, folded.form)
        form = kind_of(game, agreed, facts=folded.form, folded=drive)
        return with_stages(form, known=True)
    if folded.form.board == "set":
        form = with_facts(FoldedSetFormat, folded.form)(game, agreed, facts=folded.form)
        return with_stages(form, known=True)
    return with_facts(FoldedFormat, folded.form)(game, agreed, facts=folded.form)


def _picture(rules: Callable[[], Rules], name: str) -> Any:
    return lambda: rules().pictures[name]
