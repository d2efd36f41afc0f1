"""Evenings that were taken in from old score cards."""

from __future__ import annotations

from django.db import models

from tournaments.models.events import Event
from tournaments.models.jobs import Job


class ScoreCards(models.Model):
    """The lines of score cards that a finished event was counted from; it has no seats and no
    reports.

    `called` is the name of the event in its lines, folded (empty: they name none), `day` its date
    as written: ISO, or a year alone. `lines` are as read, with what was settled
    (`tournaments.records.card_lines`); `people` are the entries by folded name. `job`: the import
    that took it in, `version` that of the event then.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="score_cards")
    job = models.ForeignKey(
        Job, null=True, blank=True, on_delete=models.SET_NULL, related_name="score_cards"
    )
    called = models.CharField(max_length=80, blank=True)
    day = models.CharField(max_length=10)
    lines = models.JSONField(default=list)
    people = models.JSONField(default=dict)
    version = models.PositiveBigIntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)
