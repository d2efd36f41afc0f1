"""Everything that happened in an event, in order."""

from __future__ import annotations

from django.db import models


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
