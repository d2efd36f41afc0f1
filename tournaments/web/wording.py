"""Text in the reader's language for pages and papers, without models.

Dates have one style on all pages: "Friday, 27 November", with the year unless it is this one.
"""

from __future__ import annotations

import datetime as dt
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.text import capfirst
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from rulesets.engine import text
from rulesets.engine.text import Phrase
from rulesets.records.played_evenings import UNKNOWN_DAY

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

TEMPLATES = 8192  # at most so many are cached, in all languages


def translate(words: Phrase) -> str:
    """Return words of the engine in the language of the page."""
    return words.render(_translated)


def _translated(template: str) -> str:
    return _in_language(template, get_language())


@lru_cache(TEMPLATES)
def _in_language(template: str, _language: str | None) -> str:
    """A template in the language of the page; cached by both."""
    return _(template)


def phrase_key(phrase: Phrase) -> Hashable:
    """Return a hashable key of a phrase, the same in every language."""
    params = phrase.params
    if not params:
        return phrase.template
    keys = [phrase_key(each) if isinstance(each, Phrase) else each for each in params.values()]
    return (phrase.template, *keys)


def sentence(words: Phrase) -> str:
    """Return words of the engine as a whole sentence, with a capital and a full stop."""
    return sentence_of(translate(words))


def sentence_of(text: str) -> str:
    """Return the text with a capital and a full stop."""
    return capfirst(text) + ("" if text[-1:] in ".!?" else ".") if text else ""


def filled(template: str, params: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return a sentence of the engine in the page's language, with names for ids of people."""
    named = dict(params)
    for key in ("person", "other"):
        if key in named:
            named[key] = names.get(int(named[key]), str(named[key]))
    return text.filled(_(template), named)


def translate_reason(reason: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Return a stored reason or note ({"code", "template", "params"}) as a sentence."""
    return filled(reason["template"], reason.get("params", {}), names) if reason else ""


def and_list(names: Sequence[str]) -> str:
    """Join names: "Ann", "Ann and Bo", "Ann, Bo and Cy"."""
    if len(names) < 2:
        return "".join(names)
    return _("{some} and {last}").format(some=", ".join(names[:-1]), last=names[-1])


def or_list(names: Sequence[str]) -> str:
    """Join names to choose from: "Ann", "Ann or Bo", "Ann, Bo or Cy"."""
    if len(names) < 2:
        return "".join(names)
    return _("{some} or {last}").format(some=", ".join(names[:-1]), last=names[-1])


def company(partners: list[str], others: list[str]) -> str:
    """Name the others at a player's table: "with Ann, against Bo and Cy"; without partners "with
    Ann and Bo"; "" for nobody."""
    if not partners or not others:
        names = partners or others
        return _("with {names}").format(names=and_list(names)) if names else ""
    words = {"partners": and_list(partners), "others": and_list(others)}
    return _("with {partners}, against {others}").format(**words)


SMALL = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SMALL_NUMBERS = (*SMALL, "eleven", "twelve")


def count_word(number: int) -> str:
    """Return a number for use inside a sentence: up to twelve as a word, others in digits."""
    if number < len(SMALL_NUMBERS):
        return pgettext("count", SMALL_NUMBERS[number])
    return str(number)


TEENS = ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


BOTH = 2  # nobody says "all two"


def spell(number: int) -> str:
    """Return a number for the beginning of a sentence: where it is written in English as a word up
    to 99, else as inside one."""
    if number < len(SMALL_NUMBERS) or number > 99 or (get_language() or "en")[:2] != "en":
        return count_word(number)
    if number < 20:
        return TEENS[number - len(SMALL_NUMBERS)]
    tens, ones = divmod(number, 10)
    return TENS[tens - 2] + (f"-{SMALL[ones]}" if ones else "")


def written_place(rank: int, *, shared: bool) -> str:
    """Return a place in writing: "4", or "4=" if it is shared."""
    return f"{rank}=" if shared else str(rank)


def spoken_place(rank: int) -> str:
    """Return a place as an ordinal number: "1st", "13th"."""
    ends = {1: _("{n}st"), 2: _("{n}nd"), 3: _("{n}rd")}
    ending = None if rank % 100 in (11, 12, 13) else ends.get(rank % 10)
    return (ending or _("{n}th")).format(n=rank)


def day(value: dt.date | None) -> str:
    """Return a date with its weekday; "" for None. A datetime is taken in local time."""
    return _in_words(value, _("l, j F"), _("l, j F Y"))


def short_day(value: dt.date | None) -> str:
    """Return a date without the weekday, for lists and tables."""
    return _in_words(value, _("j F"), _("j F Y"))


def clock(value: dt.datetime | dt.time | None) -> str:
    """Return a time of day as the reader's language writes it ("8:13 p.m."); "" for None. A
    datetime is taken in local time."""
    if value is None:
        return ""
    if isinstance(value, dt.datetime):
        value = timezone.localtime(value).time()
    return time_format(value, "TIME_FORMAT")


class YearAlone(dt.date):
    """The last day of a year of which no more is known: it stands where the year sorts, and is
    written as the year."""


def known_day(date: dt.date, day_on_cards: str | None) -> dt.date:
    """Return the date of an event; as a year alone if its score cards have no more."""
    if day_on_cards is None or len(day_on_cards) != UNKNOWN_DAY:
        return date
    return YearAlone(date.year, date.month, date.day)


def _in_words(value: dt.date | None, this_year: str, other_years: str) -> str:
    if value is None:
        return ""
    if isinstance(value, YearAlone):
        return str(value.year)
    if isinstance(value, dt.datetime):
        value = timezone.localtime(value).date()
    same = value.year == timezone.localdate().year
    return date_format(value, this_year if same else other_years, use_l10n=False)
