"""An evening of several games, with one table over all of them."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .access import new_token
from .families import Family, usual_family


class Evening(models.Model):
    """Events that belong together. They stay events of their own; their overall table is counted
    from their standings whenever it is looked at."""

    class Way(models.TextChoices):
        PLACES = "places", _("By place")
        SHARE = "share", _("By share")
        GAMES = "games", _("By games won")

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="evenings"
    )
    family = models.ForeignKey(
        Family, default=usual_family, on_delete=models.PROTECT, related_name="evenings"
    )
    name = models.CharField(_("name"), max_length=80)
    date = models.DateField(_("date"))
    # What a game brings in the overall table: a way of rulesets.standings.
    way = models.CharField(max_length=10, choices=Way, default=Way.PLACES)
    # Whoever has it sees the overall table; a new one closes the former address.
    token = models.CharField(max_length=64, unique=True, default=new_token)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-date", "-pk")

    def __str__(self) -> str:
        return self.name

    @property
    def book(self) -> int:
        """The family that it belongs to."""
        return cast("int", self.family_id)
