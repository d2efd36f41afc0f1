"""Events keep the name of the house rules that they were begun under.

A board was called by it until now; where its options are still those of the rules, it has the name.
"""

from django.db import migrations, models


def keep_names(apps, _schema_editor):
    events = apps.get_model("tournaments", "Event").objects
    for rules in apps.get_model("tournaments", "HouseRules").objects.all():
        begun = events.filter(family_id=rules.family_id, game=rules.game, name=rules.name)
        same = [event.pk for event in begun if event.options == rules.options]
        events.filter(pk__in=same).update(house_rules=rules.name)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_evenings")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="house_rules",
            field=models.CharField(blank=True, default="", max_length=60),
        ),
        migrations.RunPython(keep_names, migrations.RunPython.noop, elidable=True),
    ]
