"""Yearbooks are editions of books as rulebooks are."""

import django.db.models.deletion
from django.db import migrations, models

import tournaments.models.families


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0037_imports_as_jobs")]

    operations = [
        migrations.RemoveConstraint("rulebookedition", "rulebook_edition_once"),
        migrations.RenameModel("RulebookEdition", "BookEdition"),
        migrations.AlterModelOptions(
            name="bookedition",
            options={
                "ordering": ("family", "kind", "-number"),
                "verbose_name": "edition of a book",
                "verbose_name_plural": "editions of books",
            },
        ),
        migrations.AddField(
            model_name="bookedition",
            name="kind",
            field=models.CharField(
                choices=[("rulebook", "rulebook"), ("yearbook", "yearbook")],
                default="rulebook",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="bookedition",
            name="family",
            field=models.ForeignKey(
                default=tournaments.models.families.usual_family,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="book_editions",
                to="tournaments.family",
            ),
        ),
        migrations.AddConstraint(
            model_name="bookedition",
            constraint=models.UniqueConstraint(
                fields=("family", "kind", "number"), name="book_edition_once"
            ),
        ),
    ]
