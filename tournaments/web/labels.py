"""An event's words for roles, chairs, deals, sets and tables, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments.models.event_games import find_game_of, format_of
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from rulesets.engine.game import Game
    from rulesets.engine.text import DealNames
    from rulesets.formats import Format
    from tournaments.models import Event

POINTS = "points"  # the unit of most games, and of what is carried from sets by place or by result


@dataclass(frozen=True, slots=True)
class DealLabels:
    """The words for the deals of an event, in the reader's language; see `DealNames`."""

    words: DealNames

    @property
    def title(self) -> str:
        return translate(self.words.title)

    @property
    def singular(self) -> str:
        return translate(self.words.one)

    @property
    def plural(self) -> str:
        return translate(self.words.many)

    @property
    def row(self) -> str:
        return translate(self.words.row)

    def numbered(self, number: int) -> str:
        """Return the name of one deal: "Round 3"."""
        return translate(self.words.numbered(number))

    def within(self, number: int) -> str:
        """Return the name of one deal inside a sentence: "round 3"."""
        return translate(self.words.within(number))


def called(format: Format | Game | Event) -> DealLabels:
    """Return the words for the deals of a format."""
    return DealLabels(format_of(format).labels.deal)


def role_word(event: Event, role: str, *, many: bool = False) -> str:
    """Return the event's word for a role ("Lady"), or its plural; "" without a role."""
    if not role:
        return ""
    own = event.role_names.get(role, {}).get("many" if many else "one")
    if own:
        return str(own)
    format = format_of(event)
    if many and role in format.facts.roles.names:
        return _(format.facts.roles.words[role])
    return _(role.capitalize())


def role_words(event: Event) -> dict[str, str]:
    return {role: role_word(event, role) for role in format_of(event).facts.roles.names}


def compass(format: Format | Game, chair: int) -> str:
    """Return the name of a chair, or its number if chairs have no names; "" for a couple's two."""
    return translate(format_of(format).labels.chair(chair))


def set_word(format: Format | Game, number: int) -> str:
    """Return the word for one set's seats: the name of the set, or a round of two teams; "" for
    tables that stay unchanged until the final one."""
    return translate(format_of(format).labels.of_set(number).name)


def set_words(format: Format | Game, number: int) -> str:
    """Return the word for a set inside a sentence: a name of its own, else "set 2"."""
    names = format_of(format).labels.of_set(number)
    name, words = translate(names.name), translate(names.within)
    return words if name == capfirst(words) else name


def set_own_name(format: Format | Game, number: int) -> str:
    """Return a set's own name besides its number; often ""."""
    name = set_word(format, number)
    return "" if set_words(format, number) != name else name


def counted_in(event: Event) -> str:
    """Return the game's word for its totals; "" for points that people carry along, and for a game
    that this version no longer has."""
    game = find_game_of(event)
    return translate(format_of(event).labels.total) if game is not None else ""


def total_unit(event: Event) -> str:
    """Return what totals are counted in: the game's own unit, or "points" where something else than
    the points of the game is carried from a set, and for a game that this version no longer has."""
    game = find_game_of(event)
    if game is None or format_of(event).ranking.carry != "points":
        return POINTS
    return game.plays.unit


def low_wins(event: Event) -> bool:
    """Whether the lowest total wins."""
    return find_game_of(event) is not None and format_of(event).ranking.low_wins


def best_words(event: Event) -> str:
    """Return a sentence if the lowest total wins: "The fewest points win"; else ""."""
    game = find_game_of(event)
    if game is None or not low_wins(event):
        return ""
    return _("The fewest {unit} win").format(unit=_(total_unit(event)))


def how_many(game: Game) -> str:
    """Return the possible numbers of players in words."""
    return translate(format_of(game).offer.how_many)


def table_title(format: Format | Game, set_number: int, place: int) -> str:
    """Return the name of a table, mostly its number."""
    return translate(format_of(format).labels.table(set_number, place))


def division_letter(number: int) -> str:
    """Return the letter of a division: "A" for the first; "" without divisions."""
    return chr(ord("A") + number - 1) if number else ""


def division_name(number: int) -> str:
    """Return the name of a division: "Division A" for the first; "" without divisions."""
    return _("Division {letter}").format(letter=division_letter(number)) if number else ""
