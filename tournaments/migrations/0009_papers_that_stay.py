"""Papers that were made stay for a while: their size, and when they were last heard of."""

import django.utils.timezone
from django.db import migrations, models


def sizes(apps, _schema_editor):
    jobs = apps.get_model("tournaments", "PrintJob").objects
    for job in jobs.exclude(pdf=None).iterator(chunk_size=1):
        jobs.filter(pk=job.pk).update(size=len(job.pdf))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_house_rules_of_events")]

    operations = [
        migrations.AddField(
            model_name="printjob",
            name="size",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="printjob",
            name="heard",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.RunPython(sizes, migrations.RunPython.noop, elidable=True),
    ]
