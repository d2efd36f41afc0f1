"""Results are a log: reports are added, never changed and never deleted; what is at stake is a
balance beside them."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

CUT = 0  # the `deal` under which a table reports who won the cut


class Report(models.Model):
    """What a table said about one hand (``deal`` 1..), or about the cut (``deal`` 0).

    A correction is the next revision; a withdrawal is a revision without payload.
    """

    # The constraint below begins with it: an index of its own would only be written, never read.
    table = models.ForeignKey(
        "Table", on_delete=models.PROTECT, related_name="reports", db_index=False
    )
    deal = models.PositiveSmallIntegerField()
    revision = models.PositiveSmallIntegerField()
    payload = models.JSONField(null=True, blank=True)
    author = models.CharField(max_length=80)  # "Table 3", "Host", a scorekeeper's name
    link = models.ForeignKey(  # looked up only when a whole event is deleted: no index
        "Link",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="reports",
        db_index=False,
    )
    # The code of the phone that sent it; empty where it has none, and at the desk.
    device = models.CharField(max_length=22, blank=True, default="")
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    # Codes of the errors that the scorekeeper overrode, and of the warnings that were confirmed.
    overrode = models.JSONField(default=list, blank=True)
    # An override by a scorekeeper in the lead counts only once another player has agreed.
    needs_agreement = models.BooleanField(default=False)
    key = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        constraints = [
            models.UniqueConstraint(
                fields=("table", "deal", "revision"), name="one_report_a_revision"
            ),
        ]


class Acceptance(models.Model):
    """Somebody besides the reporter said yes to a report, or nobody else is there to say it."""

    class Kind(models.TextChoices):
        ACCEPT = "accept", _("Accepted")
        AGREE = "agree", _("Agreed to the override")

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="acceptances")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.ACCEPT)
    by = models.CharField(max_length=144)
    # Nobody said yes: the only phone at the table saved it, and that is enough there.
    by_saving = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=("report", "kind"), name="accepted_once"),
        ]


class RivalReport(models.Model):
    """What another phone (or the host) said of a deal beside the report that counts, and nobody has
    chosen between the two yet.

    As long as one is open, the deal is contested: its payload differs from the newest report's, and
    there is at most one of each phone.
    """

    table = models.ForeignKey("Table", on_delete=models.PROTECT, related_name="rivals")
    deal = models.PositiveSmallIntegerField()
    payload = models.JSONField()
    author = models.CharField(max_length=80)
    device = models.CharField(max_length=22, blank=True, default="")
    key = models.CharField(max_length=80, unique=True)
    created = models.DateTimeField()  # when it was said
    settled_at = models.DateTimeField(null=True, blank=True)
    # Who chose, and on which phone ("": at the desk); empty if its own phone took it back.
    settled_by = models.CharField(max_length=80, blank=True, default="")
    settling_device = models.CharField(max_length=22, blank=True, default="")

    class Meta:
        ordering = ("pk",)


class Dispute(models.Model):
    """An objection noted on the log, with what was decided."""

    event = models.ForeignKey("Event", on_delete=models.CASCADE, related_name="disputes")
    table = models.ForeignKey("Table", null=True, blank=True, on_delete=models.PROTECT)
    deal = models.PositiveSmallIntegerField(null=True, blank=True)
    objector = models.CharField(max_length=144)
    text = models.CharField(max_length=1000)
    # The way a rule is applied changed in mid-game and the table could not agree.
    kali_effect = models.BooleanField(default=False)
    decision = models.CharField(max_length=1000, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)


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
