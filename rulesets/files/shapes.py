"""The shapes of documents, declared as data: each shape reads a value and has a JSON Schema.

Values are not coerced. `rulesets.files.reader` reads by a shape; limits of a rule of the format
have a `Rule` of their own and are no reason to stop.
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
    """A kind of value."""

    types: tuple[type, ...] = ()  # the types of its JSON values, by which `Either` chooses

    def read(self, value: Any, reading: Reading) -> Any:
        """Read a value; faults are noted or raised by the reading."""
        raise NotImplementedError

    def schema(self) -> Schema:
        """Return the JSON Schema of the value."""
        raise NotImplementedError

    def then(self, check: Check) -> Shape:
        """Return the same shape, followed by a function of the value, whose result counts."""
        return Then(self, check)


class Rule:
    """The problem of a limit that is missed: its code and template, and the names in the
    template of `value`, `low`, `high`, `given` (the number) and `most`."""

    def __init__(self, code: str, text: str, **names: str) -> None:
        self.code, self.text, self.names = code, text, names

    def note(self, reading: Reading, **values: int | str) -> None:
        """Note the problem at the place of the reading."""
        params: dict[str, Any] = {name: values[source] for name, source in self.names.items()}
        reading.note(self.code, tuple(reading.at), self.text, **params)


@dataclass(frozen=True)
class Anything(Shape):
    """A value that is read later, as `of`, by values that are known then."""

    of: Shape | None = None

    def read(self, value: Any, reading: Reading) -> Any:
        return value

    def schema(self) -> Schema:
        return {} if self.of is None else self.of.schema()


@dataclass(frozen=True)
class Text(Shape):
    """A text of `least` to `most` letters that can be written out again. `expected` replaces the
    format's own words for a text that is too short."""

    least: int = 0
    most: int | None = None
    expected: str = ""
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
            text = self.expected if fault == "short" else ""
            return reading.refuse(fault, "", text, given=len(value), most=self.most)
        self.rule.note(reading, given=len(value), most=self.most or 0)
        return value

    def schema(self) -> Schema:
        schema: Schema = {"type": "string"}
        schema |= {"minLength": self.least} if self.least else {}
        schema |= {"maxLength": self.most} if self.most is not None else {}
        return schema | ({"description": self.help} if self.help else {})


@dataclass(frozen=True)
class Whole(Shape):
    """A whole number (no boolean, no 7.0) from `low` to `high`; None is no limit. `expected`
    replaces the format's own words for another value."""

    low: int | None = None
    high: int | None = None
    expected: str = ""
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
            "range", low, self.expected, value=number_text(value), low=low, high=high
        )

    def schema(self) -> Schema:
        schema: Schema = {"type": "integer"}
        schema |= {"minimum": self.low} if self.low is not None else {}
        return schema | ({"maximum": self.high} if self.high is not None else {})


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
    """One of a few texts, or of a few numbers; a fault is read as the first of them."""

    of: tuple[Any, ...]
    expected: str = ""
    types = (str, int)

    def read(self, value: Any, reading: Reading) -> Any:
        if type(value) in self.types and value in self.of:
            return value
        choices = ", ".join(map(str, self.of))
        return reading.refuse("choice", next(iter(self.of), ""), self.expected, choices=choices)

    def schema(self) -> Schema:
        return {"enum": list(self.of)}


@dataclass(frozen=True)
class Constant(Shape):
    """One value, which `expected` names."""

    value: Any
    expected: str = ""

    def read(self, value: Any, reading: Reading) -> Any:
        if type(value) is type(self.value) and value == self.value:
            return value
        return reading.refuse("constant", self.value, self.expected, constant=str(self.value))

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
    """One of several shapes, by the type of the value; a value of another type is read as the
    one at the place `usual`, which refuses it."""

    of: tuple[Shape, ...]
    usual: int = 0

    def read(self, value: Any, reading: Reading) -> Any:
        for shape in self.of:
            if type(value) in shape.types:
                return shape.read(value, reading)
        return self.of[self.usual].read(value, reading)

    @property
    def types(self) -> tuple[type, ...]:  # type: ignore[override]
        return tuple(kind for shape in self.of for kind in shape.types)

    def schema(self) -> Schema:
        return {"anyOf": [shape.schema() for shape in self.of]}


@dataclass(frozen=True)
class Then(Shape):
    """A shape, and a function of its value."""

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
    """A shape with a stricter published schema than the reading: with the limits of later rules."""

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
    """A list of `least` to `most` values; a list with a `rule` is read as far as the limit."""

    of: Shape
    least: int = 0
    most: int | None = None
    rule: Rule | None = None
    expected: str = ""
    types = (list,)

    def read(self, value: Any, reading: Reading) -> Any:
        if not isinstance(value, list | tuple):
            return reading.refuse("list", [])
        count, most = len(value), self.most
        if count < self.least or (most is not None and count > most):
            if self.rule is not None:
                self.rule.note(reading, given=count, low=self.least, most=most or 0)
                value = value[:most]
            else:
                limit = {"least": self.least} if count < self.least else {"most": most}
                fault = "few" if count < self.least else "many"
                return reading.refuse(fault, [], self.expected, given=count, **limit)
        at, read_member = reading.at, self.of.read
        at.append(0)
        members = []
        for number, member in enumerate(value):
            at[-1] = number
            members.append(read_member(member, reading))
        at.pop()
        return members

    def schema(self) -> Schema:
        items = self.of.schema()
        limits: Schema = {"minItems": self.least} if self.least else {}
        limits |= {"maxItems": self.most} if self.most is not None else {}
        inside = {"items": items} if items else {}
        # The required number is published before the kind of the items.
        both = limits | inside if self.least and self.most is None else inside | limits
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
        members = []
        for number, (shape, member) in enumerate(zip(self.of, value, strict=True)):
            reading.at[-1] = number
            members.append(shape.read(member, reading))
        reading.at.pop()
        return members

    def schema(self) -> Schema:
        shapes = [shape.schema() for shape in self.of]
        return {"type": "array", "prefixItems": shapes, "minItems": len(shapes), "items": False}


@dataclass(frozen=True)
class ByName(Shape):
    """An object of any names, each with a value of one shape; with so many names, or any number
    (0)."""

    of: Shape
    size: int = 0
    expected: str = ""
    types = (dict,)

    def read(self, value: Any, reading: Reading) -> Any:
        if not isinstance(value, Mapping):
            return reading.refuse("type", {})
        if self.size and len(value) != self.size:
            return reading.refuse("type", {}, self.expected)
        at, name, read_value = reading.at, TEXT.read, self.of.read
        at.append("")
        values = {}
        for key, member in value.items():
            at[-1] = key
            values[name(key, reading)] = read_value(member, reading)
        at.pop()
        return values

    def schema(self) -> Schema:
        size = {"minProperties": self.size, "maxProperties": self.size} if self.size else {}
        return {"type": "object", "additionalProperties": self.of.schema()} | size


@dataclass(frozen=True)
class Later(Shape):
    """The shape of a field that follows from the fields read before it: `of` returns it for
    them. `usual` is the shape that is published."""

    of: Callable[[Mapping[str, Any]], Shape]
    usual: Shape = ANYTHING

    def schema(self) -> Schema:
        return self.usual.schema()


class _Required:
    """The marker of a field without a default."""


REQUIRED = _Required()


@dataclass(frozen=True)
class Field:
    """A field of an object: its shape, its value if it is left out, and its further names. A
    field with neither default nor further names is required; if it is left out, `absent` is read
    in its place."""

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
    """Return a field that may be left out, or may have another name."""
    return Field(shape, default, others, required)


class Record(Shape):
    """An object of named fields, read in the order of their declaration; `make` is called with
    the values, by name. `expected` replaces the format's own words for a value that is not an
    object."""

    types = (dict,)

    def __init__(
        self,
        fields: Mapping[str, Shape | Field],
        make: Callable[..., Any] = dict,
        *,
        expected: str = "",
    ) -> None:
        self.fields = {
            key: field if isinstance(field, Field) else Field(field)
            for key, field in fields.items()
        }
        self.known = frozenset(
            n for key, field in self.fields.items() for n in (key, *field.others)
        )
        self.rows = [
            (key, field.shape.read, field.default, field.absent)
            for key, field in self.fields.items()
        ]
        self.is_plain = not any(
            field.others or isinstance(field.shape, Later) for field in self.fields.values()
        )
        self.make, self.expected = make, expected

    def read(self, value: Any, reading: Reading) -> Any:
        if type(value) is not dict and not isinstance(value, Mapping):
            return reading.refuse("type", None, self.expected)
        if not self.known.issuperset(value):
            reading.refuse_fields(key for key in value if key not in self.known)
        return self.read_fields(value, reading)

    def read_fields(self, value: Mapping[str, Any], reading: Reading) -> Any:
        """Read the fields of an object, whatever other fields it has."""
        at = reading.at
        values: dict[str, Any] = {}
        at.append("")
        if self.is_plain:
            for key, read, default, absent in self.rows:
                member = value.get(key, REQUIRED)
                if member is REQUIRED:
                    if default is not REQUIRED:
                        values[key] = default
                        continue
                    member = absent
                at[-1] = key
                values[key] = read(member, reading)
        else:
            self._read_by_name(value, reading, values)
        at.pop()
        return values if self.make is dict else self.make(**values)

    def _read_by_name(
        self, value: Mapping[str, Any], reading: Reading, values: dict[str, Any]
    ) -> None:
        """Read fields that have several names, or depend on those before them."""
        for key, field in self.fields.items():
            name = self._name(key, field.others, value, reading)
            if name not in value and field.default is not REQUIRED:
                values[key] = field.default
                continue
            shape = field.shape.of(values) if isinstance(field.shape, Later) else field.shape
            reading.at[-1] = name
            values[key] = shape.read(value.get(name, field.absent), reading)

    def _name(
        self, key: str, others: tuple[str, ...], value: Mapping[str, Any], reading: Reading
    ) -> str:
        """Return the name of a field in this object; note a second one."""
        present = [name for name in (key, *others) if name in value]
        for other in present[1:]:
            at = (*reading.at[:-1], other)
            reading.note("file.field", at, SAME, field=present[0], other=other)
        return present[0] if present else key

    def schema(self) -> Schema:
        properties: Schema = {}
        for key, field in self.fields.items():
            described = field.shape.schema()
            properties |= dict.fromkeys((key, *field.others), described)
        return {
            "type": "object",
            "properties": properties,
            "required": [key for key, field in self.fields.items() if field.is_required],
            "additionalProperties": False,
        }


class Cases(Shape):
    """An object whose field `key` names its record, of several; the first one is usual. `rule`
    is about a field that belongs to another one of them."""

    types = (dict,)

    def __init__(
        self, key: str, cases: Mapping[str, Record], rule: Rule, expected: str = ""
    ) -> None:
        self.key, self.cases, self.rule, self.expected = key, cases, rule, expected
        self.known = set().union(*(case.known for case in cases.values()))
        self.usual = next(iter(cases))

    def read(self, value: Any, reading: Reading) -> Any:
        if not isinstance(value, Mapping):
            return reading.refuse("type", None, self.expected)
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
    """An object of the record by whose name it has a field: of exactly one of them, or of the
    `usual` one, if there is one and it has none of these fields."""

    types = (dict,)

    def __init__(
        self, cases: Mapping[str, Shape], usual: Shape | None = None, expected: str = ""
    ) -> None:
        self.cases, self.usual, self.expected = cases, usual, expected

    def read(self, value: Any, reading: Reading) -> Any:
        if type(value) is not dict and not isinstance(value, Mapping):
            return reading.refuse("type")
        names = self.cases.keys() & value.keys()
        if len(names) == 1:
            return self.cases[names.pop()].read(value, reading)
        if self.usual is not None:
            return self.usual.read(value, reading)
        return reading.refuse("type", None, self.expected)

    def schema(self) -> Schema:
        schemas = [case.schema() for case in self.cases.values()]
        if self.usual is None:
            return {"anyOf": schemas}
        usual = self.usual.schema()
        return {"anyOf": [usual, *schemas]} if schemas else usual
