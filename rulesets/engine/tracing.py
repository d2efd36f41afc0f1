"""The result of a game's function for numbers that nobody knows yet.

The function is called with sums of unknown inputs in place of numbers. Wherever it has to know more
about one ("at least 100?"), it is called once for each answer; what it comes to by all these ways
is put together as a tree of decisions. So a game is declared once, in Python, and can be carried
out where there is no Python: on a phone without a network.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass
from math import ceil, floor, inf
from typing import Any, NoReturn

MOST_PATHS = 300  # ways through a function that are followed
MOST_VALUES = 24  # of a number that is looked up in a table
Bounds = tuple[float, float]


class UndecidableError(TypeError):
    """A function asked for what is unknown in a way that cannot be followed."""


@dataclass(frozen=True, slots=True)
class Test:
    """Whether a sum is one of these `values` (None: whether it is at least 0)."""

    terms: frozenset[tuple[Hashable, float]]
    constant: float = 0
    values: tuple[float, ...] | None = (0,)

    @property
    def is_equation(self) -> bool:
        """Whether it asks if the sum is 0."""
        return self.values is not None and list(self.values) == [0]

    def holds(self, inputs: Mapping[Hashable, float]) -> bool:
        """Return the answer, once the inputs are known."""
        value = self.constant + sum(times * inputs[key] for key, times in self.terms)
        return value >= 0 if self.values is None else value in self.values


Tree = Any  # a Branch, or what it ends in


@dataclass(frozen=True, slots=True)
class Branch:
    """A decision, and what follows from either answer."""

    test: Test
    yes: Tree
    no: Tree


def follow(tree: Tree, inputs: Mapping[Hashable, float]) -> Any:
    """Return the result of the tree, once the inputs are known."""
    while isinstance(tree, Branch):
        tree = tree.yes if tree.test.holds(inputs) else tree.no
    return tree


class Trace:
    """One way through a function: what was decided on it, in order, and within which `bounds` that
    leaves the inputs. The first decisions are given; from there on every answer is yes."""

    def __init__(self, answers: tuple[bool, ...] = ()) -> None:
        self._preset = answers
        self.tests: list[Test] = []
        self.answers: list[bool] = []
        self.bounds: dict[Hashable, Bounds] = {}
        self._known: dict[Test, bool] = {}

    def unknown(self, key: Hashable, low: float = -inf, high: float = inf) -> LinearSum:
        """Return an input as a number within these bounds."""
        self.bounds.setdefault(key, (low, high))
        return LinearSum(self, {key: 1})

    def decide(self, test: Test) -> bool:
        """Return the answer on this way; the same question is answered alike, either way round."""
        if test.is_equation and test not in self._known:
            opposite = Test(frozenset((key, -n) for key, n in test.terms), -test.constant)
            test = opposite if opposite in self._known else test
        if test not in self._known:
            place = len(self.tests)
            answer = self._preset[place] if place < len(self._preset) else True
            self.tests.append(test)
            self.answers.append(answer)
            self._known[test] = answer
            if len(test.terms) == 1:
                self._tighten(test, is_so=answer)
        return self._known[test]

    def _tighten(self, test: Test, *, is_so: bool) -> None:
        """Narrow the bounds of an input by what was decided about it alone."""
        ((key, times),) = test.terms
        low, high = self.bounds.get(key, (-inf, inf))
        limit = -test.constant / times
        if test.values is not None:
            if is_so and len(test.values) == 1:
                low = high = limit + test.values[0] / times
        elif is_so == (times > 0):
            low = max(low, limit)
        else:
            high = min(high, limit)
        self.bounds[key] = (low, high)


@dataclass(frozen=True, slots=True, eq=False)
class LinearSum:
    """A constant plus multiples of inputs."""

    trace: Trace
    terms: Mapping[Hashable, float]
    constant: float = 0

    # --- arithmetic -----------------------------------------------------------------------------

    def __add__(self, other: Any) -> LinearSum:
        if isinstance(other, LinearSum):
            terms = dict(self.terms)
            for key, times in other.terms.items():
                terms[key] = terms.get(key, 0) + times
            terms = {key: times for key, times in terms.items() if times}
            return LinearSum(self.trace, terms, self.constant + other.constant)
        if isinstance(other, int | float):
            return LinearSum(self.trace, self.terms, self.constant + other)
        return NotImplemented

    __radd__ = __add__

    def __mul__(self, other: Any) -> LinearSum:
        if isinstance(other, LinearSum):
            if other.terms and self.terms:
                raise UndecidableError("a product of two unknown numbers")
            return self * other.constant if not other.terms else other * self.constant
        if isinstance(other, int | float):
            terms = {key: times * other for key, times in self.terms.items() if other}
            return LinearSum(self.trace, terms, self.constant * other)
        return NotImplemented

    __rmul__ = __mul__

    def __neg__(self) -> LinearSum:
        return self * -1

    def __pos__(self) -> LinearSum:
        return self

    def __sub__(self, other: Any) -> LinearSum:
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> LinearSum:
        return (-self).__add__(other)

    def __abs__(self) -> LinearSum:
        return self if self >= 0 else -self

    def _refuse(self, *_other: Any) -> NoReturn:
        raise UndecidableError("a number that nobody knows yet")

    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _refuse
    __divmod__ = __rdivmod__ = __pow__ = __rpow__ = __float__ = __round__ = _refuse
    __floor__ = __ceil__ = __trunc__ = __iter__ = _refuse

    # --- decisions ------------------------------------------------------------------------------

    @property
    def _range(self) -> Bounds:
        """The least and the most that it can be."""
        low = high = self.constant
        for key, times in self.terms.items():
            ends = self.trace.bounds[key]
            low += times * ends[0 if times > 0 else 1]
            high += times * ends[1 if times > 0 else 0]
        return low, high

    def _is_positive(self) -> bool:
        """Return whether it is at least 0."""
        low, high = self._range
        if low >= 0 or high < 0:
            return low >= 0
        return self.trace.decide(Test(frozenset(self.terms.items()), self.constant, None))

    def is_one_of(self, values: Collection[float]) -> bool:
        """Return whether it is one of these values."""
        low, high = self._range
        possible = tuple(sorted(value for value in values if low <= value <= high))
        if not possible or low == high:
            return bool(possible)
        return self.trace.decide(Test(frozenset(self.terms.items()), self.constant, possible))

    def __ge__(self, other: Any) -> bool:
        return self.__sub__(other)._is_positive()

    def __le__(self, other: Any) -> bool:
        return self.__rsub__(other)._is_positive()

    def __gt__(self, other: Any) -> bool:
        return not self <= other

    def __lt__(self, other: Any) -> bool:
        return not self >= other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, int | float | LinearSum):
            return False
        return self.__sub__(other).is_one_of((0,))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return self != 0

    def __index__(self) -> int:
        """Return the value, if it is one of a few: each of them is followed."""
        low, high = self._range
        if high - low > MOST_VALUES:
            raise UndecidableError("a number that nobody knows yet")
        for value in range(ceil(low), floor(high)):
            if self == value:
                return value
        return floor(high)

    __int__ = __index__

    def __hash__(self) -> int:
        return hash(int(self))

    def __str__(self) -> str:
        return "?"  # words are not what is asked for

    def __format__(self, how: str) -> str:
        return "?"


def is_one_of(number: Any, values: Collection[float]) -> bool:
    """Return whether a number, known or not, is one of these values."""
    return number.is_one_of(values) if isinstance(number, LinearSum) else number in values


class Unknowable:
    """A value that cannot be worked out in advance: a function that asks for it cannot be
    followed."""

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("__") and name in ("__class__", "__dict__", "__reduce_ex__"):
            return object.__getattribute__(self, name)
        raise UndecidableError(f"{name} of what nobody knows yet")

    def _refuse(self, *_other: Any) -> NoReturn:
        raise UndecidableError("what nobody knows yet")

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mod__ = __index__ = __hash__ = _refuse


def trace(function: Callable[[Trace], Any], otherwise: Any) -> Tree:
    """Return all that a function can come to; `otherwise` where there are too many ways to
    follow."""
    return _Exploration(function, otherwise).grow(())


class _Exploration:
    """The ways through a function, counted; the nearest to the first one are followed first."""

    def __init__(self, function: Callable[[Trace], Any], otherwise: Any) -> None:
        self._function, self._otherwise = function, otherwise
        self._paths = 0

    def grow(self, answers: tuple[bool, ...]) -> Tree:
        """Return the tree below these answers."""
        self._paths += 1
        if self._paths > MOST_PATHS:
            return self._otherwise
        path = Trace(answers)
        tree = self._function(path)
        for place in range(len(path.tests) - 1, len(answers) - 1, -1):
            other = self.grow((*path.answers[:place], False))
            if tree != other:
                tree = Branch(path.tests[place], tree, other)
        return tree
