"""Which division somebody belongs to who sits out, or a table that opened for who came late."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0031_jobs_of_seats'),
    ]

    operations = [
        migrations.AddField(
            model_name='sitout',
            name='division',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='table',
            name='division',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]
