"""The editions of a family's rulebook."""

from __future__ import annotations

from typing import cast

from django.db import models
from django.utils.translation import gettext_lazy as _

from .families import Family, usual_family


class RulebookEdition(models.Model):
    """One edition as it was printed. It never changes: what was printed is kept byte for byte.

    `wish` is what was chosen for it (`tournaments.papers.editions.wishes`), `told` what it says of
    each game, so that the next one can list what is new (`changes`, `since`). `pdf` is empty until
    its job has made it.
    """

    family = models.ForeignKey(
        Family, default=usual_family, on_delete=models.PROTECT, related_name="rulebooks"
    )
    number = models.PositiveSmallIntegerField()
    title = models.CharField(_("title"), max_length=80)
    line = models.CharField(_("edition"), max_length=60)
    wish = models.JSONField(default=dict)
    told = models.JSONField(default=dict)
    changes = models.JSONField(default=list, blank=True)
    since = models.CharField(max_length=60, blank=True)
    language = models.CharField(max_length=10, default="en")
    pages = models.PositiveIntegerField(default=0)
    size = models.PositiveIntegerField(default=0)  # of the file, in bytes
    pdf = models.BinaryField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("family", "-number")
        verbose_name = _("edition of the rulebook")
        verbose_name_plural = _("editions of the rulebook")
        constraints = [
            models.UniqueConstraint(fields=("family", "number"), name="rulebook_edition_once"),
        ]

    def __str__(self) -> str:
        return f"{self.title}, {self.line}"

    @property
    def shelf(self) -> int:
        """The family that it is of."""
        return cast("int", self.family_id)  # the stubs take what has a default for optional
