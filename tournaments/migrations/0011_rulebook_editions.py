"""Editions of the rulebook, and jobs that print them."""

import django.db.models.deletion
import tournaments.models.families
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0010_tables_of_log_lines"),
    ]

    operations = [
        migrations.AlterField(
            model_name="printjob",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="print_jobs",
                to="tournaments.event",
            ),
        ),
        migrations.CreateModel(
            name="RulebookEdition",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("title", models.CharField(max_length=80, verbose_name="title")),
                ("line", models.CharField(max_length=60, verbose_name="edition")),
                ("wish", models.JSONField(default=dict)),
                ("told", models.JSONField(default=dict)),
                ("changes", models.JSONField(blank=True, default=list)),
                ("since", models.CharField(blank=True, max_length=60)),
                ("language", models.CharField(default="en", max_length=10)),
                ("pages", models.PositiveIntegerField(default=0)),
                ("size", models.PositiveIntegerField(default=0)),
                ("pdf", models.BinaryField(blank=True, null=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "family",
                    models.ForeignKey(
                        default=tournaments.models.families.usual_family,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulebooks",
                        to="tournaments.family",
                    ),
                ),
            ],
            options={
                "verbose_name": "edition of the rulebook",
                "verbose_name_plural": "editions of the rulebook",
                "ordering": ("family", "-number"),
            },
        ),
        migrations.AddField(
            model_name="printjob",
            name="edition",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="print_jobs",
                to="tournaments.rulebookedition",
            ),
        ),
        migrations.AddConstraint(
            model_name="rulebookedition",
            constraint=models.UniqueConstraint(
                fields=("family", "number"), name="rulebook_edition_once"
            ),
        ),
    ]
