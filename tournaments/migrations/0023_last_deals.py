"""A set may end with a bell: a table says which deal was its last."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0022_teams_of_entries"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="last_deal",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]
