"""Join codes: six signs that guests type where they cannot scan, and tables that open by them for
a quarter of an hour.

A sign is one of 24: digits and capitals of which no two look alike, and no vowel, so that none of
them spells anything. Six of them are 24 ** 6 = 191,102,976 codes, 27.5 bits. That would not do for
a link, which whoever finds it has for good; it does for a code because guesses are few: wrong ones
are counted by address, and by the event that they could have meant. The first two signs are those
of one event alone among those being played (while there are fewer than 576 of them), so whoever
guesses from ever so many addresses has MOST_BY_EVENT of 331,776 in a quarter of an hour, 1 in
8,294.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from django.core import signing
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext_lazy

from tournaments.access.permissions import link_actor
from tournaments.access.selectors import is_joinable, tables_open_until
from tournaments.log.steps import NO_TABLE, Step, Touches, event_transaction, register
from tournaments.models import Event, JoinAttempt, JoinCode, Link
from tournaments.models.errors import refusal

if TYPE_CHECKING:
    from tournaments.access.permissions import Actor
    from tournaments.log.steps import Params

SIGNS = "23456789CDFHJKMNPQRTVWXY"
# What people read for one of these, on a card across the table.
READ_AS = str.maketrans("AOBGSUZ0", "4Q865V2Q")
LENGTH = 6
BEGINNING = 2
DRAWS = 20  # for a beginning that no other event has

WINDOW = timedelta(minutes=15)
MOST_BY_ADDRESS = 20  # wrong codes in a window; a hall behind one address mistypes some
MOST_BY_EVENT = 40
TABLES_OPEN = timedelta(minutes=15)
MOST_PHONES = 8  # that a table takes by the code each time that tables are opened
SALT = "tournaments.access.join"
TOKEN_LIFE = 24 * 60 * 60  # seconds: for the page on which whoever has typed a code chooses


def new_code() -> str:
    """A code that no event has; among few events not even its first signs."""
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
    """The code that somebody typed, in capitals or not, with gaps or dashes; "" if it cannot be
    one: those do not count as guesses."""
    code = "".join(sign for sign in text.upper() if sign.isalnum()).translate(READ_AS)
    return code if len(code) == LENGTH and set(code) <= set(SIGNS) else ""


def find_event(code: str) -> Event | None:
    """The event of a code, if it still opens it."""
    found = JoinCode.objects.filter(code=code).select_related("event").first()
    return found.event if found is not None and is_joinable(found.event) else None


def count_wrong(code: str, address: str) -> None:
    """Keep that a code was nobody's, and forget what does not count any more."""
    now = timezone.now()
    JoinAttempt.objects.filter(moment__lt=now - WINDOW).delete()
    JoinAttempt.objects.create(address=address[:45], beginning=code[:BEGINNING], moment=now)


def refused_until(code: str, address: str) -> datetime | None:
    """When this address may try again, or anybody a code that begins like this one; None where it
    may be tried now.

    While it is refused a right code is refused like a wrong one: otherwise there were no limit.
    Requests that are under way at the same moment may pass together, so there may be a few more.
    """
    found = JoinAttempt.objects.filter(moment__gt=timezone.now() - WINDOW).order_by("-moment")
    limits = (
        (found.filter(address=address[:45]), MOST_BY_ADDRESS),
        (found.filter(beginning=code[:BEGINNING]), MOST_BY_EVENT),
    )
    untils = []
    for attempts, most in limits:
        # The oldest of the newest `most`: once it does not count any more, there is room for one.
        moment = attempts.values_list("moment", flat=True)[most - 1 : most].first()
        if moment is not None:
            untils.append(moment + WINDOW)
    return max(untils, default=None)


def join_token(code: str) -> str:
    """What stands in the address of the page on which whoever typed a code chooses."""
    return signing.dumps(code, salt=SALT)


def code_of_token(token: str) -> str | None:
    """The code in such an address, "" in one that is too old; None for one that was made up."""
    try:
        return str(signing.loads(token, salt=SALT, max_age=TOKEN_LIFE))
    except signing.SignatureExpired:
        return ""
    except signing.BadSignature:
        return None


def renew_code(*, event: Event, actor: Actor) -> str:
    """Another code in the place of the event's, which is dead; tables are closed with it."""
    code = new_code()
    with event_transaction(event, actor) as step:
        JoinCode.objects.update_or_create(
            event=event, defaults={"code": code, "tables_until": None}
        )
        step.log("join.renewed", only_table=NO_TABLE)
    return code


def revoke_code(*, event: Event, actor: Actor) -> None:
    """Let nobody in by a code any more, until it is renewed."""
    with event_transaction(event, actor) as step:
        found = JoinCode.objects.filter(event=event).exclude(code=None)
        if found.update(code=None, tables_until=None):
            step.log("join.revoked", only_table=NO_TABLE)


def open_tables(*, event: Event, actor: Actor) -> datetime:
    """Let phones come to the tables by the code, for a quarter of an hour from now on."""
    until = timezone.now() + TABLES_OPEN
    with event_transaction(event, actor) as step:
        if event.state != Event.State.PLAYING:
            raise refusal("join.state", "Tables can be joined once the evening has started.")
        found = JoinCode.objects.filter(event=event).exclude(code=None)
        if not found.update(tables_until=until):
            raise refusal("join.none", "There is no code. Make a new one first.")
        step.log("join.opened", only_table=NO_TABLE, until=until.isoformat())
    return until


def close_tables(*, event: Event, actor: Actor) -> None:
    """Let no further phone come to a table by the code; those that have come stay."""
    with event_transaction(event, actor) as step:
        found = JoinCode.objects.filter(event=event, tables_until__gt=timezone.now())
        if found.update(tables_until=None):
            step.log("join.closed", only_table=NO_TABLE)


def join_table(*, event: Event, number: int) -> Link:
    """The link of a table, for a phone that came by the code. Raises Refused while tables are not
    open to it."""
    tables = Link.objects.filter(event=event, kind=Link.Kind.TABLE, revoked_at=None)
    link = tables.filter(table_number=number).select_related("event").first()
    actor = link_actor(link) if link is not None else None
    with event_transaction(event, actor) as step:
        until = tables_open_until(event)
        if until is None or event.state != Event.State.PLAYING:
            raise refusal("join.shut", "The tables are closed. Ask the host to open them.")
        if link is None:
            raise refusal("join.table", "There is no such table. Check its card.")
        came = event.log.filter(code="join.table", created__gte=until - TABLES_OPEN)
        if sum(line.params.get("table") == number for line in came) >= MOST_PHONES:
            raise refusal(
                "join.full",
                "This table already has {most} phones. Scan its card.",
                most=MOST_PHONES,
            )
        step.log("join.table", only_table=NO_TABLE, table=number)
    return link


def _open_words(_event: Event, params: Params) -> dict[str, str]:
    """{time}: until when, on the family's clock."""
    until = datetime.fromisoformat(params["until"])
    return {"time": time_format(timezone.localtime(until), "H:i")}


_join_step: Any = partial(Step, touches=Touches.NOTHING, is_aside=True)
register(
    _join_step("join.renewed", gettext_lazy("There is a new join code.")),
    _join_step("join.revoked", gettext_lazy("The join code was withdrawn.")),
    _join_step(
        "join.opened",
        gettext_lazy("Tables can be joined by code until {time}."),
        words=_open_words,
    ),
    _join_step("join.closed", gettext_lazy("Tables can no longer be joined by code.")),
    _join_step("join.table", gettext_lazy("A phone joined table {table} by code.")),
)
