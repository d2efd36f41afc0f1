"""The actor of a request in an event, and the tables that the actor may report for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.models import Event, Link, Table
from tournaments.models.errors import refusal
from tournaments.models.event_games import format_of
from tournaments.web.labels import table_title

if TYPE_CHECKING:
    from django_htmx.middleware import HtmxDetails

Kind = Literal["host", "scorekeeper", "table", "spectator", "wall", "share"]


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who acts in one event; `label`: the name for the log."""

    kind: Kind
    label: str
    event_id: int
    link_id: int | None = None
    table_number: int | None = None
    device: str = ""  # the code of the phone, if it has one
    is_only_phone: bool = False  # no other phone is at the table of its link

    @property
    def at_desk(self) -> bool:
        """Whether this actor may enter, correct and accept anything in the event."""
        return self.kind in ("host", "scorekeeper")


class EventRequest(HttpRequest):
    """A request with the attributes set by the decorators of access."""

    actor: Actor
    event: Event
    link: Link | None
    htmx: HtmxDetails


def host_actor(event: Event, user: Any) -> Actor:
    """Return the actor of a host, with the account's name if it has one."""
    return Actor("host", user.get_full_name() or _("Host"), event.pk)


def link_actor(link: Link) -> Actor:
    """Return the actor of a link; a scorekeeper's link may carry that person's name."""
    kind = cast("Kind", link.kind)
    if kind == "table":
        label = table_title(format_of(link.event), 1, link.table_number or 0)
    else:
        label = link.label or str(Link.Kind(link.kind).label)
    return Actor(
        kind,
        label,
        link.event_id,
        link_id=link.pk,
        table_number=link.table_number,
        device=link.device,
        is_only_phone=bool(link.device) and link.others == 0,
    )


def refuse_foreign(table: Table, actor: Actor) -> None:
    """Raise Refused unless the actor is at the event's desk or at that table."""
    if actor.event_id != table.seating.event_id or not (
        actor.at_desk or (actor.kind == "table" and actor.table_number == table.number)
    ):
        raise refusal("table.foreign", "This is another table’s result.")
