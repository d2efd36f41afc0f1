"""Python looks for garbage again as soon as nobody minds, and after whatever went wrong."""

import gc
from collections.abc import Iterator

import pytest

from scorekeeper import asgi, wsgi
from tests.tournaments import evening as evenings
from tournaments.boards import hall
from tournaments.cache.gc_control import pause_gc, settle
from tournaments.standings.selectors import computed


@pytest.fixture(autouse=True)
def searched() -> Iterator[None]:
    assert gc.isenabled()
    yield
    assert gc.isenabled()


def test_the_last_one_to_mind_and_an_error_let_it_begin_again() -> None:
    with pause_gc():
        with pause_gc():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError), pause_gc():
        raise ZeroDivisionError
    assert gc.isenabled()


@pytest.mark.parametrize("entrance", [asgi, wsgi])
def test_every_process_settles_once_it_has_loaded(entrance: object) -> None:
    assert getattr(entrance, "settle", None) is settle


@pytest.mark.django_db
def test_the_fold_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    event = evenings.start(8)
    seen = []
    read = hall.read_drive

    def noting(*values: object) -> object:
        seen.append(gc.isenabled())
        return read(*values)  # type: ignore[arg-type]

    monkeypatch.setattr(hall, "read_drive", noting)
    computed(event)
    assert seen == [False]
