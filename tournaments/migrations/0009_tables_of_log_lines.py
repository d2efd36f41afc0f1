from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0008_house_rules_of_events'),
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
