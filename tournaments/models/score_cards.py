"""Evenings that were taken in from old score cards, and photos of cards and people."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from rulesets.records.played_evenings import UNKNOWN_DAY
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


def day_on_cards(event: Event) -> str | None:
    """Return the date of an event as its score cards have it; None for one that was played here. No
    statement for one that goes on."""
    if event.state != Event.State.FINISHED:
        return None
    return ScoreCards.objects.filter(event_id=event.pk).values_list("day", flat=True).first()


def year_on_cards(event: Event) -> str | None:
    """Return the year of an event of which score cards know no more; None for others. No statement
    unless it stands at the end of its year."""
    day = day_on_cards(event) if (event.date.month, event.date.day) == (12, 31) else None
    return day if day is not None and len(day) == UNKNOWN_DAY else None


def new_photo_key() -> str:
    """Return what a photo's address has instead of a name; nobody can guess it."""
    return secrets.token_urlsafe(18)


class Photo(models.Model):
    """A picture of an evening's people or of one of its score cards, without what the camera noted.

    While a card is typed in beside it, it belongs to that import (`job`), then to the event that
    came of it. `file` and `small` are JPEGs; `width` and `height` are those of `file`.
    """

    class Shows(models.TextChoices):
        PEOPLE = "people", _("People, or the cards on the table")
        CARD = "card", _("A score card")

    family = models.ForeignKey("Family", on_delete=models.CASCADE, related_name="photos")
    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.CASCADE, related_name="photos"
    )
    job = models.ForeignKey(
        Job, null=True, blank=True, on_delete=models.CASCADE, related_name="photos"
    )
    key = models.CharField(max_length=32, unique=True, default=new_photo_key)
    shows = models.CharField(max_length=10, choices=Shows, default=Shows.PEOPLE)
    caption = models.CharField(_("caption"), max_length=120, blank=True)
    file = models.BinaryField()
    small = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        verbose_name = _("photo")
        verbose_name_plural = _("photos")
        constraints = [
            models.CheckConstraint(
                condition=Q(event=None, job__isnull=False) | Q(event__isnull=False, job=None),
                name="photo_of_event_or_import",
            ),
        ]

    def __str__(self) -> str:
        return self.caption or self.key
