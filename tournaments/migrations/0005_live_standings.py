"""Standings count a set once it is over, unless the host wants them live."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_families")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="live_standings",
            field=models.BooleanField(default=False, verbose_name="count the set in play"),
        ),
    ]
