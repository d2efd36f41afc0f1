"""Addresses, forms and words of the host's pages, for their tests."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from tournaments.models import Event


def at(name: str, event: Event, *more: int, set_number: int = 1) -> str:
    """The address of a page of the event, or of one of its tables: (number, hand)."""
    if more and name.startswith(OF_TABLES):
        return reverse(name, args=[event.pk, set_number, *more])
    return reverse(name, args=[event.pk, *more])


OF_TABLES = ("event_table", "event_deal", "event_slip")


def form(tricks: tuple[int | str, int | str], **more: Any) -> dict[str, Any]:
    return {
        "answer-tricks-0": tricks[0],
        "answer-tricks-1": tricks[1],
        "seen": 0,
        "key": "a-key",
    } | more
