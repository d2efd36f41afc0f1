"""The blocks of a table's page. Each shows itself where the format or the game has something."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.template.loader import render_to_string

from tournaments.boards.report_form import questions
from tournaments.cache.page_cache import render_fragment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.utils.safestring import SafeString

    from rulesets.engine.problems import Problem
    from tournaments.boards.books import Stake
    from tournaments.boards.inputs import AnswerText
    from tournaments.boards.pad import ReportLine
    from tournaments.boards.progress import LineState
    from tournaments.boards.report_form import ReportForm


HAND = "phones/_hand.html"
HANDS = "phones/_hands_head.html"
SEATS = "phones/_seats.html"
WORDS = "phones/_entry_words.html"


@dataclass
class Answer:
    """What a page is to show besides the state of the table: the deal that is looked at or
    entered, its form as it was sent, all rounds of its board, two values that disagree."""

    form: ReportForm | None = None
    number: int | None = None
    all_rounds: bool = False
    both: Both | None = None
    problems: tuple[Problem, ...] = field(default_factory=tuple)
    status: int = 200


@dataclass(frozen=True, slots=True)
class Head:
    """What the page is called, what is played now, and a word beside it."""

    title: str
    now: str = ""
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """What a report says: a score in large figures under the `sides` (or under everybody), what it
    brought in a line, answer by answer. Each may be empty."""

    sides: tuple[str, ...] = ()
    score: str = ""
    brought: str = ""
    answers: tuple[AnswerText, ...] = ()


@dataclass(frozen=True, slots=True)
class Older:
    """An earlier deal that waits for a yes as well."""

    number: int
    label: str
    brought: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """Reports of which somebody has to say that they are right; `number` is the newest deal,
    `question` is asked of it. All of the board wait that were there when `upto` was; of those
    before the newest `older` are the last, and `more` come before these."""

    number: int
    label: str
    question: str
    told: Told
    report_id: int
    upto: int = 0
    older: tuple[Older, ...] = ()
    more: int = 0

    @property
    def many(self) -> int:
        """How many wait with the newest."""
        return len(self.older) + self.more


@dataclass(frozen=True, slots=True)
class Ruling:
    """An override by a scorekeeper who plays and leads: it counts once somebody agrees."""

    report_id: int
    label: str
    told: Told
    reason: str
    people: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """One round in full: what was said, what it did, and what the table may still do about it."""

    number: int
    label: str
    line: ReportLine
    said: tuple[AnswerText, ...]
    stakes: tuple[Stake, ...]
    can_change: bool
    can_withdraw: bool
    troubles: tuple[str, ...]
    summary: str
    moments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Uncounted:
    """A round that does not count: taken back, or refused by what was changed before it."""

    number: int
    label: str
    complete: bool


@dataclass(frozen=True, slots=True)
class Here:
    """Who sits at this place in the running round, and what they have said.

    `people` with their teams; `alone` faces an empty chair; `state` and `said` of the report,
    which `report_id` may say yes to.
    """

    number: int
    label: str
    people: tuple[tuple[str, str], ...]
    alone: str
    state: LineState
    said: str
    report_id: int | None
    can_change: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the room is: couples done, those that are missing, who sits out."""

    done: int
    couples: int
    missing: tuple[str, ...]
    byes: tuple[str, ...]
    waits: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of a set: its trump as a sign and in words, what is written down, where that stands.
    `change` names it where it may still be changed here, at that `address`."""

    number: str
    sign: str
    trump: str
    said: str
    state: LineState
    note: str
    change: str = ""
    address: str = ""

    @property
    def drawn(self) -> SafeString:
        """It in the list. Most hands look the same at many tables; what one table may change is
        drawn for it alone."""
        if self.address:
            return render_to_string(HAND, {"one": self})
        return render_fragment(self, lambda: render_to_string(HAND, {"one": self}))


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands of a set so far, and their sums by name."""

    deals: tuple[Hand, ...]
    sums: tuple[tuple[str, str], ...]

    @property
    def head(self) -> SafeString:
        """What stands over the list."""
        return render_fragment(HANDS, lambda: render_to_string(HANDS))


@dataclass(frozen=True, slots=True)
class Moved:
    """What the seats before have led to, and where everybody goes. `report_id`: the report from
    here that nobody has said yes to yet, and what it said."""

    title: str
    text: str
    moves: tuple[str, ...]
    label: str = ""
    report_id: int | None = None
    said: str = ""


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits where. `side` is None where nobody has a partner."""

    index: int
    name: str
    compass: str = ""
    role: str = ""
    side: int | None = None
    instead_of: str = ""


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits where at table `number`, `dealer` deals. `words` say who plays with whom."""

    number: int
    chairs: tuple[Chair, ...]
    dealer: int | None = None
    words: str = ""

    @property
    def is_round(self) -> bool:
        """Whether they are drawn as four chairs around a table; else as a list."""
        return len(self.chairs) == 4

    @property
    def drawn(self) -> SafeString:
        """They as they are shown while nobody has to be tapped."""
        return render_fragment(self, lambda: render_to_string(SEATS, {"seats": self}))


@dataclass(frozen=True, slots=True)
class FirstDeal:
    """The question who deals first: people by chair, or sides. `known`: somebody does so
    far; `cut`: the cards are cut for it before anything else."""

    choices: tuple[tuple[int, str], ...]
    set_number: int
    known: bool = False
    cut: bool = False
    help: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A deal to be entered or changed.

    `seen` is the revision that the form shows, `label` what the outbox calls it, `title` stands
    over the form, `button` on what opens it. `written` is what stands there now. `later` are the
    deals that a phone without network may go on with. `early`: this is what is told before the
    hand; `begun`: that is told already.
    """

    form: ReportForm
    number: int
    set_number: int
    seen: int
    label: str
    title: str
    button: str = ""
    beside: str = ""
    sign: str = ""
    sign_words: str = ""
    early: bool = False
    is_change: bool = False
    is_urgent: bool = False
    begun: bool = False
    written: str = ""
    author: str = ""
    later: Sequence[dict[str, Any]] = ()

    @property
    def questions(self) -> SafeString:
        """The questions with their inputs, as they are drawn."""
        return questions(self.form)

    @property
    def words(self) -> SafeString:
        """What the scripts say in its form, as attributes."""
        return render_fragment(WORDS, lambda: render_to_string(WORDS))

    @property
    def is_inline(self) -> bool:
        """Whether it stands on the page itself, ready to be tapped; else it lies in a sheet."""
        return self.form.is_tapped

    @property
    def is_sent(self) -> bool:
        """Whether it comes back with something to be said about it."""
        return bool(self.form.errors or self.form.problems)


@dataclass(frozen=True, slots=True)
class CutQuestion:
    """A tie that is cut for. `groups`: what each is called, whether it names one alone, and its
    people by chair."""

    set_number: int
    revision: int
    groups: tuple[tuple[str, bool, tuple[tuple[int, str], ...]], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Seats that are played: who won, where everybody goes, or what is waited for."""

    title: str
    text: str
    settled: str
    moves: tuple[str, ...]
    after: str
    waits: bool
    cut: CutQuestion | None


@dataclass(frozen=True, slots=True)
class Both:
    """Two values of one deal: what is written, what this phone sent (`sent`: as a form sends it;
    empty: nothing to be sent again)."""

    title: str
    label: str
    number: int
    set_number: int
    current: str
    author: str
    revision: int
    submitted: str
    agreed: bool = False
    final: bool = False
    early: bool = False
    sent: Sequence[tuple[str, str]] = field(default_factory=tuple)
