import django.db.models.deletion
import tournaments.models.families
from django.conf import settings
from django.db import migrations, models


def first_family(apps, schema_editor):
    """Everything that is there belongs to one family."""
    apps.get_model("tournaments", "Family").objects.create(name="Family")


def part(apps, schema_editor):
    """Hosts go on seeing their own events only."""
    tournaments.models.families.part_families(apps)


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('tournaments', '0003_format_of_events'),
    ]

    operations = [
        migrations.CreateModel(
            name='Family',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, unique=True, verbose_name='name')),
                ('created', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name': 'family',
                'verbose_name_plural': 'families',
                'ordering': ('pk',),
            },
        ),
        migrations.RunPython(first_family, migrations.RunPython.noop),
        migrations.AddField(
            model_name='event',
            name='family',
            field=models.ForeignKey(default=tournaments.models.families.usual_family, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='tournaments.family'),
        ),
        migrations.AddField(
            model_name='person',
            name='family',
            field=models.ForeignKey(default=tournaments.models.families.usual_family, on_delete=django.db.models.deletion.PROTECT, related_name='people', to='tournaments.family'),
        ),
        migrations.CreateModel(
            name='Host',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='host', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('family', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hosts', to='tournaments.family')),
            ],
        ),
        migrations.RunPython(part, migrations.RunPython.noop),
    ]
