"""Which phones keep the score at a table, what they agree to by saving, and who joins late."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0016_shared_results"),
    ]

    operations = [
        migrations.AddField(
            model_name="acceptance",
            name="by_saving",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="event",
            name="saved_is_agreed",
            field=models.BooleanField(default=False, verbose_name="what a table saves is agreed"),
        ),
        migrations.AddField(
            model_name="report",
            name="device",
            field=models.CharField(blank=True, default="", max_length=22),
        ),
        migrations.AddField(
            model_name="seat",
            name="joined_after",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="joined_with",
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="left_after",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name="Device",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=22)),
                ("seen", models.DateTimeField()),
                ("left_at", models.DateTimeField(blank=True, null=True)),
                (
                    "link",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="devices",
                        to="tournaments.link",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("link", "code"), name="device_once_a_link")
                ],
            },
        ),
    ]
