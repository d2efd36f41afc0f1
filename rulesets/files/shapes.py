"""What a document may hold, declared as data: each shape reads a value and has a JSON Schema.

Values are not coerced. A shape is read by `rulesets.files.reader`; limits that a rule of the format
sets have a `Rule` of their own and are no reason to stop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesets.engine.clean_text import HALF_A_PAIR
from rulesets.engine.problems import LARGEST
from rulesets.files.reader import number_text

if TYPE_CHECKING:
    from rulesets.files.reader import Reading

Schema = dict[str, Any]
Check = Callable[[Any, Any], Any]  # of what was read, and the reading
SAME = "“{field}” and “{other}” mean the same. Use only one of them."


class Shape:
    """What a value may be."""

    types: tuple[type, ...] = ()  # what JSON gives for it, by which `Either` chooses

    def read(self, value: Any, reading: Reading) -> Any:
        """What the value stands for; faults are noted or raised by the reading."""
        raise NotImplementedError

    def schema(self) -> Schema:
        """The JSON Schema of it."""
        raise NotImplementedError

    def then(self, check: Check) -> Shape:
        """The same, followed by a function of what was read, which gives what it stands for."""
        return Then(self, check)


class Rule:
    """The problem of a limit that is missed: its code and template, and which of the template's
    names stand for `value`, `low`, `high`, `given` (how many) and `most`."""

    def __init__(self, code: str, text: str, **names: str) -> None:
        self.code, self.text, self.names = code, text, names

    def note(self, reading: Reading, **given: int | str) -> None:
        """Note it at the place of the reading."""
        params: dict[str, Any] = {name: given[source] for name, source in self.names.items()}
        reading.note(self.code, tuple(reading.at), self.text, **params)


@dataclass(frozen=True)
class Anything(Shape):
    """A value that is read later, as `of`, by what else is known then."""

    of: Shape | None = None

    def read(self, value: Any, reading: Reading) -> Any:
        return value

    def schema(self) -> Schema:
        return {} if self.of is None else self.of.schema()


@dataclass(frozen=True)
class Text(Shape):
    """A text of `least` to `most` letters that can be written out again. `wanted` is what to say
    in place of the format's own words of a text that is too short."""

    least: int = 0
    most: int | None = None
    wanted: str = ""
    rule: Rule | None = None
    help: str = ""
    types = (str,)

    def read(self, value: Any, reading: Reading) -> Any:
        if not isinstance(value, str) or (not value.isascii() and HALF_A_PAIR.search(value)):
            return reading.refuse("text", "")
        if self.most is not None and len(value) > self.most:
            return self._missed(value, "long", reading)
        if self.least and (not value or value.isspace()):
            return self._missed(value, "short", reading)
        return value

    def _missed(self, value: str, fault: str, reading: Reading) -> Any:
        if self.rule is None:
            text = self.wanted if fault == "short" else ""
            return reading.refuse(fault, "", text, given=len(value), most=self.most)
        self.rule.note(reading, given=len(value), most=self.most or 0)
        return value

    def schema(self) -> Schema:
        found: Schema = {"type": "string"}
        found |= {"minLength": self.least} if self.least else {}
        found |= {"maxLength": self.most} if self.most is not None else {}
        return found | ({"description": self.help} if self.help else {})


@dataclass(frozen=True)
class Whole(Shape):
    """A whole number (no boolean, no 7.0) from `low` to `high`; None is as far as numbers go.
    `wanted` is what to say in place of the format's own words of one that is not."""

    low: int | None = None
    high: int | None = None
    wanted: str = ""
    rule: Rule | None = None
    types = (int,)

    def read(self, value: Any, reading: Reading) -> Any:
        if type(value) is not int:
            return reading.refuse("number", self.low or 0)
        low = -LARGEST if self.low is None else self.low
        high = LARGEST if self.high is None else self.high
        if low <= value <= high:
            return value
        if abs(value) > LARGEST and "large" in reading.wording.texts:
            return reading.refuse("large")
        if self.rule is not None:
            self.rule.note(reading, value=value, low=low, high=high)
            return value
        return reading.refuse(
            "range", low, self.wanted, value=number_text(value), low=low, high=high
        )

    def schema(self) -> Schema:
        found: Schema = {"type": "integer"}
        found |= {"minimum": self.low} if self.low is not None else {}
        return found | ({"maximum": self.high} if self.high is not None else {})


@dataclass(frozen=True)
class Truth(Shape):
    """True or false."""

    types = (bool,)

    def read(self, value: Any, reading: Reading) -> Any:
        return value if isinstance(value, bool) else reading.refuse("yes", instead=False)

    def schema(self) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Choice(Shape):
    """One of a few texts, or of a few numbers; a fault is answered by the first of them."""

    of: tuple[Any, ...]
    wanted: str = ""
    types = (str, int)

    def read(self, value: Any, reading: Reading) -> Any:
        if type(value) in self.types and value in self.of:
            return value
        choices = ", ".join(map(str, self.of))
        return reading.refuse("choice", next(iter(self.of), ""), self.wanted, choices=choices)

    def schema(self) -> Schema:
        return {"enum": list(self.of)}


@dataclass(frozen=True)
class Constant(Shape):
    """One value, which `wanted` names."""

    value: Any
    wanted: str = ""

    def read(self, value: Any, reading: Reading) -> Any:
        if type(value) is type(self.value) and value == self.value:
            return value
        return reading.refuse("constant", self.value, self.wanted, constant=str(self.value))

    def schema(self) -> Schema:
        return {"const": self.value}


TEXT = Text()
TRUTH = Truth()
ANYTHING = Anything()


@dataclass(frozen=True)
class Maybe(Shape):
    """A value, or null."""

    of: Shape

    def read(self, value: Any, reading: Reading) -> Any:
        return None if value is None else self.of.read(value, reading)

    def schema(self) -> Schema:
        return {"anyOf": [self.of.schema(), {"type": "null"}]}


@dataclass(frozen=True)
class Either(Shape):
    """One of several shapes, told apart by the type of the value; what is of none of them is read
    as the one at the place `usual`, which refuses it."""

    of: tuple[Shape, ...]
    usual: int = 0

    def read(self, value: Any, reading: Reading) -> Any:
        for one in self.of:
            if type(value) in one.types:
                return one.read(value, reading)
        return self.of[self.usual].read(value, reading)

    @property
    def types(self) -> tuple[type, ...]:  # type: ignore[override]
        return tuple(each for one in self.of for each in one.types)

    def schema(self) -> Schema:
        return {"anyOf": [one.schema() for one in self.of]}


@dataclass(frozen=True)
class Then(Shape):
    """A shape, and what is made of its value."""

    of: Shape
    check: Check

    def read(self, value: Any, reading: Reading) -> Any:
        return self.check(self.of.read(value, reading), reading)

    @property
    def types(self) -> tuple[type, ...]:  # type: ignore[override]
        return self.of.types

    def schema(self) -> Schema:
        return self.of.schema()


@dataclass(frozen=True)
class Published(Shape):
    """A shape of which more is published than reading asks for: what rules say of it later."""

    of: Shape
    also: Schema

    def read(self, value: Any, reading: Reading) -> Any:
        return self.of.read(value, reading)

    @property
    def types(self) -> tuple[type, ...]:  # type: ignore[override]
        return self.of.types

    def schema(self) -> Schema:
        return self.of.schema() | self.also


@dataclass(frozen=True)
class Placed(Shape):
    """A value with its place in the document: (place, value)."""

    of: Shape

    def read(self, value: Any, reading: Reading) -> Any:
        return tuple(reading.at), self.of.read(value, reading)

    def schema(self) -> Schema:
        return self.of.schema()


@dataclass(frozen=True)
class Listing(Shape):
    """A list of `least` to `most` values; one that a `rule` limits is read as far as that."""

    of: Shape
    least: int = 0
    most: int | None = None
    rule: Rule | None = None
    wanted: str = ""
    types = (list,)

    def read(self, value: Any, reading: Reading) -> Any:
        if not isinstance(value, list | tuple):
            return reading.refuse("list", [])
        given, most = len(value), self.most
        if given < self.least or (most is not None and given > most):
            if self.rule is not None:
                self.rule.note(reading, given=given, low=self.least, most=most or 0)
                value = value[:most]
            else:
                limit = {"least": self.least} if given < self.least else {"most": most}
                fault = "few" if given < self.least else "many"
                return reading.refuse(fault, [], self.wanted, given=given, **limit)
        at, one = reading.at, self.of.read
        at.append(0)
        found = []
        for number, each in enumerate(value):
            at[-1] = number
            found.append(one(each, reading))
        at.pop()
        return found

    def schema(self) -> Schema:
        items = self.of.schema()
        found: Schema = {"minItems": self.least} if self.least else {}
        found |= {"maxItems": self.most} if self.most is not None else {}
        inside = {"items": items} if items else {}
        # What has to be there at all is published before what it is.
        both = found | inside if self.least and self.most is None else inside | found
        return {"type": "array"} | both


@dataclass(frozen=True)
class FixedRow(Shape):
    """A list of so many values, each of a shape of its own."""

    of: tuple[Shape, ...]
    types = (list,)

    def read(self, value: Any, reading: Reading) -> Any:
        if not isinstance(value, list):
            return reading.refuse("list", [])
        if len(value) != len(self.of):
            return reading.refuse("size", [], size=len(self.of))
        reading.at.append(0)
        found = []
        for number, (one, each) in enumerate(zip(self.of, value, strict=True)):
            reading.at[-1] = number
            found.append(one.read(each, reading))
        reading.at.pop()
        return found

    def schema(self) -> Schema:
        shapes = [one.schema() for one in self.of]
        return {"type": "array", "prefixItems": shapes, "minItems": len(shapes), "items": False}


@dataclass(frozen=True)
class ByName(Shape):
    """An object of any names, each with a value of one shape; of so many names, if not of any
    number (0)."""

    of: Shape
    size: int = 0
    wanted: str = ""
    types = (dict,)

    def read(self, value: Any, reading: Reading) -> Any:
        if not isinstance(value, Mapping):
            return reading.refuse("type", {})
        if self.size and len(value) != self.size:
            return reading.refuse("type", {}, self.wanted)
        at, name, one = reading.at, TEXT.read, self.of.read
        at.append("")
        found = {}
        for key, each in value.items():
            at[-1] = key
            found[name(key, reading)] = one(each, reading)
        at.pop()
        return found

    def schema(self) -> Schema:
        size = {"minProperties": self.size, "maxProperties": self.size} if self.size else {}
        return {"type": "object", "additionalProperties": self.of.schema()} | size


@dataclass(frozen=True)
class Later(Shape):
    """The shape of a field that follows from the fields read before it: `of` makes it of them.
    `usual` is the shape that is published."""

    of: Callable[[Mapping[str, Any]], Shape]
    usual: Shape = ANYTHING

    def schema(self) -> Schema:
        return self.usual.schema()


class _Required:
    """What stands for the value of a field that has no default."""


REQUIRED = _Required()


@dataclass(frozen=True)
class Field:
    """A field of an object: its shape, its value where it is left out, and what else it may be
    called. What has neither default nor further names is required; where it is left out, `absent`
    is read in its place."""

    shape: Shape
    default: Any = REQUIRED
    others: tuple[str, ...] = ()
    required: bool | None = None
    absent: Any = None

    @property
    def is_required(self) -> bool:
        if self.required is not None:
            return self.required
        return self.default is REQUIRED and not self.others


def optional(shape: Shape, default: Any = None, *others: str, required: bool = False) -> Field:
    """A field that may be left out, or may be called otherwise."""
    return Field(shape, default, others, required)


class Record(Shape):
    """An object of named fields, read in the order in which they are declared; `make` is called
    with what was read, by name. `wanted` stands in place of the format's own words for what is no
    object."""

    types = (dict,)

    def __init__(
        self,
        fields: Mapping[str, Shape | Field],
        make: Callable[..., Any] = dict,
        *,
        wanted: str = "",
    ) -> None:
        self.fields = {
            key: one if isinstance(one, Field) else Field(one) for key, one in fields.items()
        }
        self.known = frozenset(n for key, one in self.fields.items() for n in (key, *one.others))
        self.rows = [
            (key, one.shape.read, one.default, one.absent) for key, one in self.fields.items()
        ]
        self.is_plain = not any(
            one.others or isinstance(one.shape, Later) for one in self.fields.values()
        )
        self.make, self.wanted = make, wanted

    def read(self, value: Any, reading: Reading) -> Any:
        if type(value) is not dict and not isinstance(value, Mapping):
            return reading.refuse("type", None, self.wanted)
        if not self.known.issuperset(value):
            reading.refuse_fields(key for key in value if key not in self.known)
        return self.read_fields(value, reading)

    def read_fields(self, value: Mapping[str, Any], reading: Reading) -> Any:
        """What an object stands for, whatever other fields it has."""
        at = reading.at
        found: dict[str, Any] = {}
        at.append("")
        if self.is_plain:
            for key, read, default, absent in self.rows:
                each = value.get(key, REQUIRED)
                if each is REQUIRED:
                    if default is not REQUIRED:
                        found[key] = default
                        continue
                    each = absent
                at[-1] = key
                found[key] = read(each, reading)
        else:
            self._read_by_name(value, reading, found)
        at.pop()
        return found if self.make is dict else self.make(**found)

    def _read_by_name(
        self, value: Mapping[str, Any], reading: Reading, values: dict[str, Any]
    ) -> None:
        """The same where fields have several names, or depend on those before them."""
        for key, one in self.fields.items():
            name = self._name(key, one.others, value, reading)
            if name not in value and one.default is not REQUIRED:
                values[key] = one.default
                continue
            shape = one.shape.of(values) if isinstance(one.shape, Later) else one.shape
            reading.at[-1] = name
            values[key] = shape.read(value.get(name, one.absent), reading)

    def _name(
        self, key: str, others: tuple[str, ...], value: Mapping[str, Any], reading: Reading
    ) -> str:
        """Which of its names a field has; a second one is noted."""
        given = [name for name in (key, *others) if name in value]
        for other in given[1:]:
            at = (*reading.at[:-1], other)
            reading.note("file.field", at, SAME, field=given[0], other=other)
        return given[0] if given else key

    def schema(self) -> Schema:
        properties: Schema = {}
        for key, one in self.fields.items():
            described = one.shape.schema()
            properties |= dict.fromkeys((key, *one.others), described)
        return {
            "type": "object",
            "properties": properties,
            "required": [key for key, one in self.fields.items() if one.is_required],
            "additionalProperties": False,
        }


class Cases(Shape):
    """An object whose field `key` says which of several records it is; the first one is usual.
    `rule` is about a field that belongs to another one of them."""

    types = (dict,)

    def __init__(self, key: str, cases: Mapping[str, Record], rule: Rule, wanted: str = "") -> None:
        self.key, self.cases, self.rule, self.wanted = key, cases, rule, wanted
        self.known = set().union(*(one.known for one in cases.values()))
        self.usual = next(iter(cases))

    def read(self, value: Any, reading: Reading) -> Any:
        if not isinstance(value, Mapping):
            return reading.refuse("type", None, self.wanted)
        reading.refuse_fields(key for key in value if key not in self.known)
        at = reading.at
        at.append(self.key)
        which = Choice(tuple(self.cases)).read(value.get(self.key, self.usual), reading)
        case = self.cases[which]
        for key in value:
            if key in self.known - case.known:
                at[-1] = key
                self.rule.note(reading, field=key)
        at.pop()
        return case.read_fields({**value, self.key: which}, reading)

    def schema(self) -> Schema:
        return {"anyOf": [case.schema() for case in self.cases.values()]}


class ByField(Shape):
    """An object that is of the record whose name it has a field of: of exactly one of them, or of
    the `usual` one, if there is one and it has none of these fields."""

    types = (dict,)

    def __init__(
        self, cases: Mapping[str, Shape], usual: Shape | None = None, wanted: str = ""
    ) -> None:
        self.cases, self.usual, self.wanted = cases, usual, wanted

    def read(self, value: Any, reading: Reading) -> Any:
        if type(value) is not dict and not isinstance(value, Mapping):
            return reading.refuse("type")
        names = self.cases.keys() & value.keys()
        if len(names) == 1:
            return self.cases[names.pop()].read(value, reading)
        if self.usual is not None:
            return self.usual.read(value, reading)
        return reading.refuse("type", None, self.wanted)

    def schema(self) -> Schema:
        found = [case.schema() for case in self.cases.values()]
        if self.usual is None:
            return {"anyOf": found}
        usual = self.usual.schema()
        return {"anyOf": [usual, *found]} if found else usual
