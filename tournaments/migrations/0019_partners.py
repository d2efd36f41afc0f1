"""Two people may be wished as partners."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0018_deductions_of_entries"),
    ]

    operations = [
        migrations.AlterField(
            model_name="pairing",
            name="kind",
            field=models.CharField(
                choices=[
                    ("apart", "Not at one table"),
                    ("together", "At one table"),
                    ("partners", "Partners"),
                ],
                max_length=10,
            ),
        ),
    ]
