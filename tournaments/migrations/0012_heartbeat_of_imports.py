"""When an import that has a family of its own was last at work; and an index by which its people
are found in the book of the family that it is for."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0011_rulebook_editions"),
    ]

    operations = [
        migrations.AddField(
            model_name="family",
            name="heartbeat",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name="person",
            index=models.Index(fields=["family", "name", "note"], name="person_by_name"),
        ),
    ]
