"""A table may open after the draw, for late guests."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0023_last_deals"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="late",
            field=models.BooleanField(default=False),
        ),
    ]
