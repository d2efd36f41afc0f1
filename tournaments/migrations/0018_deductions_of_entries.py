"""What the host has taken away of somebody's points, with the reasons."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0017_phones_at_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="deductions",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
