"""Seatings shown, hidden and put away, inside a turn."""

from __future__ import annotations

from django.utils import timezone

from tournaments.models import Entry, Event, Seating


def discard(event: Event) -> int | None:
    """Put a draft away whose people are no longer right; returns its id. Inside a turn."""
    draft = event.seatings.filter(state=Seating.State.DRAFT).first()
    if draft is None:
        return None
    draft.state = Seating.State.REPLACED
    draft.save(update_fields=["state"])
    return draft.pk


def show(event: Event, seating: Seating) -> None:
    """The inner part of publishing: state, roles that change from now on. Inside a turn."""
    seating.state = Seating.State.PUBLISHED
    seating.published_at = timezone.now()
    seating.save(update_fields=["state", "published_at"])
    for entry_id, _, role in seating.flips:
        Entry.objects.filter(pk=entry_id).update(role=role)
    if event.state == Event.State.SETUP:
        event.state = Event.State.PLAYING
        event.save(update_fields=["state"])


def hide(event: Event, seating: Seating, state: Seating.State) -> None:
    """Take a published seating back, with the roles that it changed. Inside a turn."""
    seating.state = state
    seating.published_at = None
    seating.save(update_fields=["state", "published_at"])
    for entry_id, before, _ in seating.flips:
        Entry.objects.filter(pk=entry_id).update(role=before)
    if seating.set_number == 1 and state == Seating.State.DRAFT:
        event.state = Event.State.SETUP
        event.save(update_fields=["state"])
