"""What every kind of answer can do, and how it is described to whoever asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

from rulesets.engine.text import NOTHING, Words, as_is, listed, say

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from random import Random

    from rulesets.drawing.scoreboard import Holds
    from rulesets.engine.fields import Field
    from rulesets.engine.problems import At, Problem
    from rulesets.engine.roster import Roster

Schema = dict[str, Any]
Choices = tuple[tuple[str, Words], ...]
NAME: Schema = {"type": "string", "minLength": 1, "maxLength": 200}
NAMES: Schema = {"type": "array", "items": NAME}


class Widget(Enum):
    """How an answer is entered on a page, which has an input and a template for each."""

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
    """How text is typed: the `help` over it; what the `pattern` (a regular expression) does not
    match is refused with `refusal`."""

    help: Words = NOTHING
    pattern: str = ""
    refusal: Words = NOTHING


@dataclass(frozen=True, slots=True)
class Cells:
    """What a slip of paper has for an answer: words to tick, or boxes to write into with what
    stands before each; `hint` says how."""

    ticks: tuple[Words, ...] = ()
    boxes: tuple[Words, ...] = ()
    hint: Words = NOTHING


class NameReader(Protocol):
    """Who turns the names of a score file into places; it notes what is nobody's name."""

    def player(self, value: object, at: At, here: At) -> int | None:
        """The place of a name; None, and noted, where it is nobody's."""

    def side(self, value: object, at: At, here: At) -> int | None:
        """The place of a side, told by its place, its name or one of its players."""

    def space(self, text: str) -> str:
        """The key of what people call a space that is claimed."""

    def counted(self, field: Field, value: object, at: At, here: At) -> float | None:
        """What cards (tiles, dice, ranks) come to that answer a number; None, and noted, where they
        cannot be counted."""

    def misread(self, here: At) -> None:
        """Note that the answer at this place of the report names nobody."""

    def claimed_twice(self, text: str, at: At, here: At) -> None:
        """Note that two names of one space are claimed."""

    def points_to(self, here: At, step: str) -> None:
        """Note what a step of a place of the report is called in the file."""


class Kind:
    """One kind of answer; all methods are about a single answer, not the list of everybody's.

    A kind has a `name` and a `widget`, judges, reads and makes up its values (the methods that
    raise NotImplementedError); what else is described has a default.

    `annotations` are what a report declares it by. `default` is what no answer says (None:
    nothing), `empty` what a game is handed where the question is left out, `high` the upper bound
    where a declaration has none. `spread`: one answer is entered in several inputs, for each
    "player" or for each "choice" of the field; `split` and `join` then lead from one to the other.
    `on_slips`: short enough for a slip of paper. On the score sheet a column `holds` its cells;
    `by_player`: each player has one, whoever answers.

    `at` is the place of the answer, inside of it where a problem is about a part.
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
        """Everything malformed or out of range; a range that is missed is not firm."""
        raise NotImplementedError

    def read(self, field: Field, value: Any, names: NameReader, at: At, here: At) -> Any:
        """The answer of a score file in places; `at` in the file, `here` in the report.

        Raises Unusable for a value of a wrong type.
        """
        raise NotImplementedError

    def write(self, value: Any, names: Sequence[str]) -> Any:
        """The answer as a score file holds it, with names."""
        del names
        return value

    def people(self, value: Any) -> Iterator[tuple[At, int]]:
        """Whom the answer names, each with the place inside of the answer."""
        del value
        return iter(())

    def sides(self, value: Any) -> Iterator[int]:
        """The sides that it names."""
        del value
        return iter(())

    def renumber(self, value: Any, places: Sequence[int]) -> Any:
        """The answer with the people at other places: `places[old]` is the new one. What is no
        sound answer stays as it is."""
        del places
        return value

    def schema(self, field: Field) -> Schema:
        """The JSON Schema of the answer in a score file."""
        raise NotImplementedError

    def bounds(self, field: Field) -> dict[str, int]:
        """What bounds a number, as `show` tells it."""
        del field
        return {}

    def made_up(self, field: Field, playing: Sequence[int], sides: int, chance: Random) -> Any:
        """A value that it may have, of people among those `playing`."""
        raise NotImplementedError

    def plain(self, value: Any) -> Any:
        """The answer as it is handed to the game: lists as tuples."""
        return value

    def blank(self, *, each: bool, required: bool) -> Any:
        """What a game is handed for somebody who gives no answer; `each`: whoever is asked has to
        answer, `required`: the question cannot be left out."""
        del each, required
        return None

    # --- how it is entered ------------------------------------------------------------------------

    def widget(self, field: Field) -> Widget:
        """How it is entered on a page."""
        raise NotImplementedError

    def typing(self, field: Field) -> Typing:
        """How it is typed, where it is text."""
        del field
        return Typing()

    def choices(self, field: Field, roster: Roster, people: Collection[int]) -> Choices:
        """What there is to choose from, each with the text that an input has for it; `people` are
        those who may be named."""
        del field, roster, people
        return ()

    def values(self, field: Field) -> tuple[tuple[Any, Words], ...]:
        """All answers that there are, where these are few and other questions may hang on them."""
        return field.choices

    def condition(self, field: Field, values: Collection[Any]) -> Words:
        """What has to be answered for a question that is asked with these values only."""
        return listed([words for value, words in self.values(field) if value in values])

    def parse(self, field: Field, given: Any) -> Any:
        """The answer that an input has given (a text, a number, a list of places); None for none.
        A text has matched the pattern of its typing."""
        del field
        return given

    def format(self, field: Field, value: Any) -> Any:
        """The answer as its input shows it."""
        del field
        return value

    def split(self, value: Any) -> Mapping[Any, Any]:
        """The answer by the places (players, keys of choices) of its inputs."""
        raise NotImplementedError

    def join(
        self, field: Field, parts: Mapping[Any, Any], people: Sequence[int]
    ) -> tuple[Any, list[Problem]]:
        """The answer of several inputs (None: nothing was given there), and what is wrong with
        them; the place of a problem is that of an input, or none. `people` may be named."""
        raise NotImplementedError

    def part(self, value: Any, step: Any) -> Any:
        """The place of the input that is meant by a step inside of the answer; None for none."""
        del value
        return step

    # --- how it is told ---------------------------------------------------------------------------

    def words(self, field: Field, value: Any, roster: Roster) -> Words:
        """The answer in words."""
        del roster
        return as_is(str(self.format(field, value)))

    def words_of_each(
        self, field: Field, answers: Sequence[tuple[str, Any]], roster: Roster
    ) -> Words:
        """The answers of several people or sides, each with the name; only those that there are."""
        each = (
            say("{name} {answer}", name=name, answer=self.words(field, value, roster))
            for name, value in answers
        )
        return listed(list(each))

    def cells(self, field: Field, names: Sequence[Words], sides: Sequence[Words]) -> Cells:
        """What a slip has for one answer of the table."""
        del field, names, sides
        return Cells(boxes=(NOTHING,))

    def cells_of_each(self, people: Sequence[Words]) -> Cells:
        """What a slip has where each of several people or sides answers."""
        return Cells(boxes=tuple(people))

    def cell(self, field: Field | None, value: Any, who: int, roster: Roster) -> Any:
        """What stands on the score sheet: a number, words or a tick (True). `who` has the column;
        `field` is None where it is not asked any more."""
        del field, who, roster
        return value
