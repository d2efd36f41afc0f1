"""What the processes of a large installation share: what one makes for all, and Django's cache."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from tournaments.cache import memo, redis_client, shared_cache
from tournaments.cache.memo import MemoEntry
from tournaments.cache.shared_cache import SharedMemo

pytestmark = pytest.mark.usefixtures("redis_at_hand")


class Words:
    """As much of Redis as a shared memo asks for."""

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
    monkeypatch.setattr(redis_client, "client", lambda _url: words)
    monkeypatch.setattr(redis_client, "_open_until", {})

    class Cache:
        get, set, delete, make_key = words.get, words.put, words.delete, words.make_key

    monkeypatch.setattr(shared_cache, "cache", Cache)
    return words


def a_process() -> SharedMemo[str]:
    """The memo of another process: it knows only what is shared."""
    return SharedMemo("text", 100, len)


def made(value: str, calls: list[str]) -> Any:
    def make() -> str:
        calls.append(value)
        return value

    return make


def test_a_second_process_takes_what_the_first_has_made() -> None:
    calls: list[str] = []
    first, second = a_process(), a_process()
    assert first.get("key", 1, made("one", calls)) == "one"
    assert second.get("key", 1, made("two", calls)) == "one"
    assert second.get("key", 2, made("three", calls)) == "three"
    assert second.get("other", 1, made("four", calls)) == "four"
    assert first.get("key", 2, made("five", calls)) == "three"
    assert calls == ["one", "three", "four"]


def test_a_value_of_another_process_is_as_old_as_it_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[str] = []
    now = [100.0]
    monkeypatch.setattr(memo, "time", lambda: now[0])
    first, second = a_process(), a_process()
    first.get("key", 1, made("one", calls), old=2.0)
    now[0] = 101.5
    assert second.get("key", 2, made("two", calls), old=2.0) == "one"
    now[0] = 102.5
    assert second.get("key", 2, made("three", calls), old=2.0) == "three"


def test_who_comes_while_it_is_made_waits_for_it(
    monkeypatch: pytest.MonkeyPatch, redis_at_hand: Words
) -> None:
    calls: list[str] = []
    mine = a_process()
    name, claim = mine._name("entry", "key"), mine._name("claim", ("key", 1))
    redis_at_hand.kept[claim] = 1  # another process makes it
    polls = []

    def later(seconds: float) -> None:
        polls.append(seconds)
        if len(polls) == 3:
            redis_at_hand.put(name, MemoEntry("theirs", 1, 0.0), 1)

    monkeypatch.setattr(shared_cache, "sleep", later)
    assert mine.get("key", 1, made("mine", calls)) == "theirs"
    assert calls == []


def test_nobody_waits_for_a_process_that_died(
    monkeypatch: pytest.MonkeyPatch, redis_at_hand: Words
) -> None:
    calls: list[str] = []
    mine = a_process()
    redis_at_hand.kept[mine._name("claim", ("key", 1))] = 1
    now = [0.0]
    monkeypatch.setattr(shared_cache, "monotonic", lambda: now[0])
    monkeypatch.setattr(shared_cache, "sleep", lambda seconds: now.__setitem__(0, now[0] + 0.5))
    assert mine.get("key", 1, made("mine", calls)) == "mine"
    assert now[0] > shared_cache.CLAIM_SECONDS


def test_what_failed_is_left_to_the_next(redis_at_hand: Words) -> None:
    def fail() -> str:
        raise ValueError("broken")

    mine = a_process()
    with pytest.raises(ValueError, match="broken"):
        mine.get("key", 1, fail)
    assert mine.get("key", 1, made("mine", [])) == "mine"
    assert mine._name("claim", ("key", 1)) not in redis_at_hand.kept


def test_without_redis_every_process_makes_its_own(redis_at_hand: Words) -> None:
    redis_at_hand.away = True
    calls: list[str] = []
    for value in ("one", "two"):
        assert a_process().get(value, 1, made(value, calls)) == value
    assert calls == ["one", "two"]
