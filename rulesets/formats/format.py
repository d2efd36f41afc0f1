"""What a format is: how a room full of people plays a game, as far as the rest of the program has
to know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rulesets.engine.game import NoOptions, merge_options
from rulesets.formats.deals import name_sets
from rulesets.formats.hands import Hands, LiveHands
from rulesets.formats.offers import offer_of_game
from rulesets.formats.parts import (
    Agreement,
    Facts,
    Keeping,
    Length,
    Offer,
    Ranking,
    SetFacts,
    Tables,
)
from rulesets.movements.movement import Ladder, Movement

if TYPE_CHECKING:
    from rulesets.engine.game import Game
    from rulesets.engine.rounds import RoundSet
    from rulesets.engine.text import Phrase
    from rulesets.formats.labels import Labels


@dataclass(frozen=True, eq=False)
class FormatKind:
    """A format before a game is chosen: what `FORMATS` lists.

    - `build` puts the format together, for a game, what was agreed, and how many began (0: nobody
      yet); `hands` and `offer` are made from the whole format when somebody asks;
    - `options`: a dataclass of the options of the format itself, declared like those of a game;
    - `keeping`: who keeps a score sheet, and whose the points are;
    - `ahead`: the seats of all rounds are known in advance, and follow from one seed; `searches`:
      the movement's `needs_search` says whether finding them may take seconds;
    - `byes`: somebody drawn to sit out has a bye;
    - `qualifies`: its best may go on to another format; `follows`: it can be that other format;
    - `alone`: the kind for games that people play singly, if that is different;
    - `is_over`: of a finished evening, whose game has the options of the format as well.
    """

    slug: str
    name: Phrase
    keeping: Keeping
    build: Callable[[FormatKind, Game, Any, int], Format]
    options: type = NoOptions
    offer: Callable[[Format], Offer] = offer_of_game
    hands: Callable[[Format], Hands] = LiveHands
    ahead: bool = False
    searches: bool = False
    byes: bool = False
    qualifies: bool = False
    follows: bool = False
    alone: FormatKind | None = None
    is_over: bool = False

    def and_for_singles(
        self,
        build: Callable[[FormatKind, Game, Any, int], Format],
        options: type,
        name: Phrase | None = None,
    ) -> FormatKind:
        """The same kind with another one for games that people play singly, who keep a score sheet
        for each set. `name`: None if both are called the same."""
        alone = replace(
            self, name=name or self.name, keeping=Keeping.SET, build=build, options=options
        )
        return replace(self, alone=alone)

    def for_game(self, game: Game) -> FormatKind:
        """The kind for a game of two sides, or for one that people play singly."""
        return self if game.in_sides or self.alone is None else self.alone

    def option_type(self, game: Game) -> type:
        """The dataclass of all options: the game's and the format's own."""
        return game.options if self.is_over else merge_options(game.options, self.options)

    def of(self, game: Game, options: object = None, people: int = 0) -> Format:
        """A game in this format, with its second stage, if one was agreed; the default options
        apply if there are none."""
        kind = self.for_game(game)
        agreed = kind.option_type(game)() if options is None else options
        format = kind.build(kind, game, agreed, people)
        if not kind.qualifies or getattr(agreed, "stages", "none") == "none":
            return format
        staged: Format = import_module("rulesets.formats.stages").with_stages(format)
        return staged


@dataclass(frozen=True, eq=False)
class Format:
    """A game in one of its formats, as agreed: a value made of parts.

    `movement` seats the rounds (None: nobody moves, or the room seats itself). `people`: how many
    began (0: nobody yet). `stages`: the two formats that it plays one after the other, if it has a
    second stage.
    """

    kind: FormatKind
    game: Game
    agreed: Any
    facts: Facts
    length: Length
    tables: Tables
    labels: Labels
    ranking: Ranking = field(default_factory=Ranking)
    agreement: Agreement = field(default_factory=Agreement)
    movement: Movement | None = None
    people: int = 0
    stages: tuple[Format, ...] = ()

    @property
    def keeping(self) -> Keeping:
        """Who keeps a score sheet, and whose the points are."""
        return self.kind.keeping

    @cached_property
    def hands(self) -> Hands:
        """The hands of its sets, if they stand by themselves."""
        return self.kind.hands(self) if self.keeping.apart else Hands()

    @cached_property
    def offer(self) -> Offer:
        """What a new event is told of it."""
        return self.kind.offer(self)

    @cached_property
    def sets(self) -> tuple[RoundSet, ...]:
        """The sets: the game's own, or as many as can be played; none where nobody moves."""
        return name_sets(self)

    def in_set(self, number: int) -> SetFacts:
        """What is so of a set. Nobody moves by a ladder into a second stage, whose seats are never
        known ahead, and whoever has no part in it is out."""
        cut, placement = self.ranking.placement.cut, self.ranking.placement
        if cut is not None and number > cut.after:
            facts = self.stages[1].in_set(number - cut.after)
            return SetFacts(facts.cuts, facts.decides, eliminates=True)
        if cut is not None:
            facts = self.stages[0].in_set(number)
            return facts if number < cut.after else replace(facts, ladder=None)
        cuts, last = bool(self.facts.cuts), number == self.length.sets
        decides = cuts and (placement.eliminates or not last)
        ladder = None if last else ladder_of(self)
        return SetFacts(cuts, decides, self.kind.ahead, ladder, placement.eliminates)

    def for_people(self, count: int) -> Format:
        """The format as it is if this many people begin."""
        if not self.length.by_people or count == self.people:
            return self
        return first_stage(self).kind.of(self.game, self.agreed, count)


def movement_of(format: Format) -> Movement:
    """What seats the rounds of a format. Raises LookupError if nobody moves."""
    if format.movement is None:
        raise LookupError("nobody moves")
    return format.movement


def ladder_of(format: Format) -> Ladder | None:
    """What says who goes where, if tables are ranked, the head table first."""
    movement: object = format.movement
    return movement if isinstance(movement, Ladder) else None


def option_type_of(format: Format) -> type:
    """The dataclass of all options of a format: the game's and its own."""
    return format.kind.option_type(format.game)


def first_stage(format: Format) -> Format:
    """The format of the first stage: itself, if there is only one."""
    return format.stages[0] if format.stages else format
