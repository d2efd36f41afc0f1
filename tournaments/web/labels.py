"""What an event calls its roles, chairs, deals, sets and tables, in the reader's language."""

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


@dataclass(frozen=True, slots=True)
class DealLabels:
    """What people call the deals of an event, in the reader's language; see `DealNames`."""

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
        """One of them: "Round 3"."""
        return translate(self.words.numbered(number))

    def within(self, number: int) -> str:
        """The same inside a sentence: "round 3"."""
        return translate(self.words.within(number))


def called(format: Format | Game | Event) -> DealLabels:
    """What the deals of a format are called."""
    return DealLabels(format_of(format).called)


def role_word(event: Event, role: str, *, many: bool = False) -> str:
    """What the event calls somebody of a role ("Lady"), or all of them; "" without a role."""
    if not role:
        return ""
    own = event.role_names.get(role, {}).get("many" if many else "one")
    if own:
        return str(own)
    format = format_of(event)
    if many and role in format.roles:
        return _(format.role_names[format.roles.index(role)])
    return _(role.capitalize())


def role_words(event: Event) -> dict[str, str]:
    """Role -> what the event calls one of them."""
    return {role: role_word(event, role) for role in format_of(event).roles}


def compass(format: Format | Game, chair: int) -> str:
    """The name of a chair; where chairs have none, its number, and nothing for a couple's two."""
    return translate(format_of(format).chair_name(chair))


def set_word(format: Format | Game, number: int) -> str:
    """What one set's seats are called: the name of the set, a round of two teams, or nothing for
    the tables that stay as they are until the final one."""
    return translate(format_of(format).seating_name(number))


def set_words(format: Format | Game, number: int) -> str:
    """The same inside a sentence: a name of its own, else "set 2"."""
    name, words = set_word(format, number), translate(format_of(format).seating_words(number))
    return words if name == capfirst(words) else name


def set_own_name(format: Format | Game, number: int) -> str:
    """What a set is called besides its number; often nothing."""
    name = set_word(format, number)
    return "" if set_words(format, number) != name else name


def counted_in(event: Event) -> str:
    """What the game of an event calls its totals; "" for points that people carry along, and for
    a game that is not known any more."""
    game = find_game_of(event)
    return translate(format_of(event).counted) if game is not None else ""


def low_wins(event: Event) -> bool:
    """Whether the lowest total wins."""
    return find_game_of(event) is not None and format_of(event).low_wins


def best_words(event: Event) -> str:
    """Who wins, where it is not whoever has most: "The fewest points win"."""
    game = find_game_of(event)
    if game is None or not low_wins(event):
        return ""
    return _("The fewest {unit} win").format(unit=_(game.plays.unit))


def how_many(game: Game) -> str:
    """How many can play, in words."""
    return translate(format_of(game).how_many())


def table_title(format: Format | Game, set_number: int, place: int) -> str:
    """What a table is called: mostly by its number."""
    return translate(format_of(format).table_name(set_number, place))


def division_letter(number: int) -> str:
    """That of a division: "A" for the first; nothing where there are none."""
    return chr(ord("A") + number - 1) if number else ""


def division_name(number: int) -> str:
    """ "Division A" for the first; nothing where there are none."""
    return _("Division {letter}").format(letter=division_letter(number)) if number else ""
