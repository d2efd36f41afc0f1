"""How many people an evening began with, and who of those who do not play is not sitting out."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0019_partners"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="starters",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="sitout",
            name="watches",
            field=models.BooleanField(default=False),
        ),
    ]
