"""The blocks of a table's page. Each is shown only if the format or the game has something for
it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.cache.page_cache import Blanks, render_fragment
from tournaments.phones.request_params import REPORTING
from tournaments.report_forms.contests import name_phone
from tournaments.report_forms.report_form import answers_of, questions
from tournaments.scores.lines import bids_by_scorer
from tournaments.scores.score import score_of
from tournaments.web.labels import called
from tournaments.web.paging import WHOLE
from tournaments.web.wording import and_list, count_word

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence
    from datetime import datetime

    from django.utils.safestring import SafeString

    from rulesets.engine.problems import Problem
    from tournaments.boards.deals import Deal
    from tournaments.boards.event_board import EventBoard
    from tournaments.phones.phone import TableUrls
    from tournaments.report_forms.contests import DifferentAnswer
    from tournaments.report_forms.inputs import AnswerText
    from tournaments.report_forms.report_form import ReportForm
    from tournaments.reports.judging import Preview
    from tournaments.scores.sets import Chair
    from tournaments.web.paging import PageRequest


SEATS = "phones/_seats.html"
ENTRY_LABELS = "phones/_entry_labels.html"
TOTALS, PAST, ROUNDS = "phones/_board.html", "boards/_past.html", "boards/_past_rounds.html"
ON_A_SCREEN = 5  # totals with room for a question below them on the first screen of a phone
PICTURE = '<div class="board-picture">'  # where the picture of the game begins in the lower part
# Each phone's own addresses in what is drawn for all, and what separates two parts of it.
_BLANKS = Blanks("home", "books", "between", "rounds")
LATE_ROUNDS = "phones/_late_rounds.html"
FOLDED = '<div class="folded-rounds">{}</div>'
NAME, SEAT_LINE = "phones/_dealer_name.html", "phones/_seat_line.html"


def fragment(template: str, **values: Hashable) -> SafeString:
    """The HTML of a template that depends on nothing but these values; cached by them."""
    key = (template, *values.values())
    return render_fragment(key, lambda: render_to_string(template, values))


def _with_dealer(template: str, people: tuple[tuple[int, str], ...], dealer: object) -> SafeString:
    """A fragment for each person, a chair and a name, joined: kept as if nobody dealt, and once for
    the `dealer`, a chair or a name."""

    def draw(person: tuple[int, str], *, deals: bool) -> SafeString:
        place, name = person
        return fragment(template, place=place, name=name, deals=deals)

    def draw_all() -> SafeString:
        texts = (draw(person, deals=False) for person in people)
        return mark_safe(_BLANKS["between"].join(texts))  # noqa: S308  each of them is

    parts = render_fragment((template, people), draw_all).split(_BLANKS["between"])
    for at, person in enumerate(people):
        if dealer in person:
            parts[at] = draw(person, deals=True)
    return mark_safe("".join(parts))  # noqa: S308  each part is safe


@dataclass
class Answer:
    """The part of a page that its request chooses, besides the state of the table: the deal that is
    looked at or entered, its form as submitted and the same in words, a page of all rounds of its
    board (None: the last ones), two values that disagree, or the deal whose two answers are to be
    compared."""

    form: ReportForm | None = None
    sent: str = ""
    number: int | None = None
    rounds: PageRequest | None = None
    both: Both | None = None
    compare: int | None = None
    problems: tuple[Problem, ...] = field(default_factory=tuple)
    status: int = 200

    @property
    def rounds_query(self) -> str:
        """The query of the same rounds in an address; "" for the last ones."""
        return self.rounds.at("", rounds=WHOLE).lstrip("?") if self.rounds else ""


@dataclass(frozen=True, slots=True)
class Head:
    """The head of the page: `where` it is with its softer half `goal`; the `title` of what is
    played now, with a `summary` (who deals) and a `note`; what lies in the `pot`, and the words for
    that; and for every hand of a set whether it is `done`."""

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
    """Reports that wait to be accepted; `deal` is the newest, `question` asks about it. All reports
    of the board up to the id `upto` are accepted together; `older` are the last of those before the
    newest, and `more` come before these."""

    deal: Deal
    question: str
    upto: int = 0
    older: tuple[Deal, ...] = ()
    more: int = 0

    @property
    def brought(self) -> str:
        """The result of the newest one, unless an answer says the same already, as with pips that
        count as they are."""
        brought = self.deal.round.brought if self.deal.round else ""
        return "" if any(entry.text == brought for entry in answers_of(self.deal)) else brought


@dataclass(frozen=True, slots=True)
class Moved:
    """The result of the last seats, and everybody's next place. `deal`: the report from here that
    nobody has accepted yet, if there is one."""

    title: str
    text: str
    moves: tuple[str, ...]
    deal: Deal | None = None


@dataclass(frozen=True, slots=True)
class Seats:
    """The people at table `number`; chair `dealer` deals and `leader` leads. `words` name the
    partners; `sign` and `trump` the trump."""

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
    def lines(self) -> SafeString:
        """Everybody in a list, as HTML."""
        people = tuple((chair.index, chair.name) for chair in self.chairs)
        return _with_dealer(SEAT_LINE, people, self.dealer)

    @property
    def html(self) -> SafeString:
        """The seats as HTML, while no name has to be tapped."""
        return fragment(SEATS, seats=self)


@dataclass(frozen=True, slots=True)
class DealerChoice:
    """The question of who deals: people by chair, or sides. `known`: it is settled already, and
    `dealer` is the name. `deal` is the round that is dealt, once another came before it; `stays`:
    it can be asked then, too."""

    choices: tuple[tuple[int, str], ...]
    known: bool
    dealer: str
    deal: str = ""
    stays: bool = False

    @property
    def picks(self) -> SafeString:
        """Each name to be picked, as HTML."""
        return _with_dealer(NAME, self.choices, self.dealer)


@dataclass(frozen=True, slots=True)
class Entry:
    """A deal to be entered or changed.

    `title` is the heading of the form, `button` the label of what opens it, `beside` says who
    deals. `opens`: its sheet is open at once. `later` are the deals with which a phone without
    network may go on.
    """

    form: ReportForm
    deal: Deal
    title: str = ""
    button: str = ""
    beside: str = ""
    is_change: bool = False
    is_urgent: bool = False
    opens: bool = False
    later: Sequence[dict[str, Any]] = ()

    @property
    def questions(self) -> SafeString:
        """The questions with their inputs, as HTML."""
        return questions(self.form)

    @property
    def words(self) -> SafeString:
        """The texts that scripts show in its form, as attributes."""
        return fragment(ENTRY_LABELS)

    @property
    def save_words(self) -> str:
        """The label of the large button once everything is entered."""
        if self.form.final or REPORTING(self.deal.format).is_part:
            return _("Save")
        if self.deal.early:
            return _("Save the bids")
        return _("Save {deal}").format(deal=called(self.deal.format).within(self.deal.number))

    @property
    def go_on_words(self) -> str:
        """The label of what opens it, once something is typed."""
        if self.form.final:
            return self.button
        return _("Go on with {deal}").format(deal=called(self.deal.format).within(self.deal.number))

    @property
    def is_sent(self) -> bool:
        """Whether the form was sent and comes back with problems or questions."""
        return bool(self.form.errors or self.form.problems)


@dataclass(frozen=True)
class BoardScore:
    """The score of a board with a page of all its `rounds`, or the last ones; `asks`: a sentence
    says that rounds can be tapped to change them.

    It is drawn once for all phones and stays until other rounds count: in a room every couple's
    report is news to all others, but only the last one ends the round.
    """

    event_id: int
    board: EventBoard
    at: TableUrls
    rounds: PageRequest | None
    asks: bool = True

    @property
    def is_long(self) -> bool:
        """Whether totals fill the first screen of a phone, so that what is asked comes first."""
        return len(self.board.scorers) > ON_A_SCREEN

    @property
    def totals(self) -> SafeString:
        """Everybody's total, as HTML."""
        return mark_safe(self._parts[0])  # noqa: S308  rendered by its template

    @property
    def past(self) -> SafeString:
        """The part below, as HTML: the picture of the game, and a fold with a blank for the
        rounds."""
        return mark_safe(self._parts[1])  # noqa: S308  rendered by its template

    @property
    def has_picture(self) -> bool:
        """Whether that part contains the picture of the game."""
        return PICTURE in self._parts[1]

    @property
    def folded_rounds(self) -> SafeString:
        """The content of that fold, as HTML: the rounds, and in a page of all of them the run of
        the game."""
        text = self._cached(ROUNDS, lambda: render_to_string(ROUNDS, self._context))
        return _BLANKS.fill(text, home=self.at.home)

    def fill_fold(self, page: str, *, is_late: bool) -> SafeString:
        """Return the text of a page that contains this score with the rounds in their fold. If they
        come late (`later_deals`), the phone goes on showing what it has."""
        if _BLANKS["rounds"] not in page:
            return mark_safe(page)  # noqa: S308  rendered by its template
        inside = fragment(LATE_ROUNDS) if is_late else format_html(FOLDED, self.folded_rounds)
        return _BLANKS.fill(page, rounds=inside)

    @cached_property
    def _parts(self) -> tuple[str, str]:
        text = self._cached(TOTALS, self._draw)
        own = _BLANKS.fill(text, home=self.at.home, books=self.at.books)
        totals, _between, past = own.partition(_BLANKS["between"])
        return totals, past

    def _cached(self, template: str, draw: Callable[[], SafeString]) -> SafeString:
        """A part of it with blanks for each phone's own addresses, drawn or cached."""
        board = self.board
        key = (template, self.event_id, board.set_number, board.table_number, self.rounds)
        shows = board.tally.stamp, board.open, tuple(bids_by_scorer(board).items())
        return render_fragment((*key, self.asks), draw, shows=shows)

    def _draw(self) -> SafeString:
        """The totals and the part below."""
        both = (render_to_string(template, self._context) for template in (TOTALS, PAST))
        return mark_safe(_BLANKS["between"].join(both))  # noqa: S308  each of them is

    @cached_property
    def _context(self) -> dict[str, Any]:
        """The context of all these templates."""
        score = score_of(
            self.board, lambda number: f"{_BLANKS['home']}?deal={number}", self.rounds, rounds=WHOLE
        )
        return {
            "score": score if self.asks else replace(score, hint=""),
            "books": _BLANKS["books"],
            "all_rounds": _BLANKS["home"],
            "is_open": self.rounds is not None,
            "rounds_blank": _BLANKS["rounds"],
            "mark": self._mark,
        }

    @property
    def _mark(self) -> str:
        """The mark of its rounds: whatever else counts has another, in all processes."""
        counted = self.board.tally.counted
        newest = sum(
            report.report_id or 0 for board_round in counted for report in board_round.reports
        )
        return f"{len(counted)}-{newest}"


@dataclass(frozen=True, slots=True)
class Begun:
    """A deal that is being played, with the `answers` given before it that stand in nobody's
    line."""

    deal: Deal
    answers: Sequence[AnswerText] = ()


@dataclass(frozen=True, slots=True)
class Contested:
    """A deal with several answers; `words` say what so many `others` have otherwise if one of them
    `is_mine`, or all answers."""

    deal: Deal
    words: str
    is_mine: bool = False
    others: int = 1


@dataclass(frozen=True, slots=True)
class Settled:
    """A deal of which somebody has chosen one of several answers: what counts now in `words`, a
    sentence that says who chose, and what this phone had instead ("": the same, or nothing)."""

    deal: Deal
    words: str
    chosen: str
    former: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """An answer of a duel: whose it is (`name`) and when it was saved; its value in `words`; the
    inputs of a form that sends it again; the `number` of its phone, as the desk has it (0: none).
    `is_mine`: it is this phone's; `is_counted`: it is what is stored."""

    name: str
    words: str = ""
    time: datetime | None = None
    form_data: tuple[tuple[str, str], ...] = ()
    number: int = 0
    is_mine: bool = False
    is_counted: bool = False

    @property
    def phone(self) -> str:
        """What the desk calls it, "Phone 2", where `name` does not say so."""
        phone = name_phone(self.number)
        return phone if phone != self.name else ""

    @property
    def button(self) -> str:
        """The button that chooses it: "Keep theirs", "Take mine"."""
        if self.is_mine:
            return _("Keep mine") if self.is_counted else _("Take mine")
        if self.name == _("Another phone"):
            return _("Keep theirs") if self.is_counted else _("Take theirs")
        if self.number:
            text = _("Keep phone {number}’s") if self.is_counted else _("Take phone {number}’s")
            return text.format(number=self.number)
        text = _("Keep what {name} saved") if self.is_counted else _("Take what {name} saved")
        return text.format(name=self.name)


@dataclass(frozen=True, slots=True)
class Both:
    """Several values of one `deal` (None: of the cut), mostly two: the stored one, and those that
    phones have sent (this one's without `form_data`: nothing to send again). With a `preview` it is
    a change that affects more than its own deal, which `form_data` sends; `confirmed` are the
    warnings that saving it confirms.

    The `sides` stand beside each other, with a row for whatever differs; `same` is what does not.
    With a `report_id` they are kept until somebody chooses, and that report is the stored one.
    """

    title: str
    deal: Deal | None
    revision: int
    agreed: bool = False
    form_data: Sequence[tuple[str, str]] = field(default_factory=tuple)
    preview: Preview | None = None
    confirmed: tuple[str, ...] = ()
    report_id: int | None = None
    sides: tuple[Side, ...] = ()
    rows: tuple[DifferentAnswer, ...] = ()
    same: str = ""

    @property
    def how_many(self) -> str:
        """How much differs, in a sentence; "" if a report meets a withdrawal, or it is a cut."""
        if not all(row.label for row in self.rows):
            return ""
        count = len(self.rows)
        words = ngettext("They differ in {count} line.", "They differ in {count} lines.", count)
        return words.format(count=count_word(count))

    @property
    def ways(self) -> list[tuple[Side, str]]:
        """The sides to choose from, each with the words that differ."""
        words = tuple(side.words for side in self.sides)
        if all(row.of_people for row in self.rows):  # "9 and 3", unless it is "9 : 4" as it is told
            values = (and_list([row.values[at] for row in self.rows]) for at in range(len(words)))
            words = tuple(min(two, key=len) for two in zip(words, values, strict=True))
        return list(zip(self.sides, words, strict=True))

    @property
    def why_agreed(self) -> str:
        """Why only the host can change what is stored."""
        stored = next((side.name for side in self.sides if side.is_counted), "")
        if stored in (_("Another phone"), _("This phone")):
            return _("Somebody else said yes to it. Only the host can change it.")
        text = _("{name} saved it, and it is accepted. Only the host can change it.")
        return text.format(name=stored)
