"""How a reveal begins, breaks, and the slide at which the host holds the wall.

A reveal that is going on was begun with the last place and goes on so.
"""

from django.db import migrations, models


def keep_reveals(apps, _schema_editor):
    events = apps.get_model("tournaments", "Event").objects
    events.filter(hide_standings=True, revealed__gt=0).update(reveal_from=0)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_join_codes")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="reveal_from",
            field=models.PositiveSmallIntegerField(default=3),
        ),
        migrations.AddField(
            model_name="event",
            name="break_ends_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="event",
            name="held_slide",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.RunPython(keep_reveals, migrations.RunPython.noop, elidable=True),
    ]
