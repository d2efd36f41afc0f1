"""Who may come in: the host's one-time sign-in, the links of an event, and its join code."""

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
        SHARE = "share", _("Shared result")

    event = models.ForeignKey("Event", on_delete=models.CASCADE, related_name="links")
    kind = models.CharField(max_length=12, choices=Kind)
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    label = models.CharField(max_length=80, blank=True)
    token = models.CharField(max_length=64, unique=True, default=new_token)
    created = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    # Not columns: the table of one set, and the newest thing that its phones show, where they were
    # read along with the link.
    table: Table | None = None
    mark: str = ""
    # Nor these: the device that asks, by its code; how many others are at the table (None: nobody
    # has counted); whether this one was told to leave.
    device: str = ""
    others: int | None = None
    has_left: bool = False

    class Meta:
        ordering = ("kind", "table_number", "pk")


class Device(models.Model):
    """A browser that has opened a table's link, known by a random code in a cookie of that link.

    It says no more than how many phones keep the score there: `seen` is when it last looked,
    `left_at` when it was told to leave it to the others.
    """

    # The constraint below begins with it.
    link = models.ForeignKey(Link, on_delete=models.CASCADE, related_name="devices", db_index=False)
    code = models.CharField(max_length=22)
    seen = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=("link", "code"), name="device_once_a_link"),
        ]


class SignIn(models.Model):
    """A one-time sign-in for the host; only a digest of its token is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)


class JoinCode(models.Model):
    """The six signs by which guests come into one event; null: the host has withdrawn them.

    No link of its own: whoever types it is led on to the links that the event has. Tables can be
    joined by it until `tables_until`, to which the host opens them for a while.
    """

    event = models.OneToOneField("Event", on_delete=models.CASCADE, related_name="join_code")
    code = models.CharField(max_length=6, unique=True, null=True)  # noqa: DJ001  unique
    tables_until = models.DateTimeField(null=True, blank=True)


class JoinAttempt(models.Model):
    """A join code that was typed and is nobody's: kept as long as it counts."""

    address = models.CharField(max_length=45, blank=True)
    device = models.CharField(max_length=22, blank=True)  # a random code in a cookie; "" for none
    # The signs that the codes of one event alone begin with: which event could have been meant.
    beginning = models.CharField(max_length=2)
    moment = models.DateTimeField()

    class Meta:
        indexes = (
            models.Index(fields=("address", "moment"), name="join_by_address"),
            models.Index(fields=("device", "moment"), name="join_by_device"),
            models.Index(fields=("beginning", "moment"), name="join_by_event"),
        )
