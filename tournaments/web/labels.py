"""Words that an event uses on its pages: roles, chairs, dates, reasons, the engine's sentences.

One style of dates on all pages: "Friday, 27 November", with the year unless it is this one.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

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
    return sentence_of(translate(words))


def sentence_of(text: str) -> str:
    """With a capital and a full stop."""
    return capfirst(text) + ("" if text[-1:] in ".!?" else ".") if text else ""


@dataclass(frozen=True, slots=True)
class Called:
    """What people call the deals of an event, in the language of the page; as `DealWords`."""

    words: DealWords

    @property
    def title(self) -> str:
        return translate(self.words.title)

    @property
    def one(self) -> str:
        return translate(self.words.one)

    @property
    def many(self) -> str:
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


def called(form: Format | Game | Event) -> Called:
    """What the deals of a format are called."""
    return Called(format_of(form).called)


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


def set_words(form: Format | Game, number: int) -> str:
    """The same inside a sentence: a name of its own, else "set 2"."""
    name, words = set_word(form, number), translate(format_of(form).seating_words(number))
    return words if name == capfirst(words) else name


def set_own_name(form: Format | Game, number: int) -> str:
    """What a set is called besides its number; often nothing."""
    name = set_word(form, number)
    return "" if set_words(form, number) != name else name


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


SMALL = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SMALL_NUMBERS = (*SMALL, "eleven", "twelve")


def count_word(number: int) -> str:
    """A small number as people say it inside a sentence, others in digits."""
    if number < len(SMALL_NUMBERS):
        return pgettext("count", SMALL_NUMBERS[number])
    return str(number)


def written_place(rank: int, *, shared: bool) -> str:
    """A place as it is written: "4", or "4=" where several have it."""
    return f"{rank}=" if shared else str(rank)


def spoken_place(rank: int) -> str:
    """A place as it is said: "1st", "13th"."""
    ends = {1: _("{n}st"), 2: _("{n}nd"), 3: _("{n}rd")}
    ending = None if rank % 100 in (11, 12, 13) else ends.get(rank % 10)
    return (ending or _("{n}th")).format(n=rank)


def filled(template: str, params: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """A sentence of the engine in the page's language; ids of people become their names."""
    told = dict(params)
    for key in ("person", "other"):
        if key in told:
            told[key] = names.get(int(told[key]), str(told[key]))
    return text.filled(_(template), told)


def translate_reason(reason: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """A kept reason or note ({"code", "template", "params"}) as a sentence."""
    return filled(reason["template"], reason.get("params", {}), names) if reason else ""


def and_list(names: list[str] | tuple[str, ...]) -> str:
    """ "Ann", "Ann and Bo", "Ann, Bo and Cy"."""
    if len(names) < 2:
        return "".join(names)
    return _("{some} and {last}").format(some=", ".join(names[:-1]), last=names[-1])


def company(partners: list[str], others: list[str]) -> str:
    """Who else is at a table, told of one there: "with Ann, against Bo and Cy"; without partners
    "with Ann and Bo"; "" for nobody."""
    if not partners or not others:
        names = partners or others
        return _("with {names}").format(names=and_list(names)) if names else ""
    told = {"partners": and_list(partners), "others": and_list(others)}
    return _("with {partners}, against {others}").format(**told)


def table_title(form: Format | Game, set_number: int, place: int) -> str:
    """What a table is called: mostly by its number."""
    return translate(format_of(form).table_name(set_number, place))


def day(value: dt.date | None) -> str:
    """A day as a host says it; "" for none. A moment is that of the family's own clock."""
    return _in_words(value, _("l, j F"), _("l, j F Y"))


def short_day(value: dt.date | None) -> str:
    """The same without the day of the week, for lists and tables."""
    return _in_words(value, _("j F"), _("j F Y"))


def _in_words(value: dt.date | None, this_year: str, other_years: str) -> str:
    if value is None:
        return ""
    if isinstance(value, dt.datetime):
        value = timezone.localtime(value).date()
    same = value.year == timezone.localdate().year
    return date_format(value, this_year if same else other_years, use_l10n=False)


def division_letter(number: int) -> str:
    """That of a division: "A" for the first; nothing where there are none."""
    return chr(ord("A") + number - 1) if number else ""


def division_name(number: int) -> str:
    """ "Division A" for the first; nothing where there are none."""
    return _("Division {letter}").format(letter=division_letter(number)) if number else ""
