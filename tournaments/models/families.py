"""Families: hosts of a shared installation who keep one book of people and one list of events; and
the people in the book."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

USUAL = "Family"  # what the first one is called, until somebody calls it otherwise


class Family(models.Model):
    """A group of hosts. What belongs to one is not seen by another.

    What an import brings belongs to a family of its own, without hosts, until all of it is there:
    so nobody sees it before. `heartbeat` is when such an import was last at work; of all other
    families it is empty.
    """

    name = models.CharField(_("name"), max_length=80, unique=True)
    heartbeat = models.DateTimeField(null=True, blank=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)
        verbose_name = _("family")
        verbose_name_plural = _("families")

    def __str__(self) -> str:
        return self.name


class Host(models.Model):
    """To which family the account of a host belongs. An account without a row here belongs to the
    first family, so that nobody with one family needs to know of them."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="host"
    )
    family = models.ForeignKey(Family, on_delete=models.PROTECT, related_name="hosts")

    def __str__(self) -> str:
        return str(self.user)


def usual_family() -> int:
    """The number of the family of all who were never put into one: the first."""
    first = Family.objects.values_list("pk", flat=True).first()
    return first if first is not None else Family.objects.create(name=USUAL).pk


def family_of(user: Any) -> int:
    """The number of the family that an account belongs to."""
    family = Host.objects.filter(user_id=user.pk).values_list("family_id", flat=True).first()
    return family if family is not None else usual_family()


def family_alone(user: Any) -> None:
    """Give an account a family of its own, if it is in none."""
    if not Host.objects.filter(user=user).exists():
        usual_family()  # the first is that of all the others, and must be there before
        own = Family.objects.create(name=_free(Family, user.username))
        Host.objects.create(user=user, family=own)


def part_families(registry: Any) -> None:
    """Give every account but the first a family of its own, with the events it owns and copies of
    the people in them: as before there were families, no host sees another's events.

    `registry` has the models: Django's own, or that of a migration.
    """
    family, host, event = (
        registry.get_model("tournaments", name) for name in ("Family", "Host", "Event")
    )
    label, _dot, name = settings.AUTH_USER_MODEL.partition(".")
    for user in registry.get_model(label, name)._base_manager.order_by("pk")[1:]:
        own = family.objects.create(name=_free(family, user.username))
        host.objects.create(user=user, family=own)
        event.objects.filter(owner=user).update(family=own)
        _take_people(registry, own)


def _take_people(registry: Any, own: Any) -> None:
    """The people of a family's events come into its book; who is in others' too is copied."""
    entry, person = (registry.get_model("tournaments", name) for name in ("Entry", "Person"))
    for someone in person.objects.filter(entries__event__family=own).distinct():
        if entry.objects.filter(person=someone).exclude(event__family=own).exists():
            values = {key: getattr(someone, key) for key in ("name", "note", "usual_role")}
            copy = person.objects.create(family=own, **values)
            entry.objects.filter(person=someone, event__family=own).update(person=copy)
        else:
            moved = person.objects.filter(Q(pk=someone.pk) | Q(merged_into=someone.pk))
            moved.update(family=own)


def _free(family: Any, base: str) -> str:
    """A name that no family has yet."""
    name, number = base[:70], 1
    while family.objects.filter(name=name).exists():
        number += 1
        name = f"{base[:70]} {number}"
    return name


class PersonQuerySet(models.QuerySet["Person"]):
    """People of any family."""

    def in_book(self, family: int | Family | None) -> PersonQuerySet:
        """Return the people whom the book of a family lists: nobody who was merged away or
        removed."""
        return self.filter(family=family, merged_into=None, removed_at=None)


PLUS = " + "  # between the names of people who share a chair


def name_with_note(name: str, note: str) -> str:
    """Somebody as others are told of: with the note where one was given."""
    return f"{name} ({note})" if note else name


class Person(models.Model):
    """Somebody in the book of a family, under the name as that person writes it.

    Two people of one name are told apart by ``note`` ("from Leeds", "Bert's mother").
    A duplicate that was merged points to the person it became and is never listed again, nor is
    somebody who was removed for good: the line stays for what was played, without a name.
    """

    family = models.ForeignKey(
        Family, default=usual_family, on_delete=models.PROTECT, related_name="people"
    )
    name = models.CharField(_("name"), max_length=80)
    note = models.CharField(_("to tell apart"), max_length=60, blank=True)
    usual_role = models.CharField(_("usual role"), max_length=20, blank=True)
    # Not named in records; what was played stays, and so do the figures of all others.
    left_out = models.BooleanField(_("left out of records"), default=False)
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged"
    )
    removed_at = models.DateTimeField(null=True, blank=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    objects = PersonQuerySet.as_manager()

    class Meta:
        ordering = ("name", "note", "pk")
        verbose_name = _("person")
        verbose_name_plural = _("people")
        # By which those of an import, and of a list of names, are found in the book.
        indexes = [models.Index(fields=("family", "name", "note"), name="person_by_name")]

    def __str__(self) -> str:
        return name_with_note(self.name, self.note)
