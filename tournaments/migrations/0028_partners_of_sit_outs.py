"""A pair that sits a set out is stored as one. Until now it followed from the order of the rows."""

import django.db.models.deletion
from django.db import migrations, models

FIXED_PAIRS = ("pairs", "swiss", "knockout")
ALONE = ("alone", "exchanged")


def keep_pairs(apps, _schema_editor):
    """Store the partners of people who sat out; they were drawn in the order of pairs."""
    sit_out = apps.get_model("tournaments", "SitOut")
    seat = apps.get_model("tournaments", "Seat")
    found = sit_out.objects.filter(seating__event__format__in=FIXED_PAIRS, watches=False)
    waits: dict[int, list] = {}
    for one in found.order_by("seating_id", "pk").iterator():
        if one.reason.get("code") not in ALONE:
            waits.setdefault(one.seating_id, []).append(one)
    changed = []
    for seating, people in waits.items():
        # At tables of two, people play alone.
        if len(people) > 1 and seat.objects.filter(seating=seating, chair=3).exists():
            for one, two in zip(people[::2], people[1::2], strict=False):
                one.partner_id, two.partner_id = two.entry_id, one.entry_id
                changed += [one, two]
    sit_out.objects.bulk_update(changed, ["partner"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0027_two_answers"),
    ]

    operations = [
        migrations.AddField(
            model_name="sitout",
            name="partner",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.entry",
            ),
        ),
        migrations.RunPython(keep_pairs, migrations.RunPython.noop, elidable=True),
    ]
