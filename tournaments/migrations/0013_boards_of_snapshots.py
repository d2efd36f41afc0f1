"""What the boards of a finished evening came to, and the game that it was played by."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0012_heartbeat_of_imports"),
    ]

    operations = [
        migrations.AddField(
            model_name="snapshot",
            name="boards",
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name="snapshot",
            name="game",
            field=models.JSONField(null=True),
        ),
    ]
