"""Join codes: six signs that guests type if they cannot scan, and the tables that they open for a
quarter of an hour.

A sign is one of 24: digits and capitals of which no two look alike, without vowels, so that codes
spell no words. Six of them are 24 ** 6 = 191,102,976 codes, 27.5 bits. That is too few for a link,
which is valid for good; it is enough for a code because guesses are limited: wrong ones are counted
by device, by address, and by the event that they could have meant. A hall has one address: after
many wrong codes a device that was wrong has to wait, and all others may try. A guesser can be a new
device each time, so there is a far higher limit for all of an address, and one for an event. The
first two signs are unique among the events being played (while there are fewer than 576 of them),
so guesses from any number of addresses have FAR times MOST_BY_EVENT tries of 331,776 in a quarter
of an hour, 1 in 829.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from django.core import signing
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournaments.access.permissions import link_actor
from tournaments.access.selectors import TABLES_OPEN, is_joinable, tables_open_until
from tournaments.db.rows import within
from tournaments.db.steps import NO_TABLE, Step, Touches, event_transaction, register
from tournaments.models import Event, JoinAttempt, JoinCode, Link
from tournaments.models.errors import refusal
from tournaments.web.wording import clock

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.access.permissions import Actor
    from tournaments.db.steps import Params

SIGNS = "23456789CDFHJKMNPQRTVWXY"
# Signs that people misread on a card across the table, and the sign that they mean.
READ_AS = str.maketrans("AOBGSUZ0", "4Q865V2Q")
LENGTH = 6
BEGINNING = 2
DRAWS = 20  # tries for a beginning that no other event has

WINDOW = timedelta(minutes=15)
# Wrong codes in a window, after which a device that was wrong may try once a minute.
MOST_BY_DEVICE = 5
MOST_BY_ADDRESS = 20  # a hall behind one address mistypes some
MOST_BY_EVENT = 40
PAUSE = timedelta(minutes=1)
FAR = 10  # times as many by address or event; then nobody may try until some are old
MOST_PHONES = 8  # of a table that join by the code each time that tables are opened
SALT = "tournaments.access.join"
TOKEN_LIFE = 24 * 60 * 60  # seconds; of the page with the choice after a right code


def new_code() -> str:
    """Return a code that no event has; if possible with first signs that no running event has."""
    codes = JoinCode.objects.exclude(code=None)
    others = codes.exclude(event__state=Event.State.FINISHED)
    for _number in range(DRAWS):
        code = _draw()
        if not others.filter(code__startswith=code[:BEGINNING]).exists():
            break
    while codes.filter(code=code).exists():
        code = _draw()
    return code


def _draw() -> str:
    return "".join(secrets.choice(SIGNS) for _number in range(LENGTH))


def read_code(text: str) -> str:
    """Read a typed code, in capitals or not, with gaps or dashes; "" if it cannot be a code, which
    does not count as a guess."""
    code = "".join(sign for sign in text.upper() if sign.isalnum()).translate(READ_AS)
    return code if len(code) == LENGTH and set(code) <= set(SIGNS) else ""


def find_event(code: str) -> Event | None:
    """Return the event of a code, if the code still opens it."""
    row = JoinCode.objects.filter(code=code).select_related("event").first()
    return row.event if row is not None and is_joinable(row.event) else None


@dataclass(frozen=True, slots=True)
class Sender:
    """The sender of a code: the IP address, and the device, "" if it keeps no cookies."""

    address: str
    device: str = ""

    @property
    def own(self) -> Q:
        """A filter for the attempts of this device, or of all without cookies at its address."""
        by_device = Q(device=self.device)
        return by_device if self.device else by_device & Q(address=self.address[:45])


def count_wrong(code: str, sender: Sender) -> None:
    """Store a wrong code, and delete attempts that no longer count."""
    JoinAttempt.objects.exclude(**within("moment", ago=WINDOW, ahead=WINDOW)).delete()
    JoinAttempt.objects.create(
        address=sender.address[:45],
        device=sender.device,
        beginning=code[:BEGINNING],
        moment=timezone.now(),
    )


def refused_until(code: str, sender: Sender) -> datetime | None:
    """Return the time when this sender may try again; None if it may try now.

    Until then right codes are refused like wrong ones, else there would be no limit. Simultaneous
    requests may pass together, so a few more attempts are possible.
    """
    attempts = JoinAttempt.objects.filter(**within("moment", ago=WINDOW, ahead=WINDOW))
    attempts = attempts.order_by("-moment")
    by_address = attempts.filter(address=sender.address[:45])
    by_event = attempts.filter(beginning=code[:BEGINNING])
    own, now = attempts.filter(sender.own), timezone.now()
    untils = []
    for many, most in ((by_address, MOST_BY_ADDRESS), (by_event, MOST_BY_EVENT)):
        # The oldest of the newest FAR * most: once it no longer counts, there is room for one.
        moment = _moment(many, FAR * most)
        if moment is not None:
            untils.append(min(moment, now) + WINDOW)
    slowed = ((own, MOST_BY_DEVICE), (by_address, MOST_BY_ADDRESS), (by_event, MOST_BY_EVENT))
    last = _moment(own, 1)
    if last is not None and any(_moment(many, most) is not None for many, most in slowed):
        untils.append(min(last, now) + PAUSE)
    return max((until for until in untils if until > now), default=None)


def _moment(attempts: QuerySet[JoinAttempt], number: int) -> datetime | None:
    """Return the time of an attempt by its number, the newest is 1; None if there are fewer."""
    return attempts.values_list("moment", flat=True)[number - 1 : number].first()


def join_token(code: str) -> str:
    """Return the signed token for the address of the page with the choice after a right code."""
    return signing.dumps(code, salt=SALT)


def code_of_token(token: str) -> str | None:
    """Return the code of a token by `join_token`; "" if it is too old, None if it is forged."""
    try:
        return str(signing.loads(token, salt=SALT, max_age=TOKEN_LIFE))
    except signing.SignatureExpired:
        return ""
    except signing.BadSignature:
        return None


def renew_code(*, event: Event, actor: Actor) -> str:
    """Replace the event's code by a new one; the old one is dead, and tables are closed."""
    code = new_code()
    with event_transaction(event, actor) as step:
        JoinCode.objects.update_or_create(
            event=event, defaults={"code": code, "tables_until": None}
        )
        step.log("join.renewed", only_table=NO_TABLE)
    return code


def revoke_code(*, event: Event, actor: Actor) -> None:
    """Withdraw the event's code until it is renewed."""
    with event_transaction(event, actor) as step:
        codes = JoinCode.objects.filter(event=event).exclude(code=None)
        if codes.update(code=None, tables_until=None):
            step.log("join.revoked", only_table=NO_TABLE)


def open_tables(*, event: Event, actor: Actor) -> datetime:
    """Let phones join tables by the code for a quarter of an hour. Returns the end of that time.
    Raises Refused if the event is not being played or has no code."""
    until = timezone.now() + TABLES_OPEN
    with event_transaction(event, actor) as step:
        if event.state != Event.State.PLAYING:
            raise refusal("join.state", "Tables can be joined once the evening has started.")
        codes = JoinCode.objects.filter(event=event).exclude(code=None)
        if not codes.update(tables_until=until):
            raise refusal("join.none", "There is no code. Make a new one first.")
        step.log("join.opened", only_table=NO_TABLE, until=until.isoformat())
    return until


def close_tables(*, event: Event, actor: Actor) -> None:
    """Let no further phone join a table by the code; those that have joined stay."""
    with event_transaction(event, actor) as step:
        codes = JoinCode.objects.filter(event=event).exclude(tables_until=None)
        if codes.update(tables_until=None):
            step.log("join.closed", only_table=NO_TABLE)


def join_table(*, event: Event, number: int, device: str = "") -> Link:
    """Return a table's link for a phone that joins by the code. `device`: the browser's code; ""
    counts as a new one each time. Raises Refused if tables are closed, or the table is unknown or
    full."""
    tables = Link.objects.filter(event=event, kind=Link.Kind.TABLE, revoked_at=None)
    link = tables.filter(table_number=number).select_related("event").first()
    actor = link_actor(link) if link is not None else None
    with event_transaction(event, actor) as step:
        until = tables_open_until(event)
        if until is None or event.state != Event.State.PLAYING:
            raise refusal("join.shut", "The tables are closed. Ask the host to open them.")
        if link is None:
            raise refusal("join.table", "There is no such table. Check its card.")
        lines = event.log.filter(code="join.table", created__gte=until - TABLES_OPEN)
        here = [line.params for line in lines if line.params.get("table") == number]
        phone = sha256(f"{SALT}{device}".encode()).hexdigest()[:16] if device else ""
        phones = {params.get("phone") or place for place, params in enumerate(here)}
        if phone in phones:
            return link
        if len(phones) >= MOST_PHONES:
            raise refusal(
                "join.full",
                "This table already has {most} phones. Scan its card.",
                most=MOST_PHONES,
            )
        step.log("join.table", only_table=NO_TABLE, table=number, phone=phone)
    return link


def _open_words(_event: Event, params: Params) -> dict[str, str]:
    """{time}: the end of the time, in local time."""
    until = datetime.fromisoformat(params["until"])
    return {"time": clock(until)}


_join_step: Any = partial(Step, touches=Touches.NOTHING, is_aside=True)
register(
    _join_step("join.renewed", gettext_lazy("There is a new join code.")),
    _join_step("join.revoked", gettext_lazy("The join code was withdrawn.")),
    _join_step(
        "join.opened",
        gettext_lazy("Until {time}, tables can be joined by code."),
        words=_open_words,
    ),
    _join_step("join.closed", gettext_lazy("Tables can no longer be joined by code.")),
    _join_step("join.table", gettext_lazy("A phone joined table {table} by code.")),
)
