"""Values of the engine as JSON and back, by the types that their classes declare.

An object has the fields of its class that are not at their defaults; no class is named. Words are
their template, or a list of template and parameters; accounts are lists; shapes of a drawing say
what they are by `shape`; a kind of answer is its name, a fraction a text.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Hashable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, Union, cast, get_args, get_origin, get_type_hints

from rulesets.drawing import vectors
from rulesets.engine.answers import KINDS, Kind
from rulesets.engine.fields import Field
from rulesets.engine.plays import Account
from rulesets.engine.problems import LARGEST, Unusable, as_text, place
from rulesets.engine.text import NOTHING, Phrase, is_plain

DIGITS = 3  # of a fraction: a drawing is a thousand units wide
FRACTION = re.compile(r"-?\d{1,7}(\.\d{1,3})?")
Json = Any
Reader = Callable[[Any], Any]

SHAPES: dict[str, type] = {
    "rect": vectors.Rect,
    "polygon": vectors.Polygon,
    "circle": vectors.Circle,
    "path": vectors.Path,
    "text": vectors.Text,
    "group": vectors.Group,
}
SHAPE_OF = {kind: name for name, kind in SHAPES.items()}
# Fields that say for a form how something is counted or whose it is; and what has its own place.
LEFT_OUT = {"counter", "asks", "rules", "of_whom", "is_opposite"}
# Documents of finished evenings have this name for a field, which the code calls otherwise by now.
WRITTEN_AS = {"transfers": "movements", "format": "form"}
# What classes name in their annotations without importing it when they run.
NAMES = {"Kind": Kind, "Field": Field}


class Mismatch(Exception):
    """A value of the wrong kind: its path, and what is expected there."""

    def __init__(self, expected: str, *path: str | int) -> None:
        super().__init__(expected)
        self.expected, self.path = expected, path

    def under(self, step: str | int) -> Mismatch:
        """Return the same mismatch with its path one level further out."""
        return Mismatch(self.expected, step, *self.path)


def write(value: Any) -> Json:
    """Return a value of the engine as JSON."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, float):
        return f"{value:.{DIGITS}f}".rstrip("0").rstrip(".")
    if isinstance(value, Phrase):
        return _words(value)
    if isinstance(value, Account):
        return [value.kind, value.who, value.what] if value.what else [value.kind, value.who]
    if isinstance(value, tuple | list):
        return [write(member) for member in value]
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, Mapping):
        return {key: write(member) for key, member in value.items()}
    if isinstance(value, Kind):
        return value.name
    return _object(value)


def _words(words: Phrase) -> Json:
    if not words.params:
        return words.template
    params = {
        key: _inner(value) if isinstance(value, Phrase) else _plain(value)
        for key, value in words.params.items()
    }
    return [words.template, params]


def _plain(value: object) -> Json:
    return value if isinstance(value, str | int) else str(value)


def _inner(words: Phrase) -> Json:
    """Write a phrase among parameters; its text in a list, as plain texts are people's own."""
    text = _words(words)
    return [text] if isinstance(text, str) else text


def _object(value: Any) -> dict[str, Json]:
    members: dict[str, Json] = {}
    kind: Any = type(value)
    if kind in SHAPE_OF:
        members["shape"] = SHAPE_OF[kind]
    for name, usual in _defaults(kind):
        member = getattr(value, name)
        if usual is dataclasses.MISSING or member != usual:
            members[WRITTEN_AS.get(name, name)] = write(member)
    return members


@cache
def _defaults(kind: type) -> tuple[tuple[str, Any], ...]:
    """Return the fields that are written, each with its default."""
    return tuple(
        (
            column.name,
            column.default_factory() if callable(column.default_factory) else column.default,
        )
        for column in dataclasses.fields(kind)
        if column.init and column.name not in LEFT_OUT and not column.name.startswith("_")
    )


def read(kind: Any, value: Json, *at: str | int) -> Any:
    """Return the value of a type. Raises Unusable with the path (from `at` on) and what is expected
    there."""
    try:
        return reader(kind)(value)
    except Mismatch as mismatch:
        message = f"{place((*at, *mismatch.path))}: expected {mismatch.expected}"
        raise Unusable(message) from None


@cache
def reader(kind: Hashable) -> Reader:
    """Return a function that reads values of a type."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _union(args)
    if origin is Literal:
        return _one_of(frozenset(args))
    if origin is tuple:
        return _list_of(args[0]) if args[1:] == (...,) else _fixed(args)
    if origin is frozenset:
        items = _list_of(args[0])
        return lambda value: frozenset(items(value))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(args[1])
    return _record(cast("type", kind))


def _text(value: Json) -> str:
    try:
        return as_text(value, ())
    except Unusable:
        raise Mismatch("text") from None


def _whole(value: Json) -> int:
    if type(value) is not int or abs(value) > LARGEST:
        raise Mismatch("a whole number")
    return value


def _number(value: Json) -> float:
    if isinstance(value, str) and FRACTION.fullmatch(value):
        return float(value)
    return _whole(value)


def _truth(value: Json) -> bool:
    if type(value) is not bool:
        raise Mismatch("true or false")
    return value


def _nothing(value: Json) -> None:
    if value is not None:
        raise Mismatch("nothing")


def _scalar(value: Json) -> Any:
    """Whatever is no object; lists as tuples."""
    if isinstance(value, list):
        return tuple(map(_scalar, value))
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, dict):
        raise Mismatch("a plain value")
    return value


def read_words(value: Json) -> Phrase:
    """Read a phrase; the braces of its template may hold nothing but names."""
    if value == "":
        return NOTHING
    parts = value if isinstance(value, list) else [value]
    if not 1 <= len(parts) <= 2 or not (len(parts) == 1 or isinstance(parts[1], dict)):
        raise Mismatch("a text, or one with its parameters")
    template = _text(parts[0])
    if not is_plain(template):
        raise Mismatch("a text with nothing but names in its braces")
    params = parts[1] if len(parts) == 2 else {}
    return Phrase(template, {_text(key): _param(param) for key, param in params.items()})


def _param(value: Json) -> str | int | Phrase:
    if isinstance(value, list):
        return read_words(value)
    if isinstance(value, bool):
        return value
    return _text(value) if isinstance(value, str) else _whole(value)


def _account(value: Json) -> Account:
    if not isinstance(value, list) or not 1 <= len(value) <= 3:
        raise Mismatch("the kind of an account, whose, and what")
    parts = [*value, *("", -1, "")[len(value) :]]
    return Account(_text(parts[0]), _whole(parts[1]), _text(parts[2]))


def _kind(value: Json) -> Kind:
    answer_kind = KINDS.get(value) if isinstance(value, str) else None
    if answer_kind is None:
        raise Mismatch("a kind of answer")
    return answer_kind


def _item(value: Json) -> Any:
    shape = value.get("shape") if isinstance(value, dict) else None
    kind = SHAPES.get(shape) if isinstance(shape, str) else None
    if kind is None:
        raise Mismatch("a shape of a drawing")
    return reader(kind)({key: member for key, member in value.items() if key != "shape"})


_PLAIN: dict[Any, Reader] = {
    str: _text,
    int: _whole,
    float: _number,
    bool: _truth,
    None: _nothing,
    NoneType: _nothing,
    Any: _scalar,
    Phrase: read_words,
    Account: _account,
    Kind: _kind,
    vectors.Item: _item,
}


def _union(kinds: tuple[Any, ...]) -> Reader:
    if vectors.Rect in kinds:
        return _item
    readers = [reader(kind) for kind in kinds if kind is not NoneType]
    empty = NoneType in kinds

    def read_any(value: Json) -> Any:
        if value is None and empty:
            return None
        for read_kind in readers[:-1]:
            try:
                return read_kind(value)
            except Mismatch:
                continue
        return readers[-1](value)

    return read_any


def _one_of(allowed: frozenset[Any]) -> Reader:
    def member(value: Json) -> Any:
        if not isinstance(value, str | int) or value not in allowed:
            raise Mismatch("one of " + ", ".join(map(repr, sorted(allowed))))
        return value

    return member


def _items(value: Json) -> list[Any]:
    if not isinstance(value, list):
        raise Mismatch("a list")
    return value


def _list_of(kind: Any) -> Reader:
    inner: list[Reader] = []  # set at the first use: types can hold each other

    def items(value: Json) -> tuple[Any, ...]:
        if not inner:
            inner.append(reader(kind))
        read_member, members = inner[0], []
        for member in _items(value):
            try:
                members.append(read_member(member))
            except Mismatch as wrong:
                raise wrong.under(len(members)) from None
        return tuple(members)

    return items


def _fixed(kinds: tuple[Any, ...]) -> Reader:
    readers = [reader(kind) for kind in kinds]

    def items(value: Json) -> tuple[Any, ...]:
        if len(_items(value)) != len(readers):
            raise Mismatch(f"a list of {len(readers)}")
        return tuple(
            read_member(member) for read_member, member in zip(readers, value, strict=True)
        )

    return items


def _mapping(kind: Any) -> Reader:
    inner = reader(kind)

    def members(value: Json) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise Mismatch("an object")
        values = {}
        for key, member in value.items():
            try:
                values[_text(key)] = inner(member)
            except Mismatch as wrong:
                raise wrong.under(key) from None
        return values

    return members


def _record(kind: type) -> Reader:
    if not dataclasses.is_dataclass(kind):
        raise TypeError(f"{kind} is nothing that is kept")
    inner: dict[str, tuple[str, Reader]] = {}
    needed = {name for name, usual in _defaults(kind) if usual is dataclasses.MISSING}

    def record(value: Json) -> Any:
        if not inner:
            hints = get_type_hints(kind, localns=NAMES)
            inner.update(
                (WRITTEN_AS.get(name, name), (name, reader(hints[name])))
                for name, _usual in _defaults(kind)
                if get_origin(hints[name]) is not ClassVar
            )
        if not isinstance(value, dict):
            raise Mismatch("an object")
        values = {}
        for key, member in value.items():
            if key not in inner:
                raise Mismatch("no field of that name", key)
            name, read_field = inner[key]
            try:
                values[name] = read_field(member)
            except Mismatch as wrong:
                raise wrong.under(key) from None
        if lacking := needed - values.keys():
            raise Mismatch("a value", min(lacking))
        return kind(**values)

    return record
