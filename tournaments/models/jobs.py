"""Slow work beside the pages."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

# The kinds of jobs that find seats, of which an event has one at a time: the next seats, as a
# draft; those in play, anew; what that would change; the whole evening.
SEARCHES = ("draw", "reseat", "foresee", "rehearse")


class Job(models.Model):
    """Slow work beside the pages: a paper of an event, an edition of a book, seats, or an
    import.

    `kind`: under which the work is registered (`tournaments.jobs.services`); `params`: its options.
    `heartbeat`: the last sign of life of the process that works on it, or when it was created;
    `seen`: when somebody last looked at its page. `file`: the result or, of an import, the upload.
    `problems`: sentences for the page, if it failed. `results`: plain values, by language. `size`:
    of the file, in bytes, so that a list of jobs need not read the files.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Being made")
        DONE = "done", _("Ready")
        FAILED = "failed", _("Failed")

    family = models.ForeignKey("Family", on_delete=models.CASCADE, related_name="jobs")
    event = models.ForeignKey(
        "Event", null=True, blank=True, on_delete=models.CASCADE, related_name="jobs"
    )
    edition = models.ForeignKey(
        "BookEdition", null=True, blank=True, on_delete=models.CASCADE, related_name="jobs"
    )
    kind = models.CharField(max_length=30)
    params = models.JSONField(default=dict)
    language = models.CharField(max_length=10, default="en")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    is_by_page = models.BooleanField(default=False)  # there should be a worker, but none took it
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    problems = models.JSONField(default=list)
    results = models.JSONField(default=dict)
    file = models.BinaryField(null=True, blank=True)
    filename = models.CharField(max_length=120, blank=True)
    size = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)
    heartbeat = models.DateTimeField(default=timezone.now)
    seen = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-pk",)
        constraints = [
            models.UniqueConstraint(
                fields=("event",), condition=Q(kind__in=SEARCHES), name="one_search_an_event"
            ),
        ]
