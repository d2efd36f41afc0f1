"""The base of all kinds of answer, and how the rest of the program sees one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

from rulesets.engine.text import NOTHING, Phrase, as_is, listed, say

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from random import Random

    from rulesets.drawing.scoreboard import Holds
    from rulesets.engine.fields import Field
    from rulesets.engine.problems import At, Problem
    from rulesets.engine.roster import Roster

Schema = dict[str, Any]
Choices = tuple[tuple[str, Phrase], ...]
NAME: Schema = {"type": "string", "minLength": 1, "maxLength": 200}
NAMES: Schema = {"type": "array", "items": NAME}


class Widget(Enum):
    """How an answer is entered on a page; each member has an input and a template."""

    NUMBER = "a number within the bounds of the field"
    TEXT = "a line of text, as `Kind.typing` describes it"
    CARDS = "a line of cards, typed or tapped"
    CHOICE = "one of the choices, which are words"
    PERSON = "one of the choices, which are people or sides"
    PEOPLE = "several of the choices, which are people"
    CLAIMANT = "for each of several things one of the choices, which are people"
    PLACE = "the place of each of several people"
    TICK = "ticked where it is true"


@dataclass(frozen=True, slots=True)
class Typing:
    """How text is typed: the `help` above it, and the `refusal` of anything that does not match the
    `pattern` (a regular expression)."""

    help: Phrase = NOTHING
    pattern: str = ""
    refusal: Phrase = NOTHING


@dataclass(frozen=True, slots=True)
class Cells:
    """The space for an answer on a paper slip: words to tick, or boxes to write in with labels;
    `hint` says how."""

    ticks: tuple[Phrase, ...] = ()
    boxes: tuple[Phrase, ...] = ()
    hint: Phrase = NOTHING


class NameReader(Protocol):
    """Turns the names of a score file into places, and notes unknown names."""

    def player(self, value: object, at: At, here: At) -> int | None:
        """Return the place of a name; None, with a note, if nobody has that name."""

    def side(self, value: object, at: At, here: At) -> int | None:
        """Return the place of a side, given by its place, its name or one of its players."""

    def space(self, text: str) -> str:
        """Return the key of a claimed space by its common name."""

    def counted(self, field: Field, value: object, at: At, here: At) -> float | None:
        """Return the value of cards (tiles, dice, ranks) that answer a number; None, with a note,
        if they cannot be counted."""

    def misread(self, here: At) -> None:
        """Note that the answer at this place of the report names nobody."""

    def claimed_twice(self, text: str, at: At, here: At) -> None:
        """Note that two names of one space are claimed."""

    def points_to(self, here: At, step: str) -> None:
        """Note the name in the file of one step of a place in the report."""


class Kind:
    """One kind of answer. All methods are about a single answer, not a list of everybody's.

    A kind has a `name` and a `widget`, and judges, reads and makes up its values (the methods that
    raise NotImplementedError); everything else has a default.

    `annotations` are the types by which a report declares it. `default` is the value of no answer
    (None: nothing), `empty` is what a game receives if the question is left out, and `high` the
    upper bound if a declaration has none. `spread`: one answer is entered in several inputs, for
    each "player" or each "choice" of the field; `split` and `join` then convert. `on_slips`: short
    enough for a paper slip. On the score sheet a column `holds` its cells; `by_player`: each player
    has one, whoever answers.

    `at` is the place of the answer, or inside it if a problem is about a part.
    """

    name: ClassVar[str]
    annotations: ClassVar[tuple[Any, ...]] = ()
    default: ClassVar[Any] = None
    empty: ClassVar[Any] = None
    high: ClassVar[int] = 0
    spread: ClassVar[Literal["", "player", "choice"]] = ""
    on_slips: ClassVar[bool] = True
    holds: ClassVar[Holds] = "number"
    by_player: ClassVar[bool] = False

    # --- judged, read and written -----------------------------------------------------------------

    def problems(self, field: Field, value: Any, roster: Roster, at: At) -> list[Problem]:
        """Report everything malformed or out of range; a missed range is not firm."""
        raise NotImplementedError

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> Any:
        """Return the answer of a score file with places instead of names; `at` in the file, `here`
        in the report.

        Raises Unusable for a value of a wrong type.
        """
        raise NotImplementedError

    def write(self, value: Any, names: Sequence[str]) -> Any:
        """Return the answer as it is in a score file, with names."""
        return value

    def people(self, value: Any) -> Iterator[tuple[At, int]]:
        """Return the people an answer names, each with the place inside the answer."""
        return iter(())

    def sides(self, value: Any) -> Iterator[int]:
        """Return the sides an answer names."""
        return iter(())

    def renumber(self, value: Any, places: Sequence[int]) -> Any:
        """Return the answer with people at other places: `places[old]` is the new one. Unsound
        answers stay as they are."""
        return value

    def schema(self, field: Field) -> Schema:
        """Return the JSON Schema of the answer in a score file."""
        raise NotImplementedError

    def bounds(self, field: Field) -> dict[str, int]:
        """Return the bounds of a number, as `show` prints them."""
        return {}

    def made_up(self, field: Field, playing: Sequence[int], sides: int, chance: Random) -> Any:
        """Return a possible value, with people among those `playing`."""
        raise NotImplementedError

    def plain(self, value: Any) -> Any:
        """Return the answer as the game receives it: lists as tuples."""
        return value

    def blank(self, *, each: bool, required: bool) -> Any:
        """Return the value that a game receives for somebody without an answer; `each`: everybody
        asked has to answer, `required`: the question cannot be left out."""
        return None

    # --- how it is entered ------------------------------------------------------------------------

    def widget(self, field: Field) -> Widget:
        """Return how it is entered on a page."""
        raise NotImplementedError

    def typing(self, field: Field) -> Typing:
        """Return how it is typed, where it is text."""
        return Typing()

    def choices(self, field: Field, roster: Roster, people: Collection[int]) -> Choices:
        """Return the choices, each with its text for an input; `people` are those who can be
        named."""
        return ()

    def values(self, field: Field) -> tuple[tuple[Any, Phrase], ...]:
        """Return all possible answers, if these are few and other questions may depend on them."""
        return field.choices

    def condition(self, field: Field, values: Collection[Any]) -> Phrase:
        """Return the answers on which another question depends, in words."""
        return listed([words for value, words in self.values(field) if value in values])

    def parse(self, field: Field, value: Any) -> Any:
        """Return the answer from an input (a text, a number, a list of places); None for none. A
        text already matches the pattern of its typing."""
        return value

    def format(self, field: Field, value: Any) -> Any:
        """Return the answer as its input shows it."""
        return value

    def split(self, value: Any) -> Mapping[Any, Any]:
        """Return the answer by the places (players, keys of choices) of its inputs."""
        raise NotImplementedError

    def join(
        self, field: Field, parts: Mapping[Any, Any], people: Sequence[int]
    ) -> tuple[Any, list[Problem]]:
        """Return the answer from several inputs (None: empty), and its problems; the place of a
        problem is that of an input, or none. `people` are those who can be named."""
        raise NotImplementedError

    def part(self, value: Any, step: Any) -> Any:
        """Return the place of the input that a step inside the answer refers to; None for none."""
        return step

    # --- how it is told ---------------------------------------------------------------------------

    def words(self, field: Field, value: Any, roster: Roster) -> Phrase:
        """Return the answer in words."""
        return as_is(str(self.format(field, value)))

    def words_of_each(
        self, field: Field, answers: Sequence[tuple[str, Any]], roster: Roster
    ) -> Phrase:
        """Return the answers of several people or sides, each with the name; only those that
        exist."""
        each = (
            say("{name} {answer}", name=name, answer=self.words(field, value, roster))
            for name, value in answers
        )
        return listed(list(each))

    def cells(self, field: Field, names: Sequence[Phrase], sides: Sequence[Phrase]) -> Cells:
        """Return the cells of a slip for one answer of the table."""
        return Cells(boxes=(NOTHING,))

    def cells_of_each(self, people: Sequence[Phrase]) -> Cells:
        """Return the cells of a slip if each of several people or sides answers."""
        return Cells(boxes=tuple(people))

    def cell(self, field: Field | None, value: Any, who: int, roster: Roster) -> Any:
        """Return the entry on the score sheet: a number, words or a tick (True). `who` has the
        column; `field` is None if the question is no longer asked."""
        return value
