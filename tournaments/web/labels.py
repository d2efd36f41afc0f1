"""Words that an event uses on its pages: roles, chairs, reasons and sentences of the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rulesets.engine import text
from tournaments.models.event_games import find_game_of, format_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.engine.game import Game
    from rulesets.engine.text import DealWords, Words
    from rulesets.formats import Format
    from tournaments.models import Event


def translate(words: Words) -> str:
    """Words of the engine in the language of the page."""
    return words.said(_)


def sentence(words: Words) -> str:
    """Words of the engine as a sentence by itself, with a capital and a full stop."""
    text = translate(words)
    return f"{text[:1].upper()}{text[1:]}{'' if text[-1:] in '.!?' else '.'}" if text else ""


@dataclass(frozen=True, slots=True)
class Called:
    """What people call the deals of an event, in the language of the page; as `DealWords`."""

    title: str
    one: str
    many: str
    row: str
    words: DealWords

    def numbered(self, number: int) -> str:
        """One of them: "Round 3"."""
        return translate(self.words.numbered(number))

    def within(self, number: int) -> str:
        """The same inside a sentence: "round 3"."""
        return translate(self.words.within(number))


def called(form: Format | Game | Event) -> Called:
    """What the deals of a format are called."""
    words = format_of(form).called
    return Called(
        translate(words.title),
        translate(words.one),
        translate(words.many),
        translate(words.row),
        words,
    )


def role_word(event: Event, role: str, *, many: bool = False) -> str:
    """What the event calls somebody of a role ("Lady"), or all of them; "" without a role."""
    if not role:
        return ""
    own = event.role_names.get(role, {}).get("many" if many else "one")
    if own:
        return str(own)
    form = format_of(event)
    if many and role in form.roles:
        return _(form.role_names[form.roles.index(role)])
    return _(role.capitalize())


def role_words(event: Event) -> dict[str, str]:
    """Role -> what the event calls one of them."""
    return {role: role_word(event, role) for role in format_of(event).roles}


def compass(form: Format | Game, chair: int) -> str:
    """The name of a chair; where chairs have none, its number, and nothing for a couple's two."""
    return translate(format_of(form).chair_name(chair))


def set_word(form: Format | Game, number: int) -> str:
    """What one set's seats are called: the name of the set, a round of two teams, or nothing for
    the tables that stay as they are until the final one."""
    return translate(format_of(form).seating_name(number))


def counted_in(event: Event) -> str:
    """What the game of an event calls its totals; "" for points that people carry along, and for
    a game that is not known any more."""
    game = find_game_of(event)
    return translate(game.plays.counted) if game is not None and format_of(event).lasts else ""


def low_wins(event: Event) -> bool:
    """Whether the lowest total wins."""
    game = find_game_of(event)
    return game is not None and game.plays.wins == "low"


def best_words(event: Event) -> str:
    """Who wins, where it is not whoever has most: "The fewest points win"."""
    game = find_game_of(event)
    if game is None or not low_wins(event):
        return ""
    return _("The fewest {unit} win").format(unit=_(game.plays.unit))


def how_many(game: Game) -> str:
    """How many can play, in words."""
    low, high = game.plays.players
    form = format_of(game)
    if form.room:
        return _("Two teams of up to {most}").format(most=high // 2)
    if form.moves:
        return _("Any number, at tables of {count}").format(count=form.width)
    if low == high:
        return _("{count} at a table").format(count=low)
    return _("{low} to {high} at a table").format(low=low, high=high)


def filled(template: str, params: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """A sentence of the engine in the page's language; ids of people become their names."""
    told = dict(params)
    for key in ("person", "other"):
        if key in told:
            told[key] = names.get(int(told[key]), str(told[key]))
    return text.filled(_(template), told)


def translate_reason(kept: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """A kept reason or note ({"code", "template", "params"}) as a sentence."""
    return filled(kept["template"], kept.get("params", {}), names) if kept else ""


def and_list(names: list[str] | tuple[str, ...]) -> str:
    """ "Ann", "Ann and Bo", "Ann, Bo and Cy"."""
    if len(names) < 2:
        return "".join(names)
    return _("{some} and {last}").format(some=", ".join(names[:-1]), last=names[-1])


def table_title(form: Format | Game, set_number: int, place: int) -> str:
    """What a table is called: by its number, unless it is the last one of the evening."""
    form = format_of(form)
    if form.room:
        return _("Place {number}").format(number=place)
    if form.lasts and set_number > 1:
        return _("Final table")
    return _("Table {number}").format(number=place)
