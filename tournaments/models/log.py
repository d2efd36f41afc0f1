"""Everything that happened in an event, in order; papers being printed and seats being searched."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class LogEntry(models.Model):
    """One thing that happened: who, when, what, why. Rows are only ever added."""

    # The constraint below begins with it: an index of its own would only be written, never read.
    event = models.ForeignKey("Event", on_delete=models.CASCADE, related_name="log", db_index=False)
    version = models.PositiveBigIntegerField()  # the event's version after this
    who = models.CharField(max_length=144)
    code = models.CharField(max_length=40)  # "report.added", "seating.published", ...
    params = models.JSONField(default=dict)
    # The table whose phones alone show what it tells; 0: any table's may.
    table_number = models.PositiveSmallIntegerField(default=0)
    undoes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="undone_by"
    )
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("version",)
        constraints = [
            models.UniqueConstraint(fields=("event", "version"), name="one_log_entry_a_version"),
        ]
        # The newest line of a table is what its phones ask for, every few seconds.
        indexes = [
            models.Index(fields=("event", "table_number", "version"), name="log_of_a_table"),
        ]


class PrintJob(models.Model):
    """A long paper, being made in this process or by a worker, or made and kept for a while: one
    of an event, or an edition of the rulebook, which keeps its file itself.

    `heard`: when it was asked for, taken, or last told how far it is. `size`: of the file, in
    bytes, so that a list of papers need not read them.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Being made")
        DONE = "done", _("Ready")
        FAILED = "failed", _("Failed")

    event = models.ForeignKey(
        "Event", null=True, blank=True, on_delete=models.CASCADE, related_name="print_jobs"
    )
    edition = models.ForeignKey(
        "RulebookEdition",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="print_jobs",
    )
    kind = models.CharField(max_length=30)
    params = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True)
    pdf = models.BinaryField(null=True, blank=True)
    filename = models.CharField(max_length=120, blank=True)
    size = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)
    heard = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-pk",)


class SeatSearch(models.Model):
    """Seats of an event that are being found in this process or by a worker. One that draws seats
    is gone once they are drawn; one that only looks ahead is done, and its results stay.

    `actor` asked for them, in that `language`; `heard`: when that was, or when the search last gave
    a sign of life. `results`: by language, what somebody who looks ahead is shown.
    """

    class Kind(models.TextChoices):
        DRAW = "draw"  # the next seats, as a draft
        RESEAT = "reseat"  # those in play, anew
        FORESEE = "foresee"  # what that would change
        REHEARSE = "rehearse"  # the whole evening

    event = models.OneToOneField("Event", on_delete=models.CASCADE, related_name="seat_search")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.DRAW)
    seed = models.BigIntegerField()
    actor = models.JSONField()
    language = models.CharField(max_length=10, default="en")
    is_taken = models.BooleanField(default=False)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    is_done = models.BooleanField(default=False)
    problems = models.JSONField(default=list)  # why the seats could not be drawn, in sentences
    results = models.JSONField(default=dict)  # {language: {"version", "told"}}
    heard = models.DateTimeField(default=timezone.now)
