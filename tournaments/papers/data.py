"""What can be printed, as plain values.

Chairs are counted from 0 clockwise; their names and those of the roles come in as the event or
the game gives them. Dates are text, already written the way the event's language writes them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from django.utils.translation import gettext as _

Paper = Literal["a4", "letter", "a5", "a6"]
Progress = Callable[[int, int], None]
"""Called with (pages done, pages in all)."""

CHAIRS = ("North", "East", "South", "West")


@dataclass(frozen=True, slots=True)
class Heading:
    """What every page says about its event.

    role_names maps the key of a role to what the event calls it ("lady": "Ladies"), in the
    order in which the roles are listed; chairs are the names of the chairs, clockwise. at: whether
    people sit at tables, or at the numbered places of one long table. counted: what totals are, in
    the game's own words; empty for points. stage: what a set is called, if not so. best: who
    wins, where it is not whoever has most ("The lowest total wins"). game: what is played.
    """

    event: str
    date: str = ""
    place: str = ""
    role_names: Mapping[str, str] = field(default_factory=dict)
    chairs: tuple[str, ...] = CHAIRS
    at: Literal["table", "place"] = "table"
    counted: str = ""
    stage: str = ""
    best: str = ""
    game: str = ""

    def role_name(self, role: str) -> str:
        """What the event calls `role`; empty if it has no such role."""
        return self.role_names.get(role, "")

    def chair_name(self, chair: int | None) -> str:
        """The name of a chair; empty for none."""
        return "" if chair is None or chair >= len(self.chairs) else self.chairs[chair]

    @property
    def compass(self) -> bool:
        """Whether the chairs of a table are told apart by the sides they stand at."""
        return len(self.chairs) == len(CHAIRS)

    @property
    def spot(self) -> str:
        """What people look for by its number: "Table" or "Place"."""
        return _("Table") if self.at == "table" else _("Place")

    def spot_name(self, number: int) -> str:
        """ "Table 3"; "Place 3" at the long table."""
        words = _("Table %(number)d") if self.at == "table" else _("Place %(number)d")
        return words % {"number": number}

    def result(self, points: str) -> str:
        """ "with 12 points", or the game's own words and the number."""
        if self.counted:
            return f"{self.counted}: {points}"
        return _("with %(points)s") % {"points": points_words(points)}


def points_words(points: str) -> str:
    """ "12 points", from the number as it is written."""
    words = _("%(points)s point") if points == "1" else _("%(points)s points")
    return words % {"points": points}


@dataclass(frozen=True, slots=True)
class CardSet:
    """One set on a completed score card.

    hands: points of each hand, None where nothing is known; total: of the set, None while it is
    open; notes: beside each hand ("−3 spoke"), may be shorter than hands; sat_out: the player
    took the points of sitting out; table, partner: where it was played, and with whom.
    """

    hands: tuple[int | None, ...]
    total: int | None = None
    sat_out: bool = False
    notes: tuple[str, ...] = ()
    table: int | None = None
    partner: str = ""


@dataclass(frozen=True, slots=True)
class CardPerson:
    """Whose score card it is. sets: None for a set not played (late, or not yet)."""

    name: str
    role: str = ""
    table: int | None = None
    chair: int | None = None
    sets: tuple[CardSet | None, ...] = ()
    total: int | None = None


@dataclass(frozen=True, slots=True)
class PersonInChair:
    """Somebody in a chair."""

    name: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class TableSeats:
    """A table of one set. people: by chair, None for an empty one; dealer: of the first hand;
    division: in which they play, where there are several ("Division A")."""

    number: int
    people: tuple[PersonInChair | None, ...]
    dealer: int | None = None
    division: str = ""


@dataclass(frozen=True, slots=True)
class SittingOut:
    """Somebody who sits out a set, and why ("drawn among those with none yet")."""

    name: str
    role: str = ""
    reason: str = ""
    division: str = ""


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits where in one set. title: the set as people call it ("Set 4"); quality: how often
    people meet in all sets up to it, in a line, where they move about."""

    title: str
    tables: tuple[TableSeats, ...]
    sitting_out: tuple[SittingOut, ...] = ()
    quality: str = ""


@dataclass(frozen=True, slots=True)
class PocketRound:
    """A round on a pocket card. table: None where it is sat out; names: the partner, or everybody
    else at the table where there are no partners."""

    number: int
    table: int | None = None
    chair: str = ""
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PocketCard:
    """Where somebody sits in every round. partners: whether the names are those of partners;
    division: in which those are."""

    name: str
    role: str = ""
    rounds: tuple[PocketRound, ...] = ()
    partners: bool = False
    division: str = ""


@dataclass(frozen=True, slots=True)
class TableCode:
    """A table and the page of its own. url: what the code holds; short: what people may type, with
    the six signs to be typed there where there are some; division: that plays there now."""

    number: int
    url: str
    short: str = ""
    signs: str = ""
    division: str = ""


@dataclass(frozen=True, slots=True)
class Placing:
    """One line of the standings. sets: points of each set, None where not played; team: for whom
    the points were made, where it was a team that played; note: what the place stands on besides
    the total; division: within which the place is; by_total: whether the place follows the total,
    and not how far somebody came; is_pair: whether two have it together."""

    rank: int
    name: str
    role: str
    total: int
    sets: tuple[int | None, ...] = ()
    shared: bool = False
    sit_outs: int = 0
    team: str = ""
    note: str = ""
    division: str = ""
    by_total: bool = True
    is_pair: bool = False


@dataclass(frozen=True, slots=True)
class NameList:
    """Names under a heading; `lines` more are left free to be written on."""

    title: str
    names: tuple[str, ...] = ()
    lines: int = 0


@dataclass(frozen=True, slots=True)
class Ask:
    """One question of a slip. choices: answers to tick; boxes: what is written into one box each
    ("" for one without a label); hint: when it is asked."""

    label: str
    choices: tuple[str, ...] = ()
    boxes: tuple[str, ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal of several that are told on one slip: what it is called, the key of its sign."""

    label: str
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Slip:
    """What a table or a couple reports on paper: of one round, or of several deals.

    round: "Round 3 · 8 cards", or empty where it is written in; note: what is told before it, or
    how it scores; chairs: who sits at the table, where the slip shows them; deals: a line for each,
    with a column for each answer (none: one round).
    """

    title: str
    people: str
    round: str
    asked: tuple[Ask, ...]
    note: str = ""
    chairs: TableSeats | None = None
    deals: tuple[Deal, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What is reported: the question, how it is meant, and what its answers add up to."""

    label: str
    help: str = ""
    sum: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a summary under a heading: the first sentence in large, others below it, deals
    with their signs, questions, numbered steps, points, rows of a table (the first one is its
    head); whatever there is."""

    title: str
    lead: str = ""
    lines: tuple[str, ...] = ()
    deals: tuple[Deal, ...] = ()
    questions: tuple[Question, ...] = ()
    steps: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Moved:
    """One line of a book: so much ("2 points") went from one account to another, and why."""

    amount: str
    source: str
    target: str
    why: str


@dataclass(frozen=True, slots=True)
class BookRound:
    """What moved in one round ("At the start", "Round 4"), and a short word of its result."""

    title: str
    lines: tuple[Moved, ...]
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Balance:
    """What went into an account and out of it, and what it holds, in one unit."""

    account: str
    unit: str
    taken: int
    given: int

    @property
    def held(self) -> int:
        return self.taken - self.given


@dataclass(frozen=True, slots=True)
class Book:
    """Every movement of what a game is played for, round by round, and what it adds up to."""

    title: str
    rounds: tuple[BookRound, ...]
    balances: tuple[Balance, ...] = ()
