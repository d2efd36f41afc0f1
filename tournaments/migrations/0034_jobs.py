"""Papers that are made beside the pages become jobs, which other slow work can be too."""

import django.db.models.deletion
from django.db import migrations, models

BATCH = 500


def complete(apps, _schema_editor):
    """Say of each paper what it was made for; one under way is begun again from its options."""
    jobs = apps.get_model("tournaments", "Job").objects
    rows = jobs.select_related("event", "edition").defer("file", "edition__pdf")
    for job in rows.iterator(chunk_size=BATCH):
        params = dict(job.params)
        job.attempts = params.pop("tried", 0)
        job.is_by_page = params.pop("here", False)
        job.language = params.pop("language", None) or "en"
        job.problems = [job.error] if job.error else []
        job.family_id = job.edition.family_id if job.event is None else job.event.family_id
        if job.event is not None:
            params["kind"], job.kind = job.kind, "paper"
        job.params = params
        job.save(
            update_fields=[
                "attempts",
                "family",
                "is_by_page",
                "kind",
                "language",
                "params",
                "problems",
            ]
        )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0033_records")]

    operations = [
        migrations.RenameModel("PrintJob", "Job"),
        migrations.RenameField("job", "heard", "heartbeat"),
        migrations.RenameField("job", "pdf", "file"),
        migrations.AlterField(
            "job",
            "event",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="jobs",
                to="tournaments.event",
            ),
        ),
        migrations.AlterField(
            "job",
            "edition",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="jobs",
                to="tournaments.rulebookedition",
            ),
        ),
        migrations.AddField(
            "job",
            "family",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="jobs",
                to="tournaments.family",
            ),
        ),
        migrations.AddField("job", "language", models.CharField(default="en", max_length=10)),
        migrations.AddField("job", "attempts", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("job", "is_by_page", models.BooleanField(default=False)),
        migrations.AddField("job", "problems", models.JSONField(default=list)),
        migrations.RunPython(complete, migrations.RunPython.noop, elidable=True),
    ]
