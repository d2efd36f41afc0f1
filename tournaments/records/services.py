"""What records need of a finished event is stored with its snapshot."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.apps import AppConfig, apps
from django.apps.registry import Apps

from rulesets.records.score_cards.evenings import count_evening
from rulesets.records.score_cards.values import Key, fold
from rulesets.records.summaries import details_to_json, summarize, to_json
from tournaments.boards.hall import Hall
from tournaments.models import Event, ScoreCards, Snapshot
from tournaments.models.event_games import live_game
from tournaments.records.card_games import CountedGame
from tournaments.records.card_lines import from_stored
from tournaments.records.played_evenings import read_evening
from tournaments.scores.snapshots import is_newest
from tournaments.standings.selectors import snapshot_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.db.models import QuerySet

    from rulesets.records.played_evenings import PlayedEvening
    from rulesets.records.score_cards.evenings import CardEvening
    from tournaments.standings.rows import StandingRow

log = logging.getLogger(__name__)


def summary_values(event: Event, rows: Sequence[StandingRow], hall: Hall) -> dict[str, Any]:
    """Return the fields of a snapshot that records are counted from. `rows` are the final
    standings."""
    summary, details = summarize(read_evening(event, rows, hall))
    return {"records": to_json(summary), "record_details": details_to_json(details)}


def record_values(played: PlayedEvening, entries: Sequence[int]) -> dict[str, Any]:
    """Return the same fields of an event from score cards, whose chairs are these `entries`."""
    results = zip(played.chairs, entries, strict=True)
    chairs = tuple(replace(result, key=entry) for result, entry in results)
    summary, details = summarize(replace(played, chairs=chairs))
    return {"records": to_json(summary), "record_details": details_to_json(details)}


def count_cards(cards: ScoreCards, *, accepts_all: bool = False) -> CardEvening:
    """Count a stored event from its cards anew; `accepts_all`: as if all lines were accepted as on
    the card."""
    event = cards.event
    stored = from_stored(cards.lines, cards.day, event.game)
    key = Key(cards.called, cards.day, event.game)
    game = CountedGame(live_game(event))
    accepted = None if accepts_all else stored.accepted
    return count_evening(key, stored.lines, game, stored.cells, accepted)


def open_lines(cards: ScoreCards) -> set[int]:
    """Return the lines that contradict each other and are not accepted as on the card, by number.
    No cures are sought, which takes long for many."""
    accepted = from_stored(cards.lines, cards.day, cards.event.game).accepted
    return set(count_cards(cards, accepts_all=True).checked.as_on_card) - accepted


def entries_of_cards(cards: ScoreCards, counted: CardEvening) -> list[int]:
    """Return the entry of each chair of an event from cards."""
    return [cards.people[fold(chair[0])] for chair in counted.chairs]


def _values_of_cards(cards: ScoreCards) -> dict[str, Any]:
    """Return what records need of a stored event from cards."""
    counted = count_cards(cards)
    return record_values(counted.played, entries_of_cards(cards, counted))


def complete_records(event: Event) -> None:
    """Store what records need of a finished event, from its snapshot or its score cards."""
    cards = ScoreCards.objects.filter(event=event).select_related("event").first()
    if cards is not None:
        Snapshot.objects.filter(event=event).update(**_values_of_cards(cards))
        return
    values = summary_values(event, snapshot_rows(event), Hall.now(event))
    Snapshot.objects.filter(event=event).update(**values)


def complete_missing(events: Iterable[Event]) -> int:
    """Complete finished events that an earlier version finished; return how many were."""
    done = 0
    for event in events:
        try:
            complete_records(event)
        except Exception:  # one unreadable evening must not hide all others
            log.exception("Records cannot be counted for event %s", event.pk)
        else:
            done += 1
    return done


def complete_records_after_migrating(sender: AppConfig, apps: Apps = apps, **_signal: Any) -> None:
    """Complete all finished events once the tables have the shape of this version
    (`post_migrate`)."""
    if is_newest(sender, apps):
        complete_missing(unfinished_records())


def unfinished_records() -> QuerySet[Event]:
    """Return the finished events that have a snapshot without sums."""
    waiting = Event.objects.filter(state=Event.State.FINISHED, snapshot__records__isnull=True)
    return waiting.exclude(snapshot=None).order_by("pk")
