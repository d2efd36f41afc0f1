"""What lies on the table: kept after every report, so that the database can refuse a wrong sum."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q


class Balance(models.Model):
    """What players hold, what lies in pots and on spaces, and what was brought, after a report.

    Rows are only ever added: a later report (also a correction) brings rows of its own. They are
    no source of any score; they are the record that nothing came from nowhere.
    """

    report = models.ForeignKey("Report", on_delete=models.CASCADE, related_name="balances")
    unit = models.CharField(max_length=20)  # "quarters", "chips"
    held = models.PositiveBigIntegerField()  # by all players
    pooled = models.PositiveBigIntegerField()  # in the pot, on the board
    brought = models.PositiveBigIntegerField()  # stakes and chips bought, all told
    least = models.BigIntegerField(default=0)  # the smallest holding of anybody

    class Meta:
        ordering = ("pk",)
        constraints = [
            models.UniqueConstraint(fields=("report", "unit"), name="one_balance_a_unit"),
            models.CheckConstraint(
                condition=Q(brought=F("held") + F("pooled")), name="stakes_add_up"
            ),
            models.CheckConstraint(condition=Q(least__gte=0), name="nobody_owes_stakes"),
        ]
