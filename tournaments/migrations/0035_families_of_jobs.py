"""Every job belongs to a family. (PostgreSQL alters no table whose rows the same step has written.)"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0034_jobs")]

    operations = [
        migrations.AlterField(
            "job",
            "family",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="jobs",
                to="tournaments.family",
            ),
        ),
        migrations.RemoveField("job", "error"),
    ]
