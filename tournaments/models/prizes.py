"""Prizes of an event."""

from __future__ import annotations

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import TEAM_LENGTH, Entry, Event

SEED_BITS = 53
MOST_PRIZES = 30  # of an event


def new_seed() -> int:
    """Return the source of a lot, which nobody knows before."""
    return secrets.randbits(SEED_BITS)


class Prize(models.Model):
    """A prize that was named before the end of an event; who has it follows from the standings.

    `place` is that of the first kind, `group` a role or a team. `cut_winner` won the cut among
    those who were level.
    """

    class Kind(models.TextChoices):
        PLACE = "place", _("Place")
        LAST = "last", _("Last place")
        ROLE = "role", _("Best of a role")
        TEAM = "team", _("Best of a team")
        ROUND = "round", _("Best single round")
        LOT = "lot", _("By lot")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="prizes")
    position = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    place = models.PositiveSmallIntegerField(default=0)
    group = models.CharField(max_length=TEAM_LENGTH, blank=True)
    title = models.CharField(max_length=60)
    gift = models.CharField(max_length=80, blank=True)
    seed = models.BigIntegerField(default=new_seed)
    cut_winner = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ("position", "pk")

    def __str__(self) -> str:
        return self.title
