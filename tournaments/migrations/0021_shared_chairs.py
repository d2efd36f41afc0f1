"""Two people may share a chair: one seat, one line and one total for both."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0020_knockout"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="second",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="shared_entries",
                to="tournaments.person",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("person", models.F("second")), _negated=True),
                name="entry_of_two",
            ),
        ),
    ]
