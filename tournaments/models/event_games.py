"""The one door to the game of an event: its declaration, its options, what it is, and what a
finished one keeps of it.

Everything else asks here, so that an event plays the edition that it was begun with, and can be of
a game of the family's own: `every_game(family)` lists those first. What is kept made goes by the
whole declaration, so that no family ever meets the game of another.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from rulesets import formats, games
from rulesets.engine.game import Game, parse_options
from rulesets.files.house_game import read_declaration
from rulesets.folded.board import key_of
from rulesets.folded.codec import read
from rulesets.folded.document import Boards, read_boards, read_drive, read_rules, unpacked
from rulesets.folded.game import FoldedGame, unfold
from rulesets.folded.plays import FoldedPlays
from rulesets.formats import Format
from rulesets.formats.format import option_type_of
from rulesets.house_games import PREFIX, canonical, house_game
from tournaments.cache.memo import Memo
from tournaments.models import Event, HouseEdition, HouseRules, Snapshot

if TYPE_CHECKING:
    from rulesets.folded.drive import FoldedDrive
    from rulesets.folded.plays import Rules


EVENTS = 128
COVERS = 256

_formats: Memo[Format | None] = Memo(EVENTS)


def snapshot_format(event: Event) -> Format | None:
    """The format of a finished event with its game, as they were when it ended; None for an event
    that goes on, and where nothing of the kind is kept."""
    if event.state != Event.State.FINISHED or event.pk is None:
        return None

    def make() -> Format | None:
        cover = _cover(event)
        return None if cover is None else _format(event, cover)

    return _formats.get(event.pk, (event.version, event.changed), make)


def forget(event: Event) -> None:
    """Read anew what is kept of an event: it was written just now."""
    _formats.forget(event.pk)


def snapshot_boards(event: Event) -> Boards:
    """What the boards of a finished event came to."""
    return read_boards(unpacked(_document(event.pk)))


def _cover(event: Event) -> dict[str, Any] | None:
    """The cover of a finished event's game; read with the event, or by itself."""
    if Event._meta.get_field("snapshot").is_cached(event):
        return getattr(getattr(event, "snapshot", None), "game", None)
    return Snapshot.objects.filter(event=event.pk).values_list("game", flat=True).first()


def _format(event: Event, cover: dict[str, Any]) -> Format:
    def agreed(kind: type) -> Any:
        return parse_options(kind, event.options)[0]

    return unfold(
        read_cover(key_of(cover)),
        agreed,
        partial(_rules, event.pk),
        partial(_drive, event.pk),
        json.loads(event.declared) if event.declared else None,
    )


@lru_cache(COVERS)
def read_cover(text: str) -> FoldedGame:
    """The cover of a game from its JSON. Raises Unusable for what is none."""
    cover: FoldedGame = read(FoldedGame, json.loads(text), "snapshot", "game")
    return cover


def _document(event_id: int) -> bytes:
    document = Snapshot.objects.filter(event=event_id).values_list("boards", flat=True).get()
    return bytes(document or b"")


def _rules(event_id: int) -> Rules:
    return read_rules(unpacked(_document(event_id)))


def _drive(event_id: int) -> FoldedDrive:
    return read_drive(unpacked(_document(event_id)))


OF_RULES = "~"  # between a game and its house rules in the key of a choice
SOME = 256  # sets of options that are kept parsed
_in_order = json.JSONEncoder(sort_keys=True).encode


def game_of(event: Event) -> Game:
    """The game that an event is of; of a finished one as it was when it ended. Raises LookupError
    for one that is not known any more."""
    format = snapshot_format(event)
    return live_game(event) if format is None else format.game


def live_game(event: Event) -> Game:
    """The game that an event is of by the rules of today, finished or not. Raises LookupError."""
    if event.declared:
        return declared_game(event.declared, event.game, event.edition)
    return games.load(event.game, event.edition)


def find_game_of(event: Event) -> Game | None:
    """The same; None for a game that is not known any more."""
    try:
        return game_of(event)
    except LookupError:
        return None


@lru_cache(SOME)
def declared_game(declared: str, slug: str, edition: int) -> Game:
    """A game of a family's own from its declaration, one line of JSON. Raises LookupError where
    that is none."""
    try:
        declaration, problems = read_declaration(json.loads(declared))
    except ValueError as error:
        raise LookupError(f"“{slug}” is not declared") from error
    if declaration is None:
        raise LookupError(f"“{slug}” is not declared rightly: {problems[0].message}")
    return house_game(declaration, slug=slug, edition=edition)


def declaration_of(game: Game) -> str:
    """What an event keeps of a game of a family's own; nothing of any other."""
    declared, _problems = read_declaration(game.declaration)
    return canonical(declared) if declared is not None else ""


def unsound() -> str:
    """What is wrong with the first declaration in the database that is not as it would be written
    today; "" where all are. For what comes from elsewhere."""
    editions = HouseEdition.objects.values_list("declared", "game__slug", "number")
    events = Event.objects.exclude(declared="").values_list("declared", "game", "edition")
    for declared, slug, edition in (*editions, *events):
        try:
            declared_game(declared, slug, edition)
        except LookupError as error:
            return str(error.args[0])
    return ""


def own_games(family: int) -> tuple[Game, ...]:
    """The games that a family declared itself, in their newest edition, by name; without any that
    this version does not understand."""
    rows = HouseEdition.objects.filter(game__family=family, game__away=False)
    columns = rows.order_by("number").values_list("declared", "game__slug", "number")
    newest = {slug: (declared, slug, number) for declared, slug, number in columns}
    declared_games = filter(None, (find_declared_game(*row) for row in newest.values()))
    return tuple(sorted(declared_games, key=lambda game: game.name.casefold()))


def find_declared_game(declared: str, slug: str, edition: int) -> Game | None:
    """As `declared_game`; None for a declaration that this version does not understand."""
    try:
        return declared_game(declared, slug, edition)
    except LookupError:
        return None


def options_of(event: Event) -> Any:
    """The options that an event is played with, those of its format included; what is wrong with
    them is left at its default."""
    format = snapshot_format(event)
    if format is not None:
        return format.agreed
    kind = option_type_of(formats.format_of(live_game(event), event.format))
    return _parsed(kind, _in_order(event.options) if event.options else "{}")


def game_called(slug: str, edition: int | None = None, *, family: int | None = None) -> Game | None:
    """The game of that slug, for events that are still to be made; with a `family` its own games
    are known, too."""
    if family is not None and slug.startswith(PREFIX):
        return next((game for game in own_games(family) if game.slug == slug), None)
    try:
        return games.load(slug, edition)
    except LookupError:
        return None


def game_name(event: Event) -> str:
    """The name of an event's game; its slug if this version does not know the game any more."""
    game = find_game_of(event)
    return game.name if game is not None else event.game.replace("-", " ").title()


def game_title(event: Event) -> str:
    """What an event's game goes by: the name of its house rules, where it has any."""
    return event.house_rules or game_name(event)


def every_game(family: int | None = None) -> tuple[Game, ...]:
    """All games in the order of their slugs; those that a `family` declared itself come first."""
    own = () if family is None else own_games(family)
    return (*own, *(games.load(slug) for slug in games.slugs()))


@dataclass(frozen=True, slots=True)
class Choice:
    """What an evening can be made of: a game with its usual options, or with house rules of the
    family. `key` is what a form calls it, `name` what people do."""

    key: str
    name: str
    game: Game
    options: Mapping[str, Any] = field(default_factory=dict)
    rules: int | None = None

    @property
    def own(self) -> bool:
        """Whether it is of this family alone."""
        return self.rules is not None or self.game.declaration is not None

    def named_for(self, options: Mapping[str, Any]) -> str:
        """The name of the house rules, where these options are what they say; else ""."""
        asked_options, own_options = (
            parse_options(self.game.options, values)[0] for values in (options, self.options)
        )
        return self.name if self.rules is not None and asked_options == own_options else ""


def rules_of_the_house(family: int, every: Iterable[Game] | None = None) -> tuple[Choice, ...]:
    """The house rules of a family by name, each of a game that is still there (one of `every`
    game, where these are known already)."""
    rows = list(HouseRules.objects.filter(family=family).order_by("name"))
    by_slug = {game.slug: game for game in every or every_game(family)} if rows else {}
    return tuple(
        Choice(f"{row.game}{OF_RULES}{row.pk}", row.name, by_slug[row.game], row.options, row.pk)
        for row in rows
        if row.game in by_slug
    )


def choices(family: int) -> tuple[Choice, ...]:
    """Everything that a family can make an evening of: its own games, its house rules, then all
    other games."""
    every = every_game(family)
    plain = [Choice(game.slug, game.name, game) for game in every]
    own = sum(game.declaration is not None for game in every)
    return (*plain[:own], *rules_of_the_house(family, every), *plain[own:])


def key_of_choice(offered: Iterable[Choice], game: str, house_rules: str) -> str:
    """What a form calls the game of an event: its house rules, where they are still `offered`."""
    if not house_rules:
        return game
    named = (choice for choice in offered if choice.rules is not None and choice.game.slug == game)
    return next((choice.key for choice in named if choice.name == house_rules), game)


def rule_text_of(game: Game) -> str:
    """The rule text of a game, as Markdown; of a finished evening's, as it was."""
    if isinstance(game.plays, FoldedPlays):
        return game.plays.rules().text
    return games.text_of(game)


def sheet_text_of(game: Game) -> str:
    """The cheat sheet of a game, as Markdown. Raises LookupError if it has none."""
    if isinstance(game.plays, FoldedPlays):
        return game.plays.rules().sheet
    return games.sheet_text(game.sheet)


def format_of(event: Event | Game | Format) -> Format:
    """The format that an event is played in, with its options: what chairs and roles there are,
    who keeps a board, who moves. Of a game, its usual format."""
    if isinstance(event, Format):
        return event
    if isinstance(event, Game):
        return formats.format_of(event)
    format = snapshot_format(event)
    if format is not None:
        return format
    return formats.format_of(game_of(event), event.format, options_of(event), event.starters)


def formats_of(game: Game) -> tuple[Format, ...]:
    """All formats that a game may be played in, the usual one first."""
    return tuple(formats.format_of(game, slug) for slug in game.formats)


def usual_roles() -> tuple[str, ...]:
    """The roles that people are entered as in any game, and that stay with them."""
    forms = (format for game in every_game() for format in formats_of(game))
    roles = (format.facts.roles.names for format in forms if format.keeping.credit != "team")
    return next(filter(None, roles), ())


@lru_cache(SOME)
def _parsed(kind: type, options: str) -> Any:
    return parse_options(kind, json.loads(options))[0]
