"""Values that are made once: never out of date, bounded, and by one thread for all."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import inf
from threading import Barrier, Event
from time import sleep
from typing import TYPE_CHECKING, Any

import pytest
from django.db import transaction
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import override

from tournaments.cache import memo as module
from tournaments.cache.memo import Memo, clear_memos
from tournaments.cache.page_cache import render_fragment

if TYPE_CHECKING:
    from collections.abc import Callable


MEANWHILE = 0.1  # seconds in which the others come


class Pen:
    """Writes, and counts how often it had to."""

    def __init__(self, text: str = "drawn") -> None:
        self.text = text
        self.times = 0

    def __call__(self) -> SafeString:
        self.times += 1
        return mark_safe(f"{self.text} {self.times}")


def a_memo(capacity: float = 1000) -> Memo[str]:
    return Memo(capacity, len)


def test_a_value_is_made_once_for_each_key() -> None:
    memo, pen = a_memo(), Pen()
    assert memo.get("seats", 1, pen) == memo.get("seats", 1, pen) == "drawn 1"
    assert memo.get("others", 1, pen) == "drawn 2"
    memo: Memo[str | None] = Memo(1)
    made: list[int] = []
    for _twice in range(2):
        assert memo.get("key", 1, lambda: made.append(1)) is None
    assert made == [1]


def test_a_value_takes_the_place_of_its_former_state() -> None:
    memo, pen = a_memo(), Pen()
    memo.get("form", ["tricks"], pen)
    assert memo.get("form", ["tricks"], pen) == "drawn 1"
    assert memo.get("form", ["tricks", "lady"], pen) == "drawn 2"
    assert memo.get("form", ["tricks"], pen) == "drawn 3"
    assert memo.weight == len("drawn 3")
    assert len(memo) == 1


def test_fragments_are_kept_by_language() -> None:
    pen = Pen()
    render_fragment("seats", pen)
    with override("de"):
        assert render_fragment("seats", pen) == "drawn 2"
    assert render_fragment("seats", pen) == "drawn 1"
    assert render_fragment("seats", pen, shows="something else") == "drawn 3"


def test_the_oldest_make_room() -> None:
    memo, pen = a_memo(capacity=20), Pen()
    for key in ("first", "second", "third"):  # seven letters each
        memo.get(key, 1, pen)
    assert pen.times == 3
    assert memo.weight == 14
    memo.get("third", 1, pen)
    memo.get("second", 1, pen)
    assert pen.times == 3
    assert memo.get("first", 1, pen) == "drawn 4"


@pytest.mark.parametrize("weight", [4, inf])
def test_what_is_heavier_than_all_the_room_is_not_kept(weight: float) -> None:
    """And does not push out what is."""
    pen = Pen()
    memo: Memo[str] = Memo(3, lambda value: 1 if value == "drawn 1" else weight)
    assert memo.get("seats", 1, pen) == "drawn 1"
    assert memo.get("seats", 2, pen) == "drawn 2"
    assert memo.get("others", 2, pen) == "drawn 3"
    assert memo.get("seats", 1, pen) == "drawn 1"
    assert memo.weight == 1


def test_a_value_of_another_state_is_renewed_where_it_can_be() -> None:
    memo, pen = a_memo(), Pen()
    told: list[tuple[str, Any]] = []

    def renew(value: str, state: object) -> tuple[str, object] | None:
        told.append((value, state))
        return (f"{value}, renewed", 2) if state == 1 else None

    assert memo.get("seats", 1, pen, renew=renew) == "drawn 1"
    assert told == []
    assert memo.get("seats", 2, pen, renew=renew) == "drawn 1, renewed"
    assert memo.get("seats", 2, pen, renew=renew) == "drawn 1, renewed"
    assert memo.get("seats", 3, pen, renew=renew) == "drawn 2"
    assert told == [("drawn 1", 1), ("drawn 1, renewed", 2)]


def test_who_only_looks_on_may_get_a_value_that_is_some_seconds_old(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr(module, "time", lambda: now[0])
    memo, pen = a_memo(), Pen()
    assert memo.get("a", 1, pen, old=2.0) == "drawn 1"
    now[0] = 101.9
    assert memo.get("a", 2, pen, old=2.0) == "drawn 1"
    assert memo.get("a", 2, pen) == "drawn 2"  # who works on it sees it as it is
    assert memo.get("a", 3, pen, old=2.0) == "drawn 2"
    now[0] = 104.0
    assert memo.get("a", 3, pen, old=2.0) == "drawn 3"
    now[0] = 50.0  # a clock that was put back makes nothing young again
    assert memo.get("a", 4, pen, old=2.0) == "drawn 4"


def test_what_was_put_in_is_found_in_its_state() -> None:
    memo: Memo[str] = Memo(2)
    for number, key in enumerate("aba"):
        memo.put(key, f"{key} {number}", number)
    assert (memo.peek("a", 2), memo.peek("a", 0), memo.peek("c", 2)) == ("a 2", None, None)
    memo.put("c", "c", 3)
    assert memo.peek("b", 1) is None  # the oldest
    assert len(memo) == 2


def test_what_is_forgotten_is_made_anew_even_while_it_is_made() -> None:
    memo, pen = a_memo(), Pen()
    memo.get("a", 1, pen)
    memo.forget("a")
    memo.forget("nothing")
    assert memo.get("a", 1, pen) == "drawn 2"
    clear_memos()
    assert (len(memo), memo.weight) == (0, 0)
    memo = a_memo()

    def make() -> str:
        memo.forget("a")
        return "read before"

    assert memo.get("a", 1, make) == "read before"
    assert memo.get("a", 1, lambda: "read after") == "read after"


# --- several threads -----------------------------------------------------------------------------


def together(count: int, work: Callable[[], object]) -> list[object]:
    """What so many threads get that do the same at once; an error is a result as well."""
    ready = Barrier(count)

    def one() -> object:
        ready.wait(10)
        try:
            return work()
        except ValueError as error:
            return error

    with ThreadPoolExecutor(count) as threads:
        return [future.result(10) for future in [threads.submit(one) for _ in range(count)]]


def test_one_thread_makes_a_value_that_many_ask_for() -> None:
    memo, made = a_memo(), []

    def make() -> str:
        made.append(1)
        sleep(MEANWHILE)
        return "value"

    assert together(8, lambda: memo.get("key", 1, make)) == ["value"] * 8
    assert made == [1]
    assert memo._flights == {}


def test_a_value_that_failed_is_tried_anew_by_those_who_waited() -> None:
    memo, made = a_memo(), []

    def make() -> str:
        made.append(1)
        sleep(MEANWHILE)
        if len(made) == 1:
            raise ValueError("broken")
        return "value"

    got = together(4, lambda: memo.get("key", 1, make))
    assert [type(one) for one in got].count(ValueError) == 1
    assert got.count("value") == 3
    assert len(made) == 2
    assert memo._flights == {}


def test_who_waits_for_another_state_renews_it_then() -> None:
    memo, begun = a_memo(), Event()

    def slow() -> str:
        begun.set()
        sleep(MEANWHILE)
        return "one"

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(memo.get, "key", 1, slow)
        begun.wait(10)
        second = memo.get("key", 2, Pen(), renew=lambda value, _state: (f"{value}, two", 2))
        assert (first.result(10), second) == ("one", "one, two")


def test_values_of_different_keys_do_not_wait_for_each_other() -> None:
    memo, both = a_memo(), Barrier(2)

    def make(text: str) -> str:
        both.wait(10)  # passes only while both are being made
        return text

    with ThreadPoolExecutor(2) as threads:
        futures = [threads.submit(memo.get, key, 1, partial(make, key)) for key in "ab"]
        assert [future.result(10) for future in futures] == ["a", "b"]


@pytest.mark.django_db
def test_nobody_waits_inside_a_transaction() -> None:
    """For its end others may wait."""
    memo, begun, done = a_memo(), Event(), Event()

    def slow() -> str:
        begun.set()
        done.wait(10)
        return "theirs"

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(memo.get, "key", 1, slow)
        begun.wait(10)
        with transaction.atomic():
            assert memo.get("key", 1, lambda: "mine") == "mine"
        done.set()
        assert first.result(10) == "theirs"
    assert memo.peek("key", 1) == "theirs"
