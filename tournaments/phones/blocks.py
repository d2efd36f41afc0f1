"""The blocks of a table's page. Each shows itself where the format or the game has something."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from tournaments.boards.report_form import questions
from tournaments.boards.score import score_of
from tournaments.cache.page_cache import render_fragment
from tournaments.web.labels import called

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from django.utils.safestring import SafeString

    from rulesets.engine.problems import Problem
    from tournaments.boards.deals import Deal
    from tournaments.boards.pad import Pad
    from tournaments.boards.report_form import ReportForm
    from tournaments.boards.table_page import Chair
    from tournaments.phones.phone import TableUrls
    from tournaments.reports.judging import Preview


SEATS = "phones/_seats.html"
ENTRY_LABELS = "phones/_entry_labels.html"
TOTALS, PAST = "phones/_board.html", "boards/_past.html"
PICTURE = '<div class="pad-picture">'  # begins the picture of a game among what is past
# The places of each phone's own addresses in what is drawn for all, and what stands between two
# parts of it; nobody can write these.
_HOME, _BOOKS, _BETWEEN = (secrets.token_urlsafe(24) for _ in range(3))
NAMES = "phones/_first_names.html"


def fragment(template: str, **values: Hashable) -> SafeString:
    """A template that shows nothing but these values, kept as long as they are the same."""
    key = (template, *values.values())
    return render_fragment(key, lambda: render_to_string(template, values))


@dataclass
class Answer:
    """What a page is to show besides the state of the table: the deal that is looked at or
    entered, its form as it was sent and that in words, all rounds of its board, two values that
    disagree."""

    form: ReportForm | None = None
    sent: str = ""
    number: int | None = None
    all_rounds: bool = False
    both: Both | None = None
    problems: tuple[Problem, ...] = field(default_factory=tuple)
    status: int = 200


@dataclass(frozen=True, slots=True)
class Head:
    """`where` the page is with its softer half `goal`, `title` of what is played now, what is
    `said` of it first (who deals) and the `note` of it; what lies in the `pot`, and that it does;
    of every hand of a set whether it is `done`."""

    where: str
    goal: str
    title: str
    summary: str = ""
    note: str = ""
    pot: str = ""
    pot_is: str = ""
    done: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """Reports of which somebody has to say that they are right; `deal` is the newest, `question` is
    asked of it. All of the board wait that were there when `upto` was; of those before the newest
    `older` are the last, and `more` come before these."""

    deal: Deal
    question: str
    upto: int = 0
    older: tuple[Deal, ...] = ()
    more: int = 0

    @property
    def brought(self) -> str:
        """What the newest brought, unless an answer says so already: pips that count as they
        are."""
        brought = self.deal.round.brought if self.deal.round else ""
        return "" if any(one.text == brought for one in self.deal.answers) else brought


@dataclass(frozen=True, slots=True)
class Moved:
    """What the seats before have led to, and where everybody goes. `deal`: what was reported from
    here, where nobody has said yes to it yet."""

    title: str
    text: str
    moves: tuple[str, ...]
    deal: Deal | None = None


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits where at table `number`, `dealer` deals and `leader` leads. `words` say who plays
    with whom; `sign` and `trump` what is trump."""

    number: int
    chairs: tuple[Chair, ...]
    dealer: int | None = None
    words: str = ""
    leader: int | None = None
    sign: str = ""
    trump: str = ""

    @property
    def is_round(self) -> bool:
        """Whether they are drawn as four chairs around a table; else as a list."""
        return len(self.chairs) == 4

    @property
    def html(self) -> SafeString:
        """They as they are shown while nobody has to be tapped."""
        return fragment(SEATS, seats=self)


@dataclass(frozen=True, slots=True)
class FirstDeal:
    """The question who deals first: people by chair, or sides. `known`: somebody does so far, the
    `dealer` by name."""

    choices: tuple[tuple[int, str], ...]
    known: bool
    dealer: str

    @property
    def html(self) -> SafeString:
        """The names to be tapped."""
        return fragment(NAMES, first_deal=self)


@dataclass(frozen=True, slots=True)
class Entry:
    """A deal to be entered or changed.

    `title` stands over the form, `button` on what opens it, `beside` it who deals. `later` are the
    deals that a phone without network may go on with.
    """

    form: ReportForm
    deal: Deal
    title: str = ""
    button: str = ""
    beside: str = ""
    is_change: bool = False
    is_urgent: bool = False
    later: Sequence[dict[str, Any]] = ()

    @property
    def questions(self) -> SafeString:
        """The questions with their inputs, as they are drawn."""
        return questions(self.form)

    @property
    def words(self) -> SafeString:
        """What the scripts say in its form, as attributes."""
        return fragment(ENTRY_LABELS)

    @property
    def is_inline(self) -> bool:
        """Whether it stands on the page itself, ready to be tapped; else it lies in a sheet."""
        return self.form.is_tapped

    @property
    def save_words(self) -> str:
        """What the large button says once all is there."""
        if self.form.final or self.deal.form.couples:
            return _("Save")
        return _("Save {deal}").format(deal=called(self.deal.form).within(self.deal.number))

    @property
    def is_sent(self) -> bool:
        """Whether it comes back with something to be said about it."""
        return bool(self.form.errors or self.form.problems)


@dataclass(frozen=True)
class Board:
    """The score of a pad, of all rounds where it is `whole`; `asks`: a word says that rounds lead
    to where they can be changed.

    It is drawn once for all phones, and stays until something else counts: in a room every couple
    that reports is news to all others, and only the last of them ends the round.
    """

    event_id: int
    pad: Pad
    at: TableUrls
    whole: bool
    asks: bool = True

    @property
    def totals(self) -> SafeString:
        """Everybody's total."""
        return mark_safe(self._parts[0])  # noqa: S308  rendered by its template

    @property
    def past(self) -> SafeString:
        """What stands below: the picture of the game, the rounds, its run."""
        return mark_safe(self._parts[1])  # noqa: S308  rendered by its template

    @property
    def has_picture(self) -> bool:
        """Whether the picture of the game is among it."""
        return PICTURE in self._parts[1]

    @cached_property
    def _parts(self) -> tuple[str, str]:
        pad = self.pad
        key = (TOTALS, self.event_id, pad.set_number, pad.table_number, self.whole, self.asks)
        text = render_fragment(key, self._draw, shows=(pad.tally.stamp, pad.open))
        own = text.replace(_HOME, self.at.home).replace(_BOOKS, self.at.books)
        totals, _between, past = own.partition(_BETWEEN)
        return totals, past

    def _draw(self) -> SafeString:
        """Both, with blanks for what each phone's own addresses are."""
        score = score_of(self.pad, lambda number: f"{_HOME}?deal={number}", whole=self.whole)
        told = {
            "score": score if self.asks else replace(score, hint=""),
            "books": _BOOKS,
            "all_rounds": _HOME,
            "is_open": self.whole,
        }
        both = (render_to_string(template, told) for template in (TOTALS, PAST))
        return mark_safe(_BETWEEN.join(both))  # noqa: S308  each of them is


@dataclass(frozen=True, slots=True)
class Both:
    """Two values of one `deal` (None: of the cut): what is written, what this phone sent (`sent`:
    as a form sends it; empty: nothing to be sent again). With a `preview` it is a change that moves
    more than its own deal; `confirmed` are the warnings that saving it answers."""

    title: str
    deal: Deal | None
    current: str
    author: str
    revision: int
    submitted: str
    agreed: bool = False
    sent: Sequence[tuple[str, str]] = field(default_factory=tuple)
    preview: Preview | None = None
    confirmed: tuple[str, ...] = ()
