"""Evenings from old score cards."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0038_editions_of_books")]

    operations = [
        migrations.CreateModel(
            "ScoreCards",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("called", models.CharField(blank=True, max_length=80)),
                ("day", models.CharField(max_length=10)),
                ("lines", models.JSONField(default=list)),
                ("people", models.JSONField(default=dict)),
                ("version", models.PositiveBigIntegerField(default=0)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="score_cards",
                        to="tournaments.event",
                    ),
                ),
                (
                    "job",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="score_cards",
                        to="tournaments.job",
                    ),
                ),
            ],
        ),
    ]
