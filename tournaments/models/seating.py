"""Who sits where in each set. A seating that was published is never rewritten."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Seating(models.Model):
    """The seats of one set; a redraw or a reseat is a further revision."""

    class State(models.TextChoices):
        DRAFT = "draft", _("Drawn, not yet shown")
        PUBLISHED = "published", _("Published")
        REPLACED = "replaced", _("Replaced")

    event = models.ForeignKey("Event", on_delete=models.CASCADE, related_name="seatings")
    set_number = models.PositiveSmallIntegerField()
    revision = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    seed = models.BigIntegerField()
    notes = models.JSONField(default=list, blank=True)  # [{"code", "template", "params"}]
    # Whom this seating asks to play another role from now on: [[entry, role before, role], ...].
    flips = models.JSONField(default=list, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("set_number", "revision")
        constraints = [
            models.UniqueConstraint(
                fields=("event", "set_number", "revision"), name="seating_revision_once"
            ),
            models.UniqueConstraint(
                fields=("event", "set_number"),
                condition=models.Q(state="published"),
                name="one_published_seating_a_set",
            ),
        ]


class Table(models.Model):
    """One table in one seating; of a game between two teams, one couple's place."""

    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    # The chair of the dealer of the first hand, once the table has cut for it; where teams deal,
    # the team.
    first_dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    # Who dealt out of turn later on: after which deal, and the chair, [[4, 2], ...].
    dealers = models.JSONField(default=list, blank=True)
    # Where a bell ends the set: the last deal of this table, once it has said so.
    last_deal = models.PositiveSmallIntegerField(null=True, blank=True)
    # Opened after the draw, for late guests.
    late = models.BooleanField(default=False)
    # Of such a table, where there are several divisions: that of whoever had the bye, from 0.
    division = models.PositiveSmallIntegerField(null=True, blank=True)
    # Not a column: the role of each chair, where it was read along with the table.
    roles_by_chair: tuple[str, ...] | None = None

    class Meta:
        ordering = ("number",)
        constraints = [
            models.UniqueConstraint(fields=("seating", "number"), name="table_once_per_seating"),
        ]


class Seat(models.Model):
    """A chair (from 0, clockwise) at a table, and who was seated there."""

    # `seating` repeats the table's, so that the database itself can refuse a second seat.
    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    chair = models.PositiveSmallIntegerField()
    entry = models.ForeignKey("Entry", on_delete=models.PROTECT, related_name="seats")
    role = models.CharField(max_length=20, blank=True)  # the role of the chair, this set
    # Who joins a game that goes on: after which deal, with how much; who leaves it: after which.
    joined_after = models.PositiveSmallIntegerField(null=True, blank=True)
    joined_with = models.IntegerField(default=0)
    # To the left of which chair they sit; nobody's: in the last place.
    neighbour = models.PositiveSmallIntegerField(null=True, blank=True)
    left_after = models.PositiveSmallIntegerField(null=True, blank=True)
    # Who left and came back: after which deal each time, [[4, 6], ...].
    pauses = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ("chair",)
        constraints = [
            models.UniqueConstraint(fields=("table", "chair"), name="one_person_a_chair"),
            models.UniqueConstraint(fields=("seating", "entry"), name="nobody_sits_twice"),
        ]


class SitOut(models.Model):
    """Somebody who sits a set out, and why."""

    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="sit_outs")
    entry = models.ForeignKey("Entry", on_delete=models.PROTECT, related_name="sit_outs")
    reason = models.JSONField(default=dict)  # {"code", "template", "params"}
    # Nobody would play in that place, so it is not counted as sitting out.
    watches = models.BooleanField(default=False)
    # The other one of a fixed pair that sits out together.
    partner = models.ForeignKey(
        "Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    # Where there are several divisions: the own one, from 0.
    division = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=("seating", "entry"), name="sits_out_once"),
        ]


class Substitution(models.Model):
    """From a hand on, somebody else has the chair; each is credited with the hands played."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="substitutions")
    chair = models.PositiveSmallIntegerField()
    from_hand = models.PositiveSmallIntegerField()
    entry = models.ForeignKey("Entry", on_delete=models.PROTECT, related_name="substitutions")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("from_hand", "pk")
