"""Who may come in: the host's one-time sign-in, and the links of an event."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from tournaments.models.seating import Table


def new_token() -> str:
    """Return 144 random bits in 24 characters fit for an address and a QR code."""
    return secrets.token_urlsafe(18)


class Link(models.Model):
    """An unguessable, revocable way into one event."""

    class Kind(models.TextChoices):
        SCOREKEEPER = "scorekeeper", _("Scorekeeper")
        TABLE = "table", _("Table")
        SPECTATOR = "spectator", _("Spectators")
        WALL = "wall", _("Wall screen")

    event = models.ForeignKey("Event", on_delete=models.CASCADE, related_name="links")
    kind = models.CharField(max_length=12, choices=Kind)
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    label = models.CharField(max_length=80, blank=True)
    token = models.CharField(max_length=64, unique=True, default=new_token)
    created = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    # Not columns: the table of one set, and the newest thing that its phones show, where they were
    # read along with the link.
    seated: Table | None = None
    mark: str = ""

    class Meta:
        ordering = ("kind", "table_number", "pk")


class SignIn(models.Model):
    """A one-time sign-in for the host; only a digest of its token is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
