"""Event files as an enemy writes them, and every page and paper of what was taken in."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from rulesets.records.house import ALL, LISTS
from tests.faults.rounds import rounds
from tests.rulesets import former
from tests.tournaments.events.test_every_game import played
from tournaments.access.services import ensure_links
from tournaments.files.event_document import export_event
from tournaments.models import Event, Link
from tournaments.papers.selectors import papers_of
from tournaments.report_forms.inputs import ways
from tournaments.rules.rule_markup import rules_address

Json = dict[str, Any]

HOSTILE: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3, 13, 99, 1000, 10**9, 2**63, -(2**63), 10**400, 0.5, 1e300),
    *(
        "",
        " ",
        "x",
        "0",
        "\x00",
        "\ud800",
        "{x:>200000000}",
        "{0}",
        "{}",
        "{person.__class__}",
        "{",
    ),
    *("{person}", "%s", "<script>alert(1)</script>", "x" * 100_000, "Zoë\u202eeöZ", "\n", "../x"),
    *("playing", "finished", "setup", "published", "draft", "replaced", "lady", "2026-11-21"),
    *("0001-01-01", "9999-12-31", "2026-11-21T19:30:00+00:00", "0001-01-01T00:00:00+14:00"),
    *([], {}, [[]], [None], [0] * 5000, {"x": 1}, {"template": "{x}", "params": {}}, {"": None}),
    *({"person": 0}, {"tricks": [7, 6]}, {"winners": [0], "drawn": False}, {"away": True}, [1, 2]),
)


def deep(levels: int) -> Any:
    value: Any = 0
    for _level in range(levels):
        value = [value]
    return value


def of_before(slug: str, rng: Random) -> Json:
    """An event file of an earlier version, of one game, as it went in."""
    [(_number, evening)] = former.evenings(slug, rng.randrange(former.EVENINGS), former.EVENINGS)
    return dict(evening["event_file"])


@cache
def of_now(slug: str) -> Json:
    """An event file of this version, of a game at tables of its own. The event is not kept."""
    with transaction.atomic():
        event = played(slug)
        exported = export_event(event)
        transaction.set_rollback(True)
    return dict(json.loads(json.dumps(exported)))


@cache
def evening_of_now(slugs: tuple[str, ...]) -> Json:
    """The file of an evening of several games of this version, with the events of `of_now`."""
    return {
        "format": "scorekeeper-evening",
        "version": 1,
        "exported": "2026-11-22T23:00:00+00:00",
        "evening": {"name": "Gran is 80", "date": "2026-11-22", "way": "places"},
        "events": [of_now(slug) for slug in slugs],
    }


def mutated(document: Json, rng: Random) -> Json:
    """The document with one to three things in it that do not belong there."""
    changed = copy.deepcopy(document)
    for _time in range(rng.choice((1, 1, 1, 2, 3))):
        places = list(nodes(changed))
        parent, key = rng.choice(places)
        other_parent, other_key = rng.choice(places)
        value: Any
        match rng.randrange(7):
            case 0 | 1 | 2:
                value = copy.deepcopy(rng.choice(HOSTILE))
            case 3:
                value = copy.deepcopy(other_parent[other_key])
            case 4:
                value = near(parent[key], rng)
            case 5:
                parent[key] = deep(rng.choice((3, 30, 300, 930)))
                break  # nothing here could look for a further place in it
            case _:
                remove_or_double(parent, key, rng)
                continue
        parent[key] = value
    return changed


def nodes(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a document: what holds it, and where."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from nodes(value[key])


def near(value: Any, rng: Random) -> Any:
    """Something much like it."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-2, -1, 1, 2, 7, 40))
    if isinstance(value, str):
        place = rng.randrange(len(value) + 1)
        return value[:place] + rng.choice("{}\x00x0-’\ud800 ") + value[place:]
    if isinstance(value, list):
        return value[::-1] if rng.random() < 0.5 else value[: len(value) // 2]
    return {} if isinstance(value, dict) else 0


def remove_or_double(parent: Any, key: Any, rng: Random) -> None:
    if isinstance(parent, list):
        if rng.random() < 0.5:
            parent.insert(key, copy.deepcopy(parent[key]))
        else:
            del parent[key]
    elif rng.random() < 0.5:
        del parent[key]
    else:
        parent[f"{key}_too"] = parent[key]


def as_bytes(document: Json) -> bytes:
    return json.dumps(document).encode()


def patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    """The addresses of pages; those of the API are called by test_api.py."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from () if pattern.namespace else patterns(pattern)
        else:
            yield pattern


# Things of their own, which an event file does not bring.
ELSEWHERE = {"person_id", "dispute_id", "link_id", "job_id", "evening_id", "rules_id", "edition_id"}
ELSEWHERE |= {"import_id", "cards_id", "photo_key"}
ADDRESSES = list(patterns(get_resolver()))


def pages(event: Event) -> Iterator[str]:
    """The address of everything that can be looked at in an event, papers included; on CI of one
    table of each set and of two people, and every other paper, not the same of all events, but
    pictures of two alone: each prints its paper anew."""
    most_tables, most_people = rounds(short=1, long=3), rounds(short=2, long=6)
    most_pictures = rounds(short=2, long=100)
    ensure_links(event)
    links = {link.kind: link.token for link in event.links.order_by("-pk")}
    given: Json = {"event_id": event.pk, "set_number": 1, "number": 1, "deal": 1}
    given |= {"slug": event.game, "counter": ways()[0].counter.kind, "sheet": "reports"}
    given |= {"choice_key": event.game, "key": signed(event), "rest": "of the API"}
    given |= {"game": ALL, "name": LISTS[0]}  # a list of the family's records
    places = [
        {"set_number": seating.set_number, "number": table.number}
        for seating in event.seatings.exclude(state="replaced")
        for table in seating.tables.all()[:most_tables]
    ]
    entries = [{"entry_id": pk} for pk in event.entries.values_list("pk", flat=True)[:most_people]]
    step = 2 if rounds(short=1, long=2) == 1 else 1
    kinds = [{"kind": kind.kind} for kind in papers_of(event)[event.pk % step :: step]]
    tokens = {"table": "table", "spectator": "spectator", "wall": "wall", "board": "table"}
    tables = event.links.filter(kind=Link.Kind.TABLE).values_list("token", flat=True)[:most_tables]
    for pattern in ADDRESSES:
        name, wanted = str(pattern.name), set(pattern.pattern.converters)
        if wanted & ELSEWHERE or name == "sign_in":
            continue
        each: list[Json] = [{}]
        for key, found in (("number", places), ("entry_id", entries), ("kind", kinds)):
            if key in wanted:
                each = [{**one, **more} for one in each for more in found]
        if name == "event_picture":
            each = each[:most_pictures]
        if "token" in wanted:
            kind = tokens.get(name.partition("_")[0], "scorekeeper")
            found = tables if kind == "table" else [links.get(kind, "none")]
            each = [{**one, "token": token} for one in each for token in found]
        for points in each:
            values = {key: value for key, value in (given | points).items() if key in wanted}
            yield reverse(name, kwargs=values)


def signed(event: Event) -> str:
    """What the address of an event's own rules ends with; of any other event nothing that is."""
    return rules_address(event).split("/")[-2] if event.declared else "none"


def look_at_everything(client: Client, event: Event) -> list[tuple[str, int]]:
    """Open every page and paper; those that broke (an exception of the view goes through)."""
    return [
        (address, status)
        for address in pages(event)
        if (status := client.get(address).status_code) >= 500
    ]
