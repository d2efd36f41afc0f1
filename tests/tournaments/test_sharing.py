"""What the processes of a large installation make for each other."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from tournaments import patience, sharing

pytestmark = pytest.mark.usefixtures("redis_at_hand")


class Words:
    """As much of Redis as the sharing asks for."""

    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}
        self.away = False

    def set(self, key: str, value: Any, *, nx: bool, px: int) -> bool | None:
        assert nx
        assert px > 0
        if self.away:
            raise ConnectionError
        if key in self.kept:
            return None
        self.kept[key] = value
        return True

    def get(self, key: str) -> Any:
        found = self.kept.get(key)
        return None if found is None else pickle.loads(found)

    def put(self, key: str, value: Any, _seconds: int) -> None:
        self.kept[key] = pickle.dumps(value)

    def delete(self, key: str) -> None:
        self.kept.pop(key, None)

    make_key = staticmethod(str)


@pytest.fixture
def redis_at_hand(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Words:
    words = Words()
    settings.REDIS_URL = "redis://nowhere"
    monkeypatch.setattr(patience, "client", lambda _url: words)
    monkeypatch.setattr(patience, "_rests_until", {})

    class Cache:
        get, set, delete, make_key = words.get, words.put, words.delete, words.make_key

    monkeypatch.setattr(sharing, "cache", Cache)
    return words


def made(value: str, calls: list[str]) -> Any:
    def make() -> str:
        calls.append(value)
        return value

    return make


def anything(_found: str) -> bool:
    return True


def test_a_second_process_takes_what_the_first_has_made() -> None:
    calls: list[str] = []
    assert sharing.page("key", anything, made("one", calls), "flight") == "one"
    assert sharing.page("key", anything, made("two", calls), "flight") == "one"
    assert sharing.page("key", lambda one: one == "x", made("three", calls), "flight") == "three"
    assert sharing.page("other", anything, made("four", calls), "flight") == "four"
    assert calls == ["one", "three", "four"]


def test_who_comes_while_it_is_made_waits_for_it(
    monkeypatch: pytest.MonkeyPatch, redis_at_hand: Words
) -> None:
    calls: list[str] = []
    name, claim = sharing._name("page", "key"), sharing._name("making", "flight")
    redis_at_hand.kept[claim] = 1  # another process makes it
    looks = []

    def later(seconds: float) -> None:
        looks.append(seconds)
        if len(looks) == 3:
            redis_at_hand.put(name, "theirs", 1)

    monkeypatch.setattr(sharing, "sleep", later)
    assert sharing.page("key", anything, made("mine", calls), "flight") == "theirs"
    assert calls == []


def test_nobody_waits_for_a_process_that_died(
    monkeypatch: pytest.MonkeyPatch, redis_at_hand: Words
) -> None:
    calls: list[str] = []
    redis_at_hand.kept[sharing._name("making", "flight")] = 1
    now = [0.0]
    monkeypatch.setattr(sharing, "monotonic", lambda: now[0])
    monkeypatch.setattr(sharing, "sleep", lambda seconds: now.__setitem__(0, now[0] + 0.5))
    assert sharing.page("key", anything, made("mine", calls), "flight") == "mine"
    assert now[0] > sharing.PATIENCE


def test_what_failed_is_left_to_the_next(redis_at_hand: Words) -> None:
    def fail() -> str:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        sharing.page("key", anything, fail, "flight")
    assert sharing.page("key", anything, made("mine", []), "flight") == "mine"
    assert sharing._name("making", "flight") not in redis_at_hand.kept


def test_without_redis_every_process_makes_its_own(redis_at_hand: Words) -> None:
    redis_at_hand.away = True
    calls: list[str] = []
    for value in ("one", "two"):
        assert sharing.page(value, anything, made(value, calls), "flight") == value
    assert calls == ["one", "two"]
