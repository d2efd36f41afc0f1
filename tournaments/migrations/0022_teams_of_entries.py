"""People may carry a team's name (family, village), whatever their role is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0021_shared_chairs"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="team",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.AddField(
            model_name="entry",
            name="seating_team",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
    ]
