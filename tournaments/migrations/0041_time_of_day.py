"""An event may say at what time of day people are asked to be there."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0040_removed_people")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="starts_at",
            field=models.TimeField(blank=True, null=True, verbose_name="time"),
        ),
    ]
