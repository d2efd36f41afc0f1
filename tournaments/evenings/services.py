"""An evening of several games: made, changed, games put in and taken out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext_lazy

from rulesets.engine.problems import Problem, error
from tournaments.access.permissions import host_actor
from tournaments.db.steps import Step, event_transaction, register
from tournaments.models import Evening, family_of
from tournaments.models.access import new_token
from tournaments.models.errors import Refused, refusal

if TYPE_CHECKING:
    import datetime as dt

    from tournaments.models import Event

NAME_LENGTH = 80


def create_evening(*, owner: Any, name: str, date: dt.date, way: str) -> Evening:
    """A new evening of `owner` (a user), for the whole family. Raises Refused with every wrong
    field."""
    evening = Evening(owner=owner, family_id=family_of(owner))
    _fill(evening, name, date, way)
    evening.save()
    return evening


def change_evening(*, evening: Evening, name: str, date: dt.date, way: str) -> None:
    """Change what it is called, its day, and how its games count. Raises Refused with every wrong
    field."""
    _fill(evening, name, date, way)
    evening.save(update_fields=["name", "date", "way"])


def join(*, evening: Evening, event: Event, user: Any) -> None:
    """Let an event count for an evening from now on; one that counted for another moves.

    Raises Refused for an event of another family, and where the evening is gone.
    """
    if event.book != evening.book:
        raise refusal("evening.family", "This game belongs to another family.")
    with event_transaction(event, host_actor(event, user)) as step:
        if Evening.objects.select_for_update().filter(pk=evening.pk).first() is None:
            raise refusal("evening.gone", "This evening has been deleted in the meantime.")
        event.refresh_from_db(fields=["evening"])
        if event.evening_id == evening.pk:
            return
        event.evening = evening
        event.save(update_fields=["evening"])
        step.log("evening.joined", evening=evening.name)


def leave(*, evening: Evening, event: Event, user: Any) -> None:
    """Take an event out of an evening; it stays as it is, and counts by itself alone."""
    with event_transaction(event, host_actor(event, user)) as step:
        event.refresh_from_db(fields=["evening"])
        if event.evening_id != evening.pk:
            return
        event.evening = None
        event.save(update_fields=["evening"])
        step.log("evening.left", evening=evening.name)


def renew_address(*, evening: Evening) -> None:
    """Give the spectators' page a new address; the former one stops working."""
    evening.token = new_token()
    evening.save(update_fields=["token"])


@transaction.atomic
def delete_evening(*, evening: Evening, user: Any) -> None:
    """Remove an evening. Its games stay, each by itself."""
    for event in evening.events.all():
        leave(evening=evening, event=event, user=user)
    evening.delete()


def _fill(evening: Evening, name: str, date: dt.date, way: str) -> None:
    """Put the values in, if all of them are right."""
    problems: list[Problem] = []
    cleaned = " ".join(name.split())
    if not cleaned:
        problems.append(error("evening.name", "Give the evening a name.", ("name",)))
    if len(cleaned) > NAME_LENGTH:
        text = "That is {count} characters long; at most {most} fit."
        params = {"count": len(cleaned), "most": NAME_LENGTH}
        problems.append(error("evening.name", text, ("name",), **params))
    if way not in Evening.Way.values:
        problems.append(error("evening.way", "Choose how games count.", ("way",)))
    if problems:
        raise Refused(problems)
    evening.name, evening.date, evening.way = cleaned, date, way


register(
    Step("evening.joined", gettext_lazy("It now counts for {evening}."), is_aside=True),
    Step("evening.left", gettext_lazy("It no longer counts for {evening}."), is_aside=True),
)
