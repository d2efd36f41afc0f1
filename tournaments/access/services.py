"""Changes of access: the host's one-time sign-in, the wait after too many wrong passwords, and the
links of an event."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_cool_off, get_failure_limit
from axes.models import AccessAttempt
from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.engine.clean_text import clean_text
from tournaments.access.join_codes import new_code
from tournaments.db.rows import within
from tournaments.db.steps import Step, Touches, event_transaction, register
from tournaments.models import Event, JoinCode, Link, Seating, SignIn, Table
from tournaments.models.access import new_token
from tournaments.models.errors import refusal
from tournaments.models.event_games import format_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from django.http import HttpRequest

    from tournaments.access.permissions import Actor
    from tournaments.db.steps import Params


SIGN_IN_LIFE = timedelta(minutes=15)
LONGEST_SIGN_IN = timedelta(hours=24)  # of a link on a console
SCOREKEEPER_LINKS = "scorekeeper_links"  # in a session: event id (as text, for JSON) -> link id
MAX_LINKS = 6000  # one for each table of the largest hall, and then some


def create_sign_in(user: Any, life: timedelta = SIGN_IN_LIFE) -> str:
    """Create a one-time sign-in for `user`; return the token, of which only a digest is stored."""
    token = new_token()  # as short as is safe: its QR code must be read off a console
    now = timezone.now()
    SignIn.objects.filter(expires__lt=now - timedelta(days=7)).delete()
    SignIn.objects.create(user=user, digest=_digest(token), expires=now + life)
    return token


def create_phone_sign_in(user: Any) -> str:
    """Create a sign-in for the phone of a signed-in user; unused ones are deleted. Returns the
    token."""
    until = timezone.now() + SIGN_IN_LIFE
    SignIn.objects.filter(user=user, used_at=None, expires__lte=until).delete()
    return create_sign_in(user)


def is_sign_in_used(user: Any, mark: str) -> bool:
    """Whether a sign-in of this user, given by its `sign_in_mark`, was used."""
    sign_ins = SignIn.objects.filter(
        user=user, digest__startswith=mark or "-", used_at__isnull=False
    )
    return sign_ins.exists()


def sign_in_mark(token: str) -> str:
    """Return a part of the token's digest, for a page to ask whether the sign-in was used."""
    return _digest(token)[:16]


def use_sign_in(token: str) -> Any | None:
    """Use up an unused, unexpired token and return its user; else None."""
    now = timezone.now()
    with transaction.atomic():
        # One UPDATE decides who is first if a token is used twice at once. It has no subquery:
        # PostgreSQL reads the row that it waited for again, but not a subquery.
        sign_ins = SignIn.objects.filter(
            digest=_digest(token),
            used_at=None,
            expires__gt=now,
            **within("created", ago=LONGEST_SIGN_IN, ahead=SIGN_IN_LIFE),
        )
        if not sign_ins.update(used_at=now):
            return None
        user = SignIn.objects.select_related("user").get(digest=_digest(token)).user
        return user if user.is_active else None


def make_link(
    *, event: Event, actor: Actor, kind: str, table_number: int | None = None, label: str = ""
) -> Link:
    """Create a further link to the event. `kind`: one of Link.Kind; a table's link needs
    `table_number`. Raises Refused."""
    if kind not in Link.Kind.values:
        raise refusal("link.kind", "There is no such link.", "kind")
    if (kind == Link.Kind.TABLE) != (table_number is not None):
        raise refusal("link.table", "A table’s link needs the number of the table.", "table_number")
    if event.links.count() >= MAX_LINKS:
        raise refusal("link.many", "There are {most} links already.", most=MAX_LINKS)
    with event_transaction(event, actor) as step:
        link = Link.objects.create(
            event=event, kind=kind, table_number=table_number, label=clean_text(label)[:80].strip()
        )
        step.log("link.made", **link_params(link))
    return link


def revoke_link(*, link: Link, actor: Actor) -> None:
    """Revoke a link. Pages opened by it stop working at once."""
    with event_transaction(link.event, actor) as step:
        if Link.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now()):
            step.log("link.revoked", **link_params(link))
    link.refresh_from_db(fields=["revoked_at"])


def renew_link(*, link: Link, actor: Actor) -> Link:
    """Revoke a link and return a new one in its place, with a new address."""
    with event_transaction(link.event, actor) as step:
        Link.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())
        fresh = Link.objects.create(
            event=link.event, kind=link.kind, table_number=link.table_number, label=link.label
        )
        step.log("link.renewed", **link_params(fresh))
    return fresh


def links_for(event: Event) -> Sequence[Link]:
    """Return the event's open links; create missing ones of those that every event has.

    One for spectators, one for the wall screen and one for each table of any seating. A revoked
    kind is not created again; that is for `renew_link`.
    """
    ensure_links(event)
    return list(event.links.filter(revoked_at=None))


def ensure_links(event: Event) -> None:
    """Create the links and the join code that every event has, unless they existed before."""
    coded = JoinCode.objects.filter(event=event)
    if coded.exists() and not missing_links(event):
        return
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)  # two pages may ask at once
        Link.objects.bulk_create(missing_links(event))
        if not coded.exists():
            JoinCode.objects.create(event=event, code=new_code())


def missing_links(event: Event) -> list[Link]:
    """Return the links that every event has and this event never had, unsaved."""
    numbers = set(
        Table.objects.filter(seating__event=event)
        .exclude(seating__state=Seating.State.REPLACED)
        .values_list("number", flat=True)
    )
    if format_of(event).keeping.board == "room":
        # A couple without opponents this round has a place, where others meet in the next.
        live = event.seatings.exclude(state=Seating.State.REPLACED).annotate(
            taken=Count("tables", distinct=True), alone=Count("sit_outs", distinct=True)
        )
        chairs = max((seating.taken + seating.alone for seating in live), default=0)
        numbers |= set(range(1, chairs + 1))
    required: set[tuple[str, int | None]] = {(Link.Kind.TABLE, number) for number in numbers}
    required |= {(Link.Kind.SPECTATOR, None), (Link.Kind.WALL, None)}
    have = set(Link.objects.filter(event=event).values_list("kind", "table_number"))
    return [
        Link(event=event, kind=kind, table_number=number, token=new_token())
        for kind, number in sorted(required - have, key=lambda pair: (pair[0], pair[1] or 0))
    ]


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def link_params(link: Link) -> dict[str, Any]:
    return {"link": link.pk, "kind": link.kind, "table": link.table_number, "label": link.label}


def _link_words(_event: Event, params: Params) -> dict[str, str]:
    """{link_name}: the table, label or kind of a link."""
    kind = params.get("kind", "")
    if kind not in Link.Kind.values:
        return {"link_name": ""}
    if params.get("table"):
        return {"link_name": _("table {number}").format(number=params["table"])}
    return {"link_name": params.get("label") or str(Link.Kind(kind).label)}


_link_step = partial(Step, words=_link_words, touches=Touches.NOTHING, is_aside=True)
register(
    _link_step("link.made", gettext_lazy("A link was made: {link_name}.")),
    _link_step("link.revoked", gettext_lazy("A link was withdrawn: {link_name}.")),
    _link_step("link.renewed", gettext_lazy("A link was renewed: {link_name}.")),
)


def locked_until(request: HttpRequest, credentials: Mapping[str, Any] | None) -> datetime:
    """Return the time when the address of a request may sign in again: when enough of its failures
    are too old to count."""
    handler: Any = AxesProxyHandler.get_implementation()
    limit, cool_off = get_failure_limit(request, credentials), get_cool_off(request)
    until = timezone.now()
    for attempts in handler.get_user_attempts(request, credentials):
        failures = attempts.order_by("attempt_time").values_list(
            "attempt_time", "failures_since_start"
        )
        left = sum(number for _moment, number in failures)
        for moment, number in failures:
            if left < limit:
                break
            left -= number
            until = max(until, moment + cool_off)
    return until


def forget_false_failures() -> None:
    """Delete failures dated further in the future than failures count: the clock was set back."""
    cool_off = get_cool_off()
    believed = within("attempt_time", ago=cool_off, ahead=cool_off)
    later = {"attempt_time__gt": believed["attempt_time__lte"]}
    AccessAttempt.objects.filter(**later).delete()


def forgive(request: HttpRequest, username: str) -> None:
    """Delete the failures of an account at the address of its sign-in. Failures for other accounts
    still count there: an account of one's own gives no further guesses."""
    AxesProxyHandler.reset_attempts(
        ip_address=getattr(request, "axes_ip_address", None), username=username
    )
