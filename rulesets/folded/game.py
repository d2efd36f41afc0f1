"""The game and format of an evening: names, options, facts and words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, make_dataclass, replace
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from rulesets.cards.deck import Needs
from rulesets.engine.game import Game
from rulesets.engine.plays import Plays
from rulesets.engine.text import Phrase
from rulesets.folded.formats import (
    DEAL,
    FIRST,
    LATER,
    TABLE,
    FormatFacts,
    unfold_format,
)
from rulesets.folded.plays import FoldedPlays, Rules
from rulesets.formats.format import first_stage

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
    """The declaration of an option; `usual` is its default."""

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
    format: FormatFacts
    source: str = ""
    about: str = ""
    options: tuple[FoldedOption, ...] = ()
    family: str = "points"
    aliases: tuple[str, ...] = ()
    needs: Needs = field(default_factory=Needs)
    minutes: int = 0
    sheet: str = ""
    pictures: tuple[str, ...] = ()


def fold_game(format: Format, seatings: int = FEW) -> FoldedGame:
    """The cover of a game in its format; so many `seatings` have names of their own."""
    game = format.game
    return FoldedGame(
        version=VERSION,
        slug=game.slug,
        name=game.name,
        edition=game.edition,
        plays=fold_plays(game.plays, has_blank=_has_blank(format)),
        format=fold_format(format, seatings),
        source=game.source,
        about=game.about,
        options=tuple(map(_option, fields(format.kind.option_type(game)))),
        family=game.family,
        aliases=game.aliases,
        needs=game.needs,
        minutes=game.minutes,
        sheet=game.sheet,
        pictures=tuple(game.pictures),
    )


def _has_blank(format: Format) -> bool:
    return (
        format.keeping.credit != "carried"
        and format.game.plays.blank_drawing(format.agreed) is not None
    )


def _option(field: Any) -> FoldedOption:
    usual = field.default_factory() if field.default is MISSING else field.default
    facts = {key: field.metadata.get(key) for key in ("label", "help", "low", "high")}
    facts |= {key: field.metadata.get(key, "") for key in ("none", "some", "group")}
    choices = tuple((key, label) for key, label in field.metadata.get("choices", ()))
    return FoldedOption(key=field.name, usual=usual, choices=choices, **facts)


def fold_plays(plays: Plays, *, has_blank: bool) -> FoldedPlays:
    """Return the facts of a play, without its functions."""
    return FoldedPlays(
        **{name: getattr(plays, name) for name in OURS},
        alone=getattr(plays, "alone", False),
        sides=getattr(plays, "sides", 0),
        has_drawing=plays.has_drawing,
        has_blank=has_blank,
        deal_words=plays.called,
    )


def fold_format(format: Format, seatings: int) -> FormatFacts:
    """Return the facts of a format, and its words for places."""
    facts, length, first, labels = format.facts, format.length, first_stage(format), format.labels
    numbers = range(1, (length.sets or seatings) + 1)
    chairs = range(facts.width or format.game.plays.players[1])
    return FormatFacts(
        slug=first.kind.slug,
        name=first.kind.name,
        ahead=first.kind.ahead,
        over_text=labels.over_text,
        sit_out=first.ranking.sit_out.each_deal,
        sit_out_mean=first.ranking.sit_out.by == "mean",
        deals=length.most_deals,
        deals_each=length.deals.each,
        width=facts.width,
        chairs=facts.chairs,
        cuts=bool(first.facts.cuts),
        roles=facts.roles.names,
        role_names=facts.roles.plurals,
        seatings=length.sets,
        board=format.keeping.board,
        moves=format.keeping.moves,
        apart=format.keeping.apart,
        opens=format.keeping.board == "room",
        mixes=format.keeping.credit == "carried",
        called=labels.deal,
        chair_names=tuple(map(labels.chair, chairs)),
        seating_names=tuple(labels.of_set(number).name for number in numbers),
        words={**_words_of_seats(format), **_words_of_places(format)},
        sets=format.sets[: length.sets],
    )


def _words_of_seats(format: Format) -> dict[str, Phrase]:
    return {
        f"{key} {seating}": words
        for seating in (FIRST, LATER)
        for names in (format.labels.of_set(seating),)
        for key, words in (("seats_words", names.seats), ("seating_words", names.within))
    }


def _words_of_places(format: Format) -> dict[str, Phrase]:
    return {
        f"place {seating} {deal} {alone:d}": format.labels.place(seating, TABLE, deal, alone=alone)
        for seating, deal, alone in product((FIRST, LATER), (None, DEAL), (False, True))
    }


@lru_cache(256)
def options_type(options: tuple[FoldedOption, ...]) -> type:
    """Return the dataclass of these options."""
    declared = []
    for option in options:
        metadata = {
            "label": option.label,
            "help": option.help,
            "low": option.low,
            "high": option.high,
            "choices": option.choices,
            "none": option.none,
            "some": option.some,
            "group": option.group,
        }
        declared.append((option.key, Any, field(default=option.usual, metadata=metadata)))
    return make_dataclass("Options", declared, frozen=True)


def unfold(
    folded: FoldedGame,
    options: Callable[[type], Any],
    rules: Callable[[], Rules],
    drive: Callable[[], FoldedDrive],
    declaration: Mapping[str, Any] | None = None,
) -> Format:
    """Return the format of a finished evening, with its game. `options` gives an instance of the
    game's options; `rules` and `drive` are read at their first use."""
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
        formats=(folded.format.slug,),
        declaration=declaration,
        family=folded.family,
        aliases=folded.aliases,
        needs=folded.needs,
        minutes=folded.minutes,
        sheet=folded.sheet,
        pictures={name: _picture(rules, name) for name in folded.pictures},
    )
    agreed = options(kind)
    return unfold_format(game, agreed, folded.format, drive)


def _picture(rules: Callable[[], Rules], name: str) -> Any:
    return lambda: rules().pictures[name]
