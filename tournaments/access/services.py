"""Letting people in: the host's one-time sign-in, the wait after too many wrong passwords, and the
links of an event."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from functools import partial
from importlib import import_module
from time import time
from typing import TYPE_CHECKING, Any

from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_cool_off, get_failure_limit
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib import auth
from django.core import signing
from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.engine.clean_text import clean_text
from tournaments.access.join_codes import new_code
from tournaments.db.broadcast import EVERYWHERE, LINKS, announce
from tournaments.db.rows import within
from tournaments.log.steps import Step, Touches, event_transaction, register
from tournaments.models import Event, JoinCode, Link, Seating, SignIn, Table
from tournaments.models.access import new_token
from tournaments.models.errors import refusal
from tournaments.models.event_games import format_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from django.http import HttpRequest

    from tournaments.access.permissions import Actor
    from tournaments.log.steps import Params


SIGN_IN_LIFE = timedelta(minutes=15)
LONGEST_SIGN_IN = timedelta(hours=24)  # of a link on a console
SCOREKEEPER_LINKS = "scorekeeper_links"  # in a session: event id (as text, for JSON) -> link id
STREAM_SALT = "tournaments.wall.stream"
STREAM_LIFE = 24 * 60 * 60  # seconds
MAX_LINKS = 6000  # one for each table of the largest hall, and then some


def create_sign_in(user: Any, life: timedelta = SIGN_IN_LIFE) -> str:
    """A new one-time sign-in for `user`; returns the raw token, of which only a digest is kept."""
    token = new_token()  # as short as is safe: its QR code must be read off a console
    now = timezone.now()
    SignIn.objects.filter(expires__lt=now - timedelta(days=7)).delete()
    SignIn.objects.create(user=user, digest=_digest(token), expires=now + life)
    return token


def create_phone_sign_in(user: Any) -> str:
    """A sign-in for the phone of somebody who is signed in, in the place of those that were shown
    before and not used."""
    until = timezone.now() + SIGN_IN_LIFE
    SignIn.objects.filter(user=user, used_at=None, expires__lte=until).delete()
    return create_sign_in(user)


def is_sign_in_used(user: Any, mark: str) -> bool:
    """Whether somebody has come in by a sign-in of this user, known by its `sign_in_mark`."""
    found = SignIn.objects.filter(user=user, digest__startswith=mark or "-", used_at__isnull=False)
    return found.exists()


def sign_in_mark(token: str) -> str:
    """By what a page asks whether its sign-in was used: enough of the digest, none of the token."""
    return _digest(token)[:16]


def use_sign_in(token: str) -> Any | None:
    """The user of an unused, unexpired token, which is then used up; else None."""
    now = timezone.now()
    with transaction.atomic():
        # One UPDATE decides who is first when a token is used twice at once. It names no other
        # table: PostgreSQL looks again at the row that it waited for, but not at a subquery.
        found = SignIn.objects.filter(
            digest=_digest(token),
            used_at=None,
            expires__gt=now,
            **within("created", ago=LONGEST_SIGN_IN, ahead=SIGN_IN_LIFE),
        )
        if not found.update(used_at=now):
            return None
        user = SignIn.objects.select_related("user").get(digest=_digest(token)).user
        return user if user.is_active else None


def make_link(
    *, event: Event, actor: Actor, kind: str, table_number: int | None = None, label: str = ""
) -> Link:
    """A further way into the event. `kind` is one of Link.Kind; a table's link names its table."""
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
    """Close a way in. Pages opened by it stop working at once."""
    with event_transaction(link.event, actor) as step:
        if Link.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now()):
            step.log("link.revoked", **link_params(link))
    link.refresh_from_db(fields=["revoked_at"])


def renew_link(*, link: Link, actor: Actor) -> Link:
    """Close a way in and open a new one in its place, with a new address."""
    with event_transaction(link.event, actor) as step:
        Link.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())
        fresh = Link.objects.create(
            event=link.event, kind=link.kind, table_number=link.table_number, label=link.label
        )
        step.log("link.renewed", **link_params(fresh))
    return fresh


def links_for(event: Event) -> Sequence[Link]:
    """The event's open links; makes those that every event has, if they are not there yet.

    One for spectators, one for the wall screen and one for each table of any seating. A kind that
    was revoked is not made anew: that is `renew_link`'s business.
    """
    ensure_links(event)
    return list(event.links.filter(revoked_at=None))


def ensure_links(event: Event) -> None:
    """Make the links and the join code that every event has, where there never was one."""
    coded = JoinCode.objects.filter(event=event)
    if coded.exists() and not missing_links(event):
        return
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)  # two pages may ask at once
        Link.objects.bulk_create(missing_links(event))
        if not coded.exists():
            JoinCode.objects.create(event=event, code=new_code())


def missing_links(event: Event) -> list[Link]:
    """Those links that every event has of which there never was one."""
    numbers = set(
        Table.objects.filter(seating__event=event)
        .exclude(seating__state=Seating.State.REPLACED)
        .values_list("number", flat=True)
    )
    if format_of(event).couples:
        # Whoever faces an empty chair this round has a place, at which others meet in the next.
        live = event.seatings.exclude(state=Seating.State.REPLACED).annotate(
            couples=Count("tables", distinct=True), alone=Count("sit_outs", distinct=True)
        )
        chairs = max((one.couples + one.alone for one in live), default=0)
        numbers |= set(range(1, chairs + 1))
    wanted: set[tuple[str, int | None]] = {(Link.Kind.TABLE, number) for number in numbers}
    wanted |= {(Link.Kind.SPECTATOR, None), (Link.Kind.WALL, None)}
    have = set(Link.objects.filter(event=event).values_list("kind", "table_number"))
    return [
        Link(event=event, kind=kind, table_number=number, token=new_token())
        for kind, number in sorted(wanted - have, key=lambda pair: (pair[0], pair[1] or 0))
    ]


def stream_token(event: Event, actor: Actor) -> str:
    """A signed token by which a desk page may listen to the event, for a day at most and while the
    browser is signed in."""
    whose = [event.pk, actor.link_id or 0, actor.user_id or 0]
    return signing.dumps(whose, salt=STREAM_SALT, compress=True)


def stream_period() -> int:
    """The part of a day that it is: a page that is kept with a token of `stream_token` is made
    anew in the next one, long before its token has come to its end."""
    return int(time() // (STREAM_LIFE // 4))


def live_event_id(token: str, session_key: str = "") -> int | None:
    """The event whose changes this token may listen to, or None.

    Takes a link's token, or a signed one of `stream_token` with the browser's session.
    """
    if ":" not in token:
        found = Link.objects.filter(token=token, revoked_at=None).values_list("event_id", flat=True)
        return found.first()
    try:
        event_id, link_id, user_id = signing.loads(token, salt=STREAM_SALT, max_age=STREAM_LIFE)
    except (signing.BadSignature, ValueError):
        return None
    if not _still_in(session_key, event_id, link_id, user_id):
        return None
    if link_id and not Link.objects.filter(pk=link_id, revoked_at=None).exists():
        return None
    return int(event_id)


def recheck_streams() -> None:
    """Have all open streams look whether whoever listens is still signed in."""
    announce(EVERYWHERE, 0, (LINKS,))


def _still_in(session_key: str, event_id: int, link_id: int, user_id: int) -> bool:
    """Whether a session is still that of the user, or of the scorekeeper, whose page it was."""
    kept = import_module(settings.SESSION_ENGINE).SessionStore(session_key or None).load()
    if link_id:
        return bool(kept.get(SCOREKEEPER_LINKS, {}).get(str(event_id)) == link_id)
    return bool(kept.get(auth.SESSION_KEY) == str(user_id))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def link_params(link: Link) -> dict[str, Any]:
    return {"link": link.pk, "kind": link.kind, "table": link.table_number, "label": link.label}


def _link_words(_event: Event, params: Params) -> dict[str, str]:
    """{link_name}: what a link is for."""
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
    """When the address of a request may try again: as soon as enough of its failures are so old
    that they do not count."""
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
    """Forget wrong passwords of a future that is further off than they count: the clock was set
    back since."""
    cool_off = get_cool_off()
    believed = within("attempt_time", ago=cool_off, ahead=cool_off)
    later = {"attempt_time__gt": believed["attempt_time__lte"]}
    AccessAttempt.objects.filter(**later).delete()


def forgive(request: HttpRequest, username: str) -> None:
    """Forget the wrong passwords of an account at the address where it was signed in to. What was
    tried there for others still counts: an account of one's own buys no guesses."""
    AxesProxyHandler.reset_attempts(
        ip_address=getattr(request, "axes_ip_address", None), username=username
    )
