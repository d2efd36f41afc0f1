"""People, kept across events."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from .families import Family, usual_family


def told_apart(name: str, note: str) -> str:
    """Somebody as others are told of: with the note where one was given."""
    return f"{name} ({note})" if note else name


class Person(models.Model):
    """Somebody in the book of a family, under the name as that person writes it.

    Two people of one name are told apart by ``note`` ("from Leeds", "Bert's mother").
    A duplicate that was merged points to the person it became and is never listed again.
    """

    family = models.ForeignKey(
        Family, default=usual_family, on_delete=models.PROTECT, related_name="people"
    )
    name = models.CharField(_("name"), max_length=80)
    note = models.CharField(_("to tell apart"), max_length=60, blank=True)
    usual_role = models.CharField(_("usual role"), max_length=20, blank=True)
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged"
    )
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name", "note", "pk")
        verbose_name = _("person")
        verbose_name_plural = _("people")
        # By which those of an import, and of a list of names, are found in the book.
        indexes = [models.Index(fields=("family", "name", "note"), name="person_by_name")]

    def __str__(self) -> str:
        return told_apart(self.name, self.note)
