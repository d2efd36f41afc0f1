"""Imports are jobs, which end once nobody looks at their page."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0036_searches_as_jobs")]

    operations = [
        migrations.AddField(
            "job", "seen", models.DateTimeField(default=django.utils.timezone.now)
        ),
    ]
