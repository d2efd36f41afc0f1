from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0009_papers_that_stay'),
    ]

    operations = [
        migrations.AddField(
            model_name='logentry',
            name='table_number',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddIndex(
            model_name='logentry',
            index=models.Index(fields=['event', 'table_number', 'version'], name='log_of_a_table'),
        ),
    ]
