"""What is kept of a finished evening: its game and format, and what its boards or hands came to.

The cover of the game is small and read with the evening; the rest is packed and read when a page
asks for it.
"""

from __future__ import annotations

import json
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from rulesets.engine.options import parse_options
from rulesets.folded.board import key_of
from rulesets.folded.codec import read
from rulesets.folded.document import Boards, read_boards, read_drive, read_rules, unpacked
from rulesets.folded.game import FoldedGame, unfold
from tournaments.cache.memo import Memo
from tournaments.models import Event, Snapshot

if TYPE_CHECKING:
    from rulesets.folded.drive import FoldedDrive
    from rulesets.folded.plays import Rules
    from rulesets.formats import Format

EVENTS = 128
COVERS = 256

_formats: Memo[Format | None] = Memo(EVENTS)


def kept_format(event: Event) -> Format | None:
    """The format of a finished event with its game, as they were when it ended; None for an event
    that goes on, and where nothing of the kind is kept."""
    if event.state != Event.State.FINISHED or event.pk is None:
        return None

    def make() -> Format | None:
        cover = _cover(event)
        return None if cover is None else _format(event, cover)

    return _formats.get(event.pk, (event.version, event.changed), make)


def forget(event: Event) -> None:
    """Read anew what is kept of an event: it was written just now."""
    _formats.forget(event.pk)


def kept_boards(event: Event) -> Boards:
    """What the boards of a finished event came to."""
    return read_boards(unpacked(_document(event.pk)))


def _cover(event: Event) -> dict[str, Any] | None:
    """The cover of a finished event's game; read with the event, or by itself."""
    if Event._meta.get_field("snapshot").is_cached(event):
        return getattr(getattr(event, "snapshot", None), "game", None)
    return Snapshot.objects.filter(event=event.pk).values_list("game", flat=True).first()


def _format(event: Event, cover: dict[str, Any]) -> Format:
    def agreed(kind: type) -> Any:
        return parse_options(kind, event.options)[0]

    return unfold(
        read_cover(key_of(cover)),
        agreed,
        partial(_rules, event.pk),
        partial(_drive, event.pk),
        json.loads(event.declared) if event.declared else None,
    )


@lru_cache(COVERS)
def read_cover(text: str) -> FoldedGame:
    """The cover of a game from its JSON. Raises Unusable for what is none."""
    found: FoldedGame = read(FoldedGame, json.loads(text), "snapshot", "game")
    return found


def _document(event_id: int) -> bytes:
    found = Snapshot.objects.filter(event=event_id).values_list("boards", flat=True).get()
    return bytes(found or b"")


def _rules(event_id: int) -> Rules:
    return read_rules(unpacked(_document(event_id)))


def _drive(event_id: int) -> FoldedDrive:
    return read_drive(unpacked(_document(event_id)))
