"""Searches for seats are jobs. Those under way are dropped: their page begins another."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0035_families_of_jobs")]

    operations = [
        migrations.DeleteModel("SeatSearch"),
        migrations.AddField("job", "results", models.JSONField(default=dict)),
        migrations.AddConstraint(
            "job",
            models.UniqueConstraint(
                condition=models.Q(("kind__in", ("draw", "reseat", "foresee", "rehearse"))),
                fields=("event",),
                name="one_search_an_event",
            ),
        ),
    ]
