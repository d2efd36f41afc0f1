"""The bell that ends a set: a table says which deal was its last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.access.permissions import refuse_foreign
from tournaments.boards.deal_reports import standing
from tournaments.db.steps import Step, Touches, event_transaction, register
from tournaments.models import CUT, Event, Report, Seating, Table
from tournaments.models.errors import refusal
from tournaments.models.event_games import format_of
from tournaments.reports.report_steps import phones_table, where
from tournaments.seats.storage import discard, undo_discard
from tournaments.web.labels import called

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.access.permissions import Actor
    from tournaments.db.steps import Params


def set_last_deal(*, table: Table, last: int | None, actor: Actor) -> None:
    """Save which deal is a table's last in a set, because the bell has rung; None: it plays on. It
    is the last deal reported, or the one being played.

    Raises Refused for another deal, and for a table of a set that is over, unless the host says so.
    """
    refuse_foreign(table, actor)
    event = table.seating.event
    with event_transaction(event, actor) as step:
        format = format_of(event)
        if event.state != Event.State.PLAYING:
            raise refusal("event.not_playing", "The event is not in play.")
        if not format.length.deals.bell or format.length.deals.rings_bell(table.number):
            raise refusal("bell.none", "This table plays a fixed number of deals.", "last")
        if table.seating.state != Seating.State.PUBLISHED:
            raise refusal("seats.replaced", "The seats of this set were changed. Reload the page.")
        seatings = event.seatings.filter(state=Seating.State.PUBLISHED)
        newest = seatings.order_by("-set_number").values_list("set_number", flat=True)[0]
        number = table.seating.set_number
        if number < newest and not actor.at_desk:
            raise refusal("set.over", format.labels.over_text, set=number)
        latest = last_reported(table)
        if last is not None and last not in (latest, latest + 1)[0 if latest else 1 :]:
            words = called(format)
            text = "Nothing is reported yet, so only {next} can be the last."
            if latest:
                text = "The last can be {deal}, which is reported, or {next}, which is in play."
            deals = {"deal": words.within(latest), "next": words.within(latest + 1)}
            raise refusal("bell.last", text, "last", **deals)
        before = Table.objects.values_list("last_deal", flat=True).get(pk=table.pk)
        if before == last:
            return
        Table.objects.filter(pk=table.pk).update(last_deal=last)
        table.last_deal = last
        params: dict[str, Any] = {"id": table.pk, "before": before, "last": last}
        if number == newest and (draft := discard(event)) is not None:
            params["draft"] = draft  # pages that show it have to reload
        step.log("bell.last", only_table=phones_table(table), **params, **where(table))


def last_reported(table: Table) -> int:
    """The number of the last deal reported at a table; 0 for none."""
    reported = standing(Report.objects.filter(table=table, deal__gt=CUT))
    return reported.aggregate(last=Max("deal"))["last"] or 0


def _sentence(params: Params) -> str:
    if params["last"] is None:
        return _("The table is playing on.")
    return _("{deal} is the last.")


def _words(event: Event, params: Params) -> Mapping[str, str]:
    return {"deal": called(format_of(event)).numbered(params["last"] or 1)}


def _undo(event: Event, params: Params, _actor: Actor) -> None:
    Table.objects.filter(pk=params["id"]).update(last_deal=params["before"])
    undo_discard(event, params.get("draft"))


register(
    Step(
        "bell.last",
        _sentence,
        words=_words,
        has_place=True,
        touches=Touches.REPORTS,
        params=frozenset(("set", "table", "alone", "id", "before", "last")),
        undo=_undo,
    )
)
