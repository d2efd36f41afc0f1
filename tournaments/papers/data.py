"""The content of papers, as plain values.

Chairs are counted from 0 clockwise; their names and those of the roles come from the event or the
game. Dates are text, already in the event's language.
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
    """The facts about the event that every page prints.

    role_names maps the key of a role to its name in the event ("lady": "Ladies"), in the order in
    which roles are listed; chairs are the names of the chairs, clockwise. at: whether people sit at
    tables, or at the numbered places of one long table. counted: what totals count, in the game's
    words; "" for points. stage: the name of a set, if it is not "set". best: who wins, if it is not
    the highest total ("The lowest total wins"). game: what is played. author: the host, or the
    family.
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
    author: str = ""

    def role_name(self, role: str) -> str:
        """The name of a role; "" if the event has no such role."""
        return self.role_names.get(role, "")

    def chair_name(self, chair: int | None) -> str:
        """The name of a chair; empty for none."""
        return "" if chair is None or chair >= len(self.chairs) else self.chairs[chair]

    @property
    def compass(self) -> bool:
        """Whether the chairs of a table are named after the sides of the table."""
        return len(self.chairs) == len(CHAIRS)

    @property
    def spot(self) -> str:
        """The word for a numbered place: "Table" or "Place"."""
        return _("Table") if self.at == "table" else _("Place")

    def spot_name(self, number: int) -> str:
        """ "Table 3"; "Place 3" at the long table."""
        words = _("Table %(number)d") if self.at == "table" else _("Place %(number)d")
        return words % {"number": number}

    def result(self, points: str) -> str:
        """ "with 12 points", or the number in the game's own words."""
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

    hands: points of each hand, None if unknown; total: of the set, None while it is open; notes:
    beside each hand ("−3 spoke"), may be shorter than hands; sat_out: the player got the points for
    sitting out; table, partner: where it was played, and with whom.
    """

    hands: tuple[int | None, ...]
    total: int | None = None
    sat_out: bool = False
    notes: tuple[str, ...] = ()
    table: int | None = None
    partner: str = ""


@dataclass(frozen=True, slots=True)
class CardPerson:
    """The owner of a score card. sets: None for a set not played (late, or not yet)."""

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
    division: if there are several ("Division A")."""

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
    """Who sits where in one set. title: the name of the set ("Set 4"); quality: how often people
    meet in all sets up to it, in the sentence of the page on the draw, if they move."""

    title: str
    tables: tuple[TableSeats, ...]
    sitting_out: tuple[SittingOut, ...] = ()
    quality: str = ""


@dataclass(frozen=True, slots=True)
class PocketRound:
    """A round on a pocket card. table: None for a sit-out; names: the partner, or everybody else at
    the table if there are no partners."""

    number: int
    table: int | None = None
    chair: str = ""
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PocketCard:
    """Where somebody sits in every round. partners: whether the names are those of partners;
    partner: who stays the partner in all rounds, whose names are those of the opponents then;
    division: that of the player."""

    name: str
    role: str = ""
    rounds: tuple[PocketRound, ...] = ()
    partners: bool = False
    division: str = ""
    partner: str = ""


@dataclass(frozen=True, slots=True)
class TableCode:
    """A table and its own page. url: the address in the QR code; short: what people may type
    instead; signs: the six characters to type there, if there are any; division: which plays there
    now."""

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
    and not how far somebody came; is_pair: whether two have it together; has_place: not while
    they are still in a knockout, as the note says."""

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
    has_place: bool = True


@dataclass(frozen=True, slots=True)
class NameList:
    """Names under a heading, followed by that many blank `lines`."""

    title: str
    names: tuple[str, ...] = ()
    lines: int = 0


@dataclass(frozen=True, slots=True)
class Ask:
    """One question of a slip. choices: answers to tick; boxes: the label of each box to write in
    ("" for none); hint: when it is asked."""

    label: str
    choices: tuple[str, ...] = ()
    boxes: tuple[str, ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """One of several deals on a slip: its name, and the key of its sign."""

    label: str
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Slip:
    """The slip of a table or a couple, for one round or for several deals.

    round: "Round 3 · 8 cards", or "" if it is written in; note: what to know before it, or how it
    scores; chairs: who sits at the table, if the slip shows them; deals: a line for each, with a
    column for each answer (none: one round).
    """

    title: str
    people: str
    round: str
    questions: tuple[Ask, ...]
    note: str = ""
    chairs: TableSeats | None = None
    deals: tuple[Deal, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a report: its label, what it means, and what its answers add up to."""

    label: str
    help: str = ""
    sum: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a summary under a heading. All of its contents are optional: the first sentence in
    large type, others below it, deals with their signs, questions, numbered steps, points, rows of
    a table (the first is its head)."""

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
    """One line of a book: an amount ("2 points"), from where to where, and why."""

    amount: str
    source: str
    target: str
    why: str


@dataclass(frozen=True, slots=True)
class BookRound:
    """The transfers of one round ("At the start", "Round 4"), and a short summary."""

    title: str
    lines: tuple[Moved, ...]
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Balance:
    """The amounts paid into an account and out of it, in one unit."""

    account: str
    unit: str
    taken: int
    given: int

    @property
    def held(self) -> int:
        return self.taken - self.given


@dataclass(frozen=True, slots=True)
class Book:
    """Every transfer of a game's stakes, round by round, and the balances."""

    title: str
    rounds: tuple[BookRound, ...]
    balances: tuple[Balance, ...] = ()
